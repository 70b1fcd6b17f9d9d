"""Who dies, who is taken and who takes them in a melee: the charger's choice, or the default.  [LW-MELEE-12, LW-MELEE-13]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.errors import Illegal, Refused
from rules.little_wars.events import FallenChosen
from rules.little_wars.floor.field import Field, counts
from rules.little_wars.floor.men import Man
from rules.little_wars.orders import Choose
from rules.little_wars.tables.outcome import WORTH
from rules.values.measure import Point
from rules.values.sentence import say, say_many


@dataclass
class Due:
    """The losses due from a melee: the dead of each side, and the prisoners of the smaller.  wished: captors that were named."""

    ours: list[Man]
    theirs: list[Man]
    dead: int
    taken: int
    points: list[Point]
    wished: dict[str, int] = field(default_factory=dict)

    @property
    def smaller(self) -> list[Man]:
        """The men of the side that loses prisoners."""
        return self.ours if len(self.ours) < len(self.theirs) else self.theirs

    def side(self, men: Sequence[Man]) -> str:
        """The side of some men of the melee."""
        return men[0].side

    def captors(self, victors: Sequence[Man]) -> list[str]:
        """The captor of each prisoner: the named bodies, else the victors' bodies in turn."""
        named = [body for body, men in self.wished.items() for _ in range(men)]
        bodies = list(dict.fromkeys(man.body for man in victors)) or [""]
        rest = [bodies[place % len(bodies)] for place in range(self.taken)]
        return (named + rest)[: self.taken]


Lot = tuple[list[Man], list[Man]]
"""The dead of both sides, and the prisoners."""


def fall(field: Field, dues: Sequence[Due]) -> list[Lot]:
    """Who falls in each melee: the charger's choice if it fits, else by default."""
    chosen = {id(due): choice for choice in field.choices for due in dues if _is_for(choice, due)}
    lots = []
    for due in dues:
        choice = chosen.get(id(due))
        if choice is not None:
            due.wished.update(choice.captors)
        lot = by_choice(due, choice) if choice is not None else by_default(due)
        dead, taken = lot
        if due.dead or due.taken:
            field.emit(
                FallenChosen(
                    clause="LW-MELEE-12" if choice is not None else "LW-MELEE-13", side=field.side, body=due.ours[0].body,
                    dead=counts(dead), prisoners=counts(taken), default=choice is None,
                )
            )  # fmt: skip
        lots.append(lot)
    return lots


def _is_for(choice: Choose, due: Due) -> bool:
    """Whether a choice is for this melee and fits it."""
    members = {man.body for man in (*due.ours, *due.theirs)}
    named = {*choice.dead, *choice.prisoners} or {choice.melee}
    if not named & members:
        return False
    try:
        by_choice(due, choice)
    except Refused:
        return False
    return True


def check_choice(field: Field, choice: Choose, dues: Sequence[Due]) -> None:
    """Check that a choice fits a melee of this move.  E-MELEE-12, E-MELEE-04, E-MELEE-09.  [LW-MELEE-12]"""
    if not dues or (choice.by and choice.by == field.enemy):
        raise Illegal("E-MELEE-12", say("The player who moved chooses."), "LW-MELEE-12")
    named = [*choice.dead, *choice.prisoners]
    for body in named:
        if all(body not in {man.body for man in (*due.ours, *due.theirs)} for due in dues):
            raise Illegal("E-MELEE-04", say("Man {body} is not in this melee.", body=body), "LW-MELEE-04")
    mine = [due for due in dues if any(man.body in named for man in (*due.ours, *due.theirs))] or list(dues[:1])
    for due in mine:
        by_choice(due, choice)


def by_choice(due: Due, choice: Choose) -> Lot:
    """The lot that a choice makes of a melee; a side without named men falls by default.

    Refused: E-MELEE-09 if the totals are not those due; E-MELEE-04.
    """
    ours, theirs = (_named(due, men, choice.dead, due.dead, cheapest=men is due.ours) for men in (due.ours, due.theirs))
    dead = [*ours, *theirs]
    rest = [man for man in due.smaller if man not in dead]
    members = {man.body for man in (*due.ours, *due.theirs)}
    asked = {body: men for body, men in choice.prisoners.items() if men and body in members}
    if asked:
        taken = _picked(rest, asked)
        if sum(asked.values()) != due.taken or len(taken) != due.taken:
            raise _totals(due)
        return dead, taken
    return dead, rest[: due.taken]


def _named(due: Due, men: Sequence[Man], dead: Mapping[str, int], number: int, cheapest: bool) -> list[Man]:
    """The dead of one side: those named, or by default."""
    asked = {body: count for body, count in dead.items() if any(man.body == body for man in men)}
    if not asked:
        return _ranked(men, cheapest)[:number]
    picked = _picked(men, asked)
    if sum(asked.values()) != number or len(picked) != number:
        raise _totals(due)
    return picked


def _picked(men: Sequence[Man], asked: Mapping[str, int]) -> list[Man]:
    """A number of men of each body, the lowest numbers first."""
    picked: list[Man] = []
    for body, number in asked.items():
        picked += sorted((man for man in men if man.body == body), key=lambda man: man.lot)[:number]
    return picked


def _totals(due: Due) -> Illegal:
    words = say_many(
        "This melee needs {dead} dead on each side and {n} prisoner.",
        "This melee needs {dead} dead on each side and {n} prisoners.",
        due.taken,
        dead=due.dead,
    )
    return Illegal("E-MELEE-09", words, "LW-MELEE-09")


def by_default(due: Due) -> Lot:
    """The charger's cheapest men die, the enemy's most valuable, then the lowest id; the rest are taken.  [LW-MELEE-13]"""
    dead = [*_ranked(due.ours, True)[: due.dead], *_ranked(due.theirs, False)[: due.dead]]
    return dead, [man for man in _ranked(due.smaller, due.smaller is due.ours) if man not in dead][: due.taken]


def _ranked(men: Sequence[Man], cheapest: bool) -> list[Man]:
    """Men in the order in which they fall, by value.  [LW-POINTS-03, LW-POINTS-04]"""
    worth = {man.arm: WORTH["cavalryman" if man.arm == "cavalry" else "infantryman"] for man in men}
    return sorted(men, key=lambda man: (worth[man.arm] * (1 if cheapest else -1), man.lot))
