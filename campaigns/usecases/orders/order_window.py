"""Whether a move takes orders now, and who may give them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from campaigns.bridge import pieces_of, standing_rulings
from campaigns.errors import MoveClosed, NotYours, Unseen
from campaigns.models import Battle, Move, Post, Ruling
from campaigns.models.move import is_in_break
from campaigns.models.plain import Plain
from campaigns.serving.processes import LONGEST_WAIT
from campaigns.side_views import floor_of, view_of
from campaigns.usecases.access import find_move, locked_move, player_of
from campaigns.usecases.clock.settled import require_settled
from rules.contract.pieces import Pieces
from rules.contract.view import View
from rules.values.sentence import say


@dataclass(frozen=True)
class OrderWindow:
    """The battle and its move, and the user's seats: the orders that this user may still give are checked against it."""

    battle: Battle
    move: Move
    posts: list[Post]
    user: Any

    @property
    def own(self) -> list[Post]:
        """Their seats on the side that moves."""
        return [post for post in self.posts if post.side is not None and post.side.key == self.move.side]

    @property
    def pieces(self) -> Pieces:
        """What the rulebook says of the things of the battle."""
        return pieces_of(self.battle.terms)

    @cached_property
    def view(self) -> View:
        """What the side that moves may know: after the fire, where that has been settled.  Orders are checked by nothing else."""
        return view_of(self.battle.terms, self.move, self.move.side)

    @cached_property
    def seen(self) -> Plain:
        """The same as plain data; a side's own things are complete in it."""
        return self.view.sees()

    @property
    def floor(self) -> tuple[str, str, int]:
        """The name of the floor as it was last published, under which it never changes."""
        return floor_of(self.move)[0]

    def take_over(self, earlier: OrderWindow) -> None:
        """Reuse what was seen before the lock was taken, where the floor is still the same: it is not read another time."""
        if earlier.floor == self.floor:
            self.__dict__.update({name: one for name, one in earlier.__dict__.items() if name in ("view", "seen")})


def open_for_orders(user: Any, move: str) -> OrderWindow:
    """Lock the battle of a move for the orders that this user may still give.  Unseen to a stranger."""
    battle, locked = locked_move(move)
    window = OrderWindow(battle, locked, player_of(user, battle.campaign_id, "move"), user)
    require_own_move(window)
    return window


def open_unlocked(user: Any, move: str, expected: str = "") -> OrderWindow:
    """The same without the lock: what is read may be out of date when it is used.  Unseen to a stranger.

    expected: the public id of the battle, where it is given; Unseen where the move is another's.
    """
    battle, found = find_move(move)
    if expected not in ("", battle.public_id):
        raise Unseen("move")
    window = OrderWindow(battle, found, player_of(user, battle.campaign_id, "move"), user)
    require_own_move(window)
    return window


def require_own_move(window: OrderWindow) -> None:
    """Refuse anybody who may not order: the umpire, an observer, and the side whose move it is not."""
    if window.own:
        return
    if all(post.side is None for post in window.posts):
        raise NotYours(say("Only a General or a commander can give orders."))
    raise MoveClosed(say("Move {number} is not your side's.", number=window.move.number), move=window.move.public_id)


def arrival(window: OrderWindow, arrived_at: datetime | None, now: datetime) -> datetime:
    """When orders arrived; a stamp may not lie in the future, nor further back than a close may wait for it."""
    furthest = timedelta(seconds=window.battle.campaign.drain_seconds) + LONGEST_WAIT
    return min(max(arrived_at or now, now - furthest), now)


def may_order_late(move: Move, thing: str, now: datetime) -> bool:
    """Whether the umpire has returned the orders of a thing and lets its commander send others although the move has closed."""
    if not move.waits or (move.claimed_at is not None and not move.parked):
        return False
    return any(
        one.kind == Ruling.Kind.RETURN
        and (one.change["thing"], one.change["stage"]) == (thing, move.stage)
        and one.change["until"]
        and now < datetime.fromisoformat(one.change["until"])
        for one in standing_rulings(move)
    )


def lateness(window: OrderWindow, arrived: datetime, now: datetime, thing: str = "") -> MoveClosed | None:
    """The refusal where the move takes no orders at that time; InAMoment while that is not certain.  thing: the one ordered."""
    move = window.move
    running = move.status == Move.Status.OPEN and move.paused_at is None
    late = running and move.closes_at is not None and arrived >= move.closes_at
    require_settled(now, move.closes_at if late else None)
    if thing and may_order_late(move, thing, now):
        return None
    if move.status != Move.Status.OPEN:
        return _too_late(window, arrived)
    if move.stage == Move.Stage.FIRE and move.fire_closed_at is not None:
        return MoveClosed(
            say("The fire orders of move {number} are closed; the fire is not published yet.", number=move.number),
            move=move.public_id,
        )
    if is_in_break(move, now) and move.paused_at is not None:
        return MoveClosed(
            say("Move {number} is not open yet, and the break before it is paused.", number=move.number),
            move=move.public_id,
        )
    if is_in_break(move, now):
        return MoveClosed(
            say("Move {number} opens at {opened_at} UTC.", number=move.number, opened_at=f"{move.opened_at:%H:%M:%S}"),
            move=move.public_id,
        )
    return _too_late(window, arrived) if late else None


def _too_late(window: OrderWindow, arrived: datetime) -> MoveClosed:
    move = window.move
    called = move.closes_at if move.closes_at is not None else move.closed_at
    late = (arrived - called).total_seconds() if called is not None else 0.0
    now_open = Move.objects.filter(battle=window.battle).order_by("-number").first()
    if now_open is not None and now_open.pk != move.pk:
        return MoveClosed(
            say("Move {number} is closed; move {number2} is open.", number=move.number, number2=now_open.number),
            late=late,
            move=now_open.public_id,
        )
    if late < 0:
        said = say("This arrived in time, but move {number} ended before it could be saved.", number=move.number)
    else:
        said = say("Move {number} ended {late} seconds before this arrived.", number=move.number, late=f"{late:.1f}")
    return MoveClosed(said, late=late, move=move.public_id)
