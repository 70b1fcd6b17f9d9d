"""An order of battle from a spreadsheet: pasted or chosen as a file, looked at line by line, put down; and taken out again."""

from __future__ import annotations

import codecs
import json
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk.muster import muster as read_muster
from campaigns.errors import status_of
from campaigns.usecases.muster.order_of_battle import gathered, preview_table, take_table
from campaigns.usecases.muster.papers import muster_table as table_of
from campaigns.usecases.muster.rows import Row
from campaigns.usecases.muster.table_reader import Preview
from campaigns.web.muster.views_muster import umpires_muster
from campaigns.web.page.file_names import saved_as
from campaigns.web.page.frame import papers
from campaigns.web.page.wrapper import page
from rules.errors import Invalid, Refused
from rules.values.sentence import joined, of_field, say, say_many

INSTEAD = ("look-instead", "replace")
"""Presses by which a table stands instead of what is there: it is looked at, and then put down."""

GREATEST_FILE = 1_000_000
"""Bytes of a file with an order of battle at most."""

FORMS = {"csv": "text/csv; charset=utf-8", "json": "application/json"}
"""The forms in which a force is taken out."""


@page
@require_http_methods(["GET", "HEAD", "POST"])
def muster_table(request: HttpRequest, battle: str) -> HttpResponse:
    """Paste or choose; look at what it would put down; add it, or put it down instead of what the side has, after a look at that."""
    seat = umpires_muster(request, battle)
    if isinstance(seat, HttpResponseRedirect):
        return seat
    given = request.POST if request.method == "POST" else request.GET
    side = given.get("side", "")
    side = side if side in seat.rules.sides else ""
    text, found, refused = "", None, None
    if request.method == "POST":
        try:
            text = request.POST.get("table", "")
            text = _sent(request) or text
            act = request.POST.get("act", "")
            replace = act in INSTEAD
            found = preview_table(by=request.user, battle=battle, text=text, side=side, replace=replace)
            if act in ("add", "replace") and not found.problems:
                return _put_down(request, battle, side, text, replace=replace)
        except Refused as fault:
            if status_of(fault) == 404:
                raise
            refused = fault
    return _shown(request, seat, side, text, found, refused)


def _shown(
    request: HttpRequest, seat: sight.Seat, side: str, text: str, found: Preview | None, refused: Refused | None
) -> HttpResponse:
    """The page, with what was pasted and what it would put down."""
    pieces, board = seat.rules.pieces, read_muster(seat)
    told: dict[str, Any] = {
        **papers(seat, "muster"),
        "side": side,
        "sides": [{"key": key, "name": seat.called(key)} for key in seat.rules.sides],
        "text": text,
        "found": found,
        "problems": gathered(found.problems) if found else [],
        "refused": refused,
        "instead": found is not None and request.POST.get("act", "") in INSTEAD,
        "gone": _by_kind(found) if found else [],
        "base": request.POST.get("base", board.draft.revision),
        "there": sum(not side or one.get("side") == side for _, _, one in pieces.every(board.draft.start)),
        "palette": [one.title for one in pieces.templates],
    }
    status = (
        status_of(refused)
        if refused
        else 400
        if found and found.problems and request.POST.get("act") in ("add", "replace")
        else 200
    )
    return render(request, "campaigns/muster_table.html", told, status=status)


def _by_kind(found: Preview) -> list[dict[str, Any]]:
    """What a table takes away, kind by kind, those first of which it brings none again."""
    again, kinds = {row.what for row in found.rows}, dict[str, list[Row]]()
    for row in found.gone:
        kinds.setdefault(row.what, []).append(row)
    told = [
        {"what": what, "n": len(rows), "names": [row.called for row in rows], "again": what in again}
        for what, rows in kinds.items()
    ]
    return sorted(told, key=lambda one: bool(one["again"]))


def _put_down(request: HttpRequest, battle: str, side: str, text: str, *, replace: bool) -> HttpResponse:
    """Put down what was read, on the revision that the page had."""
    typed = request.POST.get("base", "")
    base = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 10 else typed
    found, _ = take_table(
        by=request.user, battle=battle, base=base, text=text, side=side, replace=replace, now=server_time()
    )
    told = (
        say_many("{n} thing is put down.", "{n} things are put down.", found.new),
        say_many("{n} thing is changed.", "{n} things are changed.", len(found.changed)),
        say_many("{n} thing is gone.", "{n} things are gone.", len(found.gone)),
    )
    counts = (found.new, len(found.changed), len(found.gone))
    messages.info(request, joined(" ", (one for one, n in zip(told, counts, strict=True) if n)))
    return HttpResponseRedirect(reverse("muster", args=[battle]) + (f"?side={side}" if side else ""))


def _sent(request: HttpRequest) -> str:
    """The text of the file that was chosen; empty where none was.  Invalid where it is too large, or no text."""
    sent = request.FILES.get("file")
    if sent is None or not sent.size:
        return ""
    if sent.size > GREATEST_FILE:
        said = say("the file has {bytes} bytes, at most {most} are taken", bytes=sent.size, most=f"{GREATEST_FILE:,}")
        raise Invalid(of_field("file", said))
    data = sent.read()
    for coding in (
        ("utf-16",) if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else ("utf-8-sig", "cp1252")
    ):
        try:
            text: str = data.decode(coding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text.replace("\r\n", "\n")
    raise Invalid(of_field("file", say("a table as text is wanted: save it as CSV, and choose that file")))


@page
@require_safe
def muster_file(request: HttpRequest, battle: str, form: str) -> HttpResponse:
    """The force of a side, or of both, as CSV or as JSON, to be kept or opened elsewhere; read again it is the same."""
    seat = umpires_muster(request, battle)
    if isinstance(seat, HttpResponseRedirect):
        return seat
    if form not in FORMS:
        raise Http404
    side = request.GET.get("side", "")
    side = side if side in seat.rules.sides else ""
    found = table_of(by=request.user, battle=battle, side=side, now=server_time())
    text = found.csv if form == "csv" else json.dumps({"start": found.start}, ensure_ascii=False, indent=1)
    body = text.encode("utf-8-sig" if form == "csv" else "utf-8")  # by the mark a spreadsheet knows the encoding
    answer = HttpResponse(body, content_type=FORMS[form])
    answer["Content-Disposition"] = saved_as(f"{seat.battle.name} {side}", form, "force")
    return answer
