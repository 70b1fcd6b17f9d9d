"""What is done with the shelf: exercises are brought in, kept, copied, shared, described anew, and deleted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Any

from django.db import transaction

from campaigns.errors import Unseen, WrongState
from campaigns.models import Battle, Exercise, Picture
from campaigns.models.plain import Plain
from campaigns.sight.shelf.sealed import sealed_from
from campaigns.usecases.access import read_public_id
from campaigns.usecases.exercises.catalogue import find_whole, findable, of_digest
from campaigns.usecases.exercises.descent import note_descent, note_exercise
from campaigns.usecases.exercises.file import unpack
from campaigns.usecases.exercises.form import digest_of, read_exercise
from campaigns.usecases.exercises.house import house
from campaigns.usecases.exercises.parts import in_language as texts_in
from campaigns.usecases.exercises.pictures import brought
from campaigns.usecases.exercises.play import rehearse
from campaigns.usecases.exercises.take_out import FROM_THE_START, TakenOut, take_out
from campaigns.usecases.people.tries import refused_counts
from campaigns.usecases.pictures.pictures import copy_picture
from campaigns.words.languages import in_language
from campaigns.words.translation import translated
from rules.values.sentence import say

MOST_EXERCISES = 100
"""Exercises that one person may have on the shelf."""

DESCRIBED = ("name", "summary", "licence", "level", "players", "minutes", "moves")
"""What the maker of an exercise may change of it without playing it anew."""


@dataclass(frozen=True)
class BroughtIn:
    """An exercise that was put on the shelf.  notes: what whoever brought it should know of it."""

    exercise: Exercise
    notes: tuple[str, ...] = ()


def bring_in(*, by: Any, source: bytes | Mapping[str, Any], now: datetime) -> BroughtIn:
    """An exercise from its file, or its JSON, put on one's own shelf once it has been read and rehearsed whole.

    Invalid, with every fault and its place, where it cannot be played; then nothing is kept.
    """
    with refused_counts(by, now):
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
    return take_out(by=by, battle=battle, move=move, made_of=of_digest(by, made_of.first() or ""), now=now)


def copy_exercise(*, by: Any, exercise: str, now: datetime) -> Exercise:
    """A copy on one's own shelf, to be changed; author and licence stay, and it says of which it was made.

    In every language that it has it is called a copy; the next of the same exercise have a number.
    """
    one = find_whole(by, exercise)
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
    find_whole(by, exercise)
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
    with transaction.atomic():
        note_descent(earlier=row.digest, later=data["digest"])
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
    house()  # with which it is compared: to read it takes a second, once, and asks the rules
    with transaction.atomic():
        note_descent(earlier=data["forked"], later=data["digest"])
        there = Exercise.objects.filter(made_by=by, digest=data["digest"]).first()
        if there is not None:
            there.data = data  # its things may stand in another sequence
            there.save(update_fields=["data"])
            return there
        if Exercise.objects.filter(made_by=by).count() >= MOST_EXERCISES:
            raise WrongState(
                say("You already have {most} exercises on the shelf. Delete one first.", most=MOST_EXERCISES)
            )
        row = Exercise.objects.create(**_columns(data), made_by=by, made_at=now, picture=mine)
        note_exercise(row, findable(by), sealed_from(by))
        return row
