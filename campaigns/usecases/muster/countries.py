"""Countries, imported or made in the map editor; only the maker may change one, and nobody one of the product.

[KS-GAME-08, KS-GAME-10]
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.bridge import canonical, digest
from campaigns.errors import CountryChanged, DrawnOver, Lossy, NotYours, Unseen, WrongState
from campaigns.locks import lock_country
from campaigns.models import Battle, Country
from campaigns.models.plain import Plain
from campaigns.unlocked import asked_unlocked
from campaigns.usecases.access import read_public_id
from campaigns.usecases.text_checks import read_line
from rules.books import book as find_book
from rules.contract.data import Start
from rules.errors import Invalid
from rules.values.sentence import of_field, say

GREATEST_COUNTRY = 250_000
"""Bytes of a country as canonical JSON at most."""

MOST_COUNTRIES = 200
"""Countries that one person may have at most."""


def import_country(
    *, by: Any, name: str, survey: Any, book: str = "kriegspiel", sure: bool = False, now: datetime, **figures: Any
) -> Country:
    """A survey in GeoJSON made into a country and saved with the report of what was used; Lossy where much of it would be lost.

    sure: the losses are meant.  figures: of ``Book.survey``: ``scale``, ``size``, ``origin``, ``plain``, ``interval``,
    ``height_property``.
    """
    called = read_line(name, "name", 120)
    data, report = find_book(book).survey(survey, name=called, **figures)
    refuse_losses(report, sure)
    return keep_made(by=by, name=called, data=data, book=book, report=dict(report), now=now)


def refuse_losses(report: Mapping[str, Any], sure: bool) -> None:
    """Ask whether the losses that a report names are meant, unless that is sure."""
    if report.get("losses") and not sure:
        raise Lossy(report["losses"])


def create_country(*, by: Any, name: str, data: Mapping[str, Any], book: str = "kriegspiel", now: datetime) -> Country:
    """A country from the map editor, saved under a name."""
    called = read_line(name, "name", 120)
    return keep_made(by=by, name=called, data=_read(book, called, data), book=book, report={}, now=now)


def change_country(*, by: Any, country: str, name: str, data: Mapping[str, Any], base: str, now: datetime) -> Country:
    """A country changed by its maker.  base: the digest of the country that was changed."""
    found = find_country(by, country)
    if found.made_by_id is None:
        raise NotYours(say("This country is built in. Save a copy under another name."))
    called = read_line(name, "name", 120)
    read = _read(found.book, called, data)
    with transaction.atomic():
        locked = lock_country(found.pk)
        if locked.digest != base:
            raise DrawnOver
        locked.name, locked.data, locked.digest, locked.changed_at = called, read, digest(read), now
        locked.save(update_fields=["name", "data", "digest", "changed_at"])
    return locked


def keep_built_in_country(*, data: Mapping[str, Any], now: datetime, book: str = "kriegspiel") -> Country:
    """A country that comes with the product, saved once under its own name; one that exists already stays as it is."""
    called = read_line(data.get("name"), "name", 120)
    there = Country.objects.filter(made_by__isnull=True, name=called).first()
    if there is not None:
        return there
    return keep_made(by=None, name=called, data=_read(book, called, data), book=book, report={}, now=now)


def find_country(user: Any, public_id: str) -> Country:
    """A country that somebody may play on: their own, or one that came with the product; Unseen for any other."""
    found = Country.objects.filter(public_id=read_public_id(public_id, "country")).first()
    if found is None or (found.made_by_id is not None and found.made_by_id != user.pk):
        raise Unseen("country")
    return found


def _read(book: str, name: str, data: Any) -> Plain:
    """The data of a country in normal form under its name, not too large; Invalid where they do not fit."""
    if not isinstance(data, Mapping):
        raise Invalid(of_field("country", say("a map is wanted")))
    _refuse_size(data)
    read = find_book(book).country({**data, "name": name})
    if "size" not in read:
        raise Invalid(of_field("country.size", say("give width and depth")))
    return read


def _refuse_size(data: Any) -> None:
    if len(canonical(data).encode()) > GREATEST_COUNTRY:
        raise Invalid(
            of_field(
                "country", say("at most {greatest_country} bytes are allowed", greatest_country=f"{GREATEST_COUNTRY:,}")
            )
        )


def refuse_more(by: Any, coming: int = 0) -> None:
    """Refuse another country to a person who has as many as are allowed.  coming: those that are being made for them."""
    if by is not None and Country.objects.filter(made_by=by).count() + coming >= MOST_COUNTRIES:
        raise WrongState(
            say("You already have {most_countries} countries. More are not allowed.", most_countries=MOST_COUNTRIES)
        )


def keep_made(*, by: Any, name: str, data: Plain, book: str, report: Plain, now: datetime) -> Country:
    """A country that was parsed and checked, saved as a new row."""
    _refuse_size(data)
    refuse_more(by)
    return Country.objects.create(
        name=name, book=book, data=data, digest=digest(data), made_by=by, report=report, made_at=now, changed_at=now
    )


# -- a battle on a country ---------------------------------------------------------------------------


OF_THE_START = say("the country of the opening position")
"""The name of a country without one that comes with an opening position."""


def choose_country(user: Any, public_id: str, book: str, start: Mapping[str, Any]) -> tuple[Plain, dict[str, Any]]:
    """A start on a country, and what the battle keeps of it: the row, its name, its digest.  [KS-GAME-10]"""
    found = find_country(user, public_id)
    if found.book != book:
        raise Invalid(of_field("country", say("this book does not use it")))
    laid = asked_unlocked(find_book(book)).lay(
        Start({key: value for key, value in start.items() if key != "country"}), found.data
    )
    return laid, {"country": found, "country_name": found.name, "country_digest": found.digest}


def own_country(start: Mapping[str, Any]) -> dict[str, Any]:
    """What a battle keeps of the country in its opening position: name and digest.  [KS-GAME-10]"""
    brought = start.get("country")
    if not brought:
        return {"country_name": "", "country_digest": ""}
    return {"country_name": str(brought.get("name") or OF_THE_START)[:120], "country_digest": digest(brought)}


def refuse_changed_country(battle: Battle) -> None:
    """A battle on a country changed since it was chosen does not start.  [KS-GAME-10]"""
    if not battle.country_digest:
        return
    there: str | None = battle.country_digest
    if battle.country_id is not None:
        there = Country.objects.filter(pk=battle.country_id).values_list("digest", flat=True).first()
    if there != battle.country_digest or digest(battle.start.get("country") or {}) != battle.country_digest:
        raise CountryChanged(battle.country_name)
