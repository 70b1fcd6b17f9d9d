import importlib

import campaigns.models.plain
import django.db.models.deletion
from django.db import migrations, models

triggers = importlib.import_module("campaigns.migrations.0002_append_only")
before = importlib.import_module("campaigns.migrations.0007_many_battles")
ADDED = ("campaigns_confirmation",)
APPEND_ONLY = (*before.APPEND_ONLY, *ADDED)
"""All tables that are only added to, from here on."""


def create_on_sqlite():
    """Statements that make the triggers of all of them on SQLite."""
    yield from before.create_on_sqlite()
    yield from triggers.guard_on_sqlite(ADDED)


def drop_on_sqlite():
    """Statements that take them away again."""
    yield from triggers.free_on_sqlite(ADDED)
    yield from before.drop_on_sqlite()


def drop_on_postgresql():
    """The same on PostgreSQL."""
    yield from triggers.free_on_postgresql(ADDED)
    yield from before.drop_on_postgresql()


def guard(apps, editor):
    """What an official has said is added to and never changed."""
    make = triggers.guard_on_postgresql if editor.connection.vendor == "postgresql" else triggers.guard_on_sqlite
    for statement in make(ADDED):
        editor.execute(statement, None)


def free(apps, editor):
    """Take the triggers of the new table away."""
    undo = triggers.free_on_postgresql if editor.connection.vendor == "postgresql" else triggers.free_on_sqlite
    for statement in undo(ADDED):
        editor.execute(statement, None)


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0007_many_battles'),
    ]

    operations = [
        migrations.CreateModel(
            name='Confirmation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
                ('facts', campaigns.models.plain.PlainField(default=list)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaigns.post')),
                ('move', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='confirmations', to='campaigns.move')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('move', 'number'), name='confirmation_once')],
            },
        ),
        migrations.RunPython(guard, free),
    ]
