"""A turn at a game on a board: sent, judged by the rules and published at once.

Nothing is measured and the law leaves the umpire no choice, so nobody waits for an umpire or a clock.  Only what is
shown to its player alone, as a try of the Kriegspiel that was refused, waits in the ledger until the turn
is over; so the other player learns nothing of it, not even by the number of a move.  [CHK-04]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.bridge import BOARD, Brief, brief, digest, in_force, rules_of
from campaigns.errors import Busy, KeyReused, NotYours, Parked, WrongState
from campaigns.models import Move, OrderEntry, Post
from campaigns.models.plain import Plain
from campaigns.side_views import view_of
from campaigns.unlocked import unlocked
from campaigns.usecases.access import current_move, locked_move, player_of
from campaigns.usecases.clock.deadlines import set_deadlines
from campaigns.usecases.moves.moves import PLAYED, end_move_now, goes_on, number_of_turn
from campaigns.usecases.moves.submission import finish_submission
from campaigns.usecases.orders.order_window import OrderWindow, arrival, lateness
from campaigns.usecases.orders.tally import orders_counted
from campaigns.usecases.record import Line, add_record, add_records
from campaigns.usecases.text_checks import read_key
from rules.contract.answers import Checked, Finding
from rules.contract.data import Order
from rules.errors import Illegal, Invalid, Reason
from rules.values.sentence import joined, of_field, say

MOST = 4
"""Orders in one press of the button at most."""


@dataclass(frozen=True)
class Played:
    """The result of a turn, or of a part of it.

    number: of the receipt.  settled: whether it was published; else it waits for the rest of the turn, or is being
    published at this moment.  events: what the player learns of it, each with a ``sentence``.
    """

    number: str
    move: str
    settled: bool
    events: tuple[Plain, ...]


@dataclass(frozen=True)
class _Player:
    """The player: their seat and side, the turn as it stands, and when their request arrived."""

    window: OrderWindow
    post: Post
    side: str
    arrived: datetime


def play(
    *, user: Any, move: str, orders: Sequence[Plain], key: str, arrived_at: datetime | None = None, now: datetime
) -> Played:
    """A player moves, tries, claims or says something.  Refused with reason, clause and cells where it is not allowed.

    The side that is not to move may say what its book lets it say then; that becomes a turn of its own.
    arrived_at: stamped on arrival, as of orders.
    """
    key = read_key(key)
    with orders_counted():
        try:
            found, before = _open_to(user, move, orders, key, arrived_at, now)
        except Illegal as refused:
            _note_claim(user, move, orders, refused, now)
            raise
        if before:
            _finish(before, now)
            found, _ = _open_to(user, move, orders, key, arrived_at, now, again=True)
    assert found is not None
    settled = found.settled and _finish(Move.every.values_list("pk", flat=True).get(public_id=found.move), now)
    return Played(found.number, found.move, settled, found.events)


@unlocked
def check_play(*, user: Any, move: str, orders: Sequence[Plain], now: datetime) -> Checked:
    """What would be played, read back; Refused where it may not be, and nothing is stored."""
    with transaction.atomic():
        player = _player_of(user, move, [], "", None, now, again=False)
        assert isinstance(player, _Player)
        _, reading, warnings = _checked(player, orders)
    return Checked("", "", reading, tuple(warnings))


def _note_claim(user: Any, move: str, orders: Sequence[Plain], refused: Illegal, now: datetime) -> None:
    """Enter a claim that the law refuses in the record, for the umpire to look at."""
    claims = [str(order.get("claim"))[:40] for order in orders if order.get("order") == "claim"]
    if not claims:
        return
    with transaction.atomic():
        battle, found = locked_move(move)
        said = {"claim": claims[0], "sentence": refused.sentence, "clause": refused.clause, "number": found.number}
        add_record(battle, at=now, actor=str(user), kind="claim-refused", data=said)


def _finish(move_id: int, now: datetime) -> bool:
    """Publish a closed turn; whether that was done, by this call or another."""
    try:
        finish_submission(move_id=move_id, now=now)
    except (Busy, Parked):
        return False
    return True


@unlocked
def _open_to(
    user: Any,
    move: str,
    orders: Sequence[Plain],
    key: str,
    arrived_at: datetime | None,
    now: datetime,
    *,
    again: bool = False,
) -> tuple[Played | None, int]:
    """Enter the orders in the ledger, and close the turn where it is over.

    Returns that, or the key of a turn which must be published before the other side may speak.
    again: whether that has been done, so that the turn now under way is meant.
    """
    with transaction.atomic():
        player = _player_of(user, move, orders, key, arrived_at, now, again=again)
        if isinstance(player, Played):
            return player, 0
        window = player.window
        given = _checked(player, orders)
        if player.side != window.move.side:
            if in_force(window.move):
                end_move_now(window.battle, window.move, now=now, cause=PLAYED)
                return None, window.move.pk
            _step_in(player, now)
        return _enter(player, given, key, now), 0


def _player_of(
    user: Any,
    move: str,
    orders: Sequence[Plain],
    key: str,
    arrived_at: datetime | None,
    now: datetime,
    *,
    again: bool,
) -> _Player | Played:
    """Lock the battle and find the player; or the earlier result for the same key.

    Orders addressed to a turn count for it even if something was said in it since, by either player.
    """
    battle, locked = locked_move(move)
    window = OrderWindow(battle, locked, player_of(user, battle.campaign_id, "move"), user)
    if not rules_of(battle.terms).book.on_board:
        raise WrongState(say("This battle is played on the floor: give orders to bodies and guns."))
    post = _post_of(window)
    same = OrderEntry.objects.filter(move__battle=battle, post=post, key=key).select_related("move")
    earlier = same.first() if key else None
    if earlier is not None:
        if earlier.orders[-len(orders) :] != [rules_of(battle.terms).order(order) for order in orders]:
            raise KeyReused
        return Played(earlier.public_id, earlier.move.public_id, earlier.move.status != Move.Status.OPEN, ())
    current = current_move(battle)
    if current is not None and (again or goes_on(battle, window.move.position, current.position)):
        window = OrderWindow(battle, current, window.posts, user)
    arrived = arrival(window, arrived_at, now)
    late = lateness(window, arrived, now)
    if late is not None:
        raise late
    return _Player(window, post, post.side.key if post.side is not None else "", arrived)


def _post_of(window: OrderWindow) -> Post:
    """The General by whom a side is played: of the side to move, where one person plays both."""
    generals = [one for one in window.posts if one.kind == Post.Kind.GENERAL and one.side is not None]
    if not generals:
        raise NotYours(say("Only the Generals of the two sides can play."))
    return next((one for one in generals if one in window.own), generals[0])


def _checked(player: _Player, orders: Sequence[Plain]) -> tuple[list[Order], str, list[Reason]]:
    """The orders in normal form, with read-back and warnings; Refused where they are not allowed."""
    if not isinstance(orders, list | tuple) or not 1 <= len(orders) <= MOST:
        raise Invalid(of_field("orders", say("one to {most} of them are wanted", most=MOST)))
    terms = player.window.battle.terms
    view = view_of(terms, player.window.move, player.side)
    given: list[Order] = []
    checked = []
    for order in orders:
        if not isinstance(order, dict):
            raise Invalid(of_field("orders", say("each order is a map")))
        normal = view.order(order)
        checked.append(view.check(normal, tuple(given)))
        given.append(normal)
    reading = joined(" ", (one.reading for one in checked))
    return given, reading, [warning for one in checked for warning in one.warnings]


def _step_in(player: _Player, now: datetime) -> None:
    """The turn under way, in which nothing was said yet, becomes the other side's to speak in."""
    move = player.window.move
    move.side = player.side
    move.own_number = number_of_turn(move.battle, player.side, but=move.pk)
    set_deadlines(move, now=now)
    move.save(update_fields=["side", "own_number", "generation"])


def _enter(player: _Player, given: tuple[list[Order], str, list[Reason]], key: str, now: datetime) -> Played:
    """Enter orders behind those that wait, and close the turn if others can see it."""
    window, (orders, reading, warnings) = player.window, given
    waiting = in_force(window.move)
    held = waiting[0] if waiting else None
    known = list(held.orders) if held is not None else []
    if held is not None and all(order in known for order in orders):
        asked = brief(window.battle, window.move)
        return Played(
            held.public_id, window.move.public_id, False, turn_in_words(asked, _find(asked), player.side, orders)
        )
    entry = _entry(player, [*known, *orders], key, now, held)
    entry.reading, entry.warnings = (
        say("{reading} {reading2}", reading=held.reading, reading2=reading).strip() if held is not None else reading,
        warnings,
    )
    entry.save(force_insert=True)
    add_records(window.battle, at=now, lines=[_entered(entry, player.post, orders)])
    asked = brief(window.battle, window.move)
    found = _find(asked)
    _refuse_claims(found, asked.orders, len(known))
    over = is_over(asked, found)
    if over:
        end_move_now(window.battle, window.move, now=now, cause=PLAYED)
    return Played(entry.public_id, window.move.public_id, over, turn_in_words(asked, found, player.side, orders))


def _refuse_claims(found: Finding, orders: Sequence[Plain], known: int) -> None:
    """Refuse where a claim that was just made does not hold: it is judged when it is made, and not when it is read back."""
    for one in found.refused:
        if one["order"] >= known and orders[one["order"]]["order"] == "claim":
            raise Illegal(one["code"], one["sentence"], one["clause"])


def _entry(player: _Player, orders: list[Order], key: str, now: datetime, held: OrderEntry | None) -> OrderEntry:
    window = player.window
    return OrderEntry(
        move=window.move,
        post=player.post,
        author=window.user,
        thing=BOARD,
        stage=window.move.stage,
        revision=held.revision + 1 if held is not None else 1,
        orders=orders,
        key=key,
        digest=digest({"move": window.move.public_id, "thing": BOARD, "orders": orders}),
        arrived_at=player.arrived,
        committed_at=now,
    )


def _entered(entry: OrderEntry, post: Post, orders: list[Order]) -> Line:
    data = {"number": entry.public_id, "thing": BOARD, "revision": entry.revision, "digest": entry.digest}
    return post.title, "order-accepted", {**data, "by": str(entry.author), "orders": orders}


def _find(asked: Brief) -> Finding:
    return asked.table.adjudicate(asked.side, asked.orders, asked.facts, asked.chance)


def is_over(asked: Brief, found: Finding) -> bool:
    """Whether a turn is to be published: the other side is to move, or the game is over, or the others may see something of it."""
    rules = asked.rules
    if rules.result(found.position) or rules.next_side(found.position) != asked.side:
        return True
    others = [side for side in (*rules.sides, "observer") if side != asked.side]
    return any(rules.visible_to(event, side) is not None for event in found.events for side in others)


def turn_in_words(asked: Brief, found: Finding, side: str, orders: Sequence[Plain]) -> tuple[Plain, ...]:
    """A side's account of its turn, in words; of tries those that were just made."""
    heard = [event for event in (asked.rules.visible_to(event, side) for event in found.events) if event is not None]
    tried = [one for one in heard if one["event"] == "try-refused"]
    ours = {(order.get("from"), order.get("to")) for order in orders}
    kept = [one for one in heard if one not in tried or (one.get("from"), one.get("to")) in ours]
    return tuple({**event, "sentence": asked.rules.narrate(event, {})} for event in kept)
