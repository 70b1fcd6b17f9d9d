"""Numbers as people and programs write them: one rule for decimal signs and thousands, which asks where it is in doubt."""

from __future__ import annotations

import re
from fractions import Fraction

from rules.values.sentence import say

LONGEST = 40
"""Characters of a number at most."""

_SPACES = re.compile("[\u0020\u00a0\u2007\u2008\u2009\u202f'\u2019\u02bc]")
"""What stands between thousands and is never a decimal sign: spaces and apostrophes."""

_SPACED = re.compile(r"[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d+)?", re.ASCII)
_GROUPED = {
    ",": re.compile(r"[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}(?:\.\d+)?", re.ASCII),
    ".": re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?", re.ASCII),
}
"""Thousands by a comma (in India also hundreds of thousands, by two) or by a point, and then the other as decimal sign."""

_PLAIN = re.compile(r"\d+[.,]?\d*|[.,]\d+", re.ASCII)
_IN_DOUBT = re.compile(r"[1-9]\d{0,2}[.,]\d{3}", re.ASCII)


class Doubtful(ValueError):
    """A number that can be read in two ways.  sentence: says so, and how to write either."""

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence
        super().__init__(sentence)


def read_number(text: str, *, whole: bool = False, point: bool = False) -> Fraction | None:
    """A number exactly as written; None where it is none, Doubtful where it can be read in two ways.

    whole: a count is wanted, which nobody writes with decimals, so ``1,000`` is a thousand.  point: it is of a file in
    which a point is always the decimal sign.

    >>> [str(read_number(one)) for one in ("12", "-3,5", "1 234,5", "1.234,5", "1,234.5", "1'200'000", "1,00,000", "4 2")]
    ['12', '-7/2', '2469/2', '2469/2', '2469/2', '1200000', '100000', 'None']
    >>> str(read_number("2.000", whole=True)), str(read_number("2.125", point=True))
    ('2000', '17/8')
    """
    plain = _SPACES.sub(" ", text.strip().replace("\u2212", "-"))
    sign, digits = (-1 if plain.startswith("-") else 1), plain[plain[:1] in ("+", "-") :]
    if len(plain) > LONGEST:
        return None
    if _IN_DOUBT.fullmatch(digits) and not whole and not (point and "." in digits):
        thousands, decimal = re.sub("[.,]", "", plain), plain.replace(",", ".") + "0"
        said = say(
            "“{text}” can be read in two ways: write {thousands} or {decimal}",
            text=text.strip(),
            thousands=thousands,
            decimal=decimal,
        )
        raise Doubtful(said)
    if _SPACED.fullmatch(digits):
        return sign * Fraction(digits.replace(" ", "").replace(",", "."))
    for between, grouped in _GROUPED.items():
        if grouped.fullmatch(digits) and not (point and between == "." and digits.count(".") == 1):
            return sign * Fraction(digits.replace(between, "").replace(",", "."))
    return sign * Fraction(digits.replace(",", ".")) if _PLAIN.fullmatch(digits) else None
