"""Compiled queries give the same answers as if they were compiled each time."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.compiled_queries import Prepared
from campaigns.locks import lock_battle_with
from campaigns.models import Move, Post
from campaigns.models.move import HEAVY
from campaigns.usecases.access import find_move, fresh_move, locked_move
from campaigns.usecases.moves.moves import close_move
from tests.campaigns.builders import NOON


def posts(campaign: int, title: str) -> Any:
    return Post.objects.filter(campaign_id=campaign, title=title).select_related("side").order_by("pk")


def test_it_is_answered_like_the_queryset_for_each_that_it_is_asked_about(cast: Any, battle: Any) -> None:
    asked = Prepared(posts, int, str)
    titles = [*Post.objects.values_list("title", flat=True), "nobody"]
    for title in titles:
        with CaptureQueriesContext(connection) as worded:
            expected = list(posts(battle.campaign_id, title))
        with CaptureQueriesContext(connection) as prepared:
            found = asked(battle.campaign_id, title)
            assert [one.side and one.side.key for one in found] == [one.side and one.side.key for one in expected]
        assert found == expected
        assert [one["sql"] for one in prepared.captured_queries] == [one["sql"] for one in worded.captured_queries]
    assert asked(battle.campaign_id + 1, titles[0]) == []


def test_values_are_values_and_what_is_fixed_stays(battle: Any) -> None:
    asked = Prepared(lambda number: Move.every.filter(number=number, own_number=1).values_list("side", "position"), int)
    assert asked(1) == [("red", Move.objects.get().position)] and asked(2) == []


def test_what_it_is_about_must_stand_in_the_question() -> None:
    with pytest.raises(AssertionError):
        Prepared(lambda number: Move.every.all(), int)(1)


def test_a_quote_is_a_letter_like_any_other(battle: Any) -> None:
    assert Prepared(posts, int, str)(battle.campaign_id, "' OR 1=1 --") == []


def test_a_move_is_found_as_it_stands_and_its_floor_when_it_is_asked_for(battle: Any, move: Move, db: None) -> None:
    close_move(move_id=move.pk, now=NOON, cause="time")
    for found in (find_move(move.public_id)[1], locked_move(move.public_id)[1], fresh_move(battle, move.pk)):
        assert found.status == Move.Status.CLOSED and found.get_deferred_fields() == set(HEAVY)
        assert found.position == move.position
    whole = fresh_move(battle, move.pk, whole=True)
    assert not whole.get_deferred_fields() and whole == lock_battle_with(move.pk).moves.get()


def test_a_moment_is_compared_as_a_moment(battle: Any) -> None:
    begun = Prepared(
        lambda campaign, now: Move.every.filter(battle__campaign=campaign, opened_at__lte=now), int, datetime
    )
    opened = Move.objects.get().opened_at
    there, elsewhere = battle.campaign_id, battle.campaign_id + 1
    assert begun(there, opened) == [Move.objects.get()]
    assert begun(there, opened.astimezone(ZoneInfo("Asia/Tokyo"))) == [Move.objects.get()]
    assert begun(there, opened - timedelta(microseconds=1)) == [] == begun(elsewhere, opened)
