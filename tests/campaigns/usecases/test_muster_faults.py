"""What is wrong with a force that is prepared is told all at once, by the names of the things; a battle with faults does not begin."""

from __future__ import annotations

import pytest

from campaigns.models import Battle
from campaigns.models.battle import Terms
from campaigns.usecases.campaigns.preparation import start_battle
from campaigns.usecases.muster.draft import undo_draft
from campaigns.usecases.muster.faults import ODD, STOPS, Faulty, faults_of
from campaigns.usecases.muster.papers import muster_papers
from rules.books import book as find_book
from rules.errors import Invalid
from tests.campaigns.builders import NOON
from tests.campaigns.usecases.test_muster_draft import FIELD, FORCE, change, fresh, prepared


@pytest.fixture
def battle(cast):
    return prepared(cast)


def terms(name="kriegspiel", **chosen):
    rules = find_book(name)
    return Terms(name, rules.edition, rules.options(chosen))


def told(faults, severity):
    return {(one.thing or one.side, one.kind): one for one in faults if one.severity == severity}


def test_all_faults_that_stop_a_force_are_told_at_once_by_the_names_of_the_things():
    bodies = {
        **FORCE["bodies"],
        "red-1st": {**FORCE["bodies"]["red-1st"], "formation": "line"},
        "red-horse": {**FORCE["bodies"]["red-horse"], "men": "many"},
        "green-1st": {"side": "green", "arm": "infantry", "men": 3},
        "blue-2nd": {"side": "blue", "men": 3, "wings": 2, "name": "Vale Rifles"},
    }
    faults = told(faults_of(terms(), {**FORCE, "bodies": bodies}), STOPS)
    assert {thing for thing, _ in faults} == {"red-1st", "red-horse", "green-1st", "blue-2nd"}
    first = faults["red-1st", "formation"]
    assert first.sentence == "1st Downland Fusiliers, formation: infantry has no formation line"
    assert (first.at, first.key, first.side) == ((60, 40), "formation", "red")
    assert not any("start." in one.sentence for one in faults.values())


def test_what_an_umpire_should_look_at_is_told_beside_it_with_its_clause():
    bodies = {
        **FORCE["bodies"],
        "red-1st": {**FORCE["bodies"]["red-1st"], "at": [60, 104]},
        "red-lost": {"side": "red", "arm": "infantry", "men": 30},
        "red-crew": {**FORCE["bodies"]["red-crew"], "men": 3},
    }
    faults = told(faults_of(terms(), {**FORCE, "bodies": bodies}, names={"red": "Rot", "blue": "Blau"}), ODD)
    assert faults["red-1st", "water"].sentence == "1st Downland Fusiliers stands in water"
    assert faults["red-gun", "crew"].clause == "KS-GUN-01"
    assert faults["red-lost", "place"].at is None
    assert faults["blue", "general"].sentence == "Blau has no General"
    assert ("red-1st", "supply") in faults and faults["red-1st", "supply"].clause.startswith("KS-SUP")


def test_a_sound_force_has_no_fault_that_stops_it_and_a_side_without_troops_is_told():
    faults = faults_of(terms(), {**FORCE, "bodies": {}, "guns": {}})
    assert not told(faults, STOPS)
    assert [one.sentence for one in faults if one.kind == "troops"] == ["Red has no troops", "Blue has no troops"]


def test_little_wars_finds_a_gun_that_nobody_can_serve():
    start = {
        "bodies": {"red-1st": {"side": "red", "arm": "infantry", "men": 12, "at": [40, 5]}},
        "guns": {"red-gun": {"side": "red", "at": [90, 5], "name": "Red gun"}},
        "country": {"size": [120, 96], "back_lines": {"red": "south", "blue": "north"}},
    }
    faults = told(faults_of(terms("little-wars"), start), ODD)
    assert faults["red-gun", "crew"].sentence == "Red gun has nobody to serve it"
    assert not told(faults_of(terms("little-wars"), start), STOPS)


def test_a_fault_of_no_thing_is_told_without_the_words_of_the_kit():
    faults = faults_of(terms(map_size_ft=[10, 10]), FORCE)
    assert [one.sentence for one in faults if one.stops] == [
        "Size: it is another size than the option map_size_ft says"
    ]


def test_what_is_odd_only_because_a_faulty_thing_was_set_aside_is_not_told():
    crew = {**FORCE["bodies"]["red-crew"], "formation": "line"}
    faults = faults_of(terms(), {**FORCE, "bodies": {**FORCE["bodies"], "red-crew": crew}})
    assert ("red-crew", "formation") in told(faults, STOPS) and ("red-gun", "crew") not in told(faults, ODD)


def test_a_thing_that_no_seat_commands_and_a_side_without_seats_are_told(cast, battle):
    faults = told(muster_papers(by=cast.umpire, battle=battle.public_id, now=NOON).faults, ODD)
    assert not [kind for _, kind in faults if kind in ("command", "seats")]
    battle.campaign.posts.filter(arm="artillery").update(held_until=NOON)
    battle.campaign.posts.filter(side__key="blue").update(held_until=NOON)
    faults = told(muster_papers(by=cast.umpire, battle=battle.public_id, now=NOON).faults, ODD)
    said = faults["red", "command"].sentence
    assert said == "Nobody commands 2 of Red (Artillery): No. 1 gun, Downland No. 1 detachment", (
        "one seat more mends both"
    )
    assert faults["blue", "seats"].sentence == "Nobody has a seat in Blue"


def test_a_battle_with_faults_does_not_begin_and_says_all_of_them_and_begins_when_they_are_mended(cast, battle):
    wrong = {"group": "bodies", "key": "formation", "value": "line"}
    change(cast, battle, {**wrong, "thing": "red-1st"}, {**wrong, "thing": "blue-1st"})
    with pytest.raises(Faulty) as refused:
        start_battle(by=cast.umpire, battle=battle.public_id, now=NOON)
    assert "1st Downland Fusiliers" in refused.value.sentence and "Nether Regiment" in refused.value.sentence
    assert fresh(battle).status == Battle.Status.PREPARING
    undo_draft(by=cast.umpire, battle=battle.public_id, now=NOON)
    change(cast, battle, {"group": "bodies", "thing": "red-1st", "key": "men", "value": 44})
    start_battle(by=cast.umpire, battle=battle.public_id, now=NOON)
    assert fresh(battle).moves.get().position["bodies"]["red-1st"]["men"] == 44


def test_two_hundred_things_are_looked_over_at_once():
    bodies = {
        f"{side}-{number}": {
            "side": side,
            "arm": arm,
            "men": 25,
            "at": [10 + 13 * (number % 20), line + 9 * (number // 20)],
        }
        for side, arm, line in (("red", "infantry", 10), ("blue", "cavalry", 120))
        for number in range(100)
    }
    bodies |= {one: {**bodies[one], "formation": "sideways"} for one in list(bodies)[:30]}
    faults = faults_of(terms(), {"bodies": bodies, "country": FIELD})
    assert len(told(faults, STOPS)) == 30


def test_a_depot_of_the_country_holds_what_was_drawn_and_one_that_holds_nothing_is_told():
    """It held 0/0/0, looked full, and nobody was warned."""
    full = {"side": "red", "at": [60, 5], "name": "Crossways", "packets": {"food": 4, "ammunition": 0}}
    drawn = {**FIELD, "depots": {"full": full, "bare": {"side": "blue", "at": [60, 90], "name": "Nether End"}}}
    start = {**FORCE, "country": drawn}
    said = [one.sentence for one in faults_of(terms(), start) if one.kind == "supply"]
    assert "Nether End is empty" in said and "Crossways is empty" not in said
    assert find_book("kriegspiel").opening(start, terms().options)["depots"]["full"]["packets"] == {"food": 4}
    pieces = find_book("kriegspiel").pieces
    assert pieces.look("depots", pieces.begun("depots", {"side": "blue"})).strength == "empty"
    assert not [one for one in faults_of(terms(use_supply=False), start) if one.sentence.endswith("is empty")]


def test_a_depot_drawn_with_what_no_depot_holds_is_refused():
    with pytest.raises(Invalid, match="food"):
        find_book("kriegspiel").country(
            {"size": [60, 60], "depots": {"d": {"side": "red", "at": [1, 1], "packets": {"beer": 1}}}}
        )
