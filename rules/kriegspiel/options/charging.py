"""Options of the Sykes-Wells Kriegspiel: charges, and guns taken by charges.  [KS-CHARGE]"""

from __future__ import annotations

from dataclasses import dataclass

from rules.contract.options import flag, one_of, option, or_none, word
from rules.kriegspiel.options.kinds import SHORT_ARMS_PLAINLY, set_of
from rules.values.codec import COUNT
from rules.values.value import Value


@dataclass(frozen=True)
class Charging(Value):
    """Charges, and guns taken by charges."""

    charge_participants: str = option(
        one_of(
            {
                "six_inch": "Those in contact, and all within six inches of them, are in the charge.",
                "whole_body": "All men of both bodies are in the charge.",
            }
        ),
        "six_inch",
        "KS-CHARGE-04",
        "Who is in a charge.",
    )
    obligation_mode: str = option(
        one_of(
            {
                "penalise": "Cavalry that owes a choice is warned, may stand, and pays five for one if it is charged.",
                "force": "Cavalry that owes a choice may not stand; the engine retires it if nobody chooses.",
            }
        ),
        "penalise",
        "KS-CHARGE-15",
        "Cavalry that owes the three choices pays for standing, or is made to choose.",
    )
    forced_retire_is_flight: bool = option(
        flag(
            yes="Foot sent back by a charge is in flight, with all that follows from it.",
            no="Foot sent back by a charge retires and is not in flight.",
        ),
        False,
        "KS-CHARGE-14",
        "The retreat ordered by a charge counts as flight.",
    )
    slope_cap: int | None = option(
        or_none(COUNT, none="A charge downhill counts once more for every contour, without limit."),
        4,
        "KS-CHARGE-20",
        "The greatest multiple of a charge downhill.",
    )
    slope_applies_to: tuple[str, ...] = option(
        set_of(word("cavalry", "infantry", "artillery", **SHORT_ARMS_PLAINLY)),
        ("cavalry",),
        "KS-CHARGE-20",
        "Against which arms a slope multiplies a charge.",
    )
    own_back_line_is_safe: bool = option(
        flag(
            yes="A body in flight is safe over its own edge of the country.", no="A body driven over any edge is lost."
        ),
        False,
        "KS-CHARGE-23",
        "A body in flight is not lost over its own edge.",
    )
    guns_per_charge: str = option(
        one_of(
            {
                "by_strength": "As many guns are taken as the chargers can pay for and hold.",
                "one": "A charge takes one gun at most.",
            }
        ),
        "by_strength",
        "KS-CHARGE-28",
        "How many guns one charge may take.",
    )
    dealt_with_window: str = option(
        one_of(
            {
                "same_move": "Friends within six inches of the guns meet the cavalry in that move or not at all.",
                "next_move": "The guns fall only if nobody has dealt with the cavalry by the end of the next move.",
            }
        ),
        "same_move",
        "KS-CHARGE-28",
        "When others may deal with cavalry at the guns.",
    )
    gunners_fate: str = option(
        one_of(
            {
                "prisoners": "The servers of a gun taken are taken with it.",
                "killed": "The servers of a gun taken are killed.",
            }
        ),
        "prisoners",
        "KS-CHARGE-28",
        "What becomes of the servers of guns taken.",
    )
