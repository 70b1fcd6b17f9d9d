"""The surveys that somebody has sent, each with its progress: nobody else learns that there are any."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from campaigns.errors import Unseen
from campaigns.models import Survey


@dataclass(frozen=True)
class SurveyFact:
    """A survey as its sender may know it.

    stage, progress: what a worker does, and how much of it is done, per cent.  sketch: what its files hold, once they are read.
    refusal: code, clause and sentence, none unless it was refused; country: what it became.
    """

    public_id: str
    name: str
    state: str
    figures: Mapping[str, Any]
    sent_at: datetime
    ended_at: datetime | None
    refusal: Mapping[str, str] | None
    country: str
    stage: str = ""
    progress: int = 0
    sketch: Mapping[str, Any] | None = None

    @property
    def begun(self) -> bool:
        """Whether a worker has it."""
        return self.state in ("working", "reading", "making")


def surveys_under_way(user: Any) -> tuple[SurveyFact, ...]:
    """The asker's surveys that wait, for a worker or to be taken, or are being made, the oldest first."""
    rows = _rows(user).filter(state__in=Survey.OPEN).order_by("sent_at", "pk")
    return tuple(_fact(row) for row in rows)


def find_survey(user: Any, public_id: str) -> SurveyFact:
    """A survey that the asker sent; E-NONE of any other, whether or not there is one."""
    row = _rows(user).filter(public_id=str(public_id)[:40].replace("\x00", "?")).first()
    if row is None:
        raise Unseen("survey")
    return _fact(row)


def _rows(user: Any) -> Any:
    return (
        Survey.objects.filter(sent_by_id=user.pk)
        .select_related("country")
        .defer("file", "country__data", "country__report")
    )


def _fact(row: Survey) -> SurveyFact:
    refused = row.state == Survey.State.REFUSED
    return SurveyFact(
        public_id=row.public_id,
        name=row.name,
        state=row.state,
        figures=row.figures,
        sent_at=row.sent_at,
        ended_at=row.ended_at,
        refusal={"code": row.code, "clause": row.clause, "sentence": row.sentence} if refused else None,
        country=row.country.public_id if row.country else "",
        stage=row.stage,
        progress=row.progress,
        sketch=row.sketch,
    )
