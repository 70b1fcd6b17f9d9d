"""A small deadline night, in the served shape with its defaults: fifty moves, and fifty sheets of the last second.

How late, how soon and how much are measured by ``make bench ARGS="--only night"``, of which this is the short form.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from bench.night import EACH, Night, Plan, one_night
from tests.processes.running_site import Broker, Site, a_database

pytestmark = [pytest.mark.slow, pytest.mark.postgres]


@pytest.fixture
def site(tmp_path: Path, migrated: str) -> Iterator[Site]:
    broker = Broker(settings.REDIS_URL)
    site = Site(tmp_path, a_database(tmp_path, migrated), broker)
    yield site
    site.end()
    broker.cut()
    site.database.drop()


def a_night(site: Site, *, kills: bool) -> Night:
    """Every move has closed once, which is checked before this returns; and there was something to do."""
    found = one_night(site, Plan(moves=50, sheets=2 * EACH, over=5, readers=5, kills=kills))
    assert len(found.lateness) == 50 and len(found.sheets.came) == 2 * EACH and len(found.readers.came) >= 10
    return found


def test_every_sheet_of_the_last_second_counts_with_the_usual_drain(site: Site) -> None:
    """RELIABILITY A2."""
    found = a_night(site, kills=False)
    assert found.sheets.statuses() == {201: 2 * EACH}
    assert found.frozen == found.sheets.numbers and found.entered == 2 * EACH
    assert set(found.readers.statuses()) == {200}


def test_killed_worker_killed_web_and_a_database_that_goes_lose_nothing(site: Site) -> None:
    """RELIABILITY A1, B7: what was acknowledged counts; what was not was not entered, or entered once."""
    found = a_night(site, kills=True)
    assert found.sheets.numbers and not found.lost
    assert found.entered <= 2 * EACH
