"""What sets off what the umpire has prepared: a move, a time, somebody who comes near a place, or a press."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from campaigns.errors import WrongState
from campaigns.models import Battle, Move
from campaigns.usecases.text_checks import read_line, read_whole
from rules.contract.pieces import Pieces
from rules.errors import Invalid
from rules.values.codec import POINT, read_length, read_point, write_length
from rules.values.measure import Point
from rules.values.sentence import joined, of_field, say

NEAR = frozenset({"at", "edge", "inches", "side", "thing"})
EDGES = ("north", "east", "south", "west")
"""The edges of a country."""


def read_trigger(
    battle: Battle, move_number: Any, at: Any, near: Any, now: datetime, *, press: bool, ruling: bool
) -> dict[str, Any]:
    """The trigger as the columns of an inject have it.  Invalid unless it is just one; WrongState where its time is past."""
    if [move_number is not None, at is not None, bool(near), press].count(True) != 1:
        raise Invalid(of_field("when", say("give the number of a move or a time, not both")))
    none: dict[str, Any] = {"move_number": None, "at": None, "near": None}
    if press:
        return none
    if near:
        sides = set(battle.campaign.sides.values_list("key", flat=True))
        return {**none, "near": read_near(near, sides, has_edges=_size(battle.start) is not None)}
    if at is not None:
        if not isinstance(at, datetime) or at.tzinfo is None or at <= now:
            raise Invalid(of_field("at", say("choose a time in the future")))
        return {**none, "at": at}
    return {**none, "move_number": _read_move_number(battle, move_number, ruling=ruling)}


def read_near(near: Any, sides: Collection[str], *, has_edges: bool = True) -> dict[str, Any]:
    """How near somebody must come to a place or an edge of the country, whose they are, or which body it must be."""
    whole = isinstance(near, Mapping) and "inches" in near and near.keys() <= NEAR
    if not whole or bool(near.get("edge")) == (near.get("at") is not None):
        raise Invalid(of_field("near", say("a place or an edge, inches and perhaps a side or a body are wanted")))
    side = near.get("side") or ""
    if side and side not in sides:
        raise Invalid(of_field("side", say("choose a side")))
    inches = write_length(read_length(near["inches"], "near.inches"))
    thing = read_line(near.get("thing") or "", "near.thing", 64, least=0)
    where = {"edge": _read_edge(near["edge"], has_edges=has_edges)} if near.get("edge") else {}
    where = where or {"at": POINT.write(read_point(near["at"], "near.at"))}
    return {**where, "inches": inches, "side": side, **({"thing": thing} if thing else {})}


def _read_edge(edge: Any, *, has_edges: bool) -> str:
    if edge not in EDGES:
        raise Invalid(of_field("near", say("choose one of {edges}", edges=joined(", ", EDGES))))
    if not has_edges:
        raise Invalid(of_field("near", say("this battle has no map, and so no edges")))
    return str(edge)


def _size(position: Mapping[str, Any]) -> tuple[int, int] | None:
    """Width and depth of the country, in sixteenths; none where people measure."""
    size = (position.get("country") or {}).get("size")
    return (read_length(size[0], "size"), read_length(size[1], "size")) if size else None


def _read_move_number(battle: Battle, move_number: Any, *, ruling: bool) -> int:
    number = read_whole(move_number, "move_number", 1, 100_000)
    move = Move.objects.filter(battle=battle).order_by("-number").first()
    under_way = move.number if move is not None else 0
    still = ruling and move is not None and number == under_way and move.status == Move.Status.OPEN
    if number <= under_way and not still:
        raise WrongState(
            say("Move {number} is already open.", number=number)
            if not ruling
            else say("Move {number} is already closed.", number=number)
        )
    return number


def came(pieces: Pieces, position: Mapping[str, Any], near: Mapping[str, Any]) -> bool:
    """Whether somebody stands so near a place: exactly so far is near.  Nobody does whose place is not known.

    A certain body, gun or waggon is near wherever it is, be it aboard; not if it is gone, or in enemy hands.
    """
    reach, size = read_length(near["inches"], "inches"), _size(position)
    if near.get("thing"):
        found = pieces.find(position, near["thing"])
        whose = "" if found is None else pieces.owner(*found)
        spots = [(whose, pieces.whereabouts(position, near["thing"]))]
    else:
        spots = [(one.side, one.at) for one in pieces.people(position)]
    of_side = [at for side, at in spots if at is not None and side == (near["side"] or side)]
    away = [_away(read_point(at, "at"), near, size) for at in of_side]
    return any(one is not None and one <= reach * reach for one in away)


def _away(at: Point, near: Mapping[str, Any], size: tuple[int, int] | None) -> int | None:
    """The square of the distance from a place to what is to be reached, in sixteenths; none from an edge of no country."""
    east, north = at
    if "edge" not in near:
        x, y = read_point(near["at"], "at")
        return (east - x) ** 2 + (north - y) ** 2
    if size is None:
        return None
    width, depth = size
    return int({"north": depth - north, "east": width - east, "south": north, "west": east}[near["edge"]] ** 2)
