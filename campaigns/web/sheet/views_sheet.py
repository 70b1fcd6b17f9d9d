"""A commander's sheet, the status that it keeps fresh, and the receipts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from campaigns import sight
from campaigns.clock import server_time
from campaigns.errors import LastReady, Unseen, WrongState, status_of
from campaigns.usecases.orders.orders import Ready, declare_ready, recall_ready
from campaigns.web.board import plan
from campaigns.web.order_form.board_answer import Said, answered, from_the_board
from campaigns.web.page import clockface, hints, thing_view
from campaigns.web.page.events import grouped
from campaigns.web.page.frame import frame, papers, wanted_side
from campaigns.web.page.kept import MESSAGES, Kept
from campaigns.web.page.lit_links import lit_links
from campaigns.web.page.wrapper import page
from campaigns.web.sheet.board_parts import board_parts, foot, may_be_ready, readiness_on, things_of, ways
from rules.contract.pieces import PACKETS
from rules.errors import Refused
from rules.values.sentence import joined, say, say_many


def status_box(seat: sight.Seat, kept: Kept, clock: sight.ClockFace | None, seen: str = "") -> dict[str, Any]:
    """The box of clock, news and readiness at the head of a sheet.  kept: of a page whose parts depend on ``facts``."""
    if clock is None:
        return {"clock": None}
    ready = kept.data("readiness", lambda told: readiness_on(told["facts"]), MESSAGES)
    lines = clockface.news(seat, clock, seen, renews=True)
    return {
        **ready,
        "now": clock.now,
        "clock": clockface.face(clock, seat.campaign),
        "page": seen or clockface.mark(clock),
        "news": lines,
        "can_ready": ready["can_ready"] and may_be_ready(seat, clock),
        "etag": clockface.etag(replace(clock, now=clock.opened_at, seconds_left=0), lines, ready["readiness"]),
    }


@page
@require_safe
def battle(request: HttpRequest, battle: str) -> HttpResponse:
    """A battle's first page: the umpire's desk, or the sheet; during the setting out that page, or the own force that is handed over."""
    seat = sight.find_battle(request.user, battle)
    if seat.battle.status == "setting-out":
        return redirect("set-out", battle)
    if seat.battle.status == "preparing" and _puts_down(seat):
        return redirect("muster-own", battle)
    return redirect("desk" if seat.is_umpire else "sheet", battle)


def _puts_down(seat: sight.Seat) -> bool:
    """Whether a side's commander puts its force down himself, before the battle begins."""
    try:
        sight.own_muster(seat)
    except Unseen:
        return False
    return True


@page
@require_safe
def sheet(request: HttpRequest, battle: str) -> HttpResponse:
    """The sheet: clock, duties, the side's own things and their orders, what is known of the enemy."""
    seat = sight.find_battle(request.user, battle)
    if seat.rules.book.on_board:
        return redirect(f"{reverse('board', args=[battle])}{'?' + request.GET.urlencode() if request.GET else ''}")
    of = wanted_side(request, seat)
    now = server_time()
    clock, rest = sight.clock_and_sheet(seat, now, of)
    rail = {"rail": lambda: {"message_sheet": sight.messages(seat, of, 3)}}
    kept = Kept(request, seat, clock, lambda: sheet_data(seat, rest(), of), of_parts=rail)
    return render(
        request,
        "campaigns/sheet.html",
        {
            **frame(seat, "sheet", clock, of),
            **status_box(seat, kept, clock),
            "kept": kept,
            "foot": kept.data("foot", lambda told: told["foot"], MESSAGES) if clock else {},
            "zone": seat.campaign.time_zone,
            "heading": say("The sheet of {of}", of=seat.side_names.get(of, say("an observer")))
            if seat.is_umpire
            else seat.posts[0].title,
            "more_posts": 0 if seat.is_umpire else len(seat.posts) - 1,
        },
    )


def sheet_data(seat: sight.Seat, facts: sight.Sheet, of: str) -> dict[str, Any]:
    """What a sheet shows besides its clock."""
    own = sorted(facts.own, key=lambda one: not one.may_order)
    everything = [*facts.own, *facts.enemy, *facts.others]
    names = {**seat.side_names, **{one.id: one.name for one in everything}}
    pieces = seat.rules.pieces
    things = things_of(facts, lambda one: f"../order/{one.id}/" if one.is_open else "")
    size = seat.terms.options.get("map_size_ft")
    aims, under = sight.objectives(seat, of), sight.under_battle(seat, of)
    drawn = plan.draw_plan(things, size, country=facts.country, **ways(facts, things, size), flags=aims, picture=under)
    return {
        "facts": facts,
        "aims": aims,
        **board_parts(facts),
        "foot": {**foot(facts), "map": drawn is not None},
        "hint": hints.of_sheet(seat, facts, of),
        "may_order": any(one.is_open for one in own),
        "crowd": len(facts.own) >= plan.CROWD,
        "duties": []
        if seat.battle.status == "ended"
        else [{"name": one.name, "thing": one, **duty} for one in own for duty in one.duties if not one.look.gone],
        "in_all": thing_view.in_all(facts.own, pieces),
        "troops": thing_view.grouped([thing_view.row(one) for one in own], pieces),
        "plan": drawn,
        "lit_at": lit_links(seat, of) if any(one.state.get("at") for one in facts.own) else (),
        "enemy": [thing_view.row(one) for one in facts.enemy],
        "in_sight": _in_sight(facts.enemy),
        "watched": [] if seat.view(of) in seat.side_names else watched(seat, facts),
        "others": [thing_view.row(one) for one in facts.others],
        "stores": stores(facts.own),
        "kinds": pieces.stores,
        "fire": grouped(facts.fire, names, seat.rules),
    }


def watched(seat: sight.Seat, facts: sight.Sheet) -> list[dict[str, Any]]:
    """What an observer sees, who has no enemy: the things of each side."""
    of_side = {key: [one for one in facts.enemy if one.side == key] for key in seat.side_names}
    return [
        {
            "key": key,
            "name": seat.called(key),
            "rows": [thing_view.row(one) for one in those],
            "count": _in_sight(those),
        }
        for key, those in of_side.items()
    ]


def _in_sight(things: Iterable[sight.Thing]) -> int:
    """How many of these things are still there; the text version and the printed sheet count the same."""
    return sum(1 for one in things if not one.look.gone)


def stores(own: tuple[sight.Thing, ...]) -> list[dict[str, Any]]:
    """Waggons and depots of the reader's side with what they hold."""
    return [
        {
            "name": one.name,
            "arm": one.look.sign,
            "side": one.side,
            "gone": one.look.gone,
            "held": [
                (one.state.get(field.key) or {}).get(field.part, 0)
                for field in one.pieces.editable(one.group, one.state)
                if field.kind == PACKETS
            ],
        }
        for one in own
        if one.pieces.holds_packets(one.group)
    ]


@page
@require_safe
def status(request: HttpRequest, battle: str) -> HttpResponse:
    """The clock's box alone, for the page to keep fresh; 304 while nothing but the time has changed."""
    seat = sight.find_battle(request.user, battle)
    of = wanted_side(request, seat)
    now = server_time()
    clock, rest = sight.clock_and_sheet(seat, now, of)
    kept = Kept(request, seat, clock, lambda: {"facts": rest()})
    box = status_box(seat, kept, clock, request.GET.get("at", "")[:80])
    if box["clock"] and request.headers.get("If-None-Match") == box["etag"]:
        return HttpResponseNotModified()
    response = render(
        request,
        "campaigns/parts/status.html",
        {**frame(seat, "", clock, of), **box, "oob": True, "on_board": bool(request.GET.get("board"))},
    )
    if box["clock"]:
        response["ETag"] = box["etag"]
    return response


@page
@require_safe
def strip(request: HttpRequest, battle: str) -> HttpResponse:
    """The bar at the head of a page, and what is new, for pages that keep nothing else fresh."""
    seat, seen = sight.find_battle(request.user, battle), request.GET.get("at", "")[:80]
    clock = sight.clock(seat, server_time())
    of = wanted_side(request, seat) if request.GET.get("of") else ""
    box = {**frame(seat, request.GET.get("here", "")[:20], clock, of), "news": []}
    if clock is not None:
        box["news"] = clockface.news(seat, clock, seen)
    tag = clockface.etag(
        clock and replace(clock, now=clock.opened_at, seconds_left=0), box["news"], box["tabs"], seat.title
    )
    if request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified()
    response = render(request, "campaigns/parts/bar_anew.html", box)
    response["ETag"] = tag
    return response


@page
@require_POST
def ready(request: HttpRequest, battle: str) -> HttpResponse:
    """A commander says that they are ready, or takes it back."""
    seat = sight.find_battle(request.user, battle)
    now = server_time()
    facts = sight.sheet(seat, now)
    clock = facts.clock
    if clock is None:
        raise WrongState(say("The battle has not begun."))
    move = request.POST.get("move", clock.move)[:13]
    ends = request.POST.get("ends") == "yes"
    try:
        if request.POST.get("ready") != "yes":
            recall_ready(user=request.user, move=move, now=now)
            said = say("You are not ready any more. The move waits for you until its time is up.")
            return _done(request, seat, said, now)
        if facts.tally.drafts and not ends and request.POST.get("unsent") != "yes":
            return _ask_of_drafts(request, seat, facts)
        told = declare_ready(user=request.user, move=move, ends=ends, now=now)
    except LastReady as refused:
        return _ask_the_last(request, seat, refused, now)
    except Refused as refused:  # as a press that comes when the move is over
        if status_of(refused) == 404 or not from_the_board(request):
            raise
        return answered(request, seat, Said(refused=refused), now)
    return _done(request, seat, _told_ready(told), now)


def _done(request: HttpRequest, seat: sight.Seat, said: str, now: datetime) -> HttpResponse:
    """What is said after readiness was declared or taken back: on the board, or on the sheet that is opened anew."""
    if from_the_board(request):
        return answered(request, seat, Said(done=said), now)
    messages.success(request, said)
    return redirect("sheet", seat.battle.public_id)


def _told_ready(told: Ready) -> str:
    """What a commander reads after declaring that they are ready."""
    if told.called:
        return say("Your side is ready: the move has ended.")
    if told.invited:
        return say(
            "You are ready. Invited, and not here yet: {titles}. Until they have come, the move does not end because all "
            "are ready.",
            titles=joined(", ", told.invited),
        )
    return say_many(
        "You are ready. The move waits for {n} seat of your side, or until its time is up.",
        "You are ready. The move waits for {n} seats of your side, or until its time is up.",
        told.of - told.ready,
    )


def _ask_of_drafts(request: HttpRequest, seat: sight.Seat, facts: sight.Sheet) -> HttpResponse:
    """Who is ready but has drafts is asked whether to send them first."""
    told = {**frame(seat, "sheet", facts.clock), "unsent": facts.tally.drafts}
    if from_the_board(request):
        return render(request, "campaigns/parts/ready_unsent.html", told)
    return render(request, "campaigns/ready_unsent.html", told, status=409)


def _ask_the_last(request: HttpRequest, seat: sight.Seat, refused: LastReady, now: datetime) -> HttpResponse:
    """The last one to be ready would end the move: what has no order, and the question whether to go on."""
    facts = sight.sheet(seat, now)
    named = [thing_view.row(one) for one in facts.own if one.id in refused.waiting]
    told = {**frame(seat, "sheet", facts.clock), "refused": refused, "named": named}
    if from_the_board(request):
        return render(request, "campaigns/parts/ready_ask.html", told)
    return render(request, "campaigns/ready_last.html", told, status=status_of(refused))


@page
@require_safe
def receipts(request: HttpRequest, battle: str) -> HttpResponse:
    """Every receipt of the reader's side: the proof of what was in force."""
    seat = sight.find_battle(request.user, battle)
    of = wanted_side(request, seat)
    given = sight.receipts(seat, of)
    moves: dict[int, list[sight.Receipt]] = {}
    for one in given:
        moves.setdefault(one.move_number, []).append(one)
    return render(
        request,
        "campaigns/receipts.html",
        {**papers(seat, "receipts", of), "moves": moves.items(), "zone": seat.campaign.time_zone},
    )
