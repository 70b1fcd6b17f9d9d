"""A battle with couriers: who stands where, and a note that rides."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from campaigns import sight
from campaigns.clockwork.timers import sweep
from campaigns.models import Battle, Courier
from campaigns.usecases.messages.dispatches import Sent, send_message
from tests.campaigns.builders import NOON, START, Cast, a_battle

SURE = {"inches": "12", "loss": "0", "capture": "0", "reach": 6, "unknown": 48}
"""Nothing happens to a rider, who goes a foot a minute."""

PLACES = {
    "red-foot": [20, 20],
    "red-horse": [68, 20],
    "red-crew": [20, 40],
    "blue-foot": [44, 25],
    "blue-horse": [44, 90],
    "blue-crew": [20, 90],
}
"""The horse stands four feet from the foot, and the enemy's foot five inches beside the line between."""

ON_THE_MAP: dict[str, Any] = {
    **START,
    "bodies": {thing: {**body, "at": PLACES[thing], "facing": 0} for thing, body in START["bodies"].items()},
    "guns": {},
    "waggons": {},
}


def with_couriers(cast: Cast, start: dict[str, Any] | None = None, **setting: Any) -> Battle:
    """A battle in a campaign in which dispatches go by courier; its General is with the strongest body, the foot."""
    return a_battle(cast, start=ON_THE_MAP if start is None else start, couriers={**SURE, **setting})


def post_of(battle: Battle, kind: str, arm: str = "", side: str = "red") -> str:
    return str(battle.campaign.posts.get(kind=kind, arm=arm, side__key=side).public_id)


def dispatch(
    cast: Cast, battle: Battle, text: str = "Come back to the mill.", key: str = "k", now: datetime = NOON
) -> Sent:
    """The Red General sends the cavalry a note by courier."""
    to = [post_of(battle, "commander", "cavalry")]
    return send_message(
        by=cast.red_general, battle=battle.public_id, channel="courier", to=to, text=text, key=key, now=now
    )


def the_rider(battle: Battle) -> Courier:
    return Courier.objects.select_related("due", "dispatch").get(battle=battle)


def after(**time: float) -> datetime:
    return NOON + timedelta(**time)


def ride_until(now: datetime, step: timedelta = timedelta(seconds=30), start: datetime = NOON) -> None:
    """The clock sweeps again and again up to a time, without an outage."""
    while start < now:
        sweep(start)
        start += step
    sweep(now)


def read_by(user: Any, battle: Battle) -> list[str]:
    """The texts that somebody can read."""
    return [message.text for message in sight.messages(sight.find_battle(user, battle.public_id)).heard]
