"""What tells the same as the exercise that somebody plays in is sealed from them, whatever its file says of where it comes from.

First what counts as alike; then each way by which a battle has the force of an exercise without saying so, each thing that
must stay open, and what nobody can learn or do by putting an exercise on the shelf.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from datetime import timedelta
from importlib import import_module
from itertools import combinations
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.models import Battle, Descent, Exercise, Mark
from campaigns.models.shelf.descent import node_of
from campaigns.sight.shelf.sealed import sealed_from
from campaigns.usecases.campaigns.carry_over import open_next_battle
from campaigns.usecases.campaigns.endings import end_battle
from campaigns.usecases.campaigns.preparation import create_campaign, open_battle, start_battle
from campaigns.usecases.exercises import shelf
from campaigns.usecases.exercises.house import ORDER, house_exercise
from campaigns.usecases.exercises.likeness import alike, marks_of
from campaigns.usecases.muster.draft import change_draft, draft_of, replace_force
from tests.campaigns.builders import NOON, SIDES, a_cast
from tests.campaigns.secrets.test_sealed_envelope import is_sealed, played, seated, shared
from tests.depth import SOONEST_ON_SQLITE

pytestmark = [*SOONEST_ON_SQLITE]

LATER = NOON + timedelta(minutes=5)
Edit = Callable[[dict[str, Any]], None]


@pytest.fixture
def cast(db: None) -> Any:
    return a_cast()


def edited(*edits: Edit, key: str = "first_bridge") -> dict[str, Any]:
    """An exercise of the house by another name, which says nothing of where it comes from."""
    data = deepcopy(house_exercise(key))
    data |= {"name": "Quite another", "summary": "Nothing known.", "digest": "", "forked": "", "author": "Nobody"}
    data["texts"] = {}
    for edit in edits:
        edit(data)
    return data


def things(data: dict[str, Any], side: str = "") -> list[dict[str, Any]]:
    """The things of a side, or of both."""
    groups = [group for group in data["forces"].values() if isinstance(group, dict)]
    every = [one for group in groups for one in group.values() if isinstance(one, dict) and one.get("side")]
    return [one for one in every if side in ("", one["side"])]


def unsaid(data: dict[str, Any]) -> None:
    for side in data["sides"].values():
        side["briefing"] = "Do what you can."


def renamed(data: dict[str, Any]) -> None:
    for number, one in enumerate(things(data)):
        one["name"] = f"No. {number}"


def one_moved(data: dict[str, Any]) -> None:
    data["forces"]["bodies"]["blue-1st"]["at"] = [40, 100]


def weakened(data: dict[str, Any]) -> None:
    for body in data["forces"]["bodies"].values():
        if body["arm"] == "infantry":
            body["men"] -= 3


def red_elsewhere(data: dict[str, Any]) -> None:
    for number, one in enumerate(things(data, "red")):
        one["at"] = [20 + 9 * number, 5]


def all_elsewhere(data: dict[str, Any]) -> None:
    for one in things(data):
        if "at" in one:
            one["at"] = [one["at"][0] + 3, one["at"][1] + 2]


def scattered(data: dict[str, Any]) -> None:
    for number, one in enumerate(one for one in things(data) if "at" in one):
        one["at"] = [one["at"][0] + 3 + 5 * (number % 3), one["at"][1] + 2 + 4 * (number % 2)]


def half_of_blue(data: dict[str, Any]) -> None:
    red_elsewhere(data)
    del data["forces"]["bodies"]["blue-2nd"]


EDITS = {
    "by another name": (unsaid,),
    "with every name and briefing changed": (unsaid, renamed),
    "with one body moved": (unsaid, renamed, one_moved),
    "with other strengths": (unsaid, weakened),
    "with one side elsewhere": (unsaid, red_elsewhere, one_moved),
    "with a part of one side": (unsaid, half_of_blue),
    "with other places and the briefings": (all_elsewhere,),
    "with every briefing, place and strength changed alike": (unsaid, all_elsewhere, weakened),
}


def sealed(user: Any, key: str) -> bool:
    digest = house_exercise(key)["digest"] if key in ORDER else Exercise.objects.get(public_id=key).digest
    return digest in sealed_from(user)


# -- what is alike --------------------------------------------------------------------------------------


@pytest.mark.parametrize("edits", EDITS.values(), ids=EDITS)
def test_an_edited_exercise_is_like_the_one_that_it_was(edits):
    assert alike(marks_of(edited(*edits)), marks_of(house_exercise("first_bridge")))


def test_a_great_force_is_known_by_what_it_is_made_of_wherever_it_stands():
    first = marks_of(house_exercise("hartley"))
    assert alike(marks_of(edited(unsaid, scattered, key="hartley")), first)
    assert alike(marks_of(edited(unsaid, scattered, weakened, key="hartley")), first), "horse, guns and stores are"
    other = edited(unsaid, scattered, weakened, key="hartley")
    for one in things(other):
        if one.get("arm") == "cavalry" or "packets" in one:
            one |= {"men": 3} if "men" in one else {"packets": {"food": 1}}
    assert not alike(marks_of(other), first)


def test_sides_that_have_changed_their_colours_are_still_known():
    one = edited(unsaid)
    for thing in things(one):
        thing["side"] = {"red": "blue", "blue": "red"}[thing["side"]]
    assert alike(marks_of(one), marks_of(house_exercise("first_bridge")))


@pytest.mark.parametrize(("one", "other"), [*combinations(ORDER, 2)])
def test_no_two_exercises_of_the_house_are_alike(one, other):
    assert not alike(marks_of(house_exercise(one)), marks_of(house_exercise(other)))


def test_two_without_forces_and_two_samples_without_places_are_not_alike():
    bare = edited(unsaid)
    bare["forces"] = {key: {} if isinstance(group, dict) else group for key, group in bare["forces"].items()}
    assert not alike(marks_of(bare), marks_of(bare))
    unplaced = [edited(unsaid), edited(unsaid, renamed)]
    for one in unplaced:
        for thing in things(one):
            thing.pop("at", None)
    assert not alike(*map(marks_of, unplaced))


def test_a_faulty_force_has_marks_as_far_as_it_can_be_read():
    things_of = {
        "bodies": {"a": {"side": "red", "at": "x"}, "b": 3, "c": {"side": "red", "at": [1, None]}},
        "guns": [1],
    }
    assert marks_of({"book": "kriegspiel", "forces": things_of}) == {}


# -- what is played without saying of what it is -------------------------------------------------------------


@pytest.mark.parametrize("edits", EDITS.values(), ids=EDITS)
def test_an_edited_file_that_is_played_seals_the_exercise_that_it_was(cast, edits):
    row = shelf.bring_in(by=cast.umpire, source=edited(*edits), now=NOON).exercise
    assert row.data["forked"] == "" and row.digest != house_exercise("first_bridge")["digest"]
    assert not is_sealed(cast.red_general, "first_bridge")
    played(cast, row.data)
    assert is_sealed(cast.red_general, "first_bridge") and not is_sealed(cast.bystander, "first_bridge")


def test_so_it_does_where_the_umpire_himself_cannot_read_the_exercise(cast):
    """He holds a seat in another battle of it, and has its file."""
    other = played(cast, house_exercise("first_bridge"))
    other.campaign.posts.filter(user=cast.umpire).update(held_until=NOON)
    other.campaign.posts.filter(user=cast.red_general).update(user=cast.umpire)
    other.campaign.posts.filter(user=cast.blue_general).update(held_until=NOON - timedelta(days=1))
    row = shelf.bring_in(by=cast.umpire, source=edited(unsaid), now=NOON).exercise
    assert is_sealed(cast.umpire, "first_bridge") and not is_sealed(cast.blue_general, "first_bridge")
    played(cast, row.data)
    assert is_sealed(cast.blue_general, "first_bridge")


def bare(cast: Any, **start: Any) -> Battle:
    """A battle of no exercise."""
    campaign = create_campaign(by=cast.umpire, name="Bare", book="kriegspiel", options={}, sides=SIDES, now=NOON)
    return seated(cast, open_battle(by=cast.umpire, campaign=campaign.public_id, name="Bare", start=start, now=NOON))


def test_a_position_that_was_typed_seals_the_exercise_from_which_it_is(cast):
    data = edited()
    bare(cast, **data["forces"], country=data["country"])
    assert is_sealed(cast.red_general, "first_bridge") and not sealed(cast.red_general, "redoubt")


def test_an_order_of_battle_that_is_read_in_at_the_muster_seals_it(cast):
    data = edited()
    battle = bare(cast, country=data["country"])
    assert not is_sealed(cast.red_general, "first_bridge")
    blue = {"bodies": {key: one for key, one in data["forces"]["bodies"].items() if one["side"] == "blue"}}
    replace_force(by=cast.umpire, battle=battle.public_id, base=0, groups=blue, side="blue", now=NOON)
    assert is_sealed(cast.red_general, "first_bridge")


def test_a_force_that_was_put_down_thing_by_thing_seals_it_when_the_battle_begins(cast):
    data = edited()
    battle = bare(cast, country=data["country"])
    for thing, one in data["forces"]["bodies"].items():
        base = draft_of(Battle.objects.get()).revision
        change = [{"group": "bodies", "thing": thing, "add": one}]
        change_draft(by=cast.umpire, battle=battle.public_id, base=base, changes=change, now=NOON)
    assert not is_sealed(cast.red_general, "first_bridge")
    start_battle(by=cast.umpire, battle=battle.public_id, now=NOON)
    assert is_sealed(cast.red_general, "first_bridge")


def test_the_next_battle_seals_the_exercise_of_the_one_from_which_its_force_comes(cast):
    data = deepcopy(house_exercise("hartley"))
    data["campaign"] = {**data["campaign"], "carry_over": "losses"}
    battle = played(cast, data)
    start_battle(by=cast.umpire, battle=battle.public_id, now=NOON)
    end_battle(by=cast.umpire, battle=battle.public_id, reason="late", now=NOON)
    assert not sealed(cast.red_general, "hartley")
    kept = shelf.keep_battle(by=cast.umpire, battle=battle.public_id, move=1, now=NOON).exercise
    shared(cast, kept)
    after = open_next_battle(by=cast.umpire, battle=battle.public_id, name="After", now=LATER)
    assert Descent.objects.filter(earlier=node_of(battle), later=node_of(after), like=False).exists()
    assert sealed(cast.red_general, "hartley") and sealed(cast.red_general, kept.public_id)


# -- a copy that comes later -----------------------------------------------------------------------------------


def test_a_copy_that_somebody_else_brings_in_without_saying_so_is_sealed_as_well(cast):
    played(cast, house_exercise("first_bridge"))
    row = shelf.bring_in(by=cast.bystander, source=edited(unsaid, renamed, one_moved), now=LATER).exercise
    shelf.share_exercise(by=cast.bystander, exercise=row.public_id, shared=True)
    assert is_sealed(cast.red_general, str(row.public_id)) and not is_sealed(cast.bystander, str(row.public_id))


def test_an_exercise_that_tells_nothing_of_it_stays_open(cast):
    played(cast, edited(unsaid, key="hartley") | {"options": {}})
    open_ones = [key for key in ORDER if not sealed(cast.red_general, key)]
    assert open_ones == [key for key in ORDER if key != "hartley"]
    row = shelf.bring_in(by=cast.bystander, source=edited(unsaid), now=LATER).exercise
    shelf.share_exercise(by=cast.bystander, exercise=row.public_id, shared=True)
    assert not is_sealed(cast.red_general, str(row.public_id))


# -- what nobody can do by it ------------------------------------------------------------------------------------


def test_nobody_tries_by_it_what_he_thinks_of_the_enemy(cast):
    """The umpire plays what nobody has; what the General or a friend of his brings in is open to him, right or wrong."""
    secret = edited(unsaid, scattered)
    row = shelf.bring_in(by=cast.umpire, source=secret, now=NOON).exercise
    Exercise.objects.update(shared=False)
    played(cast, row.data)
    right = deepcopy(secret) | {"name": "A guess"}
    red_elsewhere(right)
    for friend in (cast.red_general, cast.bystander):
        guess = shelf.bring_in(by=friend, source=right | {"author": friend.username}, now=LATER).exercise
        shelf.share_exercise(by=friend, exercise=guess.public_id, shared=True)
        assert not is_sealed(cast.red_general, str(guess.public_id)), friend
    wrong = shelf.bring_in(by=cast.red_general, source=edited(unsaid, key="redoubt"), now=LATER).exercise
    assert not sealed(cast.red_general, str(wrong.public_id))


def test_nobody_has_one_sealed_by_mixing_it_with_one_that_is_played(cast):
    mixed = edited(unsaid)
    other = house_exercise("redoubt")
    mixed["country"] = {**mixed["country"], "size": [320, 320]}
    kept = {
        key: one for key, one in other["forces"]["bodies"].items() if one["side"] == "blue" and one["arm"] == "infantry"
    }
    mixed["forces"]["bodies"] |= {f"more-{key}": one for key, one in kept.items()}
    mixed["forces"]["bodies"] = {key: one for key, one in mixed["forces"]["bodies"].items() if key != "red-horse"}
    row = shelf.bring_in(by=cast.bystander, source=json.loads(json.dumps(mixed)), now=NOON).exercise
    shelf.share_exercise(by=cast.bystander, exercise=row.public_id, shared=True)
    assert {one.earlier for one in Descent.objects.filter(later=row.digest, like=True)} >= {
        house_exercise("first_bridge")["digest"]
    }
    Descent.objects.get_or_create(earlier=other["digest"], later=row.digest, defaults={"like": True})
    played(cast, house_exercise("first_bridge"))
    assert sealed(cast.red_general, str(row.public_id))
    assert not sealed(cast.red_general, "redoubt")


def test_copies_of_one_exercise_are_not_compared_each_with_each(cast):
    rows = [shelf.copy_exercise(by=cast.umpire, exercise="first_bridge", now=NOON) for _ in range(4)]
    assert not Descent.objects.filter(like=True).exists() and len(rows) == 4
    shelf.bring_in(by=cast.umpire, source=edited(unsaid), now=NOON)
    assert Descent.objects.filter(like=True).count() == 1


def test_to_ask_what_is_sealed_takes_as_many_queries_however_much_is_on_the_shelf(cast):
    played(cast, house_exercise("first_bridge"))

    def asked() -> list[str]:
        with CaptureQueriesContext(connection) as seen:
            sealed_from(cast.red_general)
        return [one["sql"] for one in seen]

    few = asked()
    for key in ("redoubt", "hartley", "vale"):
        shelf.bring_in(by=cast.umpire, source=edited(key=key), now=NOON)
    assert len(asked()) == len(few) and not any("_mark" in one or "_exercise" in one for one in asked())


def test_the_marks_of_an_exercise_go_with_it(cast):
    row = shelf.bring_in(by=cast.umpire, source=edited(), now=NOON).exercise
    assert row.marks.filter(part="stands blue").count() >= 6
    shelf.delete_exercise(by=cast.umpire, exercise=row.public_id)
    assert not Mark.objects.exists()


def test_what_was_there_before_marks_were_kept_gets_them_and_its_likenesses(cast):
    row = shelf.bring_in(by=cast.umpire, source=edited(unsaid), now=NOON).exercise
    data = edited()
    battle = bare(cast, **data["forces"], country=data["country"])
    noted = set(Descent.objects.values_list("earlier", "later", "like"))
    kept = set(Mark.objects.values_list("exercise", "part", "size", "value"))
    Descent.objects.all().delete()
    Mark.objects.all().delete()
    import_module("campaigns.migrations.0020_marks").fill(apps, None)
    assert kept and kept == set(Mark.objects.values_list("exercise", "part", "size", "value"))
    first = house_exercise("first_bridge")["digest"]
    assert {(first, row.digest, True), (first, node_of(battle), True)} <= noted
    assert noted <= set(Descent.objects.values_list("earlier", "later", "like"))
