"""An exercise as its pages show it: its texts in the reader's language, its figures, its map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse

from campaigns import objectives
from campaigns.models import Picture
from campaigns.models.plain import Plain
from campaigns.sight.pictures.underlays import UnderlayFact, as_it_lies
from campaigns.usecases.exercises.catalogue import Cover, OnShelf, Sealed
from campaigns.usecases.exercises.file import pack
from campaigns.usecases.exercises.form import LEVELS
from campaigns.usecases.exercises.parts import in_language
from campaigns.usecases.pictures.pictures import bytes_of
from campaigns.web.board import plan
from campaigns.web.page.file_names import saved_as
from rules.books import book
from rules.values.sentence import joined, say, word

HOUR, DAY = 60, 24 * 60


@dataclass(frozen=True)
class Covered:
    """The cover of an exercise for a page.  said: its name and summary in the reader's language."""

    key: str
    found: Cover
    said: Plain
    level: str
    players: str


@dataclass(frozen=True)
class Shown(Covered):
    """An exercise for a page.  said: its texts in the reader's language; plan: its country, with troops where asked.

    balance: how its battles ended, in words.  aims: its objectives.
    """

    found: OnShelf
    book: str
    length: str
    plan: plan.Plan | None
    balance: str
    aims: tuple[Aim, ...]


@dataclass(frozen=True)
class Aim:
    """An objective of an exercise.  said: in one sentence; shown: to whom, by its key; the rest of a place, for its flag."""

    said: str
    shown: str
    at: list[int | float] | None
    inches: int
    name: str

    @property
    def shown_to(self) -> str:
        """To whom it is shown, in words."""
        return objectives.SHOWN[self.shown]


def covered(found: Sealed, language: str) -> Covered:
    """A sealed exercise as a page shows it."""
    data = found.data
    text = data["texts"].get(language[:2], {})
    said = {key: text.get(key) or data[key] for key in ("name", "summary")}
    return Covered(key=found.key, found=found, said=said, level=LEVELS[data["level"]], players=players(data))


def players(data: Mapping[str, Any]) -> str:
    """How many can play an exercise, in words."""
    fewest, most = data["players"]
    return str(fewest) if fewest == most else say("{fewest} to {most}", fewest=fewest, most=most)


def shown(found: OnShelf, language: str, *, troops: bool = False) -> Shown:
    """An exercise as a page shows it."""
    data = found.data
    return Shown(
        key=found.key,
        found=found,
        said=in_language(data, language),
        book=book(data["book"]).title,
        level=LEVELS[data["level"]],
        players=players(data),
        length=length(data["minutes"]),
        plan=drawn(found, troops=troops),
        balance=balance(found),
        aims=aims_of(data),
    )


def length(minutes: int) -> str:
    """How long it plays, in words."""
    if minutes >= 2 * DAY:
        return say("{n} days", n=round(minutes / DAY))
    if minutes >= 2 * HOUR and minutes % HOUR == 0:
        return say("{n} hours", n=minutes // HOUR)
    return say("{n} minutes", n=minutes)


def balance(found: OnShelf) -> str:
    """How many of its battles each side has won, and how many were drawn, in words."""
    called = names(found.data)
    won = (joined(" ", (called[side], str(battles))) for side, battles in found.won.items())
    return joined(", ", (*won, say("drawn {n}", n=found.drawn)))


def names(data: Mapping[str, Any]) -> dict[str, str]:
    """The names of the sides; one that nobody chose is the program's word, in the reader's language."""
    return {
        key: word(side["name"]) if side["name"] == key.capitalize() else side["name"]
        for key, side in data["sides"].items()
    }


def aims_of(data: Mapping[str, Any]) -> tuple[Aim, ...]:
    """The objectives of an exercise, each in one line."""
    called = names(data) | {"": say("Each side")}
    return tuple(
        Aim(
            objectives.in_words(one, called[one["side"]]), one["shown"], one["at"], one["inches"],
            objectives.place_of(one) if one["at"] else "",
        )
        for one in data["objectives"]
    )  # fmt: skip


def drawn(found: OnShelf, *, troops: bool) -> plan.Plan | None:
    """The map of an exercise with what lies under it and the places that everybody may know are to be held.

    troops: whether with all that its umpire knows.  None where there is neither a country nor, with them, a place.
    """
    data = found.data
    things = list(_troops(data)) if troops else []
    if not things and not data["country"]:
        return None
    flags = [one for one in aims_of(data) if troops or one.shown == "all"]
    return plan.draw_plan(things, country=data["country"] or {}, flags=flags, picture=_under(found, troops=troops))


def _under(found: OnShelf, *, troops: bool) -> UnderlayFact | None:
    """The picture under an exercise; one that is the umpire's alone is drawn where they see all."""
    said = found.data["picture"]
    if found.picture is None or said is None or not (troops or said["audience"] == "all"):
        return None
    return as_it_lies(
        found.picture, said["placing"], said["crop"], said["strength"], said["audience"], found.picture.made_at
    )


def _troops(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The things of both sides that stand on the map."""
    pieces = book(data["book"]).pieces
    called = pieces.names(data["forces"])
    return [
        {**one, "thing": thing, "arm": pieces.look(group, one).sign, "name": called[thing]}
        for group, thing, one in pieces.every(data["forces"])
        if pieces.kind(group).plotted and one.get("at")
    ]


def as_file(data: Mapping[str, Any], picture: Picture | None) -> HttpResponse:
    """The file of an exercise, to be saved.  picture: what lies under it."""
    answer = HttpResponse(
        pack(data, bytes_of(picture) if picture is not None else None), content_type="application/zip"
    )
    answer["Content-Disposition"] = saved_as(data["name"], "zip", "exercise")
    return answer
