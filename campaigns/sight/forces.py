"""The forces of a battle: the state of each thing, and its history, move by move.

The umpire, and everybody once the papers are open, reads the rows, which are the truth.  Anybody else reads what their
side's own reports said of its own things, so that what they did not say, or not yet, is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from campaigns.errors import Unseen
from campaigns.models import Battle, Move, Report, SupplyEntry, ThingChange
from campaigns.models.move import HEAVY
from campaigns.models.plain import Plain
from campaigns.models.thing import THAT_COUNT
from campaigns.side_views import view_of
from campaigns.sight.after import Books, books
from campaigns.sight.ledgers import Line, lines_of
from campaigns.sight.replay import MoveFact, moves_submitted
from campaigns.sight.roster import battles
from campaigns.sight.seat import Seat
from campaigns.thing_states import COLUMNS, Key, ThingState, changes
from rules.contract.pieces import Pieces


@dataclass(frozen=True)
class Step:
    """The state of a thing from a move on.  number: of the move in the battle, 0 of the opening."""

    number: int
    state: ThingState


@dataclass(frozen=True)
class Force:
    """A thing and its history, the oldest state first.  called: its last name, or what it is where it has none."""

    course: tuple[Step, ...]
    called: str

    @property
    def first(self) -> Step:
        """Its state when it was first there."""
        return self.course[0]

    @property
    def now(self) -> ThingState:
        """Its present or last state."""
        return self.course[-1].state

    @property
    def side(self) -> str:
        """The side that owns it, or did last, though another may hold it."""
        return self.now.owner or self.now.side

    def at(self, number: int) -> ThingState | None:
        """Its state after a move; none before it was there."""
        return next((step.state for step in reversed(self.course) if step.number <= number), None)


@dataclass(frozen=True)
class Forces(Books):
    """The things of the sides that are read."""

    moves: tuple[MoveFact, ...]
    things: tuple[Force, ...]
    closing = False

    def men(self, side: str) -> tuple[int, ...]:
        """The men of a side who are not prisoners, at the opening and after each move."""
        stood = [[one.at(number) for one in self.things] for number in range(len(self.moves) + 1)]
        return tuple(sum((at.men or 0) for at in those if at and at.side == side and not at.owner) for those in stood)


@dataclass(frozen=True)
class Entry:
    """A step in the history of a thing.  move: none of the opening; lines: of its account in that move, with their causes."""

    move: MoveFact | None
    state: ThingState
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class ForceSheet:
    """One thing with its history.  forces: it alone, and whose books are read."""

    forces: Forces
    force: Force
    history: tuple[Entry, ...]


def forces(seat: Seat, of: str = "", only: Key | None = None) -> Forces:
    """The things of a battle, or one of them.  of: a side or ``both``; left out, all that may be read.  E-NONE for anything else."""
    read = books(seat, of, "side")
    told = _of_rows(seat, only) if seat.is_umpire or read.is_open else _of_reports(seat, read.sides)
    courses: dict[Key, list[Step]] = {}
    for step in told:
        if only in (None, step.state.key):
            courses.setdefault(step.state.key, []).append(step)
    things = tuple(
        Force(tuple(one), _called(seat.rules.pieces, one[-1].state))
        for one in courses.values()
        if any(step.state.is_of(read.sides) for step in one)
    )
    return Forces(**vars(read), moves=moves_submitted(seat.battle.id), things=things)


def _called(pieces: Pieces, state: ThingState) -> str:
    known = {"name": state.name, "side": state.side, "arm": state.arm}
    return pieces.called(state.group, state.thing, known)


def force(seat: Seat, group: str, thing: str, of: str = "") -> ForceSheet:
    """One thing with its history; E-NONE where it does not exist, or the asker may not know it."""
    found = forces(seat, of, (group, thing))
    if not found.things:
        raise Unseen("thing")
    one = found.things[0]
    rows = SupplyEntry.objects.filter(battle_id=seat.battle.id, side__in=found.sides, account=thing)
    lines = lines_of(rows.filter(move__taken_back_at__isnull=True), {thing: one.called})
    history = tuple(
        Entry(
            move=found.moves[step.number - 1] if step.number else None,
            state=step.state,
            lines=tuple(line for line in lines if (line.move_number or 0) == step.number),
        )
        for step in one.course
    )
    return ForceSheet(found, one, history)


def over_battles(seat: Seat) -> tuple[Forces, ...]:
    """The forces of the battles of a campaign that carried over into one another, battle by battle."""
    carried = dict(
        Battle.objects.filter(campaign_id=seat.campaign.id).exclude(carried={}).values_list("public_id", "carried")
    )
    chain = carried.keys() | {one["from"] for one in carried.values()}
    there = (one for one in battles(seat) if one.public_id in chain and one.started_at)
    return tuple(forces(replace(seat, battle_or_none=one)) for one in there)


def _of_rows(seat: Seat, only: Key | None) -> Iterator[Step]:
    """The true history, of all things or of one."""
    rows = ThingChange.objects.filter(THAT_COUNT, battle_id=seat.battle.id)
    if only is not None:
        rows = rows.filter(group=only[0], thing=only[1])
    for row in rows.order_by("pk").values("move__number", *COLUMNS):
        number = row.pop("move__number")
        yield Step(number or 0, ThingState(**row))


def _of_reports(seat: Seat, sides: tuple[str, ...]) -> Iterator[Step]:
    """The history as a side's reports gave it."""
    first = Move.objects.filter(battle_id=seat.battle.id).defer(*HEAVY[1:]).order_by("number").first()
    if first is None or not sides:
        return
    reports = Report.objects.filter(move__battle_id=seat.battle.id, move__taken_back_at__isnull=True, side__in=sides)
    rows = reports.order_by("move__number").values_list("move__number", "data")
    opening = view_of(seat.terms, first, sides[0], at_the_opening=True).sees()
    before: Plain = {}
    for number, seen in ((0, opening), *((number, data.get("sees") or {}) for number, data in rows)):
        after = _own(seat.rules.pieces, sides[0], seen)
        yield from (Step(number, state) for state in changes(seat.rules.pieces, before, after))
        before = after


def _own(pieces: Pieces, side: str, seen: Mapping[str, Any]) -> Plain:
    """A side's own things, among all that it sees."""
    own: Plain = {}
    for group, identity, thing in pieces.every(seen):
        if side in (pieces.owner(group, thing), pieces.holder(thing)):
            own.setdefault(group, {})[identity] = thing
    return own
