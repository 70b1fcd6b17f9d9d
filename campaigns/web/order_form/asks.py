"""The orders on offer as form fields, and what was typed into them as orders in plain data.

What may be ordered is the book's to say (``choices``); here it is only drawn and read.  Lengths are inches.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from campaigns.web.board.plan import place_in_words
from campaigns.web.page.measures import read_bearing, read_count, read_inches, read_points, step
from rules.floor.pieces import STORES

GROUPS = (
    ("march", "March"),
    ("form", "Form"),
    ("fight", "Fight"),
    ("fire", "Fire"),
    ("work", "Works"),
    ("supply", "Supply"),
    ("carry", "Boats and trains"),
    ("body", "The body itself"),
)
LABELS = {
    "by_road": "By road all the way or in part",
    "by_motor": "By motor, which keeps to the road",
    "target": "At whom",
    "from": "Away from whom",
    "men": "Men",
    "into": "What the new body is to be called",
    "horses": "Horses",
    "shell": "Shell",
    "aim": "Laid on",
    "fives": "Every five aims at",
    "shots": "Shots",
    "packets": "Packets",
    "source": "From",
    "to": "Into",
    "body": "To whom",
    "prisoners": "Whose prisoners",
    "bodies": "With whom",
    "path": "The way",
    "line": "The line of the trench",
    "at": "The spot",
    "facing": "Facing, degrees from north",
    "gun": "For which gun",
    "targets": "Which",
    "boat": "Which boat",
    "train": "Which train",
    "inches": "Inches along the rails",
    "direction": "Which way",
    "dead": "Who is killed",
}
LABELS_OF_ORDER = {
    ("choose", "prisoners"): "Who is taken",
    ("go-short", "bodies"): "Who is fed",
    ("embark", "at"): "From which shore",
    ("disembark", "at"): "On which shore",
}
"""Where a key asks for something else in one order than in the others."""
OPTIONAL = frozenset(
    {("retire", "from"), ("move-gun", "men"), ("fire-gun", "aim"), ("escort", "path"), ("epaulement", "facing")}
)


@dataclass
class Field:
    """One thing that an order still asks for.  name: of the field in the form; typed: what stands in it.

    times: how many shots have the aim that is asked for, where each of them is to have one.
    wanted: in words, how many are due.
    """

    name: str
    key: str
    kind: str
    label: str
    values: list[Any]
    typed: dict[str, Any]
    error: str = ""
    optional: bool = False
    placed: bool = True
    places: Mapping[str, Any] = field(default_factory=dict)
    times: int = 1
    wanted: str = ""


@dataclass
class Offer:
    """An order on offer.  id: by which the form knows it; order: complete once it was read from a form."""

    id: str
    title: str
    cost: str
    group: str
    clause: str
    order: dict[str, Any]
    fields: list[Field] = field(default_factory=list)
    blocked: Mapping[str, Any] | None = None
    chosen: bool = False

    @property
    def cost_in_words(self) -> str:
        """What it costs, as it is said beside its title."""
        if self.cost in ("0", "1"):
            return "costs nothing" if self.cost == "0" else "the whole move"
        if self.cost:
            return f"{self.cost} of a move"
        placed = any(one.kind == "path" and one.placed for one in self.fields)
        return "as far as you go" if placed else "as measured"

    @property
    def faulty(self) -> bool:
        """Whether something typed was not understood."""
        return any(one.error for one in self.fields)


@dataclass(frozen=True)
class Typing:
    """What was typed, and what is needed to read it: the thing with its place, the names, the places of what is seen."""

    post: Any
    thing: str
    at: tuple[float, float] | None

    def get(self, name: str) -> str:
        """What was typed into a field, without blanks round it."""
        return str(self.post.get(name, "")).strip()


def offers(sheet: Any, names: Mapping[str, str], places: Mapping[str, Any], post: Any = None) -> list[Offer]:
    """The orders on offer for a thing.  names and places: of what its side sees; post: the form that was sent."""
    at = sheet.thing.state.get("at")
    typing = Typing(post, sheet.thing.id, tuple(at) if at else None) if post is not None else None
    return [_offer(choice, names, places, typing, bool(at)) for choice in sheet.choices]


def _offer(
    choice: Any, names: Mapping[str, str], places: Mapping[str, Any], typing: Typing | None, placed: bool
) -> Offer:
    """One order on offer; where it is the one chosen in the form, with what was typed."""
    identity = "o" + hashlib.sha256(json.dumps(choice.order, sort_keys=True).encode()).hexdigest()[:8]
    fields = [_field(identity, ask, choice.order, names, places, placed) for ask in choice.asks]
    made = Offer(
        identity, choice.title, choice.cost, choice.group, choice.clause, dict(choice.order), fields, choice.blocked
    )
    if typing is not None and typing.get("choice") == identity:
        made.chosen = True
        for one in fields:
            _read(one, made.order, typing)
    return made


def _field(
    identity: str,
    ask: Mapping[str, Any],
    order: Mapping[str, Any],
    names: Mapping[str, str],
    places: Mapping[str, Any],
    placed: bool,
) -> Field:
    """The field for one thing asked, with what stands in it to begin with."""
    key, kind, values = ask["name"], ask["kind"], list(ask.get("values", ()))
    typed: dict[str, Any] = {}
    if kind in ("target", "targets"):
        values = [(one, names.get(one, one)) for one in values]
    elif kind == "counts":
        values = [(one, f"{names.get(one, one)}, at most {ask['most'][one]}") for one in values]
    elif kind == "choice":
        values = [(one, one) for one in values]
        typed = {"value": values[0][0] if values else ""}
    elif kind == "aim":
        values = [(one, f"{names.get(one, one)}, {place_in_words(at)}") for one, at in places.items()]
    elif kind == "id":
        typed = {"value": order.get(key, "")}
    elif kind == "count" and key == "shots":
        typed = {"value": values[-1]}
    if kind in ("target", "targets") and len(values) == 1:
        typed = {"value": values[0][0], "values": [values[0][0]]}
    optional = (order.get("order"), key) in OPTIONAL
    return Field(
        f"{identity}-{key}",
        key,
        kind,
        str(ask.get("label") or LABELS_OF_ORDER.get((str(order.get("order")), key)) or LABELS.get(key, key)),
        values,
        typed,
        optional=optional,
        placed=placed,
        places=places,
        times=ask.get("times", 1),
        wanted=", ".join(f"{number} of {side.capitalize()}" for side, number in ask.get("due", {}).items()),
    )


# -- reading what was typed -------------------------------------------------------------------------


def _read(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    """Read a field into the order; what is not understood is said at the field, and what was typed stays in it."""
    try:
        READERS[asked.kind](asked, order, typing)
    except ValueError as fault:
        asked.error = str(fault)


def _read_flag(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    asked.typed = {"value": bool(typing.get(asked.name))}
    order[asked.key] = asked.typed["value"]


def _read_one(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    """One of the values offered."""
    value = typing.get(asked.name)
    asked.typed = {"value": value}
    if not value and asked.optional:
        return
    if value not in [one for one, _ in asked.values]:
        raise ValueError("Choose one of those offered.")
    order[asked.key] = value


def _read_many(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    """Some of the values offered; where bodies merge the thing itself stands first."""
    chosen = [one for one in typing.post.getlist(asked.name) if one in [value for value, _ in asked.values]]
    asked.typed = {"values": chosen}
    if not chosen:
        raise ValueError("Choose at least one.")
    order[asked.key] = [typing.thing, *chosen] if order.get("order") == "merge" else chosen


def _read_count(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    value = typing.get(asked.name)
    asked.typed = {"value": value}
    if not value and asked.optional:
        return
    order[asked.key] = read_count(value)


def _read_counts(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    """How many of each of the things offered; those of which nothing is said are left out."""
    asked.typed = {one: typing.get(f"{asked.name}-{one}") for one, _ in asked.values}
    order[asked.key] = {one: read_count(text) for one, text in asked.typed.items() if text}


def _read_length(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    """A length in inches."""
    asked.typed = {"value": typing.get(asked.name)}
    order[asked.key] = read_inches(asked.typed["value"])


def _read_id(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    value = typing.get(asked.name) or str(order.get(asked.key, ""))
    asked.typed = {"value": value}
    order[asked.key] = value


def _read_packets(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    asked.typed = {kind: typing.get(f"{asked.name}-{kind}") for kind in STORES}
    order[asked.key] = {kind: read_count(text) for kind, text in asked.typed.items() if text}
    if not any(order[asked.key].values()):
        raise ValueError("Say how many packets of at least one kind.")


def _read_aim(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    """A thing that is seen (its place), a point in inches, or nothing where the shots are measured anyway."""
    at, point = typing.get(asked.name), typing.get(f"{asked.name}-point")
    asked.typed = {"value": at, "point": point}
    if point:
        aim = {"at": read_points(point)[0]}
    elif at:
        if at not in [one for one, _ in asked.values]:
            raise ValueError("Choose one of those in sight, or give a point.")
        aim = {"at": list(asked.places[at])}
    else:
        return
    order[asked.key] = [{"aim": aim}] * asked.times if asked.key == "fives" else aim


def _read_path(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    """A bearing and inches, or points; nothing where the way is measured on the floor."""
    bearing, far, points = (typing.get(f"{asked.name}-{part}") for part in ("bearing", "inches", "points"))
    asked.typed = {"bearing": bearing, "inches": far, "points": points}
    if points and typing.at and (bearing or far):
        raise ValueError("Give points, or a direction and how many inches, not both.")
    if points and typing.at:
        order["path"] = read_points(points)
    elif typing.at and (bearing or far):
        if not (bearing and far):
            raise ValueError("Give both a direction and how many inches, or neither.")
        order["path"] = [step(typing.at, read_bearing(bearing), read_inches(far))]
    elif far:
        order["measured"] = {"distance": read_inches(far)}


def _read_line(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    """Points on the plan; nothing where the line is marked on the floor."""
    asked.typed = {"points": typing.get(asked.name)}
    if asked.typed["points"]:
        order[asked.key] = read_points(asked.typed["points"])
        if len(order[asked.key]) < 2:
            raise ValueError("A line has at least two points.")


def _read_spot(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    """A point on the plan; nothing where the spot is marked on the floor."""
    asked.typed = {"points": typing.get(asked.name)}
    if asked.typed["points"]:
        points = read_points(asked.typed["points"])
        if len(points) != 1:
            raise ValueError("One point is wanted: inches east, then inches north.")
        order[asked.key] = points[0]


def _read_angle(asked: Field, order: dict[str, Any], typing: Typing) -> None:
    asked.typed = {"value": typing.get(asked.name)}
    if asked.typed["value"]:
        order[asked.key] = read_bearing(asked.typed["value"])


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


def in_groups(shown: Iterable[Offer]) -> list[dict[str, Any]]:
    """The orders that may be had, under their headings."""
    shown = [one for one in shown if not one.blocked]
    titles = dict(GROUPS)
    keys = list(dict.fromkeys([*titles, *(one.group for one in shown)]))
    return [
        {"title": titles.get(key, "Others"), "offers": those}
        for key in keys
        if (those := [one for one in shown if one.group == key])
    ]
