"""Options of Little Wars: long moves, boxes, waggons, many players and roads.  [LW-EXT]"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rules.contract.options import one_of, option
from rules.little_wars.options.figures import OUTDOOR, half_points
from rules.little_wars.options.kinds import number, or_off, switch
from rules.values.codec import COUNT
from rules.values.measure import FOOT
from rules.values.sentence import say
from rules.values.value import Value


@dataclass(frozen=True)
class Extensions(Value):
    """Long moves, boxes, waggons, many players and roads."""

    long_move: int = option(
        number(
            {
                1: say("All moves are ordinary."),
                2: say("Far from the enemy everybody moves twice as far."),
                3: say("Far from the enemy everybody moves three times as far."),
            },
            off=1,
        ),
        1,
        "LW-EXT-03",
        say("How many times longer moves are before contact; 1: off."),
    )
    long_limit: int = option(
        number(
            {
                12: say("Within twelve feet of the enemy moves are ordinary."),
                15: say("Within fifteen feet of the enemy moves are ordinary."),
                10: say("Within ten feet of the enemy moves are ordinary."),
            }
        ),
        12,
        "LW-EXT-03",
        say("Feet from the enemy within which moves are ordinary."),
    )
    long_scope: str = option(
        one_of(
            {
                "unit": say("Each man, gun or box drops to ordinary moves by itself."),
                "game": say("Once any two have come within the limit, all moves are ordinary."),
            },
            whole_game="game",
        ),
        "unit",
        "LW-EXT-03",
        say("Whether each unit, or all, drop to ordinary moves."),
    )
    boxes: bool = option(
        switch(
            yes=say("Troops may travel in closed boxes behind their scouts, and nobody knows what is in them."),
            no=say("All troops stand in the open."),
        ),
        False,
        "LW-EXT-05",
        say("Troops travel in closed boxes."),
    )
    box_empty_allowed: bool = option(
        switch(yes=say("A box may be empty, to deceive."), no=say("There are men in every box.")),
        False,
        "LW-EXT-05",
        say("A box may be empty."),
    )
    scout_count: int | None = option(
        or_off(COUNT, off=say("Any number of cavalry may ride outside the boxes.")),
        None,
        "LW-EXT-06",
        say("Cavalry outside the boxes at the start."),
    )
    waggons: bool = option(
        switch(yes=say("Every fifty men need a waggon within six moves of them."), no=say("Nobody needs a waggon.")),
        False,
        "LW-EXT-11",
        say("A waggon for every fifty men within six moves."),
    )
    waggon_penalty: str = option(
        one_of(
            {
                "no_attack": say("Men without one may neither come into contact nor serve a gun."),
                "no_retreat": say("Men without one may not move away from their waggon."),
                "none": say("Men without one suffer nothing."),
            },
            no_move_away_from_waggon="no_retreat",
        ),
        "no_attack",
        "LW-EXT-11",
        say("What men without a waggon may not do."),
    )
    ammo_carts: bool = option(
        switch(yes=say("A gun fires only with a cart within two moves of it."), no=say("Guns need no carts.")),
        False,
        "LW-EXT-12",
        say("A gun fires only with a cart within two moves."),
    )
    train_points: int = option(
        half_points(), 0, "LW-EXT-13", say("Points for each waggon or cart of the enemy's that is held.")
    )
    team_roles: bool = option(
        switch(
            yes=say("Each unit gets orders from its own commander; the General may give units to other commanders."),
            no=say("One player gives all orders of the side."),
        ),
        False,
        "LW-EXT-15",
        say("A General and divisional commanders, each with their own units."),
    )
    team_messages: str = option(
        one_of(
            {
                "free": say("Players of a side write to each other at any time."),
                "intervals": say("Players of a side write to each other only between moves."),
            },
            only_in_intervals="intervals",
        ),
        "free",
        "LW-EXT-15",
        say("When players of a side may write to each other."),
    )
    outdoor_moves: Fraction = option(
        OUTDOOR, Fraction(1), "LW-EXT-16", say("How much longer moves are in the open air, 1 to 2.")
    )
    roads: bool = option(
        switch(
            yes=say("On a road, three inches cost waggons and boxes as much as two."),
            no=say("A road is ground like any other."),
        ),
        False,
        "LW-EXT-18",
        say("Waggons and boxes go half as far again by road."),
    )

    def rate(self, arm: str) -> int:
        """Sixteenths of an ordinary move of an arm: two feet for cavalry, else one.  [LW-MOVE-04, LW-MOVE-05, LW-EXT-16]"""
        return int((2 if arm == "cavalry" else 1) * FOOT * self.outdoor_moves)
