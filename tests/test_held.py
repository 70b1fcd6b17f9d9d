"""What the walks cost is held: a tenth more is red, and whoever raises a number says why."""

from __future__ import annotations

import tomllib

import pytest

from bench import held

WALKS = {
    "desk cold", "desk of 252 orders", "overruling",
    "order", "order with supplies due", "check", "send", "desk", "sheet cold", "sheet after news", "status",
    "board of chess", "preview", "submission", "publication",
}  # fmt: skip


def kept():
    return tomllib.loads(held.HELD.read_text())


def test_every_walk_is_held_in_instructions_and_in_time_each_with_its_reason():
    assert kept().keys() == WALKS
    for name, row in kept().items():
        assert row["counted"] > 0, name
        assert row["timed"] > 0, name
        assert row["why"], name


@pytest.mark.parametrize(("cost", "dear"), [(10.9, []), (11.1, ["desk"]), (8.0, [])])
def test_a_walk_that_costs_a_tenth_more_is_red(cost, dear):
    assert held.too_dear({"desk": cost}, {"desk": {"counted": 10.0}}, "counted") == dear


def test_a_walk_of_which_nothing_is_held_is_red():
    assert held.too_dear({"desk": 1.0}, {}, "counted") == ["desk"]
    assert held.too_dear({"desk": 1.0}, {"desk": {"counted": 1.0}}, "timed") == ["desk"]


def test_what_is_too_dear_makes_the_step_fail_and_names_the_walk(monkeypatch, capsys):
    row = kept()
    monkeypatch.setattr("sys.argv", ["held.py"])
    monkeypatch.setattr(held, "way", lambda: "counted")
    for factor, code in ((1.0, 0), (1.2, 1)):
        found = {name: one["counted"] * (factor if name == "desk" else 1) for name, one in row.items()}
        monkeypatch.setattr(held, "measured", lambda how, found=found: found)
        assert held.main() == code
    assert capsys.readouterr().err.startswith("desk costs more than is held")


def test_a_time_that_is_too_long_is_taken_again(monkeypatch):
    times = iter([{"desk": 2.0}, {"desk": 1.0}])
    monkeypatch.setattr(held, "measured", lambda how: next(times))
    assert held.least("timed", {"desk": {"timed": 1.0}}) == {"desk": 1.0}


def test_a_number_is_written_with_the_reason_and_the_others_keep_theirs():
    before = {
        "desk": {"counted": 10.0, "timed": 5.0, "why": "Old."},
        "send": {"counted": 1.0, "timed": 1.0, "why": "Old."},
    }
    after = tomllib.loads(held.written({"desk": 12.0, "send": 1.01}, before, "counted", "A map."))
    assert after["desk"] == {"counted": 12.0, "timed": 5.0, "why": "A map."}
    assert after["send"] == before["send"]
