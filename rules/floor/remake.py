"""How bodies are split and merged: what each part takes of a whole, and a whole of its parts.  [KS-DEF-07, LW-SETUP-09]

Code that makes bodies uses the account of its book, which lists every field of a body once: a field is of the body
alone, is divided and added, or passes to every part and to the whole.  So nothing is counted twice or lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

Names = tuple[str, ...]
Changes = dict[str, Any]

COUNTS_BY_NAME, GREATEST_BY_NAME = "counts", "greatest"
"""How a field is written that holds a number by name, or a greatest distance by name; any other field is a list of names."""


@dataclass(frozen=True)
class Account:
    """What becomes of each field when a body is split or merged.

    own: set by the code that makes it; kept: the first body's value, also for every part.
    shared: divided by men and added, with a function of the value, the men of the part, and the men of the whole.
    passed: copied to every part; the whole combines those of its bodies by the function.
    """

    own: Names
    kept: Names
    shared: Mapping[str, Callable[[Any, int, int], Any]]
    passed: Mapping[str, Callable[[Any, Any], Any]]

    def fields(self) -> list[str]:
        """Every field that this account lists."""
        return [*self.own, *self.kept, *self.shared, *self.passed]

    def parted(self, body: Any, men: int, of: int) -> tuple[Changes, Changes]:
        """What a part takes of what is divided, and what the rest keeps.  men: of the part; of: of the whole."""
        taken = {name: share(getattr(body, name), men, of) for name, share in self.shared.items()}
        return taken, {name: getattr(body, name) - part for name, part in taken.items()}

    def joined(self, first: Any, second: Any) -> Changes:
        """The fields of two bodies made one: sums of what is divided; the rest combined by its function."""
        added = {name: getattr(first, name) + getattr(second, name) for name in self.shared}
        return added | {name: take(getattr(first, name), getattr(second, name)) for name, take in self.passed.items()}


@dataclass(frozen=True)
class Captivity:
    """What becomes of each field of men who are taken, and of men who are freed.  [KS-LW-11, LW-PRIS-07]

    own: set by the code that takes or frees them; kept: unchanged; ended: what is over, with its new value.
    """

    own: Names
    kept: Names
    ended: Changes

    def fields(self) -> list[str]:
        """Every field that this account lists."""
        return [*self.own, *self.kept, *self.ended]


# -- shares ---------------------------------------------------------------------------------------


def share(number: int, men: int, of: int) -> int:
    """The share that a part takes of a number: rounded to the nearest, a half to the rest.

    >>> share(7, 5, 10), share(6, 20, 40), share(1, 29, 30), share(1, 1, 30)
    (3, 3, 1, 0)
    """
    return (2 * number * men + of - 1) // (2 * of) if of else 0


def whole_share(number: int, men: int, of: int) -> int:
    """The share that a part takes of a number, in whole units; the remainder goes to the rest.

    >>> whole_share(8, 5, 12)
    3
    """
    return number * men // of if of else 0


def nothing(number: Any, men: int, of: int) -> Any:
    """No share: all stays with the rest."""
    return number - number


def either(first: bool, second: bool) -> bool:
    """Whether either part has a state, so that the whole has it."""
    return first or second


def together(first: Names, second: Iterable[str]) -> Names:
    """The names of both, each once, in order.

    >>> together(("a", "b"), ("b", "c"))
    ('a', 'b', 'c')
    """
    return tuple(dict.fromkeys((*first, *second)))


def earlier(first: int | None, second: int | None) -> int | None:
    """The earlier of two moves, either of which may be missing."""
    return min((one for one in (first, second) if one is not None), default=None)


# -- names elsewhere ------------------------------------------------------------------------------


def named_beside(thing: Any, naming: Mapping[str, str], old: str, new: str, men: int, of: int) -> Changes:
    """The fields of a thing that must name a part beside the body that it was split from.

    naming: how each field that names bodies is written.  Numbers by name are divided; men: of the part, of: of the whole.
    """
    changes: Changes = {}
    for field, written in naming.items():
        held = getattr(thing, field)
        if not held or old not in held or held == new:
            continue
        if written == COUNTS_BY_NAME:
            part = share(held[old], men, of)
            divided = {**held, old: held[old] - part, new: held.get(new, 0) + part}
            changes[field] = {name: number for name, number in divided.items() if number}
        elif written == GREATEST_BY_NAME:
            changes[field] = {**held, new: held[old]}
        elif isinstance(held, tuple):
            changes[field] = together(held, (new,))
    return changes


def named_instead(thing: Any, naming: Mapping[str, str], gone: Mapping[str, str]) -> Changes:
    """The fields of a thing that must name a merged body instead of the bodies it was made of."""
    changes: Changes = {}
    for field, written in naming.items():
        held = getattr(thing, field)
        if isinstance(held, str):
            if held in gone:
                changes[field] = gone[held]
        elif not gone.keys().isdisjoint(held):
            if written == COUNTS_BY_NAME:
                changes[field] = added(held, gone)
            elif written == GREATEST_BY_NAME:
                into = {gone.get(name, name) for name in held}
                changes[field] = {
                    one: max(far for name, far in held.items() if gone.get(name, name) == one) for one in sorted(into)
                }
            else:
                changes[field] = tuple(dict.fromkeys(gone.get(name, name) for name in held))
    return changes


def added(counts: Mapping[str, int], gone: Mapping[str, str]) -> dict[str, int]:
    """Numbers by name, with those of replaced names added to their replacements.

    >>> added({"a": 2, "b": 3}, {"b": "a"})
    {'a': 5}
    """
    found: dict[str, int] = {}
    for name, number in counts.items():
        found[gone.get(name, name)] = found.get(gone.get(name, name), 0) + number
    return found
