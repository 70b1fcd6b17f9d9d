"""What is on the shelf for somebody: the exercises of the house, those that were shared with the site, and their own.

One that is sealed from them (``campaigns.sight.shelf.sealed``) has its cover here and nothing else.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice
from typing import Any, ClassVar

from django.db.models import Count, Q, QuerySet

from campaigns.errors import Unseen, WrongState
from campaigns.models import Battle, Exercise, Picture
from campaigns.models.person import name_of
from campaigns.models.plain import Plain
from campaigns.sight.shelf.sealed import Envelope, sealed_from
from campaigns.usecases.access import read_public_id
from campaigns.usecases.exercises.house import ORDER, house_exercise
from rules.values.sentence import say

MOST_SHOWN = 60
"""Exercises of the site that are shown at once, the latest first."""


@dataclass(frozen=True, kw_only=True)
class Cover:
    """What anybody may know of an exercise that they find.  key: in its address; notes: to whoever has just brought it in."""

    key: str
    data: Plain
    mine: bool
    built_in: bool
    shared: bool
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Sealed(Cover):
    """An exercise that is sealed from somebody.  data: its cover; briefings: their own, of the battles that are not over."""

    sealed: ClassVar = True
    briefings: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class OnShelf(Cover):
    """An exercise as somebody reads it who may play it.

    played: how many battles of it are over, on the whole site; won: of these, by side; drawn: the rest.
    """

    sealed: ClassVar = False
    made_by: str
    made_at: datetime | None
    picture: Picture | None = None
    played: int = 0
    won: Mapping[str, int] = field(default_factory=dict)
    drawn: int = 0

    @property
    def exercise(self) -> Plain:
        """All that its file holds."""
        return self.data


def shelf(
    user: Any, *, book: str = "", players: int = 0, minutes: int = 0, level: str = "", balance: bool = True
) -> tuple[Sealed | OnShelf, ...]:
    """The exercises that somebody may find: those of the house, then the site's: originals, the latest first, then copies.

    book, players, minutes, level: only those of the book, for so many players, that play no longer than so, of the
    level; empty or 0 for all.  One that is sealed is in no list for which what is sealed was asked: its book, its length.
    balance: whether to say how its battles ended, which takes a query.
    """
    envelope = sealed_from(user)
    house = [
        _of_house(key, envelope)
        for key in ORDER
        if _fits(one := house_exercise(key), book, players, minutes)
        and level in ("", one["level"])
        and not ((book or minutes) and one["digest"] in envelope)
    ]
    rows = findable(user)
    if book or minutes:
        rows = rows.exclude(digest__in=envelope)
    if book:
        rows = rows.filter(book=book)
    if players:
        rows = rows.filter(fewest__lte=players, most__gte=players)
    if minutes:
        rows = rows.filter(minutes__lte=minutes)
    latest = rows.order_by("-made_at", "-pk")
    those = (row for row in latest.iterator() if row.data["level"] == level) if level else latest[:MOST_SHOWN]
    found = [*house, *(_of_row(user, row, envelope) for row in _originals_first(islice(those, MOST_SHOWN)))]
    return _counted(found) if balance else tuple(found)


def _originals_first(latest: Iterable[Exercise]) -> list[Exercise]:
    """The same, those that came of no other first; then the copies, the earliest first: each after what it came of."""
    rows = list(latest)
    originals = [row for row in rows if not row.data["forked"]]
    return [*originals, *(row for row in reversed(rows) if row.data["forked"])]


def _fits(exercise: Mapping[str, Any], book: str, players: int, minutes: int) -> bool:
    fewest, most = exercise["players"]
    return (
        (not book or exercise["book"] == book)
        and (not players or fewest <= players <= most)
        and (not minutes or exercise["minutes"] <= minutes)
    )


def findable(user: Any) -> QuerySet[Exercise]:
    """Those of the site that somebody may find: their own, and what is shared."""
    return Exercise.objects.filter(Q(made_by=user) | Q(shared=True)).select_related("made_by", "picture")


def _of_house(key: str, envelope: Envelope) -> Sealed | OnShelf:
    data = house_exercise(key)
    about: Plain = {"key": key, "mine": False, "built_in": True, "shared": True}
    if data["digest"] in envelope:
        return Sealed(data=_cover(data), briefings=envelope[data["digest"]], **about)
    return OnShelf(data=data, made_by=data["author"], made_at=None, **about)


def _of_row(user: Any, row: Exercise, envelope: Envelope) -> Sealed | OnShelf:
    about: Plain = {
        "key": row.public_id,
        "mine": row.made_by_id == user.pk,
        "built_in": False,
        "shared": row.shared,
    }  # fmt: skip
    if row.digest in envelope:
        return Sealed(data=_cover(row.data), briefings=envelope[row.digest], **about)
    return OnShelf(data=row.data, made_by=name_of(row.made_by), made_at=row.made_at, picture=row.picture, **about)


def _cover(data: Mapping[str, Any]) -> Plain:
    """Name, summary, level and players: what stands on the envelope, in each language that it has."""
    texts = {language: {key: text[key] for key in ("name", "summary")} for language, text in data["texts"].items()}
    return {**{key: data[key] for key in ("name", "summary", "level", "players")}, "texts": texts}


def _counted(found: list[Sealed | OnShelf]) -> tuple[Sealed | OnShelf, ...]:
    """The same, each with how its battles ended.  One that goes on is not counted: nobody learns that it is fought."""
    digests = [one.data["digest"] for one in found if isinstance(one, OnShelf)]
    over = Battle.objects.filter(exercise__in=digests, status=Battle.Status.ENDED)
    ended: dict[str, Counter[str]] = defaultdict(Counter)
    for digest, result, battles in over.order_by().values_list("exercise", "result").annotate(Count("pk")):
        ended[digest][result.get("winner", "")] += battles
    return tuple(
        _with_balance(one, ended[one.data["digest"]]) if isinstance(one, OnShelf) else one
        for one in found
    )  # fmt: skip


def _with_balance(one: OnShelf, ended: Counter[str]) -> OnShelf:
    """An exercise with how its battles ended.  ended: how many for each side; under no side, drawn."""
    won = {side: ended[side] for side in one.data["sides"]}
    return replace(one, played=ended.total(), won=won, drawn=ended.total() - sum(won.values()))


def find_exercise(user: Any, key: str) -> Sealed | OnShelf:
    """An exercise that somebody may find, as they may read it; Unseen for any other."""
    envelope = sealed_from(user)
    if key in ORDER:
        return _counted([_of_house(key, envelope)])[0]
    row = findable(user).filter(public_id=read_public_id(key, "exercise")).first()
    if row is None:
        raise Unseen("exercise")
    return _counted([_of_row(user, row, envelope)])[0]


def find_whole(user: Any, key: str) -> OnShelf:
    """An exercise that somebody may read whole and play; Unseen for one that they do not find, WrongState for a sealed one."""
    found = find_exercise(user, key)
    if isinstance(found, Sealed):
        raise WrongState(
            say(
                "You hold a seat in a battle that is made of this exercise, or of one like it. It is sealed for you until "
                "that battle is over."
            )
        )
    return found


def of_digest(user: Any, digest: str) -> Plain | None:
    """An exercise that somebody may find, by its digest: for the umpire of a battle that is made of it."""
    if not digest:
        return None
    for key in ORDER:
        if (one := house_exercise(key))["digest"] == digest:
            return one
    row = findable(user).filter(digest=digest).first()
    return row.data if row is not None else None
