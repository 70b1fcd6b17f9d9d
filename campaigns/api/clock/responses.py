"""What the API answers about the clock."""

from __future__ import annotations

from rest_framework.serializers import (
    CharField,
    DateTimeField,
    IntegerField,
)

from campaigns.api.shared.responses import Out


class ClockStateOut(Out):
    """How the clock stands after what was done to it."""

    move = CharField()
    number = IntegerField()
    opened_at = DateTimeField()
    closes_at = DateTimeField(allow_null=True)
    paused_at = DateTimeField(allow_null=True)
    paused_until = DateTimeField(allow_null=True)
    extended_minutes = IntegerField()
