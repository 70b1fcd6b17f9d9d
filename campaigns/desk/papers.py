"""The papers on the umpire's desk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from campaigns.desk.board import DeskBoard
from campaigns.models.plain import Plain
from campaigns.sight.clock import ClockFace
from campaigns.sight.dispatches import RiderFact
from campaigns.sight.measurements import NeedFact
from campaigns.sight.seat import Seat
from rules.contract.data import RefusedOrder
from rules.errors import Reason


@dataclass(frozen=True)
class PostState:
    """A seat and what has come from it in the move under way.

    person: the name of its holder.  expected: whether orders are expected from it now; sent: entries; last_at: of the latest of them.
    """

    public_id: str
    title: str
    kind: str
    side: str
    arm: str
    user: str
    expected: bool
    sent: int
    last_at: datetime | None
    ready_at: datetime | None
    person: str = ""
    brigade: str = ""


@dataclass(frozen=True)
class InvitedSeat:
    """A seat that gives orders and that nobody has taken yet: a link or an offer to it is open."""

    title: str
    side: str
    kind: str
    arm: str = ""
    brigade: str = ""


@dataclass(frozen=True)
class DeskOrder:
    """An order in its place in the sequence of resolution.

    measured_key: of its facts in a fact sheet.  refused: why the rules would not carry it out, if so.
    corrected: whether the umpire put it right, and reading: then in words.
    """

    heading: str
    thing: str
    name: str
    place: int
    order: Plain
    stage: str
    measured_key: str
    measured: Plain
    needs: tuple[NeedFact, ...]
    refused: Reason | None
    corrected: bool
    reading: str = ""

    @property
    def entered(self) -> Plain:
        """What counts as measured for it; the umpire's sheet replaces what its commander said."""
        return self.measured


@dataclass(frozen=True)
class Entered:
    """An entry of the order ledger in the move under way; late ones too."""

    number: str
    thing: str
    name: str
    post: str
    author: str
    revision: int
    stage: str
    reading: str
    arrived_at: datetime
    late: bool
    in_force: bool


@dataclass(frozen=True)
class HeldFact:
    """An order that the umpire holds or has returned, as it was sent.  ruling: by which.  kind: ``hold`` or ``return``.

    until: until when another may be sent after the move has closed.  answered: whether another has replaced it.
    """

    ruling: str
    kind: str
    thing: str
    name: str
    number: str
    post: str
    reading: str
    reason: str
    clause: str
    at: datetime
    until: datetime | None
    answered: bool


@dataclass(frozen=True)
class PreviewFact:
    """What the move would give if it were submitted now."""

    events: tuple[Plain, ...]
    refused: tuple[Reason | RefusedOrder, ...]
    fault: str = ""


@dataclass(frozen=True)
class RulingFact:
    """A ruling on the move under way, or one that revokes it.  replaced: whether a later correction of the thing counts."""

    public_id: str
    kind: str
    at: datetime
    by: str
    reason: str
    clause: str
    touches: tuple[str, ...]
    change: Plain
    revoked: bool
    replaced: bool = False


@dataclass(frozen=True)
class DueFact:
    """What falls due.  battle and its name: empty of the one whose desk is open.  rider: of a courier, held or not."""

    kind: str
    due_at: datetime
    battle: str = ""
    battle_name: str = ""
    rider: RiderFact | None = None


@dataclass(frozen=True)
class NoticeToUmpire:
    """A notice to the umpire."""

    public_id: str
    kind: str
    text: str
    created_at: datetime
    read_at: datetime | None


@dataclass(frozen=True)
class RecordFact:
    """An entry of the record."""

    sequence: int
    at: datetime
    actor: str
    kind: str
    data: Plain
    digest: str


@dataclass(frozen=True)
class UmpireFact:
    """An umpire.  sector: as plain data; seen_at: when they were last at their desk; mine: whether it is the asker."""

    public_id: str
    title: str
    name: str
    sector: Plain
    seen_at: datetime | None
    mine: bool


@dataclass(frozen=True)
class Desk:
    """The desk.  base_revision: of the fact sheet, 0 where nothing was measured yet.  clock: none before the battle.

    measured_by: the seat that wrote the last sheet, empty where there is none; of each fact its need says by whom.
    parked_why: why the move was set aside, if it was.  names: what things and sides are called.
    left: the position that the move would leave; none where there is no finding.  elsewhere: whether another battle
    waits.
    notices: read only where they are asked for.  remarks: those of a submission that came to nothing.
    publishes_at: when it is published by itself if nothing is in doubt; stopped_at: when an umpire stopped that;
    publishes_by_itself: whether the campaign has it so; publish_minutes: after how many minutes, none for never.
    board: what the map shows of the move; none before the battle.  asked: whether a question waits for an answer.
    """

    seat: Seat
    clock: ClockFace | None
    posts: tuple[PostState, ...]
    names: Mapping[str, str]
    orders: tuple[DeskOrder, ...] = ()
    entries: tuple[Entered, ...] = ()
    move_needs: tuple[NeedFact, ...] = ()
    base_revision: int = 0
    move_facts: Plain = field(default_factory=dict)
    coin: str = ""
    measured_by: str = ""
    preview: PreviewFact | None = None
    rulings: tuple[RulingFact, ...] = ()
    dues: tuple[DueFact, ...] = ()
    position: Plain = field(default_factory=dict)
    left: Plain | None = None
    parked_why: str = ""
    attempts: int = 0
    paused_seconds: int = 0
    umpires: tuple[UmpireFact, ...] = ()
    held: tuple[HeldFact, ...] = ()
    elsewhere: bool = False
    notices: tuple[NoticeToUmpire, ...] = ()
    remarks: tuple[Plain, ...] = ()
    board: DeskBoard | None = None
    asked: bool = False
    publishes_at: datetime | None = None
    stopped_at: datetime | None = None
    publishes_by_itself: bool = False
    publish_minutes: int | None = None
    invited: tuple[InvitedSeat, ...] = ()

    @property
    def undecided(self) -> tuple[HeldFact, ...]:
        """The orders that prevent the submission of the move: held or returned, and not yet replaced."""
        return tuple(one for one in self.held if not one.answered)

    @property
    def seated(self) -> bool:
        """Whether anybody but umpires has a seat."""
        return any(post.kind != "umpire" for post in self.posts)

    @property
    def open_needs(self) -> int:
        """How many facts the move still waits for."""
        every = [need for order in self.orders for need in order.needs] + list(self.move_needs)
        return sum(need.open for need in every)

    @property
    def missing(self) -> tuple[PostState, ...]:
        """The seats from which orders are expected and nothing has come."""
        return tuple(post for post in self.posts if post.expected and not post.sent and post.ready_at is None)
