"""Reports, supplies, points and the record."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from django.urls import reverse

from campaigns.clock import server_time
from campaigns.usecases.campaigns.credits import count_battle
from campaigns.usecases.campaigns.endings import end_battle
from campaigns.web.sheet.views_books import gauges
from rules.floor.kinds import STORES
from tests.campaigns import builders
from tests.campaigns.web.conftest import client_of, give, submitted, url


@pytest.fixture
def told(cast, battle, move):
    """A move in which Red's foot marched six inches, submitted."""
    give(cast, move)
    return submitted(cast, move)


def test_each_side_and_the_observer_read_their_own_report(cast, battle, told, red, blue):
    mine = red.get(url("report", battle, 1)).content.decode()
    theirs = blue.get(url("report", battle, 1)).content.decode()
    onlookers = client_of(cast.observer).get(url("report", battle, 1)).content.decode()
    assert "Red Rifles moved 6 in." in mine and "KS-MOVE-01" in mine and 'class="sum"' in mine
    assert "Orders that were in force" in mine
    for page in (theirs, onlookers):
        assert "marched" not in page and "Orders that were in force" not in page


@pytest.mark.slow
def test_the_umpire_reads_every_report_and_a_side_only_its_own(battle, told, umpire, red):
    for side in ("red", "blue", "observer"):
        assert umpire.get(url("report", battle, 1), {"of": side}).status_code == 200
    for side in ("blue", "observer"):
        assert red.get(url("report", battle, 1), {"of": side}).status_code == 404


def test_a_report_that_is_not_written_yet_is_not_there(battle, told, red):
    assert red.get(url("report", battle, 2)).status_code == 404


@pytest.mark.slow
def test_reports_lead_from_one_to_the_next(cast, battle, told, red):
    submitted(cast, builders.the_move(battle))
    first, second = (red.get(url("report", battle, number)).content.decode() for number in (1, 2))
    assert 'rel="next"' in first and 'rel="prev"' not in first
    assert 'rel="prev"' in second and 'rel="next"' not in second


def test_supplies_show_stock_and_need_and_never_the_other_sides(cast, battle, told, red, blue):
    page = red.get(url("supplies", battle)).content.decode()
    assert "Red&#x27;s depot" in page and "Own move </span>6" in page and "KS-SUP" in page
    assert "Blue&#x27;s depot" not in page and "blue-depot" not in page
    theirs = blue.get(url("supplies", battle)).content.decode()
    assert "Red&#x27;s depot" not in theirs and "red-depot" not in theirs


def test_an_observer_has_neither_stores_nor_points_nor_receipts(cast, battle, told):
    client = client_of(cast.observer)
    for name in ("supplies", "points", "receipts"):
        assert client.get(url(name, battle)).status_code == 404, name


@pytest.mark.slow
@pytest.mark.parametrize("target", [100, 1000])
def test_points_of_a_battle_are_told_apart_from_those_of_the_campaign_that_counts_it_when_it_has_ended(cast, target):
    """KS-LW-16, LW-CAMP-04: a battle begins with the points of all its things; none of them count towards the target before its end."""
    battle = builders.a_battle(cast, options={"two_stage_move": False, "score_points": True}, target_points=target)
    submitted(cast, builders.the_move(battle))
    red = client_of(cast.red_foot)
    page = red.get(url("points", battle)).content.decode()
    standing = re.search(r", if the battle ended now</dt><dd>([^<]+)</dd>", page)[1]
    assert "The value of the force left to" in page and "<dt>From battles that have ended</dt><dd>0</dd>" in page
    assert "Over" not in page and 'class="target"' not in page
    row = re.search(r"Move 1, Red</span>.*?</tr>", page, re.DOTALL)[0]
    assert f'<td class="num big">{standing}</td><td class="num">–</td>' in row, "the value at the start is no gain"
    league = reverse("standing", args=[battle.campaign.public_id])
    assert "<dt>Battles counted</dt><dd>0 of 1</dd>" in red.get(league).content.decode()
    end_battle(by=cast.umpire, battle=battle.public_id, winner="red", reason="Dusk", now=server_time())
    battle.refresh_from_db()
    if not battle.campaign.credits.exists():
        count_battle(battle_id=battle.pk, now=server_time())
    after = red.get(url("points", battle)).content.decode()
    counted = re.search(r"<dt>From battles that have ended</dt><dd>([^<]+)</dd>", after)[1]
    assert ", as the battle ended</dt>" in after and counted != "0"
    assert "When the battle has ended" in page and "When the battle has ended" not in after
    assert f"<dd>{counted}</dd>" in red.get(league).content.decode()


@pytest.mark.slow
def test_where_no_points_are_counted_the_page_says_what_would_count_them(battle, told, red):
    page = red.get(url("points", battle)).content.decode()
    assert (
        "The value of the force left is not counted in this battle" in page
        and "KS-LW-16" not in page
        and "The account" not in page
    )


@pytest.mark.slow
def test_before_the_first_report_the_page_says_when_the_value_is_first_counted(cast):
    """Twin: a battle that counts no points, above."""
    battle = builders.a_battle(cast, options={"two_stage_move": False, "score_points": True})
    for who in (cast.red_foot, cast.umpire):
        page = client_of(who).get(url("points", battle)).content.decode()
        assert "comes with the report of the first move" in page and "is not counted in this battle" not in page
    submitted(cast, builders.the_move(battle))
    assert "comes with the report" not in client_of(cast.red_foot).get(url("points", battle)).content.decode()


def test_the_first_report_says_how_strong_everybody_was_before(cast, battle, told, red):
    page = red.get(url("report", battle, 1)).content.decode()
    row = re.search(r"Red Rifles</span>.*?</tr>", page.split('id="h-strengths"')[1], re.DOTALL)[0]
    assert re.findall(r'<td class="num">(\d+)', row) == ["60", "60"]
    assert "not seen" not in page


def test_a_body_that_was_made_in_the_move_was_not_seen_before(cast, battle, move, red):
    give(cast, move, order={"order": "split", "body": "red-foot", "men": 20, "into": "red-half"})
    submitted(cast, move)
    page = red.get(url("report", battle, 1)).content.decode()
    row = re.search(r"Red&#x27;s infantry half</span>.*?</tr>", page.split('id="h-strengths"')[1], re.DOTALL)[0]
    assert "not seen" in row and "20" in row


def test_the_record_is_chained_paged_and_the_umpires_alone(cast, battle, told, umpire):
    battle.refresh_from_db()
    page = umpire.get(url("record", battle)).content.decode()
    assert battle.record_head in page and "Order accepted<details><summary><span>Data<" in page
    assert "Order accepted" not in umpire.get(url("record", battle), {"before": "2"}).content.decode()
    assert client_of(cast.red_foot).get(url("record", battle)).status_code == 403


def test_a_slip_is_printed_of_a_work_for_the_side_that_began_it_and_for_no_other(cast, battle, move, red, blue):
    give(cast, move, order={"order": "entrench", "body": "red-foot", "work": "the-ditch"})
    submitted(cast, move)
    mine = red.get(url("slips", battle, 1)).content.decode()
    theirs = blue.get(url("slips", battle, 1)).content.decode()
    assert mine.count('class="slip"') == 1 and "trench the ditch" in mine and "KS-WORK" in mine and "The sum" in mine
    assert 'class="slip"' not in theirs and "ditch" not in theirs
    assert "No slips for this move" in theirs


def test_slips_are_as_private_as_the_report(battle, told, umpire, red):
    assert umpire.get(url("slips", battle, 1), {"of": "blue"}).status_code == 200
    assert red.get(url("slips", battle, 1), {"of": "blue"}).status_code == 404
    assert red.get(url("slips", battle, 2)).status_code == 404


def test_the_supply_page_shows_stock_against_the_need_of_the_coming_ticks_to_its_own_side_alone(
    cast, battle, move, red
):
    """KS-SUP-02, KS-SUP-03: 60 + 30 + 12 men and 30 + 6 horses, against 22 of each kind in store."""
    page = red.get(url("supplies", battle)).content.decode()
    assert "Stock against need" in page and "22 in store" in page and "in your own move 6" in page
    assert red.get(url("supplies", battle), {"of": "blue"}).status_code == 404


def test_a_store_that_does_not_last_says_how_much_it_is_short():
    wanted = [{"kind": "food", "own_move": 6, "packets": 4}, {"kind": "food", "own_move": 12, "packets": 4}]
    book = SimpleNamespace(wants=wanted, stock={"food": 6, "forage": 3})
    food, forage = gauges(book, STORES)
    assert (food["left"], [tick["short"] for tick in food["ticks"]]) == (-2, [False, True])
    assert (forage["left"], forage["ticks"]) == (3, [])
    assert food["ticks"][1]["x"] + food["ticks"][1]["width"] <= 240


def test_the_supplies_say_which_own_move_it_is_and_when_packets_fall_due(cast, battle, told, red):
    page = red.get(url("supplies", battle)).content.decode()
    assert re.search(r"Own move \d+ now\.", page)
    assert "reckoned" not in page and "left then" not in page


def test_the_digest_of_a_receipt_is_folded(cast, battle, move, red):
    receipt = give(cast, move)
    page = red.get(url("order", battle, "red-foot") + f"?sent={receipt.number}").content.decode()
    folded = re.search(r"<details class=\"folded\"><summary>Details</summary>.*?</details>", page, re.DOTALL)[0]
    assert receipt.digest in folded and page.count(receipt.digest) == 1
    assert page.split('id="receipt"')[1].count("Back to the sheet") == 1
