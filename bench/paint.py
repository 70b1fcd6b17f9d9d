"""First paint in a real Chromium: how long after the address is opened somebody sees the sheet, with an empty cache and with a full one.

The product is served as by `make run` (one process, SQLite) with the stage of the pictures; browser and server share the machine.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.table import Aim, table

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-headless-shell")
TIMES = 9
"""How often each page is opened, with an empty cache and with a full one."""
MOST = 1000
"""Milliseconds aimed at."""
PAGES = (
    ("sheet, 35 things on an open floor", "red", "/b/{hartley}/sheet/"),
    ("sheet, 38 things on a country", "red", "/b/{vale}/sheet/"),
    ("order form", "red", "/b/{hartley}/order/red-hussars/"),
    ("desk", "umpire", "/b/{sequence}/desk/"),
)
PAINTED = """() => { const paint = performance.getEntriesByName('first-contentful-paint')[0];
  return paint ? [paint.startTime, performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd] : null; }"""


def part(reached: list[Aim]) -> Iterator[str]:
    """The figures as a table; measured in a process of its own, since Django is set up once a process."""
    if CHROMIUM is None:
        yield "\nNo first paint: there is no chromium on this machine.\n"
        return
    ran = subprocess.run([sys.executable, __file__], check=True, stdout=subprocess.PIPE, text=True)
    found = json.loads(ran.stdout.splitlines()[-1])
    yield f"\n## First paint in Chromium ({TIMES} times each, server and browser on one machine)\n"
    heads = ("page", "cache", "median ms", "worst ms", "page is complete, median ms")
    yield table(heads, [row(one) for one in found])
    slowest = max(median(one["paint"]) for one in found if one["page"].startswith("sheet"))
    reached.append(
        Aim("first paint of the sheet under a second", f"{slowest:.0f} ms, median of the slower", slowest < MOST)
    )


def row(one: dict[str, Any]) -> tuple[str, ...]:
    """A line of the table."""
    paint, done = one["paint"], one["done"]
    return one["page"], one["cache"], f"{median(paint):.0f}", f"{max(paint):.0f}", f"{median(done):.0f}"


def measured() -> list[dict[str, Any]]:
    """Open the pages and read from the browser when it first painted something of them."""
    from playwright.sync_api import sync_playwright

    from docs.pictures.make import ARGS, SITE, log_in, site

    found = []
    with site() as words, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        for name, who, address in PAGES:
            entered = browser.new_context(viewport={"width": 1440, "height": 1000})
            log_in(entered.new_page(), who)
            for cache in ("empty", "full"):
                timed = [opened(browser, entered, SITE + address.format(**words), cache) for _ in range(TIMES)]
                paint, done = zip(*timed, strict=True)
                found.append({"page": name, "cache": cache, "paint": paint, "done": done})
        browser.close()
    return found


def opened(browser: Any, entered: Any, address: str, cache: str) -> tuple[float, float]:
    """Milliseconds to the first paint and to the complete page.  cache: empty in a new window of the same person."""
    context = browser.new_context(storage_state=entered.storage_state(), viewport={"width": 1440, "height": 1000})
    page = context.new_page()
    if cache == "full":
        page.goto(address)
        page.wait_for_function(PAINTED)
    page.goto(address)
    paint, done = page.wait_for_function(PAINTED).json_value()
    context.close()
    return paint, done


if __name__ == "__main__":
    print(json.dumps(measured()))
