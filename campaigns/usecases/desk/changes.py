"""What the umpire rules of things: values, things added, things taken away; read, tried on a position, and made complete."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from campaigns.bridge import digest
from campaigns.models.plain import Plain
from campaigns.usecases.muster.put_down import new_thing, put_down
from campaigns.usecases.text_checks import read_line
from rules.contract.data import Change, Position, Start
from rules.contract.pieces import ANGLE, LINE, PLACE, Pieces
from rules.contract.ruled import ruled
from rules.contract.rules import Rules
from rules.contract.table import Table
from rules.errors import Invalid, Refused
from rules.values.codec import read_point, write_length
from rules.values.sentence import joined, of_field, say

MOST_CHANGES = 20
"""Changes in one ruling at most."""

VALUE, ADDED, REMOVED = (
    frozenset({"group", "thing", "key", "value"}),
    frozenset({"group", "thing", "add"}),
    frozenset({"group", "thing", "remove"}),
)


@dataclass(frozen=True)
class Made:
    """Changes that can be made: complete, as they are kept; the position after them; the sides that are told of them."""

    changes: tuple[Plain, ...]
    position: Position
    touches: tuple[str, ...]


class Floor(NamedTuple):
    """A position, and the table at which the sides see it, or saw it last."""

    position: Position
    table: Table


def read_changes(rules: Rules, position: Mapping[str, Any], given: Any, salt: Any) -> list[Change]:
    """What was sent, with an id for each new thing, and what a palette puts down part by part.  Invalid where it is no change.

    salt: something secret and fixed, of which the numbers in new ids are made, so that they count nothing.
    """
    if (
        not isinstance(given, list | tuple)
        or len(given) > MOST_CHANGES
        or not all(isinstance(one, Mapping) for one in given)
    ):
        raise Invalid(of_field("change", say("a list of at most {most} changes is wanted", most=MOST_CHANGES)))
    if not given:
        raise Invalid(of_field("change", say("give at least one")))
    read: list[Change] = []
    for place, one in enumerate(given):
        number = int(digest([salt, place])[:8], 16) % 900 + 100
        there = _with(position, read)
        read += _put_down(rules, there, one, number) if "template" in one else [_read(rules.pieces, there, one, number)]
    return read


def _put_down(rules: Rules, there: Mapping[str, Any], asked: Mapping[str, Any], number: int) -> list[Change]:
    """What a template puts down; whoever comes in at an edge has come in whole."""
    made = put_down(rules, there, asked, number)
    if asked.get("at") is None:
        return made
    try:
        floor = rules.table(_tried(rules, Position(dict(there)), made))
    except Refused:
        return made  # whoever makes it is told what is wrong
    at, by = read_point(asked["at"], "at"), floor.beyond([one["thing"] for one in made])
    if not any(by):
        return made
    inside = [write_length(one + more) for one, more in zip(at, by, strict=True)]
    return put_down(rules, there, {**asked, "at": inside}, number)


def together(pieces: Pieces, position: Mapping[str, Any], read: Sequence[Change]) -> list[Change]:
    """Changes in which whatever goes with a thing that departs departs before it.  Invalid where it can depart no more."""
    made: list[Change] = []
    for one in read:
        if one.get("remove"):
            _may_depart(pieces, position, one)
            for thing in pieces.departs_with(position, one["group"], one["thing"]):
                if (found := pieces.find(position, thing)) is not None:
                    made.append(Change(group=found[0], thing=thing, remove=True))
        made.append(one)
    return [one for place, one in enumerate(made) if one not in made[:place]]


def _may_depart(pieces: Pieces, position: Mapping[str, Any], change: Change) -> None:
    """Invalid of what is dead or destroyed, and of men in enemy hands."""
    group, state = change["group"], pieces.group_in(position, change["group"]).get(change["thing"])
    if state is None:
        return
    name = pieces.called(group, change["thing"], state)
    if pieces.look(group, state).gone:
        raise Invalid(say("{name} is no longer there", name=name))
    if pieces.kind(group).men and pieces.holder(state) != pieces.owner(group, state):
        raise Invalid(say("{name} is in enemy hands", name=name))


def _with(position: Mapping[str, Any], read: Sequence[Change]) -> dict[str, Any]:
    """A position in which the names of what was added before are taken."""
    there = dict(position)
    for one in read:
        if "add" in one:
            there[one["group"]] = {**(there.get(one["group"]) or {}), one["thing"]: one["add"]}
    return there


def _read(pieces: Pieces, position: Mapping[str, Any], change: Mapping[str, Any], number: int) -> Change:
    """One change that is no template."""
    keys = change.keys()
    if "add" in keys and keys <= ADDED:
        return _read_added(pieces, position, change, number)
    if keys not in (VALUE, REMOVED):
        raise Invalid(of_field("change", say("group, thing, key and value are wanted, and nothing else")))
    group, thing = (read_line(change[key], key, 64) for key in ("group", "thing"))
    if keys == REMOVED:
        if change["remove"] is not True:
            raise Invalid(of_field("change", say("what is not removed is not named")))
        return Change(group=group, thing=thing, remove=True)
    key = read_line(change["key"], "key", 64)
    if key == "side":
        raise Invalid(of_field("change", say("the side cannot be changed; set held_by")))
    return Change(group=group, thing=thing, key=key, value=change["value"])


def _read_added(pieces: Pieces, position: Mapping[str, Any], change: Mapping[str, Any], number: int) -> Change:
    if not isinstance(change["add"], Mapping):
        raise Invalid(of_field("change", say("the data of the new thing are wanted")))
    group, data = read_line(change.get("group"), "group", 64), dict(change["add"])
    if not (pieces.lists(group) or group in pieces.features):
        raise Invalid(of_field("change", say("there is no such body or gun")))
    wanted = read_line(change.get("thing") or "", "thing", 64, least=0)
    usual = pieces.arm(group, data) or group
    thing = new_thing(pieces, position, str(data.get("side", "")), wanted, usual, number)
    return Change(group=group, thing=thing, add=data)


# -- on a position ------------------------------------------------------------------------------------


def overruled(rules: Rules, position: Position, changes: Sequence[Change]) -> Position:
    """A position with the umpire's changes; Invalid where it would be invalid, with the faults of all of them at once."""
    pieces = rules.pieces
    if not all(pieces.lists(change["group"]) or change["group"] in pieces.features for change in changes):
        raise Invalid(of_field("change", say("there is no such body or gun")))
    try:
        return _tried(rules, position, changes)
    except Refused as fault:
        faults = [fault.sentence] if len(changes) == 1 else [*dict.fromkeys(_faults(rules, position, changes))]
        raise Invalid(joined("; ", faults or [fault.sentence])) from fault


def _tried(rules: Rules, position: Position, changes: Sequence[Change]) -> Position:
    return rules.opening(Start(ruled(rules.pieces, position, changes)))


def _faults(rules: Rules, position: Position, changes: Sequence[Change]) -> Iterator[str]:
    """What is wrong with each change by itself, after those that can be made."""
    for change in changes:
        try:
            position = _tried(rules, position, [change])
        except Refused as fault:
            yield fault.sentence


def make(rules: Rules, position: Position, read: Sequence[Change], opening: Position | None = None) -> Made:
    """The changes, made on a position: what was there, what is there in its normal form, and who may know of it.

    opening: what the sides saw last; left out, the position itself.
    """
    after = overruled(rules, position, read)
    pieces = rules.pieces
    becomes = Floor(after, rules.table(after))
    # What the rules found and nobody is told yet came of orders that the other side may not know.
    was = Floor(position, rules.table(position if opening is None else opening))
    complete = [_complete(pieces, position, after, one) for one in read]
    for one in complete:
        _tell(rules, was, becomes, one)
    touched = {side for one in complete for side in (*one["sides"], *one["shown"])}
    touches = tuple(side for side in rules.sides if side in touched)
    return Made(tuple(complete), after, touches)


def _complete(pieces: Pieces, before: Position, after: Position, change: Change) -> Plain:
    """A change as it is kept."""
    group, thing = change["group"], change["thing"]
    was, becomes = (pieces.group_in(one, group).get(thing) for one in (before, after))
    if "add" in change:
        return {"group": group, "thing": thing, "add": becomes if becomes is not None else dict(change["add"])}
    if change.get("remove"):
        if becomes is not None:
            raise Invalid(
                of_field("thing", say("{thing} belongs to the country and cannot be taken away", thing=thing))
            )
        return {"group": group, "thing": thing, "remove": True, "was": was or {}}
    return {**change, "was": (was or {}).get(change["key"], pieces.usual(group, was or {}).get(change["key"]))}


def _tell(rules: Rules, before: Floor, after: Floor, change: Plain) -> None:
    """Enter who is told of a change: all of it the sides whose it is, and those who see it what they see."""
    pieces, thing = rules.pieces, change["thing"]
    group = change["group"]
    true = [found for one in (before, after) if (found := pieces.group_in(one.position, group).get(thing)) is not None]
    whose = {side for one in true for side in (pieces.holder(one), str(one.get("side", "")))}
    change["sides"], change["shown"] = sorted(side for side in whose if side), {}
    if "key" in change and change["sides"] and not shows(pieces, change):
        return
    for side in rules.sides:
        if side not in change["sides"]:
            seen, sees = (pieces.group_in(one.table.sees(side), group).get(thing) for one in (before, after))
            if seen is not None or sees is not None:
                change["shown"][side] = _as_seen(change, seen or {}, sees or {})


def shows(pieces: Pieces, change: Mapping[str, Any]) -> bool:
    """Whether a change of a value is one of place or front, which those who look on see happen."""
    kinds = dict(pieces.kind(change["group"]).fields)
    return kinds.get(change.get("key", "")) in (PLACE, LINE, ANGLE)


def _as_seen(change: Plain, seen: Mapping[str, Any], sees: Mapping[str, Any]) -> Plain:
    """What somebody who only sees a thing may read of a change to it."""
    if "add" in change:
        return {"add": dict(sees)}
    if change.get("remove"):
        return {"was": dict(seen)}
    return {"value": sees.get(change["key"]), **({} if sees else {"unseen": True})}


def as_told(change: Plain, side: str) -> Plain | None:
    """A change as one side may read it; none if it is not told of it.

    What a value was in the finding only they read whose thing it is: it may be where they had ordered it.
    """
    said = {key: value for key, value in change.items() if key not in ("sides", "shown")}
    if side in change.get("sides", ()):
        return said
    shown = change.get("shown", {}).get(side)
    if shown is None:
        return None
    told = {**said, **shown}
    if "key" in told:
        told.pop("was", None)
    return told
