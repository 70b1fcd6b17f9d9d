"""The openings of the page of 1879 and its problem, to play through on the board."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaigns.web.board import boards
from campaigns.web.page.wrapper import open_page
from rules.books import book
from rules.contract.data import Written
from rules.values.sentence import say

BOOK = "chess-1879"
WHITE = "white"


@open_page
@require_safe
def openings(request: HttpRequest) -> HttpResponse:
    """One of the lines, at one of its moves: by ``?line=`` and ``?step=``; the first at its beginning."""
    rules = book(BOOK)
    lines = rules.lessons()
    line = _number(request.GET.get("line"), len(lines) - 1)
    moves = lines[line]["moves"]
    step = _number(request.GET.get("step"), len(moves))
    played = rules.lesson([one["move"] for one in moves[:step]])
    said = moves[step - 1]["written"] if step else say("The pieces are set up.")
    return render(
        request,
        "campaigns/openings.html",
        {
            "lines": [(at, one["title"], at == line) for at, one in enumerate(lines)],
            "title": lines[line]["title"],
            "line": line,
            "step": step,
            "steps": len(moves),
            "said": say("{step}: {said}", step=_who(step), said=said) if step else said,
            "pairs": list(_pairs(moves, line, step)),
            "before": _address(line, step - 1) if step else "",
            "after": _address(line, step + 1) if step < len(moves) else "",
            "drawing": boards.draw_board(played["board"], WHITE),
        },
    )


@open_page
@require_safe
def problem(request: HttpRequest) -> HttpResponse:
    """The problem after the moves in ``?moves=``, with the man that was touched in ``?from=``."""
    made = [one[:5] for one in request.GET.get("moves", "").split(",") if one][:8]
    found = book(BOOK).lesson(made, problem=True)
    ends: dict[str, list[str]] = found["ends"]
    chosen = request.GET.get("from", "") if request.GET.get("from", "") in ends else ""

    def link(cell: str) -> str:
        if chosen and cell in ends[chosen]:
            return _problem([*made, chosen + cell])
        return _problem(made, cell) if cell in ends and cell != chosen else _problem(made)

    shown = boards.Shown(chosen=chosen, ends=frozenset(ends.get(chosen, ())), own=frozenset(ends), link=link)
    replies = [(one["written"], _problem([*made, one["move"]])) for one in found.get("replies", ())]
    return render(
        request,
        "campaigns/problem.html",
        {
            "found": found,
            "replies": replies,
            "again": _problem(made[:-1]),
            "drawing": boards.draw_board(found["board"], WHITE, shown if ends else None),
        },
    )


def _number(text: str | None, most: int) -> int:
    """A whole number from 0; 0 where it is none."""
    return min(int(text), most) if text and text.isascii() and text.isdigit() and len(text) < 4 else 0


def _who(step: int) -> str:
    return say("White") if step % 2 else say("Black")


def _address(line: int, step: int) -> str:
    return f"{reverse('openings')}?{urlencode({'line': line, 'step': step})}"


def _problem(moves: list[str], chosen: str = "") -> str:
    """The address of the problem after some moves, with a man touched."""
    query = {**({"moves": ",".join(moves)} if moves else {}), **({"from": chosen} if chosen else {})}
    return f"{reverse('problem')}?{urlencode(query)}" if query else reverse("problem")


def _pairs(moves: list[Written], line: int, step: int) -> Any:
    """The moves in pairs, each with its address and whether it is the one that is shown."""
    for at in range(0, len(moves), 2):
        yield (
            at // 2 + 1,
            [
                (one["written"], _address(line, at + place + 1), at + place + 1 == step)
                for place, one in enumerate(moves[at : at + 2])
            ],
        )
