"""The map of the lines of sight of one thing, in its panel on the umpire's desk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.urls import reverse
from django.utils.safestring import SafeString

from campaigns.desk import Desk
from campaigns.desk.sightlines import floor_of
from campaigns.sight import under_battle
from campaigns.sight.thing import Thing, things_seen
from campaigns.web.board import plan, signs, strokes
from campaigns.web.desk.board_page import stands
from campaigns.web.page import thing_view
from rules.contract.answers import GLIMPSE, KNOWN, SEEN, Sightline
from rules.contract.data import Trace
from rules.ground.underlay import as_it_stands
from rules.values.measure import feet
from rules.values.sentence import say

GRADES = {KNOWN: say("Known"), SEEN: say("Seen"), GLIMPSE: say("Glimpsed"), "": say("Not seen")}
"""How well a thing is seen, in words, the best first.  [HOUSE-SIGHT-02]"""


def sight_map(
    facts: Desk, things: Mapping[str, Thing], thing: str, lines: Iterable[Sightline], query: str
) -> plan.Plan | None:
    """The map of the lines of sight on a thing and from it: those that are clear, and those that something stops.

    things: everything on the floor, by id; query: of the address to which each block leads.  None where nothing has a place.
    """
    here, address = floor_of(facts), reverse("desk-sight", args=[facts.seat.battle.public_id])
    placed = thing_view.on_the_plan(things.values(), lambda one: f"{address}{one.id}/{query}")
    size, country = facts.seat.terms.options.get("map_size_ft"), as_it_stands(here)
    sheet = plan.sheet_of(placed, size, country)
    if sheet is None:
        return None
    drawn = [one for one in lines if one.grade or one.stopped]
    traces = [_sight_trace(place, one, things) for place, one in enumerate(drawn)]
    sight = strokes.of(traces, sheet, said=[_sight_in_words(one, things) for one in drawn])
    return plan.draw_plan(placed, size, thing, country, happened=sight, picture=under_battle(facts.seat))


def _sight_trace(place: int, line: Sightline, things: Mapping[str, Thing]) -> Trace:
    """A line of sight as it is drawn: to its end, or to what stops it."""
    end = line.stopped or line.end
    kind, side = "stopped" if line.stopped else "sight", things[line.looker].side
    drawn = [list(line.start), list(end)]
    return {"kind": kind, "of": place, "thing": line.looker, "side": side, "line": drawn, "target": line.target}


def _sight_in_words(line: Sightline, things: Mapping[str, Thing]) -> str:
    """What is said of a line of sight: how well it shows its end, or what stops it."""
    looker, target = things[line.looker].name, things[line.target].name
    told, length = line.why if line.stopped else GRADES[line.grade], feet(line.length)
    return say("From {looker} to {target}, {length}: {told}", looker=looker, target=target, length=length, told=told)


def marks_to_add(facts: Desk, drawn: plan.Plan) -> SafeString:
    """The blocks of a map in the panel that the map beside it does not have, so that each is on the page once."""
    things = thing_view.on_the_plan(things_seen(facts.seat.rules.pieces, stands(facts), truth=True))
    return signs.of_marks(drawn.marks - {signs.mark(one["arm"], one["side"], one["form"]) for one in things})
