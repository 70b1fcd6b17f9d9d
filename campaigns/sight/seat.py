"""Who asks, and in which seats: every query of ``campaigns.sight`` begins here."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db.models import Aggregate, Case, Count, F, Max, OuterRef, Subquery, Value, When

from campaigns.audiences import EVERYBODY, UMPIRE, Mark, mark_of, of_post, of_side
from campaigns.bridge import rules_of
from campaigns.clock import break_minutes, hear, steady_seconds, time_column
from campaigns.compiled_queries import Prepared
from campaigns.errors import NotUmpire, Unseen
from campaigns.models import Battle, Campaign, Notice, OrderDraft, Post, Side, Underlay
from campaigns.models.battle import BEGINNINGS, Terms
from campaigns.models.notice import OF_MESSAGES
from rules.contract.rules import Rules
from rules.values.sentence import capitalised, joined, say_many, word

OBSERVER = "observer"

drafts_hidden: ContextVar[bool] = ContextVar("drafts_hidden", default=False)
"""Whether drafts of orders are left out; see ``without_drafts``."""


@contextmanager
def without_drafts() -> Iterator[None]:
    """Within it no draft of orders is read: the umpire looks through somebody's eyes, and drafts are their author's alone."""
    before = drafts_hidden.set(True)
    try:
        yield
    finally:
        drafts_hidden.reset(before)


@dataclass(frozen=True)
class CampaignFact:
    """What all who hold a seat in a campaign may know of it.  works_itself: it runs without an umpire.

    result: who reached the target, and by which battle; empty until somebody has.  clock: in words.  purpose: tells
    practices and matches from the rest.  publish_minutes: after how many an undisputed result is published by itself;
    none for never.  break_minutes: between two moves.
    """

    id: int
    public_id: str
    name: str
    book: str
    edition: str
    options: dict[str, Any]
    status: str
    target_points: int
    time_zone: str
    works_itself: bool = False
    scoring: str = "net"
    carry_over: str = "none"
    couriers: dict[str, Any] = field(default_factory=dict)
    result: dict[str, Any] = field(default_factory=dict)
    purpose: str = "campaign"
    publish_minutes: int | None = None
    break_minutes: int = 0
    clock: str = ""


@dataclass(frozen=True)
class BattleFact:
    """What all who hold a seat in its campaign may know of a battle.  seed: empty until it has been published.

    country_name and country_digest: of the country that was chosen, sealed when the battle was opened; else empty.
    terms: the book, edition and options under which it is fought.  weight: a fraction, how much its points count.
    beginnings_taken_back: how often it went back to preparation.
    """

    id: int
    public_id: str
    number: int
    name: str
    briefing: str
    status: str
    result: dict[str, Any]
    seed_digest: str
    seed: str
    started_at: datetime | None
    ended_at: datetime | None
    terms: Terms
    weight: str = "1"
    country_name: str = ""
    country_digest: str = ""
    beginnings_taken_back: int = 0

    @property
    def never_begun(self) -> bool:
        """Whether it has no record, so that it can be deleted."""
        return self.status == Battle.Status.PREPARING and not self.beginnings_taken_back

    @property
    def may_be_set_out(self) -> bool:
        """Whether its book lets players put their forces down, behind a curtain or without."""
        return "curtain" in self.terms.options

    @property
    def on_board(self) -> bool:
        """Whether it is a game on a board: nothing carries over to another battle, and there are no supplies."""
        return rules_of(self.terms).book.on_board


@dataclass(frozen=True)
class PostFact:
    """A seat that the asker holds.  side: key, empty for umpire and observer.  seen_at: when an umpire was last at their desk."""

    id: int
    public_id: str
    kind: str
    side: str
    arm: str
    title: str
    campaign: CampaignFact
    battles: tuple[BattleFact, ...] = ()
    seen_at: datetime | None = None
    brigade: str = ""


@dataclass(frozen=True)
class Seat:
    """A person in a campaign: the seats that they hold there, and so what they may know.

    side: key of their side, ``observer``, or empty for the umpire.  side_names: both sides, which is public.
    briefing: of their own side.
    mark: how often there has been news for them in that battle, at that time.  drafted: tells a state of their own
    drafts of orders there from another.
    new_messages: how many messages, questions and answers they have not read there, by the notices of them.
    underlaid: whether a picture lies under that battle for them; aimed: whether it has objectives of anybody's, which no
    page may show; none where that was not asked.
    """

    user_id: int
    campaign: CampaignFact
    posts: tuple[PostFact, ...]
    side: str
    side_names: dict[str, str]
    briefing: str
    battle_or_none: BattleFact | None = None
    briefings: dict[str, str] = field(default_factory=dict)
    mark: Mark = field(default=(), compare=False)
    drafted: str = field(default="", compare=False)
    new_messages: int = field(default=0, compare=False)
    underlaid: bool | None = field(default=None, compare=False)
    aimed: bool | None = field(default=None, compare=False)

    def called(self, side: str) -> str:
        """The one name of a side: what the campaign calls it."""
        return self.side_names.get(side) or word(side.capitalize())

    @property
    def audiences(self) -> tuple[str, ...]:
        """The audiences whose news they are told of; decided by their seats and by nothing that they send."""
        return audiences_of([(post.public_id, post.kind, post.side) for post in self.posts])

    @property
    def battle(self) -> BattleFact:
        """The battle of the request."""
        if self.battle_or_none is None:
            raise Unseen("battle")
        return self.battle_or_none

    @property
    def terms(self) -> Terms:
        """The terms of the battle of the request, else of the campaign."""
        if self.battle_or_none is not None:
            return self.battle_or_none.terms
        return Terms(self.campaign.book, self.campaign.edition, self.campaign.options)

    @property
    def rules(self) -> Rules:
        """The rulebook of these terms, with the sides called as here."""
        return rules_of(self.terms)

    @property
    def is_umpire(self) -> bool:
        """Whether they are the umpire."""
        return any(post.kind == "umpire" for post in self.posts)

    @property
    def is_general(self) -> bool:
        """Whether they are a side's chief."""
        return any(post.kind == "general" for post in self.posts)

    @property
    def commands(self) -> bool:
        """Whether they may give any order at all."""
        return any(post.kind in ("general", "commander") for post in self.posts)

    @property
    def arms(self) -> frozenset[str]:
        """The arms that they command."""
        return frozenset(post.arm for post in self.posts if post.kind == "commander")

    @property
    def title(self) -> str:
        """Their seats in words."""
        return joined(", ", (post.title for post in self.posts))

    def view(self, of: str = "") -> str:
        """Whose knowledge they read: their own side's; the umpire says whose.  E-NONE where they may not know it."""
        if self.is_umpire:
            if of not in (*self.side_names, OBSERVER):
                raise Unseen("side")
            return of
        if of not in ("", self.side):
            raise Unseen("side")
        return self.side

    def own_side(self, of: str = "") -> str:
        """The same, where only a side will do: an observer has neither stocks nor orders."""
        side = self.view(of)
        if side not in self.side_names:
            raise Unseen("side")
        return side


def campaign_fact(campaign: Campaign) -> CampaignFact:
    """A campaign's row as facts."""
    return CampaignFact(
        id=campaign.pk,
        public_id=campaign.public_id,
        name=campaign.name,
        book=campaign.book,
        edition=campaign.edition,
        options=campaign.options,
        status=campaign.status,
        target_points=campaign.target_points,
        time_zone=campaign.time_zone,
        works_itself=campaign.works_itself,
        scoring=campaign.scoring,
        carry_over=campaign.carry_over,
        couriers=campaign.couriers,
        result=campaign.result,
        purpose=campaign.purpose,
        publish_minutes=campaign.publish_minutes,
        break_minutes=break_minutes(campaign),
        clock=_clock(campaign),
    )


def _clock(campaign: Campaign) -> str:
    """The clock of a campaign, in words."""
    if campaign.clock_mode == Campaign.ClockMode.FIXED:
        return say_many("{n} minute a move", "{n} minutes a move", campaign.fixed_minutes or 0)
    if campaign.clock_mode == Campaign.ClockMode.DEADLINE and campaign.deadline_time is not None:
        every, at = campaign.deadline_every_days, campaign.deadline_time.strftime("%H:%M")
        return say_many("each day at {at}", "every {n} days at {at}", every, at=at)
    return Campaign.ClockMode(campaign.clock_mode).label


def battle_fact(battle: Battle) -> BattleFact:
    """A battle's row as facts; the seed only once it has been published."""
    return BattleFact(
        id=battle.pk,
        public_id=battle.public_id,
        number=battle.number,
        name=battle.name,
        briefing=battle.briefing,
        status=battle.status,
        result=battle.result,
        seed_digest=battle.seed_digest,
        seed=battle.seed if battle.seed_revealed_at else "",
        started_at=battle.started_at,
        ended_at=battle.ended_at,
        terms=battle.terms,
        weight=battle.weight,
        country_name=battle.country_name,
        country_digest=battle.country_digest,
        beginnings_taken_back=battle.beginnings_taken_back,
    )


def posts_of(user: Any, among: Collection[int] | None = None) -> tuple[PostFact, ...]:
    """The seats that a user holds now, with the battles of their campaigns.  among: only these campaigns, or all."""
    held = held_by(user).select_related("campaign", "side")
    held = held if among is None else held.filter(campaign__in=among)
    rows = list(held.order_by("-campaign_id", "pk"))
    battles: dict[int, list[BattleFact]] = {}
    rows_of = Battle.objects.filter(campaign__in={row.campaign_id for row in rows}).select_related("campaign")
    rows_of = rows_of.defer(*BEGINNINGS)
    for battle in rows_of.order_by("number"):
        battles.setdefault(battle.campaign_id, []).append(battle_fact(battle))
    return tuple(_post_fact(row, campaign_fact(row.campaign), tuple(battles.get(row.campaign_id, ()))) for row in rows)


def find_campaign(user: Any, public_id: str) -> Seat:
    """The seat of a user in a campaign; E-NONE where they have none, whether or not there is such a campaign."""
    held = held_by(user).filter(campaign__public_id=_readable(public_id))
    rows = list(held.select_related("campaign", "side").order_by("pk"))
    if not rows:
        raise Unseen("campaign")
    campaign = campaign_fact(rows[0].campaign)
    return _seat(user, campaign, tuple(_post_fact(row, campaign) for row in rows), None)


def find_battle(user: Any, public_id: str) -> Seat:
    """The seat of a user at a battle; E-NONE where they have none, whether or not there is such a battle.

    One query looks for both, so that a battle of others and none at all take the same path.
    """
    began = steady_seconds()
    found: list[Any] = _sat_at(_readable(public_id), user.pk) if user.pk is not None else []
    rows = sorted(found, key=lambda row: int(row.post_pk))
    if not rows:
        raise Unseen("battle")
    hear(getattr(rows[0], "asked_at", None), began)
    campaign = campaign_fact(rows[0].campaign)
    posts = tuple(
        PostFact(
            row.post_pk,
            row.post_public_id,
            row.post_kind,
            row.post_side or "",
            row.post_arm,
            row.post_title,
            campaign,
            seen_at=row.post_seen_at,
            brigade=row.post_brigade,
        )
        for row in rows
    )
    seat = _seat(user, campaign, posts, battle_fact(rows[0]))
    mark = mark_of(rows[0].told, seat.audiences)
    drafted = f"{rows[0].drafts} {rows[0].drafted_at}" if rows[0].drafts and not drafts_hidden.get() else ""
    new_messages = sum(row.new_messages or 0 for row in rows)
    lies, aimed = _is_underlaid(seat, rows[0]), bool(rows[0].aimed)
    return replace(seat, mark=mark, drafted=drafted, new_messages=new_messages, underlaid=lies, aimed=aimed)


def find_umpires_battle(user: Any, public_id: str) -> Seat:
    """The seat of an umpire at a battle; NotUmpire for anybody else who has one there."""
    seat = find_battle(user, public_id)
    if not seat.is_umpire:
        raise NotUmpire
    return seat


def _is_underlaid(seat: Seat, row: Any) -> bool:
    """Whether a picture lies under a battle for somebody: before it begins, and where it is the umpire's alone, for the umpire."""
    if seat.is_umpire:
        return row.underlaid is not None
    return bool(row.underlaid == Underlay.Audience.ALL) and row.status != Battle.Status.PREPARING


POST_COLUMNS = {
    "post_pk": F("campaign__posts__pk"),
    "post_public_id": F("campaign__posts__public_id"),
    "post_kind": F("campaign__posts__kind"),
    "post_side": F("campaign__posts__side__key"),
    "post_arm": F("campaign__posts__arm"),
    "post_brigade": F("campaign__posts__brigade"),
    "post_title": F("campaign__posts__title"),
    "post_seen_at": F("campaign__posts__seen_at"),
}
"""A seat's columns beside the battle's; the same join by which the battle was found."""


def _own_drafts(user: int, about: Aggregate) -> Subquery:
    """Something about the drafts of orders of a user in a battle."""
    mine = OrderDraft.objects.filter(author_id=user, move__battle_id=OuterRef("pk")).order_by()
    return Subquery(mine.values("author_id").annotate(said=about).values("said"))


def _unread_messages() -> Any:
    """How many notices of messages in a battle, and of questions, somebody has not read at one of their seats."""
    mine = Notice.objects.filter(post=OuterRef("post_pk"), battle=OuterRef("pk"), read_at__isnull=True)
    return mine.filter(kind__in=OF_MESSAGES).order_by().values("post").annotate(n=Count("pk")).values("n")


_sat_at = Prepared(
    lambda public_id, user: (
        Battle.objects.filter(
            public_id=public_id,
            campaign__posts__user_id=user,
            campaign__posts__user__is_active=True,
            campaign__posts__held_until__isnull=True,
        )
        .select_related("campaign")
        .defer(*BEGINNINGS)
        .annotate(
            **POST_COLUMNS,
            **time_column(),
            drafts=_own_drafts(user, Count("pk")),
            drafted_at=_own_drafts(user, Max("judged_at")),
            underlaid=F("underlay__audience"),
            aimed=Case(When(objectives=[], then=Value(False)), default=Value(True)),
        )
        .annotate(new_messages=Subquery(_unread_messages()))
    ),
    str,
    int,
)
_sides = Prepared(lambda campaign: Side.objects.filter(campaign_id=campaign).order_by("pk"), int)


def _readable(public_id: str) -> str:
    """A public id that a database can be queried for: not too long, without NUL."""
    return str(public_id)[:40].replace("\x00", "?")


def audiences_of(posts: Collection[tuple[str, str, str]]) -> tuple[str, ...]:
    """The audiences of somebody with these seats in a campaign, each as its id, kind and side's key.

    >>> audiences_of([("b1", "commander", "red"), ("a1", "general", "red")])
    ('all', 'side:red', 'post:b1', 'post:a1')
    """
    umpire = any(kind == "umpire" for _, kind, _ in posts)
    heard = [EVERYBODY, *([UMPIRE] if umpire else [])]
    heard += sorted({of_side(side) for _, _, side in posts if side and not umpire})
    return (*heard, *(of_post(public_id) for public_id, _, _ in posts))


def held_by(user: Any) -> Any:
    """The rows of the seats that a user holds now."""
    return Post.objects.filter(user_id=user.pk, user__is_active=True, held_until__isnull=True)


def _post_fact(row: Post, campaign: CampaignFact, battles: tuple[BattleFact, ...] = ()) -> PostFact:
    side = row.side.key if row.side else ""
    return PostFact(row.pk, row.public_id, row.kind, side, row.arm, row.title, campaign, battles, brigade=row.brigade)


def _names(sides: Iterable[Side], battle: BattleFact | None) -> dict[str, str]:
    """What the campaign calls its sides; in a game on a board, one that has no name of its own is called as in its book.

    So nobody reads of White and of Red on one page and has to work out that they are the same.
    """
    names: dict[str, str] = {side.key: side.name for side in sides}
    if battle is None or not battle.on_board:
        return names
    rules = rules_of(battle.terms)
    of_book = {side: capitalised(word(own)) for side, own in zip(rules.sides, rules.book.sides, strict=True)}
    return {key: of_book.get(key, name) if name == key.title() else name for key, name in names.items()}


def _seat(user: Any, campaign: CampaignFact, posts: tuple[PostFact, ...], battle: BattleFact | None) -> Seat:
    """The ``Seat`` for these rows of one person in one campaign."""
    umpire = any(post.kind == "umpire" for post in posts)
    own = next((post.side for post in posts if post.side), "" if umpire else OBSERVER)
    sides = _sides(campaign.id)
    return Seat(
        user_id=user.pk,
        campaign=campaign,
        posts=posts,
        side="" if umpire else own,
        side_names=_names(sides, battle),
        briefing="" if umpire else next((side.briefing for side in sides if side.key == own), ""),
        battle_or_none=battle,
        briefings={side.key: side.briefing for side in sides} if umpire else {},
    )
