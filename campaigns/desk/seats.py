"""Who commands what, as the umpire asks: whose a body is, and which bodies nobody can order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from campaigns.bridge import HoldsPost, command_over, commands, names_held
from campaigns.desk.papers import Desk, PostState
from campaigns.models import Post
from campaigns.sight.seat import Seat

ORDERS = (Post.Kind.GENERAL, Post.Kind.COMMANDER)


def commanders_of(desk: Desk, thing: str) -> tuple[PostState, ...]:
    """The seats that order a thing, the one of its own arm first; none where nobody does."""
    pieces = desk.seat.rules.pieces
    floor = desk.position if pieces.find(desk.position, thing) else desk.left or {}
    found = pieces.find(floor, thing)
    if found is None:
        return ()
    group, state = found
    posts = _of_side(desk, pieces.owner(group, state))
    command = command_over(pieces, dict(floor), group, state, names_held(posts))
    general_may = desk.seat.terms.general_orders_all
    held = [post for post in posts if commands(post, command, general_may)]
    return tuple(sorted(held, key=lambda post: post.kind == Post.Kind.GENERAL))


def not_heard_of(desk: Desk) -> tuple[PostState, ...]:
    """The seats from which orders are expected and that are not ready, those that sent nothing first."""
    waited = [post for post in desk.posts if post.expected and post.ready_at is None]
    return tuple(sorted(waited, key=lambda post: post.sent > 0))


def bodies_without_a_seat(desk: Desk) -> tuple[str, ...]:
    """The names of the things of the side that moves that wait for orders, in the book's order.

    Only those that no seat can order, neither one that is held nor one to which somebody is invited.
    """
    return tuple(desk.names.get(thing, thing) for thing in _unheld(desk)) if desk.clock is not None else ()


def _unheld(desk: Desk) -> Iterator[str]:
    side = desk.clock.side if desk.clock is not None else ""
    coming = [one for one in desk.invited if one.side == side]
    yield from _left_alone(desk.seat, desk.position, side, [*_of_side(desk, side), *coming])


def _left_alone(seat: Seat, position: Mapping[str, Any], side: str, posts: Sequence[HoldsPost]) -> Iterator[str]:
    """The things of a side that wait for orders and that none of these seats can order."""
    pieces, names = seat.rules.pieces, names_held(posts)
    general_may = seat.terms.general_orders_all
    for group, thing, state in pieces.left_to_order(position, side):
        command = command_over(pieces, dict(position), group, state, names)
        if pieces.wants_orders(group) and not any(commands(post, command, general_may) for post in posts):
            yield thing


def _of_side(desk: Desk, side: str) -> Sequence[PostState]:
    return [post for post in desk.posts if post.side == side and post.kind in ORDERS]
