"""What is added to is never changed: triggers that refuse it on both databases, whoever tries.

Also a move's status, which only goes forward.
"""

from django.db import migrations

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
)
RANK = "CASE {row}.status WHEN 'open' THEN 0 WHEN 'closed' THEN 1 WHEN 'submitted' THEN 2 ELSE -1 END"
FORWARD = f"({RANK.format(row='NEW')} < {RANK.format(row='OLD')})"


def guard_on_sqlite(tables):
    """Statements that make tables such as are only added to, on SQLite."""
    for table in tables:
        for deed in ("UPDATE", "DELETE"):
            yield (
                f"CREATE TRIGGER {table}_no_{deed.lower()} BEFORE {deed} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is added to and never changed'); END"
            )


def guard_on_postgresql(tables):
    """The same on PostgreSQL, where the function is there."""
    for table in tables:
        yield (
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION campaigns_append_only()"
        )


def free_on_sqlite(tables):
    """Statements that take the triggers of tables away again, on SQLite."""
    for table in tables:
        for deed in ("update", "delete"):
            yield f"DROP TRIGGER IF EXISTS {table}_no_{deed}"


def free_on_postgresql(tables):
    """The same on PostgreSQL."""
    for table in tables:
        yield f"DROP TRIGGER IF EXISTS {table}_append_only ON {table}"


def create_on_sqlite():
    """Statements that make the triggers on SQLite."""
    yield from guard_on_sqlite(APPEND_ONLY)
    yield (
        f"CREATE TRIGGER campaigns_move_forward BEFORE UPDATE OF status ON campaigns_move WHEN {FORWARD} "
        "BEGIN SELECT RAISE(ABORT, 'a move only goes forward'); END"
    )


def drop_on_sqlite():
    """Statements that take them away again."""
    yield from free_on_sqlite(APPEND_ONLY)
    yield "DROP TRIGGER IF EXISTS campaigns_move_forward"


def create_on_postgresql():
    """Statements that make the triggers on PostgreSQL."""
    yield (
        "CREATE FUNCTION campaigns_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "RAISE EXCEPTION '% is added to and never changed', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation'; "
        "END $$"
    )
    yield from guard_on_postgresql(APPEND_ONLY)
    yield (
        "CREATE FUNCTION campaigns_move_forward() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF {FORWARD} THEN RAISE EXCEPTION 'a move only goes forward' USING ERRCODE = 'integrity_constraint_violation'; "
        "END IF; RETURN NEW; END $$"
    )
    yield (
        "CREATE TRIGGER campaigns_move_forward BEFORE UPDATE OF status ON campaigns_move "
        "FOR EACH ROW EXECUTE FUNCTION campaigns_move_forward()"
    )


def drop_on_postgresql():
    """Statements that take them away again."""
    yield from free_on_postgresql(APPEND_ONLY)
    yield "DROP TRIGGER IF EXISTS campaigns_move_forward ON campaigns_move"
    yield "DROP FUNCTION IF EXISTS campaigns_append_only()"
    yield "DROP FUNCTION IF EXISTS campaigns_move_forward()"


def create(apps, editor):
    """Make the triggers of the database that is in use."""
    for statement in create_on_postgresql() if editor.connection.vendor == "postgresql" else create_on_sqlite():
        editor.execute(statement, None)


def drop(apps, editor):
    """Take the triggers of the database that is in use away."""
    for statement in drop_on_postgresql() if editor.connection.vendor == "postgresql" else drop_on_sqlite():
        editor.execute(statement, None)


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0001_initial")]
    operations = [migrations.RunPython(create, drop)]
