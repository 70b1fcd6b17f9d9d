"""A campaign is created, and its settings are changed: one form for both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk.settings import Settings
from campaigns.desk.settings import settings as settings_for
from campaigns.errors import SettingsChanged, status_of
from campaigns.usecases.campaigns.preparation import create_campaign
from campaigns.usecases.campaigns.settings import WORDS, change_campaign
from campaigns.web.muster import campaign_form, presets
from campaigns.web.muster.book_switch import SWITCH, left_over, switched, wanted_book
from campaigns.web.muster.options_form import Option, in_families, options_form, read_options
from campaigns.web.page.wrapper import page
from rules.books import BOOKS, book
from rules.contract.book import Book
from rules.errors import Refused
from rules.values.sentence import say

BOOK = "kriegspiel"
CREATED = say("The campaign is created, and you are its umpire. Give out the seats and create a battle.")
FILL = "fill"
"""The name of the buttons that fill the form by a preset and create nothing."""


@page
@require_http_methods(["GET", "HEAD", "POST"])
def campaign_new(request: HttpRequest) -> HttpResponse:
    """Open a campaign under a book: name, clock, sides, options; its maker is its umpire.

    ``?preset=`` fills the form; ``?country=`` is where its first battle shall be; a press on another book turns it over.
    """
    post = request.POST.copy() if request.method == "POST" else None
    rules = wanted_book(request.GET if post is None else post, BOOK)
    turned = post is not None and SWITCH in post
    if post is not None and turned:
        before = book(key if (key := post.get("book")) in BOOKS else BOOK)
        clocks = [key for key, *_ in campaign_form.clocks(rules)]
        post = switched(post, before, rules, campaign_form.begin(before), {"clock_mode": clocks})
    typed, form, filled = _typed(request, campaign_form.begin(rules), None, rules, post)
    refused: Refused | None = None
    if post is not None and filled is None and not turned:
        chosen = read_options(form)
        if not any(one.error for one in form):
            try:
                settings = campaign_form.read(typed, rules)
                sides = [{"key": key, **side} for key, side in settings.pop("sides").items()]
                made = create_campaign(
                    by=request.user, now=server_time(), book=rules.key, options=chosen, sides=sides, **settings
                )
                messages.info(request, CREATED)
                return redirect(_afterwards(request, made.public_id))
            except Refused as fault:
                refused = fault
    told = {
        **_shown(typed, form, rules, filled),
        "refused": refused,
        "books": [book(key) for key in BOOKS],
        "left_over": left_over(post, form, campaign_form.shown(rules)) if post is not None else (),
        "elsewhere": _of_another_book(request, rules),
    }
    status = 200 if turned else _status(request, refused, filled)
    return render(request, "campaigns/campaign_new.html", told, status=status)


def _of_another_book(request: HttpRequest, rules: Book) -> tuple[str, str] | None:
    """The country from whose page the form was opened, and its book, where that is not the book of the form."""
    wanted = request.GET.get("country", "")
    found = next((one for one in sight.countries(request.user) if wanted and one.public_id == wanted), None)
    return (found.name, book(found.book).title) if found is not None and found.book != rules.key else None


def _afterwards(request: HttpRequest, campaign: str) -> str:
    """The page of a new campaign; where it was opened from a country's page, at the form of its first battle."""
    page, country = reverse("campaign", args=[campaign]), request.GET.get("country", "")[:13]
    return f"{page}?{urlencode({'country': country})}#create-battle" if country else page


@page
@require_http_methods(["GET", "HEAD", "POST"])
def campaign_settings(request: HttpRequest, campaign: str) -> HttpResponse:
    """The settings of a campaign: everything until its first battle begins, afterwards what may still change."""
    seat = sight.find_campaign(request.user, campaign)
    facts, rules = settings_for(seat), book(seat.campaign.book)
    standing = campaign_form.standing(facts.settings, rules)
    post = request.POST.copy() if request.method == "POST" else None
    typed, form, filled = _typed(request, standing, facts.settings["options"], rules, post, fixed=bool(facts.fixed))
    refused: Refused | None = None
    if request.method == "POST" and filled is None:
        chosen = read_options(form)
        if not any(one.error for one in form):
            try:
                _change(request, campaign, typed, chosen, facts, rules)
                return redirect("campaign", campaign)
            except Refused as fault:
                refused = fault
    told = {
        **_shown(typed, form, rules, filled),
        "seat": seat,
        "campaign": seat.campaign,
        "facts": facts,
        "fixed": facts.fixed,
        "refused": refused,
        "differs": _differs(typed, standing, rules) if isinstance(refused, SettingsChanged) else (),
    }
    return render(request, "campaigns/campaign_settings.html", told, status=_status(request, refused, filled))


def _change(
    request: HttpRequest,
    campaign: str,
    typed: Mapping[str, Any],
    chosen: Mapping[str, Any],
    facts: Settings,
    rules: Book,
) -> None:
    """One press of *Save*."""
    changes = campaign_form.read(typed, rules) | ({} if "options" in facts.fixed else {"options": chosen})
    base = request.POST.get("base", "")[:64]
    change_campaign(by=request.user, campaign=campaign, now=server_time(), base=base, **changes)
    messages.info(request, say("Saved. Everybody has been told.") if facts.live else say("Saved."))


def _typed(
    request: HttpRequest,
    standing: Mapping[str, Any],
    options: Mapping[str, Any] | None,
    rules: Book,
    post: QueryDict | None,
    *,
    fixed: bool = False,
) -> tuple[dict[str, Any], list[Option], presets.Filled | None]:
    """What is in the form: what stands, what was typed instead, and what a preset sets; and that preset, if one was pressed."""
    wanted = (post if post is not None else request.GET).get(FILL if post is not None else "preset", "")
    preset = None if fixed else presets.find_preset(wanted, rules)
    typed = {key: value if post is None else post.get(key, value) for key, value in standing.items()}
    form = options_form(rules.register(), options, None if fixed else post)
    if preset is None:
        return typed, form, None
    settings, chosen = preset.settings, presets.options_of(preset, rules)
    if post is not None:
        for key, value in chosen.items():
            post[f"option-{key}"] = presets.as_typed(value)
    filled = options_form(rules.register(), {**(options or {}), **chosen}, post)
    changes = (*presets.changed_options(form, filled), *presets.changed_settings(typed, settings))
    return {**typed, **settings}, filled, presets.Filled(preset, changes)


def _shown(typed: Mapping[str, Any], form: list[Option], rules: Book, filled: presets.Filled | None) -> dict[str, Any]:
    """What both pages show of the form."""
    return {
        **campaign_form.offered(typed, rules),
        "families": in_families(form),
        "faulty": [one for one in form if one.error],
        "presets": presets.presets(rules),
        "filled": filled,
    }


def _differs(typed: Mapping[str, Any], standing: Mapping[str, Any], rules: Book) -> list[dict[str, str]]:
    """What was typed otherwise than it stands now, setting by setting."""
    names = {key: said for key, said in WORDS.items() if not key.startswith("sides.")}
    for kind, named in campaign_form.FIELDS.items():
        for side in rules.sides:
            names[named.format(side=side)] = say(
                "{field} of {name}", field=WORDS[kind], name=campaign_form.side_word(side)
            )
    return [
        {"name": said, "typed": typed[key], "stands": standing[key]}
        for key, said in names.items()
        if key in typed and typed[key].replace("\r\n", "\n") != standing[key].replace("\r\n", "\n")
    ]


def _status(request: HttpRequest, refused: Refused | None, filled: presets.Filled | None) -> int:
    if refused:
        return status_of(refused)
    return 400 if request.method == "POST" and filled is None else 200
