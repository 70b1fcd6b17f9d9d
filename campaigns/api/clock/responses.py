"""What the API answers about the clock."""

from __future__ import annotations

from campaigns.api.shared.responses import Out
from campaigns.usecases.clock.clock import ClockState
from campaigns.usecases.moves.undisputed import Publication


class ClockStateOut(Out):
    """The state of the clock after the change."""

    about, shows = ClockState, "move number opened_at closes_at paused_at paused_until extended_minutes"


class PublicationOut(Out):
    """Whether a result is published by itself.  publishes_at: when, if nothing is in doubt; stopped_at: when an umpire stopped it."""

    about, shows = Publication, "move publishes_at stopped_at"
