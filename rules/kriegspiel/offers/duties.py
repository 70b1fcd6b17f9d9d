"""The duties of a thing in its next own move, in plain words with their clauses."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract.data import Duty
from rules.contract.sentences import list_of_words
from rules.floor.called import known_as
from rules.kriegspiel.force import KINDS_OF_PACKET, Body, Gun, Packets, Position
from rules.kriegspiel.reports.read_back import name_of
from rules.values.measure import inches
from rules.values.sentence import say, say_many, word


def duties_of(position: Position, side: str, thing: str) -> tuple[Duty, ...]:
    """The duties, stops and arrears of a thing of a side: clause and sentence of each."""
    body, gun = position.bodies.get(thing), position.guns.get(thing)
    if body is not None and body.side == side:
        return tuple(_of_body(position, body))
    if gun is not None and gun.owner == side:
        return tuple(_of_gun(position, gun))
    return ()


def _duty(clause: str, sentence: str) -> Duty:
    return {"clause": clause, "sentence": sentence}


def _of_body(position: Position, body: Body) -> Iterator[Duty]:
    called = known_as(body)
    if body.surrendered or body.held_by:
        yield _duty("KS-DEF-13", say("{called} is in enemy hands and can do nothing.", called=called))
        return
    if body.out_of_action:
        yield _duty("KS-FAIL-04", say("{called} is out of action for want of supplies, for good.", called=called))
        return
    yield from _retreats(position, body, called)
    if body.owes_choice:
        before = _names(position, body.owes_choice)
        yield _duty(
            "KS-CHARGE-15",
            say(
                "{called} is within charging distance of {before}: it must dismount, charge or retire.",
                called=called,
                before=before,
            ),
        )
    if body.immobile and not body.stopped:
        yield _duty(
            "KS-CHARGE-12", say("{called} was charged in close order: it may only fire in this move.", called=called)
        )
    if body.arrested:
        yield _duty(
            "KS-CHARGE-22",
            say(
                "{called} was stopped in its pursuit: it may neither charge nor approach the fugitives.", called=called
            ),
        )
    if body.disarmed:
        yield _duty("KS-LW-11", say("{called} is unarmed until it has been to its own back line.", called=called))
    yield from _wants(body, called)
    if body.prisoners:
        yield _duty(
            "KS-LW-11",
            say_many(
                "{n} man of {called} is a prisoner of the enemy.",
                "{n} men of {called} are prisoners of the enemy.",
                body.prisoners,
                called=called,
            ),
        )


def _retreats(position: Position, body: Body, called: str) -> Iterator[Duty]:
    if body.stopped:
        return
    if body.flight:
        clause = body.retire_clause or ("KS-CHARGE-21" if body.arm == "cavalry" else "KS-CHARGE-27")
        yield _duty(
            clause,
            say(
                "{called} is in flight before {flight} and must go on retiring until the pursuit stops.",
                called=called,
                flight=_names(position, body.flight),
            ),
        )
    elif body.must_retire:
        clause = body.retire_clause or "KS-CHARGE-13"
        yield _duty(
            clause,
            say(
                "{called} must retire {must_retire} from {retire_from}.",
                called=called,
                must_retire=inches(body.must_retire),
                retire_from=_names(position, body.retire_from),
            ),
        )


def _wants(body: Body, called: str) -> Iterator[Duty]:
    since = (
        ""
        if body.unsupplied_since is None
        else say(" since the issue of own move {unsupplied_since}", unsupplied_since=body.unsupplied_since)
    )
    owed = _owed(body.arrears)
    if body.held_up_by:
        by = list_of_words(list(body.held_up_by))
        yield _duty(
            "KS-DEF-07",
            say(
                "{called} was part of {by}, and cannot march until the packets owed there are issued.",
                called=called,
                by=by,
            ),
        )
    if body.stopped and owed:
        yield _duty(
            "KS-FAIL-03",
            say(
                "{called} is owed {owed}{since}: it may fire, form and work, but not march.",
                called=called,
                owed=owed,
                since=since,
            ),
        )
    elif owed:
        yield _duty("KS-FAIL-03", say("{called} is owed {owed}{since}.", called=called, owed=owed, since=since))
    if body.lacks("ammunition"):
        yield _duty("KS-FAIL-01", say("{called} has no ammunition and cannot fire.", called=called))


def _owed(arrears: Packets) -> str:
    """Packets owed, in words."""
    return list_of_words(
        [say("{n} of {kind}", n=n, kind=word(kind)) for kind in KINDS_OF_PACKET if (n := getattr(arrears, kind))]
    )


def _names(position: Position, ids: tuple[str, ...]) -> str:
    return list_of_words([name_of(position, one) for one in ids]) or say("the enemy")


def _of_gun(position: Position, gun: Gun) -> Iterator[Duty]:
    called = known_as(gun)
    if gun.destroyed:
        yield _duty("KS-SHELL-04", say("{called} is destroyed.", called=called))
        return
    if gun.disabled_for:
        moves = say(
            "{disabled_for} own move" if gun.disabled_for == 1 else "{disabled_for} own moves",
            disabled_for=gun.disabled_for,
        )
        yield _duty(
            "KS-SHELL-05",
            say("{called} is disabled for {moves}: it neither fires, moves nor limbers.", called=called, moves=moves),
        )
    if gun.in_dispute:
        yield _duty("KS-LW-13", say("{called} is in dispute: nobody fires or moves it.", called=called))
    if gun.must_retire or gun.flight:
        before = _names(position, gun.retire_from or gun.flight)
        yield _duty(
            gun.retire_clause or "KS-CHARGE-29",
            say("{called} must go on retiring before {before} while it is pursued.", called=called, before=before),
        )
    if gun.arrears.forage:
        yield _duty(
            "KS-FAIL-03",
            say(
                "the team of {called} is owed {arrears}: the gun does not move.",
                called=called,
                arrears=_owed(gun.arrears),
            ),
        )
