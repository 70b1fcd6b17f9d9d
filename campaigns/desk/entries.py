"""The entries of the order ledger and the rulings of a move, as the desk reads them: one query each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from campaigns.bridge import latest_of, that_count, withheld
from campaigns.compiled_queries import Prepared
from campaigns.desk.papers import Entered, HeldFact, RulingFact
from campaigns.models import Move, OrderEntry, Ruling
from campaigns.sight.receipts import returned


def entries_of(move: Move) -> Any:
    """Every entry of the move, with its place among the frozen, in the order of arrival."""
    return _entries(move.pk)


_entries = Prepared(
    lambda move: OrderEntry.objects.filter(move=move).select_related("post", "author", "frozen").order_by("pk"), int
)


def entered(entries: Sequence[OrderEntry], names: Mapping[str, str]) -> tuple[Entered, ...]:
    """Every entry of a move as the desk shows it, in the order of arrival."""
    latest = latest_of(entries)
    return tuple(_entered(entry, names, latest.get((entry.stage, entry.thing)) is entry) for entry in entries)


def _entered(entry: OrderEntry, names: Mapping[str, str], in_force: bool) -> Entered:
    return Entered(
        number=entry.public_id,
        thing=entry.thing,
        name=names.get(entry.thing, entry.thing),
        post=entry.post.title,
        author=entry.author.get_username(),
        revision=entry.revision,
        stage=entry.stage,
        reading=entry.reading,
        arrived_at=entry.arrived_at,
        late=entry.late,
        in_force=in_force,
    )


def revoked(ruling: Ruling) -> bool:
    return getattr(ruling, "revoked_by", None) is not None


def ruling_facts(rulings: Sequence[Ruling]) -> tuple[RulingFact, ...]:
    """The rulings of a move, in their sequence; of the corrections of a thing's orders the last counts."""
    standing = [one for one in rulings if not revoked(one)]
    counting = that_count(standing)
    return tuple(_ruling_fact(one, replaced=one in standing and one not in counting) for one in rulings)


def _ruling_fact(ruling: Ruling, *, replaced: bool) -> RulingFact:
    return RulingFact(
        public_id=ruling.public_id,
        kind=ruling.kind,
        at=ruling.at,
        by=ruling.by.title,
        reason=ruling.reason,
        clause=ruling.clause,
        touches=tuple(ruling.touches),
        change=ruling.change,
        revoked=revoked(ruling),
        replaced=replaced,
    )


def held_facts(
    standing: Sequence[Ruling], entries: Sequence[OrderEntry], names: Mapping[str, str]
) -> tuple[HeldFact, ...]:
    """The orders that the umpire holds or has returned, as they were ruled on.  standing: the rulings that stand."""
    by_number = {entry.public_id: entry for entry in entries}
    force = {entry.pk for entry in latest_of(entries).values()}
    return tuple(
        _held(ruling, by_number[number], names, answered=by_number[number].pk not in force)
        for number, ruling in withheld(standing).items()
    )


def _held(ruling: Ruling, entry: OrderEntry, names: Mapping[str, str], *, answered: bool) -> HeldFact:
    said = returned(ruling)
    return HeldFact(
        ruling=ruling.public_id,
        kind=said.kind,
        thing=entry.thing,
        name=names.get(entry.thing, entry.thing),
        number=entry.public_id,
        post=entry.post.title,
        reading=entry.reading,
        reason=said.reason,
        clause=said.clause,
        at=said.at,
        until=said.until,
        answered=answered,
    )
