"""The board: 139 cells in nineteen half-rows, their neighbours, and the steps that the river closes.  [WC-BRD, WC-RIV]

Cells are known by their number.  A set of cells is a whole number with the bit of each cell set (``BIT``).
Directions are those of the board as the plates print it: F is up for both sides.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.errors import Invalid
from rules.values.sentence import of_field, say

DATA: dict[str, Any] = json.loads(Path(__file__).with_name("board.json").read_text(encoding="utf-8"))
"""The facts of the board: half-rows, river, crossings, closed pairs, array (drawn with the defender at the bottom)."""

ORTHOGONAL = {"F": (0, 2), "B": (0, -2), "L": (-2, 0), "R": (2, 0)}
OBLIQUE = {"FL": (-1, 1), "FR": (1, 1), "BL": (-1, -1), "BR": (1, -1)}
DIRECTIONS = ORTHOGONAL | OBLIQUE
"""Half-columns and half-rows of one step.  Orthogonal: touching at a corner; oblique: sharing a side.  [WC-BRD-02]"""

OPPOSITE = {"F": "B", "B": "F", "L": "R", "R": "L", "FL": "BR", "BR": "FL", "FR": "BL", "BL": "FR"}


@dataclass(frozen=True)
class Cell:
    """One cell.  x: half-columns from the left, 0 to 16; y: half-rows from below, 0 to 18."""

    number: int
    row: str
    x: int
    y: int
    kind: str

    @property
    def id(self) -> str:
        """Row letter and half-column: ``J8``."""
        return f"{self.row}{self.x}"

    @property
    def printed(self) -> bool:
        """Whether Plate 4 prints its number; the others continue it.  [WC-BRD-03]"""
        last: int = DATA["printed"]
        return self.number <= last


def _cells() -> Iterator[Cell]:
    kinds = {**dict.fromkeys(DATA["fords"], "ford"), DATA["bridge"]: "bridge"}
    for y, row in enumerate(DATA["rows"]):
        for x, number in row["cells"]:
            yield Cell(number, row["row"], x, y, kinds.get(number, "land"))


CELLS = {cell.number: cell for cell in sorted(_cells(), key=lambda cell: cell.number)}
"""Every cell by its number.  [WC-BRD-01]"""

AT = {(cell.x, cell.y): cell.number for cell in CELLS.values()}
IDS = {cell.id: cell.number for cell in CELLS.values()}
RIVER = frozenset(DATA["river"])
"""The four places of the lattice that are water.  [WC-BRD-06]"""

CROSSINGS = frozenset((*DATA["fords"], DATA["bridge"]))
"""The cells where the river can be crossed.  [WC-RIV-01]"""

CLOSED = frozenset(frozenset(pair) for pair in DATA["closed"])
"""Pairs of cells that touch, with water between them.  [WC-RIV-02, WC-RIV-05]"""

ROWS = {row["row"]: y for y, row in enumerate(DATA["rows"])}
BIT = {number: 1 << number for number in CELLS}
ALL = sum(BIT.values())


def beyond(number: int, direction: str) -> tuple[int, int]:
    """The place of the lattice one step from a cell, whether it is a cell or not."""
    cell, (dx, dy) = CELLS[number], DIRECTIONS[direction]
    return cell.x + dx, cell.y + dy


def _open_steps(number: int) -> dict[str, int]:
    """The cells reached by an open step, by direction.  [WC-BRD-02, WC-BRD-06, WC-RIV-02, WC-RIV-05]"""
    found = {direction: AT.get(beyond(number, direction)) for direction in DIRECTIONS}
    return {
        direction: other
        for direction, other in found.items()
        if other is not None and frozenset((number, other)) not in CLOSED
    }


STEPS = {number: _open_steps(number) for number in CELLS}
"""The neighbours of each cell, by direction of the board, over open steps."""

TURNED = {cell.number: AT[16 - cell.x, 18 - cell.y] for cell in CELLS.values()}
"""Each cell after a half turn of the board.  [WC-BRD-04]"""


def line(number: int, direction: str, power: int) -> tuple[int, ...]:
    """The cells in a straight line from a cell, at most ``power`` of them, to the end of the line.

    Crossings are cells like any other here.  [WC-MOV-05, WC-RIV-03, WC-RIV-04]
    """
    found: list[int] = []
    while len(found) < power and (step := STEPS[number].get(direction)) is not None:
        found.append(step)
        number = step
    return tuple(found)


def cells_in(bits: int) -> list[int]:
    """The numbers of the cells of a set, ascending.

    >>> cells_in(BIT[36] | BIT[5])
    [5, 36]
    """
    found = []
    while bits:
        highest = bits.bit_length() - 1
        found.append(highest)
        bits ^= BIT[highest]
    found.reverse()
    return found


def bits_of(numbers: Iterable[int]) -> int:
    """A set of cells."""
    bits = 0
    for number in numbers:
        bits |= BIT[number]
    return bits


def read_cell(value: Any, where: str) -> int:
    """A cell by number (36, ``"36"``) or by id (``G13``); Invalid if there is none.  [WC-BRD-06]"""
    if isinstance(value, str):
        word = value.strip().upper()
        if word in RIVER:
            raise Invalid(of_field(where, say("{word} is river, not a square", word=word)))
        value = IDS.get(word, int(word) if word.isascii() and word.isdigit() and len(word) < 4 else None)
    if isinstance(value, bool) or not isinstance(value, int) or value not in CELLS:
        raise Invalid(
            of_field(where, say("a square is wanted, by its number from 1 to {cells} or by its id", cells=len(CELLS)))
        )
    return value
