"""Trains on their rails.  [KS-RAIL-01, KS-RAIL-04, KS-ANX-06]"""

from __future__ import annotations

from rules.errors import Illegal, Invalid
from rules.kriegspiel.events import BodyMarched
from rules.kriegspiel.floor.carriers import own_train
from rules.kriegspiel.floor.conditions import not_used
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.go import run
from rules.kriegspiel.floor.tracks import broken, distance_of, length_of_line
from rules.kriegspiel.options import Options
from rules.kriegspiel.orders import RunTrain
from rules.kriegspiel.tables.transport import RUN, RUN_BY_CHAPTER_V
from rules.kriegspiel.transport.embarkation import is_loading
from rules.values.measure import INCH, cost, inches, of_a_move
from rules.values.sentence import say, to_say


def rate_of(options: Options) -> int:
    """Inches a move that a train goes."""
    return RUN_BY_CHAPTER_V if options.chapter_v_train else RUN


def check_train(field: Field, order: RunTrain) -> int:
    """The cost of a train's way: E-ENGINE, E-USED, E-TRAINLOT, E-RATE, E-BROKEN, E-PATH.  [KS-RAIL-01]

    0 if the distance is still to be measured.
    """
    train = own_train(field, order.train)
    if train.destroyed:
        raise Illegal("E-ENGINE", say("{id} has no engine.", id=field.called(train.id)), "KS-RAIL-03")
    not_used(field, train.id, field.called(train.id), "marched")
    is_loading(field, train.id, "KS-RAIL-02", "E-TRAINLOT")
    distance = distance_of(order)
    if distance is None:
        return 0
    rate = rate_of(field.options)
    if distance > rate * INCH:
        clause = "KS-ANX-06" if field.options.chapter_v_train else "KS-RAIL-01"
        raise Illegal("E-RATE", say("{distance} asked; {rate} at most.", distance=inches(distance), rate=rate), clause)
    _line_is_whole(field, order, distance)
    return cost(distance, rate)


def _line_is_whole(field: Field, order: RunTrain, distance: int) -> None:
    """E-BROKEN, E-PATH: a bridge is down on the way, or the rails end.  [KS-RAIL-04]"""
    train, forward = field.trains[order.train], order.direction == "forward"
    down = broken(field, train, distance, forward=forward)
    if down is not None:
        bridge = field.bridges[down[0]]
        raise Illegal(
            "E-BROKEN",
            say("{name} is down {down} ahead.", name=field.called(bridge.id), down=inches(down[1])),
            "KS-RAIL-04",
        )
    length = length_of_line(field, train)
    left = train.along if not forward else None if length is None else length - train.along
    if left is not None and distance > left:
        raise Illegal("E-PATH", say("The rails end after {inches}.", inches=inches(max(left, 0))), "KS-RAIL-04")


def run_train(field: Field, order: RunTrain) -> None:
    """Move a train with all aboard.  Invalid if the distance is neither ordered nor measured.  [KS-RAIL-01]"""
    parts = check_train(field, order)
    distance = distance_of(order)
    if distance is None:
        raise Invalid(
            say(
                "How far {train} goes is neither ordered (inches) nor measured (measured.distance).",
                train=field.called(order.train),
            )
        )
    train = field.trains[order.train]
    along = train.along + (distance if order.direction == "forward" else -distance)
    field.spend(train.id, parts, "marched")
    run(field, train.id, along)
    share = of_a_move(parts)
    said = to_say(
        "{distance} at {options} in. a move = {share}",
        distance=inches(distance),
        options=rate_of(field.options),
        share=share,
    )
    field.emit(
        BodyMarched(clause="KS-RAIL-01", side=train.owner, body=train.id, distance=distance, cost=share, sum=said)
    )
