"""Single figures: the men of a body one by one, each with his place and state.  [LW-GEN-02, rulebook part 23]"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from operator import attrgetter

from rules.floor.remake import Captivity
from rules.ground.compass import ahead
from rules.little_wars.force.position import Body
from rules.little_wars.tables.nearness import SIX_INCHES
from rules.values.measure import Point

FREE, PRISONER, DEAD, RETIRED, ARRIVED, ABOARD = "free", "prisoner", "dead", "retired", "arrived", "aboard"
"""The state of a man; he is in exactly one of these."""

ABREAST = 10
"""The men of a body in one rank by default."""

BETWEEN = 8
"""Sixteenths between two men of a rank laid out by the engine."""


CAPTIVITY = Captivity(
    own=("status", "armed", "guard", "untended", "fresh", "freed", "secure"),
    kept=("body", "number", "side", "arm", "at", "origin", "moved", "fought", "lying"),
    ended={
        **dict.fromkeys(("rearming", "escorting", "frozen"), False),
        **dict.fromkeys(("with_gun", "trail", "served"), ""),
    },
)
"""The state of a man when he is taken or freed: disarmed, at his place, and at no gun.

[LW-PRIS-01, LW-PRIS-05, LW-PRIS-07]
"""


@dataclass(slots=True, eq=False)
class Man:
    """One figure.  at: his middle, None on a floor that the engine does not see; origin: the place his travel counts from.

    guard: the enemy body that guards him, if he is a prisoner; served: the gun that he has served in this move.
    """

    body: str
    number: int
    side: str
    arm: str
    at: Point | None
    origin: Point | None
    status: str = FREE
    armed: bool = True
    rearming: bool = False
    moved: bool = False
    with_gun: str = ""
    escorting: bool = False
    frozen: bool = False
    lying: bool = False
    freed: bool = False
    fresh: bool = False
    trail: str = ""
    served: str = ""
    guard: str = ""
    untended: bool = False
    secure: bool = False
    fought: bool = False

    @property
    def free(self) -> bool:
        """Alive, on the field and not a prisoner."""
        return self.status == FREE

    @property
    def fit(self) -> bool:
        """Free, and armed.  [LW-PRIS-07]"""
        return self.status == FREE and self.armed

    @property
    def held(self) -> bool:
        """A prisoner who can still be freed."""
        return self.status == PRISONER and not self.secure

    @property
    def lot(self) -> tuple[list[int | str], int]:
        """His rank where the lowest id decides: by the body's id, with numbers as numbers, then by his own number."""
        return natural(self.body), self.number

    def is_taken(self, guard: str, *, untended: bool) -> None:
        """Make him a prisoner.  guard: the body that guards him, if any does yet.  [LW-PRIS-07, LW-SURR-02]"""
        self.status, self.armed, self.guard = PRISONER, False, guard
        self.untended, self.fresh, self.freed, self.secure = untended, True, False, False
        self._ends()

    def is_freed(self) -> None:
        """Make him free, but disarmed.  [LW-PRIS-05, LW-PRIS-07]"""
        self.status, self.armed, self.guard = FREE, False, ""
        self.untended, self.fresh, self.freed, self.secure = False, False, True, False
        self._ends()

    def _ends(self) -> None:
        """End what he did and was doing."""
        for name, value in CAPTIVITY.ended.items():
            setattr(self, name, value)

    def copy(self) -> Man:
        """A copy of the man, to be changed."""
        return Man(*_STATE(self))


_STATE = attrgetter(*(each.name for each in fields(Man)))
"""All that there is of a man, in the sequence in which one is made."""

_PARTS = re.compile(r"(\d+)")


def natural(identity: str) -> list[int | str]:
    """The sort key of an id: ``a2`` comes before ``a10``.

    >>> sorted(["a10", "a2", "b1"], key=natural)
    ['a2', 'a10', 'b1']
    """
    return [int(part) if part.isdecimal() else part for part in _PARTS.split(identity)]


def laid_out(at: Point, facing: int, men: int, radius: int) -> tuple[Point, ...]:
    """Places for the men of a body in ranks of ten, the first rank's middle at a point, the others behind it.

    >>> laid_out((0, 0), 0, 3, 6)
    ((-20, 0), (0, 0), (20, 0))
    """
    pitch = 2 * radius + BETWEEN
    places: list[Point] = []
    for first in range(0, men, ABREAST):
        rank = min(ABREAST, men - first)
        middle = ahead(at, facing + 180, pitch * (first // ABREAST))
        for file in range(rank):
            off = pitch * (2 * file - rank + 1) // 2
            places.append(ahead(middle, facing + (90 if off >= 0 else 270), abs(off)))
    return tuple(places)


def expanded(body: Body, radius: int) -> list[Man]:
    """The men of a body one by one: the free ones, armed before disarmed, then the prisoners."""
    places: Iterable[Point | None] = body.figures
    if not body.figures:
        places = laid_out(body.at, body.facing, body.men, radius) if body.at is not None else [None] * body.men
    men = [
        Man(body.id, number, body.side, body.arm, at, at, status=ABOARD if body.aboard else FREE)
        for number, at in enumerate(places)
    ]
    for place, man in enumerate(reversed(men)):
        man.armed = place >= body.disarmed
        man.rearming = body.disarmed - body.rearming <= place < body.disarmed
    return men + list(_captives(body, radius))


def _captives(body: Body, radius: int) -> Iterator[Man]:
    """Its prisoners, with their places and guards."""
    loose = body.prisoners - body.secure
    guards = [guard for guard, men in body.captors.items() for _ in range(men)][:loose]
    guards += [""] * (body.prisoners - len(guards))
    places: Iterable[Point | None] = body.captives
    if not body.captives:
        alone = body.at is not None and not body.men
        places = (
            laid_out(body.at, body.facing, body.prisoners, radius)
            if alone and body.at is not None
            else [None] * body.prisoners
        )
    for number, (at, guard) in enumerate(zip(places, guards, strict=True)):
        yield Man(
            body.id, body.men + number, body.side, body.arm, at, at, status=PRISONER, armed=False, guard=guard,
            secure=number >= loose, untended=loose - body.untended <= number < loose,
        )  # fmt: skip


def gathered(body: Body, men: list[Man]) -> Body:
    """A body made of its men again, as it is kept between moves."""
    free = sorted(
        (one for one in men if one.status in (FREE, ABOARD)), key=lambda one: (not one.armed, one.rearming, one.number)
    )
    held = sorted(
        (one for one in men if one.status == PRISONER), key=lambda one: (one.secure, one.untended, one.number)
    )
    captors: dict[str, int] = {}
    for man in held:
        if man.guard:
            captors[man.guard] = captors.get(man.guard, 0) + 1
    held.sort(key=lambda one: (one.secure, one.untended, list(captors).index(one.guard) if one.guard else len(captors)))
    placed = _placed(body, free or held)
    return placed.but(
        men=len(free),
        figures=_places(free) if len(free) > 1 or held else (),
        disarmed=sum(not one.armed for one in free),
        rearming=sum(one.rearming for one in free),
        prisoners=len(held),
        captives=_places(held) if free or len(held) > 1 else (),
        captors=captors,
        untended=sum(one.untended for one in held),
        secure=sum(one.secure for one in held),
        held_by=body.held_by if held and not free else "",
        retired=sum(one.status == RETIRED for one in men) + body.retired,
        arrived=sum(one.status == ARRIVED for one in men) + body.arrived,
    )


def _places(men: list[Man]) -> tuple[Point, ...]:
    """The places of men, if all of them are known."""
    places = tuple(one.at for one in men if one.at is not None)
    return places if len(places) == len(men) else ()


def _placed(body: Body, men: list[Man]) -> Body:
    """A body at the place of its only man, or at the middle of several who are no longer as they were laid out."""
    places = _places(men)
    if not places:
        return body
    if len(places) == 1:
        return body.but(at=places[0])
    if body.at is not None and any(one == body.at for one in places):
        return body
    count = len(places)
    x, y = (sum(one[axis] for one in places) // count for axis in (0, 1))
    return (
        body if body.at is not None and abs(body.at[0] - x) + abs(body.at[1] - y) < SIX_INCHES else body.but(at=(x, y))
    )
