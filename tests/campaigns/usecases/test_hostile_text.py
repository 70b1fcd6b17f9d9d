"""Strings that no form sends: they find nothing, change nothing, and are no fault of the program, on either database."""

from typing import Any

import pytest

from campaigns.models import OrderEntry
from campaigns.usecases.campaigns.preparation import appoint, dismiss, open_battle, start_battle
from campaigns.usecases.campaigns.settings import change_campaign
from campaigns.usecases.clock.clock import extend_move, pause_clock
from campaigns.usecases.desk.rulings import correct_order, overrule_finding, restore
from campaigns.usecases.moves.findings import measure, submit_move
from campaigns.usecases.moves.ledgers import award_points
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.notices import mark_read
from campaigns.usecases.orders.orders import check_orders, submit_orders
from rules.errors import Refused
from tests.campaigns.builders import NOON, START, a_campaign

HOSTILE: list[Any] = [
    "",
    "\x00",
    "a\x00b",
    "\ud800",
    "x" * 5000,
    None,
    7,
    -1,
    1.5,
    True,
    [],
    {},
    ["a"],
    "../..",
    "%",
    "'; --",
]


@pytest.mark.parametrize("word", HOSTILE, ids=[ascii(word)[:12] for word in HOSTILE])
def test_a_hostile_text_is_refused_wherever_it_stands(cast, battle, move, word):
    red, umpire, here = cast.red_foot, cast.umpire, battle.campaign.public_id
    stand = {"order": "stand", "body": "red-foot"}
    order = {
        "user": red,
        "move": move.public_id,
        "thing": "red-foot",
        "orders": [stand],
        "base_revision": 0,
        "key": "k",
    }
    deeds = [
        lambda: submit_orders(**{**order, "move": word}, now=NOON),
        lambda: submit_orders(**{**order, "thing": word, "orders": []}, now=NOON),
        lambda: submit_orders(**{**order, "base_revision": word or "none"}, now=NOON),
        lambda: submit_orders(**{**order, "orders": [word]}, now=NOON),
        lambda: submit_orders(**{**order, "orders": [{"order": word}]}, now=NOON),
        lambda: submit_orders(**{**order, "orders": [{**stand, "body": word}]}, now=NOON),
        lambda: check_orders(user=red, move=word, thing="red-foot", orders=[], now=NOON),
        lambda: submit_move(by=umpire, move=word, now=NOON),
        lambda: start_battle(by=umpire, battle=word, now=NOON),
        lambda: dismiss(by=umpire, post=word, now=NOON),
        lambda: mark_read(user=red, notice=word, now=NOON),
        lambda: restore(by=umpire, ruling=word, reason="x", now=NOON),
        lambda: appoint(by=umpire, campaign=here, kind=word, side="red", arm="", user=cast.bystander, now=NOON),
        lambda: appoint(by=umpire, campaign=here, kind="general", side=word, arm="", user=cast.bystander, now=NOON),
        lambda: award_points(by=umpire, battle=battle.public_id, side=word, amount=1, reason="x", now=NOON),
        lambda: extend_move(by=umpire, move=move.public_id, minutes=1, reason="x", key=f"{word} ", now=NOON),
        lambda: pause_clock(by=umpire, battle=battle.public_id, reason="x", minutes=word if word != 7 else 0, now=NOON),
    ]
    for deed in deeds:
        with pytest.raises(Refused):
            deed()
    assert not OrderEntry.objects.exists()


@pytest.mark.parametrize("word", ["\x00", "a\x00b", "\ud800", None, 7, -1, 1.5, True, [], {}, ["a"]], ids=ascii)
def test_a_hostile_text_is_refused_while_a_campaign_is_prepared(cast, word):
    campaign = a_campaign(cast)
    given = {"by": cast.umpire, "campaign": campaign.public_id, "now": NOON}
    deeds = [
        lambda: change_campaign(**given, name=word),
        lambda: change_campaign(**given, options=word if word != {} else {"x": 1}),
        lambda: change_campaign(**given, briefings={"red": word}),
        lambda: change_campaign(**given, briefings={word if isinstance(word, str) else "green": "x"}),
        lambda: appoint(**given, kind="commander", side="red", arm=word, user=cast.bystander),
        lambda: appoint(**given, kind="observer", title=word or "\x00", user=cast.bystander),
        lambda: open_battle(**given, name=word, start=START),
        lambda: open_battle(**given, name="The ford", start={"bodies": {"x": word}}),
        lambda: open_battle(**given, name="The ford", start=START, briefing=word),
    ]
    for deed in deeds:
        with pytest.raises(Refused):
            deed()
    assert not campaign.battles.exists()


@pytest.mark.parametrize("word", HOSTILE, ids=[ascii(word)[:12] for word in HOSTILE])
def test_a_hostile_text_is_refused_on_the_desk(cast, battle, move, word):
    close_move(move_id=move.pk, now=NOON, cause="time")
    umpire, here = cast.umpire, move.public_id
    change = {"group": "bodies", "thing": "red-foot", "key": "men", "value": 3}
    deeds = [
        lambda: measure(by=umpire, move=here, base_revision=0, orders={"red-foot/0": word}, now=NOON),
        lambda: measure(by=umpire, move=here, base_revision=0, orders={}, move_facts={"supply": word or 1}, now=NOON),
        lambda: measure(by=umpire, move=here, base_revision=0, orders={}, coin=word or 1, now=NOON),
        lambda: correct_order(by=umpire, move=here, thing=word, orders=[], reason="x", now=NOON),
        lambda: overrule_finding(
            by=umpire, move=here, change=[{**change, "group": word}], reason="x", clause="house rule", now=NOON
        ),
        lambda: overrule_finding(
            by=umpire, move=here, change=[{**change, "thing": word}], reason="x", clause="house rule", now=NOON
        ),
        lambda: overrule_finding(
            by=umpire, move=here, change=[{**change, "key": word}], reason="x", clause="house rule", now=NOON
        ),
    ]
    for deed in deeds:
        with pytest.raises(Refused):
            deed()
    assert not move.rulings.exists()
    assert not move.fact_sheets.exists()
