"""Publishing by itself is set, changed and ended while a battle runs; everybody is told, and it is on record."""

from __future__ import annotations

import pytest

from campaigns.errors import NotUmpire, WrongState
from campaigns.models import Due, Notice, RecordEntry
from campaigns.usecases.clock.publication_minutes import set_publication
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.moves.undisputed import publish_undisputed, stop_publication
from rules.errors import Invalid
from tests.campaigns.builders import NOON
from tests.campaigns.usecases.test_undisputed import CLOSED, MINUTE, on_the_map, ordered


def closed(cast, **more):
    """A move that waits to be published, whose minutes were not set when the campaign was opened."""
    move = on_the_map(cast, publish_minutes=None, **more)
    ordered(cast, move)
    assert close_move(move_id=move.pk, now=CLOSED, cause="umpire")
    move.refresh_from_db()
    return move


def test_a_result_that_waits_has_all_its_minutes_when_they_are_set(cast):
    move = closed(cast)
    assert move.publishes_at is None
    now = CLOSED + 7 * MINUTE
    set_publication(by=cast.umpire, battle=move.battle.public_id, minutes=3, now=now)
    move.refresh_from_db()
    assert move.publishes_at == now + 3 * MINUTE
    assert Due.objects.filter(move=move, kind=Due.Kind.PUBLISH, state=Due.State.WAITING).count() == 1
    assert publish_undisputed(move_id=move.pk, now=now + 3 * MINUTE)


def test_without_minutes_it_waits_for_the_umpire_again(cast):
    move = closed(cast)
    for minutes in (3, None):
        set_publication(by=cast.umpire, battle=move.battle.public_id, minutes=minutes, now=CLOSED)
    move.refresh_from_db()
    assert move.publishes_at is None
    assert not Due.objects.filter(move=move, kind=Due.Kind.PUBLISH, state=Due.State.WAITING).exists()


def test_everybody_is_told_and_it_is_on_record_but_only_where_it_changes(cast):
    move = closed(cast)
    for now in (NOON, CLOSED):
        set_publication(by=cast.umpire, battle=move.battle.public_id, minutes=3, now=now)
    told = set(Notice.objects.filter(kind="publication-set").values_list("post__title", flat=True))
    assert {"Red General", "Blue General", "Umpire"} <= told
    (entry,) = RecordEntry.objects.filter(kind="publication-set")
    assert entry.data["minutes"] == 3 and entry.actor == "Umpire"


def test_what_an_umpire_has_stopped_stays_stopped(cast):
    move = closed(cast)
    set_publication(by=cast.umpire, battle=move.battle.public_id, minutes=3, now=CLOSED)
    stop_publication(by=cast.umpire, move=move.public_id, now=CLOSED)
    set_publication(by=cast.umpire, battle=move.battle.public_id, minutes=9, now=CLOSED)
    move.refresh_from_db()
    assert move.publishes_at is None and move.stopped_at == CLOSED


def test_nobody_but_the_umpire_sets_it_and_no_number_out_of_range(cast):
    battle = closed(cast).battle.public_id
    with pytest.raises(NotUmpire):
        set_publication(by=cast.red_general, battle=battle, minutes=3, now=CLOSED)
    with pytest.raises(Invalid):
        set_publication(by=cast.umpire, battle=battle, minutes=0, now=CLOSED)


def test_nothing_is_set_where_the_clock_publishes_every_move(cast):
    move = on_the_map(cast, publish_minutes=None, umpire="none")
    with pytest.raises(WrongState):
        set_publication(by=cast.umpire, battle=move.battle.public_id, minutes=3, now=CLOSED)
