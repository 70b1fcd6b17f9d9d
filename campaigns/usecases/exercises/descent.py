"""What came of which exercise is noted: by it an exercise that somebody plays in is known in all its copies.

What a file says of where it comes from may be left out of it.  So whatever is put on the shelf, and every position from
which a battle is to be played, is also compared with what is on the shelf; where it is like something there
(``likeness``), it came of that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from django.db.models import Count, QuerySet

from campaigns.models import Battle, Descent, Exercise, Mark
from campaigns.models.shelf.descent import node_of
from campaigns.sight.shelf.sealed import related, what_came_of
from campaigns.usecases.exercises.house import house
from campaigns.usecases.exercises.likeness import ENOUGH, Marks, alike, marks_of


def note_descent(*, earlier: str, later: str) -> None:
    """Note that an exercise, or a battle, came of another; each by its digest, or by ``node_of``.  Nothing where it did not."""
    if earlier and earlier != later:
        Descent.objects.update_or_create(earlier=earlier, later=later, defaults={"like": False})


def note_battle(battle: Battle, start: Mapping[str, Any]) -> None:
    """Note of which exercises a position is from which a battle is to be played.

    What came on the shelf after the battle was opened counts for nothing: by it a player could try what he thinks of the
    enemy, and see whether it is sealed from him.
    """
    sides = {side.key: {"briefing": side.briefing} for side in battle.campaign.sides.all()}
    given = marks_of({"book": battle.terms.book, "forces": start, "sides": sides})
    _note_like(given, node_of(battle), Exercise.objects.filter(made_at__lte=battle.created_at))


def note_exercise(row: Exercise, among: QuerySet[Exercise], sealed: Mapping[str, Any]) -> None:
    """Keep the marks of an exercise that was put on the shelf, and note which of those there it is like.

    among, sealed: what its maker finds there, and what of it is sealed from him: with that nothing is compared, or he
    could try what he thinks of the enemy.
    """
    given = marks_of(row.data)
    _note_like(given, row.digest, among.exclude(pk=row.pk).exclude(digest__in=sealed), sealed)
    keep_marks(row, given)


def keep_marks(row: Exercise, given: Marks) -> None:
    """Keep the marks of an exercise beside it."""
    Mark.objects.bulk_create(
        [
            Mark(exercise=row, part=part, size=len(values), value=value)
            for part, values in given.items()
            for value in sorted(values)
        ]
    )


@cache
def _of_house() -> tuple[tuple[str, Marks], ...]:
    """The digest of each exercise of the house, and its marks."""
    return tuple((one["digest"], marks_of(one)) for one in house().values())


def _note_like(given: Marks, later: str, among: QuerySet[Exercise], sealed: Mapping[str, Any] | None = None) -> None:
    """Note that something came of each that it is like, unless they are related already."""
    known: set[str] = set()
    for digest in _like(given, among, sealed or {}):
        known = known or related(later)
        if digest not in known:
            Descent.objects.get_or_create(earlier=digest, later=later, defaults={"like": True})
            known |= what_came_of(digest)


def _like(given: Marks, among: QuerySet[Exercise], sealed: Mapping[str, Any]) -> Iterator[str]:
    """The digests of the exercises that something is like: those of the house, then those of the shelf."""
    if not given:
        return
    yield from (digest for digest, theirs in _of_house() if digest not in sealed and alike(given, theirs))
    found = set()
    for part, values in given.items():
        enough, rows = ENOUGH[part.split()[0]], Mark.objects.filter(value__in=values, exercise__in=among)
        shared = rows.values_list("exercise", "part", "size").annotate(Count("pk"))
        found |= {row for row, _, size, both in shared if enough.shared(both, len(values), size)}
    yield from Exercise.objects.filter(pk__in=found).order_by("pk").values_list("digest", flat=True)
