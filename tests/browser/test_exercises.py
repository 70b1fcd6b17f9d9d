"""An empty site: an exercise is taken from the shelf, its seats from their links, and the first commander's order sent.

In English and in German, at a desk and on a phone; what is on the screen is all that anybody knows.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns.clock import server_time
from campaigns.models import Battle, Invitation, OrderEntry, Post
from campaigns.usecases.exercises.house import house_exercise
from campaigns.usecases.exercises.play import play_exercise
from campaigns.usecases.exercises.shelf import copy_exercise
from campaigns.usecases.people.profile import kept_person
from tests.browser.test_every_page import looked_at
from tests.campaigns.builders import a_user

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PATIENCE = 20_000
SHOTS = os.environ.get("EXERCISE_SHOTS", "")
"""A folder for pictures of each step, if somebody wants to look."""

WORDS = {
    "en": {
        "start": "Start an exercise from the shelf", "one": "The Bridge at Alder", "play": "Play it",
        "go": "To the campaign", "look": "Look over and begin …", "begin": "Begin the battle",
    },
    "de": {
        "start": "Eine Übung vom Regal beginnen", "one": "Die Brücke von Alder", "play": "Spielen",
        "go": "Zum Feldzug", "look": "Durchsehen und beginnen …", "begin": "Das Gefecht beginnen",
    },
}  # fmt: skip
"""What is pressed, by language."""


def shot(officer: Any, name: str) -> None:
    """The page fits at both widths; a picture of it where one is wanted."""
    officer.page.wait_for_load_state()
    officer.fits(name)
    if SHOTS:
        officer.page.screenshot(path=str(Path(SHOTS) / f"{name}-{officer.width}.png"), full_page=True)


def march(page: Any) -> None:
    """The first order: some inches up the road, read back and sent."""
    page.locator("input[name=choice]").first.focus()
    page.keyboard.press("Space")
    page.locator("[data-bearing]").locator("visible=true").first.fill("N")
    page.locator("[data-inches]").locator("visible=true").first.fill("6")
    page.locator("button.chief[name=act][value=read]").click()
    page.wait_for_load_state()
    page.locator("form:has(input[name=key]) button.great").click()
    page.wait_for_load_state()


def played_by(umpire: Any, words: dict[str, str]) -> list[str]:
    """The umpire finds the exercise on the shelf and plays it.  Returns the links to the seats of both Generals."""
    page = umpire.page
    umpire.opens("/")
    page.get_by_role("link", name=words["start"]).click()
    page.wait_for_url("**/exercises/")
    shot(umpire, f"shelf-{words['play']}")
    page.get_by_role("link", name=words["one"], exact=True).click()
    page.wait_for_url("**/exercises/first_bridge/")
    shot(umpire, f"exercise-{words['play']}")
    page.get_by_role("button", name=words["play"], exact=True).click()
    expect(page.get_by_role("link", name=words["go"]).first).to_be_visible(timeout=PATIENCE)
    shot(umpire, f"played-{words['play']}")
    shown = [field.input_value() for field in page.locator("ul input.typed[readonly]").all()]
    generals = Invitation.objects.filter(kind=Post.Kind.GENERAL).order_by("pk")
    return [link for one in generals for link in shown if one.token in link]


@pytest.mark.parametrize("language", ["en", "de"])
def test_from_an_empty_shelf_to_the_first_order(officers: Any, language: str) -> None:
    words = WORDS[language]
    umpire, red, blue = (officers(a_user(name)) for name in ("pell", "ashdown", "thorne"))
    for one in (umpire, red, blue):
        one.page.set_extra_http_headers({"Accept-Language": language})
    links = played_by(umpire, words)
    for one, link in ((red, links[0]), (blue, links[1])):
        one.page.goto(link)
        one.page.locator("form button.chief").click()
        one.page.wait_for_url("**/c/*/")
    assert set(Post.objects.values_list("user__username", flat=True)) == {"pell", "ashdown", "thorne"}
    page = umpire.page
    page.get_by_role("link", name=words["go"]).first.click()
    page.wait_for_url("**/c/*/")
    shot(umpire, f"campaign-{language}")
    page.get_by_role("link", name=words["look"]).click()
    page.wait_for_url("**/look-over/")
    shot(umpire, f"look-over-{language}")
    if page.locator("input[name=sure]").count():
        page.locator("input[name=sure]").check()
    page.get_by_role("button", name=words["begin"]).click()
    page.wait_for_url("**/desk/")
    battle = Battle.objects.get()
    assert battle.status == Battle.Status.RUNNING
    red.opens(f"/b/{battle.public_id}/order/red-1st/")
    march(red.page)
    expect(red.page.locator("[data-map-bar]").first).to_be_visible(timeout=PATIENCE)
    assert OrderEntry.objects.get().thing == "red-1st"


def test_a_battle_is_taken_out_and_brought_in_by_hand(officers: Any) -> None:
    umpire = officers(a_user("pell"))
    played_by(umpire, WORDS["en"])
    page, battle = umpire.page, Battle.objects.get()
    umpire.opens(f"/b/{battle.public_id}/take-out/")
    shot(umpire, "take-out")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the file").click()
    umpire.opens("/exercises/bring/")
    shot(umpire, "bring")
    page.get_by_label("The file").set_input_files(download.value.path())
    page.get_by_role("button", name="Bring it in").click()
    umpire.reads("The exercise is on your shelf.")


def test_a_file_with_faults_is_told_on_the_page(officers: Any) -> None:
    umpire = officers(a_user("pell"))
    umpire.opens("/exercises/bring/")
    wrong = {
        "name": "x.zip",
        "mimeType": "application/zip",
        "buffer": b'{"format": "kriegspiel-exercise", "version": 9}',
    }
    umpire.page.get_by_label("The file").set_input_files(files=[wrong])
    umpire.page.get_by_role("button", name="Bring it in").click()
    umpire.reads("this site reads up to 1")
    shot(umpire, "faults")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_pages_of_the_shelf_overflow_nothing_and_shut_nobody_out(officers: Any, language: str) -> None:
    """By day and by night, at both widths."""
    user, faults = a_user("pell"), list[str]()
    person = kept_person(user)
    person.language = language
    person.save(update_fields=["language"])
    umpire = officers(user)
    mine = copy_exercise(by=user, exercise="redoubt", now=server_time()).public_id
    battle = play_exercise(by=user, exercise=house_exercise("first_bridge"), now=server_time()).battle.public_id
    for address in (
        "/exercises/", f"/exercises/{mine}/", "/exercises/ten_players/?troops=yes", "/exercises/bring/",
        f"/b/{battle}/take-out/",
    ):  # fmt: skip
        looked_at(umpire, address, faults)
    assert not faults, "\n".join(faults)
