"""Whether a trench is within reach of its diggers.  [KS-WORK-03]"""

from __future__ import annotations

from itertools import pairwise

from rules.errors import Illegal
from rules.kriegspiel.floor.distances import apart, men_of, spot
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import Body
from rules.kriegspiel.tables.works import WORKED_WITHIN
from rules.values.measure import INCH, Point, inches, length_of
from rules.values.sentence import say


def within_reach_of_diggers(field: Field, body: Body, line: tuple[Point, ...]) -> None:
    """E-LINE if an inch of a line is over six inches from every digger, by their places."""
    diggers = men_of(field, body)
    gone = 0
    for a, b in pairwise(line) if diggers is not None else ():
        length = length_of(a, (b,))
        for far in (*range(0, length, INCH), length):
            at = (a[0] + (b[0] - a[0]) * far // length, a[1] + (b[1] - a[1]) * far // length)
            if diggers is not None and apart(diggers, spot(at)) > WORKED_WITHIN:
                raise Illegal(
                    "E-LINE",
                    say("The line leaves the diggers after {inches}.", inches=inches(gone + far)),
                    "KS-WORK-03",
                )
        gone += length
