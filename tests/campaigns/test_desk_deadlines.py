"""The desk lists what falls due in the next hours: here, in the umpire's other battles, by courier and by reminder."""

from __future__ import annotations

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse

from campaigns import sight
from campaigns.desk import desk
from campaigns.usecases.messages.couriers import hold_courier
from campaigns.usecases.orders.orders import declare_ready
from campaigns.usecases.people.profile import change_profile
from tests.campaigns.builders import NOON, a_battle, a_user, the_move
from tests.campaigns.riders import dispatch, the_rider, with_couriers
from tests.campaigns.usecases.test_reminders import DAY
from tests.campaigns.web.conftest import client_of

pytestmark = pytest.mark.django_db


def falls_due(user, battle, at=NOON):
    return desk(sight.find_battle(user, battle.public_id), at).dues


def of_others(user, battle, at=NOON):
    return [(one.kind, one.battle_name) for one in falls_due(user, battle, at) if one.battle]


def test_the_deadline_of_another_battle_is_told_with_its_name_and_its_last_calls_are_not(cast):
    here, there = a_battle(cast), a_battle(cast, name="Elsewhere")
    assert of_others(cast.umpire, here) == [("close", "The ford, Elsewhere")]
    assert of_others(cast.umpire, there) == [("close", "The ford, Sandhurst")]
    (found,) = [one for one in falls_due(cast.umpire, here) if one.battle]
    assert (found.battle, found.due_at) == (there.public_id, the_move(there).closes_at)
    assert [one.kind for one in falls_due(cast.umpire, here) if not one.battle][-1] == "close"


@pytest.mark.slow
def test_a_battle_of_another_umpire_and_one_that_is_days_away_are_not(cast):
    here, far, strange = a_battle(cast), a_battle(cast, name="Far"), a_battle(cast, name="Strange")
    far.dues.update(due_at=NOON + timedelta(days=2))
    strange.campaign.posts.filter(user=cast.umpire).update(user=a_user("another"))
    assert of_others(cast.umpire, here) == []


def test_a_courier_is_told_with_his_way_and_stays_when_he_is_held(cast):
    battle = with_couriers(cast)
    dispatch(cast, battle)
    (rider,) = [one.rider for one in falls_due(cast.umpire, battle) if one.rider]
    assert (rider.sender, rider.to, rider.due_at is not None) == ("Red General", "Red Cavalry", True)
    hold_courier(by=cast.umpire, battle=battle.public_id, courier=the_rider(battle).public_id, reason="Fog", now=NOON)
    last = falls_due(cast.umpire, battle)[-1]
    assert last.rider is not None and last.rider.due_at is None and last.rider.status == "held"


def test_a_reminder_is_told_while_somebody_is_waited_for_who_wishes_one(cast, settings):
    settings.EMAIL_URL = "memorymail://"
    battle = a_battle(cast, **DAY)
    move = the_move(battle)
    cast.red_foot.email = "foot@war.example"
    cast.red_foot.save()
    change_profile(user=cast.red_foot, now=NOON, remind_hours=2)
    reminders = [one.due_at for one in falls_due(cast.umpire, battle) if one.kind == "reminder"]
    assert reminders == [move.closes_at - timedelta(hours=2)]
    declare_ready(user=cast.red_foot, move=move.public_id, now=NOON)
    assert not [one for one in falls_due(cast.umpire, battle) if one.kind == "reminder"]


def test_the_page_shows_them_in_the_readers_zone(cast):
    here = a_battle(cast)
    a_battle(cast, name="Elsewhere")
    change_profile(user=cast.umpire, now=NOON, time_zone="Asia/Tokyo")
    page = client_of(cast.umpire).get(reverse("desk", args=[here.public_id])).content.decode()
    closes = the_move(here).closes_at.astimezone(ZoneInfo("Asia/Tokyo"))
    rail = page[page.index("The next hours") :]
    assert "The ford, Elsewhere" in rail and closes.strftime("%H:%M") in rail
