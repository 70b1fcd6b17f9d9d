"""How a battle ended, as a story: who lost whom and where, and the three moments that cost most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from urllib.parse import urlencode

from campaigns.sight.after import BOTH, AfterAction, LossFact
from campaigns.web.board.plan import place_in_words
from rules.contract.costs import ways
from rules.values.sentence import joined, say

MOMENTS = 3
"""Moments of a battle that are told."""


@dataclass
class Lost:
    """What became of a thing in a battle.  men: dead or taken, in all; costs: of which they are the sum; where: it was last."""

    name: str
    men: int = 0
    costs: list[LossFact] = field(default_factory=list)
    moves: dict[int, None] = field(default_factory=dict)
    where: str = ""
    ruled: bool = False

    @property
    def loss(self) -> str:
        """Its men as a table shows them."""
        return _signed(self.men)

    @property
    def how(self) -> list[str]:
        """In words: each way with the men that it cost in all."""
        return ways(self.costs)


@dataclass(frozen=True)
class LostBySide:
    """Who was lost of a side, the heaviest loss first; of what nobody owns the side is empty."""

    side: str
    men: int
    rows: tuple[Lost, ...]

    @property
    def loss(self) -> str:
        """Its men as a table shows them."""
        return _signed(self.men)


@dataclass(frozen=True)
class Turning:
    """A moment of the battle.  query: of the replay of its move; cost: whom it cost whom, in words, with the side of each."""

    number: int
    side: str
    sentence: str
    men: int
    cost: tuple[tuple[str, str], ...]
    query: str


@dataclass(frozen=True)
class BattleStory:
    """The story of a battle that is over.  query: of the replay from the beginning."""

    turnings: tuple[Turning, ...]
    lost: tuple[LostBySide, ...]
    query: str


def battle_story(report: AfterAction) -> BattleStory | None:
    """The story of a report; none while the battle goes on, and of a game on a board, which is told by its boards."""
    if report.game is not None or report.seat.battle.status != "ended" or not report.moves:
        return None
    lens = "umpire" if report.of == BOTH else report.of
    return BattleStory(
        turnings=tuple(_turnings(report, lens)),
        lost=tuple(_by_side(report)),
        query=urlencode({"move": 1, "of": lens}),
    )


def _turnings(report: AfterAction, lens: str) -> Iterable[Turning]:
    """The moments that cost most men, or else most things, in the order in which they came."""
    moved = {one.number: one.side for one in report.moves}
    events: dict[tuple[object, ...], list[LossFact]] = {}
    for one in report.losses:
        if one.men < 0:
            continue  # given back by a ruling
        events.setdefault(one.event, []).append(one)
    dearest = sorted(events.values(), key=lambda those: (-_men(those), -len(those)))[:MOMENTS]
    for those in sorted(dearest, key=lambda those: (those[0].number, those[0].index)):
        first = those[0]
        cost = tuple(
            (one.side, f"{one.name} −{one.men}" if one.men else joined(", ", [one.name, one.how])) for one in those
        )
        query = urlencode({"move": first.number, "of": lens})
        yield Turning(first.number, moved.get(first.number, ""), first.sentence, _men(those), cost, query)


def _signed(men: int) -> str:
    """Men lost with their sign; a plus where a ruling gave more than was lost."""
    return f"{'+' if men < 0 else '−'}{abs(men)}" if men else "–"


def _men(losses: Iterable[LossFact]) -> int:
    return sum(one.men for one in losses)


def _by_side(report: AfterAction) -> Iterable[LostBySide]:
    """Who was lost of each side, body by body; a side that lost nobody has no rows."""
    order = [*report.seat.side_names, ""]
    losses = sorted(report.losses, key=lambda one: order.index(one.side) if one.side in order else len(order))
    found = {side: list(those) for side, those in groupby(losses, key=lambda one: one.side)}
    for side in order:
        if side or side in found:
            rows = _rows(found.get(side, []))
            yield LostBySide(side, sum(one.men for one in rows), tuple(sorted(rows, key=lambda one: -one.men)))


def _rows(losses: Sequence[LossFact]) -> list[Lost]:
    things: dict[str, Lost] = {}
    for one in sorted(losses, key=lambda one: (one.number, one.index)):
        row = things.setdefault(one.thing, Lost(one.name))
        row.men += one.men
        row.costs.append(one)
        row.moves[one.number] = None
        row.where = place_in_words(one.at) if one.at else row.where or say("where is not known")
        row.ruled = row.ruled or one.ruled
    return list(things.values())
