"""The interface of all books, as the books of board games share it: what does not apply to them answers empty.

Nothing is measured, there are no supplies, the board is the only country, and both sides see what happens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.contract.bare import Bare
from rules.contract.data import Country, Event, Order, Points, Position, Result, Start
from rules.contract.pieces import Pieces
from rules.contract.report_sections import NO_SECTION, ReportSection
from rules.errors import Invalid
from rules.values import codec
from rules.values.sentence import of_field, say

MINUTES = 3
"""Minutes for a move in a campaign that keeps the clock by the book; the books of board games name no time."""


NO_FACTS: dict[str, Any] = {"description": "Nothing is measured.", "type": ["object", "null"], "maxProperties": 0}
"""The JSON Schema of the facts of a move."""


class BoardGame(Bare):
    """The part of the interface that a board game does not use."""

    title: str
    sides: tuple[str, ...]
    on_board = True
    pieces: Pieces = Pieces()
    fires: frozenset[str] = frozenset()
    in_both: frozenset[str] = frozenset()

    def country(self, data: Any) -> Country:
        """Always Invalid: a board game is played on its own board."""
        raise Invalid(say("{title} is played on its own board, not on a country", title=self.title))

    def lay(self, start: Start, country: Country) -> Start:
        """A start that has no country; Invalid if there is one."""
        if country:
            self.country(country)
        return Start(dict(start))

    def survey(self, data: Any, **figures: Any) -> tuple[Country, Mapping[str, Any]]:
        """Always Invalid: there is no country."""
        raise Invalid(say("{title} is played on its own board, not on a survey", title=self.title))

    def glance(self, data: Any, **figures: Any) -> None:
        """Always Invalid: there is no country."""
        self.survey(data, **figures)

    def geojson(self, country: Country, scale: Any = 1.0, origin: Any = None) -> Mapping[str, Any]:
        """Always Invalid: there is no country."""
        return self.country(country)

    def seen(self, floor: Any, side: str) -> Any:
        """The game, parsed; what a blind game hides is kept back by each answer of the book.  [CHK-22]"""
        return floor

    def arm_of(self, floor: Any, side: str, order: Order) -> str:
        """The arm that gives orders: the General, who plays the side alone."""
        return "general"

    def sequence(self, floor: Any, side: str, orders: Sequence[Order]) -> tuple[tuple[int, str], ...]:
        """The orders in the sequence given."""
        return tuple((place, say("Turn")) for place in range(len(orders)))

    def visible_to(self, event: Event, side: str) -> Event | None:
        """Events are public unless they say otherwise."""
        return Event(dict(event)) if event.get("told", "all") == "all" or event.get("side") == side else None

    def report_section(self, event: str) -> ReportSection:
        """All events stand in one list, in their sequence."""
        return NO_SECTION

    def allowance(self, floor: Any, side: str) -> int:
        """Minutes for a move."""
        return MINUTES

    def overtime(self, floor: Any) -> tuple[Order, ...]:
        """The order for a player whose time has run out: to concede the game.  [AMB-C04]"""
        return (Order({"order": "resign", "time": True}),)

    def goes_on(self, before: Position, after: Position) -> bool:
        """Whether a turn goes on: no man has moved between the two positions, whatever was said.  [AMB-C20]"""
        return all(before.get(key) == after.get(key) for key in ("fen", "board", "to_move"))


def read_result(data: Any, sides: tuple[str, ...], where: str = "start.result") -> Result:
    """The end of a game from plain data: winner or draw, clause, and whether it was conceded; an empty map if it goes on."""
    given = codec.read_map(data or {}, where)
    if not given:
        return {}
    if not given.keys() <= {"winner", "draw", "clause", "conceded"} or ("winner" in given) == ("draw" in given):
        raise Invalid(of_field(where, say("winner or draw is wanted")))
    ends: Result = (
        {"winner": codec.choice(*sides).read(given["winner"], f"{where}.winner")}
        if "winner" in given
        else {"draw": True}
    )
    if "draw" in given and given["draw"] is not True:
        raise Invalid(f"{where}.draw: true is wanted, or nothing")
    if codec.read_flag(given.get("conceded", False), f"{where}.conceded"):
        ends["conceded"] = True
    clause = codec.read_text(given.get("clause", ""), f"{where}.clause", 40)
    return {**ends, "clause": clause} if clause else ends


def score_of(result: Mapping[str, Any], sides: tuple[str, ...]) -> Points:
    """Points of a game that has ended: one to the winner, half to each in a draw; empty while it goes on.

    >>> score_of({"winner": "attacker"}, ("attacker", "defender")), score_of({"draw": True}, ("white", "black"))
    ({'attacker': 1, 'defender': 0}, {'white': 0.5, 'black': 0.5})
    """
    if not result:
        return {}
    if result.get("draw"):
        return dict.fromkeys(sides, 0.5)
    return {side: int(side == result["winner"]) for side in sides}


def too_seldom(found: int, wanted: int = 3) -> str:
    """Why a draw by repetition cannot be claimed yet.  found, wanted: how often it has stood and must stand.

    >>> too_seldom(1)
    'The position has occurred once; it must have occurred 3 times.'
    """
    return say(
        "The position has occurred {found}; it must have occurred {wanted}.",
        found=_times(found),
        wanted=_times(wanted),
    )


def _times(number: int) -> str:
    return {1: say("once"), 2: say("twice")}.get(number, say("{number} times", number=number))
