"""Hand to hand: who is in a melee, its losses, and who falls.  [LW-MELEE-01 to LW-MELEE-18, LW-GEN-03]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rules.floor.melee import isolated, toll
from rules.little_wars.events import CoinTossed, MeleeCounted, MeleeFormed, MeleeFought, PrisonersTaken, SupportCounted
from rules.little_wars.floor.field import Field, counts
from rules.little_wars.floor.ground import hides
from rules.little_wars.floor.men import Man
from rules.little_wars.floor.nearness import near_any
from rules.little_wars.melee.fallen import Due, fall
from rules.little_wars.melee.isolation import contact_point, supporters
from rules.little_wars.orders.facts import Measured
from rules.little_wars.tables.nearness import CONTACT, SIX_INCHES
from rules.values.measure import Point
from rules.values.sentence import say, to_say


@dataclass
class Melee:
    """A melee: the men of the charger and of the other side in it.  points: of contact; touching: pairs in contact.

    support: friends as measured, of the charger and of the other side.
    """

    ours: list[Man]
    theirs: list[Man]
    points: list[Point] = field(default_factory=list)
    touching: int = 0
    support: tuple[int | None, int | None] = (None, None)

    @property
    def members(self) -> list[Man]:
        """All men in the melee."""
        return [*self.ours, *self.theirs]

    @property
    def heads(self) -> tuple[str, str]:
        """The first body of each side."""
        return self.ours[0].body, self.theirs[0].body


def fight_melees(floor: Field) -> None:
    """Find the melees, count them, and settle all of them simultaneously.  [LW-MELEE-03, LW-MELEE-05, LW-MELEE-06]"""
    melees = found(floor)
    engaged = [man for melee in melees for man in melee.members]
    dues = [(melee, *_reckon(floor, melee, engaged)) for melee in melees]
    fallen = fall(floor, [due for _, due, _ in dues])
    for (melee, due, alone), lot in zip(dues, fallen, strict=True):
        _settle(floor, melee, due, lot, alone)


def found(floor: Field) -> list[Melee]:
    """Every melee at the end of this move: of men seen in contact, and of measured assaults."""
    measured = list(_of_the_table(floor))
    taken = {id(man) for melee in measured for man in melee.members}
    return [*_of_the_map(floor, taken), *measured]


def foreseen(floor: Field) -> list[Due]:
    """The losses that the charger may choose, from the orders so far, if the move ended now.  [LW-MELEE-12]"""
    return [due for _, due, _ in reckoned(floor)]


def reckoned(floor: Field) -> list[tuple[Melee, Due, bool]]:
    """The melees of the orders so far, each with its losses if the move ended now, and whether the smaller side is isolated."""
    trial = floor.copy()
    melees = found(trial)
    engaged = [man for melee in melees for man in melee.members]
    return [(melee, *_reckon(trial, melee, engaged)) for melee in melees]


# -- seen by the engine ---------------------------------------------------------------------------------


def _of_the_map(floor: Field, taken: set[int]) -> Iterator[Melee]:
    """Melees of the mover's men in contact with enemies; melees that share a man within six inches are one.  [LW-MELEE-03 to LW-MELEE-05]

    taken: men whose fight was measured.
    """
    ours = [man for man in floor.fit_men(floor.side) if man.at is not None and id(man) not in taken]
    theirs = [man for man in floor.fit_men(floor.enemy) if man.at is not None and id(man) not in taken]
    pairs = [(one, other) for one in ours for other in theirs if near_any(floor, one, (other,), CONTACT)]
    if not pairs:
        return
    groups = [[pair] for pair in pairs]
    reach = [_members(floor, group, (*ours, *theirs)) for group in groups]
    if floor.options.melee_merge == "yes":
        groups, reach = _merged(groups, reach)
    else:
        groups, reach = _parted(floor, *_merged(groups, [_touching(group) for group in groups]), (*ours, *theirs))
    for group, members in zip(groups, reach, strict=True):
        points = [_point(floor, one, other) for one, other in group]
        here = [man for man in ours if id(man) in members]
        there = [man for man in theirs if id(man) in members]
        yield Melee(here, there, points, len(group))


def _touching(group: Sequence[tuple[Man, Man]]) -> set[int]:
    return {id(man) for pair in group for man in pair}


def _members(floor: Field, group: Sequence[tuple[Man, Man]], everybody: Sequence[Man]) -> set[int]:
    """Men in contact, and men within six inches of one of them; one step only.  [LW-MELEE-04]"""
    touching = [man for pair in group for man in pair]
    return _touching(group) | {
        id(man)
        for man in everybody
        if any(near_any(floor, man, (one,), SIX_INCHES) and _open(floor, man, one) for one in touching)
    }


def _open(floor: Field, man: Man, other: Man) -> bool:
    """Whether six inches count between two men; by option not through walls.  [LW-MELEE-04]"""
    if floor.options.melee_through_walls or man.at is None or other.at is None:
        return True
    return not hides(floor.country, man.at, other.at)


def _merged(
    groups: list[list[tuple[Man, Man]]], reach: list[set[int]]
) -> tuple[list[list[tuple[Man, Man]]], list[set[int]]]:
    """Groups that share a man, joined.  [LW-MELEE-05]"""
    done: list[tuple[list[tuple[Man, Man]], set[int]]] = []
    for group, members in zip(groups, reach, strict=True):
        joined, whole = list(group), set(members)
        apart = []
        for other, others in done:
            if whole & others:
                joined, whole = [*other, *joined], whole | others
            else:
                apart.append((other, others))
        done = [*apart, (joined, whole)]
    return [one for one, _ in done], [one for _, one in done]


def _parted(
    floor: Field, groups: list[list[tuple[Man, Man]]], touching: list[set[int]], everybody: Sequence[Man]
) -> tuple[list[list[tuple[Man, Man]]], list[set[int]]]:
    """Men shared by two contacts, each in the one that the charger named for him, else in the first.  [LW-MELEE-05]"""
    reach = [_members(floor, group, everybody) for group in groups]
    named = {
        body: choice.melee for choice in floor.choices if choice.melee for body in (*choice.dead, *choice.prisoners)
    }
    for man in everybody:
        among = [i for i, members in enumerate(reach) if id(man) in members]
        if len(among) < 2:
            continue
        mine = [i for i in among if id(man) in touching[i]]
        wished = named.get(man.body, "")
        asked = [i for i in among if wished and any(wished == one.body for pair in groups[i] for one in pair)]
        chosen = (mine or asked or among)[0]
        for i in among:
            if i != chosen:
                reach[i].discard(id(man))
    return groups, reach


def _point(floor: Field, one: Man, other: Man) -> Point:
    return contact_point(one.at or (0, 0), floor.radius(one), other.at or (0, 0), floor.radius(other))


# -- measured assaults ------------------------------------------------------------------------------


def _of_the_table(floor: Field) -> Iterator[Melee]:
    """Melees of measured assaults; those on one body are joined unless the participants were counted for each."""
    waiting = list(floor.laid)
    taken: set[int] = set()
    while waiting:
        bodies, defenders, measured = waiting.pop(0)
        together = [
            one for one in waiting if set(one[1]) & set(defenders) and not _counted(one[2]) and not _counted(measured)
        ]
        waiting = [one for one in waiting if one not in together]
        bodies = tuple(dict.fromkeys([*bodies, *(body for one in together for body in one[0])]))
        ours = _taking_part(floor, bodies, measured.attackers, taken)
        theirs = _taking_part(floor, defenders, measured.defenders, taken)
        if ours and theirs:
            taken |= {id(man) for man in (*ours, *theirs)}
            friends = measured.supporters
            support = (
                friends if measured.attackers_support is None else measured.attackers_support,
                friends if measured.defenders_support is None else measured.defenders_support,
            )
            yield Melee(ours, theirs, _points_between(floor, ours, theirs), min(len(ours), len(theirs)), support)


def _counted(measured: Measured) -> bool:
    return measured.attackers is not None or measured.defenders is not None


def _taking_part(floor: Field, bodies: Sequence[str], measured: int | None, taken: set[int]) -> list[Man]:
    """The men of bodies who take part: all, or as many as measured, with those of other unplaced bodies last."""
    first = [man for body in bodies for man in floor.fit(body) if not man.trail and id(man) not in taken]
    if measured is None or measured <= len(first):
        return first[:measured]
    side = floor.bodies[bodies[0]].side if bodies else floor.side
    others = [
        man
        for man in floor.fit_men(side)
        if man.at is None and man not in first and not man.trail and id(man) not in taken
    ]
    return [*first, *others][:measured]


def _points_between(floor: Field, ours: Sequence[Man], theirs: Sequence[Man]) -> list[Point]:
    """The points of contact of men with known places in a measured assault: every pair in contact, else the nearest."""
    placed = [(one, other) for one in ours for other in theirs if one.at is not None and other.at is not None]
    touching = [pair for pair in placed if near_any(floor, pair[0], (pair[1],), CONTACT)]
    return [_point(floor, one, other) for one, other in touching or placed[:1]]


# -- losses ----------------------------------------------------------------------------------------------


def _reckon(floor: Field, melee: Melee, engaged: Sequence[Man]) -> tuple[Due, bool]:
    """Count heads, test isolation, and compute the losses of each side.  [LW-MELEE-07, LW-ISO-01]"""
    ours, theirs = len(melee.ours), len(melee.theirs)
    head, other = melee.heads
    floor.emit(
        MeleeFormed(
            clause="LW-MELEE-04", side=floor.side, body=head, target=other, contacts=melee.touching,
            attackers=counts(melee.ours), defenders=counts(melee.theirs),
        )
    )  # fmt: skip
    words = to_say("{ours} against {theirs}", ours=ours, theirs=theirs)
    floor.emit(
        MeleeCounted(
            clause="LW-MELEE-07", side=floor.side, sum=words, body=head, target=other, attackers=ours, defenders=theirs
        )
    )
    alone = ours != theirs and _alone(floor, melee, engaged)
    dead, prisoners = toll(ours, theirs, alone)
    taken = sum(prisoners)
    if floor.options.legacy_1:
        dead, taken = min(ours, theirs), 0
    return Due(melee.ours, melee.theirs, dead, taken, melee.points), alone


def _alone(floor: Field, melee: Melee, engaged: Sequence[Man]) -> bool:
    """Whether the smaller side is isolated; isolation of the larger has no effect.  [LW-MELEE-11, LW-ISO-02, LW-ISO-03]"""
    smaller = melee.ours if len(melee.ours) < len(melee.theirs) else melee.theirs
    side = smaller[0].side
    measured = melee.support[0] if smaller is melee.ours else melee.support[1]
    friends = len(supporters(floor, side, smaller, melee.points, engaged)) if measured is None else measured
    alone = isolated(len(smaller), friends)
    wanted = -(-len(smaller) // 2)
    floor.emit(
        SupportCounted(
            clause="LW-ISO-01" if alone else "LW-ISO-02", side=side, body=smaller[0].body, men=len(smaller),
            supporters=friends, isolated=alone, sum=to_say("{friends} within a move, {wanted} needed", friends=friends, wanted=wanted),
        )
    )  # fmt: skip
    return alone


def _settle(floor: Field, melee: Melee, due: Due, lot: tuple[list[Man], list[Man]], alone: bool) -> None:
    """Kill the fallen and take the prisoners, who are held by one body of the victors.  [LW-MELEE-08 to LW-MELEE-10, LW-MELEE-14]"""
    dead, taken = lot
    ours, theirs = len(melee.ours), len(melee.theirs)
    if floor.options.legacy_1:
        dead = _tossed(floor, melee, due)
    clause = "LW-MELEE-08" if ours == theirs else "LW-MELEE-09" if alone else "LW-MELEE-10"
    head, other = melee.heads
    each = say("{dead} and {dead2} dead, {taken} taken", dead=due.dead, dead2=due.dead, taken=due.taken)
    floor.emit(
        MeleeFought(
            clause="LW-HIST-01" if floor.options.legacy_1 else clause,
            side=floor.side,
            body=head,
            target=other,
            sum=to_say("{ours} against {theirs}: {each}", ours=ours, theirs=theirs, each=each),
            attackers=ours,
            defenders=theirs,
            isolated=alone,
            dead={head: 0, other: 0, **counts(dead)},
            prisoners=counts(taken),
        )
    )
    for man in melee.members:
        man.fought = True
    for man in dead:
        floor.kill(man)
    victors = [man for man in melee.members if man.fit and taken and man.side != taken[0].side and man not in taken]
    guards = due.captors(victors)
    for man, guard in zip(taken, guards, strict=True):
        floor.take(man, guard)
    for identity, men in counts(taken).items():
        floor.emit(
            PrisonersTaken(clause=clause, side=floor.bodies[identity].side, body=identity, men=men, captor=guards[0])
        )


def _tossed(floor: Field, melee: Melee, due: Due) -> list[Man]:
    """The first game: each pair in contact tosses to decide which of the two dies.  [LW-HIST-01]"""
    head, other = melee.heads
    dead: list[Man] = []
    for pair, (one, met) in enumerate(zip(melee.ours, melee.theirs, strict=False)):
        dead.append(met if floor.chance.heads(f"contact/{head}/{other}/{pair}") else one)
    won = sum(man.side == floor.enemy for man in dead)
    floor.emit(CoinTossed(clause="LW-HIST-01", side=floor.side, body=head, target=other, pairs=due.dead, won=won))
    return dead
