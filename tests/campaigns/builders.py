"""The builders of the tests: users, seats, a campaign, a battle in preparation or begun."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth import get_user_model

from campaigns.clock import server_time
from campaigns.models import Battle, Campaign, Invitation, Move, Post, Token
from campaigns.models.token import digest_of_key
from campaigns.usecases.campaigns.preparation import appoint, create_campaign, open_battle, start_battle
from campaigns.usecases.people.offers import accept_offer
from campaigns.usecases.people.tokens import LASTS
from tests.campaigns import kept

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
"""When everything begins: Monday, 2 March 2026."""

EVERYBODY = 11
"""How many people get a notice to all: an umpire, two Generals, six commanders, an official and an observer."""

SIDES = [{"key": "red", "name": "Red"}, {"key": "blue", "name": "Blue"}]

START: dict[str, Any] = {
    "bodies": {
        "red-foot": {"side": "red", "arm": "infantry", "men": 60, "formation": "fours", "name": "Red Rifles"},
        "red-horse": {"side": "red", "arm": "cavalry", "men": 30, "name": "Red Lancers"},
        "red-crew": {"side": "red", "arm": "artillery", "men": 12, "name": "Red Battery"},
        "blue-foot": {"side": "blue", "arm": "infantry", "men": 60, "formation": "extended", "name": "Blue Guards"},
        "blue-horse": {"side": "blue", "arm": "cavalry", "men": 30, "name": "Blue Hussars"},
        "blue-crew": {"side": "blue", "arm": "artillery", "men": 12, "name": "Blue Battery"},
    },
    "guns": {
        "red-gun": {"side": "red", "crew": "red-crew", "name": "Red Gun"},
        "blue-gun": {"side": "blue", "crew": "blue-crew", "name": "Blue Gun"},
    },
    "waggons": {"red-waggon": {"side": "red", "packets": {"food": 2, "forage": 2, "ammunition": 2}}},
    "depots": {
        "red-depot": {"side": "red", "packets": {"food": 20, "forage": 20, "ammunition": 20}},
        "blue-depot": {"side": "blue", "packets": {"food": 20, "forage": 20, "ammunition": 20}},
    },
}
"""A small force on each side, in the form of the public test kit; nothing has a place, so that facts are measured."""


def a_user(name: str) -> Any:
    """A user with that name, made or found."""
    user, new = get_user_model().objects.get_or_create(username=name)
    if new:
        user.set_unusable_password()
        user.save()
    return user


def everybody_accepts(now: datetime | None = None) -> None:
    """Everybody with an open offer of a seat, a match or a tournament accepts it, in the sequence of the offers."""
    for offer in Invitation.objects.filter(taken=0, revoked_at__isnull=True).exclude(named="").order_by("pk"):
        accept_offer(user=a_user(offer.named), offer=offer.public_id, now=now or NOON)


def token_of(user: Any) -> str:
    """A token for the API; always the same for one person."""
    key, now = hashlib.sha1(f"token of {user.pk}".encode()).hexdigest(), server_time()
    more = {"start": key[:6], "made_at": now, "expires_at": now + LASTS}
    Token.objects.get_or_create(user=user, digest=digest_of_key(key), defaults=more)
    return key


@dataclass(frozen=True)
class Cast:
    """The players: the umpire, both sides, an observer, and a bystander who takes no part.

    foot commands infantry and Engineers, horse the cavalry, guns artillery and transport.
    """

    umpire: Any
    red_general: Any
    red_foot: Any
    red_horse: Any
    red_guns: Any
    blue_general: Any
    blue_foot: Any
    blue_horse: Any
    blue_guns: Any
    official: Any
    observer: Any
    bystander: Any


def a_cast() -> Cast:
    """All the players, without seats."""
    names = {name: name.replace("_", "-") for name in Cast.__dataclass_fields__}
    kept.laid_down("cast", lambda: [a_user(name) for name in names.values()], [get_user_model()])
    found = {user.username: user for user in get_user_model().objects.all()}
    return Cast(**{name: found.get(username) or a_user(username) for name, username in names.items()})


ARMS = {"foot": ("infantry", "engineers"), "horse": ("cavalry",), "guns": ("artillery", "transport")}


def a_campaign(cast: Cast | None = None, **changes: Any) -> Campaign:
    """A campaign in preparation with its whole cast appointed.

    changes: fields of the campaign, or ``options`` chosen of the book.
    """
    cast = cast or a_cast()
    return kept_one(Campaign, cast, [changes], lambda: _prepared(cast, changes))


def _prepared(cast: Cast, changes: dict[str, Any]) -> None:
    given: dict[str, Any] = {
        "name": "Sandhurst",
        "book": "kriegspiel",
        "options": {},
        "clock_mode": "fixed",
        "fixed_minutes": 10,
    }
    given |= {"interval_minutes": 0, "drain_seconds": 5, **changes}
    campaign = create_campaign(by=cast.umpire, sides=SIDES, now=NOON, **given)
    for side in ("red", "blue"):
        a_post(campaign, cast, "general", side, "", getattr(cast, f"{side}_general"))
        for seat, arms in ARMS.items():
            for arm in arms:
                a_post(campaign, cast, "commander", side, arm, getattr(cast, f"{side}_{seat}"))
    a_post(campaign, cast, "official", "red", "", cast.official)
    a_post(campaign, cast, "observer", "", "", cast.observer)


def kept_one(table: Any, cast: Cast, terms: list[Any], build: Callable[[], Any]) -> Any:
    """The row that ``build`` adds to a table with everything that belongs to it, built on the first call with these arguments."""
    known = set(table.objects.values_list("pk", flat=True))
    users = tuple((name, getattr(cast, name).pk) for name in Cast.__dataclass_fields__)
    key = (table.__name__, users, NOON, json.dumps(terms, default=repr))
    kept.laid_down(key, build, kept.all_tables())
    return table.objects.exclude(pk__in=known).get()


def a_post(campaign: Campaign, cast: Cast, kind: str, side: str, arm: str, user: Any) -> Post:
    """A seat in a campaign, given by its umpire."""
    return appoint(by=cast.umpire, campaign=campaign.public_id, kind=kind, side=side, arm=arm, user=user, now=NOON)


def a_battle(cast: Cast | None = None, start: dict[str, Any] | None = None, **changes: Any) -> Battle:
    """A battle that has begun: its first move has been open since noon.  One sheet a move unless options say otherwise."""
    cast = cast or a_cast()
    changes.setdefault("options", {"two_stage_move": False})
    return kept_one(Battle, cast, [start, changes], lambda: _begun(cast, start or START, changes))


def _begun(cast: Cast, start: dict[str, Any], changes: dict[str, Any]) -> None:
    campaign = a_campaign(cast, **changes)
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", start=start, now=NOON)
    start_battle(by=cast.umpire, battle=battle.public_id, now=NOON)


def the_move(battle: Battle) -> Move:
    """The move that is not yet submitted, or the last."""
    move = battle.moves.order_by("-number").first()
    assert move is not None
    return move
