"""Facts are measured on a real floor and written down by the umpire or the official of the side that moves."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.bridge import (
    canonical,
    digest,
    facts_of,
    given_orders,
    placed_orders,
    rules_of,
    standing_rulings,
    unmeasured,
)
from campaigns.errors import Busy, NotOfficial, NotPending, Stale, Unseen, WrongState
from campaigns.factsheets import things_in
from campaigns.measurements import COIN, Facts, Place, facts_in, measured_by, sheet_of
from campaigns.models import Battle, FactSheet, Move, Post
from campaigns.models.plain import Plain
from campaigns.sight.measurements import Paper, to_confirm
from campaigns.unlocked import unlocked
from campaigns.usecases.access import locked_move, player_of, umpires_move
from campaigns.usecases.clock.deadlines import look_again
from campaigns.usecases.desk.oddities import refuse_odd_facts
from campaigns.usecases.news import add_news_for_side
from campaigns.usecases.record import add_record
from campaigns.usecases.text_checks import read_line
from rules.contract.data import Facts as MoveFacts
from rules.contract.data import Order
from rules.contract.pieces import Pieces
from rules.errors import Invalid
from rules.values.sentence import of_field, say, say_many

MOST_FACTS = 200_000
"""Length of a fact sheet at most, as JSON."""


@dataclass(frozen=True)
class Measured:
    """That facts were recorded: which revision they are."""

    move: str
    revision: int


@dataclass(frozen=True)
class Entered:
    """A complete sheet as it was sent, with only its shape checked."""

    orders: dict[str, Plain]
    move_facts: Plain
    coin: str
    reason: str


@unlocked
def measure(
    *,
    by: Any,
    move: str,
    base_revision: int,
    orders: Mapping[str, Plain],
    move_facts: Plain | None = None,
    coin: str = "",
    reason: str = "",
    sure: bool = False,
    now: datetime,
) -> Measured:
    """The umpire, or an official of the side that moves, records what was measured.  [KS-OFF-01, KS-OFF-03]

    It is a complete new sheet, which replaces the one before; of an official's, what they may not read stays as it
    was.  orders: by ``<thing>/<place among its orders>``.  base_revision: that the form showed, 0 for none.
    sure: confirms a number of the umpire's that may be a slip (Odd else); an official is not asked: it would tell them
    what the map has.
    """
    sent = Entered(
        orders=_facts(orders, "orders"),
        move_facts=_map(move_facts or {}, "move_facts"),
        coin=_coin(coin),
        reason=read_line(reason, "reason", 300, least=0),
    )
    with transaction.atomic():
        battle, found, post = _measurer(by, move)
        may_be_worked_on(found)
        if post.kind == Post.Kind.UMPIRE:
            return _by_the_umpire(battle, found, post, base_revision, sent, now, sure=sure)
        return _by_an_official(battle, found, post, base_revision, sent, now)


def _measurer(by: Any, public_id: str) -> tuple[Battle, Move, Post]:
    """A move and its battle, locked, for its umpire or an official of the side that moves.  Unseen to a stranger."""
    battle, move = locked_move(public_id)
    posts = player_of(by, battle.campaign_id, "move")
    official = None
    for post in posts:
        if post.kind == Post.Kind.UMPIRE:
            return battle, move, post
        if post.kind == Post.Kind.OFFICIAL and post.side is not None and post.side.key == move.side:
            official = post
    if official is not None:
        return battle, move, official
    if any(post.kind == Post.Kind.OFFICIAL for post in posts):
        raise NotOfficial(say("Only the official of the side that moves may enter this."))
    raise NotOfficial


def _by_the_umpire(
    battle: Battle,
    move: Move,
    umpire: Post,
    base_revision: int,
    sent: Entered,
    now: datetime,
    *,
    sure: bool,
    parts: Collection[Place] | None = None,
) -> Measured:
    """parts: the facts that the umpire takes over; none for the whole sheet."""
    sheet = facts_of(move)
    revision = sheet.revision if sheet is not None else 0
    if base_revision != revision:
        shown = [sheet.orders, sheet.move_facts] if sheet else []
        raise Stale(revision, shown, "", [sent.orders, sent.move_facts])
    refuse_odd_facts(*_compared(battle, move, sent, sheet), sure=sure)
    _write(battle, move, umpire, revision, sent, now, parts)
    return Measured(move.public_id, revision + 1)


def _compared(battle: Battle, move: Move, sent: Entered, sheet: FactSheet | None) -> tuple[Any, ...]:
    """With what the facts of a sheet are compared: the needs, the keys of their orders, the facts sent and before, the map's size."""
    rules = rules_of(battle.terms)
    placed = placed_orders(given_orders(move), standing_rulings(move), None)
    orders = [Order(unmeasured(one.order)) for one in placed]
    needs = rules.table(move.position).needs(move.side, orders, MoveFacts({}))
    before = facts_in(sheet.orders, sheet.move_facts, sheet.coin) if sheet is not None else {}
    size = battle.terms.options.get("map_size_ft")
    return needs, [one.measured for one in placed], facts_in(sent.orders, sent.move_facts, sent.coin), before, size


@unlocked
def measure_part(
    *, by: Any, move: str, base_revision: int, facts: Mapping[Place, Any], sure: bool = False, now: datetime
) -> Measured:
    """The umpire records some facts; all others stay as they are, and those that wait to be confirmed go on waiting.

    facts: by their places; none of one that is not measured.  The rest as of ``measure``.
    """
    with transaction.atomic():
        battle, found, umpire = umpires_move(by, move)
        may_be_worked_on(found)
        kept = {place: value for place, value in _standing_facts(found).items() if place not in facts}
        orders, move_facts, coin = sheet_of({**kept, **{at: one for at, one in facts.items() if one is not None}})
        sent = Entered(_facts(orders, "orders"), _map(move_facts, "move_facts"), _coin(coin), "")
        return _by_the_umpire(battle, found, umpire, base_revision, sent, now, sure=sure, parts=list(facts))


def _standing_facts(move: Move) -> Facts:
    """The facts of the sheet of a move, without those of orders that have been replaced since."""
    sheet = facts_of(move)
    if sheet is None:
        return {}
    given = {one.measured: one.order for one in placed_orders(given_orders(move), standing_rulings(move), None)}
    hold = {
        key: one for key, one in sheet.orders.items() if key in given and sheet.bound.get(key) == digest(given[key])
    }
    return facts_in(hold, sheet.move_facts, sheet.coin)


def _by_an_official(
    battle: Battle, move: Move, official: Post, base_revision: int, sent: Entered, now: datetime
) -> Measured:
    """An official enters the facts that their side needs; what the umpire has corrected stands."""
    paper = Paper(move)
    if base_revision != paper.revision:
        orders, move_facts, _ = sheet_of(paper.read)
        raise Stale(paper.revision, [orders, move_facts] if paper.revision else [], "", [sent.orders, sent.move_facts])
    strange = sorted(sent.orders.keys() - paper.bare.keys())
    if strange:
        raise _no_order(strange[0])
    facts = facts_in(sent.orders, sent.move_facts, sent.coin)
    _may_be_entered(paper, facts)
    hidden = {place: value for place, value in paper.holds.items() if place not in paper.read}
    orders, move_facts, coin = sheet_of({**hidden, **facts})
    last = paper.sheets[-1].revision if paper.sheets else 0
    _write(battle, move, official, last, Entered(orders, move_facts, coin, sent.reason), now)
    return Measured(move.public_id, paper.revision + (facts != paper.read))


def enter_agreed(battle: Battle, move: Move, by: Post, agreed: Mapping[Place, Any], now: datetime) -> None:
    """Where two officials have agreed on the shorter of two lengths, it replaces the reported one.  [KS-OFF-03]"""
    sheet = facts_of(move)
    if not agreed or sheet is None:
        return
    orders, move_facts, coin = sheet_of({**facts_in(sheet.orders, sheet.move_facts, sheet.coin), **agreed})
    _write(
        battle, move, by, sheet.revision, Entered(orders, move_facts, coin, say("the shorter of two measurements")), now
    )


def _may_be_entered(paper: Paper, facts: Facts) -> None:
    """Refuse an official facts that name a thing unseen, that the umpire has corrected, or that nobody needs."""
    entered = measured_by(paper.sheets)
    for place, value in facts.items():
        if not things_in(paper.rules, place, value) <= paper.seen:
            raise Unseen("thing")
    for place in facts.keys() | paper.read.keys():
        theirs = place in paper.read and entered[place].by.kind == Post.Kind.UMPIRE
        if theirs and facts.get(place) != paper.read[place]:
            raise NotOfficial(
                say("The umpire has already measured this: {place}. The umpire’s figure counts.", place=_words(place))
            )
    new = {place: value for place, value in facts.items() if place != COIN and paper.read.get(place) != value}
    if new and (unasked := sorted(new.keys() - paper.pending(facts))):
        raise NotPending(_words(unasked[0]))


def _words(place: Place) -> str:
    return " ".join(part for part in (place.order, place.key, place.subject) if part)[:160]


def _no_order(key: str) -> Invalid:
    return Invalid(of_field("orders", say("there is no order {key} in this move", key=f"{key[:60]!r}")))


def _write(
    battle: Battle,
    move: Move,
    by: Post,
    revision: int,
    sent: Entered,
    now: datetime,
    parts: Collection[Place] | None = None,
) -> None:
    """Write the next sheet and enter it in the record."""
    new = FactSheet(
        move=move,
        revision=revision + 1,
        by=by,
        at=now,
        orders=sent.orders,
        move_facts=sent.move_facts,
        coin=sent.coin,
        reason=sent.reason,
        parts=None if parts is None else [list(one) for one in parts],
    )
    _understood(battle, move, new)
    asked = to_confirm(move)
    new.save(force_insert=True)
    look_again(move, now=now)
    if by.kind == Post.Kind.OFFICIAL:
        add_news_for_side(battle, move.side, "facts")
    if to_confirm(move) != asked:
        for other in rules_of(battle.terms).sides:
            if other != move.side:
                add_news_for_side(battle, other, "facts")
    data = {"move": move.number, "revision": new.revision, "orders": new.orders, "move_facts": new.move_facts}
    add_record(battle, at=now, actor=by.title, kind="measured", data={**data, "coin": new.coin, "reason": new.reason})


def _facts(orders: Any, what: str) -> dict[str, Plain]:
    given = _map(orders, what)
    if len(canonical(given)) > MOST_FACTS:
        raise Invalid(of_field(what, say("at most {most_facts} characters are wanted", most_facts=MOST_FACTS)))
    return {str(key): _map(value, f"{what}.{str(key)[:60]}") for key, value in given.items()}


def _map(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise Invalid(of_field(what, say("a map is wanted")))
    canonical(value)
    return dict(value)


def _coin(coin: Any) -> str:
    if coin not in ("", "heads", "tails"):
        raise Invalid(of_field("coin", say("heads, tails or nothing is wanted")))
    return str(coin)


def _understood(battle: Battle, move: Move, sheet: FactSheet) -> None:
    """Refuse facts that the rules do not understand, that belong to no order, or that would change a settled fire."""
    rulings = standing_rulings(move)
    entries = given_orders(move)
    given = {one.measured: one.order for one in placed_orders(entries, rulings, None)}
    strange = sorted(sheet.orders.keys() - given.keys())
    if strange:
        raise _no_order(strange[0])
    sheet.bound = {key: digest(given[key]) for key in sheet.orders}
    placed = placed_orders(entries, rulings, sheet)
    rules = rules_of(battle.terms)
    for one in placed:
        if one.measured in sheet.orders:
            rules.order(one.order)
    _no_more_than_there_are(rules.pieces, move, [one.order for one in placed if one.measured in sheet.orders])
    rules.table(move.position).needs(move.side, [one.order for one in placed], sheet.move_facts)
    if move.after_fire is not None:
        before = {one.measured: one.order for one in placed_orders(entries, rulings, facts_of(move))}
        fire = (one for one in placed if one.stage == Move.Stage.FIRE)
        if any(before.get(one.measured) != one.order for one in fire):
            raise WrongState(say("The fire is published; its facts cannot be changed. You can overrule the result."))


def _no_more_than_there_are(pieces: Pieces, move: Move, orders: Sequence[Plain]) -> None:
    """Refuse a count of men that is above what there is: it would be reduced without notice."""
    found = pieces.too_many(move.position, orders)
    if found is not None:
        body, men, there = found
        name = pieces.names(move.position)[body]
        raise Invalid(
            say_many(
                "You entered {n} man of {name}, but there are only {there}.",
                "You entered {n} men of {name}, but there are only {there}.",
                men,
                name=name,
                there=there,
            )
        )


def may_be_worked_on(move: Move) -> None:
    """Refuse where the move has been submitted, is being submitted, or was taken back."""
    if move.taken_back_at is not None:
        raise WrongState(say("Move {number} has been undone.", number=move.number))
    if move.status == Move.Status.SUBMITTED:
        raise WrongState(say("Move {number} is already published.", number=move.number))
    if move.claimed_at is not None and not move.parked:
        raise Busy
