"""Bodies split and merged by anything: SPLIT, MERGE, a throw-back, a fallen span, lots, a capture, a liberation.  [KS-DEF-07]

Only ``split_off`` and ``unite`` make a body from another: they apportion men, horses, debts and
prisoners, pass on duties and stops, and correct the names wherever a body is named.  Men come into the enemy's hands
only by ``capture`` and out of them only by ``set_free``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.floor.remake import (
    COUNTS_BY_NAME,
    GREATEST_BY_NAME,
    Account,
    Captivity,
    earlier,
    either,
    named_beside,
    named_instead,
    share,
    together,
    whole_share,
)
from rules.kriegspiel.events import BodySplit
from rules.kriegspiel.floor.crews import inherit_service, transfer_gunners
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import KINDS_OF_PACKET, NOBODY, NONE, ON_LAND, Body, Packets
from rules.values.measure import Point
from rules.values.sentence import to_say


def _packets(owed: Packets, men: int, of: int) -> Packets:
    """A part's share of owed packets."""
    return NONE if owed is NONE else Packets(*(share(getattr(owed, kind), men, of) for kind in KINDS_OF_PACKET))


def _held_up(first: Packets, second: Packets) -> Packets:
    """The kinds of packets whose lack holds up either of two bodies."""
    if first == second:
        return first
    return Packets(*(max(getattr(first, kind), getattr(second, kind)) for kind in KINDS_OF_PACKET))


def _longer(first: str, second: str) -> str:
    return first or second


ACCOUNT = Account(
    own=("id", "name", "men", "at", "facing", "held_by", "aboard", "embarked", "lot", "boxed", "prisoners", "captors"),
    kept=("side", "arm", "formation", "commander", "want"),
    shared={"horses": whole_share, "on_foot": whole_share, "arrears": _packets},
    passed={
        **dict.fromkeys(("immobile", "out_of_action", "surrendered", "disarmed", "stood", "ran", "arrested"), either),
        **dict.fromkeys(
            (
                "flight",
                "retire_from",
                "threatened",
                "gave_way",
                "owes_choice",
                "fugitives",
                "held_up_by",
            ),
            together,
        ),
        **dict.fromkeys(("must_retire", "fire_streak"), max),
        "climbed": min,
        "unsupplied_since": earlier,
        "retire_clause": _longer,
        "held_up": _held_up,
    },
)
"""What becomes of each field of a split or merged body.  Its men in enemy hands stay with the part that keeps its name."""

CAPTIVITY = Captivity(
    own=("men", "horses", "on_foot", "at", "prisoners", "captors", "held_by", "disarmed", "surrendered", "immobile"),
    kept=(
        "id", "name", "side", "arm", "formation", "facing", "commander", "want",
        "arrears", "held_up", "held_up_by", "unsupplied_since", "out_of_action", "fire_streak",
    ),
    ended={
        **dict.fromkeys(("stood", "ran", "arrested", "boxed"), False),
        **dict.fromkeys(("flight", "retire_from", "threatened", "gave_way", "owes_choice", "fugitives"), ()),
        **dict.fromkeys(("must_retire", "climbed"), 0),
        "retire_clause": "",
        **ON_LAND,
    },
)  # fmt: skip
"""What becomes of each field of a body without free men, and of men who are freed.

Prisoners have no duties of the field (KS-DEF-13); their arrears and the dates of these stay, and out of action is
permanent (KS-FAIL-04); they are pinned only if they are stopped for lack of supplies (KS-FAIL-03).
A body with some free men keeps everything; a horse is taken with its rider (KS-DEF-06).
"""

NAMING: Mapping[str, str] = {
    **dict.fromkeys(
        ("flight", "retire_from", "threatened", "gave_way", "owes_choice", "fugitives", "held_up_by"), "ids"
    ),
    "captors": COUNTS_BY_NAME,
}
"""The fields of a body that name bodies."""

NAMING_OF_DEBTS: Mapping[str, str] = {"held_up_by": "ids"}
"""The fields about debts that name bodies: they name a part only where another body waits for its packets."""

NAMING_OF_GUNS: Mapping[str, str] = {
    **dict.fromkeys(("flight", "retire_from", "threatened", "gave_way", "helpers"), "ids"),
    "trail": COUNTS_BY_NAME,
    "strayed": GREATEST_BY_NAME,
    "crew": "id",
    "taken_by": "id",
}
NAMING_OF_WORKS: Mapping[str, str] = {"crew": "id"}
NAMING_OF_MINES: Mapping[str, str] = {"layers": "ids"}
NAMING_OF_CARRIERS: Mapping[str, str] = {"aboard": COUNTS_BY_NAME}


# -- a part -----------------------------------------------------------------------------------------


def split_off(
    field: Field,
    body: Body,
    into: str,
    men: int,
    *,
    of: int = 0,
    places: tuple[Point | None, Point | None] | None = None,
    part: Mapping[str, Any] | None = None,
    rest: Mapping[str, Any] | None = None,
) -> Body:
    """Make men of a body a separate body, with their share of everything and all its duties; gives the new body.

    of: the men among whom things are divided, if not those of the body.  places: the points from which the men of the
    part and of the rest are laid, who stand where they stood; None: that of the body.  part, rest: further fields of
    the two: who is aboard.  Its guns, works and men in enemy hands stay with the body.
    """
    of = of or body.men
    there, here = places or (body.at, body.at)
    _apportion(field, body, into, men, of, {**(part or {}), "at": there}, {**(rest or {}), "at": here})
    _copy_actions(field, body.id, into, men)
    _name_beside(field, body.id, into, men, of)
    return field.bodies[into]


def _apportion(
    field: Field, body: Body, into: str, men: int, of: int, part: Mapping[str, Any], rest: Mapping[str, Any]
) -> None:
    """Put a part on the floor with its share of what its body has, and leave the rest to the body."""
    taken, left = ACCOUNT.parted(body, men, of)
    told = {"horses": taken["horses"], **part}
    afoot = min(body.on_foot, max(men - told["horses"], 0))
    taken["on_foot"], left["on_foot"] = afoot, body.on_foot - afoot
    new = body.but(
        **{"id": into, "name": "", "men": men, "prisoners": 0, "captors": NOBODY, **ON_LAND, **taken, **told}
    )
    old = body.but(**{"men": body.men - men, **left, **rest})
    field.put(_bound(new, body.arrears, old.id))
    field.put(_bound(old, body.arrears, new.id))


def _bound(body: Body, whole: Packets, other: str) -> Body:
    """A part without any of a debt is still held up by it while the other part owes.  [KS-DEF-07, KS-FAIL-03]"""
    kinds = [kind for kind in KINDS_OF_PACKET if getattr(whole, kind) and not getattr(body.arrears, kind)]
    if not kinds:
        return body
    held_up = body.held_up.but(**dict.fromkeys(kinds, 1))
    return body.but(held_up=held_up, held_up_by=together(body.held_up_by, (other,)))


def _copy_actions(field: Field, parent: str, into: str, men: int) -> None:
    """The part has done and spent in this move what its body has; men who serve guns stay with them."""
    field.spent[into] = field.spent.get(parent, 0)
    field.done[into] = set(field.done.get(parent, ()))
    if parent in field.frozen:
        field.frozen.add(into)
    serving = field.serving.get(parent, 0)
    over = serving - field.bodies[parent].men
    if over > 0:
        field.serving[parent], field.serving[into] = serving - over, min(over, men)
        inherit_service(field, (parent,), into)
    stood = field.notes.get("stood", {})
    if parent in stood and into not in stood:
        field.notes["stood"] = {**stood, into: stood[parent]}


def _name_beside(field: Field, parent: str, into: str, men: int, of: int) -> None:
    """Name the part wherever the body is named: by fugitives and pursuers, for prisoners, pockets, mines."""
    _name_beside_in_bodies(field, NAMING, parent, into, men, of)
    for name, gun in field.guns.items():
        changes = named_beside(gun, {**NAMING_OF_GUNS, "trail": "kept"}, parent, into, men, of)
        if changes:
            field.guns[name] = gun.but(**changes)
    for name, mine in field.mines.items():
        changes = named_beside(mine, NAMING_OF_MINES, parent, into, men, of)
        if changes:
            field.mines[name] = mine.but(**changes)
    for least, pocket in field.pockets.items():
        if parent in pocket.bodies:
            field.pockets[least] = pocket.but(bodies=together(pocket.bodies, (into,)))


def _name_beside_in_bodies(field: Field, naming: Mapping[str, str], parent: str, into: str, men: int, of: int) -> None:
    """Name a part in other bodies beside the body that it was split from."""
    for body in list(field.bodies.values()):
        changes = named_beside(body, naming, parent, into, men, of)
        if changes and body.id not in (parent, into):
            field.put(body.but(**changes))


# -- in the enemy's hands -----------------------------------------------------------------------------


def capture(field: Field, identity: str, men: int, captor: str = "", **told: Any) -> None:
    """Put men of a body into the enemy's hands, a mounted man with his horse; with the last of them its duties end.

    captor: the body that guards them, if any does yet.  told: further fields of the body.  If others of it were taken
    before, it no longer has a single place: all are with their guards.  [KS-DEF-06, KS-LW-05, KS-LW-10, KS-LW-12]
    """
    body = field.bodies[identity]
    left = body.without(men)
    captors = {**body.captors, captor: body.captors.get(captor, 0) + men} if captor else body.captors
    over = {} if left["men"] else dict(CAPTIVITY.ended)
    if over and captor and body.prisoners:
        over["at"] = None
    field.put(body.but(**{**left, **over, "prisoners": body.prisoners + men, "captors": captors, **told}))
    if over:
        _pin_only_for_want(field, identity)


def _pin_only_for_want(field: Field, identity: str) -> None:
    """Men taken or freed are pinned only if they lack packets.  [KS-CHARGE-12, KS-FAIL-03]"""
    field.change(identity, immobile=field.bodies[identity].stopped)


def set_free(field: Field, identity: str, men: int, captors: Mapping[str, int], at: Point | None) -> str:
    """Release men of a body, on foot and unarmed; gives the part that they become, if others are already free.

    captors: the guards of those who stay; at: the place of their guard, used if the place of the body is not theirs: if
    it has none, or others of it surrendered there.  The duties and prisoners of their body do not pass to them.
    [KS-LW-11, KS-DEF-06, KS-DEF-07]
    """
    body = field.bodies[identity]
    held = body.prisoners + (body.men if body.held_by else 0)
    afoot = men if body.arm == "cavalry" else 0
    freed = {
        **CAPTIVITY.ended, "men": men, "horses": 0, "on_foot": afoot, "disarmed": True, "surrendered": False, "held_by": "",
    }  # fmt: skip
    left = {"prisoners": held - men, "captors": captors}
    if body.held_by or not body.men:
        all_there = sum(body.captors.values()) >= held
        field.put(body.but(**{**freed, **left, "at": (body.at or at) if all_there else (at or body.at)}))
        _pin_only_for_want(field, identity)
        return ""
    of, into = body.men + men, field.name_for_part(identity)
    stay = {"men": body.men, "horses": body.horses, "on_foot": body.on_foot, **left}
    _apportion(field, body, into, men, of, {**freed, "at": at}, stay)
    _name_beside_in_bodies(field, NAMING_OF_DEBTS, identity, into, men, of)
    _pin_only_for_want(field, into)
    return into


def guards_with(body: Body, guard: str, men: int) -> dict[str, int]:
    """The guards of a body's prisoners when one guard takes charge of ``men`` of them: nobody is guarded twice.  [KS-LW-10]

    The guard takes its own prisoners, then the unguarded, then those of other guards, by id.
    """
    before = body.captors.get(guard, 0)
    mine = max(before, men)
    over = sum(body.captors.values()) + mine - before - body.captives
    charge = {guard: mine}
    for other, number in sorted(body.captors.items()):
        if other != guard:
            fewer = max(min(over, number), 0)
            over -= fewer
            charge[other] = number - fewer
    return {name: number for name, number in charge.items() if number}


def split_off_prisoners(field: Field, identity: str, guard: str, men: int) -> str:
    """Split off the prisoners of a body that a guard leads away; gives their body: a part, if others stay.  [KS-LW-10, KS-DEF-07]"""
    body = field.bodies[identity]
    held = body.captives
    if men >= held:
        return identity
    into = field.name_for_part(identity)
    stay = {**body.captors, guard: body.captors[guard] - men}

    def counted(number: int, captors: Mapping[str, int]) -> dict[str, Any]:
        """The fields for a number of prisoners and their guards."""
        told = {"captors": {name: n for name, n in captors.items() if n}}
        return told if body.held_by else {**told, "men": 0, "horses": 0, "prisoners": number}

    _apportion(field, body, into, men, held, counted(men, {guard: men}), counted(held - men, stay))
    _name_beside_in_bodies(field, NAMING_OF_DEBTS, identity, into, men, held)
    said = to_say("{men} of {held} prisoners led away", men=men, held=held)
    field.emit(BodySplit(clause="KS-LW-10", side=body.side, body=identity, into=into, men=men, sum=said))
    return into


# -- a whole ----------------------------------------------------------------------------------------


def unite(field: Field, ids: Sequence[str], into: str, **told: Any) -> Body:
    """Make one body of two, with all that both have and the worse of their duties; gives the whole.

    told: further fields of the whole: its place and facing.
    """
    first, second = (field.bodies[identity] for identity in ids)
    name = field.bodies[into].name if into in ids else ""
    joined = ACCOUNT.joined(first, second)
    if second.must_retire > first.must_retire and second.retire_clause:
        joined["retire_clause"] = second.retire_clause
    whole = first.but(
        **{
            "id": into,
            "name": name,
            "men": first.men + second.men,
            "prisoners": first.prisoners + second.prisoners,
            "captors": _both(first.captors, second.captors),
            **joined,
            **told,
        }
    )
    for one in (first, second):
        field.put(emptied(one))
    field.put(whole)
    field.spent[into] = max(field.spent.get(identity, 0) for identity in ids)
    field.done[into] = set().union(*(field.done.get(identity, ()) for identity in ids))
    for counts in (field.shot_at, field.serving):
        total = sum(counts.pop(identity, 0) for identity in ids)
        if total:
            counts[into] = total
    inherit_service(field, ids, into)
    field.notes.pop("farthest man", None)
    _name_instead(field, {identity: into for identity in ids if identity != into})
    whole = field.bodies[into]
    others = tuple(name for name in whole.held_up_by if name != into)
    if others != whole.held_up_by:
        field.put(whole.but(held_up_by=others, held_up=whole.held_up if others else NONE))
    return field.bodies[into]


def _both(first: Mapping[str, int], second: Mapping[str, int]) -> dict[str, int]:
    return {name: first.get(name, 0) + second.get(name, 0) for name in together(tuple(first), second)}


def emptied(body: Body) -> Body:
    """What is left of a body that has gone into another: its name, without men."""
    return Body(
        id=body.id,
        side=body.side,
        arm=body.arm,
        men=0,
        formation=body.formation,
        name=body.name,
        commander=body.commander,
        at=body.at,
        facing=body.facing,
    )


def _name_instead(field: Field, gone: Mapping[str, str]) -> None:
    """Name the whole wherever the bodies that went into it are named."""
    for body in list(field.bodies.values()):
        changes = named_instead(body, NAMING, gone)
        if changes:
            field.put(body.but(**changes))
    groups: tuple[tuple[dict[str, Any], Mapping[str, str]], ...] = (
        (field.guns, NAMING_OF_GUNS),
        (field.works, NAMING_OF_WORKS),
        (field.mines, NAMING_OF_MINES),
        (field.boats, NAMING_OF_CARRIERS),
        (field.trains, NAMING_OF_CARRIERS),
    )
    for group, naming in groups:
        for identity, thing in group.items():
            changes = named_instead(thing, naming, gone)
            if changes:
                group[identity] = thing.but(**changes)
    for least, pocket in list(field.pockets.items()):
        if not gone.keys().isdisjoint(pocket.bodies):
            del field.pockets[least]
            bodies = tuple(dict.fromkeys(gone.get(name, name) for name in pocket.bodies))
            field.pockets[min(bodies)] = pocket.but(bodies=bodies)
    transfer_gunners(field, gone)


# -- debts that hold up others ----------------------------------------------------------------------


def release(field: Field) -> None:
    """Free the bodies held up by another's debt when it is paid; if that body no longer exists, they take over its debt.  [KS-FAIL-05]"""
    for body in [one for one in field.bodies.values() if one.held_up_by and one.men]:
        owners = [field.bodies[name] for name in body.held_up_by if name in field.bodies]
        held: dict[str, int] = {}
        inherited: dict[str, int] = {}
        for kind in KINDS_OF_PACKET:
            owing = [one for one in owners if getattr(one.arrears, kind)]
            if getattr(body.held_up, kind) and owing:
                living = any(one.men and not one.out_of_action for one in owing)
                (held if living else inherited)[kind] = 1
        if inherited:
            _inherit(field, body, owners, inherited)
        body = field.bodies[body.id]
        if held != {kind: 1 for kind in KINDS_OF_PACKET if getattr(body.held_up, kind)}:
            left = Packets(**held)
            free = not any(getattr(one, kind) for one in (body.arrears, left) for kind in ("food", "forage"))
            field.put(
                body.but(
                    held_up=left,
                    held_up_by=body.held_up_by if held else (),
                    unsupplied_since=None if free else body.unsupplied_since,
                )
            )


def _inherit(field: Field, body: Body, owners: Sequence[Body], kinds: Mapping[str, int]) -> None:
    """Take over the debts of bodies that no longer exist."""
    owed = body.arrears
    for one in owners:
        over = {kind: getattr(one.arrears, kind) for kind in kinds if getattr(one.arrears, kind)}
        if over and not (one.men and not one.out_of_action):
            owed = owed + Packets(**over)
            field.change(one.id, arrears=one.arrears.but(**dict.fromkeys(over, 0)))
    field.change(body.id, arrears=owed)
