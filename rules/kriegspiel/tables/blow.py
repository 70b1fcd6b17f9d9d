"""A charge brought into contact: the numbers that every charge table starts from."""

from __future__ import annotations

from typing import NamedTuple

from rules.kriegspiel.options import Options


class Blow(NamedTuple):
    """One charge.

    distance: sixteenths, from the body's place at the start of its move; band: far, middle or near.
    chargers, charged: men of both sides in it (S, and I or U); multiple: of a downhill charge (m).
    fall: contours of height at the start less height at contact.
    """

    body: str
    target: str
    distance: int
    band: str
    chargers: int
    charged: int
    multiple: int = 1
    fall: int = 0


def multiple_of(fall: int, cap: int | None) -> int:
    """The multiplier of a downhill charge: two for one contour, three for two, four for three, and no more.  [KS-CHARGE-20]

    fall: contours of height at the start less height at contact; cap: the greatest multiple, or None.

    >>> [multiple_of(fall, 4) for fall in (-1, 0, 1, 2, 3, 4)], multiple_of(5, None)
    ([1, 1, 2, 3, 4, 4], 6)
    """
    multiple = max(fall, 0) + 1
    return multiple if cap is None else min(multiple, cap)


def downhill(options: Options, fall: int, arm: str) -> int:
    """The multiple of a charge against cavalry, infantry or artillery, if the slope counts against it.  [KS-CHARGE-20]"""
    return multiple_of(fall, options.slope_cap) if arm in options.slope_applies_to else 1
