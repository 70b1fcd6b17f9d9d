"""The difference between two starts, thing by thing, so that one can be made of the other again, both ways."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from campaigns.models.plain import Plain
from rules.values.sentence import dumps

BEFORE, AFTER = "before", "after"
"""The two states that a difference knows of each thing; it lacks the one in which the thing is not there."""


MOST_STEPS = 100
"""Steps that can be taken back at most."""

GREATEST_STEPS = 2_000_000
"""Characters of the steps that can be taken back at most; of more the oldest are forgotten."""


class Groups(Protocol):
    """What says which keys of a start hold things by id."""

    def lists(self, group: str) -> bool:
        """Whether this is one of them."""
        ...


def bounded(steps: Sequence[Plain]) -> list[Plain]:
    """The newest steps, within their limits."""
    room, kept = GREATEST_STEPS, list[Plain]()
    for step in reversed(steps[-MOST_STEPS:]):
        room -= len(dumps(step))
        if room < 0:
            break
        kept.append(step)
    return kept[::-1]


def difference(pieces: Groups, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Plain]:
    """What differs between two starts: things of groups, other keys as a whole, and the sequence of things."""
    found: list[Plain] = []
    for group in dict.fromkeys([*before, *after]):
        one, other = before.get(group), after.get(group)
        if pieces.lists(group) and isinstance(one or {}, Mapping) and isinstance(other or {}, Mapping):
            found += _of_group(group, one or {}, other or {}, (group in before, group in after))
        elif one != other or (group in before) != (group in after):
            found.append({"group": group, **_states(before, after, group)})
    return found


def _of_group(group: str, one: Plain, other: Plain, there: tuple[bool, bool]) -> Iterator[Plain]:
    for thing in dict.fromkeys([*one, *other]):
        if one.get(thing) != other.get(thing) or (thing in one) != (thing in other):
            yield {"group": group, "thing": thing, **_states(one, other, thing)}
    if list(one) != list(other) or there[0] != there[1]:
        states = ((BEFORE, one, there[0]), (AFTER, other, there[1]))
        yield {"group": group, "sequence": {when: list(things) for when, things, is_there in states if is_there}}


def _states(before: Mapping[str, Any], after: Mapping[str, Any], key: str) -> Plain:
    return {when: held[key] for when, held in ((BEFORE, before), (AFTER, after)) if key in held}


def at_one_end(start: Mapping[str, Any], found: Sequence[Plain], end: str) -> dict[str, Any]:
    """A start as it was before a difference, or after it; what the difference does not touch stays.  end: which."""
    made = dict(start)
    for one in found:
        group = one["group"]
        if "thing" in one:
            things = dict(made.get(group) or {})
            _set(things, one["thing"], one, end)
            made[group] = things
        elif "sequence" in one:
            there = made.get(group) or {}
            if end in one["sequence"] or there:
                wanted = one["sequence"].get(end, ())
                made[group] = {name: there[name] for name in dict.fromkeys([*wanted, *there]) if name in there}
            else:
                made.pop(group, None)
        else:
            _set(made, group, one, end)
    return made


def _set(held: Plain, key: str, one: Plain, end: str) -> None:
    if end in one:
        held[key] = one[end]
    else:
        held.pop(key, None)


def touched(found: Iterable[Plain]) -> list[list[str]]:
    """The things of a difference, each as its group and id; of another key the group alone."""
    return [[one["group"], one.get("thing", "")] for one in found if "sequence" not in one]
