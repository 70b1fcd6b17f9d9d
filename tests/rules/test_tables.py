"""Numbers that the book prints stand in its tables, with unit and clause; what stands elsewhere is named here, with its reason."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MEASURES = {"INCH", "FOOT", "MOVE", "HALF_MOVE"}

ELSEWHERE = {
    "kriegspiel": {
        "a length so great, or a unit so small, that rounding turns nothing": {
            "duties/retreats.py": {"AFAR"},
            "fire/aims.py": {"AFAR"},
            "fire/circle.py": {"FINER"},
            "fire/flight.py": {"FAR"},
            "fire/scatter.py": {"ONE"},
            "fire/volley.py": {"FINE"},
            "floor/throw_back.py": {"AFAR"},
            "floor/footprints.py": {"_BITS", "_SINES"},
            "floor/fords.py": {"ALONG", "WIDEST"},
            "floor/severed.py": {"ONE"},
            "supply/cordon.py": {"FAR"},
        },
        "how much is looked at together, and how far about": {
            "pieces.py": {"MOST_SHOWN"},
            "country/clearance.py": {"FARTHEST"},
            "country/routes.py": {"MOST_KEPT"},
            "country/steepness.py": {"LOOKED_AT"},
            "floor/places.py": {"CELL"},
            "offers/reach.py": {"NEAR_ENOUGH"},
            "supply/sources.py": {"CELL"},
        },
        "worked out from the tables": {
            "fire/volley.py": {"HALF_HEIGHT"},
            "floor/footprints.py": {"TRAIL", "BESIDE"},
            "supply/detour.py": {"CORNERS"},
        },
        "how the engine draws what nobody has drawn": {
            "country/ground.py": {"POINT_BRIDGE"},
            "fire/volley.py": {"TRUNK", "BEARING_FAR"},
            "floor/tracks.py": {"BESIDE"},
            "marches/shifts.py": {"ROUNDED"},
            "muster.py": {"DEPTH", "BESIDE"},
            "works/blasts.py": {"NARROW"},
        },
        "what the house offers to be put down, which may be chosen otherwise": {
            "palette.py": {"BEHIND", "FEWEST", "MOST", "TEMPLATES"},
        },
        "the length of a line on the map, where the order names no end": {
            "offers/traces.py": {"BEFORE_THE_GUN", "HALF_AN_EPAULEMENT"},
        },
        "weather, of which the book knows nothing": {"force/weather.py": {"WHOLE", "MOST"}},
        "the normal law, which is mathematics": {"fire/scatter.py": {"QUANTILES"}},
        "places in an order, which are only compared": {
            "moves/sequence.py": {
                "RANK_OF_ARM", "RANK_OF_GENERALS", "RANK_OF_TRAINS", "RANK_OF_BOATS", "CONTACT_RANKS",
            },
            "orders/order.py": {
                "SIGNALS", "FIRE", "RIFLES", "ARRANGE", "DUTY", "MOVEMENT", "CONTACT", "CAPTURE", "WORKS", "SUPPLY",
            },
        },
    },
    "little_wars": {
        "what the house offers to be put down, which may be chosen otherwise": {"palette.py": {"TEMPLATES"}},
        "the length of a line on the map, where the order names no end": {"offers/traces.py": {"FAR"}},
        "a unit so small that rounding turns nothing, and a minute's seconds": {
            "floor/clock.py": {"MINUTE"},
            "floor/ground.py": {"FINE"},
            "gunnery/simulated.py": {"GAUGE"},
            "melee/isolation.py": {"PARTS"},
        },
        "how much is looked at together, and how far about": {
            "floor/long_moves.py": {"STEPS"},
            "floor/nearness.py": {"ROUNDED"},
            "floor/rejoin.py": {"ABOUT"},
            "gunnery/shots.py": {"FIRE_OVER"},
            "marches/contact_places.py": {"ROUND_ABOUT", "NEAREST", "MOST_WAYS", "TRIES"},
            "offers/reach.py": {"NEAR_ENOUGH"},
        },
        "how the engine draws what nobody has drawn": {
            "pieces.py": {"WIDTH_OF_A_GUN"},
            "captures/seizure.py": {"FOURTH"},
            "floor/ground.py": {"FORD", "STEM"},
            "floor/men.py": {"ABREAST", "BETWEEN"},
            "chapter_five/railway.py": {"TRUCK"},
            "floor/detour.py": {"ROUND"},
            "force/position.py": {"NEARLY_OVER"},
            "floor/go.py": {"CARRIAGE"},
        },
        "places in an order, which are only compared": {"orders/order.py": {"SETUP", "GUNS", "MEN", "CLOSE", "TALK"}},
        "the shape of what is written": {"orders/facts.py": {"EFFECT"}},
    },
}  # fmt: skip
"""Numbers of a book outside its tables, by the reason why each may stand where it does.

``options/`` is a table of its own, each of its rows with its clause; ``hooks_farm.py`` is a battle that the book tells.
"""

RULEBOOKS = {"kriegspiel": "kriegspiel.md", "little_wars": "little-wars.md"}


def assigned(module: ast.Module) -> Iterator[tuple[set[str], ast.expr, str]]:
    """The names that a module assigns at its top: the names, the value, and the docstring after it."""
    for node, after in pairwise([*module.body, ast.Pass()]):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}
            said = after.value if isinstance(after, ast.Expr) else None
            yield names, node.value, str(said.value) if isinstance(said, ast.Constant) else ""


def holds_a_number(value: ast.AST) -> bool:
    """Whether an expression contains a number, except 0; the result of a function is no constant."""
    if isinstance(value, ast.Lambda):
        return False
    if isinstance(value, ast.Constant):
        return isinstance(value.value, int | float) and not isinstance(value.value, bool) and value.value != 0
    if isinstance(value, ast.Name):
        return value.id in MEASURES
    return any(map(holds_a_number, ast.iter_child_nodes(value)))


def is_a_length(product: ast.BinOp) -> bool:
    """Whether the expression is a number times a measure."""
    parts = {type(one): one for one in (product.left, product.right)}
    measure = parts.get(ast.Name)
    times = isinstance(product.op, ast.Mult) and ast.Constant in parts
    return times and isinstance(measure, ast.Name) and measure.id in MEASURES


def modules(book: str) -> dict[str, ast.Module]:
    """The sources of a book by their place in it."""
    top = ROOT / "rules" / book
    return {path.relative_to(top).as_posix(): ast.parse(path.read_text("utf-8")) for path in sorted(top.rglob("*.py"))}


def is_a_table(place: str) -> bool:
    return place.startswith(("tables/", "options/")) or place == "hooks_farm.py"


@pytest.mark.parametrize("book", ELSEWHERE)
def test_a_number_outside_the_tables_is_none_that_the_book_prints(book: str) -> None:
    found = {
        place: numbers
        for place, module in modules(book).items()
        if not is_a_table(place)
        and (numbers := {name for names, value, _ in assigned(module) if holds_a_number(value) for name in names})
    }
    excused: dict[str, set[str]] = {}
    for places in ELSEWHERE[book].values():
        for place, names in places.items():
            excused.setdefault(place, set()).update(names)
    assert found == excused


@pytest.mark.parametrize("book", ELSEWHERE)
def test_no_length_is_written_where_it_is_used(book: str) -> None:
    """A length in inches or feet inside a function cannot be found again."""
    written = [
        (place, ast.unparse(one))
        for place, module in modules(book).items()
        if not is_a_table(place)
        for function in ast.walk(module)
        if isinstance(function, ast.FunctionDef)
        for one in ast.walk(function)
        if isinstance(one, ast.BinOp) and is_a_length(one)
    ]
    assert written == []


@pytest.mark.parametrize("book", RULEBOOKS)
def test_every_row_of_the_tables_has_a_clause_of_the_rulebook(book: str) -> None:
    rulebook = (ROOT / "docs" / "rulebooks" / RULEBOOKS[book]).read_text("utf-8")
    known = set(re.findall(r"^(?:\*\*|#### )((?:KS|LW)-[A-Z]+-\d\d)", rulebook, re.M))
    rows = [
        (place, names, set(re.findall(r"\b(?:KS|LW)-[A-Z]+-\d\d\b", said)))
        for place, module in modules(book).items()
        if place.startswith("tables/")
        for names, _, said in assigned(module)
    ]
    assert len(rows) > 10 and len(known) > 100
    assert [(place, names) for place, names, cited in rows if not cited or cited - known] == []


def test_a_number_is_seen_wherever_it_is_written() -> None:
    """The test of the tests: what it must find, and what it must ignore."""
    source = 'A = 3\nB = 6 * INCH\nC = {"x": (2, "y")}\nD = INCH\nE = (0, "", True)\nF = {"z": lambda one: one + 1}\nG: int = 4\n'
    seen = {name for names, value, _ in assigned(ast.parse(source)) if holds_a_number(value) for name in names}
    assert seen == {"A", "B", "C", "D", "G"}
