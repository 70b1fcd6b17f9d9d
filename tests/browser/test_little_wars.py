"""A Fight to the Finish between two players in two browsers, without an umpire: from the first toss to the score sheet."""

from __future__ import annotations

import time
from typing import Any

import pytest

from campaigns.clock import server_time
from campaigns.clockwork.timers import sweep
from campaigns.models import Battle, Move
from campaigns.usecases.campaigns.preparation import appoint, create_campaign
from campaigns.usecases.muster.countries import create_country
from tests.browser.conftest import PLAYED_ONCE
from tests.campaigns import builders
from tests.campaigns.builders import SIDES

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]

COUNTRY = {"size": [60, 34], "houses": {"shed": {"outline": [[8, 14], [14, 14], [14, 20], [8, 20]]}}}


def campaign_of_two(cast: Any) -> Any:
    """A campaign of Little Wars without an umpire; each player is the General of their side."""
    now = server_time()
    campaign = create_campaign(
        by=cast.umpire, name="The nursery floor", book="little-wars", sides=SIDES, umpire="none", target_points=400,
        options={"shot_source": "simulated", "purchase_total": 30}, clock_mode="fixed", fixed_minutes=10,
        interval_minutes=0, drain_seconds=0, now=now,
    )  # fmt: skip
    for side in ("red", "blue"):
        player = getattr(cast, f"{side}_general")
        appoint(by=cast.umpire, campaign=campaign.public_id, kind="general", side=side, user=player, now=now)
        create_country(by=player, name="The nursery", data=COUNTRY, book="little-wars", now=now)
    return campaign


def open_by_page(umpire: Any, campaign: Any) -> Battle:
    """The host opens the battle from the campaign's pages and gives it to the players."""
    umpire.opens(f"/c/{campaign.public_id}/battle/terms/")
    umpire.page.get_by_label("Name of the battle").fill("The shed")
    umpire.page.get_by_label("Opening position").first.select_option(label="The opening of the book")
    umpire.fits("terms")
    umpire.page.get_by_role("button", name="Create the battle").click()
    umpire.page.wait_for_url("**/muster/")
    umpire.page.get_by_role("link", name="Look over and begin").click()
    umpire.page.get_by_role("button", name="Let the players set out their troops").click()
    umpire.reads("Setting out")
    return Battle.objects.select_related("campaign").get()


def press(officer: Any, words: str) -> None:
    """A button of the setting out."""
    officer.page.get_by_role("button", name=words).click()
    officer.page.wait_for_load_state()


def settled(battle: Battle) -> dict[str, Any]:
    battle.refresh_from_db()
    found: dict[str, Any] = battle.setup["position"]["setup"]
    return found


def submitted(battle: Battle, number: int) -> None:
    """Run the clock's sweep until a move has been found and published."""
    for _ in range(120):
        sweep(server_time())
        if Move.objects.filter(battle=battle, number=number, status=Move.Status.SUBMITTED).exists():
            return
        time.sleep(0.25)
    raise AssertionError(f"move {number} was never submitted")


def order(officer: Any, battle: Battle, thing: str, choice: str, points: str = "", target: str = "") -> None:
    """An order by its form: chosen, read back, sent; then ready, which ends the move after a question."""
    officer.opens(f"/b/{battle.public_id}/order/{thing}/")
    officer.page.get_by_label(choice).first.check()
    if points:
        officer.page.get_by_text("Or points on the map").locator("visible=true").first.click()
        officer.page.get_by_label("Points, one per line").locator("visible=true").fill(points)
    if target:
        officer.page.locator("select:visible").first.select_option(label=target)
    officer.page.get_by_role("button", name="Check the order").click()
    officer.reads("Not sent yet")
    officer.page.get_by_role("button", name="Send").click()
    officer.reads("Received. Your order is in force.")
    officer.opens(f"/b/{battle.public_id}/sheet/")
    officer.page.get_by_role("button", name="I am ready").first.click()
    officer.reads("You are the last")
    officer.page.get_by_role("button", name="I am ready, end the move").click()


@PLAYED_ONCE
def test_a_fight_to_the_finish_is_played_from_the_toss_to_the_score_sheet(officers):
    """LW-CTRY-01, LW-SETUP-04, LW-FORCE-08, LW-FIN-02, LW-POINTS-08."""
    cast = builders.a_cast()
    campaign = campaign_of_two(cast)
    battle = open_by_page(officers(cast.umpire), campaign)
    players = {"red": officers(cast.red_general), "blue": officers(cast.blue_general)}
    page = f"/b/{battle.public_id}/set-out/"

    players["red"].opens(page)
    press(players["red"], "Toss for who lays out the country")
    author, chooser = settled(battle)["author"], settled(battle)["chooser"]
    players[author].opens(page)
    players[author].page.get_by_label("Choose a country").select_option(label="The nursery")
    press(players[author], "Use this country")
    players[chooser].opens(page)
    press(players[chooser], "Take the south side")
    press(players[chooser], "Toss for the first move")
    tossed = players[chooser].page.locator("#h-told + ol li").last.inner_text()
    players[author].page.get_by_text(tossed).first.wait_for(timeout=30_000)  # on the page that the player has open
    first = settled(battle)["tossed"]["move"]
    second = {"red": "blue", "blue": "red"}[first]

    for side, label, number in ((first, "Cavalry", "20"), (second, "Infantry", "30")):
        officer = players[side]
        officer.opens(page)
        officer.page.get_by_label(label, exact=True).fill(number)
        press(officer, "Buy it")
        officer.reads("Place your force")
        press(officer, "Place everything")
        officer.fits(f"set-out-{'first' if side == first else 'second'}")
        press(officer, "I am ready")
        if side == first:
            officer.reads("You are ready.")
            players[second].opens(page)
            hidden = players[second].page.content()
            assert f"{first}-horse" not in hidden and f"{first.capitalize()} horse" not in hidden
    battle.refresh_from_db()
    assert battle.status == "running"
    players[first].page.wait_for_url("**/sheet/", timeout=30_000)  # the curtain opens for that player too

    north = settled(battle)["ends"][first] == "north"
    order(players[first], battle, f"{first}-horse", "Move, up to", points="30, 12" if north else "30, 22")
    submitted(battle, 1)
    order(players[second], battle, f"{second}-foot", "Charge", target=f"{first.capitalize()} horse")
    submitted(battle, 2)

    battle.refresh_from_db()
    assert battle.status == "ended" and battle.result == {"winner": second}
    for side, officer in players.items():
        officer.opens(f"/b/{battle.public_id}/points/")
        officer.reads("as the battle ended")
        officer.fits(f"score-{'won' if side == second else 'lost'}")
        rows = officer.page.locator("table.score tbody tr").all_inner_texts()
        assert len(rows) == 6 and "100" in rows[0] and "LW-POINTS-01" in rows[0]
    sweep(server_time())
    players[first].opens(f"/c/{campaign.public_id}/standing/")
    players[first].reads("The league")
    players[first].fits("standing")
    assert "The shed" in players[first].page.content()
