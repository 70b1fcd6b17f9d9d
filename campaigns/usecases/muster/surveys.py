"""Surveys become countries: a small one at once, others as rows that a worker makes, in another process, once.

A survey of files is read first and stands as a preview until its sender takes it (``survey_files``).  The worker that
takes a row raises its fence, and commits that before anything is made.  The country is saved in one transaction, and
only where the fence still holds.  [KS-GAME-08]
"""

from __future__ import annotations

import json
import logging
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from campaigns import children
from campaigns.errors import Broken, InAMoment, Lossy, TooCostly, WrongState
from campaigns.locks import lock_user
from campaigns.models import Country, Survey, SurveyFile
from campaigns.models.plain import Plain
from campaigns.usecases.muster.countries import import_country, keep_made, refuse_more
from campaigns.usecases.people.tries import count_refused_upload, refused_counts
from campaigns.usecases.text_checks import read_line
from rules.books import book as find_book
from rules.errors import Refused
from rules.values.sentence import say

log = logging.getLogger(__name__)

AT_ONCE_CHARACTERS, AT_ONCE_LISTS = 100_000, 400
"""Limits of a survey that is made while its sender waits: its characters, and its lists, of which each point is one.

The worst of them, 199 fords in a lake of as many corners, takes half a second.
"""

LONGEST = 40.0
"""Seconds of processor time after which a process that makes a country is killed.

Nearly all end within ten; 380,000 points that cross one another without end take twenty, and thousands of contours
within one another, whose cost grows with the square of them, are not waited for.
"""

LEASE = timedelta(seconds=60)
"""How long a claim is left alone; whoever works renews it, however long that takes on a busy machine."""

MOST_WAITING = 3
"""Surveys of one person that may be under way at the same time."""

SURE = "sure"
"""Among the figures of a survey: its sender has been told what would be lost, and means it."""

MOST_ATTEMPTS = 3
AT_A_TIME = 20

WORK = {
    Survey.State.WAITING: Survey.State.WORKING,
    Survey.State.SENT: Survey.State.READING,
    Survey.State.ASKED: Survey.State.MAKING,
}
"""What a survey that waits for a worker becomes when one has it; the others of those under way stay what they are."""

PREVIEWED = timedelta(days=7)
"""How long files wait for their sender to take them."""

KEPT = timedelta(days=30)
"""How long a survey is kept after its end; the country that it became stays."""

WORKING = threading.Lock()
"""One survey is made for each process: it has one core, and the sweep must have a thread."""


@dataclass(frozen=True)
class Held:
    """A survey claimed under a fence number."""

    survey: Survey
    fence: int


def send_survey(
    *, by: Any, name: str, survey: Any, book: str = "kriegspiel", sure: bool = False, now: datetime, **figures: Any
) -> Country | Survey:
    """A survey in GeoJSON made into a country; one that is not small is kept until a worker has made it.

    figures: as of ``import_country``.  What is recognized as no survey without parsing all of it is refused at once.
    """
    with refused_counts(by, now):
        called = read_line(name, "name", 120)
        find_book(book).glance(survey, **figures)
        text = json.dumps(survey, ensure_ascii=False, separators=(",", ":"))
        if len(text) <= AT_ONCE_CHARACTERS and text.count("[") <= AT_ONCE_LISTS:
            return import_country(by=by, name=called, survey=survey, book=book, sure=sure, now=now, **figures)
        with transaction.atomic():
            refuse_more_surveys(by)
            return Survey.objects.create(
                sent_by=by, name=called, book=book, figures={**figures, SURE: sure}, file=text, sent_at=now
            )


def refuse_more_surveys(by: Any) -> None:
    """Refuse another survey to a person who has as many under way, or waiting to be taken, as are allowed."""
    lock_user(by.pk)
    waiting = Survey.objects.filter(sent_by=by, state__in=Survey.OPEN).count()
    if waiting >= MOST_WAITING:
        raise WrongState(
            say(
                "{waiting} of your surveys are being imported. Wait until one of them is done, or discard one.",
                waiting=waiting,
            )
        )
    refuse_more(by, waiting)


def make_next_survey(clock: Callable[[], datetime], *, left_alone_for: timedelta = timedelta(0)) -> bool:
    """Make the survey whose turn it is; whether there was one.  Nothing where another thread does so.

    Where none waits, those that ended long ago are forgotten.

    left_alone_for: how long a survey must have waited for a worker.
    """
    if not WORKING.acquire(blocking=False):
        return False
    try:
        held = claim_next(clock(), left_alone_for)
        if held is None:
            delete_old_surveys(clock())
            return False
        make(held, clock)
        return True
    finally:
        WORKING.release()


def claim_next(now: datetime, left_alone_for: timedelta = timedelta(0)) -> Held | None:
    """Claim a survey; none where none waits.  Whose surveys were worked at longest ago, or never, is next: of theirs the oldest."""
    free = Q(claimed_at__isnull=True) | Q(claimed_at__lte=now - LEASE)
    rows = Survey.objects.filter(free, state__in=Survey.UNDER_WAY, sent_at__lte=now - left_alone_for)
    mine = Survey.objects.filter(sent_by=OuterRef("sent_by")).order_by().values("sent_by")
    served = Subquery(mine.annotate(at=Max(Coalesce("claimed_at", "ended_at"))).values("at"))
    in_turn = rows.annotate(served=served).order_by(F("served").asc(nulls_first=True), "sent_at", "pk")
    found = in_turn.values_list("pk", "state", "fence", "attempts")[:AT_A_TIME]
    for pk, state, fence, attempts in list(found):
        if attempts >= MOST_ATTEMPTS:
            _refuse(_of(pk, fence), Broken(say("The survey could not be imported in three attempts.")), now)
        elif (
            _of(pk, fence)
            .filter(free)
            .update(
                state=WORK.get(Survey.State(state), state), fence=fence + 1, attempts=F("attempts") + 1, claimed_at=now
            )
        ):
            return Held(Survey.objects.select_related("sent_by").get(pk=pk), fence + 1)
    return None


def make(held: Held, clock: Callable[[], datetime]) -> bool:
    """Make a claimed survey in a process of its own, and save the country, or the sketch; whether that was saved."""
    survey = held.survey
    try:
        found = _worked_out(held, clock, sketch=survey.state == Survey.State.READING)
        if found.get("sketch", {}).get("ours"):  # a country of our own has no window to be chosen
            found = _worked_out(held, clock)
        if "sketch" in found:
            return _show(held, found["sketch"])
        if found["report"].get("losses") and not survey.figures.get(SURE):
            return _ask(held, found["report"], clock)
        return _keep(held, found["country"], found["report"], clock())
    except children.Starved:
        log.warning("survey %s was hardly worked at: the machine is busy", survey.public_id)
        _try_again(
            held, InAMoment(say("The machine is busy: the survey could not be imported. Send it again.")), clock()
        )
    except children.TookTooLong:
        why = TooCostly(
            say(
                "The import takes more than {longest} seconds. Cut the file to the ground that you need, or "
                "leave things out.",
                longest=f"{LONGEST:.0f}",
            )
        )
        _refuse(_of(survey.pk, held.fence), why, clock())
    except children.TookTooMuch:
        why = TooCostly(
            say(
                "The import takes more than {survey_memory_mb} MB of memory. Cut the file to the ground that you "
                "need, or leave things out.",
                survey_memory_mb=settings.SURVEY_MEMORY_MB,
            )
        )
        _refuse(_of(survey.pk, held.fence), why, clock())
    except Refused as refused:
        _refuse(_of(survey.pk, held.fence), refused, clock())
    except Exception:
        _failed(held, clock())
    return False


def delete_old_surveys(now: datetime) -> int:
    """Delete surveys that ended long ago, or that nobody has taken, a few at a time; their number."""
    over = Survey.objects.exclude(state__in=Survey.OPEN).filter(ended_at__lte=now - KEPT)
    left = Survey.objects.filter(state=Survey.State.PREVIEW, sent_at__lte=now - PREVIEWED)
    rows = [
        *over.order_by("ended_at").values_list("pk", flat=True)[:AT_A_TIME],
        *left.order_by("sent_at").values_list("pk", flat=True)[:AT_A_TIME],
    ][:AT_A_TIME]
    with transaction.atomic():
        SurveyFile.objects.filter(survey__in=rows).delete()
        gone, _ = Survey.objects.filter(pk__in=rows).delete()
    return gone


def _worked_out(held: Held, clock: Callable[[], datetime], *, sketch: bool = False) -> Plain:
    """What the rules make of a survey in another process, a sketch or country and report; Refused where they refuse."""
    survey = held.survey
    files = list(SurveyFile.objects.filter(survey=survey).order_by("pk"))
    figures = {key: value for key, value in survey.figures.items() if key != SURE}
    asked: Plain = {"book": survey.book, "figures": {**figures, "name": survey.name}}
    if files:
        asked |= {"files": [(one.name, one.size) for one in files], "sketch": sketch}
    rest = [bytes(one.data) for one in files] or [survey.file.encode()]
    said = children.ask_rules(
        "survey",
        b"".join([json.dumps(asked).encode(), b"\n", *rest]),
        longest=LONGEST,
        most_memory=settings.SURVEY_MEMORY_MB * 1024 * 1024,
        told=lambda stage, percent: _go_on(held, stage, percent, clock()),
    )
    found: Plain = json.loads(said)
    if "refused" in found:
        raise Refused(**found["refused"])
    return found


def _go_on(held: Held, stage: str, percent: int, now: datetime) -> None:
    """Note how far the work is, which never goes back, and renew the claim, if it still holds."""
    mine = _of(held.survey.pk, held.fence)
    if not mine.filter(progress__lt=percent).update(progress=percent, stage=stage[:16], claimed_at=now):
        mine.update(claimed_at=now)


def _show(held: Held, sketch: Plain) -> bool:
    """Keep the sketch of a survey, and let its sender choose the window, if the claim still holds."""
    kept = _of(held.survey.pk, held.fence).update(
        state=Survey.State.PREVIEW, sketch=sketch, claimed_at=None, attempts=0, progress=100, stage=""
    )
    return bool(kept)


def _ask(held: Held, report: Plain, clock: Callable[[], datetime]) -> bool:
    """Ask whether the losses of a survey are meant: on its preview, with the account; one without files is refused."""
    told = {key: report[key] for key in ("files", "losses")}
    if held.survey.file:
        _refuse(_of(held.survey.pk, held.fence), Lossy(report["losses"]), clock())
        return False
    sketch = held.survey.sketch or _worked_out(held, clock, sketch=True)["sketch"]
    return _show(held, {**sketch, **told, "asked": True})


def _keep(held: Held, data: Plain, report: Plain, now: datetime) -> bool:
    """Save the country, once, if the claim still holds."""
    survey = held.survey
    with transaction.atomic():
        if not _end(_of(survey.pk, held.fence), now, state=Survey.State.DONE):
            return False
        made = keep_made(by=survey.sent_by, name=survey.name, data=data, book=survey.book, report=report, now=now)
        Survey.objects.filter(pk=survey.pk).update(country=made)
    return True


def _failed(held: Held, now: datetime) -> None:
    """A fault of the program: the survey is left to the next attempt, and refused after the last."""
    reference = f"K-{secrets.token_hex(4)}"
    log.exception("survey %s could not be made, reference %s", held.survey.public_id, reference)
    _try_again(
        held, Broken(say("A program error stopped the import, reference {reference}.", reference=reference)), now
    )


def _try_again(held: Held, why: Refused, now: datetime) -> None:
    """Leave a survey to the next attempt, and refuse it after the last."""
    mine = _of(held.survey.pk, held.fence)
    if held.survey.attempts >= MOST_ATTEMPTS:
        _refuse(mine, why, now)
    else:
        mine.update(claimed_at=None)


def _refuse(rows: QuerySet[Survey], why: Refused, now: datetime) -> None:
    """Refuse a survey for good, and say why; it counts among its sender's refused uploads."""
    for sender in rows.values_list("sent_by", flat=True) if not isinstance(why, Broken | InAMoment | Lossy) else ():
        count_refused_upload(sender, now)
    _end(rows, now, state=Survey.State.REFUSED, code=why.code, sentence=why.sentence, clause=why.clause)


def _end(rows: QuerySet[Survey], now: datetime, **ended: Any) -> int:
    """End the work on a survey and drop its files and its sketch; the number of rows changed."""
    with transaction.atomic():
        SurveyFile.objects.filter(survey__in=list(rows.values_list("pk", flat=True))).delete()
        return rows.update(file="", sketch=None, claimed_at=None, ended_at=now, **ended)


def _of(pk: int, fence: int) -> QuerySet[Survey]:
    """The row of a survey, while it is under way and has this fence."""
    return Survey.objects.filter(pk=pk, fence=fence, state__in=Survey.UNDER_WAY)
