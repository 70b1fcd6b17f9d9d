"""The conditions of every order: the side's turn, the clock, the commander, and men who may still act."""

from __future__ import annotations

from collections.abc import Sequence

from rules.errors import Illegal
from rules.little_wars.floor.clock import seconds_allowed
from rules.little_wars.floor.field import Field
from rules.little_wars.floor.men import Man
from rules.little_wars.force.setup import BEFORE
from rules.little_wars.orders import SETUP, TALK, Assign, Order
from rules.values.sentence import say, say_many

CLAUSE_OF_ARM = {"cavalry": "LW-MOVE-05"}
"""The clause of each arm's move; the infantry's applies to all others."""


def may_be_given(field: Field, order: Order) -> None:
    """Check that an order may be given.  E-TURN-01, E-TIME-04, E-TIME-05, E-MOVE-01.  [LW-MOVE-01, LW-TIME-04, LW-TIME-05, LW-EXT-15]"""
    if order.stage in (SETUP, TALK):
        _commanded(field, order)
        return
    phase = field.setup.phase
    if phase in BEFORE or phase == "over" or (order.by and order.by == field.enemy):
        raise Illegal("E-TURN-01", say("It is not your move."), "LW-MOVE-01")
    if phase == "interval" or (order.second is not None and order.second < 0):
        raise Illegal("E-TIME-04", say("Wait for Go."), "LW-TIME-04")
    if phase == "adjudicate" or _too_late(field, order):
        raise Illegal("E-TIME-05", say("The move has ended."), "LW-TIME-05")
    _commanded(field, order)


def _too_late(field: Field, order: Order) -> bool:
    """Whether an order came after the time of the move; exactly at the last second it is in time.  [LW-TIME-05]"""
    return order.second is not None and order.second > seconds_allowed(field.position, field.side)


def _commanded(field: Field, order: Order) -> None:
    """With commanders, only its own may order a thing; a thing without one, anybody of its side.  [LW-EXT-15]"""
    unasked = not order.by or order.by in (field.side, field.enemy) or isinstance(order, Assign)
    if not field.options.team_roles or unasked:
        return
    for identity in named_in(order):
        for group in (field.bodies, field.guns, field.waggons, field.boxes, field.trains):
            commander = group[identity].commander if identity in group else ""
            if commander and commander != order.by:
                raise Illegal(
                    "E-MOVE-01", say("You cannot move {identity}.", identity=field.called(identity)), "LW-EXT-15"
                )


def named_in(order: Order) -> tuple[str, ...]:
    """The things that an order is given to."""
    many = getattr(order, "bodies", None) or getattr(order, "escorts", None)
    return tuple(many) if many else (order.subject,)


def who_may_move(field: Field, identities: Sequence[str], number: int | None = None) -> list[Man]:
    """The men of bodies who may still be moved in this move; as many as ``number``, if it is given.

    Refused: E-MOVE-01, E-MELEE-02, E-PRIS-06, E-MOVE-03.  [LW-MOVE-03, LW-MELEE-02, LW-PRIS-06, LW-MOVE-09]
    """
    able: list[Man] = []
    for identity in identities:
        able += _of_body(field, identity)
    if number is not None:
        if number > len(able):
            words = say_many(
                "You named {n} man; {able} have not moved yet.",
                "You named {n} men; {able} have not moved yet.",
                number,
                able=len(able),
            )
            raise Illegal("E-MOVE-03", words, "LW-MOVE-03")
        able = able[:number]
    return able


def _of_body(field: Field, identity: str) -> list[Man]:
    body = field.own_body(identity)
    called = field.called(identity)
    free = field.free(identity)
    if not free:
        raise Illegal(
            "E-MOVE-01",
            say("You cannot move {called}: none of its men is free on the field.", called=called),
            "LW-MOVE-09"
            if body.retired or any(one.status == "retired" for one in field.men[identity])
            else "LW-MOVE-03",
        )
    able = [man for man in free if not (man.moved or man.frozen or man.freed)]
    if able:
        return able
    if any(man.frozen for man in free):
        raise Illegal("E-MELEE-02", say("{called} is in contact and must stay.", called=called), "LW-MELEE-02")
    if any(man.freed for man in free):
        raise Illegal("E-PRIS-06", say("Freed men move only in the move after their escort fell."), "LW-PRIS-06")
    raise Illegal("E-MOVE-03", say("{called} has already moved.", called=called), "LW-MOVE-03")


def clause_of(arm: str) -> str:
    """The clause that gives an arm its move.  [LW-MOVE-04, LW-MOVE-05]"""
    return CLAUSE_OF_ARM.get(arm, "LW-MOVE-04")
