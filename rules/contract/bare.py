"""What a book answers that has no use for a question: whatever applies to it, it answers itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.contract.answers import Need, Plain
from rules.contract.machines import PlayedByPeople
from rules.errors import Invalid


class Bare(PlayedByPeople):
    """A book in which nothing is measured, owed, scored, sent word of or learnt by lines."""

    def start_of_game(self, number: int) -> Plain:
        """Nothing that tells one game of a match from another."""
        return {}

    def named(self, floor: Any, side: str, order: Plain) -> Plain:
        """An order as it is: nothing is made that needs a name."""
        return order

    def needs(self, floor: Any, side: str, orders: Sequence[Plain], facts: Plain) -> tuple[Need, ...]:
        """Nothing is measured."""
        return ()

    def people(self, options: Plain, *, drawn: bool) -> tuple[Plain, ...]:
        """Nothing is left to people to measure."""
        return ()

    def channels(self, options: Plain) -> tuple[Plain, ...]:
        """Nobody has anybody to send word to."""
        return ()

    def confirms(self, options: Plain) -> bool:
        """Nothing is reported, so nothing waits."""
        return False

    def in_the_open(self, order: str, key: str) -> bool:
        """Everything lies in the open."""
        return True

    def agree(self, kind: str, reported: Any, measured: Any, *, again: bool) -> Any:
        """Nothing is measured by anybody."""
        raise Invalid(f"nothing is measured in {self.title}")

    def names(self, facts: Plain) -> frozenset[str]:
        """Nothing is measured, so nothing is named; Invalid where facts are given all the same."""
        if facts:
            raise Invalid(f"nothing is measured in {self.title}")
        return frozenset()

    def fallen(self, event: Plain) -> tuple[tuple[str, int, str], ...]:
        """Nobody who would be counted."""
        return ()

    def score_sheet(self, floor: Any) -> Plain:
        """There are no lines."""
        return {}

    def reaches(self, floor: Any, side: str, thing: str, before: Sequence[Plain] = ()) -> tuple[Plain, ...]:
        """Nothing: there is nothing to measure."""
        return ()

    def wants(self, floor: Any, side: str) -> tuple[Plain, ...]:
        """Nobody asks for stores."""
        return ()

    def lessons(self) -> tuple[Plain, ...]:
        """None."""
        return ()

    def lesson(self, moves: Sequence[str], *, problem: bool = False) -> Plain:
        """There is none."""
        raise Invalid(f"{self.title} has no lines to be played through")

    def result(self, position: Plain) -> Plain:
        """The end of the game, or an empty map while it goes on."""
        return dict(position.get("result") or {})

    def owes(self, floor: Any, side: str, thing: str) -> tuple[Plain, ...]:
        """Nothing."""
        return ()

    def score(self, floor: Any) -> Plain:
        """Nothing is scored."""
        return {}

    def weight(self, event: Plain) -> int:
        """Nought: no one thing decides."""
        return 0
