"""A battle on terms of its own: its book, its options, who takes which side, and what it counts."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns import sight
from campaigns.clock import server_time
from campaigns.errors import NotUmpire, status_of
from campaigns.usecases.campaigns import preparation
from campaigns.web.muster.book_switch import SWITCH, left_over, switched, wanted_book
from campaigns.web.muster.options_form import in_families, options_form, read_options
from campaigns.web.muster.scenarios import scenarios, start_typed
from campaigns.web.page.wrapper import page
from rules.books import BOOKS, book
from rules.contract.book import Book
from rules.errors import Refused

BEGIN = {"weight": "1", "country": ""}
"""The first values of the form."""

KEPT = "kept-country"
"""A country that was chosen for another book, sent along for the way back."""

SHOWN = ("name", "scenario", "country", "briefing", "start", "weight", KEPT)
"""Its fields, beside the seats and the options; what was typed for another book is sent along."""


@page
@require_http_methods(["GET", "HEAD", "POST"])
def battle_terms(request: HttpRequest, campaign: str) -> HttpResponse:
    """Open a battle under another book or other options than its campaign's; a press on *Use this book* turns the form over."""
    seat = sight.find_campaign(request.user, campaign)
    if not seat.is_umpire:
        raise NotUmpire
    given = request.POST.copy() if request.method == "POST" else request.GET.copy()
    rules = wanted_book(given, seat.campaign.book)
    before = book(of) if (of := given.get("of")) in BOOKS else rules
    turned = request.method == "POST" and (SWITCH in given or before.key != rules.key)
    standing = seat.campaign.options if rules.key == seat.campaign.book else None
    post = given if request.method == "POST" and ("of" in given or not turned) else None
    if post is not None and before.key != rules.key:
        given = post = switched(post, before, rules, BEGIN)
    country = given.get("country") or given.get(KEPT, "")
    form = options_form(rules.register(), standing, post)
    refused: Refused | None = None
    if request.method == "POST" and not turned:
        chosen = read_options(form)
        try:
            if not any(one.error for one in form):
                made = _open(request, seat, rules, chosen)
                return redirect("campaign", campaign) if rules.on_board else redirect("muster", made)
        except Refused as fault:
            refused = fault
    countries = sight.countries(request.user)
    typed = {**BEGIN, **{key: given.get(key, "") for key in given}, "country": country}
    told = {
        "seat": seat,
        "campaign": seat.campaign,
        "book": rules,
        "books": [book(key) for key in BOOKS],
        "scenarios": scenarios(request.user, rules.key),
        "countries": [one for one in countries if one.book == rules.key],
        "elsewhere": next((one for one in countries if one.public_id == country and one.book != rules.key), None),
        "left_over": left_over(given, form, (*SHOWN, *(f"seat-{side}" for side in rules.sides))),
        "seats": seats(seat, rules),
        "families": in_families(form),
        "faulty": [one for one in form if one.error],
        "typed": typed,
        "refused": refused,
    }
    faulty = 400 if request.method == "POST" and not turned else 200
    return render(request, "campaigns/battle_terms.html", told, status=status_of(refused) if refused else faulty)


def seats(seat: sight.Seat, rules: Book) -> list[dict[str, Any]]:
    """Who takes each side of the book, where its sides are not the campaign's."""
    if sorted(rules.sides) == sorted(seat.side_names):
        return []
    return [{"side": side, "own": own} for side, own in zip(rules.sides, seat.side_names, strict=True)]


def _open(request: HttpRequest, seat: sight.Seat, rules: Book, chosen: dict[str, Any]) -> str:
    """One press of the button: the public id of the battle that it made."""
    post = request.POST
    taken = {side: post.get(f"seat-{side}", "") for side in rules.sides if f"seat-{side}" in post}
    made = preparation.open_battle(
        by=request.user,
        campaign=seat.campaign.public_id,
        name=post.get("name", ""),
        **start_typed(post, request.user, rules.key),
        briefing=post.get("briefing", ""),
        country=post.get("country", "")[:13],
        book=rules.key,
        options=chosen,
        seats=taken or None,
        weight=post.get("weight", "1"),
        now=server_time(),
    )
    return str(made.public_id)
