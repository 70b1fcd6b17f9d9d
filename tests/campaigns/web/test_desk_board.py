"""The umpire's desk as a board: the map of both sides, the strip of what is doubtful, the panel of a body."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from campaigns.clock import break_minutes, server_time
from campaigns.models import Campaign, Dispatch, Move, OrderEntry, Ruling
from campaigns.usecases.messages.questions import ask_umpire
from tests.campaigns import builders, desk_scene
from tests.campaigns.web.conftest import client_of, close, url

ALONE = {"X-Board": "1"}
"""The header with which the script asks for a part alone."""


@pytest.fixture
def on_the_map(cast):
    """A battle on the map."""
    return desk_scene.a_battle(cast)


@pytest.fixture
def marched(cast, on_the_map):
    """One march, as it was ordered, in a move that is closed."""
    move = builders.the_move(on_the_map)
    desk_scene.orders(cast, move, who="red_foot")
    return close(cast, move)


def strip_of(page: str) -> str:
    """The strip of a desk's page."""
    return page.split('id="desk-strip"')[1].split("</section>")[0]


def foot_of(page: str) -> str:
    """The bar at its foot."""
    return page.split('id="desk-foot"')[1].split('<div class="boardbelow"')[0]


def test_the_desk_draws_both_sides_and_the_orders_in_force(cast, on_the_map, umpire):
    move = builders.the_move(on_the_map)
    before = umpire.get(url("desk", on_the_map)).content.decode()
    assert 'data-thing="red-foot"' in before and 'data-thing="blue-foot"' in before
    assert 'data-kind="march"' not in before
    desk_scene.orders(cast, move, who="red_foot")
    page = umpire.get(url("desk", on_the_map)).content.decode()
    orders = page.split('id="plan-orders"')[1].split('id="plan-drafts"')[0]
    assert 'data-kind="march"' in orders and 'data-of="red-foot/0"' in orders


def test_what_went_as_ordered_is_folded_and_nothing_is_to_be_decided(marched, on_the_map, umpire):
    page = umpire.get(url("desk", on_the_map)).content.decode()
    strip = strip_of(page)
    assert "Nothing to decide" in strip and "March: 1 as ordered" in strip
    assert "Publish and open Blue’s move" in foot_of(page)


def test_where_a_break_follows_the_button_says_how_long_and_not_that_the_move_opens(cast, umpire):
    battle = desk_scene.a_battle(cast, interval_minutes=5)
    close(cast, builders.the_move(battle))
    foot = foot_of(umpire.get(url("desk", battle)).content.decode())
    assert "Publish: Blue’s move opens in 5 min" in foot and "Publish and open" not in foot


def test_no_break_follows_where_moves_go_by_a_deadline_or_at_a_board():
    assert break_minutes(Campaign(book="kriegspiel", interval_minutes=5)) == 5
    assert break_minutes(Campaign(book="kriegspiel", interval_minutes=5, clock_mode="deadline")) == 0
    assert break_minutes(Campaign(book="war-chess", interval_minutes=5)) == 0


def test_each_order_below_the_desk_bears_the_sign_of_its_side_and_says_it(cast, on_the_map, umpire):
    move = builders.the_move(on_the_map)
    desk_scene.orders(cast, move, who="red_foot")
    of_red = r'<span class="side side-red"><svg[^§]*?</svg> </span> <span class="unseen">Red </span>\s*'
    page = umpire.get(url("desk", on_the_map)).content.decode()
    below = page.split('id="h-orders"')[1]
    assert re.search(of_red + "<strong>Red Rifles</strong>: march", below), "in the sequence of resolution"
    assert re.search(of_red + "Red Rifles <span", below), "and among all orders of the move"
    entry = OrderEntry.objects.get(move=move)
    press = {"move": move.public_id, "reason": "Which ford?", "clause": "", "act": "return"}
    assert umpire.post(url("return-order", on_the_map, entry.public_id), press).status_code == 302
    held = umpire.get(url("desk", on_the_map)).content.decode().split('id="held"')[1]
    assert re.search(of_red + "<strong>Red Rifles</strong>", held), "and where it was returned"


def test_a_question_is_doubtful(cast, on_the_map, umpire):
    ask_umpire(by=cast.red_foot, battle=on_the_map.public_id, text="May they swim?", key="q", now=server_time())
    strip = strip_of(umpire.get(url("desk", on_the_map)).content.decode())
    assert "To decide (1)" in strip and "“May they swim?”" in strip and "#q-" in strip


def test_the_panel_of_a_body_has_its_values_only_where_they_may_be_ruled_on(cast, on_the_map, umpire):
    address = url("desk-body", on_the_map, "red-foot")
    page = umpire.get(address, headers=ALONE).content.decode()
    assert "Red Rifles" in page and 'name="v-men"' not in page and "<html" not in page
    assert "Write to its commander" in page
    close(cast, builders.the_move(on_the_map))
    assert 'name="v-men"' in umpire.get(address, headers=ALONE).content.decode()
    assert "<html" in umpire.get(address).content.decode()


def test_a_body_that_was_dragged_comes_with_its_new_place_in_the_form(marched, on_the_map, umpire):
    page = umpire.get(url("desk-body", on_the_map, "red-foot") + "?at=70.02,50", headers=ALONE).content.decode()
    assert 'value="70 50"' in page
    assert 'value="60 46"' in umpire.get(url("desk-body", on_the_map, "red-foot"), headers=ALONE).content.decode()


def ruled(client, battle, move, thing="red-foot", **typed):
    """A ruling on Red's Rifles, or another, from the panel: what is not typed stays as it is."""
    body = {"move": move.public_id, "reason": "They stood in the wood", **typed}
    return client.post(url("desk-body", battle, thing), body, headers=ALONE)


def test_a_body_is_moved_by_a_ruling_that_is_drawn_and_can_be_undone(marched, on_the_map, umpire):
    answer = ruled(umpire, on_the_map, marched, **{"v-at": "70 50"})
    assert answer.status_code == 201 and "Red Rifles" in answer.content.decode()
    ruling = Ruling.objects.get()
    assert [(one["key"], one["value"]) for one in ruling.change["changes"]] == [("at", [70, 50])]
    page = umpire.get(url("desk-body", on_the_map, "red-foot"), headers=ALONE).content.decode()
    assert "They stood in the wood" in page and url("restore", on_the_map, ruling.public_id) in page
    umpire.post(url("restore", on_the_map, ruling.public_id), {"reason": "No"})
    assert 'value="60 46"' in umpire.get(url("desk-body", on_the_map, "red-foot"), headers=ALONE).content.decode()


def test_a_ruling_without_a_reason_is_refused_beside_its_field_and_keeps_what_was_typed(marched, on_the_map, umpire):
    answer = ruled(umpire, on_the_map, marched, **{"v-at": "70 50", "reason": ""})
    page = answer.content.decode()
    assert answer.status_code == 400 and 'value="70 50"' in page and "d-reason-error" in page
    assert not Ruling.objects.exists()


def test_a_reason_from_the_list_is_enough(marched, on_the_map, umpire):
    answer = ruled(
        umpire, on_the_map, marched, **{"v-men": "30", "reason": "", "reason-listed": "The umpire saw it so"}
    )
    assert answer.status_code == 201 and Ruling.objects.get().reason == "The umpire saw it so"


def test_a_number_that_may_be_a_slip_is_asked_about_once(marched, on_the_map, umpire):
    answer = ruled(umpire, on_the_map, marched, **{"v-men": "400"})
    assert answer.status_code == 409 and 'name="sure"' in answer.content.decode()
    assert ruled(umpire, on_the_map, marched, **{"v-men": "400", "sure": "on"}).status_code == 201


def test_a_body_is_taken_away_and_another_put_down(marched, on_the_map, umpire):
    assert ruled(umpire, on_the_map, marched, act="remove").status_code == 201
    page = umpire.get(url("desk", on_the_map)).content.decode()
    assert 'data-thing="red-foot"' not in page.split('id="plan"')[1].split("</figure>")[0]
    form = umpire.get(url("desk-add", on_the_map), headers=ALONE).content.decode()
    assert 'value="company"' in form
    typed = {"move": marched.public_id, "template": "company", "side": "blue", "at": "30 30", "reason": "The reserve"}
    assert umpire.post(url("desk-add", on_the_map), typed, headers=ALONE).status_code == 201
    assert "blue-company" in umpire.get(url("desk", on_the_map)).content.decode()


def test_nothing_is_put_down_where_no_kind_is_chosen(marched, on_the_map, umpire):
    typed = {"move": marched.public_id, "side": "blue", "at": "30 30", "reason": "The reserve"}
    answer = umpire.post(url("desk-add", on_the_map), typed, headers=ALONE)
    assert answer.status_code == 400 and not Ruling.objects.exists()


def test_a_message_goes_to_the_commander_of_a_body(cast, on_the_map, umpire):
    form = umpire.get(url("desk-message", on_the_map) + "?thing=red-horse", headers=ALONE).content.decode()
    post = on_the_map.campaign.posts.get(kind="commander", side__key="red", arm="cavalry").public_id
    assert f'value="{post}" checked' in form
    typed = {"text": "Halt.", "whom": "posts", "to": [post], "key": "one"}
    assert umpire.post(url("desk-message", on_the_map), typed, headers=ALONE).status_code == 201
    assert Dispatch.objects.get().to == [post]


def test_a_move_is_not_ended_before_it_is_said_who_is_missing(cast, on_the_map, umpire):
    """Twin: where everybody has sent orders it ends with one press."""
    page = umpire.get(url("desk", on_the_map)).content.decode()
    assert url("desk-end-move", on_the_map) in foot_of(page)
    asked = umpire.get(url("desk-end-move", on_the_map)).content.decode()
    assert "These seats have sent nothing" in asked and "Red Cavalry" in asked
    move = builders.the_move(on_the_map)
    desk_scene.orders(cast, move, who="red_foot")
    horse = {"order": "march", "body": "red-horse", "path": [[130, 26]]}
    desk_scene.orders(cast, move, "red-horse", horse, "red_horse")
    page = umpire.get(url("desk", on_the_map)).content.decode()
    assert url("desk-end-move", on_the_map) not in foot_of(page) and 'form="end-form"' in foot_of(page)


def test_bodies_that_nobody_can_order_are_named_before_a_move_ends(cast, on_the_map, umpire):
    on_the_map.campaign.posts.filter(side__key="red", arm="cavalry").update(held_until=server_time())
    asked = umpire.get(url("desk-end-move", on_the_map)).content.decode()
    assert "Nobody holds a seat that can order these" in asked and "Red Lancers" in asked


@pytest.mark.parametrize(
    "name", ["desk-bodies", "desk-add", "desk-clauses", "desk-message", "desk-fact", "desk-end-move", "desk-clock"]
)
def test_nobody_but_the_umpire_opens_a_panel_of_the_desk(on_the_map, red, stranger, name):
    assert red.get(url(name, on_the_map)).status_code == 403
    assert stranger.get(url(name, on_the_map)).status_code == 404


def test_a_commander_never_gets_the_desks_layers(cast, marched, on_the_map, red):
    """The body's panel is refused, and neither side's sheet shows what the other ordered or what would happen."""
    assert red.get(url("desk-body", on_the_map, "blue-foot")).status_code == 403
    blue = client_of(cast.blue_general)
    for client in (red, blue):
        page = client.get(url("sheet", on_the_map)).content.decode()
        assert "desk_board" not in page and "data-desk-board" not in page
    assert "data-of=" not in blue.get(url("sheet", on_the_map)).content.decode()


def test_the_desk_and_its_panels_take_at_most_twelve_queries(
    marched, on_the_map, umpire, django_assert_max_num_queries
):
    umpire.get(url("desk", on_the_map))  # which notes that the umpire is there
    for address in (
        url("desk", on_the_map),
        url("desk-body", on_the_map, "red-foot"),
        url("desk-add", on_the_map),
        url("desk-message", on_the_map),
        url("desk-end-move", on_the_map),
        url("desk-clock", on_the_map),
        url("preview", on_the_map),
    ):
        with django_assert_max_num_queries(12, info=address):
            assert umpire.get(address, headers=ALONE).status_code == 200


def test_a_clause_is_found_by_words(on_the_map, umpire):
    found = umpire.get(url("desk-clauses", on_the_map) + "?q=charge").json()
    assert any(one["number"].startswith("KS-CHARGE") for one in found)
    assert umpire.get(url("desk-clauses", on_the_map)).json()[0]["number"] == "house rule"


def test_one_press_publishes_and_opens_the_next_move(marched, on_the_map, umpire):
    page = umpire.get(url("desk", on_the_map)).content.decode()
    assert 'form="submit-form"' in foot_of(page) and 'id="submit-form"' in page
    umpire.post(reverse("submit-move", args=[on_the_map.public_id]), {"move": marched.public_id})
    assert Move.objects.filter(battle=on_the_map).count() == 2


def test_what_a_charge_cost_is_a_line_that_leads_to_its_sum_and_to_a_ruling(cast, umpire):
    battle = desk_scene.a_battle(cast, desk_scene.NEAR)
    move = builders.the_move(battle)
    desk_scene.orders(cast, move, "red-horse", desk_scene.CHARGE, "red_horse")
    close(cast, move)
    page = umpire.get(url("desk", battle)).content.decode()
    strip = strip_of(page)
    assert "What it cost" in strip and "rule …" in strip
    row = strip.split('href="#event-')[1].split('"')[0]
    assert f'id="event-{row}"' in page
    assert 'data-kind="loss"' in page.split('id="plan-happened"')[1].split('id="plan-orders"')[0]
    assert 'data-kind="loss"' in umpire.get(url("preview", battle)).content.decode(), "the preview has the map too"


# -- what the umpire ruled is shown as ruled ---------------------------------------------------------


@pytest.fixture
def charged(cast):
    """A charge in a move that is closed."""
    battle = desk_scene.a_battle(cast, desk_scene.NEAR)
    move = builders.the_move(battle)
    desk_scene.orders(cast, move, "red-horse", desk_scene.CHARGE, "red_horse")
    close(cast, move)
    return battle, move


def losses_drawn(page: str) -> list[str]:
    """The figures of losses on a map."""
    happened = page.split('id="plan-happened"')[1].split("</svg>")[0]
    return re.findall(r'<text class="figure"[^>]*>(−[^<]*)</text>', happened)


def test_a_loss_that_was_ruled_on_is_shown_as_it_was_ruled(charged, umpire):
    battle, move = charged
    before = umpire.get(url("desk", battle)).content.decode()
    assert losses_drawn(before) and not any("*" in one for one in losses_drawn(before))
    thing, name = re.search(r'data-thing="([^"]+)">([^<]*) −\d+: rule', strip_of(before)).groups()
    body = umpire.get(url("desk-body", battle, thing), headers=ALONE).content.decode()
    men = re.search(r'name="v-men" value="(\d+)"', body)
    was = re.search(r"(\d+) before the move", body.split('for="v-men"')[1].split("</label>")[0])
    press = {"move": move.public_id, "reason": "The umpire saw it so", "v-men": str(int(men[1]) + 1)}
    assert umpire.post(url("desk-body", battle, thing), press, headers=ALONE).status_code == 201
    lost = int(was[1]) - int(men[1]) - 1
    page = umpire.get(url("desk", battle)).content.decode()
    assert f"{name} −{lost} as you ruled: rule" in strip_of(page)
    assert f"−{lost}*" in losses_drawn(page) and f"(−{lost} in all)" in page
    assert f"−{lost}*" in losses_drawn(umpire.get(url("preview", battle)).content.decode())
    umpire.post(reverse("submit-move", args=[battle.public_id]), {"move": move.public_id})
    report = umpire.get(reverse("report", args=[battle.public_id, 1]) + "?of=red").content.decode()
    assert f"−{lost}*" in losses_drawn(report) and f"(−{lost} in all)" in report


def test_a_body_that_was_ruled_elsewhere_does_not_march_as_ordered(marched, on_the_map, umpire):
    ruled(umpire, on_the_map, marched, **{"v-at": "70 50"})
    strip = strip_of(umpire.get(url("desk", on_the_map)).content.decode())
    assert "March: 1 as you ruled" in strip and "as ordered" not in strip


def test_a_ruling_is_undone_on_the_strip_and_that_is_said(marched, on_the_map, umpire):
    ruled(umpire, on_the_map, marched, **{"v-at": "70 50"})
    ruling = Ruling.objects.get()
    undo = url("restore", on_the_map, ruling.public_id)
    strip = strip_of(umpire.get(url("desk", on_the_map)).content.decode())
    assert undo in strip and url("preview", on_the_map) in strip
    answer = umpire.post(undo, {"reason": "It was a mistake"}, headers=ALONE)
    assert answer.status_code == 201 and answer.content.decode() == "The ruling is undone."
    assert undo not in strip_of(umpire.get(url("desk", on_the_map)).content.decode())


def test_the_preview_draws_bodies_where_they_end(marched, on_the_map, umpire):
    """Twin: the desk draws them where the move began."""
    desk, preview = (umpire.get(url(name, on_the_map)).content.decode() for name in ("desk", "preview"))

    at = re.compile(
        r'<[^>]*data-thing="red-foot"[^>]*transform="([^"]*)"|<[^>]*transform="([^"]*)"[^>]*data-thing="red-foot"'
    )
    assert at.search(desk)[0] != at.search(preview)[0]
    assert 'data-kind="march"' in desk.split('id="plan-orders"')[1]


def test_a_body_that_was_taken_away_has_no_form_any_more(marched, on_the_map, umpire):
    assert ruled(umpire, on_the_map, marched, act="remove").status_code == 201
    panel = umpire.get(url("desk-body", on_the_map, "red-foot"), headers=ALONE).content.decode()
    assert "It is no longer there" in panel and "data-at" not in panel and 'value="remove"' not in panel
    assert url("restore", on_the_map, Ruling.objects.get().public_id) in panel, "but it can be undone"


# -- publishing by itself ----------------------------------------------------------------------------


def test_publishing_by_itself_is_set_on_the_desk_while_the_battle_runs(marched, on_the_map, umpire):
    """Twin: what is no number is refused, and nothing is set."""
    press = url("clock", on_the_map, "by-itself")
    assert "data-holds" not in umpire.get(url("desk", on_the_map)).content.decode()
    assert umpire.post(press, {"minutes": "soon"}).status_code == 400
    on_the_map.campaign.refresh_from_db()
    assert on_the_map.campaign.publish_minutes is None
    assert umpire.post(press, {"minutes": "7"}).status_code == 302
    page = umpire.get(url("desk", on_the_map)).content.decode()
    assert "Results by themselves after 7 minutes" in page and "unless you object" in strip_of(page)
    assert "data-holds" in strip_of(page), "a form in hand presses that button"
    overrule = umpire.get(url("overrule", on_the_map) + "?thing=red-foot").content.decode()
    assert "data-holds" in overrule and "data-holding" in overrule
    assert umpire.post(press, {"minutes": ""}).status_code == 302
    assert "unless you object" not in umpire.get(url("desk", on_the_map)).content.decode()


def test_nobody_else_sets_when_results_are_published(marched, on_the_map, red):
    assert red.post(url("clock", on_the_map, "by-itself"), {"minutes": "7"}).status_code == 403
    on_the_map.campaign.refresh_from_db()
    assert on_the_map.campaign.publish_minutes is None


def test_the_page_that_holds_it_back_is_told_that_it_waits(marched, on_the_map, umpire):
    umpire.post(url("clock", on_the_map, "by-itself"), {"minutes": "7"})
    answer = umpire.post(url("clock", on_the_map, "wait"), {"move": marched.public_id}, headers=ALONE)
    assert answer.status_code == 201 and "waits for you" in answer.content.decode()
    assert "you want to look" in strip_of(umpire.get(url("desk", on_the_map)).content.decode())


def test_a_ruling_that_comes_too_late_keeps_its_reason(marched, on_the_map, umpire):
    umpire.post(reverse("submit-move", args=[on_the_map.public_id]), {"move": marched.public_id})
    answer = ruled(umpire, on_the_map, marched, **{"v-at": "70 50"})
    assert answer.status_code == 409 and "You had typed: They stood in the wood" in answer.content.decode()


def test_the_dead_of_a_mine_are_under_what_it_cost_and_can_be_ruled_on(cast, umpire):
    """Twin: beside the mine nothing is lost, and nothing stands there."""
    mined = {**desk_scene.START, "mines": {"blue-mine": {"side": "blue", "at": [60, 44]}}}
    battle = desk_scene.a_battle(cast, mined)
    move = builders.the_move(battle)
    desk_scene.orders(cast, move, who="red_foot")
    close(cast, move)
    strip = strip_of(umpire.get(url("desk", battle)).content.decode())
    (lost,) = re.findall(r'data-thing="red-foot">Red Rifles −(\d+): rule', strip.split("What it cost")[1])
    assert int(lost) > 1 and 'data-thing="blue-mine"' in strip
    assert umpire.get(url("desk-body", battle, "blue-mine"), headers=ALONE).status_code == 200


def test_a_march_over_bare_ground_cost_nothing(marched, on_the_map, umpire):
    assert "What it cost" not in strip_of(umpire.get(url("desk", on_the_map)).content.decode())


def test_in_the_break_the_board_says_so_and_its_foot_opens_the_move_or_pauses(cast, umpire):
    """Twin: while the move runs it waits for orders, and its foot pauses and extends."""
    battle = desk_scene.a_battle(cast, interval_minutes=5)
    page = umpire.get(url("desk", battle)).content.decode()
    assert "Waiting for orders" in strip_of(page)
    assert "Pause or extend" in foot_of(page) and "Open the move now" not in foot_of(page)
    first = close(cast, builders.the_move(battle))
    umpire.post(url("submit-move", battle), {"move": first.public_id})
    page = umpire.get(url("desk", battle)).content.decode()
    assert "Break between moves" in strip_of(page) and "Blue’s move opens at" in strip_of(page)
    assert "Waiting for orders" not in page and "No orders yet" not in page
    assert url("clock", battle, "open") in foot_of(page) and "Pause or extend" in foot_of(page)


def test_the_panel_of_the_clock_pauses_and_extends_and_says_what_was_refused(on_the_map, umpire):
    panel = umpire.get(url("desk-clock", on_the_map), headers=ALONE).content.decode()
    assert "Pause the clock" in panel and "Extend the move" in panel and "<html" not in panel
    key = re.search(r'name="key" value="([^"]+)"', panel)[1]
    move = builders.the_move(on_the_map)
    typed = {"move": move.public_id, "minutes": "5", "reason": "Tea", "key": key}
    assert umpire.post(url("clock", on_the_map, "extend"), {**typed, "minutes": "x"}, headers=ALONE).status_code == 400
    assert umpire.post(url("clock", on_the_map, "extend"), typed, headers=ALONE).status_code == 201
    assert umpire.post(url("clock", on_the_map, "pause"), typed, headers=ALONE).status_code == 201
    move.refresh_from_db()
    assert (move.extended_minutes, move.paused_reason) == (5, "Tea")
    assert "Restart the clock" in umpire.get(url("desk-clock", on_the_map), headers=ALONE).content.decode()


def test_the_panel_of_horse_offers_its_horses_with_its_men(marched, on_the_map, umpire):
    """Twin: the panel of foot has none, and a tick leaves the horses as they are."""
    page = umpire.get(url("desk-body", on_the_map, "red-horse")).content.decode()
    assert "As many go with the men, unless you set another number here." in page
    assert "As many go" not in umpire.get(url("desk-body", on_the_map, "red-foot")).content.decode()
    ruled(umpire, on_the_map, marched, thing="red-horse", **{"v-men": "25"})
    ruled(umpire, on_the_map, marched, thing="red-horse", **{"v-men": "20", "v-horses-kept": "on"})
    made = [row.change["changes"] for row in Ruling.objects.order_by("pk")]
    values = [{one["key"]: one["value"] for one in changes} for changes in made]
    assert values == [{"men": 25, "horses": 25}, {"men": 20, "horses": 25}]
