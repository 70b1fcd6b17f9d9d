"""Who sees what, beside the umpire's map: the best line of sight on each thing, and every line on one thing and from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaigns.clock import server_time
from campaigns.desk import Desk
from campaigns.desk.sightlines import floor_of, sightlines
from campaigns.sight.thing import Thing, things_seen
from campaigns.web.desk.panel import BOARD, desk_of, shown
from campaigns.web.desk.sight.sight_map import GRADES, marks_to_add, sight_map
from campaigns.web.page.lit_links import lit_links_of_all
from campaigns.web.page.wrapper import page
from rules.contract.answers import DAY, LIGHTS, Sightline
from rules.values.measure import feet
from rules.values.sentence import say

TITLES = dict(zip(LIGHTS, (say("By day"), say("Dusk or mist"), say("Night or fog")), strict=True))
"""What each light is called."""

MOST_UNSEEN = 12
"""How many that do not see, or are not seen, are listed of one thing."""


@dataclass(frozen=True)
class Row:
    """A thing in a table: how it is seen, or sees, and by which line, if there is one.  by: the thing at the line's other end."""

    thing: Thing
    href: str
    grade: str
    far: str = ""
    reach: str = ""
    why: str = ""
    clause: str = ""
    by: Thing | None = None


@page
@require_safe
def who_sees_what(request: HttpRequest, battle: str) -> HttpResponse:
    """Each thing of each side with who sees it best; at the end what nobody sees."""
    facts, light = desk_of(request, battle, server_time()), light_of(request)
    best = {one.target: one for one in sightlines(facts, light=light)}
    things = _things(facts)
    rows = [
        _row(facts, one, best.get(one.id), light, things)
        for one in sorted(things.values(), key=lambda one: _rank(best.get(one.id)))
        if one.id in best or _is_looked_for(one)
    ]
    tables = [{"title": name, "rows": [row for row in rows if row.thing.side == side]}
              for side, name in facts.seat.side_names.items()]  # fmt: skip
    told = {
        "tables": tables,
        "lit_at": lit_links_of_all(facts.seat),
        **_lights(reverse("desk-sight", args=[battle]), light),
    }
    return shown(request, facts, "desk_sight", say("Who sees what"), told)


@page
@require_safe
def thing_in_sight(request: HttpRequest, battle: str, thing: str) -> HttpResponse:
    """Who sees one thing and what it sees, why not the others, and a map of the lines."""
    facts, light = desk_of(request, battle, server_time()), light_of(request)
    lines, things = sightlines(facts, thing, light), _things(facts)
    on, of = ([one for one in lines if getattr(one, end) == thing] for end in ("target", "looker"))
    alone = bool(request.headers.get(BOARD))
    drawn = sight_map(facts, things, thing, [*_listed(on), *_listed(of)], _query(light))
    told = {
        "one": things[thing],
        "plan": drawn,
        "plan_key": "-sight" if alone else "",
        "board_page": alone,
        "more_marks": marks_to_add(facts, drawn) if alone and drawn else "",
        "tables": [
            _table(say("Who sees it"), facts, on, "looker", light, things),
            _table(say("What it sees"), facts, of, "target", light, things),
        ],
        **_lights(reverse("desk-sight-thing", args=[battle, thing]), light),
    }
    return shown(request, facts, "desk_sight_thing", say("Sight: {name}", name=things[thing].name), told)


def light_of(request: HttpRequest) -> str:
    """The light that is asked for; by day where none is, or one that there is not."""
    asked = request.GET.get("light", "")
    return asked if asked in LIGHTS else DAY


def _things(facts: Desk) -> dict[str, Thing]:
    """Everything on the floor, by id."""
    return {one.id: one for one in things_seen(facts.seat.rules.pieces, floor_of(facts), truth=True)}


def _is_looked_for(one: Thing) -> bool:
    """Whether it is said of a thing that nobody sees it: it is of a side, stands somewhere, and is not gone."""
    return bool(one.side and one.state.get("at")) and not one.look.gone


def _rank(line: Sightline | None) -> tuple[int, int]:
    """The place of a thing in its table: the best seen first, of these the nearest."""
    return (list(GRADES).index(line.grade), line.length) if line else (len(GRADES), 0)


def _row(facts: Desk, one: Thing, line: Sightline | None, light: str, things: Mapping[str, Thing]) -> Row:
    """A thing with the best line on it."""
    href = _href(facts, one.id, light)
    if line is None:
        return Row(one, href, GRADES[""])
    return Row(one, href, GRADES[line.grade], feet(line.length), by=things[line.looker])


def _table(
    title: str, facts: Desk, lines: Sequence[Sightline], end: str, light: str, things: Mapping[str, Thing]
) -> dict[str, Any]:
    """The things at one end of some lines.  end: ``looker`` or ``target``."""
    listed = [(things[getattr(one, end)], one) for one in _listed(lines)]
    rows = [
        Row(
            thing,
            _href(facts, thing.id, light),
            GRADES[one.grade],
            feet(one.length),
            feet(one.reach),
            one.why,
            one.clause,
        )
        for thing, one in listed
    ]
    return {"title": title, "rows": rows, "more": len(lines) - len(listed)}


def _listed(lines: Sequence[Sightline]) -> list[Sightline]:
    """The lines that are shown: all that are clear, then the shortest of those that are not."""
    unseen = sorted((one for one in lines if not one.grade), key=lambda one: one.length)
    return [*(one for one in lines if one.grade), *unseen[:MOST_UNSEEN]]


def _href(facts: Desk, thing: str, light: str) -> str:
    return reverse("desk-sight-thing", args=[facts.seat.battle.public_id, thing]) + _query(light)


def _query(light: str) -> str:
    """The query that keeps a light from page to page."""
    return "" if light == DAY else f"?light={light}"


def _lights(address: str, light: str) -> dict[str, Any]:
    """The choice of light.  address: of the page."""
    return {
        "lights": [
            {"title": title, "href": address + _query(key), "here": key == light} for key, title in TITLES.items()
        ]
    }
