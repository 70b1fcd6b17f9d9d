"""Who commands what, as the umpire asks: whose a body is, and which bodies nobody can order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from campaigns.bridge import HoldsPost, command_over, commands
from campaigns.desk.papers import Desk, PostState
from campaigns.errors import NotUmpire
from campaigns.models import Battle, Post, Side
from campaigns.sight.seat import Seat
from rules.contract.data import Start

ORDERS = (Post.Kind.GENERAL, Post.Kind.COMMANDER)


def commanders_of(desk: Desk, thing: str) -> tuple[PostState, ...]:
    """The seats that order a thing, the one of its own arm first; none where nobody does."""
    pieces = desk.seat.rules.pieces
    found = pieces.find(desk.position, thing) or pieces.find(desk.left or {}, thing)
    if found is None:
        return ()
    group, state = found
    posts = _of_side(desk, pieces.owner(group, state))
    command = command_over(pieces, group, state, {post.title for post in posts})
    general_may = desk.seat.terms.general_orders_all
    held = [post for post in posts if commands(post, command, general_may)]
    return tuple(sorted(held, key=lambda post: post.kind == Post.Kind.GENERAL))


def not_heard_of(desk: Desk) -> tuple[PostState, ...]:
    """The seats from which orders are expected and that are not ready, those that sent nothing first."""
    waited = [post for post in desk.posts if post.expected and post.ready_at is None]
    return tuple(sorted(waited, key=lambda post: post.sent > 0))


def bodies_without_a_seat(desk: Desk) -> tuple[str, ...]:
    """The names of the things of the side that moves that wait for orders and that no seat can order, in the book's order."""
    return tuple(desk.names.get(thing, thing) for thing in _unheld(desk)) if desk.clock is not None else ()


def bodies_without_a_seat_at_first(seat: Seat) -> Mapping[str, tuple[str, ...]]:
    """The same of a battle that has not begun, by side: who would have nobody to order them.  NotUmpire to anybody else."""
    if not seat.is_umpire:
        raise NotUmpire
    start = Battle.objects.values_list("start", flat=True).get(pk=seat.battle.id)
    position = seat.rules.opening(Start(dict(start)))
    rows = list(Post.objects.filter(campaign_id=seat.campaign.id, held_until__isnull=True, kind__in=ORDERS))
    keys = dict(Side.objects.filter(campaign_id=seat.campaign.id).values_list("pk", "key"))
    names, found = seat.rules.pieces.names(position), {}
    for side in seat.side_names:
        posts = [row for row in rows if keys.get(row.side_id or 0) == side]
        found[side] = tuple(names[thing] for thing in _left_alone(seat, position, side, posts))
    return {side: left for side, left in found.items() if left}


def _unheld(desk: Desk) -> Iterator[str]:
    side = desk.clock.side if desk.clock is not None else ""
    yield from _left_alone(desk.seat, desk.position, side, _of_side(desk, side))


def _left_alone(seat: Seat, position: Mapping[str, Any], side: str, posts: Sequence[HoldsPost]) -> Iterator[str]:
    """The things of a side that wait for orders and that none of these seats can order."""
    pieces, titles = seat.rules.pieces, {post.title for post in posts}
    general_may = seat.terms.general_orders_all
    for group, thing, state in pieces.left_to_order(position, side):
        command = command_over(pieces, group, state, titles)
        if pieces.wants_orders(group) and not any(commands(post, command, general_may) for post in posts):
            yield thing


def _of_side(desk: Desk, side: str) -> Sequence[PostState]:
    return [post for post in desk.posts if post.side == side and post.kind in ORDERS]
