"""After the exercise: the report as a page, as a PDF and for a spreadsheet."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns import sight
from campaigns.clock import server_time
from campaigns.sight.after import AfterAction, after_action
from campaigns.web.page.asking import page
from campaigns.web.reports.after_csv import after_csv
from campaigns.web.reports.afterwards import frame_after, read_from, whose
from campaigns.web.reports.figures import figures
from campaigns.web.reports.retelling import story


@page
@require_safe
def after(request: HttpRequest, battle: str) -> HttpResponse:
    """Losses, supplies against need, points and readiness, drawn and as tables."""
    seat = sight.find_battle(request.user, battle)
    report = after_action(seat, request.GET.get("of", ""))
    told = {**read_from(report), "figures": figures(report), "story": story(report)}
    return render(request, "campaigns/after.html", {**frame_after(seat, "after"), **told})


@page
@require_safe
def after_as_pdf(request: HttpRequest, battle: str) -> HttpResponse:
    """The same to be printed."""
    # Only here, for what reads fonts takes a quarter of the time in which a process starts, and a tenth of its memory.
    from campaigns.web.reports.after_pdf import after_pdf

    seat = sight.find_battle(request.user, battle)
    report = after_action(seat, request.GET.get("of", ""))
    data = after_pdf(report, figures(report), story(report), whose=whose(report, report.of), now=server_time())
    return _file(data, "application/pdf", report, "pdf")


@page
@require_safe
def after_as_csv(request: HttpRequest, battle: str) -> HttpResponse:
    """The same for a spreadsheet."""
    report = after_action(sight.find_battle(request.user, battle), request.GET.get("of", ""))
    return _file(after_csv(report).encode("utf-8-sig"), "text/csv; charset=utf-8", report, "csv")


def _file(data: bytes, kind: str, report: AfterAction, ending: str) -> HttpResponse:
    """A file to be kept, under a name that tells nothing but the battle's number and whose it is."""
    name = f"after-action-{report.seat.battle.number}-{report.of}.{ending}"
    return HttpResponse(data, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
