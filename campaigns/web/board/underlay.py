"""The picture under the ground of a plan: its address, and how it lies on the drawing, as figures for an SVG."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from django.urls import reverse

from rules.ground.picture import Crop, Matrix, decimal


class Lies(Protocol):
    """A picture as it lies under a country, as ``sight`` gives it."""

    @property
    def picture(self) -> str: ...
    @property
    def wide(self) -> int: ...
    @property
    def high(self) -> int: ...
    @property
    def crop(self) -> Crop: ...
    @property
    def strength(self) -> int: ...
    @property
    def matrix(self) -> Matrix: ...


@dataclass(frozen=True)
class Underlaid:
    """A picture ready to be drawn, all as text that SVG reads.  wide, high: of the whole picture in pixels.

    shown: the corner and the size of what is shown of it; transform: from its pixels to the drawing.
    """

    href: str
    wide: str
    high: str
    shown: tuple[str, str, str, str]
    transform: str
    opacity: str


def underlaid(lies: Lies | None, frame: tuple[float, float, float, float], units: int) -> Underlaid | None:
    """A picture on a drawing.  frame: its west, south, east and north edge in inches; units: how wide it is drawn."""
    if lies is None:
        return None
    west, _, east, north = map(Fraction, frame)
    return _written(lies, lies.matrix.on_sheet(west, north, units / (east - west)))


def in_inches(lies: Lies) -> Underlaid:
    """A picture for a drawing that turns inches into its units by itself."""
    return _written(lies, lies.matrix)


def _written(lies: Lies, matrix: Matrix) -> Underlaid:
    left, top, right, bottom = lies.crop
    return Underlaid(
        href=reverse("picture", args=[lies.picture]),
        wide=str(lies.wide),
        high=str(lies.high),
        shown=(str(left), str(top), str(right - left), str(bottom - top)),
        transform=matrix.said,
        opacity=decimal(Fraction(lies.strength, 100)),
    )
