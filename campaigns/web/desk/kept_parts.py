"""The parts of the desk that are kept until there is news of what they show: its map, its orders, its result, the table of all entries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from django.http import HttpRequest

from campaigns.desk import Desk
from campaigns.desk.doubts import waits
from campaigns.web.desk.board_page import board_box
from campaigns.web.desk.fact_fields import FactsForm
from campaigns.web.desk.ruled_losses import ruled_losses
from campaigns.web.page.events import grouped, losses
from campaigns.web.page.kept import Kept, PageData, Unkept


def parts_of_desk(request: HttpRequest, facts: Desk, shown: FactsForm, as_it_stands: bool) -> Kept | Unkept:
    """The kept parts of the desk; nothing is kept where something was pressed or typed.

    They depend on what the umpire has had news of, and on who holds which seat and which are offered.
    """
    of_orders = {"orders": lambda: {"stages": stages(facts, shown)}, "entries": dict}
    return kept_result(request, facts, lambda: board_box(facts), of_orders, as_it_stands=as_it_stands)


def kept_result(
    request: HttpRequest,
    facts: Desk,
    board: Callable[[], PageData],
    of_parts: Mapping[str, Callable[[], PageData]] = MappingProxyType({}),
    *,
    as_it_stands: bool = True,
) -> Kept | Unkept:
    """The map and the result of a desk, kept as above.  board: of the map; of_parts: of further parts."""
    those = {"finding": lambda: finding_box(facts), **of_parts}
    if not as_it_stands or facts.clock is None:
        return Unkept(board, those)
    beside = [(one.title, one.person, one.user) for one in facts.posts], facts.invited
    return Kept(request, facts.seat, facts.clock, board, beside, those)


def finding_box(facts: Desk) -> dict[str, Any]:
    """The finding as it would be: events by stage, refusals, losses."""
    preview = facts.preview
    if preview is None:
        return {"preview": None}
    named = [{**one.refused, "name": one.name} for one in facts.orders if one.refused and not waits(one)]
    others = [one for one in preview.refused if "order" not in one]
    ruled = [
        {"changes": one.change["changes"], "reason": one.reason, "clause": one.clause}
        for one in facts.rulings
        if one.kind == "overrule" and not one.revoked
    ]
    rules = facts.seat.rules
    stands = ruled_losses(facts)
    return {
        "preview": preview,
        "ruled": ruled,
        "found": grouped(preview.events, facts.names, rules, stands),
        "losses": losses(preview.events, facts.names, rules, ruled, sides_of(facts), stands),
        "refusals": [*named, *others],
        "waiting": [one.name for one in facts.orders if waits(one)],
    }


def sides_of(facts: Desk) -> dict[str, str]:
    """Whose each thing is, as the move began and as it would leave it."""
    pieces = facts.seat.rules.pieces
    floors = (facts.left or {}, facts.position)
    return {key: pieces.owner(group, one) for floor in floors for group, key, one in pieces.every(floor)}


def stages(facts: Desk, form: FactsForm) -> list[dict[str, Any]]:
    """The orders in the sequence of resolution, stage by stage, each with the fields of its facts."""
    found: list[dict[str, Any]] = []
    readings, sides = {one.thing: one for one in facts.entries if one.in_force}, sides_of(facts)
    for order in facts.orders:
        if not found or found[-1]["heading"] != order.heading:
            found.append({"heading": order.heading, "orders": []})
        entry = readings.get(order.thing)
        found[-1]["orders"].append(
            {
                "order": order,
                "fields": form.orders.get(order.measured_key, []),
                "side": sides.get(order.thing, ""),
                "reading": order.reading if order.corrected else entry.reading if entry else "",
                "entry": entry,
                "waits": waits(order),
            }
        )
    return found
