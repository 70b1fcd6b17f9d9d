"""The ground that things take up: bodies man by man, guns and carriages by their outlines.  [KS-DEF-15]

A body's ``at`` is the middle of its front edge, a gun's the middle of its axle.  Every rank is centred, so that a body
and its mirror image are laid out alike.  Lengths are sixteenths; each man stands on a whole one, and the men of a
body that faces obliquely are rounded one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from rules.ground.batch_geometry import Box, Numbers, box_of, points
from rules.ground.compass import ahead
from rules.kriegspiel.force import Body, Gun
from rules.kriegspiel.tables.figures import ARRAYS, GUN, MOUNTED, ON_FOOT
from rules.values.measure import INCH, Point


@dataclass(frozen=True, eq=False)
class Figures:
    """The men of a body at their places, a row for each, and the radius of a man."""

    men: Numbers
    radius: int

    @cached_property
    def box(self) -> Box:
        """The box that they take up."""
        return box_of(self.men, self.radius)


# -- men ------------------------------------------------------------------------------------------


def ranks(formation: str, men: int) -> list[int]:
    """The men in each rank, the front first.  [KS-DEF-15]

    >>> ranks("fours", 24), ranks("two-ranks", 7), ranks("extended", 30), ranks("fours", 6)
    ([4, 4, 4, 4, 4, 4], [4, 3], [30], [4, 2])
    """
    array = ARRAYS[formation]
    if array.abreast:
        full, rest = divmod(men, array.abreast)
        return [array.abreast] * full + ([rest] if rest else [])
    share, odd = divmod(men, array.ranks)
    return [one for number in range(array.ranks) if (one := share + (number < odd))]


def radius_of(formation: str) -> int:
    """The radius of a man of a body in this formation.  [KS-DEF-15]"""
    return MOUNTED if formation in ("line", "column") else ON_FOOT


def breadth(formation: str, men: int) -> int:
    """Sixteenths from the outer edge of the first file to that of the last.

    >>> breadth("extended", 30) == 58 * INCH + 2 * ON_FOOT, breadth("fours", 24) == 2 * INCH
    (True, True)
    """
    widest = max(ranks(formation, men), default=0)
    return max(widest - 1, 0) * ARRAYS[formation].file + 2 * radius_of(formation)


def depth(formation: str, men: int) -> int:
    """Sixteenths from the front edge to the rear edge.

    >>> depth("fours", 24) == 5 * INCH // 2 + 2 * ON_FOOT
    True
    """
    return max(len(ranks(formation, men)) - 1, 0) * ARRAYS[formation].rank + 2 * radius_of(formation)


@lru_cache(maxsize=8192)
def laid_out(formation: str, men: int, facing: int) -> Numbers:
    """The places of men relative to the middle of their front edge, by facing; the front rank first, from the left."""
    array, radius = ARRAYS[formation], radius_of(formation)
    offsets = [
        ((2 * file - count + 1) * array.file // 2, -radius - number * array.rank)
        for number, count in enumerate(ranks(formation, men))
        for file in range(count)
    ]
    return turned(points(offsets), facing)


def figures(body: Body) -> Figures | None:
    """The men of a body at their places; None if it has no place or no men."""
    if body.at is None or not body.ashore:
        return None
    return _stand(body.formation, body.ashore, body.facing, body.at)


@lru_cache(maxsize=8192)
def _stand(formation: str, men: int, facing: int, at: Point) -> Figures:
    """Men about the middle of their front edge; cached, as the same bodies are asked for repeatedly in a move."""
    places = laid_out(formation, men, facing) + np.array(at)
    places.setflags(write=False)
    return Figures(places, radius_of(formation))


def mounted_man(at: Point) -> Figures:
    """A single mounted man, as the General is.  [KS-GENL-01]"""
    return Figures(points([at]), MOUNTED)


# -- turning ------------------------------------------------------------------------------------------

_BITS = 30
_SINES = np.array([ahead((0, 0), degrees, 1 << _BITS) for degrees in range(360)], dtype=np.int64)
"""Sine and cosine of the whole degrees, in parts of 2 ** 30."""


def turned(offsets: Numbers, facing: int) -> Numbers:
    """Offsets (to the right, forward) turned to a bearing, to the nearest sixteenth, ties away from the middle.

    >>> turned(points([(16, 0), (0, 16)]), 90).tolist(), turned(points([(16, 0)]), 30).tolist()
    ([[0, -16], [16, 0]], [[14, -8]])
    """
    sine, cosine = (int(part) for part in _SINES[facing])
    right, forward = offsets[:, 0], offsets[:, 1]
    exact = np.stack([right * cosine + forward * sine, forward * cosine - right * sine], axis=1)
    found: Numbers = np.sign(exact) * ((np.abs(exact) + (1 << _BITS - 1)) >> _BITS)
    found.setflags(write=False)
    return found


def rectangle(at: Point, facing: int, size: tuple[int, int]) -> tuple[Point, ...]:
    """The corners of a rectangle about its middle: the front right one first, then clockwise.

    >>> rectangle((0, 0), 0, GUN)
    ((12, 24), (12, -24), (-12, -24), (-12, 24))
    """
    length, width = size[0] // 2, size[1] // 2
    corners = turned(points([(width, length), (width, -length), (-width, -length), (-width, length)]), facing)
    return tuple((at[0] + x, at[1] + y) for x, y in corners.tolist())


# -- guns and their crews --------------------------------------------------------------------------------

TRAIL = GUN[0] // 2 + ON_FOOT
"""Sixteenths behind the axle at which men stand at the end of the trail.  [KS-GUN-08]"""

BESIDE = GUN[1] // 2 + ON_FOOT + 1
"""Sixteenths to the side of the axle at which men stand by the wheels."""


def crew_about(gun: Gun, men: int) -> Figures | None:
    """The servers of a gun at their places: two at the end of the trail behind the wheels, then by the wheels, then behind.

    [KS-GUN-08, KS-DEF-15]
    """
    if gun.at is None or not men:
        return None
    return Figures(_about(men, gun.facing) + np.array(gun.at), ON_FOOT)


@lru_cache(maxsize=4096)
def _about(men: int, facing: int) -> Numbers:
    """The places of a crew relative to the middle of the axle of its gun, by facing."""
    pairs, odd = divmod(men, 2)
    stands = [offset for _, offset in zip(range(pairs), _stands(), strict=False)]
    found = [(side * right, forward) for right, forward in stands for side in (-1, 1)]
    return turned(points([*found, (0, -TRAIL)] if odd else found), facing)


def _stands() -> Iterator[Point]:
    """The places of pairs of men at a gun: to either side, and forward of the axle."""
    wheel = GUN[1] // 2
    yield wheel, -TRAIL
    for forward in range(-INCH, INCH + 1, INCH // 2):
        yield BESIDE, forward
    behind = TRAIL
    while True:
        behind += INCH // 2
        yield wheel, -behind
