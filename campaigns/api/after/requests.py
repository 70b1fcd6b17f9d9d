"""What the API takes about what is left after a battle."""

from __future__ import annotations

from rest_framework import serializers

from campaigns.api.fields import Text
from campaigns.api.shared.requests import Of


class Replayed(Of):
    """Which moment, and through whose eyes: `umpire` (as it was), a side, `observer`, or the id of a commander's seat."""

    move = serializers.IntegerField(
        required=False,
        default=0,
        min_value=0,
        max_value=1_000_000,
        help_text="The moment, from 1; the last is the end.",
    )
    beside = serializers.BooleanField(required=False, default=False, help_text="With the truth, where it is open.")


class OfBooks(Of):
    """Whose books: a side's, or `both` where they are open; left out, all that the caller may read."""


class FromWhere(Of):
    """Whose situation, and from which thing it is described.  The umpire must say whose."""

    start = Text(64, required=False, allow_blank=True, default="", help_text="The id of a thing of one's own.")
