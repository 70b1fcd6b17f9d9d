"""When two officials who measured one thing agree, and what of it either side's may see.  [KS-OFF-01 to KS-OFF-03]"""

from __future__ import annotations

from typing import Any

from rules.errors import Illegal
from rules.kriegspiel.tables.command import AGREED
from rules.values import codec
from rules.values.measure import inches
from rules.values.sentence import say

CLAUSE = "KS-OFF-03"

LENGTH = "length"
"""The kind of fact of which the shorter stands; all others are alike or are not."""

OF_ONE_SIDE = frozenset(
    {
        "load", "unload", "issue", "go-short", "eat-horses",
        "destroy", "repair", "burn-depot", "wreck-waggons", "lay-mine", "entrench", "epaulement",
    }
)  # fmt: skip
"""Orders whose facts a side's own official gathers: its supplies and its works.  [KS-OFF-02, KS-NOTE-01]"""

OF_ONE_SIDE_IN_A_MOVE = frozenset({"supply", "supply_groups", "pockets", "trodden", "blast", "rearmed"})
"""Facts of a move that tell of a side's supplies, its mines and its freed men.  [KS-OFF-02, KS-MINE-04]"""


def in_the_open(order: str, key: str) -> bool:
    """Whether a fact may be shown to the other side's official.  order: empty for a fact of the whole move."""
    return order not in OF_ONE_SIDE and (bool(order) or key not in OF_ONE_SIDE_IN_A_MOVE)


def agree(kind: str, reported: Any, measured: Any, *, again: bool) -> Any:
    """What stands of two measurements of one thing, as plain data: of lengths the shorter.  E-DIFFER where they do not agree.

    again: the two had differed before and it was measured anew; then the shorter length stands, however far apart they are.
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
    """The refusal where two officials do not agree.  far: sixteenths that their lengths lie apart, if they are lengths."""
    said = say("You differ by {far}", far=inches(far)) if far else say("You differ")
    return Illegal("E-DIFFER", say("{said}; measure again.", said=said), CLAUSE)
