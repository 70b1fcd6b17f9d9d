"""The coordinate systems of files: named by them or typed, brought to longitude and latitude by PROJ.

These floats decide nothing: what they give is rounded to sixteenths of an inch of the floor.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from rules.errors import Invalid
from rules.values.sentence import of_field, say

DEGREES = "EPSG:4326"
"""Longitude and latitude of WGS84."""

AROUND = 3.0
"""Degrees beyond the area of a system that its coordinates may still lie: a border is no wall."""

POLE = 85.0
LONGEST_WKT = 20_000


def read_system(value: Any, where: str = "crs") -> str:
    """A system as people type it: ``EPSG:27700``, ``27700``, or as old GeoJSON names it; empty for none.

    >>> read_system("27700"), read_system("urn:ogc:def:crs:EPSG::3857"), read_system("urn:ogc:def:crs:OGC:1.3:CRS84"), read_system(None)
    ('EPSG:27700', 'EPSG:3857', 'EPSG:4326', '')
    """
    text = str(value or "").strip()
    if not text:
        return ""
    if re.search(r"CRS:?84$", text):
        return DEGREES
    found = re.fullmatch(
        r"(?i)(?:(?:urn:ogc:def:crs:)?EPSG:(?:[\d.]*:)?|https?://www\.opengis\.net/def/crs/EPSG/\d+/)?(\d{4,6})", text
    )
    if not found:
        raise Invalid(
            of_field(where, say("a number of EPSG, as EPSG:27700, is wanted, got {given}", given=repr(text[:60])))
        )
    return f"EPSG:{int(found[1])}"


def system_of_json(data: Mapping[str, Any]) -> str:
    """The system that a file of GeoJSON names; empty where it names none."""
    crs = data.get("crs")
    if crs is None:
        return ""
    properties = crs.get("properties") if isinstance(crs, Mapping) else None
    return read_system(properties.get("name") if isinstance(properties, Mapping) else "?", "crs")


@dataclass(frozen=True)
class System:
    """A coordinate system: a number of EPSG, or the text of a ``.prj``."""

    said: str

    @property
    def degrees(self) -> bool:
        """Whether it is longitude and latitude of WGS84."""
        return self.said == DEGREES

    def to_degrees(self, xs: Any, ys: Any, file: str) -> tuple[Any, Any]:
        """Coordinates as longitude and latitude; Invalid where one of them lies outside of the system's area."""
        if self.degrees:
            return xs, ys
        crs, there, _ = _transformers(self.said)
        found: tuple[Any, Any] = there.transform(np.asarray(xs, dtype=float), np.asarray(ys, dtype=float))
        self._refuse_outside(crs, (xs, ys), found, file)
        return found

    def from_degrees(self, xs: Any, ys: Any) -> tuple[Any, Any]:
        """Longitude and latitude in the system."""
        if self.degrees:
            return xs, ys
        back: tuple[Any, Any] = _transformers(self.said)[2].transform(
            np.asarray(xs, dtype=float), np.asarray(ys, dtype=float)
        )
        return back

    def _refuse_outside(self, crs: Any, given: tuple[Any, Any], found: tuple[Any, Any], file: str) -> None:
        lons, lats = found
        area = crs.area_of_use
        west, south, east, north = area.bounds if area is not None else (-180.0, -POLE, 180.0, POLE)
        if west > east:  # it lies on both sides of the date line
            west, east = -180.0, 180.0
        wrong = ~(
            np.isfinite(lons) & np.isfinite(lats)
            & (lons >= max(west - AROUND, -180)) & (lons <= min(east + AROUND, 180))
            & (lats >= max(south - AROUND, -POLE)) & (lats <= min(north + AROUND, POLE))
        )  # fmt: skip
        if wrong.any():
            first = int(np.argmax(wrong))
            raise Invalid(
                of_field(
                    "crs",
                    say(
                        "{file}: {east} east and {north} north lie outside of the area of {system}; name the system that the file is in",
                        file=file,
                        east=f"{given[0][first]:,.10g}",
                        north=f"{given[1][first]:,.10g}",
                        system=f"{self.said} ({crs.name})"[:120] if len(self.said) < 20 else str(crs.name)[:80],
                    ),
                )
            )


@cache
def _transformers(said: str) -> tuple[Any, Any, Any]:
    """The system, and what brings its coordinates to degrees and back."""
    from pyproj import CRS, Transformer
    from pyproj.exceptions import CRSError, ProjError
    from pyproj.network import set_network_enabled  # type: ignore[attr-defined]

    set_network_enabled(False)
    try:
        crs = CRS.from_user_input(said).to_2d()
        if not (crs.is_projected or crs.is_geographic):
            raise CRSError("neither projected nor geographic")
        return (
            crs,
            Transformer.from_crs(crs, DEGREES, always_xy=True),
            Transformer.from_crs(DEGREES, crs, always_xy=True),
        )
    except (CRSError, ProjError) as fault:
        raise Invalid(
            of_field("crs", say("{system} is no coordinate system that is known", system=said[:40]))
        ) from fault


def system_of_prj(data: bytes) -> str:
    """The system that a ``.prj`` describes: its text, or its number."""
    text = data.decode("utf-8", "replace").strip()
    return text if text and len(text) <= LONGEST_WKT else "?"
