"""The rules are asked while nothing is locked: what they work out may take its time, and nobody else waits for it.

A use case that asks them while it holds a lock lets go of everything, has the answer worked out, and is begun anew with the
answer at hand; where the floor has changed meanwhile it is another question, and is worked out too.  [RELIABILITY A2, A8]
"""

from __future__ import annotations

import hashlib
import json
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

from django.db import connection

from campaigns.errors import Busy
from rules.contract.book import Book
from rules.contract.view import View, seen_by

P = ParamSpec("P")
T = TypeVar("T")

TAKES_TIME = frozenset(
    {
        "adjudicate", "allowance", "asks", "board", "check", "choices", "lay", "needs", "opening", "owes", "reaches", "read",
        "score", "score_sheet", "seen", "sees", "sequence", "survey", "wants",
    }
)  # fmt: skip
"""The questions to a book, and to what a side knows of a floor, that are not answered at once whatever the floor is like."""

FLOORS = frozenset({"read", "seen"})
"""What is answered with a floor that is read and nobody changes; every other answer is its asker's own."""

MOST_TURNS = 60
"""How often a use case is begun anew at most."""


@dataclass
class Answers:
    """What the rules have said to a use case so far, by the question: a floor as it is, anything else as bytes.

    depth: of the transactions about it.  asked: what was asked, kept as long as its answer.
    """

    depth: int
    floors: dict[str, Any] = field(default_factory=dict)
    said: dict[str, bytes] = field(default_factory=dict)
    refused: dict[str, Exception] = field(default_factory=dict)
    asked: list[Any] = field(default_factory=list)

    def know(self, key: str) -> bool:
        """Whether a question has been answered, or refused."""
        return key in self.said or key in self.floors or key in self.refused

    def answer(self, key: str) -> Any:
        """What was said to a question, its asker's own to change; refused where it was refused."""
        if key in self.refused:
            raise self.refused[key]
        return self.floors[key] if key in self.floors else pickle.loads(self.said[key])


_answers: ContextVar[Answers | None] = ContextVar("answers", default=None)


class _Asked(BaseException):
    """A question that came while something was locked; it takes the transaction back on its way out."""

    def __init__(self, work_out: Callable[[], None]) -> None:
        super().__init__()
        self.work_out = work_out


def unlocked(use_case: Callable[P, T]) -> Callable[P, T]:
    """What holds no lock while the rules work.  It may be begun several times, so that all it writes is in one transaction.

    Busy where the floor changes faster than the rules can look at it.
    """

    @wraps(use_case)
    def carried_out(*given: P.args, **named: P.kwargs) -> T:
        with _kept() as answers:
            if depth() > answers.depth:  # whoever holds the lock is begun anew
                return use_case(*given, **named)
            for _ in range(MOST_TURNS):
                try:
                    return use_case(*given, **named)
                except _Asked as question:
                    question.work_out()
        raise Busy

    return carried_out


def asked_unlocked(rules: Book) -> Book:
    """A book of which nothing that takes time is asked while its use case holds a lock."""
    return cast(Book, _Patient(rules))


def worked_out(what: str, about: Any, work_out: Callable[[], T]) -> T:
    """What is worked out by many questions to the rules, as one.  about: all that it hangs on, as plain data."""
    return cast(T, _answer(what, lambda _: work_out(), (about,), {}))


def depth() -> int:
    """How many transactions stand one inside the other."""
    return len(connection.savepoint_ids) + 1 if connection.in_atomic_block else 0


@contextmanager
def _kept() -> Iterator[Answers]:
    held = _answers.get()
    if held is not None:
        yield held
        return
    answers = Answers(depth())
    token = _answers.set(answers)
    try:
        yield answers
    finally:
        _answers.reset(token)


class _Patient:
    """A book that waits with its answer until nothing is locked."""

    def __init__(self, rules: Book) -> None:
        self.rules = rules

    def seen_by(self, position: Any, options: Any, side: str) -> View:
        """A position as a side may know it, of which the same holds."""
        return seen_by(self, position, options, side)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        answer = getattr(self.rules, name)
        if name not in TAKES_TIME:
            return answer

        @wraps(answer)
        def asked(*given: Any, **named: Any) -> Any:
            which = f"{self.rules.key} {self.rules.sides} {name}"
            return _answer(which, answer, given, named, is_floor=name in FLOORS)

        return asked


def _answer(
    which: str,
    answer: Callable[..., Any],
    given: tuple[Any, ...],
    named: dict[str, Any],
    *,
    is_floor: bool = False,
) -> Any:
    """What is answered to a question: at once where nothing is locked, else what was said before.  which: its name."""
    answers = _answers.get()
    if answers is None:
        return answer(*given, **named)
    key = _key(which, given, named)
    if not answers.know(key):
        answers.asked.append((given, named))

        def work_out() -> None:
            try:
                said = answer(*given, **named)
            except Exception as refused:
                answers.refused[key] = refused
                return
            if is_floor:
                answers.floors[key] = said
            else:
                answers.said[key] = pickle.dumps(said)

        if depth() > answers.depth:
            raise _Asked(work_out)
        work_out()
    return answers.answer(key)


def _key(which: str, given: tuple[Any, ...], named: dict[str, Any]) -> str:
    """A question by its words: plain data by what stands in it, a floor that was read by which it is."""
    words = json.dumps([which, given, named], sort_keys=True, default=lambda read: f"#{id(read)}")
    return hashlib.sha256(words.encode()).hexdigest()
