"""The values of a thing that the umpire may change in the finding: the fields of a ruling, and what was typed in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from campaigns import sight
from campaigns.usecases.muster.brigades import brigades_of
from campaigns.web.page.measures import read_bearing, read_count, read_inches, read_point, read_points
from rules.contract.pieces import (
    ANGLE,
    COUNT,
    FACTOR,
    FLAG,
    LENGTH,
    LINE,
    PACKETS,
    PLACE,
    SIDE,
    TITLE,
    Editable,
    Pieces,
)
from rules.errors import Invalid
from rules.values.sentence import joined, say, word

NOUGHT: Mapping[str, Any] = {COUNT: 0, ANGLE: 0, LENGTH: 0, FLAG: False}
"""The value of a kind that a thing does not name, where the book gives its group no other."""


@dataclass
class Value:
    """One value of a thing, and the umpire's.

    found: what the rules found; none where there is no finding yet; an empty field is left to the rules.
    of: begins the name of its field where a form has several things.  now: the value on the floor, for comparison.
    before: what it was when the move began, where the finding differs.  offered: names that may be chosen, or another typed.
    along: the key of the value with which as much of this one goes; kept: that the umpire leaves it as it is all the same.
    """

    key: str
    part: str
    kind: str
    found: Any
    typed: str
    choices: Sequence[str] = ()
    error: str = ""
    of: str = ""
    now: str = ""
    before: str = ""
    offered: Sequence[str] = ()
    along: str = ""
    kept: bool = False

    @property
    def name(self) -> str:
        """The name of its field."""
        named = f"{self.of}v-{self.key}"
        return f"{named}-{self.part}" if self.part else named

    @property
    def leaves(self) -> bool:
        """Whether nothing was typed that differs from the finding."""
        return self.typed == written(self.found)

    @property
    def ruled(self) -> bool:
        """Whether it is ruled on: another value, or that this one stays."""
        return self.kept or not self.leaves


def things_in(pieces: Pieces, position: Mapping[str, Any], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """The things of a position that a ruling may change, group by group and side by side."""
    found: dict[str, list[tuple[str, str]]] = {}
    for group, thing, one in pieces.every(position):
        kind = pieces.kind(group)
        if kind.fields:
            owner = names.get(pieces.owner(group, one), "")
            title = joined(" · ", [part for part in (kind.title or word(kind.group), owner) if part])
            found.setdefault(title, []).append((thing, names.get(thing, thing)))
    return [{"title": title, "things": things} for title, things in found.items()]


def group_of(pieces: Pieces, position: Mapping[str, Any], thing: str) -> str:
    """The group of a thing that a ruling may change; none for any other."""
    found = pieces.find(position, thing)
    return found[0] if found is not None and pieces.kind(found[0]).fields else ""


def found_values(
    group: str,
    thing: Mapping[str, Any],
    seat: sight.Seat,
    post: Any,
    was: Mapping[str, Any],
    brigades: Sequence[str] = (),
) -> list[Value]:
    """The values of a thing in the finding, with what was typed for each.  was: the thing as the move began.

    brigades: that it may be put into.
    """
    values, usual = [], seat.rules.pieces.usual(group, thing)
    for one in seat.rules.pieces.editable(group, thing):
        key, part, kind = one.key, one.part, one.kind
        nought = usual.get(key, NOUGHT.get(kind, ""))
        found, stood = (
            (one_of.get(key) or {}).get(part, 0) if part else one_of.get(key, nought) for one_of in (thing, was)
        )
        before = written(stood) if stood != found and kind in (COUNT, LENGTH, PACKETS) else ""
        offered = brigades if kind == TITLE else ()
        choices = _choices(one, seat)
        values.append(Value(key, part, kind, found, written(found), choices, before=before, offered=offered))
    return _typed(values, post)


def ruling_values(
    group: str,
    thing: Mapping[str, Any],
    seat: sight.Seat,
    post: Any,
    was: Mapping[str, Any],
    brigades: Sequence[str] = (),
) -> list[Value]:
    """The values of a thing for a ruling on it: the same, and which of them go along with another."""
    values, pieces = found_values(group, thing, seat, post, was, brigades), seat.rules.pieces
    along = {pieces.goes_along(group, thing, one.key): one.key for one in values}
    for one in values:
        one.along = along.get(one.key, "")
        one.kept = bool(one.along and post is not None and f"{one.name}-kept" in post)
    return values


def prepared_values(
    group: str,
    thing: Mapping[str, Any],
    seat: sight.Seat,
    post: Any,
    of: str,
    standing: Mapping[str, Any],
    brigades: Sequence[str] = (),
) -> list[Value]:
    """The values of a thing in a future finding: an empty field is left to the rules.

    standing: the values prepared before, by their keys.  brigades: that it may be put into.
    """
    values, usual = [], seat.rules.pieces.usual(group, thing)
    for one in seat.rules.pieces.editable(group, thing):
        key, part, kind = one.key, one.part, one.kind
        was = (standing.get(key) or {}).get(part) if part else standing.get(key)
        stands = (thing.get(key) or {}).get(part) if part else thing.get(key, usual.get(key))
        choices, offered = _choices(one, seat), brigades if kind == TITLE else ()
        values.append(Value(key, part, kind, None, written(was), choices, of=of, now=written(stands), offered=offered))
    return _typed(values, post)


def brigades_for(pieces: Pieces, position: Mapping[str, Any], group: str, thing: Mapping[str, Any]) -> list[str]:
    """The brigades of the side of a thing."""
    return [one.name for one in brigades_of(pieces, position, pieces.owner(group, thing))]


def _choices(one: Editable, seat: sight.Seat) -> Sequence[str]:
    return list(seat.side_names) if one.kind == SIDE else one.choices


def _typed(values: list[Value], post: Any) -> list[Value]:
    """The same with what was typed, and the error of each field."""
    for one in values if post is not None else ():
        one.typed = str(post.get(one.name, "")).strip()
        try:
            if not (one.found is None and one.leaves):
                _read(one)
            elif one.part and any(not other.leaves for other in values if other.key == one.key):
                raise ValueError(say("Give all three kinds of packets, or none."))
        except ValueError as fault:
            one.error = str(fault)
    return values


def written(found: Any) -> str:
    """A value as text in its field."""
    if isinstance(found, bool):
        return "yes" if found else "no"
    if isinstance(found, list | tuple):
        return (
            "; ".join(map(written, found))
            if found and isinstance(found[0], list | tuple)
            else " ".join(map(str, found))
        )
    return "" if found is None else str(found)


def _read(one: Value) -> Any:
    """What was typed, as plain data."""
    if one.kind in (COUNT, PACKETS):
        return read_count(one.typed)
    if one.kind == LENGTH:
        return read_inches(one.typed)
    if one.kind == ANGLE:
        return read_bearing(one.typed)
    if one.kind == FACTOR:
        return one.typed or None
    if one.kind == TITLE:
        return one.typed
    if one.kind in (PLACE, LINE):
        return _read_places(one)
    if one.kind == FLAG:
        if one.typed not in ("yes", "no"):
            raise ValueError(say("Choose yes or no."))
        return one.typed == "yes"
    if one.typed not in ("", *one.choices):
        raise ValueError(say("Choose one from the list."))
    return one.typed or None


def _read_places(one: Value) -> Any:
    """A place, or the places of a line; none where nothing is typed."""
    if not one.typed:
        return None
    return read_points(one.typed) if one.kind == LINE else read_point(one.typed)


def changes(group: str, thing: str, values: Sequence[Value]) -> list[dict[str, Any]]:
    """The umpire's changes; Invalid where there are none."""
    if all(one.leaves for one in values):
        raise Invalid(say("Nothing is changed yet. Change at least one value."))
    ruled = []
    for key in dict.fromkeys(one.key for one in values if one.ruled):
        parts = [one for one in values if one.key == key]
        value = {one.part: _read(one) for one in parts} if parts[0].part else _read(parts[0])
        ruled.append({"group": group, "thing": thing, "key": key, "value": value})
    return ruled
