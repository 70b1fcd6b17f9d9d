"""The terms of a battle: its own book, options, seats and weight where it has them, else the campaign's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from campaigns.models import Campaign
from campaigns.models.battle import Terms
from rules.books import book as find_book
from rules.errors import Invalid
from rules.values.sentence import joined, of_field, say

GREATEST = 10_000
"""Limit of a weight's numerator and denominator."""

WEIGHT = re.compile(r"\d{1,5}(/\d{1,5})?")


def terms_of(campaign: Campaign) -> Terms:
    """The terms of a battle that has none of its own."""
    return Terms(campaign.book, campaign.edition, campaign.options)


def read_terms(
    campaign: Campaign, *, book: Any = "", options: Any = None, seats: Any = None, weight: Any = "1"
) -> tuple[Terms, dict[str, Any]]:
    """The terms of a battle to be opened, and the values of its columns.

    book: empty for the campaign's.  options: chosen on top of that book's defaults; none for the campaign's, in
    another book the defaults.  seats: side of the book to side of the campaign.  weight: a fraction, as ``1/2``.
    """
    for given, what in ((options, "options"), (seats, "seats")):
        if given is not None and not isinstance(given, Mapping):
            raise Invalid(of_field(what, say("a map is wanted")))
    if not isinstance(book, str):
        raise Invalid(of_field("book", say("the key of a book is wanted")))
    columns: dict[str, Any] = {"weight": read_weight(weight)}
    if not (book and book != campaign.book) and options is None and not seats:
        return terms_of(campaign), columns
    rules = find_book(book or campaign.book)
    inherited = options is None and rules.key == campaign.book
    terms = Terms(
        rules.key,
        rules.edition,
        campaign.options if inherited else rules.options(dict(options or {})),
        read_seats(campaign, rules.sides, seats or {}),
    )
    own = {"book": terms.book, "edition": terms.edition, "options": terms.options, "seats": terms.seats}
    return terms, {**columns, **own}


def read_weight(weight: Any) -> str:
    """A weight in lowest terms, greater than zero; Invalid where it is none.

    >>> read_weight("2/4"), read_weight("3")
    ('1/2', '3')
    """
    text = str(weight).strip() if isinstance(weight, str | int) and not isinstance(weight, bool) else ""
    if not WEIGHT.fullmatch(text) or re.fullmatch(r".*/0+|0+(/.*)?", text):
        raise Invalid(
            of_field(
                "weight",
                say("enter a fraction over nought, for example 1/2, with at most five figures in each part"),
            )
        )
    share = Fraction(text)
    if max(share.numerator, share.denominator) > GREATEST:
        raise Invalid(of_field("weight", say("no part may be greater than {greatest}", greatest=GREATEST)))
    return str(share)


def read_seats(campaign: Campaign, sides: tuple[str, ...], seats: Mapping[str, Any]) -> dict[str, str]:
    """Which side of the campaign takes which side of a book; by default its own, else in their sequence.  Empty where the names agree."""
    here = [side.key for side in campaign.sides.order_by("pk")]
    if not seats:
        return {} if sorted(sides) == sorted(here) else dict(zip(sides, here, strict=True))
    if sorted(seats) != sorted(sides) or sorted(str(one) for one in seats.values()) != sorted(here):
        raise Invalid(
            of_field(
                "seats",
                say("each of {sides} must be one of {here}", sides=joined(", ", sides), here=joined(", ", here)),
            )
        )
    return {side: str(seats[side]) for side in sides}
