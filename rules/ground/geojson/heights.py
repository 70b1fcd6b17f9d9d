"""Which property of a survey is the height: the one that was asked for, else those that are known; what each would give.

Contours may carry several numbers, and no program can know which of them its reader means.  [KS-GAME-08]
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from rules.errors import Invalid
from rules.ground.geojson.kinds import ELEVATIONS, OWN_HEIGHTS, has_main_tag, height_keys, kinds_of, number_of
from rules.ground.geojson.parse import LONGEST_NAME, Feature
from rules.ground.geojson.tally import OTHER
from rules.values.sentence import of_field, say

KNOWN = (*ELEVATIONS, *OWN_HEIGHTS)
LIKELY = re.compile(r"ele|alt|h[oöø]e?[hyj]|heig|haut|cont|cot[ae]|quot|hyps|level|niv|iso|[zh](_|\d|$)")
"""How a property begins that may well be a height, in the languages of surveys."""

MOST_CHOICES = 8
READ_AS = ({"contours"}, {"heights"}, {OTHER})


@dataclass
class _Gives:
    """What a property would give: the things that have a number there, and the different numbers."""

    things: int = 0
    heights: set[Fraction] = field(default_factory=set)

    def add(self, height: Fraction) -> None:
        self.things += 1
        self.heights.add(height)

    def told(self, name: str, uses: Sequence[str]) -> dict[str, Any]:
        """As plain data."""
        low, high = (float(end(self.heights, default=Fraction(0))) for end in (min, max))
        return {
            "property": name, "uses": list(uses), "things": self.things, "heights": len(self.heights), "low": low, "high": high,
        }  # fmt: skip


def with_property(features: Iterable[Feature], chosen: str | None) -> list[Feature]:
    """The features, read by the property that was chosen as their height; Invalid where it gives none of them a height."""
    if not chosen:
        return list(features)
    found = [replace(one, height_property=chosen) for one in features]
    if not any(one.shapes and number_of(one, chosen) is not None for one in found):
        raise Invalid(
            of_field("height_property", say("nothing of the survey has a number as its “{property}”", property=chosen))
        )
    return found


def read_property(given: Any) -> str | None:
    """The property that was chosen, as it is looked up; Invalid where that is no name."""
    if given is None or given == "":
        return None
    if not isinstance(given, str) or len(given) > LONGEST_NAME:
        raise Invalid(of_field("height_property", say("enter at most {most} characters", most=LONGEST_NAME)))
    return given.strip().lower() or None


def choices_of(features: Iterable[Feature]) -> list[dict[str, Any]]:
    """The properties of which one may be the height, with what each would give; nothing where there is no doubt.

    The first, without a name, is what is taken where nobody chooses.
    """
    usual, used, found = _Gives(), Counter[str](), dict[str, _Gives]()
    lines: list[list[tuple[str, Fraction]]] = []
    for feature in features:
        if not _may_have_height(feature):
            continue
        taken = height_used(feature)
        if taken is not None:
            usual.add(taken[1])
            used[taken[0]] += 1
        is_line = any(shape.kind != "point" for shape in feature.shapes)
        numbers = (
            ((key, number_of(feature, key)) for key in feature.properties) if is_line else (taken,) if taken else ()
        )
        pairs = [(key, height) for key, height in numbers if height is not None]
        for key, height in pairs:
            found.setdefault(key, _Gives()).add(height)
        lines += [pairs] if is_line else []
    stands = list(dict.fromkeys(key for pairs in lines for key, _ in pairs))
    named = [one for one in stands if one in KNOWN or LIKELY.match(one)] or stands
    if not any(_in_doubt(pairs, named, used) for pairs in lines):
        return []
    order = sorted(named, key=lambda one: (KNOWN.index(one) if one in KNOWN else len(KNOWN), -found[one].things, one))
    uses = [one for one, _ in used.most_common()]
    return [usual.told("", uses), *(found[one].told(one, [one]) for one in order[:MOST_CHOICES])]


def _in_doubt(pairs: Iterable[tuple[str, Fraction]], named: Sequence[str], used: Container[str]) -> bool:
    """Whether a line has two different numbers that may be its height, or one of which nobody knows that it is."""
    mine = [(key, height) for key, height in pairs if key in named]
    return len({height for _, height in mine}) > 1 or (bool(mine) and not any(key in used for key, _ in mine))


def height_used(feature: Feature) -> tuple[str, Fraction] | None:
    """The property that its height is read from, and the height."""
    for key in height_keys(feature):
        if key in feature.properties and (height := number_of(feature, key)) is not None:
            return key, height
    return None


def notes_of(features: Iterable[Feature], given: str | None) -> list[str]:
    """Sentences of an account: from which properties heights are read, and which others may be meant."""
    rows = list(features)
    used = Counter(found[0] for one in rows if _may_have_height(one) and (found := height_used(one)) is not None)
    notes: list[str] = []
    if used:
        names = ", ".join(f"{one} ({n})" for one, n in used.most_common())
        notes.append(say("Heights are read from: {names}.", names=names))
    others = [one["property"] for one in choices_of(rows) if one["property"] not in used and one["property"]]
    if others and not given:
        notes.append(say("Not read as heights, though numbers: {names}.", names=", ".join(others)))
    return notes


def _may_have_height(feature: Feature) -> bool:
    """Whether it is a contour or a spot of known height, or may be one of which the game knows nothing else."""
    if not feature.shapes:
        return False
    if has_main_tag(feature) and height_used(feature) is None:
        return False
    return {kind for kind, _ in kinds_of(feature)} in READ_AS
