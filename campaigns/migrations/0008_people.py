import campaigns.models.plain
import campaigns.models.shown
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def say_whose_they_are(apps, schema_editor):
    """The mails that there are went, or go, to whoever held the post of their notice."""
    Mail, Notice = apps.get_model("campaigns", "Mail"), apps.get_model("campaigns", "Notice")
    holder = Notice.objects.filter(pk=models.OuterRef("notice")).values("post__user")[:1]
    Mail.objects.update(user=models.Subquery(holder), due_at=models.F("queued_at"))


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0008_confirmation'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=campaigns.models.shown.new_public_id, editable=False, max_length=12, unique=True)),
                ('kind', models.CharField(max_length=12)),
                ('arm', models.CharField(blank=True, max_length=20)),
                ('title', models.CharField(max_length=80)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('once', models.BooleanField(default=True)),
                ('made_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('taken', models.PositiveIntegerField(default=0)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='invitations', to='campaigns.campaign')),
                ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('side', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaigns.side')),
            ],
            options={
                'indexes': [models.Index(fields=['campaign', '-made_at'], name='invitation_of_campaign')],
            },
        ),
        migrations.CreateModel(
            name='Person',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=campaigns.models.shown.new_public_id, editable=False, max_length=12, unique=True)),
                ('time_zone', models.CharField(blank=True, max_length=60)),
                ('look', models.CharField(blank=True, choices=[('', 'as my device says'), ('light', 'by daylight'), ('dark', 'by lamp-light')], max_length=8)),
                ('quiet_from', models.TimeField(blank=True, null=True)),
                ('quiet_until', models.TimeField(blank=True, null=True)),
                ('sound', models.BooleanField(default=False)),
                ('mail_wish', models.CharField(choices=[('all', 'whenever something has come'), ('wanted', 'only when something is wanted of me'), ('none', 'never')], default='all', max_length=8)),
                ('remind_hours', models.PositiveIntegerField(default=4)),
                ('feed', models.PositiveIntegerField(default=0)),
                ('toured', campaigns.models.plain.PlainField(default=list)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='person', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.RemoveIndex(
            model_name='mail',
            name='mail_outbox',
        ),
        migrations.AddField(
            model_name='mail',
            name='due_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='mail',
            name='key',
            field=models.CharField(blank=True, max_length=60, null=True, unique=True),
        ),
        migrations.AddField(
            model_name='mail',
            name='kind',
            field=models.CharField(choices=[('notice', 'Notice'), ('reminder', 'Reminder'), ('password', 'Password')], default='notice', max_length=8),
        ),
        migrations.AddField(
            model_name='mail',
            name='moment',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='mail',
            name='user',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.RunPython(say_whose_they_are, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='mail',
            name='due_at',
            field=models.DateTimeField(),
        ),
        migrations.AlterField(
            model_name='mail',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='mail',
            name='notice',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='mail', to='campaigns.notice'),
        ),
        migrations.AddIndex(
            model_name='mail',
            index=models.Index(condition=models.Q(('sent_at__isnull', True)), fields=['due_at'], name='mail_outbox'),
        ),
    ]
