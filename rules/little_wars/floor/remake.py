"""Bodies split and merged by anything: groups parted and joined, and men who stay behind their box or train.  [LW-SETUP-09]

A man keeps his state: his place, and whether he has moved, is armed, serves or guards.  This module corrects the names
wherever a body is named, and divides and adds what is counted by body.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.floor import names
from rules.floor.remake import COUNTS_BY_NAME, Account, added, either, named_beside, named_instead, share
from rules.little_wars.events import BodySplit
from rules.little_wars.floor.field import Field
from rules.little_wars.floor.men import Man
from rules.little_wars.floor.nearness import at_post
from rules.little_wars.floor.sight import hidden_by_curtain
from rules.little_wars.force.position import GROUPS, NOBODY


def _same(first: str, second: str) -> str:
    """The back line that all of a whole touch, or empty."""
    return first if first == second else ""


ACCOUNT = Account(
    own=(
        "id", "name", "men", "at", "figures", "disarmed", "rearming", "prisoners", "captives", "captors", "untended",
        "secure", "held_by", "retired", "arrived", "aboard", "entraining",
    ),
    kept=("side", "arm", "facing", "commander"),
    shared={},
    passed={"line": _same, "surrendered": either},
)  # fmt: skip
"""What becomes of each field of a body; the fields of its men are in each man."""

NAMING_OF_WAGGONS: Mapping[str, str] = {"serves": "ids"}
NAMING_OF_CREWS: Mapping[str, str] = {"crew": COUNTS_BY_NAME}
NAMING_OF_TRAILS: Mapping[str, str] = {"trail": COUNTS_BY_NAME}

WANTING = ("unsupplied", "stranded")
"""The notes of bodies without a waggon in this move."""


# -- a part -----------------------------------------------------------------------------------------


def split_off(field: Field, identity: str, men: Sequence[Man], into: str) -> None:
    """Make some free men of a body a separate body, each in his state and at his place.  [LW-SETUP-09]"""
    body, of = field.bodies[identity], len(field.free(identity))
    field.bodies[into] = body.but(
        id=into, name=into.replace("-", " ").capitalize(), prisoners=0, captives=(), captors=NOBODY, untended=0, secure=0,
        figures=(), retired=0, arrived=0, aboard="", entraining="", held_by="",
    )  # fmt: skip
    taken = {id(man) for man in men}
    field.men[into] = list(men)
    field.men[identity] = [man for man in field.men[identity] if id(man) not in taken]
    for number, man in enumerate(men):
        man.body, man.number = into, number
    if men[0].at is not None:
        field.change(into, at=men[0].at)
    _share_prisoners(field, identity, into, len(men), of)
    _share_guns(field, identity, into)
    for name, work in field.works.items():
        field.works[name] = work.but(crew=_left_over(field, work.crew, identity, into))
    for name, waggon in field.waggons.items():
        changes = named_beside(waggon, NAMING_OF_WAGGONS, identity, into, len(men), of)
        field.waggons[name] = waggon.but(**changes) if changes else waggon
    for note in WANTING:
        hungry: Mapping[str, int] = field.notes.get(note, {})
        if identity in hungry:
            field.notes[note] = {**hungry, into: min(hungry[identity], len(men))}


def _share_prisoners(field: Field, identity: str, into: str, men: int, of: int) -> None:
    """The part guards its share of its body's prisoners.  [LW-PRIS-02]"""
    held = [man for man in field.all_men() if man.guard == identity]
    number = share(len(held), men, of)
    for man in held[len(held) - number :]:
        man.guard = into


def _share_guns(field: Field, identity: str, into: str) -> None:
    """Men who served a gun, or stand at its trail, still do.  [LW-GUN-03, LW-GUN-12]"""
    for gun in list(field.guns.values()):
        crew = dict(gun.crew)
        if identity in crew:
            crew = {**crew, into: 0} if not crew[identity] else _left_over(field, crew, identity, into)
        trail = dict(gun.trail)
        if identity in trail:
            there = sum(at_post(field, gun, man) or man.trail == gun.id for man in field.men[into])
            trail[identity] -= min(there, trail[identity])
            trail = {name: men for name, men in {**trail, into: there}.items() if men}
        if (crew, trail) != (gun.crew, gun.trail):
            field.change_gun(gun.id, crew=crew, trail=trail)


def _left_over(field: Field, crew: Mapping[str, int], identity: str, into: str) -> dict[str, int]:
    """The counts of a crew by body: as many stay under the old body as it has left, the others go to the part."""
    men = crew.get(identity, 0)
    over = men - len(field.free(identity))
    return dict(crew) if over <= 0 else {**crew, identity: men - over, into: over}


def leave_behind(field: Field, boarding: Sequence[Man]) -> None:
    """Make the men of a body who do not go aboard with the others a separate body.  [LW-EXT-08, LW-EXT-21]"""
    going = {id(man) for man in boarding}
    for identity in dict.fromkeys(man.body for man in boarding):
        staying = [man for man in field.free(identity) if id(man) not in going]
        if staying:
            into = names.next_name(names.standing(field, GROUPS), identity)
            split_off(field, identity, staying, into)
            unseen = hidden_by_curtain(field)
            field.emit(
                BodySplit(
                    clause="LW-SETUP-09", side=field.side, body=identity, men=len(staying), into=into, unseen=unseen
                )
            )


def rejoin_freed(field: Field, identity: str, prisoners: Sequence[Man]) -> None:
    """Freed prisoners rejoin their body like new men: at none of its guns, rails or back lines.

    [LW-PRIS-05, LW-PRIS-07, LW-PRIS-08, LW-SETUP-09]
    """
    there = len(field.free(identity))
    for man in prisoners:
        man.is_freed()
    field.change(identity, surrendered=False, held_by="", line="")
    for gun in list(field.guns.values()):
        if identity in gun.crew or identity in gun.trail:
            crew, trail = (_no_more(men, identity, there) for men in (gun.crew, gun.trail))
            field.change_gun(gun.id, crew=crew, trail=trail)
    for name, work in field.works.items():
        field.works[name] = work.but(crew=_no_more(work.crew, identity, there))


def _no_more(men: Mapping[str, int], identity: str, there: int) -> dict[str, int]:
    """The men by body, with one body limited to a number; a body without a number has all its men."""
    if identity not in men:
        return dict(men)
    left = {**men, identity: min(men[identity] or there, there)}
    return left if left[identity] else {name: number for name, number in men.items() if name != identity}


# -- a whole ----------------------------------------------------------------------------------------


def unite(field: Field, ids: Sequence[str], into: str) -> None:
    """Join the free men of some bodies in one, each in his state and at his place.  [LW-SETUP-09]"""
    gone = {name: into for name in ids if name != into}
    serving = {gun.id: _served_by(field, gun.crew, ids) for gun in field.guns.values()}
    for name in gone:
        field.change(into, **ACCOUNT.joined(field.bodies[into], field.bodies[name]))
        going = field.free(name)
        first = 1 + max((man.number for man in field.men[into]), default=-1)
        field.men[name] = [man for man in field.men[name] if not man.free]
        for number, man in enumerate(going):
            man.body, man.number = into, first + number
        field.men[into] += going
    for man in field.all_men():
        man.guard = gone.get(man.guard, man.guard)
    for gun in list(field.guns.values()):
        changes = named_instead(gun, NAMING_OF_TRAILS, gone)
        if not gone.keys().isdisjoint(gun.crew):
            men = serving[gun.id]
            crew = {name: there for name, there in gun.crew.items() if name not in ids}
            changes["crew"] = {**crew, into: 0 if men == len(field.free(into)) else men}
        if changes:
            field.change_gun(gun.id, **changes)
    for name, work in field.works.items():
        field.works[name] = work.but(**named_instead(work, NAMING_OF_CREWS, gone))
    for name, waggon in field.waggons.items():
        field.waggons[name] = waggon.but(**named_instead(waggon, NAMING_OF_WAGGONS, gone))
    for note in WANTING:
        if note in field.notes:
            field.notes[note] = added(field.notes[note], gone)


def _served_by(field: Field, crew: Mapping[str, int], ids: Sequence[str]) -> int:
    """The number of men of some bodies who serve a gun; all men of a body without a number."""
    return sum(crew[name] or len(field.free(name)) for name in ids if name in crew)
