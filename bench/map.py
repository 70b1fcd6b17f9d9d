"""How smoothly the map moves in Chromium with 500 bodies and 200 arrows: the time from frame to frame while it is dragged and zoomed.

The pages are the sheet as a commander gets it and the umpire's desk, with an arrow drawn of each of 200 bodies, given to
the browser from memory, so that nothing but the browser is measured.
"""

from __future__ import annotations

import json
import mimetypes
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import product
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
    drawn = f"{BODIES} things and {ARROWS} arrows"
    yield f"\n## The map with {drawn}, moved in Chromium ({FRAMES} frames each, drawn without a graphics card)\n"
    rows = [
        (one["page"], one["window"], one["deed"], f"{median(one['ms']):.1f}", f"{worst(one['ms']):.1f}")
        for one in found["moved"]
    ]
    yield table(("page", "window", "the map is", "median ms a frame", "19 of 20 within ms"), rows)
    yield f"\n{' '.join(of_a_page(found, one) for one in found['pages'])}"
    most = max(median(one["ms"]) for one in found["moved"])
    first = max(one["first"] for one in found["moved"])
    size = max(found["pages"], key=lambda one: int(one["bytes"]))
    reached += [
        Aim(
            f"the maps of sheet and desk move with {drawn} at 60 frames a second",
            f"{most:.1f} ms a frame",
            most < MOST,
        ),
        Aim("a map is painted first within a second", f"{first:.0f} ms", first < FIRST),
        Aim(
            f"a page with a map of {BODIES} bodies is under 300 kB",
            f"{size['bytes']:,} ({size['page']})",
            size["bytes"] < BYTES,
        ),
    ]


def of_a_page(found: dict[str, Any], page: dict[str, Any]) -> str:
    """What is drawn on a page, its size, and when something of it is seen."""
    first = max(one["first"] for one in found["moved"] if one["page"] == page["page"])
    drawn = f"{page['things']} things and {page['arrows']} arrows"
    return f"The {page['page']} has {drawn}, and {page['bytes']:,} bytes; it is painted first after {first:.0f} ms at most."


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


def pages() -> dict[str, str]:
    """The sheet of a commander and the umpire's desk with so many bodies on the map."""
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
            read = {name: hall.get(who, name)() for name, who in (("sheet", "foot"), ("desk", "umpire"))}
    return {name: answer.content.decode() for name, answer in read.items()}


def measured() -> dict[str, Any]:
    """Move the maps at the width of a desktop and of a phone, and record when each frame came."""
    from playwright.sync_api import sync_playwright

    read = pages()
    moved = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        for (name, page), (window, wide, dots), deed in product(read.items(), WINDOWS, ("dragged", "brought nearer")):
            tab = browser.new_page(viewport={"width": wide, "height": 900}, device_scale_factor=dots)
            tab.route("**/*", serving(page))
            tab.goto(f"{SITE}/page/")
            tab.locator("#plan.moves").wait_for()
            tab.locator("#plan .pan").scroll_into_view_if_needed()
            first = tab.evaluate(PAINTED)
            times = tab.evaluate(MOVED, [FRAMES, deed])
            moved.append({"page": name, "window": window, "deed": deed, "ms": times, "first": first})
            tab.close()
        browser.close()
    return {"pages": [counted(name, page) for name, page in read.items()], "moved": moved}


def counted(name: str, page: str) -> dict[str, Any]:
    """How much is on a page: the blocks of its map, its arrows and its bytes."""
    return {
        "page": name,
        "things": page.count('href="#m-'),
        "arrows": page.count('class="trace"'),
        "bytes": len(page.encode()),
    }


def serving(page: str) -> Callable[[Any], Any]:
    """Answers the browser with a page and the files of the site."""
    return lambda route: answer(route, page)


def answer(route: Any, page: str) -> Any:
    """The answer to the browser: the page, or a file of the site; to anything else none, as if the server were away."""
    path = route.request.url.removeprefix(SITE)
    if path == "/page/":
        return route.fulfill(body=page, content_type="text/html; charset=utf-8")
    file = ROOT / "campaigns" / path.lstrip("/")
    if not path.startswith("/static/campaigns/") or not file.is_file():
        return route.abort()  # told that what it asks for is not there, a page would go elsewhere
    return route.fulfill(body=file.read_bytes(), content_type=mimetypes.guess_type(file.name)[0])


if __name__ == "__main__":
    print(json.dumps(measured()))
