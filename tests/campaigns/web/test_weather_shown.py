"""Weather stands among the things that both sides see, in the text of their sheets."""

from __future__ import annotations

from tests.campaigns.builders import START, a_battle
from tests.campaigns.web.conftest import Page, client_of, url

RAIN = {"rain-417": {"march": "2/3", "moves": 3, "name": "Cloudburst"}}


def test_both_sides_read_of_the_weather_and_no_page_is_broken_by_it(cast):
    battle = a_battle(cast, start={**START, "weather": RAIN})
    for user in (cast.red_general, cast.blue_general, cast.observer):
        assert client_of(user).get(url("sheet", battle)).status_code == 200
        text = client_of(user).get(url("situation", battle))
        assert "Cloudburst" in text.content.decode() and not Page(text).unlabelled
        assert "march at 2/3" in text.content.decode().lower()
    for page in ("desk", "forces", "prepare-ruling", "injects"):
        assert client_of(cast.umpire).get(url(page, battle)).status_code == 200
    ruling = client_of(cast.umpire).get(f"{url('prepare-ruling', battle)}?thing=rain-417").content.decode()
    assert 'name="t0-v-march"' in ruling
    force = client_of(cast.umpire).get(url("force", battle, "weather", "rain-417"))
    assert force.status_code in (200, 404)
