"""The start of a battle on a floor, parsed: its keys, its things group by group, its two sides.  [CASES.md]"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from rules.errors import Invalid
from rules.values import codec
from rules.values.sentence import of_field, say

SIDES = ("red", "blue")
"""The sides if none are named."""

Groups = dict[str, dict[str, Any]]
"""Things by id, group by group."""


def only_known(given: Mapping[Any, Any], known: Collection[str], where: str) -> None:
    """Invalid if there is a key that the book does not know."""
    strange = given.keys() - known
    if strange:
        raise Invalid(
            of_field(
                where,
                say(
                    "there is no key {given} here; known are {names}",
                    given=f"{min(map(str, strange))[:60]!r}",
                    names=", ".join(sorted(known)),
                ),
            )
        )


def read_groups(
    given: Mapping[str, Any],
    kinds: Mapping[str, type[Any]],
    read: Callable[[type[Any], str, Any, str], Any],
    where: str,
    *,
    beside: Mapping[str, str] | None = None,
) -> Groups:
    """The groups of things by id; each id must be unique.

    read: makes a thing from its kind, id, plain data and place; beside: the groups whose things may share the id
    of a thing of another group.
    """
    groups: Groups = {}
    taken: set[str] = set()
    for group, kind in kinds.items():
        groups[group] = {}
        kept = groups.get((beside or {}).get(group, ""), {})
        for name, one in codec.read_map(given.get(group) or {}, f"{where}.{group}").items():
            identity, place = codec.read_id(name, f"{where}.{group}"), f"{where}.{group}.{name}"
            if identity in taken and identity not in kept:
                raise Invalid(of_field(place, say("the id stands twice")))
            taken.add(identity)
            groups[group][identity] = read(kind, identity, one, place)
    return groups


def sides_of(
    given: Mapping[str, Any], sides: Iterable[str], moves: Iterable[str], groups: Groups, where: str
) -> list[str]:
    """The two sides in the order in which they move: the one said to be first, then in the order of naming.

    sides: in their default order; moves: the sides that the start gives a number of moves for.
    """
    first = [codec.read_id(given["first"], f"{where}.first")] if given.get("first") else []
    owners = (one.side for group in groups.values() for one in group.values() if hasattr(one, "side"))
    order = list(dict.fromkeys([*first, *sides, *moves, *owners]))
    if len(order) < 2:
        order += [one for one in SIDES if one not in order][: 2 - len(order)]
    if len(order) > 2:
        raise Invalid(of_field(where, say("two sides play, not {sides}", sides=", ".join(order))))
    return order


def groups_written(position: Any, groups: Iterable[str]) -> dict[str, Any]:
    """The things of a position as plain data, without empty groups."""
    return {
        group: {name: codec.write(one) for name, one in things.items()}
        for group in groups
        if (things := getattr(position, group))
    }
