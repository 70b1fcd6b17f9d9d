"""A force goes out as a file and comes in again, begins and is taken back, and its muster reads the same each time."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns.models import Battle
from campaigns.usecases.campaigns.back import back_to_preparation
from campaigns.usecases.campaigns.preparation import create_campaign, open_battle, start_battle
from campaigns.usecases.exercises import shelf
from campaigns.usecases.exercises.file import pack, unpack
from campaigns.usecases.exercises.play import play_exercise
from campaigns.usecases.muster.draft import change_draft, draft_of
from campaigns.usecases.muster.openings import on_its_country
from campaigns.web.muster.muster_rows import rows_of
from rules.books import book
from tests.campaigns.builders import NOON, SIDES, a_campaign, the_move

FORMS = {"infantry": (None, "fours", "two-ranks", "extended"), "cavalry": (None, "column", "line")}
OPTIONS = {"kriegspiel": {"two_stage_move": False}, "little-wars": {}}
LATER = NOON + timedelta(minutes=3)


@st.composite
def forces(draw, key):
    """Bodies of both sides in any sequence, guns whose crews stand before or behind them in it, stores and generals."""
    bodies, guns, waggons, generals = {}, {}, {}, {}
    for number in draw(st.permutations(range(5))):
        side, arm = ("red", "blue")[number % 2], draw(st.sampled_from(("infantry", "cavalry")))
        form = draw(st.sampled_from(FORMS[arm])) if key == "kriegspiel" else None
        bodies[f"{side}-{number}"] = {
            "side": side, "arm": arm, "men": draw(st.integers(1, 20)), "at": [30 + 24 * number, draw(st.integers(8, 90))],
            **({"formation": form} if form else {}), **draw(st.sampled_from(({}, {"facing": 0}, {"facing": 90}))),
            **draw(st.sampled_from(({}, {"name": "1st Foot"}))), **draw(st.sampled_from(({}, {"commander": "2nd Brigade"}))),
        }  # fmt: skip
    for number in draw(st.permutations(range(2))):
        crew, at = f"red-crew-{number}", [12 + 8 * number, 4]
        bodies[crew] = {"side": "red", "arm": "artillery", "men": 4, "at": at}
        guns[f"red-gun-{number}"] = {"side": "red", "at": at, **({"crew": crew} if key == "kriegspiel" else {})}
    if key == "kriegspiel":
        waggons = {one: {"side": "red", "at": [8, 20], "packets": {"food": 2}} for one in draw(st.permutations("ba"))}
        generals = {"red-general": {"side": "red", "at": [20, 60]}}
    given = {"bodies": bodies, "guns": guns, "waggons": waggons, "generals": generals, "country": {"size": [192, 108]}}
    return {"first": draw(st.sampled_from(("red", "blue"))), **{name: those for name, those in given.items() if those}}


def told(battle):
    """The order of battle as the muster shows it, and the sequence of all its things."""
    row = Battle.objects.get(pk=battle.pk)
    start, pieces = on_its_country(row, draft_of(row).start), book(row.terms.book).pieces
    sequence = {group: list(things) for group, things in start.items() if things and pieces.lists(group)}
    return sequence, [rows_of(pieces, start, side, {}) for side in ("red", "blue")]


def out_and_in(cast, battle):
    """The battle, taken out as a file, brought in, and played."""
    taken = shelf.taken_out(by=cast.umpire, battle=battle.public_id, now=NOON)
    made = shelf.bring_in(by=cast.umpire, source=pack(taken.data), now=NOON).exercise
    assert made.data == unpack(pack(made.data))[0]
    return play_exercise(by=cast.umpire, exercise=made.data, now=NOON).battle


@pytest.mark.parametrize("key", ["kriegspiel", "little-wars"])
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_force_is_the_same_out_and_in_again_and_begun_and_taken_back(cast, key, data):
    campaign = create_campaign(by=cast.umpire, name="Out", book=key, options=OPTIONS[key], sides=SIDES, now=NOON)
    start = data.draw(forces(key))
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="Out", start=start, now=NOON)
    fewer = [{"group": "bodies", "thing": "red-0", "key": "men", "value": 7}]
    change_draft(by=cast.umpire, battle=battle.public_id, base=0, changes=fewer, now=NOON)
    before = told(battle)
    assert list(before[0]["bodies"]) == list(start["bodies"])
    copy = out_and_in(cast, battle)
    assert told(copy) == before
    start_battle(by=cast.umpire, battle=copy.public_id, now=NOON)
    back_to_preparation(by=cast.umpire, battle=copy.public_id, now=LATER)
    assert told(copy) == before == told(out_and_in(cast, copy))


def test_a_force_that_was_cleared_comes_in_empty_and_not_with_that_of_the_book(cast):
    campaign = a_campaign(cast)
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="Bare", start={"bodies": {}}, now=NOON)
    assert told(out_and_in(cast, battle)) == ({}, [[], []])


def test_an_exercise_that_is_there_already_takes_the_sequence_that_it_was_taken_out_in(cast):
    campaign = a_campaign(cast)
    a, b = ({"side": side, "arm": "infantry", "men": 9} for side in ("red", "blue"))
    for bodies in ({"b": b, "a": a}, {"a": a, "b": b}):
        battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="X", start={"bodies": bodies}, now=NOON)
        made = shelf.keep_battle(by=cast.umpire, battle=battle.public_id, now=NOON).exercise
        assert list(made.data["forces"]["bodies"]) == list(bodies)


def test_a_side_begins_little_wars_with_the_men_it_has_then_and_not_with_those_it_was_first_given(cast):
    campaign = create_campaign(by=cast.umpire, name="Out", book="little-wars", options={}, sides=SIDES, now=NOON)
    bodies = {side: {"side": side, "arm": "infantry", "men": 9} for side in ("red", "blue")}
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="X", start={"bodies": bodies}, now=NOON)
    more = [{"group": "bodies", "thing": "red", "key": "men", "value": 20}]
    change_draft(by=cast.umpire, battle=battle.public_id, base=0, changes=more, now=NOON)
    start_battle(by=cast.umpire, battle=battle.public_id, now=NOON)
    assert the_move(battle).position["original"] == {"red": 20, "blue": 9}
