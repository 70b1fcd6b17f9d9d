"""What a new user must find in one look, on a desktop and on a phone, in English and in German: it is in the window, unscrolled."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.test_map import PLACED
from tests.campaigns import builders
from tests.campaigns.web.conftest import submitted

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]

WORDS = {
    "en": {
        "log out": "Log out", "messages": "Messages", "send": "Send a message", "print": "Print",
        "march": "March", "check": "Check the order", "post": "Send", "change": "Change this order",
        "ready": "I am ready", "menu": "Menu",
        "is ready": "You are ready.", "points": "Points", "score": "Red, if the battle ended now", "too far": "can go 12 in. at most",
    },
    "de": {
        "log out": "Abmelden", "messages": "Nachrichten", "send": "Nachricht senden", "print": "Drucken",
        "march": "Marschieren", "check": "Befehl prüfen", "post": "Senden", "change": "Diesen Befehl ändern",
        "ready": "Ich bin bereit", "menu": "Menü", "is ready": "Sie sind bereit.",
        "points": "Punkte", "score": "Rot, wenn das Gefecht jetzt endete", "too far": "kann höchstens 12 Zoll weit",
    },
}  # fmt: skip


class NewUser:
    """A commander who has never seen the product, and looks for words."""

    def __init__(self, officer: Any, battle: Any, language: str) -> None:
        self.officer, self.page, self.battle, self.words = officer, officer.page, battle, WORDS[language]
        self.page.set_extra_http_headers({"Accept-Language": language})

    def opens(self, what: str) -> None:
        self.officer.opens(f"/b/{self.battle.public_id}/{what}/")

    def sees(self, role: str, word: str) -> Any:
        """Something of that role and name is in the window as the page stands; the first of several."""
        named = self.page.get_by_role(role, name=re.compile(f"^{self.words[word]}( |:|$)")).locator("visible=true")
        named.first.wait_for()
        return self._in_the_window(named, word)

    def finds(self, role: str, word: str) -> Any:
        """The same, in the bar at the head of the page or one press further, in its menu, which is in the window too."""
        named = self.page.get_by_role(role, name=re.compile(f"^{self.words[word]}( |:|$)")).locator("visible=true")
        if not named.count():
            self._in_the_window(self.page.locator("#menu > summary"), "menu").click()
        return self.sees(role, word)

    def reads(self, word: str) -> None:
        """A text is in the window as the page stands."""
        said = self.page.get_by_text(self.words[word]).locator("visible=true")
        said.first.wait_for()
        self._in_the_window(said, word)

    def _in_the_window(self, found: Any, word: str) -> Any:
        high = self.page.viewport_size["height"]
        for one in found.all():
            box = one.bounding_box()
            if box and box["y"] >= -1 and box["y"] + box["height"] <= high + 1:
                return one
        raise AssertionError(
            f"{self.words[word]} is not in one look on {self.page.url}: {[one.bounding_box() for one in found.all()]}"
        )


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_commander_finds_each_thing_in_one_look(officers, language):
    cast = builders.a_cast()
    battle = builders.a_battle(cast, start=PLACED, options={"two_stage_move": False, "score_points": True})
    for _ in ("red", "blue"):
        submitted(cast, builders.the_move(battle))
    user = NewUser(officers(cast.red_foot), battle, language)
    user.opens("sheet")
    for role, word in (("button", "ready"), ("link", "print")):
        user.sees(role, word)
    for role, word in (("link", "messages"), ("link", "points"), ("button", "log out")):
        user.finds(role, word)
    user.opens("order/red-foot")
    is_refused_in_the_window(user)
    sends_and_finds_where_to_change(user)
    user.opens("sheet")
    user.finds("link", "points").click()
    user.reads("score")
    user.finds("link", "messages").click()
    user.sees("heading", "send")
    user.opens("sheet")
    user.sees("link", "print").click()
    user.sees("button", "print")
    user.opens("sheet")
    user.sees("button", "ready").click()
    user.reads("is ready")
    user.finds("button", "log out").click()
    user.page.wait_for_url("**/login/**")


def is_refused_in_the_window(user: NewUser) -> None:
    """A march of five moves is refused, and the refusal is in the window with what can be marched."""
    user.page.get_by_role("radio", name=user.words["march"]).first.check()
    user.page.locator("[data-bearing]").locator("visible=true").first.fill("N")
    user.page.locator("[data-inches]").locator("visible=true").first.fill("60")
    user.page.get_by_role("button", name=user.words["check"]).click()
    user.page.locator(".refusal").wait_for()
    user.reads("too far")


def sends_and_finds_where_to_change(user: NewUser) -> None:
    """The march is shortened, checked and sent; then the way to change it is in the window."""
    user.page.locator("[data-inches]").locator("visible=true").first.fill("4")
    user.page.get_by_role("button", name=user.words["check"]).click()
    user.sees("button", "post").click()
    user.sees("link", "change")


def test_what_was_refused_is_still_typed_after_a_look_into_the_rulebook(officers):
    cast = builders.a_cast()
    user = NewUser(officers(cast.red_foot), builders.a_battle(cast, start=PLACED), "en")
    user.opens("order/red-foot")
    is_refused_in_the_window(user)
    user.page.locator(".refusal a").first.click()
    user.page.wait_for_url("**/rulebook/**")
    user.page.go_back()
    user.page.get_by_text("What you typed here and did not send is back.").wait_for()
    expect(user.page.locator("[data-inches]").locator("visible=true").first).to_have_value("60")
    user.page.get_by_role("button", name="Check the order").click()
    user.reads("too far")
