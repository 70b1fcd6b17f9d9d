"""The course of a battle in one of two worlds: what is hidden is done in its moment, and at each moment people look."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.urls import reverse

from campaigns.usecases.clock.clock import close_early
from campaigns.usecases.moves.fire import publish_fire
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.moves.submission import submit_move
from tests.campaigns.builders import NOON, Cast, a_battle, a_cast, the_move
from tests.campaigns.secrets.hidden import (
    CLOSED,
    FIRE,
    FIRE_CLOSED,
    MARCHES,
    OPEN,
    OPTIONS,
    TOLD,
    Battlefield,
    Secret,
    opening,
)
from tests.campaigns.secrets.little import floor
from tests.campaigns.web.conftest import client_of

Look = Callable[[Battlefield, str], None]


def played(secrets: Collection[Secret], set_clock: Callable[[datetime], None], look: Look, *, secret: bool) -> None:
    """Blue's move of two stages, and Red's move open after it: its fire, and then its movement."""
    kept = secrets if secret else ()
    cast = a_cast()
    battle = a_battle(cast, start=opening(kept), options=OPTIONS, clock_mode="book")
    _played(
        Battlefield(secret, cast, battle), kept, set_clock, look, ((FIRE, FIRE_CLOSED), (OPEN, CLOSED)), marches=True
    )


def played_on_the_carpet(
    secrets: Collection[Secret], set_clock: Callable[[datetime], None], look: Look, *, secret: bool
) -> None:
    """The same of Little Wars, in which a move has one stage."""
    kept = secrets if secret else ()
    cast = a_cast()
    battle = a_battle(cast, start=floor(kept), book="little-wars", options={"boxes": True}, clock_mode="book")
    _played(Battlefield(secret, cast, battle), kept, set_clock, look, ((OPEN, CLOSED),))


def _played(
    world: Battlefield,
    kept: Collection[Secret],
    set_clock: Callable[[datetime], None],
    look: Look,
    stages: Sequence[tuple[str, str]],
    *,
    marches: bool = False,
) -> None:
    """The moments of Blue's move, and Red's move open after it.  marches: its first stage, of fire, is played too."""
    cast, at = world.cast, NOON

    def moment(name: str) -> None:
        set_clock(at)
        for one in kept:
            if one.when == name and one.done is not None:
                one.done(world, at)
        look(world, name)

    def close() -> None:
        nonlocal at
        close_early(by=cast.umpire, move=world.move, now=at)
        close_move(move_id=the_move(world.battle).pk, now=at + timedelta(seconds=5), cause="umpire")
        at += timedelta(seconds=10)

    for open_now, closed_now in stages:
        at += timedelta(seconds=30)
        moment(open_now)
        close()
        moment(closed_now)
        (publish_fire if closed_now == FIRE_CLOSED else submit_move)(by=cast.umpire, move=world.move, now=at)
    at += timedelta(seconds=30)
    moment(TOLD)
    if marches:
        close()
        publish_fire(by=cast.umpire, move=world.move, now=at)
        at += timedelta(seconds=30)
        moment(MARCHES)


def witnessed(world: Battlefield, one: Secret) -> str:
    """What stands where somebody who may know of a secret reads of it."""
    client = client_of(getattr(world.cast, one.by))
    place = reverse(one.where, args=[campaign_or_battle(world, one.where)]) + one.query
    return str(client.get(place).content.decode())


def campaign_or_battle(world: Battlefield, where: str) -> str:
    """The id that stands in the address of that name."""
    row = world.battle.campaign if where in ("roster", "campaign") else world.battle
    return str(row.public_id)


def crowd(cast: Cast) -> dict[str, Any]:
    """Those who may know nothing of what Blue hides."""
    return {name: getattr(cast, name) for name in ("red_foot", "red_general", "official", "observer", "bystander")}
