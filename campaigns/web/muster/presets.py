"""Presets of a campaign: one press fills the form for a usual way to play; what is typed besides stays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from campaigns.usecases.campaigns.settings import WORDS
from campaigns.web.muster import campaign_form
from campaigns.web.muster.options_form import Option
from rules.contract.book import Book
from rules.values.sentence import say

BY_MAIL = {
    "umpire": "present", "clock_mode": "deadline", "deadline_time": "20:00", "deadline_every_days": "1",
    "interval_minutes": "0", "extension_cap_minutes": "10080", "pause_cap_minutes": "20160",
}  # fmt: skip
"""The clock of a game by mail; a deadline of days needs caps of days: a week and a fortnight."""


@dataclass(frozen=True)
class Preset:
    """A way to play.  says: what it sets, in one sentence.

    settings: fields of the form.  options: of each book of war for which it is offered, otherwise than by default.
    """

    key: str
    title: str
    says: str
    settings: Mapping[str, str]
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


IN_AN_EVENING = {
    "umpire": "present", "clock_mode": "fixed", "fixed_minutes": "10", "interval_minutes": "2",
    "extension_cap_minutes": "15", "pause_cap_minutes": "60", "publish_minutes": "5", "couriers": "off",
}  # fmt: skip
"""The clock of an evening: ten minutes a move, two between, and results without doubts publish themselves."""

PRESETS = (
    Preset(
        "one-room",
        say("One room"),
        say(
            "The clock goes by the book, with five minutes between moves; a move may be extended by a quarter of an hour and "
            "paused for an hour, shots are fired and measured, and you publish each result."
        ),
        {
            "umpire": "present", "clock_mode": "book", "interval_minutes": "5", "extension_cap_minutes": "15",
            "pause_cap_minutes": "60", "publish_minutes": "", "couriers": "off",
        },
        {"kriegspiel": {}, "little-wars": {}},
    ),
    Preset(
        "by-mail",
        say("By mail on a map, a deadline a day"),
        say(
            "Every move closes at 20:00, each day; a move may be extended by a week and paused for a fortnight, there is one "
            "sheet of orders a move, and shots are drawn by the software, so that nothing must be measured."
        ),
        {
            **BY_MAIL, "publish_minutes": "", "couriers": "off",
        },
        {
            "kriegspiel": {"two_stage_move": False, "fire_mode": "simulated"},
            "little-wars": {"shot_source": "simulated"},
        },
    ),
    Preset(
        "evening",
        say("Evening for beginners"),
        say(
            "Every move has ten minutes and one sheet of orders, results without doubts are published by themselves after five, "
            "supply and engineering are off, a General may order everything, and shots are drawn by the software."
        ),
        IN_AN_EVENING,
        {
            "kriegspiel": {
                "two_stage_move": False, "fire_mode": "simulated", "use_supply": False, "use_engineering": False,
                "general_may_order_any_piece": True,
            },
        },
    ),
    Preset(
        "evening-whole",
        say("One evening on a map, the whole book"),
        say(
            "Every move has ten minutes with two between, and one sheet of orders, supply and engineering are on, shots are "
            "drawn by the software, and results without doubts are published by themselves after five minutes."
        ),
        IN_AN_EVENING,
        {
            "kriegspiel": {"two_stage_move": False, "fire_mode": "simulated"},
        },
    ),
    Preset(
        "staff-college",
        say("Staff college, two stages"),
        say(
            "Fire is decided before movement orders close, every move has thirty minutes with ten between, supply and engineering "
            "are on, messages go by courier, and you publish each result."
        ),
        {
            "umpire": "present", "clock_mode": "fixed", "fixed_minutes": "30", "interval_minutes": "10",
            "extension_cap_minutes": "60", "pause_cap_minutes": "240", "publish_minutes": "", "couriers": "ride",
        },
        {"kriegspiel": {"fire_mode": "simulated"}},
    ),
)  # fmt: skip

ON_BOARDS = (
    Preset(
        "one-room",
        say("One room"),
        say("No clock runs; every move takes as long as it takes."),
        {
            "umpire": "present", "clock_mode": "untimed", "interval_minutes": "0", "extension_cap_minutes": "15",
            "pause_cap_minutes": "60",
        },
    ),
    Preset(
        "by-mail",
        say("By mail, a deadline a day"),
        say("Every move closes at 20:00, each day; a move may be extended by a week and paused for a fortnight."),
        BY_MAIL,
    ),
)  # fmt: skip
"""The ways to play a game on a board."""


def presets(rules: Book) -> list[Preset]:
    """Those that are offered for a book."""
    return list(ON_BOARDS) if rules.on_board else [one for one in PRESETS if rules.key in one.options]


def find_preset(key: str, rules: Book) -> Preset | None:
    """The preset of that key for a book; none where there is none such."""
    return next((one for one in presets(rules) if one.key == key), None)


def options_of(preset: Preset, rules: Book) -> dict[str, Any]:
    """The options that it sets: its own, and those of the other presets back at their defaults."""
    defaults = {row.key: row.default for row in rules.register()}
    touched = {key for one in PRESETS for key in one.options.get(rules.key, {})}
    return {key: defaults[key] for key in sorted(touched)} | dict(preset.options.get(rules.key, {}))


def as_typed(value: Any) -> str:
    """A value of an option as its field sends it.

    >>> as_typed(True), as_typed("simulated"), as_typed(4)
    ('yes', 'simulated', '4')
    """
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class Change:
    """What a press of a preset has set otherwise than it stood: its name, what it was and what it is, in words."""

    name: str
    was: str
    now: str


@dataclass(frozen=True)
class Filled:
    """A preset that was pressed, and what it has changed."""

    preset: Preset
    changes: tuple[Change, ...]


def changed_options(before: Iterable[Option], after: Iterable[Option]) -> Iterator[Change]:
    """The options that stand otherwise than before, also than by default: none is set in silence."""
    for was, now in zip(before, after, strict=True):
        if was.typed != now.typed:
            yield Change(now.words, was.shown, now.shown)


def changed_settings(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    """The settings that are another now, chosen before or not: all else stays, the page says."""
    for key, now in after.items():
        if before[key] != now:
            yield Change(WORDS[key], campaign_form.in_words(before[key]), campaign_form.in_words(now))
