"""Options of the Sykes-Wells Kriegspiel: trains, officials, and rules taken from Little Wars.  [KS-RAIL, KS-OFF, KS-LW, KS-ANX]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.contract.options import flag, one_of, option
from rules.kriegspiel.options.kinds import TRUCK, TRUCK_CAPACITY
from rules.values.codec import COUNT
from rules.values.value import Value


@dataclass(frozen=True)
class Annex(Value):
    """Trains, officials, and rules taken from Little Wars."""

    truck_capacity: Mapping[str, Fraction] = option(
        TRUCK, dict(TRUCK_CAPACITY), "KS-RAIL-02", "What one truck holds; eight are drawn by an engine."
    )
    official_confirmation: str = option(
        one_of(
            {
                "both": "What one side's official reports the other's must confirm, within an eighth of an inch.",
                "engine_only": "What one side's official measures counts at once.",
            }
        ),
        "both",
        "KS-OFF-03",
        "Who confirms what was measured.",
    )
    free_surrender: bool = option(
        flag(
            yes="Any body may show the white flag.",
            no="Only an isolated or surrounded body may show it.",
            printed="any_body",
        ),
        False,
        "KS-LW-12",
        "Any body may surrender, isolated or not.",
    )
    score_points: bool = option(
        flag(
            yes="The points of Little Wars are counted, and shown to each side as its own.", no="Nobody counts points."
        ),
        False,
        "KS-LW-16",
        "The points of Little Wars are counted.",
    )
    approach_multiplier: int = option(COUNT, 1, "KS-ANX-01", "Long moves before contact.")
    boxed_troops: bool = option(
        flag(
            yes="Troops may travel in closed boxes behind scouts, and are seen when a hostile scout is near.",
            no="All troops stand in the open.",
        ),
        False,
        "KS-ANX-02",
        "Troops travel in closed boxes behind scouts.",
    )
    waggon_per_50: bool = option(
        flag(yes="Every fifty men need a waggon within six moves of them.", no="No number of waggons is prescribed."),
        False,
        "KS-ANX-03",
        "A waggon for every fifty men within six moves.",
    )
    gun_cart: bool = option(
        flag(yes="A gun fires only with an ammunition cart within two moves of it.", no="Guns need no carts."),
        False,
        "KS-ANX-04",
        "A cart within two moves of a gun that fires.",
    )
    chapter_v_train: bool = option(
        flag(
            yes="A whole body gets in or out in one move, and trains go at four times the rate of cavalry.",
            no="Trains go by the Appendix: lots of twenty, eight feet a move.",
        ),
        False,
        "KS-ANX-06",
        "Trains by Chapter V.",
    )
    tear_rails: bool = option(
        flag(
            yes="Four men tear up a rail in two moves, eight replace it in three.",
            no="Rails are broken only with their bridges and culverts.",
        ),
        False,
        "KS-ANX-07",
        "Rails are torn up and replaced.",
    )
