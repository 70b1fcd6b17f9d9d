"""A charge laid to contact: the numbers that every charge table starts from."""

from __future__ import annotations

from typing import NamedTuple

from rules.kriegspiel.options import Options


class Blow(NamedTuple):
    """One charge.

    distance: sixteenths, where the body stood when its move began; band: far, middle or near.
    chargers, charged: men of both sides that are in it (S, and I or U); multiple: of the charge downhill (m).
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
    """What a charge downhill is multiplied by: one contour two, two three, three four, and no more.  [KS-CHARGE-20]

    fall: contours of height at the start less height at contact; cap: the greatest multiple, or none.

    >>> [multiple_of(fall, 4) for fall in (-1, 0, 1, 2, 3, 4)], multiple_of(5, None)
    ([1, 1, 2, 3, 4, 4], 6)
    """
    multiple = max(fall, 0) + 1
    return multiple if cap is None else min(multiple, cap)


def downhill(options: Options, fall: int, arm: str) -> int:
    """The multiple of a charge against cavalry, infantry or artillery, where the slope counts against it.  [KS-CHARGE-20]"""
    return multiple_of(fall, options.slope_cap) if arm in options.slope_applies_to else 1
