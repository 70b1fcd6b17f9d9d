"""Brigades: the commands that a floor names, what is in each, which seats order it; bodies put into one.  [KS-GAME-03]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from campaigns.bridge import HoldsPost, P, command_over, commands, names_held, pieces_of
from campaigns.errors import Unseen, WrongState
from campaigns.models import Battle, Post
from campaigns.models.battle import Terms
from campaigns.usecases.access import current_move, find_battle, umpire_of
from campaigns.usecases.muster.draft import change_draft, draft_of
from campaigns.usecases.text_checks import read_line
from rules.contract.pieces import Pieces
from rules.contract.sentences import counted
from rules.errors import Invalid
from rules.values.sentence import joined, of_field, say

MOST_THINGS = 200
"""Bodies that may be put into a brigade at once."""

Named = tuple[str, str, Mapping[str, Any]]
"""A thing: its group, its id, and what is known of it."""


@dataclass(frozen=True)
class Brigade:
    """A command of one side by its name.  things: ids; men: in all; strength: in words; held_by: titles of the seats that hold it."""

    side: str
    name: str
    things: tuple[str, ...]
    men: int
    strength: str
    held_by: tuple[str, ...]


@dataclass(frozen=True)
class Floor:
    """The floor of which a roster speaks: that of the last battle of a campaign that is not over."""

    battle: Battle
    position: Mapping[str, Any]

    @property
    def terms(self) -> Terms:
        """The terms of its battle."""
        return self.battle.terms


def floor_of(campaign_id: int) -> Floor | None:
    """The floor of the last battle of a campaign that is not over, as it stands or as it will begin; none where there is none."""
    waiting = Battle.objects.select_related("campaign").filter(campaign_id=campaign_id)
    battle = waiting.exclude(status=Battle.Status.ENDED).order_by("-number").first()
    if battle is None:
        return None
    move = current_move(battle)
    position = battle.start if move is None else move.after_fire or move.position
    return Floor(battle, position or {}) if not _on_board(battle.terms) else None


def _on_board(terms: Terms) -> bool:
    return not any(kind.men for kind in pieces_of(terms).kinds)


def strength(pieces: Pieces, things: Sequence[Named]) -> str:
    """Some things in words: how many, and what they come to: ``3 bodies, 84 men``."""
    looks = [pieces.look(group, pieces.begun(group, state)) for group, _, state in things]
    bodies = [group for group, _, _ in things if pieces.kind(group).men]
    if not any(look.men or look.guns for look in looks):
        return counted(len(things), "thing") if things else say("nothing")
    return joined(", ", (*pieces.how_many(bodies), *pieces.in_all(looks)))


def brigades_of(
    pieces: Pieces, position: Mapping[str, Any], side: str, posts: Iterable[HoldsPost] = ()
) -> tuple[Brigade, ...]:
    """The brigades of a side by name: those that things are in, and those that only a seat holds.  posts: of that side."""
    posts = list(posts)
    found: dict[str, list[Named]] = {post.brigade: [] for post in posts if post.brigade}
    for group, thing, state in pieces.every(position):
        name = pieces.commander(position, state)
        if name and pieces.owner(group, state) == side and not pieces.look(group, state).gone:
            found.setdefault(name, []).append((group, thing, state))
    return tuple(
        Brigade(
            side=side,
            name=name,
            things=tuple(thing for _, thing, _ in things),
            men=sum(pieces.look(group, state).men or 0 for group, _, state in things),
            strength=strength(pieces, things),
            held_by=tuple(post.title for post in posts if name in (post.brigade, post.title)),
        )
        for name, things in sorted(found.items())
    )


def ordered_by(
    terms: Terms, position: Mapping[str, Any], side: str, posts: Sequence[P]
) -> Iterator[tuple[Named, list[P]]]:
    """Each thing of a side that takes orders, with the seats of that side that order it."""
    pieces, held, general_may = pieces_of(terms), names_held(posts), terms.general_orders_all
    for group, thing, state in pieces.left_to_order(position, side):
        command = command_over(pieces, dict(position), group, state, held)
        yield (group, thing, state), [post for post in posts if commands(post, command, general_may)]


def posts_of_sides(campaign_id: int) -> dict[str, list[Post]]:
    """The seats that are held in a campaign, by the key of their side."""
    found: dict[str, list[Post]] = {}
    rows = Post.objects.filter(campaign_id=campaign_id, side__isnull=False, held_until__isnull=True)
    for row in rows.select_related("side").order_by("pk"):
        found.setdefault(row.side.key if row.side else "", []).append(row)
    return found


def put_in_brigade(*, by: Any, battle: str, brigade: str, things: Sequence[str], now: datetime) -> Battle:
    """The umpire puts things of one side into a brigade before a battle begins; an empty name takes them out of theirs.

    A battle that has begun is refused: there it is a ruling on the field ``commander``.
    """
    found = find_battle(battle)
    umpire_of(by, found.campaign_id, "battle")
    if found.status != Battle.Status.PREPARING:
        raise WrongState(say("The battle has begun. Bodies change their brigade by a ruling on the desk."))
    name, draft = read_line(brigade, "brigade", 80, least=0), draft_of(found)
    changes = _changes_into(found.terms, draft.start, name, things)
    change_draft(by=by, battle=battle, base=draft.revision, changes=changes, now=now)
    found.refresh_from_db()
    return found


def _changes_into(terms: Terms, start: Mapping[str, Any], brigade: str, things: Sequence[str]) -> list[dict[str, Any]]:
    """The changes that put things of one side into a brigade.  Unseen where one is not there; Invalid where it cannot be."""
    pieces, sides = pieces_of(terms), set()
    if not 1 <= len(things) <= MOST_THINGS:
        said = say("tick from 1 to {most} bodies: {n} were sent", most=MOST_THINGS, n=len(things))
        raise Invalid(of_field("things", said))
    changes = []
    for thing in things:
        one = pieces.find(start, str(thing)[:64])
        if one is None:
            raise Unseen("thing")
        group, state = one
        if "commander" not in dict(pieces.kind(group).fields):
            said = say("{name} cannot be in a brigade", name=pieces.called(group, thing, state))
            raise Invalid(of_field("things", said))
        sides.add(pieces.owner(group, state))
        changes.append({"group": group, "thing": thing, "key": "commander", "value": brigade or None})
    if len(sides) > 1:
        raise Invalid(of_field("things", say("a brigade has bodies of one side only")))
    return changes
