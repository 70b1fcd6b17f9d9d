"""Twin worlds while Little Wars is set out: before the curtain opens nobody can tell what another has bought and put down."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from campaigns.usecases.campaigns import preparation
from tests.campaigns.builders import NOON, a_cast
from tests.campaigns.secrets.crawl import crawled, parts_of
from tests.campaigns.secrets.hidden import Battlefield
from tests.campaigns.secrets.looks import Seen, leaks
from tests.campaigns.test_twin_worlds import in_both_worlds
from tests.campaigns.usecases.test_set_out import FORCE, OTHER, Table
from tests.campaigns.web.conftest import client_of, url
from tests.depth import SOONEST_ON_SQLITE, WHOLE

pytestmark = [pytest.mark.django_db, pytest.mark.slow, *SOONEST_ON_SQLITE]
SEATS = {
    "red_general": (0, 1 if WHOLE else 3),
    "red_foot": (1, 1 if WHOLE else 12),
    "observer": (2, 1 if WHOLE else 12),
}
ALWAYS = "^(api-)?(set-out|battle|sheet)$"


def lived(*, secret: bool, set_clock: Callable[[datetime], None]) -> tuple[Seen, str]:
    """Red has bought; Blue has bought and put down in one world only.  What others are answered, and what Blue reads."""
    set_clock(NOON)
    with pytest.MonkeyPatch.context() as patch:
        drawn = SimpleNamespace(token_hex=lambda length: "5e" * length)  # so that both toss alike
        patch.setattr(preparation, "secrets", drawn)
        table = Table(a_cast())
    table.up_to_forces()
    table.do("red", OTHER)
    if secret:
        table.do("blue", FORCE)
        table.put_down("blue")
    set_clock(NOON + timedelta(minutes=10))
    world, seen = Battlefield(secret, table.cast, table.battle), {}
    for who, (place, every) in SEATS.items():
        user: Any = getattr(table.cast, who)
        parts = parts_of(world, user, ("red-foot", "blue-foot", "blue-horse"), ("bodies",))
        seen[who] = crawled(world, user, parts, (place % every, every))
        seen[f"{who} again"] = crawled(world, user, parts, of=ALWAYS)
    return seen, client_of(table.cast.blue_general).get(url("set-out", table.battle)).content.decode()


@pytest.fixture(scope="module")
def curtains(django_db_setup, django_db_blocker):
    return in_both_worlds(django_db_blocker, lived)


def test_nobody_else_can_tell_what_is_behind_it(curtains):
    (plain, _), (secret, _) = curtains
    assert not leaks(plain, secret)
    assert any(answer[0] == 200 and "set-out" in asked for asked, answer in plain["red_general again"].items())


def test_who_put_it_down_reads_of_it(curtains):
    (_, plain), (_, secret) = curtains
    assert plain != secret and "blue-horse" in secret and "blue-horse" not in plain
