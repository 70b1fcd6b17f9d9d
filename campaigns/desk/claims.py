"""What was claimed by the laws of a board game since the turn before the last: for the umpire to look at, with its evidence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, OuterRef, Q, Subquery

from campaigns.models import Battle, Finding, Move, RecordEntry

UPHELD, ASKED, REFUSED = "claim-upheld", "asked", "claim-refused"


@dataclass(frozen=True)
class ClaimFact:
    """A claim.  kind: upheld, refused, or asked of the other player, who is to agree; side: empty of one refused."""

    battle: Battle
    kind: str
    side: str
    claim: str
    at: datetime

    @property
    def words(self) -> str:
        if self.kind == REFUSED:
            return f"A claim is refused: {self.claim}"
        if self.kind == ASKED:
            return f"{self.side.capitalize()} asks the other player to agree: {self.claim}"
        return f"A claim of {self.side.capitalize()} is upheld: {self.claim}"


def fresh_claims(battles: Collection[int]) -> tuple[ClaimFact, ...]:
    """The claims of the turn that was published last, and those that were refused since, the first first."""
    found = [*_published(battles), *_refused(battles)] if battles else []
    return tuple(sorted(found, key=lambda one: one.at))


def _published(battles: Collection[int]) -> Iterable[ClaimFact]:
    submitted = Move.objects.filter(battle=OuterRef("move__battle"), status=Move.Status.SUBMITTED)
    rows = Finding.objects.filter(move__battle__in=battles, move__taken_back_at__isnull=True)
    rows = rows.filter(Q(events__contains=UPHELD) | Q(events__contains=ASKED))
    last = Subquery(submitted.order_by("-number").values("number")[:1])
    rows = rows.annotate(last=last).filter(move__number=F("last"))
    for row in rows.select_related("move__battle__campaign").only("events", "at", *_of_battle("move__battle")):
        yield from (_claim(row.move.battle, one, row.at) for one in row.events if one["event"] in (UPHELD, ASKED))


def _claim(battle: Battle, event: Mapping[str, Any], at: datetime) -> ClaimFact:
    claim = str(event.get("claim") or event.get("what"))
    return ClaimFact(battle, event["event"], str(event.get("side", "")), claim.replace("-", " "), at)


def _refused(battles: Collection[int]) -> Iterable[ClaimFact]:
    under_way = Move.objects.filter(battle=OuterRef("battle")).order_by("-number").values("opened_at")[:1]
    rows = RecordEntry.objects.filter(battle__in=battles, kind=REFUSED).annotate(since=Subquery(under_way))
    rows = rows.filter(at__gte=F("since")).select_related("battle__campaign")
    for row in rows.only("data", "at", *_of_battle("battle")).order_by("sequence"):
        yield ClaimFact(row.battle, REFUSED, "", str(row.data["claim"]).replace("-", " "), row.at)


def _of_battle(battle: str) -> tuple[str, ...]:
    """The columns by which a battle is named and found."""
    return tuple(f"{battle}__{name}" for name in ("public_id", "name", "campaign__public_id", "campaign__name"))
