"""The refusals of all orders.  [rulebook section 29.2]"""

from __future__ import annotations

from rules.errors import Illegal
from rules.floor.called import known_as
from rules.kriegspiel.floor.carriers import until
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import Body, Gun
from rules.kriegspiel.orders import Charge, Retire
from rules.values.measure import MOVE, inches, of_a_move
from rules.values.sentence import joined, say, say_many, word

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
        called = known_as(body)
        said = (
            say("{called} is aboard {by}; disembark it first.", called=called, by=field.called(body.aboard))
            if body.aboard
            else say("{called} is aboard a boat or train in part; disembark it first.", called=called)
        )
        raise Illegal("E-ABOARD", said, "KS-DEF-13")
    not_in_a_lot(field, body, order)


def not_in_a_lot(field: Field, thing: Body | Gun, order: str) -> None:
    """E-LOT: a lot of it is being taken in or out; a duty to retire goes first.  [KS-BOAT-04]"""
    lot = thing.lot
    if lot is None or order in WITH_A_LOT or (order == "retire" and (thing.must_retire or thing.flight)):
        return
    doing = say("being loaded") if lot.inward else say("being unloaded")
    sentence = say(
        "{name} is {doing} until move {lot}; if it moves, this lot is lost.",
        name=known_as(thing),
        doing=doing,
        lot=until(field, thing, lot),
    )
    raise Illegal("E-LOT", sentence, "KS-BOAT-04")


def may_act(field: Field, body: Body, order: str) -> None:
    """Check that a body can act at all: E-UNFIT, E-OUT, E-ABOARD, E-LOT, E-FROZEN, E-DUTY, E-FLIGHT."""
    if not body.men or body.held_by or body.surrendered:
        held = say("its men are prisoners") if body.held_by or body.prisoners else say("it has no men left")
        reason = say("it has surrendered") if body.surrendered else held
        raise Illegal(
            "E-UNFIT", say("{called} cannot act: {reason}.", called=known_as(body), reason=reason), "KS-DEF-13"
        )
    if body.out_of_action and order != "surrender":
        raise Illegal(
            "E-OUT",
            say("{called} has been out of action for want of supplies (KS-FAIL-04).", called=known_as(body)),
            "KS-FAIL-04",
        )
    if body.boxed and order not in IN_A_BOX:
        raise Illegal(
            "E-UNFIT",
            say("{called} cannot act: it is in its box; set it out first.", called=known_as(body)),
            "KS-ANX-02",
        )
    if body.aboard or body.embarked or body.lot is not None:
        _on_land(field, body, order)
    if body.id in field.frozen:
        raise Illegal(
            "E-FROZEN",
            say("{called} is in contact and stays to the end of the move (KS-LW-02).", called=known_as(body)),
            "KS-LW-02",
        )
    if order == "stand" and (body.must_retire or body.flight) and not body.stopped:
        sentence = say(
            "{called} must retire {must_retire}; the engine will move it if you do not.",
            called=known_as(body),
            must_retire=inches(body.must_retire),
        )
        raise Illegal("E-STANDDUTY", sentence, "KS-CHARGE-30")
    if body.flight or body.must_retire or body.owes_choice:
        _does_its_duty(field, body, order, known_as(body))


def _does_its_duty(field: Field, body: Body, order: str, called: str) -> None:
    """Check that an order fulfils what a body owes, or may be given beside it: E-FLIGHT, E-DUTY."""
    going = order == "form" and field.given.is_to(Retire, body.id)
    bound = order not in WHILE_RETIRING and not going and not body.stopped
    if body.flight and bound:
        clause = body.retire_clause or ("KS-CHARGE-21" if body.arm == "cavalry" else "KS-CHARGE-27")
        sentence = say(
            "{called} is retiring before {flight}; it must go on until the pursuit stops ({clause}).",
            called=called,
            flight=joined(", ", map(field.called, body.flight)),
            clause=clause,
        )
        raise Illegal("E-FLIGHT", sentence, clause)
    if body.must_retire and bound:
        enemy = joined(", ", map(field.called, body.retire_from or body.flight)) or say("the enemy")
        clause = body.retire_clause or "KS-CHARGE-13"
        sentence = say(
            "{called} must retire {must_retire} from {enemy}; it may do nothing else ({clause}).",
            called=called,
            must_retire=inches(body.must_retire),
            enemy=enemy,
            clause=clause,
        )
        raise Illegal("E-DUTY", sentence, clause)
    forced = field.options.obligation_mode == "force" and order not in CHOICES
    if body.owes_choice and bound and forced and not (order == "form" and field.given.is_to(Charge, body.id)):
        enemy = joined(", ", map(field.called, body.owes_choice))
        sentence = say(
            "{called} is within charging distance of {enemy}: it must dismount, charge or retire (KS-CHARGE-15).",
            called=called,
            enemy=enemy,
        )
        raise Illegal("E-DUTY", sentence, "KS-CHARGE-15")


def armed(body: Body) -> None:
    """E-UNFIT: freed men may not fight, work or guard until they have reached their own back line.  [KS-DEF-13, KS-LW-11]"""
    if body.disarmed:
        sentence = say(
            "{called} cannot act: its men are unarmed until they have been to their own back line.",
            called=known_as(body),
        )
        raise Illegal("E-UNFIT", sentence, "KS-LW-11")


def may_leave_its_place(field: Field, body: Body) -> None:
    """Check that a body may march, charge or retreat: E-STARVED, E-PINNED.  [KS-FAIL-03, KS-CHARGE-12]"""
    if body.stopped:
        since = (
            ""
            if body.unsupplied_since is None
            else say(" since the issue of move {unsupplied_since}", unsupplied_since=body.unsupplied_since)
        )
        sentence = say(
            "{called} has been unsupplied{since}; it may fire, dismount, form and work, not march (KS-FAIL-03).",
            called=known_as(body),
            since=since,
        )
        raise Illegal("E-STARVED", sentence, "KS-FAIL-03")
    if body.immobile:
        raise Illegal(
            "E-PINNED",
            say(
                "{called} was charged in close order; it may only fire this move (KS-CHARGE-12).", called=known_as(body)
            ),
            "KS-CHARGE-12",
        )


def not_used(field: Field, identity: str, called: str, *deeds: str) -> None:
    """E-USED: a thing that has done one of these deeds may not do another.  [KS-FIRE-01, KS-TURN-03]"""
    for deed in deeds:
        if field.did(identity, deed):
            clause = "KS-FIRE-01" if deed in ("fired", "worked") else "KS-TURN-03"
            raise Illegal(
                "E-USED",
                say(
                    "{called} has already {deed}; only one of the two is possible in a move ({clause}).",
                    called=called,
                    deed=word(deed),
                    clause=clause,
                ),
                clause,
            )


def affordable(
    field: Field, identity: str, called: str, parts: int, breakdown: str, clause: str, longest: int | None = None
) -> None:
    """E-BUDGET: the cost is more than is left.  longest: sixteenths that can still be marched."""
    left = field.left(identity)
    if parts > left:
        price = say(
            "This costs {parts} ({breakdown}); left: {left}.",
            parts=in_moves(parts),
            breakdown=word(breakdown),
            left=in_moves(left),
        )
        if longest is None:
            raise Illegal("E-BUDGET", say("{called} cannot do this now. {price}", called=called, price=price), clause)
        farthest = say("{called} can go {longest} at most", called=called, longest=inches(longest))
        raise Illegal("E-BUDGET", say("{farthest}. {price}", farthest=farthest, price=price), clause)


def in_moves(parts: int) -> str:
    """A cost or a budget in words.

    >>> str(in_moves(MOVE)), str(in_moves(5 * MOVE)), str(in_moves(MOVE // 2)), str(in_moves(0))
    ('1 move', '5 moves', '1/2 of a move', 'nothing')
    >>> str(in_moves(33 * MOVE + 1))
    'more than 33 moves'
    """
    if not parts:
        return say("nothing")
    if parts > MOVE and parts % MOVE:
        return say_many("more than {n} move", "more than {n} moves", parts // MOVE)
    if parts % MOVE:
        return say("{share} of a move", share=of_a_move(parts))
    return say_many("{n} move", "{n} moves", parts // MOVE)


def whole_move(field: Field, identity: str, called: str, action: str, clause: str) -> None:
    """E-WHOLE: a one-move action of a thing that has spent budget.  [KS-DEF-03]"""
    spent = field.spent.get(identity, 0)
    if spent:
        raise Illegal(
            "E-WHOLE",
            say(
                "{action} takes a whole move; {called} has spent {spent}.",
                action=action,
                called=called,
                spent=of_a_move(spent),
            ),
            clause,
        )
