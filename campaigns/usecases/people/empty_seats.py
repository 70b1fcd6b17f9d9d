"""The seats of a campaign that nobody holds and to which no link is open: each General's, each brigade's, each arm's; a link to each."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.bridge import pieces_of
from campaigns.models import Campaign, Invitation, Post, Side
from campaigns.unlocked import unlocked
from campaigns.usecases.access import find_campaign, umpire_of
from campaigns.usecases.campaigns.preparation import describe_post
from campaigns.usecases.muster.brigades import Floor, brigades_of, floor_of, ordered_by, posts_of_sides
from campaigns.usecases.people.invitations import Made, holding, invite
from rules.errors import Invalid
from rules.values.sentence import of_field, say


@dataclass(frozen=True)
class EmptySeat:
    """A seat that nobody holds.  wanted: whether somebody is needed there, because nobody else orders what it would."""

    side: str
    kind: str
    arm: str
    brigade: str
    title: str
    wanted: bool

    @property
    def key(self) -> str:
        """What names it in a form."""
        return "/".join((self.side, self.kind, self.arm, self.brigade))


def empty_seats(campaign: Campaign, floor: Floor | None, now: datetime) -> tuple[EmptySeat, ...]:
    """The seats that are empty, side by side: the General's, then the brigades', then the arms' of what is in no brigade.

    floor: of the campaign's last battle, as ``floor_of`` finds it.
    """
    open_to = holding(campaign, now).filter(side__isnull=False, succeeds__isnull=True).select_related("side")
    return empty_among(campaign, floor, posts_of_sides(campaign.pk), list(open_to))


def empty_among(
    campaign: Campaign, floor: Floor | None, held: Mapping[str, list[Post]], open_to: Sequence[Invitation]
) -> tuple[EmptySeat, ...]:
    """The same where it is known what stands on the floor, which seats are held, by side, and to which links are open."""
    found: list[EmptySeat] = []
    for side in sorted(campaign.sides.all(), key=lambda one: one.pk):
        taken = [*held.get(side.key, ()), *(one for one in open_to if one.side_id == side.pk)]
        found += _of_side(campaign, side, floor, held.get(side.key, []), taken)
    return tuple(found)


def _of_side(
    campaign: Campaign, side: Side, floor: Floor | None, posts: Sequence[Post], taken: Sequence[Post | Invitation]
) -> Iterator[EmptySeat]:
    known = {(one.kind, one.arm, one.brigade) for one in taken}
    titles = {one.title for one in taken}
    for kind, arm, brigade, wanted in _commands(side.key, floor, posts):
        if (kind, arm, brigade) in known or brigade in titles - {""}:
            continue
        *_, title = describe_post(campaign, kind=kind, side=side.key, arm=arm, brigade=brigade, title="")
        yield EmptySeat(side.key, kind, arm, brigade, title, wanted)


def _commands(side: str, floor: Floor | None, posts: Sequence[Post]) -> Iterator[tuple[str, str, str, bool]]:
    """What a side has to command: kind, arm and brigade of the seat, and whether somebody is wanted there."""
    yield Post.Kind.GENERAL, "", "", True
    if floor is None:
        return
    pieces = pieces_of(floor.terms)
    for brigade in brigades_of(pieces, floor.position, side):
        yield Post.Kind.COMMANDER, "", brigade.name, True
    arms = {
        pieces.arm(group, state)
        for (group, _, state), _ in ordered_by(floor.terms, floor.position, side, posts)
        if not pieces.commander(floor.position, state)
    }
    for arm, _ in pieces.arms:
        if arm in arms:
            yield Post.Kind.COMMANDER, arm, "", not floor.terms.general_orders_all


@unlocked
def invite_to_empty_seats(
    *, by: Any, campaign: str, keys: Collection[str] | None = None, hours: int, now: datetime
) -> list[Made]:
    """A link for each empty seat, all or none.  keys: of the seats, as ``EmptySeat.key``; left out, all that are wanted."""
    found = find_campaign(campaign)
    with transaction.atomic():
        umpire_of(by, found.pk)
        offered = empty_seats(found, floor_of(found.pk), now)
        chosen = [one for one in offered if (one.wanted if keys is None else one.key in keys)]
        if not chosen:
            said = say("tick at least one; empty seats: {n}", n=len(offered)) if offered else say("no seat is empty")
            raise Invalid(of_field("seats", said))
        return [
            invite(
                by=by, campaign=campaign, kind=one.kind, side=one.side, arm=one.arm, brigade=one.brigade,
                hours=hours, now=now,
            )
            for one in chosen
        ]  # fmt: skip
