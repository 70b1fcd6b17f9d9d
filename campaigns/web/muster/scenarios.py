"""What a battle begins with, as its form offers it: an exercise from the shelf, the opening of its book, or pasted JSON."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import get_language

from campaigns.errors import Unseen
from campaigns.models import Battle
from campaigns.strictjson import loads
from campaigns.usecases.campaigns.preparation import open_battle
from campaigns.usecases.exercises.catalogue import OnShelf, find_whole, shelf
from campaigns.usecases.exercises.parts import in_language
from campaigns.usecases.exercises.play import open_exercise
from rules.books import book as find_book
from rules.errors import Invalid
from rules.values.sentence import of_field, say

OPENING = {"": say("The opening of the book")}

EMPTY = "empty"
NO_FORCES = {EMPTY: say("No forces yet: put them down in the muster")}
"""An opening position on a floor that has nothing in it."""


def scenarios(user: Any, book: str) -> Mapping[str, str]:
    """What a battle of a book may begin with: an exercise of the shelf, on a floor nothing, the opening of the book."""
    if find_book(book).on_board:
        return OPENING
    on_shelf = {one.key: _called(one) for one in shelf(user, book=book, balance=False) if isinstance(one, OnShelf)}
    return {**on_shelf, **NO_FORCES} if book == "kriegspiel" else {**on_shelf, **NO_FORCES, **OPENING}


def _called(one: OnShelf) -> str:
    """The name of an exercise in the reader's language."""
    name: str = in_language(one.data, get_language() or "en")["name"]
    return name


def start_typed(typed: Mapping[str, str], user: Any, book: str) -> dict[str, Any]:
    """``start`` and ``made_of``: the opening position as pasted, of an exercise, or as the book begins.

    Invalid where none is chosen.  The country of the exercise comes with it unless another is chosen.
    """
    if pasted := typed.get("start", "").strip():
        data = loads(pasted)
        return {"start": data["start"] if isinstance(data.get("start"), dict) else data}
    if typed.get("scenario") == EMPTY:
        return {"start": {kind.group: {} for kind in find_book(book).pieces.kinds if kind.men}}
    if (one := exercise_typed(typed, user, book)) is None:
        return {"start": {}}
    ground = one.data["country"] if not typed.get("country") else None
    return {"start": {**one.data["forces"], **({"country": ground} if ground else {})}, "made_of": one.data["digest"]}


def exercise_typed(typed: Mapping[str, str], user: Any, book: str) -> OnShelf | None:
    """The exercise that was chosen; None for the opening of a book that offers it.  Invalid where none fits."""
    scenario = typed.get("scenario", "")
    if not scenario and book != "kriegspiel":
        return None
    try:
        found = find_whole(user, scenario[:40])
    except Unseen:
        found = None
    if found is None or found.data["book"] != book:
        raise Invalid(of_field("scenario", say("choose one from the list, or paste an opening position")))
    return found


def open_typed(typed: Mapping[str, str], user: Any, campaign: str, book: str, now: datetime) -> Battle:
    """Open the battle of a form: of an exercise with its country and its events, or from a position."""
    name, briefing, country = typed.get("name", ""), typed.get("briefing", ""), typed.get("country", "")[:13]
    pasted = typed.get("start", "").strip()
    bare = pasted or country or typed.get("scenario") == EMPTY
    one = None if bare else exercise_typed(typed, user, book)
    if one is not None:
        return open_exercise(
            by=user,
            campaign=campaign,
            exercise=one.data,
            picture=one.picture,
            name=name,
            briefing=briefing,
            built_in=one.built_in,
            now=now,
        )
    start = start_typed(typed, user, book)
    return open_battle(by=user, campaign=campaign, name=name, briefing=briefing, country=country, now=now, **start)
