"""Cast, battle and stage built once and inserted again row by row: most tests begin with the same ones.

Building them by the use cases costs hundreds of queries; inserting their rows costs one statement a table. They are
inserted only into empty tables; else everything is built again.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import connection, models, transaction

Table = type[models.Model]
Statement = tuple[str, Any]

MOST = 200
"""How many are kept in a process: what was built for an earlier time is not used again."""

ROWS_AT_ONCE = 100
"""Rows that one statement writes; databases limit the values of one."""

_kept: dict[Hashable, list[Statement]] = {}


def laid_down(key: Hashable, build: Callable[[], Any], tables: list[Table]) -> None:
    """What ``build`` writes into ``tables``, built the first time and inserted again afterwards.

    key: everything that it depends on, including the ids of the rows that it refers to.
    """
    if _filled(tables):
        build()
    elif key in _kept:
        _lay_down(_kept[key])
    else:
        build()
        if len(_kept) >= MOST:
            _kept.pop(next(iter(_kept)))
        _kept[key] = _statements(tables)


def shared_by_workers(kept: Path, build: Callable[[], Any]) -> Any:
    """The result of ``build``, and all that it writes into an empty database: built by the first process that needs it.

    kept: the file by which it is handed on. Called while no other process does.
    """
    tables = [get_user_model(), *all_tables()]
    if kept.exists():
        given, statements = pickle.loads(kept.read_bytes())
        _lay_down(statements)
        _draw_past(tables)
        return given
    given = build()
    kept.write_bytes(pickle.dumps((given, _statements(tables))))
    return given


def all_tables() -> list[Table]:
    """The tables of the campaigns, referenced ones first."""
    left: list[Table] = list(apps.get_app_config("campaigns").get_models())
    found: list[Table] = []
    while left:
        free = [one for one in left if not _points_to(one).intersection(left) - {one}]
        found += free or left
        left = [one for one in left if one not in found]
    return found


def _points_to(table: Table) -> set[Any]:
    return {field.related_model for field in table._meta.concrete_fields if field.is_relation}


def _filled(tables: list[Table]) -> bool:
    """Whether any of the tables has a row."""
    asked = " OR ".join(f"EXISTS(SELECT 1 FROM {connection.ops.quote_name(one._meta.db_table)})" for one in tables)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT CASE WHEN {asked} THEN 1 ELSE 0 END")
        return bool(cursor.fetchone()[0])


def _lay_down(statements: list[Statement]) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for sql, values in statements:
            cursor.execute(sql, values)


def _draw_past(tables: list[Table]) -> None:
    """No number of these rows, which another process drew, is drawn here again; nor, as they only rise, one that was drawn here."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        for table in tables:
            if isinstance(key := table._meta.pk, models.AutoField):
                sequence = f"pg_get_serial_sequence('{table._meta.db_table}', '{key.column}')"
                most = f"SELECT COALESCE(MAX({key.column}), 1) FROM {table._meta.db_table}"
                cursor.execute(f"SELECT setval({sequence}, GREATEST(nextval({sequence}), ({most})))")


def _statements(tables: list[Table]) -> list[Statement]:
    """The statements that write the present rows of the tables."""
    found: list[Statement] = []
    for table in tables:
        rows = list(table._base_manager.order_by("pk"))
        for first in range(0, len(rows), ROWS_AT_ONCE):
            query = models.sql.InsertQuery(table)
            query.insert_values(table._meta.concrete_fields, rows[first : first + ROWS_AT_ONCE], raw=True)
            statements = query.get_compiler(connection=connection).as_sql()
            found += [(sql, tuple(map(_handed_on, values))) for sql, values in statements]
    return found


def _handed_on(value: Any) -> Any:
    """A value that another process can be given: bytes instead of a view of them."""
    return bytes(value) if isinstance(value, memoryview) else value
