"""Options of Little Wars: support, melees, prisoners and captured guns.  [LW-ISO, LW-MELEE, LW-PRIS, LW-CAP]"""

from __future__ import annotations

from dataclasses import dataclass

from rules.contract.options import one_of, option
from rules.little_wars.options.kinds import switch
from rules.values.sentence import say
from rules.values.value import Value


@dataclass(frozen=True)
class Melee(Value):
    """Support, melees, prisoners and captured guns."""

    iso_reach: str = option(
        one_of(
            {
                "supporter": say("A friend supports from as far as that friend can move."),
                "body": say("All friends support from as far as the isolated body can move."),
                "one_foot": say("All friends support from within a foot, horse or foot."),
            },
            body_s_own_move="body",
            **{"body's_own_move": "body"},
            always_one_foot="one_foot",
        ),
        "supporter",
        "LW-ISO-05",
        say("Whose distance decides how near a friend must be to support."),
    )
    iso_path: str = option(
        one_of(
            {
                "walkable": say("Support counts along a way that could be walked."),
                "straight": say("Support counts in a straight line, whatever lies between."),
            }
        ),
        "walkable",
        "LW-ISO-05",
        say("Whether support must be able to walk up."),
    )
    iso_scales: bool = option(
        switch(
            yes=say("Where moves are doubled or trebled, so is the reach of support."),
            no=say("Support reaches as far as an ordinary move, however long moves are."),
        ),
        True,
        "LW-ISO-05",
        say("Longer moves lengthen the reach of support."),
    )
    iso_engaged_support: bool = option(
        switch(
            yes=say("Men who fight in another melee support as well."),
            no=say("Men who fight elsewhere are not free to come, and support nobody."),
        ),
        False,
        "LW-ISO-06",
        say("Men in another melee support too."),
    )
    melee_through_walls: bool = option(
        switch(
            yes=say("Whoever is within six inches is in the melee, even if a wall is between."),
            no=say("A wall or a house between keeps a man out of the melee."),
        ),
        True,
        "LW-MELEE-04",
        say("Six inches are counted through walls and houses."),
    )
    melee_merge: str = option(
        one_of(
            {
                "yes": say("Melees that share a man are fought as one."),
                "charger_assigns": say("The charger says in which of them the shared men fight."),
            },
            true="yes",
            charger_assigns_shared_men="charger_assigns",
        ),
        "yes",
        "LW-MELEE-05",
        say("Melees that share a man are one, or the charger parts them."),
    )
    escort_join_and_go: bool = option(
        switch(
            yes=say("A man may walk up to prisoners and lead them off in one move."),
            no=say("An escort must be with its prisoners when the move begins."),
        ),
        True,
        "LW-PRIS-02",
        say("An escort may use part of its move to come up to its prisoners."),
    )
    liberation: str = option(
        one_of(
            {
                "uncovered_only": say("Prisoners go free if no other armed captor is near them, seven to a man."),
                "any_escort": say("All prisoners of the escort go free, even if other captors are near."),
            },
            any_escort_s_death="any_escort",
            any_escorts_death="any_escort",
            **{"any_escort's_death": "any_escort"},
        ),
        "uncovered_only",
        "LW-PRIS-05",
        say("Who goes free when an escort falls."),
    )
    rearm_delay: str = option(
        one_of(
            {
                "next_move": say("They fight again from their side's next move."),
                "at_once": say("They are armed as soon as they touch the line."),
            }
        ),
        "next_move",
        "LW-PRIS-08",
        say("When men who reached their own line are armed again."),
    )
    retake_disarmed: bool = option(
        switch(
            yes=say("An armed enemy who comes up to them, no armed friend near, takes them without a fight."),
            no=say("They cannot fight, and cannot be taken again."),
        ),
        True,
        "LW-PRIS-13",
        say("Disarmed men met again are prisoners again."),
    )
    axle_test: str = option(
        one_of(
            {
                "beyond_at_end": say("Four men must stand beyond the axle when the move ends."),
                "crossed": say("Four men must have passed it, wherever they are now."),
            },
            beyond_axle_at_the_end="beyond_at_end",
        ),
        "beyond_at_end",
        "LW-CAP-01",
        say("How men pass the axle of a gun."),
    )
