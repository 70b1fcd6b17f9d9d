"""The sheet, its status that stays up to date, readiness and receipts."""

from __future__ import annotations

import re

import pytest

from campaigns.clock import server_time
from campaigns.models import Move, Post, Readiness
from campaigns.usecases.campaigns.endings import end_battle
from campaigns.usecases.campaigns.preparation import dismiss
from campaigns.usecases.people.invitations import invite
from tests.campaigns import builders
from tests.campaigns.web.conftest import client_of, close, give, url


def test_a_commander_sees_his_things_what_they_are_ordered_and_what_is_known_of_the_enemy(cast, battle, move, red):
    receipt = give(cast, move)
    page = red.get(url("sheet", battle)).content.decode()
    assert "Red Rifles" in page and receipt.number in page and ">Change<" in page
    assert "Blue Guards" in page
    assert "20 forage" not in page.split("Enemy in sight")[1].split("Supplies")[0]


def test_the_other_side_reads_nothing_of_orders_and_readiness(cast, battle, move, red, blue):
    before = blue.get(url("sheet", battle)).content.decode()
    receipt = give(cast, move)
    red.post(url("ready", battle), {"move": move.public_id, "ready": "yes"})
    after = blue.get(url("sheet", battle)).content.decode()
    assert receipt.number not in after and "marches 6 in." not in after
    assert "Ready" not in after.replace("Ready means", "")
    assert len(without_the_clock(before)) == len(without_the_clock(after))


def without_the_clock(page: str) -> str:
    """A page without the remaining time, which passes from 10:00 to 9:59."""
    return re.sub(r"\d+:\d\d", "", page)


def test_ready_is_said_and_taken_back(cast, battle, move, red):
    assert red.post(url("ready", battle), {"move": move.public_id, "ready": "yes"}).status_code == 302
    assert Readiness.objects.get().post.arm == "infantry"
    page = red.get(url("sheet", battle)).content.decode()
    assert "I am not ready" in page and "You are ready. The move waits for 3 seats of your side" in page
    assert "When you are done, press" not in page and "You are ready. You can change orders" in page
    red.post(url("ready", battle), {"move": move.public_id, "ready": "no"})
    assert not Readiness.objects.exists()
    page = red.get(url("sheet", battle)).content.decode()
    assert "You are not ready any more." in page and "When you are done, press" in page


@pytest.mark.slow
def test_the_last_to_be_ready_is_asked_first_and_can_go_back(cast, battle, move, red):
    """KS-TURN-06: the words beside the button say what happens; the page that asks needs no script."""
    for user in (cast.red_horse, cast.red_guns):
        assert "You can change orders until the move ends" in client_of(user).get(url("sheet", battle)).content.decode()
        client_of(user).post(url("ready", battle), {"move": move.public_id, "ready": "yes"})
    assert "You are the last." in red.get(url("sheet", battle)).content.decode()
    asked = red.post(url("ready", battle), {"move": move.public_id, "ready": "yes"})
    page = asked.content.decode()
    assert asked.status_code == 409 and "You are the last" in page
    assert "3 bodies and 1 gun" in page and "Red Lancers" in page and "Not yet" in page
    move.refresh_from_db()
    assert move.close_cause == "" and Readiness.objects.count() == 3
    german = red.post(url("ready", battle), {"move": move.public_id, "ready": "yes"}, headers={"Accept-Language": "de"})
    assert "Ohne Befehl bleiben, wo sie sind: 3 Abteilungen und 1 Geschütz." in german.content.decode()
    sent = red.post(url("ready", battle), {"move": move.public_id, "ready": "yes", "ends": "yes"})
    assert sent.status_code == 302 and Readiness.objects.count() == 4


def test_ready_is_not_for_the_other_side_nor_for_a_closed_move(cast, battle, move, red, blue):
    assert blue.post(url("ready", battle), {"move": move.public_id, "ready": "yes"}).status_code == 409
    close(cast, move)
    assert red.post(url("ready", battle), {"move": move.public_id, "ready": "yes"}).status_code == 409


def test_the_status_is_sent_again_only_when_something_has_changed(cast, battle, move, red):
    first = red.get(url("status", battle))
    assert first.status_code == 200
    again = red.get(url("status", battle), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    give(cast, move)
    changed = red.get(url("status", battle), headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200 and b"Sent 1" in changed.content


def test_an_open_page_is_told_that_the_move_has_gone_on(cast, battle, move, red):
    close(cast, move)
    page = red.get(url("status", battle), {"at": f"{move.public_id}.movement.open"}).content.decode()
    assert "The move has ended" in page


def test_a_countdown_has_the_servers_time_and_the_close(battle, red):
    page = red.get(url("sheet", battle)).content.decode()
    assert 'data-clock="running"' in page and "data-now=" in page and "data-closes=" in page


def test_the_umpire_views_each_sheet(battle, umpire):
    for side, name in (("red", "Red"), ("blue", "Blue"), ("observer", "an observer")):
        assert f"The sheet of {name}" in umpire.get(url("sheet", battle), {"of": side}).content.decode()


def test_an_observer_sees_the_field_and_may_order_nothing(cast, battle):
    page = client_of(cast.observer).get(url("sheet", battle)).content.decode()
    assert "Blue Guards" in page and "/order/" not in page


def test_the_battles_address_leads_to_desk_or_sheet(battle, red, umpire):
    assert red.get(url("battle", battle))["Location"].endswith("/sheet/")
    assert umpire.get(url("battle", battle))["Location"].endswith("/desk/")


def test_receipts_prove_what_was_in_force_and_are_ones_own_sides_alone(cast, battle, move, red, blue):
    first = give(cast, move)
    second = give(cast, move, order={"order": "stand", "body": "red-foot"}, base=1)
    page = red.get(url("receipts", battle)).content.decode()
    assert page.index(second.number) < page.index(first.number)
    assert second.digest in page and page.count("In force") == 1
    assert first.number not in blue.get(url("receipts", battle)).content.decode()


@pytest.mark.slow
def test_a_battle_that_has_not_begun_has_a_sheet_all_the_same(cast):
    from campaigns.usecases.campaigns.preparation import open_battle

    campaign = builders.a_campaign(cast)
    battle = open_battle(
        by=cast.umpire, campaign=campaign.public_id, name="Later", start=builders.START, now=builders.NOON
    )
    assert not Move.objects.exists()
    red, umpire = client_of(cast.red_foot), client_of(cast.umpire)
    assert "has not begun" in red.get(url("sheet", battle)).content.decode()
    assert "has not begun" in umpire.get(url("desk", battle)).content.decode()
    for name in ("status", "receipts", "reports", "supplies", "points"):
        assert red.get(url(name, battle)).status_code == 200, name
    assert red.get(url("order", battle, "red-foot")).status_code == 404
    assert red.post(url("ready", battle)).status_code == 409


def test_the_plan_shows_what_has_a_place_and_the_words_say_the_same(cast):
    placed = {
        **builders.START,
        "bodies": {
            key: {**body, "at": [24 + 12 * number, 48]}
            for number, (key, body) in enumerate(builders.START["bodies"].items())
        },
    }
    battle = builders.a_battle(cast, start=placed)
    page = client_of(cast.red_foot).get(url("sheet", battle)).content.decode()
    assert "Plan of the positions known to you" in page
    assert re.search("<title>Red Rifles, [^:<]+ men[^:<]*: 2 ft east, 4 ft north, facing north</title>", page)
    assert "2 ft east, 4 ft north, facing north" in page.split('id="h-troops"')[1]


def test_an_observer_has_no_troops_no_enemy_and_no_tour_but_a_table_for_each_side(cast, battle, move, red):
    page = client_of(cast.observer).get(url("sheet", battle)).content.decode()
    assert "Sheet of the observer" in page and "h-red" in page and "h-blue" in page
    assert not any(
        text in page for text in ("Commander’s sheet", "Your troops", "Enemy in sight", "Your first battle?")
    )
    text = client_of(cast.observer).get(url("situation", battle)).content.decode()
    assert "h-red" in text and "h-blue" in text and "Enemy in sight" not in text
    counts = [
        re.findall(r'<h2 id="h-(?:red|blue)">.*?<span class="count">([^<]*)', one, re.DOTALL) for one in (page, text)
    ]
    assert counts[0] == counts[1] and len(counts[0]) == 2, "both count alike"
    assert "Your first battle?" in red.get(url("sheet", battle)).content.decode()


def test_the_sheet_of_a_battle_that_is_over_says_so_and_asks_for_nothing(cast, battle, move, red):
    end_battle(by=cast.umpire, battle=battle.public_id, winner="red", reason="It is late", now=server_time())
    page = red.get(url("sheet", battle)).content.decode()
    assert "This is how it stood at the end" in page
    assert "To be done first" not in page and "Your first battle?" not in page


def test_a_page_that_is_not_there_shows_no_tour(cast, battle, red):
    answer = red.get(url("sheet", battle).replace(battle.public_id, "AAAAAAAAAAAA"))
    assert answer.status_code == 404 and "Your first battle?" not in answer.content.decode()


def test_a_seat_that_is_invited_is_named_and_nobody_is_called_the_last(cast, battle, move, red, blue, umpire):
    guns = Post.objects.filter(user=cast.red_guns, held_until__isnull=True)
    for post in guns:
        dismiss(by=cast.umpire, post=post.public_id, now=server_time())
    invite(
        by=cast.umpire,
        campaign=battle.campaign.public_id,
        kind="commander",
        side="red",
        arm="artillery",
        now=server_time(),
    )
    client_of(cast.red_horse).post(url("ready", battle), {"move": move.public_id, "ready": "yes"})
    page = red.get(url("sheet", battle)).content.decode()
    assert "You are the last" not in page and "Invited, and not here yet: Red Artillery." in page
    assert "Red Artillery" not in blue.get(url("sheet", battle)).content.decode()
    sent = red.post(url("ready", battle), {"move": move.public_id, "ready": "yes"}, follow=True)
    assert "Invited, and not here yet: Red Artillery." in sent.content.decode()
    move.refresh_from_db()
    assert move.close_cause == ""
    desk = umpire.get(url("desk", battle)).content.decode()
    assert "Waiting for orders" in desk or "Invited, and not here yet: Red Artillery." in desk
    asked = umpire.get(url("desk-end-move", battle)).content.decode()
    assert "These seats are invited" in asked and "Red Artillery" in asked
