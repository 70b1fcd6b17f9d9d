"""Twin worlds with couriers: where Blue sends riders who get through, are lost or are held, Red is answered the same bytes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from campaigns.clockwork import timers
from campaigns.clockwork.timers import sweep
from campaigns.models import Courier
from campaigns.usecases.messages.couriers import hold_courier
from campaigns.usecases.messages.dispatches import send_message
from tests.campaigns.builders import NOON, a_cast
from tests.campaigns.riders import post_of, with_couriers
from tests.campaigns.test_twin_worlds import World, crawl, difference, stop_clock

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.long]

CANARY = "canary-rider-9e1"
ROLES = ("red_general", "observer")


def blue_rides(world: World) -> None:
    """Blue's General sends two riders; one meets the fate that the campaign sets, the other is held."""
    general, battle = world.cast.blue_general, world.battle
    to = [post_of(battle, "commander", arm, "blue") for arm in ("cavalry", "infantry")]
    send_message(by=general, battle=battle.public_id, channel="courier", to=to, text=CANARY, key="k", now=NOON)
    held = Courier.objects.get(battle=battle, number=2).public_id
    hold_courier(by=world.cast.umpire, battle=battle.public_id, courier=held, reason=CANARY, now=NOON)


def lived(secret: bool, loss: str, time: dict[str, Any]) -> dict[str, Any]:
    """What Red and an observer are answered when one of Blue's rides is over and the other rider is still on the road."""
    with transaction.atomic():
        cast = a_cast()
        world = World(secret, cast, with_couriers(cast, loss=loss))
        if secret:
            blue_rides(world)
        found = {}
        for half in range(15):
            sweep(NOON + timedelta(seconds=30 * half))
        time["now"] = NOON + timedelta(minutes=7)
        for role in ROLES:
            found[role] = crawl(world, getattr(cast, role), time["now"])
        if secret:
            fates = set(Courier.objects.values_list("status", flat=True))
            assert fates == {"held", "lost" if loss == "1" else "arrived"}
        transaction.set_rollback(True)
    return found


@pytest.mark.parametrize("loss", ["0", "1"])
def test_what_red_is_answered_is_the_same_whether_blue_has_riders_out_or_not(loss, monkeypatch):
    time = {"now": NOON}
    stop_clock(monkeypatch, time)
    monkeypatch.setattr(timers, "frozen", lambda now: "")  # the second world begins when the first did
    plain, secret = lived(False, loss, time), lived(True, loss, time)
    for moment, answers in plain.items():
        for asked, answer in answers.items():
            assert answer == secret[moment][asked], f"{moment}, {asked}: {difference(answer, secret[moment][asked])}"
            assert CANARY not in secret[moment][asked][3]
        assert len(answers) > 50
