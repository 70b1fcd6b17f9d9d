"""The head of the record is in every side's report: nobody can rewrite afterwards what was written.  [RELIABILITY C7, 2.5]"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from campaigns import guards, sight
from campaigns.models import Battle, RecordEntry
from campaigns.usecases.campaigns.audit import check_seals, count
from campaigns.usecases.moves.findings import submit_move
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.orders.orders import submit_orders
from campaigns.usecases.record import add_record, check_record, seal
from kriegspiel import __version__
from tests.campaigns.builders import NOON, the_move

END = NOON + timedelta(minutes=10, seconds=5)
STAND = {"order": "stand", "body": "red-foot"}


@pytest.fixture
def told(cast: Any, battle: Battle) -> Battle:
    """A battle of which one move has been published."""
    move = the_move(battle)
    submit_orders(
        user=cast.red_foot, move=move.public_id, thing="red-foot", orders=[STAND], base_revision=0, key="k", now=NOON
    )
    close_move(move_id=move.pk, now=END, cause="time")
    submit_move(by=cast.umpire, move=move.public_id, now=END)
    battle.refresh_from_db()
    return battle


def read(user: Any, battle: Battle) -> Any:
    return sight.report(sight.find_battle(user, battle.public_id), 1)


def test_every_side_is_told_the_same_head_with_its_report(cast: Any, told: Battle) -> None:
    seals = {read(user, told).seal for user in (cast.red_foot, cast.blue_foot, cast.observer)}
    assert seals == {told.record_head}


def test_what_is_recorded_afterwards_leaves_the_seal_good(told: Battle) -> None:
    before = told.record_head
    add_record(told, at=END, actor="Umpire", kind="remark", data={})
    assert Battle.objects.get(pk=told.pk).record_head != before
    assert (check_seals(battle=told), count(battle=told).agrees) == ((), True)


@pytest.mark.sqlite
def test_a_record_rewritten_whole_by_the_host_is_found_by_the_seal(told: Battle) -> None:
    """The chain is repaired from end to end; only the sides' reports give it away."""
    guards.drop_guards("default")
    previous = ""
    for entry in told.record.order_by("sequence"):
        if entry.kind == "order-accepted":
            entry.data = {**entry.data, "by": "nobody"}
        entry.previous = previous
        entry.digest = previous = seal(entry)
        RecordEntry.objects.filter(pk=entry.pk).update(data=entry.data, previous=entry.previous, digest=entry.digest)
    Battle.objects.filter(pk=told.pk).update(record_head=previous)
    told.refresh_from_db()
    assert check_record(told) is None, "the chain itself tells nothing"
    assert check_seals(battle=told) == (1,)
    with pytest.raises(CommandError):
        call_command("recount", told.public_id)


def test_the_receipts_of_the_orders_in_force_are_in_ones_own_report_alone(cast: Any, told: Battle) -> None:
    """RELIABILITY 2.4: the receipt appears in the next report."""
    entry = told.moves.get(number=1).entries.get()
    (receipt,) = read(cast.red_foot, told).receipts
    assert receipt == {
        "number": entry.public_id,
        "thing": "red-foot",
        "stage": "movement",
        "revision": 1,
        "digest": entry.digest,
    }
    assert read(cast.blue_foot, told).receipts == read(cast.observer, told).receipts == ()


def test_the_record_names_the_program_that_found(told: Battle) -> None:
    """RELIABILITY 2.6: rules' edition, program's version, digests of input and output."""
    data = told.record.get(kind="move-submitted").data
    finding = told.moves.get(number=1).finding
    assert data == {"move": 1, "input": finding.input_digest, "output": finding.output_digest, "version": __version__}
