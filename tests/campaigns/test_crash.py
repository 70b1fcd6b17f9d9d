"""Killed at any database step of ordering, closing or submitting, a battle ends as if nothing had happened.

A child process is forked, lets the deed run to its n-th step (before and after each statement and each commit) and
there kills itself with SIGKILL; the parent recovers as the clock or a client would, and compares all rows of the battle
with those of an undisturbed battle.  [RELIABILITY B1, B2, B6]
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, connections

from campaigns.clockwork.timers import sweep
from campaigns.models import Battle, Due, Finding, Move, OrderDraft, OrderEntry, Pulse
from campaigns.usecases.campaigns import preparation
from campaigns.usecases.moves import publication
from campaigns.usecases.moves.findings import submit_move
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.orders.drafts import save_draft, send_drafts
from campaigns.usecases.orders.orders import submit_orders
from campaigns.usecases.record import check_record
from tests.campaigns.builders import NOON, START, a_campaign, a_cast, the_move
from tests.depth import WHOLE, share

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.long, pytest.mark.both]

END = NOON + timedelta(minutes=10, seconds=5)
AFTER = END + timedelta(minutes=1)
LATER = AFTER + timedelta(seconds=31)
HOUR = timedelta(hours=1)
MARCH = {"order": "march", "body": "red-foot", "measured": {"distance": 6}}

FLEETING = {"id", "pk", "fence", "attempts", "actor", "record_head", "previous"}
"""Columns in which a recovered battle may differ from an undisturbed one, besides times and random ids."""

Deed = Callable[[Battle], Any]


# -- the campaign and its battles --------------------------------------------------------------


class Table:
    """A campaign on which one battle after another is played to the point where the trial begins."""

    def __init__(self) -> None:
        self.cast = a_cast()
        self.campaign = a_campaign(self.cast, options={"two_stage_move": False})

    def battle(self) -> Battle:
        """A new battle that began at noon; nothing else is due."""
        Pulse.objects.all().delete()
        given: dict[str, Any] = {"by": self.cast.umpire, "now": NOON}
        battle = preparation.open_battle(campaign=self.campaign.public_id, name="The ford", start=START, **given)
        preparation.start_battle(battle=battle.public_id, **given)
        return Battle.objects.get(pk=battle.pk)

    def ordered(self) -> Battle:
        """One in which an order has been given."""
        battle = self.battle()
        self.order(battle)
        return battle

    def closed(self) -> Battle:
        """One whose first move is closed."""
        battle = self.ordered()
        close_move(move_id=the_move(battle).pk, now=END, cause="time")
        return battle

    def jumped(self) -> Battle:
        """One whose server's clock was put back by an hour, when the wait is nearly over."""
        battle = self.ordered()
        Pulse.objects.create(name="sweep", at=NOON + HOUR, mark=NOON + HOUR)
        for second in range(10):
            assert sweep(NOON + timedelta(seconds=second)).frozen
        return battle

    def order(self, battle: Battle) -> None:
        submit_orders(
            user=self.cast.red_foot,
            move=battle.moves.get(number=1).public_id,
            thing="red-foot",
            orders=[MARCH],
            base_revision=0,
            key="press-1",
            now=NOON,
        )

    def drafted(self) -> Battle:
        """One with two drafts, of which the rules refuse one."""
        battle = self.battle()
        for body, inches in (("red-foot", 6), ("red-horse", 90)):
            save_draft(
                user=self.cast.red_foot if body == "red-foot" else self.cast.red_horse,
                move=battle.moves.get(number=1).public_id,
                thing=body,
                orders=[{**MARCH, "body": body, "measured": {"distance": inches}}],
                base_revision=0,
                now=NOON,
            )
        return battle

    def send(self, battle: Battle) -> None:
        """Both commanders send what they have written, each with one press."""
        for user in (self.cast.red_foot, self.cast.red_horse):
            send_drafts(user=user, move=battle.moves.get(number=1).public_id, key="press-1", now=NOON)

    def submit(self, battle: Battle, now: Any = AFTER) -> None:
        submit_move(by=self.cast.umpire, move=battle.moves.get(number=1).public_id, now=now)

    def finish(self, battle: Battle) -> None:
        """What clock and umpire do after a crash in submitting: the sweep, and a second submission if the move is still closed."""
        sweep(LATER)
        self.submit(battle, LATER)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    """The same seed for every battle, so that their findings may be compared."""
    monkeypatch.setattr(
        "campaigns.usecases.campaigns.preparation.secrets.token_hex", lambda count: "5eed" * (count // 2)
    )
    return Table()


# -- dying and comparing ---------------------------------------------------------------------------


class Steps:
    """Counts database steps, and dies at one of them."""

    def __init__(self, die_at: int | None = None) -> None:
        self.count = 0
        self.die_at = die_at

    def step(self) -> None:
        if self.count == self.die_at:
            os.kill(os.getpid(), signal.SIGKILL)
        self.count += 1

    def statement(self, execute: Any, sql: Any, params: Any, many: Any, context: Any) -> Any:
        self.step()
        result = execute(sql, params, many, context)
        self.step()
        return result

    @contextmanager
    def watching(self) -> Iterator[Steps]:
        commit = connection.commit

        def counted() -> None:
            self.step()
            commit()
            self.step()

        connection.commit = counted  # type: ignore[method-assign]
        try:
            with connection.execute_wrapper(self.statement):
                yield self
        finally:
            del connection.commit


def steps_of(deed: Deed, battle: Battle) -> int:
    """How many steps a deed has, done undisturbed."""
    with Steps().watching() as steps:
        deed(battle)
    return steps.count


def die_in(deed: Deed, battle: Battle, step: int) -> bool:
    """Run a deed in a child that dies at a step; whether it died."""
    connections.close_all()
    if connection.vendor == "postgresql":
        connection.close_pool()  # type: ignore[attr-defined]
    child = os.fork()
    if not child:
        try:
            with Steps(step).watching():
                deed(battle)
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


def everything(battle: Battle) -> dict[str, list[str]]:
    """All rows of a battle, table by table, with labels in place of random ids and without times."""
    rows: dict[str, list[dict[str, Any]]] = {}
    for model in apps.get_app_config("campaigns").get_models():
        names = {field.name for field in model._meta.get_fields()}
        path = "pk" if model is Battle else "battle" if "battle" in names else "move__battle" if "move" in names else ""
        if path:
            fields = [one for one in model._meta.concrete_fields if not one.is_relation]
            hours = {one.attname for one in fields if one.get_internal_type() == "DateTimeField"}
            kept = [one.attname for one in fields if one.attname not in hours] + ["pk"]
            rows[model.__name__] = list(model._base_manager.filter(**{path: battle.pk}).order_by("pk").values(*kept))
    labels = {
        row[column]: f"{name} {at} {column}"
        for name, all_of in rows.items()
        for at, row in enumerate(all_of)
        for column in ("public_id", "digest")
        if column in row
    }
    told = {name: [_told(name, row, labels) for row in all_of] for name, all_of in rows.items()}
    return {name: sorted(lines) if name in ("Due", "Notice") else lines for name, lines in told.items()}


def _told(name: str, row: dict[str, Any], labels: dict[str, str]) -> str:
    fleeting = FLEETING | ({"number"} if name == "Battle" else set())
    text = json.dumps({key: str(value) for key, value in row.items() if key not in fleeting}, sort_keys=True)
    for known, label in labels.items():
        text = text.replace(known, label)
    return text


def is_whole(battle: Battle) -> bool:
    """Whether the chain of a battle's record is intact, and no move has more than one successor."""
    fresh = Battle.objects.get(pk=battle.pk)
    numbers = list(fresh.moves.order_by("number").values_list("number", flat=True))
    return check_record(fresh) is None and numbers == list(range(1, len(numbers) + 1))


EVERY = 1 if WHOLE else 5
"""One step in so many of a deed is tried; an odd number, so that some of them are before a statement and some after."""


def wrong_states(before: Callable[[], Battle], deed: Deed, recover: Deed) -> tuple[int, list[int]]:
    """Die at the steps of a deed, one after the other, and recover: how many died, and after which steps the end state differed."""
    reference = before()
    count = steps_of(deed, reference)
    recover(reference)
    wanted = everything(reference)
    died, wrong = 0, []
    for step in share(range(count), EVERY):
        battle = before()
        died += die_in(deed, battle, step)
        recover(battle)
        if everything(battle) != wanted or not is_whole(battle):
            wrong.append(step)
    return died, wrong


# -- the trials ------------------------------------------------------------------------------------


def test_an_order_is_entered_once_when_its_client_asks_again(table: Table) -> None:
    died, wrong = wrong_states(table.battle, table.order, table.order)
    assert (died > 15 // EVERY, wrong) == (True, [])
    assert OrderEntry.objects.count() == Battle.objects.count()


def test_drafts_are_sent_once_when_their_author_asks_again(table: Table) -> None:
    died, wrong = wrong_states(table.drafted, table.send, table.send)
    assert (died > 30 // EVERY, wrong) == (True, [])
    assert OrderEntry.objects.count() == Battle.objects.count() == OrderDraft.objects.count()


def test_a_move_closes_once_when_the_sweep_comes_again(table: Table) -> None:
    died, wrong = wrong_states(table.ordered, lambda battle: sweep(END), lambda battle: sweep(END))
    assert (died > 30 // EVERY, wrong) == (True, [])
    assert not Due.objects.filter(state=Due.State.WAITING).exists()


def test_a_clock_that_was_put_back_is_carried_over_once_when_the_sweep_comes_again(table: Table) -> None:
    """RELIABILITY A7: every move that runs is shifted by the jump, once, at whatever step the sweep is killed."""
    settled = NOON + timedelta(seconds=11)

    def carry_over(battle: Battle) -> None:
        sweep(settled)

    def again(battle: Battle) -> None:
        sweep(settled)
        sweep(settled)
        Battle.objects.update(status=Battle.Status.ENDED)  # so that the next trial does not move it again

    died, wrong = wrong_states(table.jumped, carry_over, again)
    assert (died > 20 // EVERY, wrong) == (True, [])
    assert set(Move.objects.filter(number=1).values_list("closes_at", flat=True)) == {
        settled - HOUR + timedelta(minutes=10)
    }


def test_a_move_is_submitted_once_when_the_sweep_finds_it_abandoned(table: Table) -> None:
    died, wrong = wrong_states(table.closed, table.submit, table.finish)
    assert (died > 60 // EVERY, wrong) == (True, [])
    assert Finding.objects.count() == Battle.objects.count()
    assert Move.objects.count() == 2 * Battle.objects.count()


def test_a_second_crash_in_the_recovery_changes_nothing(table: Table) -> None:
    reference = table.closed()
    count = steps_of(table.submit, reference)
    wanted = everything(reference)
    died = 0
    for first, second in zip(range(3, count, 9), range(count - 1, 0, -9), strict=False):
        battle = table.closed()
        died += die_in(table.submit, battle, first)
        died += die_in(table.finish, battle, second)
        sweep(LATER + timedelta(seconds=31))
        table.submit(battle, LATER + timedelta(seconds=31))
        assert everything(battle) == wanted
        assert is_whole(battle)
    assert died > 8


def test_a_publication_in_two_halves_would_be_found(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """RELIABILITY 41: the planted fault, without which the trials above prove nothing."""
    really = publication.post_supplies

    def halved(*args: Any, **kwargs: Any) -> None:
        connection.connection.commit()
        really(*args, **kwargs)

    monkeypatch.setattr(publication, "post_supplies", halved)
    _, wrong = wrong_states(table.closed, table.submit, table.finish)
    assert wrong
