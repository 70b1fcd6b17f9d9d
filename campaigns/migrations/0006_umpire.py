from django.db import migrations, models


def none_where_the_clock_submits(apps, schema_editor):
    apps.get_model("campaigns", "Campaign").objects.filter(umpire_submits=False).update(umpire="none")
    apps.get_model("campaigns", "Due").objects.filter(kind="submit").update(kind="find")


def the_clock_submits_where_none(apps, schema_editor):
    apps.get_model("campaigns", "Campaign").objects.filter(umpire="none").update(umpire_submits=False)
    apps.get_model("campaigns", "Due").objects.filter(kind="find").update(kind="submit")


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0005_countries'),
    ]

    operations = [
        migrations.AddField(
            model_name='campaign',
            name='umpire',
            field=models.CharField(choices=[('present', 'Present'), ('none', 'None')], default='present', max_length=8),
        ),
        migrations.RunPython(none_where_the_clock_submits, the_clock_submits_where_none),
        migrations.RemoveField(
            model_name='campaign',
            name='umpire_submits',
        ),
        migrations.AlterField(
            model_name='due',
            name='kind',
            field=models.CharField(choices=[('warning-120', 'Warning 120'), ('warning-60', 'Warning 60'), ('warning-30', 'Warning 30'), ('close', 'Close'), ('interval', 'Interval'), ('resume', 'Resume'), ('find', 'Find')], max_length=12),
        ),
    ]
