"""Objectives by page: set with a place typed, shown on sheet, campaign and map to whom they concern, proposed at the end."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from campaigns.models import Battle
from campaigns.usecases.campaigns.endings import end_battle
from campaigns.usecases.campaigns.objectives import set_objectives
from campaigns.usecases.campaigns.preparation import open_battle
from campaigns.usecases.desk.open_papers import open_papers
from tests.campaigns import builders
from tests.campaigns.builders import START, a_campaign
from tests.campaigns.usecases.test_objectives import BRIDGE, on_the_map, played, put
from tests.campaigns.web.conftest import Page, client_of, url
from tests.campaigns.web.test_settings import Form

HOLD = {"kind": "hold", "side": "red", "at": "60, 60", "inches": "6", "name": "the bridge", "move": "2", "shown": "own"}


@pytest.fixture
def battle(cast):
    return on_the_map(cast)


def set_by_page(client, battle, **typed):
    address = url("objectives", battle)
    return client.post(address, Form(client.get(address)).fields | {"reason": "So it is", **typed})


def read(objective):
    """An objective in its normal form."""
    return {"id": "", "at": None, "inches": 0, "name": "", "way": "", **objective}


def kept(battle):
    return Battle.objects.get(pk=battle.pk).objectives


def test_an_umpire_sets_changes_and_removes_an_objective(battle, umpire):
    assert set_by_page(umpire, battle, **HOLD).status_code == 302
    assert kept(battle) == [{**BRIDGE, "id": "o1", "way": "", "amount": 0}]
    page = umpire.get(url("objectives", battle) + "?edit=o1")
    assert Form(page).fields["at"] == ["60, 60"] and not Page(page).unlabelled and not Page(page).strange
    fields = Form(page).fields | {"reason": "Wider", "inches": "9"}
    assert umpire.post(url("objectives", battle), fields).status_code == 302
    assert [one["inches"] for one in kept(battle)] == [9]
    gone = {"base": Form(umpire.get(url("objectives", battle))).fields["base"], "remove": "o1", "reason": "No more"}
    assert umpire.post(url("objectives", battle), gone).status_code == 302
    assert kept(battle) == []


OF_EACH = {"kind": "losses", "way": "enemy", "amount": 8, "side": "", "move": 2, "shown": "own"}


def test_an_objective_of_each_side_is_one_line_and_what_was_removed_is_told_and_stands_in_the_form(
    cast, battle, umpire
):
    put(cast, battle, BRIDGE, OF_EACH)
    played(cast, battle, [{"group": "bodies", "thing": "blue-foot", "key": "men", "value": 52}])
    page = umpire.get(url("objectives", battle)).content.decode()
    assert page.count("Each side: the enemy has lost 8 men") == 2 and page.count("?edit=o2") == 1
    assert re.search(r"Red.*?8 men lost.*?Blue.*?0 men lost", page, re.S), "how each stands to it is told"
    gone = {"base": Form(umpire.get(url("objectives", battle))).fields["base"], "remove": "o2", "reason": "No more"}
    after = umpire.post(url("objectives", battle), gone, follow=True)
    assert "Removed: Each side: the enemy has lost 8 men" in after.content.decode()
    assert [one["id"] for one in kept(battle)] == ["o1"]
    assert umpire.post(url("objectives", battle), Form(after).fields | {"reason": "After all"}).status_code == 302
    assert [{**one, "id": ""} for one in kept(battle)[1:]] == [read(OF_EACH)]


def test_before_it_begins_one_press_removes_what_its_line_says_and_nothing_is_removed_twice(cast, umpire):
    campaign = a_campaign(cast)
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="X", start=START, now=builders.NOON)
    put(cast, battle, BRIDGE, OF_EACH)
    for _ in range(2):
        after = umpire.post(url("objectives", battle), {"remove": "o1"}, follow=True).content.decode()
        assert [one["id"] for one in kept(battle)] == ["o2"]
    assert '<div class="told warning"><p>That objective is gone already' in after and "Removed:" not in after


def test_points_and_losses_are_typed_as_people_write_them(battle, umpire):
    set_by_page(umpire, battle, kind="points", **{"way-points": "lead"}, amount="12½", side="blue")
    set_by_page(umpire, battle, kind="losses", **{"way-losses": "own"}, amount="20", move="6")
    assert [(one["way"], one["amount"], one["move"]) for one in kept(battle)] == [("lead", 25, 0), ("own", 20, 6)]


@pytest.mark.parametrize(
    ("typed", "field"),
    [({"at": "here"}, "at"), ({"inches": "x"}, "inches"), ({"kind": ""}, "kind"), ({"reason": ""}, "reason")],
)
def test_a_fault_is_said_at_its_field_and_what_was_typed_stays(battle, umpire, typed, field):
    answer = set_by_page(umpire, battle, **(HOLD | typed))
    page = answer.content.decode()
    assert answer.status_code == 400 and 'value="the bridge"' in page and 'class="error"' in page and not kept(battle)


def test_it_stands_on_the_sheet_the_map_and_the_campaign_of_its_side_alone(cast, battle, red, blue, umpire):
    put(cast, battle, BRIDGE, {**BRIDGE, "name": "the mill", "shown": "umpire"})
    campaign = reverse("campaign", args=[battle.campaign.public_id])
    for address in (url("sheet", battle), campaign, url("objectives", battle)):
        page = red.get(address).content.decode()
        assert "hold the bridge at the end of move 2" in page and "the mill" not in page, address
        assert "the bridge" not in blue.get(address).content.decode(), address
    sheet = red.get(url("sheet", battle)).content.decode()
    assert "Met, as far as you see" in sheet and re.search(r'class="aims"><circle transform=', sheet)
    desk = umpire.get(url("desk", battle)).content.decode()
    assert desk.count("the mill</text>") == 1 or "the bridge</text>" in desk
    assert blue.post(url("objectives", battle), HOLD).status_code == 403


FLAG = re.compile(r'class="aims">.*?</g>\n', re.S)


def flags_on(client, address, **query):
    """The names at the flags of each map of a page."""
    page = client.get(address, query).content.decode()
    return [re.findall(r"<text[^>]*>([^<]*)</text>", drawn) for drawn in FLAG.findall(page)]


def papers_with_a_map(battle):
    return [url("report", battle, 1), url("replay", battle), url("print-sheet", battle)]


def test_its_flag_stands_in_the_report_the_replay_and_on_paper_for_its_side_alone(cast, battle, red, blue, umpire):
    hidden = {**BRIDGE, "name": "the mill", "at": [80, 60], "shown": "umpire"}
    put(cast, battle, BRIDGE, hidden, {**BRIDGE, "side": "blue", "name": "the ford", "at": [90, 60]})
    played(cast, battle)
    for address in papers_with_a_map(battle):
        assert flags_on(red, address) == [["the bridge"]] == flags_on(umpire, address, of="red"), address
        assert flags_on(blue, address) == [["the ford"]] == flags_on(umpire, address, of="blue"), address
        assert flags_on(client_of(cast.observer), address) == [], address


def test_a_replay_shows_the_truth_with_all_flags_and_a_belief_beside_it_with_its_own(cast, battle, red, umpire):
    put(cast, battle, BRIDGE, {**BRIDGE, "name": "the mill", "at": [80, 60], "shown": "umpire"})
    played(cast, battle)
    address, every = url("replay", battle), ["the bridge", "the mill"]
    assert flags_on(umpire, address) == [every]
    assert flags_on(umpire, address, of="red", beside="on") == [["the bridge"], every]
    assert red.get(address, {"of": "red", "beside": "on"}).status_code == 404
    end_battle(by=cast.umpire, battle=battle.public_id, reason="It was late", now=builders.NOON)
    assert flags_on(red, address) == [["the bridge"]]
    open_papers(by=cast.umpire, battle=battle.public_id, now=builders.NOON)
    assert flags_on(red, address, of="umpire") == [every]
    assert flags_on(red, address, of="blue") == []


def test_flags_cost_a_page_no_more_than_its_queries(cast, battle, red, umpire, django_assert_max_num_queries):
    put(cast, battle, BRIDGE)
    played(cast, battle)
    beside = url("replay", battle) + "?of=red&beside=on"
    for client, address in [(umpire, beside), *((red, one) for one in papers_with_a_map(battle))]:
        with django_assert_max_num_queries(12, info=address):
            assert flags_on(client, address)[0] == ["the bridge"], address


def test_a_flag_that_is_taken_away_is_gone_from_a_page_that_was_kept(cast, battle, red):
    put(cast, battle, BRIDGE)
    played(cast, battle)
    assert all(flags_on(red, address) for address in papers_with_a_map(battle))
    put(cast, battle)
    assert not any(flags_on(red, address) for address in papers_with_a_map(battle))


def test_the_end_of_the_battle_is_proposed_from_them_with_losses_and_points_beside(cast, battle, umpire):
    put(cast, battle, {**BRIDGE, "move": 1}, {**BRIDGE, "side": "blue", "at": [1, 1], "move": 1})
    played(cast, battle, [{"group": "bodies", "thing": "blue-foot", "key": "men", "value": 52}])
    page = umpire.get(url("battle-end", battle)).content.decode()
    assert re.search(r'name="winner" value="red" required checked', page)
    assert "1 of 1 met" in page and "0 of 1 met" in page
    assert re.search(r"Blue.*?<td[^>]*>8</td>", page, re.S)


def test_without_a_difference_in_objectives_a_draw_is_proposed_and_without_any_nothing(cast, battle, umpire):
    page = umpire.get(url("battle-end", battle)).content.decode()
    assert "checked" not in page
    put(cast, battle, {**BRIDGE, "side": "", "at": [1, 1], "move": 0})
    page = umpire.get(url("battle-end", battle)).content.decode()
    assert re.search(r'name="winner" value="draw" checked', page)


def test_a_stale_form_of_objectives_loses_nothing(cast, battle, umpire):
    fields = Form(umpire.get(url("objectives", battle))).fields | HOLD | {"reason": "Mine"}
    set_objectives(by=cast.umpire, battle=battle.public_id, objectives=[BRIDGE], reason="x", now=builders.NOON)
    answer = umpire.post(url("objectives", battle), fields)
    assert answer.status_code == 412 and 'value="the bridge"' in answer.content.decode() and len(kept(battle)) == 1


def test_a_stranger_finds_nothing_there(battle, stranger, cast):
    assert stranger.get(url("objectives", battle)).status_code == 404
    assert (
        "No objectives are set that you know of"
        in client_of(cast.observer).get(url("objectives", battle)).content.decode()
    )


def test_the_button_that_changes_an_objective_is_a_verb_in_german(battle, umpire):
    set_by_page(umpire, battle, **HOLD)
    page = umpire.get(url("objectives", battle), headers={"accept-language": "de"}).content.decode()
    assert "Ändern<span" in page and ">Änderung<" not in page


def test_what_is_typed_of_an_objective_is_kept_while_another_page_or_language_is_looked_at(battle, umpire):
    """By its form's own mark: a new one and each that is changed have their own (keep.js)."""
    set_by_page(umpire, battle, **HOLD)
    new, changed = (umpire.get(url("objectives", battle) + of).content.decode() for of in ("", "?edit=o1"))
    assert f'data-keep="{battle.public_id}-objective"' in new
    assert f'data-keep="{battle.public_id}-objectiveo1"' in changed
