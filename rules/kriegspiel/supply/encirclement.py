"""The pockets of a side, worked out on the country at the start of its supply phase.  [KS-SIEGE-01, KS-SEQ-10]"""

from __future__ import annotations

from rules.kriegspiel.floor.distances import men_of
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import Figures
from rules.kriegspiel.force import Body, Pocket
from rules.kriegspiel.supply.cordon import friendly_edges, pockets
from rules.kriegspiel.supply.fences import Siege
from rules.values.measure import INCH, Point


def pockets_on_the_map(field: Field) -> tuple[tuple[str, ...], ...]:
    """The surrounded forces of the moving side, each with the stores inside.

    A pocket of bodies without a place cannot be worked out, and stays as it is.
    """
    siege = Siege(
        field.ground,
        [stand for body in field.bodies_of(field.enemy) if body.fit and (stand := men_of(field, body)) is not None],
        {
            body.id: stand
            for body in field.bodies_of(field.side)
            if body.fit and (stand := men_of(field, body)) is not None
        },
        field.bridges,
        friendly_edges(field.ground.country, field.side),
        field.options.siege_bar_in * INCH,
    )
    found = pockets(siege, _places(field, siege))
    kept = [pocket.bodies for pocket in field.pockets.values() if _has_no_place(field, pocket)]
    return (*found, *kept)


def _places(field: Field, siege: Siege) -> dict[str, Point]:
    """The place of a man of each free body of the moving side, and the places of its stores."""
    places: dict[str, Point] = {}
    for body in field.bodies_of(field.side):
        stand = men_of(field, body) if _is_free(body) else None
        if stand is not None:
            places[body.id] = _on_its_ground(siege, stand, body.at or _at_its_gun(field, body))
    for store in (*field.waggons.values(), *field.depots.values()):
        if store.owner == field.side and store.at is not None and not store.destroyed:
            places[store.id] = store.at
    return places


def _on_its_ground(siege: Siege, stand: Figures, at: Point | None) -> Point:
    """The place of the man nearest the middle of a body with nothing impassable between him and its own place; else that place.

    at: the place of the body, or of the gun that it serves.  Crews are laid out around their gun and men in their ranks
    whatever the ground (KS-DEF-15): a man so placed in a river is not surrounded by its banks.
    """
    men: list[Point] = [(x, y) for x, y in stand.men.tolist()]
    middle = len(men) // 2
    outward = [men[one] for one in sorted(range(len(men)), key=lambda one: (abs(one - middle), one))]
    dry = (one for one in outward if not siege.is_solid(one))
    if at is None or siege.is_solid(at):
        return next(dry, outward[0])
    return next((one for one in dry if siege.is_passable(at, one)), at)


def _at_its_gun(field: Field, body: Body) -> Point | None:
    """The place of the first gun that a body without an own place serves."""
    return next((gun.at for _, gun in sorted(field.guns.items()) if gun.crew == body.id and gun.at is not None), None)


def _is_free(body: Body) -> bool:
    return body.men > 0 and not (body.held_by or body.surrendered)


def _has_no_place(field: Field, pocket: Pocket) -> bool:
    """Whether no body of a pocket of the moving side has a place on the map."""
    bodies = [field.bodies[one] for one in pocket.bodies if one in field.bodies]
    return any(body.side == field.side for body in bodies) and all(men_of(field, body) is None for body in bodies)
