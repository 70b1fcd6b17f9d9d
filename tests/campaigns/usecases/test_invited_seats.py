"""Seats to which somebody is invited: the move does not end over their heads, and only their side and the umpire know."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from campaigns import sight
from campaigns.desk import desk
from campaigns.models import Battle, Move, Post
from campaigns.usecases.campaigns.preparation import dismiss
from campaigns.usecases.orders.orders import Ready, declare_ready
from campaigns.usecases.people.invitations import invite, revoke_invitation, take_invitation
from tests.campaigns.builders import NOON

LATER = NOON + timedelta(minutes=1)
GUNS = "Red Artillery"


@pytest.fixture
def link(cast: Any, battle: Battle, move: Move) -> Any:
    """A link to the seat of Red's artillery, which nobody holds in this move of Red's."""
    held = Post.objects.get(user=cast.red_guns, arm="artillery", held_until__isnull=True)
    for post in Post.objects.filter(user=cast.red_guns, held_until__isnull=True):
        dismiss(by=cast.umpire, post=post.public_id, now=NOON)
    assert held.title == GUNS
    return invited(cast, battle)


def invited(cast: Any, battle: Battle, **changes: Any) -> Any:
    given = {"kind": "commander", "side": "red", "arm": "artillery", "now": NOON, **changes}
    return invite(by=cast.umpire, campaign=battle.campaign.public_id, **given)


def all_ready(cast: Any, move: Move, now: Any = LATER) -> Ready:
    declare_ready(user=cast.red_foot, move=move.public_id, ends=True, now=now)
    return declare_ready(user=cast.red_horse, move=move.public_id, ends=True, now=now)


def test_readiness_does_not_end_a_move_while_a_seat_that_commands_is_invited(cast: Any, move: Move, link: Any) -> None:
    told = all_ready(cast, move)
    assert (told.ready, told.of, told.called, told.invited) == (2, 2, False, (GUNS,))
    move.refresh_from_db()
    assert move.close_cause == ""


def test_who_takes_the_link_is_waited_for_and_ends_the_move(cast: Any, move: Move, link: Any) -> None:
    all_ready(cast, move)
    take_invitation(user=cast.bystander, token=link.token, now=LATER)
    told = declare_ready(user=cast.bystander, move=move.public_id, ends=True, now=LATER)
    assert (told.ready, told.of, told.called, told.invited) == (3, 3, True, ())


def test_a_revoked_link_is_not_waited_for(cast: Any, move: Move, link: Any) -> None:
    revoke_invitation(by=cast.umpire, invitation=link.invitation.public_id, now=LATER)
    assert all_ready(cast, move).called


def test_an_expired_link_is_not_waited_for(cast: Any, move: Move, link: Any) -> None:
    link.invitation.expires_at = LATER
    link.invitation.save()
    assert all_ready(cast, move).called


@pytest.mark.parametrize("other", [{"side": "blue"}, {"arm": "cavalry"}, {"kind": "observer", "side": "", "arm": ""}])
def test_links_of_the_other_side_to_held_seats_and_to_observers_are_not_waited_for(
    cast: Any, battle: Battle, move: Move, link: Any, other: dict[str, str]
) -> None:
    revoke_invitation(by=cast.umpire, invitation=link.invitation.public_id, now=NOON)
    invited(cast, battle, **other)
    told = all_ready(cast, move)
    assert told.called and told.invited == ()


def test_without_an_umpire_and_a_limit_of_time_nobody_is_waited_for(cast: Any, move: Move, link: Any) -> None:
    """Neither could end the move then, and it would stand for ever."""
    move.battle.campaign.umpire = "none"
    move.battle.campaign.save()
    Move.every.filter(pk=move.pk).update(closes_at=None)
    assert all_ready(cast, move).called


def test_the_own_side_and_the_umpire_read_who_is_invited_and_the_other_side_does_not(
    cast: Any, battle: Battle, link: Any
) -> None:
    assert sight.sheet(sight.find_battle(cast.red_foot, battle.public_id), LATER).invited == (GUNS,)
    assert sight.sheet(sight.find_battle(cast.blue_foot, battle.public_id), LATER).invited == ()
    assert [one.title for one in desk(sight.find_battle(cast.umpire, battle.public_id), LATER).invited] == [GUNS]


def test_pages_learn_of_links_and_of_seats_and_those_of_the_other_side_do_not(
    cast: Any, battle: Battle, link: Any
) -> None:
    battle.refresh_from_db()
    before = battle.told
    take_invitation(user=cast.bystander, token=link.token, now=LATER)
    battle.refresh_from_db()
    changed = {key for key in battle.told if battle.told[key] != before.get(key)}
    assert "umpire" in changed and not any("blue" in one for one in changed) and len(changed) == 2
