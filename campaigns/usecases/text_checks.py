"""Checks of short texts, keys, numbers and time zones that people type."""

from __future__ import annotations

import re
import unicodedata
from typing import Any
from zoneinfo import ZoneInfo

from rules.errors import Invalid
from rules.values.codec import UNSEEN
from rules.values.seen import can_be_seen, hides_something, without_joiners
from rules.values.sentence import Sentence, of_field, say, words

FIELDS = words(
    "Amount", "Arm", "Best of", "Briefing", "Clause", "Email", "Fixed minutes", "Handicap", "Hours", "Key", "Level", "Minutes",
    "Move number", "Name", "Reason", "Remarks", "Text", "Time percent", "Title", "User", "Username",
)  # fmt: skip
"""What the fields are called that are checked here."""

KEY = re.compile(r"[A-Za-z0-9_.:-]{1,64}")
HIDDEN = say("control characters and invisible characters are not allowed")
_UNSEEN = re.compile(f"[{UNSEEN}]")


def read_key(key: Any) -> str:
    """The key that a client made for one press of a button."""
    if not isinstance(key, str) or not KEY.fullmatch(key):
        raise Invalid(of_field("key", say("1 to 64 letters, digits, or . _ : - are wanted")))
    return key


def read_line(text: Any, what: str, most: int, least: int = 1) -> str:
    """One line of text, composed (NFC), of which something can be seen, and without anything that cannot, but joiners of letters."""
    line: str = read_text(text, what, most, least)
    if "\n" in line or "\t" in line:
        raise Invalid(of_field(what, say("enter a single line")))
    if not isinstance(line, Sentence) and (hides_something(line) or (line and not can_be_seen(line))):
        raise Invalid(of_field(what, HIDDEN))
    return line


def read_text(text: Any, what: str, most: int, least: int = 0) -> str:
    """Text, composed (NFC); line ends and tabs are allowed, other control characters and invisible signs are not.

    A text that the program made stays a sentence, so that each reader reads it in their language.
    """
    if not isinstance(text, str) or len(text) > most:
        raise Invalid(of_field(what, say("enter at most {most} characters", most=most)))
    if isinstance(text, Sentence) and len(text) >= least:
        return text
    composed: str = unicodedata.normalize("NFC", text.replace("\r\n", "\n")).strip()
    if not least <= len(composed) <= most:
        raise Invalid(of_field(what, say("enter {least} to {most} characters", least=least, most=most)))
    bare = without_joiners(composed)
    if any((unicodedata.category(one) in ("Cc", "Cs") and one not in "\n\t") or _UNSEEN.match(one) for one in bare):
        raise Invalid(of_field(what, HIDDEN))
    return composed


def read_whole(number: Any, what: str, least: int, most: int) -> int:
    """A whole number between two bounds."""
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise Invalid(of_field(what, say("enter a whole number from {least} to {most}", least=least, most=most)))
    return number


def names_side(text: str, *names: str) -> bool:
    """Whether a text has one of a side's names in it, as a word of its own.

    >>> names_side("Red Brigade", "Red"), names_side("Reddish", "Red")
    (True, False)
    """
    return any(re.search(rf"(?<!\w){re.escape(one)}(?!\w)", text) for one in names)


def read_zone(name: Any) -> str:
    """The name of a time zone."""
    try:
        if not isinstance(name, str) or len(name) > 60:
            raise ValueError
        return ZoneInfo(name).key
    except (ValueError, OSError, LookupError) as error:
        raise Invalid(of_field("time_zone", say("enter the name of a time zone, for example Europe/London"))) from error
