"""Drafts: kept for their author alone, judged one after another, and sent in one press."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from campaigns import sight
from campaigns.bridge import digest, in_force
from campaigns.errors import Capped, MoveClosed, NotYours, Unseen
from campaigns.models import Battle, Move, OrderDraft, OrderEntry, Post, RecordEntry
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.moves.submission import submit_move
from campaigns.usecases.orders import drafts
from campaigns.usecases.orders.orders import submit_orders
from rules.errors import Invalid, Refused
from tests.campaigns.builders import NOON, START, a_battle, a_post, the_move
from tests.campaigns.test_twin_worlds import World, crawl, stop_clock
from tests.depth import WHOLE

LATER = NOON + timedelta(minutes=1)
END = NOON + timedelta(minutes=10)
FOOT = [{"order": "march", "body": "red-foot", "measured": {"distance": 6}}]
TOO_FAR = [{"order": "march", "body": "red-foot", "measured": {"distance": 60}}]
SPLIT = [{"order": "split", "body": "red-foot", "men": 20, "into": "red-left"}]
LEFT = [{"order": "march", "body": "red-left", "measured": {"distance": 3}}]
SECOND = {"side": "red", "arm": "infantry", "men": 30, "formation": "fours", "name": "Red Fusiliers"}
TWO = {**START, "bodies": {**START["bodies"], "red-foot-2": SECOND}}


def stand(body: str) -> list[dict[str, Any]]:
    return [{"order": "stand", "body": body}]


def save(
    user: Any, move: Any, thing: str = "red-foot", orders: Any = FOOT, base: int = 0, now: datetime = LATER
) -> drafts.Draft:
    return drafts.save_draft(user=user, move=move.public_id, thing=thing, orders=orders, base_revision=base, now=now)


def send(user: Any, move: Any, key: str = "press-1", now: datetime = LATER, **more: Any) -> list[drafts.Sent]:
    return drafts.send_drafts(user=user, move=move.public_id, key=key, now=now, **more)


def check(user: Any, move: Any, now: datetime = LATER) -> list[drafts.Draft]:
    return drafts.check_drafts(user=user, move=move.public_id, now=now)


def give(
    user: Any, move: Any, thing: str, orders: Any, base: int = 0, key: str = "given", now: datetime = LATER
) -> Any:
    return submit_orders(
        user=user, move=move.public_id, thing=thing, orders=orders, base_revision=base, key=key, now=now
    )


@pytest.fixture
def two(cast: Any) -> Any:
    """A move of Red with two bodies of infantry."""
    return the_move(a_battle(cast, start=TWO))


# -- saving ---------------------------------------------------------------------------------------------


def test_a_draft_is_read_back_with_its_cost_and_is_no_order(cast, move):
    draft = save(cast.red_foot, move)
    assert (draft.cost, draft.left, draft.refusal, draft.base_revision) == ("1/2", "1/2", None, 0)
    assert draft.reading and draft.orders[0]["order"] == "march"
    assert not OrderEntry.objects.exists()
    assert in_force(move) == []


def test_a_later_draft_takes_the_place_of_the_earlier(cast, move):
    save(cast.red_foot, move)
    save(cast.red_foot, move, orders=stand("red-foot"))
    assert [row.orders[0]["order"] for row in OrderDraft.objects.all()] == ["stand"]


def test_what_the_rules_refuse_is_kept_with_its_reason(cast, move):
    draft = save(cast.red_foot, move, orders=TOO_FAR)
    assert draft.refusal["code"] == "E-BUDGET" and draft.refusal["clause"]
    assert draft.reading == "" and OrderDraft.objects.get().refusal == draft.refusal


def test_what_is_not_understood_is_not_kept(cast, move):
    with pytest.raises(Invalid):
        save(cast.red_foot, move, orders=[{"order": "fly", "body": "red-foot"}])
    assert not OrderDraft.objects.exists()


def test_a_draft_that_is_refused_leaves_the_one_before_it(cast, move):
    save(cast.red_foot, move)
    with pytest.raises(Invalid):
        save(cast.red_foot, move, orders=[{"order": "fly", "body": "red-foot"}])
    assert OrderDraft.objects.get().orders == save(cast.red_foot, move).orders


@pytest.mark.parametrize("user", ["red_general", "red_horse", "red_guns", "official"])
def test_a_draft_is_for_the_commander_of_the_body_alone(cast, move, user):
    with pytest.raises(NotYours):
        save(getattr(cast, user), move)
    assert not OrderDraft.objects.exists()


@pytest.mark.parametrize("user", ["umpire", "observer", "bystander", "blue_foot"])
def test_who_does_not_move_has_no_drafts(cast, move, user):
    with pytest.raises(Refused):
        save(getattr(cast, user), move)
    assert not OrderDraft.objects.exists()


def test_no_draft_is_kept_once_the_move_has_ended(cast, move):
    with pytest.raises(MoveClosed):
        save(cast.red_foot, move, now=END)
    assert not OrderDraft.objects.exists()


def test_a_draft_is_judged_as_if_the_authors_others_had_been_given(cast, move):
    save(cast.red_foot, move, orders=SPLIT)
    assert save(cast.red_foot, move, thing="red-left", orders=LEFT).refusal is None


def test_a_draft_that_was_refused_counts_for_no_other(cast, move):
    save(cast.red_foot, move, orders=[{**SPLIT[0], "men": 500}])
    with pytest.raises(Refused) as refused:
        save(cast.red_foot, move, thing="red-left", orders=LEFT)
    assert refused.value.code == "E-NONE"


def test_a_draft_takes_the_place_of_what_is_in_force_for_its_thing(cast, move):
    """The split is in force; a draft takes it back, so that its part is no more."""
    give(cast.red_foot, move, "red-foot", SPLIT)
    assert save(cast.red_foot, move, thing="red-left", orders=LEFT).refusal is None
    save(cast.red_foot, move, orders=stand("red-foot"), base=1)
    with pytest.raises(Refused) as refused:
        save(cast.red_foot, move, thing="red-left", orders=LEFT)
    assert refused.value.code == "E-NONE"


def test_there_are_no_more_drafts_than_twice_the_things_of_the_side(cast, move, monkeypatch):
    monkeypatch.setattr(drafts._Folder, "_most", lambda _: 1)
    save(cast.red_foot, move, orders=SPLIT)
    with pytest.raises(Capped):
        save(cast.red_foot, move, thing="red-left", orders=LEFT)
    assert save(cast.red_foot, move, orders=stand("red-foot")).refusal is None, "one may still be changed"


def test_a_draft_is_dropped(cast, move):
    save(cast.red_foot, move)
    drop = {"user": cast.red_foot, "move": move.public_id, "thing": "red-foot"}
    assert [drafts.drop_draft(**drop), drafts.drop_draft(**drop)] == [True, False]
    with pytest.raises(Unseen):
        drafts.drop_draft(**{**drop, "user": cast.bystander})


def test_of_several_what_is_refused_of_one_leaves_the_others(cast, two):
    told = drafts.save_drafts(
        user=cast.red_foot,
        move=two.public_id,
        orders={"red-foot": FOOT, "red-horse": stand("red-horse"), "red-foot-2": stand("red-foot-2")},
        now=LATER,
    )
    assert isinstance(told["red-horse"], NotYours)
    assert [told[thing].refusal for thing in ("red-foot", "red-foot-2")] == [None, None]
    assert [one.thing for one in check(cast.red_foot, two)] == ["red-foot", "red-foot-2"]


# -- sending --------------------------------------------------------------------------------------------


def test_what_is_sent_has_one_receipt_each_and_is_no_draft_any_more(cast, two):
    save(cast.red_foot, two)
    save(cast.red_foot, two, thing="red-foot-2", orders=stand("red-foot-2"))
    told = send(cast.red_foot, two)
    assert [one.receipt.revision for one in told] == [1, 1]
    entries = {entry.public_id: entry for entry in in_force(two)}
    for one in told:
        entry = entries[one.receipt.number]
        assert one.receipt.digest == digest({"move": two.public_id, "thing": one.thing, "orders": entry.orders})
    assert not OrderDraft.objects.exists()
    assert RecordEntry.objects.filter(kind="order-accepted").count() == 2


def test_what_is_refused_stays_a_draft_with_its_reason_and_the_others_are_sent(cast, two):
    save(cast.red_foot, two, orders=TOO_FAR)
    save(cast.red_foot, two, thing="red-foot-2", orders=stand("red-foot-2"))
    told = {one.thing: one for one in send(cast.red_foot, two)}
    assert told["red-foot"].receipt is None and told["red-foot"].refused["code"] == "E-BUDGET"
    assert told["red-foot-2"].receipt.revision == 1
    assert [(row.thing, row.refusal["code"]) for row in OrderDraft.objects.all()] == [("red-foot", "E-BUDGET")]


def test_one_that_is_stale_stays_and_says_what_is_in_force_now(cast, two):
    save(cast.red_foot, two)
    save(cast.red_foot, two, thing="red-foot-2", orders=stand("red-foot-2"))
    give(cast.red_foot, two, "red-foot", stand("red-foot"))
    told = {one.thing: one for one in send(cast.red_foot, two)}
    assert told["red-foot-2"].receipt is not None
    refused = told["red-foot"].refused
    assert (refused["code"], refused["revision"], refused["in_force"][0]["order"]) == ("E-STALE", 1, "stand")
    again = save(cast.red_foot, two, base=refused["revision"])
    assert again.refusal is None
    assert send(cast.red_foot, two, key="press-2")[0].receipt.revision == 2


def test_the_same_press_brings_the_same_receipts(cast, two):
    save(cast.red_foot, two)
    save(cast.red_foot, two, thing="red-foot-2", orders=stand("red-foot-2"))
    first = send(cast.red_foot, two)
    again = send(cast.red_foot, two, now=LATER + timedelta(seconds=30))
    assert again == first
    assert OrderEntry.objects.count() == 2


def test_the_same_press_sends_nothing_that_was_written_since(cast, two):
    save(cast.red_foot, two)
    send(cast.red_foot, two)
    save(cast.red_foot, two, thing="red-foot-2", orders=stand("red-foot-2"))
    told = {one.thing: one for one in send(cast.red_foot, two)}
    assert told["red-foot"].receipt.revision == 1 and told["red-foot-2"].refused["code"] == "E-KEY"
    assert OrderEntry.objects.count() == 1 and OrderDraft.objects.count() == 1


def test_only_those_that_are_named_are_sent(cast, two):
    save(cast.red_foot, two)
    save(cast.red_foot, two, thing="red-foot-2", orders=stand("red-foot-2"))
    assert [one.thing for one in send(cast.red_foot, two, things=["red-foot-2"])] == ["red-foot-2"]
    assert [row.thing for row in OrderDraft.objects.all()] == ["red-foot"]


def test_what_comes_late_is_kept_as_late_and_stays_a_draft(cast, move):
    save(cast.red_foot, move)
    (told,) = send(cast.red_foot, move, now=END, arrived_at=END)
    assert told.receipt is None and told.refused["code"] == "E-TURN"
    assert OrderEntry.objects.get().late
    assert OrderDraft.objects.get().refusal["code"] == "E-TURN"
    close_move(move_id=move.pk, now=END, cause="time")
    assert in_force(move) == []


def test_what_was_late_is_sent_with_a_new_press_when_the_move_is_extended(cast, move):
    save(cast.red_foot, move)
    send(cast.red_foot, move, now=END, arrived_at=END)
    Move.objects.filter(pk=move.pk).update(closes_at=END + timedelta(minutes=5))
    now = END + timedelta(minutes=1)
    assert send(cast.red_foot, move, now=now)[0].refused["code"] == "E-KEY"
    check(cast.red_foot, move, now)
    (told,) = send(cast.red_foot, move, key="press-2", now=now)
    assert told.refused["code"] == "E-STALE", "what came late is a revision too"
    save(cast.red_foot, move, base=told.refused["revision"], now=now)
    assert send(cast.red_foot, move, key="press-3", now=now)[0].receipt.revision == 2


def test_what_came_in_time_counts_while_the_move_drains(cast, move):
    save(cast.red_foot, move)
    now = END + timedelta(seconds=1)
    (told,) = send(cast.red_foot, move, now=now, arrived_at=END - timedelta(seconds=1))
    assert told.receipt.arrived_at == END - timedelta(seconds=1)


def test_a_closed_move_takes_no_draft(cast, move):
    save(cast.red_foot, move)
    close_move(move_id=move.pk, now=END, cause="time")
    (told,) = send(cast.red_foot, move, now=END + timedelta(seconds=5))
    assert told.refused["code"] == "E-TURN"
    assert in_force(move) == []


def test_a_key_that_is_too_long_is_refused(cast, move):
    with pytest.raises(Invalid):
        send(cast.red_foot, move, key="k" * 41)


def test_a_part_is_sent_behind_the_body_that_it_is_split_from(cast, move):
    save(cast.red_foot, move, orders=SPLIT)
    save(cast.red_foot, move, thing="red-left", orders=LEFT)
    save(cast.red_foot, move, orders=SPLIT)
    assert [row.thing for row in OrderDraft.objects.all()] == ["red-left", "red-foot"], "the part was saved first"
    told = send(cast.red_foot, move)
    assert [(one.thing, one.receipt is not None) for one in told] == [("red-foot", True), ("red-left", True)]


def test_a_draft_for_a_body_that_is_merged_away_stays_with_its_reason(cast, two):
    merge = [{"order": "merge", "bodies": ["red-foot", "red-foot-2"], "measured": {"distance": 0}}]
    save(cast.red_foot, two, orders=merge)
    draft = save(cast.red_foot, two, thing="red-foot-2", orders=FOOT_2)
    told = {one.thing: one for one in send(cast.red_foot, two)}
    assert told["red-foot"].receipt is not None
    assert draft.refusal is not None and told["red-foot-2"].refused == draft.refusal


FOOT_2 = [{"order": "march", "body": "red-foot-2", "measured": {"distance": 3}}]


# -- whose they are -------------------------------------------------------------------------------------


def test_nobody_reads_changes_or_sends_the_drafts_of_another(cast, move):
    """A second commander of infantry, who may order the same body."""
    a_post(move.battle.campaign, cast, "commander", "red", "infantry", cast.red_horse)
    save(cast.red_foot, move)
    assert check(cast.red_horse, move) == []
    assert send(cast.red_horse, move) == []
    drafts.drop_draft(user=cast.red_horse, move=move.public_id, thing="red-foot")
    save(cast.red_horse, move, orders=stand("red-foot"))
    assert [one.orders[0]["order"] for one in check(cast.red_foot, move)] == ["march"]


def test_of_two_authors_on_one_body_the_second_to_send_is_stale(cast, move):
    a_post(move.battle.campaign, cast, "commander", "red", "infantry", cast.red_horse)
    save(cast.red_foot, move)
    save(cast.red_horse, move, orders=stand("red-foot"))
    assert send(cast.red_horse, move)[0].receipt.revision == 1
    refused = send(cast.red_foot, move)[0].refused
    assert refused["code"] == "E-STALE" and cast.red_horse.get_username() in refused["sentence"]


def test_who_overtakes_themselves_in_another_window_is_told_so(cast, move):
    save(cast.red_foot, move)
    give(cast.red_foot, move, "red-foot", stand("red-foot"))
    assert "another window" in send(cast.red_foot, move)[0].refused["sentence"]


def test_a_draft_is_no_news_and_stands_in_no_record(cast, move):
    told, length = Battle.objects.values_list("told", "record_length").get(pk=move.battle_id)
    save(cast.red_foot, move)
    check(cast.red_foot, move)
    drafts.drop_draft(user=cast.red_foot, move=move.public_id, thing="red-foot")
    assert Battle.objects.values_list("told", "record_length").get(pk=move.battle_id) == (told, length)


def test_who_has_given_up_the_seat_sends_nothing(cast, move):
    save(cast.red_foot, move)
    Post.objects.filter(user=cast.red_foot).update(held_until=LATER)
    with pytest.raises(Unseen):
        send(cast.red_foot, move)
    assert not OrderEntry.objects.exists()


def test_drafts_of_a_move_that_is_over_go_with_the_next_that_is_saved(cast, move):
    save(cast.red_foot, move)
    OrderDraft.objects.update(stage="fire")
    assert check(cast.red_foot, move) == []
    save(cast.red_foot, move, orders=stand("red-foot"))
    assert [row.stage for row in OrderDraft.objects.all()] == ["movement"]


# -- several at once ------------------------------------------------------------------------------------

PLACED = {
    "red-foot": {"side": "red", "arm": "infantry", "men": 60, "formation": "fours", "at": [10, 10], "name": "Rifles"},
    "red-foot-2": {"side": "red", "arm": "infantry", "men": 30, "formation": "fours", "at": [16, 9]},
    "red-horse": {"side": "red", "arm": "cavalry", "men": 30, "at": [22, 10]},
    "blue-foot": {"side": "blue", "arm": "infantry", "men": 60, "at": [10, 100]},
}
ON_THE_MAP = {**START, "bodies": PLACED, "guns": {}, "waggons": {}}
AHEAD = {"order": "march", "body": "red-foot", "path": [[10, 14]]}


@pytest.fixture
def on_map(cast: Any) -> Any:
    """A move of Red, whose bodies have places."""
    return the_move(a_battle(cast, start=ON_THE_MAP))


def together(user: Any, move: Any, things: Any, order: Any = AHEAD, **more: Any) -> Any:
    return drafts.order_together(user=user, move=move.public_id, order=order, things=things, now=LATER, **more)


def test_several_march_together_and_keep_their_places(cast, on_map):
    told = together(cast.red_foot, on_map, ["red-foot", "red-foot-2"])
    assert [told[thing].orders[0]["path"] for thing in told] == [[[10, 14]], [[16, 13]]]
    assert all(one.receipt for one in send(cast.red_foot, on_map))


def test_what_is_refused_of_one_that_marches_is_said_of_that_one(cast, on_map):
    """The second has formed and has half a move left; the horse is another's."""
    form = [{"order": "form", "body": "red-foot-2", "formation": "two-ranks"}]
    save(cast.red_foot, on_map, thing="red-foot-2", orders=form)
    far = {**AHEAD, "path": [[10, 22]]}
    told = together(cast.red_foot, on_map, ["red-foot", "red-foot-2", "red-horse", "ghost"], far, add=True)
    assert told["red-foot"].refusal is None
    assert told["red-foot-2"].code == "E-BUDGET"
    assert OrderDraft.objects.get(thing="red-foot-2").orders == form, "the lawful draft stays"
    assert isinstance(told["red-horse"], NotYours) and told["ghost"].code == "E-NONE"


@pytest.mark.parametrize("leader", ["blue-foot", "ghost"])
def test_nobody_marches_with_one_of_the_enemy(cast, on_map, leader):
    with pytest.raises(Refused) as refused:
        together(cast.red_foot, on_map, ["red-foot"], {**AHEAD, "body": leader})
    assert refused.value.code == "E-NONE"
    assert not OrderDraft.objects.exists()


def the_next_own_move(cast: Any, move: Any) -> Any:
    """Red's next move, after this one and Blue's."""
    for number in (1, 2):
        now = NOON + timedelta(minutes=10 * number)
        current = Move.objects.filter(battle=move.battle).order_by("-number")[0]
        close_move(move_id=current.pk, now=now, cause="time")
        submit_move(by=cast.umpire, move=current.public_id, now=now)
    return Move.objects.filter(battle=move.battle).order_by("-number")[0]


def test_a_body_does_as_in_its_last_move_from_where_it_stands_now(cast, on_map):
    together(cast.red_foot, on_map, ["red-foot", "red-foot-2"])
    send(cast.red_foot, on_map, things=["red-foot"])
    move = the_next_own_move(cast, on_map)
    now = move.opened_at + timedelta(minutes=1)
    told = drafts.as_last_move(user=cast.red_foot, move=move.public_id, things=["red-foot", "red-foot-2"], now=now)
    assert told["red-foot"].orders == [{**AHEAD, "path": [[10, 18]]}]
    assert told["red-foot-2"].code == "E-STATE", "its draft was never sent"
    assert [one.receipt is not None for one in send(cast.red_foot, move, now=now)] == [True]


def test_there_is_no_last_move_before_the_first(cast, on_map):
    told = drafts.as_last_move(user=cast.red_foot, move=on_map.public_id, things=["red-foot"], now=LATER)
    assert told["red-foot"].code == "E-STATE"


# -- what is seen of them -------------------------------------------------------------------------------


def seat_of(user: Any, move: Any) -> sight.Seat:
    return sight.find_battle(user, move.battle.public_id)


def the_sheet(user: Any, move: Any) -> sight.Sheet:
    return sight.sheet(seat_of(user, move), LATER)


def test_the_sheet_shows_its_readers_drafts_and_what_has_no_orders(cast, two):
    save(cast.red_foot, two)
    save(cast.red_foot, two, thing="red-foot-2", orders=[{**TOO_FAR[0], "body": "red-foot-2"}])
    sheet = the_sheet(cast.red_foot, two)
    assert [(one.name, one.lawful) for one in sheet.drafts] == [("Red Rifles", True), ("Red Fusiliers", False)]
    tally = sheet.tally
    assert (tally.ordered, tally.of, tally.drafts, tally.refused) == (0, 2, 1, 1)
    assert [one.name for one in tally.without] == ["Red Fusiliers"]
    assert {one.id: one.draft.lawful for one in sheet.own if one.draft} == {"red-foot": True, "red-foot-2": False}


def test_what_was_sent_counts_as_ordered(cast, two):
    save(cast.red_foot, two)
    send(cast.red_foot, two)
    tally = the_sheet(cast.red_foot, two).tally
    assert (tally.ordered, tally.of, tally.drafts, len(tally.without)) == (1, 2, 0, 1)


@pytest.mark.parametrize("user", ["red_general", "red_horse", "official"])
def test_a_colleague_sees_no_draft(cast, two, user):
    save(cast.red_foot, two)
    sheet = the_sheet(getattr(cast, user), two)
    assert sheet.drafts == () and not any(one.draft for one in sheet.own)
    assert sight.drafts(seat_of(getattr(cast, user), two), LATER) == ()


def test_the_umpire_sees_no_draft_of_the_side_that_is_viewed(cast, two):
    save(cast.red_foot, two)
    seat = seat_of(cast.umpire, two)
    assert sight.sheet(seat, LATER, "red").drafts == () and sight.drafts(seat, LATER) == ()


def test_a_page_that_is_kept_is_made_again_when_its_readers_drafts_change_and_for_nobody_else(cast, two):
    people = (cast.red_foot, cast.red_general, cast.umpire, cast.blue_foot)

    def states() -> list[str]:
        return [seat_of(user, two).drafted for user in people]

    seen = [states()]
    save(cast.red_foot, two)
    seen.append(states())
    save(cast.red_foot, two, orders=stand("red-foot"), now=LATER + timedelta(seconds=1))
    seen.append(states())
    drafts.drop_draft(user=cast.red_foot, move=two.public_id, thing="red-foot")
    assert len({mine for mine, *_ in seen}) == 3 and states() == seen[0]
    assert {tuple(others) for _, *others in seen} == {("", "", "")}


def test_the_groups_are_of_what_the_reader_may_order(cast, on_map):
    a_post(on_map.battle.campaign, cast, "commander", "red", "cavalry", cast.red_foot)
    found = sight.groups(the_sheet(cast.red_foot, on_map))
    assert [(one.title, set(one.things), one.kind) for one in found] == [
        ("All", {"red-foot", "red-foot-2", "red-horse"}, "all"),
        ("Infantry", {"red-foot", "red-foot-2"}, "arm"),
    ]
    assert sight.groups(the_sheet(cast.red_guns, on_map)) == ()


def test_all_that_move_are_the_crews_and_a_gun_goes_where_its_crew_goes(cast):
    battle = a_battle(cast, start=TWO_GUNS)
    found = sight.groups(the_sheet(cast.red_guns, the_move(battle)))
    by_kind = {(one.kind, one.title): set(one.things) for one in found}
    assert by_kind["all", "All"] == {"red-crew", "red-crew-2"}
    assert {"red-gun", "red-gun-2"} in by_kind.values(), "the guns fire together"


TWO_GUNS = {
    **START,
    "bodies": {**START["bodies"], "red-crew-2": {**START["bodies"]["red-crew"], "name": "Second"}},
    "guns": {**START["guns"], "red-gun-2": {"side": "red", "crew": "red-crew-2", "name": "Second Gun"}},
}
"""Two guns with their crews on one side."""


# -- sending is giving, one after another ---------------------------------------------------------------

POOL: dict[str, list[list[dict[str, Any]]]] = {
    "red-foot": [
        FOOT, TOO_FAR, SPLIT, stand("red-foot"), [],
        [{"order": "merge", "bodies": ["red-foot", "red-foot-2"], "measured": {"distance": 0}}],
        [{"order": "form", "body": "red-foot", "formation": "two-ranks"}, *FOOT],
    ],
    "red-foot-2": [
        FOOT_2, stand("red-foot-2"), [],
        [{"order": "split", "body": "red-foot-2", "men": 10, "into": "red-left"}],
        [{"order": "merge", "bodies": ["red-foot-2", "red-left"], "measured": {"distance": 0}}],
    ],
    "red-left": [LEFT, stand("red-left"), [{"order": "form", "body": "red-left", "formation": "extended"}]],
}  # fmt: skip
ORDER = st.sampled_from([(thing, place) for thing, all_of in POOL.items() for place in range(len(all_of))])
WRITTEN = st.lists(st.tuples(ORDER, st.sampled_from([0, 0, 0, 1])), min_size=1, max_size=6)
BEFORE = st.lists(ORDER, max_size=3)


def ledger(move: Any) -> list[Any]:
    columns = ("thing", "stage", "revision", "orders", "reading", "warnings", "cost", "remaining", "late")
    return list(OrderEntry.objects.filter(move=move).order_by("pk").values_list(*columns))


@example(before=[], written=[(("red-left", 0), 0), (("red-foot", 2), 0), (("red-left", 0), 0)])
@example(before=[], written=[(("red-foot", 5), 0), (("red-foot-2", 0), 0)])
@example(before=[], written=[(("red-foot", 2), 0), (("red-foot-2", 3), 0), (("red-left", 2), 0)])
@example(before=[("red-foot", 2)], written=[(("red-left", 0), 0), (("red-foot", 3), 0), (("red-foot-2", 4), 0)])
@settings(max_examples=60 if WHOLE else 16, deadline=None, suppress_health_check=list(HealthCheck))
@given(before=BEFORE, written=WRITTEN)
def test_drafts_that_are_sent_leave_the_ledger_that_giving_each_would_have_left(two, cast, before, written):
    def begin() -> None:
        for place, (thing, which) in enumerate(before):
            base = OrderEntry.objects.filter(move=two, thing=thing).count()
            with suppress(Refused):
                give(cast.red_foot, two, thing, POOL[thing][which], base, key=f"before-{place}")

    with transaction.atomic():
        begin()
        bases = {}
        for place, ((thing, which), off) in enumerate(written):
            orders = POOL[thing][which]
            base = max(OrderEntry.objects.filter(move=two, thing=thing).count() - off, 0)
            with suppress(Refused):
                save(cast.red_foot, two, thing, orders, base, now=LATER + timedelta(seconds=place))
                bases[thing] = (base, orders)
        now = LATER + timedelta(minutes=1)
        checked = check(cast.red_foot, two, now)
        sent = send(cast.red_foot, two, now=now)
        left = {row.thing: row.refusal["code"] for row in OrderDraft.objects.all()}
        by_drafts = ledger(two)
        transaction.set_rollback(True)
    assert [(one.thing, one.refusal) for one in checked] == [(one.thing, one.refused) for one in sent]
    assert left == {one.thing: one.refused["code"] for one in sent if one.refused}
    with transaction.atomic():
        begin()
        refused = {}
        for one in sent:
            base, orders = bases[one.thing]
            try:
                give(cast.red_foot, two, one.thing, orders, base, key=f"then-{one.thing}", now=now)
            except Refused as fault:
                refused[one.thing] = fault.code
        by_hand = ledger(two)
        transaction.set_rollback(True)
    assert by_drafts == by_hand
    assert refused == left


# -- nobody else's bytes --------------------------------------------------------------------------------

LOOKED_AT = "/sheet/|/order/|/orders/|/things/|/drafts/|/status|/mark|/receipts|/desk|/record|/preview|/api/v1/me/"


@pytest.mark.long
@pytest.mark.slow
def test_a_draft_changes_no_byte_that_anybody_else_reads(cast, two, monkeypatch):
    """The side's General and other commanders, the official, the umpire, the enemy, an observer."""
    stop_clock(monkeypatch, {"now": LATER})
    a_post(two.battle.campaign, cast, "commander", "red", "infantry", cast.red_horse)
    world = World(False, cast, two.battle)
    others = ("red_general", "red_horse", "official", "umpire", "blue_foot", "observer")

    def read(users: Any) -> dict[str, Any]:
        return {name: crawl(world, getattr(cast, name), LATER, of=LOOKED_AT) for name in users}

    read(("red_foot", *others))  # what a first look writes has been written
    nothing, mine = read(others), read(["red_foot"])
    save(cast.red_foot, two)
    save(cast.red_foot, two, thing="red-foot-2", orders=[{**TOO_FAR[0], "body": "red-foot-2"}])
    assert read(others) == nothing
    assert read(["red_foot"]) != mine, "the author's own pages do change"
    assert sum(len(answers) for answers in nothing.values()) > 200
