"""The forms of an event and of a message in any name work without script, and keep what was typed."""

from __future__ import annotations

import pytest

from campaigns.models import Courier, Dispatch, Inject
from campaigns.web.page.measures import read_point
from tests.campaigns.builders import a_battle
from tests.campaigns.usecases.test_events import START
from tests.campaigns.web.conftest import Page, client_of, url


@pytest.fixture
def battle(cast):
    return a_battle(cast, start=START, drain_seconds=0)


@pytest.fixture
def umpire(cast):
    return client_of(cast.umpire)


def prepare(umpire, battle, **typed):
    given = {"act": "event", "key": "one", "reason": "They come by the road", "clause": "", "when": "press", **typed}
    return umpire.post(url("injects", battle), given)


def test_an_arrival_is_prepared_for_somebody_who_comes_near(umpire, battle):
    near = {"when": "near", "near_at": "20, 52", "near_inches": "19 1/2", "near_side": "red", "told": "blue"}
    come = {"happens": "come blue battalion", "place": "60, 110", "front": "S", "men": "90", "name": "Fourth Foot"}
    assert prepare(umpire, battle, **near, **come).status_code == 302
    row = Inject.objects.get()
    assert (row.near, row.told, row.clause) == ({"at": [20, 52], "inches": 19.5, "side": "red"}, "blue", "house rule")
    assert row.change["changes"] == [
        {"template": "battalion", "side": "blue", "at": [60, 110], "facing": 180, "chosen": {"men": 90}, "name": "Fourth Foot"}
    ]  # fmt: skip
    page = umpire.get(url("injects", battle))
    told = page.content.decode()
    assert "Fourth Foot: put down" in told and "within 19.5 in. of 1 ft 8 in. east, 4 ft 4 in. north" in told
    assert f"?change={row.public_id}" not in told and not Page(page).unlabelled
    assert umpire.get(f"{url('prepare-ruling', battle)}?change={row.public_id}").status_code == 404


@pytest.mark.parametrize(
    ("happens", "change"),
    [
        ("harm bridge stone", {"group": "bridges", "thing": "stone", "key": "standing", "value": False}),
        ("harm depot blue-depot", {"group": "depots", "thing": "blue-depot", "key": "packets", "value": {}}),
        ("harm road post-road", {"group": "roads", "thing": "post-road", "remove": True}),
        ("gone bodies blue-foot", {"group": "bodies", "thing": "blue-foot", "remove": True}),
    ],
)
def test_what_befalls_a_thing_is_chosen_from_what_stands(umpire, battle, happens, change):
    assert f'value="{happens}"' in umpire.get(url("injects", battle)).content.decode()
    assert prepare(umpire, battle, happens=happens).status_code == 302
    row = Inject.objects.get()
    assert row.change["changes"] == [change] and row.move_number is None and row.at is None
    page = umpire.get(url("injects", battle)).content.decode()
    assert "on a press" in page and "They come by the road" in page


@pytest.mark.parametrize(
    ("typed", "status"),
    [
        ({"happens": ""}, 400),
        ({"happens": "harm nothing stone"}, 400),
        ({"happens": "come blue battalion", "place": "somewhere"}, 400),
        ({"happens": "come blue battalion", "men": "many"}, 400),
        ({"happens": "harm bridge stone", "when": "near", "near_at": "1"}, 400),
        ({"happens": "harm bridge stone", "when": "time", "at": "soon"}, 400),
        ({"happens": "harm bridge stone", "when": "move", "move_number": "x"}, 400),
        ({"happens": "harm bridge stone", "reason": ""}, 400),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_is_kept(umpire, battle, typed, status):
    answer = prepare(umpire, battle, **{"name": "Kept name", **typed})
    assert answer.status_code == status and not Inject.objects.exists()
    assert "Kept name" in answer.content.decode()


def test_where_something_may_come_in_is_offered(umpire, battle):
    page = umpire.get(url("injects", battle)).content.decode()
    for place, name in (("10, 0", "post road"), ("60, 120", "north"), ("10, 52", "stone"), ("0, 60", "west")):
        assert f'<option value="{place}">{name}</option>' in page


def test_something_in_the_water_is_asked_about_once(umpire, battle):
    come = {"happens": "come red battalion", "place": "60, 52"}
    asked = prepare(umpire, battle, **come)
    assert asked.status_code == 409 and 'name="sure"' in asked.content.decode() and "water" in asked.content.decode()
    assert prepare(umpire, battle, **come, sure="on").status_code == 302


def test_a_message_in_a_scout_s_name_goes_by_a_rider(cast, umpire, battle):
    post = battle.campaign.posts.get(kind="general", side__key="red").public_id
    page = umpire.get(url("dispatches", battle))
    assert not Page(page).unlabelled
    typed = {"key": "m", "text": "Horse in the wood", "whom": "posts", "to": [post], "voice": "a scout"}
    assert umpire.post(url("dispatches", battle), {**typed, "rider": "on", "rider_at": "here"}).status_code == 400
    assert umpire.post(url("dispatches", battle), {**typed, "rider": "on", "rider_at": "20, 68"}).status_code == 302
    assert (Dispatch.objects.get().voice, Courier.objects.get().line) == ("a scout", [[320, 1088], [320, 320]])
    later = {**typed, "key": "l", "when": "move", "move_number": "2", "rider": "on", "rider_at": ""}
    assert umpire.post(url("injects", battle), later).status_code == 302
    assert "from a scout" in umpire.get(url("injects", battle)).content.decode()
    row = Inject.objects.get()
    assert (row.voice, row.rider) == ("a scout", {"at": None})
    form = umpire.get(f"{url('injects', battle)}?change={row.public_id}").content.decode()
    assert 'value="a scout"' in form and 'name="rider" checked' in form


def test_one_place_is_read():
    assert read_point("60, 110.5") == [60, 110.5]
    with pytest.raises(ValueError, match="inches east"):
        read_point("60, 110; 3, 4")
