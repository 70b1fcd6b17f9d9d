"""The after-action report: losses, supplies against need, points, readiness against the clock, move by move.

A side's books are read only for those who may: its own people, the umpire, and everybody once the umpire has opened the
papers of the battle.  Of the other side there is what was in sight when a move was over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Sum

from campaigns.clock import handicapped
from campaigns.errors import Unseen
from campaigns.models import Campaign, Move, PointsEntry, Readiness, Report, Side, SupplyEntry
from campaigns.sight.game_report import GameReport, game_report
from campaigns.sight.lenses import papers_open
from campaigns.sight.replay import MoveFact
from campaigns.sight.seat import OBSERVER, Seat
from rules.contract.costs import as_ruled
from rules.values.sentence import say

MOVE_COLUMNS = ("number", "side", "own_number", "opened_at", "submitted_at")
CLOCK_COLUMNS = ("allowance_minutes", "extended_minutes", "closed_at", "paused_seconds")
BOTH = "both"
"""Whose report it is, where it is of both sides."""


@dataclass(frozen=True)
class Course:
    """How something went: an amount at the opening and after each move; None where it was not known.

    kind: men, horses, guns, a kind of packet, ``points`` (in halves).
    """

    side: str
    kind: str
    amounts: tuple[int | None, ...]


@dataclass(frozen=True)
class RationsDue:
    """Packets of a kind that fell due on a side in a move."""

    number: int
    side: str
    kind: str
    packets: int


@dataclass(frozen=True)
class ReadyFact:
    """When a seat said that it was ready: seconds after the move had opened."""

    side: str
    title: str
    seconds: int


@dataclass(frozen=True)
class Timing:
    """The clock of a move.  allowed: seconds, none where a deadline closes it; taken: from its opening to its close, pauses left out."""

    move: MoveFact
    allowed: int | None
    taken: int | None
    ready: tuple[ReadyFact, ...]


@dataclass(frozen=True)
class LossFact:
    """What an event or a ruling cost a thing, as its owner was told, or else the reader.

    number, index: of the move, and of the event in its report; event: what it is known by in every report of the move.
    side: whose the thing is, empty of what nobody owns; at: where it was when the move was over, if that was seen.
    men: below zero where a ruling gave them back.  ruled: whether the umpire ruled on it otherwise, the reader does not know how.
    """

    number: int
    index: int
    event: tuple[Any, ...]
    sentence: str
    thing: str
    name: str
    side: str
    men: int
    how: str
    at: Any
    ruled: bool


@dataclass(frozen=True)
class Books:
    """Whose books are read.  of: a side or ``both``; sides: those of it; choices: what the asker may ask for, the default first."""

    seat: Seat
    is_open: bool
    of: str
    choices: tuple[str, ...]
    sides: tuple[str, ...]


@dataclass(frozen=True)
class AfterAction(Books):
    """The report.

    strength: the forces that the books hold; passages: what of them came and went, and so was not lost.
    sighted: men of others in sight.  stores: packets.  asked: what fell due.  points: in halves.
    closing: whether something was entered after the last move that was submitted.
    losses: event by event; of a battle that is over.
    game: of a game on a board, which has none of these, its replay.
    """

    moves: tuple[MoveFact, ...]
    times: tuple[Timing, ...]
    closing: bool = False
    strength: tuple[Course, ...] = ()
    passages: tuple[Course, ...] = ()
    sighted: tuple[Course, ...] = ()
    stores: tuple[Course, ...] = ()
    asked: tuple[RationsDue, ...] = ()
    points: tuple[Course, ...] = ()
    losses: tuple[LossFact, ...] = ()
    game: GameReport | None = None


def after_action(seat: Seat, of: str = "") -> AfterAction:
    """The report of a battle.  of: a side or ``both``; left out, all that the asker may read.  E-NONE for anything else."""
    return _Rows(books(seat, of, "report")).report()


def books(seat: Seat, of: str, what: str) -> Books:
    """The books that somebody asks for.  Unseen where they may not read them; what: the noun in that refusal."""
    is_open = papers_open(seat)
    choices = (BOTH, *seat.side_names) if seat.is_umpire or is_open else (seat.side,)
    if of not in ("", *choices):
        raise Unseen(what)
    of = of or choices[0]
    return Books(seat, is_open, of, choices, tuple(side for side in seat.side_names if of in (BOTH, side)))


class _Rows:
    """The rows that one report needs, each read once."""

    def __init__(self, books: Books) -> None:
        self.books, self.seat, self.sides, self.battle = books, books.seat, books.sides, books.seat.battle.id
        rows = Move.objects.filter(battle_id=self.battle, status=Move.Status.SUBMITTED).order_by("number")
        self.rows = list(rows.values_list(*MOVE_COLUMNS, *CLOCK_COLUMNS))
        self.moves = tuple(MoveFact(*row[: len(MOVE_COLUMNS)]) for row in self.rows)

    def report(self) -> AfterAction:
        """The report; of a game on a board only the clock and the game itself."""
        found = AfterAction(**vars(self.books), moves=self.moves, times=tuple(self.times()))
        if self.seat.rules.book.on_board:
            return replace(found, game=game_report(self.seat, "" if found.of == BOTH else found.of))
        pieces = self.seat.rules.pieces
        return replace(
            found,
            closing=self.closing,
            strength=self.courses(self.supplies, dict(pieces.forces)),
            passages=self.courses(self.passages, dict(pieces.forces)),
            sighted=tuple(self.sighted()),
            stores=tuple(one for one in self.courses(self.supplies, pieces.stores) if any(one.amounts)),
            asked=tuple(self.asked()),
            points=self.courses(self.scored, ("points",)) if self.scored else (),
            losses=tuple(self.losses()) if self.seat.battle.status == "ended" else (),
        )

    @cached_property
    def supplied(self) -> list[tuple[Any, ...]]:
        rows = SupplyEntry.objects.filter(battle_id=self.battle, side__in=self.sides)
        return list(rows.values_list("side", "kind", "move__number", "passage").annotate(Sum("amount")))

    @property
    def supplies(self) -> dict[tuple[str, str], dict[int, int]]:
        return _by_move((*row, amount) for *row, _, amount in self.supplied)

    @property
    def passages(self) -> dict[tuple[str, str], dict[int, int]]:
        return _by_move((*row, amount) for *row, passage, amount in self.supplied if passage)

    @cached_property
    def scored(self) -> dict[tuple[str, str], dict[int, int]]:
        rows = PointsEntry.objects.filter(battle_id=self.battle, side__in=self.sides)
        found = rows.values_list("side", "move__number").annotate(Sum("amount"))
        return _by_move((side, "points", number, amount) for side, number, amount in found)

    @cached_property
    def closing(self) -> bool:
        """Whether an entry fell in the move that was under way when the battle was ended."""
        last = len(self.moves)
        books = (sums for book in (self.supplies, self.scored) for sums in book.values())
        return any(number > last and amount for sums in books for number, amount in sums.items())

    def courses(self, book: Mapping[tuple[str, str], Mapping[int, int]], kinds: Iterable[str]) -> tuple[Course, ...]:
        """The running sums of these kinds; points are first counted when the first move is submitted."""
        numbers = range(len(self.moves) + 1 + self.closing)
        found = []
        for kind in kinds:
            for side in self.sides:
                sums = book.get((side, kind), {})
                total = 0
                amounts: list[int | None] = []
                for number in numbers:
                    total += sums.get(number, 0)
                    amounts.append(None if kind == "points" and not number and 0 not in sums else total)
                found.append(Course(side, kind, tuple(amounts)))
        return tuple(found)

    @cached_property
    def reports_read(self) -> list[tuple[int, str, Mapping[str, Any]]]:
        """The reports that are needed: of the sides whose books are open, or the observers'."""
        stands = {"move__battle_id": self.battle, "move__taken_back_at__isnull": True}
        rows = Report.objects.filter(**stands, side__in=self.sides or (OBSERVER,))
        return list(rows.order_by("move__number", "pk").values_list("move__number", "side", "data"))

    def sighted(self) -> Iterable[Course]:
        """The men of each side whose books are closed, as far as they were in sight after each move."""
        for side in self.seat.side_names:
            if side not in self.sides:
                seen = {number: self.men_of(side, data.get("sees") or {}) for number, _, data in self.reports_read}
                amounts = (None, *(seen.get(move.number) for move in self.moves), *([None] * self.closing))
                yield Course(side, "men", amounts)

    def men_of(self, side: str, seen: Mapping[str, Any]) -> int:
        """The men of a side that somebody sees."""
        pieces = self.seat.rules.pieces
        return sum(pieces.look(group, one).men or 0 for group, _, one in pieces.every(seen) if one.get("side") == side)

    def losses(self) -> Iterable[LossFact]:
        """What every event cost, each thing once: from its owner's report, or else from the first that is read; and rulings."""
        rules, seen = self.seat.rules, [data.get("sees") or {} for _, _, data in self.reports_read]
        owners = {
            thing: rules.pieces.owner(group, one) for sees in seen for group, thing, one in rules.pieces.every(sees)
        }
        for (number, told_to, data), sees in zip(self.reports_read, seen, strict=True):
            stood = {thing: one for _, thing, one in rules.pieces.every(sees)}
            names = {**self.seat.side_names, **data.get("called", {}), **rules.pieces.names(sees)}
            by_ruling = list(self.lost_by_ruling(number, told_to, data, names))
            times: Counter[tuple[Any, ...]] = Counter()
            for index, event in enumerate(data.get("events", ())):
                alike = (number, event.get("event"), event.get("body"), event.get("target"))
                times[alike] += 1
                for cost in rules.fallen(event):
                    side = owners.get(cost.thing, "")
                    if told_to == (side if side in self.sides else (*self.sides, OBSERVER)[0]):
                        yield LossFact(
                            number=number,
                            index=index,
                            event=(*alike, times[alike]),
                            sentence=rules.narrate(event, names),
                            thing=cost.thing,
                            name=names.get(cost.thing, cost.thing),
                            side=side,
                            men=cost.men,
                            how=cost.how,
                            at=stood.get(cost.thing, {}).get("at"),
                            ruled=cost.thing in data.get("otherwise", ())
                            and not any(one.thing == cost.thing for one in by_ruling),
                        )
            yield from by_ruling

    def lost_by_ruling(
        self, number: int, told_to: str, data: Mapping[str, Any], names: Mapping[str, str]
    ) -> Iterable[LossFact]:
        """What the rulings that stand cost a side or gave back to it, as its own report tells it of its own."""
        pieces, first = self.seat.rules.pieces, len(data.get("events", ()))
        for ruling in data.get("rulings", ()) if told_to in self.sides else ():
            for change in ruling.get("changes", ()):
                thing, stands = change["thing"], pieces.find(data.get("sees") or {}, change["thing"])
                if "was" not in change or "key" not in change or stands is None:
                    continue
                group, state = stands
                was, now = (pieces.look(group, {**state, change["key"]: change[at]}) for at in ("was", "value"))
                men = (was.men or 0) - (now.men or 0)
                if pieces.owner(group, state) == told_to and (men or (now.men is None and now.gone and not was.gone)):
                    yield LossFact(
                        number=number,
                        index=first,
                        event=(number, "ruling", ruling["ruling"]),
                        sentence=say("The umpire ruled: {reason}", reason=ruling["reason"]),
                        thing=thing,
                        name=names.get(thing, thing),
                        side=told_to,
                        men=men,
                        how=as_ruled(men),
                        at=state.get("at"),
                        ruled=False,
                    )

    def asked(self) -> Iterable[RationsDue]:
        """What fell due on each side: from the events in its own reports."""
        pieces, sums = self.seat.rules.pieces, dict[tuple[int, str, str], int]()
        for number, told_to, data in self.reports_read:
            for event in data.get("events", ()):
                due = pieces.due(event) if event.get("side") == told_to else None
                if due is not None:
                    key = (number, told_to, due[0])
                    sums[key] = sums.get(key, 0) + due[1]
        return (RationsDue(*key, packets) for key, packets in sorted(sums.items()))

    def times(self) -> Iterable[Timing]:
        """The clock of each move, which is public, and the readiness of the seats of the sides that are read."""
        columns = ("key", "time_percent", "campaign__clock_mode", "campaign__fixed_minutes")
        rows = Side.objects.filter(campaign_id=self.seat.campaign.id).values_list(*columns)
        sides = {key: (percent, mode, fixed) for key, percent, mode, fixed in rows}
        for move, row in zip(self.moves, self.rows, strict=True):
            minutes, extended, closed, paused = row[len(MOVE_COLUMNS) :]
            percent, mode, fixed = sides[move.side]
            yield Timing(
                move=move,
                allowed=_allowed(percent, mode, fixed, minutes, extended),
                taken=max(_since(move.opened_at, closed) - paused, 0) if closed else None,
                ready=tuple(self.readiness.get(move.number, ())),
            )

    @cached_property
    def readiness(self) -> dict[int, list[ReadyFact]]:
        stands = {"move__battle_id": self.battle, "move__taken_back_at__isnull": True}
        rows = Readiness.objects.filter(**stands, post__side__key__in=self.sides)
        columns = ("move__number", "post__side__key", "post__title", "at", "move__opened_at")
        found: dict[int, list[ReadyFact]] = {}
        for number, side, title, at, opened in rows.order_by("at", "pk").values_list(*columns):
            found.setdefault(number, []).append(ReadyFact(side, title, _since(opened, at)))
        return found


def _by_move(rows: Iterable[Any]) -> dict[tuple[str, str], dict[int, int]]:
    """Sums by side and kind, then by the number of the move; the opening is 0."""
    found: dict[tuple[str, str], dict[int, int]] = {}
    for side, kind, number, amount in rows:
        sums = found.setdefault((side, kind), {})
        sums[number or 0] = sums.get(number or 0, 0) + amount
    return found


def _allowed(percent: int, mode: str, fixed: int, minutes: int, extended: int) -> int | None:
    """Seconds that a move had, with its extensions; none where a deadline closed it."""
    if mode == Campaign.ClockMode.DEADLINE:
        return None
    return 60 * (handicapped(fixed if mode == Campaign.ClockMode.FIXED else minutes, percent) + extended)


def _since(opened: datetime, at: datetime) -> int:
    """Seconds from the opening of a move to a moment in it."""
    return max(int((at - opened).total_seconds()), 0)
