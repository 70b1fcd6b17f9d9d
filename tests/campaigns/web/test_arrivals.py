"""The page of reinforcements and departures: planned in the palette's words, with or without a script, in the language of the reader."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from campaigns.clock import server_time
from campaigns.models import Battle, Inject
from campaigns.usecases.campaigns.preparation import open_battle
from tests.campaigns.builders import a_campaign
from tests.campaigns.usecases.test_events import START
from tests.campaigns.web.conftest import Page, client_of, url

ARRIVES = {
    "act": "arrive", "key": "a", "happens": "come blue battalion", "place": "60, 110", "front": "S", "men": "40",
    "name": "Fourth Foot", "brigade": "Reserve", "when": "move", "move_number": "3", "told": "blue", "reason": "By rail",
}  # fmt: skip
DEPARTS = {"act": "depart", "key": "d", "happens": "gone bodies red-foot", "told": "", "reason": "Called away"}


@pytest.fixture
def battle(cast: Any) -> Any:
    """A battle that has not begun."""
    campaign = a_campaign(cast, options={"two_stage_move": False})
    return open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", start=START, now=server_time())


@pytest.fixture
def umpire(cast: Any) -> Client:
    return client_of(cast.umpire)


def test_an_arrival_is_planned_before_the_battle_and_listed_there_and_on_the_desk(umpire: Client, battle: Any) -> None:
    page = umpire.get(url("arrivals", battle))
    assert (Page(page).unlabelled, Page(page).strange) == ([], [])
    told = page.content.decode()
    assert '<option value="east">East edge</option>' in told
    assert told.count('name="reaches_inches" inputmode="decimal" maxlength="12" value="6"') == 1
    assert told.count('name="near_inches" inputmode="decimal" maxlength="12" value="6"') == 2
    assert umpire.post(url("arrivals", battle), ARRIVES).status_code == 302
    row = Inject.objects.get()
    assert (row.move_number, row.told) == (3, "blue") and row.change["changes"][0]["commander"] == "Reserve"
    for name in ("arrivals", "injects"):
        told = umpire.get(url(name, battle)).content.decode()
        assert "Fourth Foot: put down" in told and "when move 3 closes" in told
    assert umpire.post(url("arrivals", battle), {"inject": row.public_id, "act": "withdraw"}).status_code == 302
    assert Inject.objects.get().state == "withdrawn"


def test_what_is_planned_is_changed_in_the_form_in_which_it_was_written(umpire: Client, battle: Any) -> None:
    reaches = {"when": "reaches", "reaches_edge": "south", "reaches_at": "", "reaches_inches": "2"}
    for sent in (ARRIVES, {**DEPARTS, **reaches}):
        umpire.post(url("arrivals", battle), sent)
    comes, goes = Inject.objects.order_by("pk")
    page = umpire.get(f"{url('arrivals', battle)}?change={comes.public_id}")
    for value in ("Fourth Foot", "Reserve", "60, 110", "180", "40", "By rail", "6"):
        assert f'value="{value}"' in page.content.decode(), value
    assert Page(page).unlabelled == []
    again = {**ARRIVES, "inject": comes.public_id, "base": "1", "place": "60, 100", "move_number": "5"}
    assert umpire.post(url("arrivals", battle), again).status_code == 302
    comes.refresh_from_db()
    assert (comes.move_number, comes.change["changes"][0]["at"], comes.revision) == (5, [60, 100], 2)
    assert umpire.post(url("arrivals", battle), again).status_code == 409, "somebody has changed it since"
    page = umpire.get(f"{url('arrivals', battle)}?change={goes.public_id}").content.decode()
    assert 'name="reaches_inches" inputmode="decimal" maxlength="12" value="2"' in page
    assert '<option value="south" selected>' in page and "gone bodies red-foot" in page and "Called away" in page
    assert umpire.get(f"{url('arrivals', battle)}?change=nothing").status_code == 404


def test_what_is_planned_says_its_arm_and_men_and_whose_the_move_is(umpire: Client, battle: Any) -> None:
    umpire.post(url("arrivals", battle), ARRIVES)
    umpire.post(url("arrivals", battle), {**ARRIVES, "key": "b", "move_number": "4", "men": ""})
    for name in ("arrivals", "injects"):
        told = umpire.get(url(name, battle)).content.decode()
        assert "when move 3 closes (Red)" in told and "when move 4 closes (Blue)" in told
        assert "Infantry, 40 men" in told and re.search(r"Infantry, (?!40)\d+ men", told), (
            "as usual where none are given"
        )
    assert "when move 3 closes:</span>" in umpire.get(url("look-over", battle)).content.decode()
    form = umpire.get(url("arrivals", battle)).content.decode()
    assert "Moves 1, 3, 5 and so on: Red. Moves 2, 4, 6: Blue." in form and "Reason (required" in form


def test_the_side_is_told_once_of_who_may_depart(umpire: Client, battle: Any) -> None:
    for name, said in (("1st Fusiliers (Blue)",) * 2, ("Blue Guards",) * 2, ("Bluebells", "Bluebells (Blue)")):
        Battle.objects.filter(pk=battle.pk).update(start=renamed(battle, name))
        told = umpire.get(url("arrivals", battle)).content.decode()
        assert f">{said}</option>" in told and f">{said} (Blue)</option>" not in told


def renamed(battle: Any, name: str) -> Any:
    """The opening position with another name of a body of Blue's."""
    start = battle.start
    return {**start, "bodies": {**start["bodies"], "blue-foot": {**start["bodies"]["blue-foot"], "name": name}}}


@pytest.mark.parametrize(
    ("when", "near"),
    [
        ({"when": "reaches", "reaches_at": "20, 0", "reaches_inches": "2"}, {"at": [20, 0], "inches": 2, "side": "", "thing": "red-foot"}),
        ({"when": "near", "near_at": "20, 0", "near_inches": "2", "near_side": "blue"}, {"at": [20, 0], "inches": 2, "side": "blue"}),
        (
            {"when": "reaches", "reaches_edge": "north", "reaches_at": "", "reaches_inches": "0"},
            {"edge": "north", "inches": 0, "side": "", "thing": "red-foot"},
        ),
        ({"when": "press"}, None),
    ],
)  # fmt: skip
def test_a_departure_is_planned_for_when_it_reaches_a_place(umpire: Client, battle: Any, when: Any, near: Any) -> None:
    assert umpire.post(url("arrivals", battle), {**DEPARTS, **when}).status_code == 302
    assert Inject.objects.get().near == near
    told = umpire.get(url("arrivals", battle)).content.decode()
    assert "Red Rifles: taken away" in told
    if "reaches_edge" in when:
        assert "when Red Rifles comes within 0 in. of the north edge" in told
    elif when["when"] == "reaches":
        assert "when Red Rifles comes within 2 in. of" in told


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"place": "nowhere"}, "place-error"), ({"move_number": "soon"}, "whole number from 0"), ({"happens": ""}, "hoose what happens"),
        ({"place": "20, 100"}, "Yes, I mean it"), ({"reason": ""}, "a-reason-error"),
    ],
)  # fmt: skip
def test_what_is_refused_loses_nothing_that_was_typed(umpire: Client, battle: Any, wrong: Any, said: str) -> None:
    answer = umpire.post(url("arrivals", battle), {**ARRIVES, **wrong})
    page = answer.content.decode()
    assert (
        answer.status_code in (400, 409)
        and said in page
        and 'value="Fourth Foot"' in page
        and 'value="Reserve"' in page
    )
    assert not Inject.objects.exists()


def test_what_looks_like_a_slip_is_confirmed_where_it_is_told(umpire: Client, battle: Any) -> None:
    on_another = {**ARRIVES, "place": "20, 100"}
    refused = umpire.post(url("arrivals", battle), on_another).content.decode()
    head = refused[refused.index('class="refusal"') :][:900]
    assert 'name="sure" form="f-arrive"' in head and 'form="f-arrive" name="act" value="arrive"' in head
    assert refused.count('name="sure"') == 1
    assert umpire.post(url("arrivals", battle), {**on_another, "sure": "on"}).status_code == 302


@pytest.mark.parametrize("place", ["10, 0", "60, 0", "0, 60", "120, 60", "60, 120", "0, 0"])
@pytest.mark.parametrize("front", ["N", "SE"])
def test_at_every_edge_somebody_arrives_without_a_question(umpire: Client, battle: Any, place: str, front: str) -> None:
    assert umpire.post(url("arrivals", battle), {**ARRIVES, "place": place, "front": front}).status_code == 302
    page = umpire.get(url("arrivals", battle))
    assert Page(page).strange == [] and 'class="faint"' in page.content.decode(), "it is drawn on this map"


def test_beyond_the_edge_is_a_slip(umpire: Client, battle: Any) -> None:
    refused = umpire.post(url("arrivals", battle), {**ARRIVES, "place": "60, 400"})
    assert refused.status_code == 409 and "stands outside the country" in refused.content.decode()


def test_an_arrival_is_told_to_its_own_side_unless_the_umpire_chooses(umpire: Client, battle: Any) -> None:
    page = umpire.get(url("arrivals", battle)).content.decode()
    assert '<option value="own" selected>' in page and "Battalion (Blue)" in page
    umpire.post(url("arrivals", battle), {**ARRIVES, "told": "own"})
    row = Inject.objects.get()
    assert row.told == "blue"
    page = umpire.get(f"{url('arrivals', battle)}?change={row.public_id}").content.decode()
    assert '<option value="own" selected>' in page
    line = page[page.index('id="h-planned"') : page.index('id="h-arrive"')]
    assert "Blue" in line.partition("Fourth Foot: put down")[0]


def test_nobody_but_the_umpire_sees_the_page(cast: Any, battle: Any) -> None:
    for user in (cast.blue_general, cast.red_foot, cast.observer):
        for answer in (
            client_of(user).get(url("arrivals", battle)),
            client_of(user).post(url("arrivals", battle), ARRIVES),
        ):
            assert answer.status_code == 403
    assert client_of(cast.bystander).get(url("arrivals", battle)).status_code == 404
    assert not Inject.objects.exists()


def test_where_people_measure_there_is_no_map_and_the_forms_still_work(cast: Any, umpire: Client) -> None:
    start = {
        "bodies": {
            "red-foot": {"side": "red", "arm": "infantry", "men": 30},
            "blue-foot": {"side": "blue", "arm": "infantry", "men": 30},
        }
    }
    campaign = a_campaign(cast)
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", start=start, now=server_time())
    assert 'id="h-plan"' not in umpire.get(url("arrivals", battle)).content.decode()
    assert umpire.post(url("arrivals", battle), {**ARRIVES, "place": ""}).status_code == 302


def test_in_german_it_rests_on_a_house_rule_and_a_general_keeps_its_capital(umpire: Client, battle: Any) -> None:
    german: dict[str, Any] = {"headers": {"Accept-Language": "de"}}
    umpire.post(url("arrivals", battle), {**ARRIVES, "happens": "come blue general", "name": "", "men": ""}, **german)
    page = umpire.get(url("injects", battle), **german).content.decode()
    assert ">Hausregel<" in page and ">house rule<" not in page
    plan = umpire.get(url("arrivals", battle), **german).content.decode()
    assert "Blau general" not in plan and "general Blau" not in plan


@pytest.mark.parametrize(
    ("what", "men", "chosen"),
    [
        ("waggon", "4, 2, 1", {"food": 4, "forage": 2, "ammunition": 1}), ("train", "30 6", {"along": 30, "trucks": 6}),
        ("battalion", "40", {"men": 40}), ("train", "6", None), ("battalion", "4 0", None),
    ],
)  # fmt: skip
def test_of_what_has_several_numbers_all_are_wanted_and_told(
    umpire: Client, battle: Any, what: str, men: str, chosen: Any
) -> None:
    answer = umpire.post(url("arrivals", battle), {**ARRIVES, "happens": f"come blue {what}", "men": men})
    if chosen is None:
        told = answer.content.decode()
        assert answer.status_code == 400 and "one after another" in told and f'value="{men}"' in told
        return
    row = Inject.objects.get()
    assert row.change["changes"][0]["chosen"] == chosen
    page = umpire.get(f"{url('arrivals', battle)}?change={row.public_id}").content.decode()
    assert f'value="{", ".join(map(str, chosen.values()))}"' in page


def test_an_arrival_without_a_place_is_asked_about_where_others_have_one(umpire: Client, battle: Any) -> None:
    refused = umpire.post(url("arrivals", battle), {**ARRIVES, "place": ""})
    assert refused.status_code == 409 and "Fourth Foot has no place" in refused.content.decode()
    assert umpire.post(url("arrivals", battle), {**ARRIVES, "place": "", "sure": "on"}).status_code == 302


@pytest.mark.parametrize(
    ("wrong", "says", "field"),
    [
        ({"men": "many"}, '<a href="#men">How many</a>: ', "men"),
        ({"place": "nowhere"}, '<a href="#place">Place</a>: Enter inches east', "place"),
        ({"when": "near", "near_at": "here"}, '<a href="#a-near_at">Place</a>: Enter inches east', "a-near_at"),
        ({"when": "time", "at": "noon"}, '<a href="#a-at">Day and time, UTC</a>: Give', "a-at"),
        ({"reason": ""}, '<a href="#a-reason">Reason</a>: ', "a-reason"),
    ],
)
def test_a_refusal_calls_a_field_by_its_label_and_leads_there(
    umpire: Client, battle: Any, wrong: Any, says: str, field: str
) -> None:
    page = umpire.post(url("arrivals", battle), {**ARRIVES, **wrong}).content.decode()
    assert says in page
    (control,) = re.findall(rf'<input[^>]*\bid="{field}"[^>]*>', page)
    described = re.search(r'aria-describedby="([^"]+)"', control)
    assert 'aria-invalid="true"' in control and described and f'id="{described[1]}"' in page
    assert "data-of-field" not in page
    assert page.count('aria-invalid="true"') == 1, "no other field is marked"


def test_of_two_forms_that_of_the_refusal_is_named(umpire: Client, battle: Any) -> None:
    page = umpire.post(url("arrivals", battle), {**DEPARTS, "happens": "", "when": "press"}).content.decode()
    assert '<a href="#d-happens">Who departs</a>: ' in page and "Who arrives</a>" not in page


def test_a_name_that_says_its_side_says_it_once(umpire: Client, cast: Any) -> None:
    foot = {**START["bodies"]["red-foot"], "name": "Rifles (Red)"}
    start = {**START, "bodies": {**START["bodies"], "red-foot": foot}}
    battle = open_battle(
        by=cast.umpire, campaign=a_campaign(cast).public_id, name="The ford", start=start, now=server_time()
    )
    page = umpire.get(url("arrivals", battle)).content.decode()
    assert ">Rifles (Red)<" in page and "(Red) (Red)" not in page
