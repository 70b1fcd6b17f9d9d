"""Options of the Sykes-Wells Kriegspiel: guns, shells and rifles.  [KS-FIRE, KS-GUN, KS-SHELL, KS-RIFLE]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.contract.options import flag, one_of, option, or_none
from rules.kriegspiel.options.kinds import SHELLS
from rules.values.codec import COUNT
from rules.values.value import Value


@dataclass(frozen=True)
class Fire(Value):
    """Guns, shells and rifles."""

    unlimber_then_fire: bool = option(
        flag(
            yes="A gun may unlimber and fire in one move.",
            no="A gun that spent anything of its move does not fire in it.",
        ),
        False,
        "KS-FIRE-02",
        "A gun may fire in the move in which it unlimbered.",
    )
    dismounted_cavalry_fire: bool = option(
        flag(yes="Dismounted cavalry fires rifles as infantry does.", no="Cavalry never fires, mounted or on foot."),
        True,
        "KS-FIRE-03",
        "Cavalry on foot fires as infantry.",
    )
    ra_only_serve_guns: bool = option(
        flag(yes="A gun without four artillerymen is silent.", no="Any fit men of its side may serve a gun."),
        False,
        "KS-GUN-01",
        "Only artillerymen serve guns.",
    )
    shots_per_move: int = option(COUNT, 4, "KS-GUN-04", "Shots a gun has in a move.")
    fire_mode: str = option(
        one_of(
            {
                "reported": "Shots are really fired on a floor, and the officials report where they lay and who fell.",
                "simulated": "The engine throws every shot along its aim, with scatter drawn from the sealed seed.",
            }
        ),
        "reported",
        "KS-GUN-13",
        "Shots are reported by officials, or thrown by the engine.",
    )
    shell_types: Mapping[str, int] = option(
        SHELLS, {"shell": 18}, "KS-SHELL-01", "The shells, and the feet that each carries."
    )
    shell_victims: str = option(
        one_of(
            {
                "nearest": "Those nearest to where the shell lies fall first.",
                "owner_chooses": "Their owner chooses who falls.",
            }
        ),
        "nearest",
        "KS-SHELL-03",
        "Who falls in the circle.",
    )
    cover_for_guns: str = option(
        one_of(
            {
                "epaulement_only": "Houses, walls and woods save men; a gun is saved by its own epaulement alone.",
                "any_cover": "Whatever would save a man saves a gun too.",
                "none": "Nothing saves a gun in the circle.",
            }
        ),
        "epaulement_only",
        "KS-SHELL-07",
        "What shelters a gun from a shell.",
    )
    fours_may_fire: bool = option(
        flag(yes="A column of fours fires like a line.", no="A column of fours does not fire."),
        False,
        "KS-RIFLE-01",
        "Infantry in fours may fire.",
    )
    rifle_range_in: int | None = option(
        or_none(COUNT, none="A rifle carries as far as it is aimed."),
        None,
        "KS-RIFLE-03",
        "How many inches rifles carry.",
    )
