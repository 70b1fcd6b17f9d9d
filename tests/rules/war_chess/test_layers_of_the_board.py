"""What a board shows on demand: what the artillery of each side commands, and what it protects.  [WC-CMD, WC-PRO]"""

from __future__ import annotations

import pytest

from rules.books import book
from rules.war_chess.field.board import CELLS

RULES = book("war-chess")
OPTIONS = RULES.options({})
HOME = {"129": "aW", "125": "aI", "19": "dX", "12": "dI"}


def layers(board):
    """The cells of each layer by side."""
    position = RULES.opening({"board": board, "to_move": "attacker"}, OPTIONS)
    return {one["key"]: one["cells"] for one in RULES.table(position, OPTIONS).board("")["layers"]}


def oblique(number, *steps):
    """The cells so many oblique steps from a cell, by their places alone."""
    here = CELLS[number]
    return {
        one.number
        for one in CELLS.values()
        if abs(one.x - here.x) == abs(one.y - here.y) and abs(one.x - here.x) in steps
    }


def along(number, dx, dy):
    """The cells one, two and three steps from a cell in one direction."""
    here, places = CELLS[number], {(one.x, one.y): one.number for one in CELLS.values()}
    found = [places.get((here.x + dx * step, here.y + dy * step)) for step in (1, 2, 3)]
    return [one for one in found if one is not None]


def test_a_battery_commands_three_cells_on_each_oblique_line_and_protects_the_first():
    """WC-CMD-01, WC-PRO-01, WC-PRO-02: on 110, far from the river and with nobody near."""
    found = layers({**HOME, "110": "dA"})
    assert set(found["commands"]["defender"]) == oblique(110, 1, 2, 3)
    assert set(found["protects"]["defender"]) == oblique(110, 1)
    assert found["commands"]["attacker"] == found["protects"]["attacker"] == []


def test_the_first_figure_on_a_line_is_commanded_and_what_is_behind_it_is_not():
    """WC-CMD-02."""
    way = max(((dx, dy) for dx in (-1, 1) for dy in (-1, 1)), key=lambda way: len(along(110, *way)))
    first, *line = along(110, *way)
    found = layers({**HOME, "110": "dA", str(first): "dL"})
    assert first in found["commands"]["defender"] and len(line) == 2
    assert not set(line) & set(found["commands"]["defender"])


def test_a_cell_beside_batteries_of_both_sides_is_protected_by_neither():
    """WC-PRO-03; the lines of both cross there."""
    way = max(((dx, dy) for dx in (-1, 1) for dy in (-1, 1)), key=lambda way: len(along(110, *way)))
    both, other, *_ = along(110, *way)
    found = layers({**HOME, "110": "dA", str(other): "aA"})
    assert both in found["commands"]["defender"] and both in found["commands"]["attacker"]
    assert both not in found["protects"]["defender"] and both not in found["protects"]["attacker"]


@pytest.mark.parametrize("side", ["attacker", "defender", "observer", ""])
def test_everybody_sees_the_same(side):
    """WC-GEN-05."""
    table = RULES.table(RULES.opening({}, OPTIONS), OPTIONS)
    assert table.board(side)["layers"] == table.board("")["layers"]


def test_each_layer_has_its_title_and_clause():
    shown = RULES.table(RULES.opening({}, OPTIONS), OPTIONS).board("")["layers"]
    assert [(one["title"], one["clause"]) for one in shown] == [
        ("What the artillery commands", "WC-CMD-01"),
        ("What the artillery protects", "WC-PRO-01"),
    ]
