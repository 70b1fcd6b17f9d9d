"""What an umpire reads of a muster: the force as it stands, what is wrong with it, its rows, and what may be put down.

It is the umpire's alone: who prepares a force knows where both sides will stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import prefetch_related_objects

from campaigns.models import Battle, Invitation, Post
from campaigns.models.invitation import to_commands
from campaigns.unlocked import as_before
from campaigns.usecases.access import find_battle, umpire_of
from campaigns.usecases.muster.changes import Board
from campaigns.usecases.muster.draft import Draft, board_of, draft_of, refuse_begun
from campaigns.usecases.muster.faults import Fault, faults_of, must_stand, seats_of
from campaigns.usecases.muster.openings import on_its_country
from campaigns.usecases.muster.order_of_battle import written_csv, written_json
from campaigns.usecases.muster.put_down import usual_name
from campaigns.usecases.muster.rows import Row, rows_of
from campaigns.words.languages import spoken
from rules.contract.palette import Count, Template


@dataclass(frozen=True)
class Offer:
    """What may be put down, with the name that it would have on each side; empty for what has no name."""

    template: Template
    names: Mapping[str, str]

    @property
    def key(self) -> str:
        """By which it is put down."""
        return self.template.key

    @property
    def title(self) -> str:
        """What it is called."""
        return self.template.title

    @property
    def says(self) -> str:
        """What it is, in a sentence."""
        return self.template.says

    @property
    def counts(self) -> tuple[Count, ...]:
        """The numbers that may be chosen."""
        return self.template.counts


@dataclass(frozen=True)
class Papers:
    """A muster as its umpire reads it.  sides: their names, by key.  things: those that the last change touched.

    seats: that are held in the campaign.  invited: seats that give orders and that nobody has taken yet.
    """

    battle: Battle
    board: Board
    draft: Draft
    faults: tuple[Fault, ...]
    seats: tuple[Post, ...]
    invited: tuple[Invitation, ...]

    @property
    def revision(self) -> int:
        """Raised by each change."""
        return self.draft.revision

    @property
    def undo(self) -> str:
        """What would be taken back, in words; empty where nothing."""
        return self.draft.undo

    @property
    def redo(self) -> str:
        """What would be made again, in words; empty where nothing."""
        return self.draft.redo

    @property
    def start(self) -> Mapping[str, Any]:
        """The force, in the form of the public test kit."""
        return self.draft.start

    @property
    def things(self) -> tuple[str, ...]:
        """The ids that the change touched whose answer this is."""
        return self.draft.things

    @property
    def curtains(self) -> Mapping[str, Any]:
        """The sides that put their own force down, each with its ``zone`` and whether it is ``ready``."""
        return self.draft.handed

    @property
    def sides(self) -> Mapping[str, str]:
        """The names of the sides, by key."""
        return self.board.sides

    @property
    def rows(self) -> tuple[Row, ...]:
        """The order of battle of both sides, and what is nobody's."""
        return rows_of(self.board, self.start)

    @property
    def palette(self) -> tuple[Offer, ...]:
        """What may be put down, in the sequence offered."""
        pieces = self.board.rules.pieces
        return tuple(
            Offer(
                one,
                {side: usual_name(pieces, self.start, one, name) for side, name in self.sides.items()}
                if one.owned
                else {},
            )
            for one in pieces.templates
        )

    @property
    def may_begin(self) -> bool:
        """Whether no fault stops it."""
        return not any(one.stops for one in self.faults)


def muster_papers(*, by: Any, battle: str, draft: Draft | None = None, now: datetime) -> Papers:
    """The muster of a battle that is prepared, for its umpire.  draft: as a change has just left it."""
    found = find_battle(battle)
    umpire_of(by, found.campaign_id, "battle")
    refuse_begun(found)
    prefetch_related_objects([found.campaign], "sides")
    board, held = board_of(found), draft or draft_of(found)
    start, seats, terms = on_its_country(found, held.start), seats_of(found), found.terms
    invited = list(to_commands(found.campaign_id, now))
    who = [
        [[seat.kind, seat.arm, seat.title, seat.side.key if seat.side else "", seat.brigade] for seat in those]
        for those in (seats, invited)
    ]
    stands = must_stand(found)
    about = ["faults", spoken(), terms.book, terms.edition, terms.options, terms.seats, board.sides, who, start, stands]
    faults = as_before(about, lambda: faults_of(terms, start, seats, board.sides, invited, must_stand=stands))
    return Papers(found, board, held, faults, tuple(seats), tuple(invited))


@dataclass(frozen=True)
class Table:
    """An order of battle to take away.  csv: as text; start: the same in the form of the public test kit."""

    csv: str
    start: Mapping[str, Any]


def muster_table(*, by: Any, battle: str, side: str = "", now: datetime) -> Table:
    """The order of battle of a side, or of both, for the umpire."""
    papers = muster_papers(by=by, battle=battle, now=now)
    return Table(written_csv(papers.board, papers.start, side), written_json(papers.board, papers.start, side)["start"])
