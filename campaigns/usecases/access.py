"""Who somebody is in a campaign, and so what they may do.  Without a seat nobody sees anything."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet

from campaigns.compiled_queries import Prepared
from campaigns.errors import NotUmpire, Unseen
from campaigns.locks import find_and_lock, lock_battle
from campaigns.models import Battle, Campaign, Move, Post
from campaigns.models.battle import BEGINNINGS
from campaigns.models.move import HEAVY

PUBLIC_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")


def read_public_id(public_id: Any, what: str) -> str:
    """A valid public id; Unseen for any other."""
    if not isinstance(public_id, str) or not PUBLIC_ID.fullmatch(public_id):
        raise Unseen(what)
    return public_id


def find_campaign(public_id: str) -> Campaign:
    """The campaign with that public id."""
    found = Campaign.objects.filter(public_id=read_public_id(public_id, "campaign")).first()
    if found is None:
        raise Unseen("campaign")
    return found


def find_battle(public_id: str) -> Battle:
    """The battle with that public id, with its campaign."""
    found = Battle.objects.select_related("campaign").filter(public_id=read_public_id(public_id, "battle")).first()
    if found is None:
        raise Unseen("battle")
    return found


_of_battle = tuple(f"battle__{column}" for column in BEGINNINGS)


def _with_battle(public_id: str) -> QuerySet[Move]:
    return Move.every.select_related("battle__campaign").defer(*_of_battle).filter(public_id=public_id)


def _alone(public_id: str) -> QuerySet[Move]:
    return Move.every.filter(public_id=public_id)


def _by_key(key: int) -> QuerySet[Move]:
    return Move.every.filter(pk=key)


def _whole_or_not(ask: Callable[[Any], QuerySet[Move]], kind: type) -> dict[bool, Prepared[Move]]:
    """Moves with the floor that they hold, or without."""
    return {True: Prepared(ask, kind), False: Prepared(lambda it: ask(it).defer(*HEAVY), kind)}


_find, _again, _fresh = _whole_or_not(_with_battle, str), _whole_or_not(_alone, str), _whole_or_not(_by_key, int)
_posts = Prepared(
    lambda user, campaign: (
        Post.objects.filter(campaign_id=campaign, user_id=user, held_until__isnull=True)
        .select_related("side")
        .order_by("pk")
    ),
    int,
    int,
)


def find_move(public_id: str, *, whole: bool = False) -> tuple[Battle, Move]:
    """The move with that public id, and its battle with its campaign; nothing is locked.

    whole: with the floor that it holds, which is else read on first use.
    """
    for found in _find[whole](read_public_id(public_id, "move")):
        return found.battle, found
    raise Unseen("move")


def locked_move(public_id: str, *, whole: bool = False) -> tuple[Battle, Move]:
    """The same, with the battle locked."""
    battle = find_and_lock(read_public_id(public_id, "move"))
    if battle is None:
        raise Unseen("move")
    (move,) = _again[whole](public_id)
    move.battle = battle
    return battle, move


def posts_held(user: Any, campaign_id: int) -> list[Post]:
    """The seats that somebody holds now in a campaign."""
    if not getattr(user, "is_active", False):
        return []
    return _posts(user.pk, campaign_id)


def umpire_of(user: Any, campaign_id: int, what: str = "campaign") -> Post:
    """The seat by which somebody is the umpire.  Unseen to a stranger, NotUmpire to any other player."""
    posts = posts_held(user, campaign_id)
    if not posts:
        raise Unseen(what)
    for post in posts:
        if post.kind == Post.Kind.UMPIRE:
            return post
    raise NotUmpire


def umpires_battle(by: Any, public_id: str) -> tuple[Battle, Post]:
    """A battle, locked, for its umpire."""
    battle = lock_battle(find_battle(public_id).pk)
    return battle, umpire_of(by, battle.campaign_id, "battle")


def umpires_move(by: Any, public_id: str, what: str = "move", *, whole: bool = False) -> tuple[Battle, Move, Post]:
    """A move and its battle, locked, for the umpire.  what: the noun in the refusal of a stranger; whole: as above."""
    battle, move = locked_move(public_id, whole=whole)
    return battle, move, umpire_of(by, battle.campaign_id, what)


def fresh_move(battle: Battle, move_id: int, *, whole: bool = False) -> Move:
    """A move as it is now that its battle is locked.  whole: as above."""
    (move,) = _fresh[whole](move_id)
    move.battle = battle
    return move


def current_move(battle: Battle) -> Move | None:
    """The move of a locked battle that is not yet submitted."""
    move = Move.objects.filter(battle=battle).exclude(status=Move.Status.SUBMITTED).first()
    if move is not None:
        move.battle = battle
    return move


def player_of(user: Any, campaign_id: int, what: str) -> list[Post]:
    """The seats of somebody who plays.  Unseen to a stranger."""
    posts = posts_held(user, campaign_id)
    if not posts:
        raise Unseen(what)
    return posts


def expect_move(battle: str, move: str) -> None:
    """Unseen where that move does not belong to that battle."""
    if not _of_both(str(move)[:40], str(battle)[:40]):
        raise Unseen("move")


_of_both = Prepared(
    lambda move, battle: Move.every.filter(public_id=move, battle__public_id=battle).order_by("pk").values_list("pk"),
    str,
    str,
)
