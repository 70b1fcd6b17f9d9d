"""A game on its board in a real browser: it fits in the window, a move is two touches or a drag, and news come at once."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.conftest import PASSWORD, PLAYED_ONCE, WIDTHS, window
from tests.campaigns.builders import the_move
from tests.campaigns.games import a_game, goes
from tests.processes.running_site import ROOT, Site, a_database

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
WAIT = 20_000
AT_ONCE = 5
"""Seconds within which news are seen beside other tests; alone it takes less than half a second."""
PAWN_TO_QUEEN = {"fen": "4k3/P7/8/8/8/8/7P/4K3 w - - 0 1"}
SHIFTS = """() => new Promise(done => {
    let sum = 0;
    new PerformanceObserver(list => list.getEntries().forEach(one => { sum += one.hadRecentInput ? 0 : one.value; }))
        .observe({ type: "layout-shift", buffered: true });
    setTimeout(() => done(sum), 3000);
})"""
PLACES = """names => names.map(name => [name, ...document.querySelectorAll(name)].slice(1).map(one => {
    const box = one.getBoundingClientRect();
    return [name, Math.floor(box.left), Math.floor(box.top), Math.ceil(box.right), Math.ceil(box.bottom)];
})).flat()"""


def sits(officers: Any, user: Any, battle: Any, path: str = "") -> Any:
    """A player opens the board."""
    officer = officers(user)
    officer.opens(f"/b/{battle.public_id}/board/{path}")
    officer.page.locator("#game-board").wait_for(timeout=WAIT)
    return officer


def touch(officer: Any, cell: str) -> None:
    """Touch a cell, wherever it is."""
    officer.page.locator(f'#game-board [data-cell="{cell}"]').click(force=True, timeout=WAIT)


def centre(page: Any, cell: str) -> tuple[float, float]:
    """The middle of a cell in the window."""
    box = page.locator(f'#game-board [data-cell="{cell}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drags(page: Any, here: str, there: str) -> None:
    """Drag a man from cell to cell."""
    page.mouse.move(*centre(page, here))
    page.mouse.down()
    page.mouse.move(*centre(page, there), steps=5)
    page.mouse.up()


def moved(officer: Any, *cells: str) -> None:
    """The last move is marked on these cells."""
    for cell in cells:
        officer.page.locator(f'#game-board .is-last[data-cell="{cell}"]').wait_for(timeout=WAIT)


@pytest.mark.parametrize("book", ["chess-1879", "war-chess"])
@pytest.mark.parametrize("officers", [WIDTHS[0]], indirect=True)
def test_the_board_with_ranks_files_and_both_clocks_is_in_the_window_without_scrolling(officers, cast, book):
    battle = a_game(cast, book, clock_mode="fixed", fixed_minutes=5)
    red = sits(officers, cast.red_general, battle)
    for width in WIDTHS:
        size = window(width)
        red.page.set_viewport_size(size)
        red.page.reload()
        red.page.locator("#game-board").wait_for()
        places = red.page.evaluate(
            PLACES, ["#game-board svg[viewBox]", "#game-board .player", "#game-board .player .face"]
        )
        assert len(places) > 4
        for name, left, top, right, bottom in places:
            assert left >= 0 and top >= 0, (width, name)
            assert right <= size["width"] and bottom <= size["height"], (width, name, right, bottom)
        assert red.page.evaluate(SHIFTS) <= 0.05
        expect(red.page.locator(".player .face")).to_have_count(2)
        expect(red.page.locator(".player.moves")).to_contain_text("to move")
        lowest = max(red.page.locator("#game-board a.is-own").all(), key=lambda one: one.bounding_box()["y"])
        assert lowest.bounding_box()["y"] > red.page.locator(".board svg").bounding_box()["y"] + 100


@PLAYED_ONCE
def test_two_touches_make_a_move_and_the_squares_are_shown_without_a_request(officers, cast):
    battle = a_game(cast)
    red, blue = sits(officers, cast.red_general, battle), sits(officers, cast.blue_general, battle)
    asked: list[str] = []
    red.page.on("request", lambda one: asked.append(one.url) if "/board/" in one.url else None)
    touch(red, "e2")
    expect(red.page.locator("#game-board .is-end")).to_have_count(2)
    expect(red.page.locator(".ends circle")).to_have_count(2)
    assert asked == []
    touch(red, "e4")
    moved(red, "e2", "e4")
    moved(blue, "e2", "e4")
    assert asked[0].endswith("/board/play/"), "nothing was asked before it was sent"
    assert the_move(battle).side == "blue"
    expect(red.page.locator("#game-board")).not_to_have_attribute("data-moves", re.compile(""))
    touch(blue, "d7")
    touch(blue, "d5")
    moved(red, "d7", "d5")
    touch(red, "e4")
    touch(red, "d5")
    moved(blue, "e4", "d5")
    for one in (red, blue):
        expect(one.page.locator('.player .taken use[href="#man-pawn"]')).to_have_count(1)
        expect(one.page.locator(".player .unseen").filter(has_text="has taken")).to_have_text(
            "has taken 1 × black pawn"
        )


@PLAYED_ONCE
def test_a_man_is_dragged_to_its_square_and_one_dropped_elsewhere_is_told_why(officers, cast):
    battle = a_game(cast, "war-chess")
    red = sits(officers, cast.red_general, battle)
    red.page.get_by_label("Or type your move").fill("L101-9")
    drags(red.page, "127", "19")
    red.page.get_by_role("alert").wait_for(timeout=WAIT)
    expect(red.page.get_by_label("Or type your move")).to_have_value("L101-9")
    expect(red.page.locator('[data-cell="127"].is-chosen'), "it is still in hand").to_have_count(1)
    assert the_move(battle).number == 1
    drags(red.page, "101", "97")
    moved(red, "101", "97")
    assert the_move(battle).side == "blue"


@PLAYED_ONCE
def test_what_a_pawn_becomes_is_chosen_on_the_board(officers, cast):
    battle = a_game(cast, start=PAWN_TO_QUEEN)
    red = sits(officers, cast.red_general, battle)
    touch(red, "a7")
    touch(red, "a8")
    choice = red.page.get_by_role("group", name="Promote to")
    expect(choice.get_by_role("button")).to_have_count(4)
    red.page.keyboard.press("Escape")
    expect(choice).to_be_hidden()
    touch(red, "a7")
    touch(red, "a8")
    choice.get_by_role("button", name="knight").click()
    moved(red, "a8")
    assert the_move(battle).position["fen"].startswith("N3k3/")


@PLAYED_ONCE
def test_a_move_is_made_by_key_alone(officers, cast):
    battle = a_game(cast)
    red = sits(officers, cast.red_general, battle)
    red.page.locator("#cell-e2").focus()
    for key in ("Enter", "ArrowUp", "ArrowUp", "Enter"):
        red.page.keyboard.press(key)
    moved(red, "e2", "e4")


@PLAYED_ONCE
def test_without_script_a_move_is_chosen_read_back_and_made(officers, cast, chromium):
    battle = a_game(cast)
    red = sits(officers, cast.red_general, battle)
    context = chromium.new_context(java_script_enabled=False, viewport=window(360))
    context.add_cookies(red.page.context.cookies())
    page = context.new_page()
    page.goto(f"{red.site}/b/{battle.public_id}/board/")
    for cell in ("e2", "e4"):
        page.goto(page.url.split("?")[0].rsplit("/b/", 1)[0] + page.locator(f"#cell-{cell}").get_attribute("href"))
    page.get_by_role("button", name="Make the move").click()
    expect(page.locator("#cell-e4, g[data-cell=e4]")).to_have_class(re.compile("is-last"))
    context.close()


@pytest.mark.parametrize("officers", [WIDTHS[0]], indirect=True)
def test_what_artillery_commands_is_switched_on_and_stays_on(officers, cast):
    battle = a_game(cast, "war-chess")
    red = sits(officers, cast.red_general, battle)
    layer = red.page.locator("#game-board .layer-1")
    expect(layer).to_be_hidden()
    red.page.get_by_label("What the artillery commands").check()
    expect(layer).to_be_visible()
    touch(red, "101")
    touch(red, "97")
    moved(red, "101", "97")
    expect(layer).to_be_visible()
    red.page.reload()
    expect(layer).to_be_visible()
    expect(red.page.locator("#game-board .layer-2")).to_be_hidden()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("officers", [WIDTHS[1]], indirect=True)
def test_axe_finds_nothing_on_a_board_with_a_man_in_hand(officers, cast, language):
    for book, cell in (("chess-1879", "e2"), ("war-chess", "127")):
        battle = a_game(cast, book, clock_mode="fixed", fixed_minutes=5)
        red = officers(cast.red_general)
        red.page.set_extra_http_headers({"Accept-Language": language})
        red.opens(f"/b/{battle.public_id}/board/")
        touch(red, cell)
        for box in red.page.locator("[data-layer]").all():
            box.check()
        found = Axe().run(red.page, options={"resultTypes": ["violations"]}).response["violations"]
        assert [(one["id"], [node["html"][:120] for node in one["nodes"][:2]]) for one in found] == []
        red.fits(book)


# -- news, on a site that has the stream ------------------------------------------------------------

CAST = f"""
import json, django
django.setup()
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from campaigns.clock import server_time
from tests.campaigns import builders, games
builders.NOON = server_time()
cast = builders.a_cast()
battle = games.a_game(cast, "chess-1879")
get_user_model().objects.update(password=make_password({PASSWORD!r}))
print(battle.public_id)
"""

SAYS = """
import json, sys, django
django.setup()
from django.contrib.auth import get_user_model
from campaigns.clock import server_time
from campaigns.models import Battle
from tests.campaigns import games
who, battle, order = sys.argv[1:]
games.KEYS = iter([f"{server_time().timestamp():.6f}"])
now = server_time()
print(now.timestamp())
games.say(get_user_model().objects.get(username=who), Battle.objects.get(public_id=battle), json.loads(order), now=now)
"""


def run(site: Site, script: str, *given: str) -> str:
    """Run in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", script, *given], cwd=ROOT, env=site.environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory, migrated: str) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("games")
    found = Site(folder, a_database(folder, migrated))
    found.start("serve")
    yield found
    found.end()


@pytest.mark.sqlite
def test_an_offer_of_a_draw_is_seen_at_once_while_a_man_is_in_hand_and_stays_there(site, chromium):
    battle = run(site, CAST)
    page = chromium.new_context(viewport=window(360)).new_page()
    page.goto(f"http://127.0.0.1:{site.port}/login/")
    page.get_by_label("Name").fill("red-general")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/")
    page.goto(f"http://127.0.0.1:{site.port}/b/{battle}/board/")
    page.locator("#live-sign[data-state=live]").wait_for(timeout=60_000)
    page.evaluate("window.stayed = true")
    page.get_by_label("Or type your move").fill("P. to K.")
    page.locator("#cell-e2").focus()
    page.keyboard.press("Enter")
    page.locator("#cell-e2.is-chosen").wait_for(timeout=WAIT)
    began = float(run(site, SAYS, "blue-general", battle, json.dumps({"order": "offer-draw"})))
    page.get_by_role("button", name="Agree").wait_for(timeout=30_000)
    assert time.time() - began < AT_ONCE
    expect(page.locator(".is-chosen")).to_have_count(1)
    expect(page.locator("#game-board .is-end")).to_have_count(2)
    expect(page.get_by_label("Or type your move")).to_have_value("P. to K.")
    page.locator('#game-board [data-cell="e4"]').click(force=True)
    page.locator('.is-last[data-cell="e4"]').wait_for(timeout=WAIT)
    run(site, SAYS, "blue-general", battle, json.dumps(goes("e7e5")))
    page.get_by_text("Your turn.").wait_for(timeout=WAIT)
    run(site, SAYS, "blue-general", battle, json.dumps({"order": "resign"}))
    page.locator("#over").get_by_text("White has won.").wait_for(timeout=WAIT)
    assert page.evaluate("window.stayed")
    page.context.close()
