"""The clause of a ruling, found by words: what the form of a ruling offers while the umpire types."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from campaigns.clauses import HOUSE_RULE, Headed, heads_of
from campaigns.errors import NotUmpire
from campaigns.sight.seat import Seat
from rules.values.sentence import say

MOST = 20
"""Clauses found at most."""

LONGEST = 140
"""Characters of the words of a clause at most."""


@dataclass(frozen=True)
class ClauseFact:
    """A clause.  number: as it is cited, ``house rule`` where the umpire decides alone; words: its first ones."""

    number: str
    title: str
    words: str = ""


def find_clauses(seat: Seat, q: str) -> tuple[ClauseFact, ...]:
    """The clauses of a battle's book with all words of a question: by number first, then by title, then by text.

    The house rule stands first where nothing is asked for, or it is.  NotUmpire to anybody but the umpire.
    """
    if not seat.is_umpire:
        raise NotUmpire
    asked = q.casefold().split()
    return (*_house_rule(asked), *_found(heads_of(seat.terms.book), asked))[:MOST]


def _house_rule(asked: list[str]) -> Iterator[ClauseFact]:
    known = f"{HOUSE_RULE} hausregel règle maison"
    if all(word in known for word in asked):
        yield ClauseFact(HOUSE_RULE, say("House rule"), say("The umpire decides alone; no clause says it."))


def _found(heads: tuple[Headed, ...], asked: list[str]) -> Iterator[ClauseFact]:
    ranked = [(rank, place) for place, one in enumerate(heads) if (rank := _rank(one, asked)) is not None]
    for _, place in sorted(ranked):
        one = heads[place]
        yield ClauseFact(one.name, one.title, one.text[:LONGEST])


def _rank(one: Headed, asked: list[str]) -> int | None:
    """How near a clause is to what was asked: 0 by its number, 1 by its title, 2 by its text; none if it is not."""
    name, title = one.name.casefold(), one.title.casefold()
    for rank, within in enumerate((name, f"{name} {title}", f"{name} {title} {one.text.casefold()}")):
        if all(word in within for word in asked):
            return rank
    return None
