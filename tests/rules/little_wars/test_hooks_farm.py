"""Hook's Farm, replayed move by move, ends with the score sheet in the rulebook.  [rulebook part 20]"""

from __future__ import annotations

import pytest

from rules.books import book
from rules.little_wars import hooks_farm
from rules.little_wars.options import read_options

LITTLE_WARS = book("little-wars")


def replayed(variant="printed"):
    """The name of each move, with what the rules find of it."""
    options = LITTLE_WARS.options({"hf_variant": variant})
    position = LITTLE_WARS.opening(hooks_farm.opening(read_options(options).hf_variant), options)
    for step in hooks_farm.battle():
        assert LITTLE_WARS.next_side(position) == step.side
        finding = LITTLE_WARS.table(position, options).adjudicate(
            step.side, step.orders, dict(step.facts), {"seed": "x"}
        )
        position = finding.position
        yield step.name, finding, options


def strengths(position):
    """Infantry and cavalry of Red, then of Blue, alive, free and on the field."""
    return tuple(
        sum(body.get("men", 0) for body in position["bodies"].values() if (body["side"], body["arm"]) == (side, arm))
        for side in ("red", "blue")
        for arm in ("infantry", "cavalry")
    )


def test_no_order_of_hooks_farm_is_refused():
    assert [(name, finding.refused) for name, finding, _ in replayed() if finding.refused] == []


@pytest.mark.parametrize("name", hooks_farm.STRENGTHS)
def test_the_strengths_after_each_move_are_those_of_the_table(name):
    found = {one: finding for one, finding, _ in replayed()}
    assert strengths(found[name].position) == hooks_farm.STRENGTHS[name]


def test_the_charge_is_eighteen_against_twenty_one_isolated():
    charge = next(finding for name, finding, _ in replayed() if name == "R3")
    fought = next(event for event in charge.events if event["event"] == "melee-fought")
    assert (fought["attackers"], fought["defenders"], fought["isolated"]) == (18, 21, True)
    assert sum(fought["prisoners"].values()) == 3 and sum(fought["dead"].values()) == 30


def test_after_the_charge_the_score_is_as_the_rulebook_reckons_it():
    """LW-POINTS-08, from its own example."""
    charge, options = next((finding, options) for name, finding, options in replayed() if name == "R3")
    assert LITTLE_WARS.table(charge.position, options).score() == {"red": 89, "blue": 85.5}


def test_hooks_farm_ends_at_196_to_26():
    *_, (_, last, options) = replayed()
    assert LITTLE_WARS.result(last.position) == {"winner": "blue"}
    assert LITTLE_WARS.table(last.position, options).score() == {"blue": 196, "red": 26}


def test_with_fifty_infantry_each_blue_has_two_points_more():
    *_, (_, last, options) = replayed("equal")
    assert LITTLE_WARS.table(last.position, options).score() == {"blue": 198, "red": 26}


def test_nobody_is_lost_without_an_account():
    """LW-GEN-10: for twenty-one Reds the text gives no fate; the rulebook rules them dead."""
    *_, (_, last, _) = replayed()
    red = [body for body in last.position["bodies"].values() if body["side"] == "red"]
    assert sum(body.get("retired", 0) for body in red) == 11
    assert sum(body.get("prisoners", 0) for body in red) == 6
    assert sum(body.get("men", 0) for body in red) == 0


def test_every_move_says_what_it_rests_on():
    assert all(step.given or step.inferred or step.supposed for step in hooks_farm.battle())


def test_each_move_is_drawn_in_its_place():
    """Rulebook HF-G: everything is on the map from the first move to the last, and who moved has an arrow to where he then stands."""
    options = LITTLE_WARS.options({})
    position = LITTLE_WARS.opening(hooks_farm.opening(), options)
    for step in hooks_farm.battle():
        table = LITTLE_WARS.table(position, options)
        finding = table.adjudicate(step.side, step.orders, dict(step.facts), {"seed": "x"})
        after = LITTLE_WARS.table(finding.position, options).sees("observer")
        assert all(thing.get("at") for group in ("bodies", "guns") for thing in after[group].values()), step.name
        traces = LITTLE_WARS.traces_of(finding.events, table.sees("observer"), after)
        ends = {one["thing"]: one["line"][-1] for one in traces if one["kind"] in ("march", "retire", "charge")}
        for thing in hooks_farm.PLACES.get(step.name, {}):
            assert thing in ends or any(one["thing"] == thing for one in traces), (step.name, thing)
        position = finding.position


def test_every_shot_and_every_charge_of_it_has_a_line():
    options = LITTLE_WARS.options({})
    position = LITTLE_WARS.opening(hooks_farm.opening(), options)
    kinds = {}
    for step in hooks_farm.battle():
        before = LITTLE_WARS.table(position, options)
        finding = before.adjudicate(step.side, step.orders, dict(step.facts), {"seed": "x"})
        after = LITTLE_WARS.table(finding.position, options).sees("red")
        found = LITTLE_WARS.traces_of(finding.events, before.sees("red"), after)
        kinds[step.name] = {one["kind"] for one in found}
        fired = [event for event in finding.events if event["event"] == "shot-fired"]
        assert len([one for one in found if one["kind"] == "fire"]) >= len(fired)
        position = finding.position
    assert {"charge", "fight", "loss", "fire"} <= kinds["R3"] and "charge" in kinds["B4"]


def test_the_places_of_the_record_decide_nothing():
    """The twin: without them every event and every figure is the same."""

    def played(start):
        options = LITTLE_WARS.options({})
        position = LITTLE_WARS.opening(start, options)
        for step in hooks_farm.battle():
            finding = LITTLE_WARS.table(position, options).adjudicate(
                step.side, step.orders, dict(step.facts), {"seed": "x"}
            )
            position = finding.position
            yield finding.events, finding.refused

    bare = {key: value for key, value in hooks_farm.opening().items() if key not in ("drawn", "country")}
    assert list(played(bare)) == list(played(hooks_farm.opening()))


def test_where_a_move_goes_is_not_known_before_it_is_made():
    """What the record draws later is in no side's sight."""
    options = LITTLE_WARS.options({})
    position = LITTLE_WARS.opening(hooks_farm.opening(), options)
    seen = LITTLE_WARS.table(position, options).sees("red")
    assert "drawn" not in seen and seen["guns"]["blue-e"]["at"] == [62, 1]
