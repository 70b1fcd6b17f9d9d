"""What the exercises on the shelf are known by; and of which of them, and of the house, the battles not over are."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from campaigns.migrations._known_by_0020 import alike, marks_of, node_of


def fill(apps: Any, schema_editor: Any) -> None:
    """The marks of what is there, and the likenesses to be noted of it."""
    from campaigns.usecases.exercises.house import house  # its digests of today are those that are asked for

    exercises = apps.get_model("campaigns", "Exercise").objects.order_by("pk")
    battles = apps.get_model("campaigns", "Battle").objects.exclude(status="ended").select_related("campaign")
    if not exercises.exists() and not battles.exists():
        return
    of_house = [(one["digest"], marks_of(one)) for one in house().values()]
    kept, steps = apps.get_model("campaigns", "Mark"), apps.get_model("campaigns", "Descent")
    there = []

    def note(given: Any, later: str, among: Any) -> None:
        for digest, theirs in among:
            if digest != later and alike(given, theirs):
                steps.objects.get_or_create(earlier=digest, later=later, defaults={"like": True})

    for row in exercises.iterator():
        given = marks_of(row.data)
        kept.objects.bulk_create(
            kept(exercise=row, part=part, size=len(values), value=value)
            for part, values in given.items()
            for value in sorted(values)
        )
        there.append((row.made_at, row.digest, given))
        note(given, row.digest, of_house)
    for battle in battles.iterator(chunk_size=20):
        sides = {side.key: {"briefing": side.briefing} for side in battle.campaign.sides.all()}
        book = battle.book or battle.campaign.book
        given = marks_of({"book": book, "forces": battle.start, "sides": sides})
        before = [(digest, theirs) for made_at, digest, theirs in there if made_at <= battle.created_at]
        note(given, node_of(battle.public_id), of_house + before)


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0019_claimants'),
    ]

    operations = [
        migrations.AddField(
            model_name='descent',
            name='like',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.CreateModel(
            name='Mark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('part', models.CharField(max_length=40)),
                ('size', models.PositiveIntegerField()),
                ('value', models.BigIntegerField(db_index=True)),
                ('exercise', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='marks', to='campaigns.exercise')),
            ],
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
