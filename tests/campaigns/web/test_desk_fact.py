"""A fact that the strip wants is measured in the panel beside the map, and saved without touching any other."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.models import FactSheet
from campaigns.usecases.desk.facts import measure
from tests.campaigns import builders
from tests.campaigns.web.conftest import client_of, close, give, url

ALONE = {"HTTP_X_BOARD": "1"}
MARCH = {"order": "march", "body": "red-foot"}
RIDE = {"order": "march", "body": "red-horse"}
FOOT, HORSE = "o.red-foot/0", "o.red-horse/0"


@pytest.fixture
def battle(cast: Any) -> Any:
    """Two marches whose ways nobody has measured; the move is closed."""
    found = builders.a_battle(cast)
    move = builders.the_move(found)
    give(cast, move, "red-foot", MARCH)
    give(cast, move, "red-horse", RIDE)
    close(cast, move)
    return found


def part(client: Any, battle: Any, of: str = FOOT) -> Any:
    return client.get(url("desk-fact", battle), {"of": of}, **ALONE)


def saved(client: Any, battle: Any, of: str = FOOT, **typed: str) -> Any:
    given = {f"{of}.{key}": value for key, value in typed.items() if key not in ("base", "sure")}
    given |= {key: typed[key] for key in ("sure",) if key in typed}
    move = builders.the_move(battle).public_id
    more = {"of": of, "move": move, "base": typed.get("base", "0")}
    return client.post(url("desk-fact", battle), {**more, **given}, **ALONE)


def sheet() -> Any:
    return FactSheet.objects.order_by("revision").last()


def test_the_line_leads_to_the_form_of_its_fact_and_without_script_to_the_form_below(umpire: Any, battle: Any) -> None:
    page = umpire.get(url("desk", battle)).content.decode()
    assert 'id="order-red-foot/0"' in page
    shown = part(umpire, battle)
    assert shown.status_code == 200 and shown["X-Board"] == "1"
    text = shown.content.decode()
    assert "How many inches does Red Rifles go" in text and 'id="p.o.red-foot/0.distance"' in text
    assert "Red Lancers" not in text


def test_what_is_saved_there_is_that_fact_alone(umpire: Any, battle: Any) -> None:
    answer = saved(umpire, battle, distance="6")
    assert (answer.status_code, answer.content.decode()) == (201, "Saved: Red Rifles.")
    assert sheet().orders["red-foot/0"]["distance"] == 6 and "red-horse/0" not in sheet().orders
    assert saved(umpire, battle, HORSE, distance="12", base="1").status_code == 201
    assert [sheet().orders[key]["distance"] for key in ("red-foot/0", "red-horse/0")] == [6, 12]
    assert not umpire.get(url("desk-fact", battle), {"of": FOOT}, **ALONE).content.decode().count("fact field open")


def test_an_empty_field_takes_its_fact_away_again(umpire: Any, battle: Any) -> None:
    saved(umpire, battle, distance="6")
    saved(umpire, battle, HORSE, distance="12", base="1")
    saved(umpire, battle, distance="", base="2")
    assert "distance" not in sheet().orders.get("red-foot/0", {})
    assert sheet().orders["red-horse/0"]["distance"] == 12


def test_a_value_that_cannot_be_read_stays_with_the_reason(umpire: Any, battle: Any) -> None:
    answer = saved(umpire, battle, distance="six")
    text = answer.content.decode()
    assert answer.status_code == 400 and 'value="six"' in text and "Enter inches" in text
    assert sheet() is None


def test_a_number_far_from_what_the_software_has_is_asked_about_once(umpire: Any, battle: Any) -> None:
    asked = saved(umpire, battle, distance="6", contours_up="60", contours_down="0")
    text = asked.content.decode()
    assert asked.status_code == 409 and "60, where the software has 0" in text and "Yes, I mean it" in text
    assert sheet() is None
    assert saved(umpire, battle, distance="6", contours_up="60", contours_down="0", sure="on").status_code == 201
    again = saved(umpire, battle, distance="7", contours_up="60", contours_down="0", base="1")
    assert again.status_code == 201, "nobody is asked twice about the same"


def test_the_whole_form_below_asks_too(umpire: Any, battle: Any) -> None:
    move = builders.the_move(battle).public_id
    given = {"move": move, "base": "0", f"{FOOT}.distance": "6", f"{FOOT}.contours_up": "60"}
    asked = umpire.post(url("measure", battle), given)
    assert asked.status_code == 409 and "Yes, I mean it" in asked.content.decode()
    assert umpire.post(url("measure", battle), {**given, "sure": "on"}).status_code == 302


def test_an_official_is_not_asked_and_so_learns_nothing_of_what_the_software_has(cast: Any, battle: Any) -> None:
    orders: Any = {"red-foot/0": {"distance": 6, "contours_up": 60, "contours_down": 0}}
    move = builders.the_move(battle).public_id
    done = measure(by=cast.official, move=move, base_revision=0, orders=orders, now=builders.NOON)
    assert done.revision == 1


def test_a_form_that_is_out_of_date_is_refused_and_shows_what_was_saved_meanwhile(umpire: Any, battle: Any) -> None:
    saved(umpire, battle, distance="6")
    answer = saved(umpire, battle, distance="9")
    text = answer.content.decode()
    assert answer.status_code == 412 and 'value="9"' in text and "Saved meanwhile: 6" in text


def test_what_nobody_needs_is_not_there_and_nobody_but_an_umpire_measures_there(
    cast: Any, umpire: Any, battle: Any
) -> None:
    assert part(umpire, battle, "o.blue-foot/0").status_code == 404
    assert part(client_of(cast.red_general), battle).status_code == 403
    assert part(client_of(cast.bystander), battle).status_code == 404
