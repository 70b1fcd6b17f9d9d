"""Reminders: a person who has a deadline soon and is not ready gets one mail."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from campaigns.models import Mail
from campaigns.tasks import mail as mail_task
from campaigns.usecases.clock.clock import extend_move, pause_clock
from campaigns.usecases.orders.orders import declare_ready
from campaigns.usecases.people.mails import post_mails
from campaigns.usecases.people.profile import change_profile
from campaigns.usecases.people.reminders import remind
from tests.campaigns.builders import NOON, a_battle, the_move

DAY = {"clock_mode": "deadline", "deadline_time": "12:00", "deadline_every_days": 1, "time_zone": "UTC"}
DEADLINE = NOON + timedelta(days=1)
BEFORE = DEADLINE - timedelta(hours=4)


@pytest.fixture
def post(settings: Any) -> None:
    settings.EMAIL_URL = "memorymail://"
    settings.SITE_URL = "https://war.example"


@pytest.fixture
def daily(cast: Any, post: None) -> Any:
    """A battle of one move a day; a commander of each side and the umpire have addresses."""
    for user in (cast.red_foot, cast.blue_foot, cast.umpire):
        user.email = f"{user.username}@war.example"
        user.save()
    battle = a_battle(cast, **DAY)
    assert the_move(battle).closes_at == DEADLINE
    return battle


def test_who_is_to_move_is_reminded_once_four_hours_before(daily: Any, mailoutbox: Any) -> None:
    assert remind(BEFORE - timedelta(seconds=1)) == 0
    assert remind(BEFORE) == 1
    assert remind(BEFORE + timedelta(minutes=1)) == 0
    assert post_mails(BEFORE) == 1
    (mail,) = mailoutbox
    assert mail.to == ["red-foot@war.example"] and mail.subject == "Kriegspiel: a deadline is near"
    assert "Tuesday, 3 March, at 12:00 UTC" in mail.body
    known = [daily.name, daily.public_id, daily.campaign.name, "Red", "Blue", "infantry", "move"]
    assert not [word for word in known if word in mail.subject + mail.body.partition("/mail/off/")[0]]


def test_a_deadline_is_told_by_the_readers_own_clock(daily: Any, cast: Any, mailoutbox: Any) -> None:
    change_profile(user=cast.red_foot, now=NOON, time_zone="Asia/Tokyo", remind_hours=8)
    remind(DEADLINE - timedelta(hours=8))
    post_mails(DEADLINE - timedelta(hours=8))
    assert "at 21:00 JST" in mailoutbox[0].body


def test_who_is_ready_is_left_in_peace(daily: Any, cast: Any) -> None:
    declare_ready(user=cast.red_foot, move=the_move(daily).public_id, now=NOON)
    assert remind(BEFORE) == 0


@pytest.mark.parametrize("wish", [{"remind_hours": 0}, {"mail_wish": "none"}])
def test_who_wishes_none_gets_none(daily: Any, cast: Any, wish: Any) -> None:
    change_profile(user=cast.red_foot, now=NOON, **wish)
    assert remind(BEFORE) == 0


def test_a_clock_that_stands_reminds_nobody(daily: Any, cast: Any) -> None:
    pause_clock(by=cast.umpire, battle=daily.public_id, reason="Tea", minutes=50, now=BEFORE - timedelta(minutes=5))
    assert remind(BEFORE) == 0


def test_nobody_is_reminded_of_a_move_of_an_evening(cast: Any, post: None) -> None:
    cast.red_foot.email = "red@war.example"
    cast.red_foot.save()
    a_battle(cast)
    assert remind(NOON + timedelta(minutes=1)) == 0


def test_in_quiet_hours_a_reminder_waits_and_one_that_would_come_too_late_is_not_written(daily: Any, cast: Any) -> None:
    change_profile(user=cast.red_foot, now=NOON, time_zone="UTC", quiet_from="22:00", quiet_until="09:00")
    assert remind(BEFORE) == 1
    assert post_mails(BEFORE) == 0
    assert post_mails(DEADLINE - timedelta(hours=3)) == 1
    Mail.objects.all().delete()
    change_profile(user=cast.red_foot, now=NOON, quiet_from="22:00", quiet_until="13:00")
    assert remind(BEFORE) == 0


def test_a_reminder_is_not_sent_when_its_deadline_is_past(daily: Any) -> None:
    remind(BEFORE)
    assert post_mails(DEADLINE) == 0


def test_a_deadline_that_is_put_off_is_not_told_twice(daily: Any, cast: Any) -> None:
    remind(BEFORE)
    move = the_move(daily)
    extend_move(by=cast.umpire, move=move.public_id, minutes=10, reason="Fog", key="k", now=BEFORE)
    assert remind(BEFORE + timedelta(minutes=10)) == 0


def test_without_mail_set_up_nobody_is_reminded(daily: Any, settings: Any) -> None:
    settings.EMAIL_URL = ""
    assert remind(BEFORE) == 0


def test_the_task_reminds(daily: Any, monkeypatch: pytest.MonkeyPatch, mailoutbox: Any) -> None:
    monkeypatch.setattr("campaigns.tasks.server_time", lambda: BEFORE)
    mail_task()
    assert len(mailoutbox) == 1
