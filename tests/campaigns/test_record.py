"""The record of a battle: everything that was done, each entry sealed to the one before."""

from datetime import timedelta

from django.db import connection

from campaigns import guards
from campaigns.clockwork.timers import sweep
from campaigns.models import Battle
from campaigns.usecases.moves.findings import submit_move
from campaigns.usecases.record import add_record, check_record
from tests.campaigns.builders import NOON


def played(cast, battle, move):
    sweep(NOON + timedelta(minutes=10, seconds=5))
    submit_move(by=cast.umpire, move=move.public_id, now=NOON + timedelta(minutes=11))
    return Battle.objects.get(pk=battle.pk)


def test_the_record_tells_what_was_done_in_its_sequence(cast, battle, move):
    after = played(cast, battle, move)
    kinds = [entry.kind for entry in after.record.all()]
    assert kinds == ["battle-started", "move-opened", "move-closed", "move-submitted", "move-opened"]
    assert after.record_length == 5
    assert check_record(after) is None


def test_what_was_tampered_with_is_named(cast, battle, move):
    """RELIABILITY C7: flip one byte; the check of the chain names the row."""
    after = played(cast, battle, move)
    guards.drop_guards("default")  # only the host could do this
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE campaigns_recordentry SET kind = 'move-closer' WHERE battle_id = %s AND sequence = 3", [after.pk]
        )
    assert check_record(after) == 3


def test_an_entry_taken_off_the_end_is_missed(cast, battle, move):
    after = played(cast, battle, move)
    guards.drop_guards("default")  # only the host could do this
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM campaigns_recordentry WHERE battle_id = %s AND sequence = 5", [after.pk])
    assert check_record(after) == 5


def test_entries_of_one_deed_follow_each_other(battle):
    locked = Battle.objects.get(pk=battle.pk)
    add_record(locked, at=NOON, actor="clock", kind="x", data={"b": 1, "a": 2})
    last, before = list(locked.record.order_by("-sequence")[:2])
    assert last.previous == before.digest
    assert (locked.record_head, locked.record_length) == (last.digest, last.sequence)
