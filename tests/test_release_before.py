"""A release's migrations leave the code of the release before working, so that an upgrade need stop nothing.  [RELIABILITY D4]

The new code migrates while the old code serves, and the old code serves on until each process has been replaced.  So a new column
is one that the old code may leave out, and nothing that the old code reads or writes is taken away or made narrower.
docs/serving.md says how something is removed over two releases.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import NOT_PROVIDED, Q

import campaigns.migrations as migrated

RELEASES = ("0001_release_0_1",)
"""The last migration of each release.  What comes after the last of them is not released yet."""

OF_ONE_RELEASE = "0001 and 0002 are both of 0.1.0, before which nothing was released"
REASONS = {
    ("0002_things", "RunPython fill"): "fills tables that the code before does not know",
    ("0017_descent", "RunPython fill"): "fills a table that the code before does not know",
    (
        "0020_marks",
        "RunPython fill",
    ): "fills a table that the code before does not know, and notes steps of descent as it does",
    **{("0002_things", f"DeleteModel {name}"): OF_ONE_RELEASE for name in ("Body", "Gun", "Waggon", "Depot", "Work")},
    ("0014_campaign_by_page", "AddConstraint handicap_once"): "asks less than the constraint that it replaces",
    ("0010_brigades_and_links", "AddConstraint post_held_once"): "asks less than the constraint that it replaces",
    ("0007_events", "AddConstraint inject_has_one_time"): "asks less than the constraint that it replaces",
}
"""Operations that are allowed: migration and operation, and why they do no harm."""

HARMLESS = (
    migrations.CreateModel,
    migrations.AddIndex,
    migrations.RemoveIndex,
    migrations.RenameIndex,
    migrations.RemoveConstraint,
    migrations.AlterModelOptions,
    migrations.AlterModelManagers,
    migrations.AlterModelTableComment,
)
"""What the code before cannot notice.  Anything neither here nor checked below needs a reason."""

WIDER = {
    ("CharField", "TextField"),
    ("SmallIntegerField", "IntegerField"),
    ("SmallIntegerField", "BigIntegerField"),
    ("IntegerField", "BigIntegerField"),
    ("PositiveSmallIntegerField", "PositiveIntegerField"),
    ("PositiveSmallIntegerField", "PositiveBigIntegerField"),
    ("PositiveIntegerField", "PositiveBigIntegerField"),
}
"""Types of columns that may change into another, which holds all that they hold."""


def may_be_left_out(field: Any) -> bool:
    """Whether a row can be written by code that does not know this column, again and again."""
    if field.many_to_many or isinstance(field, models.GeneratedField):
        return True
    return field.null or (field.db_default is not NOT_PROVIDED and not field.unique)


def narrower(before: Any, after: Any) -> str:
    """How a column holds less than before, or holds it elsewhere; empty where it does not."""
    kinds = before.get_internal_type(), after.get_internal_type()
    if kinds[0] != kinds[1] and kinds not in WIDER:
        return f"{kinds[0]} becomes {kinds[1]}"
    if before.db_column != after.db_column:
        return "another name of the column"
    if before.null and not after.null:
        return "no longer null"
    if after.unique and not before.unique:
        return "unique"
    if before.db_default is not NOT_PROVIDED and after.db_default is NOT_PROVIDED:
        return "without its default"
    for measure in ("max_length", "max_digits", "decimal_places"):
        was, is_now = getattr(before, measure, None), getattr(after, measure, None)
        if is_now is not None and (was is None or is_now < was):
            return f"{measure} {was} becomes {is_now}"
    if before.remote_field and (
        str(before.remote_field.model).lower() != str(after.remote_field.model).lower()
        or (after.db_constraint and not before.db_constraint)
    ):
        return "points elsewhere"
    return ""


def title(operation: Operation) -> str:
    """An operation, as it is named among the reasons."""
    of = getattr(operation, "model_name", "") or getattr(operation, "name", "") or getattr(operation, "old_name", "")
    kind = type(operation).__name__
    if isinstance(operation, migrations.RunPython):
        return f"{kind} {getattr(operation.code, '__name__', '')}"
    if isinstance(operation, migrations.AddConstraint):
        return f"{kind} {operation.constraint.name}"
    return f"{kind} {'.'.join(dict.fromkeys(one for one in (of, getattr(operation, 'name', '')) if one))}"


def fault(operation: Operation, state: ProjectState, in_state_alone: bool = False) -> str:
    """What would break the code before; empty where there is nothing.  state: before the operation."""
    fields = (
        state.models["campaigns", operation.model_name_lower].fields if hasattr(operation, "model_name_lower") else {}
    )
    if in_state_alone:
        left_out = isinstance(operation, migrations.RemoveField) and not may_be_left_out(fields[operation.name])
        return "the new code leaves the column out, which is neither null nor has a default" if left_out else ""
    if isinstance(operation, HARMLESS):
        return ""
    if isinstance(operation, migrations.AddField):
        return "" if may_be_left_out(operation.field) else "neither null nor with a db_default, or unique"
    if isinstance(operation, migrations.AlterField):
        return narrower(fields[operation.name], operation.field)
    return "needs a reason"


def faults_of(
    operations: Sequence[Operation], state: ProjectState, new: set[str], in_state_alone: bool = False
) -> Iterator[tuple[str, str]]:
    """The operations that would break the code before, each with the reason; state is carried on.

    new: tables that the code before does not know; those that are made here are added to them.
    """
    for operation in operations:
        if isinstance(operation, migrations.SeparateDatabaseAndState):
            yield from faults_of(operation.database_operations, state.clone(), new)
            yield from faults_of(operation.state_operations, state, new, in_state_alone=True)
            continue
        about = getattr(operation, "model_name", "") or getattr(operation, "name", "") or ""
        if isinstance(operation, migrations.CreateModel):
            new.add(operation.name_lower)
        elif about.lower() not in new and (matter := fault(operation, state, in_state_alone)):
            yield title(operation), matter
        operation.state_forwards("campaigns", state)


def since_the_first_release() -> list[tuple[str, str, str]]:
    """Migration, operation and reason of everything that would break the code of the release before."""
    loader = MigrationLoader(None)
    last = loader.graph.leaf_nodes("campaigns")[0]
    state, new, found, released = ProjectState(), set[str](), [], False
    for key in loader.graph.forwards_plan(last):
        migration = loader.graph.nodes[key]
        if key[0] == "campaigns" and released:
            found += [(key[1], *one) for one in faults_of(migration.operations, state, new)]
        else:
            state = migration.mutate_state(state, preserve=False)
        if key[0] == "campaigns" and key[1] in RELEASES:
            new, released = set(), True
    return found


def test_the_code_of_the_release_before_works_on_the_migrated_database() -> None:
    assert [one for one in since_the_first_release() if one[:2] not in REASONS] == []


def test_every_reason_is_still_wanted() -> None:
    assert set(REASONS) - {one[:2] for one in since_the_first_release()} == set()


def test_the_releases_are_there() -> None:
    names = {name for app, name in MigrationLoader(None).graph.nodes if app == "campaigns"}
    assert set(RELEASES) <= names


# --- The twins: what must be found, and what is allowed ------------------------------------------------


def a_state() -> ProjectState:
    """A release with hills and woods."""
    state = ProjectState()
    text = models.CharField(max_length=20)
    hill = migrations.CreateModel(
        "Hill",
        [
            ("id", models.BigAutoField(primary_key=True)),
            ("name", text),
            ("height", models.IntegerField(null=True)),
            ("slope", models.IntegerField(default=0)),
            ("cover", models.CharField(max_length=20, db_default="")),
        ],
    )
    wood = migrations.CreateModel(
        "Wood",
        [
            ("id", models.BigAutoField(primary_key=True)),
            ("hill", models.ForeignKey("campaigns.Hill", models.PROTECT, null=True)),
        ],
    )
    for operation in (hill, wood):
        operation.state_forwards("campaigns", state)
    return state


def alter(name: str, field: Any, model: str = "hill") -> Operation:
    return migrations.AlterField(model, name, field)


def add(field: Any) -> Operation:
    return migrations.AddField("hill", "more", field)


def in_state(*operations: Operation) -> Operation:
    return migrations.SeparateDatabaseAndState(state_operations=list(operations))


def in_database(*operations: Operation) -> Operation:
    return migrations.SeparateDatabaseAndState(database_operations=list(operations))


def step(apps: Any, schema_editor: Any) -> None:
    """A step in Python."""


A_CHECK = models.CheckConstraint(condition=Q(slope__gte=0), name="slope_up")

FOUND: dict[str, list[Operation]] = {
    "AddField hill.more": [
        add(models.IntegerField()),
        add(models.IntegerField(default=3)),
        add(models.CharField(max_length=8, db_default="", unique=True)),
        in_database(add(models.IntegerField(default=3))),
    ],
    "RemoveField hill.name": [
        migrations.RemoveField("hill", "name"),
        in_database(migrations.RemoveField("hill", "name")),
        in_state(migrations.RemoveField("hill", "name")),
    ],
    "RenameField hill.name": [migrations.RenameField("hill", "name", "title")],
    "RenameModel Hill": [migrations.RenameModel("Hill", "Mount")],
    "DeleteModel Wood": [migrations.DeleteModel("Wood")],
    "AlterModelTable hill": [migrations.AlterModelTable("hill", "mounts")],
    "AlterField hill.name": [
        alter("name", models.CharField(max_length=19)),
        alter("name", models.CharField(max_length=20, unique=True)),
        alter("name", models.CharField(max_length=20, db_column="title")),
        alter("name", models.IntegerField()),
    ],
    "AlterField hill.height": [
        alter("height", models.IntegerField(default=0)),
        alter("height", models.PositiveIntegerField(null=True)),
        alter("height", models.SmallIntegerField(null=True)),
    ],
    "AlterField hill.cover": [alter("cover", models.CharField(max_length=20))],
    "AlterField wood.hill": [alter("hill", models.ForeignKey("campaigns.Wood", models.PROTECT, null=True), "wood")],
    "AddConstraint slope_up": [migrations.AddConstraint("hill", A_CHECK)],
    "AlterUniqueTogether hill": [migrations.AlterUniqueTogether("hill", {("name", "slope")})],
    "RunPython step": [migrations.RunPython(step)],
    "RunSQL ": [migrations.RunSQL("SELECT 1")],
}
LET_THROUGH: list[Operation] = [
    add(models.IntegerField(null=True)),
    add(models.IntegerField(db_default=3)),
    add(models.CharField(max_length=8, null=True, unique=True)),
    add(models.ManyToManyField("campaigns.Wood")),
    alter("name", models.CharField(max_length=20, default="none", blank=True, choices=[("a", "A")])),
    alter("name", models.CharField(max_length=21)),
    alter("name", models.TextField()),
    alter("slope", models.BigIntegerField(default=0)),
    alter("slope", models.IntegerField(null=True)),
    alter("slope", models.IntegerField(default=0, db_default=0)),
    migrations.CreateModel("Mount", [("id", models.BigAutoField(primary_key=True))]),
    migrations.AddIndex("hill", models.Index(fields=["name"], name="hill_by_name")),
    in_state(migrations.RemoveField("hill", "height")),
    in_state(migrations.RemoveField("hill", "cover")),
    in_state(migrations.DeleteModel("Wood")),
]


def named(one: str | Operation) -> str:
    """The id of a test: for an operation only its kind, because its text differs from process to process."""
    return one[:40] if isinstance(one, str) else type(one).__name__


@pytest.mark.parametrize(
    ("told", "operation"), [(told, one) for told, many in FOUND.items() for one in many], ids=named
)
def test_what_the_code_before_would_stumble_over_is_found(told: str, operation: Operation) -> None:
    assert [name for name, _ in faults_of([operation], a_state(), set())] == [told]


@pytest.mark.parametrize("operation", LET_THROUGH, ids=named)
def test_what_it_does_not_notice_is_let_through(operation: Operation) -> None:
    assert list(faults_of([operation], a_state(), set())) == []


def test_of_a_table_that_the_code_before_does_not_know_anything_may_be_changed() -> None:
    mount = migrations.CreateModel(
        "Mount", [("id", models.BigAutoField(primary_key=True)), ("a", models.IntegerField())]
    )
    later = [
        migrations.AddField("mount", "b", models.IntegerField(default=0)),
        migrations.RemoveField("mount", "a"),
        migrations.DeleteModel("Mount"),
    ]
    assert list(faults_of([mount, *later], a_state(), set())) == []
    state = a_state()
    mount.state_forwards("campaigns", state)
    assert len(list(faults_of(later, state, set()))) == 3, "once it is released it is known"


OF_TODAY = {
    "0002_things.py campaigns.thing_states": OF_ONE_RELEASE,
    "0002_things.py rules.books": OF_ONE_RELEASE,
    "0020_marks.py campaigns.usecases.exercises.house": "what is noted are the digests that the exercises have today",
}
"""Code of the product that a migration calls, and why it may; the fields of models and what lies beside the migrations do not count."""


def test_a_migration_calls_no_code_that_will_change() -> None:
    """What it fills is filled as it was when the migration was written; later code brings a migration of its own."""
    called = set()
    for path in sorted(Path(migrated.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            own = ("campaigns.models", "campaigns.migrations")
            called |= {
                f"{path.name} {one}"
                for one in names
                if one.startswith(("campaigns", "rules")) and not one.startswith(own)
            }
    assert called == set(OF_TODAY)
