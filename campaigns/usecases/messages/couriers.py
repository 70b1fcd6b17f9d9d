"""Couriers set out, ride by the clock, and arrive, are lost or taken; the umpire may hold one, or let one arrive now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from campaigns.bridge import names_held, pieces_of
from campaigns.couriers import COURIER, Ride, dangers, fate_of, place_of, ride_between, ride_of, riding_of
from campaigns.errors import Unseen, WrongState
from campaigns.locks import lock_battle
from campaigns.models import Battle, Courier, Dispatch, Due, Move, Post
from campaigns.usecases.access import current_move, find_battle, read_public_id, umpire_of
from campaigns.usecases.notices import note_notice, umpires
from campaigns.usecases.record import CLOCK, add_record
from campaigns.usecases.text_checks import read_line
from rules.values.codec import read_point
from rules.values.sentence import say

MESSAGE_ARRIVED = say("You have a new message. See your sheet.")
TAKEN = say("You have captured an enemy courier. The message is on your sheet.")
LOST = say("A courier has been lost. See the desk.")


def set_out(battle: Battle, move: Move, sent: Dispatch, sender: Post, to: Sequence[Post], now: datetime) -> None:
    """A rider sets out to each of some seats with a dispatch of a locked battle.  Each has their own time and fate."""
    held = names_held(Post.objects.filter(campaign_id=battle.campaign_id, side=sender.side, held_until__isnull=True))
    riding, pieces = riding_of(battle.campaign.couriers), pieces_of(battle.terms)
    rides = [(post, ride_of(pieces, riding, move.position, sent.side, sender, post, held)) for post in to]
    _on_their_way(battle, move, sent, sender, rides, now)


def set_out_from(
    battle: Battle, move: Move, sent: Dispatch, umpire: Post, at: Any, to: Sequence[Post], now: datetime
) -> None:
    """A rider whom the umpire sends sets out to each of some seats of a side, from a place, or from nowhere known."""
    held = names_held(Post.objects.filter(campaign_id=battle.campaign_id, side__key=sent.side, held_until__isnull=True))
    riding, pieces = riding_of(battle.campaign.couriers), pieces_of(battle.terms)
    start = None if at is None else read_point(at, "rider")
    ends = [(post, place_of(pieces, post, move.position, sent.side, held)) for post in to]
    _on_their_way(battle, move, sent, umpire, [(post, ride_between(riding, start, end)) for post, end in ends], now)


def _on_their_way(
    battle: Battle, move: Move, sent: Dispatch, sender: Post, rides: Sequence[tuple[Post, Ride]], now: datetime
) -> None:
    stands = move.paused_until - now if move.paused_at is not None and move.paused_until is not None else timedelta(0)
    first = Courier.objects.filter(battle=battle).count() + 1
    for number, (post, ride) in enumerate(rides, first):
        due = Due.objects.create(
            battle=battle,
            move=move,
            kind=Due.Kind.COURIER,
            due_at=now + stands + timedelta(seconds=ride.seconds),
            generation=number,
        )
        rider = _rider(battle, sent, post, ride, number, due)
        data = {**_record_data(rider), "distance": ride.distance, "seconds": ride.seconds}
        add_record(battle, at=now, actor=sender.title, kind="courier-set-out", data=data)


def _rider(battle: Battle, sent: Dispatch, to: Post, ride: Ride, number: int, due: Due) -> Courier:
    return Courier.objects.create(
        battle=battle,
        dispatch=sent,
        number=number,
        to=to.public_id,
        side=sent.side,
        line=[list(point) for point in ride.line],
        distance=ride.distance,
        seconds=ride.seconds,
        due=due,
    )


def _record_data(rider: Courier) -> dict[str, Any]:
    """What every record entry says of a rider."""
    return {"courier": rider.public_id, "number": rider.number, "dispatch": rider.dispatch.public_id, "to": rider.to}


def rider_is_due(battle: Battle, due_id: int, now: datetime) -> bool:
    """Decide the fate of a rider who is due; the battle is locked and the due row claimed.  Whether the rider was on the road.

    A rider who is still on the road when the battle is over arrives nowhere.
    """
    rider = Courier.objects.select_related("dispatch__move", "due").get(due_id=due_id)
    if rider.status != Courier.Status.RIDING or battle.status != Battle.Status.RUNNING:
        return False
    move = current_move(battle)
    riding, sent = riding_of(battle.campaign.couriers), rider.dispatch
    line = [(int(x), int(y)) for x, y in rider.line]
    pieces = pieces_of(battle.terms)
    rider.danger = dangers(pieces, riding, move.position, rider.side, line) if move is not None else []
    purpose = f"{rider.side}/{sent.move.own_number}/{COURIER}/{rider.number}"
    fate = fate_of(riding, battle.seed, purpose, rider.danger)
    rider.draws = [asdict(one) for one in fate.draws]
    if fate.status == Courier.Status.TAKEN and move is not None:
        rider.captor = next(one.side for one in pieces.people(move.position) if one.thing == rider.danger[0])
    _ends(battle, rider, fate.status, move, CLOCK, now, draws=rider.draws, danger=rider.danger)
    return True


def _ends(
    battle: Battle, rider: Courier, status: str, move: Move | None, actor: str, now: datetime, **more: Any
) -> None:
    """A ride is over: it is stored, and only those who may know of it are told."""
    rider.status, rider.ended_at, rider.ended_move = status, now, move
    rider.save(update_fields=["status", "ended_at", "ended_move", "captor", "draws", "danger"])
    posts = Post.objects.filter(campaign_id=battle.campaign_id, held_until__isnull=True).order_by("pk")
    told, kind, text = {
        "arrived": (posts.filter(public_id=rider.to), "word", MESSAGE_ARRIVED),
        "taken": (posts.filter(kind=Post.Kind.GENERAL, side__key=rider.captor), "word", TAKEN),
        "lost": (umpires(battle), "courier-lost", LOST),
    }[status]
    note_notice(battle, move=move, kind=kind, text=text, now=now, to=told, again=rider.public_id)
    add_record(battle, at=now, actor=actor, kind=f"courier-{status}", data={**_record_data(rider), **more})


def hold_courier(*, by: Any, battle: str, courier: str, reason: str, now: datetime) -> Courier:
    """The umpire holds a rider, who waits until they are let through."""
    with transaction.atomic():
        locked, umpire, rider = _on_the_road(by, battle, courier)
        if rider.status == Courier.Status.HELD:
            raise WrongState(say("The courier is already stopped."))
        reason = read_line(reason, "reason", 300)
        Due.objects.filter(pk=rider.due_id).update(state=Due.State.VOID)
        rider.status = Courier.Status.HELD
        rider.save(update_fields=["status"])
        add_record(
            locked, at=now, actor=umpire.title, kind="courier-held", data={**_record_data(rider), "reason": reason}
        )
        return rider


def let_courier_through(*, by: Any, battle: str, courier: str, reason: str, now: datetime) -> Courier:
    """The umpire lets a rider arrive now, held or not; nothing is drawn."""
    with transaction.atomic():
        locked, umpire, rider = _on_the_road(by, battle, courier)
        reason = read_line(reason, "reason", 300)
        Due.objects.filter(pk=rider.due_id).update(state=Due.State.VOID)
        _ends(locked, rider, Courier.Status.ARRIVED, current_move(locked), umpire.title, now, reason=reason)
        return rider


def _on_the_road(by: Any, battle: str, courier: str) -> tuple[Battle, Post, Courier]:
    """A rider of a battle, which is locked, and its umpire.  Unseen where there is none, WrongState where the ride is over."""
    found = find_battle(battle)
    locked = lock_battle(found.pk)
    umpire = umpire_of(by, locked.campaign_id, "battle")
    rows = Courier.objects.select_related("dispatch", "due").filter(battle=locked)
    rider = rows.filter(public_id=read_public_id(courier, "courier")).first()
    if rider is None:
        raise Unseen("courier")
    if rider.status not in (Courier.Status.RIDING, Courier.Status.HELD) or locked.status != Battle.Status.RUNNING:
        raise WrongState(say("The courier is no longer on the road."))
    return locked, umpire, rider


# -- the clock --------------------------------------------------------------------------------------


def delay_couriers(
    battle: Battle, by: timedelta, *, after: datetime | None = None, until: datetime | None = None
) -> None:
    """All riders of a locked battle arrive later by so much, or sooner.  after, until: only those due between these."""
    waiting = Due.objects.filter(battle=battle, kind=COURIER, state=Due.State.WAITING)
    if after is not None:
        waiting = waiting.filter(due_at__gt=after)
    if until is not None:
        waiting = waiting.filter(due_at__lte=until)
    for due in waiting:
        due.due_at += by
        due.save(update_fields=["due_at"])
