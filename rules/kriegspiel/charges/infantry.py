"""Charges against men on foot.  [KS-CHARGE-05 to KS-CHARGE-14, KS-CHARGE-17, KS-CHARGE-24 to KS-CHARGE-26, KS-CHARGE-31]"""

from __future__ import annotations

from rules.kriegspiel.events import BodyPinned, ChargeDelivered, ChargersUnhurt, RetreatOwed, TargetReckoned
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import Body
from rules.kriegspiel.tables.blow import Blow
from rules.kriegspiel.tables.charges import CLOSE, EXTENDED, FALLS_BACK, RUNNING_CLOSE, RUNNING_EXTENDED, one_for_every
from rules.values.measure import inches
from rules.values.sentence import Unread, say, to_say, word


def settle(field: Field, blow: Blow) -> None:
    """Settle a charge against infantry, or against men who count as infantry."""
    target = field.bodies[blow.target]
    close = in_close_order(field, target)
    _reckon(field, target, close)
    running = bool(target.ran or target.flight)
    if running:
        _ride_down(field, blow, close)
        return
    if close:
        _against_close_order(field, blow)
    else:
        _against_extended_order(field, blow)
    _lay_duties(field, blow, close)


def in_close_order(field: Field, body: Body) -> bool:
    """Whether a body on foot counts as close order: infantry in two ranks or fours.  [KS-DEF-08]

    Engineers, transport, gunners away from guns and dismounted cavalry count as extended.  [KS-CHARGE-17, KS-CHARGE-31]
    """
    if body.arm != "infantry" or body.formation == "extended":
        return False
    return body.formation != "fours" or field.options.fours_are_close_order


def _reckon(field: Field, target: Body, close: bool) -> None:
    """Report what the target counts as, if that is not obvious."""
    if close:
        clause, words = "KS-CHARGE-08", say("close order: the arms and the bands are reversed")
    elif target.arm == "cavalry":
        clause, words = "KS-CHARGE-17", say("cavalry on foot: as infantry in extended order")
    elif target.arm != "infantry":
        clause, words = "KS-CHARGE-31", say("{arm}: as infantry in extended order", arm=word(target.arm))
    elif target.formation == "fours":
        clause, words = "KS-DEF-08", say("fours: as infantry in extended order")
    else:
        return
    field.emit(TargetReckoned(clause=clause, side=target.side, body=target.id, reckoned_as=words))


def _against_extended_order(field: Field, blow: Blow) -> None:
    """One horseman lost for every so many infantry; so many infantry for every sabre.  [KS-CHARGE-05 to KS-CHARGE-07]"""
    row = EXTENDED[blow.band]
    force = blow.chargers * blow.multiple
    effective = min(one_for_every(blow.charged, row.one_for_every, field.options.loss_fraction_rule), force)
    fallen = min(row.kills * force, blow.charged)
    reckoning = to_say(
        "{band} ({distance}), extended: cavalry {charged} ÷ {one_for_every} = {effective}{effective2}; "
        "infantry {kills} × {force} = {kills2}, of {charged2}: {fallen}",
        band=word(blow.band),
        distance=inches(blow.distance),
        charged=blow.charged,
        one_for_every=row.one_for_every,
        effective=effective,
        effective2=_divided(blow, effective),
        kills=row.kills,
        force=force,
        kills2=row.kills * force,
        charged2=blow.charged,
        fallen=fallen,
    )
    _deliver(field, blow, row.clause, real(blow, effective), fallen, reckoning)


def _against_close_order(field: Field, blow: Blow) -> None:
    """So many horsemen lost for every infantryman; one infantryman for every so many sabres.  [KS-CHARGE-09 to KS-CHARGE-11]"""
    row = CLOSE[blow.band]
    force = blow.chargers * blow.multiple
    effective = min(row.kills * blow.charged, force)
    fallen = min(one_for_every(force, row.one_for_every, field.options.loss_fraction_rule), blow.charged)
    reckoning = to_say(
        "{band} ({distance}), close order: cavalry {kills} × {charged} = {kills2}, of {force}: "
        "{effective}{effective2}; infantry {force2} ÷ {one_for_every} = {fallen}",
        band=word(blow.band),
        distance=inches(blow.distance),
        kills=row.kills,
        charged=blow.charged,
        kills2=row.kills * blow.charged,
        force=force,
        effective=effective,
        effective2=_divided(blow, effective),
        force2=force,
        one_for_every=row.one_for_every,
        fallen=fallen,
    )
    _deliver(field, blow, row.clause, real(blow, effective), fallen, reckoning)


def _ride_down(field: Field, blow: Blow, close: bool) -> None:
    """Running infantry is caught: each sabre kills so many, and the cavalry loses nobody.  [KS-CHARGE-24 to KS-CHARGE-26]"""
    table, clause = (RUNNING_CLOSE, "KS-CHARGE-25") if close else (RUNNING_EXTENDED, "KS-CHARGE-24")
    kills = table[blow.band] * blow.chargers * blow.multiple
    fallen = min(kills, blow.charged)
    sabres = blow.chargers * blow.multiple
    words = say(
        "{band} ({distance}), running: {table} × {sabres} = {kills}, of {charged}: {fallen}",
        band=word(blow.band),
        distance=inches(blow.distance),
        table=table[blow.band],
        sabres=sabres,
        kills=kills,
        charged=blow.charged,
        fallen=fallen,
    )
    _deliver(field, blow, clause, 0, fallen, words)
    field.emit(ChargersUnhurt(clause="KS-CHARGE-26", side=field.side, body=blow.body))


def real(blow: Blow, effective: int) -> int:
    """The real dead of a force that the slope multiplied: all if the whole of it falls.  [KS-CHARGE-20]"""
    return blow.chargers if effective >= blow.chargers * blow.multiple else effective // blow.multiple


def _divided(blow: Blow, effective: int) -> str:
    return (
        ""
        if blow.multiple == 1
        else say(", ÷ {multiple} = {effective}", multiple=blow.multiple, effective=real(blow, effective))
    )


def _deliver(field: Field, blow: Blow, clause: str, chargers_lost: int, charged_lost: int, reckoning: Unread) -> None:
    """Take the losses of a charge, all at once, and report it.  [KS-CHARGE-04]"""
    field.lose(blow.body, chargers_lost)
    field.lose(blow.target, charged_lost)
    field.emit(
        ChargeDelivered(
            clause=clause, side=field.side, sum=reckoning, body=blow.body, target=blow.target, distance=blow.distance, band=blow.band,
            chargers=blow.chargers, charged=blow.charged, multiple=blow.multiple, chargers_lost=chargers_lost, charged_lost=charged_lost,
        )
    )  # fmt: skip


def _lay_duties(field: Field, blow: Blow, close: bool) -> None:
    """Close order is pinned; extended order falls back a foot.  [KS-CHARGE-12, KS-CHARGE-13]"""
    target = field.bodies[blow.target]
    if not target.men:
        return
    if close:
        field.change(target.id, immobile=True)
        field.emit(BodyPinned(clause="KS-CHARGE-12", side=target.side, body=target.id))
        return
    enemies = tuple(sorted({*target.retire_from, blow.body}))
    field.change(target.id, must_retire=FALLS_BACK, retire_from=enemies, retire_clause="KS-CHARGE-13")
    field.emit(
        RetreatOwed(clause="KS-CHARGE-13", side=target.side, body=target.id, distance=FALLS_BACK, enemies=enemies)
    )
