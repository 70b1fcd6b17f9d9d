"""The way of a finding: facts are measured, it is previewed, the fire is settled, the move is submitted."""

from campaigns.usecases.facts import Measured, measure
from campaigns.usecases.finding import Preview, preview_finding
from campaigns.usecases.firing import settle_fire
from campaigns.usecases.submission import Submission, finish_submission, submit_move

__all__ = [
    "Measured",
    "Preview",
    "Submission",
    "finish_submission",
    "measure",
    "preview_finding",
    "settle_fire",
    "submit_move",
]
