"""What waits for an umpire in all his battles, ranked: the most pressing first, each with the place where it is settled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery

from campaigns.bridge import counted, withheld
from campaigns.desk.claims import fresh_claims
from campaigns.models import (
    Battle,
    Campaign,
    Dispatch,
    FactSheet,
    Inject,
    Invitation,
    Move,
    OrderEntry,
    Post,
    Readiness,
    Ruling,
)
from campaigns.models.move import HEAVY
from campaigns.sight.clock import ClockFace, clock_face
from campaigns.sight.reports import NoticeFact
from campaigns.sight.seat import PostFact

SOON = timedelta(hours=1)
"""How long before it happens something is told; of a short move, when a quarter of it is left."""

RANKS = (
    "parked", "asked", "question", "inject-failed", "held", "answered", "closed", "reported", "claim", "nothing-sent",
    "inject-next", "not-begun", "invited",
)  # fmt: skip
"""The kinds of what may wait, the most pressing first."""

ASKED = ("differ", "waits", "machine-failed")
"""Notices by which something is asked of the umpire: officials differ, a move waits for facts, a machine cannot play."""


@dataclass(frozen=True)
class Waiting:
    """Something that waits for the umpire.

    kind: one of ``RANKS``; place: of what page it is settled (``desk``, ``board``, ``injects``, ``campaign``, ``invitations``), and
    anchor: where on it.  battle: empty of what is the campaign's.  since: when it came to be so, or when it falls due.
    """

    kind: str
    words: str
    place: str
    anchor: str
    campaign: str
    campaign_name: str
    battle: str
    battle_name: str
    since: datetime

    @property
    def rank(self) -> int:
        return RANKS.index(self.kind)


def queue(posts: Iterable[PostFact], notices: Iterable[NoticeFact], now: datetime) -> tuple[Waiting, ...]:
    """What waits for somebody as an umpire.  posts and notices: his, as ``sight.posts_of`` and ``sight.notices`` give them."""
    mine = [
        post for post in posts if post.kind == Post.Kind.UMPIRE and post.campaign.purpose != Campaign.Purpose.PRACTICE
    ]
    if not mine:
        return ()
    campaigns = {post.campaign.id for post in mine}
    found = [*_moves(campaigns, now), *_asked(mine, notices), *_injects(campaigns, now), *_invitations(campaigns, now)]
    found += _claims(mine)
    found += [one for post in mine for one in _not_begun(post, now)]
    return tuple(sorted(found, key=lambda one: (one.rank, one.since)))


def _moves(campaigns: set[int], now: datetime) -> Iterable[Waiting]:
    """What waits in the moves under way: questions, parked, held, closed, reported by an official, or open with nothing sent."""
    rows = Move.objects.filter(battle__campaign__in=campaigns, battle__status=Battle.Status.RUNNING)
    officials = FactSheet.objects.filter(move=OuterRef("pk"), by__kind=Post.Kind.OFFICIAL)
    ruled = FactSheet.objects.filter(move=OuterRef("pk"), by__kind=Post.Kind.UMPIRE)
    moves: list[Any] = list(
        rows.exclude(status=Move.Status.SUBMITTED)
        .select_related("battle__campaign")
        .defer(*HEAVY, "battle__start")
        .annotate(
            reported=Exists(officials) & ~Exists(ruled),
            sent=Exists(OrderEntry.objects.filter(move=OuterRef("pk"))),
            ready=Exists(Readiness.objects.filter(move=OuterRef("pk"))),
            questions=Subquery(_unanswered().values("battle").annotate(count=Count("pk")).values("count")),
            asked_at=Subquery(_unanswered().order_by("at").values("at")[:1]),
        )
    )
    held = _held(moves)
    for move in moves:
        yield from _of_move(move, clock_face(move, now, {}), held.get(move.pk, ()), now)


def _unanswered() -> QuerySet[Dispatch]:
    """The questions of the battle of a move for which nobody has an answer yet."""
    return Dispatch.objects.filter(battle=OuterRef("battle"), heard="umpire", answered_by__isnull=True).order_by()


def _held(moves: Sequence[Move]) -> Mapping[int, Sequence[tuple[Ruling, bool]]]:
    """The orders that are held or returned in these moves, and whether another has come in the place of each."""
    kinds = (Ruling.Kind.HOLD, Ruling.Kind.RETURN)
    rulings = list(Ruling.objects.filter(move__in=moves, kind__in=kinds, revoked_by__isnull=True).order_by("pk"))
    if not rulings:
        return {}
    entries = list(OrderEntry.objects.filter(move__in=moves).select_related("frozen").order_by("pk"))
    found: dict[int, list[tuple[Ruling, bool]]] = {}
    for move in moves:
        count = {one.public_id for one in counted(move, [entry for entry in entries if entry.move_id == move.pk])}
        standing = [one for one in rulings if one.move_id == move.pk]
        found[move.pk] = [(ruling, number not in count) for number, ruling in withheld(standing).items()]
    return found


def _of_move(move: Any, face: ClockFace, held: Sequence[tuple[Ruling, bool]], now: datetime) -> Iterable[Waiting]:
    named = f"{move.side.capitalize()} move {move.own_number}"
    if move.parked:
        yield _waiting(
            move, "parked", f"{named} is parked: {move.parked_why}", "h-submit", move.closed_at or move.opened_at
        )
    if move.questions:
        words = "1 question is put to you" if move.questions == 1 else f"{move.questions} questions are put to you"
        yield _waiting(move, "question", words, "questions", move.asked_at)
    undecided = [ruling for ruling, answered in held if not answered]
    if undecided:
        yield _waiting(
            move,
            "held",
            f"{named}: {_orders(len(undecided))} held or returned, and not decided",
            "held",
            undecided[0].at,
        )
    elif face.state in ("closed", "fire") and not move.parked:
        what = "The fire of " + named if face.state == "fire" else named
        since = move.fire_closed_at if face.state == "fire" else move.closed_at
        yield _waiting(move, "closed", f"{what} is closed and waits for its finding", "facts", since)
    answered = [ruling for ruling, answered in held if answered]
    if answered:
        said = f"{named}: {_orders(len(answered))} came in the place of what you returned"
        yield _waiting(move, "answered", said, "held", answered[-1].at)
    if move.reported:
        yield _waiting(move, "reported", f"{named}: an official has measured; look it over", "h-orders", move.opened_at)
    quiet = face.state == "open" and not move.sent and not move.ready
    if (
        quiet
        and face.closes_at is not None
        and face.closes_at <= now + min(SOON, (face.closes_at - face.opened_at) / 4)
    ):
        yield _waiting(move, "nothing-sent", f"{named} closes soon, and nothing has come", "h-ready", face.closes_at)


def _orders(number: int) -> str:
    return "1 order" if number == 1 else f"{number} orders"


def _waiting(move: Move, kind: str, words: str, anchor: str, since: datetime) -> Waiting:
    return _at(move.battle, kind, words, "desk", anchor, since)


def _at(battle: Battle, kind: str, words: str, place: str, anchor: str, since: datetime) -> Waiting:
    campaign = battle.campaign
    return Waiting(kind, words, place, anchor, campaign.public_id, campaign.name, battle.public_id, battle.name, since)


def _asked(mine: Sequence[PostFact], notices: Iterable[NoticeFact]) -> Iterable[Waiting]:
    """Notices in which something is asked of him and that he has not read, while their battles go on."""
    under_way = {
        battle.public_id: post.campaign
        for post in mine
        for battle in post.battles
        if battle.status == Battle.Status.RUNNING
    }
    for one in notices:
        campaign = under_way.get(one.battle)
        if campaign is not None and one.kind in ASKED and one.read_at is None:
            yield Waiting(
                "asked", one.text, "desk", "facts", campaign.public_id, campaign.name, one.battle, one.battle_name, one.created_at
            )  # fmt: skip


def _claims(mine: Sequence[PostFact]) -> Iterable[Waiting]:
    """What was claimed at his boards, with its evidence there."""
    boards = {
        battle.id
        for post in mine
        for battle in post.battles
        if battle.on_board and battle.status == Battle.Status.RUNNING
    }
    for one in fresh_claims(boards):
        yield _at(one.battle, "claim", one.words, "board", "h-claims", one.at)


def _injects(campaigns: set[int], now: datetime) -> Iterable[Waiting]:
    """Injects that could not be given, and those that will be within the hour."""
    rows = Inject.objects.filter(battle__campaign__in=campaigns, battle__status=Battle.Status.RUNNING)
    rows = rows.filter(state__in=(Inject.State.FAILED, Inject.State.WAITING)).select_related("battle__campaign")
    for row in rows.defer("battle__start").order_by("pk")[:50]:
        if row.state == Inject.State.FAILED:
            yield _at(
                row.battle, "inject-failed", f"An inject could not be given: {row.why}", "injects", "", row.written_at
            )
        elif row.at is not None and row.at <= now + SOON:
            yield _at(row.battle, "inject-next", "An inject will be given soon", "injects", "", row.at)


def _invitations(campaigns: set[int], now: datetime) -> Iterable[Waiting]:
    """Invitations that nobody has taken up yet, one line a campaign."""
    rows = Invitation.objects.filter(campaign__in=campaigns, taken=0, revoked_at__isnull=True, expires_at__gt=now)
    rows = rows.exclude(campaign__status=Campaign.Status.ENDED).select_related("campaign")
    waiting: dict[Campaign, list[Invitation]] = {}
    for row in rows.order_by("made_at"):
        if row.campaign is not None:
            waiting.setdefault(row.campaign, []).append(row)
    for campaign, made in waiting.items():
        words = "1 invitation is unanswered" if len(made) == 1 else f"{len(made)} invitations are unanswered"
        yield Waiting("invited", words, "invitations", "", campaign.public_id, campaign.name, "", "", made[0].made_at)


def _not_begun(post: PostFact, now: datetime) -> Iterable[Waiting]:
    """Battles that lie prepared and have not begun."""
    for battle in post.battles:
        if battle.status == Battle.Status.PREPARING:
            yield Waiting(
                "not-begun", "Prepared, and not begun", "campaign", "", post.campaign.public_id, post.campaign.name,
                battle.public_id, battle.name, now,
            )  # fmt: skip


def elsewhere(user_id: int, battle_id: int) -> Exists:
    """Whether a move waits for an umpire in another of his battles, to be asked beside something else."""
    mine = Post.objects.filter(user_id=user_id, kind=Post.Kind.UMPIRE, held_until__isnull=True).values("campaign")
    waits = Move.objects.filter(
        battle__campaign__in=mine, battle__status=Battle.Status.RUNNING, status=Move.Status.CLOSED
    )
    return Exists(waits.exclude(battle_id=battle_id))
