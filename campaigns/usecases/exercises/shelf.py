"""The shelf: the exercises of the house, those that were shared with the site, and one's own."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import count, islice
from typing import Any

from django.db import transaction
from django.db.models import Count, Q

from campaigns.errors import Unseen, WrongState
from campaigns.models import Battle, Exercise, Picture
from campaigns.models.person import name_of
from campaigns.models.plain import Plain
from campaigns.usecases.access import read_public_id
from campaigns.usecases.exercises.file import unpack
from campaigns.usecases.exercises.form import digest_of, read_exercise
from campaigns.usecases.exercises.house import ORDER, house_exercise
from campaigns.usecases.exercises.parts import in_language as texts_in
from campaigns.usecases.exercises.pictures import brought
from campaigns.usecases.exercises.play import rehearse
from campaigns.usecases.exercises.take_out import FROM_THE_START, TakenOut, take_out
from campaigns.usecases.pictures.pictures import copy_picture
from campaigns.words.languages import in_language
from campaigns.words.translation import translated
from rules.values.sentence import say

MOST_EXERCISES = 100
"""Exercises that one person may have on the shelf."""

MOST_SHOWN = 60
"""Exercises of the site that are shown at once, the latest first."""

DESCRIBED = ("name", "summary", "licence", "level", "players", "minutes", "moves")
"""What the maker of an exercise may change of it without playing it anew."""


@dataclass(frozen=True)
class OnShelf:
    """An exercise as somebody sees it on the shelf.  key: in its address.

    played: how many battles of it are over, on the whole site; won: of these, by side; drawn: the rest.
    """

    key: str
    data: Plain
    mine: bool
    built_in: bool
    shared: bool
    made_by: str
    made_at: datetime | None
    picture: Picture | None = None
    played: int = 0
    won: Mapping[str, int] = field(default_factory=dict)
    drawn: int = 0


def shelf(
    user: Any, *, book: str = "", players: int = 0, minutes: int = 0, level: str = "", balance: bool = True
) -> tuple[OnShelf, ...]:
    """The exercises that somebody may play: those of the house, then the site's, the latest first.

    book, players, minutes, level: only those of the book, for so many players, that play no longer than so, of the
    level; empty or 0 for all.  balance: whether to say how its battles ended, which takes a query.
    """
    house = [
        OnShelf(key, one, mine=False, built_in=True, shared=True, made_by=one["author"], made_at=None)
        for key in ORDER
        if _fits(one := house_exercise(key), book, players, minutes) and level in ("", one["level"])
    ]
    rows = Exercise.objects.filter(Q(made_by=user) | Q(shared=True)).select_related("made_by", "picture")
    if book:
        rows = rows.filter(book=book)
    if players:
        rows = rows.filter(fewest__lte=players, most__gte=players)
    if minutes:
        rows = rows.filter(minutes__lte=minutes)
    latest = rows.order_by("-made_at", "-pk")
    those = (row for row in latest.iterator() if row.data["level"] == level) if level else latest[:MOST_SHOWN]
    found = [*house, *(_of_row(user, row) for row in islice(those, MOST_SHOWN))]
    return _counted(found) if balance else tuple(found)


def _fits(exercise: Mapping[str, Any], book: str, players: int, minutes: int) -> bool:
    fewest, most = exercise["players"]
    return (
        (not book or exercise["book"] == book)
        and (not players or fewest <= players <= most)
        and (not minutes or exercise["minutes"] <= minutes)
    )


def _of_row(user: Any, row: Exercise) -> OnShelf:
    return OnShelf(
        row.public_id,
        row.data,
        mine=row.made_by_id == user.pk,
        built_in=False,
        shared=row.shared,
        made_by=name_of(row.made_by),
        made_at=row.made_at,
        picture=row.picture,
    )


def _counted(found: list[OnShelf]) -> tuple[OnShelf, ...]:
    """The same, each with how its battles ended.  One that goes on is not counted: nobody learns that it is fought."""
    over = Battle.objects.filter(exercise__in=[one.data["digest"] for one in found], status=Battle.Status.ENDED)
    ended: dict[str, Counter[str]] = defaultdict(Counter)
    for digest, result, battles in over.order_by().values_list("exercise", "result").annotate(Count("pk")):
        ended[digest][result.get("winner", "")] += battles
    return tuple(_with_balance(one, ended[one.data["digest"]]) for one in found)


def _with_balance(one: OnShelf, ended: Counter[str]) -> OnShelf:
    """An exercise with how its battles ended.  ended: how many for each side; under no side, drawn."""
    won = {side: ended[side] for side in one.data["sides"]}
    return replace(one, played=ended.total(), won=won, drawn=ended.total() - sum(won.values()))


def find_exercise(user: Any, key: str) -> OnShelf:
    """An exercise that somebody may play; Unseen for any other."""
    if key in ORDER:
        one = house_exercise(key)
        found = OnShelf(key, one, mine=False, built_in=True, shared=True, made_by=one["author"], made_at=None)
    else:
        rows = Exercise.objects.filter(Q(made_by=user) | Q(shared=True), public_id=read_public_id(key, "exercise"))
        row = rows.select_related("made_by", "picture").first()
        if row is None:
            raise Unseen("exercise")
        found = _of_row(user, row)
    return _counted([found])[0]


def _of_digest(user: Any, digest: str) -> Plain | None:
    """An exercise that somebody may play, by its digest."""
    if not digest:
        return None
    for key in ORDER:
        if (one := house_exercise(key))["digest"] == digest:
            return one
    row = Exercise.objects.filter(Q(made_by=user) | Q(shared=True), digest=digest).first()
    return row.data if row is not None else None


# -- put there, shared, taken away ------------------------------------------------------------------------


@dataclass(frozen=True)
class BroughtIn:
    """An exercise that was put on the shelf.  notes: what whoever brought it should know of it."""

    exercise: Exercise
    notes: tuple[str, ...] = ()


def bring_in(*, by: Any, source: bytes | Mapping[str, Any], now: datetime) -> BroughtIn:
    """An exercise from its file, or its JSON, put on one's own shelf once it has been read and rehearsed whole.

    Invalid, with every fault and its place, where it cannot be played; then nothing is kept.
    """
    given, sent = unpack(source) if isinstance(source, bytes) else (source, None)
    read = read_exercise(given, with_picture=sent is not None)
    rehearse(by=by, exercise=read.data, now=now)
    said = read.data["picture"]
    if sent is None or said is None or read.data["country"] is None:
        return BroughtIn(_keep(by, _told({**read.data, "picture": None}), now), read.notes)
    picture, lies = brought(by, sent, said, read.data["country"], now)
    return BroughtIn(_keep(by, _told({**read.data, "picture": lies}), now, picture), read.notes)


def _told(data: Plain) -> Plain:
    """An exercise in its normal form with its digest."""
    return {**data, "digest": digest_of(data)}


def keep_battle(*, by: Any, battle: str, move: int = FROM_THE_START, now: datetime) -> BroughtIn:
    """A battle, taken out as an exercise by its umpire and put on their own shelf."""
    taken = taken_out(by=by, battle=battle, move=move, now=now)
    return BroughtIn(_keep(by, taken.data, now, taken.picture))


def taken_out(*, by: Any, battle: str, move: int = FROM_THE_START, now: datetime) -> TakenOut:
    """A battle as an exercise, with summary, author and licence of the one of which it was made."""
    made_of = Battle.objects.filter(public_id=read_public_id(battle, "battle")).values_list("exercise", flat=True)
    return take_out(by=by, battle=battle, move=move, made_of=_of_digest(by, made_of.first() or ""), now=now)


def copy_exercise(*, by: Any, exercise: str, now: datetime) -> Exercise:
    """A copy on one's own shelf, to be changed; author and licence stay, and it says of which it was made.

    In every language that it has it is called a copy; the next of the same exercise have a number.
    """
    one = find_exercise(by, exercise)
    found, taken = one.data, set(Exercise.objects.filter(made_by=by).values_list("name", flat=True))
    number = next(number for number in count(1) if _copied(found["name"], number, "en") not in taken)
    texts = {
        language: {**text, "name": _copied(text["name"], number, language)} if text["name"] else text
        for language, text in found["texts"].items()
    }
    changed = {**found, "name": _copied(found["name"], number, "en"), "texts": texts}
    data = read_exercise({**changed, "forked": found["digest"], "digest": ""}, with_picture=True).data
    return _keep(by, data, now, one.picture)


def _copied(name: str, number: int, language: str) -> str:
    """What a copy is called, in a language; a long name is cut, not what tells the copies apart."""
    with in_language(language):
        short = name[:100]
        return translated(
            say("{name}, a copy", name=short)
            if number == 1
            else say("{name}, copy {number}", name=short, number=number)
        )[:120]


def share_exercise(*, by: Any, exercise: str, shared: bool) -> Exercise:
    """Share one's own exercise with everybody of the site, or no longer."""
    row = _own(by, exercise)
    row.shared = bool(shared)
    row.save(update_fields=["shared"])
    return row


def describe_exercise(*, by: Any, exercise: str, language: str = "en", **changes: Any) -> Exercise:
    """What is said of one's own exercise, changed: those of ``DESCRIBED`` that are named.

    language: in which its maker has read name and summary.  A changed one is theirs in every language from now on.
    """
    row = _own(by, exercise)
    stood, texts = texts_in(row.data, language), row.data["texts"]
    changed: Plain = {key: value for key, value in changes.items() if key in DESCRIBED}
    for key in ("name", "summary"):
        if key in changed and changed[key].strip() == stood[key].strip():
            del changed[key]
        elif key in changed:
            texts = {one: {**text, key: ""} for one, text in texts.items()}
    data = read_exercise({**row.data, **changed, "digest": "", "texts": texts}, with_picture=True).data
    columns = _columns(data)
    for column, value in columns.items():
        setattr(row, column, value)
    row.save(update_fields=[*columns])
    return row


def _columns(data: Plain) -> dict[str, Any]:
    """The columns of a row that an exercise fills."""
    fewest, most = data["players"]
    return {
        **{key: data[key] for key in ("name", "book", "digest", "minutes")},
        "data": data, "fewest": fewest, "most": most,
    }  # fmt: skip


def delete_exercise(*, by: Any, exercise: str) -> None:
    """Take one's own exercise off the shelf; battles that were made of it stay."""
    _own(by, exercise).delete()


def _own(by: Any, key: str) -> Exercise:
    row = Exercise.objects.filter(made_by=by, public_id=read_public_id(key, "exercise")).first()
    if row is None:
        raise Unseen("exercise")
    return row


def _keep(by: Any, data: Plain, now: datetime, picture: Picture | None = None) -> Exercise:
    """A row for an exercise in its normal form; the one that somebody has already is not kept twice."""
    mine = copy_picture(by=by, picture=picture, now=now) if picture is not None else None
    with transaction.atomic():
        there = Exercise.objects.filter(made_by=by, digest=data["digest"]).first()
        if there is not None:
            there.data = data  # its things may stand in another sequence
            there.save(update_fields=["data"])
            return there
        if Exercise.objects.filter(made_by=by).count() >= MOST_EXERCISES:
            raise WrongState(
                say("You already have {most} exercises on the shelf. Delete one first.", most=MOST_EXERCISES)
            )
        return Exercise.objects.create(**_columns(data), made_by=by, made_at=now, picture=mine)
