"""Who stands where, and whose turn it is: immutable values that a move replaces."""

from __future__ import annotations

from collections.abc import Mapping

from rules.war_chess.field.board import BIT, bits_of
from rules.war_chess.field.figures import ATTACKER, CITADEL, DEFENDER, GUN, MEN, WAGON, other, plays_up

Figures = dict[int, str]


class Army:
    """One side's figures, all of which block the way.  [WC-CIT-07]

    figures: kind by cell, except the Citadel, which never moves.  bits: every cell that it holds.  foot: cells of its
    foot and horse.  guns: cells of its batteries.  prize: the cell of its Wagon or Citadel as a set; empty if it is absent.
    subject: the cells of figures that may not stand under fire.  [WC-PRO-08]
    """

    __slots__ = ("bits", "figures", "foot", "guns", "prize", "side", "subject", "up")

    def __init__(
        self, side: str, up: bool, figures: Figures, bits: int, foot: int, guns: tuple[int, ...], prize: int
    ) -> None:
        self.side = side
        self.up = up
        self.figures = figures
        self.bits = bits
        self.foot = foot
        self.guns = guns
        self.prize = prize
        self.subject = foot | prize if side == ATTACKER else foot

    def moved(self, origin: int, target: int) -> Army:
        """The army after one of its figures has gone from one cell to another."""
        figures = self.figures.copy()
        kind = figures[target] = figures.pop(origin)
        change = BIT[origin] ^ BIT[target]
        foot, guns, prize = self.foot, self.guns, self.prize
        if kind == GUN:
            guns = tuple(target if gun == origin else gun for gun in guns)
        elif kind == WAGON:
            prize ^= change
        else:
            foot ^= change
        return Army(self.side, self.up, figures, self.bits ^ change, foot, guns, prize)

    def without(self, cell: int) -> Army:
        """The army after the figure on a cell was taken.  [WC-CAP-01]"""
        bit = BIT[cell]
        figures = {one: kind for one, kind in self.figures.items() if one != cell}
        guns = tuple(gun for gun in self.guns if gun != cell)
        kept = self.bits ^ bit
        return Army(self.side, self.up, figures, kept, self.foot & kept, guns, self.prize & kept)

    def __eq__(self, another: object) -> bool:
        return (
            isinstance(another, Army)
            and (self.side, self.up, self.figures, self.bits, self.prize)
            == (another.side, another.up, another.figures, another.bits, another.prize)
            and sorted(self.guns) == sorted(another.guns)
        )

    __hash__ = None  # type: ignore[assignment]


class Position:
    """Both armies, the first by the side that moves first.  won: the side that has won, or empty; by: the clause of the win."""

    __slots__ = ("by", "foe", "own", "won")

    def __init__(self, own: Army, foe: Army, won: str = "", by: str = "") -> None:
        self.own = own
        self.foe = foe
        self.won = won
        self.by = by

    @property
    def to_move(self) -> str:
        """The side to move."""
        return self.own.side

    def moved(self, origin: int, target: int) -> Position:
        """The position after a move of the side to move, lawful or not.  [WC-CAP-01, WC-TRN-02, WC-END-01 to WC-END-04]"""
        own, foe = self.own, self.foe
        bit = BIT[target]
        if not bit & foe.bits:
            return Position(foe, own.moved(origin, target))
        left = foe.without(target)
        by = ""
        if bit == foe.prize:
            by = "WC-END-01" if foe.side == DEFENDER else "WC-END-02"
        elif not left.foot and foe.foot and (own.prize or foe.prize):
            by = "WC-END-03"
        return Position(left, own.moved(origin, target), own.side if by else "", by)

    def again(self) -> Position:
        """The same position with the other side to move."""
        return Position(self.foe, self.own, self.won, self.by)

    def army(self, side: str) -> Army:
        """The army of a side."""
        return self.own if self.own.side == side else self.foe

    def board(self) -> dict[int, str]:
        """Cell to figure as the kit writes it, in ascending order."""
        found: dict[int, str] = {}
        for army in (self.own, self.foe):
            found |= {cell: army.side[0] + kind for cell, kind in army.figures.items()}
            if army.side == DEFENDER and army.prize:
                found[army.prize.bit_length() - 1] = "d" + CITADEL
        return dict(sorted(found.items()))

    def __eq__(self, another: object) -> bool:
        return isinstance(another, Position) and (self.own, self.foe, self.won) == (
            another.own,
            another.foe,
            another.won,
        )

    __hash__ = None  # type: ignore[assignment]


def army_of(board: Mapping[int, str], side: str, low: str) -> Army:
    """One side's army from a board."""
    all_own = {cell: figure[1] for cell, figure in board.items() if figure[0] == side[0]}
    figures = {cell: kind for cell, kind in all_own.items() if kind != CITADEL}
    return Army(
        side,
        plays_up(side, low),
        figures,
        bits_of(all_own),
        bits_of(cell for cell, kind in figures.items() if kind in MEN),
        tuple(sorted(cell for cell, kind in figures.items() if kind == GUN)),
        bits_of(cell for cell, kind in all_own.items() if kind in (WAGON, CITADEL)),
    )


def position_of(board: Mapping[int, str], to_move: str, low: str) -> Position:
    """A position from a board.  A side that has lost all its foot and horse has lost.  [WC-END-03, WC-POS-02, WC-POS-06]

    In a diagram of the plates, without Wagon or Citadel, a side may have none from the start.
    """
    own, foe = army_of(board, to_move, low), army_of(board, other(to_move), low)
    if own.prize and foe.prize:
        for army, enemy in ((own, foe), (foe, own)):
            if not army.foot:
                return Position(own, foe, enemy.side, "WC-END-03")
    return Position(own, foe)
