"""What of a thing the umpire may set otherwise than the rules find: the fields of his ruling, and what was typed in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from campaigns import sight
from campaigns.web.order_form import asks
from campaigns.web.page import showing
from campaigns.web.page.measures import read_count, read_inches
from rules.errors import Invalid

COUNT, FLAG, LENGTH, SIDE, WORD, PACKETS = "count", "flag", "length", "side", "word", "packets"
KEYS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "bodies": (
        ("men", COUNT), ("horses", COUNT), ("prisoners", COUNT), ("formation", WORD), ("facing", COUNT), ("must_retire", LENGTH),
        ("immobile", FLAG), ("out_of_action", FLAG), ("surrendered", FLAG), ("disarmed", FLAG),
    ),
    "guns": (("destroyed", FLAG), ("disabled_for", COUNT), ("limbered", FLAG), ("in_dispute", FLAG),
        ("team_horses", COUNT), ("held_by", SIDE)),
    "waggons": (("packets", PACKETS), ("destroyed", FLAG), ("held_by", SIDE)),
    "depots": (("packets", PACKETS), ("destroyed", FLAG), ("held_by", SIDE)),
    "generals": (("absent_for", COUNT), ("gone", FLAG)),
}  # fmt: skip
"""What of a thing the umpire may set otherwise than the rules have found, with the kind of its value."""

NOUGHT: Mapping[str, Any] = {COUNT: 0, LENGTH: 0, FLAG: False}
"""What stands for a value of a kind that a thing does not name."""


@dataclass
class Value:
    """One value of a thing, and what the umpire would have it be.

    found: what the rules found; none where they have found nothing yet, and what is left empty is left to them.
    of: begins the name of its field where a form has several things.  now: what stands on the floor, to be compared.
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

    @property
    def name(self) -> str:
        """The name of its field."""
        named = f"{self.of}v-{self.key}"
        return f"{named}-{self.part}" if self.part else named

    @property
    def leaves(self) -> bool:
        """Whether nothing was typed that is otherwise than what is found."""
        return self.typed == written(self.found)


def things_in(position: Mapping[str, Any], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """The things of a position of which something may be ruled, group by group."""
    return [
        {"title": group, "things": [(key, names.get(key, key)) for key in position[group]]}
        for group in KEYS
        if position.get(group)
    ]


def found_values(group: str, thing: Mapping[str, Any], seat: sight.Seat, post: Any) -> list[Value]:
    """The values of a thing in the finding, with what was typed for each."""
    values = []
    for key, part, kind in _fields(group, thing):
        found = (thing.get(key) or {}).get(part, 0) if part else thing.get(key, NOUGHT.get(kind, ""))
        values.append(Value(key, part, kind, found, written(found), _choices(kind, thing, seat)))
    return _typed(values, post)


def prepared_values(
    group: str, thing: Mapping[str, Any], seat: sight.Seat, post: Any, of: str, standing: Mapping[str, Any]
) -> list[Value]:
    """The values of a thing in a finding to come: what is left empty is left to the rules.

    standing: what was prepared of it before, by its keys.
    """
    values = []
    for key, part, kind in _fields(group, thing):
        was = (standing.get(key) or {}).get(part) if part else standing.get(key)
        stands = (thing.get(key) or {}).get(part) if part else thing.get(key)
        choices = _choices(kind, thing, seat)
        values.append(Value(key, part, kind, None, written(was), choices, of=of, now=written(stands)))
    return _typed(values, post)


def _fields(group: str, thing: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Key, part and kind of each field of a thing."""
    for key, kind in KEYS[group]:
        if key != "horses" or thing.get("arm") == "cavalry":
            yield from ((key, part, kind) for part in (showing.PACKETS if kind == PACKETS else ("",)))


def _choices(kind: str, thing: Mapping[str, Any], seat: sight.Seat) -> Sequence[str]:
    if kind == SIDE:
        return list(seat.side_names)
    return asks.FORMATIONS.get(str(thing.get("arm")), ()) if kind == WORD else ()


def _typed(values: list[Value], post: Any) -> list[Value]:
    """The same with what was typed, and at each field what is wrong with it."""
    for one in values if post is not None else ():
        one.typed = str(post.get(one.name, "")).strip()
        try:
            if not (one.found is None and one.leaves):
                _read(one)
            elif one.part and any(not other.leaves for other in values if other.key == one.key):
                raise ValueError("Give all three kinds of packets, or none.")
        except ValueError as fault:
            one.error = str(fault)
    return values


def written(found: Any) -> str:
    """A value as it stands in its field."""
    if isinstance(found, bool):
        return "yes" if found else "no"
    return "" if found is None else str(found)


def _read(one: Value) -> Any:
    """What was typed, as plain data."""
    if one.kind in (COUNT, PACKETS):
        return read_count(one.typed)
    if one.kind == LENGTH:
        return read_inches(one.typed)
    if one.kind == FLAG:
        if one.typed not in ("yes", "no"):
            raise ValueError("Yes or no is wanted.")
        return one.typed == "yes"
    if one.typed not in ("", *one.choices):
        raise ValueError("Choose one of those offered.")
    return one.typed or None


def changes(group: str, thing: str, values: Sequence[Value]) -> list[dict[str, Any]]:
    """What the umpire would have otherwise; Invalid where he has changed nothing."""
    changed = list(dict.fromkeys(one.key for one in values if not one.leaves))
    if not changed:
        raise Invalid("Change at least one value, or leave the finding as it is.")
    ruled = []
    for key in changed:
        parts = [one for one in values if one.key == key]
        value = {one.part: _read(one) for one in parts} if parts[0].part else _read(parts[0])
        ruled.append({"group": group, "thing": thing, "key": key, "value": value})
    return ruled
