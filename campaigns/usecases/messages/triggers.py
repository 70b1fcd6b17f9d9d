"""What sets off what the umpire has prepared: a move, a time, somebody who comes near a place, or a press."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from campaigns.errors import WrongState
from campaigns.models import Battle, Move
from campaigns.usecases.text_checks import read_whole
from rules.contract.pieces import Pieces
from rules.errors import Invalid
from rules.values.codec import POINT, read_length, read_point, write_length
from rules.values.sentence import of_field, say

NEAR = frozenset({"at", "inches", "side"})


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
        return {**none, "near": _read_near(battle, near)}
    if at is not None:
        if not isinstance(at, datetime) or at.tzinfo is None or at <= now:
            raise Invalid(of_field("at", say("choose a time in the future")))
        return {**none, "at": at}
    return {**none, "move_number": _read_move_number(battle, move_number, ruling=ruling)}


def _read_near(battle: Battle, near: Any) -> dict[str, Any]:
    """How near somebody must come to a place, and whose they are."""
    if not isinstance(near, Mapping) or not {"at", "inches"} <= near.keys() <= NEAR:
        raise Invalid(of_field("near", say("a place, inches and perhaps a side are wanted")))
    side = near.get("side") or ""
    if side and side not in set(battle.campaign.sides.values_list("key", flat=True)):
        raise Invalid(of_field("side", say("choose a side")))
    at, inches = (
        POINT.write(read_point(near["at"], "near.at")),
        write_length(read_length(near["inches"], "near.inches")),
    )
    return {"at": at, "inches": inches, "side": side}


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
    """Whether somebody stands so near a place: exactly so far is near.  Nobody does whose place is not known."""
    reach, (x, y) = read_length(near["inches"], "inches"), read_point(near["at"], "at")
    for one in pieces.people(position):
        if not near["side"] or one.side == near["side"]:
            east, north = read_point(one.at, "at")
            if (east - x) ** 2 + (north - y) ** 2 <= reach * reach:
                return True
    return False
