"""An umpire at the desk in a real browser: returns an order, views its commander's pages, and takes a move back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from campaigns.clock import server_time
from campaigns.models import Move, OrderEntry, RecordEntry
from campaigns.usecases.clock.clock import close_early
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.orders.orders import submit_orders
from tests.browser.conftest import PLAYED_ONCE
from tests.browser.test_every_page import looked_at
from tests.campaigns import builders

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@PLAYED_ONCE
def test_an_order_is_returned_viewed_sent_again_and_its_move_undone(officers):
    cast = builders.a_cast()
    umpire, foot = officers(cast.umpire), officers(cast.red_foot)
    battle = builders.a_battle(cast, drain_seconds=0)
    move = builders.the_move(battle)
    march = {"order": "march", "body": "red-foot", "measured": {"distance": 6}}
    given = {"base_revision": 0, "key": "one", "now": server_time()}
    submit_orders(user=cast.red_foot, move=move.public_id, thing="red-foot", orders=[march], **given)
    desk = f"/b/{battle.public_id}/desk/"

    umpire.opens(desk)
    umpire.page.get_by_role("link", name="Return or hold the order of Red Rifles").click()
    umpire.page.get_by_label("Reason (read by everybody concerned)").fill("By which road?")
    umpire.page.get_by_role("button", name="Return to the commander").click()
    umpire.reads("Held and returned")
    umpire.fits("desk-returned")

    commander = battle.campaign.posts.get(kind="commander", side__key="red", arm="infantry").public_id
    umpire.opens(f"/b/{battle.public_id}/look/{commander}/")
    umpire.reads("You see what Red Infantry sees")
    umpire.reads("By which road?")
    expect(umpire.page.locator("form")).to_have_count(0)
    expect(umpire.page.locator("button:enabled")).to_have_count(0)
    umpire.fits("look")
    umpire.page.get_by_role("link", name="Back to the desk").click()
    umpire.reads("Orders sent")
    assert RecordEntry.objects.filter(battle=battle, kind="looked").exists()

    foot.opens(f"/b/{battle.public_id}/order/red-foot/")
    foot.reads("The umpire has returned this order.")
    foot.fits("order-returned")
    foot.page.get_by_role("button", name="Cancel all orders").click()
    foot.page.get_by_role("button", name="Send").click()
    foot.reads("Received. The orders are cancelled.")
    assert OrderEntry.objects.filter(move=move).count() == 2

    now = server_time()
    close_early(by=cast.umpire, move=move.public_id, now=now)
    close_move(move_id=move.pk, now=now, cause="umpire")
    umpire.opens(desk)
    umpire.page.get_by_role("button", name="Publish the result").click()
    umpire.reads("The result is published. Everybody has a report.")

    umpire.page.get_by_role("link", name="Undo the last move").click()
    umpire.reads("What depended on it")
    umpire.fits("undo")
    umpire.page.get_by_label("Reason (both sides read it)").fill("He had meant to march after all")
    umpire.page.get_by_label("I have read what depends on it").check()
    umpire.page.get_by_role("button", name="Undo the move").click()
    umpire.reads("The move is undone and is played again. Everybody gets a notice.")
    assert Move.every.filter(battle=battle, taken_back_at__isnull=False).count() == 2
    foot.opens(f"/b/{battle.public_id}/report/1/")
    foot.reads("This move has been undone.")


@PLAYED_ONCE
def test_a_question_is_answered_a_ruling_prepared_and_a_remark_goes_with_the_report(officers):
    cast = builders.a_cast()
    umpire, foot = officers(cast.umpire), officers(cast.red_foot)
    battle = builders.a_battle(cast, drain_seconds=0)
    move, faults = builders.the_move(battle), []
    desk = f"/b/{battle.public_id}/desk/"

    umpire.opens(desk)
    foot.opens(f"/b/{battle.public_id}/dispatches/")
    foot.page.get_by_label("Your question").fill("May I ford the Wey?")
    foot.page.get_by_role("button", name="Ask").click()
    foot.reads("Sent to the umpire. The answer will appear here.")
    umpire.reads("May I ford the Wey?")
    looked_at(umpire, desk, faults)
    looked_at(foot, f"/b/{battle.public_id}/dispatches/", faults)
    umpire.page.get_by_label("Your answer").fill("At the mill.")
    umpire.page.get_by_role("button", name="Answer").click()
    umpire.reads("Answer sent.")
    foot.opens(f"/b/{battle.public_id}/sheet/")
    foot.reads("At the mill.")

    umpire.opens(f"{desk}injects/ruling/?thing=red-foot")
    umpire.page.get_by_role("textbox", name="Men").fill("55")
    umpire.page.get_by_label("Number of the move").fill("3")
    umpire.page.get_by_label("Reason (read by everybody concerned)").fill("Five fell sick")
    umpire.page.get_by_label("Clause").fill("house rule")
    umpire.page.get_by_role("button", name="Prepare").click()
    umpire.reads("men 55")
    looked_at(umpire, f"{desk}injects/", faults)

    now = server_time()
    close_early(by=cast.umpire, move=move.public_id, now=now)
    close_move(move_id=move.pk, now=now, cause="umpire")
    umpire.opens(f"{desk}injects/")
    umpire.page.get_by_role("button", name="Send now").click()
    umpire.reads("Sent.")
    umpire.opens(desk)
    umpire.page.get_by_text("Message in the report").click()
    umpire.page.get_by_label("To Red only").fill("Mind your ammunition.")
    umpire.fits("desk-remarks")
    umpire.page.get_by_role("button", name="Publish the result").click()
    umpire.reads("The result is published. Everybody has a report.")
    foot.opens(f"/b/{battle.public_id}/report/1/")
    foot.reads("Mind your ammunition.")
    looked_at(foot, f"/b/{battle.public_id}/report/1/", faults)
    assert not faults, "\n".join(faults)
    assert battle.things.get(thing="red-foot").men == 55
