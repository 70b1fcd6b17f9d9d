"""The General: movement, hits, capture and successors.  [KS-GENL]"""

from __future__ import annotations

from typing import NamedTuple

from rules.errors import Illegal, Invalid
from rules.floor.field import nothing
from rules.kriegspiel.events import BodyMarched, GeneralFallen, GeneralHit, GeneralSucceeded, RiverForded
from rules.kriegspiel.floor import survey
from rules.kriegspiel.floor.conditions import not_used, whole_move
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import mounted_man
from rules.kriegspiel.floor.fords import Crossing, crossing_at, general_beyond, may_ford
from rules.kriegspiel.floor.go import go
from rules.kriegspiel.floor.obstacles import ground_is_clear, not_too_steep_for_wheels
from rules.kriegspiel.floor.tracks import nearest_on
from rules.kriegspiel.floor.ways import (
    Price,
    Way,
    approached,
    emit_contours,
    not_too_steep,
    payable,
    price_of,
    reckoning,
    way_of,
)
from rules.kriegspiel.force import General
from rules.kriegspiel.orders import MoveGeneral
from rules.kriegspiel.tables.command import AWAY, KEPT_FROM_CAPTURE
from rules.kriegspiel.tables.figures import CONTACT
from rules.kriegspiel.tables.paces import BY_MOTOR, ON_HORSEBACK, Pace
from rules.values.measure import INCH, MOVE, Point, cost, inches, of_a_move
from rules.values.sentence import say, to_say, word

CLAUSE = "KS-GENL-05"


def own_general(field: Field, identity: str) -> General:
    """The General of the moving side, who must be present: E-NONE, E-ABSENT."""
    general = field.generals.get(identity)
    if general is None or general.side != field.side:
        raise nothing(say("General"), identity)
    if general.gone:
        raise Illegal("E-ABSENT", say("The General is out of the game; the successor commands."), "KS-GENL-09")
    if general.absent_for:
        until = away_until(field, general)
        raise Illegal(
            "E-ABSENT",
            say("The General is injured until own move {until}; the deputy commands.", until=until),
            "KS-GENL-07",
        )
    return general


def away_until(field: Field, general: General) -> int:
    """The last own move for which an injured General is away: the move in which he was hit does not count.  [KS-GENL-07]"""
    return field.number + general.absent_for - 1 + field.did(general.id, "hit")


# -- movement -----------------------------------------------------------------------------------


class Ride(NamedTuple):
    """A General's way, computed."""

    way: Way
    price: Price
    pace: Pace


def check_move_general(field: Field, order: MoveGeneral) -> int:
    """The cost of a General's way: E-ABSENT, E-USED, E-WATER, E-OFFROAD, E-STEEP, E-BUDGET.  [KS-GENL-05]

    0 if the way is still to be measured.
    """
    ride = _ride(field, order)
    return ride.price.parts if ride else 0


def move_general(field: Field, order: MoveGeneral) -> None:
    """Move a General, who blocks nobody's way and whose way nobody blocks.  [KS-GENL-05, KS-GENL-06]"""
    ride = _ride(field, order)
    if ride is None:
        raise Invalid(
            say(
                "How far {general} goes is neither drawn (path) nor measured (measured.distance).",
                general=order.general,
            )
        )
    general = field.generals[order.general]
    field.spend(general.id, ride.price.parts, "marched")
    share = of_a_move(ride.price.parts)
    said = to_say("{pace} = {share}", pace=reckoning(ride.way, ride.pace), share=share)
    far = ride.way.distance
    field.emit(BodyMarched(clause=CLAUSE, side=general.side, body=general.id, distance=far, cost=share, sum=said))
    if ride.way.up or ride.way.down:
        emit_contours(field, general.id, ride.way, 0)
    go(field, general.id, order.path)


def _ride(field: Field, order: MoveGeneral) -> Ride | None:
    """A General's way, computed and checked."""
    general = own_general(field, order.general)
    called = field.called(general.id)
    not_used(field, general.id, called, "marched", "forded")
    if order.measured.ford:
        raise Illegal(
            "E-WATER",
            say(
                "The path of {called} enters water; use FORD at a marked ford, or where it may be waded ({clause}).",
                called=called,
                clause=CLAUSE,
            ),
            CLAUSE,
        )
    way = way_of(field.options, order.measured, general.at, order.path, order.by_motor)
    if way is None:
        return None
    pace = BY_MOTOR if order.by_motor else ON_HORSEBACK
    price = price_of(field.options, way, pace, 0, order.by_motor)
    if order.by_motor:
        _on_the_road(field, general, way, price)
        not_too_steep(field.options, called, way)
    ground_is_clear(field, called, general.at, order.path, on_foot=False)
    if field.has_map and order.by_motor:
        not_too_steep_for_wheels(field, called, general.at, order.path)
    payable(field, general.id, called, way, pace, price, (general.at, *order.path))
    return Ride(way, approached(field, general.id, price), pace)


def _on_the_road(field: Field, general: General, way: Way, price: Price) -> None:
    """E-OFFROAD if it is never on a road, or is so long that the road's pace would be needed throughout.  [KS-GENL-05]"""
    by_road_throughout = cost(way.distance, BY_MOTOR.road)
    if (way.distance and not way.road) or by_road_throughout <= field.left(general.id) < price.parts:
        sentence = say("The motor keeps to the road; it leaves it after {road}.", road=inches(way.road))
        raise Illegal("E-OFFROAD", sentence, CLAUSE)


def check_ford_general(field: Field, identity: str, ford: str, away: int | None, *, deep: bool) -> int:
    """Check that a General may pass a ford, for the whole move: E-ABSENT, E-DEEP, E-BANK, E-WHOLE.  [KS-GENL-05]"""
    general = own_general(field, identity)
    called = field.called(general.id)
    if deep:
        raise Illegal("E-DEEP", say("The water cannot be forded."), CLAUSE)
    if away is not None and away > INCH:
        sentence = say(
            "{called} is {away} from the ford, and must start the move within 1 in. of it.",
            called=called,
            away=inches(away),
        )
        raise Illegal("E-BANK", sentence, CLAUSE)
    whole_move(field, general.id, called, say("Fording"), CLAUSE)
    over = _over(field, general, ford)
    if over is not None and general.at is not None:
        may_ford(field, called, general.at, over, general_beyond(over.line), ON_HORSEBACK.country, on_foot=False)
    return MOVE


def ford_general(field: Field, identity: str, ford: str) -> None:
    """A General passes a ford as a horseman.  [KS-GENL-05]"""
    general = field.generals[identity]
    field.spend(identity, MOVE, "forded")
    field.emit(RiverForded(clause=CLAUSE, side=general.side, body=identity, sum=to_say("one whole move")))
    over = _over(field, general, ford)
    go(field, identity, () if over is None else (*over.line, general_beyond(over.line)))


def _over(field: Field, general: General, ford: str) -> Crossing | None:
    """The ford of the country by which a General goes over; None if that is not known."""
    return crossing_at(field, ford, mounted_man(general.at)) if field.has_map and general.at is not None else None


# -- hits and capture ---------------------------------------------------------------------------


def shelled(field: Field, side: str) -> None:
    """A General in the circle is absent for three moves, if the campaign lets Generals be hit.  [KS-GENL-06, KS-GENL-07]"""
    for general in _within_reach(field, side):
        field.notes["fire"] = True
        field.generals[general.id] = general.but(absent_for=AWAY)
        field.done.setdefault(general.id, set()).add("hit")
        said = to_say("in the zone of destruction: away for three own moves")
        field.emit(GeneralHit(clause="KS-GENL-07", side=general.side, body=general.id, moves=AWAY, sum=said))


def shot(field: Field, side: str) -> None:
    """A General hit by a rifle is out of the game, if the campaign lets Generals be hit.  [KS-GENL-06, KS-GENL-08]"""
    for general in _within_reach(field, side):
        field.notes["fire"] = True
        _ends(field, general, say("hit by a rifle shot"))


def _within_reach(field: Field, side: str) -> list[General]:
    """The Generals of a side (or named) whom a hit reaches: none if invulnerable or already absent."""
    if field.options.general_vulnerability != "sykes":
        return []
    return [
        one
        for name, one in sorted(field.generals.items())
        if side in (one.side, name) and not (one.absent_for or one.gone)
    ]


def settle_generals(field: Field) -> None:
    """A General with a fit enemy in contact and no fit friend within six inches is captured.  [KS-GENL-08, KS-SEQ-08]"""
    for general in _within_reach(field, field.enemy):
        if (field.facts.caught or {}).get(general.id):
            _ends(field, general, say("an enemy in contact and no friend within 6 in.: captured"))
            continue
        if general.at is None or not survey.friends_around(field, field.side, general.at, CONTACT, general.id):
            continue
        if not survey.friends_around(field, field.enemy, general.at, KEPT_FROM_CAPTURE, general.id):
            _ends(field, general, say("an enemy in contact and no friend within 6 in.: captured"))


def _ends(field: Field, general: General, why: str) -> None:
    """Put a General out of the game."""
    field.generals[general.id] = general.but(gone=True)
    field.emit(GeneralFallen(clause="KS-GENL-08", side=general.side, body=general.id, sum=why))
    number = field.position.own_moves[general.side] + (general.side == field.side) + 1
    follows = general.seniority[0] if general.seniority else ""
    said = to_say(
        "{follows} commands from own move {number}", follows=word(follows or say("the successor")), number=number
    )
    field.emit(
        GeneralSucceeded(
            clause="KS-GENL-09", side=general.side, body=general.id, number=number, successor=follows, sum=said
        )
    )


def successors_appear(field: Field) -> None:
    """The successor of a General who is out of the game stands on the back line when the side's next move begins.  [KS-GENL-09]

    The place is the point nearest to where the General fell; none if no back line is drawn.
    """
    own = [general for _, general in sorted(field.generals.items()) if general.side == field.enemy]
    if not own or not all(general.gone for general in own):
        return
    last = own[-1]
    number = 2
    while f"{own[0].id}-{number}" in field.generals:
        number += 1
    identity = f"{own[0].id}-{number}"
    field.generals[identity] = General(
        id=identity, side=last.side, at=_on_the_back_line(field, last), seniority=last.seniority[1:]
    )


def _on_the_back_line(field: Field, fallen: General) -> Point | None:
    """The point of a side's back line nearest to where its General fell, or its middle if that is unknown."""
    country = field.position.country
    edge = country.back_lines.get(fallen.side)
    line = country.edge(edge) if edge is not None else None
    if line is None:
        return None
    middle = ((line[0][0] + line[-1][0]) // 2, (line[0][1] + line[-1][1]) // 2)
    return nearest_on(line, fallen.at or middle)
