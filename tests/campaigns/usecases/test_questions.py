"""A question goes only to the umpire; the answer to the asker, to their side, or to all."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaigns import sight
from campaigns.desk.questions import open_questions
from campaigns.errors import Capped, KeyReused, NotUmpire, NotYours, Unseen, WrongState
from campaigns.models import Dispatch, Notice, RecordEntry
from campaigns.usecases.campaigns.endings import end_battle
from campaigns.usecases.messages import questions
from campaigns.usecases.messages.questions import answer_question, ask_umpire
from campaigns.usecases.record import check_record
from rules.errors import Invalid
from tests.campaigns.builders import NOON, a_battle
from tests.campaigns.games import a_game

pytestmark = pytest.mark.django_db

AT = NOON + timedelta(minutes=1)
PEOPLE = ("umpire", "red_general", "red_foot", "red_horse", "blue_general", "blue_foot", "official", "observer")


@pytest.fixture
def battle(cast):
    return a_battle(cast)


def ask(user, battle, text="May I ford the Wey?", key="q"):
    return ask_umpire(by=user, battle=battle.public_id, text=text, key=key, now=NOON)


def answer(cast, put, heard="addressees", text="At the mill."):
    return answer_question(by=cast.umpire, question=put.number, text=text, heard=heard, now=AT)


def readers(cast, battle, text):
    """Who reads these words, of all who take part in the battle."""
    return {
        name
        for name in PEOPLE
        for one in sight.messages(sight.find_battle(getattr(cast, name), battle.public_id)).heard
        if one.text == text
    }


def test_a_question_is_read_by_who_put_it_and_by_the_umpire_alone(cast, battle):
    put = ask(cast.red_foot, battle)
    assert readers(cast, battle, "May I ford the Wey?") == {"red_foot", "umpire"}
    (found,) = open_questions(sight.find_battle(cast.umpire, battle.public_id))
    assert (found.number, found.side, found.sender) == (put.number, "red", "Red Infantry")
    notice = Notice.objects.get(kind="question")
    assert notice.post.user == cast.umpire and "Wey" not in notice.text


@pytest.mark.parametrize(
    ("heard", "told"),
    [
        ("addressees", {"red_foot", "umpire"}),
        ("side", {"red_general", "red_foot", "red_horse", "official", "umpire"}),
        ("all", set(PEOPLE)),
    ],
)
def test_the_answer_goes_to_whom_the_umpire_chooses_and_the_question_with_it_to_nobody_else(cast, battle, heard, told):
    answer(cast, ask(cast.red_foot, battle), heard)
    assert readers(cast, battle, "At the mill.") == told
    assert readers(cast, battle, "May I ford the Wey?") == {"red_foot", "umpire"}
    assert open_questions(sight.find_battle(cast.umpire, battle.public_id)) == ()
    for name in told:
        messages = sight.messages(sight.find_battle(getattr(cast, name), battle.public_id)).heard
        (message,) = [one for one in messages if one.text == "At the mill."]
        assert message.answers == ("May I ford the Wey?" if name in ("red_foot", "umpire") else ""), name
    assert {one.post.user for one in Notice.objects.filter(kind="word")} == {
        getattr(cast, name) for name in told - {"umpire"}
    } | (
        {cast.blue_horse, cast.blue_guns, cast.red_guns}
        if heard == "all"
        else {cast.red_guns}
        if heard == "side"
        else set()
    )


def test_question_and_answer_stand_in_the_record(cast, battle):
    answer(cast, ask(cast.red_foot, battle))
    kinds = RecordEntry.objects.filter(kind__startswith="question").order_by("sequence")
    assert [(one.kind, one.actor) for one in kinds] == [
        ("question-put", "Red Infantry"), ("question-answered", "Umpire")
    ]  # fmt: skip
    assert check_record(battle)


def test_each_is_done_once_however_often_it_is_sent(cast, battle):
    put = ask(cast.red_foot, battle)
    assert ask(cast.red_foot, battle) == put
    assert answer(cast, put) == answer(cast, put)
    assert Dispatch.objects.count() == 2
    with pytest.raises(KeyReused):
        ask(cast.red_foot, battle, "Another")
    for other in ({"text": "Nowhere."}, {"heard": "all"}):
        with pytest.raises(WrongState):
            answer(cast, put, **other)


def test_who_may_put_and_who_may_answer(cast, battle):
    put = ask(cast.official, battle)
    for user in (cast.umpire, cast.observer):
        with pytest.raises(NotYours):
            ask(user, battle)
    for user in (cast.official, cast.red_general, cast.blue_general):
        with pytest.raises(NotUmpire):
            answer_question(by=user, question=put.number, text="Yes", now=AT)
        with pytest.raises(NotUmpire):
            open_questions(sight.find_battle(user, battle.public_id))
    for number in (put.number, "AAAAAAAAAAAA", "?"):
        with pytest.raises(Unseen):
            answer_question(by=cast.bystander, question=number, text="Yes", now=AT)
    with pytest.raises(Unseen):
        ask(cast.bystander, battle)


def test_no_question_is_put_where_nobody_would_answer(cast, battle, monkeypatch):
    for wrong in ("", "x" * 1001, "a\u0000b"):
        with pytest.raises(Invalid):
            ask(cast.red_foot, battle, wrong)
    monkeypatch.setattr(questions, "MOST", 1)
    put = ask(cast.red_foot, battle)
    with pytest.raises(Capped):
        ask(cast.red_foot, battle, key="r")
    with pytest.raises(Invalid):
        answer(cast, put, "nobody")
    end_battle(by=cast.umpire, battle=battle.public_id, reason="Dusk", now=AT)
    with pytest.raises(WrongState):
        ask(cast.red_horse, battle)
    with pytest.raises(WrongState):
        answer(cast, put)


def test_at_a_board_a_question_is_put_and_answered_too(cast):
    game = a_game(cast)
    put = ask(cast.red_general, game)
    answer(cast, put)
    messages = sight.messages(sight.find_battle(cast.red_general, game.public_id))
    assert messages.asks and [one.text for one in messages.heard] == ["At the mill.", "May I ford the Wey?"]
    assert sight.messages(sight.find_battle(cast.blue_general, game.public_id)).heard == ()
