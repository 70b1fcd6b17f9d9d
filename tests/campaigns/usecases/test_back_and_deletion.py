"""A beginning is taken back while nobody has ordered; what was never played is deleted, and what has a record never is."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.db import connection

from campaigns.errors import NotUmpire, NotYours, Unseen, WrongState
from campaigns.models import (
    Battle,
    Campaign,
    Country,
    Credit,
    Due,
    Inject,
    Invitation,
    Move,
    Notice,
    Post,
    RecordEntry,
    Side,
    SupplyEntry,
    Survey,
    Thing,
)
from campaigns.usecases.campaigns import audit
from campaigns.usecases.campaigns.back import back_to_preparation
from campaigns.usecases.campaigns.deletion import BATTLE, CAMPAIGN, COUNTRY, SURVEY, delete, look_at
from campaigns.usecases.campaigns.preparation import change_battle, create_campaign, open_battle, start_battle
from campaigns.usecases.campaigns.settings import change_campaign
from campaigns.usecases.desk.undo import undo_move
from campaigns.usecases.messages.dispatches import send_message
from campaigns.usecases.messages.injects import Planned, prepare_inject
from campaigns.usecases.moves.findings import submit_move
from campaigns.usecases.moves.ledgers import balances, recount
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.muster.countries import create_country
from campaigns.usecases.muster.set_out import begin_setting_out
from campaigns.usecases.orders.orders import submit_orders
from campaigns.usecases.people.invitations import invite
from campaigns.usecases.record import check_record
from tests.campaigns.builders import EVERYBODY, NOON, SIDES, START, a_battle, a_campaign, the_move
from tests.campaigns.usecases.test_set_out import Table

LATER = NOON + timedelta(minutes=3)


def back(cast, battle, now=LATER):
    return back_to_preparation(by=cast.umpire, battle=battle.public_id, now=now)


def fresh(row):
    return type(row).objects.get(pk=row.pk)


def ordered(cast, move, now=LATER):
    order = {"order": "form", "body": "red-foot", "formation": "extended"}
    return submit_orders(
        user=cast.red_foot, move=move.public_id, thing="red-foot", orders=[order], base_revision=0, key="k", now=now
    )


def prepared(cast, campaign, name="The hill"):
    return open_battle(by=cast.umpire, campaign=campaign.public_id, name=name, start=START, now=NOON)


# -- back ----------------------------------------------------------------------------------------------


def test_a_battle_and_its_campaign_are_in_preparation_again_and_everything_can_be_changed(cast):
    battle = a_battle(cast)
    seed, first = battle.seed, the_move(battle)
    back(cast, battle)
    battle = fresh(battle)
    assert (battle.status, battle.started_at, battle.seed, battle.seed_digest) == ("preparing", None, "", "")
    assert (battle.campaign.status, battle.campaign.started_at) == ("preparing", None)
    assert not Move.objects.filter(battle=battle).exists() and not Thing.objects.filter(battle=battle).exists()
    assert not Due.objects.filter(battle=battle, state=Due.State.WAITING).exists() and not balances(battle.pk)
    change_campaign(by=cast.umpire, campaign=battle.campaign.public_id, now=LATER, fixed_minutes=25)
    change_battle(by=cast.umpire, battle=battle.public_id, now=LATER, name="The bridge")
    start_battle(by=cast.umpire, battle=battle.public_id, now=LATER)
    battle, again = fresh(battle), the_move(battle)
    assert battle.seed != seed and len(battle.seed_digest) == 64, "another seed is sealed"
    assert (again.number, again.attempt, again.closes_at) == (
        1,
        1,
        LATER + timedelta(minutes=25),
    ) and again.pk != first.pk


def test_all_seats_are_told_and_the_record_stays_whole(cast):
    battle = a_battle(cast)
    sealed = battle.seed_digest
    back(cast, battle)
    assert Notice.objects.filter(kind="back-to-preparation").count() == EVERYBODY
    kinds = list(RecordEntry.objects.filter(battle=battle).order_by("sequence").values_list("kind", flat=True))
    assert kinds[-2:] == ["move-voided", "beginning-taken-back"]
    assert RecordEntry.objects.get(battle=battle, kind="beginning-taken-back").data["seed_digest"] == sealed
    assert check_record(fresh(battle)) is None


def test_the_books_agree_however_often_a_battle_begins(cast):
    battle = a_battle(cast)
    for number in (1, 2):
        back(cast, battle, NOON + timedelta(minutes=number))
        smaller = {
            **START,
            "bodies": {**START["bodies"], "red-foot": {**START["bodies"]["red-foot"], "men": 60 - number}},
        }
        change_battle(by=cast.umpire, battle=battle.public_id, now=LATER, start=smaller)
        start_battle(by=cast.umpire, battle=battle.public_id, now=LATER)
        assert recount(battle=fresh(battle)) == () and audit.check_rows(battle=fresh(battle)) == ()
    move = the_move(battle)
    close_move(move_id=move.pk, now=LATER, cause="umpire")
    submit_move(by=cast.umpire, move=move.public_id, now=LATER)
    undo_move(by=cast.umpire, move=move.public_id, reason="Again", now=LATER)
    battle = fresh(battle)
    assert (
        recount(battle=battle) == ()
        and audit.check_rows(battle=battle) == ()
        and audit.check_joints(battle=battle) == ()
    )
    men = SupplyEntry.objects.filter(battle=battle, account="red-foot", kind="men")
    assert list(men.order_by("pk").values_list("amount", flat=True)) == [60, -60, 59, -59, 58]


def test_handicaps_are_entered_anew_as_they_are_then(cast):
    campaign = create_campaign(
        by=cast.umpire, name="War", sides=[{**SIDES[0], "handicap": 6}, SIDES[1]], now=NOON, interval_minutes=0
    )
    battle = prepared(cast, campaign)
    start_battle(by=cast.umpire, battle=battle.public_id, now=NOON)
    back(cast, battle)
    change_campaign(by=cast.umpire, campaign=campaign.public_id, now=LATER, sides={"red": {"handicap": 2}})
    start_battle(by=cast.umpire, battle=battle.public_id, now=LATER)
    rows = Credit.objects.filter(campaign=campaign, side="red").order_by("pk").values_list("numerator", "revision")
    assert list(rows) == [(6, 0), (-6, 1), (2, 2)]


def test_a_campaign_with_another_battle_that_has_begun_goes_on(cast):
    battle = a_battle(cast)
    other = prepared(cast, battle.campaign)
    start_battle(by=cast.umpire, battle=other.public_id, now=NOON)
    back(cast, other)
    assert fresh(other).status == "preparing" and fresh(battle.campaign).status == "running"


def test_what_was_prepared_for_it_is_given_after_the_next_beginning(cast):
    battle = a_battle(cast)
    planned = Planned(text="News", heard="all", at=NOON + timedelta(minutes=8))
    prepare_inject(by=cast.umpire, battle=battle.public_id, planned=planned, key="k", now=NOON)
    back(cast, battle)
    start_battle(by=cast.umpire, battle=battle.public_id, now=LATER)
    assert Inject.objects.get().state == "waiting"
    assert Due.objects.filter(battle=battle, kind=Due.Kind.INJECT, state=Due.State.WAITING).count() == 1


@pytest.mark.parametrize("what", ["orders", "message", "closed", "published", "over"])
def test_it_is_too_late_once_anything_was_ordered_or_said(cast, what):
    battle = a_battle(cast)
    move = the_move(battle)
    if what == "orders":
        ordered(cast, move)
    elif what == "message":
        told = {"channel": "shout", "text": "Forward", "key": "word"}
        send_message(by=cast.red_general, battle=battle.public_id, now=NOON, **told)
    else:
        close_move(move_id=move.pk, now=NOON, cause="umpire")
    if what in ("published", "over"):
        submit_move(by=cast.umpire, move=move.public_id, now=NOON)
    before = RecordEntry.objects.count()
    with pytest.raises(WrongState, match="cannot go back"):
        back(cast, battle)
    assert RecordEntry.objects.count() == before and fresh(battle).status == "running"


def test_only_the_umpire_takes_a_beginning_back_and_only_of_what_has_begun(cast):
    battle = a_battle(cast)
    for who, error in ((cast.red_general, NotUmpire), (cast.bystander, Unseen)):
        with pytest.raises(error):
            back_to_preparation(by=who, battle=battle.public_id, now=LATER)
    back(cast, battle)
    with pytest.raises(WrongState):
        back(cast, battle)


def test_an_order_for_the_move_that_is_void_is_refused(cast):
    battle = a_battle(cast)
    move = the_move(battle)
    back(cast, battle)
    with pytest.raises(Exception, match=r"ended|closed|undone|void"):
        ordered(cast, move)


def test_a_setting_out_is_taken_back_until_a_player_has_done_anything(cast):
    table = Table(cast)
    back(cast, table.battle)
    battle = table.battle
    assert (battle.status, battle.setup, battle.seed_digest, battle.campaign.status) == (
        "preparing",
        {},
        "",
        "preparing",
    )
    begin_setting_out(by=cast.umpire, battle=table.id, now=LATER)
    table.do("red", {"order": "toss", "purpose": "country"})
    with pytest.raises(WrongState, match="players have set it out"):
        back(cast, table.battle)


# -- deletion ------------------------------------------------------------------------------------------


def test_a_battle_in_preparation_goes_with_all_that_hangs_on_it_and_the_rest_stays(cast):
    battle = a_battle(cast)
    hill = prepared(cast, battle.campaign)
    prepare_inject(
        by=cast.umpire,
        battle=hill.public_id,
        planned=Planned(text="A rider comes", heard="all", move_number=2),
        key="k",
        now=NOON,
    )
    found = look_at(by=cast.umpire, kind=BATTLE, public_id=hill.public_id)
    assert found.why_not == "" and [(one.what, one.names) for one in found.goes] == [
        ("1 prepared event or message", ("A rider comes",))
    ]
    posts = Post.objects.count()
    assert delete(by=cast.umpire, kind=BATTLE, public_id=hill.public_id) == "The hill"
    assert list(Battle.objects.all()) == [battle] and not Inject.objects.exists() and Post.objects.count() == posts
    with pytest.raises(Unseen):
        start_battle(by=cast.umpire, battle=hill.public_id, now=NOON)


def test_the_number_of_a_battle_that_was_deleted_is_in_nobodys_way(cast):
    campaign = a_campaign(cast)
    first, second, third = (prepared(cast, campaign, name) for name in ("A", "B", "C"))
    delete(by=cast.umpire, kind=BATTLE, public_id=second.public_id)
    assert prepared(cast, campaign, "D").number == 4
    assert [first.number, third.number] == [1, 3]


def test_a_campaign_none_of_whose_battles_began_goes_and_its_invitations_die(cast):
    campaign = a_campaign(cast)
    prepared(cast, campaign)
    made = invite(by=cast.umpire, campaign=campaign.public_id, kind="commander", side="red", arm="artillery", now=NOON)
    found = look_at(by=cast.umpire, kind=CAMPAIGN, public_id=campaign.public_id)
    said = {one.what: one.names for one in found.goes}
    assert said["1 battle"] == ("The hill",) and said["1 invitation, whose link no longer works"]
    assert any("Umpire" in name for name in said[f"{Post.objects.count()} seats"])
    delete(by=cast.umpire, kind=CAMPAIGN, public_id=campaign.public_id)
    assert not any(model.objects.exists() for model in (Campaign, Battle, Post, Side, Invitation, Notice))
    assert made.token


def test_what_has_a_record_is_never_deleted(cast):
    battle = a_battle(cast)
    for kind, row in ((BATTLE, battle), (CAMPAIGN, battle.campaign)):
        with pytest.raises(WrongState, match="record"):
            delete(by=cast.umpire, kind=kind, public_id=row.public_id)
    back(cast, battle)
    for kind, row in ((BATTLE, battle), (CAMPAIGN, battle.campaign)):
        assert "record" in look_at(by=cast.umpire, kind=kind, public_id=row.public_id).why_not
        with pytest.raises(WrongState, match="record"):
            delete(by=cast.umpire, kind=kind, public_id=row.public_id)
    assert RecordEntry.objects.filter(battle=battle).exists()


def test_a_country_goes_unless_a_battle_is_fought_on_it(cast):
    made = create_country(by=cast.umpire, name="The vale", data={"size": [96, 72]}, now=NOON)
    other = create_country(by=cast.umpire, name="The moor", data={"size": [96, 72]}, now=NOON)
    campaign = a_campaign(cast)
    open_battle(by=cast.umpire, campaign=campaign.public_id, name="A", start=START, country=made.public_id, now=NOON)
    with pytest.raises(WrongState, match="1 battle is fought"):
        delete(by=cast.umpire, kind=COUNTRY, public_id=made.public_id)
    delete(by=cast.umpire, kind=COUNTRY, public_id=other.public_id)
    assert list(Country.objects.filter(made_by=cast.umpire)) == [made]


def test_a_survey_goes_by_its_sender(cast):
    figures = {"scale": 10, "size": [96, 72]}
    survey = Survey.objects.create(
        sent_by=cast.umpire, name="S", book="kriegspiel", figures=figures, file="", sent_at=NOON
    )
    with pytest.raises(Unseen):
        delete(by=cast.red_general, kind=SURVEY, public_id=survey.public_id)
    delete(by=cast.umpire, kind=SURVEY, public_id=survey.public_id)
    assert not Survey.objects.exists()


def test_nobody_but_the_umpire_or_the_maker_deletes(cast):
    campaign = a_campaign(cast)
    hill = prepared(cast, campaign)
    made = create_country(by=cast.umpire, name="The vale", data={"size": [96, 72]}, now=NOON)
    built_in = Country.objects.create(
        name="House", book="kriegspiel", data={}, digest="0" * 64, made_at=NOON, changed_at=NOON
    )
    for who, kind, row, error in (
        (cast.red_general, BATTLE, hill, NotUmpire), (cast.bystander, BATTLE, hill, Unseen),
        (cast.red_general, CAMPAIGN, campaign, NotUmpire), (cast.bystander, CAMPAIGN, campaign, Unseen),
        (cast.red_general, COUNTRY, made, Unseen), (cast.umpire, COUNTRY, built_in, NotYours),
    ):  # fmt: skip
        for deed in (look_at, delete):
            with pytest.raises(error):
                deed(by=who, kind=kind, public_id=row.public_id)


# -- at the same moment --------------------------------------------------------------------------------


def at_once(*deeds):
    """Deeds done in threads of their own at one moment; what each of them gave or raised."""
    ready, found = threading.Barrier(len(deeds)), [None] * len(deeds)

    def one(place, deed):
        try:
            ready.wait()
            found[place] = deed() or True
        except Exception as fault:
            found[place] = fault
        finally:
            connection.close()

    threads = [threading.Thread(target=one, args=(place, deed)) for place, deed in enumerate(deeds)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_either_a_battle_is_deleted_or_it_begins(cast):
    campaign = a_campaign(cast)
    hill = prepared(cast, campaign)
    gone, begun = at_once(
        lambda: delete(by=cast.umpire, kind=BATTLE, public_id=hill.public_id),
        lambda: start_battle(by=cast.umpire, battle=hill.public_id, now=NOON),
    )
    there = Battle.objects.filter(pk=hill.pk, status="running").exists()
    assert there == (not isinstance(begun, Exception)) != (not isinstance(gone, Exception)), (gone, begun)
    assert isinstance(gone if there else begun, WrongState if there else Unseen)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_either_the_beginning_is_taken_back_or_the_first_order_stands(cast):
    battle = a_battle(cast)
    move = the_move(battle)
    undone, stands = at_once(lambda: back(cast, battle), lambda: ordered(cast, move))
    preparing = fresh(battle).status == "preparing"
    assert preparing == (not isinstance(undone, Exception)) != (not isinstance(stands, Exception)), (undone, stands)
