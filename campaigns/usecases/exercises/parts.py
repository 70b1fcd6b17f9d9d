"""The parts of an exercise, read from plain data into their normal form: campaign, sides, seats, events, texts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from campaigns.bridge import canonical
from campaigns.clauses import HOUSE_RULE
from campaigns.models import Campaign, Post
from campaigns.models.plain import Plain
from campaigns.usecases.campaigns.clock_settings import (
    GREATEST_HANDICAP,
    ONE_OF,
    PERCENT,
    WHOLE_NUMBERS,
    read_clock,
    refuse_alike,
)
from campaigns.usecases.desk.oddities import read_clause
from campaigns.usecases.exercises.faults import Faults
from campaigns.usecases.messages.triggers import read_near
from campaigns.usecases.text_checks import read_line, read_text, read_whole
from rules.contract.book import Book
from rules.errors import Invalid
from rules.values.sentence import joined, of_field, say

BRIEFING = 20_000
"""Characters of a briefing at most."""

MOST_SEATS, MOST_EVENTS, MOST_LANGUAGES = 60, 100, 10

GREATEST_PART = 20_000
"""Bytes of the changes of an event at most."""

SETTINGS = (*WHOLE_NUMBERS, "publish_minutes", "time_zone", "deadline_time", "couriers", *ONE_OF)
"""The settings of a campaign that an exercise keeps."""

SEAT = ("kind", "side", "arm", "brigade", "title")
EVENT = ("text", "move", "near", "heard", "side", "voice", "rider", "change", "clause", "told")
"""The keys of a seat and of an event."""

OF_A_RULING = {"heard": "all", "side": "", "voice": "", "rider": None}
"""What of a message a ruling has none of."""

KINDS = tuple(kind for kind in Post.Kind.values if kind != Post.Kind.UMPIRE)
LANGUAGE = re.compile("[a-z]{2}")


def read_settings(given: Any, faults: Faults) -> Plain:
    """The settings of a campaign, each with its value; those that are not given as a new campaign has them."""
    settings = faults.a_map(given, "campaign")
    faults.known(settings, SETTINGS, "campaign")
    chosen = {key: value for key, value in settings.items() if key in SETTINGS}
    new = Campaign()
    read = {key: getattr(new, key) for key in SETTINGS} | faults.take(lambda: read_clock(chosen), dict[str, Any]())
    at = read["deadline_time"]
    return {**read, "deadline_time": at.isoformat("minutes") if at is not None else None}


def read_sides(given: Any, keys: Sequence[str], faults: Faults) -> Plain:
    """The sides of the book, each with its name, briefing and handicap."""
    sides = faults.a_map(given, "sides")
    faults.known(sides, keys, "sides")
    read = {key: _side(sides.get(key, {}), key, faults) for key in keys}
    faults.take(lambda: refuse_alike([side["name"] or key for key, side in read.items()]), None)
    return read


def _side(given: Any, key: str, faults: Faults) -> Plain:
    at = f"sides.{key}"
    side = faults.a_map(given, at)
    faults.known(side, ("name", "briefing", "handicap", "time_percent"), at)
    return {
        "name": faults.take(lambda: read_line(side.get("name", key.title()), f"{at}.name", 80), ""),
        "briefing": faults.take(lambda: read_text(side.get("briefing", ""), f"{at}.briefing", BRIEFING), ""),
        "handicap": faults.take(lambda: read_whole(side.get("handicap", 0), f"{at}.handicap", 0, GREATEST_HANDICAP), 0),
        "time_percent": faults.take(
            lambda: read_whole(side.get("time_percent", 100), f"{at}.time_percent", *PERCENT), 0
        ),
    }


def read_seats(given: Any, rules: Book, faults: Faults) -> list[Plain]:
    """The seats, in their order."""
    rows = faults.a_list(given, "seats", MOST_SEATS)
    return [_seat(one, f"seats.{place}", rules, faults) for place, one in enumerate(rows)]


def _seat(given: Any, at: str, rules: Book, faults: Faults) -> Plain:
    seat = faults.a_map(given, at)
    faults.known(seat, SEAT, at)
    kind, side, arm = (seat.get(key, "") for key in ("kind", "side", "arm"))
    of_a_side = kind not in (Post.Kind.OBSERVER,)
    arms = [key for key, _ in rules.pieces.arms] if kind == Post.Kind.COMMANDER else [""]
    if kind == Post.Kind.COMMANDER and seat.get("brigade"):
        arms = [""]  # who holds a brigade holds no arm
    for key, value, wanted in (
        ("kind", kind, KINDS), ("side", side, rules.sides if of_a_side else ("",)), ("arm", arm, arms),
    ):  # fmt: skip
        if value not in wanted:
            faults.note(
                f"{at}.{key}", say("one of {wanted} is wanted", wanted=joined(", ", [one or "“”" for one in wanted]))
            )
    lines = {key: faults.take(_line(seat.get(key, ""), f"{at}.{key}", 80), "") for key in ("brigade", "title")}
    return {"kind": kind, "side": side, "arm": arm, **lines}


def _line(given: Any, at: str, most: int) -> Any:
    """A reader of one line, which may be empty."""
    return lambda: read_line(given, at, most, least=0)


def read_events(given: Any, rules: Book, faults: Faults) -> list[Plain]:
    """What the umpire has prepared.  The rules try it when the exercise is rehearsed."""
    rows = faults.a_list(given, "events", MOST_EVENTS)
    return [_event(one, f"events.{place}", rules, faults) for place, one in enumerate(rows)]


def _event(given: Any, at: str, rules: Book, faults: Faults) -> Plain:
    """An event in the form in which it is kept once it is prepared, so that it goes out as it came."""
    keys = rules.sides
    event = faults.a_map(given, at)
    faults.known(event, EVENT, at)
    move, near, rider, change = (event.get(key) for key in ("move", "near", "rider", "change"))
    if move is not None:
        faults.take(lambda: read_whole(move, f"{at}.move", 1, 100_000), 0)
    if move is not None and near is not None:
        faults.note(at, say("it waits for a move or for somebody near, not for both"))
    if near is not None:
        near = faults.take(lambda: read_near(near, keys), None, within=at)
    if rider is not None:
        faults.a_map(rider, f"{at}.rider")
    changes = faults.a_list(change or [], f"{at}.change", MOST_EVENTS)
    faults.take(lambda: _small(changes, f"{at}.change"), None)
    heard, side, told = event.get("heard", "all"), event.get("side", ""), event.get("told", "")
    for key, value, wanted in (
        ("heard", heard, ("all", "side")), ("side", side, ("", *keys)), ("told", told, ("", "all", "nobody", *keys)),
    ):  # fmt: skip
        if value not in wanted:
            faults.note(
                f"{at}.{key}", say("one of {wanted} is wanted", wanted=joined(", ", [one or "“”" for one in wanted]))
            )
    cited = faults.take(_line(event.get("clause", ""), f"{at}.clause", 60), "")
    kept = {
        "text": faults.take(lambda: read_text(event.get("text"), f"{at}.text", 2_000, least=1), ""),
        "move": move, "near": near, "heard": heard, "side": side if heard == "side" else "", "rider": rider,
        "change": changes, "told": told, "voice": faults.take(_line(event.get("voice", ""), f"{at}.voice", 60), ""),
        "clause": faults.take(lambda: read_clause(rules.key, cited, without=HOUSE_RULE if changes else ""), "", within=at),
    }  # fmt: skip
    return {**kept, **(OF_A_RULING if changes else {"told": ""})}


def _small(given: Any, at: str) -> None:
    if len(canonical(given)) > GREATEST_PART:
        raise Invalid(of_field(at, say("at most {n} bytes are wanted", n=f"{GREATEST_PART:,}")))


def read_texts(given: Any, keys: Sequence[str], faults: Faults) -> Plain:
    """The texts in other languages, by language: name, summary, briefing, and the briefings of the sides."""
    texts = faults.a_map(given, "texts")
    if len(texts) > MOST_LANGUAGES:
        faults.note("texts", say("a list of at most {most} is wanted", most=MOST_LANGUAGES))
        return {}
    for key in texts:
        if not LANGUAGE.fullmatch(key):
            faults.note("texts", say("{given} is no language; two letters are wanted, as de", given=key[:20]))
    return {key: _in_one(one, f"texts.{key[:2]}", keys, faults) for key, one in sorted(texts.items())}


def _in_one(given: Any, at: str, keys: Sequence[str], faults: Faults) -> Plain:
    text = faults.a_map(given, at)
    faults.known(text, ("name", "summary", "briefing", "sides"), at)
    sides = faults.a_map(text.get("sides", {}), f"{at}.sides")
    faults.known(sides, keys, f"{at}.sides")
    return {
        "name": faults.take(_line(text.get("name", ""), f"{at}.name", 120), ""),
        "summary": faults.take(lambda: read_text(text.get("summary", ""), f"{at}.summary", 1_000), ""),
        "briefing": faults.take(lambda: read_text(text.get("briefing", ""), f"{at}.briefing", BRIEFING), ""),
        "sides": {key: faults.take(_text(sides[key], f"{at}.sides.{key}"), "") for key in keys if key in sides},
    }


def _text(given: Any, at: str) -> Any:
    return lambda: read_text(given, at, BRIEFING)


def in_language(exercise: Mapping[str, Any], language: str) -> Plain:
    """Name, summary, briefing and the briefings of the sides, in a language as far as the exercise has them in it."""
    text = exercise["texts"].get(language[:2], {})
    own = {key: text.get(key) or exercise[key] for key in ("name", "summary", "briefing")}
    said = text.get("sides", {})
    return {**own, "sides": {key: said.get(key) or side["briefing"] for key, side in exercise["sides"].items()}}
