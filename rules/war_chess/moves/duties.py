"""The duties of a player in a turn, and the moves that they allow.  [WC-OBL, WC-WAG-05, WC-CIT-05]"""

from __future__ import annotations

from collections.abc import Callable

from rules.war_chess.field.board import BIT, bits_of, cells_in
from rules.war_chess.field.figures import ATTACKER, GUN
from rules.war_chess.field.position import Position
from rules.war_chess.field.ranges import fire
from rules.war_chess.moves.legality import Ends, Field, after, allowed, ends

CITADEL_DUTY, WAGON_DUTY, TROOPS_DUTY = "WC-CIT-05", "WC-WAG-05", "WC-OBL-01"


def legal(position: Position, overrides: bool = True) -> Ends:
    """Every legal move of the side to move; none once the game is won.

    overrides: a lawful capture of Citadel or Wagon may be made regardless of duties.  [WC-OBL-08]
    """
    return [] if position.won else bound(position, overrides)[0]


def bound(position: Position, overrides: bool = True) -> tuple[Ends, str]:
    """The moves that the duties allow, and the clause of the binding duty; empty if there is none.  [WC-OBL-06, WC-OBL-07]"""
    field = Field(position)
    moves = allowed(field)
    if not field.exposed and not field.threatened:
        return moves, ""
    for clause, meeting in (
        (CITADEL_DUTY, _saving_the_citadel),
        (WAGON_DUTY, _saving_the_wagon),
        (TROOPS_DUTY, _helping_troops),
    ):
        met = meeting(position, field, moves)
        if met:
            return _with_winning(field, moves, met, overrides), clause
    return moves, ""


def owed(position: Position) -> tuple[str, ...]:
    """The clauses of the duties of this turn, the highest first, whether or not they can be met."""
    field = Field(position)
    wagon = field.own.prize & field.exposed if field.own.side == ATTACKER else 0
    standing = (
        (CITADEL_DUTY, field.threatened),
        (WAGON_DUTY, wagon),
        (TROOPS_DUTY, field.exposed & field.own.foot),
    )
    return tuple(clause for clause, stands in standing if stands)


def _saving_the_citadel(position: Position, field: Field, moves: Ends) -> Ends:
    """Moves that end the command of the Citadel; if there are none, moves that prepare to drive the battery off.  [WC-CIT-05]"""
    if not field.threatened:
        return []
    citadel = field.own.prize
    ending = _helping(field, moves, 0, lambda exposed, commanded: not commanded & citadel)
    return ending or [(cell, bits) for cell, some in moves if (bits := _driving_off(position, cell, some))]


def _driving_off(position: Position, cell: int, bits: int) -> int:
    """The ends of a move after which its side, moving again at once, could take a battery that commands the Citadel."""
    found = 0
    for target in cells_in(bits):
        field = Field(position.moved(cell, target).again())
        citadel = field.own.prize
        commanding = bits_of(gun for gun in field.foe.guns if fire((gun,), field.standing) & citadel)
        if any(ends(field, one, kind) & commanding for one, kind in field.own.figures.items()):
            found |= BIT[target]
    return found


def _saving_the_wagon(position: Position, field: Field, moves: Ends) -> Ends:
    """Moves after which the wagon is not exposed.  [WC-WAG-05]"""
    wagon = field.own.prize & field.exposed if field.own.side == ATTACKER else 0
    if not wagon:
        return []
    return _helping(field, moves, wagon, lambda exposed, commanded: not exposed & wagon)


def _helping_troops(position: Position, field: Field, moves: Ends) -> Ends:
    """Moves after which fewer figures are exposed.  [WC-OBL-01 to WC-OBL-03]"""
    before = (field.exposed & field.own.foot).bit_count()
    if not before:
        return []
    foot = field.exposed & field.own.foot
    return _helping(field, moves, foot, lambda exposed, commanded: (exposed & foot).bit_count() < before)


def _helping(field: Field, moves: Ends, leaving: int, helps: Callable[[int, int], bool]) -> Ends:
    """The moves among some that help.

    leaving: figures that help by any move, since no move may end exposed.  Of the others, only moves that can help
    are checked: those of batteries, into a line of fire, or taking a battery.  helps: tests the figures exposed
    and the cells commanded after a move.
    """
    found = []
    for cell, bits in moves:
        if not BIT[cell] & leaving:
            kind = field.own.figures[cell]
            if kind != GUN:
                bits &= field.commanded_without(cell) | field.foe_guns
            for target in cells_in(bits):
                if not helps(*after(field, cell, target, kind)):
                    bits ^= BIT[target]
        if bits:
            found.append((cell, bits))
    return found


def _with_winning(field: Field, moves: Ends, met: Ends, overrides: bool) -> Ends:
    """The moves that meet a duty, and the captures allowed regardless of duties.  [WC-OBL-08]"""
    if overrides:
        winning = {cell: bits & field.foe.prize for cell, bits in moves}
    else:
        winning = {cell: bits & field.citadel for cell, bits in moves if BIT[cell] & field.exposed}
    both = {cell: bits for cell, bits in winning.items() if bits}
    for cell, bits in met:
        both[cell] = both.get(cell, 0) | bits
    return list(both.items())
