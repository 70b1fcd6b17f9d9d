"""Refusals: what is not understood, what is forbidden, what one may not know."""

from __future__ import annotations

import re
from typing import NotRequired, TypedDict

TWO_STOPS = re.compile(r"(?<!\.)\.\.(?=\s|$)")


def single_full_stop(sentence: str) -> str:
    """A sentence with a single full stop where it ends with something that has one: a length, a month, what was typed.

    >>> single_full_stop("It carries 12 in.."), single_full_stop("Until 3 Dez.. Wait... See ../x")
    ('It carries 12 in.', 'Until 3 Dez. Wait... See ../x')
    """
    return TWO_STOPS.sub(".", sentence) if ".." in sentence and TWO_STOPS.search(sentence) else sentence


class Reason(TypedDict):
    """Why something is not possible, or a warning, as plain data.

    code: stable, from the rulebook's tables.  shows: cells of a board to be drawn, by meaning.
    """

    code: str
    clause: str
    sentence: str
    shows: NotRequired[dict[str, list[int]]]


class Refused(Exception):
    """An order or a request that is not carried out, and why.

    code: stable, from the rulebook's tables (``E-BUDGET``).
    clause: the clause that forbids it (``KS-MOVE-01``); empty if there is none.
    sentence: for a person, with what was ordered and the limit.
    """

    def __init__(self, code: str, sentence: str, clause: str = "") -> None:
        self.code = code
        self.clause = clause
        self.sentence = single_full_stop(sentence)
        super().__init__(f"{code}: {self.sentence}")

    def data(self) -> Reason:
        """The refusal as plain data."""
        return {"code": self.code, "clause": self.clause, "sentence": self.sentence}


class Invalid(Refused):
    """Not understood: a wrong shape, an unknown word, a value that is not a number."""

    def __init__(self, sentence: str, code: str = "E-INVALID", clause: str = "") -> None:
        super().__init__(code, sentence, clause)


class Illegal(Refused):
    """Understood, but forbidden by a clause."""
