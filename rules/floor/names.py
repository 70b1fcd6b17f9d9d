"""The register of names: what a side may call a new thing, so that no id is used twice and none reveals what is hidden.

Every id of a position is of one thing, across all groups.  A name that begins with a side's key belongs to that side
(``blue-sappers-2``): that is the side's own space, where the engine names things too.  A name is refused because of what
its side can see, never because of what it cannot; the name of an unseen thing is moved into the side's own space.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import count
from typing import Any, TypeVar

from rules.contract.data import Order
from rules.contract.names import swapped
from rules.errors import Invalid
from rules.values.compare import words_in
from rules.values.sentence import of_field, say

GIVING = ("into", "work")
"""The keys of an order with which a commander names a new thing."""

MAKING = (*GIVING, "rail")
"""The keys of an order that name a new thing."""

WORDS = frozenset({"order", "formation", "text", "channel", "kind", "arm", "direction", "by"})
"""The keys of an order that hold words and no ids."""


T = TypeVar("T")

Register = Sequence[Collection[str]]
"""The ids in use, group by group."""


def own_name(side: str, name: str) -> str:
    """A name in a side's own space.

    >>> own_name("red", "trench-1"), own_name("red", "red-foot-2")
    ('red-trench-1', 'red-foot-2')
    """
    return name if name.startswith(f"{side}-") else f"{side}-{name}"


def in_own_space(order: Mapping[str, Any], side: str, seen: Register) -> Order:
    """An order (plain data) with its new names in its side's own space; what the side sees keeps its name.

    Invalid if the name cannot be the name of a page.

    >>> in_own_space({"order": "split", "into": "left"}, "red", [{"red-foot"}])
    {'order': 'split', 'into': 'red-left'}
    """
    new = {key: name for key in GIVING if (name := order.get(key)) and not is_taken(name, seen)}
    for key, name in new.items():
        if "/" in name:
            raise Invalid(of_field(key, say("a name without / is wanted, got {name}", name=name)))
    return Order({**order, **{key: own_name(side, name) for key, name in new.items()}})


def unseen(order: Mapping[str, Any], hidden: Collection[str]) -> str:
    """The first id of something hidden that an order names, or an empty word; measured facts are the umpire's and may name it.

    >>> unseen({"order": "choose", "dead": {"crew": 1}}, {"crew"}), unseen({"order": "stand", "body": "foot"}, {"crew"})
    ('crew', '')
    """
    named = (one for key, value in order.items() if key not in (*WORDS, "measured") for one in words_in(value))
    return next((one for one in named if one in hidden), "")


def hidden(seen: Register, there: Register) -> frozenset[str]:
    """The ids of what exists and is not seen."""
    return frozenset().union(*there).difference(*seen)


def standing(floor: Any, groups: Iterable[str]) -> Register:
    """The ids of everything on a floor or in a position, group by group."""
    return [getattr(floor, group) for group in groups]


def next_name(groups: Register, identity: str, first: int = 2) -> str:
    """The id with the lowest number behind it that is not in use, for a part of a thing.

    >>> next_name([{"red-foot", "red-foot-2"}, {"red-foot-3"}], "red-foot")
    'red-foot-4'
    """
    return next(one for n in count(first) if not is_taken(one := f"{identity}-{n}", groups))


def is_taken(name: str, groups: Register, *, others: Iterable[str] = ()) -> bool:
    """Whether a name is taken: by something of any group, or because it is in another side's space.

    others: the other sides.

    >>> is_taken("blue-mine", [{"red-foot"}], others=("blue",)), is_taken("mine", [{"red-foot"}], others=("blue",))
    (True, False)
    """
    return any(name in group for group in groups) or name.startswith(tuple(f"{side}-" for side in others))


def apart(
    orders: Sequence[T],
    side: str,
    *,
    seen: Callable[[], Register],
    there: Register,
    write: Callable[[T], Mapping[str, Any]],
    read: Callable[[Mapping[str, Any]], T],
) -> Sequence[T]:
    """A side's orders; a new name that something unseen already has is moved into the side's own space.

    seen, there: the ids by group, of what the side sees and of all that exists.  So the order is carried out as if the
    unseen thing did not exist, in all orders of the side that use the name.
    """
    wanted = dict.fromkeys(name for order in orders for key in MAKING if (name := getattr(order, key, "")))
    taken = [name for name in wanted if is_taken(name, there)]
    known = seen() if taken else ()
    moved = {name: _free(side, name, there) for name in taken if not is_taken(name, known)}
    return [read(renamed(write(order), moved)) for order in orders] if moved else orders


def _free(side: str, name: str, there: Register) -> str:
    """A name in a side's own space that is not in use."""
    own = own_name(side, name)
    return next_name(there, own) if is_taken(own, there) else own


def renamed(order: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """An order (plain data) with some ids replaced, wherever one is a whole string.

    >>> renamed({"order": "march", "body": "march", "escorts": {"march": 2}}, {"march": "red-march"})
    {'order': 'march', 'body': 'red-march', 'escorts': {'red-march': 2}}
    """
    return {key: one if key in WORDS else swapped(one, names) for key, one in order.items()}
