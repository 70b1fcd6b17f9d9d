"""A crowded board in a real browser: losses are told apart, and labels keep off walls, houses and works where there is room."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import in_the_window
from tests.browser.test_board import OVER, Page, boards  # noqa: F401  # the fixture

pytestmark = pytest.mark.slow

ON_ONE_ANOTHER = """() => { const seen = (one) => one.checkVisibility({ visibilityProperty: true });
  const boxed = (one) => [one.textContent.trim(), one.getBoundingClientRect()];
  const boxes = (query) => [...document.querySelectorAll(query)].filter(seen).map(boxed);
  const over = ([, a], [, b]) => a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 5 && b.top < a.bottom - 5;
  const losses = boxes("[data-layer=happened] .figure"), blocks = boxes("[data-marks] use"), names = boxes("[data-names] text"), found = [];
  losses.forEach((one, index) => {
    for (const other of [...losses.slice(index + 1), ...blocks, ...names]) { if (over(one, other)) { found.push([one[0], other[0]]); } }
  });
  return [losses.map(([said]) => said), found]; }"""
"""The losses that are seen, and which of them lies over another, a block or a label."""

OVER_WALLS = """() => { const seen = (one) => one.checkVisibility({ visibilityProperty: true }), map = document.querySelector("#plan").map;
  const pan = map.pan.getBoundingClientRect(), names = [...document.querySelectorAll("[data-names] text")].filter(seen), found = [];
  for (const path of document.querySelectorAll(".ground :is(.wall, .house), .trace .is-work")) {
    for (let along = 0; along <= path.getTotalLength(); along += 2) {
      const at = path.getPointAtLength(along), [x, y] = map.pixels([at.x, at.y]);
      for (const name of names) {
        const box = name.getBoundingClientRect();
        const across = x + pan.left > box.left + 1 && x + pan.left < box.right - 1;
        if (across && y + pan.top > box.top + 3 && y + pan.top < box.bottom - 3) { found.push(name.textContent); }
      }
    }
  }
  return [names.length, [...new Set(found)]]; }"""
"""How many labels are seen, and those that lie over a wall, a house or a work."""


def body(key: str, x: float, y: float, side: str = "red") -> dict[str, Any]:
    return {
        "thing": key, "name": f"The {key}", "side": side, "arm": "infantry", "at": [x, y],
        "facing": 0 if side == "red" else 180, "strength": 20, "own": side == "red",
    }  # fmt: skip


def loss(of: int, thing: dict[str, Any], men: int) -> dict[str, Any]:
    return {"kind": "loss", "of": of, "thing": thing["thing"], "side": thing["side"], "line": [thing["at"]], "men": men}


MELEE = [
    body(f"{side} {row}{column}", 120 + 11 * column, 90 + 8 * row + (8 if side == "blue" else 0), side)
    for side in ("red", "blue")
    for row in range(2)
    for column in range(3)
]
"""Twelve bodies of both sides, nearly on one another."""

LOSSES = [loss(0, MELEE[0], 2), loss(1, MELEE[0], 1), loss(2, MELEE[0], 4)] + [
    loss(index % 3, one, index) for index, one in enumerate(MELEE[1:], 1)
]
CROWD = Page({"size": [288, 192]}, MELEE, {"happened": LOSSES})

WALLED = Page(
    {
        "size": [288, 192],
        "walls": {"long": {"line": [[40, 84], [250, 84]]}, "short": {"line": [[150, 60], [150, 120]]}},
        "houses": {"inn": {"outline": [[90, 96], [120, 96], [120, 112], [90, 112]], "name": ""}},
    },
    [body("guards", 100, 92), body("line", 145, 90), body("horse", 200, 90), body("foe", 230, 100, "blue")],
    {
        "happened": [],
        "orders": [{"kind": "work", "of": 0, "thing": "line", "side": "red", "line": [[60, 60], [120, 60]]}],
    },
)

LED = """() => { const map = document.querySelector("#plan").map, pan = map.pan.getBoundingClientRect(), scale = map.seen().scale;
  const seen = (one) => one.checkVisibility({ visibilityProperty: true });
  const d = document.querySelector("[data-leaders]").getAttribute("d") || "";
  const names = [...document.querySelectorAll("[data-names] text")].filter(seen)
    .map((one) => [one.textContent, one.getBoundingClientRect()]);
  const bar = document.querySelector(".scalebar").getBoundingClientRect(), long = [], crossed = [];
  const inside = ([x, y], box) => x > box.left + 1 && x < box.right - 1 && y > box.top + 4 && y < box.bottom - 4;
  for (const run of d.split("M").slice(1)) {
    const [a, b] = run.split("L").map((one) => map.pixels(one.trim().split(/[\\s,]+/).map(Number)));
    long.push(Math.hypot(b[0] - a[0], b[1] - a[1]));
    for (let step = 0; step < 0.95; step += 0.05) {
      const at = [a[0] + (b[0] - a[0]) * step + pan.left, a[1] + (b[1] - a[1]) * step + pan.top];
      for (const [said, box] of names) { if (inside(at, box)) { crossed.push(said); } }
    }
  }
  const covered = names.filter(([, box]) =>
    box.left < bar.right && bar.left < box.right && box.top + 3 < bar.bottom && bar.top < box.bottom - 3);
  return { long, crossed, covered: covered.map(([said]) => said), names: names.map(([said]) => said) }; }"""
"""The lines that lead to labels: how long they are in pixels, and which labels they cross; which labels are under the scale."""


@pytest.mark.parametrize("closer", [1, 2.5])
def test_of_a_melee_each_body_has_one_loss_that_lies_over_nothing(boards, closer):  # noqa: F811
    board = boards(of=CROWD)
    board.map("look", [450, 310], board.page.evaluate("document.querySelector('#plan').map.seen().fit") * closer)
    seen, over = board.page.evaluate(ON_ONE_ANOTHER)
    assert over == []
    assert sorted(seen) == sorted(["−7", *(f"−{men}" for men in range(1, 12))])


def test_a_press_on_a_sum_of_losses_shows_each_of_them_and_each_leads_to_its_line(boards):  # noqa: F811
    board = boards(of=CROWD)
    page = board.page
    board.map("look", [450, 310], page.evaluate("document.querySelector('#plan').map.seen().fit"))
    page.locator("[data-layer=happened]:not(.spread) > .trace:not(.part) > .figure", has_text="−7").first.click()
    board.still()
    rows = page.locator(".spread .trace")
    expect(rows.locator(".figure")).to_have_text(["−2", "−1", "−4"])
    said = ["".join(row.locator(".said").all_text_contents()) for row in rows.all()]
    assert said == ["Loss of 2", "Loss of 1", "Loss of 4"], "each says of what"
    in_the_window(page, ".spread .plate")
    assert all(row.bounding_box()["height"] >= 24 for row in page.locator(".spread .row").all())
    bar, plate = page.locator(".mapbar").bounding_box(), page.locator(".spread .plate").bounding_box()
    assert page.viewport_size["width"] > 600 or plate["y"] >= bar["y"] + bar["height"]
    assert page.url.endswith("/"), "a sum leads to no line"
    rows.nth(1).click()
    assert page.url.endswith("#event-1")
    board.still()
    page.wait_for_function("() => !document.querySelector('.spread')")


def test_a_single_loss_leads_to_its_line_at_once(boards):  # noqa: F811
    board = boards(of=Page({"size": [288, 192]}, MELEE[:1], {"happened": [loss(1, MELEE[0], 3)]}))
    board.page.locator("[data-layer=happened] .figure").click()
    assert board.page.url.endswith("#event-1")
    expect(board.page.locator(".spread")).to_have_count(0)


def test_labels_keep_off_walls_houses_and_works_where_there_is_room(boards):  # noqa: F811
    board = boards(of=WALLED)
    fit = board.page.evaluate("document.querySelector('#plan').map.seen().fit")
    for closer in (1, 1.6, 2.5):
        board.map("look", [500, 320], fit * closer)
        many, over = board.page.evaluate(OVER_WALLS)
        assert many >= 3 and over == [], closer


def test_labels_keep_off_what_is_drawn_behind_a_block(boards):  # noqa: F811
    column = [{**body(f"company {n}", 120, 60 + 9 * n), "form": "fours", "facing": 45 * n} for n in range(8)]
    board = boards(of=Page({"size": [288, 192]}, column, {"happened": []}))
    board.map("fit", [one["thing"] for one in column])
    many, over_names, over_blocks = board.page.evaluate(OVER)
    assert many > 3 and not over_names and not over_blocks


def test_where_there_is_no_other_room_a_label_is_there_all_the_same(boards):  # noqa: F811
    everywhere = {f"w{n}": {"line": [[0, 2 * n], [288, 2 * n]]} for n in range(1, 96)}
    board = boards(of=Page({"size": [288, 192], "walls": everywhere}, MELEE[:1], {"happened": []}))
    board.map("whole")
    many, over = board.page.evaluate(OVER_WALLS)
    assert many == 1 and over == ["The red 00 20"]


def test_no_line_to_a_label_crosses_a_label_and_on_a_phone_each_is_short(boards):  # noqa: F811
    rows = [
        body(f"company {side} {n}", 60 + 24 * (n % 7), 60 + 14 * (n // 7) + (60 if side == "blue" else 0), side)
        for side in ("red", "blue")
        for n in range(14)
    ]
    board = boards(of=Page({"size": [288, 192]}, rows, {"happened": []}))
    fit = board.page.evaluate("document.querySelector('#plan').map.seen().fit")
    for closer in (1, 1.7, 2.5):
        board.map("look", [430, 330], fit * closer)
        found = board.page.evaluate(LED)
        assert found["names"] and not found["crossed"], (closer, found)
        assert board.page.viewport_size["width"] > 600 or max(found["long"], default=0) <= 50, (closer, found)


def test_no_label_is_under_the_scale(boards):  # noqa: F811
    corner = [body(f"{n}", 10 + 22 * (n % 4), 6 + 12 * (n // 4)) for n in range(12)]
    board = boards(of=Page({"size": [288, 192]}, corner, {"happened": []}))
    fit = board.page.evaluate("document.querySelector('#plan').map.seen().fit")
    for closer in (1, 1.5, 2.2, 3):
        board.map("look", [0, 600], fit * closer)
        found = board.page.evaluate(LED)
        assert found["names"] and not found["covered"], (closer, found)


def test_the_whole_map_of_a_phone_lies_between_its_bar_and_its_scale(boards):  # noqa: F811
    edges = [body("south", 40, 2), body("north", 250, 190, "blue")]
    board = boards(of=Page({"size": [288, 288]}, [*edges, body("far north", 250, 286, "blue")], {"happened": []}))
    board.map("whole")
    page = board.page
    if page.viewport_size["width"] > 600:
        return
    bar, scale = page.locator(".mapbar").bounding_box(), page.locator(".scalebar").bounding_box()
    assert board.at("south")[1] < scale["y"] and board.at('"far north"')[1] > bar["y"] + bar["height"]


def test_a_phone_begins_where_most_of_ones_own_bodies_are(boards):  # noqa: F811
    west = [body(f"west {n}", 20 + 8 * (n % 3), 170 - 8 * (n // 3)) for n in range(7)]
    east = [body(f"east {n}", 250 + 8 * (n % 3), 20 + 8 * (n // 3)) for n in range(4)]
    middle = [body("alone", 260, 90)]
    board = boards(of=Page({"size": [288, 192]}, [*east, *middle, *west], {"happened": []}))
    inside = """(key) => { const box = document.querySelector(`[data-marks] [data-thing="${key}"]`).getBoundingClientRect();
      const pan = document.querySelector("#plan .pan").getBoundingClientRect();
      return box.left > pan.left && box.right < pan.right && box.top > pan.top && box.bottom < pan.bottom; }"""
    assert all(board.page.evaluate(inside, one["thing"]) for one in west), "not on the empty ground between the two"
