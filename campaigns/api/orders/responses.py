"""What the API answers about orders."""

from __future__ import annotations

from rest_framework.serializers import (
    BooleanField,
    CharField,
    DateTimeField,
    IntegerField,
    ListField,
)

from campaigns.api.fields import Plain
from campaigns.api.shared.responses import Out


class AcceptedOut(Out):
    """The receipt of orders just accepted.  digest: SHA-256 of the canonical JSON of move, thing and orders."""

    number = CharField()
    move = CharField()
    thing = CharField()
    revision = IntegerField()
    orders = ListField(child=Plain())
    digest = CharField()
    arrived_at = DateTimeField()
    committed_at = DateTimeField()
    reading = CharField()
    warnings = ListField(child=Plain())
    cost = CharField()
    left = CharField()


class EstimateOut(Out):
    """What orders would cost, in parts of a move, and how they read."""

    reading = CharField()
    cost = CharField()
    left = CharField()
    warnings = ListField(child=Plain())


class ReadyOut(Out):
    """How many of the posts that command are ready; called: whether time was called for it."""

    ready = IntegerField()
    of = IntegerField()
    called = BooleanField()
