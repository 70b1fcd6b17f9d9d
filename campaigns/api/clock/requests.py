"""What the API takes about the clock."""

from __future__ import annotations

from campaigns.api.fields import Strict, Text, Whole


class Pause(Strict):
    """Why the clock is stopped, and for how many minutes at most."""

    reason = Text(300)
    minutes = Whole(min_value=1, max_value=100_000)


class Extend(Strict):
    """How many minutes a move gets in addition, and why; the same key adds them once."""

    move = Text(12)
    minutes = Whole(min_value=1, max_value=100_000)
    reason = Text(300)
    key = Text(64)


class Close(Strict):
    """The move that ends now."""

    move = Text(12)
    reason = Text(300, required=False, allow_blank=True, default="")
