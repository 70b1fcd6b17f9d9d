"""The figures: their number, their moves, and what each may take.  [WC-GEN, WC-LI, WC-INF, WC-CAV, WC-ART, WC-WAG]"""

from __future__ import annotations

from rules.errors import Invalid
from rules.values.sentence import of_field, say, word
from rules.war_chess.field.board import CELLS, DATA, DIRECTIONS, OBLIQUE, OPPOSITE, TURNED

ATTACKER, DEFENDER = "attacker", "defender"
SIDES = (ATTACKER, DEFENDER)
"""The invader and the defender of the Citadel.  [WC-GEN-01]"""

LIGHT, FOOT, HORSE, GUN, WAGON, CITADEL = "L", "I", "C", "A", "W", "X"
MEN = frozenset((LIGHT, FOOT, HORSE))
"""Foot and horse: they may not stand under fire, and a side without them has lost.  [WC-CMD-05, WC-END-03]"""

NAMES = {
    LIGHT: say("light infantry"),
    FOOT: "infantry",
    HORSE: "cavalry",
    GUN: "artillery",
    WAGON: "wagon",
    CITADEL: say("Citadel"),
}

NUMBERS = {
    ATTACKER: {LIGHT: 4, FOOT: 5, HORSE: 2, GUN: 2, WAGON: 1, CITADEL: 0},
    DEFENDER: {LIGHT: 4, FOOT: 5, HORSE: 2, GUN: 2, WAGON: 0, CITADEL: 1},
}
"""The figures with which each side begins.  [WC-GEN-02, WC-GEN-03]"""

FORWARD = ("F", "FL", "FR")
RANGE = 3
"""Cells that a battery commands along each of its four lines.  [WC-CMD-01]"""

POWERS: dict[str, dict[str, int]] = {
    LIGHT: {direction: 3 if direction in FORWARD else 2 for direction in DIRECTIONS},
    FOOT: dict.fromkeys(DIRECTIONS, 2),
    HORSE: dict.fromkeys(DIRECTIONS, 3),
    GUN: dict.fromkeys(OBLIQUE, 3),
    WAGON: dict.fromkeys(OBLIQUE, 2),
    CITADEL: {},
}
"""Cells that a figure may go in each direction, as seen by its owner.
[WC-LI-01, WC-LI-02, WC-INF-01, WC-CAV-01, WC-ART-01, WC-WAG-01, WC-CIT-01]"""

OWN_CLAUSE = {FOOT: "WC-INF-01", HORSE: "WC-CAV-01", GUN: "WC-ART-01", WAGON: "WC-WAG-01", CITADEL: "WC-CIT-01"}


def clause_of_power(kind: str, direction: str) -> str:
    """The clause on how far a figure goes in a direction of its owner."""
    if kind == LIGHT:
        return "WC-LI-01" if direction in FORWARD else "WC-LI-02"
    return OWN_CLAUSE[kind]


def powers(kind: str, up: bool) -> dict[str, int]:
    """The cells that a figure may go in each direction of the board.  up: its owner plays up the board.  [WC-BRD-05]"""
    return {direction if up else OPPOSITE[direction]: power for direction, power in POWERS[kind].items()}


def plays_up(side: str, low: str) -> bool:
    """Whether a side plays up the board.  low: the side whose line of nine is drawn at the bottom.  [WC-BRD-05, WC-SET-06]"""
    return side == low


def array(low: str) -> dict[int, str]:
    """The arrangement at the start: cell to figure.  [WC-SET-01 to WC-SET-06]"""
    return {
        (cell if low == DEFENDER else TURNED[cell]): side[0] + kind
        for side in SIDES
        for kind, cells in DATA["array"][side].items()
        for cell in cells
    }


def read_figure(value: object, where: str) -> str:
    """A figure as the kit writes it: ``aL``, ``dX``; Invalid if it is not one."""
    word = value.strip() if isinstance(value, str) else ""
    side = {"a": ATTACKER, "d": DEFENDER}.get(word[:1])
    if side is None or not NUMBERS[side].get(word[1:]):
        raise Invalid(
            of_field(
                where,
                say("a figure is wanted (aL aI aC aA aW, dL dI dC dA dX), got {given}", given=f"{str(value)[:20]!r}"),
            )
        )
    return word


def side_of(figure: str) -> str:
    """The side of a figure as the kit writes it."""
    return ATTACKER if figure[0] == "a" else DEFENDER


def other(side: str) -> str:
    """The adversary of a side."""
    return DEFENDER if side == ATTACKER else ATTACKER


def called(figure: str, cell: int | None = None) -> str:
    """A figure in words: ``the attacker's cavalry on 37 (E13)``."""
    owner = say("the {figure}'s {names}", figure=word(side_of(figure)), names=word(NAMES[figure[1]]))
    return owner if cell is None else say("{owner} on {cell}", owner=owner, cell=shown(cell))


def shown(cell: int) -> str:
    """A cell by its number and its id: ``37 (E13)``."""
    return say("{cell} ({id})", cell=cell, id=CELLS[cell].id)
