"""What a book answers that has no use for a question: whatever applies to it, it answers itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from rules.contract import data
from rules.contract.answers import Need
from rules.contract.machines import PlayedByPeople
from rules.errors import Invalid
from rules.values.sentence import say


class Bare(PlayedByPeople):
    """A book in which nothing is measured, owed, scored, sent word of or learnt by lines."""

    def start_of_game(self, number: int) -> data.Start:
        """Nothing that tells one game of a match from another."""
        return data.Start({})

    def named(self, floor: Any, side: str, order: data.Order) -> data.Order:
        """An order as it is: nothing is made that needs a name."""
        return order

    def needs(self, floor: Any, side: str, orders: Sequence[data.Order], facts: data.Facts) -> tuple[Need, ...]:
        """Nothing is measured."""
        return ()

    def people(self, options: data.Options, *, has_map: bool) -> tuple[data.Said, ...]:
        """Nothing is left to people to measure."""
        return ()

    def channels(self, options: data.Options) -> tuple[data.Channel, ...]:
        """Nobody has anybody to send word to."""
        return ()

    def confirms(self, options: data.Options) -> bool:
        """Nothing is reported, so nothing waits."""
        return False

    def in_the_open(self, order: str, key: str) -> bool:
        """Everything lies in the open."""
        return True

    def agree(self, kind: str, reported: Any, measured: Any, *, again: bool) -> Any:
        """Nothing is measured by anybody."""
        raise Invalid(say("nothing is measured in {title}", title=self.title))

    def names(self, facts: data.Facts) -> frozenset[str]:
        """Nothing is measured, so nothing is named; Invalid where facts are given all the same."""
        if facts:
            raise Invalid(say("nothing is measured in {title}", title=self.title))
        return frozenset()

    def fallen(self, event: data.Event) -> tuple[tuple[str, int, str], ...]:
        """Nobody who would be counted."""
        return ()

    def score_sheet(self, floor: Any) -> dict[str, data.Points]:
        """There are no lines."""
        return {}

    def reaches(self, floor: Any, side: str, thing: str, before: Sequence[data.Order] = ()) -> tuple[data.Reach, ...]:
        """Nothing: there is nothing to measure."""
        return ()

    def wants(self, floor: Any, side: str) -> tuple[data.Want, ...]:
        """Nobody asks for stores."""
        return ()

    def lessons(self) -> tuple[data.Line, ...]:
        """None."""
        return ()

    def lesson(self, moves: Sequence[str], *, problem: bool = False) -> data.Lesson:
        """There is none."""
        raise Invalid(say("{title} has no lines to be played through", title=self.title))

    def result(self, position: data.Position) -> data.Result:
        """The end of the game, or an empty map while it goes on."""
        return cast(data.Result, dict(position.get("result") or {}))

    def duties(self, floor: Any, side: str, thing: str) -> tuple[data.Duty, ...]:
        """Nothing."""
        return ()

    def score(self, floor: Any) -> data.Points:
        """Nothing is scored."""
        return {}

    def weight(self, event: data.Event) -> int:
        """Nought: no one thing decides."""
        return 0
