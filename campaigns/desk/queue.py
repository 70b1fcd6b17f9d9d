"""What waits for an umpire in all their battles, ranked: the most urgent first, each with the place where it is settled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery

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
from campaigns.models.battle import BEGINNINGS
from campaigns.models.move import HEAVY
from campaigns.sight.clock import ClockFace, clock_face
from campaigns.sight.overview import CLOCK, BattleGlance, Clocked, Glance
from campaigns.sight.reports import NoticeFact
from rules.books import book
from rules.values.sentence import say, say_many, word

SOON = timedelta(hours=1)
"""How long before it happens something is listed; of a short move, when a quarter of it is left."""

RANKS = (
    "parked", "asked", "question", "inject-failed", "held", "answered", "closed", "reported", "claim", "nothing-sent",
    "inject-next", "not-begun", "invited",
)  # fmt: skip
"""The kinds of what may wait, the most urgent first."""

ASKED = ("differ", "waits", "machine-failed")
"""Notices that ask the umpire something: officials differ, a move waits for facts, a machine cannot play."""


HELD = (Ruling.Kind.HOLD, Ruling.Kind.RETURN)
"""Rulings by which orders are withheld."""


@dataclass(frozen=True)
class Waiting:
    """Something that waits for the umpire.

    kind: one of ``RANKS``; place: the page where it is settled (``desk``, ``board``, ``injects``, ``campaign``,
    ``invitations``), and anchor: where on it.  battle: empty of what is the campaign's.  since: when it began to wait,
    or when it falls due.
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


def queue(glances: Iterable[Glance], notices: Iterable[NoticeFact], now: datetime) -> tuple[Waiting, ...]:
    """What waits for an umpire.  glances: at all their campaigns; notices: theirs, as ``sight.notices`` gives them."""
    mine = [one for one in glances if "umpire" in one.kinds and one.purpose != Campaign.Purpose.PRACTICE]
    if not mine:
        return ()
    campaigns = [one.id for one in mine]
    found = [*_moves(campaigns, now), *_injects(campaigns, now), *_invitations(campaigns, now)]
    found += [*_asked(mine, notices), *_claims(mine), *_not_begun(mine, now)]
    return tuple(sorted(found, key=lambda one: (one.rank, one.since)))


NAMED = ("public_id", "name", "campaign__public_id", "campaign__name")
"""The columns of a battle and its campaign that a line names."""

Named = tuple[str, str, str, str]
"""The same, in that sequence."""


class UnderWay(NamedTuple):
    """What is read of a move under way that may give a line.

    reported: an official has measured, and the umpire has not looked.  sent, ready: whether anything was ordered, or
    anybody is ready.  questions: how many have no answer yet; asked_at: since when.  withheld: whether orders are held
    or returned.
    """

    clock: Any
    closed_at: Any
    parked_why: str
    reported: bool
    sent: bool
    ready: bool
    questions: int | None
    asked_at: Any
    withheld: bool
    named: Named


BESIDE = ("closed_at", "parked_why", "reported", "sent", "ready", "questions", "asked_at", "withheld")
"""The columns of a move under way besides those of its clock."""


def _moves(campaigns: Sequence[int], now: datetime) -> Iterable[Waiting]:
    """What waits in the moves under way: questions, parked, held, closed, reported by an official, or open with nothing sent."""
    rows = Move.objects.filter(battle__campaign__in=campaigns, battle__status=Battle.Status.RUNNING)
    officials = FactSheet.objects.filter(move=OuterRef("pk"), by__kind=Post.Kind.OFFICIAL)
    ruled = FactSheet.objects.filter(move=OuterRef("pk"), by__kind=Post.Kind.UMPIRE, parts__isnull=True)
    rows = (
        rows.exclude(status=Move.Status.SUBMITTED)
        .filter(_may_wait(now) | Exists(officials))
        .annotate(
            reported=Exists(officials) & ~Exists(ruled),
            sent=Exists(OrderEntry.objects.filter(move=OuterRef("pk"))),
            ready=Exists(Readiness.objects.filter(move=OuterRef("pk"))),
            questions=Subquery(unanswered().values("battle").annotate(count=Count("pk")).values("count")),
            asked_at=Subquery(unanswered().order_by("at").values("at")[:1]),
            withheld=Exists(_withheld()),
        )
    )
    clock, beside = len(CLOCK), len(CLOCK) + len(BESIDE)
    moves = [
        UnderWay._make([Clocked(*row[:clock]), *row[clock:beside], row[beside:]])
        for row in rows.values_list(*CLOCK, *BESIDE, *(f"battle__{name}" for name in NAMED))
    ]
    held = _held([one.clock.pk for one in moves if one.withheld])
    for one in moves:
        yield from _of_move(one, clock_face(one.clock, now, {}), held.get(one.clock.pk, ()), now)


def _may_wait(now: datetime) -> Any:
    """The moves under way that may give a line: a few, of hundreds that are open."""
    fire = Q(stage=Move.Stage.FIRE, fire_closed_at__isnull=False)
    now_or_soon = Q(status=Move.Status.CLOSED) | Q(parked=True) | fire | Q(closes_at__lte=now + SOON)
    return now_or_soon | Exists(unanswered()) | Exists(_withheld())


def unanswered() -> QuerySet[Dispatch]:
    """The questions of the battle of a move for which nobody has an answer yet."""
    return Dispatch.objects.filter(battle=OuterRef("battle"), heard="umpire", answered_by__isnull=True).order_by()


def _withheld() -> QuerySet[Ruling]:
    """The rulings that hold or return orders of a move."""
    return Ruling.objects.filter(move=OuterRef("pk"), kind__in=HELD, revoked_by__isnull=True)


def _held(keys: Sequence[int]) -> Mapping[int, Sequence[tuple[Ruling, bool]]]:
    """The orders that are held or returned in these moves, and whether each has been replaced."""
    if not keys:
        return {}
    rulings = list(Ruling.objects.filter(move__in=keys, kind__in=HELD, revoked_by__isnull=True).order_by("pk"))
    moves = list(Move.objects.filter(pk__in=keys).defer(*HEAVY))
    entries = list(OrderEntry.objects.filter(move__in=moves).select_related("frozen").order_by("pk"))
    found: dict[int, list[tuple[Ruling, bool]]] = {}
    for move in moves:
        count = {one.public_id for one in counted(move, [entry for entry in entries if entry.move_id == move.pk])}
        standing = [one for one in rulings if one.move_id == move.pk]
        found[move.pk] = [(ruling, number not in count) for number, ruling in withheld(standing).items()]
    return found


def _of_move(move: UnderWay, face: ClockFace, held: Sequence[tuple[Ruling, bool]], now: datetime) -> Iterable[Waiting]:
    clock = move.clock
    named = say("Move {number}, {side}", number=clock.number, side=word(clock.side.capitalize()))
    if clock.parked:
        stuck = say("{named} is stuck: {parked_why}", named=named, parked_why=move.parked_why)
        yield _waiting(move, "parked", stuck, "h-submit", move.closed_at or clock.opened_at)
    if move.questions:
        words = say_many("{n} question to you", "{n} questions to you", move.questions)
        yield _waiting(move, "question", words, "questions", move.asked_at)
    undecided = [ruling for ruling, answered in held if not answered]
    if undecided:
        said = say(
            "{named}: {orders} held or returned, still to be decided",
            named=named,
            orders=say_many("{n} order", "{n} orders", len(undecided)),
        )
        yield _waiting(move, "held", said, "held", undecided[0].at)
    elif face.state in ("closed", "fire") and not clock.parked:
        what = say("The fire of {named}", named=named) if face.state == "fire" else named
        since = clock.fire_closed_at if face.state == "fire" else move.closed_at
        said = say("{what} is closed; preview and publish the result", what=what)
        yield _waiting(move, "closed", said, "facts", since)
    answered = [ruling for ruling, answered in held if answered]
    if answered:
        said = say(
            "{named}: {orders} replaced what you returned",
            named=named,
            orders=say_many("{n} order", "{n} orders", len(answered)),
        )
        yield _waiting(move, "answered", said, "held", answered[-1].at)
    if move.reported:
        said = say("{named}: an official has measured; check it", named=named)
        yield _waiting(move, "reported", said, "h-orders", clock.opened_at)
    quiet = face.state == "open" and not move.sent and not move.ready
    if (
        quiet
        and face.closes_at is not None
        and face.closes_at <= now + min(SOON, (face.closes_at - face.opened_at) / 4)
    ):
        yield _waiting(
            move,
            "nothing-sent",
            say("{named} closes soon, and no orders have come", named=named),
            "h-ready",
            face.closes_at,
        )


def _waiting(move: UnderWay, kind: str, words: str, anchor: str, since: datetime) -> Waiting:
    return _at(move.named, kind, words, "desk", anchor, since)


def _at(named: Named, kind: str, words: str, place: str, anchor: str, since: datetime) -> Waiting:
    battle, battle_name, campaign, campaign_name = named
    return Waiting(kind, words, place, anchor, campaign, campaign_name, battle, battle_name, since)


def _named(battle: Battle) -> Named:
    return battle.public_id, battle.name, battle.campaign.public_id, battle.campaign.name


def _battles(mine: Sequence[Glance], status: str) -> Iterable[tuple[BattleGlance, Named]]:
    """The battles of a status in the umpire's campaigns, each with what a line names of it."""
    for one in mine:
        for battle in one.battles:
            if battle.status == status:
                yield battle, (battle.public_id, battle.name, one.public_id, one.name)


def _asked(mine: Sequence[Glance], notices: Iterable[NoticeFact]) -> Iterable[Waiting]:
    """Notices that ask the umpire something and that are not read, while their battles go on."""
    under_way = {battle.public_id: named for battle, named in _battles(mine, Battle.Status.RUNNING)}
    for one in notices:
        if one.battle in under_way and one.kind in ASKED and one.read_at is None:
            yield _at(under_way[one.battle], "asked", one.text, "desk", "facts", one.created_at)


def _claims(mine: Sequence[Glance]) -> Iterable[Waiting]:
    """What was claimed at the umpire's boards, with its evidence."""
    boards = {one.id for one, _ in _battles(mine, Battle.Status.RUNNING) if book(one.book).on_board}
    for one in fresh_claims(boards):
        yield _at(_named(one.battle), "claim", one.words, "board", "h-claims", one.at)


def _injects(campaigns: Sequence[int], now: datetime) -> Iterable[Waiting]:
    """Injects that could not be given, and those that will be within the hour."""
    rows = Inject.objects.filter(battle__campaign__in=campaigns, battle__status=Battle.Status.RUNNING)
    rows = rows.filter(state__in=(Inject.State.FAILED, Inject.State.WAITING)).select_related("battle__campaign")
    for row in rows.defer(*(f"battle__{name}" for name in BEGINNINGS)).order_by("pk")[:50]:
        if row.state == Inject.State.FAILED:
            yield _at(
                _named(row.battle),
                "inject-failed",
                say("A prepared message or ruling could not be sent: {why}", why=row.why),
                "injects",
                "",
                row.written_at,
            )
        elif row.at is not None and row.at <= now + SOON:
            yield _at(
                _named(row.battle),
                "inject-next",
                say("A prepared message or ruling will be sent soon"),
                "injects",
                "",
                row.at,
            )


def _invitations(campaigns: Sequence[int], now: datetime) -> Iterable[Waiting]:
    """Invitations that nobody has taken yet, one line for each campaign."""
    rows = Invitation.objects.filter(campaign__in=campaigns, taken=0, revoked_at__isnull=True, expires_at__gt=now)
    rows = rows.exclude(campaign__status=Campaign.Status.ENDED).select_related("campaign")
    waiting: dict[Campaign, list[Invitation]] = {}
    for row in rows.order_by("made_at"):
        if row.campaign is not None:
            waiting.setdefault(row.campaign, []).append(row)
    for campaign, made in waiting.items():
        words = (
            say("1 invitation without an answer")
            if len(made) == 1
            else say("{made} invitations without an answer", made=len(made))
        )
        yield Waiting("invited", words, "invitations", "", campaign.public_id, campaign.name, "", "", made[0].made_at)


def _not_begun(mine: Sequence[Glance], now: datetime) -> Iterable[Waiting]:
    """Battles that are prepared and have not begun."""
    for _, named in _battles(mine, Battle.Status.PREPARING):
        yield _at(named, "not-begun", say("Not begun yet"), "campaign", "", now)


def elsewhere(user_id: int, battle_id: int) -> Exists:
    """Whether a move waits for the umpire in another of their battles, as part of another query."""
    mine = Post.objects.filter(user_id=user_id, kind=Post.Kind.UMPIRE, held_until__isnull=True).values("campaign")
    waits = Move.objects.filter(
        battle__campaign__in=mine, battle__status=Battle.Status.RUNNING, status=Move.Status.CLOSED
    )
    return Exists(waits.exclude(battle_id=battle_id))
