"""What the umpire may read: everything on the one desk.  The umpire may know all; nobody else may call this."""

from campaigns.desk.clause_search import ClauseFact, find_clauses
from campaigns.desk.papers import (
    Desk,
    DeskOrder,
    DueFact,
    Entered,
    HeldFact,
    NoticeToUmpire,
    PostState,
    PreviewFact,
    RecordFact,
    RulingFact,
)
from campaigns.desk.query import desk, notices_to, record
from campaigns.sight.measurements import NeedFact

__all__ = [
    "ClauseFact",
    "Desk",
    "DeskOrder",
    "DueFact",
    "Entered",
    "HeldFact",
    "NeedFact",
    "NoticeToUmpire",
    "PostState",
    "PreviewFact",
    "RecordFact",
    "RulingFact",
    "desk",
    "find_clauses",
    "notices_to",
    "record",
]
