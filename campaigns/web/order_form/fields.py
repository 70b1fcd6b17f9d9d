"""The orders on offer as form fields, and what was typed into them as orders in plain data.

The book decides what may be ordered (``choices``); here it is only shown and parsed.  Lengths are inches.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from campaigns.templatetags.marks import priced
from campaigns.web.board.plan import place_in_words
from campaigns.web.page.measures import read_bearing, read_count, read_inches, read_point, read_points, step
from rules.contract.answers import Ask, Choice
from rules.values.sentence import joined, say, word

T = TypeVar("T")

HALVES = {"1/2": say("half the move"), "1/4": say("a quarter of the move"), "3/4": say("three quarters of the move")}
"""Shares of a move that have a word of their own."""

POINTED = {"way": ("path", "line", "spot", "length"), "target": ("target", "targets"), "aim": ("aim",)}
"""The kinds of asking that are answered by a press on the map, by what is waited for there."""


@dataclass
class Field:
    """One value that an order still needs.

    name: of the field in the form; typed: its value; wanted: in words, how many are needed.
    part: of several parts of the field, the one that the error is about.  begun: it is a line with its first point only.
    """

    name: str
    ask: Ask
    values: list[Any]
    typed: dict[str, Any]
    error: str = ""
    part: str = ""
    placed: bool = True
    places: Mapping[str, Any] = field(default_factory=dict)
    wanted: str = ""
    begun: bool = False

    @property
    def on_the_map(self) -> bool:
        """Whether its value has to be given on the map, and is not measured on the floor.

        A book may leave an aim open, for a floor without a map: on a map a shot is aimed at something.
        """
        if self.ask.kind == "aim":
            return self.placed
        return not self.ask.optional and (self.placed or self.ask.kind in ("target", "targets"))


@dataclass
class Offer:
    """An order on offer.  id: its id in the form; order: complete once it was parsed from a form.

    gesture, first: as its ``Choice`` has them: what it waits for on the map, and whether it is the usual order.
    """

    id: str
    title: str
    cost: str
    group: str
    clause: str
    order: dict[str, Any]
    fields: list[Field] = field(default_factory=list)
    blocked: Mapping[str, Any] | None = None
    chosen: bool = False
    gesture: str = ""
    first: bool = False
    whole: int = 0

    @property
    def cost_in_words(self) -> str:
        """Its cost, as shown beside its title."""
        if self.cost in ("0", "1"):
            return say("costs nothing") if self.cost == "0" else say("the whole move")
        if self.cost:
            return HALVES.get(self.cost) or priced(self)
        placed = any(one.ask.kind == "path" and one.placed for one in self.fields)
        return say("by its length") if placed else say("measured on the floor")

    @property
    def faulty(self) -> bool:
        """Whether something typed could not be parsed."""
        return any(one.error for one in self.fields)

    @property
    def wanted(self) -> Sequence[Field]:
        """The fields that are answered by the presses on the map for which it waits."""
        return [one for one in self.fields if one.ask.kind in POINTED.get(self.gesture, ()) and one.on_the_map]

    @property
    def waits(self) -> bool:
        """Whether the place or the thing for which it waits on the map has not been given, or only the first point of a line."""
        return bool(self.wanted) and not any(
            not one.begun and (one.ask.name in self.order or any(one.typed.values())) for one in self.wanted
        )

    @property
    def awaited(self) -> str:
        """What is to be pressed on the map: ``line``, ``second`` (its next point) and ``spot`` of what is drawn, else its gesture."""
        drawn = next((one for one in self.wanted if one.ask.kind in ("line", "spot")), None)
        if drawn is None or self.gesture != "way":
            return self.gesture
        return "second" if drawn.begun else drawn.ask.kind


@dataclass(frozen=True)
class Typing:
    """What was typed, and what is needed to parse it: the thing with its place, the names, the places of what is seen."""

    post: Any
    thing: str
    at: tuple[float, float] | None

    def get(self, name: str) -> str:
        """What was typed into a field, without blanks around it."""
        return str(self.post.get(name, "")).strip()


def offers(sheet: Any, names: Mapping[str, str], places: Mapping[str, Any], post: Any = None) -> list[Offer]:
    """The orders on offer for a thing.  names and places: of what its side sees; post: the POST data of the form."""
    at = sheet.thing.state.get("at")
    typing = Typing(post, sheet.thing.id, tuple(at) if at else None) if post is not None else None
    return [_offer(choice, names, places, typing, bool(at)) for choice in sheet.choices]


def _offer(
    choice: Choice, names: Mapping[str, str], places: Mapping[str, Any], typing: Typing | None, placed: bool
) -> Offer:
    """One order on offer; where it is the one chosen in the form, with what was typed."""
    identity = "o" + hashlib.sha256(json.dumps(choice.order, sort_keys=True).encode()).hexdigest()[:8]
    fields = [_field(identity, ask, choice.order, names, places, placed) for ask in choice.asks]
    made = Offer(
        identity, choice.title, choice.cost, choice.group, choice.clause, dict(choice.order), fields, choice.blocked,
        gesture=choice.gesture,
        first=choice.first,
        whole=choice.whole,
    )  # fmt: skip
    if typing is not None and typing.get("choice") == identity:
        made.chosen = True
        for one in fields:
            _read(one, made.order, typing)
    return made


def _field(
    identity: str,
    ask: Ask,
    order: Mapping[str, Any],
    names: Mapping[str, str],
    places: Mapping[str, Any],
    placed: bool,
) -> Field:
    """The field for one value, with its first value."""
    kind, values = ask.kind, list(ask.values)
    typed: dict[str, Any] = {} if ask.begins is None else {"value": ask.begins}
    if kind in ("target", "targets"):
        typed = {"value": values[0], "values": values} if len(values) == 1 else typed
        values = [(one, names.get(one, one)) for one in values]
    elif kind == "counts":
        values = [(one, say("{one}, at most {most}", one=names.get(one, one), most=ask.most[one])) for one in values]
    elif kind == "choice":
        typed = {"value": values[0] if values else ""}
        values = [(one, word(str(one))) for one in values]
    elif kind == "aim":
        values = [
            (one, say("{one}, {at}", one=names.get(one, one), at=place_in_words(at))) for one, at in places.items()
        ]
    elif kind == "id":
        typed = {"value": order.get(ask.name, "")}
    wanted = joined(
        ", ",
        (say("{number} of {side}", number=number, side=word(side.capitalize())) for side, number in ask.due.items()),
    )
    return Field(f"{identity}-{ask.name}", ask, values, typed, placed=placed, places=places, wanted=wanted)


# -- reading what was typed -------------------------------------------------------------------------


def _read(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    """Parse a field into the order; an error stands at the field, and what was typed stays in it."""
    try:
        READERS[asked.ask.kind](asked, order, typing)
    except ValueError as fault:
        asked.error = str(fault)


def _read_flag(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    asked.typed = {"value": bool(typing.get(asked.name))}
    order[asked.ask.name] = asked.typed["value"]


def _read_one(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    """One of the values offered."""
    value = typing.get(asked.name)
    asked.typed = {"value": value}
    if not value and asked.ask.optional:
        return
    if value not in [one for one, _ in asked.values]:
        raise ValueError(say("Choose one from the list."))
    order[asked.ask.name] = value


def _read_many(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    """Some of the values offered, preceded by the thing itself where that is required."""
    chosen = [one for one in typing.post.getlist(asked.name) if one in [value for value, _ in asked.values]]
    asked.typed = {"values": chosen}
    if not chosen:
        raise ValueError(say("Choose at least one."))
    order[asked.ask.name] = [typing.thing, *chosen] if asked.ask.with_itself else chosen


def _read_count(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    value = typing.get(asked.name)
    asked.typed = {"value": value}
    if not value and asked.ask.optional:
        return
    limits = asked.ask.values
    order[asked.ask.name] = read_count(value, said=(limits[0], limits[1]) if len(limits) == 2 else None)


def _read_counts(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    """How many of each of the things offered; those left empty are left out."""
    asked.typed = {one: typing.get(f"{asked.name}-{one}") for one, _ in asked.values}
    order[asked.ask.name] = {one: read_count(text) for one, text in asked.typed.items() if text}


def _read_length(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    """A length in inches."""
    asked.typed = {"value": typing.get(asked.name)}
    order[asked.ask.name] = read_inches(asked.typed["value"])


def _read_id(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    value = typing.get(asked.name) or str(order.get(asked.ask.name, ""))
    asked.typed = {"value": value}
    order[asked.ask.name] = value


def _read_packets(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    asked.typed = {kind: typing.get(f"{asked.name}-{kind}") for kind in asked.values}
    order[asked.ask.name] = {kind: read_count(text) for kind, text in asked.typed.items() if text}
    if not any(order[asked.ask.name].values()):
        raise ValueError(say("Enter a number of packets of at least one kind."))


def _read_aim(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    """A thing that is seen (its place), a point in inches, or nothing where the shots are measured anyway."""
    at, point = typing.get(asked.name), typing.get(f"{asked.name}-point")
    asked.typed = {"value": at, "point": point}
    if point:
        aim = {"at": read_point(point)}
    elif at:
        if at not in [one for one, _ in asked.values]:
            raise ValueError(say("Choose a target in sight, or enter a point."))
        aim = {"at": list(asked.places[at])}
    else:
        return
    order[asked.ask.name] = [{asked.ask.each: aim}] * asked.ask.times if asked.ask.each else aim


def _read_path(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    """A bearing and inches, or points; nothing where the path is measured on the floor."""
    bearing, far, points = (typing.get(f"{asked.name}-{part}") for part in ("bearing", "inches", "points"))
    asked.typed = {"bearing": bearing, "inches": far, "points": points}
    if points and typing.at and (bearing or far):
        asked.part = "points"
        raise ValueError(say("Enter points, or a direction and inches, but not both."))
    if points and typing.at:
        order[asked.ask.name] = _part(asked, "points", read_points)
    elif typing.at and (bearing or far):
        if not (bearing and far):
            asked.part = "inches" if bearing else "bearing"
            raise ValueError(say("Give both a direction and a number of inches, or neither."))
        order[asked.ask.name] = [
            step(typing.at, _part(asked, "bearing", read_bearing), _part(asked, "inches", read_inches))
        ]
    elif far:
        order["measured"] = {asked.ask.fact: _part(asked, "inches", read_inches)}


def _part(asked: Field, part: str, read: Callable[[str], T]) -> T:
    """What was typed into one part of a field; an error stands at that part."""
    asked.part = part
    found = read(asked.typed[part])
    asked.part = ""
    return found


def _read_line(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    """Points on the plan; nothing where the line is marked on the floor."""
    asked.typed = {"points": typing.get(asked.name)}
    if asked.typed["points"]:
        order[asked.ask.name] = read_points(asked.typed["points"])
        asked.begun = len(order[asked.ask.name]) < 2
        if asked.begun:
            raise ValueError(say("A line needs at least two points."))


def _read_spot(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    """A point on the plan; nothing where the spot is marked on the floor."""
    asked.typed = {"points": typing.get(asked.name)}
    if asked.typed["points"]:
        order[asked.ask.name] = read_point(asked.typed["points"])


def _read_angle(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    asked.typed = {"value": typing.get(asked.name)}
    if asked.typed["value"]:
        order[asked.ask.name] = read_bearing(asked.typed["value"])


READERS: Mapping[str, Callable[[Field, dict[str, Any], Typing], None]] = {
    "flag": _read_flag,
    "target": _read_one,
    "choice": _read_one,
    "targets": _read_many,
    "count": _read_count,
    "id": _read_id,
    "packets": _read_packets,
    "aim": _read_aim,
    "path": _read_path,
    "line": _read_line,
    "spot": _read_spot,
    "angle": _read_angle,
    "counts": _read_counts,
    "length": _read_length,
}


def in_groups(shown: Iterable[Offer], headings: Iterable[tuple[str, str]]) -> list[dict[str, Any]]:
    """The possible orders, under the headings of the book."""
    shown = [one for one in shown if not one.blocked]
    titles = dict(headings)
    keys = list(dict.fromkeys([*titles, *(one.group for one in shown)]))
    return [
        {"title": titles.get(key, say("Others")), "offers": those}
        for key in keys
        if (those := [one for one in shown if one.group == key])
    ]
