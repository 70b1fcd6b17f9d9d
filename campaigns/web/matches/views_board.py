"""A game on a board: moved by touch, by key or by typing, read back before it is played, and refused with the reason marked."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from campaigns import sight
from campaigns.clock import server_time
from campaigns.errors import MoveClosed, status_of
from campaigns.serving.arrival import arrived
from campaigns.usecases.matches.board_turns import check_play, play
from campaigns.web.board import boards
from campaigns.web.matches import board_form
from campaigns.web.matches.players import players
from campaigns.web.page import clockface
from campaigns.web.page.frame import frame
from campaigns.web.page.wrapper import page
from rules.errors import Refused
from rules.values.sentence import say, word


@page
@require_safe
def board(request: HttpRequest, battle: str) -> HttpResponse:
    """The board of a game as the asker may know it, with what they have touched and where it may go.

    304 where the page that asks is up to date.
    """
    seat = sight.find_battle(request.user, battle)
    facts = sight.game(seat, server_time(), request.GET.get("of", ""))
    if request.GET.get("at") == facts.mark:
        return HttpResponseNotModified()
    return _page(request, facts)


@page
@require_POST
def board_play(request: HttpRequest, battle: str) -> HttpResponse:
    """Play what was read back, or make a claim or offer."""
    came, now = arrived(request), server_time()
    seat = sight.find_battle(request.user, battle)
    facts = sight.game(seat, now)
    try:
        orders = board_form.spoken(request.POST, facts)
        key = request.POST.get("key", "")[:65] or secrets.token_urlsafe(12)
        turn = request.POST.get("move", "")[:13]
        play(user=request.user, move=turn, orders=orders, key=key, arrived_at=came, now=now)
    except Refused as refused:
        if status_of(refused) in (403, 404):
            raise
        return _page(request, sight.game(seat, server_time()), refused)
    return redirect("board", battle)


def _page(request: HttpRequest, facts: sight.GameSheet, refused: Refused | None = None) -> HttpResponse:
    """The page of a game.  refused: what was played and is not possible."""
    seat = facts.seat
    of = request.GET.get("of", "") if seat.is_umpire else ""
    told = {**frame(seat, "sheet", facts.clock, facts.side), "facts": facts, "heading": heading(facts)}
    names = seat.side_names
    if facts.clock is None:
        return render(request, "campaigns/board.html", told)
    reading, chosen = None, board_form.Chosen()
    try:
        chosen = board_form.Chosen.of({key: str(value) for key, value in request.GET.items()}, facts)
    except Refused as why:
        refused = why
    if chosen.order and refused is None:
        try:
            reading = check_play(
                user=request.user, move=facts.clock.move, orders=[dict(chosen.order)], now=facts.clock.now
            )
        except MoveClosed as why:
            refused = why
        except Refused as why:
            refused, chosen = why, chosen.falsely(lambda order: _may(request, facts, order))
    clock = clockface.face(facts.clock, seat.campaign)
    return render(
        request,
        "campaigns/board.html",
        {
            **told,
            "of": of,
            "clock": clock,
            "now": facts.clock.now,
            "players": players(facts, clock),
            "moves": json.dumps(board_form.moves_by_cell(facts), separators=(",", ":")) if facts.mine else "",
            "drawing": boards.draw_board(facts.board, facts.side, _shown(request, facts, chosen, refused), names),
            "views": [(side, boards.draw_board(one, side, names=names)) for side, one in facts.views.items()],
            "chosen": chosen,
            "reading": reading,
            "refused": refused,
            "words": board_form.words(facts),
            "guesses": [(man, word(man)) for man in board_form.MEN],
            "pieces": [(letter, name, word(name)) for letter, name in board_form.PIECES.items()],
            "key": secrets.token_urlsafe(12),
            "ask": _ask(facts, of, chosen),
        },
        status=status_of(refused) if refused is not None and request.method == "POST" else 200,
    )


def _ask(facts: sight.GameSheet, of: str, chosen: board_form.Chosen) -> str:
    """Where the page asks what is new: with what is chosen or typed on it, so that this stays."""
    kept = {"of": of, "from": chosen.origin, "to": chosen.target, "written": chosen.written}
    query = {"at": facts.mark, **{key: value for key, value in kept.items() if value}}
    return f"{reverse('board', args=[facts.seat.battle.public_id])}?{urlencode(query)}"


def _may(request: HttpRequest, facts: sight.GameSheet, order: Mapping[str, Any]) -> bool:
    """Whether a false move may be insisted on."""
    assert facts.clock is not None
    try:
        check_play(user=request.user, move=facts.clock.move, orders=[dict(order)], now=facts.clock.now)
    except Refused:
        return False
    return True


def _shown(
    request: HttpRequest, facts: sight.GameSheet, chosen: board_form.Chosen, refused: Refused | None
) -> boards.Shown:
    """The marks on the board for the touched man and the refusal, and the links of its cells."""
    shows = getattr(refused, "shows", {}) if refused is not None else {}
    here = reverse("board", args=[facts.seat.battle.public_id])

    def link(cell: str) -> str:
        if chosen.origin and cell != chosen.origin and cell not in chosen.own:
            return f"{here}?{urlencode({'from': chosen.origin, 'to': cell})}"
        return here if cell == chosen.origin else f"{here}?{urlencode({'from': cell})}"

    return boards.Shown(
        chosen=chosen.origin,
        wanted=chosen.target,
        ends=chosen.ends,
        own=chosen.own,
        tried=frozenset(there for here_, there in facts.tried if here_ == chosen.origin),
        shows=shows,
        link=link if facts.mine else None,
    )


def heading(facts: sight.GameSheet) -> str:
    """The heading: whose board it is."""
    if not facts.side:
        return say("The umpire’s board")
    return say("The board of {side}", side=facts.seat.side_names.get(facts.side, say("a spectator")))
