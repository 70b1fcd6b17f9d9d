"""The default answers of a book to questions that do not apply to it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, cast

from rules.contract import data
from rules.contract.answers import Need, Sightline
from rules.contract.costs import Cost
from rules.contract.machines import PlayedByPeople
from rules.errors import Invalid
from rules.values.measure import Point
from rules.values.sentence import of_field, say


class Bare(PlayedByPeople):
    """A book without measurements, duties, scores, messages or lessons."""

    def start_of_game(self, number: int) -> data.Start:
        """Nothing: all games of a match start alike."""
        return data.Start({})

    def named(self, floor: Any, side: str, order: data.Order) -> data.Order:
        """The order unchanged: it makes nothing that needs a name."""
        return order

    def repeated(self, floor: Any, side: str, order: data.Order, thing: str, origin: Any) -> data.Order:
        """Always Invalid: each order is for one thing alone."""
        raise Invalid(of_field(str(order.get("order", "")), say("this order is given to one at a time")))

    def needs(self, floor: Any, side: str, orders: Sequence[data.Order], facts: data.Facts) -> tuple[Need, ...]:
        """Nothing is measured."""
        return ()

    def misplaced(self, floor: Any, things: Collection[str]) -> tuple[data.Misplaced, ...]:
        """Empty: nothing has a place that may be a slip."""
        return ()

    def beyond(self, floor: Any, things: Collection[str]) -> Point:
        """Nowhere: nothing stands beyond an edge."""
        return 0, 0

    def oddities(self, floor: Any) -> tuple[data.Oddity, ...]:
        """Empty: no force is odd."""
        return ()

    def sightlines(self, floor: Any, thing: str, light: str) -> tuple[Sightline, ...]:
        """Empty: nothing looks at anything."""
        return ()

    def lit(self, floor: Any, side: str, light: str, thing: str, at: Any) -> data.Lit:
        """Nothing: nobody looks at a country."""
        return data.Lit(cell=0, seen=0, of=0, rows=[])

    def people(self, options: data.Options, *, has_map: bool) -> tuple[data.Said, ...]:
        """Empty: people have nothing to measure."""
        return ()

    def channels(self, options: data.Options) -> tuple[data.Channel, ...]:
        """Empty: there are no messages."""
        return ()

    def confirms(self, options: data.Options) -> bool:
        """False: nothing is reported, so nothing waits."""
        return False

    def in_the_open(self, order: str, key: str) -> bool:
        """True: nothing is hidden."""
        return True

    def agree(self, kind: str, reported: Any, measured: Any, *, again: bool) -> Any:
        """Always refused: nothing is measured by anybody."""
        raise Invalid(say("nothing is measured in {title}", title=self.title))

    def names(self, facts: data.Facts) -> frozenset[str]:
        """Empty, as nothing is measured; Invalid if facts are given all the same."""
        if facts:
            raise Invalid(say("nothing is measured in {title}", title=self.title))
        return frozenset()

    def costs(self, event: data.Event) -> tuple[Cost, ...]:
        """Empty: nothing is counted as lost."""
        return ()

    def score_sheet(self, floor: Any) -> dict[str, data.Points]:
        """Empty: there is no score sheet."""
        return {}

    def traces(self, floor: Any, side: str, orders: Sequence[data.Order]) -> tuple[data.Trace, ...]:
        """Empty: no order is drawn."""
        return ()

    def traces_of(self, events: Sequence[data.Event], before: data.Known, after: data.Known) -> tuple[data.Trace, ...]:
        """Empty: no event is drawn."""
        return ()

    def reaches(self, floor: Any, side: str, thing: str, before: Sequence[data.Order] = ()) -> tuple[data.Reach, ...]:
        """Empty: there is nothing to measure."""
        return ()

    def wants(self, floor: Any, side: str) -> tuple[data.Want, ...]:
        """Empty: nobody asks for stores."""
        return ()

    def lessons(self) -> tuple[data.Line, ...]:
        """There are no lessons."""
        return ()

    def lesson(self, moves: Sequence[str], *, problem: bool = False) -> data.Lesson:
        """Always Invalid: there are no lessons."""
        raise Invalid(say("{title} has no lines to be played through", title=self.title))

    def result(self, position: data.Position) -> data.Result:
        """The end of the game, or an empty map while it goes on."""
        return cast(data.Result, dict(position.get("result") or {}))

    def duties(self, floor: Any, side: str, thing: str) -> tuple[data.Duty, ...]:
        """There are no duties."""
        return ()

    def score(self, floor: Any) -> data.Points:
        """Nothing is scored."""
        return {}

    def weight(self, event: data.Event) -> int:
        """Zero: no event decides."""
        return 0
