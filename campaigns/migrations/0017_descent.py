"""What each exercise comes from; those that are on the shelf say it in their files."""

from typing import Any

from django.db import migrations, models


def fill(apps: Any, schema_editor: Any) -> None:
    """The steps that the exercises on the shelf tell of."""
    told = {(row.data.get("forked"), row.digest) for row in apps.get_model("campaigns", "Exercise").objects.iterator()}
    kept = apps.get_model("campaigns", "Descent")
    kept.objects.bulk_create([kept(earlier=earlier, later=later) for earlier, later in sorted(told) if earlier])


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0016_passages'),
    ]

    operations = [
        migrations.CreateModel(
            name='Descent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('earlier', models.CharField(db_index=True, max_length=64)),
                ('later', models.CharField(max_length=64)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('later', 'earlier'), name='descent_once')],
            },
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
