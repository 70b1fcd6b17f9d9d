"""The umpire's one desk: who has sent, the clock, orders in sequence, facts, the finding previewed, the move submitted."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk import Desk
from campaigns.desk import desk as read_desk
from campaigns.desk.claims import ClaimFact, fresh_claims
from campaigns.desk.papers import InvitedSeat
from campaigns.desk.query import seated
from campaigns.desk.questions import QuestionFact, open_questions
from campaigns.desk.sectors import own_sector
from campaigns.desk.sightlines import has_sight
from campaigns.errors import FactsWanting, Stale, status_of
from campaigns.usecases.desk.sectors import PRESENT_FOR, note_presence
from campaigns.usecases.moves.findings import publish_fire as settle
from campaigns.usecases.moves.findings import submit_move as submit
from campaigns.web.desk import queue_lines, remarks_form
from campaigns.web.desk.board_page import board_box, may_rule, publishing
from campaigns.web.desk.fact_fields import FactsForm
from campaigns.web.desk.facts_form import coin_wanted, facts_form, mark_meanwhile
from campaigns.web.desk.kept_parts import kept_result, parts_of_desk, sides_of
from campaigns.web.desk.publication import publication
from campaigns.web.desk.strip import is_closed, strip
from campaigns.web.desk.views_end_move import is_asked
from campaigns.web.desk.views_measurements import enter_facts
from campaigns.web.page import clockface, hints
from campaigns.web.page.frame import frame
from campaigns.web.page.kept import MESSAGES, Kept
from campaigns.web.page.wrapper import page
from rules.contract.sentences import counted
from rules.errors import Refused
from rules.values.sentence import say

UNDONE_HERE = ("overrule", "correct-order")
"""The kinds of rulings that are undone on the strip."""

CALLS = "warning-"
"""How the kinds of the last warnings begin, which the clock itself shows."""


@page
@require_safe
def desk(request: HttpRequest, battle: str) -> HttpResponse:
    """Everything that the umpire needs."""
    seat = sight.find_battle(request.user, battle)
    now = server_time()
    at_the_desk(request, seat, now)
    return show_desk(request, read_desk(seat, now))


def at_the_desk(request: HttpRequest, seat: sight.Seat, now: datetime) -> None:
    """Note that an umpire is at the desk, for the others to see."""
    seen = [post.seen_at for post in seat.posts]
    if seat.is_umpire and any(one is None or one < now - PRESENT_FOR for one in seen):
        note_presence(user=request.user, campaign_id=seat.campaign.id, now=now)


@dataclass(frozen=True)
class Pressed:
    """A refused press of a button of the desk: which one, what was typed beside it, and why."""

    act: str
    typed: Mapping[str, str]
    refused: Refused


def show_desk(
    request: HttpRequest,
    facts: Desk,
    form: FactsForm | None = None,
    refused: Refused | None = None,
    pressed: Mapping[str, Pressed] | None = None,
) -> HttpResponse:
    """The desk, with what was typed and refused.  pressed: under ``clock_pressed``, ``restore_pressed`` or ``answer_pressed``."""
    stale = isinstance(refused, Stale)
    standing = facts_form(facts)
    if stale and form is not None:
        mark_meanwhile(form, standing)
    shown, questions = form or standing, open_questions(facts.seat) if facts.asked else ()
    missing = {one.name for one in standing.fields if one.need.open and not one.answered}
    claims = fresh_claims([facts.seat.battle.id]) if facts.seat.battle.on_board else ()
    status = next((status_of(one.refused) for one in (pressed or {}).values()), 400 if form and form.faulty else 200)
    as_it_stands = form is None and refused is None and not pressed
    kept = parts_of_desk(request, facts, shown, as_it_stands)
    return render(
        request,
        "campaigns/desk.html",
        {
            **frame(facts.seat, "desk", facts.clock),
            "kept": kept,
            "has_map": kept.data("has map", lambda told: told["plan"] is not None, MESSAGES),
            **status_box(facts.seat, facts.clock, readiness_on(facts)),
            **foot_box(facts),
            **doubts_box(facts, questions, claims),
            **(pressed or {}),
            "desk": facts,
            "umpires": facts.umpires,
            "sector": own_sector(facts, facts.umpires),
            "next": hints.of_desk(facts, [one for one in shown.fields if one.error or one.name in missing]),
            "dues": _dues(facts),
            "sides": sides_of(facts),
            "move_fields": shown.move,
            "long": shown.long,
            "faulty": [one for one in shown.fields if one.error],
            "coin_wanted": coin_wanted(facts),
            "coin": request.POST.get("coin", facts.coin) if form else facts.coin,
            "typed": request.POST if form else {},
            "refused": refused,
            "stale": stale,
            "zone": facts.seat.campaign.time_zone,
            "key": secrets.token_urlsafe(12),
            "remarks": remarks_form.rows(facts, request.POST if "remarks" in request.POST else None),
        },
        status=status_of(refused) if refused else status,
    )


def doubts_box(facts: Desk, questions: Collection[QuestionFact], claims: Collection[ClaimFact]) -> dict[str, Any]:
    """What is to be decided, and whether the result is published by itself where nothing is."""
    lines = strip(facts, questions, claims)
    return {
        "strip_of": lines,
        "publication": publication(facts, lines),
        "questions": questions,
        "waits": queue_lines.of_desk(facts, questions, claims),
    }


def foot_box(facts: Desk) -> dict[str, Any]:
    """What may be done now.  may_rule: whether orders may be corrected and the result overruled; strip_rulings: those that stand."""
    return {
        "publishing": publishing(facts),
        "preview": facts.preview,
        "may_drag": may_rule(facts),
        "ask_first": is_asked(facts),
        "strip_rulings": [
            one for one in facts.rulings if not (one.revoked or one.replaced) and one.kind in UNDONE_HERE
        ],
        "may_rule": is_closed(facts) and facts.seat.battle.status == "running",
        "has_sight": has_sight(facts),
    }


def _dues(facts: Desk) -> list[dict[str, Any]]:
    """What falls due next, each with its time in the reader's time zone; this battle's are named beside those of others."""
    now, zone = facts.clock.now if facts.clock else None, facts.seat.campaign.time_zone
    shown = [one for one in facts.dues if not one.kind.startswith(CALLS)]
    beside = any(one.battle for one in shown)
    return [{"one": one, "at": clockface.local(one.due_at, zone, now), "beside": beside} for one in shown]


def status_box(
    seat: sight.Seat, clock: sight.ClockFace | None, readiness: list[dict[str, Any]], seen: str = ""
) -> dict[str, Any]:
    """The clock, who has sent and who is ready.  seen: the move and stage that the page showed before."""
    if clock is None:
        return {"clock": None}
    lines = clockface.news(seat, clock, seen, renews=True)
    return {
        "now": clock.now,
        "clock": clockface.face(clock, seat.campaign),
        "page": seen or clockface.mark(clock),
        "news": lines,
        "readiness": readiness,
        "etag": clockface.etag(replace(clock, now=clock.opened_at, seconds_left=0), lines, readiness),
    }


def readiness_on(facts: Desk) -> list[dict[str, Any]]:
    """What has come from each seat; a person with several seats and nothing sent stands there once."""
    rows: list[dict[str, Any]] = []
    silent: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for one in facts.posts:
        if not one.expected and not one.sent:
            continue
        row = {
            "title": one.title,
            "ready": one.ready_at is not None,
            "sent": one.sent,
            "expected": one.expected,
            "side": one.side,
        }
        alike = [] if row["ready"] or one.sent else silent.setdefault((one.side, one.user), [])
        alike.append(row)
        if len(alike) == 1:
            rows.append(row)
        else:
            alike[0]["title"] = say("{person}: {seats}", person=one.person, seats=counted(len(alike), "seat"))
    return rows + [_coming(one) for one in facts.invited]


def _coming(one: InvitedSeat) -> dict[str, Any]:
    """A seat to which somebody is invited."""
    return {"title": one.title, "ready": False, "sent": 0, "expected": True, "side": one.side, "invited": True}


@page
@require_safe
def desk_status(request: HttpRequest, battle: str) -> HttpResponse:
    """The clock's box of the desk alone; 304 while nothing but the time has changed, which is known before the desk is read."""
    seat = sight.find_umpires_battle(request.user, battle)
    now = server_time()
    at_the_desk(request, seat, now)
    clock = sight.clock(seat, now)
    kept = Kept(request, seat, clock, lambda: {"desk": read_desk(seat, now)}, beside=seated(seat, now))
    readiness = kept.data("readiness", lambda told: readiness_on(told["desk"]), MESSAGES) if clock else []
    box = status_box(seat, clock, readiness, request.GET.get("at", "")[:80])
    if box["clock"] and request.headers.get("If-None-Match") == box["etag"]:
        return HttpResponseNotModified()
    response = render(request, "campaigns/parts/desk_status.html", {**frame(seat, "", clock), **box, "oob": True})
    if box["clock"]:
        response["ETag"] = box["etag"]
    return response


@page
@require_POST
def measure(request: HttpRequest, battle: str) -> HttpResponse:
    """Record what was measured and show the finding; what could not be parsed stays in the form."""
    now = server_time()
    seat = sight.find_battle(request.user, battle)
    facts = read_desk(seat, now)
    form = facts_form(facts, request.POST)
    if form.faulty:
        return show_desk(request, facts, form)
    try:
        enter_facts(request, form, now)
    except Refused as refused:
        if status_of(refused) == 404:
            raise
        return show_desk(request, facts, form, refused)
    return redirect(reverse("desk", args=[battle]) + "#finding")


@page
@require_safe
def preview(request: HttpRequest, battle: str) -> HttpResponse:
    """The finding alone, as a sheet to print."""
    seat = sight.find_battle(request.user, battle)
    facts = read_desk(seat, server_time())
    kept = kept_result(request, facts, lambda: board_box(facts, over=True))
    told = {**frame(seat, "desk", facts.clock), "kept": kept, "preview": facts.preview, "desk": facts}
    return render(request, "campaigns/preview.html", told)


@page
@require_POST
def publish_fire(request: HttpRequest, battle: str) -> HttpResponse:
    """The fire is found and published; movement orders open."""
    said = say("The fire is published. Movement orders are open.")
    return _press(request, battle, lambda seat, move, now: settle(by=request.user, move=move, now=now), said)


@page
@require_POST
def submit_move(request: HttpRequest, battle: str) -> HttpResponse:
    """The move is submitted: adjudicated, published to all at once, and the next one opens."""
    said = say("The result is published. Everybody has a report.")

    def do(seat: sight.Seat, move: str, now: datetime) -> None:
        submit(by=request.user, move=move, remarks=remarks_form.typed(request.POST, seat), now=now)

    return _press(request, battle, do, said)


def _press(request: HttpRequest, battle: str, do: Any, said: str) -> HttpResponse:
    """Do what a main button of the desk does; a refusal is shown on the desk."""
    now = server_time()
    seat = sight.find_umpires_battle(request.user, battle)
    try:
        do(seat, request.POST.get("move", "")[:13], now)
    except Refused as refused:
        if status_of(refused) == 404:
            raise
        return show_desk(request, read_desk(seat, now), None, _in_words(refused))
    messages.info(request, said)
    return redirect("desk", battle)


def _in_words(refused: Refused) -> Refused:
    """A refusal because facts are missing names the first of them."""
    if isinstance(refused, FactsWanting) and refused.needs:
        refused.sentence = say(
            "{sentence} The first: {question}", sentence=refused.sentence, question=refused.needs[0].question
        )
    return refused
