"""A survey of several files: sent, taken where its sender has laid the window, or discarded.  [KS-GAME-08]

Nothing is parsed here: a worker reads the files in another process, and makes the country (``surveys``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F

from campaigns.errors import Unseen, WrongState
from campaigns.models import Survey, SurveyFile
from campaigns.usecases.access import read_public_id
from campaigns.usecases.muster.surveys import SURE, refuse_more_surveys
from campaigns.usecases.people.tries import refused_counts
from campaigns.usecases.text_checks import read_line
from rules.books import book as find_book
from rules.errors import Invalid
from rules.ground.geojson.frame import read_size
from rules.ground.surveys.files import Files
from rules.ground.surveys.window import about_the_same_middle, window_on
from rules.values.sentence import of_field, say

GREATEST_FILES = 16_000_000
"""Bytes of all files of a survey together, as they are sent."""

NO_FEATURES: dict[str, Any] = {"type": "FeatureCollection", "features": []}
SIZE = (24, 16)
"""Feet of the floor if nobody says otherwise."""

CHOSEN = ("scale", "size", "origin", "interval", "height_property")
"""The figures that are chosen on the preview."""


def send_files(
    *,
    by: Any,
    name: str,
    files: Sequence[tuple[str, bytes]],
    book: str = "kriegspiel",
    take: bool = False,
    sure: bool = False,
    now: datetime,
    **figures: Any,
) -> Survey:
    """Files of a survey, kept until a worker has read them and, when they are taken, made a country of them.

    figures: as of ``import_country``, and ``crs``.  take: at once, without a preview; sure:
    whatever is lost.  What shows without parsing is refused here.
    """
    with refused_counts(by, now):
        called = read_line(name, "name", 120)
        refuse_size(sum(len(data) for _, data in files))
        checked = Files(files)
        find_book(book).glance(checked, **figures)
        state = Survey.State.ASKED if take else Survey.State.SENT
        with transaction.atomic():
            refuse_more_surveys(by)
            made = Survey.objects.create(
                sent_by=by, name=called, book=book, figures={**figures, SURE: sure}, state=state, sent_at=now
            )
            SurveyFile.objects.bulk_create(
                SurveyFile(survey=made, name=one.name, size=len(one.data), data=one.data) for one in checked.checked()
            )
        return made


def take_survey(*, by: Any, survey: str, sure: bool = False, now: datetime, **chosen: Any) -> Survey:
    """Have a country made of a survey whose window has been chosen.

    sure: whatever is lost; else its sender is asked where it is empty or a kind of thing is lost.

    chosen: ``scale``, ``size``, ``origin`` (None: the middle), ``interval``, ``height_property``; the other figures stay as they
    were sent, and the middle of a window of another scale or size stays too.
    """
    found = _mine(by, survey)
    figures = {**_figures(found, chosen), SURE: sure}
    taken = Survey.objects.filter(pk=found.pk, fence=found.fence, state=Survey.State.PREVIEW).update(
        state=Survey.State.ASKED, figures=figures, fence=F("fence") + 1, progress=0, stage="", sent_at=now
    )
    if not taken:
        raise WrongState(say("This survey is no longer waiting for you to choose its window."))
    found.refresh_from_db()
    return found


def _mine(by: Any, survey: str) -> Survey:
    """A survey that somebody sent; Unseen for any other."""
    found = Survey.objects.filter(sent_by=by, public_id=read_public_id(survey, "survey")).first()
    if found is None:
        raise Unseen("survey")
    return found


def _figures(found: Survey, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The figures with which a survey is made; Invalid where they are wrong, or the window lies beside the survey."""
    if found.state != Survey.State.PREVIEW or found.sketch is None:
        raise WrongState(say("This survey is no longer waiting for you to choose its window."))
    before = {key: value for key, value in found.figures.items() if key != SURE}
    figures = {**before, **{key: chosen[key] for key in CHOSEN if key in chosen}, "plain": found.sketch["plain"]}
    find_book(found.book).glance(NO_FEATURES, **figures)
    if before.get("origin") and "origin" not in chosen:
        was, now = ((one["scale"], read_size(one.get("size", SIZE))) for one in (before, figures))
        figures["origin"] = list(about_the_same_middle(figures["plain"], before["origin"], was, now))
    x, y, wide, deep = window_on(
        found.sketch, figures["scale"], read_size(figures.get("size", SIZE)), figures.get("origin")
    )
    if x >= found.sketch["size"][0] or y >= found.sketch["size"][1] or x + wide <= 0 or y + deep <= 0:
        raise Invalid(of_field("origin", say("the window lies beside the survey")))
    return figures


def refuse_size(size: int) -> None:
    """Refuse files that have more bytes together than are taken.  size: as they were sent."""
    if size > GREATEST_FILES:
        raise Invalid(
            of_field(
                "survey",
                say(
                    "choose files of at most {most} bytes together, got {size}; a .zip is smaller",
                    most=f"{GREATEST_FILES:,}",
                    size=f"{size:,}",
                ),
            )
        )
