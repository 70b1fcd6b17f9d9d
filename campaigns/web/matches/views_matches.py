"""Matches and tournaments: opened, read, entered, begun, left."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import machines, sight
from campaigns.clock import server_time
from campaigns.errors import NotUmpire, status_of
from campaigns.sight import matches as seen
from campaigns.usecases.matches import matches, tournaments
from campaigns.web.matches.views_practice import FIRST_OF_ALL, read_opponent
from campaigns.web.page.measures import read_count
from campaigns.web.page.wrapper import page
from rules.books import BOOKS, book
from rules.errors import Invalid, Refused
from rules.values.sentence import of_field, say

BEGIN = {
    "name": "",
    "book": FIRST_OF_ALL,
    "best_of": "3",
    "fixed_minutes": "0",
    "first": "",
    "second": "",
    "weight": "1",
}


@page
@require_safe
def match_list(request: HttpRequest) -> HttpResponse:
    """My matches and tournaments."""
    told = {"matches": seen.matches(request.user), "tournaments": seen.tournaments(request.user)}
    return render(request, "campaigns/matches.html", told)


@page
@require_http_methods(["GET", "HEAD", "POST"])
def match(request: HttpRequest, match: str) -> HttpResponse:
    """A match: its score, its games, and its winner; the person who opened it may call it off while it waits."""
    (seat, fact), refused = seen.match(request.user, match), None
    if request.method == "POST":
        try:
            matches.call_off(by=request.user, match=match, now=server_time())
            messages.info(request, say("The match is cancelled."))
            return redirect("matches")
        except Refused as fault:
            refused = fault
    told = {"seat": seat, "campaign": seat.campaign, "match": fact, "refused": refused}
    return render(request, "campaigns/match.html", told, status=status_of(refused) if refused else 200)


@page
@require_http_methods(["GET", "HEAD", "POST"])
def match_new(request: HttpRequest, campaign: str = "") -> HttpResponse:
    """Open a match: between two players, or in a campaign between its Generals."""
    seat = sight.find_campaign(request.user, campaign) if campaign else None
    if seat is not None and not seat.is_umpire:
        raise NotUmpire
    typed, refused = _typed(request), None
    if request.method == "POST":
        try:
            common = {"by": request.user, "name": typed["name"], "now": server_time(), **_terms(typed)}
            if seat is not None:
                made = matches.match_in_campaign(campaign=campaign, weight=typed["weight"], **common)
            else:
                first, second = (_player(typed[one], one) for one in ("first", "second"))
                made = matches.new_match(first=first, second=second, **common)
            return redirect("match", made.public_id)
        except Refused as fault:
            refused = fault
    told = {"seat": seat, "campaign": seat.campaign if seat else None, **_form(typed, refused)}
    return render(request, "campaigns/match_new.html", told, status=status_of(refused) if refused else 200)


@page
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_new(request: HttpRequest) -> HttpResponse:
    """Make a tournament; its players are entered on its own page."""
    typed, refused = _typed(request), None
    if request.method == "POST":
        try:
            made = tournaments.create_tournament(
                by=request.user, name=typed["name"], now=server_time(), **_terms(typed)
            )
            return redirect("tournament", made.public_id)
        except Refused as fault:
            refused = fault
    told = _form(typed, refused)
    return render(request, "campaigns/tournament_new.html", told, status=status_of(refused) if refused else 200)


@page
@require_http_methods(["GET", "HEAD", "POST"])
def tournament(request: HttpRequest, tournament: str) -> HttpResponse:
    """A tournament: its cross-table, its rounds; the person who runs it enters players and begins it."""
    fact, refused = seen.tournament(request.user, tournament), None
    if request.method == "POST":
        try:
            _press(request, tournament)
            return redirect("tournament", tournament)
        except Refused as fault:
            refused = fault
    told = {"tournament": fact, "opponents": opponents(fact.book), "refused": refused, "typed": request.POST}
    return render(request, "campaigns/tournament.html", told, status=status_of(refused) if refused else 200)


def _press(request: HttpRequest, tournament: str) -> None:
    """One press of one button of a tournament's page."""
    by, now = request.user, server_time()
    if request.POST.get("begin"):
        tournaments.start_tournament(by=by, tournament=tournament, now=now)
        messages.info(request, say("The tournament has begun; the matches of the first round are open."))
    elif request.POST.get("withdraw"):
        tournaments.withdraw(by=by, tournament=tournament, entrant=request.POST["withdraw"][:13], now=now)
    else:
        machine = request.POST.get("machine", "")[:20]
        word = machine if request.POST.get("enter") == "machine" else request.POST.get("user", "")[:151].strip()
        who = _player(word, "user", machine=request.POST.get("enter") == "machine")
        tournaments.enter(by=by, tournament=tournament, now=now, **who)


def _typed(request: HttpRequest) -> dict[str, str]:
    if request.method != "POST":
        return {**BEGIN, "first": request.user.get_username()}
    return {key: request.POST.get(key, "")[:160] for key in BEGIN}


def _terms(typed: dict[str, str]) -> dict[str, Any]:
    """The game, the number of games, and the time for a move; Invalid names what is wrong."""
    found: dict[str, Any] = {"book": typed["book"]}
    for key in ("best_of", "fixed_minutes"):
        try:
            found[key] = read_count(typed[key], matches.MOST_MINUTES)
        except ValueError as fault:
            raise Invalid(of_field(key, fault.args[0])) from fault
    return found


def _player(word: str, field: str, *, machine: bool = False) -> dict[str, Any]:
    """A player as typed: a log-in name, or a machine's word as ``house-2``."""
    word = word.strip()
    if not word:
        raise Invalid(of_field(field, say("enter a player")))
    engine = word.partition("-")[0]
    if machine or (engine in (machines.BUILT_IN, machines.UCI) and word.rpartition("-")[2].isdigit()):
        engine, level = read_opponent(word)
        return {"engine": engine, "level": level}
    return {"user": word}


def opponents(key: str) -> list[dict[str, str]]:
    """The machines that play a book, by the word of a form."""
    return [
        {"word": f"{engine}-{one.level}", "title": one.title}
        for engine, levels in machines.offered(key).items()
        for one in levels
    ]


def _form(typed: dict[str, str], refused: Refused | None) -> dict[str, Any]:
    games = [book(key) for key in BOOKS if book(key).on_board]
    by_game = [(game.title, found) for game in games if (found := opponents(game.key))]
    return {"typed": typed, "refused": refused, "games": games, "opponents": by_game}
