"""The forces of a battle, thing by thing and move by move; and of a campaign, battle by battle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns import sight
from campaigns.sight.after import Course
from campaigns.sight.forces import Force, Forces, force, forces, over_battles
from campaigns.thing_states import Key
from campaigns.web.page.charts import Chart
from campaigns.web.page.wrapper import page
from campaigns.web.reports.after_frame import clock_after, frame_after, read_from
from campaigns.web.reports.figures import lines, stations
from rules.values.sentence import say


@page
@require_safe
def forces_page(request: HttpRequest, battle: str) -> HttpResponse:
    """Every thing by side and group: as it was at first and as it is, and the men of each side move by move."""
    seat = sight.find_battle(request.user, battle)
    read = forces(seat, request.GET.get("of", ""))
    courses = [(seat.side_names[side], Course(side, "men", read.men(side))) for side in read.sides]
    told = {
        "chart": drawn(read, courses),
        "sides": [{"key": side, "name": seat.side_names[side], "groups": groups(read, side)} for side in read.sides],
    }
    return render(
        request, "campaigns/forces.html", {**frame_after(seat, "forces", clock_after(seat)), **read_from(read), **told}
    )


@page
@require_safe
def force_page(request: HttpRequest, battle: str, group: str, thing: str) -> HttpResponse:
    """One thing: its men move by move, its state then, and what the books say came and went, with its cause."""
    seat = sight.find_battle(request.user, battle)
    found = force(seat, group, thing, request.GET.get("of", ""))
    read, one = found.forces, found.force
    men = tuple(at.men if (at := one.at(number)) else None for number in range(len(read.moves) + 1))
    told = {
        "chart": drawn(read, [(one.called, Course(one.side, "men", men))]),
        "thing": one,
        "title": title_of(read, one),
        "history": found.history,
    }
    return render(
        request, "campaigns/force.html", {**frame_after(seat, "forces", clock_after(seat)), **read_from(read), **told}
    )


@page
@require_safe
def campaign_forces(request: HttpRequest, campaign: str) -> HttpResponse:
    """What carried over from battle to battle: the state of each thing at the beginning and end of each."""
    seat = sight.find_campaign(request.user, campaign)
    read = over_battles(seat)
    told = {
        "seat": seat,
        "campaign": seat.campaign,
        "battles": [one.seat.battle for one in read],
        "sides": [
            {"key": side, "name": name, "rows": rows}
            for side, name in seat.side_names.items()
            if (rows := carried(read, side))
        ],
    }
    return render(request, "campaigns/campaign_forces.html", told)


def drawn(read: Forces, courses: Sequence[tuple[str, Course]]) -> Chart | None:
    """A chart of courses of men; none where there are no data."""
    known = [one for one in courses if any(one[1].amounts)]
    return lines(read, "men", say("Men"), known)[1] if known else None


def groups(read: Forces, side: str) -> list[dict[str, Any]]:
    """The things of a side under their titles: when each came, how it was at first, and how it is."""
    labels, found = stations(read), dict[str, list[dict[str, Any]]]()
    for one in read.things:
        if one.side == side:
            row = {"thing": one, "since": labels[one.first.number]}
            found.setdefault(title_of(read, one), []).append(row)
    return [{"title": title, "rows": rows} for title, rows in found.items()]


def title_of(read: Forces, one: Force) -> str:
    """The title under which a thing is listed: its group, or its arm where its group has no title."""
    pieces = read.seat.rules.pieces
    return pieces.kind(one.now.group).title or dict(pieces.arms).get(one.now.arm, one.now.arm)


def carried(read: Sequence[Forces], side: str) -> list[dict[str, Any]]:
    """The things of a side that were in several of these battles, each with the name of every battle and its state there, if any."""
    things: dict[Key, list[Force | None]] = {}
    for place, battle in enumerate(read):
        for one in battle.things:
            if one.side == side:
                things.setdefault(one.now.key, [None] * len(read))[place] = one
    names = [one.seat.battle.name for one in read]
    several = [(those, there) for those in things.values() if len(there := [one for one in those if one]) > 1]
    return [{"called": there[0].called, "cells": list(zip(names, those, strict=True))} for those, there in several]
