"""What the API answers about the clock."""

from __future__ import annotations

from campaigns.api.shared.responses import Out
from campaigns.usecases.clock.clock import ClockState


class ClockStateOut(Out):
    """The state of the clock after the change."""

    about, shows = ClockState, "move number opened_at closes_at paused_at paused_until extended_minutes"
