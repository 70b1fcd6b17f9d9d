"""Who somebody is in a campaign, and what he may therefore touch.  Whoever holds no post sees nothing at all."""

from __future__ import annotations

import re
from typing import Any

from campaigns.errors import NotUmpire, Unseen
from campaigns.locks import find_and_lock, lock_battle
from campaigns.models import Battle, Campaign, Move, Post

PUBLIC_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")


def read_public_id(public_id: Any, what: str) -> str:
    """A public id in the form that they have; Unseen in any other."""
    if not isinstance(public_id, str) or not PUBLIC_ID.fullmatch(public_id):
        raise Unseen(what)
    return public_id


def find_campaign(public_id: str) -> Campaign:
    """The campaign of that public id."""
    found = Campaign.objects.filter(public_id=read_public_id(public_id, "campaign")).first()
    if found is None:
        raise Unseen("campaign")
    return found


def find_battle(public_id: str) -> Battle:
    """The battle of that public id, with its campaign."""
    found = Battle.objects.select_related("campaign").filter(public_id=read_public_id(public_id, "battle")).first()
    if found is None:
        raise Unseen("battle")
    return found


def find_move(public_id: str) -> tuple[Battle, Move]:
    """The move of that public id, whole, and its battle with its campaign; nothing is locked."""
    moves = Move.every.select_related("battle__campaign")
    found = moves.filter(public_id=read_public_id(public_id, "move")).first()
    if found is None:
        raise Unseen("move")
    return found.battle, found


def locked_move(public_id: str) -> tuple[Battle, Move]:
    """The same, with the battle locked."""
    battle = find_and_lock(read_public_id(public_id, "move"))
    if battle is None:
        raise Unseen("move")
    move = Move.every.get(public_id=public_id)
    move.battle = battle
    return battle, move


def posts_held(user: Any, campaign_id: int) -> list[Post]:
    """The posts that somebody holds now in a campaign."""
    if not getattr(user, "is_active", False):
        return []
    held = Post.objects.filter(campaign_id=campaign_id, user=user, held_until__isnull=True)
    return list(held.select_related("side").order_by("pk"))


def umpire_of(user: Any, campaign_id: int, what: str = "campaign") -> Post:
    """The post by which somebody is the umpire.  Unseen to a stranger, NotUmpire to any other player."""
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


def umpires_move(by: Any, public_id: str, what: str = "move") -> tuple[Battle, Move, Post]:
    """A move and its battle, locked, for the umpire.  what: a stranger is told that there is none of."""
    battle, move = locked_move(public_id)
    return battle, move, umpire_of(by, battle.campaign_id, what)


def fresh_move(battle: Battle, move_id: int) -> Move:
    """A move as it stands now that its battle is locked."""
    move = Move.every.get(pk=move_id)
    move.battle = battle
    return move


def current_move(battle: Battle) -> Move | None:
    """The move of a locked battle that is not yet submitted."""
    move = Move.objects.filter(battle=battle).exclude(status=Move.Status.SUBMITTED).first()
    if move is not None:
        move.battle = battle
    return move


def player_of(user: Any, campaign_id: int, what: str) -> list[Post]:
    """The posts of somebody who plays.  Unseen to a stranger."""
    posts = posts_held(user, campaign_id)
    if not posts:
        raise Unseen(what)
    return posts


def expect_move(battle: str, move: str) -> None:
    """Unseen where that move is none of that battle's."""
    if not Move.every.filter(public_id=str(move)[:40], battle__public_id=str(battle)[:40]).exists():
        raise Unseen("move")
