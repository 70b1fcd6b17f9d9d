"""The record of a battle: append-only, each entry sealed to the one before."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from campaigns.bridge import canonical
from campaigns.models import Battle, RecordEntry
from campaigns.usecases.news import add_news_of_record

CLOCK = "clock"
"""The actor where only the clock did it."""

Line = tuple[str, str, dict[str, Any]]
"""Actor, kind and data of an entry."""


def add_record(battle: Battle, *, at: datetime, actor: str, kind: str, data: dict[str, Any]) -> None:
    """Add one entry to the record of a locked battle."""
    add_records(battle, at=at, lines=[(actor, kind, data)])


def add_records(battle: Battle, *, at: datetime, lines: Sequence[Line]) -> None:
    """Add entries to the record of a locked battle, in their sequence; the umpire's pages are told."""
    entries = []
    for actor, kind, data in lines:
        entry = RecordEntry(
            battle=battle,
            sequence=battle.record_length + 1,
            at=at,
            actor=actor,
            kind=kind,
            data=data,
            previous=battle.record_head,
        )
        entry.digest = seal(entry)
        battle.record_head, battle.record_length = entry.digest, entry.sequence
        entries.append(entry)
    RecordEntry.objects.bulk_create(entries)
    add_news_of_record(battle, [kind for _, kind, _ in lines])
    battle.save(update_fields=["record_head", "record_length", "told"])


def seal(entry: RecordEntry) -> str:
    """SHA-256 of the digest before and of the content of the entry."""
    said = canonical([entry.sequence, entry.at.isoformat(), entry.actor, entry.kind, entry.data])
    return hashlib.sha256(f"{entry.previous}\n{said}".encode()).hexdigest()


def check_record(battle: Battle) -> int | None:
    """The sequence number of the first entry that does not fit the chain, or none where all is intact."""
    previous, sequence = "", 0
    for entry in battle.record.order_by("sequence").iterator():
        sequence += 1
        if entry.sequence != sequence or entry.previous != previous or entry.digest != seal(entry):
            return sequence
        previous = entry.digest
    whole = (battle.record_head, battle.record_length) == (previous, sequence)
    return None if whole else sequence + 1
