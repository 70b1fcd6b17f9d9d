"""Options of the Sykes-Wells Kriegspiel: packets, lines of supply, sieges and shortage.  [KS-TS, KS-SUP, KS-SIEGE, KS-FAIL]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.contract.options import flag, one_of, option
from rules.kriegspiel.options.kinds import SUPPLY_RANGE, SUPPLY_RANGE_FT
from rules.values.codec import COUNT
from rules.values.measure import FOOT
from rules.values.sentence import say
from rules.values.value import Value


@dataclass(frozen=True)
class Supply(Value):
    """Packets, lines of supply, sieges and shortage."""

    waggon_capacity_packets: int = option(COUNT, 6, "KS-TS-03", say("Packets that one waggon holds."))
    supply_period_moves: int = option(COUNT, 6, "KS-SUP-02", say("Own moves from one issue of supplies to the next."))
    gun_team_horses: int = option(COUNT, 6, "KS-SUP-03", say("Horses of one gun team."))
    ammo_counter: str = option(
        one_of(
            {
                "consecutive": say(
                    "Six firing moves in a row cost a packet; after a move of rest the count starts again."
                ),
                "cumulative": say("Every sixth firing move costs a packet, however long the rests between."),
            }
        ),
        "consecutive",
        "KS-SUP-04",
        say("Whether a pause in firing resets the count of firing moves."),
    )
    supply_range_ft: Mapping[str, int] = option(
        SUPPLY_RANGE, dict(SUPPLY_RANGE_FT), "KS-SUP-06", say("How far each arm may stand from its supplies, in feet.")
    )
    auto_issue: bool = option(
        flag(
            yes=say("Packets come from the nearest source in reach unless transport orders otherwise."),
            no=say("Packets are issued only by order."),
        ),
        True,
        "KS-SUP-07",
        say("Packets are issued from the nearest source without an order."),
    )
    forage_fraction: str = option(
        one_of(
            {
                "nearest": say("Three horses over make a packet more, two do not."),
                "ceil": say("Any horse over makes a packet more."),
                "floor": say("Horses over are fed for nothing."),
            }
        ),
        "nearest",
        "KS-SUP-10",
        say("How a part of six horses is rounded."),
    )
    interdiction: str = option(
        one_of(
            {
                "line_6in": say("A fit enemy within six inches of the straight string cuts it."),
                "route": say("Supply is cut only where no way of the allowed length is free of the enemy."),
            }
        ),
        "line_6in",
        "KS-SUP-11",
        say("What it means that an enemy is between."),
    )
    interdiction_min_men: int = option(COUNT, 1, "KS-SUP-11", say("Enemy men that it takes to cut a line of supply."))
    siege_bar_in: int = option(COUNT, 12, "KS-SIEGE-01", say("How near an enemy bars the ground, in inches."))
    auto_eat_horses: Any = option(
        one_of(
            {
                "when-surrounded": say("A body that is surrounded and short of food eats its horses without an order."),
                "always": say("A body that is short of food eats its horses without an order."),
                "never": say("Horses are eaten only by order."),
            },
            true_when_surrounded="when-surrounded",
            true="when-surrounded",
            false="never",
        ),
        "when-surrounded",
        "KS-SIEGE-04",
        say("When horses are eaten without an order."),
    )
    forage_failure: str = option(
        one_of(
            {
                "strict": say("Horsemen without forage stop, fed or not."),
                "on_foot": say("Fed horsemen without forage may dismount and march."),
            }
        ),
        "strict",
        "KS-FAIL-03",
        say("Whether fed cavalry without forage may dismount and march."),
    )

    def supply_range(self, arm: str) -> int:
        """Sixteenths within which supplies must be of a body of this arm.  [KS-SUP-05, KS-SUP-06]"""
        return self.supply_range_ft[arm] * FOOT
