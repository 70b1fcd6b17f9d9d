"""The objectives of a battle for its umpire: as they were set, how they truly stand, and what they propose at the end."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns import objectives as aims
from campaigns.errors import NotUmpire
from campaigns.models.plain import Plain
from campaigns.side_views import standing
from campaigns.sight.aims.told import Aim, Told, counts, in_words, kept_of, objectives
from campaigns.sight.seat import Seat
from campaigns.usecases.campaigns.objectives import digest_of_objectives
from rules.values.sentence import Sentence, say


@dataclass(frozen=True)
class Kept:
    """objectives: in their normal form.  base: their digest, by which a stale form is known."""

    objectives: list[Plain]
    base: str


def kept_objectives(seat: Seat) -> Kept:
    """The objectives of a battle.  NotUmpire to anybody else."""
    if not seat.is_umpire:
        raise NotUmpire
    found = kept_of(seat)
    return Kept(found, digest_of_objectives(found))


def objectives_known(seat: Seat, kept: list[Plain] | None = None) -> tuple[Aim, ...]:
    """The objectives of a battle as the asker may know them: the umpire the truth, anybody else what their side sees.

    kept: the umpire's, where they were read already.
    """
    if not seat.is_umpire:
        return objectives(seat)
    kept = kept_of(seat) if kept is None else kept
    return Told(seat, "", standing, tuple(seat.rules.sides)).of(kept) if kept else ()


@dataclass(frozen=True)
class Line:
    """An objective as it was set, and how each side whose it is stands to it.  said: in one sentence, of each side where of both."""

    id: str
    said: str
    shown: str
    each: tuple[Aim, ...]


def lines(seat: Seat, kept: list[Plain], known: tuple[Aim, ...]) -> list[Line]:
    """A line for each objective that was set.  kept, known: ``kept_objectives`` and ``objectives_known`` of the umpire."""
    return [
        Line(one["id"], said_as_set(seat, one), one["shown"], tuple(aim for aim in known if aim.id == one["id"]))
        for one in kept
    ]


def said_as_set(seat: Seat, one: Plain) -> Sentence:
    """An objective in one sentence, as it was set: for both sides it is said of each."""
    return aims.in_words(one, seat.called(one["side"]) if one["side"] else say("Each side"))


def objectives_set(seat: Seat) -> tuple[Aim, ...]:
    """The objectives of a battle in words, for its umpire's map, without how they stand.  NotUmpire to anybody else."""
    if not seat.is_umpire:
        raise NotUmpire
    return in_words(seat, kept_of(seat), "")


@dataclass(frozen=True)
class Tally:
    """What a side has reached, for the umpire who ends a battle.  met, of: its objectives; lost: men; points: in halves."""

    side: str
    met: int
    of: int
    lost: int
    points: int


@dataclass(frozen=True)
class Proposal:
    """How a battle might be ended.  winner: who has met more objectives, empty for a draw; none where there are none."""

    tallies: tuple[Tally, ...]
    winner: str | None


def proposal(seat: Seat, aims_of: tuple[Aim, ...]) -> Proposal:
    """What each side has reached, as it stands, and the result that its objectives propose.  NotUmpire to anybody else.

    aims_of: the ``objectives_known``.
    """
    if not seat.is_umpire:
        raise NotUmpire
    sides = tuple(seat.rules.sides)
    known = counts(seat.battle.id, None, sides)
    tallies = []
    for side in sides:
        own = [one for one in aims_of if one.side == side]
        met = sum(bool(one.stands) for one in own)
        tallies.append(Tally(side, met, len(own), known.lost[side], known.points[side]))
    if not aims_of:
        return Proposal(tuple(tallies), None)
    most = max(one.met for one in tallies)
    first = [one.side for one in tallies if one.met == most]
    return Proposal(tuple(tallies), first[0] if len(first) == 1 else "")
