"""Fact sheets as a side may read them: which facts hold, which of them it may know.  [KS-OFF-01, KS-OFF-03]"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from campaigns.bridge import digest
from campaigns.measurements import COIN, Facts, Place, facts_in
from campaigns.models import FactSheet
from campaigns.models.plain import Plain
from rules.contract import data
from rules.contract.answers import Need
from rules.contract.rules import Rules


def holding(sheet: FactSheet | None, orders: Mapping[str, Plain]) -> Facts:
    """The facts of a sheet that hold: those of an order that has been replaced since do not count.

    orders: as they are to be adjudicated, by the key of their facts.
    """
    if sheet is None:
        return {}
    bound = {key: facts for key, facts in sheet.orders.items() if key in orders and _is_of(sheet, key, orders[key])}
    return facts_in(bound, sheet.move_facts, sheet.coin)


def _is_of(sheet: FactSheet, key: str, order: Plain) -> bool:
    return bool(sheet.bound.get(key) == digest(order))


def readable(rules: Rules, facts: Facts, seen: Collection[str]) -> Facts:
    """The facts that name only what is seen."""
    return {place: value for place, value in facts.items() if things_in(rules, place, value) <= set(seen)}


def things_in(rules: Rules, place: Place, value: Any) -> frozenset[str]:
    """The things that a fact names."""
    if place == COIN:
        return frozenset()
    return rules.book.names(data.Facts({place.key: {place.subject: value} if place.subject else value}))


def revision_read(rules: Rules, sheets: Sequence[FactSheet], orders: Mapping[str, Plain], seen: Collection[str]) -> int:
    """How often the part of the sheets that somebody may read has changed; 0 while there is nothing to read.

    Changes of what they may not know do not count.
    """
    count, before = 0, Facts()
    for sheet in sheets:
        now = readable(rules, holding(sheet, orders), seen)
        count, before = count + (now != before), now
    return count


def places_of(needs: Iterable[Need], keys: Sequence[str]) -> set[Place]:
    """Where the needed facts will stand.  keys: of the facts of the orders, in their sequence."""
    found = set()
    for need in needs:
        if need.order is not None:
            found.add(Place(keys[need.order], need.key))
        else:
            found |= {Place("", need.key), Place("", need.key, need.subject)}
    return found
