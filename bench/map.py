"""How smoothly the map moves in Chromium with 500 bodies and 200 arrows: the time from frame to frame while it is dragged and zoomed.

The page is the sheet as a commander gets it, with a march drawn of each of 200 bodies, given to the browser from memory,
so that nothing but the browser is measured.
"""

from __future__ import annotations

import json
import mimetypes
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.table import Aim, table

ROOT = Path(__file__).parents[1]
BODIES, ARROWS, FRAMES, MOST = 500, 200, 120, 17
"""Things and arrows on the map, frames that are timed, and the milliseconds from one to the next aimed at: sixty a second."""
FIRST, BYTES = 1000, 300_000
"""Milliseconds until the map is drawn first, and bytes of the page, aimed at."""

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-headless-shell")
ARGS = "--no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --disable-background-networking".split()
SITE = "http://map.bench"
WINDOWS = (("desk, 1440 px", 1440, 1), ("phone, 360 px", 360, 2))

MOVED = """async ([frames, deed]) => {
  const svg = document.querySelector("#plan svg"), box = svg.parentElement.getBoundingClientRect(), times = [];
  const x = box.x + box.width / 2, y = box.y + box.height / 2, next = () => new Promise(requestAnimationFrame);
  const wheel = (deltaY) => svg.dispatchEvent(new WheelEvent("wheel", { bubbles: true, cancelable: true, deltaY, clientX: x, clientY: y }));
  const finger = (name, right, down) => svg.dispatchEvent(new PointerEvent(name, {
    bubbles: true, pointerId: 1, isPrimary: true, clientX: x + right, clientY: y + down }));
  for (let i = 0; i < 6; i += 1) { wheel(-120); await next(); }
  await new Promise((rested) => setTimeout(rested, 1500));
  if (deed === "dragged") { finger("pointerdown", 0, 90); }
  let last = await next();
  for (let i = 0; i < frames; i += 1) {
    const angle = i / 15;
    if (deed === "dragged") { finger("pointermove", 120 * Math.sin(angle), 90 * Math.cos(angle)); }
    else { wheel(Math.sin(angle) > 0 ? 40 : -40); }
    const now = await next();
    times.push(now - last);
    last = now;
  }
  if (deed === "dragged") { finger("pointerup", 0, 90); }
  return times;
}"""

PAINTED = """() => performance.getEntriesByName("first-contentful-paint").map((one) => one.startTime)[0] || 0"""


def part(reached: list[Aim]) -> Iterator[str]:
    """The figures as a table; measured in a process of its own, since Django is set up once a process."""
    if CHROMIUM is None:
        yield "\nNo map: there is no chromium on this machine.\n"
        return
    ran = subprocess.run([sys.executable, __file__], check=True, stdout=subprocess.PIPE, text=True)
    found = json.loads(ran.stdout.splitlines()[-1])
    drawn = f"{found['things']} things and {found['arrows']} arrows"
    yield f"\n## The map with {drawn}, moved in Chromium ({FRAMES} frames each, drawn without a graphics card)\n"
    rows = [
        (one["window"], one["deed"], f"{median(one['ms']):.1f}", f"{worst(one['ms']):.1f}") for one in found["moved"]
    ]
    yield table(("window", "the map is", "median ms a frame", "19 of 20 within ms"), rows)
    first = max(one["first"] for one in found["moved"])
    yield f"\nThe page has {found['bytes']:,} bytes; it is painted first after {first:.0f} ms at most."
    most = max(median(one["ms"]) for one in found["moved"])
    reached += [
        Aim(
            f"the map moves with {BODIES} bodies and {ARROWS} arrows at 60 frames a second",
            f"{most:.1f} ms a frame",
            most < MOST,
        ),
        Aim("a map is painted first within a second", f"{first:.0f} ms", first < FIRST),
        Aim(f"a page with a map of {BODIES} bodies is under 300 kB", f"{found['bytes']:,}", found["bytes"] < BYTES),
    ]


def worst(times: list[float]) -> float:
    """The time within which 19 of 20 frames come."""
    return sorted(times)[len(times) * 19 // 20]


def marches(things: list[Any], sheet: Any) -> list[Any]:
    """A march of each of the first things, a foot and a half by way of a bend."""
    from campaigns.web.board import strokes

    traces: list[Any] = [
        {
            "kind": ("march", "charge", "retire", "fire")[number % 4],
            "of": number,
            "thing": one["thing"],
            "side": one["side"],
            "line": [one["at"], [one["at"][0] + 4, one["at"][1] + 8], [one["at"][0], one["at"][1] + 18]],
            "front": 338,
        }
        for number, one in enumerate(things[:ARROWS])
    ]
    return strokes.of(traces, sheet, keys=[f"order-{number}" for number in range(ARROWS)])


def sheet() -> tuple[str, int]:
    """The sheet of a commander with so many bodies on the map, and how many things are on it."""
    from bench.pages import Hall, new_database

    with new_database():
        from campaigns.web.board import plan  # the settings are there now

        draw = plan.draw_plan

        def drawn(things: Any, size: Any = None, of: str = "", country: Any = None, *given: Any, **more: Any) -> Any:
            things = list(things)
            arrows = marches([one for one in things if one.get("at")], plan.sheet_of(things, size, country))
            return draw(things, size, of, country, *given, **{**more, "orders": arrows})

        with patch.object(plan, "draw_plan", drawn):
            hall = Hall(1913, BODIES * 24 // 52)
            page = hall.clients["foot"].get(f"/b/{hall.battle.public_id}/sheet/").content.decode()
    return page, page.count('href="#m-')


def measured() -> dict[str, Any]:
    """Move the map at the width of a desktop and of a phone, and record when each frame came."""
    from playwright.sync_api import sync_playwright

    page, things = sheet()
    moved = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        for name, wide, dots in WINDOWS:
            for deed in ("dragged", "brought nearer"):
                tab = browser.new_page(viewport={"width": wide, "height": 900}, device_scale_factor=dots)
                tab.route("**/*", lambda route: answer(route, page))
                tab.goto(f"{SITE}/sheet/")
                tab.locator("#plan.moves").wait_for()
                tab.locator("#plan .pan").scroll_into_view_if_needed()
                first = tab.evaluate(PAINTED)
                moved.append({"window": name, "deed": deed, "ms": tab.evaluate(MOVED, [FRAMES, deed]), "first": first})
                tab.close()
        browser.close()
    return {"things": things, "arrows": page.count('class="trace"'), "bytes": len(page.encode()), "moved": moved}


def answer(route: Any, page: str) -> Any:
    """The answer to the browser: the page, or a file of the site."""
    path = route.request.url.removeprefix(SITE)
    if path == "/sheet/":
        return route.fulfill(body=page, content_type="text/html; charset=utf-8")
    file = ROOT / "campaigns" / path.lstrip("/")
    if not path.startswith("/static/campaigns/") or not file.is_file():
        return route.fulfill(status=404)
    return route.fulfill(body=file.read_bytes(), content_type=mimetypes.guess_type(file.name)[0])


if __name__ == "__main__":
    print(json.dumps(measured()))
