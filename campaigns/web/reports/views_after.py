"""After the exercise: the report as a page, as a PDF and for a spreadsheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns import sight
from campaigns.clock import server_time
from campaigns.sight.after import AfterAction, after_action, books
from campaigns.web.page.kept import kept_file
from campaigns.web.page.wrapper import page
from campaigns.web.reports.after_csv import after_csv
from campaigns.web.reports.after_frame import kept_after, read_from, whose
from campaigns.web.reports.battle_story import battle_story
from campaigns.web.reports.figures import figures
from campaigns.web.reports.game_report import story


@page
@require_safe
def after(request: HttpRequest, battle: str) -> HttpResponse:
    """Losses, supplies against need, points and readiness, drawn and as tables."""
    seat = sight.find_battle(request.user, battle)

    def page_data() -> dict[str, Any]:
        report = after_action(seat, request.GET.get("of", ""))
        return {**read_from(report), "figures": figures(report), "story": story(report), "told": battle_story(report)}

    return kept_after(request, "campaigns/after.html", seat, "after", page_data)


@page
@require_safe
def after_as_pdf(request: HttpRequest, battle: str) -> HttpResponse:
    """The same as a PDF to print."""
    # Only here, because font libraries take a quarter of the time in which a process starts, and a tenth of its memory.
    from campaigns.web.reports.after_pdf import after_pdf

    def made(report: AfterAction) -> bytes:
        return after_pdf(report, figures(report), story(report), whose=whose(report, report.of), now=server_time())

    return _file(request, battle, made, "application/pdf", "pdf")


@page
@require_safe
def after_as_csv(request: HttpRequest, battle: str) -> HttpResponse:
    """The same for a spreadsheet."""
    return _file(
        request, battle, lambda report: after_csv(report).encode("utf-8-sig"), "text/csv; charset=utf-8", "csv"
    )


def _file(
    request: HttpRequest, battle: str, made: Callable[[AfterAction], bytes], kind: str, ending: str
) -> HttpResponse:
    """A file to be saved, under a name that shows only the battle's number and whose papers it is from."""
    seat = sight.find_battle(request.user, battle)
    of = books(seat, request.GET.get("of", ""), "report").of
    name = f"after-action-{seat.battle.number}-{of}.{ending}"
    return kept_file(request, seat, lambda: made(after_action(seat, of)), kind, name)
