"""Where each figure may go: its lines, what it may take, and that no figure is newly exposed.  [WC-MOV, WC-CAP, WC-CMD, WC-OBL-04]"""

from __future__ import annotations

from rules.war_chess.field.board import ALL, BIT, bits_of, cells_in
from rules.war_chess.field.figures import DEFENDER, GUN, WAGON
from rules.war_chess.field.position import Position
from rules.war_chess.field.ranges import barred, beside, fire, reach

Ends = list[tuple[int, int]]
"""Moves by the cell that they start from: that cell, and the set of cells where they may end."""


class Field:
    """The facts of a turn for every figure of the side to move.

    commanded: cells under the fire of enemy batteries.  barred: those of them where foot, horse and wagon would be
    exposed.  exposed: the exposed own figures.  threatened: whether the own Citadel is commanded.  [WC-PRO-08, WC-CIT-05]
    """

    __slots__ = (
        "barred",
        "citadel",
        "commanded",
        "empty",
        "exposed",
        "foe",
        "foe_guns",
        "free",
        "near_foe",
        "near_own",
        "own",
        "standing",
        "threatened",
    )

    def __init__(self, position: Position) -> None:
        own, foe = self.own, self.foe = position.own, position.foe
        self.standing = own.bits | foe.bits
        self.commanded = fire(foe.guns, self.standing)
        self.near_foe = beside(foe.guns)
        self.near_own = beside(own.guns)
        self.barred = barred(self.commanded, self.near_foe, self.near_own)
        self.exposed = self.barred & own.subject
        self.free = ALL ^ own.bits
        self.empty = ALL ^ self.standing
        self.foe_guns = bits_of(foe.guns)
        at_home = own.side == DEFENDER
        self.citadel = 0 if at_home else foe.prize
        self.threatened = bool(at_home and own.prize & self.commanded)

    def commanded_without(self, cell: int) -> int:
        """The cells that the enemy's batteries command after the figure on a cell has left it."""
        bit = BIT[cell]
        return fire(self.foe.guns, self.standing ^ bit) if bit & self.commanded else self.commanded


def ends(field: Field, cell: int, kind: str) -> int:
    """The cells where the figure on a cell may go or take, before duties.

    [WC-MOV-02 to WC-MOV-05, WC-CAP-03, WC-CMD-05, WC-OBL-04, WC-ART-05, WC-WAG-02, WC-WAG-03, WC-WAG-06, WC-WAG-07, WC-CIT-02]
    """
    reached = reach(kind, field.own.up, cell, field.standing)
    if kind == GUN:
        return _ends_of_gun(field, cell, reached & (field.empty | field.foe_guns))
    barred_now, newly = field.barred, 0
    if BIT[cell] & field.commanded:
        # The figure shielded others behind it on the line of fire.
        barred_now = barred(field.commanded_without(cell), field.near_foe, field.near_own)
        newly = barred_now & field.own.subject & ~field.exposed & ~BIT[cell]
    open_to = field.empty if kind == WAGON else field.free
    found = reached & (open_to ^ (open_to & barred_now))
    if kind != WAGON:
        found |= reached & field.citadel  # [WC-CIT-04]
    return _harmless(field, cell, kind, found) if newly else found


def _ends_of_gun(field: Field, cell: int, found: int) -> int:
    """The moves of a battery: away from figures under fire only if they stay protected.  [WC-ART-02 to WC-ART-04, WC-CMD-06, WC-OBL-05]"""
    if field.commanded_without(cell) & field.own.subject & ~field.exposed:
        return _harmless(field, cell, GUN, found)
    return found


def _harmless(field: Field, cell: int, kind: str, found: int) -> int:
    """The ends of a move that newly expose no own figure, each checked separately.  [WC-OBL-04]"""
    for target in cells_in(found):
        exposed, _ = after(field, cell, target, kind)
        if exposed & ~field.exposed:
            found ^= BIT[target]
    return found


def after(field: Field, cell: int, target: int, kind: str) -> tuple[int, int]:
    """The own figures exposed after a move, and the cells then commanded.  [WC-CAP-04, WC-OBL-04, WC-PRO-06, WC-PRO-07]

    A figure that has taken the Citadel is safe on its cell.  [WC-CIT-04]
    """
    own, foe = field.own, field.foe
    gone, come = BIT[cell], BIT[target]
    guns = tuple(gun for gun in foe.guns if gun != target) if come & field.foe_guns else foe.guns
    near_foe = beside(guns) if come & field.foe_guns else field.near_foe
    commanded = fire(guns, (field.standing ^ gone) | come)
    if kind == GUN:
        near_own = beside(tuple(target if gun == cell else gun for gun in own.guns))
        return barred(commanded, near_foe, near_own) & own.subject, commanded
    subject = own.subject ^ gone
    if come != field.citadel:
        subject |= come
    return barred(commanded, near_foe, field.near_own) & subject, commanded


def allowed(field: Field) -> Ends:
    """Every move that newly exposes no figure, before duties."""
    found = []
    for cell, kind in field.own.figures.items():
        bits = ends(field, cell, kind)
        if bits:
            found.append((cell, bits))
    return found
