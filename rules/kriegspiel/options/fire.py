"""Options of the Sykes-Wells Kriegspiel: guns, shells and rifles.  [KS-FIRE, KS-GUN, KS-SHELL, KS-RIFLE]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.contract.options import flag, one_of, option, or_none
from rules.kriegspiel.options.kinds import SHELLS
from rules.values.codec import COUNT
from rules.values.sentence import say
from rules.values.value import Value


@dataclass(frozen=True)
class Fire(Value):
    """Guns, shells and rifles."""

    unlimber_then_fire: bool = option(
        flag(
            yes=say("A gun may unlimber and fire in one move."),
            no=say("A gun that spent anything of its move does not fire in it."),
        ),
        False,
        "KS-FIRE-02",
        say("A gun may fire in the move in which it unlimbered."),
    )
    dismounted_cavalry_fire: bool = option(
        flag(
            yes=say("Dismounted cavalry fires rifles as infantry does."),
            no=say("Cavalry never fires, mounted or on foot."),
        ),
        True,
        "KS-FIRE-03",
        say("Cavalry on foot fires as infantry."),
    )
    ra_only_serve_guns: bool = option(
        flag(yes=say("A gun without four artillerymen is silent."), no=say("Any fit men of its side may serve a gun.")),
        False,
        "KS-GUN-01",
        say("Only artillerymen serve guns."),
    )
    shots_per_move: int = option(COUNT, 4, "KS-GUN-04", say("Shots a gun has in a move."))
    fire_mode: str = option(
        one_of(
            {
                "reported": say(
                    "Shots are really fired on a floor, and the officials report where they lay and who fell."
                ),
                "simulated": say(
                    "The engine throws every shot along its aim, with scatter drawn from the sealed seed."
                ),
            }
        ),
        "reported",
        "KS-GUN-13",
        say("Shots are reported by officials, or thrown by the engine."),
    )
    shell_scatter: str = option(
        one_of(
            {
                "quarter": say(
                    "Shells scatter by a quarter of an inch for each foot of range: at six feet two in three lie within "
                    "an inch and a half of the aim, sideways and in range."
                ),
                "half": say("Shells scatter by half an inch for each foot of range: at six feet by three inches."),
                "inch": say(
                    "Shells scatter by an inch for each foot of range: at six feet by six inches, twice the radius of "
                    "their circle."
                ),
            }
        ),
        "quarter",
        "KS-GUN-13",
        say("How far the shells scatter that the engine throws."),
    )
    shell_types: Mapping[str, int] = option(
        SHELLS, {"shell": 18}, "KS-SHELL-01", say("The shells, and the feet that each carries.")
    )
    shell_victims: str = option(
        one_of(
            {
                "nearest": say("Those nearest to where the shell lies fall first."),
                "owner_chooses": say("Their owner chooses who falls."),
            }
        ),
        "nearest",
        "KS-SHELL-03",
        say("Who falls in the circle."),
    )
    cover_for_guns: str = option(
        one_of(
            {
                "epaulement_only": say("Houses, walls and woods save men; a gun is saved only by its own epaulement."),
                "any_cover": say("Whatever would save a man saves a gun too."),
                "none": say("Nothing saves a gun in the circle."),
            }
        ),
        "epaulement_only",
        "KS-SHELL-07",
        say("What shelters a gun from a shell."),
    )
    fours_may_fire: bool = option(
        flag(yes=say("A column of fours fires like a line."), no=say("A column of fours does not fire.")),
        False,
        "KS-RIFLE-01",
        say("Infantry in fours may fire."),
    )
    rifle_range_in: int | None = option(
        or_none(COUNT, none=say("A rifle carries as far as it is aimed.")),
        None,
        "KS-RIFLE-03",
        say("How many inches rifles carry."),
    )
