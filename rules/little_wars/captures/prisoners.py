"""Prisoners: who guards them, where they are led, how they are freed and armed again.  [LW-PRIS-01 to LW-PRIS-14]"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.contract.sentences import counted
from rules.errors import Illegal, Invalid
from rules.ground.geometry import square
from rules.little_wars.events import MenRearmed, PrisonersFreed, PrisonersMoved, PrisonersSecured, PrisonersTaken
from rules.little_wars.floor.conditions import clause_of
from rules.little_wars.floor.field import Field, counts
from rules.little_wars.floor.go import check_way, put
from rules.little_wars.floor.ground import FINE, back_line, in_sixteenths, touches, travelled
from rules.little_wars.floor.long_moves import reach_of
from rules.little_wars.floor.men import Man
from rules.little_wars.floor.nearness import apart, near_any
from rules.little_wars.floor.remake import rejoin_freed
from rules.little_wars.marches.march import leave
from rules.little_wars.orders import MovePrisoners
from rules.little_wars.tables.nearness import CONTACT, SIX_INCHES, TO_ONE
from rules.values.measure import Point, inches
from rules.values.sentence import say, say_many, to_say_many, word

# -- escorts ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Party:
    """Escorts and their prisoners on the way."""

    escorts: list[Man]
    prisoners: list[Man]
    lines: Mapping[int, tuple[Point, ...]]
    distance: int


def check_move_prisoners(field: Field, order: MovePrisoners) -> Party:
    """Check that escorts may lead prisoners on a way.  E-PRIS-01, -02, -03, E-MOVE-03, E-MOVE-05.  [LW-PRIS-01 to LW-PRIS-04]"""
    escorts = _escorts(field, order)
    prisoners = _prisoners(field, order)
    if len(prisoners) > TO_ONE * len(escorts):
        words = say_many(
            "{n} escort may take {to_one} prisoners; you named {prisoners}.",
            "{n} escorts may take {to_one} prisoners; you named {prisoners}.",
            len(escorts),
            to_one=TO_ONE * len(escorts),
            prisoners=len(prisoners),
        )
        raise Illegal("E-PRIS-02", words, "LW-PRIS-02")
    starts = _come_up(field, order, escorts)
    for man in prisoners:
        if man.at is not None and not any(
            at is None or square(at, man.at) <= (field.radius(one) + field.radius(man) + SIX_INCHES) ** 2
            for one, at in zip(escorts, starts, strict=True)
        ):
            raise Illegal("E-PRIS-01", say("Each prisoner must be within six inches of the escort."), "LW-PRIS-02")
    return _way(field, order, escorts, prisoners, starts)


def _escorts(field: Field, order: MovePrisoners) -> list[Man]:
    """The escorts: armed men who have not moved yet.  E-MOVE-01, E-MOVE-03.  [LW-PRIS-07]"""
    chosen: list[Man] = []
    for identity, number in order.escorts.items():
        body = field.own_body(identity)
        able = [man for man in field.fit(identity) if not (man.moved or man.frozen)]
        if not field.free(identity):
            raise Illegal("E-MOVE-01", say("You cannot move {id}.", id=field.called(body.id)), "LW-MOVE-03")
        if len(able) < max(number, 1):
            words = say("{id} has already moved, or is not armed.", id=field.called(body.id))
            raise Illegal("E-MOVE-03", words, "LW-PRIS-02")
        chosen += able[: number or len(able)]
    if not chosen:
        raise Invalid(say("move-prisoners: an escort is wanted"))
    return chosen


def _prisoners(field: Field, order: MovePrisoners) -> list[Man]:
    """The named prisoners, who must be the mover's.  E-PRIS-03.  [LW-PRIS-03]"""
    chosen: list[Man] = []
    for identity, number in order.prisoners.items():
        body = field.bodies.get(identity)
        held = field.prisoners(identity) if body is not None and body.side == field.enemy else []
        held = [man for man in held if not man.moved]
        if not held or len(held) < number:
            raise Illegal("E-PRIS-03", say("These men are not your prisoners."), "LW-PRIS-03")
        chosen += held[: number or len(held)]
    if not chosen:
        raise Illegal("E-PRIS-03", say("None of these men is your prisoner."), "LW-PRIS-03")
    return chosen


def _come_up(field: Field, order: MovePrisoners, escorts: Sequence[Man]) -> list[Point | None]:
    """The escorts' places when the party starts: they may first use part of their move to come up.  E-PRIS-01.  [LW-PRIS-02]"""
    if order.via and not field.options.escort_join_and_go:
        raise Illegal("E-PRIS-01", say("Each prisoner must be within six inches of the escort."), "LW-PRIS-02")
    lead = escorts[0].at
    if not order.via or lead is None:
        return [man.at for man in escorts]
    dx, dy = order.via[-1][0] - lead[0], order.via[-1][1] - lead[1]
    return [None if man.at is None else (man.at[0] + dx, man.at[1] + dy) for man in escorts]


def _way(
    field: Field, order: MovePrisoners, escorts: list[Man], prisoners: list[Man], starts: Sequence[Point | None]
) -> Party:
    """The way of a party: each within his own arm's move, so all at the slowest pace.  E-MOVE-05.  [LW-PRIS-04]"""
    lines: dict[int, tuple[Point, ...]] = {}
    lead = next((at for at in starts if at is not None), None)
    if order.path and lead is not None:
        for man, at in (*zip(escorts, starts, strict=True), *((man, man.at) for man in prisoners)):
            if at is not None and man.at is not None:
                # Escorts first come up to the prisoners: that is part of their way.
                came = order.via if man in escorts else ()
                dx, dy = at[0] - lead[0], at[1] - lead[1]
                lines[id(man)] = (man.at, *((x + dx, y + dy) for x, y in (*came, *order.path)))
    furthest = 0
    for man in (*escorts, *prisoners):
        line = lines.get(id(man), ())
        measured = order.measured.distance
        fine = measured * FINE if measured is not None else travelled(line)
        reach = reach_of(field, field.options.rate(man.arm), man.origin, order.measured.enemy, line)
        if fine > reach * FINE:
            words = say(
                "The path is {inches}; {arm} may move {reach}.",
                inches=inches(in_sixteenths(fine)),
                arm=word(man.arm),
                reach=inches(reach),
            )
            raise Illegal("E-MOVE-05", words, "LW-PRIS-04" if man in prisoners else clause_of(man.arm))
        furthest = max(furthest, in_sixteenths(fine))
    check_way(field, [man for man in (*escorts, *prisoners) if id(man) in lines], lines)
    return Party(escorts, prisoners, lines, furthest)


def move_prisoners(field: Field, order: MovePrisoners) -> None:
    """Escorts travel with prisoners and are their guards from now on.  [LW-PRIS-01 to LW-PRIS-04]"""
    party = check_move_prisoners(field, order)
    leave(field, [man for man in party.escorts if not any(one.guard == man.body for one in party.prisoners)])
    for i, man in enumerate((*party.escorts, *party.prisoners)):
        line = party.lines.get(id(man))
        put(man, line[-1] if line else man.at)
        man.moved = True
        if i < len(party.escorts):
            man.escorting = True
    for i, man in enumerate(party.prisoners):
        man.untended = False
        man.guard = party.escorts[i // TO_ONE].body
        field.notes.setdefault("led", set()).add(man.body)
    first = party.escorts[0].body
    field.emit(
        PrisonersMoved(
            clause="LW-PRIS-02", side=field.side, body=first, prisoners=counts(party.prisoners), distance=party.distance,
            sum=to_say_many(
                "{n} escort, {prisoners}",
                "{n} escorts, {prisoners}",
                len(party.escorts),
                prisoners=counted(len(party.prisoners), "prisoner"),
            ),
        )
    )  # fmt: skip
    if order.measured.line == "own":
        field.notes.setdefault("delivered", []).extend(party.prisoners)


# -- liberation -----------------------------------------------------------------------------------------


def liberate(field: Field) -> None:
    """When guards have fallen, prisoners covered by nobody else are free, and disarmed.  [LW-PRIS-05, LW-PRIS-07]"""
    fallen: list[Man] = field.notes.pop("fallen", [])
    for side in (field.side, field.enemy):
        guards = [man for man in fallen if man.side != side]
        held = [man for man in field.all_men(side) if man.held and not man.untended and not man.fresh]
        concerned = [man for man in held if _guarded_by_any(field, man, guards)]
        if not concerned:
            continue
        covered = {id(man) for man in _covered(field, held)}
        freed = concerned
        if field.options.liberation == "uncovered_only":
            freed = [man for man in concerned if id(man) not in covered]
        set_free(field, freed, "LW-PRIS-05")


def _guarded_by_any(field: Field, prisoner: Man, guards: Iterable[Man]) -> bool:
    """Whether any of some fallen men was an escort of a prisoner: within six inches, or his named guard.

    If no place is known and no guard was named, all his captors count.
    """
    return any(
        guard.body == prisoner.guard or not (prisoner.guard or prisoner.at or guard.at)
        if prisoner.at is None or guard.at is None
        else not apart(field, prisoner, guard, SIX_INCHES)
        for guard in guards
    )


def _covered(field: Field, held: Sequence[Man]) -> list[Man]:
    """Prisoners covered by armed captors within six inches, seven to a man, the nearest first.  [LW-PRIS-05]"""
    guards = field.fit_men(field.other(held[0].side)) if held else []
    near = sorted(
        (square(man.at, guard.at), man.lot, guard.lot, id(man), id(guard))
        for man in held
        for guard in guards
        if man.at is not None and guard.at is not None and not apart(field, man, guard, SIX_INCHES)
    )
    room = {id(guard): TO_ONE for guard in guards}
    taken: set[int] = set()
    for _, _, _, man_id, guard_id in near:
        if man_id not in taken and room[guard_id]:
            taken.add(man_id)
            room[guard_id] -= 1
    bodies = dict.fromkeys(man.guard for man in held if man.at is None and man.guard)
    places = sum(TO_ONE for body in bodies for guard in field.fit(body))
    unseen = [man for man in held if id(man) not in taken and (man.at is None) and man.guard]
    unseen.sort(key=lambda man: not field.fit(man.guard))
    taken |= {id(man) for man in unseen[:places]}
    anybodys = [man for man in held if man.at is None and not man.guard]
    taken |= {id(man) for man in anybodys[: TO_ONE * sum(guard.at is None for guard in guards)]}
    for body in bodies:
        if not field.fit(body):
            _hand_over(field, unseen[:places], body, bodies)
    return [man for man in held if id(man) in taken]


def _hand_over(field: Field, prisoners: Sequence[Man], gone: str, bodies: Iterable[str]) -> None:
    """Give prisoners whose guards are gone to other captors nearby."""
    other = next((body for body in bodies if field.fit(body)), "")
    for man in prisoners:
        if man.guard == gone and other:
            man.guard = other


def set_free(field: Field, prisoners: Sequence[Man], clause: str) -> None:
    """Free prisoners: they are disarmed, and may not be moved in the same move.  [LW-PRIS-05 to LW-PRIS-07]"""
    for identity, men in counts(prisoners).items():
        rejoin_freed(field, identity, [man for man in prisoners if man.body == identity])
        field.emit(PrisonersFreed(clause=clause, side=field.bodies[identity].side, body=identity, men=men))


# -- the close of a move ------------------------------------------------------------------------------------


def settle_prisoners(field: Field) -> None:
    """At the close: liberation, prisoners left behind, deliveries at the line, and marks for rearming.  [rulebook part 22, step 12]"""
    liberate(field)
    _tend(field)
    _free_uncovered(field)
    _deliver(field)
    _relieve(field)
    _mark_for_rearming(field)


def _tend(field: Field) -> None:
    """Men who surrendered far from the enemy have an escort as soon as an enemy is within six inches.  [LW-SURR-02]"""
    for man in field.all_men():
        if man.held and man.untended and near_any(field, man, field.fit_men(field.other(man.side)), SIX_INCHES):
            man.untended = False


def _free_uncovered(field: Field) -> None:
    """Free the mover's earlier prisoners whom nobody covers.  [LW-PRIS-12]"""
    held = [man for man in field.all_men(field.enemy) if man.held and not (man.untended or man.fresh)]
    covered = {id(man) for man in _covered(field, held)}
    left = field.notes.get("left_behind", set()) - field.notes.get("led", set())
    loose = [
        man
        for man in held
        if id(man) not in covered and (man.at is not None or man.body in left) and not _on_captors_line(field, man)
    ]
    set_free(field, loose, "LW-PRIS-12")


def _on_captors_line(field: Field, man: Man) -> bool:
    line = back_line(field.country, field.other(man.side))
    return line is not None and man.at is not None and touches(line, man.at, field.radius(man))


def _deliver(field: Field) -> None:
    """Secure prisoners who touch the captor's back line and were not freed in this move; they leave the board.

    [LW-PRIS-09, rulebook part 22, step 12]
    """
    brought = [man for man in field.notes.get("delivered", ()) if man.held]
    brought += [man for man in field.all_men() if man.held and _on_captors_line(field, man)]
    for man in brought:
        man.secure, man.guard = True, ""
        put(man, None)
    for identity, men in counts(dict.fromkeys(brought)).items():
        field.emit(PrisonersSecured(clause="LW-PRIS-09", side=field.bodies[identity].side, body=identity, men=men))


def _relieve(field: Field) -> None:
    """Prisoners whose guards are gone pass to the nearest armed captor within six inches, or for now to nobody.  [LW-PRIS-05]"""
    for man in field.all_men():
        here = man.at
        if not (man.held and man.guard) or here is None or field.fit(man.guard):
            continue
        near = [
            (square(here, guard.at), guard.lot, guard.body)
            for guard in field.fit_men(field.other(man.side))
            if guard.at is not None and not apart(field, man, guard, SIX_INCHES)
        ]
        man.guard = min(near)[2] if near else ""


def _mark_for_rearming(field: Field) -> None:
    """Disarmed men who touch their own line are armed again in their side's next move, or at once.  [LW-PRIS-08]"""
    line = back_line(field.country, field.side)
    for man in field.free_men(field.side):
        if man.armed or man.rearming:
            continue
        seen = line is not None and man.at is not None and touches(line, man.at, field.radius(man))
        man.rearming = seen or field.bodies[man.body].line == "own"
    if field.options.rearm_delay == "at_once":
        rearm(field)


def rearm(field: Field) -> None:
    """Arm the men who reached their own line in an earlier move.  [LW-PRIS-08]"""
    ready = [man for man in field.free_men(field.side) if man.rearming]
    for man in ready:
        man.armed, man.rearming = True, False
    for identity, men in counts(ready).items():
        field.emit(MenRearmed(clause="LW-PRIS-08", side=field.side, body=identity, men=men))


def seize_the_disarmed(field: Field) -> None:
    """Armed enemies who meet disarmed men, with no armed friend within six inches, take them prisoner again.  [LW-PRIS-13]"""
    if not field.options.retake_disarmed:
        return
    for captor, targets, number in field.notes.get("met_disarmed", ()):
        still = [man for man in targets if man.free and not man.armed] if field.fit(captor) else []
        _retake(field, still[: number if number is not None else len(still)], captor)
    captors, friends = field.fit_men(field.side), field.fit_men(field.enemy)
    for man in [one for one in field.free_men(field.enemy) if not one.armed and not one.freed]:
        met = next((one for one in captors if not apart(field, man, one, CONTACT)), None)
        if met is not None and not near_any(field, man, friends, SIX_INCHES):
            _retake(field, [man], met.body)


def _retake(field: Field, men: Sequence[Man], captor: str) -> None:
    for man in men:
        field.take(man, captor)
    for identity, number in counts(men).items():
        side = field.bodies[identity].side
        field.emit(PrisonersTaken(clause="LW-PRIS-13", side=side, body=identity, men=number, captor=captor))
