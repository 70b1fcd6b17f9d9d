"""Machines that have given a turn up, for those who may let them try again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists

from campaigns.models import Answer, Move, Post
from campaigns.sight.seat import BattleFact


@dataclass(frozen=True)
class GivenUp:
    """A turn that a machine has given up.  move: its public id.  why: in words."""

    move: str
    why: str


def machine_thinks(move: Move) -> bool:
    """Whether a machine plays the side that is to move, and has not given the turn up."""
    seats = Post.objects.filter(
        campaign__battles=move.battle_id,
        side__key=move.side,
        kind=Post.Kind.GENERAL,
        held_until__isnull=True,
        user__machine__isnull=False,
    )
    return seats.exclude(Exists(Answer.objects.filter(move=move).exclude(failed=""))).exists()


def given_up(battles: Iterable[BattleFact]) -> dict[int, GivenUp]:
    """The turns under way that machines have given up, by the key of the battle."""
    rows = Answer.objects.filter(
        move__battle__in=[battle.id for battle in battles], move__status=Move.Status.OPEN, answered_at__isnull=True
    ).exclude(failed="")
    return {
        battle: GivenUp(move, why)
        for battle, move, why in rows.values_list("move__battle_id", "move__public_id", "failed")
    }
