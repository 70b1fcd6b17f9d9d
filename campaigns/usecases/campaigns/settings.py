"""The settings of a campaign: all of them until its first battle begins, a few of them later too.

What changes later is announced to all seats, stands in the record of each battle under way, and holds from the next
move: the move under way keeps its deadline, which an umpire may extend at the desk.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from datetime import time as wall_time
from typing import Any

from django.db import transaction

from campaigns.bridge import digest
from campaigns.errors import SettingsChanged, WrongState
from campaigns.locks import lock_battles_of, lock_campaign
from campaigns.models import Battle, Campaign, Invitation, Post, Side
from campaigns.usecases.access import find_campaign, umpire_of
from campaigns.usecases.campaigns.clock_settings import (
    GREATEST_HANDICAP,
    ONE_OF,
    PERCENT,
    WHOLE_NUMBERS,
    read_clock,
    refuse_alike,
)
from campaigns.usecases.campaigns.preparation import side_name, side_of, title_of
from campaigns.usecases.clock import publication_minutes
from campaigns.usecases.notices import note_notice
from campaigns.usecases.record import add_record
from campaigns.usecases.text_checks import read_line, read_text, read_whole
from rules.books import book as find_book
from rules.errors import Invalid
from rules.values.sentence import Sentence, joined, of_field, say

CLOCK = (*WHOLE_NUMBERS, *ONE_OF, "publish_minutes", "time_zone", "deadline_time", "couriers")
"""The columns of a campaign that ``read_clock`` checks."""

OF_SIDE = ("name", "briefing", "handicap", "time_percent")
"""What is set of each side."""

WORDS = {
    "name": say("the name of the campaign"),
    "options": say("the options of the book"),
    "umpire": say("who rules"),
    "clock_mode": say("the kind of clock"),
    "fixed_minutes": say("minutes of a move"),
    "deadline_time": say("the time of the deadline"),
    "deadline_every_days": say("days from deadline to deadline"),
    "time_zone": say("the time zone"),
    "interval_minutes": say("minutes between moves"),
    "extension_cap_minutes": say("the longest extension of a move in minutes"),
    "pause_cap_minutes": say("the longest pause in a move in minutes"),
    "publish_minutes": say("minutes until an undisputed result is published by itself"),
    "drain_seconds": say("seconds in which late orders still count"),
    "target_points": say("the target of campaign points"),
    "scoring": say("how scores count"),
    "carry_over": say("what is carried over"),
    "couriers": say("how messages travel"),
    "sides.name": say("the name"),
    "sides.briefing": say("the briefing"),
    "sides.handicap": say("the points at the start"),
    "sides.time_percent": say("the share of a move’s time in per cent"),
}
"""What a setting is called; of a side as ``sides.name``."""

CARRIED = {"none": say("nothing"), "losses": say("losses and supplies")}
"""What goes over to the next battle, in words."""

LIVE = (Battle.Status.SETTING_OUT, Battle.Status.RUNNING)


def settings_of(campaign: Campaign) -> dict[str, Any]:
    """Everything that may be set of a campaign, as plain data; ``sides`` by key."""
    found = {key: getattr(campaign, key) for key in ("name", "options", *CLOCK)}
    if isinstance(found["deadline_time"], wall_time):
        found["deadline_time"] = found["deadline_time"].isoformat("minutes")
    sides = campaign.sides.order_by("pk")
    return {**found, "sides": {side.key: {part: getattr(side, part) for part in OF_SIDE} for side in sides}}


def digest_of(settings: Mapping[str, Any]) -> str:
    """By which a form shows on what it was made."""
    return digest(settings)


def why_fixed(campaign: Campaign) -> dict[str, str]:
    """What may not be changed now, and why: by setting, of sides as ``sides.name``."""
    every = ["name", "options", *CLOCK, *(f"sides.{part}" for part in OF_SIDE)]
    if campaign.status == Campaign.Status.ENDED:
        return dict.fromkeys(every, say("The campaign has ended."))
    if campaign.status == Campaign.Status.PREPARING:
        return {}
    clock = say(
        "The kind of clock and its minutes were settled before the first move. Extend a single move at the desk."
    )
    points = say("Battles are counted by it, and one has begun.")
    reasons: dict[str, str] = dict.fromkeys(("scoring", "target_points", "sides.handicap"), points)
    reasons |= dict.fromkeys(("clock_mode", "fixed_minutes", "drain_seconds"), clock)
    reasons |= {
        "options": say(
            "The options are fixed when the first battle begins. A battle with its own rules may have others."
        ),
        "umpire": say("Who rules was settled before the first move."),
        "couriers": say("Messages travel by it already."),
        "sides.name": say("Orders and reports call the sides by these names."),
        "sides.briefing": say("The briefings were settled before the first move. Send the side a message instead."),
    }
    if campaign.clock_mode != Campaign.ClockMode.DEADLINE:
        reasons |= dict.fromkeys(
            ("deadline_time", "deadline_every_days"), say("The clock of this campaign is no deadline.")
        )
    return reasons


def change_campaign(*, by: Any, campaign: str, now: datetime, base: str = "", **changes: Any) -> Campaign:
    """Change a campaign: everything until its first battle begins, afterwards only what may change later.

    changes: ``name``, ``options`` (those chosen, on top of the defaults), fields of the clock, ``sides`` (by key, each
    with name, briefing, handicap or time_percent), ``briefings`` by side.  What stands so already is no change.
    base: ``digest_of`` what the changes were made on; SettingsChanged where something else stands by now.
    """
    found = find_campaign(campaign)
    with transaction.atomic():
        locked = lock_campaign(found.pk)
        umpire = umpire_of(by, locked.pk)
        was = settings_of(locked)
        if base and base != digest_of(was):
            raise SettingsChanged
        wanted = _read(locked, was, changes)
        changed = _differences(was, wanted)
        for key in changed:
            if reason := why_fixed(locked).get(_kind(key)):
                raise WrongState(of_field(_in_words(locked, key), reason))
        _write(locked, wanted, changed)
        if changed and locked.status == Campaign.Status.RUNNING:
            _announce(locked, umpire, was, wanted, changed, now)
    return locked


def _read(campaign: Campaign, was: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The settings as they are wanted, checked and complete."""
    given = dict(changes)
    wanted: dict[str, Any] = {key: dict(of_side) for key, of_side in was["sides"].items()}
    for key, text in _map(given.pop("briefings", {}), "briefings").items():
        wanted[side_of(campaign, key).key]["briefing"] = read_text(text, "briefing", 20_000)
    for key, parts in _map(given.pop("sides", {}), "sides").items():
        wanted[side_of(campaign, key).key] |= _read_side(key, _map(parts, "sides"))
    found: dict[str, Any] = {"sides": wanted}
    if "name" in given:
        found["name"] = read_line(given.pop("name"), "name", 120)
    if "options" in given:
        found["options"] = find_book(campaign.book).options(_map(given.pop("options"), "options"))
    merged = {key: was[key] for key in ("clock_mode", "deadline_time")} | given
    clock = read_clock(merged)
    if isinstance(clock.get("deadline_time"), wall_time):
        clock["deadline_time"] = clock["deadline_time"].isoformat("minutes")
    wanted = {**was, **found, **clock}
    refuse_alike([side["name"] for side in wanted["sides"].values()])
    return wanted


def _map(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise Invalid(of_field(what, say("a map is wanted")))
    return dict(value)


def _read_side(key: str, parts: Mapping[str, Any]) -> dict[str, Any]:
    """What is changed of a side."""
    found: dict[str, Any] = {}
    for part, value in parts.items():
        if part == "name":
            found[part] = side_name({"key": key, "name": value})
        elif part == "briefing":
            found[part] = read_text(value, "sides.briefing", 20_000)
        elif part == "handicap":
            found[part] = read_whole(value, "sides.handicap", 0, GREATEST_HANDICAP)
        elif part == "time_percent":
            found[part] = read_whole(value, "sides.time_percent", *PERCENT)
        else:
            raise Invalid(say("there is no setting {given} of a side", given=f"{str(part)[:40]!r}"))
    return found


def _flat(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings by one key each, of sides as ``sides.red.name``."""
    flat = {key: value for key, value in settings.items() if key != "sides"}
    return flat | {f"sides.{key}.{part}": one[part] for key, one in settings["sides"].items() for part in OF_SIDE}


def _differences(was: Mapping[str, Any], wanted: Mapping[str, Any]) -> list[str]:
    before, after = _flat(was), _flat(wanted)
    return [key for key in before if before[key] != after[key]]


def _kind(key: str) -> str:
    """``sides.name`` of ``sides.red.name``; any other as it is."""
    return f"sides.{key.rpartition('.')[2]}" if key.startswith("sides.") else key


def _in_words(campaign: Campaign, key: str) -> str:
    """What a setting is called; of a side with its name."""
    if not key.startswith("sides."):
        return WORDS[key]
    side = key.split(".")[1]
    return say("{field} of {name}", field=WORDS[_kind(key)], name=side_of(campaign, side).name)


def _write(campaign: Campaign, wanted: Mapping[str, Any], changed: list[str]) -> None:
    """Save what differs; seats and invitations are called by the sides' new names."""
    columns = [key for key in changed if not key.startswith("sides.")]
    for key in columns:
        value = wanted[key]
        setattr(campaign, key, wall_time.fromisoformat(value) if key == "deadline_time" and value else value)
    if columns:
        campaign.save(update_fields=columns)
    for side in campaign.sides.all():
        parts = [part for part in OF_SIDE if f"sides.{side.key}.{part}" in changed]
        before = side.name
        for part in parts:
            setattr(side, part, wanted["sides"][side.key][part])
        if parts:
            side.save(update_fields=parts)
        if "name" in parts:
            _rename_seats(side, before)


def _rename_seats(side: Side, before: str) -> None:
    """Titles that were made of a side's name are made of its new name; those that somebody wrote stay."""
    was = Side(campaign_id=side.campaign_id, key=side.key, name=before)
    seats: list[Post | Invitation] = [*Post.objects.filter(side=side), *Invitation.objects.filter(side=side)]
    for seat in seats:
        made = title_of(seat.kind, was, seat.arm, seat.brigade)
        if seat.title == made or seat.title.startswith(f"{made}, "):
            told_apart = seat.title[len(made) + 2 :]
            again = title_of(seat.kind, side, seat.arm, seat.brigade)
            seat.title = say("{seat}, {name}", seat=again, name=told_apart) if told_apart else again
            seat.save(update_fields=["title"])


def _announce(
    campaign: Campaign,
    umpire: Post,
    was: Mapping[str, Any],
    wanted: Mapping[str, Any],
    changed: list[str],
    now: datetime,
) -> None:
    """Tell all seats once, and write it into the record of each battle under way; nothing of the move under way changes."""
    before, after = _flat(was), _flat(wanted)
    battles = lock_battles_of(campaign.pk)
    for one in battles:
        one.campaign = campaign
    live = [one for one in battles if one.status in LIVE]
    told = [key for key in changed if key != "publish_minutes" or not live]
    if "publish_minutes" in changed:
        for one in live:
            publication_minutes.announce(one, umpire, now)
    if not told:
        return
    lines = [
        say(
            "{what}: {now} (before: {was})",
            what=_in_words(campaign, key),
            now=_value(key, after[key]),
            was=_value(key, before[key]),
        )
        for key in told
    ]
    text = say(
        "The umpire has changed the settings: {changes}. They hold from the next move; the move under way keeps its deadline.",
        changes=joined("; ", lines),
    )
    data = {"changed": {key: after[key] for key in told}, "before": {key: before[key] for key in told}, "text": text}
    for one in live:
        add_record(one, at=now, actor=umpire.title, kind="settings-changed", data=data)
    begun = [one for one in battles if one.status != Battle.Status.PREPARING]
    if begun:
        about = (live or begun)[-1]
        again = f"{now.isoformat()} {about.record_length}"
        note_notice(about, move=None, kind="settings-changed", text=text, now=now, again=again)


def _value(key: str, value: Any) -> Any:
    """The value of a setting in words."""
    if key == "carry_over":
        return CARRIED[value]
    if value is None or value == "":
        return say("none")
    return value if isinstance(value, Sentence) else str(value)
