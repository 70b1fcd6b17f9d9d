"""What is done on a page, in any language, before its picture is taken.  Each takes a page of Playwright at the address."""

from __future__ import annotations

from typing import Any


def _march(page: Any, inches: str) -> None:
    """The first thing that the form offers is a march; it is written in north-easterly direction.

    It is chosen by the keyboard: a map that is still being drawn may push the form from under the mouse.
    """
    page.locator("input[name=choice]").first.focus()
    page.keyboard.press("Space")
    page.locator("[data-bearing]").locator("visible=true").first.fill("NE")
    page.locator("[data-inches]").locator("visible=true").first.fill(inches)


def write_march(page: Any) -> None:
    """An order half written."""
    _march(page, "24")


def write_too_far(page: Any) -> None:
    """An order that costs more than the move has."""
    _march(page, "400")
    page.locator("button.chief[name=act][value=read]").click()
    page.wait_for_load_state()


def read_back(page: Any) -> None:
    """An order read back."""
    _march(page, "24")
    page.locator("button.chief[name=act][value=read]").click()
    page.wait_for_load_state()


def send(page: Any) -> None:
    """An order sent."""
    read_back(page)
    page.locator("form:has(input[name=key]) button.great").click()
    page.wait_for_load_state()


def make_link(page: Any) -> None:
    """A link is made for a commander of cavalry."""
    page.locator("#side").select_option("red")
    page.locator("#arm").select_option("cavalry")
    page.locator("form:has(#hours) button").click()
    page.wait_for_load_state()
