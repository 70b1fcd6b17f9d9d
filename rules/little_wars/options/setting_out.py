"""Options of Little Wars: figures, the Country and setting out.  [LW-GEN, LW-CTRY, LW-SETUP]"""

from __future__ import annotations

from dataclasses import dataclass

from rules.contract.options import one_of, option
from rules.little_wars.options.figures import units
from rules.little_wars.options.kinds import or_off, switch
from rules.values.codec import COUNT
from rules.values.sentence import say
from rules.values.value import Value


@dataclass(frozen=True)
class SettingOut(Value):
    """Figures, the Country and setting out."""

    figure_radius: tuple[int, ...] = option(
        units(2, say("two radii in sixteenths")),
        (6, 12),
        "LW-GEN-02",
        say("Sixteenths from the middle of a foot and of a mounted figure to its edge."),
    )
    country_author: str = option(
        one_of(
            {
                "toss": say("The winner of the toss lays out the Country, unless both agree otherwise."),
                "agreed": say("The players agree who lays it out; no coin is tossed for it."),
                "library": say("The umpire takes a Country that is ready; no player lays one out."),
            },
            agreed_player="agreed",
            umpire_library="library",
        ),
        "toss",
        "LW-CTRY-01",
        say("Who lays out the Country."),
    )
    terrain_effects: str = option(
        one_of(
            {
                "as_ruled": say(
                    "Houses, walls, rocks, ponds and trees bar the way, and a river is crossed at a ford or bridge only."
                ),
                "all_open": say("Nothing blocks a man's way, not even a wall."),
                "house_table": say(
                    "The umpire's own table says what blocks a way; the software knows only roads and fords."
                ),
            }
        ),
        "as_ruled",
        "LW-CTRY-09",
        say("What blocks a man's way; by house table only roads and fords count."),
    )
    first_move_choice: str = option(
        one_of(
            {
                "off": say("The winner of the toss is always the First Player."),
                "winner_may_pass": say("The winner of the toss may leave the first move to the other."),
            },
            false="off",
            true="winner_may_pass",
        ),
        "off",
        "LW-SETUP-01",
        say("Whether the winner of the toss may pass the first move."),
    )
    curtain: bool = option(
        switch(
            yes=say("Neither sees what the other sets out before both are ready."),
            no=say("Everybody sees each man as it is placed."),
        ),
        True,
        "LW-SETUP-04",
        say("Both sides set out at once, unseen."),
    )
    putdown_deadline: int | None = option(
        or_off(COUNT, off=say("Both take as long as they like to set out.")),
        None,
        "LW-SETUP-05",
        say("Days for putting down; none: no limit."),
    )

    def radius(self, arm: str) -> int:
        """The radius of a figure in sixteenths.  [LW-GEN-02]"""
        return self.figure_radius[arm == "cavalry"]
