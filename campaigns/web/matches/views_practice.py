"""Practice against a machine: choose the opponent and the side, then go to the board."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns import machines, sight
from campaigns.clock import server_time
from campaigns.errors import status_of
from campaigns.sight.machines import given_up
from campaigns.usecases.matches.machines import ask_again
from campaigns.usecases.matches.practice import MOST_OPEN, start_practice
from campaigns.web.page.measures import read_count
from campaigns.web.page.wrapper import page
from rules.books import BOOKS, book
from rules.errors import Invalid, Refused
from rules.values.sentence import of_field, say

FIRST_OF_ALL = "war-chess"
BEGIN = {"book": FIRST_OF_ALL, "opponent": "house-1", "side": ""}


@page
@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest) -> HttpResponse:
    """Choose an opponent and a side, both with defaults, and go to the board."""
    given = request.POST if request.method == "POST" else request.GET
    typed = {key: given.get(key, "")[:20] or said for key, said in BEGIN.items()}
    refused: Refused | None = None
    if request.method == "POST":
        try:
            if request.POST.get("again"):
                ask_again(by=request.user, move=request.POST["again"][:13], now=server_time())
                return redirect("practice")
            engine, level = read_opponent(typed["opponent"])
            made = start_practice(
                user=request.user, book=typed["book"], engine=engine, level=level, side=typed["side"], now=server_time()
            )
            return redirect("battle", made.public_id)
        except Refused as fault:
            refused = fault
    status = status_of(refused) if refused else 200
    return render(request, "campaigns/practice.html", {**_offered(request, typed), "refused": refused}, status=status)


def read_opponent(word: str) -> tuple[str, int]:
    """Engine and level of a word as ``house-2``; Invalid where it is none."""
    engine, _, level = word.partition("-")
    try:
        return engine, read_count(level, 100)
    except ValueError as fault:
        raise Invalid(of_field("opponent", say("choose your opponent"))) from fault


def opponents(key: str) -> list[dict[str, str]]:
    """The machines that play a book, the weakest first: the word of a form, title, and what to expect."""
    return [
        {"word": f"{engine}-{one.level}", "title": one.title, "says": one.says}
        for engine, levels in machines.offered(key).items()
        for one in levels
    ]


def _offered(request: HttpRequest, typed: dict[str, str]) -> dict[str, Any]:
    """What the page shows: games, opponents, sides, and the practices that are open."""
    games = [book(key) for key in BOOKS if book(key).on_board]
    rules = next((one for one in games if one.key == typed["book"]), book(FIRST_OF_ALL))
    against = opponents(rules.key)
    if against and typed["opponent"] not in [one["word"] for one in against]:
        typed["opponent"] = against[0]["word"]
    if typed["side"] not in rules.sides:
        typed["side"] = rules.sides[0]
    posts = [post for post in sight.posts_of(request.user) if post.campaign.purpose == "practice"]
    clocks = sight.clocks(posts, server_time())
    failed = given_up(battle for post in posts for battle in post.battles)
    opened = [
        {
            "battle": battle,
            "mine": clock is not None and clock.side == post.side,
            "number": clock.number if clock else 0,
            "failed": failed.get(battle.id),
        }
        for post in posts
        for battle in post.battles
        if battle.status == "running"
        for clock in [clocks.get(battle.id)]
    ]
    over = [battle for post in posts for battle in post.battles if battle.status == "ended"][:MOST_OPEN]
    playable = [one for one in games if one.key == rules.key or opponents(one.key)]
    return {
        "games": playable,
        "rules": rules, "opponents": against, "typed": typed, "opened": opened, "over": over, "most": MOST_OPEN,
    }  # fmt: skip
