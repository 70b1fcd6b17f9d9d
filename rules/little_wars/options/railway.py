"""Options of Little Wars: trains and their rails.  [LW-EXT]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.contract.options import one_of, option
from rules.little_wars.options.figures import TRUCK_LOAD, parts
from rules.little_wars.options.kinds import at_least, number, switch
from rules.values.measure import INCH
from rules.values.sentence import say
from rules.values.value import Value


@dataclass(frozen=True)
class Railway(Value):
    """Trains and their rails."""

    railway: bool = option(
        switch(yes=say("Trains run on their rails, and rails are torn up and replaced."), no=say("No train runs.")),
        False,
        "LW-EXT-20",
        say("Trains run."),
    )
    train_rate: int = option(
        number({4: say("Eight feet a move."), 5: say("Ten feet a move.")}),
        4,
        "LW-EXT-22",
        say("How many cavalry moves a train goes."),
    )
    truck_load: Mapping[str, Fraction] = option(
        parts(tuple(TRUCK_LOAD)), dict(TRUCK_LOAD), "LW-EXT-23", say("What a truck holds of each.")
    )
    engine_limit: int = option(
        number({8: say("Eight trucks at full rate."), 7: say("Seven trucks at full rate.")}),
        8,
        "LW-EXT-24",
        say("Trucks that an engine draws at full rate."),
    )
    overload: str = option(
        one_of(
            {
                "half_rate": say("Up to twice as many are drawn at half the rate."),
                "forbidden": say("An engine with more trucks does not move."),
            }
        ),
        "half_rate",
        "LW-EXT-24",
        say("What more trucks do."),
    )
    rail_same_men: bool = option(
        switch(
            yes=say("Work at a rail counts only while the same men stay at it."),
            no=say("Others may take the work over."),
        ),
        True,
        "LW-EXT-26",
        say("The same men must work to the end."),
    )
    rail_length: int = option(at_least(1), 6, "LW-EXT-27", say("Inches of one rail."))

    def load(self, what: str) -> Fraction:
        """The room of a truck for an arm or for guns.  [LW-EXT-23]"""
        return self.truck_load.get(what, TRUCK_LOAD[what])

    @property
    def rail(self) -> int:
        """The length of one rail in sixteenths.  [LW-EXT-27]"""
        return self.rail_length * INCH
