"""Options of Little Wars: points, wars of many battles, and forces.  [LW-SURR, LW-CAMP, LW-FORCE]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.contract.options import one_of, option
from rules.little_wars.options.figures import PRISONER_POINTS, parts
from rules.little_wars.options.kinds import at_least, switch
from rules.values.sentence import say
from rules.values.value import Value


@dataclass(frozen=True)
class Wars(Value):
    """Points, wars of many battles, and forces."""

    prisoner_points: Mapping[str, Fraction] = option(
        parts(tuple(PRISONER_POINTS)),
        dict(PRISONER_POINTS),
        "LW-SURR-04",
        say("What a prisoner is worth to each side."),
    )
    carry_over: bool = option(
        switch(yes=say("The next battle is made from what this one left."), no=say("Every battle starts new.")),
        False,
        "LW-CAMP-01",
        say("Losses are carried over to the next battle by house rules."),
    )
    war_target: int = option(at_least(200), 300, "LW-CAMP-02", say("Points at which a war ends."))
    campaign_scoring: str = option(
        one_of(
            {
                "net": say("The higher score less the lower goes to the winner; the other gets nothing."),
                "running_difference": say(
                    "One figure is kept between the two, and each battle pushes it one way or the other."
                ),
                "gross": say("Each side keeps all that it scored."),
            },
            net_to_higher="net",
            net_to_higher_scorer="net",
            running_difference_must_reach_target="running_difference",
            gross_totals="gross",
        ),
        "net",
        "LW-CAMP-04",
        say("How the two scores count in a war."),
    )
    dice_handicap: bool = option(
        switch(
            yes=say("Each side goes without twelve men, less what its two dice give back."),
            no=say("Forces are as they were agreed; no dice are thrown."),
        ),
        False,
        "LW-FORCE-04",
        say("Each side leaves out twelve men and throws two dice for their return."),
    )
    dice_arm: str = option(
        one_of(
            {
                "infantry": say("The twelve are infantry."),
                "named": say("Each side chooses their arm before the throw."),
            },
            named_beforehand="named",
        ),
        "infantry",
        "LW-FORCE-04",
        say("Which arm those men belong to."),
    )
    purchase_total: int = option(at_least(1), 150, "LW-FORCE-08", say("Points for which a force is bought."))
    purchase_exact: str = option(
        one_of({"exact": say("A force must cost all of the points."), "at_most": say("A force may cost less.")}),
        "exact",
        "LW-FORCE-08",
        say("Whether all of them must be spent."),
    )

    def prisoner_half_points(self, whose: str) -> Fraction:
        """Half points of a prisoner for the ``own`` side or the ``enemy``.  [LW-POINTS-05, LW-POINTS-06]"""
        return 2 * self.prisoner_points.get(whose, PRISONER_POINTS[whose])
