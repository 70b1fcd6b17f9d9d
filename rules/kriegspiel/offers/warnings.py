"""Warnings to a commander about an order that is allowed.  [rulebook section 29.4]"""

from __future__ import annotations

from collections.abc import Iterator

from rules.errors import Reason
from rules.floor.called import known_as
from rules.ground.features import called
from rules.ground.geometry import legs, to_leg
from rules.kriegspiel import orders as given
from rules.kriegspiel.captures.seizure import limits
from rules.kriegspiel.duties import retreats
from rules.kriegspiel.floor import survey
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import Body
from rules.kriegspiel.offers.dry_run import try_order
from rules.kriegspiel.orders import Order
from rules.kriegspiel.reports.read_back import name_of
from rules.kriegspiel.tables.charges import RUNNING_CLOSE, RUNNING_EXTENDED, band
from rules.kriegspiel.tables.supply import CUTS_WITHIN
from rules.kriegspiel.works.labour import KEEPS, moves_needed, work_of
from rules.values.measure import INCH, MOVE, Point, cost, feet, inches
from rules.values.sentence import say, say_many, word

CHOICES = (given.Dismount, given.Charge, given.Retire, given.Surrender)
"""Orders by which cavalry makes one of the three choices, or no longer has to."""

LEAVES_WORK = (
    given.March,
    given.Retire,
    given.Form,
    given.FireRifles,
    given.Charge,
    given.Assault,
    given.Ford,
    given.Escort,
    given.Undertaking,
)
"""Orders that take a crew off its work."""


def warnings(field: Field, order: Order) -> tuple[Reason, ...]:
    """Code, clause and sentence of each warning, as far as the facts are known."""
    body = field.bodies.get(order.subject)
    if body is None or body.side != field.side:
        return ()
    return (
        *_choices(field, order, body),
        *_short_of_it(field, order, body),
        *_run(field, order, body),
        *_supply(field, order, body),
        *_work(field, order, body),
        *_edge(field, body),
    )


def _warn(code: str, clause: str, sentence: str) -> Reason:
    return {"code": code, "clause": clause, "sentence": sentence}


def _choices(field: Field, order: Order, body: Body) -> Iterator[Reason]:
    """W-CHOICES: cavalry that owes the three choices is ordered something else.  [KS-CHARGE-15, KS-CHARGE-16]"""
    if body.owes_choice and body.mounted and not isinstance(order, CHOICES):
        near = body.owes_choice[0]
        far = survey.distance(field, body.id, near)
        away = say("within charging distance") if far is None else inches(far)
        sentence = say(
            "{name} is {away} from {near}: unless it dismounts, charges or retires, each sabre that charges "
            "it kills five and throws back fifteen (KS-CHARGE-16).",
            name=known_as(body),
            away=away,
            near=name_of(field.position, near),
        )
        yield _warn("W-CHOICES", "KS-CHARGE-16", sentence)


def _short_of_it(field: Field, order: Order, body: Body) -> Iterator[Reason]:
    """W-CHOICES: cavalry that owes the three choices retires less than its full allowance.  [KS-DEF-12, KS-CHARGE-16]"""
    if not (isinstance(order, given.Retire) and body.owes_choice and body.mounted):
        return
    rate = retreats.rate_of(field.options, body, order.by_road)
    full = field.left(body.id) * rate * INCH // MOVE
    if try_order(field, order) < cost(full, rate):
        sentence = say(
            "{name} does not retire by all that it can, {full}: so far it counts as standing, and each sabre "
            "that charges it kills five and throws back fifteen (KS-CHARGE-16).",
            name=known_as(body),
            full=inches(full),
        )
        yield _warn("W-CHOICES", "KS-CHARGE-16", sentence)


def _end_of(order: Order) -> Point | None:
    """The end of a march or retreat, if it is drawn."""
    return order.path[-1] if isinstance(order, given.March | given.Retire) and order.path else None


def _run(field: Field, order: Order, body: Body) -> Iterator[Reason]:
    """W-RUN: infantry retires and is still within charging distance.  [KS-CHARGE-24 to KS-CHARGE-27]"""
    end = _end_of(order)
    if not isinstance(order, given.Retire) or body.arm != "infantry" or end is None:
        return
    near = [
        (survey.apart(end, enemy.at), enemy.id)
        for enemy in field.bodies_of(field.enemy)
        if enemy.at is not None and survey.may_threaten(enemy)
    ]
    within = [one for one in near if one[0] <= survey.threat_reach(field, field.bodies[one[1]])]
    if within:
        far, enemy_id = min(within)
        kills = _kills(far, body.formation == "extended")
        sentence = say(
            "{name} will still be {far} from {enemy_id}. If {enemy_id} catches it, each sabre kills {kills} of its men, "
            "and it must go on retiring until that cavalry is driven off.",
            name=known_as(body),
            far=inches(far),
            enemy_id=name_of(field.position, enemy_id),
            kills=kills,
        )
        yield _warn("W-RUN", "KS-CHARGE-24" if body.formation == "extended" else "KS-CHARGE-25", sentence)


def _kills(far: int, extended: bool) -> int:
    """Running infantry that one sabre kills at a distance.  [KS-CHARGE-24, KS-CHARGE-25]"""
    return (RUNNING_EXTENDED if extended else RUNNING_CLOSE)[band(far)]


def _supply(field: Field, order: Order, body: Body) -> Iterator[Reason]:
    """W-SUPPLY: a body ends beyond its supply range, or with an enemy between.  [KS-SUP-05, KS-SUP-06, KS-SUP-11]"""
    end = _end_of(order)
    if end is None or not field.options.use_supply or body.arm == "transport":
        return
    own = [
        store
        for group in (field.depots, field.waggons)
        for store in group.values()
        if store.owner == field.side and not store.destroyed
    ]
    sources = sorted((survey.apart(end, one.at), one.id) for one in own if one.at is not None and one.packets.total)
    if not sources:
        return
    far, source = sources[0]
    start = survey.place(field, source)
    cut = start is not None and any(
        enemy.fit and enemy.at is not None and survey.between(start, end, enemy.at, CUTS_WITHIN)
        for enemy in field.bodies_of(field.enemy)
    )
    if far > field.options.supply_range(body.arm) or cut:
        period = max(field.options.supply_period_moves, 1)
        moves = -field.number % period
        tick = (
            say("the next issue is at the end of this move")
            if not moves
            else say_many("next issue in {n} move", "next issue in {n} moves", moves)
        )
        enemy_between = say(", with the enemy between") if cut else ""
        sentence = say(
            "{name} will be {far} from {source}{enemy_between}; {tick}.",
            name=known_as(body),
            far=feet(far),
            source=name_of(field.position, source),
            enemy_between=enemy_between,
            tick=tick,
        )
        yield _warn("W-SUPPLY", "KS-SUP-11" if cut else "KS-SUP-06", sentence)


def _work(field: Field, order: Order, body: Body) -> Iterator[Reason]:
    """W-BREAKWORK: an order takes a crew off its work.  [KS-DEST-09]"""
    work = work_of(field, body.id)
    if work is not None and isinstance(order, LEAVES_WORK):
        what = "kept" if work.kind in KEEPS else "lost"
        sentence = say(
            "{id} has {moves_done} of {work} moves; they will be {what}.",
            id=field.called(work.id),
            moves_done=work.moves_done,
            work=moves_needed(field, work),
            what=what,
        )
        yield _warn("W-BREAKWORK", "KS-DEST-09", sentence)


def _edge(field: Field, body: Body) -> Iterator[Reason]:
    """W-EDGE: a body in flight is within one of its moves of the edge, or of water that it cannot ford.  [KS-CHARGE-23]"""
    if not body.flight or body.at is None:
        return
    near = [one for one in _dangers(field, body, body.at) if one[0] <= survey.cross_country(body) * INCH]
    if near:
        far, edge = min(near)
        sentence = say(
            "{name} is {far} from {edge}; driven over, it is destroyed (KS-CHARGE-23).",
            name=known_as(body),
            far=inches(far),
            edge=edge,
        )
        yield _warn("W-EDGE", "KS-CHARGE-23", sentence)


def _dangers(field: Field, body: Body, at: Point) -> Iterator[tuple[int, str]]:
    """The distance of a body from each edge of the field and each unfordable water, with their names."""
    size, country = limits(field), field.position.country
    safe = country.back_lines.get(body.side) if field.options.own_back_line_is_safe else ""
    if size is not None:
        ways = {"west": at[0], "east": size[0] - at[0], "south": at[1], "north": size[1] - at[1]}
        yield from (
            (max(far, 0), say("the {edge}", edge=word(f"{edge} edge"))) for edge, far in ways.items() if edge != safe
        )
    for name, water in country.water.items():
        if not water.fordable:
            yield min(to_leg(a, b, at) for a, b in legs(water.outline, closed=True)), called(country, "water", name)
