"""Killed at any database step of taking a move back, or of giving an inject, a battle ends as if nothing had happened.

And of several at once each is done once.  The way of dying and comparing is that of ``test_crash``.  [RELIABILITY B1, B2, B6]
"""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaigns.clockwork.timers import sweep
from campaigns.models import Battle, Campaign, Dispatch, Finding, Inject, Move, Notice, RecordEntry, SupplyEntry
from campaigns.usecases.campaigns.audit import count
from campaigns.usecases.desk.undo import undo_move
from campaigns.usecases.messages.injects import Planned, prepare_inject
from campaigns.usecases.moves.submission import submit_move
from campaigns.usecases.moves.undisputed import publish_undisputed
from rules.errors import Refused
from tests.campaigns.builders import EVERYBODY, the_move
from tests.campaigns.test_crash import AFTER, EVERY, LATER, Table, is_whole, wrong_states
from tests.campaigns.test_crash import table as table
from tests.campaigns.test_race import all_at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.long, pytest.mark.both]

THEN = LATER + timedelta(minutes=1)


def submitted(table: Table) -> Battle:
    """A battle whose first move is submitted, with the one order that was given in it."""
    battle = table.closed()
    table.submit(battle)
    return Battle.objects.get(pk=battle.pk)


def undo(table: Table, battle: Battle) -> bool:
    """Take back the first move; whether this call did it."""
    first = Move.every.get(battle=battle, number=1, attempt=0)
    return undo_move(by=table.cast.umpire, move=first.public_id, reason="Measured wrongly", now=THEN).done


def test_a_move_is_undone_once_when_the_umpire_presses_again(table: Table) -> None:
    def deed(battle: Battle) -> None:
        undo(table, battle)

    died, wrong = wrong_states(lambda: submitted(table), deed, deed)
    assert (died > 45 // EVERY, wrong) == (True, [])
    assert all(count(battle=battle).agrees for battle in Battle.objects.all())


def test_an_inject_is_given_once_when_the_sweep_comes_again(table: Table) -> None:
    def prepared() -> Battle:
        battle = table.ordered()
        given = {"planned": Planned(text="Rain", at=AFTER), "key": "i", "now": AFTER - timedelta(minutes=9)}
        prepare_inject(by=table.cast.umpire, battle=battle.public_id, **given)
        battle.moves.update(closes_at=None)
        battle.dues.exclude(kind="inject").update(state="void")
        return battle

    def deed(battle: Battle) -> None:
        sweep(AFTER)

    died, wrong = wrong_states(prepared, deed, lambda battle: sweep(AFTER))
    assert (died > 15 // EVERY, wrong) == (True, [])
    assert Dispatch.objects.count() == Inject.objects.count() == Inject.objects.filter(state="given").count()


def test_of_many_who_undo_a_move_one_does_and_the_others_find_it_done(table: Table) -> None:
    battle = submitted(table)
    results = all_at_once([lambda: undo(table, battle)] * 4)
    assert sorted(results) == [False, False, False, True]
    assert Notice.objects.filter(battle=battle, kind="taken-back").count() == EVERYBODY
    assert is_whole(battle) and count(battle=Battle.objects.get(pk=battle.pk)).agrees


def test_of_undoing_a_move_and_submitting_the_next_one_happens(table: Table) -> None:
    for _ in range(4):
        battle = submitted(table)
        second = the_move(battle)
        Move.objects.filter(pk=second.pk).update(status="closed", closed_at=AFTER, closes_at=None)

        def submit(move: str = second.public_id) -> bool:
            return submit_move(by=table.cast.umpire, move=move, now=THEN).done

        results = all_at_once([submit, lambda battle=battle: undo(table, battle)])  # type: ignore[misc]
        refused = [one for one in results if isinstance(one, Refused)]
        assert len(refused) == 1 and [one for one in results if one is True] == [True], results
        taken = Move.every.filter(battle=battle, taken_back_at__isnull=False).count()
        assert taken in (0, 2) and is_whole(battle)
        assert count(battle=Battle.objects.get(pk=battle.pk)).agrees


def test_an_inject_is_given_once_however_many_look(table: Table) -> None:
    battle = table.battle()
    given = {"planned": Planned(text="Rain", at=AFTER), "key": "i", "now": AFTER - timedelta(minutes=9)}
    prepare_inject(by=table.cast.umpire, battle=battle.public_id, **given)
    all_at_once([lambda: sweep(AFTER)] * 4)
    sweep(AFTER + timedelta(seconds=5))
    assert Dispatch.objects.filter(battle=battle).count() == 1
    assert not SupplyEntry.objects.filter(battle=battle, move__isnull=False).exists()


def test_a_result_is_published_by_itself_once_when_the_sweep_comes_again(table: Table) -> None:
    """Whatever was claimed and abandoned is published by the next sweep after the lease, and said to be by itself."""

    def waiting() -> Battle:
        Campaign.objects.filter(pk=table.campaign.pk).update(publish_minutes=1)
        return table.closed()

    def deed(battle: Battle) -> None:
        publish_undisputed(move_id=battle.moves.get(number=1).pk, now=AFTER)

    died, wrong = wrong_states(waiting, deed, lambda battle: sweep(LATER))
    assert (died > 60 // EVERY, wrong) == (True, [])
    assert Finding.objects.count() == Battle.objects.count()
    assert RecordEntry.objects.filter(kind="published-by-itself").count() == Battle.objects.count()
