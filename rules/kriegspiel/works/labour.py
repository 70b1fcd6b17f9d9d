"""Works in progress: their advance, completion and interruption.  [KS-SEQ-09, KS-DEST-07]"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.contract.sentences import counted
from rules.errors import Illegal
from rules.floor import names
from rules.floor.called import known_as
from rules.kriegspiel.events import (
    BridgeDestroyed,
    BridgeRepaired,
    MineLifted,
    PacketsLost,
    WorkAdvanced,
    WorkCompleted,
    WorkInterrupted,
    WorkLost,
    WorkRaised,
)
from rules.kriegspiel.floor import survey
from rules.kriegspiel.floor.conditions import may_act
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.tracks import nearest_on
from rules.kriegspiel.force import GROUPS, NONE, Bridge, Mine, Work
from rules.kriegspiel.orders import StopWork
from rules.kriegspiel.tables.works import GUARDED_WITHIN, LABOURS, LIFTED_IN, RAIL_PARTY, SPANS, WAGGONS_FOR_FOUR
from rules.kriegspiel.transport.embarkation import drop_lot
from rules.kriegspiel.works.blasts import fall
from rules.kriegspiel.works.notes import open_notes
from rules.values.measure import INCH, Point, length_of
from rules.values.sentence import joined, say, say_many, to_say, to_say_many, word

KEEPS = frozenset({"entrenchment", "epaulement", "repair"})
"""Works that keep their progress when they are interrupted.  [KS-DEST-09]"""

UNDISTURBED = frozenset({"burn-depot", "wreck-waggons"})
"""Works during which no fit enemy may be within six inches at the close of the move.  [KS-DEST-05, KS-DEST-06]"""

AT_WORK = frozenset({"worked", "stood"})
"""Actions that do not take a crew off its work."""


def work_of(field: Field, crew: str) -> Work | None:
    """The work of a body, or None."""
    return next(
        (
            work
            for work in field.works.values()
            if work.crew == crew and work.state == "begun" and work.side == field.side
        ),
        None,
    )


def moves_needed(field: Field, work: Work) -> int:
    """Own moves that a work takes.  [KS-DEST-07]"""
    if work.target in field.mines:
        return LIFTED_IN
    if work.kind in LABOURS:
        return LABOURS[work.kind].moves
    span = SPANS[kind_of_bridge(field, work.target)]
    return span.destroy if work.kind == "destroy" else span.repair


def kind_of_bridge(field: Field, identity: str) -> str:
    """The kind of bridge that is destroyed or repaired; the rails of the country stand for one of their rails."""
    if identity in field.position.country.rails:
        return "rail"
    bridge = field.bridges.get(identity)
    return "road-bridge" if bridge is None else bridge.kind


def clause_of(field: Field, work: Work) -> str:
    """The clause under which a work is done."""
    if work.target in field.mines:
        return "KS-MINE-04"
    if work.kind in LABOURS:
        return LABOURS[work.kind].clause
    return SPANS[kind_of_bridge(field, work.target)].clause


# -- STOP WORK ----------------------------------------------------------------------------------


def check_stop_work(field: Field, order: StopWork) -> int:
    """Check that a body can leave its work, or its boat: E-NOWORK if it has none.  [KS-DEST-09, KS-BOAT-04]"""
    body = field.own_body(order.body)
    may_act(field, body, order.name)
    if work_of(field, order.body) is None and body.lot is None:
        raise Illegal("E-NOWORK", say("{name} is on no work.", name=known_as(body)), "KS-DEST-09")
    return 0


def stop_work(field: Field, order: StopWork) -> None:
    """A crew leaves its work, or a body abandons its current lot.  [KS-DEST-09, KS-BOAT-04]"""
    check_stop_work(field, order)
    body, work = field.bodies[order.body], work_of(field, order.body)
    if body.lot is not None:
        drop_lot(field, body, say("it was told to stop"))
    if work is not None:
        interrupt(field, work, say("its crew was told to stop"))


# -- the stage of the works ---------------------------------------------------------------------


def advance_works(field: Field) -> None:
    """Crews that neither moved, fired nor fought add one move; completions take effect.  [KS-SEQ-09]"""
    for identity in sorted(field.works):
        work = field.works[identity]
        if work.state != "begun" or not work.crew:
            continue
        disturbance = _disturbance(field, work)
        if disturbance:
            interrupt(field, work, disturbance)
        elif work.side == field.side:
            _advance(field, work)


def _disturbance(field: Field, work: Work) -> str:
    """What took a crew off its work in this move, or empty.  [KS-DEST-09]"""
    crew = field.bodies.get(work.crew)
    party = party_of(field, work)
    if crew is None or crew.side != work.side or not crew.fit or crew.ashore < party:
        return say("the crew is fewer than {party} fit men", party=party)
    if work.side == field.side and work.kind in UNDISTURBED:
        places = [crew.at] if work.kind == "burn-depot" else [field.waggons[one].at for one in targets_of(work)]
        guards = max(guards_near(field, work.side, at) for at in places)
        if guards:
            return say_many("{n} fit enemy was within 6 in.", "{n} fit enemies were within 6 in.", guards)
    if field.in_combat(work.crew):
        return say("the crew was in combat")
    if crew.immobile and not crew.stopped and work.side == field.side:
        return say("the crew, charged in close order, might only fire")
    deeds = field.done.get(work.crew, set()) - AT_WORK
    if deeds or (field.spent.get(work.crew) and not field.did(work.crew, "worked")):
        return say("its crew {names}", names=joined(say(" and "), map(word, sorted(deeds))) or say("moved"))
    return ""


def party_of(field: Field, work: Work) -> int:
    """The fewest fit men that can carry on a work; a crew that raises two epaulements needs twelve."""
    if work.kind not in LABOURS:
        return RAIL_PARTY[work.kind] if kind_of_bridge(field, work.target) == "rail" else field.options.re_min_party
    if work.kind == "wreck-waggons" and field.options.waggon_wreck_prorata:
        return 1
    if work.kind != "epaulement":
        return LABOURS[work.kind].party
    same = sorted(
        name for name, one in field.works.items() if (one.crew, one.kind, one.state) == (work.crew, work.kind, "begun")
    )
    return LABOURS[work.kind].party * (same.index(work.id) + 1)


def targets_of(work: Work) -> tuple[str, ...]:
    """The ids of the objects of a work."""
    return (work.target, *work.others) if work.target else ()


def waggons_emptied(men: int, *, prorata: bool) -> int:
    """Waggons whose load so many men destroy in a move: six for each four men.  [KS-DEST-06]

    >>> [waggons_emptied(men, prorata=False) for men in (3, 4, 7, 8)]
    [0, 6, 6, 12]
    >>> waggons_emptied(3, prorata=True)
    4
    """
    four = LABOURS["wreck-waggons"].party
    return men * WAGGONS_FOR_FOUR // four if prorata else men // four * WAGGONS_FOR_FOUR


def guards_near(field: Field, side: str, at: Point | None) -> int:
    """Fit men of the enemy of a side within six inches of a place.  [KS-DEST-05, KS-DEST-06]"""
    if at is None:
        return 0
    return sum(body.ashore for body in survey.friends_around(field, field.other(side), at, GUARDED_WITHIN))


def interrupt(field: Field, work: Work, why: str) -> None:
    """Take a crew off its work: destructions and mines lose all progress, the others keep theirs.  [KS-DEST-09]"""
    side, crew, done = work.side, work.crew, work.moves_done
    if work.kind in KEEPS:
        field.works[work.id] = work.but(crew="")
        field.emit(
            WorkInterrupted(
                clause="KS-DEST-09",
                side=side,
                work=work.id,
                kind=work.kind,
                crew=crew,
                kept=done,
                sum=to_say("{why}; {done} kept", why=why, done=done),
            )
        )
    else:
        field.works[work.id] = work.but(crew="", moves_done=0, state="lost")
        field.emit(
            WorkLost(
                clause="KS-DEST-09",
                side=side,
                work=work.id,
                kind=work.kind,
                crew=crew,
                lost=done,
                sum=to_say("{why}; {done} lost", why=why, done=done),
            )
        )


def _advance(field: Field, work: Work) -> None:
    """Add one move; at the close of the last one the work takes effect.  [KS-DEST-07]"""
    needed = moves_needed(field, work)
    done = work.moves_done + 1
    field.spend(work.crew, field.left(work.crew), "worked")
    field.works[work.id] = work = work.but(moves_done=done)
    told = to_say("{done} + 1 = {done2} of {needed} moves", done=done - 1, done2=done, needed=needed)
    field.emit(
        WorkAdvanced(
            clause="KS-SEQ-09",
            side=work.side,
            work=work.id,
            kind=work.kind,
            crew=work.crew,
            moves=done,
            needed=needed,
            sum=told,
        )
    )
    if done >= needed:
        field.works[work.id] = work.but(state="done")
        EFFECT[work.kind](field, work)


def _completed(field: Field, work: Work, told: str, inches: int = 0) -> None:
    """Report to the side that its work is finished."""
    clause = clause_of(field, work)
    field.emit(
        WorkCompleted(
            clause=clause, side=work.side, work=work.id, kind=work.kind, crew=work.crew, inches=inches, sum=told
        )
    )
    if work.kind != "mine":
        open_notes(field, work)


def _raise(field: Field, work: Work) -> None:
    """Complete a trench, an inch for two men in the four moves, or an epaulement, which shelters one gun.  [KS-WORK-03, KS-WORK-04]"""
    inches, told = 0, say("six men, four moves: one epaulement")
    if work.kind == "entrenchment":
        men = field.bodies[work.crew].ashore
        inches = men // 2
        told = say("floor({men}/2) = {inches} in.", men=men, inches=inches)
        if work.line:
            inches = min(inches, length_of(work.line[0], work.line[1:]) // INCH)
    field.works[work.id] = field.works[work.id].but(inches=inches)
    _completed(field, work, told, inches)
    field.emit(
        WorkRaised(clause=clause_of(field, work), side=work.side, work=work.id, kind=work.kind, inches=inches, sum=told)
    )


def _arm(field: Field, work: Work) -> None:
    """A mine is armed.  [KS-MINE-01]"""
    field.mines[work.id] = Mine(id=work.id, side=work.side, at=work.at, layers=(work.crew,))
    _completed(field, work, say("two men, six moves: armed"))


def _destroy(field: Field, work: Work) -> None:
    """Destroy a bridge or culvert with everything on its span, or lift a mine.  [KS-DEST-08, KS-MINE-04]"""
    if work.target in field.mines:
        _lift(field, work)
        return
    if work.target in field.position.country.rails:
        work = field.works[work.id] = work.but(target=_torn(field, work), state="done")
    _set_bridge(field, work, standing=False)
    field.emit(
        BridgeDestroyed(
            clause=clause_of(field, work),
            side=work.side,
            body=work.target,
            sum=to_say_many("{n} move of work", "{n} moves of work", moves_needed(field, work)),
        )
    )
    if work.target in field.bridges:
        fall(field, field.bridges[work.target], work.side)


def _lift(field: Field, work: Work) -> None:
    """Engineers of its own side lift a mine, which can no longer explode.  [KS-MINE-04]"""
    field.mines[work.target] = field.mines[work.target].but(armed=False)
    _completed(field, work, say("Engineers in contact, one move"))
    field.emit(
        MineLifted(clause="KS-MINE-04", side=work.side, body=work.target, sum=to_say("Engineers in contact, one move"))
    )


def _repair(field: Field, work: Work) -> None:
    """A bridge or culvert stands again.  [KS-DEST-01, KS-DEST-02, KS-DEST-03]"""
    _set_bridge(field, work, standing=True)
    field.emit(
        BridgeRepaired(
            clause=clause_of(field, work),
            side=work.side,
            body=work.target,
            sum=to_say_many("{n} move of work", "{n} moves of work", moves_needed(field, work)),
        )
    )


def _torn(field: Field, work: Work) -> str:
    """The id of the rail that a party has torn up at its place, on the named rails.  [KS-ANX-07]"""
    at = field.bodies[work.crew].at
    line = field.position.country.rails[work.target].line
    identity = names.next_name(names.standing(field, GROUPS), f"{work.target}-rail", 1)
    field.bridges[identity] = Bridge(id=identity, kind="rail", at=line[0] if at is None else nearest_on(line, at))
    return identity


def _set_bridge(field: Field, work: Work, *, standing: bool) -> None:
    if work.target in field.bridges:
        field.bridges[work.target] = field.bridges[work.target].but(standing=standing)
    _completed(field, work, say_many("{n} move of work", "{n} moves of work", moves_needed(field, work)))


def _empty(field: Field, work: Work) -> None:
    """Burn a depot with its content; of a waggon only the load is lost.  [KS-DEST-05, KS-DEST-06]"""
    for identity in targets_of(work):
        store = field.depots.get(identity) or field.waggons.get(identity)
        if store is not None and not store.destroyed:
            if store.packets.total:
                lost = PacketsLost(
                    clause=clause_of(field, work),
                    side=store.owner,
                    body=identity,
                    packets=store.packets,
                    sum=counted(store.packets.total, "packet"),
                )
                field.emit(lost)
            field.change_store(identity, packets=NONE, destroyed=work.kind == "burn-depot")
    _completed(field, work, counted(moves_needed(field, work), "move"))


EFFECT: Mapping[str, Callable[[Field, Work], None]] = {
    "entrenchment": _raise,
    "epaulement": _raise,
    "mine": _arm,
    "destroy": _destroy,
    "repair": _repair,
    "burn-depot": _empty,
    "wreck-waggons": _empty,
}
"""The effect of each finished work."""
