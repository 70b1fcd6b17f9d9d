"""The clock as everybody sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from campaigns.compiled_queries import Prepared
from campaigns.models import Move
from campaigns.models.move import HEAVY, is_in_break
from rules.values.sentence import word


@dataclass(frozen=True)
class ClockFace:
    """The move under way and how long it has: the same for both sides.

    state: ``interval`` (not yet open), ``open``, ``paused``, ``fire`` (fire orders are in and not yet settled),
    ``drain`` (the move has ended, what was sent before still counts), ``closed`` (the umpire has it), ``submitted``.
    in_break: whether it is not open yet, also while the interval itself is ``paused``.
    seconds_left: until the move closes, or opens in the interval; none while the clock is stopped.
    side_name: what the campaign calls the side whose move it is.
    """

    move: str
    move_id: int
    number: int
    side: str
    own_number: int
    stage: str
    state: str
    opened_at: datetime
    closes_at: datetime | None
    seconds_left: int | None
    paused_reason: str
    paused_until: datetime | None
    extended_minutes: int
    delayed: bool
    now: datetime
    side_name: str
    in_break: bool

    @property
    def takes_orders(self) -> bool:
        """Whether orders sent now would count."""
        return self.state in ("open", "paused") and not self.in_break

    @property
    def not_started(self) -> bool:
        """Whether the battle was begun with its clock stopped and the umpire has not started it yet: it stands without a reason."""
        return self.state == "paused" and not self.paused_reason


def current_move(battle_id: int) -> Move | None:
    """The latest move of a battle: the one under way, or the last; its floors are fetched where they are used."""
    return next(iter(_latest(battle_id)), None)


def moved_before(battle_id: int, clock: ClockFace) -> bool:
    """Whether the side of the move under way has made a move in this battle before it."""
    earlier = Move.objects.filter(battle_id=battle_id, side=clock.side, number__lt=clock.number)
    return clock.number > 1 and earlier.exists()


_latest = Prepared(lambda battle: Move.objects.filter(battle_id=battle).defer(*HEAVY).order_by("-number")[:1], int)


def clock_face(move: Move, now: datetime, names: Mapping[str, str]) -> ClockFace:
    """The clock of a move at a moment.  names: what the campaign calls its sides."""
    state = _state(move, now)
    until = move.opened_at if state == "interval" else move.closes_at if state == "open" else None
    return ClockFace(
        move=move.public_id,
        move_id=move.pk,
        number=move.number,
        side=move.side,
        own_number=move.own_number,
        stage=move.stage,
        state=state,
        opened_at=move.opened_at,
        closes_at=move.closes_at,
        seconds_left=None if until is None else max(0, -((now - until) // timedelta(seconds=1))),
        paused_reason=move.paused_reason if state == "paused" else "",
        paused_until=move.paused_until if state == "paused" else None,
        extended_minutes=move.extended_minutes,
        delayed=move.parked,
        now=now,
        side_name=names.get(move.side, word(move.side.capitalize())),
        in_break=is_in_break(move, now),
    )


def _state(move: Move, now: datetime) -> str:
    if move.status != Move.Status.OPEN:
        return str(move.status)
    if move.paused_at is not None:
        return "paused"
    if is_in_break(move, now):
        return "interval"
    if move.stage == Move.Stage.FIRE and move.fire_closed_at is not None:
        return "fire"
    if move.closes_at is not None and move.closes_at <= now:
        return "drain"
    return "open"
