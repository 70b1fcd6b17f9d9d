"""The replay of a battle, moment by moment, through somebody's eyes; and what was believed beside what was true.

A moment is the opening of a move and what happened in it; the last one is the state after the last move that was
submitted.  What a side is shown comes from ``book.sees`` and from its reports, as it did when the battle was fought.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from campaigns.bridge import standing_rulings, that_count
from campaigns.errors import Unseen
from campaigns.models import Finding, Move, Report
from campaigns.models.plain import Plain
from campaigns.side_views import standing
from campaigns.sight.aims.told import Aim, in_words, kept_of, shown_to
from campaigns.sight.dispatches import Message, messages_replayed
from campaigns.sight.lenses import Lens, lens_of, lenses, papers_open
from campaigns.sight.receipts import Receipt, receipts_of
from campaigns.sight.seat import Seat
from campaigns.sight.thing import Thing, things_seen
from rules.contract.data import Board, Event, Known, Position, Trace
from rules.ground.underlay import as_it_stands


@dataclass(frozen=True)
class MoveFact:
    """A move that was submitted, as everybody may know it.  number: in the battle."""

    number: int
    side: str
    own_number: int
    opened_at: datetime
    submitted_at: datetime


@dataclass(frozen=True)
class Remembered:
    """A thing of the enemy's that was in sight once and is not now.  seen: the number of the move after which it last was."""

    thing: Thing
    seen: int


@dataclass(frozen=True)
class Difference:
    """Where what was believed differs from what was true.  believed: none of what was not known; was: none of what no longer existed.

    seen: of what was only remembered, the move after which it was last in sight.
    """

    believed: Thing | None
    was: Thing | None
    seen: int | None = None


@dataclass(frozen=True)
class Scene:
    """The floor as somebody knew it.  own_moves: made, by side.

    board: of a game on a board what is known of it, as ``Book.board`` gives it; empty on a floor.
    traces: what a map shows of what happened then, each ``of`` an event by its index.  flags: the objectives that the
    viewer may know, as they are set now.
    """

    things: tuple[Thing, ...]
    country: Mapping[str, Any]
    own_moves: Mapping[str, int]
    names: Mapping[str, str]
    board: Mapping[str, Any] = field(default_factory=dict)
    traces: tuple[Trace, ...] = ()
    flags: tuple[Aim, ...] = ()


@dataclass(frozen=True)
class Moment:
    """One moment of a battle through one lens.

    move: none of the last moment, which follows the last move.  moments: how many there are.  remembered: what the
    viewer has seen of the enemy before and no longer sees.  events: visible in this move, each with a ``sentence``.
    rulings: of the umpire on this move, as they were told to the viewer.
    orders: those that were in force, as far as the viewer knows of them.  messages: the messages received in this move.
     truth: where the two are compared, with the differences.
    """

    seat: Seat
    is_open: bool
    number: int
    moments: int
    moves: tuple[MoveFact, ...]
    move: MoveFact | None
    lens: Lens
    lenses: tuple[Lens, ...]
    scene: Scene
    remembered: tuple[Remembered, ...]
    events: tuple[Mapping[str, Any], ...]
    rulings: tuple[Mapping[str, Any], ...]
    orders: tuple[Receipt, ...]
    messages: tuple[Message, ...]
    truth: Scene | None = None
    differences: tuple[Difference, ...] = ()

    @property
    def may_compare(self) -> bool:
        """Whether what this lens shows can be compared with the truth."""
        return self.lens.kind != "truth" and any(lens.kind == "truth" for lens in self.lenses)


def replay(seat: Seat, number: int = 0, of: str = "", *, beside: bool = False) -> Moment | None:
    """A moment by its number from 1, the first where it is 0; nothing before the battle has begun.

    of: the key of a lens.  beside: with the truth and the differences.  E-NONE where the asker may not see it.
    """
    is_open = papers_open(seat)
    offered = lenses(seat, is_open)
    lens = lens_of(offered, of)
    if beside and not any(one.kind == "truth" for one in offered):
        raise Unseen("report")
    moves = moves_submitted(seat.battle.id)
    if not 0 <= number <= len(moves) + 1:
        raise Unseen("move")
    stage = _Stage(seat, moves, number or 1, truth=beside or lens.kind == "truth")
    if stage.position is None:
        return None
    scene = stage.scene(lens)
    remembered = stage.remembered(lens, scene)
    truth = stage.scene(Lens("umpire", "truth", "")) if beside and lens.kind != "truth" else None
    return Moment(
        seat=seat,
        is_open=is_open,
        number=stage.number,
        moments=len(moves) + 1,
        moves=moves,
        move=stage.fact,
        lens=lens,
        lenses=offered,
        scene=scene,
        remembered=remembered,
        events=stage.events(lens, scene),
        rulings=stage.rulings(lens),
        orders=stage.orders(lens, scene),
        messages=messages_replayed(seat, stage.fact.number if stage.fact else 0, lens, offered, is_open=is_open),
        truth=truth,
        differences=differences(lens.side, scene, remembered, truth) if truth is not None else (),
    )


def moves_submitted(battle_id: int) -> tuple[MoveFact, ...]:
    """The moves of a battle that were submitted, the oldest first."""
    rows = Move.objects.filter(battle_id=battle_id, status=Move.Status.SUBMITTED).order_by("number")
    return tuple(
        MoveFact(number, side, own_number, opened_at, submitted_at)
        for number, side, own_number, opened_at, submitted_at in rows.values_list(
            "number", "side", "own_number", "opened_at", "submitted_at"
        )
        if submitted_at is not None
    )


class _Stage:
    """What is on the floor at a moment, before any lens is applied."""

    def __init__(self, seat: Seat, moves: tuple[MoveFact, ...], number: int, *, truth: bool) -> None:
        """truth: whether what really happened will be asked for, so that it is read with the move."""
        self.seat, self.number, self.rules, self.options = seat, number, seat.rules, seat.terms.options
        self.fact = moves[number - 1] if number <= len(moves) else None
        rows = Move.objects.filter(battle_id=seat.battle.id).order_by("-number")
        if truth and self.fact:
            rows = rows.select_related("finding")
        self.move = rows.filter(number=self.fact.number).first() if self.fact else rows.first()
        self._told: dict[str, list[tuple[int, dict[str, Any]]]] = {}

    @cached_property
    def position(self) -> Position | None:
        """The opening position of the move, or the one that stands after the last."""
        if self.move is None:
            return None
        position: Position = self.move.position if self.fact else standing(self.move)
        return position

    def scene(self, lens: Lens) -> Scene:
        """The floor through a lens: as it lies, or as a side sees it."""
        assert self.position is not None
        truth = lens.kind == "truth"
        known = self.position if truth else self.rules.table(self.position).sees(lens.side)
        return Scene(
            things=tuple(things_seen(self.seat.rules.pieces, known, lens.side, truth=truth)),
            country=as_it_stands(known),
            own_moves=known.get("own_moves") or {},
            names={**self.seat.side_names, **self.seat.rules.pieces.names(known)},
            board=self.board(lens),
            traces=self.traces(lens, known),
            flags=in_words(self.seat, shown_to(self.objectives, lens.side), lens.side),
        )

    @cached_property
    def objectives(self) -> list[Plain]:
        """All objectives of the battle."""
        return kept_of(self.seat)

    def board(self, lens: Lens) -> Board:
        """What is known of a board, if the game is played on one."""
        assert self.position is not None
        return self.rules.table(self.position).board(lens.side)

    def events(self, lens: Lens, scene: Scene) -> tuple[Mapping[str, Any], ...]:
        """What happened in the move, as visible to the viewer, in words."""
        happened, left, called = self.happened(lens)
        names = {**called, **scene.names, **self.seat.rules.pieces.names(left)}
        return tuple({**event, "sentence": self.rules.narrate(event, names)} for event in happened)

    def rulings(self, lens: Lens) -> tuple[Mapping[str, Any], ...]:
        """The rulings on the move: for those who see the truth all that counted, else those that were told with the report."""
        if self.fact is None or self.move is None:
            return ()
        if lens.kind != "truth":
            return tuple(dict(self.reports_to(lens.side))[self.fact.number].get("rulings", ()))
        rows = that_count(standing_rulings(self.move))
        return tuple({"kind": one.kind, "reason": one.reason, "clause": one.clause, **one.change} for one in rows)

    def traces(self, lens: Lens, before: Mapping[str, Any]) -> tuple[Trace, ...]:
        """What a map shows of the move.  before: what was known when it opened."""
        events, after, _ = self.happened(lens)
        return self.rules.traces_of(events, Known(dict(before)), Known(dict(after))) if events else ()

    def happened(self, lens: Lens) -> tuple[Sequence[Event], Mapping[str, Any], Mapping[str, str]]:
        """What the viewer may know of the move: its events, the floor after it, names of things that are gone."""
        if self.fact is None or self.move is None:
            return (), {}, {}
        if lens.kind == "truth":
            return *self.found, {}
        data = dict(self.reports_to(lens.side))[self.fact.number]
        return data.get("events", []), data.get("sees") or {}, data.get("called", {})

    @cached_property
    def found(self) -> tuple[Sequence[Event], Mapping[str, Any]]:
        """The events of the move as they were, and the position after it."""
        assert self.move is not None
        finding: Finding = self.move.finding
        return finding.events, finding.position

    def reports_to(self, side: str) -> list[tuple[int, dict[str, Any]]]:
        """The reports to a side of this move and of those before it, by the number of the move."""
        if side not in self._told:
            rows = Report.objects.filter(
                move__battle_id=self.seat.battle.id,
                move__taken_back_at__isnull=True,
                side=side,
                move__number__lte=self.number,
            ).order_by("move__number")
            self._told[side] = list(rows.values_list("move__number", "data"))
        return self._told[side]

    def orders(self, lens: Lens, scene: Scene) -> tuple[Receipt, ...]:
        """The orders in force when the move closed; of a commander those that they gave themselves."""
        if self.fact is None or self.move is None or lens.side not in ("", self.move.side):
            return ()
        given = receipts_of(self.move, self.move.side, scene.names)
        mine = set(lens.posts.values()) if lens.kind == "commander" else None
        return tuple(one for one in given if one.counts and (mine is None or one.post in mine))

    def remembered(self, lens: Lens, scene: Scene) -> tuple[Remembered, ...]:
        """What a side has seen of the enemy after earlier moves, and does not see now."""
        if lens.kind == "truth" or self.number < 2:
            return ()
        kept: dict[str, Remembered] = {}
        for number, data in (one for one in self.reports_to(lens.side) if one[0] < self.number):
            for thing in things_seen(self.seat.rules.pieces, data.get("sees") or {}):
                if thing.side and thing.side != lens.side:
                    kept[thing.id] = Remembered(thing, number)
        now = {thing.id for thing in scene.things}
        return tuple(one for identity, one in kept.items() if identity not in now)


def differences(side: str, scene: Scene, remembered: Iterable[Remembered], truth: Scene) -> tuple[Difference, ...]:
    """Where a side's belief about what is not its own differs from the truth; it knows its own things completely."""
    believed = {thing.id: (thing, None) for thing in scene.things} | {
        one.thing.id: (one.thing, one.seen) for one in remembered
    }
    found = []
    was = {thing.id: thing for thing in truth.things if thing.side != side}
    for identity, thing in was.items():
        held, seen = believed.get(identity, (None, None))
        if held is None or seen is not None or _parts(held, thing):
            found.append(Difference(held, thing, seen))
    gone = [one for one in remembered if one.thing.id not in was]
    return (*found, *(Difference(one.thing, None, one.seen) for one in gone))


def _parts(held: Thing, was: Thing) -> bool:
    """Whether a thing differs from what is believed of it: in its name, its arm, any figure that is known or matters."""
    if (held.name, held.arm) != (was.name, was.arm):
        return True
    hidden = any(was.state.get(key) and key not in held.state for key in was.pieces.worth_knowing)
    return hidden or any(was.state.get(key) != value for key, value in held.state.items())
