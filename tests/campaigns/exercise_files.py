"""An exercise played for some moves in which everybody marches, by the use cases; and files that are no exercises."""

from __future__ import annotations

import io
import math
import zipfile
from datetime import datetime, timedelta
from typing import Any

from campaigns.bridge import command_over, commands, names_held, rules_of
from campaigns.models import Battle, Move, Post
from campaigns.usecases.campaigns.preparation import start_battle
from campaigns.usecases.clock.clock import close_early
from campaigns.usecases.exercises.play import Played, play_exercise
from campaigns.usecases.moves.findings import submit_move
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.orders.orders import submit_orders
from campaigns.usecases.people.invitations import take_invitation
from rules.errors import Refused
from tests.campaigns.builders import NOON, a_user

STEP = 4
"""Inches that everybody is ordered to go."""


def played_by_all(exercise: Any, umpire: Any, now: datetime = NOON) -> Played:
    """An exercise whose seats have all been taken, each by one person, and whose battle has begun."""
    played = play_exercise(by=umpire, exercise=exercise, now=now)
    for made, seat in zip(played.links, exercise["seats"], strict=True):
        take_invitation(
            user=a_user("-".join(seat[key] for key in ("side", "kind", "arm", "brigade")).replace(" ", "-")),
            token=made.token,
            now=now,
        )
    start_battle(by=umpire, battle=played.battle.public_id, now=now)
    return played


def march_everybody(battle: Battle, umpire: Any, moves: int) -> int:
    """Play so many moves in which everybody who may goes forward; how many orders were taken."""
    taken = 0
    for _ in range(moves):
        move = Move.objects.exclude(status=Move.Status.SUBMITTED).get(battle=battle)
        now = move.opened_at + timedelta(seconds=10)  # after the interval
        taken += _march(battle, move, now)
        close_early(by=umpire, move=move.public_id, now=now)
        close_move(move_id=move.pk, now=now + timedelta(seconds=60), cause="umpire")
        submit_move(by=umpire, move=move.public_id, now=now + timedelta(seconds=70))
    return taken


def _march(battle: Battle, move: Move, now: datetime) -> int:
    """Order every thing of the side that moves to go forward; how many orders were taken."""
    rules = rules_of(battle.terms)
    view = rules.table(move.position).seen_by(move.side)
    seats = list(Post.objects.filter(campaign=battle.campaign, side__key=move.side).select_related("user"))
    held, general_may = names_held(seats), battle.terms.general_orders_all
    before: list[Any] = []
    for group, thing, one in list(rules.pieces.left_to_order(move.position, move.side)):
        over = command_over(rules.pieces, move.position, group, one, held)
        by = next((seat.user for seat in seats if commands(seat, over, general_may)), None)
        order = _forward(view, thing, one, before)
        if order is not None and by is not None:
            submit_orders(
                user=by, move=move.public_id, thing=thing, orders=[order], base_revision=0,
                key=f"{move.number}-{thing}", now=now,
            )  # fmt: skip
            before.append(order)
    return len(before)


def _forward(view: Any, thing: str, one: Any, before: list[Any]) -> Any:
    """An order to go some inches to the front, or None where the rules refuse it."""
    if not one.get("at"):
        return None
    (x, y), front = one["at"], math.radians(one.get("facing", 0))
    there = [round(x + STEP * math.sin(front)), round(y + STEP * math.cos(front))]
    for choice in view.choices(thing, before):
        key = next((ask.name for ask in choice.asks if ask.kind == "path"), "")
        if key and choice.blocked is None:
            order = {**choice.order, key: [there]}
            try:
                view.check(order, before)
            except Refused:
                continue
            return order
    return None


def a_zip(entries: Any, how: int = zipfile.ZIP_DEFLATED, comment: bytes = b"") -> bytes:
    """A zip of entries: pairs of a name and its bytes."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", how) as archive:
        for name, data in entries:
            archive.writestr(name, data)
        archive.comment = comment
    return held.getvalue()
