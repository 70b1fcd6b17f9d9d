"""Database queries that run with every order: compiled to SQL once, not each time.

Django takes longer to compile a query than PostgreSQL to answer it.  What is compiled here is a queryset like any
other; its SQL is kept, and only the parameters change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, Generic, TypeVar

from django.db import connection, connections
from django.db.models import QuerySet

from rules.values.sentence import packed

T = TypeVar("T")

STANDS_FOR: dict[type, Callable[[int], Any]] = {
    int: lambda place: 2**31 - 9 + place,
    str: lambda place: f"\x02{place}",
    datetime: lambda place: datetime(1913, 1, 1 + place, tzinfo=UTC),
}
"""By type of the argument: the placeholder while a query is compiled."""


class Prepared(Generic[T]):
    """A compiled query.  Called with its arguments, in their sequence; it gives the rows that the queryset gives.

    It depends only on its arguments, none of which may be None.
    """

    def __init__(self, question: Callable[..., QuerySet[Any, T]], *kinds: type) -> None:
        """kinds: of the arguments, ``int``, ``str`` or ``datetime``."""
        self._question = question
        self._stand = [STANDS_FOR[kind](place) for place, kind in enumerate(kinds)]
        self._worded: dict[str, tuple[Any, Any, str, list[int | None], tuple[Any, ...]]] = {}

    def __call__(self, *about: Any) -> list[T]:
        """The rows as they are now."""
        worded = self._worded.get(connection.vendor)
        if worded is None:
            worded = self._worded[connection.vendor] = self._word()
        rows, asked, words, places, fixed = worded
        given = tuple(fixed[at] if place is None else _parameter(about[place]) for at, place in enumerate(places))
        compiler, query = copy(asked), copy(rows.query)
        compiler.connection = connections[rows.db]
        compiler.as_sql = lambda *_, **__: (words, given)
        query.get_compiler = lambda *_, **__: compiler
        source: Any = SimpleNamespace(query=query, db=rows.db, model=rows.model, _fields=rows._fields)
        source._known_related_objects = {}
        answer: Iterable[T] = rows._iterable_class(source)
        return list(answer)

    def _word(self) -> tuple[Any, Any, str, list[int | None], tuple[Any, ...]]:
        """The SQL for this database: for each of its parameters the place among the arguments, or none."""
        rows = self._question(*self._stand)
        compiler = rows.query.get_compiler(using=rows.db)
        words, parameters = compiler.as_sql()
        stand = [_parameter(one) for one in self._stand]
        places = [stand.index(one) if one in stand else None for one in parameters]
        assert set(places) >= set(range(len(stand))), "a part of what it is asked about is not in its words"
        return rows, compiler, words, places, tuple(parameters)


def _parameter(value: Any) -> Any:
    """An argument as the database is given it."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else packed(value)
