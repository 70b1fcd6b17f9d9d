"""Options of the Sykes-Wells Kriegspiel: Generals, the rules in use and the country.  [KS-GAME, KS-GENL]"""

from __future__ import annotations

from dataclasses import dataclass

from rules.contract.options import flag, one_of, option, or_none
from rules.kriegspiel.options.kinds import SIZE
from rules.values.codec import COUNT
from rules.values.sentence import say
from rules.values.value import Value


@dataclass(frozen=True)
class Game(Value):
    """Generals, the rules in use and the country."""

    general_vulnerability: str = option(
        one_of(
            {
                "invulnerable": say("Nothing harms a General, as in Wells; no player has to leave."),
                "sykes": say("A General can be hit or captured. After an absence the next in seniority commands."),
            }
        ),
        "invulnerable",
        "KS-GENL-06",
        say("Whether a General can be hit or captured."),
    )
    general_may_order_any_piece: bool = option(
        flag(
            yes=say("A General can give orders to everything on the side: for one player a side."),
            no=say(
                "A General moves only the General's figure and sends messages; the commanders give orders to the arms."
            ),
        ),
        False,
        "KS-GAME-03",
        say("A General may give orders to everything on the side, for one player a side."),
    )
    general_view_radius_ft: int | None = option(
        or_none(COUNT, none=say("A General sees everything that the side sees.")),
        None,
        "KS-GENL-02",
        say("How many feet a General sees around the figure; none: no limit."),
    )
    enemy_hears_shout: bool = option(
        flag(
            yes=say("A shout appears on every sheet of both sides."),
            no=say("A shout appears only on the sheets of its own side."),
        ),
        True,
        "KS-GENL-04",
        say("A shout is heard by everybody in the room."),
    )
    use_supply: bool = option(
        flag(
            yes=say("Packets are issued every six own moves, and whoever gets none stops."),
            no=say("Nobody eats and no packets are needed."),
        ),
        True,
        "KS-GAME-05",
        say("Food, forage and ammunition are issued and may run out."),
    )
    use_contours: bool = option(
        flag(
            yes=say("A contour costs a foot uphill and half a foot downhill, and a charge downhill counts for more."),
            no=say("The country is flat for every rule."),
        ),
        True,
        "KS-GAME-05",
        say("Going up and down hill costs inches and weighs in charges."),
    )
    use_engineering: bool = option(
        flag(
            yes=say("Bridges, depots and waggons can be destroyed, mines laid, trenches and epaulements dug."),
            no=say("Nothing is built and nothing is destroyed but by shells."),
        ),
        True,
        "KS-GAME-05",
        say("Works, destructions, repairs and mines are allowed."),
    )
    use_cavalry_charge: bool = option(
        flag(
            yes=say("A charge is decided by the tables of the Appendix, with the duties that follow."),
            no=say("Cavalry that comes into contact fights a melee like anybody else."),
        ),
        True,
        "KS-GAME-05",
        say("Charges go by the tables; otherwise contact is a melee."),
    )
    contour_interval_in: int = option(COUNT, 6, "KS-GAME-06", say("Height of one contour in inches."))
    map_size_ft: tuple[int, int] | None = option(
        SIZE, None, "KS-GAME-02", say("Size of the country in feet; the scenario gives it.")
    )
    wood_blocks_charge: bool = option(
        flag(yes=say("Cavalry cannot charge through a wood."), no=say("A wood hinders no charge.")),
        True,
        "KS-GAME-08",
        say("A wood on the line stops a charge."),
    )
