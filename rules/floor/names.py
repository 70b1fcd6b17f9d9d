"""The register of names: what a side may call a new thing, so that no id stands twice and none tells of what is not seen.

Every id of a position stands for one thing, whatever its group.  A name that begins with a side's key belongs to that side
(``blue-sappers-2``): it is the side's own space, in which the engine puts what nobody has named.  A name is refused for what
its side can see, never for what it cannot; one that stands for an unseen thing is moved into the side's own space.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import count
from typing import Any, TypeVar

from rules.contract.data import Order
from rules.contract.names import swapped
from rules.errors import Invalid
from rules.values.compare import words_in
from rules.values.sentence import say

GIVING = ("into", "work")
"""The keys of an order under which a commander gives a new thing its name."""

MAKING = (*GIVING, "rail")
"""The keys of an order under which a new thing gets its name."""

WORDS = frozenset({"order", "formation", "text", "channel", "kind", "arm", "direction", "by"})
"""The keys of an order under which stand words and no ids."""


T = TypeVar("T")

Register = Sequence[Collection[str]]
"""The ids that stand for something, group by group."""


def own_name(side: str, name: str) -> str:
    """A name in a side's own space.

    >>> own_name("red", "trench-1"), own_name("red", "red-foot-2")
    ('red-trench-1', 'red-foot-2')
    """
    return name if name.startswith(f"{side}-") else f"{side}-{name}"


def in_own_space(order: Mapping[str, Any], side: str, seen: Register) -> Order:
    """An order as plain data whose new names are in its side's own space; what the side sees keeps its name.

    Invalid where no page could be called so.

    >>> in_own_space({"order": "split", "into": "left"}, "red", [{"red-foot"}])
    {'order': 'split', 'into': 'red-left'}
    """
    new = {key: name for key in GIVING if (name := order.get(key)) and not is_taken(name, seen)}
    for key, name in new.items():
        if "/" in name:
            raise Invalid(say("{key}: a name without / is wanted, got {name}", key=key, name=name))
    return Order({**order, **{key: own_name(side, name) for key, name in new.items()}})


def unseen(order: Mapping[str, Any], hidden: Collection[str]) -> str:
    """The first id of something hidden that an order names, or nothing; what was measured of it is the umpire's to name.

    >>> unseen({"order": "choose", "dead": {"crew": 1}}, {"crew"}), unseen({"order": "stand", "body": "foot"}, {"crew"})
    ('crew', '')
    """
    named = (one for key, value in order.items() if key not in (*WORDS, "measured") for one in words_in(value))
    return next((one for one in named if one in hidden), "")


def hidden(seen: Register, there: Register) -> frozenset[str]:
    """The ids of what there is and is not seen."""
    return frozenset().union(*there).difference(*seen)


def standing(floor: Any, groups: Iterable[str]) -> Register:
    """The ids of everything on a floor or in a position, group by group."""
    return [getattr(floor, group) for group in groups]


def next_name(groups: Register, identity: str, first: int = 2) -> str:
    """The id with the least number behind it that stands for nothing: for a part of a thing.

    >>> next_name([{"red-foot", "red-foot-2"}, {"red-foot-3"}], "red-foot")
    'red-foot-4'
    """
    return next(one for n in count(first) if not is_taken(one := f"{identity}-{n}", groups))


def is_taken(name: str, groups: Register, *, others: Iterable[str] = ()) -> bool:
    """Whether a new thing may not have a name: something has it, in whatever group, or it is in another side's space.

    others: the sides that it is not of.

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
    """A side's orders; a new name that stands for something that the side does not see is put into its own space.

    seen, there: the ids by group, of what the side sees and of all that there is.  So the order is carried out as if the
    unseen thing were not there, in all that its side orders under that name.
    """
    wanted = dict.fromkeys(name for order in orders for key in MAKING if (name := getattr(order, key, "")))
    taken = [name for name in wanted if is_taken(name, there)]
    known = seen() if taken else ()
    moved = {name: _free(side, name, there) for name in taken if not is_taken(name, known)}
    return [read(renamed(write(order), moved)) for order in orders] if moved else orders


def _free(side: str, name: str, there: Register) -> str:
    """A name in a side's own space that stands for nothing yet."""
    own = own_name(side, name)
    return next_name(there, own) if is_taken(own, there) else own


def renamed(order: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """An order as plain data with some ids replaced, wherever one of them stands by itself.

    >>> renamed({"order": "march", "body": "march", "escorts": {"march": 2}}, {"march": "red-march"})
    {'order': 'march', 'body': 'red-march', 'escorts': {'red-march': 2}}
    """
    return {key: one if key in WORDS else swapped(one, names) for key, one in order.items()}
