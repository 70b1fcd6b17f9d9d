"""An order of battle as a table: pasted from a spreadsheet, as CSV or JSON, in English, German and French; written, and read again."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.bridge import rules_of
from campaigns.models.battle import Terms
from campaigns.usecases.muster.changes import Board
from campaigns.usecases.muster.draft import draft_of, undo_draft
from campaigns.usecases.muster.faults import STOPS, faults_of
from campaigns.usecases.muster.order_of_battle import gathered, preview_table, take_table, written_csv, written_json
from campaigns.usecases.muster.rows import rows_of
from campaigns.usecases.muster.table_reader import read_table
from campaigns.words.languages import in_language
from rules.books import book as find_book
from rules.errors import Invalid
from tests.campaigns.builders import NOON
from tests.campaigns.usecases.test_muster_draft import FIELD, FORCE, fresh, prepared


def terms(name="kriegspiel"):
    rules = find_book(name)
    return Terms(name, rules.edition, rules.options({}))


def board(name="kriegspiel", country=FIELD):
    return Board(rules_of(terms(name)), {"red": "Red", "blue": "Blue"}, country, "salt")


EMPTY = {"bodies": {}}

PASTED = """Brigade\tName\tArm\tStrength\tGuns
1st Brigade
\t1st Downland Fusiliers\tInfantry\t33\t
\t2nd Downland Fusiliers\tInfantry\t31\t
\tAshdown's Hussars\tCavalry\t18\t
Artillery\tNo. 1 gun\t\t10\t2
\tGeneral Ashdown\tGeneral\t\t
"""


def test_what_is_pasted_from_a_spreadsheet_is_put_along_the_back_line_brigade_by_brigade():
    found = read_table(board(), EMPTY, PASTED, "red")
    assert not found.problems
    bodies, guns = found.groups["bodies"], found.groups["guns"]
    named = {one["name"]: one for one in bodies.values()}
    assert (named["1st Downland Fusiliers"]["men"], named["1st Downland Fusiliers"]["commander"]) == (33, "1st Brigade")
    assert [one["name"] for one in guns.values()] == ["No. 1 gun", "No. 2 gun"]
    assert all(
        bodies[one["crew"]]["men"] == 5 and bodies[one["crew"]]["commander"] == "Artillery" for one in guns.values()
    )
    places = [one["at"] for one in (*bodies.values(), *guns.values())]
    assert all(0 <= x <= 288 and 0 < y < 30 for x, y in places)
    assert named["1st Downland Fusiliers"]["at"][0] < named["Ashdown's Hussars"]["at"][0]
    assert not [
        one
        for one in faults_of(terms(), {**found.groups, "country": FIELD})
        if one.severity == STOPS or one.kind == "other"
    ]
    assert {row.line for row in found.rows} == {3, 4, 5, 6, 7}


def test_german_csv_with_semicolons_decimal_commas_and_a_mark_of_byte_order_is_read_with_german_names():
    text = (
        "\ufeffName;Waffengattung;Mann;Ordnung;Ost;Nord;Front\r\n"
        '"Füsiliere; 1. Bataillon";Infanterie;"33";zwei Glieder;60,5;40;90\r\n'
        ";Schwadron;;;12,0625;9;\r\n"
        "Geschütz Nr. 1;Geschütz;;;;;\r\n"
    )
    with in_language("de"):
        found = read_table(board(), EMPTY, text, "blue")
    assert not found.problems
    first, second, crew = found.groups["bodies"].values()
    assert crew["name"] == "Geschütz Nr. 1, Bedienung"
    assert (first["name"], first["formation"], first["at"], first["facing"]) == (
        "Füsiliere; 1. Bataillon",
        "two-ranks",
        [60.5, 40],
        90,
    )
    assert (second["men"], second["at"], second["facing"], second["arm"]) == (25, [12.0625, 9], 180, "cavalry")
    assert second["name"] == "Schwadron Blue"


def test_french_headers_in_any_order_and_stores_are_read():
    text = "effectif,nom,arme,camp,vivres\n30,Voltigeurs,Tirailleurs,rouge,\n,Convoi,fourgon,Blue,6\n"
    found = read_table(board(), EMPTY, text)
    assert not found.problems
    (foot,) = found.groups["bodies"].values()
    (waggon,) = found.groups["waggons"].values()
    assert (foot["side"], foot["formation"], waggon["side"], waggon["packets"]["food"]) == (
        "red",
        "extended",
        "blue",
        6,
    )


def test_a_cell_that_is_too_long_is_told_with_its_limit_and_its_line():
    for length in (4_001, 200_000):
        text = f"Name,Arm,Men\nA,Infantry,3\n\nB,{'x' * length},3\n"
        with pytest.raises(Invalid, match=rf"line 4: the cell “Arm” has {length} characters, at most 4000 are taken"):
            read_table(board(), EMPTY, text, "red")
    with pytest.raises(Invalid, match="line 2: it has 61 cells, at most 60 are taken"):
        read_table(board(), EMPTY, "Name,Arm\n" + "," * 60, "red")
    with pytest.raises(Invalid, match="line 2: a quotation mark is not closed"):
        read_table(board(), EMPTY, 'Name,Arm\n"' + "x" * 200_000, "red")
    found = read_table(board(), EMPTY, f"Name,Arm\n{'x' * 81},Infantry\nA,Infantry\n", "red")
    (problem,) = found.problems
    assert (problem.line, problem.column, problem.sentence) == (2, "name", "enter at most 80 characters")


def test_every_fault_is_told_with_its_line_and_nothing_is_put_down(cast):
    battle = prepared(cast)
    text = (
        "Name,Arm,Men,East,North,Colour\nA,Elephants,3,,,\nB,Infantry,many,,,\nC,Infantry,3,1,,\n"
        "D,Infantry,9999,1,2,\n,,,,,\nE,Foot,3,1,2,red\n"
    )
    found = preview_table(by=cast.umpire, battle=battle.public_id, text=text, side="red")
    assert [(one.line, one.column) for one in found.problems] == [
        (1, ""),
        (2, "what"),
        (3, "men"),
        (4, "east"),
        (5, "men"),
    ]
    assert len(found.rows) == 1
    with pytest.raises(Invalid, match=r"line 2: what: .*; line 3: men: "):
        take_table(by=cast.umpire, battle=battle.public_id, base=0, text=text, side="red", now=NOON)
    assert draft_of(fresh(battle)).revision == 0


def test_a_table_is_added_or_put_instead_of_a_sides_force_in_one_step(cast):
    battle = prepared(cast)
    who = {"by": cast.umpire, "battle": battle.public_id, "now": NOON}
    _, added = take_table(**who, base=0, text=PASTED, side="red")
    assert "red-1st" in added.start["bodies"] and added.undo == "Order of battle, Red"
    _, instead = take_table(**who, base=1, text=PASTED, side="red", replace=True)
    reds = [one["name"] for one in instead.start["bodies"].values() if one["side"] == "red"]
    assert "Red squadron" not in reds and len(reds) == 5 and "blue-1st" in instead.start["bodies"]
    undo_draft(**who)
    assert undo_draft(**who).start == draft_of(battle).start


@pytest.mark.parametrize("name", ["kriegspiel", "little-wars"])
def test_the_same_table_serves_both_books_of_the_floor(name):
    found = read_table(board(name), EMPTY, PASTED.replace("\t10\t2", "\t8\t2"), "red")
    assert not found.problems and len(found.groups["guns"]) == 2
    assert not [one for one in faults_of(terms(name), {**found.groups, "country": FIELD}) if one.severity == STOPS]


@pytest.mark.parametrize(
    "text",
    [
        "", "   ", None, 5, "nothing\nat all", "Name,Men\nA,3", "x" * 10_000_000, "Name,Arm\n" * 100_000, "Name,Arm\nA\x00B,foot",
        '"Name,Arm\nA,foot', '{"start": 5}', '{"start": {"elephants": {}}}', "{", '{"bodies": {"a": 3}}', "[" * 100_000, "," * 100_000,
        "A" + " " * 400_000 + "B", "Name,What\nA" + "\u200b " * 100_000 + "B,Battalion",
        '{"bodies":' + '{"a":' * 1000 + "}" * 1001,
    ],
)  # fmt: skip
def test_what_is_no_table_is_refused(text):
    with pytest.raises(Invalid):
        read_table(board(), EMPTY, text, "red")


def test_a_formula_is_written_as_text_and_comes_back_as_it_was():
    start = {
        "bodies": {
            "red-1": {
                "side": "red",
                "arm": "infantry",
                "men": 3,
                "name": "=HYPERLINK(1)",
                "commander": "@a",
                "at": [-3, 2],
            }
        }
    }
    text = written_csv(board(), start)
    assert not any(cell.startswith(("=", "+", "-", "@")) for line in text.splitlines()[1:] for cell in line.split(","))
    assert read_table(board(), {}, text).groups == start


def test_rows_say_what_serves_what_and_come_brigade_by_brigade():
    rows = rows_of(board(), FORCE, "red")
    assert rows[0].name == "1st Downland Fusiliers"
    gun = next(row for row in rows if row.group == "guns")
    assert (gun.what, gun.men, gun.crew) == ("Gun", 5, ("red-crew",))
    assert next(row for row in rows if row.thing == "red-crew").serves == "red-gun"


names = st.text(st.characters(exclude_categories=("Cs", "Cc", "Cf", "Zl", "Zp")), max_size=30).map(
    lambda text: " ".join(text.split())
)
sixteenths = st.integers(-1600, 4800).map(lambda number: number // 16 if number % 16 == 0 else number / 16)


ARMS, FORMS = ["infantry", "cavalry", "engineers", "artillery"], ["line", "two-ranks", "fours", "extended"]
BODY = st.fixed_dictionaries(
    {"side": st.sampled_from(["red", "blue", "green"]), "arm": st.sampled_from(ARMS), "men": st.integers(0, 500)},
    optional={
        "name": names, "commander": names, "at": st.tuples(sixteenths, sixteenths).map(list), "horses": st.integers(0, 9),
        "facing": st.integers(0, 359), "formation": st.sampled_from(FORMS), "immobile": st.booleans(), "flight": st.just(["a", "b"]),
    },
)  # fmt: skip
PACKETS = st.dictionaries(st.sampled_from(["food", "forage", "ammunition"]), st.integers(0, 99))
DEPOT = st.fixed_dictionaries({"side": st.just("red")}, optional={"packets": PACKETS})


@given(
    st.dictionaries(st.sampled_from([f"red-{one}" for one in range(9)]), BODY, min_size=1),
    st.dictionaries(st.sampled_from(["d-1", "d-2"]), DEPOT),
)
def test_what_is_written_makes_the_same_force_again(things, stores):
    start = {"bodies": things, **({"depots": stores} if stores else {})}
    start["guns"] = {"gun": {"side": "red", "crew": next(iter(things)), "limbered": True}}
    again = read_table(board(country={}), {}, written_csv(board(), start))
    assert not again.problems and again.groups == start
    assert all(list(again.groups[group]) == list(start[group]) for group in start)
    sound = {**start, "bodies": {name: {**one, "side": "red"} for name, one in things.items()}}
    assert read_table(board(country={}), {}, json.dumps(written_json(board(), sound))).groups == sound


@pytest.fixture
def battle(cast):
    return prepared(cast)


def test_an_id_that_is_there_changes_that_thing_and_what_the_row_does_not_say_stays(cast, battle):
    """A second table is of what stands there already: it was refused for each row."""
    text = "id,men,brigade\nred-1st,20,2nd Brigade"
    found, draft = take_table(by=cast.umpire, battle=battle.public_id, base=0, text=text, now=NOON)
    assert (found.new, found.changed) == (0, {"red-1st"})
    body = draft.start["bodies"]["red-1st"]
    assert body == {**FORCE["bodies"]["red-1st"], "men": 20, "commander": "2nd Brigade"}
    again = preview_table(by=cast.umpire, battle=battle.public_id, text=json.dumps({"bodies": {"red-1st": body}}))
    assert not again.problems and again.changed == {"red-1st"}


def test_an_id_names_one_thing_of_one_kind_and_of_one_side(cast, battle):
    def told(text, side=""):
        return [
            one.sentence
            for one in preview_table(by=cast.umpire, battle=battle.public_id, text=text, side=side).problems
        ]

    assert told("id;what\nred-1st;waggon")[0].startswith("red-1st is there already (")
    assert told("id;men\nred-1st;5\nred-1st;6") == ["red-1st stands in line 2 too; an id names one thing"]
    assert "the other side" in told("id;men\nred-1st;5", "blue")[0]


def test_rows_of_the_other_side_are_refused_once_with_what_to_choose(cast, battle):
    text = (
        "side;name;what;men\n"
        + "\n".join(f"blue;{n}th Foot;battalion;20" for n in range(14))
        + "\nred;Rifles;battalion;9"
    )
    found = preview_table(by=cast.umpire, battle=battle.public_id, text=text, side="red")
    (problem,) = found.problems
    assert problem.line == 2 and found.of_both
    assert problem.sentence.startswith(
        "14 rows are of the other side; this is the force of Red. Choose “Each row says it”"
    )
    assert not preview_table(by=cast.umpire, battle=battle.public_id, text=text).problems


def test_the_same_fault_of_many_lines_is_said_once_with_its_lines(cast, battle):
    text = "side;name;what\n" + "\n".join("red;X;elephants" for _ in range(3))
    found = preview_table(by=cast.umpire, battle=battle.public_id, text=text)
    (told,) = gathered(found.problems)
    assert len(found.problems) == 3 and (told.lines, told.others) == ((2, 3, 4), 2)


def test_a_column_of_commanders_names_people_and_not_brigades(cast, battle):
    """Who has a seat brings its command; who has none is told, and nothing is called after them."""
    text = (
        "Side;Brigade;Commander;Name;What;Men\n"
        "red;;red-horse;Lancers;squadron;20\n"
        "red;1st Brigade;Colonel Wray;Rifles;battalion;30\n"
        "red;1st Brigade;Colonel Wray;Guards;battalion;30\n"
        "red;;Major Nobody;Foot;battalion;30\n"
    )
    found = preview_table(by=cast.umpire, battle=battle.public_id, text=text, side="red")
    assert not found.problems
    brigade = {one["name"]: one.get("commander", "") for one in found.groups["bodies"].values()}
    seat = battle.campaign.posts.get(user=cast.red_horse)
    assert brigade == {"Lancers": seat.title, "Rifles": "1st Brigade", "Guards": "1st Brigade", "Foot": ""}
    assert [one.sentence for one in found.remarks] == [
        "Colonel Wray has no seat in Red: give them that of 1st Brigade on the roster",
        "Major Nobody has no seat in Red: what they command is put down in no brigade",
    ]
