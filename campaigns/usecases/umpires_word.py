"""The umpire's word to the players: heard at once by those for whom it is, and a notice tells each that it has come."""

from __future__ import annotations

from datetime import datetime

from campaigns.models import Battle, Dispatch, Move, Post
from campaigns.usecases.hearers import Hearers, posts_of
from campaigns.usecases.notices import note_notice

CHANNEL = "umpire"
WORD_OF_THE_UMPIRE = "Word has come for you from the umpire; it stands on your sheet."


def say(
    battle: Battle,
    move: Move,
    umpire: Post,
    text: str,
    hearers: Hearers,
    key: str,
    now: datetime,
    answers: Dispatch | None = None,
) -> Dispatch:
    """The umpire's word goes out in a locked battle.  answers: the question to which it replies."""
    sent = Dispatch.objects.create(
        battle=battle,
        move=move,
        post=umpire,
        channel=CHANNEL,
        text=text,
        key=key,
        at=now,
        answers=answers,
        **hearers.data(),
    )
    to = posts_of(battle, hearers)
    note_notice(battle, move=move, kind="word", text=WORD_OF_THE_UMPIRE, now=now, to=to, again=sent.public_id)
    return sent
