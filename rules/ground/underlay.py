"""A country laid under an opening position, with its bridges and depots as they stand before the first move.  [KS-GAME-10, KS-SUP-07]"""

from __future__ import annotations

from typing import Any

from rules.contract.data import Start
from rules.ground.country_file import read_country, write_country
from rules.ground.features import STANDING
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
