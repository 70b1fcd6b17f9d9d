"""The umpire's messages to the players: received at once, and a notice tells each that one has come."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.errors import KeyReused, WrongState
from campaigns.models import Battle, Dispatch, Move, Post
from campaigns.usecases.access import current_move, umpires_battle
from campaigns.usecases.messages.recipients import Recipients, posts_of, read_recipients
from campaigns.usecases.notices import note_notice
from campaigns.usecases.record import add_record
from campaigns.usecases.text_checks import read_key, read_text
from rules.values.sentence import say

CHANNEL = "umpire"
UMPIRES_MESSAGE = say("You have a new message from the umpire. See your sheet.")

LONGEST = 2_000
"""Characters of the umpire's message at most, as of a prepared one."""


def send_umpires_message(
    *, by: Any, battle: str, text: str, heard: str, side: str = "", to: Sequence[str] = (), key: str, now: datetime
) -> Dispatch:
    """The umpire sends everybody, a side, or some seats a message at once.  [KS-OFF-01]

    heard: ``all``, ``side`` (with side) or ``addressees`` (with to, ids of seats).  key: sent again, it is sent once.
    """
    key, text = f"said.{read_key(key)}"[:64], read_text(text, "text", LONGEST, least=1)
    with transaction.atomic():
        locked, umpire = umpires_battle(by, battle)
        move = current_move(locked)
        if locked.status != Battle.Status.RUNNING or move is None:
            raise WrongState(say("The battle is not running; messages cannot be sent."))
        recipients = read_recipients(locked, heard, side, to)
        earlier = Dispatch.objects.filter(battle=locked, post=umpire, key=key).first()
        if earlier is not None:
            if (earlier.text, earlier.heard, earlier.side, earlier.to) != (text, *recipients.data().values()):
                raise KeyReused
            return earlier
        sent = send(locked, move, umpire, text, recipients, key, now)
        data = {"move": move.number, "number": sent.public_id, "text": text, **recipients.data()}
        add_record(locked, at=now, actor=umpire.title, kind="umpire-said", data=data)
        return sent


def send(
    battle: Battle,
    move: Move,
    umpire: Post,
    text: str,
    recipients: Recipients,
    key: str,
    now: datetime,
    answers: Dispatch | None = None,
) -> Dispatch:
    """Send the umpire's message in a locked battle.  answers: the question to which it replies."""
    sent = Dispatch.objects.create(
        battle=battle,
        move=move,
        post=umpire,
        channel=CHANNEL,
        text=text,
        key=key,
        at=now,
        answers=answers,
        **recipients.data(),
    )
    to = posts_of(battle, recipients)
    note_notice(battle, move=move, kind="word", text=UMPIRES_MESSAGE, now=now, to=to, again=sent.public_id)
    return sent
