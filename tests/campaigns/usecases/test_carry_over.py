"""Forces and stores carry over to the next battle: previewed, corrected with a reason."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from campaigns.errors import NotUmpire, Unseen, WrongState
from campaigns.models import Battle
from campaigns.usecases.campaigns.carry_over import carry_over_preview, open_next_battle
from campaigns.usecases.campaigns.endings import end_battle
from campaigns.usecases.campaigns.preparation import start_battle
from campaigns.usecases.record import check_record
from rules.books import book
from rules.errors import Invalid
from rules.floor.carry_over import carried
from rules.little_wars import hooks_farm
from tests.campaigns.builders import NOON, START, a_battle
from tests.campaigns.games import a_game
from tests.campaigns.web.conftest import Page, client_of, url

LATER = NOON + timedelta(minutes=1)
LEFT = {
    "bodies": {
        "red-foot": {"side": "red", "arm": "infantry", "men": 40, "prisoners": 5, "at": [3, 4], "facing": 90},
        "red-horse": {"side": "red", "arm": "cavalry", "men": 12, "horses": 10, "held_by": "blue"},
        "red-crew": {"side": "red", "arm": "artillery", "men": 0},
        "lw-foot": {"side": "blue", "arm": "infantry", "men": 3, "retired": 4, "arrived": 2},
    },
    "guns": {
        "red-gun": {"side": "red", "held_by": "blue", "crew": "red-crew"},
        "blue-gun": {"side": "blue", "crew": "lw-foot"},
        "burst": {"side": "red", "destroyed": True},
    },
    "waggons": {"cart": {"side": "red", "packets": {"food": 2}}},
    "works": {"trench": {"side": "red"}},
    "own_moves": {"red": 9},
}


def test_the_living_go_over_prisoners_are_exchanged_and_a_gun_stays_with_who_took_it():
    start, lines = carried(LEFT, exchange=True, places=False)
    men = {thing: one["men"] for thing, one in start["bodies"].items()}
    assert men == {"red-foot": 45, "red-horse": 12, "lw-foot": 9}
    assert start["guns"]["red-gun"]["side"] == "blue" and "crew" not in start["guns"]["red-gun"]
    assert start["guns"]["blue-gun"]["crew"] == "lw-foot" and "burst" not in start["guns"]
    assert start["waggons"]["cart"]["packets"] == {"food": 2}
    assert start.keys() == {"bodies", "guns", "waggons"} and "at" not in start["bodies"]["red-foot"]
    why = {line["thing"]: line.get("why") for line in lines if not line["over"]}
    assert why == {"red-crew": "nobody is left", "burst": "it was destroyed"}


def test_prisoners_that_are_kept_are_lost_and_places_may_stand():
    start, lines = carried(LEFT, exchange=False, places=True)
    assert start["bodies"]["red-foot"] == {"side": "red", "arm": "infantry", "men": 40, "at": [3, 4], "facing": 90}
    assert "red-horse" not in start["bodies"]
    assert next(line["why"] for line in lines if line["thing"] == "red-horse") == "taken"


@pytest.fixture
def fought(cast):
    """A battle that was begun and ended, in a campaign in which losses carry over."""
    battle = a_battle(cast, carry_over="losses")
    end_battle(by=cast.umpire, battle=battle.public_id, winner="red", reason="Dusk", now=LATER)
    return battle


def following(cast, battle, **more):
    return open_next_battle(by=cast.umpire, battle=battle.public_id, name="The hill", now=LATER, **more)


def test_the_next_battle_is_opened_from_what_the_last_one_left_and_can_be_begun(cast, fought):
    over = carry_over_preview(by=cast.umpire, battle=fought.public_id)
    assert {line["thing"]: line["over"] for line in over.lines if line["group"] == "bodies"} == {
        thing: one["men"] for thing, one in START["bodies"].items()
    }
    made = following(cast, fought)
    assert made.status == "preparing" and made.carried["from"] == fought.public_id
    assert made.start["bodies"]["red-foot"]["men"] == 60
    start_battle(by=cast.umpire, battle=made.public_id, now=LATER)
    made.refresh_from_db()
    assert made.status == "running" and check_record(made) is None


def test_what_the_umpire_puts_right_needs_a_reason_and_is_kept_with_what_stood_there(cast, fought):
    fewer = [{"group": "bodies", "thing": "red-foot", "key": "men", "value": 50}]
    with pytest.raises(Invalid, match="reason"):
        following(cast, fought, change=fewer)
    none = {"group": "bodies", "thing": "blue-horse", "key": "men", "value": 0}
    made = following(cast, fought, change=[*fewer, none], reason="Ten fell sick; the horse went home")
    assert made.start["bodies"]["red-foot"]["men"] == 50 and "blue-horse" not in made.start["bodies"]
    assert made.carried["changes"] == [{**fewer[0], "was": 60}, {**none, "was": 30}]
    assert made.record.get(kind="carried-over").data["reason"].startswith("Ten fell sick")


@pytest.mark.parametrize(
    "change",
    [
        [{"group": "bodies", "thing": "nobody", "key": "men", "value": 1}],
        [{"group": "works", "thing": "red-foot", "key": "men", "value": 1}],
        [{"group": "bodies", "thing": "red-foot", "key": "at", "value": [0, 0]}],
        [{"group": "bodies", "thing": "red-foot", "key": "men", "value": -1}],
        [{"thing": "red-foot"}],
        "all",
    ],
)
def test_a_change_that_is_none_is_refused_and_opens_nothing(cast, fought, change):
    with pytest.raises(Invalid):
        following(cast, fought, change=change, reason="x")
    assert Battle.objects.count() == 1


def test_where_every_battle_starts_afresh_nothing_goes_over(cast):
    """LW-CAMP-01."""
    battle = a_battle(cast)
    end_battle(by=cast.umpire, battle=battle.public_id, winner="red", reason="Dusk", now=LATER)
    with pytest.raises(WrongState, match="nothing is carried over"):
        following(cast, battle)


def test_a_game_on_a_board_leaves_nothing_and_no_button_offers_it(cast):
    game = a_game(cast, carry_over="losses")
    end_battle(by=cast.umpire, battle=game.public_id, winner="red", reason="Agreed", now=LATER)
    with pytest.raises(WrongState, match="board game"):
        following(cast, game)
    page = client_of(cast.umpire).get(reverse("campaign", args=[game.campaign.public_id])).content.decode()
    assert url("battle", game) in page and url("battle-carry", game) not in page


def test_a_battle_that_goes_on_leaves_nothing_yet_and_only_the_umpire_looks(cast, fought):
    going_on = a_battle(cast, carry_over="losses", name="Another")
    with pytest.raises(WrongState, match="not ended"):
        carry_over_preview(by=cast.umpire, battle=going_on.public_id)
    with pytest.raises(NotUmpire):
        carry_over_preview(by=cast.red_general, battle=fought.public_id)
    with pytest.raises(Unseen):
        carry_over_preview(by=cast.bystander, battle=fought.public_id)


def test_it_is_shown_and_put_right_on_its_page(cast, fought):
    client, address = client_of(cast.umpire), url("battle-carry", fought)
    campaign = client.get(reverse("campaign", args=[fought.campaign.public_id])).content.decode()
    assert address in campaign
    page = Page(client.get(address))
    assert not page.unlabelled and page.fields["red-foot-men"] == "60" and page.fields["red-depot-food"] == "20"
    press = {**page.fields, "name": "The hill", "red-foot-men": "48", "red-depot-food": "7"}
    answer = client.post(address, press)
    assert answer.status_code == 400 and 'value="48"' in answer.content.decode()
    assert client.post(address, {**press, "red-foot-men": "some", "reason": "x"}).status_code == 400
    assert client.post(address, {**press, "reason": "Sickness, and mice"}).status_code == 302
    made = Battle.objects.get(number=2)
    assert made.start["bodies"]["red-foot"]["men"] == 48 and made.start["depots"]["red-depot"]["packets"]["food"] == 7
    assert client_of(cast.red_general).get(address).status_code == 403


def test_what_hooks_farm_left_opens_a_battle_of_little_wars():
    """Fifty foot less what fell and was lost: thirty-one and eight against seven and four, and the prisoners come home."""
    rules = book("little-wars")
    options = rules.options({})
    position = rules.opening(hooks_farm.opening(), options)
    for step in hooks_farm.battle():
        position = (
            rules.table(position, options).adjudicate(step.side, step.orders, dict(step.facts), {"seed": "x"}).position
        )
    start, _ = carried(position, exchange=True, places=False)
    opened = rules.opening(start, options)
    men = {
        (side, arm): sum(one["men"] for one in opened["bodies"].values() if (one["side"], one["arm"]) == (side, arm))
        for side in ("red", "blue")
        for arm in ("infantry", "cavalry")
    }
    assert tuple(men.values()) == (7 + 3, 4 + 3, 31, 8)
    assert sum(one["side"] == "blue" for one in opened["guns"].values()) == 4
