"""The countries that somebody may look at and play on: their own, and those that came with the product.  Their ground is public."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from campaigns.errors import Unseen
from campaigns.models import Country, CountryDraft


@dataclass(frozen=True)
class CountryFact:
    """A country as those who may play on it see it.  mine: whether the asker made it; built_in: whether it came with the product."""

    public_id: str
    name: str
    book: str
    digest: str
    mine: bool
    built_in: bool
    made_at: datetime
    changed_at: datetime


@dataclass(frozen=True)
class CountrySheet(CountryFact):
    """A country with its ground and, where it was imported, the report of the import."""

    data: Mapping[str, Any]
    report: Mapping[str, Any]


@dataclass(frozen=True)
class DrawnFact:
    """What somebody has drawn and not saved.  base: the digest on which it was begun; undoes, redoes: steps back and forth."""

    name: str
    base: str
    data: Mapping[str, Any]
    revision: int
    undoes: int
    redoes: int
    changed_at: datetime


def drawn_by(user: Any, country: str = "") -> DrawnFact | None:
    """The asker's own drawing of a country, or of a new one; none where there is none that is not saved."""
    rows = CountryDraft.objects.filter(user=user)
    row = rows.filter(country__public_id=country).first() if country else rows.filter(country__isnull=True).first()
    return drawn(row) if row is not None else None


def drawn(row: CountryDraft) -> DrawnFact:
    """A drawing of the asker's own."""
    return DrawnFact(row.name, row.base, row.data, row.revision, len(row.steps), len(row.undone), row.changed_at)


def countries(user: Any, book: str = "") -> tuple[CountryFact, ...]:
    """The asker's own countries, the latest first, then those that came with the product.  book: only those of it."""
    rows = Country.objects.filter(Q(made_by_id=user.pk) | Q(made_by__isnull=True)).defer("data", "report")
    rows = rows.filter(book=book) if book else rows
    own = sorted(rows, key=lambda row: (row.made_by_id is None, -row.changed_at.timestamp(), row.pk))
    return tuple(CountryFact(**_facts(row)) for row in own)


def find_country(user: Any, public_id: str) -> CountrySheet:
    """A country that the asker may look at; E-NONE of any other, whether or not there is one."""
    row = Country.objects.filter(public_id=str(public_id)[:40].replace("\x00", "?")).first()
    if row is None or (row.made_by_id is not None and row.made_by_id != user.pk):
        raise Unseen("country")
    return CountrySheet(**_facts(row), data=row.data, report=row.report)


def _facts(row: Country) -> dict[str, Any]:
    """The visible facts of a row, by name."""
    return {
        "public_id": row.public_id,
        "name": row.name,
        "book": row.book,
        "digest": row.digest,
        "mine": row.made_by_id is not None,
        "built_in": row.made_by_id is None,
        "made_at": row.made_at,
        "changed_at": row.changed_at,
    }
