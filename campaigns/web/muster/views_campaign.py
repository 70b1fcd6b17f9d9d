"""A campaign: its page, opening one, its roster, its battles."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk.invitations import invitations
from campaigns.errors import NotUmpire, Unseen, status_of
from campaigns.usecases.campaigns import preparation
from campaigns.usecases.matches.machines import seat_machine
from campaigns.usecases.people.offers import offer_post, offer_succession
from campaigns.web.matches.views_practice import opponents, read_opponent
from campaigns.web.messages import courier_form
from campaigns.web.muster import war_settings
from campaigns.web.muster.options_form import in_families, options_form, read_options
from campaigns.web.muster.scenarios import country_typed, scenarios, start_typed
from campaigns.web.page.measures import read_count
from campaigns.web.page.wrapper import page
from campaigns.words.translation import translated
from rules.books import BOOKS, book
from rules.contract.book import Book
from rules.contract.data import Options
from rules.errors import Invalid, Refused
from rules.values.sentence import of_field, say, word, word_of

BOOK = "kriegspiel"
NUMBERS = (
    "fixed_minutes",
    "deadline_every_days",
    "interval_minutes",
    "extension_cap_minutes",
    "pause_cap_minutes",
    "target_points",
)
CLOCKS = (
    ("book", say("By the book"), say("One minute for every thirty men and every gun of the largest command.")),
    ("fixed", say("A fixed time"), say("Every move has the same number of minutes.")),
    ("deadline", say("A deadline"), say("Every move closes at a fixed time of day, for slow games by mail.")),
)
UNTIMED = ("untimed", say("No clock"), say("No time limit for moves."))
CREATED = say("The campaign is created, and you are its umpire. Give out the seats and create a battle.")
RULERS = (
    (
        "present",
        say("With an umpire"),
        say(
            "The umpire ends each move, enters the measurements, checks the result and publishes it, and can "
            "overrule it."
        ),
    ),
    (
        "none",
        say("Without an umpire"),
        say(
            "The clock closes every move, the software works out the result on the map, and the clock "
            "publishes it. You need not be there."
        ),
    ),
)
RULERS_OF_BOARDS = (
    (
        "present",
        say("With an umpire"),
        say("The umpire sees every claim with its ruling, can move for a player, and can end the game."),
    ),
    (
        "none",
        say("Without an umpire"),
        say("Every turn is judged at once. A player whose time runs out loses the game."),
    ),
)
BEGIN = {
    "name": "", "umpire": "present", "fixed_minutes": "10", "deadline_time": "20:00", "deadline_every_days": "1",
    "time_zone": "Europe/London",
    "interval_minutes": "5", "extension_cap_minutes": "15", "pause_cap_minutes": "60", "publish_minutes": "",
    "target_points": "0",
    **war_settings.BEGIN, **courier_form.BEGIN,
}  # fmt: skip
"""The first values of the form, without the sides."""

KINDS = ("general", "commander", "official", "observer", "umpire")


@page
@require_safe
def campaign(request: HttpRequest, campaign: str) -> HttpResponse:
    """The page of a campaign: sides, seats, battles, options with their sentences."""
    seat = sight.find_campaign(request.user, campaign)
    return _campaign(request, seat)


def _campaign(request: HttpRequest, seat: sight.Seat, refused: Refused | None = None) -> HttpResponse:
    rules = book(seat.campaign.book)
    form = options_form(rules.register(), seat.campaign.options)
    battles = sight.battles(seat)
    told = {
        "seat": seat,
        "campaign": seat.campaign,
        "book": rules,
        "posts": sight.roster(seat),
        "battles": battles,
        "running": any(battle.status == "running" for battle in battles),
        "changed": [one for one in form if one.changed],
        "people": [
            (battle, told)
            for battle in battles
            if battle.status != "ended"
            and (
                told := book(battle.terms.book).people(
                    Options(battle.terms.options), has_map=bool(battle.country_digest)
                )
            )
        ],
        "families": in_families(form),
        "couriers": courier_form.in_words(seat.campaign.couriers),
        "briefings": {seat.side_names[key]: text for key, text in seat.briefings.items()}
        or {say("Your briefing"): seat.briefing},
        "scenarios": scenarios(rules.key),
        "countries": [one for one in sight.countries(request.user) if one.book == rules.key] if seat.is_umpire else (),
        "refused": refused,
        "typed": request.POST,
    }
    return render(request, "campaigns/campaign.html", told, status=status_of(refused) if refused else 200)


@page
@require_http_methods(["GET", "HEAD", "POST"])
def campaign_new(request: HttpRequest) -> HttpResponse:
    """Open a campaign under a book: name, clock, sides, options; its maker is its umpire."""
    given = request.POST if request.method == "POST" else request.GET
    rules = book(key if (key := given.get("book")) in BOOKS else BOOK)
    typed = begin(rules)
    if request.method == "POST":
        typed = {key: request.POST.get(key, "") for key in typed}
    form = options_form(rules.register(), None, request.POST if request.method == "POST" else None)
    refused: Refused | None = None
    if request.method == "POST":
        chosen = read_options(form)
        if not any(one.error for one in form):
            try:
                made = preparation.create_campaign(
                    by=request.user, now=server_time(), options=chosen, **_settings(typed, rules)
                )
                messages.info(request, CREATED)
                return redirect("campaign", made.public_id)
            except Refused as fault:
                refused = fault
    told = {
        "typed": typed,
        "clocks": clocks(rules),
        "rulers": RULERS_OF_BOARDS if rules.on_board else RULERS,
        **war_settings.offered(typed, rules.sides),
        **courier_form.offered(typed),
        "people": rules.people(rules.options({}), has_map=False),
        "sides": [_side_typed(key, typed) for key in rules.sides],
        "families": in_families(form),
        "faulty": [one for one in form if one.error],
        "refused": refused,
        "book": rules,
        "books": [book(key) for key in BOOKS],
    }
    return render(
        request,
        "campaigns/campaign_new.html",
        told,
        status=status_of(refused) if refused else 400 if request.method == "POST" else 200,
    )


def _side_typed(key: str, typed: dict[str, Any]) -> dict[str, Any]:
    """What was typed of a side."""
    named, briefed = typed[f"{key}_name"], typed[f"{key}_briefing"]
    return {"key": key, "word": word(key.capitalize()), "name": named, "briefing": briefed}


def begin(rules: Book) -> dict[str, Any]:
    """The first values of the form of a campaign under a book."""
    names = {f"{side}_name": side_word(side) for side in rules.sides} | {f"{side}_briefing": "" for side in rules.sides}
    return BEGIN | {"clock_mode": clocks(rules)[0][0]} | names | war_settings.begin(rules.sides)


def side_word(key: str) -> str:
    """What a side is called unless somebody writes another name, in the reader's language."""
    return translated(word(key.capitalize()))


def _side_name(typed: str, key: str) -> str:
    """The name of a side as it is kept: the program's own word, which everybody reads in their language, or what was typed."""
    return key.capitalize() if not typed or typed.strip() == side_word(key) else typed


def clocks(rules: Book) -> tuple[tuple[str, str, str], ...]:
    """The clocks that a campaign under a book may have: a board game has no allowance for men and guns."""
    return (UNTIMED, *CLOCKS[1:]) if rules.on_board else CLOCKS


def _settings(typed: dict[str, Any], rules: Book) -> dict[str, Any]:
    """Name, sides and clock as they were typed; Invalid names what is wrong."""
    settings: dict[str, Any] = {
        "name": typed["name"],
        "book": rules.key,
        "umpire": typed["umpire"],
        "clock_mode": typed["clock_mode"],
        "time_zone": typed["time_zone"],
    }
    if typed["clock_mode"] == "deadline":
        settings["deadline_time"] = typed["deadline_time"]
    for key in NUMBERS:
        try:
            settings[key] = read_count(typed[key], 1_000_000)
        except ValueError as fault:
            raise Invalid(of_field(word_of(key), fault.args[0])) from fault
    settings["publish_minutes"] = _publish_minutes(typed["publish_minutes"])
    settings["target_points"] *= 2  # points are kept in halves
    settings |= {key: typed[key] for key in ("scoring", "carry_over")} | {"couriers": courier_form.setting(typed)}
    settings["sides"] = [
        {
            "key": key,
            "name": _side_name(typed[f"{key}_name"], key),
            "briefing": typed[f"{key}_briefing"],
            **war_settings.handicaps(typed, key),
        }
        for key in rules.sides
    ]
    return settings


def _publish_minutes(typed: str) -> int | None:
    """After how many minutes an undisputed result is published by itself; none where the field is empty."""
    try:
        return read_count(typed, 1_000_000) if typed.strip() else None
    except ValueError as fault:
        raise Invalid(of_field(word_of("publish_minutes"), fault.args[0])) from fault


@page
@require_http_methods(["GET", "HEAD", "POST"])
def roster(request: HttpRequest, campaign: str) -> HttpResponse:
    """Who holds which seat; the umpire gives seats and ends them."""
    seat = sight.find_campaign(request.user, campaign)
    refused: Refused | None = None
    if request.method == "POST":
        if not seat.is_umpire:
            raise NotUmpire
        try:
            _appoint_or_dismiss(request, seat)
            return redirect("roster", campaign)
        except Refused as fault:
            refused = fault
    told = {
        "seat": seat,
        "campaign": seat.campaign,
        "posts": sight.roster(seat),
        "offered": [one for one in invitations(seat, server_time()) if one.state == "holds"] if seat.is_umpire else [],
        "kinds": KINDS,
        "machines": opponents_in(seat) if seat.is_umpire else [],
        "arms": book(seat.campaign.book).pieces.arms,
        "refused": refused,
        "typed": request.POST,
    }
    return render(request, "campaigns/roster.html", told, status=status_of(refused) if refused else 200)


def opponents_in(seat: sight.Seat) -> list[dict[str, str]]:
    """The machines that play a game that the campaign has or will have."""
    books = {seat.campaign.book, *(battle.terms.book for battle in sight.battles(seat))}
    found = {one["word"]: one for key in sorted(books) for one in opponents(key)}
    return list(found.values())


def _appoint_or_dismiss(request: HttpRequest, seat: sight.Seat) -> None:
    """One press of one button of the roster."""
    post = request.POST.get("dismiss", "")
    if post:
        preparation.dismiss(by=request.user, post=post[:13], now=server_time())
        return
    machine = request.POST.get("machine", "")[:20]
    if machine:
        engine, level = read_opponent(machine)
        seat_machine(
            by=request.user,
            campaign=seat.campaign.public_id,
            side=request.POST.get("side", "")[:40],
            engine=engine,
            level=level,
            now=server_time(),
        )
        return
    handed = request.POST.get("hand-over", "")
    name = request.POST.get("user", "").strip()
    if handed:
        made = offer_succession(by=request.user, post=handed[:13], user=name, now=server_time())
    else:
        given = {key: request.POST.get(key, "")[:40] for key in ("kind", "side", "arm")}
        made = offer_post(by=request.user, campaign=seat.campaign.public_id, user=name, now=server_time(), **given)
    if not made.taken:
        messages.info(
            request,
            say(
                "{title} is offered to {name}. The offer is on that player’s first page, to be accepted there.",
                title=made.title,
                name=name,
            ),
        )


@page
@require_POST
def battle_new(request: HttpRequest, campaign: str) -> HttpResponse:
    """Open a battle from a scenario of the product or from pasted JSON."""
    seat = sight.find_campaign(request.user, campaign)
    if not seat.is_umpire:
        raise NotUmpire
    try:
        preparation.open_battle(
            by=request.user,
            campaign=campaign,
            name=request.POST.get("name", ""),
            start=start_typed(request.POST, seat.campaign.book),
            briefing=request.POST.get("briefing", ""),
            country=country_typed(request.POST, seat.campaign.book),
            now=server_time(),
        )
    except Refused as refused:
        return _campaign(request, seat, refused)
    return redirect("campaign", campaign)


@page
@require_POST
def battle_start(request: HttpRequest, battle: str) -> HttpResponse:
    """Begin the battle: the options are fixed, the seed is drawn, the first move opens."""
    seat = sight.find_battle(request.user, battle)
    if not seat.is_umpire:
        raise NotUmpire
    try:
        preparation.start_battle(by=request.user, battle=battle, now=server_time())
    except Unseen:
        raise
    except Refused as refused:
        return _campaign(request, seat, refused)
    return redirect("desk", battle)
