"""The entries and confirmations of the sides' officials: measurements, shots and coins.  [KS-OFF-03]

Reports are applied before anything else in a move, each to the order that it measures.  Lengths within an eighth of
an inch agree and the shorter counts; if the officials cannot agree, the shorter of their lengths counts, and facts that
are not lengths are dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rules.errors import Illegal, Refused
from rules.kriegspiel.events import MeasurementAgreed, MeasurementReported
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.moves.officials import CLAUSE, differ
from rules.kriegspiel.orders import Charge, Confirm, Entry, Order, Report
from rules.kriegspiel.orders.facts import NOTHING_MEASURED, Measured
from rules.kriegspiel.tables.command import AGREED
from rules.values.codec import fields_of
from rules.values.measure import inches
from rules.values.sentence import joined, say, word

LENGTHS = frozenset({"distance", "road"})
"""The facts that are lengths; all others are numbers and names, which are equal or not."""


class Reported(NamedTuple):
    """A report: the official's side, the order (its index, None for a coin of no particular combat), and whether it stands.

    shorter: the entry that counts if they never agree.
    """

    by: str
    place: int | None
    facts: Measured
    coin: str
    stands: bool
    shorter: Measured | None = None


def entered(field: Field, orders: Sequence[Order]) -> tuple[list[Order], dict[int, Refused]]:
    """The orders with what the officials entered and agreed on, and the refused entries, by index."""
    refused: dict[int, Refused] = {}
    if not any(isinstance(order, Entry) for order in orders):
        return list(orders), refused
    field.notes["orders"] = tuple(orders)
    for place, order in enumerate(orders):
        try:
            if isinstance(order, Report):
                report(field, order)
            elif isinstance(order, Confirm):
                confirm(field, order)
        except Refused as refusal:
            refused[place] = refusal
    measured = list(orders)
    for one in _reports(field).values():
        facts = one.facts if one.stands else one.shorter
        if facts is not None:
            _take_up(field, measured, one, facts)
    return measured, refused


def check_report(field: Field, order: Report) -> int:
    """Check that a fact may be entered: E-OFFICIAL, E-PENDING.  It costs nothing."""
    _official(field, order.by or field.side)
    place = _pending(field, order)
    if order.measured == NOTHING_MEASURED and not order.coin:
        raise _nothing_pending(say("no fact is entered"))
    if place is not None and _known(field.notes["orders"][place], order.measured):
        raise _nothing_pending(say("it was measured already"))
    return 0


def report(field: Field, order: Report) -> None:
    """An official enters a fact; if no confirmation is needed it stands at once."""
    check_report(field, order)
    by = _official(field, order.by or field.side)
    alone = field.options.official_confirmation == "engine_only"
    before = _reports(field).get((order.of, order.about))
    _reports(field)[order.of, order.about] = Reported(
        by, _pending(field, order), order.measured, order.coin, alone, before.shorter if before else None
    )
    said = _in_words(order.measured, order.coin)
    field.emit(MeasurementReported(clause=CLAUSE, side=field.side, body=order.of, by=by, sum=said))


def check_confirm(field: Field, order: Confirm) -> int:
    """Check that a report may be confirmed: E-OFFICIAL, E-PENDING, E-OWN, E-DIFFER.  It costs nothing."""
    known = _to_confirm(field, order)
    apart = _apart(known.facts, order.measured)
    if apart is not None or (order.coin and order.coin != known.coin):
        raise differ(apart)
    return 0


def confirm(field: Field, order: Confirm) -> None:
    """The other official confirms a report, with or without an own entry; if they differ, the shorter is kept."""
    try:
        check_confirm(field, order)
    except Refused as refusal:
        if refusal.code == "E-DIFFER":
            known = _to_confirm(field, order)
            _reports(field)[order.of, order.about] = known._replace(
                shorter=_lengths(_shorter(known.facts, order.measured))
            )
        raise
    known = _to_confirm(field, order)
    facts = _shorter(known.facts, order.measured)
    _reports(field)[order.of, order.about] = known._replace(facts=facts, stands=True)
    said = _in_words(facts, known.coin)
    by = (known.by, field.other(known.by))
    field.emit(MeasurementAgreed(clause=CLAUSE, side=field.side, body=order.of, by=by, sum=said))


# -- who enters what --------------------------------------------------------------------------------


def _official(field: Field, by: str) -> str:
    """The side of an official (``red``, ``red-official``); E-OFFICIAL if there is none."""
    side = by.removesuffix("-official")
    if side not in field.position.sides:
        raise Illegal("E-OFFICIAL", say("Only an official may enter this."), CLAUSE)
    return side


def _reports(field: Field) -> dict[tuple[str, str], Reported]:
    """The reports of this move, by thing and order."""
    known: dict[tuple[str, str], Reported] = field.notes.setdefault("reports", {})
    return known


def _to_confirm(field: Field, order: Confirm) -> Reported:
    """The report to be confirmed by the other side's official: E-OFFICIAL, E-PENDING, E-OWN."""
    known = _reports(field).get((order.of, order.about))
    if known is None or known.stands:
        _official(field, order.by or field.enemy)
        raise _nothing_pending(say("no report waits to be confirmed"))
    if _official(field, order.by or field.other(known.by)) == known.by:
        raise Illegal("E-OWN", say("The other side's official must confirm."), CLAUSE)
    return known


def _pending(field: Field, order: Entry) -> int | None:
    """The index of the order that a report measures; None for a coin of no particular combat.  E-PENDING."""
    orders: Sequence[Order] = field.notes.get("orders", ())
    for place, one in enumerate(orders):
        if one.subject and one.subject == order.of and order.about in ("", one.name):
            if not order.coin or isinstance(one, Charge):
                return place
    if order.coin and not order.of and field.chance.coin is None and any(isinstance(one, Charge) for one in orders):
        return None
    raise _nothing_pending(
        say("no order of {of} waits for it", of=order.of) if order.of else say("no charge was ordered")
    )


def _nothing_pending(why: str) -> Illegal:
    return Illegal("E-PENDING", say("This cannot be entered now: {why}.", why=why), CLAUSE)


# -- what agrees ------------------------------------------------------------------------------------


def _facts(measured: Measured) -> dict[str, Any]:
    """The entered facts, by key."""
    keys = fields_of(Measured)
    return {key: fact for key in keys if (fact := getattr(measured, key)) is not None}


def _known(order: Order, entered_now: Measured) -> bool:
    """Whether an order already has every fact that is entered now."""
    return all(getattr(order.measured, key) is not None for key in _facts(entered_now)) and bool(_facts(entered_now))


def _apart(one: Measured, other: Measured) -> int | None:
    """The difference of two entries: None if they agree, else the sixteenths of the lengths that differ most."""
    mine, yours = _facts(one), _facts(other)
    both = mine.keys() & yours.keys()
    far = max((abs(mine[key] - yours[key]) for key in both & LENGTHS), default=0)
    unlike = any(mine[key] != yours[key] for key in both - LENGTHS)
    return far if far > AGREED or unlike else None


def _shorter(one: Measured, other: Measured) -> Measured:
    """The shorter of each length that both entered; other facts from whichever has them."""
    mine, yours = _facts(one), _facts(other)
    shortest = {key: min(mine[key], yours[key]) for key in mine.keys() & yours.keys() & LENGTHS}
    return one.but(**{**yours, **mine, **shortest})


def _lengths(measured: Measured) -> Measured:
    """The lengths among some facts."""
    return Measured(**{key: fact for key, fact in _facts(measured).items() if key in LENGTHS})


def _take_up(field: Field, orders: list[Order], one: Reported, facts: Measured) -> None:
    """Add facts to the order that they measure; facts measured with the order itself stand."""
    if one.place is not None:
        order = orders[one.place]
        orders[one.place] = order.but(measured=order.measured.but(**{**_facts(facts), **_facts(order.measured)}))
    if one.coin and one.stands:
        field.chance = field.chance.tossed(_purpose(orders, one.place), one.coin)


def _purpose(orders: Sequence[Order], place: int | None) -> str:
    """The purpose of a toss: the combat of a charge, or empty for every combat of the move."""
    order = orders[place] if place is not None else None
    return f"charge/{order.body}/{order.target}" if isinstance(order, Charge) else ""


def _in_words(measured: Measured, coin: str) -> str:
    """The facts of an entry in words."""
    facts = [
        say("{key} {key2}", key=word(key), key2=inches(fact) if key in LENGTHS else _plainly(fact))
        for key, fact in _facts(measured).items()
    ]
    return joined(", ", [*facts, *([coin] if coin else [])])


def _plainly(fact: Any) -> str:
    """A fact that is not a length, in words: a number, a word, or the count of a list."""
    return str(fact).lower() if isinstance(fact, bool | int | str) else say("of {fact}", fact=len(fact))
