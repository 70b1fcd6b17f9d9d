"""A country laid under an opening position, with its bridges and depots as they stand before the first move.  [KS-GAME-10, KS-SUP-07]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.contract.data import Start
from rules.ground.country_file import read_country, write_country
from rules.ground.features import CROSSINGS, STANDING
from rules.values import codec


def lay(start: Start, country: Any, where: str = "start.country") -> Start:
    """An opening position on a country; Invalid if the country is not one.

    For a bridge or depot of the same id, the position overrides the country.
    """
    drawn = write_country(read_country(country, where))
    laid = Start({**start, "country": drawn})
    for group in STANDING:
        standing = {**drawn.get(group, {}), **codec.read_map(start.get(group) or {}, f"start.{group}")}
        if standing:
            laid[group] = standing
    return laid


def as_it_stands(seen: Mapping[str, Any]) -> dict[str, Any]:
    """The country of a position, or of what a side may know of one, with its bridges as they stand there.  [KS-DEST-08]"""
    country, now = seen.get("country") or {}, seen.get(CROSSINGS) or {}
    bridges = {name: {**one, **now.get(name, {})} for name, one in (country.get(CROSSINGS) or {}).items()}
    return {**country, CROSSINGS: bridges} if bridges else dict(country)


def of_country(position: Mapping[str, Any], group: str, thing: str) -> bool:
    """Whether a thing of a position belongs to its country, so that nobody can take it away."""
    return group in STANDING and thing in ((position.get("country") or {}).get(group) or {})
