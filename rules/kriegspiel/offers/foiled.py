"""Orders that the truth forbids: refused as far as their side could see why, else foiled.  [HOUSE-SIGHT-07]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.errors import Refused
from rules.kriegspiel.events import OrderFoiled
from rules.kriegspiel.force import Position
from rules.kriegspiel.offers.dry_run import tried, try_order
from rules.kriegspiel.orders import Order


def by_what_is_seen(
    known: Position, side: str, asked: Sequence[Order], refused: Mapping[int, Refused]
) -> tuple[dict[int, Refused], list[OrderFoiled]]:
    """The orders that are refused by what their side sees, each with that refusal, and the others as foiled.

    known: the position as the side sees it; asked: its orders as it gave them.
    """
    kept: dict[int, Refused] = {}
    foiled: list[OrderFoiled] = []
    for at in sorted(refused):
        before = [order for index, order in enumerate(asked[:at]) if index not in refused]
        try:
            try_order(tried(known, side, before), asked[at])
        except Refused as refusal:
            kept[at] = refusal
        else:
            foiled.append(OrderFoiled(clause="HOUSE-SIGHT-07", side=side, body=asked[at].subject, order=at))
    return kept, foiled
