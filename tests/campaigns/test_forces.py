"""The forces of a battle and their history: what changed and nothing else, to those who may know."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from campaigns.errors import Unseen
from campaigns.models import Battle, Thing, ThingChange
from campaigns.sight.forces import Force, force, forces, over_battles
from campaigns.usecases.campaigns.audit import count
from campaigns.usecases.campaigns.carry_over import open_next_battle
from campaigns.usecases.campaigns.preparation import start_battle
from campaigns.usecases.clock.clock import close_early
from campaigns.usecases.desk.rulings import overrule_finding
from campaigns.usecases.desk.undo import undo_move
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.moves.submission import submit_move
from tests.campaigns.builders import NOON, a_battle, a_cast, the_move
from tests.campaigns.games import SCHOLARS_MATE, a_game, play_out
from tests.campaigns.looked_back import CANARIES, a_seat, finish, fought, give, over

pytestmark = pytest.mark.django_db

OPTIONS = {"two_stage_move": False, "use_contours": False}
SPLIT = {"order": "split", "body": "red-foot", "men": 20, "into": "red-left"}
MERGE = {"order": "merge", "bodies": ["red-foot", "red-left"], "into": "red-foot", "measured": {"distance": 1}}


@pytest.fixture
def cast():
    return a_cast()


def of(found: Any, thing: str) -> Force:
    """One of the things that were read."""
    return next(one for one in found.things if one.now.thing == thing)


def told(one: Force) -> list[tuple[int, int | None, bool]]:
    """Its history in brief: after which move it had how many men, and whether it was gone."""
    return [(step.number, step.state.men, step.state.gone) for step in one.course]


def ruled(cast: Any, battle: Battle, at: Any, change: list[dict[str, Any]]) -> None:
    """The move under way is closed, overruled and submitted."""
    move = the_move(battle)
    close_early(by=cast.umpire, move=move.public_id, now=at)
    close_move(move_id=move.pk, now=at + timedelta(seconds=5), cause="umpire")
    given = {"reason": "So it was seen", "clause": "house rule", "now": at + timedelta(seconds=6)}
    overrule_finding(by=cast.umpire, move=move.public_id, change=change, **given)
    submit_move(by=cast.umpire, move=move.public_id, now=at + timedelta(seconds=7))


def agrees(battle: Battle) -> bool:
    """Whether rows, books and record of a battle are what its moves made of them."""
    return count(battle=Battle.objects.get(pk=battle.pk)).agrees


def on(thing: str, key: str, value: Any, group: str = "bodies") -> dict[str, Any]:
    return {"group": group, "thing": thing, "key": key, "value": value}


# -- the rows ---------------------------------------------------------------------------------------


def test_a_row_is_written_for_every_thing_at_the_opening_and_then_only_where_a_move_changed_one(cast):
    battle = fought(cast)
    assert battle.things.count() == battle.thing_changes.filter(move__isnull=True).count() == 11
    changed = set(battle.thing_changes.filter(move__isnull=False).values_list("thing", flat=True))
    assert changed == {"blue-horse", "red-horse"}, "who only marched has no row"
    left = the_move(battle).position["bodies"]
    for thing in changed:
        assert Thing.objects.get(battle=battle, thing=thing).men == left[thing]["men"] < 30
    assert battle.things.get(thing="red-gun").held == {"guns": 1, "horses": 6}
    assert battle.things.get(thing="blue-depot").held == {"depots": 1, "food": int(CANARIES["packets"])}


def test_who_splits_off_comes_and_who_merges_goes_and_both_stay_in_the_history(cast):
    battle = a_battle(cast, options=OPTIONS)
    give(cast.red_foot, battle, "red-foot", SPLIT, NOON)
    finish(cast, battle, NOON + timedelta(minutes=1))
    finish(cast, battle, NOON + timedelta(minutes=3))
    give(cast.red_foot, battle, "red-foot", MERGE, NOON + timedelta(minutes=4))
    finish(cast, battle, NOON + timedelta(minutes=5))
    found = forces(a_seat(cast.umpire, battle))
    assert told(of(found, "red-left")) == [(1, 20, False), (3, 0, True)]
    assert told(of(found, "red-foot")) == [(0, 60, False), (1, 40, False), (3, 60, False)]
    assert found.men("red") == (102, 102, 102, 102)
    assert told(of(forces(a_seat(cast.red_foot, battle)), "red-left")) == [(1, 20, False), (3, 0, True)]
    assert agrees(battle)


def test_of_a_move_that_was_taken_back_the_history_stands_in_the_table_and_counts_no_more(cast):
    battle = a_battle(cast, options=OPTIONS, drain_seconds=0)
    move = the_move(battle)
    give(cast.red_foot, battle, "red-foot", SPLIT, NOON)
    ruled(cast, battle, NOON + timedelta(minutes=1), [on("blue-foot", "men", 50)])
    assert battle.things.get(thing="red-left").men == 20
    given = {"reason": "Measured wrongly", "keep_orders": False, "now": NOON + timedelta(minutes=3)}
    undo_move(by=cast.umpire, move=move.public_id, **given)
    assert not battle.things.filter(thing="red-left").exists() and battle.things.get(thing="blue-foot").men == 60
    assert ThingChange.objects.filter(move=move).count() == 3
    for user in (cast.umpire, cast.red_foot):
        assert "red-left" not in {one.now.thing for one in forces(a_seat(user, battle)).things}
    assert agrees(battle)
    finish(cast, battle, NOON + timedelta(minutes=4))
    assert told(of(forces(a_seat(cast.umpire, battle)), "blue-foot")) == [(0, 60, False)] and agrees(battle)


def test_a_thing_that_is_taken_stands_with_who_holds_it_and_prisoners_with_their_own(cast):
    battle = a_battle(cast, options=OPTIONS)
    taken = [on("blue-gun", "held_by", "red", "guns")]
    ruled(cast, battle, NOON + timedelta(minutes=1), taken)
    found = forces(a_seat(cast.umpire, battle))
    assert (of(found, "blue-gun").side, of(found, "blue-gun").now.owner) == ("red", "")
    assert [one.side for one in (step.state for step in of(found, "blue-gun").course)] == ["blue", "red"]
    of_blue = {one.now.thing for one in forces(a_seat(cast.umpire, battle), "blue").things}
    assert "blue-gun" in of_blue and "red-gun" not in of_blue
    lost = of(forces(a_seat(cast.blue_foot, battle)), "blue-gun")
    assert [step.number for step in lost.course] == [0, 1] and lost.now.gone
    assert "blue-gun" in {one.now.thing for one in forces(a_seat(cast.red_foot, battle)).things}


def test_a_game_on_a_board_has_no_things(cast):
    battle = a_game(cast)
    play_out(cast, battle, SCHOLARS_MATE)
    assert not battle.things.exists() and not battle.thing_changes.exists()
    assert forces(a_seat(cast.umpire, battle)).things == () and agrees(battle)


def test_a_battle_that_has_not_begun_has_none_yet(cast):
    over_and_over = a_battle(cast, options=OPTIONS)
    Battle.objects.filter(pk=over_and_over.pk).update(status="preparing")
    found = forces(a_seat(cast.red_foot, over_and_over))
    assert found.men("red") == (102,) and len(found.moves) == 0


# -- who may know ---------------------------------------------------------------------------------


def test_a_side_reads_of_its_own_what_its_reports_told_and_never_the_rows(cast):
    battle = fought(cast)
    found = forces(a_seat(cast.red_foot, battle))
    assert {one.side for one in found.things} == {"red"} and found.choices == ("red",)
    assert of(found, "red-horse") == of(forces(a_seat(cast.umpire, battle)), "red-horse")
    ThingChange.objects.create(battle=battle, move=None, group="bodies", thing="red-secret", side="red", men=7)
    assert forces(a_seat(cast.red_foot, battle)) == found, "a row that no report tells of is not there"
    assert all(secret not in repr(found) for secret in CANARIES.values())


@pytest.mark.parametrize("of_whom", ["blue", "both", "observer", "nobody"])
def test_nobody_reads_another_sides_forces_before_the_papers_are_open(cast, of_whom):
    battle = over(cast)
    with pytest.raises(Unseen):
        forces(a_seat(cast.red_foot, battle), of_whom)
    with pytest.raises(Unseen):
        force(a_seat(cast.red_foot, battle), "bodies", "red-horse", of_whom)


@pytest.mark.parametrize("thing", ["blue-horse", CANARIES["mine"], "no-such-thing"])
def test_what_is_of_the_other_side_and_what_is_not_there_are_answered_alike(cast, thing):
    battle = fought(cast)
    for group in ("bodies", "mines", "nothing"):
        with pytest.raises(Unseen) as refused:
            force(a_seat(cast.red_foot, battle), group, thing)
        assert refused.value.code == "E-NONE" and thing not in str(refused.value)


def test_an_observer_reads_no_sides_forces_until_the_papers_are_open(cast):
    assert forces(a_seat(cast.observer, fought(cast))).things == ()
    found = forces(a_seat(cast.observer, over(a_cast(), is_open=True)))
    assert {one.side for one in found.things} == {"red", "blue"}


def test_when_the_papers_are_open_everybody_reads_how_it_was(cast):
    battle = over(cast, is_open=True)
    found = forces(a_seat(cast.red_foot, battle))
    assert found.of == "both" and CANARIES["mine"] in {one.now.thing for one in found.things}
    assert found == forces(a_seat(cast.red_foot, battle), "both")


# -- one thing, and over battles -------------------------------------------------------------------


def test_the_history_of_a_thing_says_what_it_lost_and_why(cast):
    battle = fought(cast)
    for user in (cast.umpire, cast.red_foot):
        sheet = force(a_seat(user, battle), "bodies", "red-horse")
        opening, charge = sheet.history[:2]
        assert opening.move is None and opening.state.men == 30 and charge.move.own_number == 1
        assert charge.state.strength == f"{charge.state.men} men, in line"
        lost = {(line.kind, line.amount, line.cause, line.clause) for line in charge.lines}
        assert ("men", charge.state.men - 30, "charge-delivered", "KS-CHARGE-18") in lost


def test_what_went_over_is_followed_from_battle_to_battle_by_the_same_rules(cast):
    first = over(cast)
    first.campaign.carry_over = "losses"
    first.campaign.save(update_fields=["carry_over"])
    later = NOON + timedelta(hours=1)
    following = open_next_battle(by=cast.umpire, battle=first.public_id, name="The mill", now=later)
    assert [one.seat.battle.name for one in over_battles(a_seat(cast.umpire, first))] == ["The ford"]
    start_battle(by=cast.umpire, battle=following.public_id, now=later)
    for user, sides in ((cast.umpire, {"red", "blue"}), (cast.red_foot, {"red"})):
        ford, mill = over_battles(a_seat(user, first))
        assert {one.side for read in (ford, mill) for one in read.things} == sides
        assert of(ford, "red-horse").now.men == of(mill, "red-horse").first.state.men < 30
