"""What the case adapters of the books of the floor share: a start with its country, a move made once, things written out in full.

[CASES.md]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from rules.contract.case_adapters import read_orders, whole
from rules.contract.data import RefusedOrder
from rules.floor.outcome import Outcome
from rules.values.chance import read_chance

P = TypeVar("P")


def start_of(case: dict[str, Any]) -> dict[str, Any]:
    """The start of a case, with its country and what else the case says of that."""
    given = dict(case.get("start") or {})
    if case.get("country"):
        given["country"] = {**(given.get("country") or {}), **case["country"]}
    return given


def made(
    adjudicate: Callable[..., Outcome[P]],
    read_order: Callable[[Any, str], Any],
    read_facts: Callable[[Any], Any],
    position: P,
    data: dict[str, Any],
) -> tuple[P, list[dict[str, Any]], list[RefusedOrder]]:
    """A move of a case, made once: the position after it, the complete events, and the refused orders.

    An order that is not understood is refused, and the rest are carried out.
    """
    read, places, refused = read_orders(data.get("orders") or [], read_order)
    facts, chance = read_facts(data.get("measured")), read_chance(data.get("chance"))
    outcome = adjudicate(position, data["side"], read, facts, chance)
    refused += [{**one.data(), "order": places[one.order]} for one in outcome.refused]
    happened = [{"event": one.name, "told": one.told, **whole(one)} for one in outcome.events]
    for event, eyes in zip(happened, outcome.eyes, strict=False):
        event["eyes"] = eyes
    return outcome.position, happened, sorted(refused, key=lambda one: int(one["order"]))


def groups_whole(position: Any, groups: Iterable[str], held: Iterable[str]) -> dict[str, Any]:
    """The things of a position, with all their fields.  held: the groups whose holders are written."""
    out = {group: {name: whole(one) for name, one in getattr(position, group).items()} for group in groups}
    for group in held:
        for name, one in getattr(position, group).items():
            out[group][name]["held_by"] = one.owner
    return out
