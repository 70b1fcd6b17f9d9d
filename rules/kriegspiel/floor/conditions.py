"""The refusals of all orders.  [rulebook section 29.2]"""

from __future__ import annotations

from rules.errors import Illegal
from rules.kriegspiel.floor.carriers import until
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import Body, Gun
from rules.values.measure import inches, of_a_move

WHILE_RETIRING = frozenset({"retire", "limber", "surrender", "split", "merge", "choose", "eat-horses"})
"""Orders that a body under a duty to retire may still be given; a change of formation only with a retreat (KS-SEQ-05)."""

CHOICES = WHILE_RETIRING | {"dismount", "charge"}
"""Orders that cavalry owing the three choices may be given if it is forced to choose.  [KS-CHARGE-15]"""


GOING_OUT = frozenset({"disembark", "detrain"})
"""Orders that things aboard may be given."""

WHOLE = frozenset({"split", "merge", "surrender"})
"""Orders that a body with a part aboard may not be given."""

WITH_A_LOT = GOING_OUT | {"embark", "entrain", "stop-work", "stand", "choose", "eat-horses"}
"""Orders that do not interrupt the current lot, or are about it.  [KS-BOAT-04]"""


IN_A_BOX = frozenset({"march", "retire", "stand", "set-out", "box", "surrender"})
"""Orders that a body in its box may be given.  [KS-ANX-02]"""


def _on_land(field: Field, body: Body, order: str) -> None:
    """E-ABOARD, E-LOT: a body that is aboard, completely or in part, or has a current lot.  [KS-BOAT-03, KS-BOAT-04]"""
    if (body.aboard and order not in GOING_OUT) or (body.embarked and order in WHOLE):
        by = body.aboard or "a boat or train in part"
        called = body.name or body.id
        raise Illegal("E-ABOARD", f"{called} is aboard {by}; disembark it first.", "KS-DEF-13")
    not_in_a_lot(field, body, order)


def not_in_a_lot(field: Field, thing: Body | Gun, order: str) -> None:
    """E-LOT: a lot of it is being taken in or out; a duty to retire goes first.  [KS-BOAT-04]"""
    lot = thing.lot
    if lot is None or order in WITH_A_LOT or (order == "retire" and (thing.must_retire or thing.flight)):
        return
    doing = "being taken in" if lot.inward else "being put out"
    sentence = (
        f"{thing.name or thing.id} is {doing} until move {until(field, thing, lot)}; moving it loses the lot in hand."
    )
    raise Illegal("E-LOT", sentence, "KS-BOAT-04")


def may_act(field: Field, body: Body, order: str) -> None:
    """Check that a body can act at all: E-UNFIT, E-OUT, E-ABOARD, E-LOT, E-FROZEN, E-DUTY, E-FLIGHT."""
    called = body.name or body.id
    if not body.men or body.held_by or body.surrendered:
        held = "its men are prisoners" if body.held_by or body.prisoners else "it has no men left"
        reason = "it has surrendered" if body.surrendered else held
        raise Illegal("E-UNFIT", f"{called} cannot act: {reason}.", "KS-DEF-13")
    if body.out_of_action and order != "surrender":
        raise Illegal("E-OUT", f"{called} has been out of action for want of supplies (KS-FAIL-04).", "KS-FAIL-04")
    if body.boxed and order not in IN_A_BOX:
        raise Illegal("E-UNFIT", f"{called} cannot act: it is in its box; set it out first.", "KS-ANX-02")
    if body.aboard or body.embarked or body.lot is not None:
        _on_land(field, body, order)
    if body.id in field.frozen:
        raise Illegal("E-FROZEN", f"{called} is in contact and stays to the end of the move (KS-LW-02).", "KS-LW-02")
    if order == "stand" and (body.must_retire or body.flight) and not body.stopped:
        sentence = f"{called} must retire {inches(body.must_retire)}; the engine will move it if you do not."
        raise Illegal("E-STANDDUTY", sentence, "KS-CHARGE-30")
    if body.flight or body.must_retire or body.owes_choice:
        _does_its_duty(field, body, order, called)


def _does_its_duty(field: Field, body: Body, order: str, called: str) -> None:
    """Check that an order fulfils what a body owes, or may be given beside it: E-FLIGHT, E-DUTY."""
    going = order == "form" and body.id in field.notes.get("retiring", ())
    bound = order not in WHILE_RETIRING and not going and not body.stopped
    if body.flight and bound:
        clause = body.retire_clause or ("KS-CHARGE-21" if body.arm == "cavalry" else "KS-CHARGE-27")
        sentence = (
            f"{called} is retiring before {', '.join(body.flight)}; it must go on until the pursuit stops ({clause})."
        )
        raise Illegal("E-FLIGHT", sentence, clause)
    if body.must_retire and bound:
        enemy = ", ".join(body.retire_from or body.flight) or "the enemy"
        clause = body.retire_clause or "KS-CHARGE-13"
        sentence = f"{called} must retire {inches(body.must_retire)} from {enemy}; it may do nothing else ({clause})."
        raise Illegal("E-DUTY", sentence, clause)
    charging = order == "form" and body.id in field.notes.get("charging", ())
    forced = field.options.obligation_mode == "force" and order not in CHOICES and not charging
    if body.owes_choice and bound and forced:
        enemy = ", ".join(body.owes_choice)
        sentence = (
            f"{called} is within charging distance of {enemy}: it must dismount, charge or retire (KS-CHARGE-15)."
        )
        raise Illegal("E-DUTY", sentence, "KS-CHARGE-15")


def armed(body: Body) -> None:
    """E-UNFIT: freed men may not fight, work or guard until they have reached their own back line.  [KS-DEF-13, KS-LW-11]"""
    called = body.name or body.id
    if body.disarmed:
        sentence = f"{called} cannot act: its men are unarmed until they have been to their own back line."
        raise Illegal("E-UNFIT", sentence, "KS-LW-11")


def may_leave_its_place(field: Field, body: Body) -> None:
    """Check that a body may march, charge or retreat: E-STARVED, E-PINNED.  [KS-FAIL-03, KS-CHARGE-12]"""
    called = body.name or body.id
    if body.stopped:
        since = "" if body.unsupplied_since is None else f" since the tick of move {body.unsupplied_since}"
        sentence = f"{called} has been unsupplied{since}; it may fire, dismount, form and work, not march (KS-FAIL-03)."
        raise Illegal("E-STARVED", sentence, "KS-FAIL-03")
    if body.immobile:
        raise Illegal(
            "E-PINNED",
            f"{called} was charged in close order; it may only fire this move (KS-CHARGE-12).",
            "KS-CHARGE-12",
        )


def not_used(field: Field, identity: str, called: str, *deeds: str) -> None:
    """E-USED: a thing that has done one of these deeds may not do another.  [KS-FIRE-01, KS-TURN-03]"""
    for deed in deeds:
        if field.did(identity, deed):
            clause = "KS-FIRE-01" if deed in ("fired", "worked") else "KS-TURN-03"
            raise Illegal(
                "E-USED", f"{called} has already {deed}; the same move holds only one of them ({clause}).", clause
            )


def affordable(
    field: Field, identity: str, called: str, parts: int, breakdown: str, clause: str, longest: int | None = None
) -> None:
    """E-BUDGET: the cost is more than is left.  longest: sixteenths that can still be marched."""
    left = field.left(identity)
    if parts > left:
        reach = "" if longest is None else f" Longest legal: {inches(longest)}"
        raise Illegal(
            "E-BUDGET",
            f"{called} has {of_a_move(left)} of a move, this costs {of_a_move(parts)} ({breakdown}).{reach}",
            clause,
        )


def whole_move(field: Field, identity: str, called: str, action: str, clause: str) -> None:
    """E-WHOLE: a one-move action of a thing that has spent budget.  [KS-DEF-03]"""
    spent = field.spent.get(identity, 0)
    if spent:
        raise Illegal("E-WHOLE", f"{action} takes a whole move; {called} has spent {of_a_move(spent)}.", clause)
