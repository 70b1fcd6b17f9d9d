"""What a commander asked and was answered stands together for the umpire, who answers there; nobody else sees it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk.threads import threads
from campaigns.errors import NotUmpire
from campaigns.models import Dispatch, Inject
from campaigns.usecases.messages.questions import answer_question, ask_umpire
from campaigns.usecases.messages.umpires_messages import send_umpires_message
from tests.campaigns import builders
from tests.campaigns.web.conftest import client_of, url

ALONE = {"HTTP_X_BOARD": "1"}
"""The header with which the script of the board asks for a part alone."""


@pytest.fixture
def battle(cast: Any) -> Any:
    return builders.a_battle(cast)


def post_of(battle: Any, arm: str = "infantry", side: str = "red") -> str:
    found: str = battle.campaign.posts.get(kind="commander", side__key=side, arm=arm).public_id
    return found


def asked(cast: Any, battle: Any, text: str, who: str = "red_foot", after: int = 0) -> str:
    now = server_time() + timedelta(seconds=after)
    return ask_umpire(by=getattr(cast, who), battle=battle.public_id, text=text, key=f"k{len(text)}", now=now).number


def told(cast: Any, battle: Any, text: str, *to: str, after: int = 0, **more: Any) -> None:
    whom: Any = {"heard": "addressees", "to": list(to), **more}
    now = server_time() + timedelta(seconds=after)
    send_umpires_message(by=cast.umpire, battle=battle.public_id, text=text, key=f"k{len(text)}", now=now, **whom)


def the_threads(cast: Any, battle: Any) -> Any:
    return threads(sight.find_battle(cast.umpire, battle.public_id))


def test_what_a_seat_asked_and_was_answered_stands_together_the_newest_last(cast: Any, battle: Any) -> None:
    first = asked(cast, battle, "May we swim?")
    asked(cast, battle, "Is it deep?", "blue_foot", after=1)
    answer_question(by=cast.umpire, question=first, text="No.", now=server_time() + timedelta(seconds=2))
    told(cast, battle, "A scout is back.", post_of(battle), post_of(battle, "cavalry"), after=3)
    by_title = {one.title: one for one in the_threads(cast, battle)}
    foot = by_title["Red Infantry"]
    assert [(one.text, one.mine, one.others) for one in foot.letters] == [
        ("May we swim?", False, 0), ("No.", True, 0), ("A scout is back.", True, 1),
    ]  # fmt: skip
    assert [one.text for one in by_title["Red Cavalry"].letters] == ["A scout is back."]


def test_those_with_an_open_question_come_first_and_are_marked(cast: Any, battle: Any) -> None:
    asked(cast, battle, "Is it deep?", "blue_foot")
    told(cast, battle, "Mind the bridge.", post_of(battle), after=1)
    found = the_threads(cast, battle)
    assert [(one.title, one.open) for one in found] == [("Blue Infantry", 1), ("Red Infantry", 0)]


def test_an_answer_that_all_heard_stands_in_the_thread_of_the_asker_alone(cast: Any, battle: Any) -> None:
    number = asked(cast, battle, "May we swim?")
    answer_question(by=cast.umpire, question=number, text="Nobody may.", heard="all", now=server_time())
    told(cast, battle, "Tea.", heard="all", to=())
    (thread,) = the_threads(cast, battle)
    assert [(one.text, one.heard) for one in thread.letters] == [("May we swim?", ""), ("Nobody may.", "all")]


def test_only_an_umpire_reads_threads(cast: Any, battle: Any) -> None:
    asked(cast, battle, "May we swim?", "blue_foot")
    for who in (cast.red_general, cast.blue_foot, cast.observer, cast.official):
        with pytest.raises(NotUmpire):
            threads(sight.find_battle(who, battle.public_id))
        assert "By commander" not in client_of(who).get(url("dispatches", battle)).content.decode()


def test_the_page_of_messages_has_the_threads_and_the_whole_list(cast: Any, umpire: Any, battle: Any) -> None:
    number = asked(cast, battle, "May we swim?")
    page = umpire.get(url("dispatches", battle)).content.decode()
    assert "By commander" in page and "1 unanswered" in page and "Messages so far" in page
    assert page.count("May we swim?") == 2
    assert f"?answer={number}#h-say" in page


def test_answer_opens_the_form_with_its_recipient_and_the_thread_is_then_answered(
    cast: Any, umpire: Any, battle: Any
) -> None:
    number = asked(cast, battle, "May we swim?")
    where = url("dispatches", battle)
    form = umpire.get(f"{where}?answer={number}").content.decode()
    assert "Answer a question" in form and "only Red Infantry" in form
    given = {"answers": number, "text": "No.", "heard": "addressees"}
    assert umpire.post(f"{where}?answer={number}", given).status_code == 302
    sent = Dispatch.objects.get(answers__public_id=number)
    assert (sent.text, sent.to) == ("No.", [post_of(battle)])
    assert "unanswered" not in umpire.get(where).content.decode()


def test_a_seat_may_be_named_in_the_address_of_the_form(umpire: Any, battle: Any) -> None:
    post = post_of(battle)
    page = umpire.get(url("dispatches", battle) + f"?to={post}").content.decode()
    assert f'name="to" value="{post}" checked' in page


def test_in_the_panel_the_thread_of_the_seat_is_open_and_a_question_is_answered_there(
    cast: Any, umpire: Any, battle: Any
) -> None:
    number, where = asked(cast, battle, "May we swim?"), url("desk-message", battle)
    part = umpire.get(f"{where}?to={post_of(battle)}", **ALONE).content.decode()
    assert "May we swim?" in part and f"{where}?answer={number}" in part
    form = umpire.get(f"{where}?answer={number}", **ALONE).content.decode()
    assert "May we swim?" in form and 'name="answers"' in form
    refused = umpire.post(where, {"answers": number, "text": "", "heard": "addressees"}, **ALONE)
    assert refused.status_code == 400 and "May we swim?" in refused.content.decode()
    answer = umpire.post(where, {"answers": number, "text": "No.", "heard": "side"}, **ALONE)
    assert (answer.status_code, answer.content.decode()) == (201, "Answer sent.")
    assert Dispatch.objects.get(answers__public_id=number).heard == "side"
    again = umpire.post(where, {"answers": number, "text": "Yes.", "heard": "side"}, **ALONE)
    assert again.status_code == 409 and "already answered" in again.content.decode()


# -- at an hour -------------------------------------------------------------------------------------


def written(umpire: Any, battle: Any, **more: Any) -> Any:
    given = {"text": "Fog.", "whom": "posts", "to": [post_of(battle)], "key": "k", "when": "now", **more}
    return umpire.post(url("desk-message", battle), given, **ALONE)


def test_a_message_from_the_board_may_be_sent_at_an_hour(umpire: Any, battle: Any) -> None:
    at = server_time() + timedelta(hours=3)
    answer = written(umpire, battle, when="time", at=f"{at:%Y-%m-%dT%H:%M}", voice="a scout")
    assert answer.status_code == 201, answer.content.decode()
    assert answer.content.decode() == "Prepared. It will be sent to Red Infantry."
    row = Inject.objects.get()
    assert (row.text, row.to, row.voice, row.at) == (
        "Fog.", [post_of(battle)], "a scout", at.replace(second=0, microsecond=0),
    )  # fmt: skip
    assert not Dispatch.objects.exists()


def test_at_once_is_what_is_marked_and_prepares_nothing(umpire: Any, battle: Any) -> None:
    part = umpire.get(url("desk-message", battle), **ALONE).content.decode()
    assert 'name="when" value="now" checked' in part
    assert written(umpire, battle).status_code == 201
    assert Dispatch.objects.count() == 1 and not Inject.objects.exists()


@pytest.mark.parametrize("at", ["", "soon", "1913-01-01T12:00"])
def test_an_hour_that_is_none_or_is_past_is_refused_and_what_was_typed_stays(umpire: Any, battle: Any, at: str) -> None:
    answer = written(umpire, battle, when="time", at=at)
    page = answer.content.decode()
    assert answer.status_code in (400, 409) and "Fog." in page and 'value="time" checked' in page
    assert not Inject.objects.exists() and not Dispatch.objects.exists()
