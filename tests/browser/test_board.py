"""The board in a real browser: what it tells its page, how it moves, its stacks and labels, its keys; and that it stays what it is.

The board is put on a page of its own, given to the browser from memory: it is the same part on every page.
"""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.template import engines
from django.utils import translation
from playwright.sync_api import expect

from campaigns.web.board import plan, strokes
from tests.browser.conftest import in_the_window, window

pytestmark = pytest.mark.slow

ROOT, SITE = Path(__file__).parents[2], "http://board.test"
COUNTRY = {
    "size": [288, 192],
    "contours": {
        "low": {"line": [[20, 20], [90, 20], [90, 80], [20, 80], [20, 20]], "height": 6, "higher": "inside"},
        "high": {"line": [[200, 0], [210, 90], [288, 100]], "height": 12, "higher": "right"},
    },
    "houses": {"mill": {"outline": [[150, 90], [156, 90], [156, 96], [150, 96]], "name": "Mill"}},
}
AT = {
    "foot": (60, 60, "red"),
    "horse": (100, 60, "red"),
    "gun": (100, 40, "red"),
    "one": (180, 50, "red"),
    "two": (181, 51, "red"),
    "three": (180, 51, "red"),
    "enemy": (60, 140, "blue"),
    "far": (250, 170, "blue"),
}
THINGS = [
    {
        "thing": key,
        "name": f"{side.capitalize()} {key}",
        "side": side,
        "arm": "infantry",
        "at": [x, y],
        "facing": 0 if side == "red" else 180,
        "strength": 20,
        "own": side == "red",
    }
    for key, (x, y, side) in AT.items()
]
TRACES = {
    "orders": [
        {"kind": "march", "of": 0, "thing": "foot", "side": "red", "line": [[60, 60], [60, 90]], "front": 0},
        {"kind": "fire", "of": 1, "thing": "gun", "side": "red", "line": [[100, 40], [60, 140]], "target": "enemy"},
    ],
    "drafts": [
        {"kind": "charge", "of": 0, "thing": "horse", "side": "red", "line": [[100, 60], [130, 60]], "front": 90}
    ],
    "happened": [
        {"kind": "march", "of": 0, "thing": "far", "side": "blue", "line": [[250, 190], [250, 172]]},
        {"kind": "loss", "of": 1, "thing": "enemy", "side": "blue", "line": [[60, 140]], "men": 6},
    ],
}
PAGE = """{% extends "base.html" %}{% load static %}
{% block scripts %}<link rel="stylesheet" href="{% static 'campaigns/boardpage.css' %}">{% endblock %}
{% block frame %}<main id="main" class="sheet" tabindex="-1"><h1 class="unseen">Board</h1><div class="boardpage">
<div class="boardmap">{% include "campaigns/parts/plan.html" with board_page=True %}</div>
<aside class="boardpanel" aria-label="Panel"><p>Panel</p><p><a class="button" href="#below">Beside</a></p></aside>
<div class="boardfoot"><p>8 of 18</p><button>Send</button></div></div>
<div class="boardbelow" id="below"><p id="event-1">Below</p>{% include "campaigns/parts/plan_words.html" %}</div></main>{% endblock %}"""

HEARD = """() => { window.heard = []; window.shifts = 0;
  for (const name of ["thing", "spot", "trace", "end", "dragthing", "frame"]) {
    document.addEventListener("map:" + name, (event) => { const { mark, ...said } = event.detail;
      if (name === "thing" || name === "trace") { delete said.x; delete said.y; }
      window.heard.push([name, said]);
    });
  }
  const add = (list) => { for (const one of list.getEntries()) { window.shifts += one.value; } };
  new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true }); }"""
MIDDLE = (
    """(one) => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }"""
)
ON_SCREEN = """(at) => { const map = document.querySelector("#plan").map, box = map.pan.getBoundingClientRect();
  const [x, y] = map.pixels(map.units(at)); return [box.x + x, box.y + y]; }"""
STILL = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
SEEN = """() => { const figure = document.querySelector("#plan"), map = figure.map;
  const said = document.querySelector(".maptell").textContent;
  return [map.svg.getAttribute("viewBox"), map.chosen(), map.marked(), figure.dataset.drag, said]; }"""


@dataclass(frozen=True)
class Page:
    """What is on the board of a page: the country, the things, and the traces of each layer."""

    country: dict[str, Any] = field(default_factory=lambda: COUNTRY)
    things: list[dict[str, Any]] = field(default_factory=lambda: THINGS)
    traces: dict[str, list[Any]] = field(default_factory=lambda: TRACES)


def board_page(language: str, many: int, of: Page) -> str:
    """A page that is a board."""
    more = [
        {**of.things[0], "thing": f"m{n}", "at": [120 + n % 12 * 10, 8 + n // 12 * 5], "name": f"Body {n}"}
        for n in range(many)
    ]
    with translation.override(language):
        sheet = plan.sheet_of(of.things, None, of.country)
        assert sheet
        ways = {
            key: strokes.of(
                those,
                sheet,
                keys=[f"{key}-{n}" for n in range(3)],
                hrefs=["", "#event-1"] if key == "happened" else [],
                numbers=[1, 2],
            )
            for key, those in of.traces.items()
        }
        made = plan.draw_plan([*of.things, *more], None, "", of.country, **ways)
        return engines["django"].from_string(PAGE).render({"plan": made})


def answer(route: Any, page: str) -> None:
    """The answer to the browser: the page, under the site's policy, or a file of the site."""
    path = route.request.url.removeprefix(SITE).split("#")[0]
    if path == "/":
        headers = {
            "Content-Security-Policy": "default-src 'self'; img-src 'self' data:",
            "Content-Type": "text/html; charset=utf-8",
        }
        return route.fulfill(body=page, headers=headers)
    file = ROOT / "campaigns" / path.lstrip("/")
    if not file.is_file():  # the words of scripts
        return route.fulfill(body="", content_type="text/javascript")
    return route.fulfill(body=file.read_bytes(), content_type=mimetypes.guess_type(file.name)[0])


class Board:
    """A board in a window of a browser."""

    def __init__(
        self,
        chromium: Any,
        width: int,
        language: str = "en",
        scripts: bool = True,
        many: int = 0,
        of: Page | None = None,
    ) -> None:
        self.faults: list[str] = []
        self.page = chromium.new_context(
            viewport=window(width), java_script_enabled=scripts, has_touch=width < 600
        ).new_page()
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.page.on("console", lambda said: self.faults.append(said.text))
        made = board_page(language, many, of or Page())
        self.page.route("**/*", lambda route: answer(route, made))
        self.page.goto(f"{SITE}/")
        if scripts:
            self.page.locator("#plan.moves").wait_for()
            self.page.evaluate(HEARD)
            self.still()

    def still(self) -> None:
        """Wait until what has changed is drawn."""
        self.page.evaluate(STILL)

    def map(self, deed: str, *given: Any) -> Any:
        """Call a method of the board."""
        said = self.page.evaluate(f"(given) => document.querySelector('#plan').map.{deed}(...given)", list(given))
        self.still()
        return said

    def at(self, thing: str) -> tuple[float, float]:
        """Where a block is on the screen."""
        x, y = self.page.locator(f"[data-marks] [data-thing={thing}]").evaluate(MIDDLE)
        return x, y

    def press(self, thing: str) -> None:
        """Press a block."""
        self.page.mouse.click(*self.at(thing))

    def on_ground(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the country, in inches, is on the screen."""
        found = self.page.evaluate(ON_SCREEN, [x, y])
        return found[0], found[1]

    def drags(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag from a place of the screen to another."""
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=3)
        self.page.mouse.move(*end)
        self.page.mouse.up()
        self.still()

    def heard(self) -> list[Any]:
        """What the page was told since it was asked last."""
        return self.page.evaluate("window.heard.splice(0)")


@pytest.fixture(params=[1440, 360])
def boards(request: Any, chromium: Any) -> Iterator[Any]:
    """Makes boards at the width of a desktop and of a phone; none of them has anything to say on the console."""
    made: list[Board] = []

    def board(**given: Any) -> Board:
        made.append(Board(chromium, request.param, **given))
        return made[-1]

    yield board
    for one in made:
        one.page.context.close()
        assert one.faults == []


def test_a_press_on_a_block_on_an_arrow_and_on_the_ground_is_told_once(boards):
    board = boards()
    board.map("whole")
    board.press("horse")
    board.page.keyboard.down("Shift")
    board.press("foot")
    board.page.keyboard.up("Shift")
    board.page.mouse.click(*board.on_ground(60, 78))
    board.page.mouse.click(*board.on_ground(140, 120))
    (thing, shifted, trace, spot) = board.heard()
    assert thing == ["thing", {"thing": "horse", "shift": False}]
    assert shifted == ["thing", {"thing": "foot", "shift": True}]
    assert trace == ["trace", {"of": "orders-0", "thing": "foot", "layer": "orders"}]
    assert spot[0] == "spot" and abs(spot[1]["x"] - 140) < 3 and abs(spot[1]["y"] - 120) < 3


def test_an_arrow_of_what_happened_leads_to_its_line_unless_the_page_wants_it(boards):
    board = boards()
    board.map("fit", ["far"])
    board.page.mouse.click(*board.on_ground(250, 180))
    assert board.page.url.endswith("/")
    figure = board.page.locator("[data-layer=happened] .figure")
    board.map("fit", ["enemy"])
    figure.click()
    assert board.page.url.endswith("#event-1")
    board.page.evaluate(
        "history.replaceState(null, '', '/'); document.addEventListener('map:trace', (event) => event.preventDefault())"
    )
    figure.click()
    assert board.page.url.endswith("/")


def test_the_end_of_an_arrow_is_dragged_and_the_map_stays(boards):
    board = boards()
    board.map("fit", ["foot", "enemy"])
    before = board.page.locator("#plan svg").get_attribute("viewBox")
    board.drags(board.on_ground(60, 90), board.on_ground(80, 100))
    phases = [said["phase"] for name, said in board.heard() if name == "end"]
    assert (phases[0], phases[-1]) == ("start", "drop") and "move" in phases
    expect(board.page.locator("#plan svg")).to_have_attribute("viewBox", before)
    board.page.evaluate(
        "document.querySelector('#plan').dataset.ends = 'off'; document.querySelector('#plan').map.laid()"
    )
    board.drags(board.on_ground(60, 90), board.on_ground(80, 100))
    assert board.heard() == [], "the map was moved"


def test_blocks_are_dragged_only_while_the_page_rules_and_a_frame_takes_several(boards):
    board = boards()
    board.map("whole")
    board.drags(board.at("foot"), board.on_ground(80, 100))
    assert board.heard() == []
    board.map("whole")
    board.page.evaluate("document.querySelector('#plan').dataset.drag = 'things'")
    board.drags(board.at("foot"), board.on_ground(80, 100))
    first, *_, last = board.heard()
    assert first == ["dragthing", {"thing": "foot", "x": 60, "y": 60, "phase": "start"}]
    assert last[1]["phase"] == "drop" and abs(last[1]["x"] - 80) < 3
    expect(board.page.locator(".dragged use"), "it stays there until the page has an answer").to_have_count(1)
    board.page.evaluate("delete document.querySelector('#plan').dataset.drag")
    board.page.keyboard.down("Shift")
    board.drags(board.on_ground(40, 30), board.on_ground(120, 80))
    board.page.keyboard.up("Shift")
    ((name, said),) = board.heard()
    assert name == "frame" and sorted(said["things"]) == ["foot", "gun", "horse"]


@pytest.mark.parametrize("share", [0.1, 0.4, 0.5, 0.6, 0.9])
def test_wherever_a_stack_lies_in_the_window_its_list_is_wholly_in_it_with_the_longest_name(boards, share):
    long = [{**one, "name": "Downland No. 2 detachment" if one["thing"] == "two" else one["name"]} for one in THINGS]
    board = boards(of=Page(things=long))
    board.map("whole")
    seen = board.map("seen")
    scale, wide = seen["scale"], seen["size"]["w"]
    board.map("look", [625 + (0.5 - share) * wide / scale, 490], scale)
    board.press("two")
    in_the_window(board.page, ".spread .plate")
    plate, name = (board.page.locator(f".spread {one}").bounding_box() for one in (".plate", "text >> nth=1"))
    assert plate["x"] < name["x"] and name["x"] + name["width"] < plate["x"] + plate["width"]


def test_a_stack_spreads_and_each_of_it_can_be_pressed(boards):
    board = boards()
    board.map("whole")
    assert board.map("stacks") == [["one", "two", "three"]]
    expect(board.page.locator("[data-stacks] text")).to_have_text(["3"])
    board.press("two")
    assert board.heard() == []
    spread = board.page.locator(".spread")
    board.page.mouse.click(*board.on_ground(40, 175))
    expect(spread).to_have_count(0)
    board.page.mouse.click(*board.page.locator("[data-stacks] circle").evaluate(MIDDLE))
    assert board.heard() == [], "the number opens the list of the stack that it counts, whatever lies below it"
    expect(spread.locator("text")).to_have_text(["Red one 20", "Red two 20", "Red three 20"])
    tops = [row.bounding_box()["y"] for row in spread.locator(".row").all()]
    assert [round(one - tops[0]) for one in tops[1:]] >= [24, 48], "each is high enough for a finger"
    board.page.mouse.click(*spread.locator("use[data-thing=two]").evaluate(MIDDLE))
    assert board.heard() == [["thing", {"thing": "two", "shift": False}]]
    spread.wait_for(state="detached")
    board.press("two")
    board.page.mouse.click(*board.on_ground(40, 175))
    expect(spread, "a press elsewhere only closes it").to_have_count(0)
    assert board.heard() == [], "a press elsewhere only closes it"
    board.map("look", [625, 490], 99)
    assert board.map("stacks") == [], "near enough, each has its place"


def test_the_board_is_one_stop_of_the_tabulator_and_arrows_go_from_block_to_block(boards):
    board = boards()
    board.map("whole")
    keys, focused = (
        board.page.keyboard,
        "() => document.activeElement.dataset.thing || document.activeElement.className",
    )
    board.page.locator("#plan .pan").focus()
    board.map("choose", "foot")
    board.map("whole")
    visited = []
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowUp", "ArrowLeft"):
        keys.press(key)
        visited.append(board.page.evaluate(focused))
    assert visited == ["foot", "horse", "gun", "horse", "foot"]
    expect(board.page.locator(".ring.visited"), "one ring shows where the keyboard is").to_have_count(1)
    keys.press("Enter")
    assert board.heard() == [["thing", {"thing": "foot", "shift": False}]]
    before = board.page.locator("#plan svg").get_attribute("viewBox")
    board.map("look", [300, 300], 3)
    keys.press("Shift+ArrowRight")
    expect(board.page.locator("#plan svg")).not_to_have_attribute("viewBox", before)
    keys.press("Escape")
    assert board.page.evaluate(focused) == "pan nearer"
    keys.press("ArrowRight")
    keys.press("Tab")
    assert board.page.evaluate("document.activeElement.textContent") == "Beside"
    keys.press("Shift+Tab")
    assert "pan" in board.page.evaluate(focused), "no invisible stop between"


def test_a_stack_is_opened_and_left_by_keys(boards):
    board = boards()
    board.map("whole")
    board.map("choose", "one")
    board.map("whole")
    board.page.locator("#plan .pan").focus()
    keys = board.page.keyboard
    keys.press("ArrowUp")
    keys.press("Enter")
    assert board.page.evaluate("document.activeElement.closest('.spread') !== null")
    keys.press("ArrowDown")
    keys.press("Enter")
    assert board.heard() == [["thing", {"thing": "two", "shift": False}]]
    board.page.locator(".spread").wait_for(state="detached")
    keys.press("Enter")
    keys.press("Escape")
    expect(board.page.locator(".spread")).to_have_count(0)
    assert board.page.evaluate("document.activeElement.dataset.thing") == "one"


REPLACED = """async (id) => { const text = await (await fetch("/")).text();
  const made = document.importNode(new DOMParser().parseFromString(text, "text/html").getElementById(id), true);
  document.getElementById(id).replaceWith(made); made.dispatchEvent(new CustomEvent("live:put", { bubbles: true })); }"""
"""As news replaces a part of the page (live.js)."""


@pytest.mark.parametrize("part", ["plan", "plan-orders"])
def test_the_view_stays_when_news_replaces_the_board_or_a_layer(boards, part):
    board = boards()
    board.map("look", [300, 300], 2.5)
    board.map("choose", "foot")
    board.map("mark", ["horse", "gun"])
    board.map("tell", "7 of 24 in.", {"x": 60, "y": 70})
    board.page.evaluate("document.querySelector('#plan').dataset.drag = 'things'")
    before = board.page.evaluate(SEEN)
    assert before[1:] == ["foot", ["horse", "gun"], "things", "7 of 24 in."]
    board.page.evaluate(REPLACED, part)
    board.still()
    assert board.page.evaluate(SEEN) == before
    expect(board.page.locator(".ring")).to_have_count(3)
    expect(board.page.locator(".hits .hit")).to_have_count(4)
    board.map("swap", "drafts", '<g id="plan-drafts" data-layer="drafts"></g>')
    expect(board.page.locator(".hits .hit")).to_have_count(3)
    assert board.page.evaluate(SEEN) == before


def test_a_body_is_brought_near_only_where_it_was_too_small_to_be_seen(boards):
    board = boards()
    board.map("whole")
    inch = board.map("inch")
    board.map("choose", "foot", 90)
    assert board.map("inch") == inch, "ninety inches are seen"
    board.map("choose", None)
    board.map("choose", "horse", 6)
    near = board.map("inch")
    assert near > inch * 1.5
    expect(board.page.locator(".names .chosen")).to_have_text(["Red horse 20"])
    board.map("choose", "foot", 6)
    assert board.map("inch") == near
    board.map("choose", None)
    expect(board.page.locator(".ring")).to_have_count(0)
    board.map("own")
    assert board.map("inch") != near


@pytest.mark.parametrize("boards", [360], indirect=True)
@pytest.mark.parametrize("clicks", [True, False])
def test_a_tap_on_a_map_counts_once_whether_or_not_the_browser_makes_a_click_of_it(boards, clicks):
    """After a drag, Chromium now and then sends a finger's press and no click: the tap was lost."""
    board = boards()
    board.map("look", board.map("units", [90, 70]), 1.5)
    if not clicks:
        board.page.evaluate(
            "addEventListener('touchend', (event) => event.preventDefault(), { passive: false, capture: true })"
        )
    board.page.touchscreen.tap(*board.on_ground(100, 60))
    board.page.wait_for_timeout(700)
    assert [name for name, _ in board.heard()] == ["thing"]
    board.page.touchscreen.tap(*board.on_ground(80, 80))
    board.page.touchscreen.tap(*board.on_ground(80, 50))
    board.page.wait_for_timeout(700)
    assert [name for name, _ in board.heard()] == ["spot", "spot"]


def test_from_one_body_to_another_the_map_is_only_scrolled_and_by_as_little_as_it_must(boards):
    """It was zoomed anew for each, so that it jumped between two."""
    board = boards()
    board.map("choose", "foot", 6)
    board.map("look", board.map("units", [80, 60]), 1.5)
    first = board.map("seen")
    for thing in ("horse", "foot", "gun", "foot", "horse"):
        board.map("choose", thing, 6)
        assert board.map("seen") == first, f"{thing} is in the window"
    for thing in ("far", "foot"):
        before = board.map("seen")
        board.map("choose", thing, 6)
        seen = board.map("seen")
        x, y = board.map("pixels", board.map("units", board.map("place", thing)))
        assert seen["scale"] == before["scale"] and seen["middle"] != before["middle"]
        assert 30 <= x <= seen["size"]["w"] - 30 and 30 <= y <= seen["size"]["h"] - 30
        assert min(x, y, seen["size"]["w"] - x, seen["size"]["h"] - y) < 140, (
            "it comes to the edge of the window, not to its middle"
        )


def test_between_a_body_of_long_and_one_of_short_reach_the_map_does_not_jump_to_and_fro(boards):
    """On a phone it goes back once, so far that the long reach can be pressed, and stays there; on a desktop it stays at once."""
    board = boards()
    board.map("choose", "foot", 6)
    scales = []
    for thing, reach in (("horse", 90), ("foot", 6)) * 3:
        board.map("choose", thing, reach)
        scales.append(board.map("seen")["scale"])
    assert len(set(scales)) == 1, scales


def test_the_wheel_keeps_the_place_under_the_pointer_whoever_is_chosen(boards):
    board = boards()
    board.map("choose", "foot", 6)
    board.map("look", board.map("units", [140, 90]), 2)
    at = board.on_ground(150, 100)
    board.page.mouse.move(*at)
    for turn in (-240, -240, 240):
        board.page.mouse.wheel(0, turn)
        board.page.wait_for_timeout(250)
        assert board.on_ground(150, 100) == pytest.approx(at, abs=1)


def test_zoomed_by_key_what_is_in_hand_stays_in_the_window_and_two_things_about_its_middle(boards):
    """By a key and a button alike, time after time: never now about the one and now about the other."""
    board = boards()
    page = board.page

    def zoomed(times: int) -> Any:
        for key in "+" * times:
            page.locator("#plan .pan").focus()
            page.keyboard.press(key)
            board.still()
        return board.map("seen")

    def in_window(thing: str) -> bool:
        x, y = board.map("pixels", board.map("units", board.map("place", thing)))
        size = board.map("seen")["size"]
        return bool(0 <= x <= size["w"] and 0 <= y <= size["h"])

    board.map("look", board.map("units", [140, 90]), 2)
    middle = board.map("seen")["middle"]
    assert zoomed(1)["middle"] == pytest.approx(middle, abs=0.01), "nothing is in hand: about the middle"
    board.map("whole")
    board.map("choose", "foot", 90)
    zoomed(5)
    assert in_window("foot")
    board.map("choose", None)
    board.map("whole")
    board.map("mark", ["foot", "horse"])
    scale = 0.0
    while (seen := zoomed(1))["scale"] > scale:
        scale = seen["scale"]
        assert in_window("foot") == in_window("horse"), "both, or neither where the window cannot hold them"
    assert not in_window("foot")
    x, _ = board.map("pixels", board.map("units", [80, 60]))
    assert x == pytest.approx(seen["size"]["w"] / 2, abs=2), "what lies between them is in the middle"


def test_the_map_fills_the_window_and_escape_leaves_it(boards):
    """On a phone the board fills it already: there is no button that would only move away from the finger."""
    board = boards()
    if board.page.viewport_size["width"] < 600:
        expect(board.page.locator("[data-map-do=full]")).not_to_be_visible()
        return
    board.page.get_by_role("button", name="Full window").click()
    board.still()
    assert board.page.locator(".boardpage").evaluate(
        "(one) => { const box = one.getBoundingClientRect(); return [box.x, box.y, box.width === innerWidth, box.height === innerHeight]; }"
    ) == [0, 0, True, True]
    board.page.keyboard.press("Escape")
    expect(board.page.locator(".boardpage.full")).to_have_count(0)


OVER = """() => { const seen = (one) => one.checkVisibility({ visibilityProperty: true });
  const boxes = (query) => [...document.querySelectorAll(query)].filter(seen).map((one) => one.getBoundingClientRect());
  const over = (a, b) => a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 3 && b.top < a.bottom - 3;
  const names = boxes("[data-names] text"), others = [...boxes("[data-marks] use"), ...boxes(".gridno")];
  const one_another = names.some((a, i) => names.some((b, j) => i < j && over(a, b)));
  return [names.length, one_another, names.some((a) => others.some((b) => over(a, b)))]; }"""
BAR = """() => [document.querySelector(".scalebar i").getBoundingClientRect().width,
  document.querySelector(".scalebar span").textContent]"""
DRAWN = """() => [...document.querySelectorAll("#plan .trace, #plan .trace *")]
  .map((one) => (one.getAttribute("d") || "") + (one.getAttribute("transform") || ""))"""


def test_labels_lie_over_nothing_at_any_zoom_and_more_come_with_it(boards):
    board = boards(many=100)
    shown = []
    for closer in (1, 1.7, 3, 6):
        board.map("look", [500, 450], closer)
        many, over_names, over_others = board.page.evaluate(OVER)
        assert not over_names and not over_others, closer
        shown.append(many)
    assert max(shown) > 5 and shown[0] < 108, shown


def test_the_scale_follows_the_zoom_and_is_of_real_lengths(boards):
    board = boards()
    for closer in (1, 4, 9):
        board.map("look", [300, 300], closer)
        long, said = board.page.evaluate(BAR)
        inches = float(said.split()[0]) * (12 if "ft" in said else 1)
        assert abs(long - inches * board.map("inch")) < 1.5 and long <= 132


def test_nothing_shifts_while_the_board_unfolds_and_axe_finds_nothing(boards):
    board = boards()
    board.page.wait_for_timeout(100)
    assert board.page.evaluate("window.shifts") < 0.01
    found = Axe().run(board.page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [(fault["id"], fault["nodes"][0]["html"][:200]) for fault in found] == []
    over = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert board.page.evaluate(over) <= 0


def test_a_german_reader_has_the_same_drawing(boards):
    english, german = boards(), boards(language="de")
    drawn = german.page.evaluate(DRAWN)
    assert drawn == english.page.evaluate(DRAWN) and not any("," in one for one in drawn)
    assert german.page.evaluate("document.querySelector('#plan .trace title').textContent") == "Marschieren"


def test_without_script_the_whole_sheet_is_there_and_nothing_is_fixed(boards):
    board = boards(scripts=False)
    page = board.page
    expect(page.locator(".mapbar")).to_be_hidden()
    expect(page.locator("#plan .margin")).to_be_visible()
    expect(page.locator("[data-layer=orders] .trace")).to_have_count(2)
    expect(page.locator("a.trace")).to_have_count(1)
    panel, figure = page.locator(".boardpanel").bounding_box(), page.locator("#plan").bounding_box()
    assert panel["y"] >= figure["y"] + figure["height"], "one under another"
    expect(page.locator("#plan svg")).to_have_attribute("viewBox", re.compile("^-26 -26 1052 "))


def test_paper_has_the_whole_map_with_orders_and_what_happened(boards):
    board = boards()
    board.map("look", [300, 300], 4)
    board.page.emulate_media(media="print")
    board.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(board.page.locator("#plan svg")).to_have_attribute("viewBox", re.compile("^-26 -26 1052 "))
    expect(board.page.locator("[data-layer=orders] .trace > path")).to_have_count(2)
    expect(board.page.locator("#plan .margin")).to_be_visible()
    expect(board.page.locator(".mapbar")).to_be_hidden()
    expect(board.page.locator(".scalebar")).to_be_hidden()
    svg = board.page.locator("#plan svg").bounding_box()
    assert svg["height"] > 200
