"""The settings of a campaign of many battles, as fields of its form: target, scoring, what carries over, handicaps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from campaigns.web.page.measures import read_count, read_halves
from rules.errors import Invalid
from rules.values.sentence import of_field, say

SCORING = (
    (
        "net",
        say("Difference"),
        say("The side that scored more in a battle gets the difference; the other side gets nothing."),
    ),
    ("difference", say("Lead"), say("The same, but the lead over the other side must reach the target.")),
    ("gross", say("Own value"), say("Each side gets the whole value of its force left.")),
)
CARRY_OVER = (
    ("none", say("Nothing"), say("Every battle starts new.")),
    (
        "losses",
        say("Losses and supplies"),
        say("The next battle can begin with what is left from the last one. You can check and change it first."),
    ),
)
BEGIN = {"scoring": "net", "carry_over": "none"}
"""The first values of the form, without the handicaps."""


def begin(sides: Iterable[str]) -> dict[str, str]:
    """The first values of the handicaps in the form."""
    return {f"{side}_handicap": "0" for side in sides} | {f"{side}_time": "100" for side in sides}


def offered(typed: Mapping[str, Any], sides: Iterable[str]) -> dict[str, Any]:
    """The choices of the form, and its values."""
    return {
        "scorings": SCORING,
        "carry_overs": CARRY_OVER,
        "handicaps": [
            {"key": side, "points": typed[f"{side}_handicap"], "time": typed[f"{side}_time"]} for side in sides
        ],
    }


def handicaps(typed: Mapping[str, Any], side: str) -> dict[str, int]:
    """The handicaps of a side: points in halves, and hundredths of the allowance."""
    try:
        points = read_halves(typed[f"{side}_handicap"].strip() or "0")
    except ValueError as fault:
        raise Invalid(of_field("handicap", fault.args[0])) from fault
    try:
        return {"handicap": points, "time_percent": read_count(typed[f"{side}_time"], 1000)}
    except ValueError as fault:
        raise Invalid(of_field("time", fault.args[0])) from fault
