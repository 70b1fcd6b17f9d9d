"""Many people open one link at once, in real transactions on real threads.  [RELIABILITY F3]"""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.errors import Unseen
from campaigns.models import Battle, Entrant, Invitation, Post
from campaigns.usecases.matches.matches import new_match
from campaigns.usecases.matches.tournaments import create_tournament, enter, start_tournament
from campaigns.usecases.people.accounts import read_account
from campaigns.usecases.people.invitations import invite, join, revoke_invitation, take_invitation
from campaigns.usecases.people.offers import accept_offer
from tests.campaigns.builders import NOON, a_campaign, a_user
from tests.campaigns.test_race import all_at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.long, pytest.mark.both]

EIGHT = [f"guest-{number}" for number in range(8)]


def to_red_horse(cast: Any, **more: Any) -> Any:
    campaign = a_campaign(cast)
    given = {"kind": "commander", "side": "red", "arm": "cavalry", "now": NOON, **more}
    return invite(by=cast.umpire, campaign=campaign.public_id, **given)


def test_a_link_for_one_that_eight_open_at_once_gives_one_post(cast: Any) -> None:
    made = to_red_horse(cast)
    people = [a_user(name) for name in EIGHT]
    found = all_at_once([lambda one=one: take_invitation(user=one, token=made.token, now=NOON) for one in people])
    assert sum(isinstance(one, Post) for one in found) == 1
    assert sum(isinstance(one, Unseen) for one in found) == 7
    assert Post.objects.filter(user__in=people).count() == Invitation.objects.get().taken == 1


def test_one_who_presses_eight_times_at_once_has_one_account_and_one_post(cast: Any) -> None:
    made = to_red_horse(cast, once=False)
    account = read_account(username="newcomer", password="seven sealed packets")
    found = all_at_once([lambda: join(token=made.token, account=account, now=NOON)] * 8)
    assert sum(isinstance(one, Post) for one in found) == 1
    assert type(cast.umpire).objects.filter(username="newcomer").count() == 1
    assert Invitation.objects.get().taken == 1


def test_a_link_is_taken_before_it_is_revoked_or_not_at_all(cast: Any) -> None:
    for number in range(5):
        made = to_red_horse(cast)
        one = a_user(f"guest-{number}")
        taken, _ = all_at_once(
            [
                lambda one=one, made=made: take_invitation(user=one, token=made.token, now=NOON),
                lambda made=made: revoke_invitation(by=cast.umpire, invitation=made.invitation.public_id, now=NOON),
            ]
        )
        assert isinstance(taken, Post) == Post.objects.filter(user=one).exists()
        assert isinstance(taken, Post | Unseen)


def accepting(name: str, offer: Invitation) -> Any:
    user = a_user(name)
    return lambda: accept_offer(user=user, offer=offer.public_id, now=NOON)


def test_two_players_who_accept_a_match_at_once_begin_one_game(db: Any) -> None:
    for number in range(4):
        names = [f"{one}-{number}" for one in ("ann", "bob")]
        first, second = ({"user": name} for name in names)
        match = new_match(by=a_user("carl"), name="The Cup", first=first, second=second, book="war-chess", now=NOON)
        offers = [Invitation.objects.get(named=name) for name in names]
        found = all_at_once(
            [accepting(name, offer) for name, offer in zip(names, offers, strict=True) for _ in range(2)]
        )
        assert sum(isinstance(one, Post) for one in found) == 2
        assert sum(isinstance(one, Unseen) for one in found) == 2
        assert Battle.objects.filter(match=match).count() == 1


def test_who_accepts_as_a_tournament_begins_plays_in_it_or_not_at_all(db: Any) -> None:
    for number in range(4):
        made = create_tournament(by=a_user("org"), name="Autumn", book="war-chess", now=NOON)
        common = {"by": a_user("org"), "tournament": made.public_id, "now": NOON}
        for level in (1, 2):
            enter(engine="house", level=level, **common)
        offer = enter(user=f"late-{number}", **common)
        assert isinstance(offer, Invitation)
        taken, begun = all_at_once(
            [accepting(f"late-{number}", offer), lambda common=common: start_tournament(**common)]
        )
        assert begun == made and isinstance(taken, Entrant | Unseen)
        assert made.entrants.count() == (3 if isinstance(taken, Entrant) else 2)
