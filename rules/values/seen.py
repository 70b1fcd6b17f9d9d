"""What can be seen of a text: names are judged by that, and not by the category of their characters."""

from __future__ import annotations

import re
import unicodedata

_IGNORED = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Characters of which nothing is drawn, whatever their category."""

_BLANK = "\u2800\ufe0e\ufe0f"
"""Characters that are drawn as nothing, or only change the one before."""

_JOINER = re.compile("[\u200c\u200d]")


_CONTROLS = re.compile("[\\s\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
_OF_PICTURES = re.compile("[\ufe0f\U0001f3fb-\U0001f3ff]")
"""What may follow a picture before the joiner: that it is drawn as one, and the colour of its skin."""


def without_joiners(text: str) -> str:
    """A text without the joiners and non-joiners that stand where they are needed: between letters, as in Persian, Hindi and
    Sinhala, and the joiner between pictures.

    >>> [len(without_joiners(one)) for one in ("\u06cc\u200c\u062e", "R\u200c", "\u200da", "\U0001f468\u200d\U0001f467")]
    [2, 2, 2, 2]
    """
    return "".join(one for i, one in enumerate(text) if not (_JOINER.match(one) and _joins(text, i)))


def _joins(text: str, place: int) -> bool:
    before, after = text[max(place - 1, 0) : place], text[place + 1 : place + 2]
    if not before or not after:
        return False
    if all(unicodedata.category(one)[0] in "LM" and not _IGNORED.match(one) for one in (before, after)):
        return before not in _BLANK
    is_picture = unicodedata.category(before) == "So" or _OF_PICTURES.match(before)
    return text[place] == "\u200d" and bool(is_picture) and unicodedata.category(after) == "So"


def as_seen(text: str, most: int) -> str:
    """A text as one line of which everything can be seen, of so many characters at most; empty where nothing can.

    >>> as_seen("a\u200b b  c\u00ad", 80), as_seen("\u3164\u200d", 80), as_seen("\u06cc\u200c\u062e", 2) == "\u06cc"
    ('a b c', '', True)
    """
    line = _CONTROLS.sub(" ", unicodedata.normalize("NFC", text))
    bare = "".join(one for one in line if _JOINER.match(one) or not _IGNORED.match(one)).strip()[:most]
    kept = "".join(one for i, one in enumerate(bare) if not _JOINER.match(one) or _joins(bare, i)).strip()
    return kept if can_be_seen(kept) else ""


def hides_something(text: str) -> bool:
    """Whether a text has characters that nobody sees, but for joiners between letters.

    >>> [hides_something(one) for one in ("Red", "R\u00aded", "\u06cc\u200c\u062e", "\u3164")]
    [False, True, False, True]
    """
    return bool(_IGNORED.search(without_joiners(text)))


def can_be_seen(text: str) -> bool:
    """Whether anything of a text can be seen.

    >>> [can_be_seen(one) for one in ("a", "\u2800", " ", "\u00ad", "\u3164")]
    [True, False, False, False, False]
    """
    return any(
        not _IGNORED.match(one) and one not in _BLANK and unicodedata.category(one)[0] not in "ZC" for one in text
    )


def drawn(text: str) -> str:
    """What is drawn of a text: without joiners and all else that nobody sees."""
    return _IGNORED.sub("", text)
