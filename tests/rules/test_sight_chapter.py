"""The chapter on sight is true of the engine: its table, its clauses, and every example that it gives."""

from __future__ import annotations

import re
from typing import Any

import pytest

from campaigns.clauses import clauses_of, has_clause, heads_of
from rules.books import book
from rules.contract.table import Table
from rules.floor.sight.tables import ROWS
from rules.values.measure import INCH
from tests.clauses import ROOT

TEXT = (ROOT / "docs/rulebooks/sight.md").read_text(encoding="utf-8")
CLAUSES = [f"HOUSE-SIGHT-{number:02}" for number in range(1, 11)]
CITED = re.compile(r"(?<!KTI-)\bHOUSE-SIGHT-(\d\d)(?: (?:to|and) HOUSE-SIGHT-(\d\d))?")
OF_THE_FLOOR = ("kriegspiel", "little-wars")

WOOD_AT_40 = {"woods": {"wood": {"outline": [[40, 0], [90, 0], [90, 60], [40, 60]]}}}


def cited_in(*parts: str) -> set[str]:
    """The clauses of the chapter that the Python sources of some parts of the product cite."""
    files = (file for part in parts for file in (ROOT / part).rglob("*.py"))
    ends = [found.groups() for file in files for found in CITED.finditer(file.read_text(encoding="utf-8"))]
    return {f"HOUSE-SIGHT-{n:02}" for first, last in ends for n in range(int(first), int(last or first) + 1)}


def test_every_clause_is_printed_once_with_its_mark():
    heads = re.findall(r"^\*\*(HOUSE-SIGHT-\d\d) · .+?\.\*\* .+ \[R\]$", TEXT, re.MULTILINE)
    assert heads == CLAUSES


def test_every_clause_is_cited_by_code_and_by_tests_and_no_other_is():
    assert cited_in("rules", "campaigns") == cited_in("tests") == set(CLAUSES)


def test_the_table_printed_is_the_one_by_which_it_is_judged():
    printed = [[cell.strip() for cell in line.strip("|").split("|")] for line in TEXT.splitlines() if line[:1] == "|"]
    inches = [[title, *(str(far // INCH) for far in reaches)] for title, *reaches in ROWS.values()]
    assert [row for row in printed if row[-1].isdigit()] == inches
    assert printed[0][1:] == ["glimpse", "seen", "known"]


@pytest.mark.parametrize("of", OF_THE_FLOOR)
def test_the_chapter_belongs_to_both_books_of_the_floor_and_stands_after_their_own_clauses(of):
    assert [head.name for head in heads_of(of)][-10:] == CLAUSES
    assert (
        set(CLAUSES) < clauses_of(of) and has_clause(of, "HOUSE-SIGHT-03") and not has_clause(of, "HOUSE-SIGHT-" + "99")
    )
    assert all(head.title and head.text for head in heads_of(of)[-10:])


@pytest.mark.parametrize("of", ["war-chess", "chess-laws"])
def test_it_belongs_to_no_game_on_a_board(of):
    assert clauses_of(of) and not has_clause(of, "HOUSE-SIGHT-01")


# -- the examples of the chapter ------------------------------------------------------------------------


def table(*, of: str = "kriegspiel", red: Any = (), blue: Any = (), land: Any = (), **more: Any) -> Table:
    """A single horseman of Red, or what is said, at the far west of a wide country, and twenty Blue foot to the east."""
    bodies = {
        "red": {"side": "red", "arm": "infantry", "men": 1, "at": [10, 30], "facing": 90, **dict(red)},
        "blue": {"side": "blue", "arm": "infantry", "men": 20, "at": [60, 30], "facing": 270, **dict(blue)},
    }
    played = book(of)
    options = played.options({"boxed_troops": True} if of == "kriegspiel" else {})
    start = {
        "own_moves": {"red": 3, "blue": 3}, "bodies": bodies, "country": {"size": [400, 60], **dict(land)}, **more,
    }  # fmt: skip
    return played.table(played.opening(start, options), options)  # type: ignore[arg-type]


def grade(far: float, light: str = "day", **more: Any) -> str:
    """How well Red sees Blue, whose leading men are so many inches off, when he faces Red square."""
    blue = {**more.pop("blue", {}), "at": [10 + far, 30]}
    lines = table(blue=blue, **more).sightlines("blue", light)
    return next(line.grade for line in lines if line.looker == "red")


@pytest.mark.parametrize(
    ("blue", "far"),
    [
        ({"formation": "two-ranks"}, [24, 60, 108]),
        ({"formation": "fours"}, [24, 72, 144]),
        ({"formation": "two-ranks", "fire_streak": 1}, [48, 120, 216]),
        ({"formation": "extended"}, [18, 36, 60]),
        ({"men": 1}, [18, 36, 60]),
        ({"boxed": True}, [12, 24, 36]),
    ],
)
def test_how_far_a_body_is_seen_goes_by_its_shape(blue, far):
    """HOUSE-SIGHT-01, its first example."""
    assert [grade(n, blue=blue) for n in far] == ["known", "seen", "glimpse"]
    assert [grade(n + 1 / 16, blue=blue) for n in far] == ["seen", "glimpse", ""]


def test_a_gun_is_on_wheels_when_it_is_limbered_and_seen_twice_as_far_when_it_has_fired():
    """HOUSE-SIGHT-01: by the men at its trail."""

    def reach(**gun: Any) -> float:
        laid = {"crew": "blue", "side": "blue", "at": [70, 30], "facing": 270, **gun}
        artillery = {"arm": "artillery", "at": [80, 30], "men": 4}
        lines = table(blue=artillery, guns={"gun": laid}).sightlines("gun")
        return next(line.reach for line in lines if line.target == "gun") / INCH

    assert [reach(), reach(limbered=True), reach(trail={"blue": 2})] == [108, 144, 216]


def test_a_body_is_in_a_wood_when_all_of_it_is_more_than_three_inches_inside():
    """HOUSE-SIGHT-01, its second example, and HOUSE-SIGHT-04: in one wood it is glimpsed at nine inches."""

    def row(at: int) -> str:
        lines = table(blue={"at": [at, 30]}, land=WOOD_AT_40, red={"at": [41, 30]}).sightlines("blue")
        return next(str(line.why).partition(":")[0] for line in lines if line.target == "blue")

    assert [row(42), row(44)] == ["in line, in the open", "in a wood or village"]
    deep = table(blue={"at": [54, 30]}, land=WOOD_AT_40, red={"at": [45, 30]}).sightlines("blue")
    beyond = table(blue={"at": [54 + 1 / 16, 30]}, land=WOOD_AT_40, red={"at": [45, 30]}).sightlines("blue")
    assert [next(one.grade for one in lines if one.looker == "red") for lines in (deep, beyond)] == ["glimpse", ""]


def test_a_grade_of_thirty_two_men_in_two_ranks():
    """HOUSE-SIGHT-02, its example."""
    assert [grade(n, blue={"men": 32}) for n in (60, 61, 24)] == ["seen", "glimpse", "known"]


@pytest.mark.parametrize(("men", "up", "far"), [(6, False, 162), (7, False, 108), (6, True, 243)])
def test_scouts_and_height_are_multiplied(men, up, far):
    """HOUSE-SIGHT-03, its example."""
    red = {"arm": "cavalry", "horses": men, "men": men, "formation": "line"}
    hill = {"contours": {"hill": {"line": [[10.25, 0], [10.25, 60]], "height": 6, "higher": "left"}}} if up else {}
    assert [grade(n, red=red, land=hill) for n in (far, far + 1)] == ["glimpse", ""]


@pytest.mark.parametrize("of", OF_THE_FLOOR)
def test_who_sees_from_behind_the_edge_of_a_terrace(of):
    """HOUSE-SIGHT-04, its first example."""
    edge = {"contours": {"edge": {"line": [[15, 0], [15, 60]], "height": 6, "higher": "left"}}}
    alone = {"men": 1, "facing": 270}
    assert [grade(5 + n, of=of, blue=alone, land=edge) for n in (34, 35)] == ["", "seen"]


def test_a_body_is_seen_through_three_inches_of_wood():
    """HOUSE-SIGHT-04, its second example."""
    woods = [{"woods": {"wood": {"outline": [[30, 0], [30 + n, 0], [30 + n, 60], [30, 60]]}}} for n in (3, 4)]
    assert [grade(50, land=wood) for wood in woods] == ["seen", ""]


def test_a_wall_hides_men_in_a_trench_and_not_men_in_line():
    """HOUSE-SIGHT-04, its third example."""
    trench = {"trench": {"kind": "entrenchment", "side": "blue", "line": [[30, 20], [30, 40]], "state": "done"}}
    wall = {"walls": {"wall": {"line": [[20, 0], [20, 60]]}}}
    assert [grade(20, land=wall, works=trench), grade(20, works=trench), grade(20, land=wall)] == ["", "seen", "known"]


@pytest.mark.parametrize(("light", "far"), [("day", [24, 60, 108]), ("dusk", [12, 30, 54]), ("night", [4, 10, 18])])
def test_the_light_and_the_inches_of_a_line(light, far):
    """HOUSE-SIGHT-05, its example."""
    assert [grade(n, light) for n in far] == ["known", "seen", "glimpse"]
    assert [grade(n + 1 / 16, light) for n in far] == ["seen", "glimpse", ""]


def test_a_burning_depot_is_seen_by_night():
    """HOUSE-SIGHT-05, its example; one that does not burn is not."""

    def seen(far: float, works: Any) -> str:
        depots = {"depot": {"side": "blue", "at": [10 + far, 30], "packets": {"food": 9}}}
        fire = {"fire": {"kind": "burn-depot", "side": "red", "target": "depot", "crew": "red"}} if works else {}
        lines = table(depots=depots, works=fire, blue={"at": [390, 30]}).sightlines("depot", "night")
        return next(line.grade for line in lines if (line.looker, line.target) == ("red", "depot"))

    assert [seen(144, True), seen(145, True), seen(144, False), seen(24, False)] == ["glimpse", "", "", "glimpse"]


# -- who looks, and what is looked at ----------------------------------------------------------------------


def lookers(of: Table, at: str) -> set[str]:
    """Who looks at a thing, whether it sees it or not."""
    return {line.looker for line in of.sightlines(at) if line.target == at}


def test_who_looks_and_who_looks_nowhere():
    """HOUSE-SIGHT-03: in the Kriegspiel."""
    red = {"men": 8}
    more = {
        "waggons": {"cart": {"side": "red", "at": [20, 10]}, "wreck": {"side": "red", "at": [24, 10], "destroyed": True}},
        "depots": {"depot": {"side": "red", "at": [5, 50], "packets": {"food": 9}}},
        "generals": {"chief": {"side": "red", "at": [5, 30]}},
    }  # fmt: skip
    assert lookers(table(red=red, **more), "blue") == {"red", "cart", "chief"}
    assert lookers(table(red={**red, "boxed": True}, **more), "blue") == {"cart", "chief"}


def test_a_closed_box_of_little_wars_is_looked_at_and_looks_nowhere():
    """HOUSE-SIGHT-01 and HOUSE-SIGHT-03."""
    box = {"box": {"side": "blue", "at": [30, 30], "aboard": {"blue": 20}}}
    played = table(of="little-wars", boxes=box, blue={"at": None})
    assert "box" not in lookers(played, "red")
    assert next(line.reach for line in played.sightlines("box") if line.target == "box") == 36 * INCH


@pytest.mark.parametrize(("of", "at"), [("kriegspiel", {"red"}), ("little-wars", set())])
def test_prisoners_look_nowhere_and_are_looked_at_in_the_kriegspiel(of, at):
    """HOUSE-SIGHT-03."""
    held = {"men": 5, "held_by": "red", "at": [12, 40]}
    played = table(of=of, blue=held, red={"men": 9})
    assert lookers(played, "red") == set() and lookers(played, "blue") == at
