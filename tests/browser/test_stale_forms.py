"""Old forms in a real browser: another tab, the back button, the next move.  Nothing typed is lost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from campaigns.clock import server_time
from campaigns.models import FactSheet, OrderEntry
from campaigns.usecases.moves.findings import measure, submit_move
from campaigns.usecases.orders.orders import declare_ready, submit_orders
from tests.campaigns import builders, desk_scene
from tests.campaigns.web.conftest import close

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

FOOT = "/b/{}/order/red-foot/"


def chooses(page, order: str, inches: str = "") -> None:
    """An order is chosen in the form, with its inches."""
    page.get_by_role("radio", name=re.compile(f"^{order}")).check()
    if inches:
        page.get_by_label("How far to go, in inches").locator("visible=true").fill(inches)


def test_an_order_from_another_tab_is_not_overwritten_and_neither_is_lost(officers):
    cast = builders.a_cast()
    battle = builders.a_battle(cast)
    foot = officers(cast.red_foot)
    first, second = foot.page, foot.page.context.new_page()
    for page, inches in ((first, "6"), (second, "4")):
        page.goto(foot.site + FOOT.format(battle.public_id))
        chooses(page, "March", inches)
        page.get_by_role("button", name="Check the order").click()
        page.get_by_text("Not sent yet").wait_for()
    first.get_by_role("button", name="Send").click()
    first.get_by_text("Received. Your order is in force.").wait_for()
    second.get_by_role("button", name="Send").click()
    second.get_by_text("Nothing was overwritten").wait_for()
    typed, standing = second.locator(".two-texts .box").all_inner_texts()
    assert "marches 4 in." in typed and "marches 6 in." in standing
    assert [one.reading for one in OrderEntry.objects.all()] == ["Red Rifles marches 6 in."]
    second.get_by_role("button", name="Send mine instead").click()
    second.get_by_text("Received. Your order is in force.").wait_for()
    assert OrderEntry.objects.order_by("-revision").first().reading == "Red Rifles marches 4 in."
    assert OrderEntry.objects.count() == 2


def test_the_back_button_and_a_second_press_of_send_order_nothing_twice(officers):
    cast = builders.a_cast()
    battle = builders.a_battle(cast)
    foot = officers(cast.red_foot)
    page = foot.page
    foot.opens(FOOT.format(battle.public_id))
    chooses(page, "March", "6")
    page.get_by_role("button", name="Check the order").click()
    page.get_by_role("button", name="Send").click()
    foot.reads("Received. Your order is in force.")
    page.go_back()
    foot.reads("This has been sent")
    expect(page.get_by_role("button", name="Send")).to_have_count(0)
    page.go_back()
    page.get_by_role("button", name="Check the order").wait_for()
    assert OrderEntry.objects.count() == 1


def test_the_back_button_from_the_reading_finds_the_form_as_it_was_left(officers):
    cast = builders.a_cast()
    battle = builders.a_battle(cast)
    foot = officers(cast.red_foot)
    page = foot.page
    foot.opens(FOOT.format(battle.public_id))
    chooses(page, "March", "5")
    page.get_by_role("button", name="Check the order").click()
    foot.reads("Not sent yet")
    page.go_back()
    expect(page.get_by_role("radio", name=re.compile("^March"))).to_be_checked()
    field = page.get_by_label("How far to go, in inches").locator("visible=true")
    expect(field).to_have_value("5")
    field.fill("6")
    page.get_by_role("button", name="Check the order").click()
    foot.reads("Red Rifles marches 6 in.")
    page.reload()
    foot.reads("Red Rifles marches 6 in.")


def test_a_form_of_the_last_move_names_the_new_one_and_keeps_what_was_typed(officers):
    cast = builders.a_cast()
    battle = builders.a_battle(cast)
    move = builders.the_move(battle)
    foot = officers(cast.red_foot)
    page = foot.page
    foot.opens(FOOT.format(battle.public_id))
    chooses(page, "March", "6")
    page.get_by_role("button", name="Check the order").click()
    foot.reads("Not sent yet")
    now = server_time()
    close(cast, move)
    measure(by=cast.umpire, move=move.public_id, base_revision=0, orders={}, now=now)
    submit_move(by=cast.umpire, move=move.public_id, now=now)
    page.get_by_role("button", name="Send").click()
    foot.reads("not sent")
    expect(page.locator(".two-texts .box").first).to_contain_text("marches 6 in.")
    expect(page.locator("main")).to_contain_text("Move 2, Blue")
    assert not OrderEntry.objects.exists()


def test_facts_from_another_window_are_not_overwritten_and_what_was_typed_stands_beside_them(officers):
    cast = builders.a_cast()
    battle = builders.a_battle(cast)
    move = builders.the_move(battle)
    charge = {"order": "charge", "body": "red-horse", "target": "blue-foot"}
    submit_orders(
        user=cast.red_horse, move=move.public_id, thing="red-horse", orders=[charge], base_revision=0, key="k", now=server_time()
    )  # fmt: skip
    close(cast, move)
    umpire = officers(cast.umpire)
    page = umpire.page
    umpire.opens(f"/b/{battle.public_id}/desk/")
    page.get_by_label("How many inches from edge to edge").fill("20")
    page.get_by_label("Remark on the measuring").fill("taped twice")
    facts = {"red-horse/0": {"distance": 24}}
    measure(by=cast.umpire, move=move.public_id, base_revision=0, orders=facts, now=server_time())
    page.get_by_role("button", name="Preview the result").click()
    umpire.reads("Saved meanwhile: 24.")
    expect(page.get_by_label("How many inches from edge to edge")).to_have_value("20")
    expect(page.get_by_label("Remark on the measuring")).to_have_value("taped twice")
    assert FactSheet.objects.count() == 1
    page.get_by_role("button", name="Preview the result").click()
    page.wait_for_url("**/desk/#finding")
    assert FactSheet.objects.order_by("-revision").first().orders["red-horse/0"]["distance"] == 20


def test_a_pause_that_is_refused_keeps_its_reason(officers):
    cast = builders.a_cast()
    battle = builders.a_battle(cast)
    umpire = officers(cast.umpire)
    page = umpire.page
    umpire.opens(f"/b/{battle.public_id}/desk/")
    page.get_by_text("Pause, extend or end the move").click()
    page.locator("#extend-min").fill("90")
    page.locator("#extend-why").fill("Supper is late")
    page.get_by_role("button", name="Extend the move").click()
    umpire.reads("at most 15 are allowed")
    expect(page.locator("#extend-why")).to_have_value("Supper is late")
    page.locator("#extend-min").fill("5")
    page.get_by_role("button", name="Extend the move").click()
    umpire.reads("The move has been extended.")


def test_facts_that_are_typed_outlive_a_look_into_the_rulebook_and_are_forgotten_when_sent(officers):
    cast = builders.a_cast()
    battle = builders.a_battle(cast)
    move = builders.the_move(battle)
    charge = {"order": "charge", "body": "red-horse", "target": "blue-foot"}
    submit_orders(
        user=cast.red_horse, move=move.public_id, thing="red-horse", orders=[charge], base_revision=0, key="k", now=server_time()
    )  # fmt: skip
    close(cast, move)
    umpire = officers(cast.umpire)
    page = umpire.page
    desk = f"/b/{battle.public_id}/desk/"
    umpire.opens(desk)
    page.get_by_label("How many inches from edge to edge").fill("20")
    page.get_by_role("link", name="KS-CHARGE-03").first.click()
    page.wait_for_url("**/rulebook/**")
    umpire.opens(desk)
    umpire.reads("What you typed here and did not send is back.")
    expect(page.get_by_label("How many inches from edge to edge")).to_have_value("20")
    page.get_by_role("button", name="Preview the result").click()
    page.wait_for_url("**/desk/#finding")
    umpire.opens(desk)
    expect(page.get_by_label("How many inches from edge to edge")).to_have_value("20")
    expect(page.get_by_text("What you typed here and did not send is back.")).to_have_count(0)
    page.get_by_label("How many inches from edge to edge").fill("24")
    page.reload()
    page.get_by_role("button", name="Discard it").click()
    expect(page.get_by_label("How many inches from edge to edge")).to_have_value("20")
    page.get_by_label("How many inches from edge to edge").fill("30")
    page.locator("#menu > summary").click()
    page.get_by_role("button", name="Log out").click()
    umpire.log_in()
    umpire.opens(desk)
    expect(page.get_by_label("How many inches from edge to edge")).to_have_value("20")


NEWS = """() => new Promise((come) => {
    document.addEventListener("live", () => come(null), { once: true });
    document.dispatchEvent(new CustomEvent("time-called")); })"""


def told_meanwhile(route):
    """The news that the move has ended are on the page before the answer to what was pressed."""
    route.request.frame.evaluate(NEWS)
    route.continue_()


@pytest.mark.parametrize("pressed", [False, True])
def test_the_question_of_the_last_goes_when_the_move_has_ended_and_a_press_too_late_is_answered(officers, pressed):
    """It goes by itself with the news; who presses before that reads why nothing was done.  No page of an error opens."""
    cast = builders.a_cast()
    battle = desk_scene.a_battle(cast)
    move = builders.the_move(battle)
    declare_ready(user=cast.red_foot, move=move.public_id, now=server_time())
    horse = officers(cast.red_horse)
    page = horse.page
    horse.opens(f"/b/{battle.public_id}/sheet/")
    page.locator("#board-foot").get_by_role("button", name="I am ready").click()
    page.get_by_role("heading", name="You are the last").wait_for()
    there = page.url
    close(cast, move)
    if pressed:
        page.route("**/ready/", told_meanwhile)
        page.get_by_role("button", name="I am ready, end the move").click()
        page.locator(".boardpanel .dear").first.wait_for()
        page.wait_for_timeout(300)
        expect(page.locator(".boardpanel .dear").first).to_be_visible()
        expect(page.locator(".boardpanel")).not_to_contain_text("K.S. Form")
    else:
        page.evaluate("document.dispatchEvent(new CustomEvent('time-called'))")
        horse.reads("The move has ended: there is nothing more to answer.")
    expect(page.get_by_role("heading", name="You are the last")).to_have_count(0)
    expect(page.get_by_role("button", name="I am ready, end the move")).to_have_count(0)
    assert page.url == there


def test_of_several_forms_on_a_page_only_the_one_that_was_refused_is_kept_as_it_was_sent(officers):
    cast = builders.a_cast()
    battle = builders.a_battle(cast)
    umpire = officers(cast.umpire)
    page = umpire.page
    arrivals = f"/b/{battle.public_id}/arrivals/"
    is_back = page.get_by_text("What you typed here and did not send is back.")
    umpire.opens(arrivals)
    arrive, depart = page.locator("#f-arrive"), page.locator("#f-depart")
    depart.locator("[name=reason]").fill("They are called home")
    arrive.locator("[name=happens]").select_option("come blue battalion")
    arrive.locator("[name=place]").fill("nowhere")
    arrive.locator("[name=reason]").fill("They come by the road")
    arrive.get_by_role("button", name="Plan the arrival").click()
    page.locator(".refusal").first.wait_for()
    expect(arrive.locator("[name=place]")).to_have_value("nowhere")
    expect(depart.locator("[name=reason]")).to_have_value("They are called home")
    expect(is_back).to_have_count(1)  # of what was not sent
    umpire.opens(arrivals)
    expect(arrive.locator("[name=reason]")).to_have_value("They come by the road")
    expect(depart.locator("[name=happens]")).to_have_value("")
    expect(is_back).to_have_count(2)


def test_what_is_typed_of_seats_invitations_and_sectors_is_back_after_another_page(officers):
    cast = builders.a_cast()
    battle = builders.a_battle(cast)
    umpire = officers(cast.umpire)
    page, campaign = umpire.page, battle.campaign.public_id
    sector = page.locator("form[data-keep^=sector]").first
    for path, field in (
        (f"/c/{campaign}/roster/", page.locator("form[data-keep=seat] [name=user]")),
        (f"/c/{campaign}/invitations/", page.locator("form[data-keep=invite] [name=title]")),
        (f"/c/{campaign}/sectors/", sector.locator("[name=things]")),
    ):  # fmt: skip
        umpire.opens(path)
        field.fill("smythe")
        umpire.opens("/")
        umpire.opens(path)
        expect(field).to_have_value("smythe")
        expect(page.get_by_text("What you typed here and did not send is back.")).to_have_count(1)


def test_what_was_typed_before_and_after_a_form_was_filled_by_a_button_is_back(officers):
    umpire = officers(builders.a_cast().umpire)
    page = umpire.page
    umpire.opens("/c/new/")
    page.get_by_label("Name of the campaign").fill("The evening")
    page.locator("button[name=fill]").nth(1).click()
    umpire.reads("Filled in:")
    filled = page.locator("form[data-keep]").evaluate(
        "(form) => [...new FormData(form)].map(([key, value]) => key + value)"
    )
    page.locator("textarea").first.fill("Hold the bridge.")
    umpire.opens("/")
    umpire.opens("/c/new/")
    umpire.reads("What you typed here and did not send is back.")
    expect(page.get_by_label("Name of the campaign")).to_have_value("The evening")
    expect(page.locator("textarea").first).to_have_value("Hold the bridge.")
    now = page.locator("form[data-keep]").evaluate(
        "(form) => [...new FormData(form)].map(([key, value]) => key + value)"
    )
    own = [page.locator("textarea").first.get_attribute("name"), "csrfmiddlewaretoken"]
    assert [one for one in now if not one.startswith(tuple(own))] == [
        one for one in filled if not one.startswith(tuple(own))
    ]
