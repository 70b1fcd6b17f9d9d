"""The objectives of a battle as somebody may know them: which, and whether they are met as far as they see.

A side is told of its own and of those that everybody
may know; whether one of its own is met is said from what it sees and from its own books, of the other side's nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from django.db.models import Q, Sum

from campaigns import objectives as aims
from campaigns.models import Battle, Move, PointsEntry, SupplyEntry
from campaigns.models.move import HEAVY
from campaigns.models.plain import Plain
from campaigns.side_views import view_of
from campaigns.sight.clock import current_move
from campaigns.sight.seat import OBSERVER, Seat, battle_fact
from rules.contract.pieces import Scene
from rules.values.sentence import say

MEN = "men"

NEEDED = ("campaign", "objectives", "public_id", "number", "name", "briefing", "status", "result", "seed_digest", "seed",
          "seed_revealed_at", "started_at", "ended_at", "weight", "country_name", "country_digest", "book", "edition", "options",
          "seats")  # fmt: skip
"""The columns of a battle that its facts and its objectives need."""


@dataclass(frozen=True)
class Aim:
    """An objective of one side, or a place to be held.

    said: in one sentence.  state: as ``objectives.STATES`` has it.  stands: whether it would be met as things stand, as far
    as the reader knows; none where that is not known.  told: the same in words, with the numbers.
    at: of a place, in inches; name: of the place.  mine: whether it is the reader's own; truth: whether it is said from
    the position itself.
    """

    id: str
    side: str
    kind: str
    shown: str
    said: str
    state: str
    told: str
    move: int
    at: list[int | float] | None
    inches: int
    name: str
    stands: bool | None
    mine: bool
    truth: bool

    @property
    def in_words(self) -> str:
        """How it stands, in words."""
        return aims.STATES[self.state]


def objectives(seat: Seat, of: str = "") -> tuple[Aim, ...]:
    """The objectives of a battle that a side, or an observer, may know, and how they stand as far as it sees.

    of: for the umpire, whose.
    """
    view = seat.view(of)
    known = (view,) if view != OBSERVER else ()
    shown = shown_to(kept_of(seat), view)
    return Told(seat, view, lambda move: view_of(seat.terms, move, view).sees(), known).of(shown) if shown else ()


def flags(seat: Seat, of: str = "") -> tuple[Aim, ...]:
    """The same for a map, without how they stand.  of: for the umpire, whose."""
    view = seat.view(of)
    return in_words(seat, shown_to(kept_of(seat), view), view)


def kept_of(seat: Seat) -> list[Plain]:
    """All objectives of a battle; what is shown of them is for the caller to choose."""
    if seat.aimed is False:
        return []
    found: list[Plain] = Battle.objects.values_list("objectives", flat=True).get(pk=seat.battle.id)
    return found


def objectives_by_battle(seat: Seat) -> dict[str, tuple[Aim, ...]]:
    """What the objectives of the battles of a campaign say to the asker, by the battle's public id, without how they stand."""
    found = {}
    rows = Battle.objects.filter(campaign_id=seat.campaign.id).select_related("campaign")
    for row in rows.exclude(objectives=[]).only(*NEEDED):
        at = replace(seat, battle_or_none=battle_fact(row))
        view = "" if seat.is_umpire else seat.side
        found[row.public_id] = in_words(at, shown_to(row.objectives, view), view)
    return {battle: those for battle, those in found.items() if those}


def shown_to(kept: list[Plain], view: str) -> list[Plain]:
    """Those objectives of a battle that a reader may know of.  view: empty for the umpire."""
    return [one for one in kept if not view or aims.seen_by(one, view)]


def in_words(seat: Seat, shown: list[Plain], view: str) -> tuple[Aim, ...]:
    """Objectives that a reader may know, each of each side whose it is, without how they stand.  view: empty for the umpire."""
    sides = tuple(seat.rules.sides)
    return tuple(
        _said(seat, one, side, view) for one in shown for side in aims.sides_of(one, sides) if _is_told(one, side, view)
    )


def _is_told(one: Plain, side: str, view: str) -> bool:
    """Whether an objective of a side is told to a reader: of one for both each side is told its own, unless all may know it."""
    return not view or view == side or one["shown"] == "all"


def _said(seat: Seat, one: Plain, side: str, view: str) -> Aim:
    """An objective of a side in words, without how it stands."""
    return Aim(
        id=one["id"],
        side=side,
        kind=one["kind"],
        shown=one["shown"],
        said=aims.in_words(one, seat.called(side)),
        state=aims.OPEN,
        told="",
        move=one["move"],
        at=one["at"],
        inches=one["inches"],
        name=aims.place_of(one) if one["at"] else one["name"],
        stands=None,
        mine=view == side,
        truth=not view,
    )


class Told:
    """The objectives of one reader."""

    def __init__(self, seat: Seat, view: str, scene: Callable[[Move], Scene], sides_known: tuple[str, ...]) -> None:
        """view: a side, an observer, or empty for the truth.  scene: what is known of the floor of a move.

        sides_known: the sides whose books the reader may read.
        """
        self.seat, self.view, self.scene, self.sides_known = seat, view, scene, sides_known
        self.pieces, self.sides = seat.rules.pieces, tuple(seat.rules.sides)
        self.over = seat.battle.status == Battle.Status.ENDED
        self.now = current_move(seat.battle.id) if self.over or seat.battle.status == Battle.Status.RUNNING else None
        self.scene_after = cache(self._scene_after)
        self.counted_after = cache(self._counted_after)

    def of(self, shown: list[Plain]) -> tuple[Aim, ...]:
        """Each objective of each side whose it is; of a place to be held by both one for each."""
        return tuple(
            self._aim(one, side)
            for one in shown
            for side in aims.sides_of(one, self.sides)
            if _is_told(one, side, self.view)
        )

    def _aim(self, one: Plain, side: str) -> Aim:
        due, found = self._is_due(one), aims.Judged(None, "")
        if self.view in ("", side) and self.now is not None:
            after = one["move"] if due and one["move"] <= self._published else 0
            held = one["kind"] == aims.HOLD
            scene, counted = (self.scene_after(after), NOTHING) if held else ({}, self.counted_after(after))
            found = aims.judged(self.pieces, scene, counted, one, side, self._other(side))
        states = {True: aims.MET, False: aims.NOT_MET, None: aims.UNKNOWN}
        state = states[found.met] if due else aims.OPEN
        plain = _said(self.seat, one, side, self.view)
        return replace(plain, state=state, told=self._words(found), stands=found.met)

    def _words(self, found: aims.Judged) -> str:
        """How it stands: the truth, or as far as a side sees."""
        if found.met is None:
            return found.said
        if not self.view:
            return found.said
        if found.met:
            return say("met, as far as you see: {said}", said=found.said)
        return say("not met, as far as you see: {said}", said=found.said)

    def _other(self, side: str) -> str:
        return next((one for one in self.sides if one != side), "")

    @property
    def _published(self) -> int:
        """The number of the last move that was published; 0 before the first."""
        if self.now is None:
            return 0
        return self.now.number - (self.now.status != Move.Status.SUBMITTED)

    def _is_due(self, one: Plain) -> bool:
        """Whether the move at whose end it counts has been published, or the battle is over."""
        return self.over or 0 < one["move"] <= self._published

    def _scene_after(self, number: int) -> Scene:
        """What is known of the floor after a move; 0: now."""
        played = Move.objects.filter(battle_id=self.seat.battle.id, status=Move.Status.SUBMITTED).defer(*HEAVY)
        move = played.filter(number=number).first() if number else self.now
        return self.scene(move) if move is not None else {}

    def _counted_after(self, number: int) -> aims.Counts:
        """What the ledgers say after a move, as far as the reader may read them; 0: now."""
        return counts(self.seat.battle.id, number or None, self.sides_known)


NOTHING = aims.Counts({}, {})
"""What a place that is to be held needs of the ledgers."""


def counts(battle_id: int, until: int | None, sides: tuple[str, ...]) -> aims.Counts:
    """Points and losses of some sides after a move, by the ledgers.  until: its number; none for now.

    Losses are counted move by move: men who come in later do not make up for men who were lost before.  Who arrived or
    departed was neither won nor lost.
    """
    of_move = Q() if until is None else Q(move__number__lte=until) | Q(move__isnull=True)
    points = PointsEntry.objects.filter(of_move, battle_id=battle_id, side__in=sides).order_by()
    fought = SupplyEntry.objects.filter(battle_id=battle_id, kind=MEN, move__isnull=False, passage=False)
    by_move = fought.filter(of_move, side__in=sides).order_by().values("side", "move").annotate(total=Sum("amount"))
    found = dict.fromkeys(sides, 0)
    for row in by_move:
        found[row["side"]] += max(0, -row["total"])
    scored = {row["side"]: row["total"] for row in points.values("side").annotate(total=Sum("amount"))}
    return aims.Counts({side: scored.get(side, 0) for side in sides}, found)
