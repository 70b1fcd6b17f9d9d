"""Options of Little Wars: the time of a move, and marching.  [LW-TIME, LW-MOVE]"""

from __future__ import annotations

from dataclasses import dataclass

from rules.contract.options import one_of, option
from rules.little_wars.options.kinds import number, or_off, scale
from rules.values.codec import COUNT
from rules.values.sentence import say
from rules.values.value import Value


@dataclass(frozen=True)
class Moves(Value):
    """The time of a move, and marching."""

    allowance_rounding: str = option(
        one_of(
            {
                "up_to_minute": say("Time for a move is rounded up to a whole minute."),
                "exact": say("Time for a move is counted to the second."),
            },
            exact_seconds="exact",
        ),
        "up_to_minute",
        "LW-TIME-02",
        say("How the seconds of a move are rounded."),
    )
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
        "LW-TIME-02",
        say("Which of a side's men count for the time of its move, which everybody can read off the clock."),
    )
    allowance_update: str = option(
        one_of(
            {
                "auto": say("The time is counted again from the force that is left, at every move."),
                "agreement": say("The time stays as it began until both players agree to less."),
                "fixed": say("The time stays as it began until the end."),
            },
            by_agreement="agreement",
        ),
        "auto",
        "LW-TIME-03",
        say("Whether the time for a move falls with the force."),
    )
    interval_max: int = option(
        number(
            {
                4: say("Go is called after four minutes, ready or not."),
                5: say("Go is called after five minutes, ready or not."),
            }
        ),
        4,
        "LW-TIME-08",
        say("Minutes between two moves, at most."),
    )
    interval_ready: str = option(
        one_of(
            {
                "both": say("The break ends early only when both players are ready."),
                "next_mover": say("The break ends as soon as the player who moves next is ready."),
            }
        ),
        "both",
        "LW-TIME-08",
        say("Whose readiness ends the break at once."),
    )
    melee_choice_timeout: int | None = option(
        or_off(COUNT, off=say("There is no time limit for the choice of who falls.")),
        2,
        "LW-TIME-09",
        say("Minutes in which the charger chooses who falls."),
    )
    time_scale: int | None = option(
        scale(untimed=say("Moves have no time of their own, only the deadline of the campaign.")),
        1,
        "LW-TIME-12",
        say("Real minutes to a minute of the table."),
    )
    travel_measure: str = option(
        one_of(
            {
                "path": say("A march is as long as its path, every bend counted."),
                "straight": say("A march is as long as the straight line from its beginning to its end."),
            },
            straight_line="straight",
        ),
        "path",
        "LW-MOVE-05",
        say("Whether a march is measured along its path."),
    )
    clearance: str = option(
        one_of(
            {
                "always": say("A sixteenth of an inch is kept between man and thing in every move."),
                "on_objection": say("It is looked at only where somebody objects."),
            }
        ),
        "always",
        "LW-MOVE-07",
        say("When a sixteenth of an inch between man and thing is insisted on."),
    )
