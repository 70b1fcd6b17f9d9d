"""The ledgers: points and supplies change only by entries that name their cause."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.db.models import Sum

from campaigns.bridge import pieces_of
from campaigns.models import Battle, Move, PointsEntry, SupplyEntry
from campaigns.models.plain import Plain
from campaigns.usecases.access import umpires_battle
from campaigns.usecases.clock.deadlines import recount_later
from campaigns.usecases.notices import note_notice
from campaigns.usecases.record import add_record
from campaigns.usecases.text_checks import read_line, read_whole
from rules.contract.answers import Finding
from rules.contract.data import Reckoned
from rules.errors import Invalid
from rules.values.sentence import of_field, say

Account = tuple[str, str, str]
"""Side, account and kind."""


@dataclass(frozen=True)
class Difference:
    """Where a ledger and the floor do not agree; both are amounts."""

    side: str
    account: str
    kind: str
    ledger: int
    floor: int


def post_opening(battle: Battle, position: Plain, *, now: datetime) -> None:
    """Enter the opening stocks of both sides."""
    SupplyEntry.objects.bulk_create(
        SupplyEntry(
            battle=battle, side=side, account=account, kind=kind, amount=amount, cause="opening",
            line=battle.beginnings_taken_back, at=now,
        )
        for (side, account, kind), amount in sorted(pieces_of(battle.terms).stock(position).items())
    )  # fmt: skip


def reverse_opening(battle: Battle, *, now: datetime) -> None:
    """Reverse the opening stocks of a locked battle whose beginning is taken back."""
    SupplyEntry.objects.bulk_create(
        SupplyEntry(
            battle=battle, side=side, account=account, kind=kind, amount=-amount,
            cause=say("the beginning was taken back"), line=battle.beginnings_taken_back, at=now,
        )
        for (side, account, kind), amount in sorted(balances(battle.pk).items())
    )  # fmt: skip


def lines_of(found: Finding) -> list[Reckoned]:
    """The lines of a finding: what the rules reckoned, and each change that the umpire ruled under the ruling's own name.

    >>> shell = Reckoned(side="red", account="foot", kind="men", amount=-10, cause="shell-fired", clause="KS-SHELL-03")
    >>> ruled = Reckoned(side="red", account="foot", kind="men", amount=-7, cause="ruling", clause="house rule")
    >>> [one["amount"] for one in lines_of(Finding({}, (), (), (shell,), (ruled,)))]
    [-3, -7]
    """
    lines = [Reckoned(**line) for line in found.reckoning]
    for one in found.ruled:  # the rules reckoned it with what happened last to the thing
        account, left = (one["side"], one["account"], one["kind"]), one["amount"]
        for line in reversed(lines):
            if left and (line["side"], line["account"], line["kind"]) == account:
                line["amount"], left = line["amount"] - left, 0
    return [*lines, *found.ruled, *found.overruled]


def post_supplies(move: Move, before: Plain, after: Plain, reckoning: Iterable[Reckoned], *, now: datetime) -> None:
    """Enter what a move changed: line by line as the rules list it, then what they do not list.

    What they do not list changed with the thing itself (taken, destroyed, split off) or by a ruling.
    """
    entries: list[SupplyEntry] = []
    named: dict[Account, int] = {}

    def enter(account: Account, amount: int, cause: str, clause: str, *, passage: bool = False) -> None:
        side, name, kind = account
        entries.append(
            SupplyEntry(
                battle_id=move.battle_id, move=move, side=side, account=name, kind=kind, amount=amount,
                cause=cause[:120], clause=clause[:40], passage=passage, line=len(entries), at=now,
            )
        )  # fmt: skip

    for line in reckoning:
        account = (line["side"], line["account"], line["kind"])
        if line["amount"]:
            named[account] = named.get(account, 0) + line["amount"]
            enter(account, line["amount"], line["cause"], line.get("clause", ""), passage=line.get("passage", False))
    pieces = pieces_of(move.battle.terms)
    held, now_held = pieces.stock(before), pieces.stock(after)
    for account in sorted(held.keys() | now_held.keys() | named.keys()):
        rest = now_held.get(account, 0) - held.get(account, 0) - named.get(account, 0)
        if rest:
            enter(account, rest, say("changed hands or shape"), "")
    SupplyEntry.objects.bulk_create(entries)


def reverse_move(move: Move, *, now: datetime) -> int:
    """Reverse all that a move changed in stores and score, because it is taken back; the number of entries.

    The umpire's awards of points stand: the umpire takes them back separately.
    """
    cause, entered = say("move {number} undone", number=move.number), 0
    kept: tuple[tuple[Any, dict[str, str], tuple[str, ...]], ...] = (
        (SupplyEntry, {}, ("side", "account", "kind", "passage")),
        (PointsEntry, {"kind": "score"}, ("side", "account", "kind")),
    )
    for model, of_kind, columns in kept:
        sums = model.objects.filter(move=move, **of_kind).values(*columns).annotate(total=Sum("amount"))
        rows = sorted((one for one in sums.order_by() if one["total"]), key=lambda one: tuple(map(str, one.values())))
        model.objects.bulk_create(
            model(
                battle_id=move.battle_id, move=move, amount=-one["total"], cause=cause, line=line, at=now,
                **{column: one[column] for column in columns},
            )
            for line, one in enumerate(rows)
        )  # fmt: skip
        entered += len(rows)
    return entered


def halves(points: Any) -> int:
    """Points, halves as decimals, as whole halves.

    >>> halves(196.5), halves(-2)
    (393, -4)
    """
    return int(Fraction(str(points)) * 2)


def post_points(move: Move, score: Mapping[str, Any], *, now: datetime) -> None:
    """Enter by how much the score of each side changed, so that the entries of its kind always sum to the score."""
    if not score:
        return
    held = points_of(move.battle_id, kind="score")
    entries = []
    for side in sorted(score):
        change = halves(score[side]) - held.get(side, 0)
        if change:
            entries.append(
                PointsEntry(
                    battle_id=move.battle_id,
                    move=move,
                    side=side,
                    account=side,
                    kind="score",
                    amount=change,
                    cause=say("move {number}", number=move.number),
                    at=now,
                )
            )
    PointsEntry.objects.bulk_create(entries)


def points_of(battle_id: int, *, kind: str | None = None) -> dict[str, int]:
    """The points of each side in a battle, in halves; of one kind or all."""
    entries = PointsEntry.objects.filter(battle_id=battle_id)
    if kind is not None:
        entries = entries.filter(kind=kind)
    return {row["side"]: row["total"] for row in entries.values("side").annotate(total=Sum("amount")).order_by("side")}


def award_points(
    *, by: Any, battle: str, side: str, amount: int, reason: str, clause: str = "", now: datetime
) -> dict[str, int]:
    """The umpire gives or takes points, in halves; the points of each side afterwards."""
    with transaction.atomic():
        locked, umpire = umpires_battle(by, battle)
        reason, clause = read_line(reason, "reason", 120), read_line(clause, "clause", 40, least=0)
        if read_whole(amount, "amount", -1_000_000, 1_000_000) == 0:
            raise Invalid(of_field("amount", say("it may not be nought")))
        if side not in [one.key for one in locked.campaign.sides.all()]:
            raise Invalid(of_field("side", say("choose a side")))
        move = Move.objects.filter(battle=locked).order_by("-number").first()
        line = PointsEntry.objects.filter(battle=locked, kind="award").count()
        PointsEntry.objects.create(
            battle=locked,
            move=move,
            side=side,
            account=side,
            kind="award",
            amount=amount,
            cause=reason,
            clause=clause,
            line=line,
            at=now,
        )
        data = {"side": side, "halves": amount, "reason": reason, "clause": clause}
        note_notice(
            locked, move=move, kind="points", text=say("The umpire has awarded points."), now=now, again=str(line)
        )
        add_record(locked, at=now, actor=umpire.title, kind="points-awarded", data=data)
        if locked.status == Battle.Status.ENDED:
            recount_later(locked, now=now)
        return points_of(locked.pk)


def balances(battle_id: int) -> dict[Account, int]:
    """What the ledger says that each side has; without zeros."""
    sums = (
        SupplyEntry.objects.filter(battle_id=battle_id).values("side", "account", "kind").annotate(total=Sum("amount"))
    )
    return {(row["side"], row["account"], row["kind"]): row["total"] for row in sums.order_by() if row["total"]}


def floor_of(battle: Battle) -> Plain | None:
    """The present or last position of a battle; none before it has begun."""
    move = Move.objects.filter(battle=battle).select_related("finding").order_by("-number").first()
    if move is None:
        return None
    position: Plain = move.finding.position if hasattr(move, "finding") else move.position
    return position


def recount(*, battle: Battle) -> tuple[Difference, ...]:
    """Count the floor and compare it with the ledger; every account on which they differ."""
    position = floor_of(battle)
    if position is None:
        return ()
    ledger, floor = balances(battle.pk), pieces_of(battle.terms).stock(position)
    return tuple(
        Difference(*account, ledger=ledger.get(account, 0), floor=floor.get(account, 0))
        for account in sorted(ledger.keys() | floor.keys())
        if ledger.get(account, 0) != floor.get(account, 0)
    )
