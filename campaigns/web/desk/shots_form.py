"""Shots in the form of measured facts: what each of them did to the things that the book asks about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from campaigns.web.desk.fact_fields import FactField
from campaigns.web.desk.floor_lists import chosen
from campaigns.web.page.measures import read_count
from rules.contract.answers import COUNTS, DEGREES, EFFECTS, IDS, Part
from rules.values.sentence import say

SLOTS = 3
"""Bodies that may be named for one shot, where it may hit several."""

MORE_SLOTS = 2
"""Things that may be named of a part for one shot, where they are too many to be listed."""

MOST_SLOTS = 20
"""Slots beyond this are ignored."""

Said = dict[str, list[Any]]
"""What is said of one shot, by the keys of its parts: for men slots of who, how many and what else, else each thing with how far."""


def shots_of(asked: FactField, value: Any) -> list[dict[str, Any]]:
    """The rows of a field for the shots that are given or known, completed with shots that touched nothing."""
    shots = list(value or [])
    shots += [{}] * (asked.need.times - len(shots))
    return [
        _row(asked, number, {part.key: list(STORED[part.kind](part, shot)) for part in asked.parts})
        for number, shot in enumerate(shots)
    ]


def _of_counts(part: Part, shot: Mapping[str, Any]) -> Iterator[Any]:
    besides = shot.get(part.besides) or {}
    for thing, men in (shot.get(part.key) or {}).items():
        yield {"body": thing, "men": men, "covered": besides.get(thing, "")}


def _of_effects(part: Part, shot: Mapping[str, Any]) -> Iterator[Any]:
    for way, thing, *men in shot.get(part.key) or ():
        yield {"body": thing, "men": men[0] if men else 1, "covered": way}


def _of_degrees(part: Part, shot: Mapping[str, Any]) -> Iterator[Any]:
    for way, _ in part.ways:
        yield from ((thing, way) for thing in shot.get(f"{part.key}_{way}") or ())


def _of_ids(part: Part, shot: Mapping[str, Any]) -> Iterator[Any]:
    yield from ((thing, "") for thing in shot.get(part.key) or ())


STORED: Mapping[str, Callable[[Part, Mapping[str, Any]], Iterator[Any]]] = {
    COUNTS: _of_counts,
    EFFECTS: _of_effects,
    DEGREES: _of_degrees,
    IDS: _of_ids,
}
"""The stored value of a part in the facts of a shot."""


def _row(asked: FactField, number: int, said: Said) -> dict[str, Any]:
    """A row of the form for one shot.  more: whether anything but the first slot of its first part is filled."""
    base = f"{asked.name}.{number}"
    first, *others = [_drawn(asked, part, base, said[part.key]) for part in asked.parts]
    more = any(said[one["part"].key] for one in others) or any(
        slot["body"] or slot["men"] for slot in first["slots"][1:]
    )
    return {"number": number + 1, "first": first, "others": others, "more": more, "said": said}


def _drawn(asked: FactField, part: Part, base: str, said: list[Any]) -> dict[str, Any]:
    """A part of a shot with its fields."""
    long = asked.long.get(part.of, {})
    drawn: dict[str, Any] = {"part": part, "name": f"{base}.{part.key}", "things": asked.choices[part.of]}
    if part.kind in (COUNTS, EFFECTS):
        least = SLOTS if (asked.need.shot and asked.need.shot.more) or part.kind == EFFECTS else 1
        slots = [*said, *({"body": "", "men": "", "covered": ""} for _ in range(least - len(said)))]
        slots = [
            {**one, "name": f"{base}.{at}", "called": long.get(one["body"], one["body"])}
            for at, one in enumerate(slots)
        ]
        return {**drawn, "slots": slots, "long": long}
    drawn["touched"] = dict(said)
    if long:
        named = [*said, *[("", "")] * max(MORE_SLOTS - len(said), 0)]
        drawn["slots"] = [
            {"name": f"{base}.{part.one.lower()}.{at}", "called": long.get(one, one), "touch": touch}
            for at, (one, touch) in enumerate(named)
        ]
    return drawn


# -- reading ----------------------------------------------------------------------------------------


def read_shots(asked: FactField, post: Any) -> Any:
    """One entry for each shot; nothing while nothing is filled in and the tick that nobody was hit is not set.

    Where some are filled in, the empty ones are required: only the tick makes misses of them.
    """
    shots, rows = [], []
    for number in range(asked.need.times):
        shot, row = _read_shot(asked, post, number)
        shots.append(shot)
        rows.append(row)
    asked.shots, asked.typed = rows, {"seen": "yes"} if post.get(f"{asked.name}.seen") else {}
    fault = next((row["error"] for row in rows if row.get("error")), "")
    empty = ", ".join(str(number) for number, shot in enumerate(shots, 1) if not shot)
    if not fault and empty and any(shots) and not asked.typed:
        fault = say("Shot {empty} is empty. Fill it in, or tick that it hit nobody.", empty=empty)
    if fault:
        raise ValueError(fault)
    return shots if any(shots) or asked.typed else None


def _read_shot(asked: FactField, post: Any, number: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """One shot as plain data, and its row with what was typed; of several errors the last is shown."""
    base, error = f"{asked.name}.{number}", ""
    said: Said = {}
    shot: dict[str, Any] = {}
    for part in sorted(asked.parts, key=lambda one: one.kind == DEGREES):  # in the sequence in which sheets have them
        of_men = part.kind in (COUNTS, EFFECTS)
        said[part.key] = list(_slots(asked, part, base, post) if of_men else _touched(asked, part, base, post))
        try:
            shot |= (_men if of_men else _things)(asked, part, said[part.key], number + 1)
        except ValueError as fault:
            error = str(fault)
    return {key: value for key, value in shot.items() if value}, {**_row(asked, number, said), "error": error}


def _text(post: Any, name: str) -> str:
    return str(post.get(name, "")).strip()


def _slots(asked: FactField, part: Part, base: str, post: Any) -> Iterator[dict[str, Any]]:
    """The typed slots of men; an unknown name stays as it was typed."""
    for place in range(MOST_SLOTS):
        if f"{base}.{place}.body" not in post:
            return
        slot = {key: _text(post, f"{base}.{place}.{key}") for key in ("body", "men", "covered")}
        yield {**slot, "body": chosen(slot["body"], asked.long.get(part.of) or asked.choices[part.of]) or slot["body"]}


def _men(asked: FactField, part: Part, slots: list[Any], number: int) -> dict[str, Any]:
    """The facts of the filled slots; ValueError where one is incomplete."""
    counts, besides, effects = {}, {}, []
    for slot in slots:
        body, men, other = slot["body"], slot["men"], slot["covered"]
        if not body and not men:
            continue
        if body not in asked.choices[part.of] or not men:
            raise ValueError(say("Shot {number}: give the body and the number of its men.", number=number))
        counts[body] = read_count(men)
        effects.append([other, body, counts[body]])
        if other and part.besides:
            besides[body] = read_count(other)
    return {part.key: effects} if part.kind == EFFECTS else {part.key: counts, part.besides: besides}


def _touched(asked: FactField, part: Part, base: str, post: Any) -> Iterator[tuple[str, str]]:
    """Things that were touched, and how far; an unknown name stays as it was typed."""
    long, listed, otherwise = asked.long.get(part.of), asked.choices[part.of], part.ways[0][0] if part.ways else ""
    if not long and part.kind == DEGREES:
        yield from ((one, touch) for one in listed if (touch := _text(post, f"{base}.{part.key}.{one}")))
    elif not long:
        yield from ((one, "") for one in post.getlist(f"{base}.{part.key}") if one in listed)
    for place in range(MOST_SLOTS if long else 0):
        name = f"{base}.{part.one.lower()}.{place}"
        if text := _text(post, name):
            yield chosen(text, long or {}) or text, _text(post, f"{name}.touch") or otherwise


def _things(asked: FactField, part: Part, touched: list[Any], number: int) -> dict[str, Any]:
    """The facts of things that were touched; ValueError for an unknown name."""
    for one, _ in touched:
        if one not in asked.choices[part.of]:
            raise ValueError(say("Shot {number}: there is no {one} on the floor.", number=number, one=one[:80]))
    if part.kind == IDS:
        return {part.key: [one for one, _ in touched]}
    return {f"{part.key}_{way}": [one for one, how in touched if how == way] for way, _ in part.ways}
