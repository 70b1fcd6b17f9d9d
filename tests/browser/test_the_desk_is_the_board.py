"""The umpire's board in a real browser, counted in presses: publish, overrule, move a body, write; and it follows by itself."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns.clock import server_time
from campaigns.models import Dispatch, FactSheet, Move, Ruling
from campaigns.usecases.clock.clock import close_early
from campaigns.usecases.messages.questions import ask_umpire
from campaigns.usecases.moves.moves import close_move
from tests.campaigns import builders, desk_scene

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PATIENCE = 20_000


class Presses:
    """An umpire whose presses are counted; typing is none."""

    def __init__(self, umpire: Any) -> None:
        self.page, self.count = umpire.page, 0

    def press(self, where: Any) -> None:
        """One press on something."""
        where.click(timeout=PATIENCE)
        self.count += 1


def at_the_board(officers: Any, *, closed: bool = True, charge: bool = False) -> Any:
    """An umpire at the board of a battle in which Red has ordered a march, or charges."""
    cast = builders.a_cast()
    battle = desk_scene.a_battle(cast, desk_scene.NEAR if charge else None)
    move = builders.the_move(battle)
    desk_scene.orders(cast, move, who="red_foot")
    if charge:
        desk_scene.orders(cast, move, "red-horse", desk_scene.CHARGE, "red_horse")
    if closed:
        now = server_time()
        close_early(by=cast.umpire, move=move.public_id, now=now)
        close_move(move_id=move.pk, now=now, cause="umpire")
    umpire = officers(cast.umpire)
    umpire.opens(f"/b/{battle.public_id}/desk/")
    expect(umpire.page.locator("[data-map-bar]")).to_be_visible(timeout=PATIENCE)
    return cast, battle, umpire


def at_a_fact(officers: Any) -> Any:
    """An umpire at the board of a battle in which Red has fired, and what the shots did is reported from the floor."""
    cast = builders.a_cast()
    battle = desk_scene.a_battle(cast, options={**desk_scene.OPTIONS, "fire_mode": "reported"})
    move = builders.the_move(battle)
    desk_scene.orders(cast, move, order={"order": "fire-rifles", "body": "red-foot"}, who="red_foot")
    now = server_time()
    close_early(by=cast.umpire, move=move.public_id, now=now)
    close_move(move_id=move.pk, now=now, cause="umpire")
    umpire = officers(cast.umpire)
    umpire.opens(f"/b/{battle.public_id}/desk/")
    expect(umpire.page.locator("[data-map-bar]")).to_be_visible(timeout=PATIENCE)
    return battle, umpire


def block(page: Any, thing: str) -> Any:
    """A block on the map."""
    return page.locator(f'[data-marks] [data-thing="{thing}"]')


def middle(page: Any, thing: str) -> tuple[float, float]:
    """Where a block is on the screen."""
    box = block(page, thing).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_clean_move_is_published_and_the_next_opened_with_one_press(officers):
    _, battle, umpire = at_the_board(officers)
    umpire.reads("Nothing to decide")
    hand = Presses(umpire)
    hand.press(umpire.page.locator("#desk-foot").get_by_role("button", name="Publish and open Blue’s move"))
    umpire.reads("The result is published. Everybody has a report.")
    assert hand.count == 1 and Move.objects.filter(battle=battle).count() == 2


def test_a_body_is_moved_with_a_press_a_release_and_a_reason(officers):
    _, _, umpire = at_the_board(officers)
    page = umpire.page
    page.evaluate("window.stays = true")
    x, y = middle(page, "red-horse")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 30, y - 20, steps=5)
    page.mouse.up()
    reason = page.locator("#d-reason")
    expect(reason).to_be_visible(timeout=PATIENCE)
    reason.fill("The ground was soft")
    page.locator("#desk-chosen").get_by_role("button", name="Save the ruling").click()
    expect(page.locator("#desk-says")).to_contain_text("Red Lancers", timeout=PATIENCE)
    ruling = Ruling.objects.get()
    assert [one["key"] for one in ruling.change["changes"]] == ["at"] and ruling.reason == "The ground was soft"
    page.locator("#desk-chosen").get_by_label("Reason for undoing it").fill("No")
    page.locator("#desk-chosen").get_by_role("button", name="Undo").click()
    expect(page.locator("#desk-chosen .deskruling .stamp").first).to_be_visible(timeout=PATIENCE)
    assert Ruling.objects.filter(kind="restore").exists() and page.evaluate("window.stays")


def test_a_loss_is_overruled_from_its_line_with_three_presses(officers):
    _, _, umpire = at_the_board(officers, charge=True)
    page, hand = umpire.page, Presses(umpire)
    hand.press(page.locator("#desk-strip .deskrule[data-thing=blue-foot]").first)
    field = page.locator("#desk-chosen [name=v-men]")
    expect(field).to_be_focused(timeout=PATIENCE)
    page.keyboard.type("39")
    hand.press(page.locator("#d-reason"))
    page.keyboard.type("They lay down")
    hand.press(page.locator("#desk-chosen").get_by_role("button", name="Save the ruling"))
    expect(page.locator("#desk-says")).to_contain_text("Blue Guards", timeout=PATIENCE)
    assert hand.count == 3
    (change,) = Ruling.objects.get().change["changes"]
    assert (change["thing"], change["key"], change["value"]) == ("blue-foot", "men", 39)


def test_a_ruling_without_a_reason_leads_to_the_field_for_it_with_what_is_wrong_in_sight(officers):
    _, _, umpire = at_the_board(officers, charge=True)
    page = umpire.page
    page.locator("#desk-strip .deskrule[data-thing=blue-foot]").first.click()
    expect(page.locator("#desk-chosen [name=v-men]")).to_be_focused(timeout=PATIENCE)
    page.keyboard.type("39")
    page.locator("#desk-chosen").get_by_role("button", name="Save the ruling").click()
    expect(page.locator("#d-reason")).to_be_focused(timeout=PATIENCE)
    expect(page.locator("#d-reason-error")).to_be_in_viewport(ratio=1)
    hit = "one => { const box = one.getBoundingClientRect(); return document.elementFromPoint(box.x + 5, box.bottom - 3) === one; }"
    assert page.locator("#d-reason-error").evaluate(hit), "it is covered by nothing"
    assert page.locator("#desk-chosen [name=v-men]").input_value() == "39" and not Ruling.objects.exists()


def test_a_message_to_one_commander_takes_two_presses_and_the_text(officers):
    _, battle, umpire = at_the_board(officers, closed=False)
    page, hand = umpire.page, Presses(umpire)
    hand.press(page.locator("#desk-seats").get_by_role("link", name="Red Cavalry").first)
    expect(page.locator("#m-text")).to_be_focused(timeout=PATIENCE)
    page.keyboard.type("Mind the bridge.")
    hand.press(page.locator("#desk-chosen").get_by_role("button", name="Send"))
    expect(page.locator("#desk-says")).to_contain_text("Sent to", timeout=PATIENCE)
    post = battle.campaign.posts.get(kind="commander", side__key="red", arm="cavalry").public_id
    assert hand.count == 2 and Dispatch.objects.get().to == [post]


def test_a_line_leads_to_the_map_and_a_block_to_its_panel(officers):
    _, _, umpire = at_the_board(officers)
    page = umpire.page
    block(page, "blue-foot").click(timeout=PATIENCE)
    expect(page.locator("#desk-chosen")).to_contain_text("Blue Guards", timeout=PATIENCE)
    page.keyboard.press("Escape")
    expect(page.locator("#desk-chosen")).to_be_hidden()
    page.get_by_text("March: 1 as ordered").click()
    page.locator(".deskline [data-goes]").first.click()
    assert page.evaluate("document.querySelector('figure.plan').map.chosen()") == "red-foot"
    assert page.url.endswith("/desk/"), "no page was loaded"


def test_an_order_is_on_the_umpires_map_by_itself_and_a_body_is_put_down(officers):
    cast, battle, umpire = at_the_board(officers, closed=False)
    page, move = umpire.page, builders.the_move(battle)
    expect(page.locator("#plan-orders [data-of^='red-foot/']")).to_have_count(1)
    charge = {"order": "march", "body": "red-horse", "path": [[130, 30]]}
    desk_scene.orders(cast, move, "red-horse", charge, "red_horse")
    expect(page.locator("#plan-orders [data-of^='red-horse/']")).to_have_count(1, timeout=PATIENCE)
    now = server_time()
    close_early(by=cast.umpire, move=move.public_id, now=now)
    close_move(move_id=move.pk, now=now, cause="umpire")
    page.locator("#desk-foot").get_by_role("link", name="Add a body").click(timeout=PATIENCE)
    page.locator("#desk-chosen [name=template]").first.check(timeout=PATIENCE)
    box = page.locator("#plan .pan").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.75, box["y"] + box["height"] * 0.5)
    expect(page.locator("#add-at")).not_to_have_value("", timeout=PATIENCE)
    page.locator("#d-reason").fill("The reserve came up")
    page.get_by_role("button", name="Put it down").click()
    expect(page.locator("#desk-says")).to_contain_text("put down", timeout=PATIENCE)
    assert "add" in Ruling.objects.get().change["changes"][0]


def test_the_board_fits_in_the_window_and_speaks_german(officers):
    """No console message in either language is asked by the officers' fixture."""
    _, _, umpire = at_the_board(officers)
    page = umpire.page
    umpire.fits("desk as a board")
    box = page.locator("#desk-foot").bounding_box()
    assert box["y"] + box["height"] <= page.viewport_size["height"] + 1, "the bar at the foot is in the window"
    page.context.set_extra_http_headers({"Accept-Language": "de"})
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("[data-map-bar]")).to_be_visible(timeout=PATIENCE)
    umpire.fits("desk as a board, in German")
    block(page, "red-foot").click(timeout=PATIENCE)
    expect(page.locator("#desk-chosen")).to_contain_text("Red Rifles", timeout=PATIENCE)


def test_what_is_published_by_itself_says_when_and_waits_for_whoever_wants_to_look(officers):
    cast = builders.a_cast()
    battle = desk_scene.a_battle(cast, publish_minutes=5)
    move = builders.the_move(battle)
    now = server_time()
    close_early(by=cast.umpire, move=move.public_id, now=now)
    close_move(move_id=move.pk, now=now, cause="umpire")
    umpire = officers(cast.umpire)
    umpire.opens(f"/b/{battle.public_id}/desk/")
    umpire.reads("unless you object.")
    umpire.fits("the desk")
    hand = Presses(umpire)
    hand.press(umpire.page.locator("#desk-strip").get_by_role("button", name="Wait, I want to look"))
    umpire.reads("It waits for you, and is not published by itself.")
    move.refresh_from_db()
    assert hand.count == 1 and move.publishes_at is None and move.stopped_at is not None
    hand.press(umpire.page.locator("#desk-strip").get_by_role("button", name="Let it be published by itself"))
    umpire.reads("unless you object.")


def test_a_fact_is_measured_beside_the_map_and_its_line_is_gone(officers):
    battle, umpire = at_a_fact(officers)
    page, hand = umpire.page, Presses(umpire)
    page.evaluate("window.stays = true")
    hand.press(page.locator("#desk-strip .deskline.stops").get_by_role("link", name="Measure"))
    panel = page.locator("#desk-chosen")
    expect(panel).to_contain_text("Who was knocked down by each rifle shot of Red Rifles?", timeout=PATIENCE)
    umpire.fits("the desk with a fact")
    assert page.evaluate("document.querySelector('figure.plan').map.chosen()") == "red-foot"
    hand.press(panel.get_by_label("A shot that you leave empty knocked nobody down"))
    hand.press(panel.get_by_role("button", name="Save"))
    expect(page.locator("#desk-says")).to_contain_text("Saved: Red Rifles.", timeout=PATIENCE)
    expect(page.locator("#h-strip")).to_have_text("Nothing to decide", timeout=PATIENCE)
    assert hand.count == 3 and page.evaluate("window.stays"), "no page was loaded"
    assert FactSheet.objects.get(move__battle=battle).parts == [["red-foot/0", "shots", ""]]


def test_whoever_asks_by_keys_for_a_fact_of_several_fields_has_the_keyboard_in_the_first_of_them(officers):
    _, umpire = at_a_fact(officers)
    page = umpire.page
    page.locator("#desk-strip .deskline.stops").get_by_role("link", name="Measure").press("Enter")
    page.locator("#desk-chosen fieldset.fact").wait_for()
    page.wait_for_function("() => document.activeElement.closest('#desk-chosen fieldset.fact')")
    assert page.evaluate("document.activeElement.matches('input:not([type=hidden]), select')")
    top = page.evaluate("document.activeElement.getBoundingClientRect().top")
    assert 0 < top < page.viewport_size["height"]


def test_what_was_measured_beside_the_map_and_not_saved_is_there_again_after_another_page(officers):
    """The same fact has a form further down, which leads to the preview."""
    _, umpire = at_a_fact(officers)
    page, measure = umpire.page, umpire.page.locator("#desk-strip .deskline.stops").get_by_role("link", name="Measure")
    typed = page.locator("#desk-chosen .facts input[inputmode=numeric]").first
    measure.click()
    typed.fill("1")
    page.reload()
    measure.click()
    expect(typed).to_have_value("1", timeout=PATIENCE)
    expect(page.locator("#desk-chosen")).to_contain_text("What you typed here and did not send is back.")


def test_a_question_is_answered_beside_the_map(officers):
    cast, battle, umpire = at_the_board(officers, closed=False)
    ask_umpire(by=cast.red_foot, battle=battle.public_id, text="May they swim?", key="q", now=server_time())
    page, hand = umpire.page, Presses(umpire)
    hand.press(page.locator("#desk-strip").get_by_role("link", name="Answer"))
    expect(page.locator("#a-text")).to_be_focused(timeout=PATIENCE)
    page.keyboard.type("No.")
    hand.press(page.locator("#desk-chosen").get_by_role("button", name="Answer"))
    expect(page.locator("#desk-says")).to_contain_text("Answer sent.", timeout=PATIENCE)
    assert hand.count == 2 and Dispatch.objects.get(answers__isnull=False).text == "No."


@pytest.mark.parametrize("officers", [1440], indirect=True)
def test_what_is_refused_beside_the_map_looks_refused_and_what_is_done_looks_done(officers):
    """Also where the log-in has run out meanwhile: then nothing is done, and what was typed is still there."""
    _, battle, umpire = at_the_board(officers, closed=False)
    page, says = umpire.page, umpire.page.locator("#desk-says")

    def extended(minutes: str) -> None:
        page.locator("#desk-chosen").get_by_label("Extra minutes").fill(minutes)
        page.locator("#desk-chosen form[action*=extend]").get_by_label("Reason").fill("The lamp went out.")
        page.locator("#desk-chosen").get_by_role("button", name="Extend the move").click()

    page.locator(f'#desk-foot a[href="/b/{battle.public_id}/desk/clock/"]').click()
    extended("9000")
    expect(says).to_contain_text("at most", timeout=PATIENCE)
    expect(says).to_have_class("refusal")
    expect(says).to_have_role("alert")
    extended("1")
    expect(says).to_have_text("The move has been extended.", timeout=PATIENCE)
    expect(says).to_have_class("told")
    expect(says).to_have_role("status")

    page.locator(f'#desk-foot a[href="/b/{battle.public_id}/desk/clock/"]').click()
    page.context.clear_cookies(name="sessionid")
    extended("2")
    expect(says).to_have_class("refusal", timeout=PATIENCE)
    expect(page.locator("#desk-chosen").get_by_label("Extra minutes")).to_have_value("2")
