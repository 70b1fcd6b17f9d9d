"""Men who take new places when bodies are split or merged: each by a lawful way, and paid for.  [KS-DEF-07, KS-MINE-02]

Men who close or open their ranks by no more than an interval do not count as moving; a man who goes farther marches,
by the rate and the duties of his old body.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isqrt
from typing import NamedTuple

import numpy as np

from rules.errors import Illegal
from rules.floor.assignment import about, in_order, matched
from rules.floor.called import known_as
from rules.ground.batch_geometry import Numbers, box_of, squares
from rules.kriegspiel.country.routes import route
from rules.kriegspiel.floor import survey
from rules.kriegspiel.floor.conditions import affordable, may_act, may_leave_its_place, not_used
from rules.kriegspiel.floor.crews import may_leave_the_gun
from rules.kriegspiel.floor.distances import men_of, spot
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import Figures, laid_out, radius_of
from rules.kriegspiel.floor.obstacles import may_go_straight, meets_no_enemy
from rules.kriegspiel.floor.surroundings import bodies_about
from rules.kriegspiel.floor.survey import cross_country
from rules.kriegspiel.floor.treads import Tread, mine_between
from rules.kriegspiel.floor.ways import Way, approached, pace_of, price_of, reckoning
from rules.kriegspiel.force import Body, Mine
from rules.kriegspiel.tables.figures import ARRAYS, CONTACT
from rules.values.measure import INCH, Point, leg
from rules.values.sentence import say, worded

COLUMNS = ("fours", "column")
"""Formations in which men follow each other."""

ROUNDED = 2
"""Sixteenths by which a man may be displaced only because places are rounded to the nearest sixteenth."""

ACTED = ("fired", "worked", "retired", "charged", "escorted", "marched", "forded")
"""Actions after which men may not take other places."""


class Party(NamedTuple):
    """Men of one body on the way to their places in another: the old and the new place of each."""

    body: Body
    starts: Numbers
    ends: Numbers

    @property
    def longest(self) -> int:
        """The longest way, in sixteenths."""
        return isqrt(int(squares(self.starts, self.ends).max(initial=0)))


def interval(body: Body) -> int:
    """Sixteenths from a man to the next behind him, at least an inch: a shorter displacement keeps him in the ranks."""
    return max(ARRAYS[body.formation].rank, INCH)


# -- who stands where ---------------------------------------------------------------------------------


class Parted(NamedTuple):
    """Men split from a body and those who stay, at their places, and the points that the two are laid about."""

    part: Figures
    part_at: Point
    rest: Figures
    rest_at: Point


def parted_at(body: Body, stand: Figures, men: int) -> Parted:
    """Who is split from a body: the hindmost of a column, the right of a line; nobody moves.

    Each is laid about the middle of its men, so that nobody is displaced by more than an interval.
    """
    rows = stand.men
    if body.formation not in COLUMNS:
        rows = rows[in_order(rows, body.facing, file_by_file=True)]
    part, rest = rows[len(rows) - men :], rows[: len(rows) - men]
    at, left_at = (about(one, laid_out(body.formation, len(one), body.facing)) for one in (part, rest))
    return Parted(Figures(part, stand.radius), at, Figures(rest, stand.radius), left_at)


def parties(before: tuple[tuple[Body, Figures], ...], after: Figures, facing: int) -> tuple[Party, ...]:
    """Which men of some bodies take which of the new places."""
    rows = np.concatenate([stand.men for _, stand in before])
    order = matched(rows, after.men, facing)
    found, first = [], 0
    for body, stand in before:
        mine = (order >= first) & (order < first + len(stand.men))
        found.append(Party(body, rows[order[mine]], after.men[mine]))
        first += len(stand.men)
    return tuple(found)


# -- checks ---------------------------------------------------------------------------------------------


def price(field: Field, party: Party) -> int:
    """The parts of a move that the men of a body pay to take their places; 0 if they only close their ranks.

    E-BUDGET, and the refusals of a march of that body: E-STARVED, E-PINNED, E-USED, E-DUTY, E-FLIGHT, E-BLOCKED, E-PATH,
    E-WATER.  [KS-DEF-07]
    """
    body = party.body
    ways_are_open(field, party)
    if party.longest <= interval(body):
        return 0
    name = known_as(body)
    may_act(field, body, "march")
    may_leave_its_place(field, body)
    not_used(field, body.id, name, *ACTED)
    may_leave_the_gun(field, body)
    _no_nearer_the_fugitives(field, party)
    pace = pace_of(field.options, body)
    dearest, way = 0, Way(0)
    for start, end in _pairs(party):
        found = route(field.ground, (start, end)) if field.has_map else None
        climbs = (found.up, found.down) if found is not None and field.options.use_contours else (0, 0)
        one = Way(leg(start, end), 0, *climbs)
        parts = approached(field, body.id, price_of(field.options, one, pace)).parts
        if parts > dearest:
            dearest, way = parts, one
        if field.has_map:
            meets_no_enemy(field, body.side, name, start, (end,), None)
    longest = field.left(body.id) * cross_country(body) // 864
    affordable(
        field,
        body.id,
        name,
        dearest,
        say("the farthest man {pace}", pace=worded(reckoning(way, pace))),
        "KS-DEF-07",
        longest,
    )
    return dearest


def ways_are_open(field: Field, party: Party) -> None:
    """E-PATH, E-WATER, E-RIVER, E-BRIDGEDOWN if a man cannot go straight to his place.  [KS-MOVE-08, KS-DEF-07]"""
    if field.has_map:
        body = party.body
        may_go_straight(field, known_as(body), body.arm, _pairs(party), on_foot=not body.mounted)


def _pairs(party: Party) -> list[tuple[Point, Point]]:
    """The ways of the men whose new place is not the old one."""
    moved = squares(party.starts, party.ends) > ROUNDED * ROUNDED
    return [
        ((a[0], a[1]), (b[0], b[1]))
        for a, b in zip(party.starts[moved].tolist(), party.ends[moved].tolist(), strict=True)
    ]


def _no_nearer_the_fugitives(field: Field, party: Party) -> None:
    """E-BLOCKED if men of a stopped pursuer would come nearer to those it pursued.  [KS-CHARGE-22]"""
    body = party.body
    for name in body.fugitives if body.arrested else ():
        there = survey.place(field, name)
        if there is not None and any(leg(end, there) < leg(start, there) for start, end in _pairs(party)):
            said = say(
                "{body} was stopped in its pursuit; it may not approach {name} in this move.",
                body=known_as(body),
                name=field.called(name),
            )
            raise Illegal("E-BLOCKED", said, "KS-CHARGE-22")


def touches_no_enemy(field: Field, name: str, found: tuple[Party, ...], stand: Figures) -> None:
    """E-CONTACT if men would come within an eighth of an inch of an enemy, E-PATH if one goes through him.  [KS-MOVE-08]"""
    if not any(party.longest > ROUNDED for party in found):
        return
    meets_no_enemy(field, field.side, name, None, (), stand)
    rows = np.concatenate([rows for party in found for rows in (party.starts, party.ends)])
    if next(bodies_about(field, field.enemy, box_of(rows, CONTACT)), None) is not None:
        for start, end in (pair for party in found for pair in _pairs(party)):
            meets_no_enemy(field, field.side, name, start, (end,), None)


# -- mines ----------------------------------------------------------------------------------------------


def mine_trodden_on(field: Field, party: Party) -> Mine | None:
    """The mine that a man treads on when going to his place, or None.  [KS-MINE-02]"""
    radius = radius_of(party.body.formation)
    return mine_between(field, party.body.id, _pairs(party), radius) if field.mines else None


def blow(field: Field, mine: Mine | None, identity: str) -> None:
    """A mine that was trodden on goes off under the men at their new places.  [KS-MINE-02, KS-MINE-03]"""
    if mine is not None:
        field.trodden.append(Tread(mine, identity, ()))


# -- places at the start of the move ----------------------------------------------------------------------


def stood(field: Field, body: Body) -> tuple[Figures, ...]:
    """The men's places at the start of the move: of each part that the body was made of in this move."""
    known: tuple[Figures, ...] | None = field.notes.get("stood", {}).get(body.id)
    if known is not None:
        return known
    men = men_at_places(field, body)
    return () if men is None else (men,)


def men_at_places(field: Field, body: Body) -> Figures | None:
    """The men of a body at their places; without a country, all at the one point of the body, if it has one."""
    if field.has_map:
        return men_of(field, body)
    return None if body.at is None else spot(body.at)


def remember(field: Field, identity: str, *bodies: Body) -> None:
    """Keep the places of the men that a body is made of, for the rest of the move.  [KS-CHARGE-03, KS-DEF-07]"""
    record_start_places(field, {identity: tuple(one for body in bodies for one in stood(field, body))})


def record_start_places(field: Field, places: Mapping[str, tuple[Figures, ...]]) -> None:
    """Record the men's places of some bodies at the start of the move."""
    field.notes["stood"] = {**field.notes.get("stood", {}), **places}


def opening_places(field: Field, identity: str) -> tuple[Point, ...]:
    """A thing's places at the start of the move: the middle of each part of a body made in this move; empty if not known."""
    known: tuple[Figures, ...] = field.notes.get("stood", {}).get(identity, ())
    if known:
        return tuple(about(part.men, np.zeros((1, 2), dtype=np.int64)) for part in known)
    at = survey.place(field.position, identity)
    return () if at is None else (at,)
