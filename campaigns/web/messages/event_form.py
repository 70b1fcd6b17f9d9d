"""The forms of an event and of a message in any name, as they were typed: when, what happens, who is told, by whom it comes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from campaigns import sight
from campaigns.desk.injects import InjectFact
from campaigns.usecases.messages.injects import Planned
from campaigns.web.page.measures import read_bearing, read_count, read_inches, read_point
from rules.contract.palette import Count
from rules.errors import Invalid
from rules.values.sentence import joined, of_field, say

OWN = "own"
"""Told to the side of whoever arrives: the other side learns of it by what it sees."""


def event_typed(post: Mapping[str, str], seat: sight.Seat) -> Planned:
    """An event as it was typed."""
    change, told = _change(post, seat), post.get("told", "")[:21]
    return Planned(
        text=post.get("reason", ""),
        clause=post.get("clause", "").strip(),
        change=[change],
        told=change.get("side", "") if told == OWN else told,
        sure="sure" in post,
        **when_typed(post, seat),
    )


def _change(post: Mapping[str, str], seat: sight.Seat) -> dict[str, Any]:
    """What happens, by the choice that was made."""
    sort, _, rest = post.get("happens", "").partition(" ")
    first, _, second = rest.partition(" ")
    pieces = seat.rules.pieces
    if sort == "harm":
        harm = next((one for one in pieces.harms if one.key == first), None)
        if harm is not None and second:
            return harm.change(second)
    if sort == "gone" and second:
        return {"group": first, "thing": second, "remove": True}
    if sort == "come" and second:
        return {"template": second, "side": "" if first == "-" else first, **_arrival(post, second, seat)}
    raise Invalid(of_field("happens", say("choose what happens")))


def _arrival(post: Mapping[str, str], key: str, seat: sight.Seat) -> dict[str, Any]:
    """Where something arrives, how it faces, what it is called, and how many they are."""
    found: dict[str, Any] = {}
    place, front, men = (post.get(one, "").strip() for one in ("place", "front", "men"))
    template = next((one for one in seat.rules.pieces.templates if one.key == key), None)
    if place:
        found["at"] = _read("place", lambda: read_point(place))
    if front:
        found["facing"] = _read("front", lambda: read_bearing(front))
    if men and template is not None and template.counts:
        found["chosen"] = _read("men", lambda: _numbers(men, template.counts))
    if brigade := post.get("brigade", "").strip():
        found["commander"] = brigade[:81]
    return {**found, "name": post.get("name", "").strip()[:81]}


def _numbers(typed: str, counts: Sequence[Count]) -> dict[str, int]:
    """How many, by key: one number, or of what has several numbers each of them.  ValueError where it is not that."""
    numbers = [read_count(one) for one in typed.replace(",", " ").split()]
    if len(numbers) != len(counts):
        titles = joined(", ", (one.title for one in counts))
        raise ValueError(say("Enter so many numbers, one after another: {titles}.", titles=titles))
    return {count.key: number for count, number in zip(counts, numbers, strict=True)}


def _read(field: str, read: Any) -> Any:
    """What was typed in a field; Invalid, with the field, where it is not understood."""
    try:
        return read()
    except ValueError as fault:
        raise Invalid(of_field(field, str(fault))) from fault


def when_typed(post: Mapping[str, str], seat: sight.Seat) -> dict[str, Any]:
    """For which move, at what time by the campaign's wall clock, when somebody comes how near, or on a press.

    Of a departure also when the body itself reaches a place.
    """
    when = post.get("when")
    if when == "press":
        return {"press": True}
    if when == "near":
        at = _read("near.at", lambda: read_point(post.get("near_at", "")))
        inches = _read("near.inches", lambda: read_inches(post.get("near_inches", "")))
        return {"near": {"at": at, "inches": inches, "side": post.get("near_side", "")[:21]}}
    if when == "reaches":
        edge = post.get("reaches_edge", "")
        where = {"edge": edge} if edge else {"at": _read("reaches.at", lambda: read_point(post.get("reaches_at", "")))}
        inches = _read("reaches.inches", lambda: read_inches(post.get("reaches_inches", "")))
        thing = post.get("happens", "").partition(" ")[2].partition(" ")[2][:64]
        return {"near": {**where, "inches": inches, "thing": thing}}
    if when == "time":
        try:
            there = datetime.fromisoformat(post.get("at", "").strip())
        except ValueError as fault:
            raise Invalid(of_field("at", say("give a day and a time"))) from fault
        return {"at": there.replace(tzinfo=ZoneInfo(seat.campaign.time_zone))}
    return move_number(post)


def when_stands(inject: InjectFact, zone: str) -> dict[str, Any]:
    """When something that was prepared is given, as the form has it.  zone: of the campaign."""
    near, local = inject.near, inject.at.astimezone(ZoneInfo(zone)) if inject.at else None
    return {
        "when": "time" if local else "near" if near else "move" if inject.move_number else "press",
        "at": local.strftime("%Y-%m-%dT%H:%M") if local else "",
        "move_number": inject.move_number or "",
        "near_at": place_written(near.get("at")),
        "near_inches": near.get("inches", ""),
        "near_side": near.get("side", ""),
    }


def arrival_stands(inject: InjectFact, zone: str) -> dict[str, Any]:
    """An arrival or a departure as its form has it.  zone: of the campaign."""
    (change,), near = inject.change["changes"], inject.near
    stands = {"inject": inject.public_id, "base": inject.revision, "reason": inject.text, "told": inject.told}
    stands |= when_stands(inject, zone)
    if near.get("thing"):
        reaches = {"edge": near.get("edge", ""), "at": place_written(near.get("at")), "inches": near.get("inches", "")}
        stands |= {"when": "reaches", "near_at": "", "near_inches": ""}
        stands |= {f"reaches_{key}": value for key, value in reaches.items()}
    if "remove" in change:
        return {**stands, "happens": f"gone {change['group']} {change['thing']}"}
    return {
        **stands,
        "told": OWN if inject.told and inject.told == change.get("side") else inject.told,
        "happens": f"come {change.get('side') or '-'} {change['template']}",
        "place": place_written(change.get("at")),
        "front": change.get("facing", ""),
        "men": ", ".join(map(str, change.get("chosen", {}).values())),
        "name": change.get("name", ""),
        "brigade": change.get("commander", ""),
    }


def place_written(at: Any) -> str:
    """A place as it is typed.

    >>> place_written([60, 110.5]), place_written(None)
    ('60, 110.5', '')
    """
    return ", ".join(map(str, at)) if at else ""


def move_number(post: Mapping[str, str]) -> dict[str, Any]:
    """The number of the move in which it is to be given."""
    return {"move_number": _read("move_number", lambda: read_count(post.get("move_number", "")))}


def voice_typed(post: Mapping[str, str]) -> dict[str, Any]:
    """In whose name a message comes, and where its rider sets out, if one rides."""
    place = post.get("rider_at", "").strip()
    at = _read("rider", lambda: read_point(place)) if place else None
    return {"voice": post.get("voice", "").strip()[:61], "rider": {"at": at} if "rider" in post else None}
