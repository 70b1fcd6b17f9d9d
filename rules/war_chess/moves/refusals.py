"""Why a move is refused: the clause, and the cells to be drawn."""

from __future__ import annotations

from rules.errors import Illegal, Reason
from rules.values.sentence import joined, say, word
from rules.war_chess.field.board import AT as CELL_AT
from rules.war_chess.field.board import (
    BIT,
    CELLS,
    CLOSED,
    CROSSINGS,
    DIRECTIONS,
    OPPOSITE,
    RIVER,
    ROWS,
    beyond,
    cells_in,
)
from rules.war_chess.field.figures import CITADEL, GUN, MEN, NAMES, POWERS, WAGON, called, clause_of_power, other, shown
from rules.war_chess.field.position import Army, Position
from rules.war_chess.field.ranges import BESIDE, FIRE, beside, fire
from rules.war_chess.moves.duties import CITADEL_DUTY, TROOPS_DUTY, WAGON_DUTY, bound
from rules.war_chess.moves.legality import Field, after, ends

RIVER_PLACES = {(int(one[1:]), ROWS[one[0]]) for one in RIVER}


class Forbidden(Illegal):
    """A move that a clause forbids.  shows: cells to be drawn, by meaning (``batteries``, ``exposed``, ``way``)."""

    def __init__(self, code: str, sentence: str, clause: str, **shows: list[int]) -> None:
        super().__init__(code, sentence, clause)
        self.shows = {name: cells for name, cells in shows.items() if cells}

    def data(self) -> Reason:
        """The refusal as plain data, with the cells to be drawn."""
        return {**super().data(), "shows": self.shows} if self.shows else super().data()


def check(position: Position, origin: int, target: int, overrides: bool) -> None:
    """Forbidden, with the reason, if the side to move may not go from one cell to another."""
    kind = _own_kind(position, origin)
    _check_line(position, origin, target, kind)
    _check_taking(position, origin, target, kind)
    field = Field(position)
    if not ends(field, origin, kind) & BIT[target]:
        raise _exposure(field, origin, target, kind)
    moves, duty = bound(position, overrides)
    if not dict(moves).get(origin, 0) & BIT[target]:
        raise _duty(field, origin, kind, duty)


def _own_kind(position: Position, origin: int) -> str:
    """The kind of the own figure on a cell."""
    own, foe = position.own, position.foe
    if origin in own.figures:
        return own.figures[origin]
    if own.prize & BIT[origin]:
        raise Forbidden("E-LINE", say("The Citadel on {origin} never moves.", origin=shown(origin)), "WC-CIT-01")
    if foe.bits & BIT[origin]:
        raise Forbidden(
            "E-NONE",
            say("The figure on {origin} belongs to the {side}, not to you.", origin=shown(origin), side=word(foe.side)),
            "WC-TRN-02",
        )
    raise Forbidden("E-NONE", say("There is no figure on {origin}.", origin=shown(origin)), "WC-TRN-02")


def way_of(origin: int, target: int) -> tuple[str, int] | None:
    """The direction of the board from one cell to another and the number of steps; None if no straight line joins them."""
    a, b = CELLS[origin], CELLS[target]
    for way, (dx, dy) in DIRECTIONS.items():
        for steps in range(1, 19):
            if (b.x - a.x, b.y - a.y) == (dx * steps, dy * steps):
                return way, steps
    return None


def seen_by_owner(army: Army, origin: int, target: int) -> str:
    """The direction of a move as seen by the owner of the figure; forward if no straight line joins the cells.  [WC-BRD-05]"""
    found = way_of(origin, target)
    way = found[0] if found else "F"
    return way if army.up else OPPOSITE[way]


def _check_line(position: Position, origin: int, target: int, kind: str) -> None:
    """Check direction, distance, river and figures between.  [WC-MOV-01 to WC-MOV-05]"""
    army = position.own
    figure = called(army.side[0] + kind, origin)
    found = way_of(origin, target)
    if found is None:
        raise Forbidden(
            "E-LINE",
            say("There is no straight line for {figure} to {target}.", figure=figure, target=shown(target)),
            "WC-MOV-01",
        )
    way, steps = found
    seen = seen_by_owner(army, origin, target)
    power = POWERS[kind].get(seen, 0)
    if not power:
        raise Forbidden(
            "E-LINE", say("The {names} moves only obliquely.", names=word(NAMES[kind])), clause_of_power(kind, seen)
        )
    if steps > power:
        raise Forbidden(
            "E-FAR",
            say(
                "{target} is {steps} squares from {figure}, which goes {power} in that direction.",
                target=shown(target),
                steps=steps,
                figure=figure,
                power=power,
            ),
            clause_of_power(kind, seen),
        )
    _check_way(position, origin, way, steps)


def _check_way(position: Position, origin: int, way: str, steps: int) -> None:
    """Check the river and the figures in the way.  [WC-MOV-03, WC-MOV-05, WC-RIV]"""
    standing = position.own.bits | position.foe.bits
    here = origin
    for step in range(1, steps + 1):
        place = beyond(here, way)
        if place in RIVER_PLACES:
            raise Forbidden("E-RIVER", say("The river is in the way from {origin}.", origin=shown(origin)), "WC-BRD-06")
        there = CELL_AT.get(place)
        if there is None:
            raise Forbidden("E-LINE", say("The way from {origin} leaves the board.", origin=shown(origin)), "WC-MOV-05")
        if frozenset((here, there)) in CLOSED:
            raise _river(here, there)
        if step < steps and standing & BIT[there]:
            raise Forbidden(
                "E-BLOCKED",
                say("A figure on {there} is in the way from {origin}.", there=shown(there), origin=shown(origin)),
                "WC-MOV-03",
                way=[there],
            )
        here = there


def _river(here: int, there: int) -> Forbidden:
    """The refusal of a step over the water."""
    pair = say("{here} and {there}", here=shown(here), there=shown(there))
    if {here, there} & CROSSINGS:
        return Forbidden(
            "E-RIVER",
            say("There is no entrance to the crossing between {pair}.", pair=pair),
            "WC-RIV-02",
            way=[here, there],
        )
    return Forbidden("E-RIVER", say("The river runs between {pair}.", pair=pair), "WC-RIV-05", way=[here, there])


def _check_taking(position: Position, origin: int, target: int, kind: str) -> None:
    """Check that the figure on a cell may be taken by this figure.  [WC-CAP-03, WC-ART-03, WC-WAG-02, WC-CIT-03]"""
    own, foe = position.own, position.foe
    if own.bits & BIT[target]:
        raise Forbidden(
            "E-BLOCKED",
            say("One of your own figures is on {target}.", target=shown(target)),
            "WC-MOV-03",
            way=[target],
        )
    if not foe.bits & BIT[target] or kind in MEN:
        return
    taken = foe.figures.get(target, CITADEL)
    if kind == WAGON:
        raise Forbidden("E-TAKE", say("The wagon takes nothing."), "WC-WAG-02")
    if taken != GUN:
        clause = {CITADEL: "WC-CIT-03", WAGON: "WC-WAG-04"}.get(taken, "WC-ART-03")
        raise Forbidden(
            "E-TAKE", say("Artillery does not take {target}.", target=called(foe.side[0] + taken, target)), clause
        )


def _exposure(field: Field, origin: int, target: int, kind: str) -> Forbidden:
    """The refusal of a move that newly exposes a figure."""
    exposed, _ = after(field, origin, target, kind)
    guns = tuple(gun for gun in field.foe.guns if gun != target)
    standing = (field.standing ^ BIT[origin]) | BIT[target]
    figure = called(field.own.side[0] + kind, origin)
    if kind != GUN and exposed & BIT[target]:
        batteries = [gun for gun in guns if fire((gun,), standing) & BIT[target]]
        said = joined(say(" and "), (shown(gun) for gun in batteries))
        why, clause = _why_exposed(field, target, guns, kind)
        sentence = say(
            "On {target} {figure} would be under fire from the artillery on {said}{why}.",
            target=shown(target),
            figure=figure,
            said=said,
            why=why,
        )
        return Forbidden("E-RANGE", sentence, clause, batteries=batteries, exposed=[target])
    newly = exposed & ~field.exposed
    left = cells_in(newly)
    batteries = [gun for gun in guns if fire((gun,), standing) & newly]
    wagon = newly & field.own.prize and WAGON in field.own.figures.values()
    clause = "WC-WAG-06" if wagon else "WC-OBL-05" if kind == GUN else "WC-OBL-04"
    said = joined(say(" and "), (called(field.own.side[0] + field.own.figures[cell], cell) for cell in left))
    sentence = say(
        "If {figure} goes to {target}, {said} would be left under fire.", figure=figure, target=shown(target), said=said
    )
    return Forbidden("E-EXPOSES", sentence, clause, batteries=batteries, exposed=left)


def _why_exposed(field: Field, target: int, enemy_guns: tuple[int, ...], kind: str) -> tuple[str, str]:
    """Why a commanded cell is not allowed, and the clause that fits best.  [WC-CMD-05, WC-PRO-01 to WC-PRO-07]"""
    bit = BIT[target]
    if kind == WAGON:
        return say(", unprotected"), "WC-WAG-06"
    if beside(field.own.guns) & bit and beside(enemy_guns) & bit:
        return say(", next to a battery of either side"), "WC-PRO-03"
    if field.foe_guns & bit:
        return say(", which protects the one it would take"), "WC-PRO-07"
    if any(FIRE[gun][field.standing & FIRE[gun].bars] & bit & ~BESIDE[gun] for gun in field.own.guns):
        return say("; its own artillery protects only the first square"), "WC-PRO-02"
    return say(", unprotected"), "WC-CMD-05"


def _duty(field: Field, origin: int, kind: str, duty: str) -> Forbidden:
    """The refusal of a move that does not meet a duty that could be met."""
    owner: Army = field.own
    in_danger = (
        owner.prize if duty == CITADEL_DUTY else field.exposed & (owner.prize if duty == WAGON_DUTY else owner.foot)
    )
    cells = cells_in(in_danger)
    batteries = [gun for gun in field.foe.guns if fire((gun,), field.standing) & in_danger]
    words = {
        CITADEL_DUTY: say("The Citadel is under artillery fire and must be relieved first"),
        WAGON_DUTY: say("The wagon is under fire and must be helped first"),
        TROOPS_DUTY: say(
            "Figures under fire must be helped first: {names}", names=joined(", ", (shown(cell) for cell in cells))
        ),
    }
    said = say(
        "{words}; moving {origin} there does nothing against it.",
        words=words[duty],
        origin=called(owner.side[0] + kind, origin),
    )
    return Forbidden("E-DUTY", said, duty, batteries=batteries, exposed=cells)


def out_of_turn(position: Position, side: str, begun: bool) -> Forbidden:
    """The refusal to a side that is not to move.  [WC-TRN-01, WC-TRN-02]"""
    clause = "WC-TRN-02" if begun else "WC-TRN-01"
    return Forbidden("E-TURN", say("It is the {side}'s turn.", side=word(other(side))), clause)
