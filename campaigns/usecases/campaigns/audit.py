"""The audit of a battle: books and rows against the floor, record against its seals, every finding and report computed again.

Nothing is written.  [RELIABILITY C2, C6 to C8]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from django.db.models import QuerySet

from campaigns.bridge import Brief, brief, canonical, digest, pieces_of, rules_of, standing_rulings, table_of
from campaigns.models import Battle, Move, Report, Ruling, Thing, ThingChange
from campaigns.models.plain import Plain
from campaigns.thing_states import COLUMNS, Key, ThingState, changes
from campaigns.usecases.access import fresh_move
from campaigns.usecases.moves.finding import find
from campaigns.usecases.moves.ledgers import Difference, halves, points_of, recount
from campaigns.usecases.moves.reports import report
from campaigns.usecases.moves.things import latest
from campaigns.usecases.record import check_record
from rules.contract.answers import Finding
from rules.contract.data import Position


@dataclass(frozen=True)
class Counted:
    """What the count of a battle found.

    supplies: accounts on which ledger and floor differ; points: the same of the score, in halves.
    broken_at: the first entry of the record that does not fit the chain, if one does not.
    unsealed: moves with a report that gives another head of the record than the true one, by which sides check the
    record.
    strayed: things whose rows or history are not what the moves made of them.  misjoined: moves that did not open with
    what the one before them left, the first with what its battle began with.
    """

    supplies: tuple[Difference, ...]
    points: tuple[Difference, ...]
    broken_at: int | None
    unsealed: tuple[int, ...]
    strayed: tuple[str, ...]
    misjoined: tuple[int, ...]

    @property
    def agrees(self) -> bool:
        """Whether everything agrees."""
        return not any(getattr(self, one.name) for one in fields(self))


@dataclass(frozen=True)
class Replayed:
    """A finding computed again.  same_input, same_output: whether the digests are those that were published.

    same_reports: whether every side's report holds what the finding gives for it.
    """

    number: int
    side: str
    own_number: int
    same_input: bool
    same_output: bool
    same_reports: bool

    @property
    def same(self) -> bool:
        """Whether what goes in, what comes out and the reports are byte for byte what they were."""
        return self.same_input and self.same_output and self.same_reports


def count(*, battle: Battle) -> Counted:
    """Count stores, men, horses, guns and points on the floor against the ledgers, and check rows, moves and record."""
    return Counted(
        supplies=recount(battle=battle),
        points=recount_points(battle=battle),
        broken_at=check_record(battle),
        unsealed=check_seals(battle=battle),
        strayed=check_rows(battle=battle),
        misjoined=check_joints(battle=battle),
    )


def check_seals(*, battle: Battle) -> tuple[int, ...]:
    """The numbers of the moves with a report that gives a head of the record that it never had."""
    heads = set(battle.record.values_list("digest", flat=True))
    told = Report.objects.filter(move__battle=battle).values_list("move__number", "data")
    return tuple(sorted({number for number, data in told if data.get("seal") not in heads}))


def check_rows(*, battle: Battle) -> tuple[str, ...]:
    """The things whose history is not what the moves made of them, or whose rows are not the last of it."""
    kept = ThingChange.objects.filter(battle=battle)
    moves = list(Move.every.filter(battle=battle).select_related("finding").order_by("pk"))
    first = [one for one in moves if one.number == 1][-1:]  # of the present beginning
    made: list[tuple[int | None, Plain, Plain]] = [(None, {}, one.position) for one in first]
    made += [(one.pk, one.position, one.finding.position) for one in moves if one.status == Move.Status.SUBMITTED]
    pieces, strayed = pieces_of(battle.terms), set[str]()
    for move, before, after in made:
        rows = kept.filter(move=move) if move else kept.filter(move=None, opening=battle.beginnings_taken_back)
        strayed |= _astray(rows, {one.key: one for one in changes(pieces, before, after)})
    return tuple(sorted(strayed | _astray(Thing.objects.filter(battle=battle), latest(battle))))


def _astray(rows: QuerySet[Any], made: Mapping[Key, ThingState]) -> set[str]:
    """The things whose rows are wrong or missing."""
    kept = {one.key: one for one in (ThingState(**row) for row in rows.values(*COLUMNS))}
    return {key[1] for key in kept.keys() | made.keys() if kept.get(key) != made.get(key)}


def check_joints(*, battle: Battle) -> tuple[int, ...]:
    """The numbers of the moves that did not open with what the one before them left."""
    left, misjoined = rules_of(battle.terms).opening(battle.start), []
    for move in Move.objects.filter(battle=battle).select_related("finding").order_by("number"):
        if canonical(move.position) != canonical(left):
            misjoined.append(move.number)
        left = move.finding.position if move.status == Move.Status.SUBMITTED else left
    return tuple(misjoined)


def recount_points(*, battle: Battle) -> tuple[Difference, ...]:
    """The sides whose score in the ledger is not the score of the floor; awards are counted separately."""
    last = (
        Move.objects.filter(battle=battle, status=Move.Status.SUBMITTED)
        .select_related("finding")
        .order_by("-number")
        .first()
    )
    if last is None:
        return ()
    position = Position({**last.finding.position, "result": battle.result} if battle.result else last.finding.position)
    score = table_of(battle.terms, position).score()
    held = points_of(battle.pk, kind="score")
    return tuple(
        Difference(side, side, "score", ledger=held.get(side, 0), floor=halves(score.get(side, 0)))
        for side in sorted({*score, *held})
        if held.get(side, 0) != halves(score.get(side, 0))
    )


def replay(*, battle: Battle) -> Iterator[Replayed]:
    """Every move that was submitted, adjudicated again from what is stored of it."""
    for move_id in (
        Move.objects.filter(battle=battle, status=Move.Status.SUBMITTED).order_by("number").values_list("pk", flat=True)
    ):
        move = fresh_move(battle, move_id)
        asked, rulings, found = found_anew(battle, move)
        after = asked.rules.table(found.position)
        output = {
            "position": found.position,
            "events": found.events,
            "refused": found.refused,
            "reckoning": found.reckoning,
        }
        yield Replayed(
            number=move.number,
            side=move.side,
            own_number=move.own_number,
            same_input=asked.digest == move.finding.input_digest,
            same_output=digest(output) == move.finding.output_digest,
            same_reports=all(
                report_matches(one.data, report(move, asked, found, after, rulings, one.side))
                for one in move.reports.all()
            ),
        )


def found_anew(battle: Battle, move: Move) -> tuple[Brief, list[Ruling], Finding]:
    """A move adjudicated again from the position at its opening and what was entered for it."""
    asked, rulings = brief(battle, move), standing_rulings(move)
    return asked, rulings, find(asked, rulings)


def report_matches(told: Plain, again: Plain) -> bool:
    """Whether a report holds what the finding gives; the rest of it is not from the finding."""
    return canonical({key: told.get(key) for key in again}) == canonical(again)
