"""What is in doubt in a move, and so waits for the umpire: the one list, for the strip of the desk and for the clock.

A move in which nothing is in doubt may be published by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from campaigns.desk.claims import ClaimFact
from campaigns.desk.entries import entries_of, held_facts
from campaigns.desk.papers import DeskOrder, HeldFact, PreviewFact
from campaigns.desk.preview import Preview
from campaigns.desk.questions import QuestionFact, questions_of
from campaigns.measurements import sheets_of
from campaigns.models import Battle, Move, Ruling
from campaigns.sight.measurements import NeedFact


class MovePapers(Protocol):
    """What of a move may be in doubt, as it lies on the desk."""

    @property
    def orders(self) -> tuple[DeskOrder, ...]: ...

    @property
    def move_needs(self) -> tuple[NeedFact, ...]: ...

    @property
    def preview(self) -> PreviewFact | None: ...

    @property
    def held(self) -> tuple[HeldFact, ...]: ...

    @property
    def parked_why(self) -> str: ...


@dataclass(frozen=True)
class Doubt:
    """Something that waits for the umpire.

    kind: ``parked``, ``held`` (an order that is held, or returned and not replaced), ``fact`` (of an order), ``move-fact``,
    ``refused`` (an order), ``fault`` (the move itself is refused), ``question``, ``answered`` (a returned order was
    replaced) or ``claim``.
    about: the order, need, question and so on; wanted: of ``fact`` the needs.
    """

    kind: str
    about: Any = None
    wanted: tuple[NeedFact, ...] = ()


def doubts(
    papers: MovePapers, questions: Collection[QuestionFact] = (), claims: Iterable[ClaimFact] = (), *, closed: bool
) -> Iterator[Doubt]:
    """What is in doubt, the most urgent first.  closed: whether the orders are, so that facts are wanted now."""
    if papers.parked_why:
        yield Doubt("parked", papers.parked_why)
    yield from (Doubt("held", held) for held in papers.held if not held.answered)
    yield from _facts(papers, closed=closed)
    yield from (Doubt("refused", one) for one in papers.orders if one.refused is not None and not waits(one))
    refused = papers.preview.refused if papers.preview is not None else ()
    yield from (Doubt("fault", one) for one in refused if "order" not in one)
    yield from (Doubt("question", one) for one in questions)
    yield from (Doubt("answered", held) for held in papers.held if held.answered)
    yield from (Doubt("claim", one) for one in claims)


def _facts(papers: MovePapers, *, closed: bool) -> Iterator[Doubt]:
    """Facts that are wanted, or reported and not confirmed: of each order, and of the move."""
    for order in papers.orders:
        wanted = tuple(need for need in order.needs if need.waits or (need.open and closed))
        if wanted:
            yield Doubt("fact", order, wanted)
    yield from (Doubt("move-fact", need) for need in papers.move_needs if need.waits or (need.open and closed))


def waits(order: DeskOrder) -> bool:
    """Whether an order cannot be settled before a fact of it has been measured."""
    return order.refused is not None and any(need.open and need.known is None for need in order.needs)


@dataclass(frozen=True)
class _Waiting:
    """The papers of a move whose orders are closed, read without a desk."""

    orders: tuple[DeskOrder, ...]
    move_needs: tuple[NeedFact, ...]
    preview: PreviewFact | None
    held: tuple[HeldFact, ...]
    parked_why: str


def is_in_doubt(battle: Battle, move: Move) -> bool:
    """Whether the desk would show anything to be decided of a move whose orders are closed; its battle is locked."""
    entries = list(entries_of(move))
    rulings = list(Ruling.objects.filter(move=move).select_related("by", "revoked_by").order_by("pk"))
    names = {side.key: side.name for side in battle.campaign.sides.all()}
    preview = Preview(names, move, entries, rulings, sheets_of(move))
    papers = _Waiting(
        preview.orders(),
        preview.move_needs(),
        preview.result,
        held_facts(preview.standing, entries, preview.names),
        move.parked_why if move.parked else "",
    )
    return next(doubts(papers, questions_of(battle.pk), closed=True), None) is not None
