"""One table of things with its history in the place of five; what stands in a database is filled in from its moves."""

from django.db import migrations, models
from django.db.models import PROTECT, ForeignKey, Q, UniqueConstraint

from campaigns.models.plain import PlainField

FORMER = ("Body", "Gun", "Waggon", "Depot", "Work")


def stood(**more):
    """The columns of a thing as it stands or stood."""
    return [
        ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
        ("group", models.CharField(db_column="group_key", max_length=64)),
        ("thing", models.CharField(max_length=64)),
        ("name", models.CharField(blank=True, max_length=2000)),
        ("side", models.CharField(blank=True, max_length=20)),
        ("owner", models.CharField(blank=True, max_length=20)),
        ("arm", models.CharField(blank=True, max_length=20)),
        ("men", models.PositiveIntegerField(blank=True, null=True)),
        ("horses", models.PositiveIntegerField(default=0)),
        ("guns", models.PositiveIntegerField(default=0)),
        ("strength", models.TextField(blank=True)),
        ("flags", PlainField(default=list)),
        ("held", PlainField(default=dict)),
        ("gone", models.BooleanField(default=False)),
        *more.items(),
    ]


def fill(apps, schema_editor):
    """The history of every battle that has begun, of the moves that count."""
    from campaigns.thing_states import changes
    from rules.books import book

    model = {name: apps.get_model("campaigns", name) for name in ("Battle", "Move", "Thing", "ThingChange")}
    for battle in model["Battle"].objects.select_related("campaign").filter(started_at__isnull=False):
        pieces, before, stands = book(battle.book or battle.campaign.book).pieces, {}, {}
        counting = model["Move"].objects.filter(battle=battle, taken_back_at__isnull=True)
        positions = [(None, one.position) for one in counting.order_by("number")[:1]]
        positions += [(one, one.finding.position) for one in counting.filter(finding__isnull=False).order_by("number")]
        for move, position in positions:
            changed = changes(pieces, before, position)
            rows = [model["ThingChange"](battle=battle, move=move, **vars(one)) for one in changed]
            model["ThingChange"].objects.bulk_create(rows)
            before, stands = position, stands | {one.key: one for one in changed}
        model["Thing"].objects.bulk_create([model["Thing"](battle=battle, **vars(one)) for one in stands.values()])


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0001_release_0_1")]

    operations = [
        migrations.CreateModel(
            name="Thing",
            fields=stood(battle=ForeignKey(on_delete=PROTECT, related_name="things", to="campaigns.battle")),
            options={"constraints": [UniqueConstraint(fields=("battle", "group", "thing"), name="thing_once")]},
        ),
        migrations.CreateModel(
            name="ThingChange",
            fields=stood(
                battle=ForeignKey(on_delete=PROTECT, related_name="thing_changes", to="campaigns.battle"),
                move=ForeignKey(
                    blank=True, null=True, on_delete=PROTECT, related_name="thing_changes", to="campaigns.move"
                ),
            ),
            options={
                "constraints": [
                    UniqueConstraint(fields=("move", "group", "thing"), name="change_once"),
                    UniqueConstraint(
                        condition=Q(("move__isnull", True)),
                        fields=("battle", "group", "thing"),
                        name="opening_change_once",
                    ),
                ]
            },
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        *(migrations.DeleteModel(name=name) for name in FORMER),
    ]
