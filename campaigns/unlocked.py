"""The rules are asked while nothing is locked: their work may take time, and nobody else waits for it.

A use case that asks them while it holds a lock releases everything, has the answer computed, and is started again with
the answer at hand; where the floor has changed meanwhile it is another question, and is computed too.  [RELIABILITY A2,
A8]
"""

from __future__ import annotations

import hashlib
import json
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

from django.db import connection

from campaigns.errors import Busy
from campaigns.memory_cache import MemoryCache
from rules.contract.book import Book
from rules.contract.data import Position
from rules.contract.rules import Rules
from rules.contract.table import Table
from rules.contract.view import View

_in_sequence = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
_sorted = json.JSONEncoder(separators=(",", ":"), sort_keys=True, check_circular=False).encode
"""Made once, for every question is put into words."""

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R", Book, Rules)

TAKES_TIME = frozenset({"lay", "opening", "survey", "table", "traces_of"})
"""The questions to a book that may be slow whatever the floor is like."""

AT_ONCE = frozenset({"order", "arm_of"})
"""The fast questions to a table or a view of it; all others may be slow."""

MOST_KEPT, BYTES_EACH = 1_000_000, 50
"""Characters of the positions whose parsed tables are kept, as JSON, and how many bytes of memory each costs."""

MOST_TURNS = 60
"""How often a use case is started again at most."""


@dataclass
class Answers:
    """The rules' answers to a use case so far, by the question: a table or view as it is, anything else as bytes.

    depth: of the transactions around it.  asked: the questions, kept as long as their answers.
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
        """The answer to a question, a copy that its caller may change; refused where it was refused."""
        if key in self.refused:
            raise self.refused[key]
        return self.floors[key] if key in self.floors else pickle.loads(self.said[key])


_answers: ContextVar[Answers | None] = ContextVar("answers", default=None)


class _Asked(BaseException):
    """A question that came while something was locked; as an exception it rolls the transaction back."""

    def __init__(self, work_out: Callable[[], None]) -> None:
        super().__init__()
        self.work_out = work_out


def unlocked(use_case: Callable[P, T]) -> Callable[P, T]:
    """A decorator: no lock is held while the rules work.  The function may be started again, so it writes in one transaction.

    Busy where the floor changes faster than the rules can look at it.
    """

    @wraps(use_case)
    def carried_out(*given: P.args, **named: P.kwargs) -> T:
        with _kept() as answers:
            if depth() > answers.depth:  # the holder of the lock is started again
                return use_case(*given, **named)
            for _ in range(MOST_TURNS):
                try:
                    return use_case(*given, **named)
                except _Asked as question:
                    question.work_out()
        raise Busy

    return carried_out


def asked_unlocked(rules: R) -> R:
    """A book, or the rules of a battle, whose slow questions are never answered while their use case holds a lock."""
    return cast(R, _Patient(rules))


def table_named(rules: Rules, name: Sequence[Any], position: Callable[[], Position]) -> Table:
    """A position that never changes under its name, parsed, with the same promise; fetched where nobody has read it yet."""
    return _Patient(rules).table_named(name, position)


def worked_out(what: str, about: Any, work_out: Callable[[], T]) -> T:
    """The result of many questions to the rules, as one.  about: all that it depends on, as plain data."""
    return cast(T, _answer(what, lambda _: work_out(), (about,), {}))


def as_before(about: Any, work_out: Callable[[], T]) -> T:
    """A recent result, to be looked at and never published; computed again where it is no longer kept.  about: as above."""
    key = _digest(_words(about))
    kept = _kept_tables.find(key)
    if kept is None:
        kept = pickle.dumps(work_out())
        _kept_tables.keep(key, kept, len(kept) // BYTES_EACH)
    return cast(T, pickle.loads(kept))


def depth() -> int:
    """How many transactions are nested."""
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
    """A book, or the rules of a battle, that answers only once nothing is locked."""

    def __init__(self, rules: Any) -> None:
        self._rules = rules

    def table(self, position: Any) -> Table:
        """A parsed position, with the same promise; one that was used lately is not parsed again."""
        # In their own sequence: what a book makes of a position may depend on the sequence of its things.
        words = _in_sequence([*self._which(), position])
        key = _digest(words)
        table = _kept_tables.find(key)
        if table is None:
            table = _answer("table", self._rules.table, (position,), {}, key=key, is_floor=True)
            _kept_tables.keep(key, table, len(words))
        return _floor(table, key)

    def table_named(self, name: Sequence[Any], position: Callable[[], Position]) -> Table:
        """The same for a position that has a name."""
        name_of_it = _digest(_words([*self._which(), "named", *name]))
        key: str | None = _kept_tables.find(name_of_it)
        table = _kept_tables.find(key) if key is not None else None
        if key is not None and table is not None:
            return _floor(table, key)
        found = self.table(position())
        # By its key, so that it is kept once, at its own size, and is gone by either way when it is dropped.
        _kept_tables.keep(name_of_it, cast(_Floor, found)._key, 0)
        return found

    def _which(self) -> tuple[Any, ...]:
        """The key of these rules."""
        rules = self._rules
        return (rules.book.key, rules.sides, rules.options) if isinstance(rules, Rules) else (rules.key,)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        answer = getattr(self._rules, name)
        if name not in TAKES_TIME:
            return answer

        @wraps(answer)
        def asked(*given: Any, **named: Any) -> Any:
            return _answer(f"{self._which()} {name}", answer, given, named)

        return asked


def _floor(table: Any, key: str) -> Table:
    """A table that answers only once nothing is locked."""
    return cast(Table, _Floor(table, key))


class _Floor:
    """A table, or a view of one, that answers only once nothing is locked.  key: its own, among all."""

    def __init__(self, asked: Any, key: str) -> None:
        self._asked, self._key = asked, key

    def seen_by(self, side: str) -> View:
        """The view of a side, with the same promise."""
        key = f"{self._key} {side}"
        return cast(View, _Floor(_answer("seen_by", self._asked.seen_by, (side,), {}, key=key, is_floor=True), key))

    def __getattr__(self, name: str) -> Any:
        answer = getattr(self._asked, name)
        if name in AT_ONCE or not callable(answer):
            return answer

        @wraps(answer)
        def asked(*given: Any, **named: Any) -> Any:
            return _answer(f"{self._key} {name}", answer, given, named)

        return asked


_kept_tables = MemoryCache(MOST_KEPT)
"""Parsed tables and what was found on them: nobody can change any, so that all threads share them."""


def cached_tables() -> MemoryCache:
    """The parsed tables that are kept."""
    return _kept_tables


def _answer(
    which: str,
    answer: Callable[..., Any],
    given: tuple[Any, ...],
    named: dict[str, Any],
    *,
    key: str = "",
    is_floor: bool = False,
) -> Any:
    """The answer to a question: at once where nothing is locked, else the one from before.

    which: its name.  key: its own among all, where that is known; is_floor: whether the answer is a table or view.
    """
    answers = _answers.get()
    if answers is None:
        return answer(*given, **named)
    key = f"{which} {key}" if key else _digest(_words([which, given, named]))
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


def _words(asked: Any) -> str:
    """The arguments of a question as JSON: the same for the same."""
    return _sorted(asked)


def _digest(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()
