"""Questions to the database that are asked with every order: put into SQL once, not each time.

Django takes longer to word a question than PostgreSQL to answer it.  What is worded here is a queryset like any other; its words
are kept, and only what it is asked about changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from types import SimpleNamespace
from typing import Any, Generic, TypeVar

from django.db import connection, connections
from django.db.models import QuerySet

T = TypeVar("T")

STANDS_FOR: dict[type, Callable[[int], Any]] = {int: lambda place: 2**31 - 9 + place, str: lambda place: f"\x01{place}"}
"""By kind of what is asked about: what stands in its place while a question is worded."""


class Prepared(Generic[T]):
    """A question in its words.  Asked with what it is about, in their sequence; the answer is the rows that the queryset has.

    It hangs on nothing but what it is asked about, none of which may be None.
    """

    def __init__(self, question: Callable[..., QuerySet[Any, T]], *kinds: type) -> None:
        """kinds: of what it is asked about, ``int`` or ``str``."""
        self._question = question
        self._stand = [STANDS_FOR[kind](place) for place, kind in enumerate(kinds)]
        self._worded: dict[str, tuple[Any, Any, str, list[int | None], tuple[Any, ...]]] = {}

    def __call__(self, *about: Any) -> list[T]:
        """The answer as the rows stand now."""
        worded = self._worded.get(connection.vendor)
        if worded is None:
            worded = self._worded[connection.vendor] = self._word()
        rows, asked, words, places, fixed = worded
        given = tuple(fixed[at] if place is None else about[place] for at, place in enumerate(places))
        compiler, query = copy(asked), copy(rows.query)
        compiler.connection = connections[rows.db]
        compiler.as_sql = lambda *_, **__: (words, given)
        query.get_compiler = lambda *_, **__: compiler
        source: Any = SimpleNamespace(query=query, db=rows.db, model=rows.model, _fields=rows._fields)
        source._known_related_objects = {}
        answer: Iterable[T] = rows._iterable_class(source)
        return list(answer)

    def _word(self) -> tuple[Any, Any, str, list[int | None], tuple[Any, ...]]:
        """The question in this database's words: the place of each of its parameters in what it is asked about, or none."""
        rows = self._question(*self._stand)
        compiler = rows.query.get_compiler(using=rows.db)
        words, parameters = compiler.as_sql()
        places = [self._stand.index(one) if one in self._stand else None for one in parameters]
        assert set(places) >= set(range(len(self._stand))), "a part of what it is asked about is not in its words"
        return rows, compiler, words, places, tuple(parameters)
