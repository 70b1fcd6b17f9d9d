"""Options of Little Wars: guns and shots.  [LW-GUN, LW-SHOT]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.contract.options import one_of, option
from rules.little_wars.options.figures import HIT_TABLE, parts, units
from rules.little_wars.options.kinds import number, switch
from rules.values.sentence import say
from rules.values.value import Value


@dataclass(frozen=True)
class Gunnery(Value):
    """Guns and shots."""

    shots_per_move: int = option(
        number({4: say("Four shots, as in the last form of the book."), 6: say("Six shots, as in the first games.")}),
        4,
        "LW-GUN-07",
        say("Shots that a gun has in a move."),
    )
    lying: str = option(
        one_of(
            {
                "free": say(
                    "Men about a gun and before it may lie down to be fired over, and rise when the guns have done."
                ),
                "off": say("Nobody lies down; whoever stands before a gun is in its way."),
            },
            false="off",
            true="free",
        ),
        "free",
        "LW-GUN-09",
        say("Whether men about a gun may lie down."),
    )
    gun_size: tuple[int, ...] = option(
        units(3, say("trail, muzzle and half track in sixteenths")),
        (64, 48, 16),
        "LW-GUN-12",
        say("Sixteenths from the axle to trail end and muzzle, and half the track."),
    )
    crew_sharing: bool = option(
        switch(
            yes=say("Men within six inches of two guns count in the crew of both."),
            no=say("A man counts in the crew of one gun in a move."),
        ),
        True,
        "LW-GUN-18",
        say("Men may count in the crews of more than one gun."),
    )
    friendly_fire: bool = option(
        switch(
            yes=say("Whoever is knocked over is dead, friend or enemy."),
            no=say("A shot spares the side that fired it."),
        ),
        True,
        "LW-SHOT-05",
        say("A shot kills men of either side."),
    )
    shot_source: str = option(
        one_of(
            {
                "reported": say("Shots are really fired at a floor, and people report who fell."),
                "simulated": say("The engine draws every shot by the table of chances, from the sealed seed."),
            }
        ),
        "reported",
        "LW-SHOT-08",
        say("Shots are real and reported, or drawn."),
    )
    hit_table: Mapping[str, Fraction] = option(
        parts(tuple(HIT_TABLE), 1),
        dict(HIT_TABLE),
        "LW-SHOT-09",
        say("Chances of a drawn shot: open, covered, hidden, and the next man."),
    )

    def hit(self, cover: str) -> Fraction:
        """The chance of a drawn shot.  [LW-SHOT-09]"""
        return self.hit_table.get(cover, HIT_TABLE[cover])
