"""News for open pages of a battle: as a stream, and for polling.

Which news is chosen from the session and the seats; the address names only the battle.  The content of the news is
in neither: the page fetches it from its own address.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.db import connection
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotModified,
    JsonResponse,
    StreamingHttpResponse,
)
from django.views.decorators.http import require_safe

from campaigns import sight
from campaigns.clock import server_time
from campaigns.sight.live import listener, news_of_person
from campaigns.streams import in_words, number, stream_of, streams
from campaigns.web.page.wrapper import Known, page
from campaigns.words.translation import translated
from rules.values.sentence import say


@page
@require_safe
def live(request: Known, battle: str) -> HttpResponseBase:
    """The stream of the user's news (text/event-stream).  503 where no more can be served: then the page polls.

    A server that gives each request a thread serves none.
    """
    seat = sight.find_battle(request.user, battle)
    if not isinstance(request, ASGIRequest) or not streams.may_open(seat.user_id):
        return HttpResponse(
            translated(say("Too many connections. The page keeps updating every few seconds.")) + "\n",
            status=503,
            content_type="text/plain",
        )
    ear = listener(seat, request.session.session_key or "", request.user.password)
    last = request.headers.get("Last-Event-ID", "")[:100]
    if request.method == "HEAD":
        return HttpResponse(content_type="text/event-stream")
    streams.set_hands(server_time())
    response = StreamingHttpResponse(stream_of(ear, seat.mark, last), content_type="text/event-stream")
    response["X-Accel-Buffering"] = "no"
    if not connection.in_atomic_block:
        connection.close()  # else it would be held as long as the stream
    return response


@page
@require_safe
def mark(request: HttpRequest, battle: str) -> HttpResponse:
    """How often there has been news of each kind, and the server's time; 304 where there is none."""
    seat = sight.find_battle(request.user, battle)
    return news(request, in_words(seat.mark), number(seat.mark))


@page
@require_safe
def mark_of_person(request: Known) -> HttpResponse:
    """Whether there is news for the reader anywhere, for pages that show no battle; 304 where there is none."""
    found = news_of_person(request.user, server_time())
    return news(request, {"any": found}, found)


def news(request: HttpRequest, told: Mapping[str, Any], tag: object) -> HttpResponse:
    """The marks of the kinds of news, and the server's time, for a page that polls; 304 where it has them already.  tag: of all marks."""
    answer: HttpResponse = JsonResponse({"told": told, "now": server_time().isoformat()})
    if request.headers.get("If-None-Match") == f'"{tag}"':
        answer = HttpResponseNotModified()
    answer["ETag"] = f'"{tag}"'
    return answer
