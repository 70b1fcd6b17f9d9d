"""A country laid under an opening position: its bridges and depots stand there before the first move.  [KS-GAME-10, KS-SUP-07]"""

from __future__ import annotations

from typing import Any

from rules.contract.data import Start
from rules.ground.country_file import read_country, write_country
from rules.ground.features import STANDING
from rules.values import codec


def lay(start: Start, country: Any, where: str = "start.country") -> Start:
    """An opening position on a country; Invalid where the country is none.

    What the position itself says of a bridge or depot of the same id goes before what the country says.
    """
    drawn = write_country(read_country(country, where))
    laid = Start({**start, "country": drawn})
    for group in STANDING:
        standing = {**drawn.get(group, {}), **codec.read_map(start.get(group) or {}, f"start.{group}")}
        if standing:
            laid[group] = standing
    return laid
