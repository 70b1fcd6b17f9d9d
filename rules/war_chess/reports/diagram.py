"""The drawn board: places of its cells, the river, its crossings, and the figures.  [WC-BRD, WC-RIV]

Places are counted in half-columns from the left and half-rows from the bottom, as the plates print the board.
"""

from __future__ import annotations

from rules.contract.data import Board, BoardLayer, Man
from rules.values.sentence import say
from rules.war_chess.field.board import CELLS, CROSSINGS, DIRECTIONS, RIVER, ROWS, STEPS, cells_in
from rules.war_chess.field.figures import ATTACKER, DEFENDER, NAMES, NUMBERS, SIDES, called, other, shown, side_of
from rules.war_chess.field.ranges import beside, fire
from rules.war_chess.game import Game
from rules.war_chess.moves.duties import CITADEL_DUTY, owed
from rules.war_chess.moves.legality import Field

STREAM = ((0, 7), (1, 7), (2, 6), (4, 6), (5, 7), (6, 7), (10, 11), (11, 11), (12, 12), (14, 12), (15, 11), (16, 11))
"""The middle of the stream, from bank to bank of the board.  [WC-RIV-05, Plate 1]"""

NEAR, FAR = (35, 65), (70, 130)
"""Hundredths of a step from the middle of a crossing to the ends of its strokes: oblique, and over a corner."""


def diagram(game: Game) -> Board:
    """The board of a game, to be drawn."""
    return {
        "shape": "diamonds",
        "low": game.low,
        "to_move": game.position.to_move,
        "shades": {ATTACKER: "light", DEFENDER: "dark"},
        "cells": CELLS_DRAWN,
        "water": WATER,
        "stream": [list(place) for place in STREAM],
        "strokes": STROKES,
        "men": {str(cell): _figure(figure) for cell, figure in game.position.board().items()},
        "marks": {} if game.over else danger(game),
        "score": [],
        "figures": FIGURES,
        "layers": _layers(game),
        "writes": ["written"],
        "calls": False,
        "touches": [],
    }


def _figure(figure: str) -> Man:
    side = side_of(figure)
    return {
        "side": side,
        "shade": "light" if side == ATTACKER else "dark",
        "kind": NAMES[figure[1]].lower().replace(" ", "-"),
        "name": called(figure),
    }


def danger(game: Game) -> dict[str, list[int]]:
    """The figures of the side to move under fire, and the batteries that fire on them.  [WC-PRO-08, WC-CIT-05]"""
    field = Field(game.position)
    bits = field.exposed & field.own.bits
    if CITADEL_DUTY in owed(game.position):
        bits |= field.own.prize
    batteries = [gun for gun in field.foe.guns if fire((gun,), field.standing) & bits]
    return {"exposed": cells_in(bits), "batteries": batteries} if bits else {}


def _layers(game: Game) -> list[BoardLayer]:
    """What the batteries of each side command, and where they protect their own foot, horse and wagon."""
    position = game.position
    standing = position.own.bits | position.foe.bits
    armies = {side: position.army(side) for side in SIDES}
    near = {side: beside(army.guns) for side, army in armies.items()}
    return [
        {
            "key": "commands",
            "title": say("What the artillery commands"),
            "clause": "WC-CMD-01",
            "cells": {side: cells_in(fire(army.guns, standing)) for side, army in armies.items()},
        },
        {
            "key": "protects",
            "title": say("What the artillery protects"),
            "clause": "WC-PRO-01",
            "cells": {side: cells_in(near[side] & ~near[other(side)]) for side in SIDES},
        },
    ]


def _strokes() -> list[list[int]]:
    """The short strokes at the ends of each crossing: two points each, in hundredths.  [WC-RIV-02]"""
    found = []
    for number in sorted(CROSSINGS):
        cell = CELLS[number]
        for direction in STEPS[number]:
            dx, dy = DIRECTIONS[direction]
            near, far = NEAR if dx and dy else (FAR[0] // 2, FAR[1] // 2)
            ends = [(100 * cell.x + dx * part, 100 * cell.y + dy * part) for part in (near, far)]
            found.append([*ends[0], *ends[1]])
    return found


FIGURES = {side[0] + kind: _figure(side[0] + kind) for side in SIDES for kind in NUMBERS[side] if NUMBERS[side][kind]}
"""Every figure by its code."""

CELLS_DRAWN: list[dict[str, int | str]] = [
    {"cell": str(cell.number), "x": cell.x, "y": cell.y, "kind": cell.kind, "name": shown(cell.number), "id": cell.id}
    for cell in CELLS.values()
]
WATER: list[list[int]] = sorted([int(name[1:]), ROWS[name[0]]] for name in RIVER)
STROKES: list[list[int]] = _strokes()
