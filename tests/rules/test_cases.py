"""How a case is compared: in part, at any depth, refusals whole."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from rules.__main__ import main
from rules.kit.casefiles import Case, case_files, read_file
from rules.kit.cases import NotUnderstood, case_adapter_of, report, run
from rules.kit.schemas import schema
from rules.little_wars.events import EVENTS as EVENTS_OF_LITTLE_WARS
from tests.clauses import ROOT

FOOT = {"side": "red", "arm": "infantry", "men": 20, "formation": "fours"}
ENEMY = {"side": "blue", "arm": "infantry", "men": 20, "arrears": {"food": 2}}
FORM = {"order": "form", "body": "red-foot", "formation": "two-ranks"}
FLY = {"order": "fly", "body": "red-foot"}
STRANGE = {"order": "stand", "body": "blue-foot"}


def a_case(orders=(FORM,), start=None, options=None, repeat=1, **expect):
    bodies = {"red-foot": FOOT, "blue-foot": ENEMY}
    move = {"side": "red", "orders": list(orders), "expect": expect, "repeat": repeat}
    data = {
        "case": "KTC-X",
        "start": {"own_moves": {"red": 1, "blue": 1}, "bodies": bodies, **(start or {})},
        "moves": [move],
        "options": options or {},
    }
    return Case("KTC-X", data, "here")


@pytest.mark.parametrize(
    "expect",
    [
        {"bodies": {"red-foot": {"men": 20, "formation": "two-ranks"}}},
        {
            "bodies": {
                "red-foot": {"immobile": False, "fire_streak": 0, "arrears": {"food": 0}, "flight": [], "held_by": None}
            }
        },
        {"bodies": {"blue-foot": {"arrears": {"food": 2, "forage": 0}}}},
        {"own_moves": {"red": 2, "blue": 1}},
        {"guns": {}},
        {"result": {}},
        {"boats": {}},
        {"bodies": {"red-foot": {"arrears": {}}}},
        {"refused": []},
        {"events": [{"event": "formation-changed", "clause": "KS-INF-02", "body": "red-foot"}]},
        {"events": [{"clause": "KS-SEQ-12"}, {"clause": "KS-SEQ-01", "number": 2}]},
        {"never": [{"event": "body-marched"}, {"event": "formation-changed", "body": "blue-foot"}]},
        {"sees": {"blue": {"bodies": {"red-foot": {"men": 20}}}, "observer": {"bodies": {"blue-foot": {"men": 20}}}}},
        {"sees": {"red": {"events": [{"event": "formation-changed"}, {"event": "move-opened"}], "refused": []}}},
        {"sees": {"blue": {"never": [{"event": "tick-stands"}], "refused": []}}},
        {"sees": {"blue": {"events": []}}},
        {"allowance": {"red": 1}},
    ],
)
def test_what_came_out_as_it_was_wanted_makes_no_difference(expect):
    assert run(a_case(**expect)) == []


@pytest.mark.parametrize(
    "expect",
    [
        {"bodies": {"red-foot": {"men": 19}}},
        {"bodies": {"red-foot": {"immobile": True}}},
        {"bodies": {"red-foot": {"hats": 20}}},
        {"bodies": {"green-foot": {"men": 0}}},
        {"bodies": {"blue-foot": {"arrears": {"food": 0}}}},
        {"own_moves": {"red": 1}},
        {"battles": {}},
        {"bodies": {}},
        {"own_moves": {}},
        {"allowance": {}},
        {"bodies": {"red-foot": {}}},
        {"bodies": {"blue-foot": {"arrears": {}}}},
        {"events": []},
        {"sees": {"red": {"events": []}}},
        {"sees": {"blue": {"events": [{"event": "tick-stands"}]}}},
        {"sees": {"red": {"never": [{"event": "formation-changed"}]}}},
        {"sees": {"red": {"refused": [{"code": "E-NONE"}]}}},
        {"result": {"winner": "red"}},
        {"refused": [{"order": 0}]},
        {"events": [{"event": "formation-changed", "clause": "KS-INF-03"}]},
        {"never": [{"clause": "KS-INF-02"}]},
        {"never": ["KS-INF-02"]},
        {"hidden": {"blue": ["red-foot"]}},
        {"sees": {"blue": {"bodies": {"red-foot": {"men": 21}}}}},
        {"exactly": ["bodies"], "bodies": {"red-foot": {"men": 20}}},
    ],
)
def test_what_came_out_otherwise_makes_one_difference_at_least(expect):
    assert run(a_case(**expect))


def test_what_the_enemy_owes_is_hidden_and_what_a_side_owes_it_sees():
    sees = {"blue": {"bodies": {"blue-foot": {"arrears": {"food": 2}}}}}
    assert run(a_case(sees=sees)) == []
    sees = {"red": {"bodies": {"blue-foot": {"arrears": {"food": 2}}}}}
    assert run(a_case(sees=sees))


@pytest.mark.parametrize(
    ("wanted", "right"),
    [
        ([{"order": 1, "code": "E-INVALID"}, {"order": 2, "code": "E-NONE"}], True),
        ([{"order": 2}, {"order": 1}], True),
        ([{"order": 1, "code": "E-INVALID"}], False),
        ([{"order": 1}, {"order": 2}, {"order": 0}], False),
        ([{"order": 1}, {"order": 1}], False),
        ([{"order": 1}, {"order": 2, "code": "E-USED"}], False),
        ([], False),
    ],
)
def test_refusals_are_compared_whole_and_an_order_not_understood_is_refused_alone(wanted, right):
    assert (run(a_case([FORM, FLY, STRANGE], refused=wanted)) == []) is right


def test_a_refused_order_changes_nothing():
    assert run(a_case([FLY, STRANGE], bodies={"red-foot": {"formation": "fours"}}, never=["KS-INF-02"])) == []


def test_a_move_is_repeated_with_the_same_orders_and_compared_once():
    case = a_case(
        [STRANGE], repeat=3, own_moves={"red": 4}, refused=[{"order": 0}], events=[{"clause": "KS-SEQ-12", "number": 2}]
    )
    assert run(case) == []


def test_of_events_only_the_clause_may_be_compared():
    case = a_case(events=[{"event": "another-name", "clause": "KS-INF-02", "inches": 3}])
    assert run(case)
    assert run(case, clauses_only=True) == []


def test_a_case_without_moves_compares_its_start():
    data = {
        "case": "KTC-X",
        "start": {"bodies": {"red-foot": FOOT}},
        "expect": {"bodies": {"red-foot": {"men": 20}}, "allowance": {"red": 1}},
    }
    assert run(Case("KTC-X", data, "here")) == []


def test_a_case_of_a_book_that_is_not_here_does_not_pass(tmp_path, capsys):
    path = tmp_path / "ludo.yaml"
    path.write_text("{case: KTC-C, book: ludo, moves: []}")
    assert main(["cases", str(path)]) == 2
    assert "FAIL KTC-C" in capsys.readouterr().out


def test_a_fault_of_the_engine_fails_its_case_and_no_other(tmp_path, capsys, monkeypatch):
    path = tmp_path / "two.yaml"
    path.write_text("[{case: KTC-A, moves: [{side: red, refused: []}]}, {case: KTC-B, expect: {own_moves: {red: 0}}}]")
    monkeypatch.setattr("rules.kriegspiel.case_adapter.move", lambda *_: 1 // 0)
    assert main(["cases", str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "FAIL KTC-A" and "ZeroDivisionError" in lines[1] and lines[2] == "pass KTC-B"


def test_a_case_adjudicated_prints_what_happened_as_json(tmp_path, capsys):
    path = tmp_path / "case.json"
    path.write_text(json.dumps(a_case().data))
    assert main(["adjudicate", str(path)]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == json.loads(json.dumps(report(a_case())))
    assert [event["event"] for event in printed["moves"][0]["events"]][:2] == ["move-opened", "formation-changed"]
    assert printed["position"]["bodies"]["red-foot"]["immobile"] is False
    assert set(printed["sees"]) == {"red", "blue", "observer"}


def test_what_is_not_a_case_is_not_adjudicated(tmp_path, capsys):
    path = tmp_path / "none.yaml"
    path.write_text("words")
    assert main(["adjudicate", str(path)]) == 2
    assert capsys.readouterr().err


@pytest.mark.slow
def test_the_schema_describes_a_case_every_order_and_every_event(capsys):
    assert main(["schema"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == json.loads(json.dumps(schema()))
    assert set(printed) == {"case", "order", "event"}
    assert {"march", "charge", "choose"} <= set(printed["order"]["$defs"])
    assert {"charge-delivered", "move-closed"} <= set(printed["event"]["$defs"])
    assert printed["order"]["$defs"]["march"]["required"] == ["order", "body"]


def test_a_book_knows_the_events_that_it_has_itself():
    """And not those of whatever books were read before it."""
    assert "charge-delivered" not in case_adapter_of("little-wars").schemas()["event"]
    assert {one.__module__.split(".")[1] for one in EVENTS_OF_LITTLE_WARS.values()} == {"little_wars"}
    assert {"move-opened", "shot-fired"} <= set(EVENTS_OF_LITTLE_WARS)


CASE_SCHEMA = Draft202012Validator(schema()["case"])
BOARD_GAMES = ("war-chess", "chess-1879", "chess-laws")
EVENT_SCHEMAS = {name: Draft202012Validator(one) for name, one in schema()["event"]["$defs"].items()}


@pytest.mark.slow
def test_every_case_of_the_kit_and_all_that_happens_in_it_is_as_the_schema_says():
    for path in case_files([str(ROOT / "tests" / "cases" / "kriegspiel")]):
        for case in read_file(path):
            assert [error.message for error in CASE_SCHEMA.iter_errors(case.data)] == [], case.name
            for event in [event for move in report(case)["moves"] for event in move["events"]]:
                del event["told"]
                event.pop("eyes", None)  # what each side is told of it
                assert [error.message for error in EVENT_SCHEMAS[event["event"]].iter_errors(event)] == [], case.name


@pytest.mark.slow
@pytest.mark.parametrize("book", BOARD_GAMES)
def test_every_case_of_a_board_game_and_all_that_happens_in_it_is_as_the_schema_says(book):
    of_this_book = Draft202012Validator({**schema()["case"], "anyOf": [{"$ref": f"#/$defs/case:{book}"}]})
    for path in case_files([str(ROOT / "tests" / "cases" / book)]):
        for case in read_file(path):
            if case.book != book:
                continue
            data = json.loads(json.dumps(case.data))
            assert [error.message for error in of_this_book.iter_errors(data)] == [], case.name
            for event in [event for move in report(case)["moves"] for event in move["events"]]:
                del event["told"]
                known = EVENT_SCHEMAS[f"{book}:{event['event']}"]
                assert [error.message for error in known.iter_errors(event)] == [], case.name


HOLLOW = [
    {"expect": {}},
    {"never": []},
    {"never": [{}]},
    {"events": [{}]},
    {"events": [""]},
    {"sees": {}},
    {"sees": {"blue": {}}},
    {"sees": {"blue": {"never": []}}},
    {"sees": {"blue": {"events": [{}]}}},
    {"hidden": {}},
    {"hidden": {"blue": []}},
    {"exactly": []},
    {"expect": {"never": []}},
    {"expect": {"sees": {"blue": {}}}},
]
"""Expectations of a move that compare with nothing."""


@pytest.mark.parametrize("expect", [*HOLLOW, {"exactly": ["guns"]}, {"expect": {"count": {}}}])
def test_what_is_compared_with_nothing_is_no_case(expect, tmp_path, capsys):
    """CASES.md, hollow expectations."""
    path = tmp_path / "hollow.json"
    path.write_text(json.dumps({"case": "KTC-X", "moves": [{"side": "red", **expect}]}))
    assert main(["cases", str(path)]) == 2
    printed = capsys.readouterr()
    assert "compares nothing" in printed.err and printed.out.startswith("FAIL KTC-X")


@pytest.mark.parametrize("expect", HOLLOW)
def test_the_schema_knows_what_is_compared_with_nothing(expect):
    """CASES.md, hollow expectations; that something else is compared with what there is does not mend it."""
    move = {"side": "red", "orders": [], "expect": {"own_moves": {"red": 1}}}
    assert CASE_SCHEMA.is_valid({"case": "KTC-X", "moves": [move]})
    assert not CASE_SCHEMA.is_valid({"case": "KTC-X", "moves": [{"side": "red", **expect}]})
    if "expect" not in expect:
        assert not CASE_SCHEMA.is_valid({"case": "KTC-X", "moves": [{**move, **expect}]})


def test_a_case_without_moves_tells_no_events_of_them():
    """CASES.md, hollow expectations."""
    with pytest.raises(NotUnderstood, match="without a move"):
        run(Case("KTC-X", {"case": "KTC-X", "refused": [], "bodies": {}}, "here"))


@pytest.mark.parametrize("key", ["fen", "board"])
def test_a_position_of_chess_stands_in_fen_or_in_board(key):
    """CASES.md, the board games."""
    start = {key: "7k/8/8/8/8/8/8/K6R w - - 0 1"}
    case = {
        "case": "KTC-X",
        "book": "chess-laws",
        "start": start,
        "expect": {"legal": {"a1": ["a2", "b1", "b2"]}, "exactly": ["legal"]},
    }
    assert CASE_SCHEMA.is_valid(case)
    assert [line for line in run(Case("KTC-X", case, "here")) if "h1" not in line] == []
    with pytest.raises(NotUnderstood, match="not in both"):
        run(Case("KTC-X", {**case, "start": {"fen": start[key], "board": start[key]}}, "here"))


@pytest.mark.parametrize(
    "slip",
    [
        {"case": None},
        {"colour": "red"},
        {"book": "ludo"},
        {"options": {"fires": True}},
        {"start": {"bodies": {"red-foot": {"side": "red", "arm": "infantry"}}}},
        {"start": {"bodies": {"red-foot": {"side": "red", "arm": "infantry", "men": -1}}}},
        {"moves": [{"orders": []}]},
        {"moves": [{"side": "red", "orders": [{"order": "fly", "body": "red-foot"}]}]},
        {"moves": [{"side": "red", "orders": [{"order": "march"}]}]},
        {"moves": [{"side": "red", "repeat": 0}]},
        {"moves": [{"side": "red", "measured": {"weather": "wet"}}]},
    ],
)
def test_the_schema_tells_what_is_no_case(slip):
    case = {"case": "KTC-KS-MOVE-01-1", "moves": [], "expect": {"bodies": {}}}
    assert CASE_SCHEMA.is_valid(case)
    assert not CASE_SCHEMA.is_valid({**case, **slip})


def test_a_path_that_is_none_does_not_hide_the_others(tmp_path, capsys):
    path = tmp_path / "one.yaml"
    path.write_text("{case: KTC-X-1, start: {}, expect: {result: {}}}")
    assert main(["cases", str(tmp_path / "nowhere" / "none.yaml"), str(path)]) == 2
    assert capsys.readouterr().out.splitlines() == ["pass KTC-X-1", "1 passed, 0 failed"]
    (tmp_path / "empty").mkdir()
    assert main(["cases", str(tmp_path / "empty"), str(path)]) == 2
    assert capsys.readouterr().out.splitlines() == ["pass KTC-X-1", "1 passed, 0 failed"]
