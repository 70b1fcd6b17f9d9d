"""The injects of a battle, on the umpire's desk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from campaigns.errors import NotUmpire
from campaigns.models import Battle, Inject, Post
from campaigns.models.plain import Plain
from campaigns.side_views import standing
from campaigns.sight.clock import ClockFace, clock_face, current_move
from campaigns.sight.seat import Seat
from rules.values.sentence import joined, say, say_as

STATES = {
    "waiting": say_as("inject", "waiting"),
    "given": say_as("inject", "done"),
    "failed": say_as("inject", "failed"),
    "withdrawn": say_as("inject", "withdrawn"),
}
"""What the states of an inject are called."""


@dataclass(frozen=True)
class InjectFact:
    """An inject.  to_whom: in words; to: public ids of seats.  why: the reason, if it could not be given.

    near, voice, rider, told: as ``Inject`` has them.
    """

    public_id: str
    number: int
    kind: str
    state: str
    revision: int
    by: str
    move_number: int | None
    at: datetime | None
    heard: str
    side: str
    to: tuple[str, ...]
    to_whom: str
    text: str
    clause: str
    change: Plain
    near: Plain
    voice: str
    rider: Plain
    told: str
    why: str
    written_at: datetime
    given_at: datetime | None

    @property
    def state_words(self) -> str:
        """Its state, as people read it."""
        return STATES[self.state]

    @property
    def may_change(self) -> bool:
        """Whether it has not been given, so that it may be changed or withdrawn."""
        return self.state in (Inject.State.WAITING, Inject.State.FAILED)

    @property
    def moves_something(self) -> bool:
        """Whether somebody arrives or departs by it."""
        return any(key in one for one in self.change.get("changes", ()) for key in ("template", "add", "remove"))

    @property
    def arrives_or_departs(self) -> str:
        """``arrive`` or ``depart`` of one thing from the palette or on the floor, which a form can change; else empty."""
        only = self.change.get("changes", ())
        if len(only) != 1 or not self.may_change:
            return ""
        return "arrive" if "template" in only[0] else "depart" if "remove" in only[0] else ""

    @property
    def of_values(self) -> bool:
        """Whether it is a message, or a ruling on values: what the forms can change."""
        return all("key" in one for one in self.change.get("changes", ()))


@dataclass(frozen=True)
class Injects:
    """All injects of a battle, those that wait first; and the seats that may receive a message."""

    injects: tuple[InjectFact, ...]
    posts: tuple[tuple[str, str], ...]


def injects(seat: Seat) -> Injects:
    """The injects of a battle.  NotUmpire to anybody else."""
    if not seat.is_umpire:
        raise NotUmpire
    held = Post.objects.filter(campaign_id=seat.campaign.id).exclude(kind=Post.Kind.UMPIRE).order_by("pk")
    titles = {row.public_id: row.title for row in held}
    rows = Inject.objects.filter(battle_id=seat.battle.id).select_related("by").order_by("number")
    found = [_fact(row, seat, titles) for row in rows]
    return Injects(tuple(sorted(found, key=lambda one: not one.may_change)), recipients(seat))


def planned(seat: Seat, held: Iterable[Post]) -> tuple[InjectFact, ...]:
    """What waits to happen in a battle, as it was prepared.  held: the campaign's seats.  NotUmpire to anybody else."""
    if not seat.is_umpire:
        raise NotUmpire
    rows = Inject.objects.filter(battle_id=seat.battle.id, state__in=(Inject.State.WAITING, Inject.State.FAILED))
    titles = {row.public_id: row.title for row in held}
    return tuple(_fact(row, seat, titles) for row in rows.select_related("by").order_by("number"))


def planned_moves(seat: Seat) -> tuple[InjectFact, ...]:
    """Of it that by which somebody arrives or departs, in the sequence in which it was planned."""
    return tuple(one for one in planned(seat, ()) if one.moves_something)


def recipients(seat: Seat) -> tuple[tuple[str, str], ...]:
    """The seats that may receive a message from the umpire, each with its title."""
    held = Post.objects.filter(campaign_id=seat.campaign.id, held_until__isnull=True).exclude(kind=Post.Kind.UMPIRE)
    return tuple(held.order_by("pk").values_list("public_id", "title"))


@dataclass(frozen=True)
class Floor:
    """What stands on the floor now, for which a ruling may be prepared; before the battle, its opening.  clock: none then."""

    clock: ClockFace | None
    position: Mapping[str, Any]
    names: Mapping[str, str]


def seats_of_sides(seat: Seat) -> tuple[str, ...]:
    """The seats of all sides that somebody holds, officials' too; umpires and observers have no side."""
    held = Post.objects.filter(campaign_id=seat.campaign.id, held_until__isnull=True, side__isnull=False)
    return tuple(held.exclude(kind=Post.Kind.UMPIRE).order_by("pk").values_list("public_id", flat=True))


def floor(seat: Seat, now: datetime) -> Floor:
    """The floor of a battle.  NotUmpire to anybody else."""
    if not seat.is_umpire:
        raise NotUmpire
    move = current_move(seat.battle.id)
    if move is None:
        start = Battle.objects.filter(pk=seat.battle.id).values_list("start", flat=True).get() or {}
        return Floor(None, start, {**seat.side_names, **seat.rules.pieces.names(start)})
    position = standing(move)
    return Floor(
        clock_face(move, now, seat.side_names), position, {**seat.side_names, **seat.rules.pieces.names(position)}
    )


def _fact(row: Inject, seat: Seat, titles: dict[str, str]) -> InjectFact:
    whom = {"all": say("everybody"), "side": seat.side_names.get(row.side, row.side), "": say("the result")}
    return InjectFact(
        public_id=row.public_id,
        number=row.number,
        kind=row.kind,
        state=row.state,
        revision=row.revision,
        by=row.by.title,
        move_number=row.move_number,
        at=row.at,
        heard=row.heard,
        side=row.side,
        to=tuple(row.to),
        to_whom=whom.get(row.heard) or joined(", ", (titles.get(one, say("a seat")) for one in row.to)),
        text=row.text,
        clause=row.clause,
        change=row.change,
        near=row.near or {},
        voice=row.voice,
        rider=row.rider or {},
        told=row.told,
        why=row.why,
        written_at=row.written_at,
        given_at=row.given_at,
    )
