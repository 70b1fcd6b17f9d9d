"""The picture under a country: sent, laid by points or by a scale, changed, taken away; under a battle; and its bytes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import sight
from campaigns.clock import server_time
from campaigns.errors import NotYours, status_of
from campaigns.usecases.pictures import pictures as kept
from campaigns.usecases.pictures import underlays
from campaigns.web.board import plan
from campaigns.web.muster.views_country import things_of
from campaigns.web.page.measures import read_count, read_exact, read_inches
from campaigns.web.page.wrapper import page
from rules.errors import Invalid, Refused
from rules.ground.picture import TURNS, read_crop, read_placing
from rules.values.sentence import of_field, say

POINTS = ("1", "2", "3")
EDGES = ("left", "top", "right", "bottom")
TYPED = (
    *("how", "pixels", "east", "north", "turn", "strength", "audience"),
    *EDGES,
    *(f"{key}{number}" for number in POINTS for key in ("px", "py", "x", "y")),
)
"""Fields of the form by which a picture is laid."""

MOST_PIXELS = 100_000


@page
@require_http_methods(["GET", "HEAD", "POST"])
def country_picture(request: HttpRequest, country: str) -> HttpResponse:
    """Send a picture, and lay it under one's own country."""
    found = sight.find_country(request.user, country)
    if not found.mine:
        raise NotYours(say("This country is built in. Save a copy under another name."))
    if request.method != "POST":
        return _picture_page(request, found, sight.under_country(request.user, country))
    lies = sight.under_country(request.user, country)
    try:
        if request.POST.get("act") == "preview":
            return _picture_page(request, found, _previewed(request, found), previewed=True)
        told = _carry_out(request, found, lies)
    except Refused as refused:
        return _picture_page(request, found, lies, refused)
    messages.info(request, told)
    return redirect(f"{reverse('country-picture', args=[country])}#lay")


def _carry_out(request: HttpRequest, found: sight.CountrySheet, lies: sight.UnderlayFact | None) -> str:
    """Do what was pressed; what was done, in words."""
    act, post, now = request.POST.get("act", ""), request.POST, server_time()
    at: dict[str, Any] = {"by": request.user, "country": found.public_id}
    if act == "upload":
        made = kept.keep_picture(by=request.user, sent=_file(request), now=now)
        underlays.lay_picture(**at, picture=made.public_id, now=now)
        return say("The picture is saved, and lies under the country as wide as that is. Now say where it belongs.")
    if act == "under":
        underlays.lay_picture(**at, picture=post.get("picture", ""), now=now)
        return say("The picture lies under the country as wide as that is. Now say where it belongs.")
    if act == "delete":
        kept.delete_picture(by=request.user, picture=post.get("picture", ""))
        return say("The picture is deleted.")
    if act == "remove":
        underlays.remove_picture(**at)
        return say("No picture lies under this country any more.")
    if act == "lay" and lies is not None:
        underlays.lay_picture(**at, picture=lies.picture, **_read(post), now=now)
        return say("The picture is laid.")
    raise Invalid(of_field("act", say("there is no such button")))


def _previewed(request: HttpRequest, found: sight.CountrySheet) -> sight.UnderlayFact:
    """The picture as it would lie, which is not saved."""
    lies = sight.under_country(request.user, found.public_id)
    if lies is None:
        raise Invalid(of_field("picture", say("choose a file")))
    given, size = _read(request.POST), (lies.wide, lies.high)
    crop = read_crop(given["crop"], size)
    placing = read_placing(given["placing"], size, crop, found.data["size"])
    look = underlays.read_look(given["strength"], given["audience"])
    return sight.UnderlayFact(lies.picture, *size, placing, crop, look["strength"], look["audience"], lies.changed_at)


def _file(request: HttpRequest) -> bytes:
    """The file that was sent."""
    sent = request.FILES.get("picture")
    kept.refuse_size(sent.size if sent is not None else None)
    assert sent is not None
    file: bytes = sent.read()
    return file


# -- what was typed ----------------------------------------------------------------------------------


def _read(post: Mapping[str, str]) -> dict[str, Any]:
    """Placing, crop, strength and audience as they were typed."""
    edges = [post.get(edge, "").strip() for edge in EDGES]
    crop = [_pixels(edge, "crop") for edge in edges] if any(edges) else None
    how = post.get("how", "")
    placing = _scale(post) if how == "scale" else {"pairs": _pairs(post, 3 if how == "three" else 2)}
    strength = _pixels(post.get("strength", ""), "strength")
    return {"placing": placing, "crop": crop, "strength": strength, "audience": post.get("audience", "")}


def _pairs(post: Mapping[str, str], many: int) -> list[Any]:
    """Pairs of points as they were typed: whole pixels, and inches."""
    return [
        [
            [_pixels(post.get(f"{key}{number}", ""), "points") for key in ("px", "py")],
            [_inches(post.get(f"{key}{number}", ""), "points") for key in ("x", "y")],
        ]
        for number in POINTS[:many]
    ]


def _scale(post: Mapping[str, str]) -> dict[str, Any]:
    """Scale, origin and turn as they were typed."""
    turn = post.get("turn", "0")
    return {
        "pixels": _to_the_inch(post.get("pixels", "")),
        "origin": [_inches(post.get(key, "") or "0", "origin") for key in ("east", "north")],
        "turn": int(turn) if turn.isascii() and turn.isdigit() and len(turn) < 4 else -1,
    }


def _pixels(text: str, field: str) -> int:
    try:
        return read_count(text, MOST_PIXELS)
    except ValueError as fault:
        raise Invalid(of_field(field, fault.args[0])) from fault


def _to_the_inch(text: str) -> str:
    """Pixels to the inch, a decimal or a fraction; what is neither is for the rules to refuse."""
    try:
        return text if "/" in text else str(read_exact(text) or text)
    except ValueError as fault:
        raise Invalid(of_field("scale", fault.args[0])) from fault


def _inches(text: str, field: str) -> int | float:
    """Inches, perhaps below zero."""
    plain = re.sub("^[-−]", "", text.strip())
    try:
        return read_inches(plain) * (1 if plain == text.strip() else -1)
    except ValueError as fault:
        raise Invalid(of_field(field, fault.args[0])) from fault


def _typed(lies: sight.UnderlayFact) -> dict[str, str]:
    """What the form shows of a picture as it lies."""
    pairs = lies.placing.get("pairs") or ()
    shown = {"how": {0: "scale", 2: "two"}.get(len(pairs), "three")}
    for number, (pixel, place) in zip(POINTS, pairs, strict=False):
        shown |= {f"px{number}": f"{pixel[0]}", f"py{number}": f"{pixel[1]}"}
        shown |= {f"x{number}": _number(place[0]), f"y{number}": _number(place[1])}
    if not pairs:
        shown |= {"pixels": lies.placing["pixels"], "turn": str(lies.placing["turn"])}
        shown |= dict(zip(("east", "north"), map(_number, lies.placing["origin"]), strict=True))
    if lies.crop != (0, 0, lies.wide, lies.high):
        shown |= dict(zip(EDGES, map(str, lies.crop), strict=True))
    return {**shown, "strength": str(lies.strength), "audience": lies.audience}


def _number(number: float) -> str:
    """A length in inches with as many decimals as it has."""
    return repr(number).removesuffix(".0")


def _picture_page(
    request: HttpRequest,
    found: sight.CountrySheet,
    lies: sight.UnderlayFact | None,
    refused: Refused | None = None,
    *,
    previewed: bool = False,
) -> HttpResponse:
    """The page, with what was typed where something was."""
    sent = request.POST if previewed or (refused and request.POST.get("act") in ("lay", "preview")) else None
    typed = {key: sent.get(key, "")[:60] for key in TYPED} if sent is not None else _typed(lies) if lies else {}
    told = {
        "country": found,
        "lies": lies,
        "typed": typed,
        "rows": [{key: typed.get(f"{key}{number}", "") for key in ("px", "py", "x", "y")} for number in POINTS],
        "turns": [(str(turn), say("{turn}° clockwise", turn=turn) if turn else say("not turned")) for turn in TURNS],
        "previewed": previewed,
        "refused": refused,
        "pictures": sight.pictures(request.user),
        "megabytes": kept.GREATEST_PICTURE // 1_000_000,
        "plan": plan.draw_plan(things_of(found.data), country=found.data, picture=lies),
        "plan_title": say("Plan of {name}", name=found.name),
    }
    return render(request, "campaigns/country_picture.html", told, status=status_of(refused) if refused else 200)


# -- in a battle -------------------------------------------------------------------------------------


@page
@require_http_methods(["GET", "HEAD", "POST"])
def battle_picture(request: HttpRequest, battle: str) -> HttpResponse:
    """The umpire says how strong the picture under a battle is shown, and for whom."""
    seat = sight.find_umpires_battle(request.user, battle)
    refused: Refused | None = None
    if request.method == "POST":
        try:
            messages.info(request, _change(request, battle))
            return redirect("battle-picture", battle)
        except Refused as fault:
            refused = fault
    lies = sight.under_battle(seat)
    saved = {"strength": lies.strength, "audience": lies.audience} if lies else {}
    typed = {key: request.POST.get(key, "")[:60] for key in ("strength", "audience")} if refused else saved
    told = {"seat": seat, "battle": seat.battle, "lies": lies, "typed": typed, "refused": refused}
    return render(request, "campaigns/battle_picture.html", told, status=status_of(refused) if refused else 200)


def _change(request: HttpRequest, battle: str) -> str:
    """Do what was pressed; what was done, in words."""
    act, post = request.POST.get("act", ""), request.POST
    if act == "take":
        underlays.take_country_picture(by=request.user, battle=battle, now=server_time())
        return say("The battle has the picture as it lies under the country now.")
    if act == "remove":
        underlays.remove_battle_picture(by=request.user, battle=battle)
        return say("No picture lies under this battle any more.")
    strength, audience = _pixels(post.get("strength", ""), "strength"), post.get("audience", "")
    underlays.change_battle_picture(
        by=request.user, battle=battle, strength=strength, audience=audience, now=server_time()
    )
    return say("Saved.")


# -- the bytes ---------------------------------------------------------------------------------------


@page
@require_safe
def picture(request: HttpRequest, picture: str) -> HttpResponse:
    """The file of a picture, for those who may see it: asked for again each time, sent again only where it has changed."""
    found = sight.picture_file(request.user, picture)
    tag = f'"{found.digest}"'
    known = request.headers.get("If-None-Match") == tag
    answer = HttpResponseNotModified() if known else HttpResponse(found.read(), content_type="image/webp")
    answer["ETag"] = tag
    answer["Cache-Control"] = "private, no-cache"
    answer["Content-Security-Policy"] = "default-src 'none'; sandbox"
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Content-Disposition"] = 'inline; filename="picture.webp"'
    answer["Cross-Origin-Resource-Policy"] = "same-origin"
    answer["Accept-Ranges"] = "none"
    return answer
