"""JSON from outside, read strictly: the one reader for the API, for JSON pasted into a form, and for surveys.

What RFC 8259 leaves to the reader is refused here, each with a sentence that names the place: a key that stands
twice, numbers that are none, numbers beyond exact arithmetic, characters that no database keeps, and nesting without end.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.errors import Invalid
from rules.values.sentence import say

DEEPEST = 32
"""How deep lists and objects may be nested."""

MOST_DIGITS = 15
"""Of a whole number: what a double and a 64-bit column both hold exactly."""

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[\]{}]', re.DOTALL)
_FORBIDDEN = re.compile("[\x00\ud800-\udfff]")
_SUSPECT = re.compile("\\\\u|[\x00\ud800-\udfff]")
"""Where a character that is forbidden can come from: an escape, or itself."""


@dataclass(frozen=True)
class _Fault:
    """Marks a place in the parsed data that is not acceptable; why: the end of the sentence."""

    why: str


def loads(source: bytes | str) -> dict[str, Any]:
    """The object that JSON text holds.  Invalid names what is wrong, and where."""
    text = _decoded(source) if isinstance(source, bytes) else source
    _refuse_depth(text)
    marks = _Marks()
    try:
        data = json.loads(
            text,
            object_pairs_hook=marks.pairs,
            parse_int=marks.whole,
            parse_float=marks.real,
            parse_constant=lambda word: marks.fault(say("{word} is no number", word=word)),
        )
    except json.JSONDecodeError as error:
        raise Invalid(
            say(
                "This is not JSON; the fault is in line {line}, column {column}.", line=error.lineno, column=error.colno
            )
        ) from error
    if isinstance(data, _Fault):
        raise Invalid(say("The JSON cannot be taken: {why}.", why=data.why))
    if not isinstance(data, dict):
        raise Invalid(say("The JSON must be an object at its top, not {kind}.", kind=_name(data)))
    for place, why in _faults(data, "") if marks.made or _SUSPECT.search(text) else ():
        raise Invalid(say("The JSON cannot be taken: {why}, at {place}.", why=why, place=place or say("its top")))
    return data


def _decoded(source: bytes) -> str:
    try:
        text = source.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Invalid(say("The JSON is not in UTF-8: byte {number} does not fit.", number=error.start + 1)) from error
    if text.startswith("\ufeff"):
        raise Invalid(say("The JSON begins with a byte order mark; leave it out."))
    return text


def _refuse_depth(text: str) -> None:
    """Refuse too deep nesting before anything recurses into it; brackets inside strings do not count."""
    depth = 0
    for token in _TOKEN.finditer(text):
        sign = token[0]
        if sign in "[{":
            depth += 1
            if depth > DEEPEST:
                raise Invalid(
                    say("The JSON is nested more than {n} deep, at character {at}.", n=DEEPEST, at=token.start() + 1)
                )
        elif sign in "]}":
            depth -= 1


class _Marks:
    """The marks of what is not acceptable.  made: whether there is one, so that what has none need not be walked through."""

    def __init__(self) -> None:
        self.made = False

    def fault(self, why: str) -> _Fault:
        """A mark.  why: as ``_Fault`` has it."""
        self.made = True
        return _Fault(why)

    def pairs(self, pairs: list[tuple[str, Any]]) -> Any:
        """An object."""
        held: dict[str, Any] = {}
        for key, value in pairs:
            if key in held:
                return self.fault(say("the key {key} stands twice", key=_shown(key)))
            held[key] = value
        return held

    def whole(self, digits: str) -> Any:
        """A whole number."""
        if len(digits.lstrip("-")) > MOST_DIGITS:
            return self.fault(say("a whole number has more than {n} digits", n=MOST_DIGITS))
        return int(digits)

    def real(self, digits: str) -> Any:
        """Any other number."""
        number = float(digits)
        return number if math.isfinite(number) else self.fault(say("a number is too great"))


def _faults(value: Any, place: str) -> Iterator[tuple[str, str]]:
    """Places and reasons of what is not acceptable, in the sequence of the text."""
    if isinstance(value, _Fault):
        yield place, value.why
    elif isinstance(value, str):
        if bad := _FORBIDDEN.search(value):
            yield place, _named(bad[0])
    elif isinstance(value, list):
        for index, one in enumerate(value):
            yield from _faults(one, f"{place}[{index}]")
    elif isinstance(value, dict):
        for key, one in value.items():
            if bad := _FORBIDDEN.search(key):
                yield place, say("in a key, {why}", why=_named(bad[0]))
            yield from _faults(one, f"{place}.{_shown(key)}" if place else _shown(key))


def _named(character: str) -> str:
    return say("a NUL character stands in it" if character == "\x00" else "half of a surrogate pair stands in it")


def _shown(key: str) -> str:
    """A key, shortened, with nothing in it that could harm a log or a page."""
    plain = "".join(one if one.isprintable() else "?" for one in key)
    return plain if len(plain) <= 40 else plain[:37] + "..."


def _name(data: Any) -> str:
    number = say("a number")
    kinds = {list: say("a list"), str: say("a text"), bool: say("true or false"), int: number, float: number}
    return kinds.get(type(data), "null")


def refuse_charset(charset: str | None) -> None:
    """Refuse a declared charset other than UTF-8, which is the only one that JSON knows."""
    if charset is not None and charset.strip().lower() not in ("utf-8", "utf8"):
        raise Invalid(say("JSON is written in UTF-8; the charset {charset} is not taken.", charset=_shown(charset)))
