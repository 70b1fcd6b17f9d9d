"""Shots in the form of measured facts: what stood in the circle of each shell, and whom each rifle shot knocked down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.web.desk.fact_fields import FactField
from campaigns.web.desk.floor_lists import chosen
from campaigns.web.page.measures import read_count

SLOTS = 3
"""Bodies that may be named for one shell."""

MORE_SLOTS = 2
"""Guns, and waggons, that may be named for one shell where they are too many to be listed."""

MOST_SLOTS = 20
"""Of what was sent for one shot no more is read."""


def shots_of(asked: FactField, value: Any) -> list[dict[str, Any]]:
    """The rows of a field for the shots that are given or known, filled up with shots that touched nothing."""
    shots = list(value or [])
    shots += [{}] * (asked.times - len(shots))
    return [_shot(asked, number, shot) for number, shot in enumerate(shots)]


def _shot(asked: FactField, number: int, shot: Mapping[str, Any]) -> dict[str, Any]:
    """A row of the form for one shot: bodies in the circle (or knocked down), covered, guns and waggons."""
    counts = shot.get("men" if asked.kind == "shells" else "knocked_down") or {}
    covered = shot.get("covered") or {}
    slots = [{"body": body, "men": men, "covered": covered.get(body, "")} for body, men in counts.items()]
    least = SLOTS if asked.kind == "shells" else 1
    slots += [{"body": "", "men": "", "covered": ""}] * max(least - len(slots), 0)
    base = f"{asked.name}.{number}"
    wholly, partly = (dict.fromkeys(shot.get(f"guns_{how}") or (), how) for how in ("wholly", "partly"))
    slots = [{**slot, "name": f"{base}.{place}"} for place, slot in enumerate(slots)]
    return _row(asked, number, slots, {**wholly, **partly}, list(shot.get("waggons") or ()))


def _row(
    asked: FactField, number: int, slots: list[dict[str, Any]], guns: Mapping[str, str], waggons: list[str]
) -> dict[str, Any]:
    """A row of the form for one shot.  more: whether anything but one body was in its circle."""
    base = f"{asked.name}.{number}"
    bodies, long_guns, long_waggons = (asked.long.get(kind, {}) for kind in ("bodies", "guns", "waggons"))
    row = {
        "number": number + 1,
        "slots": [{**slot, "called": bodies.get(slot["body"], slot["body"])} for slot in slots],
        "guns": f"{base}.guns",
        "gun_touch": guns,
        "waggons": f"{base}.waggons",
        "waggons_touched": waggons,
        "more": bool(guns or waggons or any(slot["body"] or slot["men"] for slot in slots[1:])),
    }
    if long_guns:
        named = [*guns.items(), *[("", "")] * max(MORE_SLOTS - len(guns), 0)]
        row["gun_slots"] = [
            {"name": f"{base}.gun.{place}", "called": long_guns.get(gun, gun), "touch": touch}
            for place, (gun, touch) in enumerate(named)
        ]
    if long_waggons:
        those = [*waggons, *[""] * max(MORE_SLOTS - len(waggons), 0)]
        row["waggon_slots"] = [
            {"name": f"{base}.waggon.{place}", "called": long_waggons.get(one, one)} for place, one in enumerate(those)
        ]
    return row


# -- reading ----------------------------------------------------------------------------------------


def read_shots(asked: FactField, post: Any) -> Any:
    """One entry for each shot; nothing at all while nothing is filled in and it is not said that nobody was hit.

    Where some are filled in, those that are left empty are asked for: nothing but the tick makes misses of them.
    """
    shots, rows = [], []
    for number in range(asked.times):
        shot, row = _read_shot(asked, post, number)
        shots.append(shot)
        rows.append(row)
    asked.shots, asked.typed = rows, {"seen": "yes"} if post.get(f"{asked.name}.seen") else {}
    fault = next((row["error"] for row in rows if row.get("error")), "")
    empty = ", ".join(str(number) for number, shot in enumerate(shots, 1) if not shot)
    if not fault and empty and any(shots) and not asked.typed:
        fault = f"Nothing is said of shot {empty}. Fill it in, or say with the tick that it hit nobody."
    if fault:
        raise ValueError(fault)
    return shots if any(shots) or asked.typed else None


def _read_shot(asked: FactField, post: Any, number: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """One shot as plain data, and its row with what was typed; of its faults the last is said."""
    base, shot_number = f"{asked.name}.{number}", number + 1
    counts, covered, slots, error = {}, {}, [], ""
    for place in range(MOST_SLOTS):
        if f"{base}.{place}.body" not in post:
            break
        slot = {part: _text(post, f"{base}.{place}.{part}") for part in ("body", "men", "covered")}
        slots.append({**slot, "name": f"{base}.{place}"})
        if not slot["body"] and not slot["men"]:
            continue
        body = chosen(slot["body"], asked.long.get("bodies") or asked.choices["bodies"])
        try:
            if not body or not slot["men"]:
                raise ValueError(f"Shot {shot_number}: name the body and how many of its men.")
            slots[-1]["body"], counts[body] = body, read_count(slot["men"])
            if slot["covered"]:
                covered[body] = read_count(slot["covered"])
        except ValueError as fault:
            error = str(fault)
    guns, waggons = _read_guns(asked, post, base), _read_waggons(asked, post, base)
    for typed, kind in ((guns, "guns"), (waggons, "waggons")):
        for one in typed:
            if one not in asked.choices.get(kind, {}):
                error = f"Shot {shot_number}: nothing on the floor is called {one[:80]}."
    shot: dict[str, Any] = {
        "men" if asked.kind == "shells" else "knocked_down": counts,
        "covered": covered,
        "waggons": waggons,
    }
    shot |= {f"guns_{how}": [gun for gun, touch in guns.items() if touch == how] for how in ("wholly", "partly")}
    row = _row(asked, number, slots, {gun: touch for gun, touch in guns.items() if touch}, waggons)
    return {key: value for key, value in shot.items() if value}, {**row, "error": error}


def _text(post: Any, name: str) -> str:
    return str(post.get(name, "")).strip()


def _read_guns(asked: FactField, post: Any, base: str) -> dict[str, str]:
    """Guns and how far the circle touched them; a name that no gun bears stands among them as it was typed."""
    long = asked.long.get("guns")
    if not long:
        return {gun: str(post.get(f"{base}.guns.{gun}", "")) for gun in asked.choices.get("guns", ())}
    guns = {}
    for place in range(MOST_SLOTS):
        name = f"{base}.gun.{place}"
        if text := _text(post, name):
            guns[chosen(text, long) or text] = _text(post, f"{name}.touch") or "wholly"
    return guns


def _read_waggons(asked: FactField, post: Any, base: str) -> list[str]:
    """Waggons that were touched; a name that none bears stands among them as it was typed."""
    long = asked.long.get("waggons")
    if not long:
        return [one for one in post.getlist(f"{base}.waggons") if one in asked.choices.get("waggons", {})]
    typed = (_text(post, f"{base}.waggon.{place}") for place in range(MOST_SLOTS))
    return [chosen(text, long) or text for text in typed if text]
