"""Charges against mounted cavalry.  [KS-CHARGE-16, KS-CHARGE-18 to KS-CHARGE-20]"""

from __future__ import annotations

from rules.floor.melee import isolated, toll
from rules.kriegspiel.charges.infantry import real
from rules.kriegspiel.events import (
    BodyDestroyed,
    ChargeDelivered,
    CoinTossed,
    MenThrownBack,
    RetreatOwed,
    TargetReckoned,
)
from rules.kriegspiel.floor import throw_back
from rules.kriegspiel.floor.crews import stray
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import figures
from rules.kriegspiel.floor.go import go
from rules.kriegspiel.floor.treads import along_path
from rules.kriegspiel.force import Body
from rules.kriegspiel.marches.shifts import opening_places
from rules.kriegspiel.marches.splits_and_merges import divide
from rules.kriegspiel.melee.fallen import Due, lots
from rules.kriegspiel.melee.fight import take_prisoners
from rules.kriegspiel.melee.parties import count_support
from rules.kriegspiel.orders import Charge
from rules.kriegspiel.tables.blow import Blow
from rules.kriegspiel.tables.charges import (
    FULL_RETREAT,
    KILLED_STANDING,
    THROWN_BACK,
    THROWN_STANDING,
    loser_of_a_toss,
    winner_of_a_toss,
)
from rules.values.measure import displaced, inches
from rules.values.sentence import say, to_say, to_say_many


def settle(field: Field, blow: Blow, order: Charge) -> None:
    """Settle a charge against mounted cavalry: caught standing, equal or unequal."""
    target = field.bodies[blow.target]
    if is_caught(target):
        _settle_caught(field, blow, target)
    elif blow.chargers * blow.multiple == blow.charged:
        _toss(field, blow)
    else:
        _fight(field, blow, order)


def is_caught(body: Body) -> bool:
    """Whether cavalry is caught standing: it owed the three choices and did none, or it has turned its back.

    Mounted men owe a retreat only after losing a toss or before pursuers; both count as flight (KS-DEF-12).
    [KS-CHARGE-16, KS-CHARGE-21]
    """
    return bool(body.stood or body.flight or body.gave_way or body.must_retire)


def _settle_caught(field: Field, blow: Blow, target: Body) -> None:
    """Each sabre kills five and drives fifteen others three feet to the rear; the chargers lose nobody.  [KS-CHARGE-16]

    The whole charged body is in it, regardless of the six inches.
    """
    if not target.stood:
        words = say("overtaken in retreat: caught standing")
        field.emit(TargetReckoned(clause="KS-CHARGE-21", side=target.side, body=target.id, reckoned_as=words))
    sabres = blow.chargers * blow.multiple
    killed = min(KILLED_STANDING * sabres, target.ashore)
    thrown = min(THROWN_STANDING * sabres, target.ashore - killed)
    field.lose(target.id, killed)
    words = say(
        "{chargers} sabres × {multiple} = {sabres}: killed {killed_standing} × {sabres2}, of {ashore}: "
        "{killed}; thrown back {thrown_standing} × {sabres3}, of {ashore2}: {thrown}",
        chargers=blow.chargers,
        multiple=blow.multiple,
        sabres=sabres,
        killed_standing=KILLED_STANDING,
        sabres2=sabres,
        ashore=target.ashore,
        killed=killed,
        thrown_standing=THROWN_STANDING,
        sabres3=sabres,
        ashore2=target.ashore - killed,
        thrown=thrown,
    )
    _emit(field, blow, "KS-CHARGE-16", 0, killed, target.ashore, words)
    if thrown:
        _throw_back(field, blow, thrown)


def _throw_back(field: Field, blow: Blow, thrown: int) -> None:
    """Move men 36 inches to the rear; those who were not reached are split off.  [KS-CHARGE-16, KS-DEF-07]"""
    target = field.bodies[blow.target]
    whence = next(iter(opening_places(field, blow.body)), None)
    moved = target
    if thrown < target.men:
        moved = divide(field, target, field.name_for_part(target.id), thrown)
    at = moved.at if moved.at is None or whence is None else displaced(moved.at, whence, THROWN_BACK)
    stand = figures(moved) if field.has_map else None
    lost, tread = 0, None
    if stand is not None and moved.at is not None and at is not None:
        at = throw_back.as_far_as_open(field, moved.id, moved.at, at)
        at, lost = throw_back.thrown(field, stand, moved.at, at, on_foot=not moved.mounted)
        tread = along_path(field, moved.id, (at,)) if field.mines else None
        if tread is not None:
            at, lost = throw_back.thrown(field, stand, moved.at, tread.path[-1], on_foot=not moved.mounted)
    else:
        field.notes.setdefault("thrown", set()).add(moved.id)
    go(field, moved.id, () if at is None else (at,))
    stray(field, moved.id, THROWN_BACK)
    words = to_say_many(
        "{n} man put {thrown_back} to the rear along the line of the charge",
        "{n} men put {thrown_back} to the rear along the line of the charge",
        thrown,
        thrown_back=inches(THROWN_BACK),
    )
    field.emit(MenThrownBack(clause="KS-CHARGE-16", side=target.side, body=moved.id, men=thrown, sum=words))
    lost = min((field.facts.driven_off or {}).get(target.id, lost), thrown)
    if lost:
        field.lose(moved.id, lost)
        words = to_say(
            "{lost} of {thrown} driven over the edge or into water that cannot be forded", lost=lost, thrown=thrown
        )
        field.emit(BodyDestroyed(clause="KS-CHARGE-23", side=target.side, body=moved.id, men=lost, sum=words))
    if tread is not None:
        field.trodden.append(tread)


def _toss(field: Field, blow: Blow) -> None:
    """Equal forces: a coin; the loser loses three quarters and must retire, the winner a quarter.  [KS-CHARGE-18]"""
    chargers_win = field.chance.heads(f"charge/{blow.body}/{blow.target}")
    winner, loser = (blow.body, blow.target) if chargers_win else (blow.target, blow.body)
    field.emit(CoinTossed(clause="KS-CHARGE-18", side=field.side, body=blow.body, target=blow.target, winner=winner))
    if chargers_win:
        ours, theirs = winner_of_a_toss(blow.chargers), loser_of_a_toss(blow.charged)
    else:
        ours, theirs = loser_of_a_toss(blow.chargers), winner_of_a_toss(blow.charged)
    field.lose(blow.body, ours)
    field.lose(blow.target, theirs)
    words = say(
        "{chargers} × {multiple} against {charged}: equal; the coin for {winner}: {body} loses {ours}, "
        "{target} loses {theirs}",
        chargers=blow.chargers,
        multiple=blow.multiple,
        charged=blow.charged,
        winner=winner,
        body=blow.body,
        ours=ours,
        target=blow.target,
        theirs=theirs,
    )
    _emit(field, blow, "KS-CHARGE-18", ours, theirs, blow.charged, words)
    if field.bodies[loser].men:
        field.change(loser, must_retire=FULL_RETREAT, retire_from=(winner,), retire_clause="KS-CHARGE-18")
        owed = RetreatOwed(
            clause="KS-CHARGE-18", side=field.bodies[loser].side, body=loser, distance=FULL_RETREAT, enemies=(winner,)
        )
        field.emit(owed)


def _fight(field: Field, blow: Blow, order: Charge) -> None:
    """Unequal forces fight the Little Wars melee, with a downhill force multiplied.  [KS-CHARGE-19, KS-CHARGE-20]

    Other friends count only as support.
    """
    force = blow.chargers * blow.multiple
    smaller, number = (blow.body, blow.chargers) if force < blow.charged else (blow.target, blow.charged)
    alone = isolated(number, count_support(field, smaller, {smaller: number}, order.measured.supporters))
    fight = toll(force, blow.charged, alone)
    ours = real(blow, fight.dead)
    taken = blow.chargers - ours if fight.prisoners[0] else 0
    sides = (field.side, field.enemy)
    dues = (
        Due(sides[0], (), {blow.body: blow.chargers}, ours, taken),
        Due(sides[1], (), {blow.target: blow.charged}, fight.dead, fight.prisoners[1]),
    )
    lots(field, dues)
    field.lose(blow.body, ours)
    field.lose(blow.target, fight.dead)
    words = say(
        "{chargers} × {multiple} = {force} against {charged}, {smaller} isolated: {body} {ours} dead, "
        "{target} {dead} dead"
        if alone
        else "{chargers} × {multiple} = {force} against {charged}, {smaller} supported: {body} {ours} dead, "
        "{target} {dead} dead",
        chargers=blow.chargers,
        multiple=blow.multiple,
        force=force,
        charged=blow.charged,
        smaller=smaller,
        body=blow.body,
        ours=ours,
        target=blow.target,
        dead=fight.dead,
    )
    _emit(field, blow, "KS-CHARGE-19", ours, fight.dead, blow.charged, words)
    take_prisoners(field, blow.body, taken, blow.target, "KS-LW-05")
    take_prisoners(field, blow.target, fight.prisoners[1], blow.body, "KS-LW-05")


def _emit(field: Field, blow: Blow, clause: str, ours: int, theirs: int, charged: int, words: str) -> None:
    field.emit(
        ChargeDelivered(
            clause=clause, side=field.side, sum=words, body=blow.body, target=blow.target, distance=blow.distance, band=blow.band,
            chargers=blow.chargers, charged=charged, multiple=blow.multiple, chargers_lost=ours, charged_lost=theirs,
        )
    )  # fmt: skip
