"""The muster of a battle as a board: the page, and what is changed on it, by a script in parts or by forms as a page."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk.muster import MusterSheet, muster
from campaigns.errors import status_of
from campaigns.usecases.campaigns import preparation
from campaigns.usecases.muster import curtain
from campaigns.usecases.muster import draft as drafts
from campaigns.usecases.muster.series import next_in_series
from campaigns.web.desk.panel import BOARD
from campaigns.web.desk.ruled_values import Value
from campaigns.web.muster.done import done_of, new_chiefs
from campaigns.web.muster.muster_board import BRIGADE, PARTS, TRAY, View, told, view_of
from campaigns.web.muster.muster_deeds import DEEDS, written
from campaigns.web.page.frame import papers
from campaigns.web.page.measures import read_inches
from campaigns.web.page.wrapper import page
from rules.errors import Invalid, Refused
from rules.values.sentence import of_field, say

ANSWER = "campaigns/parts/muster_answer.html"

CURTAIN = ("hand-over", "take-back")
"""Presses by which a side's General puts down its force, or does no longer."""


def umpires_muster(request: HttpRequest, battle: str) -> sight.Seat | HttpResponseRedirect:
    """The umpire's seat of a battle that is prepared on a floor; back to the battle from any other, with the reason."""
    seat = sight.find_umpires_battle(request.user, battle)
    if seat.battle.status == "preparing" and not seat.battle.on_board:
        return seat
    if seat.battle.on_board:
        messages.warning(request, say("This game is played on a board. Its men stand where its rules put them."))
        return redirect("campaign", seat.campaign.public_id)
    if seat.battle.status == "setting-out":
        messages.warning(request, say("The players are setting out their troops now."))
        return redirect("set-out", battle)
    messages.warning(request, say("The battle has begun. Its forces can be changed on the desk only."))
    return redirect("desk", battle)


@page
@require_safe
def muster_page(request: HttpRequest, battle: str) -> HttpResponse:
    """The muster; for its script the parts of it that change when something else is taken in hand."""
    seat = umpires_muster(request, battle)
    if isinstance(seat, HttpResponseRedirect):
        return seat
    view = view_of(request, seat)
    if not request.headers.get(BOARD):
        return _page(request, muster(seat, request.user, server_time()), view)
    parts = request.GET.get("parts", "").split() or None
    return _answer(request, muster(seat, request.user, server_time()), view, parts=parts)


def _page(
    request: HttpRequest,
    sheet: MusterSheet,
    view: View,
    refused: Refused | None = None,
    values: list[Value] | None = None,
) -> HttpResponse:
    """The whole page."""
    context = {**papers(sheet.seat, "muster"), **told(request, sheet, view, values), "refused": refused}
    context["lives_at"] = reverse("muster", args=[sheet.seat.battle.public_id])
    status = status_of(refused) if refused else 400 if _faulty(values) else 200
    return render(request, "campaigns/muster.html", context, status=status)


def _faulty(values: list[Value] | None) -> bool:
    return any(one.error for one in values or ())


def _answer(
    request: HttpRequest,
    sheet: MusterSheet,
    view: View,
    refused: Refused | None = None,
    values: list[Value] | None = None,
    parts: list[str] | None = None,
) -> HttpResponse:
    """The parts of the page for its script.  parts: those that are wanted; left out, all."""
    context = {
        "battle": {"id": sheet.seat.battle.public_id, "name": sheet.seat.battle.name},
        "seat": sheet.seat,
        "refused": refused,
        "faulty": _faulty(values),
        "parts": parts or PARTS,
        **told(request, sheet, view, values, parts or PARTS),
    }
    status = status_of(refused) if refused else 400 if _faulty(values) else 200
    answer = render(request, ANSWER, context, status=status)
    answer[BOARD] = "1"
    return answer


# -- changed ------------------------------------------------------------------------------------------


@page
@require_POST
def muster_change(request: HttpRequest, battle: str) -> HttpResponse:
    """One press: the force is changed, or taken back; what is refused is shown with everything that was typed."""
    seat = umpires_muster(request, battle)
    if isinstance(seat, HttpResponseRedirect):
        return seat
    view, act = view_of(request, seat), request.POST.get("act", "")
    values: list[Value] | None = None
    refused: Refused | None = None
    before = muster(seat)
    try:
        if act == "country":
            return _moved(request, battle)
        if act == "save":
            thing, values, changes = written(request, before)
            view.thing = thing if not request.headers.get(BOARD) or _faulty(values) else view.thing
            if changes and not _faulty(values):
                view.done = done_of(act, before, _change(request, battle, changes), [thing])
        elif act in CURTAIN:
            _hand_over(request, battle, view.side, act)
        elif act in ("undo", "redo"):
            made = (drafts.undo_draft if act == "undo" else drafts.redo_draft)(
                by=request.user, battle=battle, now=server_time()
            )
            there = before.seat.rules.pieces.find(made.start, view.thing) is not None
            view.thing = view.thing if there else _chief(before, made.things)
            view.done = done_of(act, before, made, ())
        elif act in DEEDS:
            made = _change(request, battle, DEEDS[act](request, before, view.side))
            view = replace(_in_hand(before, view, act, made), next_name=_next_name(request, act, made))
            new = act in ("put", "duplicate")
            stood = request.POST.get("template", "").startswith(TRAY) and act == "put"
            things = new_chiefs(before, made.things) if new and not stood else request.POST.getlist("things")
            view.done = done_of(act, before, made, things)
        else:
            raise Invalid(of_field("act", say("there is no such button")))
    except Refused as fault:
        if status_of(fault) == 404:
            raise
        refused = fault
    return _shown(request, seat, view, refused, values)


def _change(request: HttpRequest, battle: str, changes: list[dict[str, Any]]) -> drafts.Draft:
    """The changes, on the revision that the page had."""
    typed = request.POST.get("base", "")
    base = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 10 else typed
    return drafts.change_draft(by=request.user, battle=battle, base=base, changes=changes, now=server_time())


def _hand_over(request: HttpRequest, battle: str, side: str, act: str) -> None:
    """A side puts its own force down, in a zone, or no longer."""
    if act == "take-back":
        curtain.take_back_force(by=request.user, battle=battle, side=side, now=server_time())
        return
    typed = request.POST.get("zone", "").replace(",", " ").split()
    try:
        zone: Any = [read_inches(one) for one in typed] or curtain.OWN_HALF
    except ValueError as fault:
        raise Invalid(of_field("zone", fault.args[0])) from fault
    curtain.open_curtain(by=request.user, battle=battle, side=side, zone=zone, now=server_time())


def _moved(request: HttpRequest, battle: str) -> HttpResponse:
    """The battle is moved to a country."""
    chosen = request.POST.get("country", "")[:13]
    if not chosen:
        raise Invalid(of_field("country", say("choose one")))
    preparation.change_battle(by=request.user, battle=battle, country=chosen, now=server_time())
    return redirect("muster", battle)


def _in_hand(before: MusterSheet, view: View, act: str, made: drafts.Draft) -> View:
    """What is in hand after a change: what was put down or doubled, else what was."""
    if act == "remove":
        return replace(view, thing="", marked=frozenset())
    if act in ("put", "duplicate"):
        return replace(view, thing=_chief(before, made.things), marked=frozenset())
    return view


def _next_name(request: HttpRequest, act: str, made: drafts.Draft) -> str:
    """The next name in the series of one that was typed for what was put down; empty where none was."""
    named = request.POST.get("name", "").strip()
    if act != "put" or not named:
        return ""
    things = (one for group in made.start.values() if isinstance(group, dict) for one in group.values())
    return next_in_series(named, {str(one.get("name", "")) for one in things if isinstance(one, dict)})


def _chief(before: MusterSheet, things: tuple[str, ...]) -> str:
    """Of the things that a change touched the one that was not there, and that nobody serves."""
    return next(iter(new_chiefs(before, things)), "")


def _shown(
    request: HttpRequest, seat: sight.Seat, view: View, refused: Refused | None, values: list[Value] | None
) -> HttpResponse:
    """The answer to a press: parts for the script; as a page, or back to it where all went well."""
    again = refused is not None or _faulty(values)
    values = values if again else None
    if again:
        view = replace(view, typed=request.POST.dict(), thing=view.thing or request.POST.get("things", "")[:64])
    if request.headers.get(BOARD):
        return _answer(request, muster(seat, request.user, server_time()), view, refused, values)
    if again:
        return _page(request, muster(seat, request.user, server_time()), view, refused, values)
    query = {"side": view.side, **({"thing": view.thing} if view.thing else {})}
    if view.next_name:
        query |= {"name": view.next_name} | {key: request.POST.get(key, "") for key in ("template", BRIGADE)}
    return HttpResponseRedirect(f"{reverse('muster', args=[seat.battle.public_id])}?{urlencode(query)}")
