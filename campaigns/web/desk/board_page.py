"""The desk as a board: the map with the true position, orders and result, and what its foot bar offers.

Only the umpire's desk is given this: it shows both sides.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse

from campaigns.desk import Desk
from campaigns.desk.objectives import objectives_set
from campaigns.sight import under_battle
from campaigns.sight.thing import things_seen
from campaigns.usecases.desk.changes import shows
from campaigns.web.board import plan, strokes
from campaigns.web.desk.ruled_losses import ruled_losses, standing_changes
from campaigns.web.desk.strip import is_closed, number_of
from campaigns.web.page import thing_view
from campaigns.web.page.lit_links import lit_links_of_all
from rules.contract.data import Position
from rules.contract.view import View
from rules.ground.features import CROSSINGS
from rules.ground.underlay import as_it_stands
from rules.values.sentence import say


def board_box(facts: Desk, *, over: bool = False) -> dict[str, Any]:
    """The map of a desk; none where nothing has a place.  over: whether all stand where the move would leave them."""
    if facts.clock is None or facts.seat.battle.on_board:
        return {"plan": None}
    here = facts.left if over and facts.left is not None else stands(facts)
    address = reverse("desk", args=[facts.seat.battle.public_id])
    things = thing_view.on_the_plan(
        things_seen(facts.seat.rules.pieces, here, truth=True), lambda one: f"{address}body/{one.id}/"
    )
    size, country = facts.seat.terms.options.get("map_size_ft"), as_it_stands(here)
    if not things:
        return {"plan": None}
    sheet = plan.sheet_of(things, size, country)
    drawn = plan.draw_plan(
        things,
        size,
        country=country,
        orders=() if over else _ways(facts, sheet, here),
        happened=_happened(facts, sheet, over=over),
        crossings={name: f"{address}body/{name}/" for name in here.get(CROSSINGS) or ()},
        flags=objectives_set(facts.seat),
        picture=under_battle(facts.seat),
    )
    return {"plan": drawn, "lit_at": lit_links_of_all(facts.seat)}


def order_map(facts: Desk, thing: str) -> plan.Plan | None:
    """The map on which an order of a thing is corrected: both sides as the move began, how far it reaches, and the orders.

    None where the thing has no place.
    """
    pieces = facts.seat.rules.pieces
    found = pieces.find(facts.position, thing)
    if found is None or not found[1].get("at"):
        return None
    things = thing_view.on_the_plan(things_seen(pieces, facts.position, truth=True))
    size, country = facts.seat.terms.options.get("map_size_ft"), as_it_stands(facts.position)
    sheet = plan.sheet_of(things, size, country)
    reaches, picture = seen_by_the_side(facts).reaches(thing), under_battle(facts.seat)
    ways = _ways(facts, sheet, facts.position, leads=False)
    return plan.draw_plan(things, size, thing, country, reaches, pieces.reaches, orders=ways, picture=picture)


def seen_by_the_side(facts: Desk) -> View:
    """The floor as the move began it, as the side whose orders they are could see it."""
    side = facts.clock.side if facts.clock is not None else ""
    return facts.seat.rules.table(Position(facts.position)).seen_by(side)


def may_rule(facts: Desk) -> bool:
    """Whether the umpire may rule against the result now."""
    return is_closed(facts) and facts.left is not None and facts.seat.battle.status == "running"


def stands(facts: Desk) -> Mapping[str, Any]:
    """What stands on the umpire's map: the floor as the move began it, and what was ruled where it was ruled to be.

    So an arrow begins where its body stands, and a body that was dragged lies where it was dropped; all strengths are those
    of the opening.  What is no block, as a bridge, is as it was ruled.
    """
    left = facts.left
    if left is None:
        return facts.position
    if facts.clock is not None and facts.clock.state == "submitted":
        return left
    pieces = facts.seat.rules.pieces
    here = {group: dict(things) if isinstance(things, Mapping) else things for group, things in facts.position.items()}
    for change in standing_changes(facts):
        group, thing, key = change["group"], change["thing"], change.get("key", "")
        ruled = left.get(group, {}).get(thing)
        if ruled is None:
            here.get(group, {}).pop(thing, None)
        elif thing not in here.get(group, {}):
            here.setdefault(group, {})[thing] = ruled
        elif shows(pieces, change) or not pieces.kind(group).plotted:
            kept = {name: value for name, value in here[group][thing].items() if name != key}
            here[group][thing] = {**kept, **({key: ruled[key]} if key in ruled else {})}
    return here


def _ways(facts: Desk, sheet: Any, here: Mapping[str, Any], *, leads: bool = True) -> Any:
    """The orders in force, each arrow with its number in the order of resolution.  leads: whether to its order below."""
    board = facts.board
    if board is None:
        return ()
    readings = {one.thing: one.reading for one in facts.entries if one.in_force}
    said = [
        say("{name}: {reading}", name=facts.names.get(one.thing, one.thing), reading=readings.get(one.thing, ""))
        for one in board.brief.placed
    ]
    hrefs = [f"#order-{key}" for key in board.keys] if leads else ()
    gone = {one["thing"] for one in standing_changes(facts) if one["thing"] not in here.get(one["group"], {})}
    ways = [one for one in board.orders if one["thing"] not in gone]  # what was taken away goes nowhere
    numbers = number_of(facts)
    return strokes.of(
        ways, sheet, keys=board.keys, hrefs=hrefs, said=said, numbers=[numbers.get(key, "") for key in board.keys]
    )


def _happened(facts: Desk, sheet: Any, *, over: bool) -> Any:
    """What the result would do, once there is one to be published.  over: as above."""
    board, preview = facts.board, facts.preview
    if board is None or preview is None or not is_closed(facts):
        return ()
    traces = strokes.as_ruled(board.happened, ruled_losses(facts))
    if over:
        traces = [strokes.without_its_block(one) for one in traces]
    said = [str(event.get("sentence", "")) for event in preview.events]
    hrefs = [f"#event-{at}" for at in range(len(said))]
    return strokes.of(traces, sheet, hrefs=hrefs, said=said, names=facts.names)


def publishing(facts: Desk) -> str:
    """What the first button of the foot bar says."""
    clock, left = facts.clock, facts.left
    if clock is not None and clock.stage == "fire" and clock.state in ("fire", "open"):
        return say("Publish the fire, open movement")
    if left is None:
        return say("Publish")
    rules = facts.seat.rules
    if rules.result(Position(dict(left))):
        return say("Publish: the battle ends")
    side = facts.seat.called(rules.next_side(Position(dict(left))))
    if facts.seat.campaign.break_minutes:
        minutes = facts.seat.campaign.break_minutes
        return say("Publish: {side}’s move opens in {minutes} min", side=side, minutes=minutes)
    return say("Publish and open {side}’s move", side=side)
