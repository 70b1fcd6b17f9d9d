"""Practice in a real browser: from the first page to the board in two presses, and to the end of a short game."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from campaigns.clock import server_time
from campaigns.clockwork.timers import sweep
from campaigns.models import Battle
from campaigns.usecases.matches.machine_turns import play_due_turns
from rules.war_chess.book import WarChess
from tests.browser.conftest import PLAYED_ONCE
from tests.campaigns.builders import a_user

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]
WAIT = 30_000
SHORT = {"board": {"19": "dX", "134": "aW", "64": "aC", "75": "aI", "7": "dI"}, "to_move": "attacker"}
"""Cavalry goes from 64 to 21; whatever the one regiment of the defence does, it takes the Citadel on 19.  [WC-CIT-02]"""


@PLAYED_ONCE
def test_from_the_first_page_to_the_citadel(officers, monkeypatch):
    opening = WarChess.opening
    monkeypatch.setattr(WarChess, "opening", lambda self, start, options: opening(self, start or SHORT, options))
    officer = officers(a_user("ann"))
    page = officer.page
    officer.opens("/")
    page.get_by_role("link", name="Practise War-Chess").click()
    page.get_by_role("button", name="Start the game").click()
    page.get_by_text("Your turn.").wait_for(timeout=WAIT)
    written(page, "C64-21")
    expect(page.get_by_text("Your turn.")).to_have_count(0, timeout=WAIT)
    expect(page.locator("#game-news .turn")).to_contain_text("is thinking.")
    assert play_due_turns(server_time) == 1
    page.get_by_text("Your turn.").wait_for(timeout=WAIT)
    officer.fits("practice")
    written(page, "C21x19")
    page.get_by_text("The battle is over.").first.wait_for(timeout=WAIT)
    sweep(server_time())
    battle = Battle.objects.select_related("campaign").get()
    assert battle.result["winner"] == "red" and battle.campaign.status == "ended"
    officer.opens("/practice/")
    officer.reads("Played")


def written(page, move):
    """A move is typed, read back, and made."""
    page.get_by_label("Or type your move").fill(move)
    page.get_by_role("button", name="Check the move").click()
    page.get_by_role("button", name="Make the move").click(timeout=WAIT)
