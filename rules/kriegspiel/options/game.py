"""Options of the Sykes-Wells Kriegspiel: Generals, the rules in use and the country.  [KS-GAME, KS-GENL]"""

from __future__ import annotations

from dataclasses import dataclass

from rules.contract.options import flag, one_of, option, or_none
from rules.kriegspiel.options.kinds import SIZE
from rules.values.codec import COUNT
from rules.values.value import Value


@dataclass(frozen=True)
class Game(Value):
    """Generals, the rules in use and the country."""

    general_vulnerability: str = option(
        one_of(
            {
                "invulnerable": "Nothing harms a General, as Wells would have it; no player is sent away.",
                "sykes": "Shells, rifles and capture reach him; the next in seniority commands after an absence.",
            }
        ),
        "invulnerable",
        "KS-GENL-06",
        "Whether shells, rifles and capture reach a General.",
    )
    general_may_order_any_piece: bool = option(
        flag(
            yes="A General gives orders to any piece of his side: for one player a side.",
            no="A General orders only himself and messages; his commanders order the arms.",
        ),
        False,
        "KS-GAME-03",
        "A General may order any piece of his side, for one player a side.",
    )
    general_view_radius_ft: int | None = option(
        or_none(COUNT, none="Nothing is hidden from a General beyond what is hidden from his side."),
        None,
        "KS-GENL-02",
        "How many feet round his figure a General sees; none: no limit.",
    )
    enemy_hears_shout: bool = option(
        flag(
            yes="What is shouted stands on every sheet of both sides.",
            no="What is shouted stands on the sheets of its own side alone.",
        ),
        True,
        "KS-GENL-04",
        "A shout is heard by everybody in the room.",
    )
    use_supply: bool = option(
        flag(
            yes="Every six own moves packets are given up, and who gets none stops.",
            no="Nobody eats and no packet is asked for.",
        ),
        True,
        "KS-GAME-05",
        "Food, forage and ammunition are given up and may fail.",
    )
    use_contours: bool = option(
        flag(
            yes="A contour costs a foot uphill and half a foot downhill, and a charge downhill counts for more.",
            no="The country is flat for every rule.",
        ),
        True,
        "KS-GAME-05",
        "Going up and down hill costs inches and weighs in charges.",
    )
    use_engineering: bool = option(
        flag(
            yes="Bridges, depots and waggons can be destroyed, mines laid, trenches and epaulements dug.",
            no="Nothing is built and nothing is destroyed but by shells.",
        ),
        True,
        "KS-GAME-05",
        "Works, destructions, repairs and mines are allowed.",
    )
    use_cavalry_charge: bool = option(
        flag(
            yes="A charge is settled by the tables of the Appendix, and owes and imposes its duties.",
            no="Cavalry that comes into contact fights a melee like anybody else.",
        ),
        True,
        "KS-GAME-05",
        "Charges go by the tables; else contact is a melee.",
    )
    contour_interval_in: int = option(COUNT, 6, "KS-GAME-06", "Height of one contour in inches.")
    map_size_ft: tuple[int, int] | None = option(
        SIZE, None, "KS-GAME-02", "Size of the country in feet; the scenario gives it."
    )
    wood_blocks_charge: bool = option(
        flag(yes="Cavalry cannot charge through a wood.", no="A wood hinders no charge."),
        True,
        "KS-GAME-08",
        "A wood on the line stops a charge.",
    )
