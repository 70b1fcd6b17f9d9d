"""What was measured, fact by fact: who reported it, who confirmed it, and which facts count.  [KS-OFF-01, KS-OFF-03]"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef

from campaigns.models import Confirmation, FactSheet, Move, Post
from campaigns.models.plain import Plain
from rules.contract import data
from rules.contract.rules import Rules


class Place(NamedTuple):
    """Where a fact stands: under which order (empty for the move itself), under which key, and of which thing.

    order: ``<thing>/<place among its orders>``.  subject: of facts of the move that are given thing by thing, else
    empty.
    """

    order: str
    key: str
    subject: str = ""


Facts = dict[Place, Any]
"""Facts by their places."""

COIN = Place("", "coin")
"""The place of a real coin's fall."""


def sheets_of(move: Move) -> list[FactSheet]:
    """Every sheet of a move, the oldest first; ``confirmable``: whether the side that does not move has an official."""
    others = Post.objects.filter(
        campaign=OuterRef("move__battle__campaign"), kind=Post.Kind.OFFICIAL, held_until__isnull=True
    ).exclude(side__key=OuterRef("move__side"))
    rows = FactSheet.objects.filter(move=move).select_related("by").annotate(confirmable=Exists(others))
    return list(rows.order_by("revision"))


def facts_in(orders: Mapping[str, Plain], move_facts: Plain, coin: str) -> Facts:
    """The facts of a sheet, one by one; an empty map that says "of nothing" is a fact too, null is none."""
    found: Facts = {Place(order, key): value for order, facts in orders.items() for key, value in facts.items()}
    for key, value in move_facts.items():
        if isinstance(value, Mapping) and value:
            found |= {Place("", key, subject): one for subject, one in value.items()}
        else:
            found[Place("", key)] = value
    if coin:
        found[COIN] = coin
    return {place: value for place, value in found.items() if value is not None}


def sheet_of(facts: Facts) -> tuple[dict[str, Plain], Plain, str]:
    """The same put together again: facts by order, facts of the move, and the coin."""
    orders: dict[str, Plain] = {}
    move_facts: Plain = {}
    for place, value in sorted(facts.items(), key=lambda one: one[0]):
        if place.order:
            orders.setdefault(place.order, {})[place.key] = value
        elif place.subject:
            move_facts.setdefault(place.key, {})[place.subject] = value
        elif place != COIN:
            move_facts[place.key] = dict(value) if isinstance(value, Mapping) else value
    return orders, move_facts, facts.get(COIN, "")


def measured_by(sheets: Iterable[FactSheet]) -> dict[Place, FactSheet]:
    """For each fact of the last sheet, the sheet that first gave it its present value."""
    found: dict[Place, FactSheet] = {}
    before: Facts = {}
    for sheet in sheets:
        now = facts_in(sheet.orders, sheet.move_facts, sheet.coin)
        unchanged = {place for place, value in now.items() if place in before and before[place] == value}
        found = {place: found[place] if place in unchanged else sheet for place in now}
        before = now
    return found


# -- reported and confirmed ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Standing:
    """The facts of a move that count, and those that wait.

    sheet: the last, without what waits; none where nothing was measured.  waiting: what an official reported and
    neither the other side's has confirmed nor the umpire taken over: its value, and the sheet that reported it.
    said: what the other side's official has said, where they were asked.
    """

    sheet: FactSheet | None
    waiting: Mapping[Place, tuple[Any, FactSheet]] = field(default_factory=dict)
    said: tuple[Confirmation, ...] = ()


def standing(rules: Rules, move: Move, sheets: Sequence[FactSheet], orders: Mapping[str, Plain]) -> Standing:
    """Which facts of the sheets of a move count.  [KS-OFF-03]

    orders: those for which the last sheet holds, by the key of their facts.  Once the move is submitted all of it
    counted.
    """
    if not sheets:
        return Standing(None)
    last = sheets[-1]
    if move.status == Move.Status.SUBMITTED:
        return Standing(last)
    values = facts_in(last.orders, last.move_facts, last.coin)
    waiting = {place: (values[place], sheet) for place, sheet in _reported(sheets).items()}
    if not waiting or not rules.book.confirms(rules.options) or not getattr(last, "confirmable", False):
        return Standing(last)
    said = confirmations_of(move)
    seen = _ids(rules.table(move.position).sees(other_side(rules, move.side)))
    things = _ids(move.position)
    waiting = {
        place: one
        for place, one in waiting.items()
        if not is_confirmed(place, one[0], said)
        and _is_shown(rules, place, one[0], orders.get(place.order, {}), seen, things)
    }
    held = {place: value for place, value in values.items() if place not in waiting}
    by_order, move_facts, coin = sheet_of(held)
    return Standing(
        FactSheet(
            revision=last.revision, by=last.by, orders=by_order, bound=last.bound, move_facts=move_facts, coin=coin
        ),
        waiting,
        tuple(said),
    )


def other_side(rules: Rules, side: str) -> str:
    """The other side."""
    return next(one for one in rules.sides if one != side)


def confirmations_of(move: Move) -> list[Confirmation]:
    """What the other side's official has said of this move's facts, the oldest first."""
    return list(Confirmation.objects.filter(move=move).select_related("by").order_by("number"))


def said_of(place: Place, said: Iterable[Confirmation]) -> list[tuple[Confirmation, Plain]]:
    """What was said of one fact: each time by whom, and what."""
    return [
        (one, fact)
        for one in said
        for fact in one.facts
        if (fact["order"], fact["key"], fact["subject"]) == tuple(place)
    ]


def said_in(standing: Standing, place: Place | None) -> dict[str, Any]:
    """The state of a fact between the officials: ``waits``, ``differs`` (what the other has measured), ``confirmed_by``."""
    if place is None:
        return {}
    said = said_of(place, standing.said)
    if place in standing.waiting:
        differing = [fact["measured"] for _, fact in said if fact["stands"] is None]
        return {"waits": True, "differs": differing[-1] if differing else None}
    sheet = standing.sheet
    stands = facts_in(sheet.orders, sheet.move_facts, sheet.coin).get(place) if sheet is not None else None
    agreed = [one.by.title for one, fact in said if fact["stands"] is not None and fact["stands"] == stands]
    return {"confirmed_by": agreed[-1] if agreed else ""}


def is_confirmed(place: Place, value: Any, said: Iterable[Confirmation]) -> bool:
    """Whether the two officials have agreed on what the sheet says of a fact."""
    return any(fact["stands"] is not None and fact["stands"] == value for _, fact in said_of(place, said))


def _reported(sheets: Sequence[FactSheet]) -> dict[Place, FactSheet]:
    """The facts that rest on one official's report alone, each with the sheet that reported it."""
    ruled = [one for one in sheets if one.by.kind == Post.Kind.UMPIRE]
    return {
        place: one
        for place, one in measured_by(sheets).items()
        if not any(other.revision >= one.revision and _takes_over(other, place) for other in ruled)
    }


def _takes_over(sheet: FactSheet, place: Place) -> bool:
    """Whether the umpire, who wrote this sheet, has taken a fact over with it."""
    return sheet.parts is None or list(place) in sheet.parts


def _is_shown(
    rules: Rules, place: Place, value: Any, order: Plain, seen: frozenset[str], things: frozenset[str]
) -> bool:
    """Whether the other side's official may be shown a fact: it is public, and names only what their side sees."""
    if place.order and not order:
        return False
    if not rules.book.in_the_open(str(order.get("order", "")), place.key):
        return False
    named = set(_words(order)) if place == COIN else set(_words(order)) | rules.book.names(_alone(place, value))
    return named & things <= seen


def _alone(place: Place, value: Any) -> data.Facts:
    return data.Facts({place.key: {place.subject: value} if place.subject else value})


def _words(data: Any) -> Iterable[str]:
    """Every string in plain data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for key, value in data.items():
            yield str(key)
            yield from _words(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _words(value)


def _ids(position: Plain) -> frozenset[str]:
    """The ids of all things of a position, or of what is seen of it."""
    return frozenset(
        identity
        for name, group in position.items()
        if isinstance(group, Mapping) and name != "country"
        for identity, one in group.items()
        if isinstance(one, Mapping)
    )
