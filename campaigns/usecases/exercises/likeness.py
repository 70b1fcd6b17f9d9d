"""Whether two exercises, or a battle and an exercise, tell the same, whatever they are called.

What is sealed of an exercise falls into parts: how each side stands, how it is drawn up, of what it is made, what is
written to it, and what is planned. Of each part every single thing gives a mark, so that one that is moved, renamed or
weakened leaves the marks of the others.  Two are alike where of any part they share enough marks.  Names, ids, colours
and sequence give none.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from campaigns.bridge import canonical
from rules.books import book as find_book

Marks = Mapping[str, frozenset[int]]
"""The marks of each part: ``stands red``, ``drawn red``, ``force red``, ``written red``, ``planned``."""


class Enough(NamedTuple):
    """How many marks two must share of a part: so many at least, and so many of a hundred of one of the two."""

    least: int
    hundredths: int
    of: Callable[[int, int], int]

    def shared(self, both: int, one: int, other: int) -> bool:
        """Whether it is enough.  both: how many are shared; one, other: how many there are."""
        return both >= self.least and 100 * both >= self.hundredths * self.of(one, other)


ENOUGH = {
    "stands": Enough(3, 50, min),
    "drawn": Enough(4, 60, min),
    "force": Enough(8, 75, max),
    "written": Enough(2, 50, min),
    "planned": Enough(3, 50, min),
}
"""Half of the lesser, where a mark is hardly the same by chance: so that a part of a force that stands as it did is enough.

Battalions of thirty with guns of five are in many exercises.  A force is therefore only known by what it is made of where
there is much of it that differs, three quarters of the greater are the same, and the numbers are too.
"""

COUNTED = ("arm", "kind", "template", "men", "horses", "packets", "trucks", "strength")
"""What of a thing says how strong it is."""

NAMED = ("name", "text", "side", "clause", "told", "commander", "brigade")
"""What of a planned change or an objective says nothing that is worth anything by itself."""

LEAST_WORDS = 6
"""Words of a sentence by which something written is known: a shorter one stands in many briefings."""

SENTENCE, WORD = re.compile(r"[.!?;:\n]+"), re.compile(r"\w+")


def marks_of(exercise: Mapping[str, Any]) -> Marks:
    """The marks of an exercise in its normal form, or of as much of one as a battle has; of a game on a board none."""
    if find_book(exercise["book"]).on_board:
        return {}
    things, languages = list(_things(exercise.get("forces"))), _maps(exercise.get("texts"))
    found: dict[str, Iterable[Any]] = {"planned": _planned(exercise, languages)}
    for side in {str(one.get("side")) for _, one in things if one.get("side")} | _maps(exercise.get("sides")).keys():
        own = [(group, one) for group, one in things if one.get("side") == side]
        stands = [(group, str(one.get("arm")), place) for group, one in own if (place := _place(one.get("at")))]
        found[f"stands {side}"] = ([group, arm, *map(round, place)] for group, arm, place in stands)
        found[f"drawn {side}"] = _drawn_up(stands)
        found[f"force {side}"] = Counter(_strength(group, one) for group, one in own).items()
        told = [
            _maps(exercise.get("sides")).get(side),
            *(_maps(one.get("sides")).get(side) for one in languages.values()),
        ]
        found[f"written {side}"] = (said for text in told for said in _sentences(text))
    marks = {part: frozenset(_mark(part.split()[0], one) for one in every) for part, every in found.items()}
    return {part: values for part, values in marks.items() if len(values) >= ENOUGH[part.split()[0]].least}


def alike(one: Marks, other: Marks) -> bool:
    """Whether two are alike.  A side is compared with every side: they may have changed their colours."""
    return any(
        first.split()[0] == second.split()[0]
        and ENOUGH[first.split()[0]].shared(len(values & theirs), len(values), len(theirs))
        for first, values in one.items()
        for second, theirs in other.items()
    )


def _mark(family: str, told: Any) -> int:
    """64 bits of a digest of something, which is another in each family of parts."""
    given = hashlib.sha256(f"{family} {canonical(told)}".encode()).digest()
    return int.from_bytes(given[:8], "big", signed=True)


def _maps(given: Any) -> Mapping[str, Any]:
    """What is a map; an empty one for anything else: the force of a muster may be faulty."""
    return given if isinstance(given, Mapping) else {}


def _things(forces: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every thing of a force with its group."""
    for group, every in _maps(forces).items():
        if group != "country":
            yield from ((group, one) for one in _maps(every).values() if isinstance(one, Mapping))


def _drawn_up(stands: Sequence[tuple[str, str, list[Decimal]]]) -> Iterator[Any]:
    """From each thing the way to the nearest other, in inches: the same wherever all of them stand."""
    for this, (group, arm, place) in enumerate(stands):
        ways = [
            ([to - at for at, to in zip(place, there, strict=True)], [other, its])
            for number, (other, its, there) in enumerate(stands)
            if number != this and len(there) == len(place)
        ]
        if ways:
            way, what = min(ways, key=lambda one: (sum(far * far for far in one[0]), one))
            yield [group, arm, *what, *map(round, way)]


def _place(at: Any) -> list[Decimal]:
    """A place in inches; nothing where there is none."""
    if not isinstance(at, list | tuple) or not all(isinstance(one, int | float) for one in at):
        return []
    return [Decimal(str(one)) for one in at if one == one and abs(one) < 1_000_000]


def _strength(group: str, thing: Mapping[str, Any]) -> str:
    """What a thing is and how strong, as canonical JSON."""
    return canonical([group, {key: thing[key] for key in COUNTED if thing.get(key)}])


def _planned(exercise: Mapping[str, Any], languages: Mapping[str, Any]) -> Iterator[Any]:
    """What is planned: the sentences and changes of its events, and where its objectives are."""
    for event in exercise.get("events") or ():
        yield from _sentences(event.get("text"))
        for change in event.get("change") or ():
            yield _unnamed(change)
    for objective in exercise.get("objectives") or ():
        yield _unnamed(objective)


def _unnamed(given: Any) -> Any:
    return {key: one for key, one in _maps(given).items() if key not in NAMED}


def _sentences(text: Any) -> Iterator[str]:
    """The sentences of a text, or of the briefing of a side, by their words."""
    said = text.get("briefing") if isinstance(text, Mapping) else text
    for sentence in SENTENCE.split(said if isinstance(said, str) else ""):
        words = WORD.findall(sentence.casefold())
        if len(words) >= LEAST_WORDS:
            yield " ".join(words)
