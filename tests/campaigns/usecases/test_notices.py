"""Notices are written with the fact, for everybody at once, and say nothing of the battle."""

from datetime import timedelta

import pytest

from campaigns.clockwork.timers import sweep
from campaigns.errors import Unseen
from campaigns.models import Notice, Post
from campaigns.usecases.moves.findings import submit_move
from campaigns.usecases.notices import mark_all_read, mark_read
from tests.campaigns.builders import NOON, START


def test_every_side_gets_the_same_notices_at_the_same_moment(cast, battle, move):
    """RELIABILITY E5."""
    for seconds in (540, 590, 605):
        sweep(NOON + timedelta(seconds=seconds))
    submit_move(by=cast.umpire, move=move.public_id, now=NOON + timedelta(minutes=11))
    told = {
        user: sorted(Notice.objects.filter(post__user=user).values_list("kind", "text", "created_at"))
        for user in Post.objects.exclude(kind="umpire").values_list("user", flat=True)
    }
    assert len(told) == 10
    general = told[cast.red_general.pk]
    assert all(one == general for one in told.values())
    assert {kind for kind, _, _ in general} >= {"started", "warning-60", "closed", "report"}


def test_a_notice_names_no_thing_of_the_battle(cast, battle, move):
    sweep(NOON + timedelta(minutes=10, seconds=5))
    submit_move(by=cast.umpire, move=move.public_id, now=NOON + timedelta(minutes=11))
    things = {
        name for group in START.values() for thing, data in group.items() for name in (thing, data.get("name", thing))
    }
    texts = [notice.text for notice in Notice.objects.all()]
    assert len(texts) > 30
    assert not any(thing in text for text in texts for thing in things)


def test_a_notice_is_read_by_the_holder_of_its_post_alone(cast, battle):
    notice = Notice.objects.filter(post__user=cast.red_foot).first()
    for stranger in (cast.blue_foot, cast.umpire, cast.bystander):
        with pytest.raises(Unseen):
            mark_read(user=stranger, notice=notice.public_id, now=NOON)
    mark_read(user=cast.red_foot, notice=notice.public_id, now=NOON)
    mark_read(user=cast.red_foot, notice=notice.public_id, now=NOON + timedelta(hours=1))
    notice.refresh_from_db()
    assert notice.read_at == NOON


def test_the_whole_inbox_may_be_read_at_once(cast, battle):
    assert mark_all_read(user=cast.red_foot, now=NOON) == 1
    assert mark_all_read(user=cast.red_foot, now=NOON) == 0
