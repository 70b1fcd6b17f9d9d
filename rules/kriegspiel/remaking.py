"""Bodies made anew, by whatever makes them: SPLIT, MERGE, a throw-back, a fallen span, lots, a liberation.  [KS-DEF-07]

``part_off`` and ``make_one`` are the only places in which a body is made of another: they apportion men, horses, debts and
prisoners, pass on duties and stops, and set the names right wherever a body is named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.floor.remake import (
    COUNTS_BY_NAME,
    GREATEST_BY_NAME,
    Account,
    earlier,
    either,
    named_beside,
    named_instead,
    share,
    together,
    whole_share,
)
from rules.kriegspiel.crews import move_hands, serve_the_same
from rules.kriegspiel.field import Field
from rules.kriegspiel.force import KINDS_OF_PACKET, NOBODY, NONE, ON_LAND, Body, Packets


def _packets(owed: Packets, men: int, of: int) -> Packets:
    """A part's share of packets that are owed."""
    return NONE if owed is NONE else Packets(*(share(getattr(owed, kind), men, of) for kind in KINDS_OF_PACKET))


def _held_up(first: Packets, second: Packets) -> Packets:
    """The kinds for want of which one of two is held up."""
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
"""What becomes of each field of a body.  Its men in enemy hands stay down under the part that keeps its name."""

NAMING: Mapping[str, str] = {
    **dict.fromkeys(
        ("flight", "retire_from", "threatened", "gave_way", "owes_choice", "fugitives", "held_up_by"), "ids"
    ),
    "captors": COUNTS_BY_NAME,
}
"""The fields of a body that name bodies."""

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


def part_off(
    field: Field,
    body: Body,
    into: str,
    men: int,
    *,
    of: int = 0,
    part: Mapping[str, Any] | None = None,
    rest: Mapping[str, Any] | None = None,
) -> Body:
    """Make men of a body a body of their own, with their share of everything and all its duties; gives the new body.

    of: the men among whom things are divided, where they are not those of the body.  part, rest: what is told of the
    two besides: where they stand, who is aboard.  Its guns, works and men in enemy hands stay with the body.
    """
    of = of or body.men
    taken, left = ACCOUNT.parted(body, men, of)
    told = {"horses": taken["horses"], **(part or {})}
    afoot = min(body.on_foot, max(men - told["horses"], 0))
    taken["on_foot"], left["on_foot"] = afoot, body.on_foot - afoot
    new = body.but(
        **{"id": into, "name": "", "men": men, "prisoners": 0, "captors": NOBODY, **ON_LAND, **taken, **told}
    )
    old = body.but(**{"men": body.men - men, **left, **(rest or {})})
    field.put(_bound(new, body.arrears, old.id))
    field.put(_bound(old, body.arrears, new.id))
    _did_the_same(field, body.id, into, men)
    _name_beside(field, body.id, into, men, of)
    return field.bodies[into]


def _bound(body: Body, whole: Packets, other: str) -> Body:
    """A part that carries none of a debt is held up by it all the same, while the other owes.  [KS-DEF-07, KS-FAIL-03]"""
    kinds = [kind for kind in KINDS_OF_PACKET if getattr(whole, kind) and not getattr(body.arrears, kind)]
    if not kinds:
        return body
    held_up = body.held_up.but(**dict.fromkeys(kinds, 1))
    return body.but(held_up=held_up, held_up_by=together(body.held_up_by, (other,)))


def _did_the_same(field: Field, parent: str, into: str, men: int) -> None:
    """What the body did and spent in this move the part has done and spent too; men who serve guns stay with them."""
    field.spent[into] = field.spent.get(parent, 0)
    field.done[into] = set(field.done.get(parent, ()))
    if parent in field.frozen:
        field.frozen.add(into)
    serving = field.serving.get(parent, 0)
    over = serving - field.bodies[parent].men
    if over > 0:
        field.serving[parent], field.serving[into] = serving - over, min(over, men)
        serve_the_same(field, (parent,), into)
    stood = field.notes.get("stood", {})
    if parent in stood and into not in stood:
        field.notes["stood"] = {**stood, into: stood[parent]}


def _name_beside(field: Field, parent: str, into: str, men: int, of: int) -> None:
    """Whoever has to do with the body has to do with its part: fugitives and pursuers, prisoners, pockets, mines."""
    for body in list(field.bodies.values()):
        changes = named_beside(body, NAMING, parent, into, men, of)
        if changes and body.id not in (parent, into):
            field.put(body.but(**changes))
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


# -- a whole ----------------------------------------------------------------------------------------


def make_one(field: Field, ids: Sequence[str], into: str, **told: Any) -> Body:
    """Make one body of two, with all that both have and the worse of what they owe; gives the whole.

    told: what is said of the whole besides: where it stands and how it faces.
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
    serve_the_same(field, ids, into)
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
    """What is left of a body that has gone into another: its name, and nobody."""
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
    """Put the whole where the bodies that went into it are named."""
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
    move_hands(field, gone)


# -- debts that hold up others ----------------------------------------------------------------------


def release(field: Field) -> None:
    """Bodies held up by another's debt are free when it is paid; of a body that is no more they take the debt over.  [KS-FAIL-05]"""
    for body in [one for one in field.bodies.values() if one.held_up_by]:
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
    """Take over the debts of bodies that are no more."""
    owed = body.arrears
    for one in owners:
        over = {kind: getattr(one.arrears, kind) for kind in kinds if getattr(one.arrears, kind)}
        if over and not (one.men and not one.out_of_action):
            owed = owed + Packets(**over)
            field.change(one.id, arrears=one.arrears.but(**dict.fromkeys(over, 0)))
    field.change(body.id, arrears=owed)
