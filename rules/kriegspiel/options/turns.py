"""Options of the Sykes-Wells Kriegspiel: moves, the clock, and the limits of a body.  [KS-TURN, KS-DEF]"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.contract.options import flag, one_of, option
from rules.kriegspiel.options.kinds import ANY
from rules.values.codec import COUNT
from rules.values.sentence import say
from rules.values.value import Value


@dataclass(frozen=True)
class Turns(Value):
    """Moves, the clock, and the limits of a body."""

    two_stage_move: bool = option(
        flag(
            yes=say("Guns and rifles first; everybody sees what they did before movement orders close."),
            no=say("One sheet a move, fire and movement together: for play by mail."),
        ),
        True,
        "KS-TURN-02",
        say("The fire is decided and shown before movement orders close; otherwise one sheet a move."),
    )
    first_fire_move: int = option(COUNT, 2, "KS-TURN-04", say("The first own move in which anybody may fire."))
    move_clock: Any = option(ANY, "real_time", "KS-TURN-05", say("Minutes by the book, or a deadline in hours."))
    clock_counts: str = option(
        one_of(
            {
                "on_the_floor": say(
                    "Men in a box or aboard do not lengthen the time: the enemy learns nothing of them by the clock."
                ),
                "all_men": say(
                    "Every man who can be given orders counts: who reads the clock can reckon how strong a side is."
                ),
            }
        ),
        "on_the_floor",
        "KS-TURN-05",
        say("Which of a side's men count for the time of its move, which everybody can read off the clock."),
    )
    interval_minutes: int = option(COUNT, 5, "KS-TURN-07", say("Minutes between two moves, at most."))
    body_link_in: int = option(COUNT, 6, "KS-DEF-07", say("The widest gap in inches inside one body."))
    fours_are_close_order: bool = option(
        flag(
            yes=say("A column of fours meets a charge by the tables of close order."),
            no=say("A column of fours caught by a charge is treated as extended."),
        ),
        True,
        "KS-DEF-08",
        say("A column of fours caught by a charge counts as close order."),
    )
    loss_fraction_rule: str = option(
        one_of(
            {
                "floor": say("One man falls for every whole group of k; what is left over costs nobody."),
                "nearest": say("Half a group or more counts as a whole one."),
                "ceil": say("Any part of a group counts as a whole one."),
            }
        ),
        "floor",
        "KS-DEF-10",
        say("How 'one man for every k' is rounded."),
    )
    charging_distance_in: int = option(COUNT, 36, "KS-DEF-11", say("Charging distance in inches."))
