"""Guards: triggers by which the database refuses every change to append-only rows, and every step back of a move's status.

They are no migration: they are made again after every `migrate`, because SQLite may change a table by building another
in its place, without the triggers of the old one.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from contextlib import nullcontext
from typing import Any, NamedTuple

from django.db import connections, transaction

APPEND_ONLY = (
    "campaigns_recordentry",
    "campaigns_orderentry",
    "campaigns_frozenorders",
    "campaigns_factsheet",
    "campaigns_ruling",
    "campaigns_finding",
    "campaigns_report",
    "campaigns_pointsentry",
    "campaigns_supplyentry",
    "campaigns_thingchange",
    "campaigns_credit",
    "campaigns_muster",
    "campaigns_confirmation",
    "campaigns_dispatch",
)
"""Append-only tables."""

RANK = "CASE {row}.status WHEN 'open' THEN 0 WHEN 'closed' THEN 1 WHEN 'submitted' THEN 2 ELSE -1 END"
BACK = f"({RANK.format(row='NEW')} < {RANK.format(row='OLD')})"
"""Whether a move's status goes back."""


class Guard(NamedTuple):
    """A trigger.  does: the event, and what the trigger does."""

    name: str
    table: str
    does: str


GUARDS = {
    "sqlite": [
        *(
            Guard(
                f"{table}_no_{deed.lower()}",
                table,
                f"BEFORE {deed} ON {table} BEGIN SELECT RAISE(ABORT, '{table} is added to and never changed'); END",
            )
            for table in APPEND_ONLY
            for deed in ("UPDATE", "DELETE")
        ),
        Guard(
            "campaigns_move_forward",
            "campaigns_move",
            f"BEFORE UPDATE OF status ON campaigns_move WHEN {BACK} "
            "BEGIN SELECT RAISE(ABORT, 'a move only goes forward'); END",
        ),
    ],
    "postgresql": [
        *(
            Guard(
                f"{table}_append_only",
                table,
                f"BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION campaigns_append_only()",
            )
            for table in APPEND_ONLY
        ),
        Guard(
            "campaigns_move_forward",
            "campaigns_move",
            "BEFORE UPDATE OF status ON campaigns_move FOR EACH ROW EXECUTE FUNCTION campaigns_move_forward()",
        ),
    ],
}
"""The guards of each kind of database."""

FUNCTIONS = (
    "CREATE OR REPLACE FUNCTION campaigns_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "RAISE EXCEPTION '% is added to and never changed', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation'; "
    "END $$",
    "CREATE OR REPLACE FUNCTION campaigns_move_forward() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    f"IF {BACK} THEN RAISE EXCEPTION 'a move only goes forward' USING ERRCODE = 'integrity_constraint_violation'; "
    "END IF; RETURN NEW; END $$",
)
"""The functions of PostgreSQL's triggers."""


def drop_statements(vendor: str) -> Iterator[str]:
    """The statements that take all guards away."""
    for guard in GUARDS[vendor]:
        yield f"DROP TRIGGER IF EXISTS {guard.name}" + (f" ON {guard.table}" if vendor == "postgresql" else "")


def create_statements(vendor: str, tables: Container[str]) -> Iterator[str]:
    """The statements that make the guards of some tables: on PostgreSQL replacing what is there, on SQLite once all are dropped."""
    if vendor == "postgresql":
        yield from FUNCTIONS
    make = "CREATE OR REPLACE TRIGGER" if vendor == "postgresql" else "CREATE TRIGGER"
    for guard in GUARDS[vendor]:
        if guard.table in tables:
            yield f"{make} {guard.name} {guard.does}"


def drop_guards(using: str) -> None:
    """Take all guards away: for a migration that must change what a guarded table holds; they return when all is migrated."""
    with connections[using].cursor() as cursor:
        for statement in drop_statements(connections[using].vendor):
            cursor.execute(statement)


def create_guards(using: str) -> None:
    """Make all guards whose tables exist again."""
    connection = connections[using]
    served = connection.vendor == "postgresql"
    # On PostgreSQL each by itself, so that those who play meanwhile wait for one table at a time; SQLite has one writer at a time anyway.
    with nullcontext() if served else transaction.atomic(using), connection.cursor() as cursor:
        if not served:
            drop_guards(using)
        for statement in create_statements(connection.vendor, connection.introspection.table_names(cursor)):
            cursor.execute(statement)


def recreate_guards(*, using: str, plan: object = None, **_: Any) -> None:
    """After `migrate`, even if it did nothing; not after `flush`, which has no plan and leaves the tables as they are."""
    if plan is not None:
        create_guards(using)
