"""While the umpire has a form of the desk in hand nothing is published by itself, and what a press on the map means is its form's."""

from __future__ import annotations

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from campaigns.clock import server_time
from campaigns.models import Move, Ruling
from campaigns.usecases.clock.publication_minutes import set_publication
from campaigns.usecases.moves.submission import submit_move
from campaigns.usecases.moves.undisputed import publish_undisputed
from tests.browser.test_the_desk_is_the_board import PATIENCE, at_the_board, block

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def published_in_five_minutes(officers):
    """An umpire at the board of a closed move that is published by itself."""
    cast, battle, umpire = at_the_board(officers)
    set_publication(by=cast.umpire, battle=battle.public_id, minutes=5, now=server_time())
    umpire.page.reload()
    expect(umpire.page.locator("#desk-strip")).to_contain_text("unless you object", timeout=PATIENCE)
    return cast, battle, umpire


def test_typing_a_ruling_holds_the_result_back_and_says_so(officers):
    cast, battle, umpire = published_in_five_minutes(officers)
    page, move = umpire.page, Move.objects.get(battle=battle)
    block(page, "red-foot").click(timeout=PATIENCE)
    expect(page.locator("#d-reason")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#desk-strip")).to_contain_text("unless you object")  # to look at a body holds nothing back
    page.locator("#d-reason").press_sequentially("They stood")
    expect(page.locator("#desk-strip")).to_contain_text("Not published by itself", timeout=PATIENCE)
    expect(page.locator("#d-reason")).to_have_value("They stood")
    assert not publish_undisputed(move_id=move.pk, now=server_time() + timedelta(minutes=9))
    submit_move(by=cast.umpire, move=move.public_id, now=server_time())  # another umpire publishes meanwhile
    page.locator("#d-reason").press_sequentially(" in the wood")
    page.locator("#desk-chosen [value=rule]").click(timeout=PATIENCE)
    expect(page.locator("#desk-says")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#d-reason")).to_have_value("They stood in the wood")
    assert not Ruling.objects.exists()


def test_the_button_of_the_panel_is_in_sight_and_a_press_on_a_body_is_the_place(officers):
    _, _, umpire = at_the_board(officers)
    page = umpire.page
    page.locator("#desk-foot").get_by_text("Add a body").click(timeout=PATIENCE)
    button = page.locator("#desk-chosen .deskacts button")
    expect(button).to_be_in_viewport(timeout=PATIENCE)
    block(page, "red-foot").click(timeout=PATIENCE)
    expect(page.locator("#add-at")).not_to_have_value("", timeout=PATIENCE)
    expect(page.locator("[data-adding]")).to_have_count(1)
    page.locator("[name=template]").first.check(force=True)
    page.locator("#d-reason").fill("Reinforcements")
    field, foot = page.locator("#d-reason").bounding_box(), button.bounding_box()
    assert field["y"] + field["height"] <= foot["y"], "the field in use does not lie under the button"
    button.click(timeout=PATIENCE)
    expect(page.locator("#desk-says")).to_be_in_viewport(timeout=PATIENCE)
    page.locator(".deskundo > summary").click(timeout=PATIENCE)
    page.locator(".deskundo button").click(timeout=PATIENCE)
    expect(page.locator("#desk-says")).to_have_text("The ruling is undone.", timeout=PATIENCE)
    expect(page.locator(".deskundo")).to_have_count(0, timeout=PATIENCE)
