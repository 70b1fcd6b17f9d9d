"""Twin worlds over the whole site: two battles that differ only in what a reader may not know give that reader the same bytes.

The rows are in ``hidden.py``: what differs, and who may know it.  The columns come from the registry of addresses
(``addresses.py``), and from every tool that is used on places where something is hidden (``crawl.py``).  In a short run
all rows differ at once and the readers share the addresses; in a whole run each row differs alone too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

import pytest

from campaigns.models import Move
from campaigns.usecases.orders import drafts
from rules.errors import Illegal
from rules.values.sentence import say
from tests.campaigns.secrets.addresses import SHUT, WITHOUT_A_BATTLE, asked_for, registry
from tests.campaigns.secrets.course import played, played_on_the_carpet
from tests.campaigns.secrets.crawl import FEW_WAYS, crawled, parts_of, used
from tests.campaigns.secrets.hidden import FIRE, MARCHES, OPEN, SECRETS, TOLD, Battlefield, Secret
from tests.campaigns.secrets.little import LITTLE
from tests.campaigns.secrets.looks import (
    FEW,
    FEW_GROUPS,
    LEFT_OUT,
    Looks,
    Seen,
    compared,
    in_thirds,
    is_read,
    leaks,
    signs,
)
from tests.campaigns.test_twin_worlds import in_both_worlds, plant_a_leak
from tests.depth import share

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
SetClock = Callable[[datetime], None]


def lived(*, secret: bool, set_clock: SetClock) -> Looks:
    """A world of Kriegspiel played through, with all secrets or none."""
    looks = Looks(SECRETS)

    def look(world: Battlefield, moment: str) -> None:
        looks.at(world, moment)
        looks.officials(world, moment)

    played(SECRETS, set_clock, look, secret=secret)
    return looks


def lived_on_the_carpet(*, secret: bool, set_clock: SetClock) -> Looks:
    """A world of Little Wars."""
    looks = Looks(LITTLE, in_thirds)
    played_on_the_carpet(LITTLE, set_clock, looks.at, secret=secret)
    return looks


@pytest.fixture(scope="module")
def worlds(django_db_setup, django_db_blocker):
    return in_both_worlds(django_db_blocker, lived)


@pytest.fixture(scope="module")
def carpets(django_db_setup, django_db_blocker):
    return in_both_worlds(django_db_blocker, lived_on_the_carpet)


def test_nothing_that_anybody_is_answered_depends_on_what_they_may_not_know(worlds):
    plain, secret = worlds
    assert not leaks(plain.seen, secret.seen)
    assert compared(plain.seen) > 600, "too few answers were compared to say anything"


def test_nobody_who_may_not_know_it_meets_a_sign_of_it(worlds):
    assert not signs(worlds[1].seen)


@pytest.mark.parametrize("one", SECRETS, ids=lambda one: one.name)
def test_who_may_know_it_reads_it_and_only_where_it_is_so(one: Secret, worlds: Any) -> None:
    """Without this the others would be green for two worlds that do not differ, and for people who read nothing."""
    assert is_read(one, *worlds)


def test_every_address_says_something_to_somebody_or_is_named_as_shut(worlds):
    """So a new page is among those compared, or fails here until it is named."""
    answers = [(asked.split()[1], answer[0]) for look in worlds[0].seen.values() for asked, answer in look.items()]
    opened, shut = {name for name, status in answers if status < 400}, set(" ".join(SHUT.values()).split())
    unsaid = sorted({one.name for one in asked_for()} - opened - shut - WITHOUT_A_BATTLE)
    assert not unsaid, "who opens these, or why nobody?"
    assert not opened & shut and not shut - {one.name for one in registry()}
    assert not [name for name, status in answers if status >= 500]


def test_nor_on_the_carpet_of_little_wars(carpets):
    plain, secret = carpets
    assert not leaks(plain.seen, secret.seen) and not signs(secret.seen)
    assert compared(plain.seen) > 200


@pytest.mark.parametrize("one", LITTLE, ids=lambda one: one.name)
def test_who_may_know_it_reads_it_on_the_carpet(one: Secret, carpets: Any) -> None:
    assert is_read(one, *carpets)


# -- each alone, and what is planted -------------------------------------------------------------------


def seen_by_red(secrets: tuple[Secret, ...], of: str, moment: str, *, secret: bool, set_clock: SetClock) -> Seen:
    """What Red's commander is answered at one moment, at addresses of these names."""
    found: Seen = {}

    def look(world: Battlefield, now: str) -> None:
        user = world.cast.red_foot
        if now == moment:
            found[now] = crawled(world, user, parts_of(world, user, FEW, FEW_GROUPS), of=of, but=LEFT_OUT)

    played(secrets, set_clock, look, secret=secret)
    return found


def twins_of(secrets: tuple[Secret, ...], of: str, moment: str, blocker: Any) -> list[str]:
    """Where Red's commander could tell two worlds with and without these secrets apart."""
    return leaks(*in_both_worlds(blocker, partial(seen_by_red, secrets, of, moment)))


@pytest.mark.long
@pytest.mark.parametrize("one", share(SECRETS, 8), ids=lambda one: one.name)
def test_no_row_alone_is_told_by_any_address(one: Secret, django_db_blocker: Any) -> None:
    """So nothing that one row hides is only the same because another row hides it."""
    left_out = tuple(two for two in SECRETS if "correction" in two.name and "correction" not in one.name)
    rows = (one, *left_out)
    assert not twins_of(rows, "", one.when if one.done else OPEN, django_db_blocker)
    assert not twins_of(rows, "sheet|report|replay|after|situation|panel|draft|notices|home", TOLD, django_db_blocker)


@pytest.mark.parametrize("group", ["", "mines", "waggons"])
def test_a_leak_that_is_planted_is_found(group, monkeypatch, django_db_blocker):
    """A sight that shows the enemy's things whole: the comparison must fail, and only then."""
    if group:
        plant_a_leak(monkeypatch, group)
    assert bool(twins_of(SECRETS, "^(api-)?sheet$", FIRE, django_db_blocker)) == bool(group)


def tried_by_red(*, secret: bool, set_clock: SetClock) -> Seen:
    """What Red's commander is answered by the tools of a move, while it is Red's to march."""
    found: Seen = {}

    def look(world: Battlefield, now: str) -> None:
        if now == MARCHES:
            found[now] = used(world, world.cast.red_foot, ("red-foot",), FEW_WAYS)

    played(SECRETS, set_clock, look, secret=secret)
    return found


def test_a_hidden_body_that_refuses_a_way_before_it_is_kept_is_found(monkeypatch, django_db_blocker):
    """If the rules judged by what the asker cannot see, and named it, the board's question about a place would give it away.

    The tools were once used only at the fire, when nobody marches: no way was ever tried, and no such leak could be found.
    """
    judge = drafts.judge_or_note

    def telling(window: Any, given: Any, others: Any) -> Any:
        truth = Move.objects.get(pk=window.move.pk).position  # the window has it as the asker may know it
        ends, boats = [order["path"][-1] for order in given if order.get("path")], truth["boats"]
        for name, body in truth["bodies"].items():
            if body.get("aboard") in boats and boats[body["aboard"]]["at"] in ends:
                there = Illegal("E-BLOCKED", say("{name} is there.", name=name))
                return replace(judge(window, given, others), refused=there)
        return judge(window, given, others)

    monkeypatch.setattr(drafts, "judge_or_note", telling)
    found = leaks(*in_both_worlds(django_db_blocker, tried_by_red))
    assert any(" tried " in one for one in found)
