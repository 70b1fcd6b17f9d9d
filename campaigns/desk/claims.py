"""The claims of a board game since the turn before the last, with their evidence, for the umpire."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Subquery

from campaigns.models import Battle, Finding, Move, RecordEntry
from rules.values.sentence import say, word, word_of

UPHELD, ASKED, REFUSED = "claim-upheld", "asked", "claim-refused"


@dataclass(frozen=True)
class ClaimFact:
    """A claim.  kind: upheld, refused, or asked of the other player, who must agree; side: empty of one refused."""

    battle: Battle
    kind: str
    side: str
    claim: str
    at: datetime

    @property
    def words(self) -> str:
        if self.kind == REFUSED:
            return say("A claim is refused: {claim}", claim=self.claim)
        if self.kind == ASKED:
            return say(
                "{side} asks the other player to agree: {claim}",
                side=word(self.side.capitalize()),
                claim=self.claim,
            )
        return say("A claim of {side} is upheld: {claim}", side=word(self.side.capitalize()), claim=self.claim)


def fresh_claims(battles: Collection[int]) -> tuple[ClaimFact, ...]:
    """The claims of the turn that was published last, and the latest that was refused since, in one query; the oldest first."""
    if not battles:
        return ()
    moves = Move.objects.filter(battle=OuterRef("pk")).order_by("-number")
    last = Finding.objects.filter(move__battle=OuterRef("pk"), move__taken_back_at__isnull=True).order_by(
        "-move__number"
    )
    refused = RecordEntry.objects.filter(battle=OuterRef("pk"), kind=REFUSED).order_by("-sequence")
    rows = Battle.objects.filter(pk__in=battles).select_related("campaign").defer("start")
    rows = rows.annotate(
        opened_at=Subquery(moves.values("opened_at")[:1]),
        found=Subquery(last.values("events")[:1]),
        found_at=Subquery(last.values("at")[:1]),
        refused=Subquery(refused.values("data")[:1]),
        refused_at=Subquery(refused.values("at")[:1]),
    )
    return tuple(sorted((one for row in rows for one in _claims_of(row)), key=lambda one: one.at))


def _claims_of(row: Any) -> Iterable[ClaimFact]:
    for event in row.found or ():
        if event["event"] in (UPHELD, ASKED):
            claim = word_of(event.get("claim") or event.get("what"))
            yield ClaimFact(row, event["event"], str(event.get("side", "")), claim, row.found_at)
    if row.refused and row.refused_at >= row.opened_at:
        yield ClaimFact(row, REFUSED, "", word_of(row.refused["claim"]), row.refused_at)
