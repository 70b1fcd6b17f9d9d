"""The shelf: its list, one exercise, its file; an exercise is brought in, played, copied, shared, and deleted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.clock import server_time
from campaigns.errors import status_of
from campaigns.usecases.exercises import catalogue
from campaigns.usecases.exercises import shelf as kept
from campaigns.usecases.exercises.faults import Faulty
from campaigns.usecases.exercises.file import GREATEST_FILE
from campaigns.usecases.exercises.form import LEVELS
from campaigns.usecases.exercises.play import play_exercise
from campaigns.web.exercises.shown import as_file, covered, names, shown
from campaigns.web.page.measures import read_count
from campaigns.web.page.wrapper import page
from rules.books import BOOKS, book
from rules.errors import Invalid, Refused
from rules.values.sentence import of_field, say, word

LENGTHS = ((60, say("an hour at most")), (180, say("three hours at most")), (1_440, say("a day at most")))
"""How long an exercise may play, in minutes."""

PLAYERS = ("fewest", "most")
"""The fields of how many can play an exercise."""

PLAYED = say(
    "The campaign is created, and you are its umpire. Send each player the link to a seat; then look the battle over and "
    "begin it, on the page of the campaign."
)
CREATED = say("The campaign is created, and you are its umpire. Give out the seats on the roster.")


@page
@require_safe
def exercises(request: HttpRequest) -> HttpResponse:
    """The exercises that the reader may find, as far as the filter lets them through."""
    asked = {key: request.GET.get(key, "")[:40] for key in ("book", "level", "players", "minutes")}
    chosen = asked["book"] if asked["book"] in BOOKS else ""
    level = asked["level"] if asked["level"] in LEVELS else ""
    numbers, refused = {"players": 0, "minutes": 0}, None
    for key in numbers:
        try:
            numbers[key] = read_count(asked[key], 100_000) if asked[key].strip() else 0
        except ValueError as fault:
            refused = Invalid(of_field(key, str(fault)))
    players, minutes = numbers["players"], numbers["minutes"]
    found = catalogue.shelf(request.user, book=chosen, level=level, players=players, minutes=minutes)
    language = get_language() or "en"
    every = [shown(one, language) if isinstance(one, catalogue.OnShelf) else covered(one, language) for one in found]
    told = {
        "house": [one for one in every if one.found.built_in],
        "mine": [one for one in every if one.found.mine],
        "others": [one for one in every if not one.found.mine and not one.found.built_in],
        "asked": asked,
        "filtered": any(asked.values()),
        "books": [book(key) for key in BOOKS],
        "levels": LEVELS,
        "lengths": LENGTHS,
        "refused": refused,
    }
    return render(request, "campaigns/exercises.html", told, status=status_of(refused) if refused else 200)


@page
@require_safe
def exercise(request: HttpRequest, exercise: str) -> HttpResponse:
    """One exercise: what it asks of whom, its map, its seats."""
    return _page(request, exercise)


def _page(request: HttpRequest, exercise: str, refused: Refused | None = None) -> HttpResponse:
    found = catalogue.find_exercise(request.user, exercise)
    if isinstance(found, catalogue.Sealed):
        told: dict[str, Any] = {"one": covered(found, get_language() or "en"), "refused": refused}
        return render(
            request, "campaigns/exercise_sealed.html", told, status=status_of(refused) if refused else 200
        )  # fmt: skip
    troops = "troops" in request.GET
    one = shown(found, get_language() or "en", troops=troops)
    told = {
        "one": one,
        "plan": one.plan,
        "plan_title": say("Plan of {name}", name=one.said["name"]),
        "troops": troops,
        "sides": [(key, name, said) for key, name in names(one.found.data).items() if (said := one.said["sides"][key])],
        "names": book(one.found.data["book"]).pieces.names(one.found.data["forces"]),
        "places": _places(one.found.data),
        "open_aims": [aim for aim in one.aims if aim.shown == "all"],
        "refused": refused,
        "typed": request.POST or one.found.data | one.said | dict(zip(PLAYERS, one.found.data["players"], strict=True)),
        "levels": LEVELS,
    }
    return render(request, "campaigns/exercise.html", told, status=status_of(refused) if refused else 200)


def _places(data: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """The seats of an exercise: the side, its name, and what the seat is called; of each side the General, brigades, arms."""
    arms, called = dict(book(data["book"]).pieces.arms), names(data)
    sides, kinds, in_order = [*called, ""], ["general", "commander"], ["", *arms]
    seats = sorted(
        data["seats"],
        key=lambda one: (
            sides.index(one["side"]),
            kinds.index(one["kind"]) if one["kind"] in kinds else len(kinds),
            in_order.index(one["arm"]),
        ),
    )
    return [
        (
            seat["side"],
            called.get(seat["side"], ""),
            seat["title"] or seat["brigade"] or arms.get(seat["arm"], "") or word(seat["kind"].capitalize()),
        )
        for seat in seats
    ]


@page
@require_safe
def file(request: HttpRequest, exercise: str) -> HttpResponse:
    """The file of an exercise."""
    found = catalogue.find_whole(request.user, exercise)
    return as_file(found.data, found.picture)


@page
@require_http_methods(["GET", "HEAD", "POST"])
def bring(request: HttpRequest) -> HttpResponse:
    """An exercise is brought in from its file; every fault of it is told, and then nothing is kept."""
    refused: Refused | None = None
    if request.method == "POST":
        try:
            made = kept.bring_in(by=request.user, source=_sent(request), now=server_time())
            messages.info(request, say("The exercise is on your shelf. Only you see it until you share it."))
            for note in made.notes:
                messages.warning(request, note)
            return redirect("exercise", made.exercise.public_id)
        except Refused as fault:
            refused = fault
    told = {"refused": refused, "faults": refused.faults if isinstance(refused, Faulty) else ()}
    return render(request, "campaigns/exercise_bring.html", told, status=status_of(refused) if refused else 200)


def _sent(request: HttpRequest) -> bytes:
    """The file that was sent."""
    sent = request.FILES.get("file")
    if sent is None:
        raise Invalid(of_field("file", say("choose a file")))
    if sent.size is None or sent.size > GREATEST_FILE:
        raise Invalid(of_field("file", say("choose a file of at most {n} bytes", n=f"{GREATEST_FILE:,}")))
    return bytes(sent.read())


@page
@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest, exercise: str) -> HttpResponse:
    """An exercise is played; the links to its seats come next."""
    if request.method != "POST":
        return redirect("exercise", exercise)
    try:
        found = catalogue.find_whole(request.user, exercise)
        played = play_exercise(
            by=request.user,
            exercise=found.data,
            picture=found.picture,
            built_in=found.built_in,
            language=get_language() or "en",
            now=server_time(),
        )
    except Refused as refused:
        return _page(request, exercise, refused)
    messages.info(request, PLAYED if played.links else CREATED)
    return redirect("invitations" if played.links else "campaign", played.campaign.public_id)


@page
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, exercise: str) -> HttpResponse:
    """One press of one button of an exercise: copied, described anew, shared or no longer, or deleted."""
    if request.method != "POST":
        return redirect("exercise", exercise)
    act, by = request.POST.get("act", ""), request.user
    try:
        if act == "copy":
            made = kept.copy_exercise(by=by, exercise=exercise, now=server_time())
            messages.info(request, say("The copy is on your shelf."))
            return redirect("exercise", made.public_id)
        if act in ("share", "keep"):
            kept.share_exercise(by=by, exercise=exercise, shared=act == "share")
            return redirect("exercise", exercise)
        if act == "describe":
            kept.describe_exercise(by=by, exercise=exercise, language=get_language() or "en", **_described(request))
            messages.info(request, say("Saved."))
            return redirect("exercise", exercise)
        if act == "delete":
            kept.delete_exercise(by=by, exercise=exercise)
            messages.info(request, say("The exercise is deleted. Battles that were made of it stay."))
            return redirect("exercises")
        raise Invalid(of_field("act", say("choose one of the buttons")))
    except Refused as refused:
        return _page(request, exercise, refused)


def _described(request: HttpRequest) -> dict[str, Any]:
    """What was typed of an exercise: texts, its level, and whole numbers."""
    post = request.POST
    given: dict[str, Any] = {key: post[key] for key in ("name", "summary", "licence", "level") if key in post}
    numbers: dict[str, int] = {}
    for field in (*PLAYERS, "minutes", "moves"):
        try:
            numbers |= {field: read_count(post[field], 100_000)} if field in post else {}
        except ValueError as fault:
            raise Invalid(of_field(field, str(fault))) from fault
    both = [numbers.pop(field) for field in PLAYERS if field in numbers]
    if len(both) == len(PLAYERS) and both[0] > both[1]:
        raise Invalid(of_field(PLAYERS[1], say("the most cannot be fewer than the fewest")))
    return given | numbers | ({"players": both} if both else {})
