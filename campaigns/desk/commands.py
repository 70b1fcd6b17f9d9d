"""Who commands what, on the roster: for the umpire, of the last battle that is not over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from campaigns.bridge import pieces_of
from campaigns.errors import NotUmpire
from campaigns.models import Battle, Campaign, Post
from campaigns.sight.seat import Seat
from campaigns.usecases.muster.brigades import (
    Brigade,
    Floor,
    Named,
    brigades_of,
    floor_of,
    ordered_by,
    posts_of_sides,
    strength,
)
from campaigns.usecases.people import empty_seats as seats
from campaigns.usecases.people.empty_seats import EmptySeat
from rules.values.sentence import joined, say


@dataclass(frozen=True)
class Commanded:
    """A brigade as the roster has it.  instead: titles of the seats that order it while nobody holds it."""

    brigade: Brigade
    instead: str = ""


@dataclass(frozen=True)
class Commands:
    """What each seat commands.

    battle: its public id and name, empty where none is being prepared or fought.  by_post: in words, by the public id of the seat.
    brigades: of all sides.  nobodys: by side, what nobody orders, in words.  bodies: by side, what can be put into a
    brigade: id, name and brigade of each; only before a battle begins.
    """

    battle: str = ""
    name: str = ""
    by_post: Mapping[str, str] = field(default_factory=dict)
    brigades: tuple[Commanded, ...] = ()
    nobodys: Mapping[str, str] = field(default_factory=dict)
    bodies: Mapping[str, Sequence[tuple[str, str, str]]] = field(default_factory=dict)


def commands_of(seat: Seat) -> Commands:
    """Who commands what in the last battle that is not over.  NotUmpire to anybody else."""
    if not seat.is_umpire:
        raise NotUmpire
    floor = floor_of(seat.campaign.id)
    if floor is None:
        return Commands()
    pieces, held = pieces_of(floor.terms), posts_of_sides(seat.campaign.id)
    by_post: dict[str, str] = {}
    brigades: list[Commanded] = []
    nobodys: dict[str, str] = {}
    for side in seat.side_names:
        posts = held.get(side, [])
        ordered = [(thing, list(those)) for thing, those in ordered_by(floor.terms, floor.position, side, posts)]
        for post in posts:
            mine = [thing for thing, those in ordered if post in those]
            if post.commands:
                by_post[post.public_id] = strength(pieces, mine)
        brigades += [Commanded(one, _instead(one, ordered)) for one in brigades_of(pieces, floor.position, side, posts)]
        left = [thing for thing, those in ordered if not those and pieces.wants_orders(thing[0])]
        if left:
            nobodys[side] = strength(pieces, left)
    return Commands(
        battle=floor.battle.public_id,
        name=floor.battle.name,
        by_post=by_post,
        brigades=tuple(brigades),
        nobodys=nobodys,
        bodies=_bodies(seat, floor),
    )


def _instead(one: Brigade, ordered: Sequence[tuple[Named, Sequence[Post]]]) -> str:
    """The seats that order the things of a brigade that nobody holds."""
    if one.held_by:
        return ""
    titles = {post.title: None for (_, thing, _), those in ordered for post in those if thing in one.things}
    return joined(", ", titles)


def _bodies(seat: Seat, floor: Floor) -> dict[str, list[tuple[str, str, str]]]:
    if floor.battle.status != Battle.Status.PREPARING:
        return {}
    pieces = pieces_of(floor.terms)
    found: dict[str, list[tuple[str, str, str]]] = {side: [] for side in seat.side_names}
    names = pieces.names(floor.position)
    for group, thing, state in pieces.every(floor.position):
        if "commander" in dict(pieces.kind(group).fields) and (side := pieces.owner(group, state)) in found:
            found[side].append((thing, names[thing], pieces.commander(floor.position, state)))
    return {side: those for side, those in found.items() if those}


def nothing_in(commanded: Commands, side: str, brigade: str) -> str:
    """What to say to whoever gives out the command of a brigade in which nothing is; empty where something is."""
    there = any((one.brigade.side, one.brigade.name) == (side, brigade) for one in commanded.brigades)
    if there or not brigade or not commanded.battle:
        return ""
    return say(
        "Nothing is in {brigade} yet: whoever has its seat commands nothing in {name}.",
        brigade=brigade,
        name=commanded.name,
    )


def empty_seats(seat: Seat, now: datetime) -> tuple[EmptySeat, ...]:
    """The seats that nobody holds and to which no link is open.  NotUmpire to anybody else."""
    if not seat.is_umpire:
        raise NotUmpire
    floor = floor_of(seat.campaign.id)
    campaign = Campaign.objects.get(pk=seat.campaign.id) if floor is None else floor.battle.campaign
    return seats.empty_seats(campaign, floor, now)
