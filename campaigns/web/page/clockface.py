"""The clock in words and figures, and what is new since a page was opened."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.urls import reverse

from campaigns.sight import CampaignFact, ClockFace, Seat
from campaigns.sight.overview import Glance
from campaigns.web.page.reader import own_zone
from campaigns.words.languages import dated
from rules.values.sentence import say

BAR = 239
STANDING = {
    "paused": (say("Paused"), say("The clock is paused")),
    "fire": (
        say("Fire"),
        say("Fire orders are closed. The umpire is deciding the fire; then you give movement orders."),
    ),
    "drain": (say("Time"), say("The move has ended. Orders sent in time are still being saved.")),
    "closed": (say("Closed"), say("The move has ended. The umpire now decides it.")),
    "submitted": (say("Published"), say("The move is decided and the reports are ready.")),
}
BY_ITSELF = {
    "fire": (say("Fire"), say("Fire orders are closed. The rules decide the fire. Then you give movement orders.")),
    "closed": (say("Closed"), say("The move has ended. The rules now decide it.")),
}
"""Texts for a campaign without an umpire."""


def local(moment: datetime, zone: str, now: datetime | None = None) -> str:
    """A moment by the reader's clock, else the campaign's: ``14:32:05 GMT``, and on another day ``20:00, Sat 21 Nov GMT``."""
    near = now is not None and abs(moment - now).total_seconds() < 15 * 3600
    there = moment.astimezone(ZoneInfo(own_zone(zone)))
    at = there.strftime("%H:%M:%S") if near else dated(there, "%H:%M, %a %-d %b", say("H:i, D j. M"))
    return f"{at} {there.tzname()}"  # else somebody who has set no zone takes it for their own


def figures(seconds: int) -> str:
    """Time left: ``4:37``, ``1:04:37``, ``2 d 3 h``.

    >>> figures(277), figures(3877), figures(183600)
    ('4:37', '1:04:37', '2 d 3 h')
    """
    days, rest = divmod(seconds, 86400)
    hours, rest = divmod(rest, 3600)
    if days:
        return say("{days} d {hours} h", days=days, hours=hours)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


def face(clock: ClockFace, campaign: CampaignFact | Glance) -> dict[str, Any]:
    """What the box of the clock shows."""
    zone = campaign.time_zone
    if clock.seconds_left is None:
        return _standing(clock, campaign)
    until = clock.opened_at if clock.state == "interval" else clock.closes_at
    whole = (
        clock.seconds_left if clock.state == "interval" else (until - clock.opened_at).total_seconds() if until else 1
    )
    whole = max(int(whole), 1)
    extended = (
        say(" The umpire has added {extended_minutes} min.", extended_minutes=clock.extended_minutes)
        if clock.extended_minutes
        else ""
    )
    said = (
        say("Break between moves. You can give orders when the move begins.")
        if clock.state == "interval"
        else say("Orders count if they reach the server before the move ends.{extended}", extended=extended)
    )
    aside = (
        say("opens {now}" if clock.state == "interval" else "closes {now}", now=local(until, zone, clock.now))
        if until
        else ""
    )
    return {
        "side": clock.side,
        "state": "interval" if clock.state == "interval" else "running",
        "runs": "running",
        "word": "",
        "title": say(
            "{side_name} moves next" if clock.state == "interval" else "{side_name} moves", side_name=clock.side_name
        ),
        "aside": aside,
        "aside_said": say("It {when}.", when=aside) if aside else "",
        "face": figures(clock.seconds_left),
        "run": round(BAR * min(1, clock.seconds_left / whole)),
        "seconds": whole,
        "closes_at": until,
        "words": said,
    }


def _standing(clock: ClockFace, campaign: CampaignFact | Glance) -> dict[str, Any]:
    """The box of a clock that is stopped."""
    words = STANDING | BY_ITSELF if campaign.works_itself else STANDING
    word, said = words.get(clock.state, ("", ""))
    if clock.not_started and clock.paused_until:
        word, said = (
            say("Waiting"),
            say(
                "The clock stands until the umpire starts it, or until {until} at the latest. {side_name} can already give orders.",
                side_name=clock.side_name,
                until=local(clock.paused_until, campaign.time_zone, clock.now),
            ),
        )
    elif clock.state == "paused":
        until = (
            say(", at the latest until {now}", now=local(clock.paused_until, campaign.time_zone, clock.now))
            if clock.paused_until
            else ""
        )
        said = say(
            "The umpire has paused the break{until}: {paused_reason}. {side_name} can give orders when the move begins."
            if clock.in_break
            else "The umpire has stopped the clock{until}: {paused_reason}. {side_name} can still give orders.",
            side_name=clock.side_name,
            until=until,
            paused_reason=clock.paused_reason,
        )
    if clock.state == "open":
        word, said = say("Open"), say("The move is open, without a time limit.")
    return {
        "side": clock.side,
        "state": clock.state,
        "runs": "",
        "word": word,
        "title": say("Move {number}, {side_name}", number=clock.number, side_name=clock.side_name),
        "aside": "",
        "aside_said": "",
        "face": word,
        "run": 0,
        "seconds": 0,
        "closes_at": None,
        "words": said,
    }


def news(seat: Seat, clock: ClockFace, seen: str, *, renews: bool = False) -> list[dict[str, str]]:
    """What has happened since a page was opened.  seen: the move and stage that the page showed then.

    renews: whether the page shows the move under way by itself, so that it need not lead there.
    """
    battle, lines = seat.battle.public_id, []
    there = {"href": "", "link": ""} if renews else _first_page(seat)
    if seen and not seen.startswith(clock.move):
        lines.append({"text": _new_move(clock, seat.campaign.time_zone), **there})
        if clock.number > 1:
            lines.append(
                {
                    "text": say("The last move is decided."),
                    "href": reverse("report", args=[battle, clock.number - 1]),
                    "link": say("Read the report"),
                }
            )
    elif clock.state == "submitted":
        lines.append(
            {
                "text": say("The report is ready."),
                "href": reverse("report", args=[battle, clock.number]),
                "link": say("Read the report"),
            }
        )
    elif seen and seen != mark(clock) and not renews:
        lines.append({"text": say("The move has changed since you opened this page."), **there})
    if clock.delayed:
        lines.append({"text": say("The result is delayed. The umpire has been told."), "href": "", "link": ""})
    return lines


def _new_move(clock: ClockFace, zone: str) -> str:
    """What is said of a move that a page has not shown yet: that it is open, or when it will be."""
    named = {"number": clock.number, "side_name": clock.side_name}
    if clock.state == "interval" and clock.opened_at > clock.now:
        at = local(clock.opened_at, zone, clock.now)
        return say("The next move is move {number}, {side_name}; it opens at {at}.", at=at, **named)
    if clock.takes_orders:
        return say("A new move is open: move {number}, {side_name}.", **named)
    return say("It is now move {number}, {side_name}.", **named)


def _first_page(seat: Seat) -> dict[str, str]:
    """The link to the page that shows the move under way."""
    desk = ("desk", say("Open the desk")) if seat.is_umpire else ("sheet", say("Open the battle"))
    return {"href": reverse(desk[0], args=[seat.battle.public_id]), "link": desk[1]}


def mark(clock: ClockFace) -> str:
    """The value by which a page remembers what it showed."""
    state = (
        "open"
        if clock.state in ("open", "paused", "interval")
        else "closed"
        if clock.state in ("drain", "closed")
        else clock.state
    )
    return f"{clock.move}.{clock.stage}.{state}"


def etag(*facts: Any) -> str:
    """The ETag of a status: the same while nothing in it has changed but the time."""
    return '"' + hashlib.sha256(repr(facts).encode()).hexdigest()[:20] + '"'
