"""Options of the Sykes-Wells Kriegspiel: charges, and guns taken by charges.  [KS-CHARGE]"""

from __future__ import annotations

from dataclasses import dataclass

from rules.contract.options import flag, one_of, option, or_none, word
from rules.kriegspiel.options.kinds import SHORT_ARMS_PLAINLY, set_of
from rules.values.codec import COUNT
from rules.values.sentence import say
from rules.values.value import Value


@dataclass(frozen=True)
class Charges(Value):
    """Charges, and guns taken by charges."""

    charge_participants: str = option(
        one_of(
            {
                "six_inch": say("Those in contact, and all within six inches of them, are in the charge."),
                "whole_body": say("All men of both bodies are in the charge."),
            }
        ),
        "six_inch",
        "KS-CHARGE-04",
        say("Who is in a charge."),
    )
    obligation_mode: str = option(
        one_of(
            {
                "penalise": say(
                    "Cavalry that must make a choice is warned. It may stay, but loses five for one if it is charged."
                ),
                "force": say(
                    "Cavalry that must make a choice may not stay; the software retires it if nobody chooses."
                ),
            }
        ),
        "penalise",
        "KS-CHARGE-15",
        say("Whether cavalry that must make one of the three choices may stay and pay for it."),
    )
    forced_retire_is_flight: bool = option(
        flag(
            yes=say("Foot sent back by a charge is in flight, with all that follows from it."),
            no=say("Foot sent back by a charge retires and is not in flight."),
        ),
        False,
        "KS-CHARGE-14",
        say("The retreat ordered by a charge counts as flight."),
    )
    slope_cap: int | None = option(
        or_none(COUNT, none=say("A charge downhill counts once more for every contour, without limit.")),
        4,
        "KS-CHARGE-20",
        say("The greatest multiple of a charge downhill."),
    )
    slope_applies_to: tuple[str, ...] = option(
        set_of(word("cavalry", "infantry", "artillery", **SHORT_ARMS_PLAINLY)),
        ("cavalry",),
        "KS-CHARGE-20",
        say("Against which arms a slope multiplies a charge."),
    )
    own_back_line_is_safe: bool = option(
        flag(
            yes=say("A body in flight is safe over its own edge of the country."),
            no=say("A body driven over any edge is lost."),
        ),
        False,
        "KS-CHARGE-23",
        say("A body in flight is not lost over its own edge."),
    )
    guns_per_charge: str = option(
        one_of(
            {
                "by_strength": say("As many guns are taken as the chargers can pay for and hold."),
                "one": say("A charge takes one gun at most."),
            }
        ),
        "by_strength",
        "KS-CHARGE-28",
        say("How many guns one charge may take."),
    )
    dealt_with_window: str = option(
        one_of(
            {
                "same_move": say("Friends within six inches of the guns meet the cavalry in that move or not at all."),
                "next_move": say(
                    "The guns fall only if nobody has dealt with the cavalry by the end of the next move."
                ),
            }
        ),
        "same_move",
        "KS-CHARGE-28",
        say("When others may deal with cavalry at the guns."),
    )
    gunners_fate: str = option(
        one_of(
            {
                "prisoners": say("The servers of a gun taken are taken with it."),
                "killed": say("The servers of a gun taken are killed."),
            }
        ),
        "prisoners",
        "KS-CHARGE-28",
        say("What becomes of the servers of guns taken."),
    )
