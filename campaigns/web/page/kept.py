"""Parts of pages that are rendered once and shown again until there is news; and pages that are answered 304 where nothing has changed.

What a seat sees of a battle changes only with its mark (``campaigns/audiences.py``), its holder's own drafts, the
clock, its rights and the campaign's settings: these are the key.  None of them tells anything of the other side, so neither does the ETag.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import zlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.safestring import SafeString, mark_safe

from campaigns import sight
from campaigns.audiences import NEWS
from campaigns.clock import server_time
from campaigns.memory_cache import MemoryCache
from campaigns.web.page.frame import frame
from campaigns.web.page.reader import own_zone
from campaigns.words.languages import spoken
from rules.values.sentence import dumps, loads

MOST_BYTES = 6_000_000
"""Compressed bytes of parts of pages that one process keeps."""

MESSAGES = ("words",)
"""The kind of news that changes nothing in parts that show no messages."""

CODE = ("campaigns", "kriegspiel", "rules", "templates", "locale", "docs/rulebooks")
"""Folders of files that pages are made with: another release makes another page of the same rows."""

page_cache = MemoryCache(MOST_BYTES)
"""The parts that this process keeps."""

PageData = Mapping[str, Any]


class Kept:
    """What one seat sees on one page.  It is ``kept`` in the page's context, for the tag of that name.

    page_data: computes what the parts show; it is called where one of them is not kept, and then once.
    of_parts: the same of single parts that need but a little of it, by their names.
    beside: what they depend on besides.
    """

    def __init__(
        self,
        request: HttpRequest,
        seat: sight.Seat,
        clock: sight.ClockFace | None,
        page_data: Callable[[], PageData],
        beside: Any = None,
        of_parts: Mapping[str, Callable[[], PageData]] = MappingProxyType({}),
    ) -> None:
        still = replace(clock, now=clock.opened_at, seconds_left=None) if clock is not None else None
        posts = [(one.public_id, one.kind, one.side, one.arm, one.title) for one in seat.posts]
        knows = (
            seat.user_id,
            posts,
            seat.side,
            seat.side_names,
            seat.briefing,
            seat.briefings,
            seat.drafted,
        )
        asked = (request.path, sorted(request.GET.lists()), spoken(), own_zone(seat.campaign.time_zone))
        about = (asked, knows, seat.campaign, seat.battle_or_none, still, beside)
        self.about, self.mark = hashlib.sha256(repr(about).encode()), dict(zip(NEWS, seat.mark, strict=False))
        self.page_data, self.of_parts = cache(page_data), of_parts

    def key(self, without: Collection[str] = ()) -> str:
        """The digest of all that a part depends on.  without: the kinds of news that change nothing in it."""
        found = self.about.copy()
        found.update(repr([(kind, times) for kind, times in self.mark.items() if kind not in without]).encode())
        return found.hexdigest()

    def part(self, name: str, make: Callable[[PageData], str], without: Collection[str] = ()) -> SafeString:
        """A part of the page, rendered where it is not kept.  without: as in ``key``."""
        told = self.of_parts.get(name, self.page_data)
        # Safe: it is what the template made of it.
        return mark_safe(self.made(name, lambda: make(told()).encode(), without).decode())

    def data(self, name: str, make: Callable[[PageData], Any], without: Collection[str] = ()) -> Any:
        """Plain data of the page, computed where it is not kept."""
        return loads(self.made(name, lambda: dumps(make(self.page_data())).encode(), without).decode())

    def made(self, name: str, make: Callable[[], bytes], without: Collection[str] = ()) -> bytes:
        """The value under a name, computed where it is not kept."""
        key = f"{self.key(without)} {name}"
        found: bytes | None = page_cache.find(key)
        if found is None:
            found = zlib.compress(make(), 1)
            page_cache.keep(key, found, len(found))
        return zlib.decompress(found)


class Unkept:
    """Parts that are made anew: of a page that shows what was just typed and refused.  page_data, of_parts: as of ``Kept``."""

    def __init__(
        self, page_data: Callable[[], PageData], of_parts: Mapping[str, Callable[[], PageData]] = MappingProxyType({})
    ) -> None:
        self.page_data, self.of_parts = cache(page_data), of_parts

    def part(self, name: str, make: Callable[[PageData], str], without: Collection[str] = ()) -> SafeString:
        """A part of the page, rendered."""
        # Safe: it is what the template made of it.
        return mark_safe(make(self.of_parts.get(name, self.page_data)()))

    def data(self, name: str, make: Callable[[PageData], Any], without: Collection[str] = ()) -> Any:
        """Plain data of the page, computed."""
        return make(self.page_data())


def kept_paper(
    request: HttpRequest, template: str, seat: sight.Seat, here: str, of: str, page_data: Callable[[], PageData]
) -> HttpResponse:
    """A paper of a battle, framed as by ``papers``.  here, of: as there."""
    clock = sight.clock(seat, server_time())
    box = {**frame(seat, here, clock, of), "zone": seat.campaign.time_zone}
    return kept_page(request, template, seat, clock, box, page_data)


def kept_page(
    request: HttpRequest,
    template: str,
    seat: sight.Seat,
    clock: sight.ClockFace | None,
    around: Mapping[str, Any],
    page_data: Callable[[], PageData],
) -> HttpResponse:
    """A page whose parts are kept; 304 where its reader's copy is up to date.

    clock: as the page shows it.  around: what is outside the kept parts.
    """
    kept = Kept(request, seat, clock, page_data)
    if len(get_messages(request)):  # they are shown once
        return render(request, template, {**around, "kept": kept})
    return _unless_unchanged(
        request, kept, _around(request, around), lambda: render(request, template, {**around, "kept": kept})
    )


def kept_file(
    request: HttpRequest, seat: sight.Seat, make: Callable[[], bytes], content_type: str, name: str
) -> HttpResponse:
    """A file to be saved under a name, kept like a page."""
    kept = Kept(request, seat, None, dict)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}

    def answer() -> HttpResponse:
        return HttpResponse(kept.made("file", make), content_type=content_type, headers=headers)

    return _unless_unchanged(request, kept, (), answer)


def _unless_unchanged(
    request: HttpRequest, kept: Kept, beside: Sequence[Any], answer: Callable[[], HttpResponse]
) -> HttpResponse:
    """The answer with its ETag, a digest that gives nothing away; 304 where the reader has it.

    beside: what else the answer is made of.
    """
    said = json.dumps([release(), kept.key(), *beside], default=str)
    digest = hmac.new(settings.SECRET_KEY.encode(), said.encode(), hashlib.sha256).hexdigest()
    tag = f'"{digest[:32]}"'
    given = HttpResponseNotModified() if request.headers.get("If-None-Match") == tag else answer()
    given["ETag"] = tag
    patch_cache_control(given, private=True, no_cache=True)
    return given


def _around(request: HttpRequest, around: Mapping[str, Any]) -> tuple[Any, ...]:
    """What a page depends on besides its kept parts."""
    get_token(request)  # a form on the page bears it, and the next session has another
    reader: Any = request.reader  # type: ignore[attr-defined]  # of Readers
    user: Any = request.user
    strip = {**(around.get("strip") or {}), "now": None}
    if strip.get("runs"):  # a page reckons by the time that came with it until it hears another
        strip["now"] = around["strip"]["now"].replace(second=0, microsecond=0)
    looks = (reader.look, reader.sound, reader.toured, user.get_username(), user.get_full_name())
    return strip, around.get("tabs"), looks, request.META["CSRF_COOKIE"]


@cache
def release() -> str:
    """A digest of the files that pages are made with: the same on every machine that runs the same."""
    found = hashlib.sha256()
    files = (one for folder in CODE for one in Path(settings.BASE_DIR, folder).rglob("*"))
    for path in sorted(one for one in files if one.suffix in (".py", ".html", ".po", ".mo", ".md")):
        found.update(path.read_bytes())
    return found.hexdigest()
