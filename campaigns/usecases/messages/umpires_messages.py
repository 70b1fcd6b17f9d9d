"""The umpire's messages to the players: received at once, and a notice tells each that one has come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.couriers import COURIER
from campaigns.errors import KeyReused, WrongState
from campaigns.models import Battle, Dispatch, Move, Post
from campaigns.usecases.access import current_move, umpires_battle
from campaigns.usecases.messages.couriers import set_out_from
from campaigns.usecases.messages.recipients import Recipients, posts_of, read_recipients
from campaigns.usecases.notices import note_notice
from campaigns.usecases.record import add_record
from campaigns.usecases.text_checks import read_key, read_line, read_text
from rules.errors import Invalid
from rules.values.codec import POINT, read_point
from rules.values.sentence import of_field, say

CHANNEL = "umpire"
UMPIRES_MESSAGE = say("You have a new message from the umpire. See your sheet.")
IN_A_NAME = say("You have a new message. See your sheet.")
"""The notice of a message in the name of a scout or anybody else: it does not say who wrote it."""

LONGEST = 2_000
"""Characters of the umpire's message at most, as of a prepared one."""


def send_umpires_message(
    *,
    by: Any,
    battle: str,
    text: str,
    heard: str,
    side: str = "",
    to: Sequence[str] = (),
    voice: str = "",
    rider: Mapping[str, Any] | None = None,
    key: str,
    now: datetime,
) -> Dispatch:
    """The umpire sends everybody, a side, or some seats a message at once, or by a rider.  [KS-OFF-01]

    heard: ``all``, ``side`` (with side) or ``addressees`` (with to, ids of seats).  key: sent again, it is sent once.
    voice, rider: as of ``write``.
    """
    voice, rider = read_voice(voice), read_rider(rider, heard)
    key, text = f"said.{read_key(key)}"[:64], read_text(text, "text", LONGEST, least=1)
    with transaction.atomic():
        locked, umpire = umpires_battle(by, battle)
        move = current_move(locked)
        if locked.status != Battle.Status.RUNNING or move is None:
            raise WrongState(say("The battle is not running; messages cannot be sent."))
        recipients = read_recipients(locked, heard, side, to)
        earlier = Dispatch.objects.filter(battle=locked, post=umpire, key=key).first()
        if earlier is not None:
            whom = (COURIER if rider else recipients.heard, recipients.side, list(recipients.to))
            if (earlier.text, earlier.voice, earlier.heard, earlier.side, earlier.to) != (text, voice, *whom):
                raise KeyReused
            return earlier
        sent = write(locked, move, umpire, text, recipients, key, now, voice=voice, rider=rider)
        data = {"move": move.number, "number": sent.public_id, "text": text, **recipients.data()}
        data |= {"voice": voice, "rider": rider} if voice or rider else {}
        add_record(locked, at=now, actor=umpire.title, kind="umpire-said", data=data)
        return sent


def read_voice(voice: Any) -> str:
    """In whose name a message comes; empty in the umpire's own."""
    return read_line(voice, "voice", 60, least=0)


def read_rider(rider: Any, heard: str) -> dict[str, Any] | None:
    """Where a rider sets out with a message, inches east and north; none if none rides.  Invalid where it is no place."""
    if not rider:
        return None
    if not isinstance(rider, Mapping) or rider.keys() != {"at"}:
        raise Invalid(of_field("rider", say("the place where the rider sets out is wanted")))
    if heard != "addressees":
        raise Invalid(of_field("to", say("a rider goes to seats; choose them")))
    return {"at": None if rider["at"] is None else POINT.write(read_point(rider["at"], "rider"))}


def write(
    battle: Battle,
    move: Move,
    umpire: Post,
    text: str,
    recipients: Recipients,
    key: str,
    now: datetime,
    *,
    voice: str = "",
    rider: Mapping[str, Any] | None = None,
) -> Dispatch:
    """Send a message in somebody's name: at once, or by a rider to each seat.  The battle is locked.

    voice: in whose name (``a scout``); empty in the umpire's.  rider: where the rider sets out, ``{"at": [x, y]}``.
    """
    if not rider:
        return send(battle, move, umpire, text, recipients, key, now, voice=voice)
    if not recipients.side:
        raise Invalid(of_field("to", say("a rider goes to seats of one side; choose them")))
    sent = Dispatch.objects.create(
        battle=battle, move=move, post=umpire, channel=CHANNEL, text=text, key=key, at=now, voice=voice,
        heard=COURIER, side=recipients.side, to=list(recipients.to),
    )  # fmt: skip
    set_out_from(battle, move, sent, umpire, rider["at"], posts_of(battle, recipients), now)
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
    voice: str = "",
) -> Dispatch:
    """Send the umpire's message in a locked battle.  answers: the question to which it replies; voice: as of ``write``."""
    sent = Dispatch.objects.create(
        battle=battle,
        move=move,
        post=umpire,
        channel=CHANNEL,
        text=text,
        key=key,
        at=now,
        answers=answers,
        voice=voice,
        **recipients.data(),
    )
    to = posts_of(battle, recipients)
    said = IN_A_NAME if voice else UMPIRES_MESSAGE
    note_notice(battle, move=move, kind="word", text=said, now=now, to=to, again=sent.public_id)
    return sent
