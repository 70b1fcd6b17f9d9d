"""A calendar for other programs: iCalendar, of which a deadline needs little.  [RFC 5545]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

LONGEST = 75
"""Octets of a line, its end not counted; what is longer is folded."""

ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})


@dataclass(frozen=True)
class Entry:
    """An event in a calendar.  uid: the same as long as it is the same entry.  revised: how often it was moved."""

    uid: str
    at: datetime
    title: str
    href: str
    revised: int = 0


def calendar(entries: Iterable[Entry], *, name: str, now: datetime) -> str:
    """A calendar, in lines that end as the standard requires."""
    return "".join(f"{part}\r\n" for line in _lines(entries, name, now) for part in folded(line))


def _lines(entries: Iterable[Entry], name: str, now: datetime) -> Iterator[str]:
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Kriegspiel//Deadlines//EN", "CALSCALE:GREGORIAN")
    yield from (f"X-WR-CALNAME:{text(name)}", "REFRESH-INTERVAL;VALUE=DURATION:PT15M", "X-PUBLISHED-TTL:PT15M")
    for entry in entries:
        yield from ("BEGIN:VEVENT", f"UID:{text(entry.uid)}", f"DTSTAMP:{stamp(now)}", f"DTSTART:{stamp(entry.at)}")
        yield from (f"SEQUENCE:{entry.revised}", f"SUMMARY:{text(entry.title)}", f"URL:{entry.href}")
        yield from ("TRANSP:TRANSPARENT", "END:VEVENT")
    yield "END:VCALENDAR"


def stamp(moment: datetime) -> str:
    """A moment in universal time.

    >>> stamp(datetime(2026, 3, 2, 12, 0, tzinfo=UTC))
    '20260302T120000Z'
    """
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def text(words: str) -> str:
    r"""Text as the value of a line.

    >>> print(text("Hold; retire,\nor \\ die"))
    Hold\; retire\,\nor \\ die
    """
    return words.translate(ESCAPED)


def folded(line: str) -> Iterator[str]:
    """A line in parts of at most 75 octets, each but the first beginning with a space; no character is split."""
    part, room = "", LONGEST
    for character in line:
        if len(part.encode()) + len(character.encode()) > room:
            yield part
            part = " "
        part += character
    yield part
