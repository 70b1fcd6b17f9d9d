"""The first page: my posts, whose turn it is, what is due of me; and the notices to my posts."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk.queue import queue
from campaigns.errors import status_of
from campaigns.models import Entrant
from campaigns.usecases.notices import mark_all_read
from campaigns.usecases.people.offers import accept_offer, decline_offer
from campaigns.web.desk import queueing
from campaigns.web.page import clockface
from campaigns.web.page.asking import move_in_words, page
from rules.errors import Refused

PRACTICE, MATCH = "practice", "match"
"""The purposes of campaigns that have a page of their own, and of those that are one match."""

SHOWN = 4
"""Notices that the first page shows; the others are in the in-tray."""


@page
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """My campaigns, with the battles of each and what they want of me."""
    posts = sight.posts_of(request.user)
    now = next((post.asked_at for post in posts if post.asked_at), None) or server_time()
    clocks = sight.clocks(posts, now)
    campaigns: dict[str, dict[str, Any]] = {}
    practices = [post for post in posts if post.campaign.purpose == PRACTICE]
    for post in posts:
        if post.campaign.purpose == PRACTICE:
            continue
        entry = campaigns.setdefault(
            post.campaign.public_id, {"campaign": post.campaign, "titles": [], "posts": [], "battles": post.battles}
        )
        entry["titles"].append(post.title)
        entry["posts"].append(post)
    shown = [
        {**entry, "battles": [_battle(one, entry["posts"], clocks.get(one.id)) for one in entry["battles"]]}
        for entry in campaigns.values()
    ]
    shown.sort(key=_urgency)
    inbox = sight.notices(request.user)
    unread = [one for one in inbox if one.read_at is None]
    told = {
        "campaigns": shown,
        "notices": unread[:SHOWN],
        "unread": len(unread),
        "now": now,
        "offers": sight.offers(request.user, now),
        "waits": queueing.lines(queue(posts, inbox, now), "UTC", now),
        **_practices(practices, clocks),
    }
    return render(request, "campaigns/home.html", told)


def _urgency(entry: dict[str, Any]) -> int:
    """Where a campaign stands on the page: first what waits for me, last what is over."""
    if any(one["due"] for one in entry["battles"]):
        return 0
    return 2 if entry["battles"] and all(one["fact"].status == "ended" for one in entry["battles"]) else 1


def _practices(posts: list[sight.PostFact], clocks: dict[int, sight.ClockFace]) -> dict[str, int]:
    """How many practices are open, and in how many of them one is to move; they do not stand among the posts."""
    mine = [(post, clocks.get(battle.id)) for post in posts for battle in post.battles if battle.status == "running"]
    return {"practices": len(mine), "to_move": sum(1 for post, clock in mine if clock and clock.side == post.side)}


def _battle(battle: sight.BattleFact, posts: list[sight.PostFact], clock: sight.ClockFace | None) -> dict[str, Any]:
    """A battle as one line of the first page."""
    clock = clock if battle.status == "running" else None
    side = next((post.side for post in posts if post.side), "")
    kinds = {post.kind for post in posts}
    paper, link, due = (
        SETTING_OUT if battle.status == "setting-out" and _sets_out(kinds) else _paper(clock, side, kinds)
    )
    return {
        "fact": battle,
        "side": side,
        "href": reverse(paper, args=[battle.public_id]),
        "move": move_in_words(clock) if clock else "",
        "face": clockface.face(clock, posts[0].campaign) if clock else None,
        "due": due,
        "link": link,
    }


SETTING_OUT = ("set-out", "To the setting out", "")
"""Of a battle that its players set out: the paper, the words of its link, and what is wanted."""


def _sets_out(kinds: set[str]) -> bool:
    """Whether somebody with such posts has anything to do with the setting out."""
    return bool(kinds & {"umpire", "general", "commander"})


def _paper(clock: sight.ClockFace | None, side: str, kinds: set[str]) -> tuple[str, str, str]:
    """The paper that somebody opens first, the words of its link, and what is wanted of him now, or nothing."""
    mine = clock is not None and clock.side == side
    if "umpire" in kinds:
        lies = clock is not None and clock.state in ("closed", "fire")
        return "desk", "To the desk", "The move lies with you" if lies else ""
    if "official" in kinds and mine:
        return "measuring", "To the measuring", "Your side moves"
    plays = bool(kinds & {"general", "commander"})
    return (
        "sheet",
        "To the sheet",
        "Your side moves" if clock is not None and mine and plays and clock.takes_orders else "",
    )


@page
@require_POST
def offer(request: HttpRequest, offer: str) -> HttpResponse:
    """What is offered to one is accepted, or declined."""
    if "decline" in request.POST:
        decline_offer(user=request.user, offer=offer, now=server_time())
        return redirect("home")
    try:
        taken = accept_offer(user=request.user, offer=offer, now=server_time())
    except Refused as fault:
        if status_of(fault) == 404:
            raise
        messages.error(request, fault.sentence)
        return redirect("home")
    if isinstance(taken, Entrant):
        messages.info(request, f"You play in {taken.tournament.name}.")
        return redirect("tournament", taken.tournament.public_id)
    plays = taken.campaign.purpose == MATCH
    messages.info(request, f"You play in {taken.campaign.name}." if plays else f"You are {taken.title}. Welcome.")
    return redirect("campaign", taken.campaign.public_id)


@page
@require_http_methods(["GET", "HEAD", "POST"])
def notices(request: HttpRequest) -> HttpResponse:
    """The notices to my posts; a press of the button marks them as read."""
    given = sight.notices(request.user)
    if request.method == "POST":
        mark_all_read(user=request.user, now=server_time())
        return redirect("notices")
    return render(
        request, "campaigns/notices.html", {"notices": given, "unread": sum(one.read_at is None for one in given)}
    )
