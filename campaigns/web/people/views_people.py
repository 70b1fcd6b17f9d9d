"""A person's own pages: profile, calendar, how pages look and in which language, closed tours, no more mail."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from zoneinfo import available_timezones

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import sight
from campaigns.clock import server_time
from campaigns.errors import status_of
from campaigns.models import Person
from campaigns.serving.reach import link_for_others
from campaigns.usecases.people.letters import unsubscriber
from campaigns.usecases.people.profile import (
    REMIND,
    change_profile,
    dismiss_tour,
    feed_token,
    owner_of_feed,
    person_of,
    renew_feed,
    shown,
    unsubscribe,
)
from campaigns.usecases.people.tokens import revoke_token, tokens_of
from campaigns.web.page.calendar import Entry
from campaigns.web.page.calendar import calendar as as_calendar
from campaigns.web.page.reader import LOOK
from campaigns.web.page.wrapper import open_page, page
from campaigns.words.languages import in_language, languages, spoken
from campaigns.words.translation import translated
from rules.errors import Refused
from rules.values.sentence import say

KEPT_FOR = 365 * 24 * 60 * 60
"""Seconds for which a browser remembers how pages are to look, and their language."""


@lru_cache(maxsize=1)
def zones() -> tuple[str, ...]:
    """The time zones by the cities that name them."""
    return tuple(sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/")))


@page
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """The reader's profile: name, zone, look, quiet hours, mail, calendar."""
    refused: Refused | None = None
    typed: Any = _as_read(request, shown(person_of(request.user)))
    if request.method == "POST":
        try:
            person = change_profile(user=request.user, now=server_time(), **_profile(request))
        except Refused as fault:
            refused, typed = fault, {**request.POST.dict(), "sound": "sound" in request.POST}
        else:
            messages.info(request, say("Your profile is saved."))
            answer = _remembering(redirect("profile"), LOOK, person.look)
            return _remembering(answer, settings.LANGUAGE_COOKIE_NAME, person.language)
    told = {
        "typed": typed,
        "refused": refused,
        "zones": zones(),
        "looks": Person.Look.choices,
        "languages": [("", Person.Look.DEVICE.label), *languages().items()],
        "wishes": Person.MailWish.choices,
        "hours": REMIND,
        "mailed": bool(settings.EMAIL_URL),
        "deadlines": sight.deadlines(request.user, server_time()),
        "calendar": _calendar_address(request),
        "tokens": tokens_of(request.user, server_time()),
    }
    return render(request, "campaigns/profile.html", told, status=status_of(refused) if refused else 200)


def _as_read(request: HttpRequest, kept: Mapping[str, Any]) -> dict[str, Any]:
    """What a profile keeps; where it says nothing, the look and language that were chosen in this browser before the log-in.

    Else saving any other field would undo that choice.
    """
    chosen = {"look": request.COOKIES.get(LOOK, ""), "language": request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")}
    return {**kept} | {field: kept[field] or choice for field, choice in chosen.items()}


def _profile(request: HttpRequest) -> dict[str, Any]:
    """The fields of the form."""
    sent = request.POST
    fields: dict[str, Any] = {
        field: sent.get(field, "")
        for field in ("name", "time_zone", "look", "language", "quiet_from", "quiet_until", "mail_wish")
    }
    hours = {str(number): number for number in REMIND}
    return {**fields, "sound": "sound" in sent, "remind_hours": hours.get(sent.get("remind_hours", "0"), -1)}


def _calendar_address(request: HttpRequest) -> str:
    """The whole address of somebody's calendar, if they have one; it is made on their first request."""
    person = person_of(request.user)
    return link_for_others(request, reverse("calendar", args=[feed_token(person)])) if person.feed else ""


@page
@require_POST
def token_revoke(request: HttpRequest, token: str) -> HttpResponse:
    """Revoke a program's token."""
    revoke_token(user=request.user, token=token)
    messages.info(request, say("The token is revoked. It no longer works."))
    return redirect(reverse("profile") + "#programs")


@page
@require_POST
def calendar_renew(request: HttpRequest) -> HttpResponse:
    """Give the reader's calendar an address, or a new one; the old one stops working."""
    renew_feed(user=request.user)
    return redirect(reverse("profile") + "#calendar")


@open_page
@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """The deadlines of the person whose address this is, for their calendar program, in their language."""
    user = owner_of_feed(token)
    now = server_time()
    with in_language(person_of(user).language or spoken()):
        entries = [
            Entry(
                uid=f"{one.move}@kriegspiel",
                at=one.closes_at,
                title=translated(_due(one.number, one.rules)),
                href=request.build_absolute_uri(reverse("battle", args=[one.battle])),
                revised=int(one.closes_at.timestamp()) // 60,
            )
            for one in sight.deadlines(user, now)
        ]
    answer = HttpResponse(as_calendar(entries, name="Kriegspiel", now=now), content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = 'inline; filename="kriegspiel.ics"'
    return answer


def _due(number: int, rules: bool) -> str:
    """The title of a deadline in a calendar.  rules: for the umpire."""
    return (
        say("Kriegspiel: move {number} closes", number=number)
        if rules
        else say("Kriegspiel: orders for move {number} are due", number=number)
    )


@open_page
@require_POST
def look(request: HttpRequest) -> HttpResponse:
    """Light, dark, or as the device says: kept in the browser, and in the profile of a user who is logged in."""
    wished = request.POST.get(LOOK, "")
    if request.user.is_authenticated:
        change_profile(user=request.user, now=server_time(), look=wished)
    elif wished not in Person.Look.values:
        wished = ""
    return _remembering(redirect(_back(request)), LOOK, wished)


@open_page
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """The language of pages: kept in the browser, and in the profile of a user who is logged in."""
    wished = request.POST.get("language", "")
    if request.user.is_authenticated:
        change_profile(user=request.user, now=server_time(), language=wished)
    elif wished not in languages():
        wished = ""
    return _remembering(redirect(_back(request)), settings.LANGUAGE_COOKIE_NAME, wished)


def _remembering(answer: HttpResponse, what: str, chosen: str) -> HttpResponse:
    """An answer with which the browser remembers what was chosen, under the name of a cookie; empty: nothing any more."""
    if chosen:
        answer.set_cookie(
            what,
            chosen,
            max_age=KEPT_FOR,
            secure=bool(settings.SESSION_COOKIE_SECURE),
            httponly=True,
            samesite="Lax",
        )
    else:
        answer.delete_cookie(what)
    return answer


def _back(request: HttpRequest) -> str:
    """The page on which a button was pressed, where it is one of ours."""
    told = request.POST.get("next") or request.META.get("HTTP_REFERER", "")
    return told if url_has_allowed_host_and_scheme(told, {request.get_host()}, request.is_secure()) else reverse("home")


@page
@require_POST
def tour(request: HttpRequest, tour: str) -> HttpResponse:
    """Close a tour, or show it again."""
    dismiss_tour(user=request.user, tour=tour, away=request.POST.get("away") != "no")
    return redirect(_back(request))


@csrf_exempt  # the address itself is what entitles, and the reader's mail program presses the button for him  [RFC 8058]
@open_page
@require_http_methods(["GET", "HEAD", "POST"])
def mail_off(request: HttpRequest, token: str) -> HttpResponse:
    """The person with this address from a mail stops mails; a GET changes nothing."""
    person = unsubscriber(token)
    done = request.method == "POST"
    if done:
        unsubscribe(person=person, now=server_time())
    return render(request, "campaigns/mail_off.html", {"done": done})
