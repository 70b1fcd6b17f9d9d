"""A side's reports of each move, and the notices to a person's seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db.models import Q

from campaigns.compiled_queries import Prepared
from campaigns.errors import Unseen
from campaigns.models import Notice, Post, Report
from campaigns.models.move import HEAVY
from campaigns.models.notice import REPORT_READY, SEAT_ENDED, inbox_of
from campaigns.side_views import view_of
from campaigns.sight.seat import Seat
from rules.contract.data import Event, Known, Trace


@dataclass(frozen=True)
class ReportFact:
    """The report of one move to one side, as it was written when the move was submitted.

    side: who moved; told_to: whose report it is.  events: each with event, clause, side, sum and ``sentence``.
    orders and refused: of the side's own move, each with thing, place and order, and why.  rulings: those that touch
    it.
    sees: what was visible when the move was over; saw: when it opened, where one report is read.
    points: its own, halves as decimals; none where none are counted.  receipts: of its own orders that were in force.
    seal: the head of the record, given to all with the reports, so that each side can check that nothing is changed
    later.
    attempt: how often the move had been taken back before; taken_back: why this one was, empty where it stands.
    remarks: what the umpire added, each with text, heard, and to: titles of the seats, where it went to seats.
    traces: what a map shows of the events, from what was visible when the move opened and when it was over; where one report
    is read.
    otherwise: the bodies in sight of whose losses it tells and on whose strength the umpire ruled.
    """

    move: str
    number: int
    side: str
    own_number: int
    told_to: str
    at: datetime
    events: tuple[Mapping[str, Any], ...]
    orders: tuple[Mapping[str, Any], ...]
    refused: tuple[Mapping[str, Any], ...]
    rulings: tuple[Mapping[str, Any], ...]
    sees: Mapping[str, Any]
    points: int | float | None
    names: Mapping[str, str]
    receipts: tuple[Mapping[str, Any], ...] = ()
    seal: str = ""
    saw: Mapping[str, Any] = field(default_factory=dict)
    attempt: int = 0
    taken_back: str = ""
    remarks: tuple[Mapping[str, Any], ...] = ()
    traces: tuple[Trace, ...] = ()
    otherwise: tuple[str, ...] = ()


@dataclass(frozen=True)
class NoticeFact:
    """A notice to one of the asker's seats.  move: the number of the move that it is about; none where it is about none."""

    public_id: str
    campaign: str
    battle: str
    battle_name: str
    post: str
    kind: str
    text: str
    created_at: datetime
    read_at: datetime | None
    move: int | None = None

    @property
    def report(self) -> int | None:
        """The number of the move whose report it tells of; none where it tells of none."""
        return self.move if self.kind == REPORT_READY else None


NOTICE = (
    "public_id", "campaign__public_id", "battle__public_id", "battle__name", "post__title", "kind", "text", "created_at",
    "read_at", "move__number",
)  # fmt: skip
"""The columns of a ``NoticeFact``."""


def report(seat: Seat, number: int, of: str = "", attempt: int | None = None) -> ReportFact:
    """The report of a move by its number in the battle; E-NONE where none was made to the asker.

    attempt: which one of a move that was taken back and played again; left out, the last that has a report.
    """
    view = seat.view(of)
    rows = _rows(seat, view, leaves=HEAVY[1:]).filter(move__number=number)
    row = (rows if attempt is None else rows.filter(move__attempt=attempt)).first()
    if row is None:
        raise Unseen("report")
    saw, told = view_of(seat.terms, row.move, view, at_the_opening=True).sees(), _report(row, seat)
    events = [Event(dict(event)) for event in told.events]
    return replace(told, saw=saw, traces=seat.rules.traces_of(events, saw, Known(dict(told.sees))))


def report_numbers(seat: Seat, of: str = "") -> tuple[int, ...]:
    """The numbers of the moves that the asker's side has a report of, the first first."""
    rows = Report.objects.filter(move__battle_id=seat.battle.id, side=seat.view(of))
    return tuple(dict.fromkeys(rows.order_by("move__number").values_list("move__number", flat=True)))


def reports(seat: Seat, of: str = "") -> tuple[ReportFact, ...]:
    """Every report made to the asker's side in a battle, the latest first."""
    return tuple(_report(row, seat) for row in _rows(seat, seat.view(of)))


def latest_report(seat: Seat, view: str) -> ReportFact | None:
    """The report of the last move that was submitted and stands."""
    return next((_report(row, seat) for row in _latest(seat.battle.id, view)), None)


def notices(user: Any, limit: int = 200) -> tuple[NoticeFact, ...]:
    """The notices in a user's inbox, the latest first."""
    found = inbox_of(user).order_by("-created_at", "-pk").values_list(*NOTICE)[:limit]
    return tuple(
        NoticeFact(key, campaign, battle or "", name or "", *rest) for key, campaign, battle, name, *rest in found
    )


def ended_seat(user: Any, *, battle: str = "", campaign: str = "") -> str:
    """What has become of the seat that a user had there, as their notice tells; empty where they never had one, or have one now."""
    told = Notice.objects.filter(post__user_id=user.pk, kind=SEAT_ENDED)
    where = Q(campaign__battles__public_id=battle) if battle else Q(campaign__public_id=campaign)
    last = told.filter(where).order_by("-pk").first() if battle or campaign else None
    if (
        last is None
        or Post.objects.filter(user_id=user.pk, campaign=last.campaign_id, held_until__isnull=True).exists()
    ):
        return ""
    return last.text


def _rows(seat: Seat, view: str, leaves: Sequence[str] = HEAVY) -> Any:
    """The reports made to a side, the latest first.  leaves: columns of their moves that are not read with them."""
    return _rows_of(seat.battle.id, view, leaves)


def _rows_of(battle_id: int, view: str, leaves: Sequence[str] = HEAVY) -> Any:
    rows = Report.objects.filter(move__battle_id=battle_id, side=view).select_related("move")
    return rows.defer(*(f"move__{name}" for name in leaves)).order_by("-move__number", "-move__attempt")


_latest = Prepared(lambda battle, view: _rows_of(battle, view).filter(move__taken_back_at__isnull=True)[:1], int, str)


def _report(row: Report, seat: Seat) -> ReportFact:
    """A report's row as facts, key by key; other keys of the row are not passed on."""
    data, rules = row.data, seat.rules
    sees = data.get("sees") or {}
    names = {**seat.side_names, **data.get("called", {}), **seat.rules.pieces.names(sees)}
    return ReportFact(
        move=row.move.public_id,
        number=row.move.number,
        side=row.move.side,
        own_number=row.move.own_number,
        told_to=row.side,
        at=row.at,
        events=tuple({**event, "sentence": rules.narrate(event, names)} for event in data.get("events", ())),
        orders=tuple(data.get("orders", ())),
        refused=tuple(data.get("refused", ())),
        rulings=tuple(data.get("rulings", ())),
        sees=sees,
        points=(data.get("points") or {}).get(row.side),
        names=names,
        receipts=tuple(data.get("receipts", ())),
        seal=data.get("seal", ""),
        attempt=row.move.attempt,
        taken_back=row.move.taken_back_why,
        otherwise=tuple(data.get("otherwise", ())),
        remarks=_remarks(data.get("remarks", ()), seat),
    )


def _remarks(told: Iterable[Mapping[str, Any]], seat: Seat) -> tuple[Mapping[str, Any], ...]:
    """The umpire's remarks that the asker reads: of those to seats the ones to their own, and for the umpire all."""
    mine = {post.public_id for post in seat.posts}
    return tuple(
        {"text": one["text"], "heard": one["heard"], "to": [title for post, title in one["to"].items() if post in mine or seat.is_umpire]}
        for one in told
        if one["heard"] != "addressees" or seat.is_umpire or not mine.isdisjoint(one["to"])
    )  # fmt: skip
