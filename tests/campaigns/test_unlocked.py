"""Nothing is judged while a lock is held: a person who gives orders keeps nobody waiting, whatever they cost.  [RELIABILITY A2, A8]"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from campaigns.models import OrderEntry
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.orders.hand_in import TRIES
from campaigns.usecases.orders.orders import submit_orders
from rules.books import book
from rules.errors import Refused
from tests.campaigns.builders import NOON, START, a_battle, a_cast, the_move

pytestmark = [pytest.mark.django_db(transaction=True)]

SECOND = {"side": "red", "arm": "infantry", "men": 30}
TWO = {**START, "bodies": {**START["bodies"], "red-foot-2": SECOND}}
Rules = type(book("kriegspiel"))


@pytest.fixture
def cast() -> Any:
    return a_cast()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The questions that the rules were asked; none of them within a transaction.  ``meanwhile`` runs while one is answered."""
    return watch(monkeypatch, lambda: None)


def watch(monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[], Any]) -> list[str]:
    seen: list[str] = []

    def watched(name: str) -> None:
        answer = getattr(Rules, name)

        def asked(self: Any, *given: Any, **more: Any) -> Any:
            assert not connection.in_atomic_block, f"{name} is asked while a lock is held"
            seen.append(name)
            meanwhile()
            return answer(self, *given, **more)

        monkeypatch.setattr(Rules, name, asked)

    for name in ("check", "adjudicate"):
        watched(name)
    return seen


def give(cast: Any, move: Any, thing: str = "red-foot", base: int = 0, **more: Any) -> Any:
    given = {"orders": [{"order": "stand", "body": thing}], "key": f"{thing}-{base}", "now": NOON, **more}
    return submit_orders(user=cast.red_foot, move=move.public_id, thing=thing, base_revision=base, **given)


def test_orders_are_judged_before_the_lock_is_had(cast: Any, asked: list[str]) -> None:
    move = the_move(a_battle(cast, start=TWO))
    assert give(cast, move).revision == 1
    assert asked == ["check"]


def test_orders_that_are_refused_are_refused_without_it_too(cast: Any, asked: list[str]) -> None:
    move = the_move(a_battle(cast, start=TWO))
    with pytest.raises(Refused) as refused:
        give(
            cast,
            move,
            orders=[{"order": "march", "body": "red-foot", "path": [[0, 500]], "measured": {"distance": 500}}],
        )
    assert refused.value.code == "E-BUDGET"
    assert asked == ["check"]
    assert not OrderEntry.objects.exists()


def test_orders_are_judged_again_where_others_were_given_meanwhile(cast: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    move = the_move(a_battle(cast, start=TWO))
    waiting = [lambda: give(cast, move, "red-foot-2")]
    seen = watch(monkeypatch, lambda: waiting.pop()() if waiting else None)
    assert give(cast, move).revision == 1
    assert seen == ["check"] * 3, "the first, the other between, the first again"
    assert OrderEntry.objects.count() == 2


def test_whoever_is_overtaken_again_and_again_is_served_all_the_same(
    cast: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    move, revision, busy = the_move(a_battle(cast, start=TWO)), [0], [False]

    def overtake() -> None:
        if not busy[0]:
            busy[0] = True
            other = [{"order": "stand", "body": "red-foot-2"}] if revision[0] % 2 == 0 else []
            give(cast, move, "red-foot-2", revision[0], orders=other)
            revision[0] += 1
            busy[0] = False

    watch(monkeypatch, overtake)
    assert give(cast, move).revision == 1
    assert revision[0] == TRIES


def test_a_move_that_closes_while_orders_are_judged_takes_them_no_more(
    cast: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RELIABILITY A8: what was acknowledged is what was frozen, whatever was judged before."""
    move = the_move(a_battle(cast, start=TWO))
    watch(monkeypatch, lambda: close_move(move_id=move.pk, now=NOON + timedelta(minutes=10, seconds=5), cause="time"))
    with pytest.raises(Refused) as refused:
        give(cast, move)
    assert refused.value.code == "E-TURN"
    assert not OrderEntry.objects.filter(late=False).exists()


def test_the_same_press_that_comes_while_it_is_judged_is_one_entry(cast: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """RELIABILITY A9."""
    move = the_move(a_battle(cast, start=TWO))
    again = [lambda: give(cast, move)]
    watch(monkeypatch, lambda: again.pop()() if again else None)
    assert give(cast, move).number == OrderEntry.objects.get().public_id
