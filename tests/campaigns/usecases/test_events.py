"""Events that the umpire has prepared: at an hour, when somebody comes near, on a press; with effects, and told to whom they choose."""

from datetime import timedelta

import pytest

from campaigns import sight
from campaigns.clockwork.timers import sweep
from campaigns.models import Courier, Dispatch, Finding, Inject, Report, Ruling
from campaigns.usecases.campaigns.audit import count, replay
from campaigns.usecases.clock.clock import close_early
from campaigns.usecases.desk.rulings import overrule_finding, restore
from campaigns.usecases.messages.injects import Planned, give_inject, prepare_inject
from campaigns.usecases.messages.umpires_messages import send_umpires_message
from campaigns.usecases.moves.ledgers import recount
from campaigns.usecases.moves.submission import submit_move
from campaigns.usecases.orders.orders import submit_orders
from rules.errors import Illegal, Invalid
from tests.campaigns.builders import NOON, a_battle, the_move

AT = NOON + timedelta(minutes=1)
START = {
    "country": {
        "size": [120, 120],
        "water": {"brook": {"outline": [[0, 50], [120, 50], [120, 54], [0, 54]]}},
        "fords": {"old-ford": {"line": [[80, 48], [80, 56]]}},
        "roads": {"post-road": {"line": [[10, 0], [10, 45]]}},
        "bridges": {"stone": {"kind": "road-bridge", "at": [10, 52], "span": [[8, 49], [12, 49], [12, 55], [8, 55]]}},
    },
    "bodies": {
        "red-foot": {"side": "red", "arm": "infantry", "men": 30, "at": [20, 20], "name": "Red Rifles"},
        "blue-foot": {"side": "blue", "arm": "infantry", "men": 30, "at": [20, 100], "facing": 180},
    },
    "depots": {"blue-depot": {"side": "blue", "at": [100, 100], "packets": {"food": 20, "forage": 20}}},
}
ARRIVAL = [{"template": "battalion", "side": "blue", "name": "Fourth Foot", "at": [60, 110], "facing": 180}]
FALLS = [{"group": "bridges", "thing": "stone", "key": "standing", "value": False}]
BURNS = [{"group": "depots", "thing": "blue-depot", "key": "packets", "value": {}}]
CLOSED = [
    {"group": "roads", "thing": "post-road", "remove": True},
    {"group": "fords", "thing": "old-ford", "remove": True},
]
MINED = [{"group": "mines", "add": {"side": "blue", "at": [10, 52]}}]


@pytest.fixture
def battle(cast):
    return a_battle(cast, start=START, drain_seconds=0)


def prepare(cast, battle, key="one", **more):
    given = {"text": "They come by the road", **more}
    given |= {"clause": "house rule"} if "change" in given else {}
    return prepare_inject(by=cast.umpire, battle=battle.public_id, planned=Planned(**given), key=key, now=NOON)


def close(cast, battle, at=AT):
    move = the_move(battle)
    close_early(by=cast.umpire, move=move.public_id, now=at)
    sweep(at + timedelta(seconds=1))
    return move


def play(cast, battle, at=AT):
    move = close(cast, battle, at)
    submit_move(by=cast.umpire, move=move.public_id, now=at + timedelta(seconds=2))
    return {one.side: one.data for one in Report.objects.filter(move=move)}


def march(user, battle, thing, distance, now=NOON):
    order = {"order": "march", "body": thing, "path": [[20, 20 + distance]]}
    move = the_move(battle).public_id
    submit_orders(user=user, move=move, thing=thing, orders=[order], base_revision=0, key=f"k{distance}", now=now)


def test_a_body_arrives_at_a_move_is_booked_and_told(cast, battle):
    prepare(cast, battle, change=ARRIVAL, move_number=1)
    told = play(cast, battle)
    (new,) = Finding.objects.get().position["bodies"].keys() - START["bodies"].keys()
    assert new.startswith("blue-battalion-") and Finding.objects.get().position["bodies"][new]["at"] == [60, 110]
    assert told["red"]["rulings"][0]["reason"] == told["blue"]["rulings"][0]["reason"] == "They come by the road"
    battle.refresh_from_db()
    assert (
        recount(battle=battle) == () and count(battle=battle).agrees and all(one.same for one in replay(battle=battle))
    )


@pytest.mark.parametrize("change", [ARRIVAL, FALLS, BURNS, CLOSED, MINED])
def test_every_effect_happens_on_a_press_and_is_taken_back_like_any_ruling(cast, battle, change):
    made = prepare(cast, battle, change=change, press=True)
    move = close(cast, battle)
    assert not Ruling.objects.exists()
    give_inject(by=cast.umpire, inject=made.inject, now=AT + timedelta(seconds=2))
    ruled = Ruling.objects.get()
    restore(by=cast.umpire, ruling=ruled.public_id, reason="not yet", now=AT + timedelta(seconds=3))
    overrule_finding(
        by=cast.umpire, move=move.public_id, change=change, reason="now", clause="house rule", sure=True, now=AT
    )
    submit_move(by=cast.umpire, move=move.public_id, now=AT + timedelta(seconds=4))
    battle.refresh_from_db()
    assert (
        recount(battle=battle) == () and count(battle=battle).agrees and all(one.same for one in replay(battle=battle))
    )
    after = Finding.objects.get().position
    assert {
        "bodies": len(after["bodies"]) == 3,
        "bridges": after["bridges"]["stone"].get("standing") is False,
        "depots": not after["depots"]["blue-depot"].get("packets"),
        "roads": not after["country"].get("roads") and not after["country"].get("fords"),
        "mines": len(after.get("mines", {})) == 1,
    }[change[0].get("group", "bodies")]


def test_a_closed_road_and_ford_are_told_to_both_and_the_next_move_begins_without_them(cast, battle):
    prepare(cast, battle, change=CLOSED, move_number=1)
    told = play(cast, battle)
    for side in ("red", "blue"):
        assert [one["thing"] for one in told[side]["rulings"][0]["changes"]] == ["post-road", "old-ford"]
        assert not told[side]["sees"]["country"].get("fords")


def test_rain_comes_for_some_moves_and_the_marches_of_both_are_shorter(cast, battle):
    rain = [{"template": "rain", "chosen": {"moves": 2}, "name": "Cloudburst"}]
    prepare(cast, battle, change=rain, move_number=1)
    told = play(cast, battle)
    for side in ("red", "blue"):
        ((key, known),) = told[side]["sees"]["weather"].items()
        assert known == {"march": "2/3", "moves": 2, "name": "Cloudburst"} and key.startswith("rain-")
        assert told[side]["rulings"][0]["changes"][0]["add"]["march"] == "2/3"
    sweep(NOON + timedelta(minutes=4))
    play(cast, battle, NOON + timedelta(minutes=5))
    with pytest.raises(Illegal, match=r"8 in\. at most"):
        march(cast.red_foot, battle, "red-foot", 9, now=NOON + timedelta(minutes=6))
    march(cast.red_foot, battle, "red-foot", 8, now=NOON + timedelta(minutes=6))
    play(cast, battle, NOON + timedelta(minutes=7))
    after = Finding.objects.get(move__number=3).position
    assert after["bodies"]["red-foot"]["at"] == [20, 28] and "weather" not in after
    battle.refresh_from_db()
    assert (
        recount(battle=battle) == () and count(battle=battle).agrees and all(one.same for one in replay(battle=battle))
    )


def test_at_an_hour_it_happens_when_the_move_closes_that_is_under_way(cast, battle):
    prepare(cast, battle, change=FALLS, at=NOON + timedelta(minutes=5))
    play(cast, battle)
    assert Inject.objects.get().state == "waiting"
    sweep(NOON + timedelta(minutes=5, seconds=1))
    assert Inject.objects.get().state == "waiting" and not Ruling.objects.exists()
    play(cast, battle, NOON + timedelta(minutes=6))
    assert Inject.objects.get().state == "given"
    assert Finding.objects.get(move__number=2).position["bridges"]["stone"]["standing"] is False


@pytest.mark.parametrize(
    ("side", "inches", "given"), [("red", 20, True), ("", 20, True), ("blue", 20, False), ("red", 19.9375, False)]
)
def test_it_happens_when_somebody_comes_so_near_and_not_before(cast, battle, side, inches, given):
    """Red marches to 20, 32: exactly 20 inches below the place."""
    prepare(cast, battle, change=FALLS, near={"at": [20, 52], "inches": inches, "side": side})
    play(cast, battle)
    assert Inject.objects.get().state == "waiting"
    sweep(NOON + timedelta(minutes=4))
    play(cast, battle, NOON + timedelta(minutes=5))
    march(cast.red_foot, battle, "red-foot", 12, now=NOON + timedelta(minutes=6))
    play(cast, battle, NOON + timedelta(minutes=7))
    assert (Inject.objects.get().state == "given") == given
    if given:
        assert Finding.objects.get(move__number=3).position["bridges"]["stone"]["standing"] is False


def test_a_message_that_waits_for_somebody_is_sent_with_the_result(cast, battle):
    prepare(
        cast,
        battle,
        near={"at": [20, 52], "inches": 20, "side": "red"},
        heard="side",
        side="red",
        voice="an inhabitant",
    )
    march(cast.red_foot, battle, "red-foot", 12)
    move = close(cast, battle)
    assert not Dispatch.objects.exists()
    submit_move(by=cast.umpire, move=move.public_id, now=AT + timedelta(seconds=2))
    (heard,) = sight.messages(sight.find_battle(cast.red_foot, battle.public_id)).heard
    assert (heard.text, heard.sender) == ("They come by the road", "an inhabitant")
    assert sight.messages(sight.find_battle(cast.blue_foot, battle.public_id)).heard == ()


@pytest.mark.parametrize(
    ("told", "sides"), [("", ["blue"]), ("all", ["red", "blue"]), ("red", ["red"]), ("nobody", [])]
)
def test_the_umpire_chooses_who_is_told(cast, battle, told, sides):
    prepare(cast, battle, change=BURNS, move_number=1, told=told)
    reports = play(cast, battle)
    assert [side for side in ("red", "blue") if reports[side]["rulings"]] == sides
    if "red" in sides:
        assert reports["red"]["rulings"][0]["changes"] == []


def test_until_it_happens_nobody_knows_of_it(cast, battle):
    prepare(cast, battle, change=MINED, near={"at": [20, 52], "inches": 20, "side": "red"})
    for user in (cast.red_general, cast.blue_general, cast.observer):
        seat = sight.find_battle(user, battle.public_id)
        assert "come by the road" not in repr(sight.sheet(seat, AT)) + repr(sight.messages(seat))


@pytest.mark.parametrize(
    "wrong",
    [
        {"near": {"at": [1, 1], "inches": 3, "side": "green"}},
        {"near": {"at": "there", "inches": 3}},
        {"near": {"at": [1, 1], "inches": -3}},
        {"near": {"at": [1, 1], "inches": 3}, "press": True},
        {"change": FALLS, "press": True, "told": "green"},
        {"press": True, "voice": "x" * 61},
        {"press": True, "rider": {"at": [1, 1]}},
        {"press": True, "rider": {"from": [1, 1]}},
        {"change": [{"template": "battalion", "side": "green"}], "press": True},
        {"change": [{"group": "bodies", "add": {"side": "blue"}}], "press": True},
    ],
)
def test_what_is_not_understood_is_refused(cast, battle, wrong):
    with pytest.raises(Invalid):
        prepare(cast, battle, **wrong)
    assert not Inject.objects.exists()


def said(cast, battle, **more):
    given = {"text": "Horse in the wood", "heard": "all", "key": "m", "now": NOON, **more}
    return send_umpires_message(by=cast.umpire, battle=battle.public_id, **given)


def test_the_umpire_writes_as_a_scout(cast, battle):
    said(cast, battle, heard="side", side="red", voice="a scout")
    (heard,) = sight.messages(sight.find_battle(cast.red_general, battle.public_id)).heard
    assert heard.sender == "a scout"
    assert sight.messages(sight.find_battle(cast.blue_general, battle.public_id)).heard == ()


def test_the_umpire_s_rider_brings_it_when_the_ride_is_over_and_only_to_that_seat(cast, battle):
    post = battle.campaign.posts.get(kind="commander", arm="infantry", side__key="red").public_id
    sent = said(cast, battle, heard="addressees", to=[post], voice="a messenger", rider={"at": [20, 68]})
    assert said(cast, battle, heard="addressees", to=[post], voice="a messenger", rider={"at": [20, 68]}).pk == sent.pk
    rider = Courier.objects.get()
    assert (rider.seconds, rider.side, rider.to) == (240, "red", post)
    seat = sight.find_battle(cast.red_foot, battle.public_id)
    sweep(NOON + timedelta(seconds=239))
    assert sight.messages(seat).heard == ()
    sweep(NOON + timedelta(seconds=241))
    (heard,) = sight.messages(seat).heard
    assert (heard.text, heard.sender) == ("Horse in the wood", "a messenger")
    assert sight.messages(sight.find_battle(cast.blue_general, battle.public_id)).heard == ()
    assert sight.messages(sight.find_battle(cast.red_general, battle.public_id)).heard == ()


def test_a_rider_goes_to_seats_of_one_side(cast, battle):
    both = [one.public_id for one in battle.campaign.posts.filter(kind="general")]
    with pytest.raises(Invalid, match="one side"):
        said(cast, battle, heard="addressees", to=both, rider={"at": None})
    with pytest.raises(Invalid, match="seats"):
        said(cast, battle, heard="all", rider={"at": None})
