"""The pages of the guides: for the umpire, and for commanders."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns import sight
from campaigns.web.page.wrapper import open_page
from campaigns.web.people.guides import WHOSE, guide


@open_page
@require_safe
def help_page(request: HttpRequest, whose: str = "") -> HttpResponse:
    """A whole guide: the one requested, else that for an umpire if the reader is one, and for a commander if not."""
    if not whose:
        whose = "umpire" if any(post.kind == "umpire" for post in sight.posts_of(request.user)) else "commander"
    if whose not in WHOSE:
        raise Http404
    return render(request, "campaigns/help.html", {"guide": guide(whose), "whose": WHOSE})
