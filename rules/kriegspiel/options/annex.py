"""Options of the Sykes-Wells Kriegspiel: trains, officials, and rules taken from Little Wars.  [KS-RAIL, KS-OFF, KS-LW, KS-ANX]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.contract.options import flag, one_of, option
from rules.kriegspiel.options.kinds import TRUCK, TRUCK_CAPACITY
from rules.values.codec import COUNT
from rules.values.sentence import say
from rules.values.value import Value


@dataclass(frozen=True)
class Annex(Value):
    """Trains, officials, and rules taken from Little Wars."""

    truck_capacity: Mapping[str, Fraction] = option(
        TRUCK, dict(TRUCK_CAPACITY), "KS-RAIL-02", say("What one truck holds; eight are drawn by an engine.")
    )
    official_confirmation: str = option(
        one_of(
            {
                "both": say("What one side's official reports the other's must confirm, within an eighth of an inch."),
                "engine_only": say("What one side's official measures counts at once."),
            }
        ),
        "both",
        "KS-OFF-03",
        say("Who confirms what was measured."),
    )
    free_surrender: bool = option(
        flag(
            yes=say("Any body may show the white flag."),
            no=say("Only an isolated or surrounded body may show it."),
            printed="any_body",
        ),
        False,
        "KS-LW-12",
        say("Any body may surrender, isolated or not."),
    )
    score_points: bool = option(
        flag(
            yes=say("The points of Little Wars are counted, and shown to each side as its own."),
            no=say("Nobody counts points."),
        ),
        False,
        "KS-LW-16",
        say("The points of Little Wars are counted."),
    )
    approach_multiplier: int = option(COUNT, 1, "KS-ANX-01", say("Long moves before contact."))
    boxed_troops: bool = option(
        flag(
            yes=say("Troops may travel in closed boxes behind scouts, and are seen when a hostile scout is near."),
            no=say("All troops stand in the open."),
        ),
        False,
        "KS-ANX-02",
        say("Troops travel in closed boxes behind scouts."),
    )
    waggon_per_50: bool = option(
        flag(
            yes=say("Every fifty men need a waggon within six moves of them."),
            no=say("No number of waggons is prescribed."),
        ),
        False,
        "KS-ANX-03",
        say("A waggon for every fifty men within six moves."),
    )
    gun_cart: bool = option(
        flag(
            yes=say("A gun fires only with an ammunition cart within two moves of it."), no=say("Guns need no carts.")
        ),
        False,
        "KS-ANX-04",
        say("A cart within two moves of a gun that fires."),
    )
    chapter_v_train: bool = option(
        flag(
            yes=say("A whole body gets in or out in one move, and trains go at four times the rate of cavalry."),
            no=say("Trains go by the Appendix: lots of twenty, eight feet a move."),
        ),
        False,
        "KS-ANX-06",
        say("Trains by Chapter V."),
    )
    tear_rails: bool = option(
        flag(
            yes=say("Four men tear up a rail in two moves, eight replace it in three."),
            no=say("Rails are broken only with their bridges and culverts."),
        ),
        False,
        "KS-ANX-07",
        say("Rails are torn up and replaced."),
    )
