"""The rows for those who look after the server: to read only; only the use cases change them."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from campaigns import models
from campaigns.models.move import HEAVY
from campaigns.thing_states import COLUMNS


class LookedAt(admin.ModelAdmin):  # type: ignore[type-arg]  # when it runs Django's takes none
    """Everything is shown and nothing can be changed."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(models.Campaign)
class CampaignAdmin(LookedAt):
    list_display = ("name", "book", "edition", "status", "clock_mode", "created_at")
    list_filter = ("status", "book")


@admin.register(models.Post)
class PostAdmin(LookedAt):
    list_display = ("title", "campaign", "kind", "user", "held_from", "held_until")
    list_filter = ("kind",)


@admin.register(models.Invitation)
class InvitationAdmin(LookedAt):
    list_display = ("title", "campaign", "made_by", "made_at", "expires_at", "revoked_at", "taken")
    exclude = ("digest",)


@admin.register(models.Token)
class TokenAdmin(LookedAt):
    list_display = ("user", "start", "made_at", "expires_at")
    exclude = ("digest",)


@admin.register(models.Battle)
class BattleAdmin(LookedAt):
    """Nobody sees the seed before the battle has ended, not even those who look after the server."""

    list_display = ("name", "campaign", "number", "status", "record_length")
    exclude = ("seed", "start")


@admin.register(models.Country)
class CountryAdmin(LookedAt):
    list_display = ("name", "made_by", "digest", "made_at", "changed_at")
    exclude = ("data", "report")


@admin.register(models.Picture)
class PictureAdmin(LookedAt):
    list_display = ("public_id", "owner", "wide", "high", "size", "made_at")
    exclude = ("file",)


@admin.register(models.Exercise)
class ExerciseAdmin(LookedAt):
    list_display = ("name", "book", "made_by", "shared", "digest", "made_at")
    list_filter = ("book", "shared")
    exclude = ("data",)


@admin.register(models.Survey)
class SurveyAdmin(LookedAt):
    list_display = ("name", "sent_by", "state", "attempts", "sent_at", "ended_at", "code")
    list_filter = ("state",)
    exclude = ("file",)


@admin.register(models.Move)
class MoveAdmin(LookedAt):
    list_display = ("battle", "number", "side", "stage", "status", "closes_at", "parked", "attempts")
    list_filter = ("status", "parked")
    exclude = HEAVY


@admin.register(models.Thing, models.ThingChange)
class ThingAdmin(LookedAt):
    """Only the umpire sees what stands in a battle before it has ended; those who look after the server do not."""

    list_display = ("battle", *(column for column in COLUMNS if column not in ("flags", "held")))
    list_filter = ("gone", "group", "side", "battle")
    search_fields = ("thing", "name")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).filter(battle__status=models.Battle.Status.ENDED)


@admin.register(models.Due)
class DueAdmin(LookedAt):
    list_display = ("battle", "move", "kind", "due_at", "generation", "state")
    list_filter = ("state", "kind")


@admin.register(models.Pulse)
class PulseAdmin(LookedAt):
    list_display = ("name", "at", "mark")


@admin.register(models.Process)
class ProcessAdmin(LookedAt):
    list_display = ("name", "kind", "started_at", "seen_at")
    list_filter = ("kind",)
    exclude = ("under_way",)


@admin.register(models.RecordEntry)
class RecordEntryAdmin(LookedAt):
    list_display = ("battle", "sequence", "at", "actor", "kind", "digest")
    list_filter = ("kind",)
    exclude = ("data",)


@admin.register(models.Notice)
class NoticeAdmin(LookedAt):
    list_display = ("post", "kind", "text", "created_at", "sent_at", "read_at")
    list_filter = ("kind",)


@admin.register(models.Mail)
class MailAdmin(LookedAt):
    list_display = ("address", "queued_at", "tries", "sent_at")
    exclude = ("notice",)
