"""Notices leave the outbox once; where mail is set up, people with an address get a mail that something has come.  [RELIABILITY B6, D6]"""

from __future__ import annotations

import re
from datetime import timedelta
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected
from typing import Any

import pytest
from django.core.mail.backends.locmem import EmailBackend

from campaigns.clockwork.timers import sweep
from campaigns.health import health
from campaigns.models import Mail, Notice, Pulse
from campaigns.tasks import mail as mail_task
from campaigns.usecases.people import mails
from campaigns.usecases.people.mails import post_mails
from tests.campaigns.builders import EVERYBODY, NOON, a_battle

LATER = NOON + mails.LEASE


@pytest.fixture
def post(settings: Any) -> None:
    """Mail is set up."""
    settings.EMAIL_URL = "memorymail://"
    settings.SITE_URL = "https://war.example"


@pytest.fixture
def told(cast: Any) -> Any:
    """A battle has begun; Red's General and Blue's have addresses, the others have none."""
    for name in ("red_general", "blue_general"):
        user = getattr(cast, name)
        user.email = f"{user.username}@war.example"
        user.save()
    return a_battle(cast)


def test_without_mail_set_up_notices_leave_the_outbox_and_nobody_is_mailed(told: Any, mailoutbox: Any) -> None:
    assert sweep(NOON).sent == EVERYBODY
    assert not Notice.objects.filter(sent_at=None).exists()
    assert (post_mails(NOON), mailoutbox, Mail.objects.count()) == (0, [], 0)


def test_who_has_an_address_is_mailed_once(told: Any, post: None, mailoutbox: Any) -> None:
    assert sweep(NOON).sent == EVERYBODY
    assert post_mails(NOON) == 2
    assert sorted(one.to for one in mailoutbox) == [["blue-general@war.example"], ["red-general@war.example"]]
    sweep(NOON + timedelta(seconds=1))
    assert post_mails(LATER) == 0
    assert len(mailoutbox) == 2
    assert set(Mail.objects.values_list("sent_at", flat=True)) == {NOON}


def test_a_mail_says_that_something_has_come_and_where_and_nothing_else(told: Any, post: None, mailoutbox: Any) -> None:
    sweep(NOON)
    post_mails(NOON)
    first, second = mailoutbox
    bodies = [re.sub(r"(?<=/mail/off/)\S+", "", one.body) for one in mailoutbox]
    assert (first.subject, bodies[0]) == (second.subject, bodies[1])
    assert "https://war.example" in bodies[0] and first.body != second.body, (
        "each has a link of its own by which no more come"
    )
    assert "https://war.example/notices/" in first.body
    known = [told.name, told.public_id, told.seed, told.campaign.name, "Red", "Blue"]
    known += list(Notice.objects.values_list("text", flat=True))
    assert not [word for word in known if word in bodies[0] + first.subject]


def test_whoever_is_dismissed_or_shut_out_is_not_mailed(told: Any, cast: Any, post: None) -> None:
    cast.blue_general.is_active = False
    cast.blue_general.save()
    sweep(NOON)
    assert list(Mail.objects.values_list("address", flat=True)) == ["red-general@war.example"]


class Broken(EmailBackend):
    """A mail server that cannot be reached, or that refuses some."""

    refuses: str = ""
    dead = False

    def send_messages(self, messages: Any) -> int:
        if Broken.dead:
            raise SMTPServerDisconnected("secret words of the server")
        if any(Broken.refuses and Broken.refuses in one.to[0] for one in messages):
            raise SMTPRecipientsRefused({})
        return super().send_messages(messages)


@pytest.fixture
def broken(post: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    settings.EMAIL_BACKEND = f"{__name__}.Broken"
    monkeypatch.setattr(mails, "get_connection", lambda: Broken())
    monkeypatch.setattr(Broken, "dead", False)
    monkeypatch.setattr(Broken, "refuses", "")
    return Broken


def test_a_post_that_cannot_be_reached_loses_nothing(told: Any, broken: Any, mailoutbox: Any, caplog: Any) -> None:
    broken.dead = True
    sweep(NOON)
    assert post_mails(NOON) == 0
    assert "cannot be sent" in caplog.text and "secret" not in caplog.text
    broken.dead = False
    assert post_mails(NOON + timedelta(seconds=5)) == 1, "the one that was not taken yet"
    assert post_mails(LATER + timedelta(seconds=5)) == 1
    assert len(mailoutbox) == 2


def test_one_address_that_is_refused_does_not_hold_up_the_others(told: Any, broken: Any, mailoutbox: Any) -> None:
    broken.refuses = "blue-general"
    sweep(NOON)
    for number in range(10):
        post_mails(NOON + number * mails.LEASE)
    assert [one.to for one in mailoutbox] == [["red-general@war.example"]]
    assert Mail.objects.get(sent_at=None).tries == mails.MOST_TRIES


def test_a_postman_who_was_killed_is_replaced_and_what_he_carried_is_sent(
    told: Any, post: None, mailoutbox: Any
) -> None:
    """At least once: it may have been sent before the crash and not been recorded."""
    sweep(NOON)
    Pulse.objects.create(name="mail", at=NOON, mark=NOON - timedelta(hours=1))
    Mail.objects.update(claimed_at=NOON, tries=1)
    assert post_mails(NOON + timedelta(seconds=59)) == 0
    assert post_mails(LATER) == 2


def test_one_postman_is_on_his_round_at_a_time(told: Any, post: None, monkeypatch: pytest.MonkeyPatch) -> None:
    sweep(NOON)
    rounds: list[int] = []
    really = mails._round

    def slow(now: Any) -> int:
        rounds.append(post_mails(now + timedelta(seconds=5)))
        return really(now)

    monkeypatch.setattr(mails, "_round", slow)
    assert post_mails(NOON) == 2
    assert rounds == [0]


def test_a_clock_that_was_put_back_holds_no_mail(told: Any, post: None) -> None:
    sweep(NOON)
    far = NOON + timedelta(hours=5)
    Pulse.objects.create(name="mail", at=far, mark=NOON)
    Mail.objects.update(claimed_at=far)
    assert post_mails(NOON) == 2


def test_mail_that_waits_for_ten_minutes_is_not_well(told: Any, post: None) -> None:
    sweep(NOON)
    late = NOON + timedelta(minutes=11)
    Pulse.objects.filter(name="sweep").update(at=late)
    told.dues.update(state="void")
    assert "mail is not sent" in health(late).reason
    post_mails(late)
    assert health(late).well


def test_the_task_sends_what_is_queued(told: Any, post: None, mailoutbox: Any) -> None:
    sweep(NOON)
    mail_task()
    assert len(mailoutbox) == 2
