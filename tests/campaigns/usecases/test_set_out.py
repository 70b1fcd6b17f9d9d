"""Before the first move: tosses, country, sides, forces bought behind the curtain, putting down, and the curtain opened."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from campaigns import sight
from campaigns.errors import NotUmpire, NotYours, Unseen, WrongState
from campaigns.models import Battle, Move
from campaigns.usecases.campaigns.audit import replay
from campaigns.usecases.campaigns.preparation import open_battle
from campaigns.usecases.muster.countries import create_country
from campaigns.usecases.muster.set_out import begin_setting_out, set_out
from campaigns.usecases.record import check_record
from rules.errors import Invalid, Refused
from rules.values.chance import commitment
from tests.campaigns.builders import NOON, START, a_campaign

COUNTRY = {"size": [108, 96], "houses": {"farm": {"outline": [[32, 44], [40, 44], [40, 48], [32, 48]]}}}
FORCE = {"order": "buy-force", "inf": 60, "cav": 40, "guns": 3}
OTHER = {"order": "buy-force", "inf": 100, "cav": 0, "guns": 5}
LATER = NOON + timedelta(minutes=5)


class Table:
    """A battle of Little Wars that is being set out, and both players."""

    def __init__(self, cast: Any, **options: Any) -> None:
        self.cast = cast
        options = {"shot_source": "simulated", **options}
        self.campaign = a_campaign(cast, book="little-wars", options=options)
        opened = open_battle(by=cast.umpire, campaign=self.campaign.public_id, name="The farm", start={}, now=NOON)
        begin_setting_out(by=cast.umpire, battle=opened.public_id, now=NOON)
        self.id = opened.public_id
        self.country = create_country(by=cast.umpire, name="The farm", data=COUNTRY, now=NOON)

    @property
    def battle(self) -> Battle:
        return Battle.objects.select_related("campaign").get(public_id=self.id)

    @property
    def setup(self) -> dict[str, Any]:
        return self.battle.setup["position"]["setup"]

    def player(self, side: str) -> Any:
        return getattr(self.cast, f"{side}_general")

    def do(self, side: str, *orders: dict[str, Any], **more: Any) -> Battle:
        return set_out(by=self.player(side), battle=self.id, orders=list(orders), now=LATER, **more)

    def sees(self, side: str) -> Any:
        return sight.before(sight.find_battle(self.player(side), self.id))

    def up_to_forces(self) -> None:
        """The country is laid out and the sides are chosen."""
        self.do("red", {"order": "toss", "purpose": "country"})
        author, chooser = self.setup["author"], self.setup["chooser"]
        set_out(
            by=self.cast.umpire, battle=self.id, side=author, country=self.country.public_id,
            orders=[{"order": "lay-country", "features": {}}], now=LATER,
        )  # fmt: skip
        self.do(chooser, {"order": "choose-side", "side": "south"})
        self.do("red", {"order": "toss", "purpose": "move"})

    def put_down(self, side: str) -> None:
        """Everything of a side is put down along its back line."""
        end = self.setup["ends"][side]
        things = list(self.sees(side).own)
        orders = []
        for place, one in enumerate(things):
            x = 10 + place * 88 // max(len(things) - 1, 1)
            off = 11.75 if one.group == "bodies" else 5
            y, facing = (off, 0) if end == "south" else (96 - off, 180)
            orders.append({"order": "put-down", "id": one.id, "at": [x, y], "facing": facing})
        self.do(side, *orders)


@pytest.fixture
def table(cast):
    return Table(cast)


@pytest.mark.slow
def test_a_battle_is_set_out_from_the_first_toss_to_the_first_move(table):
    table.up_to_forces()
    assert table.setup["laid"] and set(table.setup["ends"].values()) == {"north", "south"}
    for side, force in (("red", FORCE), ("blue", OTHER)):
        table.do(side, force)
        table.put_down(side)
        table.do(side, {"order": "ready"})
    battle = table.battle
    move = Move.objects.get(battle=battle)
    assert battle.status == "running" and (move.number, move.own_number) == (1, 1)
    assert move.side == battle.setup["position"]["setup"]["tossed"]["move"]
    assert battle.country_digest and check_record(battle) is None
    men = {row.thing: row.men for row in battle.things.filter(men__isnull=False)}
    assert men == {"red-foot": 60, "red-horse": 40, "blue-foot": 100}
    assert list(replay(battle=battle)) == []


def test_the_seed_is_sealed_before_the_first_toss_and_the_same_seed_tosses_the_same(cast, table):
    battle = table.battle
    assert battle.seed_digest == commitment(battle.seed)
    assert battle.record.get(kind="setting-out").data["seed_digest"] == battle.seed_digest
    seat = sight.find_battle(cast.red_general, battle.public_id)
    assert seat.battle.seed == "" and seat.battle.seed_digest == battle.seed_digest


@pytest.mark.slow
def test_what_one_side_buys_and_where_it_stands_is_sealed_from_the_other(table):
    """LW-SETUP-04, LW-SETUP-07, LW-FORCE-08: two worlds that differ only in Red's force look the same to Blue."""
    table.up_to_forces()
    before = table.sees("blue")
    table.do("red", FORCE)
    after = table.sees("blue")
    assert (after.own, after.others, after.told) == (before.own, before.others, before.told)
    assert "red" not in after.setup.get("forces", {})
    table.put_down("red")
    table.do("red", {"order": "split", "body": "red-foot", "men": 20, "into": "red-left"})
    sealed = table.sees("blue")
    assert sealed.others == before.others and sealed.told == before.told
    assert len(table.sees("red").own) == 6


def test_a_force_once_bought_is_sealed_and_a_wrong_sum_is_refused(table):
    table.up_to_forces()
    with pytest.raises(Refused, match="151") as refused:
        table.do("red", {**FORCE, "inf": 61})
    assert refused.value.code == "E-FORCE-08"
    table.do("red", FORCE)
    with pytest.raises(WrongState, match="already bought"):
        table.do("red", OTHER)


def test_orders_out_of_their_time_are_refused_by_the_book_and_change_nothing(table):
    with pytest.raises(Refused) as refused:
        table.do("red", {"order": "toss", "purpose": "move"})
    assert refused.value.code == "E-SETUP-01"
    table.up_to_forces()
    table.do("red", FORCE)
    with pytest.raises(Refused) as refused:
        table.do("red", {"order": "ready"})
    assert refused.value.code == "E-SETUP-06"
    with pytest.raises(Refused) as refused:
        table.do("red", {"order": "march", "body": "red-foot", "path": [[0, 12]]})
    assert refused.value.code == "E-TURN-01"
    before = table.battle.setup
    with pytest.raises(Refused):
        table.do("red", {"order": "toss", "purpose": "side"}, {"order": "ready"})
    assert table.battle.setup == before


@pytest.mark.slow
def test_players_do_not_say_what_is_drawn(cast):
    table = Table(cast, dice_handicap=True)
    table.up_to_forces()
    table.do("red", {"order": "buy-force", "inf": 150, "cav": 0, "guns": 0})
    with pytest.raises(Invalid, match="throw"):
        table.do("red", {"order": "roll-handicap", "throw": 12})
    table.do("red", {"order": "roll-handicap"})
    thrown = table.setup["thrown"]["red"]
    assert 2 <= thrown <= 12
    assert table.battle.setup["position"]["bodies"]["red-foot"]["men"] == 150 - 12 + thrown


@pytest.mark.slow
def test_who_is_ready_has_done(table):
    table.up_to_forces()
    table.do("blue", OTHER)
    table.put_down("blue")
    table.do("blue", {"order": "ready"})
    with pytest.raises(WrongState, match="ready"):
        table.put_down("blue")
    assert table.sees("red").waits_for == ("Red",) and table.sees("blue").ready


def test_the_general_sets_out_and_nobody_else_of_his_side(cast, table):
    toss = [{"order": "toss", "purpose": "country"}]
    for user in (cast.red_foot, cast.observer, cast.official):
        with pytest.raises(NotYours):
            set_out(by=user, battle=table.id, orders=toss, now=LATER)
    with pytest.raises(Unseen):
        set_out(by=cast.bystander, battle=table.id, orders=toss, now=LATER)
    with pytest.raises(Invalid, match="side"):
        set_out(by=cast.umpire, battle=table.id, orders=toss, now=LATER)


def test_a_book_without_it_is_not_set_out_and_only_the_umpire_begins(cast):
    campaign = a_campaign(cast)
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", start=START, now=NOON)
    with pytest.raises(WrongState, match="not set out"):
        begin_setting_out(by=cast.umpire, battle=battle.public_id, now=NOON)
    with pytest.raises(NotUmpire):
        begin_setting_out(by=cast.red_general, battle=battle.public_id, now=NOON)
    battle.refresh_from_db()
    assert battle.status == "preparing" and not battle.seed


@pytest.mark.parametrize("orders", [[], "toss", [3], [{"order": "toss", "purpose": "tea"}], [{}] * 101])
def test_orders_that_are_none_are_refused(table, orders):
    with pytest.raises(Invalid):
        set_out(by=table.player("red"), battle=table.id, orders=orders, now=LATER)
