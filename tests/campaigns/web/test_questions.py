"""A question is asked on the page of messages, waits on the umpire's desk, and its answer is on the asker's sheet."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns import sight
from campaigns.models import Dispatch
from campaigns.usecases.messages.dispatches import LONGEST
from tests.campaigns.web.conftest import client_of, url

ASKED = {"question": "May I ford <here>?", "key": "one"}


def answer_at(battle):
    question = Dispatch.objects.get(heard="umpire").public_id
    return reverse("answer-question", args=[battle.public_id, question])


@pytest.mark.slow
def test_a_question_is_put_waits_on_the_desk_and_is_answered_there(cast, battle, move, umpire, blue):
    foot = client_of(cast.red_foot)
    assert "Ask the umpire" in foot.get(url("dispatches", battle)).content.decode()
    assert foot.post(url("ask-umpire", battle), ASKED).status_code == 302
    desk = umpire.get(url("desk", battle)).content.decode()
    assert "May I ford &lt;here&gt;?" in desk and answer_at(battle) in desk
    first_page = umpire.get("/").content.decode()
    assert "1 question to you" in first_page and f"{url('desk', battle)}#questions" in first_page
    given = {"text": "At the mill.", "heard": "addressees"}
    assert umpire.post(answer_at(battle), given).status_code == 302
    assert "Questions to you" not in umpire.get(url("desk", battle)).content.decode()
    assert "question is put to you" not in umpire.get("/").content.decode()
    for name in ("sheet", "dispatches"):
        page = foot.get(url(name, battle)).content.decode()
        assert "At the mill." in page and "In answer to “May I ford &lt;here&gt;?”" in page
        for other in (blue, client_of(cast.red_horse)):
            page = other.get(url(name, battle)).content.decode()
            assert "At the mill." not in page and "May I ford" not in page


def test_what_was_refused_stays_in_the_form(cast, battle, move, umpire):
    foot = client_of(cast.red_foot)
    answer = foot.post(url("ask-umpire", battle), {**ASKED, "question": "x" * (LONGEST + 1)})
    assert answer.status_code == 400 and "x" * LONGEST in answer.content.decode()
    foot.post(url("ask-umpire", battle), ASKED)
    umpire.post(answer_at(battle), {"text": "At the mill.", "heard": "side"})
    again = umpire.post(answer_at(battle), {"text": "Nowhere.", "heard": "all"})
    assert again.status_code == 409 and "is already answered" in again.content.decode()


def test_a_refused_answer_stands_at_its_question(cast, battle, move, umpire):
    client_of(cast.red_foot).post(url("ask-umpire", battle), ASKED)
    wrong = umpire.post(answer_at(battle), {"text": "At the mill\x07", "heard": "all"})
    page = wrong.content.decode()
    assert wrong.status_code == 400 and "At the mill" in page and 'value="all" selected' in page


def test_who_may_not_ask_or_answer_is_told_so(cast, battle, move, umpire, red, stranger):
    observer = client_of(cast.observer)
    assert "Ask the umpire" not in observer.get(url("dispatches", battle)).content.decode()
    assert observer.post(url("ask-umpire", battle), ASKED).status_code == 403
    assert stranger.post(url("ask-umpire", battle), ASKED).status_code == 404
    assert red.get(url("ask-umpire", battle)).status_code == 405
    client_of(cast.red_foot).post(url("ask-umpire", battle), ASKED)
    assert red.post(answer_at(battle), {"text": "Yes", "heard": "all"}).status_code == 403
    assert stranger.post(answer_at(battle), {"text": "Yes", "heard": "all"}).status_code == 404


def test_the_desk_with_a_question_costs_no_more_than_any_page(
    cast, battle, move, umpire, django_assert_max_num_queries
):
    client_of(cast.red_foot).post(url("ask-umpire", battle), ASKED)
    with django_assert_max_num_queries(12):
        assert "May I ford" in umpire.get(url("desk", battle)).content.decode()


def test_a_question_that_is_answered_is_counted_no_more_in_the_bar(cast, battle, move, umpire):
    """Wherever it was answered: here on the desk, with the page of messages never opened."""
    client_of(cast.red_foot).post(url("ask-umpire", battle), ASKED)
    assert sight.find_battle(cast.umpire, battle.public_id).new_messages == 1
    umpire.post(answer_at(battle), {"text": "At the mill.", "heard": "addressees"})
    assert sight.find_battle(cast.umpire, battle.public_id).new_messages == 0
    assert sight.find_battle(cast.red_foot, battle.public_id).new_messages == 1
