"""Who will command when a battle begins: the seats that are held, invited and empty, for its umpire; of what was read already."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.desk.invitations import in_order
from campaigns.desk.papers import InvitedSeat
from campaigns.models import Post
from campaigns.sight.roster import Holder, holder
from campaigns.sight.seat import Seat
from campaigns.usecases.muster.brigades import Floor
from campaigns.usecases.muster.papers import Papers
from campaigns.usecases.people.empty_seats import EmptySeat, empty_among


@dataclass(frozen=True)
class SeatList:
    """The seats of a campaign: those that are held, those to which links or offers are open, and the others."""

    held: tuple[Holder, ...]
    invited: tuple[InvitedSeat, ...]
    empty: tuple[EmptySeat, ...]


def seat_list(seat: Seat, papers: Papers) -> SeatList:
    """The seats as the papers of a muster have them, which only its umpire gets."""
    of_sides: dict[str, list[Post]] = {}
    for row in papers.seats:
        if row.side is not None:
            of_sides.setdefault(row.side.key, []).append(row)
    rows = sorted(papers.seats, key=lambda row: (row.side_id or 0, row.pk))
    battle = papers.battle
    return SeatList(
        held=tuple(holder(row) for row in rows),
        invited=in_order(seat, papers.invited),
        empty=empty_among(battle.campaign, Floor(battle, battle.start), of_sides, papers.invited),
    )
