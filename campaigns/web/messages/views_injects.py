"""What the umpire prepares in advance: written, changed, withdrawn, and what has been given."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk.event_offers import (
    arrivals,
    brigades,
    entrances,
    harms,
    movers,
    owners,
    planned_arrivals,
    strengths,
)
from campaigns.desk.injects import Floor, InjectFact, Injects, floor
from campaigns.desk.injects import injects as read_injects
from campaigns.errors import Unseen, status_of
from campaigns.usecases.messages.injects import Planned, change_inject, give_inject, prepare_inject, withdraw_inject
from campaigns.web.messages.event_form import event_typed, place_written, voice_typed, when_stands, when_typed
from campaigns.web.messages.recipients_form import recipients_typed, whom_in_words
from campaigns.web.page.frame import frame
from campaigns.web.page.wrapper import page
from rules.errors import Refused
from rules.values.sentence import say


@page
@require_http_methods(["GET", "HEAD", "POST"])
def injects(request: HttpRequest, battle: str) -> HttpResponse:
    """All injects of a battle and the form of a new one, or of one that is changed (``?change=``)."""
    seat, now = sight.find_battle(request.user, battle), server_time()
    found, on_floor = read_injects(seat), floor(seat, now)
    changed = changed_of(found, request.POST.get("inject") or request.GET.get("change", ""))
    refused: Refused | None = None
    if request.method == "POST":
        try:
            if not ended(request, changed, now):
                _keep_sent(request, seat, changed, now)
            return redirect("injects", battle)
        except Refused as fault:
            if status_of(fault) == 404:
                raise
            refused = fault
    told = {
        "injects": found.injects,
        "names": on_floor.names,
        "posts": found.posts,
        "changed": changed,
        "typed": request.POST if refused else _standing(changed, seat, on_floor),
        "ticked": request.POST.getlist("to") if refused else list(changed.to) if changed else [],
        "refused": refused,
        "key": secrets.token_urlsafe(12),
        "zone": seat.campaign.time_zone,
        "event": request.method == "POST" and request.POST.get("act") == "event",
        "arrivals": arrivals(seat),
        "entrances": entrances(seat, on_floor),
        "harms": harms(seat, on_floor),
        "movers": movers(seat, on_floor, found.injects),
        "strengths": strengths(seat, planned_arrivals(seat, on_floor, found.injects)),
        "owners": owners(seat, on_floor),
        "brigades": brigades(seat, on_floor),
    }
    status = status_of(refused) if refused else 200
    return render(request, "campaigns/injects.html", {**frame(seat, "desk", on_floor.clock), **told}, status=status)


def changed_of(found: Injects, wanted: str) -> InjectFact | None:
    """The inject that is being changed or withdrawn, if one is."""
    if not wanted:
        return None
    one = next((one for one in found.injects if one.public_id == wanted), None)
    if one is None:
        raise Unseen("inject")
    return one


def ended(request: HttpRequest, changed: InjectFact | None, now: datetime) -> bool:
    """Whether the button was to withdraw an inject or to give it at once, which is then done."""
    act = request.POST.get("act", "")
    if changed is None or act not in ("withdraw", "give"):
        return False
    deed, said = (withdraw_inject, say("Withdrawn.")) if act == "withdraw" else (give_inject, say("Sent."))
    deed(by=request.user, inject=changed.public_id, now=now)
    messages.info(request, said)
    return True


def _keep_sent(request: HttpRequest, seat: sight.Seat, changed: InjectFact | None, now: datetime) -> None:
    """Change or prepare, as the button says."""
    post = request.POST
    if post.get("act") == "event":
        keep(request, seat, event_typed(post, seat), None, now)
        return
    whom = {**recipients_typed(request, seat), **voice_typed(post)}
    planned = Planned(text=post.get("text", ""), **whom, **when_typed(post, seat))
    keep(request, seat, planned, changed, now, whom_in_words(request, seat))


def keep(
    request: HttpRequest, seat: sight.Seat, planned: Planned, changed: InjectFact | None, now: datetime, whom: str = ""
) -> None:
    """Prepare an inject, or replace the one that is changed.  whom: in words, to whom a message will go."""
    later = say("It will happen at its time.") if planned.change else say("It will be sent at its time.")
    goes = say("It will be sent to {names}.", names=whom) if whom else later
    post = request.POST
    if changed is None:
        key = post.get("key", "")[:65]
        prepare_inject(by=request.user, battle=seat.battle.public_id, planned=planned, key=key, now=now)
        messages.info(request, say("Prepared. {goes}", goes=goes))
        return
    base = post.get("base", "")
    revision = int(base) if base.isdigit() and len(base) < 7 else 0
    change_inject(by=request.user, inject=changed.public_id, base_revision=revision, planned=planned, now=now)
    messages.info(request, say("Saved. {goes}", goes=goes) if whom else say("Saved."))


def _standing(changed: InjectFact | None, seat: sight.Seat, on_floor: Floor) -> dict[str, Any]:
    """The values of the form: of a new inject the next move, of one that is changed its own."""
    if changed is None:
        under_way = on_floor.clock.number if on_floor.clock is not None else 0
        return {"when": "move", "move_number": under_way + 1}
    return {
        "text": changed.text,
        "whom": {"side": f"side-{changed.side}", "addressees": "posts"}.get(changed.heard, "all"),
        "voice": changed.voice,
        "rider": bool(changed.rider),
        "rider_at": place_written(changed.rider.get("at")),
        **when_stands(changed, seat.campaign.time_zone),
    }
