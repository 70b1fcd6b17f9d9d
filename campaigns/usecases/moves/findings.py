"""The steps of a finding: facts are measured, it is previewed, the fire is settled, the move is submitted."""

from campaigns.usecases.desk.facts import Measured, measure
from campaigns.usecases.moves.finding import Preview, preview_finding
from campaigns.usecases.moves.fire import publish_fire
from campaigns.usecases.moves.submission import Submission, finish_submission, submit_move

__all__ = [
    "Measured",
    "Preview",
    "Submission",
    "finish_submission",
    "measure",
    "preview_finding",
    "publish_fire",
    "submit_move",
]
