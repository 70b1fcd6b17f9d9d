"""The profile: strict parsing, the end of quiet hours, and that mail follows the person's wishes."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest

from campaigns.clockwork.timers import sweep
from campaigns.errors import Unseen
from campaigns.models import Mail, Person
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.moves.submission import submit_move
from campaigns.usecases.notices import note_notice
from campaigns.usecases.people.letters import unsubscriber, unsubscribing
from campaigns.usecases.people.mails import post_mails
from campaigns.usecases.people.profile import (
    change_profile,
    dismiss_tour,
    feed_token,
    kept_person,
    owner_of_feed,
    person_of,
    renew_feed,
    shown,
    unsubscribe,
)
from campaigns.usecases.people.quiet import after_quiet
from rules.errors import Invalid
from tests.campaigns.builders import NOON, a_battle, the_move

WHOLE = {
    "name": "Capt. Smythe",
    "time_zone": "Europe/London",
    "look": "dark",
    "language": "de",
    "quiet_from": "22:00",
    "quiet_until": "07:00",
    "sound": True,
    "mail_wish": "wanted",
    "remind_hours": 8,
}


def test_what_is_said_is_kept_and_what_is_not_named_stays(cast: Any) -> None:
    change_profile(user=cast.red_foot, now=NOON, **WHOLE)
    change_profile(user=cast.red_foot, now=NOON, sound=False)
    person = Person.objects.get(user=cast.red_foot)
    assert shown(person) == {**WHOLE, "sound": False}
    assert person.user.get_full_name() == "Capt. Smythe"


def test_who_has_said_nothing_is_read_without_anything_being_written(cast: Any) -> None:
    assert shown(person_of(cast.red_foot))["time_zone"] == ""
    assert not Person.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"time_zone": "Nowhere/Atall"},
        {"time_zone": "../../etc/passwd"},
        {"time_zone": 7},
        {"look": "pink"},
        {"quiet_from": "25:00", "quiet_until": "07:00"},
        {"quiet_from": "22:00"},
        {"quiet_from": "22:00", "quiet_until": "07:00"},  # and no zone
        {"quiet_from": 22},
        {"sound": "yes"},
        {"mail_wish": "some"},
        {"remind_hours": 3},
        {"remind_hours": True},
        {"name": "a\u202eb"},
        {"name": "x" * 61},
        {"is_staff": True},
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(cast: Any, wrong: Any) -> None:
    with pytest.raises(Invalid):
        change_profile(user=cast.red_foot, now=NOON, **wrong)
    assert not Person.objects.exists()


def asleep(begins: time, ends: time, zone: str = "Europe/London") -> Person:
    return Person(time_zone=zone, quiet_from=begins, quiet_until=ends)


@pytest.mark.parametrize(
    ("now", "then"),
    [
        (datetime(2026, 3, 2, 21, 59, tzinfo=UTC), None),
        (datetime(2026, 3, 2, 22, 0, tzinfo=UTC), datetime(2026, 3, 3, 7, 0, tzinfo=UTC)),
        (datetime(2026, 3, 3, 3, 0, tzinfo=UTC), datetime(2026, 3, 3, 7, 0, tzinfo=UTC)),
        (datetime(2026, 3, 3, 7, 0, tzinfo=UTC), None),
        # The night on which the clock is put forward: seven is an hour sooner.
        (datetime(2026, 3, 28, 23, 0, tzinfo=UTC), datetime(2026, 3, 29, 6, 0, tzinfo=UTC)),
    ],
)
def test_quiet_hours_last_until_their_end_by_the_clock_on_the_wall(now: datetime, then: datetime | None) -> None:
    assert after_quiet(asleep(time(22), time(7)), now) == (then or now)


def test_quiet_hours_of_a_day_and_none_at_all() -> None:
    day = asleep(time(9), time(17), "UTC")
    assert after_quiet(day, NOON) == NOON.replace(hour=17)
    assert after_quiet(day, NOON.replace(hour=8)) == NOON.replace(hour=8)
    for none in (Person(), asleep(time(9), time(9), "UTC")):
        assert after_quiet(none, NOON) == NOON


def test_an_end_that_the_autumn_repeats_is_never_before_now() -> None:
    late = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)  # half past one for the second time
    assert after_quiet(asleep(time(22), time(1, 45)), late) >= late


# -- mail by wish ---------------------------------------------------------------------------


@pytest.fixture
def post(settings: Any) -> None:
    settings.EMAIL_URL = "memorymail://"
    settings.SITE_URL = "https://war.example"


def with_address(*users: Any) -> None:
    for user in users:
        user.email = f"{user.username}@war.example"
        user.save()


def wishes(user: Any, **changes: Any) -> None:
    change_profile(user=user, now=NOON - timedelta(days=1), **changes)


def readers(mailoutbox: Any) -> list[str]:
    return sorted(one.to[0].partition("@")[0] for one in mailoutbox)


def test_in_quiet_hours_nothing_is_sent_and_afterwards_one_letter(cast: Any, post: None, mailoutbox: Any) -> None:
    with_address(cast.red_foot, cast.blue_foot)
    wishes(cast.red_foot, time_zone="UTC", quiet_from="11:00", quiet_until="14:00")
    battle = a_battle(cast)
    sweep(NOON)
    post_mails(NOON)
    close_move(move_id=the_move(battle).pk, now=NOON + timedelta(minutes=10), cause="time")
    sweep(NOON + timedelta(minutes=11))
    post_mails(NOON + timedelta(minutes=11))
    assert readers(mailoutbox) == ["blue-foot", "blue-foot"]
    assert post_mails(NOON + timedelta(hours=2)) == 1
    assert readers(mailoutbox) == ["blue-foot", "blue-foot", "red-foot"]


def test_who_ends_his_quiet_hours_gets_what_waits(cast: Any, post: None, mailoutbox: Any) -> None:
    with_address(cast.red_foot)
    wishes(cast.red_foot, time_zone="UTC", quiet_from="11:00", quiet_until="14:00")
    a_battle(cast)
    sweep(NOON)
    assert post_mails(NOON) == 0
    change_profile(user=cast.red_foot, now=NOON, quiet_from="", quiet_until="")
    assert post_mails(NOON) == 1


def test_who_wants_only_what_is_wanted_of_him_is_told_of_nothing_else(cast: Any, post: None, mailoutbox: Any) -> None:
    people = [cast.red_foot, cast.blue_foot, cast.umpire, cast.observer]
    with_address(*people)
    for user in people:
        wishes(user, mail_wish="wanted")
    battle = a_battle(cast)
    sweep(NOON)
    post_mails(NOON)
    assert readers(mailoutbox) == ["red-foot"], "Red moves first"
    mailoutbox.clear()
    later = NOON + timedelta(minutes=10)
    close_move(move_id=the_move(battle).pk, now=later, cause="time")
    sweep(later)
    post_mails(later)
    assert readers(mailoutbox) == ["umpire"], "the move lies with him"
    mailoutbox.clear()
    later += timedelta(minutes=5)
    submit_move(by=cast.umpire, move=the_move(battle).public_id, now=later)
    sweep(later)
    post_mails(later)
    assert readers(mailoutbox) == ["blue-foot"], "now Blue moves"


def test_a_notice_of_a_message_is_always_mailed(cast: Any, post: None, mailoutbox: Any) -> None:
    battle = a_battle(cast)
    sweep(NOON)
    with_address(cast.blue_foot, cast.blue_horse)
    for user in (cast.blue_foot, cast.blue_horse):
        wishes(user, mail_wish="wanted")
    to = [battle.campaign.posts.filter(user=cast.blue_foot).first()]
    note_notice(battle, move=the_move(battle), kind="word", text="Word has come for you.", now=NOON, to=to)
    sweep(NOON + timedelta(seconds=1))
    post_mails(NOON + timedelta(seconds=1))
    assert readers(mailoutbox) == ["blue-foot"]


def test_who_wants_no_mail_gets_none_and_what_waits_is_torn_up(cast: Any, post: None, mailoutbox: Any) -> None:
    with_address(cast.red_foot, cast.blue_foot)
    wishes(cast.blue_foot, mail_wish="none")
    a_battle(cast)
    sweep(NOON)
    wishes(cast.red_foot, mail_wish="none")
    assert (post_mails(NOON), mailoutbox, Mail.objects.count()) == (0, [], 0)


def test_the_cries_of_the_clock_are_not_mailed(cast: Any, post: None, mailoutbox: Any) -> None:
    a_battle(cast)
    sweep(NOON)
    with_address(cast.red_foot)
    cried = NOON + timedelta(minutes=8, seconds=1)
    for at in (NOON + timedelta(minutes=number) for number in range(1, 8)):
        sweep(at)
    assert sweep(cried).warned == 1
    assert post_mails(cried) == 0


def test_the_link_in_a_mail_ends_it_and_no_other_does(cast: Any, post: None, mailoutbox: Any) -> None:
    with_address(cast.red_foot)
    a_battle(cast)
    sweep(NOON)
    post_mails(NOON)
    (mail,) = mailoutbox
    address = mail.extra_headers["List-Unsubscribe"].strip("<>")
    assert address in mail.body and mail.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    token = address.rstrip("/").rpartition("/")[2]
    unsubscribe(person=unsubscriber(token), now=NOON)
    assert kept_person(cast.red_foot).mail_wish == "none"
    other = unsubscribing(kept_person(cast.blue_foot))
    for wrong in ("", "x", token[:-1], token.replace(token[:12], other[:12]), "\ud800"):
        with pytest.raises(Unseen):
            unsubscriber(wrong)


# -- the calendar and the tours ---------------------------------------------------------------------


def test_the_address_of_a_calendar_is_its_owners_until_it_is_renewed(cast: Any) -> None:
    first = feed_token(renew_feed(user=cast.red_foot))
    assert owner_of_feed(first) == cast.red_foot
    second = feed_token(renew_feed(user=cast.red_foot))
    assert second != first and owner_of_feed(second) == cast.red_foot
    for gone in (first, "", second[:12], second[:-1], second + "0", "x" * 76, "\ud800"):
        with pytest.raises(Unseen):
            owner_of_feed(gone)
    assert second[12:] not in str(list(Person.objects.values()))


def test_who_may_not_log_in_has_no_calendar(cast: Any) -> None:
    token = feed_token(renew_feed(user=cast.red_foot))
    cast.red_foot.is_active = False
    cast.red_foot.save()
    with pytest.raises(Unseen):
        owner_of_feed(token)


def test_a_tour_is_put_away_and_taken_out_again(cast: Any) -> None:
    for _ in range(2):
        dismiss_tour(user=cast.red_foot, tour="commander", away=True)
    assert kept_person(cast.red_foot).toured == ["commander"]
    dismiss_tour(user=cast.red_foot, tour="commander", away=False)
    assert kept_person(cast.red_foot).toured == []
    with pytest.raises(Unseen):
        dismiss_tour(user=cast.red_foot, tour="king", away=True)
