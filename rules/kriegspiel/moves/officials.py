"""When two officials' measurements agree, and which facts either may see of the other's.  [KS-OFF-01 to KS-OFF-03]"""

from __future__ import annotations

from typing import Any

from rules.errors import Illegal
from rules.kriegspiel.tables.command import AGREED
from rules.values import codec
from rules.values.measure import inches
from rules.values.sentence import say

CLAUSE = "KS-OFF-03"

LENGTH = "length"
"""The kind of fact of which the shorter counts; all others are equal or not."""

OF_ONE_SIDE = frozenset(
    {
        "load", "unload", "issue", "go-short", "eat-horses",
        "destroy", "repair", "burn-depot", "wreck-waggons", "lay-mine", "entrench", "epaulement",
    }
)  # fmt: skip
"""Orders whose facts a side's own official gathers: its supplies and its works.  [KS-OFF-02, KS-NOTE-01]"""

OF_ONE_SIDE_IN_A_MOVE = frozenset({"supply", "supply_groups", "pockets", "trodden", "blast", "rearmed"})
"""Facts of a move that reveal a side's supplies, mines and freed men.  [KS-OFF-02, KS-MINE-04]"""


def in_the_open(order: str, key: str) -> bool:
    """Whether a fact may be shown to the other side's official.  order: empty for a fact of the whole move."""
    return order not in OF_ONE_SIDE and (bool(order) or key not in OF_ONE_SIDE_IN_A_MOVE)


def agree(kind: str, reported: Any, measured: Any, *, again: bool) -> Any:
    """The value that counts of two measurements, as plain data: the shorter length.  E-DIFFER if they do not agree.

    again: they had differed before and it was measured again; then the shorter length counts, however far apart they are.
    """
    if reported == measured:
        return reported
    far = None
    if kind == LENGTH:
        one, other = (codec.read_length(length, "measured") for length in (reported, measured))
        far = abs(one - other)
        if again or far <= AGREED:
            return codec.write_length(min(one, other))
    raise differ(far)


def differ(far: int | None) -> Illegal:
    """The refusal if two officials do not agree.  far: sixteenths between their lengths, if they are lengths."""
    said = say("You differ by {far}; measure again.", far=inches(far)) if far else say("You differ; measure again.")
    return Illegal("E-DIFFER", said, CLAUSE)
