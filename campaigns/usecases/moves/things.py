"""The rows of the things of a battle: the state of each, and its history, which is only added to."""

from __future__ import annotations

from campaigns.bridge import pieces_of
from campaigns.models import Battle, Move, Thing, ThingChange
from campaigns.models.plain import Plain
from campaigns.models.thing import THAT_COUNT
from campaigns.thing_states import COLUMNS, Key, ThingState, changes


def enter_things(battle: Battle, move: Move | None, before: Plain, after: Plain) -> None:
    """Write what a move changed of the things, or, without a move, their state at the opening."""
    changed = changes(pieces_of(battle.terms), before, after)
    opening = battle.beginnings_taken_back if move is None else 0
    ThingChange.objects.bulk_create(
        ThingChange(battle=battle, move=move, opening=opening, **vars(one)) for one in changed
    )
    if changed:
        Thing.objects.bulk_create(
            (Thing(battle=battle, **vars(one)) for one in changed),
            update_conflicts=True,
            unique_fields=["battle", "group", "thing"],
            update_fields=COLUMNS[2:],
        )


def rebuild_things(battle: Battle) -> None:
    """Make the rows of the present states again, from their history as far as it counts."""
    Thing.objects.filter(battle=battle).delete()
    Thing.objects.bulk_create(Thing(battle=battle, **vars(one)) for one in latest(battle).values())


def latest(battle: Battle) -> dict[Key, ThingState]:
    """The present or last state of each thing, by what counts of the history."""
    rows = ThingChange.objects.filter(THAT_COUNT, battle=battle).order_by("pk")
    return {one.key: one for one in (ThingState(**row) for row in rows.values(*COLUMNS))}
