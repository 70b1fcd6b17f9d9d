"""Games on a board, each played by two people in two browsers to its end: by touch, by key, by typing, and blind."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PLAYED_ONCE
from tests.campaigns.games import SCHOLARS_MATE, a_game

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]
WAIT = 20_000
WAGON_FALLS = {
    "board": {"129": "aW", "125": "aI", "131": "aA", "113": "dC", "19": "dX", "12": "dI", "14": "dA"},
    "to_move": "red",
}
"""The defender's cavalry stands two cells before the wagon; the attacker moves something else."""


def sits_down(officers: Any, user: Any, battle: Any) -> Any:
    """A player opens the board."""
    officer = officers(user)
    officer.opens(f"/b/{battle.public_id}/board/")
    officer.reads("The board of")
    return officer


def turn(officer: Any) -> None:
    """Wait until it is the player's turn; the page is not reloaded."""
    officer.page.get_by_text("Your turn.").wait_for(timeout=WAIT)


def touch(officer: Any, cell: str) -> None:
    """Touch a cell of the board, and wait for the board."""
    officer.page.locator(f'#game-board [data-cell="{cell}"]').click(force=True, timeout=WAIT)


def moves(officer: Any, here: str, there: str, *, check: bool = False) -> None:
    """Touch a man, then its destination: that makes the move."""
    turn(officer)
    touch(officer, here)
    officer.page.locator(f'#game-board .is-chosen[data-cell="{here}"]').wait_for(timeout=WAIT)
    if check:
        officer.page.get_by_label("Say “check”").check()
    touch(officer, there)


@PLAYED_ONCE
def test_a_game_of_war_chess_ends_when_the_wagon_is_taken(officers, cast):
    """WC-END-02; and the other player does not agree to a draw."""
    battle = a_game(cast, "war-chess", start=WAGON_FALLS)
    red, blue = (sits_down(officers, one, battle) for one in (cast.red_general, cast.blue_general))
    touch(red, "125")
    red.page.locator('#game-board .is-chosen[data-cell="125"]').wait_for(timeout=WAIT)
    expect(red.page.locator(".is-end")).not_to_have_count(0)
    touch(red, "19")
    red.page.get_by_role("alert").wait_for(timeout=WAIT)
    moves_after_refusal(red)
    blue.reads("Your turn.")
    moves(blue, "113", "129")
    for officer in (red, blue):
        officer.reads("has won.")
        officer.fits("war-chess-won")
    battle.refresh_from_db()
    assert battle.result["winner"] == "blue"


def moves_after_refusal(red: Any) -> None:
    """The attacker, with the figure still in hand, moves it elsewhere."""
    touch(red, "117")


@PLAYED_ONCE
def test_a_game_by_the_code_of_1879_is_agreed_drawn_after_moves_by_key_and_by_writing(officers, cast):
    battle = a_game(cast)
    red, blue = (sits_down(officers, one, battle) for one in (cast.red_general, cast.blue_general))
    red.page.locator("#cell-e2").focus()
    red.page.keyboard.press("Enter")
    red.page.locator("#cell-e2.is-chosen").wait_for(timeout=WAIT)
    red.page.keyboard.press("ArrowUp")
    red.page.keyboard.press("ArrowUp")
    red.page.keyboard.press("Enter")
    turn(blue)
    blue.page.get_by_label("Or type your move").fill("P. to K. 4th")
    blue.page.get_by_role("button", name="Check the move").click()
    blue.page.get_by_role("button", name="Make the move").click(timeout=WAIT)
    turn(red)
    red.page.get_by_text("Claims and offers").click()
    red.page.get_by_role("button", name="Offer draw").click()
    blue.page.get_by_role("button", name="Agree").click(timeout=WAIT)
    for officer in (red, blue):
        officer.reads("It is drawn.")
        officer.fits("chess-drawn")
    battle.refresh_from_db()
    assert battle.result["draw"] is True


@PLAYED_ONCE
def test_who_has_a_man_in_hand_or_writes_keeps_it_and_sees_the_news(officers, cast):
    battle = a_game(cast)
    red, blue = (sits_down(officers, one, battle) for one in (cast.red_general, cast.blue_general))
    touch(red, "e2")
    red.page.locator('#game-board .is-chosen[data-cell="e2"]').wait_for(timeout=WAIT)
    blue.page.get_by_text("Claims and offers").click()
    blue.page.get_by_role("button", name="Offer draw").click()
    red.page.get_by_role("button", name="Agree").wait_for(timeout=WAIT)
    expect(red.page.locator('#game-board .is-chosen[data-cell="e2"]')).to_have_count(1)
    expect(red.page.locator(".newer")).to_have_count(0)
    red.page.get_by_label("Or type your move").fill("P. to K.")
    blue.page.get_by_text("Claims and offers").click()
    blue.page.get_by_role("button", name="Resign").click()
    red.reads("This page has changed. What you typed is still below.")
    expect(red.page.get_by_label("Or type your move")).to_have_value("P. to K.")
    for officer in (red, blue):
        officer.page.locator("#over").get_by_text("The battle is over.").wait_for(timeout=WAIT)
        officer.fits("resigned")


@PLAYED_ONCE
def test_a_game_by_the_older_laws_is_played_to_its_mate(officers, cast):
    battle = a_game(cast, "chess-laws")
    red, blue = (sits_down(officers, one, battle) for one in (cast.red_general, cast.blue_general))
    for place, uci in enumerate(SCHOLARS_MATE):
        moves(blue if place % 2 else red, uci[:2], uci[2:], check=uci == "h5f7")
    for officer in (red, blue):
        officer.reads("has won by checkmate.")
    blue.fits("chess-mate")
    battle.refresh_from_db()
    assert battle.result["winner"] == "red"


@PLAYED_ONCE
def test_a_game_of_kriegspiel_chess_is_played_to_its_mate_and_neither_sees_the_other(officers, cast):
    battle = a_game(cast, options={"kriegspiel": True})
    red, blue = (sits_down(officers, one, battle) for one in (cast.red_general, cast.blue_general))
    moves(red, "f2", "f3")
    moves(blue, "e7", "e5")
    moves(red, "g2", "g4")
    moves(blue, "e5", "d4")
    blue.reads("No: e5 to d4.")
    expect(red.page.get_by_text("No to")).to_have_count(0)
    for officer, hidden in ((red, "dark"), (blue, "light")):
        expect(officer.page.locator(f".man.{hidden}")).to_have_count(0)
    moves(blue, "d8", "h4")
    for officer in (red, blue):
        officer.reads("has won by checkmate.")
        officer.page.locator(".man.light").first.wait_for(state="attached", timeout=WAIT)
        expect(officer.page.locator(".man")).to_have_count(32)
    battle.refresh_from_db()
    assert battle.result["winner"] == "blue"


def test_a_blind_player_keeps_his_notes_in_his_own_browser(officers, cast):
    battle = a_game(cast, options={"kriegspiel": True})
    red = sits_down(officers, cast.red_general, battle)
    red.page.get_by_role("button", name="Queen", exact=True).click()
    red.page.locator('[data-cell="d8"]').click(force=True)
    red.page.locator('.guesses use[href="#man-queen"]').wait_for(state="attached", timeout=WAIT)
    red.page.reload()
    red.page.locator('.guesses use[href="#man-queen"]').wait_for(state="attached", timeout=WAIT)
    red.fits("blind-notes")
    red.page.get_by_role("button", name="Erase all").click()
    red.page.locator(".guesses use").wait_for(state="detached", timeout=WAIT)
