"""The umpire's reading: everything that lies on the one desk.  He may know all; nobody else comes in here."""

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
from campaigns.sight.measuring import NeedFact

__all__ = [
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
    "notices_to",
    "record",
]
