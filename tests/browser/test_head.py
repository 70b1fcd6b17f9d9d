"""The head of every page is one bar: at most 56 px high, nothing in it cut, nothing over another, in both languages and widths."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns import sight
from campaigns.clock import server_time
from campaigns.usecases.campaigns.preparation import open_battle
from campaigns.usecases.messages.dispatches import send_message
from campaigns.usecases.moves.findings import measure, submit_move
from tests.browser.conftest import PLAYED_ONCE, WIDTHS, window
from tests.browser.test_map import PLACED
from tests.campaigns import builders
from tests.campaigns.games import a_game
from tests.campaigns.web.conftest import close, submitted

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]

PATIENCE = 20_000

MOST = 56
"""Height of the bar in pixels."""

AT = (*WIDTHS, 1300, 1000, 700)
"""Widths of windows: those of the other tests, and between them where the bar shows fewer pages."""

FAULTS = """() => {
    const bar = document.querySelector('.headbar'), high = bar.getBoundingClientRect();
    const things = [...bar.querySelectorAll('a, summary, .side, .face, .word, .bar-where > span, .bar-turn small, .lamp')]
        .filter((one) => one.checkVisibility() && !one.closest('.menu-sheet') && one.getBoundingClientRect().width > 1);
    const named = (one) => (one.className.baseVal ?? one.className) + ' ' + one.textContent.trim();
    const found = [];
    const inside = (box) => box.left > -1 && box.right < innerWidth + 1 && box.top > high.top - 1 && box.bottom < high.bottom + 1;
    const meet = (box, by) => box.left < by.right - 1 && by.left < box.right - 1 && box.top < by.bottom - 1 && by.top < box.bottom - 1;
    for (const one of things) {
        const box = one.getBoundingClientRect();
        if (!inside(box)) { found.push('outside: ' + named(one)); }
        things.filter((other) => !one.contains(other) && !other.contains(one) && meet(box, other.getBoundingClientRect()))
            .forEach((other) => found.push('over another: ' + named(one) + ' / ' + named(other)));
    }
    const said = document.createRange(), walk = document.createTreeWalker(bar, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const text = walk.currentNode, one = text.parentElement;
        if (!text.data.trim() || !one.checkVisibility() || one.closest('.menu-sheet, .unseen, .live-sign, svg')) { continue; }
        said.selectNodeContents(text);
        const words = said.getBoundingClientRect(), box = one.getBoundingClientRect();
        if (words.width > 2 && box.width > 2 && (words.right > box.right + 1 || !inside(words))) { found.push('cut: ' + named(one)); }
    }
    return [high.height, found];
}"""
"""The height of the bar, and what is wrong in it."""


def is_one_bar(page: Any, about: str) -> list[str]:
    """What is wrong with the head of the page as it stands, at each width."""
    faults = []
    for width in AT:
        page.set_viewport_size(window(width))
        high, found = page.evaluate(FAULTS)
        faults += [f"{about} at {width} px: {one}" for one in found]
        if high > MOST:
            faults.append(f"{about} at {width} px: {high} px high")
    return faults


def a_played_battle() -> tuple[Any, Any]:
    """A battle on the floor whose first move is decided, so that there is a report."""
    cast = builders.a_cast()
    battle = builders.a_battle(cast, start=PLACED, fixed_minutes=60, options={"score_points": True})
    submitted(cast, builders.the_move(battle))
    return cast, battle


def pages(cast: Any, battle: Any, game: Any) -> dict[Any, tuple[str, ...]]:
    """Who opens which pages."""
    b, c, g = battle.public_id, battle.campaign.public_id, game.public_id
    return {
        cast.red_foot: (
            f"/b/{b}/sheet/",
            f"/b/{b}/report/1/",
            f"/b/{b}/after/",
            "/",
            "/notices/",
            f"/c/{c}/",
            "/rulebook/",
        ),
        cast.umpire: (f"/b/{b}/desk/", f"/b/{b}/sheet/?of=blue", f"/b/{b}/record/"),
        cast.red_general: (f"/b/{g}/board/",),
    }


@PLAYED_ONCE
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_head_of_each_page_is_one_bar_of_56_px_with_nothing_cut_or_covered(officers, language):
    cast, battle = a_played_battle()
    game = a_game(cast)
    faults = []
    for user, addresses in pages(cast, battle, game).items():
        officer = officers(user)
        officer.page.set_extra_http_headers({"Accept-Language": language})
        for address in addresses:
            officer.opens(address)
            faults += is_one_bar(officer.page, f"{language} {address}")
    assert faults == []


@PLAYED_ONCE
def test_the_measure_finds_a_bar_that_is_too_high_a_word_that_is_cut_and_one_over_another(officers):
    cast, battle = a_played_battle()
    officer = officers(cast.red_foot)
    officer.opens(f"/b/{battle.public_id}/sheet/")
    assert is_one_bar(officer.page, "sheet") == []
    officer.page.evaluate("document.querySelector('.headbar').style.height = '70px'")
    assert "high" in " ".join(is_one_bar(officer.page, "sheet"))
    officer.page.evaluate(
        "document.querySelector('.headbar').style.height = ''; document.querySelector('.bar-name').style.width = '2rem'"
    )
    assert "cut" in " ".join(is_one_bar(officer.page, "sheet"))
    officer.page.evaluate("document.querySelector('.bar-clock .face').style.marginLeft = '-200px'")
    assert "over another" in " ".join(is_one_bar(officer.page, "sheet"))


@PLAYED_ONCE
def test_everything_else_is_in_the_menu_which_opens_without_a_script_and_closes_by_escape(officers):
    cast, battle = a_played_battle()
    officer = officers(cast.red_foot)
    officer.opens(f"/b/{battle.public_id}/sheet/")
    menu = officer.page.locator("#menu")
    for width in WIDTHS:
        officer.page.set_viewport_size(window(width))
        menu.locator("summary").click()
        menu.get_by_role("link", name="Charts and replay").wait_for()
        menu.get_by_role("link", name=battle.campaign.name).wait_for()
        shown = officer.page.get_by_role("link", name="Reports", exact=True).locator("visible=true")
        expect(shown, "a page of the battle is in the bar or in the menu, not in both").to_have_count(1)
        sheet = menu.locator(".menu-sheet").bounding_box()
        assert sheet["x"] >= 0 and sheet["x"] + sheet["width"] <= width
        for one in menu.locator(".menu-sheet :is(a, button)").locator("visible=true").all():
            box = one.bounding_box()
            assert 0 <= box["y"] and box["y"] + box["height"] <= window(width)["height"], one.inner_text()
        officer.page.keyboard.press("Escape")
        menu.get_by_role("button", name="Log out").wait_for(state="hidden")
        assert officer.page.evaluate("document.activeElement.tagName") == "SUMMARY"


def a_page_that_stays(officer: Any, address: str) -> Any:
    """A page that is opened, and must not be loaded again."""
    officer.opens(address)
    officer.page.locator("#live-sign[data-state=asking]").wait_for(timeout=PATIENCE)
    officer.page.evaluate("window.stayed = true")
    return officer.page


LATE = """() => {
    const asked = window.fetch;
    window.fetch = async (address, ...rest) => {
        const answer = asked(address, ...rest);
        if (new URL(address, location).pathname !== location.pathname) { return answer; }
        await new Promise((go) => setTimeout(go, 1500));
        await answer;
        setTimeout(() => { document.documentElement.dataset.late = ""; }, 300);
        return answer;
    };
}"""
"""The page's own address answers after every other one."""


@PLAYED_ONCE
def test_what_is_new_stays_when_the_page_itself_answers_later_than_its_bar(officers):
    cast = builders.a_cast()
    battle = builders.a_battle(cast, start=PLACED, fixed_minutes=60)
    page = a_page_that_stays(officers(cast.red_horse), f"/b/{battle.public_id}/supplies/")
    page.evaluate(LATE)
    submitted(cast, builders.the_move(battle))
    expect(page.locator("#strip")).to_contain_text("A new move is open", timeout=PATIENCE)
    page.locator("html[data-late]").wait_for(timeout=PATIENCE)
    expect(page.locator("#strip")).to_contain_text("A new move is open")


@PLAYED_ONCE
def test_the_move_the_clock_and_the_pages_in_the_bar_change_by_themselves_on_any_page(officers):
    cast = builders.a_cast()
    battle = builders.a_battle(cast, start=PLACED, fixed_minutes=60)
    papers = ((cast.red_horse, "supplies"), (cast.red_foot, "order/red-foot"))
    pages = [a_page_that_stays(officers(who), f"/b/{battle.public_id}/{paper}/") for who, paper in papers]
    for page in pages:
        expect(page.locator("#bar-where")).to_contain_text("Move 1")
    pages[1].get_by_role("radio", name="March").first.check()
    send_message(
        by=cast.red_general, battle=battle.public_id, channel="shout", text="Hold!", key="k", now=server_time()
    )
    close(cast, builders.the_move(battle))
    for page in pages:
        expect(page.locator("#bar-clock")).to_contain_text("Closed", timeout=PATIENCE)
        expect(page.locator("#menu-tabs .new")).to_have_text("1 new", timeout=PATIENCE)
    measure(by=cast.umpire, move=builders.the_move(battle).public_id, base_revision=0, orders={}, now=server_time())
    submit_move(by=cast.umpire, move=builders.the_move(battle).public_id, now=server_time())
    for page in pages:
        expect(page.locator("#bar-where")).to_contain_text("Move 2", timeout=PATIENCE)
        expect(page.locator("#bar-clock .face")).to_contain_text(":", timeout=PATIENCE)
        expect(page.locator("#strip")).to_contain_text("A new move is open", timeout=PATIENCE)
        assert page.evaluate("window.stayed"), "nothing was loaded anew under somebody's hands"
    expect(pages[1].get_by_role("radio", name="March").first, "what was chosen stays").to_be_checked()
    expect(pages[0].locator("main")).not_to_contain_text("Reload")


@PLAYED_ONCE
def test_what_is_new_is_counted_until_the_messages_have_been_opened(officers):
    cast = builders.a_cast()
    battle = builders.a_battle(cast, start=PLACED, fixed_minutes=60)
    send_message(
        by=cast.red_general, battle=battle.public_id, channel="shout", text="Hold!", key="k", now=server_time()
    )
    reader, enemy = officers(cast.red_foot), officers(cast.blue_foot)
    reader.opens(f"/b/{battle.public_id}/supplies/")
    expect(reader.page.locator("#menu-tabs .new")).to_have_text("1 new")
    for width in AT:
        reader.page.set_viewport_size(window(width))
        shown = reader.page.locator("#menu-new .new, #bar-tabs .new").locator("visible=true")
        expect(shown, f"at {width} px, in the bar or at the button of the menu").to_have_text(["1 new"])
    assert is_one_bar(reader.page, "supplies") == []
    enemy.opens(f"/b/{battle.public_id}/supplies/")
    heard = sight.messages(sight.find_battle(cast.blue_foot, battle.public_id)).heard
    expect(enemy.page.locator("#menu-tabs .new"), "whoever heard it is told, and nobody else").to_have_count(
        int(bool(heard))
    )
    reader.opens(f"/b/{battle.public_id}/dispatches/")
    reader.reads("Hold!")
    reader.opens(f"/b/{battle.public_id}/supplies/")
    expect(reader.page.locator("#menu-tabs .new")).to_have_count(0)


@PLAYED_ONCE
def test_home_notices_and_campaign_renew_themselves(officers):
    cast = builders.a_cast()
    battle = builders.a_battle(cast, start=PLACED, fixed_minutes=60)
    home = a_page_that_stays(officers(cast.red_foot), "/")
    inbox = a_page_that_stays(officers(cast.red_horse), "/notices/")
    campaign = a_page_that_stays(officers(cast.red_guns), f"/c/{battle.campaign.public_id}/")
    face = home.locator(".battle-clock .face").first
    was = face.text_content()
    expect(face).not_to_have_text(was, timeout=PATIENCE)  # it counts down
    submitted(cast, builders.the_move(battle))
    expect(home.locator("#home")).to_contain_text("Move 2", timeout=PATIENCE)
    expect(inbox.locator("#notices")).to_contain_text("Your report is ready", timeout=PATIENCE)
    open_battle(
        by=cast.umpire, campaign=battle.campaign.public_id, name="The second ford", start=PLACED, now=server_time()
    )
    expect(campaign.locator("#campaign-battles")).to_contain_text("The second ford", timeout=PATIENCE)
    expect(home.locator("#home")).to_contain_text("The second ford", timeout=PATIENCE)
    assert all(page.evaluate("window.stayed") for page in (home, inbox, campaign))
