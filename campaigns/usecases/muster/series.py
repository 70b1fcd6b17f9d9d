"""Names in series: the next after ``1st Downland Fusiliers`` is ``2nd Downland Fusiliers``, after ``No. 1 gun`` ``No. 2 gun``."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from itertools import count

LONGEST = 80
"""Characters of a name at most."""


def _english(number: int) -> str:
    tens, last = number % 100, number % 10
    return f"{number}" + ("th" if 10 < tens < 20 else {1: "st", 2: "nd", 3: "rd"}.get(last, "th"))


def _french(number: int) -> str:
    return f"{number}er" if number == 1 else f"{number}e"


SERIES: tuple[tuple[re.Pattern[str], Callable[[int], str]], ...] = (
    (re.compile(r"\b(\d{1,4})(?:st|nd|rd|th)\b"), _english),
    (re.compile(r"^(\d{1,4})\.(?= )"), lambda number: f"{number}."),
    (re.compile(r"\b(\d{1,4})(?:er|ère|re|e|ème)\b"), _french),
    (re.compile(r"(?<=No\. )(\d{1,4})|(?<=Nr\. )(\d{1,4})|(?<=[Nn]° )(\d{1,4})"), str),
    (re.compile(r"(?<= )(\d{1,4})$"), str),
)
"""How a name is numbered, in English, German and French, and how the number is written."""


def next_in_series(name: str, taken: Collection[str]) -> str:
    """The next free name of its series; of a name without a number the second.

    >>> next_in_series("1st Downland Fusiliers", {"1st Downland Fusiliers", "2nd Downland Fusiliers"})
    '3rd Downland Fusiliers'
    >>> next_in_series("No. 1 gun", ()), next_in_series("Red squadron", ()), next_in_series("11. Husaren", ())
    ('No. 2 gun', 'Red squadron 2', '12. Husaren')
    """
    if not name:
        return ""
    for pattern, written in SERIES:
        found = pattern.search(name)
        if found is not None:
            number = int(next(one for one in found.groups() if one))
            before, after = name[: found.start()], name[found.end() :]
            return _free((f"{before}{written(one)}{after}" for one in count(number + 1)), taken)
    return _free((f"{name[: LONGEST - 5]} {one}" for one in count(2)), taken)


def _free(names: Iterable[str], taken: Collection[str]) -> str:
    return next(one for one in names if one not in taken)[:LONGEST]
