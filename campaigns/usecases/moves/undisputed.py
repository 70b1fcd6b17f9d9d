"""A result in which nothing is in doubt is published by itself, so many minutes after the orders closed, unless an umpire stops it.

What is in doubt is what the strip of the umpire's desk shows; every change at the desk begins the minutes again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.desk.doubts import is_in_doubt
from campaigns.errors import Busy, Parked, WrongState
from campaigns.locks import lock_battle_with
from campaigns.models import Battle, Move, Post
from campaigns.unlocked import unlocked
from campaigns.usecases.access import fresh_move, umpires_move
from campaigns.usecases.clock.deadlines import publication_of, publish_at, set_deadlines
from campaigns.usecases.moves import fire, submission
from campaigns.usecases.moves.by_itself import note_in_doubt
from campaigns.usecases.moves.move_claims import Claim, worn_out
from campaigns.usecases.record import CLOCK, add_record, add_records
from rules.errors import Refused
from rules.values.sentence import say


@dataclass(frozen=True)
class Publication:
    """Whether a move is published by itself.  publishes_at: when, if nothing is in doubt; stopped_at: when an umpire stopped it."""

    move: str
    publishes_at: datetime | None
    stopped_at: datetime | None


def publish_undisputed(*, move_id: int, now: datetime) -> bool:
    """Publish a move, or its fire, whose minutes are over; whether this call did.

    Where something is in doubt the umpires are told, and it waits for them.
    """
    try:
        held = _claimed(move_id, now)
        if held is None:
            return False
        if isinstance(held, FireClaim):
            return fire.carry_out(held.claim, actor=CLOCK, now=now)[1]
        return submission.carry_out(held, actor=CLOCK, now=now).done
    except (Busy, Parked):
        raise
    except Refused:
        _leave_to_umpires(move_id, now)
        return False


@dataclass(frozen=True)
class FireClaim:
    """The claim of a fire, told from that of a whole move."""

    claim: Claim


@unlocked
def _claimed(move_id: int, now: datetime) -> Claim | FireClaim | None:
    """A move claimed whose minutes are over; none where it is not to be published, or something is in doubt."""
    with transaction.atomic():
        battle = lock_battle_with(move_id)
        found = fresh_move(battle, move_id, whole=True)
        if not _is_time(battle, found, now):
            return None
        if is_in_doubt(battle, found):
            _wait(battle, found, now)
            return None
        if worn_out(battle, found, now):
            return None
        if found.stage == Move.Stage.FIRE:
            return FireClaim(fire.claim_fire(battle, found, now))
        return submission.claim_closed(battle, found, now)


def _is_time(battle: Battle, move: Move, now: datetime) -> bool:
    if battle.status != Battle.Status.RUNNING or not move.waits or move.parked:
        return False
    return move.publishes_at is not None and move.publishes_at <= now


def _leave_to_umpires(move_id: int, now: datetime) -> None:
    """The rules refuse to find: it waits for the umpires."""
    with transaction.atomic():
        battle = lock_battle_with(move_id)
        found = fresh_move(battle, move_id)
        if _is_time(battle, found, now):
            _wait(battle, found, now)


def _wait(battle: Battle, move: Move, now: datetime) -> None:
    """Something is in doubt: the minutes begin again with the next change at the desk."""
    line = note_in_doubt(battle, move, now)
    publish_at(move, None, now=now)
    add_records(battle, at=now, lines=[line])


def put_off_publication(battle: Battle, move: Move, *, after: datetime, now: datetime) -> bool:
    """The minutes of a move ran out while nothing was swept: it gets as many again; its battle is locked.  Whether it was so."""
    if not move.waits or move.publishes_at is None or not after < move.publishes_at <= now:
        return False
    publish_at(move, move.publishes_at + (now - after), now=now)
    return True


# -- an umpire stops it -----------------------------------------------------------------------------


def stop_publication(*, by: Any, move: str, now: datetime) -> Publication:
    """An umpire wants to look: the move is not published by itself, even if that has begun."""
    with _waiting(by, move) as (battle, found, umpire):
        if found.stopped_at is None:
            found.stopped_at, found.publishes_at = now, None
            if not found.parked:
                # Raised, so that a result that is being worked out at this moment is published by nobody.
                found.fence, found.claimed_at = found.fence + 1, None
            set_deadlines(found, now=now)
            found.save(update_fields=["stopped_at", "publishes_at", "fence", "claimed_at", "generation"])
            _enter(battle, found, umpire, "publication-stopped", now)
        return _state(found)


def resume_publication(*, by: Any, move: str, now: datetime) -> Publication:
    """An umpire has looked: the move is published by itself again, and all its minutes run from now."""
    with _waiting(by, move) as (battle, found, umpire):
        if found.stopped_at is not None:
            found.stopped_at = None
            found.publishes_at = publication_of(found, now)
            set_deadlines(found, now=now)
            found.save(update_fields=["stopped_at", "publishes_at", "generation"])
            _enter(battle, found, umpire, "publication-resumed", now)
        return _state(found)


@contextmanager
def _waiting(by: Any, move: str) -> Iterator[tuple[Battle, Move, Post]]:
    """A move that waits to be published and may be by itself, its battle locked, for its umpire."""
    with transaction.atomic():
        battle, found, umpire = umpires_move(by, move)
        if not found.waits:
            raise WrongState(say("There is nothing to be published now."))
        if found.stopped_at is None and publication_of(found, found.opened_at) is None:
            raise WrongState(say("Nothing is published by itself in this battle."))
        yield battle, found, umpire


def _enter(battle: Battle, move: Move, umpire: Post, kind: str, now: datetime) -> None:
    at = move.publishes_at.isoformat() if move.publishes_at is not None else None
    data = {"move": move.number, "stage": move.stage, "publishes_at": at}
    add_record(battle, at=now, actor=umpire.title, kind=kind, data=data)


def _state(move: Move) -> Publication:
    return Publication(move.public_id, move.publishes_at, move.stopped_at)
