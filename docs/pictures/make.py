"""`make pictures`: every page as a picture, at the width of a desk and of a phone, in English and German, and a gallery each.

A site of its own is set up in a temporary folder; a real Chromium looks at each page of ``pages.py`` as the person who is
named there.  ``docs/pictures/make.py sheet desk`` takes only the pictures of those names and leaves the galleries alone.
"""

from __future__ import annotations

import base64
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from docs.pictures import deeds, gallery  # noqa: E402  # found by the path of the checkout
from docs.pictures.gallery import FOLDERS  # noqa: E402
from docs.pictures.pages import PICTURES, Picture  # noqa: E402

PORT = int(os.environ.get("PICTURES_PORT", "18913"))
SITE = f"http://127.0.0.1:{PORT}"
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking"]
WIDTHS = {"desk": (1440, 1000, 1.0), "phone": (360, 740, 1.5)}
"""Width, height of the window and pixels to a point of each."""
TALLEST = {"desk": 2000, "phone": 1480}
"""Of a long page so much is shown, from its head, in points."""
QUALITIES = (62, 45, 30)
"""Of the compression: the next where a picture has too many bytes."""
MOST, MOST_OF_ALL = 300_000, 12_000_000
"""Bytes of one picture, and of all of one language."""
SPARE = {
    ("en", "desk"): "red-dragoons",
    ("en", "phone"): "red-hussars",
    ("de", "desk"): "red-lancers",
    ("de", "phone"): "red-sappers",
}
"""The body whose order is sent, by language and width: an order is sent only once."""


@contextmanager
def site() -> Iterator[dict[str, str]]:
    """The product on its stage, served from a temporary folder.  Yields the words of the addresses."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"KRIEGSPIEL_VAR": folder, "DATABASE_URL": "", "REDIS_URL": "", "LOG_LEVEL": "ERROR"}
        os.environ |= {"DJANGO_SETTINGS_MODULE": "kriegspiel.settings", "PORT": str(PORT)}
        words = staged()
        served = subprocess.Popen([sys.executable, str(ROOT / "manage.py"), "serve"], stdout=subprocess.DEVNULL)
        try:
            wait_for(f"{SITE}/login/")
            yield words
        finally:
            served.terminate()
            served.wait()


def staged() -> dict[str, str]:
    """The database is made and filled in this process."""
    import django

    django.setup()
    from django.core.management import call_command

    from campaigns.clock import server_time
    from docs.pictures.stage import set_stage

    call_command("migrate", verbosity=0)
    return set_stage(server_time())


def wait_for(address: str) -> None:
    """Until the site answers."""
    for _ in range(150):
        try:
            urllib.request.urlopen(address, timeout=2).close()
            return
        except OSError:
            time.sleep(0.2)
    raise SystemExit(f"{address} does not answer")


class Room:
    """A browser of one width and language, with a tab for everybody who looks."""

    def __init__(self, browser: Any, language: str, width: str) -> None:
        self.browser, self.language, self.width = browser, language, width
        self.tabs: dict[tuple[str, bool], Any] = {}

    def tab(self, who: str, lamp: bool) -> Any:
        """The tab of somebody, logged in; of a stranger where nobody is named."""
        if (who, lamp) not in self.tabs:
            across, high, points = WIDTHS[self.width]
            page = self.browser.new_context(
                viewport={"width": across, "height": high},
                device_scale_factor=points,
                reduced_motion="reduce",
                color_scheme="dark" if lamp else "light",
                locale=self.language,
            ).new_page()
            page.set_default_timeout(20_000)
            if who:
                log_in(page, who)
            self.tabs[who, lamp] = page
        return self.tabs[who, lamp]

    def take(self, picture: Picture, words: dict[str, str]) -> int:
        """One picture.  Returns its bytes."""
        page = self.tab(picture.who, picture.lamp)
        page.goto(SITE + picture.address.format(**words, spare=SPARE[self.language, self.width]))
        if picture.deed:
            getattr(deeds, picture.deed)(page)
        page.evaluate("document.fonts.ready")
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_timeout(120)  # what is drawn after the page has come: the clock, the plan
        return write(FOLDERS[self.language] / f"{picture.name}-{self.width}.webp", shot(page, self.width))


def log_in(page: Any, name: str) -> None:
    """Through the door, with the password of the stage."""
    page.goto(f"{SITE}/login/")
    page.locator("input[name=username]").fill(name)
    page.locator("input[name=password]").fill(f"{name}1913")
    page.locator("main button").first.click()
    page.wait_for_url(f"{SITE}/")


def shot(page: Any, width: str) -> bytes:
    """The page from its head, no taller than a document can show, in as few bytes as are allowed."""
    across, high, _ = WIDTHS[width]
    tall = page.evaluate("document.documentElement.scrollHeight")
    clip = {"x": 0, "y": 0, "width": across, "height": max(high, min(tall, TALLEST[width])), "scale": 1}
    session = page.context.new_cdp_session(page)
    asked = {"format": "webp", "clip": clip, "captureBeyondViewport": True}
    taken = b""
    for quality in QUALITIES:
        taken = base64.b64decode(session.send("Page.captureScreenshot", {**asked, "quality": quality})["data"])
        if len(taken) <= MOST:
            break
    session.detach()
    return taken


def write(path: Path, taken: bytes) -> int:
    """Keep a picture; refused where it is too big for a document."""
    if len(taken) > MOST:
        sys.exit(f"{path.name} has {len(taken)} bytes, more than {MOST}")
    path.write_bytes(taken)
    return len(taken)


def main(wanted: list[str]) -> None:
    """All the pictures and the gallery, or some pictures by their names."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    chromium = chromium or sys.exit("there is no chromium on this machine")
    began, sizes = time.monotonic(), dict.fromkeys(FOLDERS, 0)
    chosen = [one for one in PICTURES if not wanted or one.name in wanted]
    with site() as words, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGS)
        for language, width in product(FOLDERS, WIDTHS):
            room = Room(browser, language, width)
            sizes[language] += sum(room.take(picture, words) for picture in chosen)
        browser.close()
    if not wanted:
        for language, size in sizes.items():
            gallery.hang(language)
            if size > MOST_OF_ALL:
                sys.exit(f"the pictures in {language} have {size} bytes, more than {MOST_OF_ALL}")
    many, size = len(chosen) * len(WIDTHS) * len(FOLDERS), sum(sizes.values())
    print(f"{many} pictures, {size / 1e6:.1f} MB, {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
