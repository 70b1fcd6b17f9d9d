"""A book of which campaigns and templates know nothing can be played: pages, map, report, replay."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import rules.books
from campaigns.clock import server_time
from campaigns.errors import NotYours
from campaigns.models import FactSheet, Finding, OrderEntry
from campaigns.usecases.campaigns.audit import replay
from campaigns.usecases.campaigns.preparation import create_campaign, open_battle, start_battle
from campaigns.usecases.orders.orders import submit_orders
from campaigns.web.board import signs
from tests.campaigns import builders
from tests.campaigns.web.conftest import Page, client_of, close, url
from tests.campaigns.web.conftest import _everything_begins_now as _everything_begins_now
from tests.campaigns.web.test_order import choice_of
from tests.toybook.book import Toy

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[2]
START = {
    "squads": {
        "red-hares": {"side": "red", "arm": "jumpers", "strong": 7, "at": [10, 10], "name": "The Hares"},
        "red-mules": {"side": "red", "arm": "porters", "strong": 3, "at": [20, 10], "name": "The Mules"},
        "blue-frogs": {"side": "blue", "arm": "jumpers", "strong": 9, "at": [10, 50], "name": "The Frogs"},
    }
}


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The book on the shelf, and nowhere else."""
    monkeypatch.setitem(rules.books._BOOKS, "toy", Toy())
    monkeypatch.setattr(signs, "BOOKS", (*rules.books.BOOKS, "toy"))
    for drawn in (signs.known, signs.sheet, signs.mark_ids, signs.mark_symbols):
        drawn.cache_clear()
    yield
    for drawn in (signs.known, signs.sheet, signs.mark_ids, signs.mark_symbols):
        drawn.cache_clear()


@pytest.fixture
def battle(toy: Any) -> Any:
    """A battle of it that has begun, with a General for each side and a commander of the jumpers."""
    cast, now = builders.a_cast(), builders.NOON
    campaign = create_campaign(
        by=cast.umpire, name="The green", book="toy", options={"leap": "long"}, sides=builders.SIDES, clock_mode="fixed",
        fixed_minutes=10, interval_minutes=0, drain_seconds=5, now=now,
    )  # fmt: skip
    builders.a_post(campaign, cast, "general", "red", "", cast.red_general)
    builders.a_post(campaign, cast, "general", "blue", "", cast.blue_general)
    builders.a_post(campaign, cast, "commander", "red", "jumpers", cast.red_foot)
    made = open_battle(by=cast.umpire, campaign=campaign.public_id, name="Over the green", start=START, now=now)
    start_battle(by=cast.umpire, battle=made.public_id, now=now)
    made.refresh_from_db()
    return made


def leapt(battle: Any, to: str = "10 20") -> Any:
    """The Hares leap, by the form; the answer."""
    client, move, sheet = (
        client_of(builders.a_cast().red_foot),
        builders.the_move(battle),
        url("order", battle, "red-hares"),
    )
    chosen = choice_of(client.get(sheet), "Leap")
    press = {"move": move.public_id, "base": "0", "draft": "[]", "choice": chosen, f"{chosen}-to": to}
    read = client.post(url("order-check", battle, "red-hares"), press, follow=True)
    fields = Page(read).fields
    if "key" not in fields:
        return read
    return client.post(sheet, {key: fields[key] for key in ("move", "base", "draft", "key")})


def test_its_things_stand_on_sheet_and_map_under_its_own_titles_and_signs(battle):
    page = client_of(builders.a_cast().red_general).get(url("sheet", battle)).content.decode()
    assert "The Hares" in page and "7 strong" in page and "Squads" in page
    red, blue = [signs.mark(arm, "red") for arm in ("jumpers", "porters")], signs.mark("jumpers", "blue")
    assert all(f'href="#{one}"' in page for one in red) and f'id="{blue}"' in page and blue not in red
    assert "The Frogs" in page and "9 strong" not in page, "how strong the enemy is is not told"


def test_its_option_is_offered_with_what_its_values_imply_and_holds(battle):
    page = client_of(builders.a_cast().umpire).get(f"/c/{battle.campaign.public_id}/").content.decode()
    assert "A leap is twelve inches." in page and "TOY-02" in page


def test_its_order_is_chosen_in_a_form_read_back_sent_and_only_its_arms_commander_gives_it(battle):
    assert leapt(battle).status_code == 302
    assert OrderEntry.objects.get().orders == [{"order": "leap", "squad": "red-hares", "to": [10, 20]}]
    with pytest.raises(NotYours):
        submit_orders(
            user=builders.a_cast().red_foot, move=builders.the_move(battle).public_id, thing="red-mules",
            orders=[{"order": "leap", "squad": "red-mules", "to": [20, 20]}], base_revision=0, key="k", now=server_time(),
        )  # fmt: skip


def test_its_headings_its_reaches_and_its_sums_stand_on_form_map_and_sheet(battle):
    client = client_of(builders.a_cast().red_foot)
    form = client.get(url("order", battle, "red-hares")).content.decode()
    assert "Over the green" in form and "Whereto" in form and "How far it hops" in form and 'data-lay="hop"' in form
    assert "10 hoppers" in client_of(builders.a_cast().red_general).get(url("sheet", battle)).content.decode()


def test_its_facts_are_asked_for_out_of_its_own_lists_and_taken_down(battle):
    cast, move = builders.a_cast(), builders.the_move(battle)
    leapt(battle)
    close(cast, move)
    umpire, of = client_of(cast.umpire), "o.red-hares/0"
    page = umpire.get(url("desk", battle)).content.decode()
    assert "Whom did it splash?" in page and "Wet through" in page and "The Frogs (Blue)" in page
    wet = {f"{of}.splash.0.0.body": "blue-frogs", f"{of}.splash.0.0.men": "2", f"{of}.splash.seen": "yes"}
    typed = {"move": move.public_id, "base": "0", f"{of}.met": "red-mules", f"{of}.met.none": "yes", **wet}
    assert umpire.post(url("measure", battle), {**typed, f"{of}.splash.0.0.body": "nobody"}).status_code == 400
    assert not FactSheet.objects.exists()
    assert umpire.post(url("measure", battle), typed).status_code == 302
    facts = {"splash": [{"wet": {"blue-frogs": 2}}], "met": ["red-mules"]}
    assert FactSheet.objects.get().orders == {"red-hares/0": facts}


def test_what_it_refuses_is_refused_in_its_words(battle):
    page = leapt(battle, to="10 40").content.decode()
    assert "E-FAR" in page and "12 in. are the most" in page and not OrderEntry.objects.exists()


def test_a_move_is_found_reported_and_found_again(battle):
    cast, move = builders.a_cast(), builders.the_move(battle)
    leapt(battle)
    close(cast, move)
    umpire = client_of(cast.umpire)
    assert umpire.get(url("desk", battle)).status_code == 200
    assert umpire.post(url("submit-move", battle), {"move": move.public_id}).status_code == 302
    assert Finding.objects.get().position["squads"]["red-hares"]["at"] == [10, 20]
    report = client_of(cast.blue_general).get(url("report", battle, 1)).content.decode()
    assert "The Hares leapt." in report and "Leaps" in report and "TOY-01" in report
    assert [one.same for one in replay(battle=battle)] == [True]
    for name in ("sheet", "receipts", "reports", "supplies"):
        assert client_of(cast.red_general).get(url(name, battle)).status_code == 200, name


def test_nothing_of_campaigns_or_templates_knows_it():
    words = re.compile(r"\b(squads?|jumpers?|porters?|leap[st]?|toy)\b", re.IGNORECASE)
    files = [*ROOT.glob("campaigns/**/*.py"), *ROOT.glob("templates/**/*.html")]
    known = [str(path.relative_to(ROOT)) for path in files if words.search(path.read_text(encoding="utf-8"))]
    assert len(files) > 300 and known == []


def test_its_things_have_rows_a_history_and_a_page_by_its_own_account_of_them(battle):
    cast = builders.a_cast()
    assert battle.things.get(thing="red-hares").held == {"strong": 7} and battle.thing_changes.count() == 3
    umpire, red = client_of(cast.umpire), client_of(cast.red_general)
    page = umpire.get(url("forces", battle)).content.decode()
    assert "Squads" in page and "7 strong" in page and "9 strong" in page
    page = red.get(url("forces", battle)).content.decode()
    assert "7 strong" in page and "The Frogs" not in page
    address = f"/b/{battle.public_id}/forces/squads/"
    assert "+7 strong" in red.get(f"{address}red-hares/").content.decode()
    assert (
        red.get(f"{address}blue-frogs/").status_code == 404 and umpire.get(f"{address}blue-frogs/").status_code == 200
    )


def test_its_leaps_are_arrows_before_and_after(toy: Any) -> None:
    """A book of which the campaigns know nothing says what its maps show: of orders, and of what happened."""
    book = Toy()
    table = book.table(book.opening(START, {}), {"leap": "long"})
    leaps = [{"order": "leap", "squad": "red-hares", "to": to} for to in ([10, 20], [12, 24])]
    arrows = [[[10, 10], [10, 20]], [[10, 20], [12, 24]]]
    assert [one["line"] for one in table.seen_by("red").traces(leaps)] == arrows
    finding = table.adjudicate("red", leaps, {}, {"seed": ""})
    (seen,) = book.traces_of(finding.events, table.sees("blue"), book.table(finding.position, {}).sees("blue"))
    assert (seen["of"], seen["line"]) == (0, [[10, 10], [12, 24]])
