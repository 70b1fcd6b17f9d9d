"""The first page: the reader's battles, whose turn it is, what is due from them; and the notices to their seats."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk.queue import queue
from campaigns.errors import status_of
from campaigns.models import Entrant
from campaigns.sight.overview import BattleGlance, Glance, overview
from campaigns.templatetags.marks import sentence
from campaigns.usecases.notices import mark_all_read
from campaigns.usecases.people.offers import accept_offer, decline_offer
from campaigns.web.desk import queue_lines
from campaigns.web.page import clockface
from campaigns.web.page.frame import move_in_words
from campaigns.web.page.wrapper import page
from rules.books import book
from rules.errors import Refused
from rules.values.sentence import say

PRACTICE, MATCH = "practice", "match"
"""The purposes of campaigns that have a page of their own, and of those that are one match."""

SHOWN = 4
"""Notices that the first page shows; the others are in the in-tray."""

CAMPAIGNS = 50
"""Campaigns on one page."""

WAITING = 20
"""Lines of what waits for an umpire on the first page, unless they open all."""


@page
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The reader's campaigns, with the battles of each and what they have to do; many on several pages, urgent ones first."""
    glances = overview(request.user, server_time)
    now = server_time()
    ranked = sorted((one for one in glances if one.purpose != PRACTICE), key=_urgency)
    here = Paginator(ranked, CAMPAIGNS).get_page(request.GET.get("page"))
    inbox = sight.notices(request.user)
    unread = [one for one in inbox if one.read_at is None]
    waits = queue(glances, inbox, now)
    most = len(waits) if "waits" in request.GET else WAITING
    told = {
        "here": here,
        "campaigns": [{"campaign": one, "battles": [_battle(one, battle) for battle in one.battles]} for one in here],
        "notices": unread[:SHOWN],
        "unread": len(unread),
        "now": now,
        "offers": sight.offers(request.user, now),
        "waits": queue_lines.lines(waits[:most], "UTC", now),
        "more_waits": max(len(waits) - most, 0),
        "is_umpire": any("umpire" in one.kinds for one in glances),
        **_practices([one for one in glances if one.purpose == PRACTICE]),
    }
    return render(request, "campaigns/home.html", told)


def _urgency(one: Glance) -> int:
    """The rank of a campaign on the page: first what waits for the reader, last what is over."""
    if any(battle.status == "running" and _paper(battle.clock, one.side, one.kinds)[2] for battle in one.battles):
        return 0
    return 2 if one.battles and all(battle.status == "ended" for battle in one.battles) else 1


def _practices(glances: list[Glance]) -> dict[str, int]:
    """How many practices are open, and in how many of them it is the reader's turn; they are not listed with the seats."""
    mine = [(one.side, battle.clock) for one in glances for battle in one.battles if battle.status == "running"]
    return {"practices": len(mine), "to_move": sum(1 for side, clock in mine if clock and clock.side == side)}


def _battle(campaign: Glance, battle: BattleGlance) -> dict[str, Any]:
    """A battle as one line of the first page."""
    paper, link, due = _paper(battle.clock, campaign.side, campaign.kinds)
    if battle.status == "setting-out" and _sets_out(campaign.kinds):
        paper, link, due = SETTING_OUT
    if battle.status == "ended" and not book(battle.book).on_board:  # a board shows its end itself
        paper, link = "after", say("Read how it ended")
    return {
        "fact": battle,
        "side": campaign.side,
        "side_name": campaign.side_name,
        "href": reverse(paper, args=[battle.public_id]),
        "move": move_in_words(battle.clock) if battle.clock else "",
        "face": clockface.face(battle.clock, campaign) if battle.clock else None,
        "due": due,
        "link": link,
    }


SETTING_OUT = ("set-out", say("Set out the troops"), "")
"""For a battle that its players set out: the paper, the words of its link, and what to do."""


def _sets_out(kinds: Collection[str]) -> bool:
    """Whether somebody with such seats takes part in the setting out."""
    return not {"umpire", "general", "commander"}.isdisjoint(kinds)


def _paper(clock: sight.ClockFace | None, side: str, kinds: Collection[str]) -> tuple[str, str, str]:
    """The paper that somebody opens first, the words of its link, and what they have to do now, or nothing."""
    mine = clock is not None and clock.side == side
    if "umpire" in kinds:
        lies = clock is not None and clock.state in ("closed", "fire")
        return "desk", say("Open the desk"), say("Your turn to rule") if lies else ""
    if "official" in kinds and mine:
        return "measuring", say("Open the measuring"), say("Your side moves")
    plays = not {"general", "commander"}.isdisjoint(kinds)
    return (
        "sheet",
        say("Open the battle"),
        say("Your side moves") if clock is not None and mine and plays and clock.takes_orders else "",
    )


@page
@require_POST
def offer(request: HttpRequest, offer: str) -> HttpResponse:
    """Accept or decline an offer."""
    if "decline" in request.POST:
        decline_offer(user=request.user, offer=offer, now=server_time())
        return redirect("home")
    try:
        taken = accept_offer(user=request.user, offer=offer, now=server_time())
    except Refused as fault:
        if status_of(fault) == 404:
            raise
        messages.error(request, sentence(fault.sentence))
        return redirect("home")
    if isinstance(taken, Entrant):
        messages.info(request, say("You play in {name}.", name=taken.tournament.name))
        return redirect("tournament", taken.tournament.public_id)
    plays = taken.campaign.purpose == MATCH
    messages.info(
        request,
        say("You play in {name}.", name=taken.campaign.name)
        if plays
        else say("You are {title}. Welcome.", title=taken.title),
    )
    return redirect("campaign", taken.campaign.public_id)


@page
@require_http_methods(["GET", "HEAD", "POST"])
def notices(request: HttpRequest) -> HttpResponse:
    """The notices to the reader's seats; a press of the button marks them as read."""
    given = sight.notices(request.user)
    if request.method == "POST":
        mark_all_read(user=request.user, now=server_time())
        return redirect("notices")
    told = {"groups": _by_battle(given), "unread": sum(one.read_at is None for one in given)}
    return render(request, "campaigns/notices.html", told)


def _by_battle(given: Iterable[sight.NoticeFact]) -> list[dict[str, Any]]:
    """Notices, given the latest first, under their battles: first the battle with the latest notice.

    Notices without a battle are together, in one group without a name.
    """
    groups: dict[str, dict[str, Any]] = {}
    for one in given:
        group = groups.setdefault(
            one.battle, {"key": one.battle or "other", "battle": one.battle, "name": one.battle_name, "notices": []}
        )
        group["notices"].append(one)
    return list(groups.values())
