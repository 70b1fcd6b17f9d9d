"""A battle is set out by its players: country, sides, forces, tosses, putting down, until both are ready."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from campaigns import sight
from campaigns.clock import server_time
from campaigns.errors import status_of
from campaigns.strictjson import loads
from campaigns.usecases.muster.set_out import begin_setting_out, set_out
from campaigns.web.board import plan
from campaigns.web.muster.placement import read_force, read_places, rows
from campaigns.web.page import thing_view
from campaigns.web.page.frame import papers, wanted_side
from campaigns.web.page.measures import read_count
from campaigns.web.page.wrapper import page
from rules.errors import Invalid, Refused
from rules.values.sentence import joined, of_field, say, say_as, word


@page
@require_POST
def set_out_begin(request: HttpRequest, battle: str) -> HttpResponse:
    """The umpire lets the players set the battle out; the options are fixed and the seed is sealed."""
    begin_setting_out(by=request.user, battle=battle, now=server_time())
    return redirect("set-out", battle)


@page
@require_http_methods(["GET", "HEAD", "POST"])
def set_out_page(request: HttpRequest, battle: str) -> HttpResponse:
    """What is settled, what may be done now, the side's force and where it stands."""
    seat = sight.find_battle(request.user, battle)
    if seat.battle.status != "setting-out":
        return redirect("battle", battle)
    of = wanted_side(request, seat)
    facts = sight.before(seat, of)
    refused: Refused | None = None
    if request.method == "POST":
        try:
            _do(request, seat, facts, of)
            again = redirect("set-out", battle)
            again["Location"] += f"?of={of}" if seat.is_umpire else ""
            return again
        except Refused as fault:
            refused = fault
    return render(
        request,
        "campaigns/set_out.html",
        page_data(request, seat, facts, of, refused),
        status=status_of(refused) if refused else 200,
    )


def _do(request: HttpRequest, seat: sight.Seat, facts: sight.Before, of: str) -> None:
    """One press of one button."""
    set_out(
        by=request.user,
        battle=seat.battle.public_id,
        orders=_orders(request, facts),
        side=of if seat.is_umpire else "",
        country=request.POST.get("country", "")[:13],
        now=server_time(),
    )


def _orders(request: HttpRequest, facts: sight.Before) -> list[dict[str, Any]]:
    post, act, book = request.POST, request.POST.get("act", ""), facts.book
    if act == "offer":
        return [loads(post.get("order", ""))]
    if act == "lay":
        if not post.get("country"):
            raise Invalid(of_field("country", say("choose one")))
        return [{"order": book.lay, "features": {}}]
    if act in dict(book.buying):
        return [read_force(post, act, book.forces)]
    if act == book.part:
        body = post.get("body", "")
        try:
            men = read_count(post.get("men", ""))
        except ValueError as fault:
            raise Invalid(of_field("men", fault.args[0])) from fault
        return [{"order": act, "body": body, "men": men, "into": post.get("into", "").strip() or f"{body}-2"}]
    if act == book.place:
        return read_places(facts.own, act, post)
    raise Invalid(of_field("act", say("there is no such button")))


def page_data(
    request: HttpRequest, seat: sight.Seat, facts: sight.Before, of: str, refused: Refused | None
) -> dict[str, Any]:
    """What the page shows."""
    setup, post = facts.setup, request.POST
    placing = refused is not None and post.get("act") == facts.book.place
    names = seat.side_names
    everything = [*facts.own, *facts.others]
    return {
        **papers(seat, "set-out", of),
        "facts": facts,
        "settled": settled(facts, names),
        "offers": [{"offer": one, "json": json.dumps(one.order)} for one in facts.offers],
        "countries": sight.countries(request.user, seat.terms.book) if facts.may_lay else (),
        "total": facts.options.get("purchase_total"),
        "exact": facts.options.get("purchase_exact") == "exact",
        "rows": rows(facts.own, facts.sees, facts.side, post if placing else None),
        "ends": setup.get("ends") or {},
        "plan": plan.draw_plan(
            thing_view.on_the_plan(everything),
            country=facts.sees.get("country") or {},
            picture=sight.under_battle(seat, of),
        ),
        "plan_title": say("The country and your troops"),
        "refused": refused,
        "typed": post,
    }


EDGES = {
    "north": say_as("edge", "north"),
    "east": say_as("edge", "east"),
    "south": say_as("edge", "south"),
    "west": say_as("edge", "west"),
}


def settled(facts: sight.Before, names: Any) -> list[dict[str, str]]:
    """What is settled between both so far, as pairs of words."""
    setup = facts.setup
    lines = [
        (say("Who chooses the country"), names.get(setup.get("author", ""), "")),
        (say("The country"), say("chosen") if setup.get("laid") else ""),
        (say("Who chooses the side"), names.get(setup.get("chooser", ""), "")),
        *(
            (say("{side} is in the", side=names.get(side, side)), EDGES.get(end, end))
            for side, end in (setup.get("ends") or {}).items()
        ),
        (say("First Player"), names.get((setup.get("tossed") or {}).get("move", ""), "")),
        *(
            (say("Force of {side}", side=names.get(side, side)), in_words(force, facts.book.forces))
            for side, force in (setup.get("forces") or {}).items()
        ),
        *(
            (say("Dice of {side}", side=names.get(side, side)), str(throw))
            for side, throw in (setup.get("thrown") or {}).items()
        ),
    ]
    return [{"what": what, "is": said} for what, said in lines if said]


def in_words(force: Any, forces: Iterable[tuple[str, str, str]]) -> str:
    """A force in words, by its numbers.

    >>> in_words([6, 0], [("f", "frogs", "Frogs"), ("t", "toads", "Toads")])
    '6 frogs'
    """
    return joined(
        ", ",
        (
            say("{number} {arm}", number=number, arm=word(arm))
            for number, (_, arm, _) in zip(force, forces, strict=False)
            if number
        ),
    )
