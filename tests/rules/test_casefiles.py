"""Case files: any text is parsed as cases or answered with a sentence."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.__main__ import main
from rules.errors import Invalid
from rules.kit.casefiles import read_cases

STANDING = {
    "case": "KTC-1",
    "start": {
        "bodies": {
            "red-foot": {"side": "red", "arm": "infantry", "men": 20},
            "blue-foot": {"side": "blue", "arm": "infantry", "men": 9},
        }
    },
}


def a_case(name="KTC-1", **more):
    return {**STANDING, "case": name, **more}


def moved(**expect):
    return [{"side": "red", "orders": [{"order": "stand", "body": "red-foot"}], "expect": expect}]


@pytest.fixture
def run(monkeypatch, capsys):
    """Run `python -m rules cases -` on the input; its status, its lines and its errors."""

    def feed(given, *more):
        text = given if isinstance(given, bytes) else (given if isinstance(given, str) else json.dumps(given)).encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
        status = main(["cases", "-", *more])
        printed = capsys.readouterr()
        return status, printed.out.splitlines(), printed.err

    return feed


def test_a_case_that_passes_is_a_line_and_the_count_closes(run):
    assert run(a_case(moves=moved(bodies={"red-foot": {"men": 20}}, refused=[]))) == (
        0,
        ["pass KTC-1", "1 passed, 0 failed"],
        "",
    )


def test_a_case_that_fails_names_each_difference_by_its_path(run):
    status, lines, _ = run(a_case(moves=moved(bodies={"red-foot": {"men": 19}}, own_moves={"red": 2})))
    assert status == 1
    assert lines == [
        "FAIL KTC-1",
        "    moves.0.expect.bodies.red-foot.men: wanted 19, got 20",
        "    moves.0.expect.own_moves.red: wanted 2, got 1",
        "0 passed, 1 failed",
    ]


def test_a_list_of_cases_is_run_one_by_one_though_one_of_them_is_none(run):
    status, lines, error = run(
        [a_case(moves=moved(refused=[])), 3, a_case("KTC-2", moves=moved(bodies={"red-foot": {"men": 1}}))]
    )
    assert status == 2
    assert [line for line in lines if not line.startswith(" ")] == [
        "pass KTC-1", "FAIL standard input, case 2", "FAIL KTC-2", "1 passed, 2 failed",
    ]  # fmt: skip
    assert "case 2" in error


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3",
        "just words",
        "[]",
        "{}",
        "case: 3",
        "case: x",
        "- - - x",
        "a: &a [*a]",
        "a: 2020-13-77",
        "? [a]\n: 3",
        "\tcase: x",
        "{'a': ",
        "!!python/object:os.system x",
        "a: !!binary x",
        "case: x\nmoves: 3",
        "case: x\nmoves: [3]",
        "case: x\nmoves: [{side: 3}]",
        "case: x\nmoves: [{side: red, repeat: 0}]",
        "case: x\nmoves: [{side: red, expect: []}]",
        "case: x\nmoves: [{side: red, expct: {}}]",
        "case: x\nexpect: {hidden: {blue: 3}}",
        "case: x\nexpect: {events: 3}",
        "case: x\nexpect: 3",
        "case: x\nexpect: {own_moves: {red: 0}}\nbook: whist",
        "case: x\nexpect: {own_moves: {red: 0}}\nstart: 3",
        "case: x\nexpect: {own_moves: {red: 0}}\nstart: {bodies: [3]}",
        "case: x\nexpect: {own_moves: {red: 0}}\noptions: {tea: true}",
        "case: x\nmoves: [{side: green, refused: []}]",
        "case: x\nmoves: [{side: red, measured: {supply: 3}, refused: []}]",
        "case: x\nmoves: [{side: red, chance: {coin: edge}, refused: []}]",
    ],
)
def test_what_is_not_a_case_ends_with_status_two_and_a_sentence(run, text):
    status, _, error = run(text)
    assert status == 2
    assert error.strip() and "Traceback" not in error


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "- " * 100_000,
        "a0: &a0 [1, 2]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 40)),
        "a0: &a0 {x: 1}\n" + "".join(f"a{n}: &a{n} {{<<: [*a{n - 1}, *a{n - 1}]}}\n" for n in range(1, 40)),
        "a: " + "9" * 6000,
        b"\xff\xfe\x00",
        b"case: \x00",
    ],
    ids=["deep JSON", "deep YAML", "aliases", "merges", "a long number", "no text", "NUL"],
)
def test_a_text_made_to_do_harm_is_answered_like_any_other(run, text):
    status, _, error = run(text)
    assert status == 2
    assert error.strip() and "Traceback" not in error


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text("abc:-{}[]&*!|>\n "),
        lambda one: (
            st.lists(one, max_size=3)
            | st.dictionaries(
                st.sampled_from(["case", "start", "moves", "side", "orders", "expect", "bodies"]), one, max_size=3
            )
        ),
        max_leaves=12,
    )
)
def test_no_content_breaks_the_reader(data):
    for text in (json.dumps(data), data if isinstance(data, str) else str(data)):
        try:
            read_cases(text)
        except Invalid as invalid:
            assert invalid.sentence


def test_a_path_that_is_not_there_is_named(capsys):
    assert main(["cases", "/nowhere/at/all"]) == 2
    assert "/nowhere/at/all" in capsys.readouterr().err


def test_a_folder_is_searched_for_case_files(tmp_path, capsys):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "b.json").write_text(json.dumps(a_case("KTC-B", moves=moved(refused=[]))))
    (tmp_path / "a.yaml").write_text("- {case: KTC-A, start: {}, expect: {mines: {}}}")
    (tmp_path / "notes.txt").write_text("not a case")
    assert main(["cases", str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines() == ["pass KTC-A", "pass KTC-B", "2 passed, 0 failed"]


def test_an_empty_folder_holds_no_cases(tmp_path, capsys):
    assert main(["cases", str(tmp_path)]) == 2
    assert str(tmp_path) in capsys.readouterr().err
