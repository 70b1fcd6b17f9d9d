"""What stands round the board of a sheet: the list of the reader's troops, the bar at the foot, and the layers of orders."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from campaigns import sight
from campaigns.web.board import plan, strokes
from campaigns.web.page import thing_view
from rules.contract.data import Order, Trace
from rules.errors import Refused
from rules.values.sentence import joined, say, word_of

log = logging.getLogger(__name__)

ORDERED, DRAFT, REFUSED, DUTY, WITHOUT = "ordered", "draft", "refused", "duty", "without"
"""The states of a thing in the list; each has a sign in the style sheet, and is said in words beside the thing's name."""


@dataclass(frozen=True)
class Troop:
    """A thing in the list of the reader's troops.  state: of its orders; brief: its orders, or its duty, in a few words.
    place: in the sequence of the sheet; wants: whether it counts among those that want orders."""

    row: thing_view.Row
    state: str
    brief: str
    place: int = 0
    wants: bool = True


def in_brief(orders: Iterable[Mapping[str, Any]]) -> str:
    """Orders by their names: ``form, march``; what stays where it is has none."""
    return joined(", ", (word_of(str(one["order"])) for one in orders)) or say("stays where it is")


def troops(facts: sight.Sheet) -> list[Troop]:
    """The things that the reader commands, in the sequence of the sheet."""
    wants = facts.seat.rules.pieces.wants_orders
    mine = [one for one in facts.own if one.may_order and not one.look.gone]
    over = not _drafts(facts)
    return [replace(_troop(one, over), place=place, wants=wants(one.group)) for place, one in enumerate(mine)]


def _drafts(facts: sight.Sheet) -> Sequence[sight.DraftFact]:
    """The reader's drafts while they may still be sent; none once the move takes no more orders."""
    return facts.drafts if facts.clock is not None and facts.clock.takes_orders else ()


def _troop(thing: sight.Thing, over: bool) -> Troop:
    """over: whether its draft no longer counts."""
    row, draft = thing_view.row(thing), None if over else thing.draft
    if draft is not None:
        return Troop(row, DRAFT if draft.lawful else REFUSED, in_brief(draft.orders))
    if thing.receipt is not None and thing.receipt.returned is None:
        return Troop(row, ORDERED, in_brief(thing.receipt.orders))
    duty = next(iter(thing.duties), None)
    return Troop(row, DUTY if duty is not None else WITHOUT, duty["sentence"] if duty is not None else "")


def board_parts(facts: sight.Sheet) -> dict[str, Any]:
    """The list, the groups that are ordered together, and the drafts with their prices, as the templates show them."""
    listed = troops(facts)
    waits = facts.seat.battle.status != "ended"
    without = [one for one in listed if one.state == WITHOUT and waits]
    return {
        "troops_listed": [one for one in listed if one not in without],
        "troops_without": [one for one in without if one.wants],
        "troops_besides": [one for one in without if not one.wants],
        "groups_together": [one for one in sight.groups(facts) if len(one.things) > 1],
        "kept_drafts": {one.thing: list(one.orders) for one in _drafts(facts)},
    }


def foot(facts: sight.Sheet) -> dict[str, Any]:
    """The figures of the bar at the foot, as plain data."""
    tally, clock = facts.tally, facts.clock
    other = clock is not None and not facts.mine
    over = clock is not None and clock.state in ("drain", "closed") and facts.seat.battle.status != "ended"
    return {
        "stage": clock.stage if clock is not None else "",
        "on_move": clock.side_name if clock is not None and other and clock.takes_orders else "",
        "next": clock.side_name if clock is not None and other and clock.in_break else "",
        "ordered": tally.ordered,
        "of": tally.of,
        "drafts": tally.drafts,
        "refused": tally.refused,
        "takes": any(one.is_open for one in facts.own),
        "over": over,
        "unsent": len(facts.drafts) if over else 0,
    }


def readiness_on(sheet: sight.Sheet) -> dict[str, Any]:
    """Which seats of the asker's side are ready, and what each has sent that was not returned or held, as plain data."""
    stage = sheet.clock.stage if sheet.clock is not None else ""
    sent = [receipt.post for receipt in sheet.receipts if receipt.stage == stage and not receipt.returned]
    readiness = [
        {"title": one.title, "mine": one.mine, "ready": one.at is not None, "sent": sent.count(one.title)}
        for one in sheet.readiness
        if one.expected
    ]
    readiness += [{"title": one, "mine": False, "ready": False, "sent": 0, "invited": True} for one in sheet.invited]
    return {
        "readiness": readiness if sheet.mine else [],
        "awaited": list(sheet.invited),
        "can_ready": sheet.mine and any(one["mine"] for one in readiness),
        "am_last": all(one["ready"] or one["mine"] for one in readiness),
        "am_ready": any(one.at is not None for one in sheet.readiness if one.mine),
    }


def may_be_ready(seat: sight.Seat, clock: sight.ClockFace | None) -> bool:
    """Whether somebody may say now that they are ready."""
    return clock is not None and clock.takes_orders and seat.battle.status == "running"


# -- the layers of orders on the map ----------------------------------------------------------------


def things_of(facts: sight.Sheet, link: Any = None) -> list[dict[str, Any]]:
    """What is drawn as blocks, the reader's own side marked."""
    own = {one.id for one in facts.own}
    drawn = thing_view.on_the_plan([*facts.own, *facts.enemy, *facts.others], link)
    return [{**one, "own": one["thing"] in own} for one in drawn]


def ways(facts: sight.Sheet, things: Sequence[Mapping[str, Any]], size: Any) -> dict[str, Any]:
    """The layers of the orders in force and of the reader's drafts; empty lists where nothing is drawn.

    size: of the map, in feet.
    """
    paper = plan.sheet_of(things, size, facts.country)
    if paper is None or facts.known is None:
        return {"orders": [], "drafts": []}
    force = list(_in_force(facts))
    drafted = {one.thing for one in _drafts(facts)}
    before = [one for one in force if one[0] not in drafted]
    drafts = [(one.thing, place, order) for one in _drafts(facts) for place, order in enumerate(one.orders)]
    return {
        "orders": _drawn(facts, paper, [], force),
        "drafts": _drawn(facts, paper, before, drafts),
    }


Way = tuple[str, int, Mapping[str, Any]]
"""A thing, the place of an order among its orders, and the order."""


def _in_force(facts: sight.Sheet) -> Iterator[Way]:
    """The orders in force of the side in the stage under way; none once they have been carried out."""
    clock = facts.clock
    if clock is None or clock.state == "submitted" or not facts.mine:
        return
    for receipt in facts.receipts:
        if receipt.stage == clock.stage and receipt.returned is None:
            for place, order in enumerate(receipt.orders):
                yield receipt.thing, place, order


def _drawn(facts: sight.Sheet, paper: Any, before: Sequence[Way], those: Sequence[Way]) -> list[Any]:
    """The strokes of orders, each after those before it.  before: orders that are not drawn here themselves."""
    if not those or facts.known is None:
        return []
    orders = [Order(dict(order)) for _, _, order in (*before, *those)]
    try:
        traces = facts.known.traces(orders)
    except Refused:
        return []
    except Exception:  # a draft that breaks the rules' program leaves the page as it is
        log.exception("The ways of orders cannot be drawn.")
        return []
    first = len(before)
    shown = [cast(Trace, {**one, "of": one["of"] - first}) for one in traces if one["of"] >= first]
    names = {one.id: one.name for one in (*facts.own, *facts.enemy, *facts.others)}
    return strokes.of(
        shown,
        paper,
        keys=[f"{thing}:{place}" for thing, place, _ in those],
        said=[say("{name}: {orders}", name=names.get(thing, thing), orders=in_brief([one])) for thing, _, one in those],
    )
