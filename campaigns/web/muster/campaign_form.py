"""The form of a campaign: its first values, its choices, what was typed, and what stands; to create one and to change one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.web.messages import courier_form
from campaigns.web.muster import war_settings
from campaigns.web.page.measures import read_count, read_halves
from campaigns.words.translation import translated
from rules.contract.book import Book
from rules.errors import Invalid
from rules.values.sentence import of_field, say, word, word_of

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

FIELDS = {
    "sides.name": "{side}_name",
    "sides.briefing": "{side}_briefing",
    "sides.handicap": "{side}_handicap",
    "sides.time_percent": "{side}_time",
}
"""Settings of a side -> the fields of the form; any other setting has a field of its own name."""


def begin(rules: Book) -> dict[str, Any]:
    """The first values of the form of a campaign under a book."""
    names = {f"{side}_name": side_word(side) for side in rules.sides} | {f"{side}_briefing": "" for side in rules.sides}
    return BEGIN | {"clock_mode": clocks(rules)[0][0]} | names | war_settings.begin(rules.sides)


def standing(settings: Mapping[str, Any], rules: Book) -> dict[str, Any]:
    """The values of the form as the settings of a campaign stand.  settings: of ``desk.settings``."""
    typed = begin(rules)
    typed |= {key: str(settings[key]) for key in typed if key in settings and settings[key] is not None}
    typed["target_points"] = _halves(settings["target_points"])
    if couriers := settings["couriers"]:
        typed |= {"couriers": "ride", **{f"couriers.{key}": str(couriers[key]) for key in courier_form.FIELDS}}
    else:
        typed["couriers"] = "off"
    for key, side in settings["sides"].items():
        typed |= {f"{key}_name": translated(side["name"]), f"{key}_briefing": side["briefing"]}
        typed |= {f"{key}_handicap": _halves(side["handicap"]), f"{key}_time": str(side["time_percent"])}
    return typed


def _halves(halves: int) -> str:
    """Points kept in halves, as the form takes them.

    >>> _halves(400), _halves(3), _halves(1)
    ('200', '1½', '½')
    """
    whole, half = divmod(halves, 2)
    return f"{whole}½" if half and whole else "½" if half else str(whole)


def side_word(key: str) -> str:
    """What a side is called unless somebody writes another name, in the reader's language."""
    return translated(word(key.capitalize()))


def _side_name(typed: str, key: str) -> str:
    """The name of a side as it is kept: the program's own word, which everybody reads in their language, or what was typed."""
    return key.capitalize() if not typed or typed.strip() == side_word(key) else typed


def clocks(rules: Book) -> tuple[tuple[str, str, str], ...]:
    """The clocks that a campaign under a book may have: a board game has no allowance for men and guns."""
    return (UNTIMED, *CLOCKS[1:]) if rules.on_board else CLOCKS


def shown(rules: Book) -> set[str]:
    """The fields that the form of a book shows: at a board nobody rides, and no result waits to be published."""
    of_war = {"publish_minutes", *courier_form.BEGIN} if rules.on_board else set()
    return begin(rules).keys() - of_war


def offered(typed: Mapping[str, Any], rules: Book) -> dict[str, Any]:
    """What the form shows: the values and the choices."""
    return {
        "typed": typed,
        "clocks": clocks(rules),
        "rulers": RULERS_OF_BOARDS if rules.on_board else RULERS,
        **war_settings.offered(typed, rules.sides),
        **courier_form.offered(typed),
        "people": rules.people(rules.options({}), has_map=False),
        "sides": [_side_typed(key, typed) for key in rules.sides],
        "book": rules,
    }


def in_words(value: str) -> str:
    """A value of a field of the form, as people read it.

    >>> in_words("fixed"), in_words("20:00"), in_words("")
    ('A fixed time', '20:00', '–')
    """
    titles = {key: title for key, title, _ in (*CLOCKS, UNTIMED, *RULERS, *courier_form.HOW)}
    return titles.get(value, value) or "–"


def _side_typed(key: str, typed: Mapping[str, Any]) -> dict[str, Any]:
    """What was typed of a side."""
    named, briefed = typed[f"{key}_name"], typed[f"{key}_briefing"]
    return {"key": key, "word": word(key.capitalize()), "name": named, "briefing": briefed}


def read(typed: Mapping[str, Any], rules: Book) -> dict[str, Any]:
    """Name, sides (by key) and clock as they were typed; Invalid names what is wrong."""
    settings: dict[str, Any] = {key: typed[key] for key in ("name", "umpire", "clock_mode", "time_zone")}
    if typed["clock_mode"] == "deadline":
        settings["deadline_time"] = typed["deadline_time"]
    for key in NUMBERS:
        settings[key] = _points(typed[key]) if key == "target_points" else _count(typed[key], key)
    settings["publish_minutes"] = (
        _count(typed["publish_minutes"], "publish_minutes") if typed["publish_minutes"].strip() else None
    )
    settings |= {key: typed[key] for key in ("scoring", "carry_over")} | {"couriers": courier_form.setting(typed)}
    settings["sides"] = {
        key: {
            "name": _side_name(typed[f"{key}_name"], key),
            "briefing": typed[f"{key}_briefing"],
            **war_settings.handicaps(typed, key),
        }
        for key in rules.sides
    }
    return settings


def _count(text: str, field: str) -> int:
    try:
        return read_count(text, 1_000_000)
    except ValueError as fault:
        raise Invalid(of_field(word_of(field), fault.args[0])) from fault


def _points(text: str) -> int:
    """A target of points, kept in halves."""
    try:
        return read_halves(text, 1_000_000)
    except ValueError as fault:
        raise Invalid(of_field(word_of("target_points"), fault.args[0])) from fault
