"""A player asks the umpire a question; the answer goes to the asker, to their side, or to all.  [KS-OFF-01]

Only the asker and the umpire read the question, whoever hears the answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns import audiences
from campaigns.errors import Capped, KeyReused, NotYours, Unseen, WrongState
from campaigns.locks import lock_battle
from campaigns.models import Battle, Dispatch, Move, Post
from campaigns.usecases.access import current_move, find_battle, player_of, read_public_id, umpire_of
from campaigns.usecases.clock.deadlines import restart_publication
from campaigns.usecases.messages.recipients import HEARD, Recipients
from campaigns.usecases.messages.umpires_messages import send
from campaigns.usecases.news import add_news
from campaigns.usecases.notices import mark_answered, note_notice, umpires
from campaigns.usecases.record import add_record
from campaigns.usecases.text_checks import read_key, read_text
from rules.errors import Invalid
from rules.values.sentence import joined, of_field, say

LONGEST = 1_000
"""Characters of a question, and of an answer, at most."""

MOST = 20
"""Questions that one seat asks in one move at most."""

TO_THE_UMPIRE = "umpire"
"""Who receives a question."""

ASKERS = (Post.Kind.GENERAL, Post.Kind.COMMANDER, Post.Kind.OFFICIAL)
"""The kinds of seats that may ask; of somebody who holds several, the first."""


@dataclass(frozen=True)
class Put:
    """That a question was sent: its number."""

    number: str


@dataclass(frozen=True)
class Answered:
    """That a question was answered: the number of the answer, and who receives it."""

    question: str
    number: str
    heard: str


def ask_umpire(*, by: Any, battle: str, text: str, key: str, now: datetime) -> Put:
    """A General, commander or official asks the umpire a question.  key: sent again, it brings the same answer."""
    key, text = read_key(key), read_text(text, "text", LONGEST, least=1)
    found = find_battle(battle)
    with transaction.atomic():
        locked = lock_battle(found.pk)
        asker = _asker(player_of(by, locked.campaign_id, "battle"))
        move, to = _under_way(locked), umpires(locked)
        if not to:
            raise WrongState(say("There is no umpire here who could answer."))
        earlier = Dispatch.objects.filter(battle=locked, post=asker, key=key).first()
        if earlier is not None:
            if (earlier.heard, earlier.text) != (TO_THE_UMPIRE, text):
                raise KeyReused
            return Put(earlier.public_id)
        if Dispatch.objects.filter(move=move, post=asker, heard=TO_THE_UMPIRE).count() >= MOST:
            raise Capped(say("You have asked {most} questions in this move. More are not allowed.", most=MOST))
        return _put(locked, move, asker, to, text, key, now)


def _asker(posts: Iterable[Post]) -> Post:
    asking = sorted((one for one in posts if one.kind in ASKERS), key=lambda one: ASKERS.index(Post.Kind(one.kind)))
    if not asking:
        raise NotYours(say("Only a General, a commander or an official can ask the umpire."))
    return asking[0]


def _under_way(battle: Battle) -> Move:
    move = current_move(battle)
    if battle.status != Battle.Status.RUNNING or move is None:
        raise WrongState(say("The battle is not running; questions cannot be asked or answered."))
    return move


def _put(battle: Battle, move: Move, asker: Post, to: list[Post], text: str, key: str, now: datetime) -> Put:
    side = asker.side.key if asker.side is not None else ""
    row = Dispatch.objects.create(
        battle=battle,
        move=move,
        post=asker,
        side=side,
        channel="question",
        heard=TO_THE_UMPIRE,
        text=text,
        key=key,
        at=now,
    )
    add_news(battle, audiences.of_post(asker.public_id), "words")
    add_record(battle, at=now, actor=asker.title, kind="question-put", data={"number": row.public_id, "text": text})
    said = say("You have a new question. See your desk.")
    note_notice(battle, move=move, kind="question", text=said, now=now, to=to, again=row.public_id)
    return Put(row.public_id)


def answer_question(*, by: Any, question: str, text: str, heard: str = "addressees", now: datetime) -> Answered:
    """The umpire answers a question, once.  heard: by ``addressees`` (the asker), their ``side``, or ``all``.

    The same answer sent again brings the same result; WrongState where another has been given.
    """
    text = read_text(text, "text", LONGEST, least=1)
    if heard not in HEARD:
        raise Invalid(of_field("heard", say("choose one of {heard}", heard=joined(", ", HEARD))))
    asked = Dispatch.objects.select_related("battle", "post")
    found = asked.filter(public_id=read_public_id(question, "question"), heard=TO_THE_UMPIRE).first()
    if found is None:
        raise Unseen("question")
    with transaction.atomic():
        locked = lock_battle(found.battle_id)
        umpire = umpire_of(by, locked.campaign_id, "question")
        earlier = Dispatch.objects.filter(answers=found).first()
        if earlier is not None:
            if (earlier.text, earlier.heard) != (text, heard):
                raise WrongState(say("This question is already answered. Your answer was not sent."))
            return Answered(found.public_id, earlier.public_id, earlier.heard)
        to = (found.post.public_id,) if heard == "addressees" else ()
        recipients = Recipients(heard, "" if heard == "all" else found.side, to)
        move = _under_way(locked)
        sent = send(locked, move, umpire, text, recipients, f"answer.{found.public_id}", now, answers=found)
        data = {"question": found.public_id, "number": sent.public_id, "text": text, **recipients.data()}
        add_record(locked, at=now, actor=umpire.title, kind="question-answered", data=data)
        mark_answered(locked, found.public_id, now)
        restart_publication(move, now=now)
        return Answered(found.public_id, sent.public_id, heard)
