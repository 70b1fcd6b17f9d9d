"""The umpire views a commander's papers, as they are made for that commander, read only."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse, QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaigns.clock import server_time
from campaigns.errors import Unseen
from campaigns.models import Post
from campaigns.sight.seat import without_drafts
from campaigns.usecases.desk.view_as import read_only, view_as
from campaigns.web.messages import views_dispatches
from campaigns.web.page.read_only_page import as_read_only
from campaigns.web.page.wrapper import page
from campaigns.web.sheet import views_books, views_sheet, views_situation
from rules.values.sentence import say

PAPERS: Mapping[str, tuple[str, Callable[..., HttpResponse]]] = {
    "sheet": (say("Sheet"), views_sheet.sheet),
    "situation": (say("Text version"), views_situation.situation),
    "reports": (say("Reports"), views_books.reports),
    "report": (say("Report"), views_books.report),
    "receipts": (say("Receipts"), views_sheet.receipts),
    "dispatches": (say("Messages"), views_dispatches.dispatches),
}
"""The papers that may be viewed, by the last word of their addresses."""


@page
@require_safe
def look(request: HttpRequest, battle: str, post: str, paper: str = "sheet", number: int | None = None) -> HttpResponse:
    """A paper as its holder reads it: nothing of it can be sent, nothing is marked as read, and the view is on record."""
    if paper not in PAPERS or (paper == "report") != (number is not None):
        raise Unseen("page")
    now = server_time()
    seen = view_as(
        by=request.user,
        battle=battle,
        post=post,
        paper=say("{paper} {number}", paper=paper, number=number) if number else paper,
        now=now,
    )
    theirs = view_as_holder(request, seen)
    with read_only(), without_drafts():
        answer = PAPERS[paper][1](theirs, battle, *([number] if number is not None else []))
    told = {"post": seen, "battle": battle, "papers": _papers(battle, post, paper), "at": now}
    label = render_to_string("campaigns/parts/looking.html", told)
    html = as_read_only(answer.content.decode(), _addresses(battle, post), label)
    return HttpResponse(html, status=answer.status_code)


def view_as_holder(request: HttpRequest, post: Post) -> HttpRequest:
    """A request as the holder of a seat would make it, with nothing of the umpire's own about it."""
    theirs = copy.copy(request)
    theirs.user = post.user
    theirs.session = SessionBase()
    theirs.method = "GET"
    asked = request.GET.copy()
    asked.pop("of", None)
    theirs.GET = QueryDict(asked.urlencode())
    return theirs


def _papers(battle: str, post: str, here: str) -> list[dict[str, Any]]:
    """The read-only papers, with the one that is open."""
    return [
        {"title": title, "href": reverse("look-paper", args=[battle, post, paper]), "here": paper == here}
        for paper, (title, _) in PAPERS.items()
        if paper != "report"
    ]


def _addresses(battle: str, post: str) -> Callable[[str], str | None]:
    """Where the links of a paper lead: within it, to the rulebook, or to the other read-only papers."""
    papers = {reverse(paper, args=[battle]): paper for paper in PAPERS if paper != "report"}
    report = re.compile(re.escape(reverse("reports", args=[battle])) + r"(\d{1,6})/")

    def address(where: str) -> str | None:
        path, mark, rest = where.partition("#")
        bare, asked, query = path.partition("?")
        if not where:
            return None
        if not path or bare.startswith("/rulebook/"):
            return where
        if bare in papers:
            return reverse("look-paper", args=[battle, post, papers[bare]]) + asked + query + mark + rest
        told = report.fullmatch(bare)
        return reverse("look-report", args=[battle, post, int(told[1])]) + mark + rest if told else None

    return address
