"""A battle is audited: books against floor, record against its seals, and every finding found anew.  Nothing is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from campaigns.bridge import book_of, brief, digest, standing_rulings
from campaigns.models import Battle, Move, Report
from campaigns.usecases.access import fresh_move
from campaigns.usecases.finding import find
from campaigns.usecases.ledgers import Difference, halves, points_of, recount
from campaigns.usecases.record import check_record


@dataclass(frozen=True)
class Counted:
    """What the count of a battle brought to light.

    supplies: accounts on which ledger and floor differ; points: the same of the score, in halves.
    broken_at: the first entry of the record that does not fit the chain, if one does not.
    unsealed: moves of which a report was told another head of the record than it had: by them the sides can hold the
    house to what was written.
    """

    supplies: tuple[Difference, ...]
    points: tuple[Difference, ...]
    broken_at: int | None
    unsealed: tuple[int, ...]

    @property
    def agrees(self) -> bool:
        """Whether everything agrees."""
        return not (self.supplies or self.points or self.broken_at or self.unsealed)


@dataclass(frozen=True)
class Replayed:
    """A finding found anew.  same_input, same_output: whether the digests are those that were published."""

    number: int
    side: str
    own_number: int
    same_input: bool
    same_output: bool

    @property
    def same(self) -> bool:
        """Whether what goes in and what comes out are byte for byte what they were."""
        return self.same_input and self.same_output


def count(*, battle: Battle) -> Counted:
    """Count stores, men, horses, guns and points on the floor against the ledgers, and check the record's chain."""
    return Counted(
        recount(battle=battle), recount_points(battle=battle), check_record(battle), check_seals(battle=battle)
    )


def check_seals(*, battle: Battle) -> tuple[int, ...]:
    """The numbers of the moves of which a report tells a head of the record that it never had."""
    heads = set(battle.record.values_list("digest", flat=True))
    told = Report.objects.filter(move__battle=battle).values_list("move__number", "data")
    return tuple(sorted({number for number, data in told if data.get("seal") not in heads}))


def recount_points(*, battle: Battle) -> tuple[Difference, ...]:
    """The sides whose score in the ledger is not the score of the floor; awards stand apart."""
    last = (
        Move.objects.filter(battle=battle, status=Move.Status.SUBMITTED)
        .select_related("finding")
        .order_by("-number")
        .first()
    )
    if last is None:
        return ()
    position = {**last.finding.position, "result": battle.result} if battle.result else last.finding.position
    score = book_of(battle.terms).score(position, battle.terms.options)
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
        asked = brief(battle, move)
        found = find(asked, standing_rulings(move))
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
            same_input=asked.digest() == move.finding.input_digest,
            same_output=digest(output) == move.finding.output_digest,
        )
