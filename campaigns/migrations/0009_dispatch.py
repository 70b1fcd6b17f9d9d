import importlib

import campaigns.models.plain
import campaigns.models.shown
import django.db.models.deletion
from django.db import migrations, models

triggers = importlib.import_module("campaigns.migrations.0002_append_only")
before = importlib.import_module("campaigns.migrations.0008_confirmation")
ADDED = ("campaigns_dispatch",)
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
    """What was said is added to and never changed."""
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
        ('campaigns', '0008_people'),
    ]

    operations = [
        migrations.CreateModel(
            name='Dispatch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=campaigns.models.shown.new_public_id, editable=False, max_length=12, unique=True)),
                ('side', models.CharField(max_length=20)),
                ('channel', models.CharField(max_length=20)),
                ('heard', models.CharField(max_length=12)),
                ('to', campaigns.models.plain.PlainField(default=list)),
                ('text', models.TextField()),
                ('key', models.CharField(max_length=64)),
                ('at', models.DateTimeField()),
                ('battle', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='dispatches', to='campaigns.battle')),
                ('move', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='dispatches', to='campaigns.move')),
                ('post', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='dispatches', to='campaigns.post')),
            ],
            options={
                'verbose_name_plural': 'dispatches',
                'indexes': [models.Index(fields=['battle', '-at'], name='dispatch_of_battle')],
                'constraints': [models.UniqueConstraint(fields=('battle', 'post', 'key'), name='dispatch_once')],
            },
        ),
        migrations.RunPython(guard, free),
    ]
