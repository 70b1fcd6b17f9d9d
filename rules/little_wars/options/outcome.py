"""Options of Little Wars: how a battle ends, by its variety.  [LW-FIN, LW-REAR, LW-DEF]"""

from __future__ import annotations

from dataclasses import dataclass

from rules.contract.options import one_of, option
from rules.little_wars.options.kinds import or_off
from rules.values.codec import COUNT
from rules.values.sentence import say
from rules.values.value import Value


@dataclass(frozen=True)
class Ending(Value):
    """How a battle ends, by its variety."""

    variety: str = option(
        one_of(
            {
                "finish": say("It goes on until one side is gone, or both are too few."),
                "rear": say("Three men on the enemy's back line decide it; the loser has six moves to get away."),
                "defensive": say("A defender two-thirds as strong blocks the way to the defender's own back line."),
            }
        ),
        "finish",
        "LW-FIN-01",
        say("Fight to the Finish, Blow at the Rear, or Defensive Game."),
    )
    small_battle_minimum: str = option(
        one_of(
            {
                "draw_threshold_10": say("A battle of fewer than fifty a side is drawn when both are below ten."),
                "minimum_force_only": say(
                    "Ten are the least that a side begins with; a battle is drawn below fifteen."
                ),
            },
            draw_threshold="draw_threshold_10",
        ),
        "draw_threshold_10",
        "LW-FIN-05",
        say("What the ten men of a small battle mean."),
    )
    resign: str = option(
        one_of(
            {
                "by_consent": say(
                    "A player may resign if the other agrees; men who can be reached are taken, the rest retire."
                ),
                "off": say("Nobody resigns; a battle is fought to its end."),
            },
            false="off",
            true="by_consent",
        ),
        "by_consent",
        "LW-FIN-07",
        say("Whether a player may resign."),
    )
    rear_count: str = option(
        one_of(
            {
                "together": say("Three armed men must be on the line at the end of one move."),
                "cumulative": say("Men who have once touched the line count, even if they left it or fell."),
            }
        ),
        "together",
        "LW-REAR-01",
        say("Whether the three men touch the line at once."),
    )
    rear_zone: str = option(
        one_of(
            {
                "whole": say("The whole back line counts."),
                "middle_half": say("The middle half of it counts."),
                "left_half": say("Its left half counts."),
                "right_half": say("Its right half counts."),
            }
        ),
        "whole",
        "LW-REAR-07",
        say("The part of the back line that counts."),
    )
    def_ratio_by: str = option(
        one_of(
            {
                "points": say("The defender's force is worth two-thirds of the points of the attacker's."),
                "each_arm": say("The defender has two-thirds of each arm and of the guns."),
                "men": say("The defender has two-thirds of the men."),
            }
        ),
        "points",
        "LW-DEF-01",
        say("What makes the defender two-thirds as strong."),
    )
    def_arrival: str = option(
        one_of(
            {
                "quarter": say("A quarter of the attacker's first strength must reach the line."),
                "three_men": say("Three must reach it while a quarter is alive."),
            },
            quarter_arrives="quarter",
            quarter_must_arrive="quarter",
            three_while_a_quarter_lives="three_men",
            three_men_while_a_quarter_lives="three_men",
        ),
        "quarter",
        "LW-DEF-02",
        say("How many attackers must arrive."),
    )
    def_margin: str = option(
        one_of(
            {
                "own_move": say(
                    "Each man stays as far behind the middle as it can move: infantry a foot, cavalry two."
                ),
                "1_ft": say("All stay a foot behind it."),
                "2_ft": say("All stay two feet behind it."),
            },
            one_foot="1_ft",
            two_feet="2_ft",
        ),
        "own_move",
        "LW-DEF-05",
        say("How far from the middle line the defender stays."),
    )
    stall_claim: int | None = option(
        or_off(COUNT, off=say("Nobody may claim the end because nothing happens.")),
        6,
        "LW-DEF-09",
        say("Moves a side without a loss after which the end may be claimed."),
    )
