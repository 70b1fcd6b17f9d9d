"""Who chooses the fallen of a melee: the side that has just moved; else the nearest to contact fall.  [KS-LW-07]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.errors import Illegal
from rules.floor.field import nothing
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.melee.parties import Party, allot, could_be_in, less
from rules.kriegspiel.orders import Choose
from rules.values.measure import Point
from rules.values.sentence import say, say_many, word


class Due(NamedTuple):
    """The losses due from one side of a melee: its men in it by body, and how many die and are taken.

    first: its bodies in contact; at: the point of contact, if known.
    """

    side: str
    first: tuple[str, ...]
    party: Party
    dead: int
    taken: int
    at: Point | None = None


class Lot(NamedTuple):
    """The dead and the taken of one side, by body."""

    dead: Mapping[str, int]
    taken: Mapping[str, int]


def lots(field: Field, dues: Sequence[Due]) -> list[Lot]:
    """The dead and the taken of a melee: as a lawful CHOOSE of this move says, else the nearest to contact."""
    field.notes.setdefault("melees", []).append(tuple(dues))
    for _, order in field.given.of(Choose):
        if _is_used(field, order) or not _touches(order, dues):
            continue
        try:
            chosen = [_lot(field, due, order) for due in dues]
        except Illegal:
            continue
        field.notes.setdefault("chosen", []).append(order)
        return chosen
    return [_lot(field, due, Choose()) for due in dues]


def _lot(field: Field, due: Due, order: Choose) -> Lot:
    """The fallen of one side as an order names them; the remainder falls to those nearest to contact.  E-COUNT."""
    dead, taken = (_of_side(field, named, due.side) for named in (order.dead, order.prisoners))
    if (dead and sum(dead.values()) != due.dead) or (taken and sum(taken.values()) != due.taken):
        raise _miscounted(due, dead, taken)
    dead = dead or allot(less(due.party, taken), due.dead)
    taken = taken or allot(less(due.party, dead), due.taken)
    if sum(dead.values()) != due.dead or sum(taken.values()) != due.taken:
        raise _miscounted(due, dead, taken)
    for identity in {**dead, **taken}:
        if dead.get(identity, 0) + taken.get(identity, 0) > field.bodies[identity].ashore:
            raise Illegal(
                "E-COUNT",
                say("More of {identity} are named than there are men.", identity=field.called(identity)),
                "KS-LW-07",
            )
        if identity not in due.party and not could_be_in(field, identity, due.first, due.at):
            raise Illegal(
                "E-COUNT", say("{identity} is not in this melee.", identity=field.called(identity)), "KS-LW-07"
            )
    return Lot(dead, taken)


def _of_side(field: Field, named: Mapping[str, int], side: str) -> dict[str, int]:
    return {
        name: men for name, men in named.items() if men and name in field.bodies and field.bodies[name].side == side
    }


def _miscounted(due: Due, dead: Mapping[str, int], taken: Mapping[str, int]) -> Illegal:
    named = say("{sum} and {sum2} named", sum=sum(dead.values()), sum2=sum(taken.values()))
    return Illegal(
        "E-COUNT",
        say_many(
            "{dead} dead and {n} prisoner of {side} are due; {named}.",
            "{dead} dead and {n} prisoners of {side} are due; {named}.",
            due.taken,
            dead=due.dead,
            side=word(due.side),
            named=named,
        ),
        "KS-LW-07",
    )


def _touches(order: Choose, dues: Sequence[Due]) -> bool:
    """Whether an order names a body that is in a melee."""
    named = {*order.dead, *order.prisoners}
    return any(named & due.party.keys() for due in dues)


def _is_used(field: Field, order: Choose) -> bool:
    return any(one is order for one in field.notes.get("chosen", ()))


def check_choose(field: Field, order: Choose) -> int:
    """Check that there is a melee that allows the choice, and that the numbers are those due.

    Refused: E-NONE, E-NOCHOICE (a table decides, or there was no melee), E-COUNT.  [KS-LW-07]
    """
    falling = {name for name, men in order.dead.items() if men}
    if falling and not order.prisoners and falling <= field.notes.get("named at shells", frozenset()):
        return 0  # the owner has named the dead of a shell with it (KS-SHELL-03)
    for name in (*order.dead, *order.prisoners):
        if name not in field.bodies or (field.bodies[name].boxed and field.bodies[name].side != field.side):
            raise nothing("body", name)
    if _is_used(field, order):
        return 0
    fought: list[tuple[Due, ...]] = field.notes.get("melees", [])
    dues = next((one for one in reversed(fought) if _touches(order, one)), None) or (fought[-1] if fought else None)
    if dues is None:
        raise Illegal("E-NOCHOICE", say("There is nothing to choose in this melee."), "KS-LW-07")
    for due in dues:
        _lot(field, due, order)
    return 0
