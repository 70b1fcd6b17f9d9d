"""A ruling prepared in advance: the umpire's changes to the finding of a move, made when that move closes."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk.injects import Floor, InjectFact, floor
from campaigns.desk.injects import injects as read_injects
from campaigns.errors import Unseen, status_of
from campaigns.usecases.desk.changes import MOST_CHANGES
from campaigns.usecases.messages.injects import Planned
from campaigns.web.desk.ruled_values import Value, brigades_for, changes, group_of, prepared_values, things_in
from campaigns.web.messages.event_form import when_stands, when_typed
from campaigns.web.messages.views_injects import changed_of, keep
from campaigns.web.page.frame import frame
from campaigns.web.page.wrapper import page
from rules.errors import Invalid, Refused
from rules.values.sentence import say


@dataclass(frozen=True)
class Ruled:
    """A thing to be ruled on, with the fields of its values."""

    group: str
    thing: str
    name: str
    values: Sequence[Value]

    @property
    def faulty(self) -> bool:
        return any(one.error for one in self.values)

    def changes(self) -> list[dict[str, Any]]:
        """The changes to it; none where all its fields are empty."""
        return changes(self.group, self.thing, self.values) if any(not one.leaves for one in self.values) else []


@page
@require_http_methods(["GET", "HEAD", "POST"])
def prepare_ruling(request: HttpRequest, battle: str) -> HttpResponse:
    """The form of a ruling that is prepared, or of one that is changed (``?change=``); ``?thing=`` adds a thing."""
    seat, now = sight.find_battle(request.user, battle), server_time()
    on_floor, post = floor(seat, now), request.POST if request.method == "POST" else None
    asked = post if post is not None else request.GET
    changed = changed_of(read_injects(seat), asked.get("inject") or asked.get("change", ""))
    if changed is not None and not changed.of_values:
        raise Unseen("inject")
    ruled = _ruled(seat, on_floor, asked, changed, post)
    refused: Refused | None = None
    if post is not None and not any(one.faulty for one in ruled):
        try:
            keep(request, seat, _planned(post, ruled, seat), changed, now)
            return redirect("injects", battle)
        except Refused as fault:
            if status_of(fault) == 404:
                raise
            refused = fault
    told = {
        "changed": changed,
        "ruled": ruled,
        "things": things_in(seat.rules.pieces, on_floor.position, on_floor.names),
        "typed": post if post is not None else _standing(changed, on_floor, seat),
        "refused": refused,
        "key": secrets.token_urlsafe(12),
        "zone": seat.campaign.time_zone,
    }
    status = status_of(refused) if refused else 400 if post is not None else 200
    return render(
        request, "campaigns/prepare_ruling.html", {**frame(seat, "desk", on_floor.clock), **told}, status=status
    )


def _ruled(
    seat: sight.Seat, on_floor: Floor, asked: QueryDict, changed: InjectFact | None, post: QueryDict | None
) -> list[Ruled]:
    """The things of the form: those of the ruling that is changed, and those that were added."""
    before: dict[str, dict[str, Any]] = {}
    for one in changed.change.get("changes", ()) if changed is not None else ():
        before.setdefault(one["thing"], {})[one["key"]] = one["value"]
    standing = (
        [thing for thing in before if group_of(seat.rules.pieces, on_floor.position, thing)] if post is None else []
    )
    wanted = dict.fromkeys([*standing, *asked.getlist("thing")])
    return [
        _one_ruled(seat, on_floor, thing, before.get(thing, {}), post, f"t{place}-")
        for place, thing in enumerate(list(wanted)[:MOST_CHANGES])
    ]


def _one_ruled(
    seat: sight.Seat, on_floor: Floor, thing: str, standing: Mapping[str, Any], post: QueryDict | None, of: str
) -> Ruled:
    group = group_of(seat.rules.pieces, on_floor.position, thing)
    if not group:
        raise Unseen("thing")
    state = on_floor.position[group][thing]
    brigades = brigades_for(seat.rules.pieces, on_floor.position, group, state)
    values = prepared_values(group, state, seat, post, of, standing, brigades)
    return Ruled(group, thing, on_floor.names.get(thing, thing), values)


def _planned(post: QueryDict, ruled: Sequence[Ruled], seat: sight.Seat) -> Planned:
    """What is to be ruled; Invalid where that is nothing."""
    change = [one for thing in ruled for one in thing.changes()]
    if not change:
        raise Invalid(say("Choose a body or gun and enter at least one value."))
    return Planned(
        text=post.get("reason", ""),
        clause=post.get("clause", "").strip(),
        change=change,
        sure="sure" in post,
        told=post.get("told", "")[:21],
        **when_typed(post, seat),
    )


def _standing(changed: InjectFact | None, on_floor: Floor, seat: sight.Seat) -> dict[str, Any]:
    """The first values of the form: the move that is open, or the next."""
    if changed is not None:
        said = {"reason": changed.text, "clause": changed.clause, "told": changed.told}
        return {**said, **when_stands(changed, seat.campaign.time_zone)}
    clock = on_floor.clock
    number = 1 if clock is None else clock.number if clock.state not in ("closed", "submitted") else clock.number + 1
    return {"move_number": number}
