"""A game on a board as somebody may know it: the board, the open moves, claims and offers, what was heard."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from campaigns.bridge import given_orders
from campaigns.clock import handicapped
from campaigns.errors import Unseen
from campaigns.models import Battle, Campaign, Finding, Move, RecordEntry, Side
from campaigns.side_views import standing
from campaigns.sight.clock import ClockFace, clock_face, current_move
from campaigns.sight.machines import machine_thinks
from campaigns.sight.seat import Seat
from rules.contract.answers import Choice
from rules.contract.data import Chance, Event, Facts, Position
from rules.contract.rules import Rules
from rules.contract.table import Table
from rules.contract.view import View

GENERAL = "general"
"""The kind of the seat that plays a game."""


@dataclass(frozen=True)
class GameSheet:
    """A game as one person sees it.

    clock: none before the game has begun.  side: whose knowledge it is; empty: the umpire's, who sees everything.
    plays: whether the asker plays that side; mine: whether it is the asker's turn.  board: see ``Book.board``.
    moves: what may be moved or tried, each with ``from`` and ``to``; words: claims and offers, blocked or not.
    heard: what the player was told of the turn under way (tries); told: of the turn before, each event with a
    ``sentence``.
    score: the moves as they are written, as far as they are known.  tried: moves that the umpire refused in this turn.
    views: the board as each side sees it, for the umpire of a game that hides any of it.  claims: those that were
    upheld or refused, for the umpire, each with the number of its move.  mark: changes whenever anything here does.
    thinks: whether a machine is to move and works on its answer.
    taken: the men taken of each side, as far as they are known.  minutes: of each side for a whole move, none where it
    has no limit.
    """

    seat: Seat
    clock: ClockFace | None
    side: str
    plays: bool = False
    mine: bool = False
    board: Mapping[str, Any] = field(default_factory=dict)
    moves: tuple[Choice, ...] = ()
    words: tuple[Choice, ...] = ()
    duties: tuple[Mapping[str, Any], ...] = ()
    heard: tuple[Mapping[str, Any], ...] = ()
    told: tuple[Mapping[str, Any], ...] = ()
    score: tuple[Mapping[str, Any], ...] = ()
    tried: frozenset[tuple[str, str]] = frozenset()
    views: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    claims: tuple[Mapping[str, Any], ...] = ()
    mark: str = ""
    thinks: bool = False
    taken: Mapping[str, tuple[Mapping[str, Any], ...]] = field(default_factory=dict)
    minutes: Mapping[str, int | None] = field(default_factory=dict)


def view_of(seat: Seat, of: str = "") -> str:
    """Whose knowledge of a game is read: empty for the umpire's; E-NONE where the asker may not know it."""
    return "" if seat.is_umpire and not of else seat.view(of)


def game(seat: Seat, now: datetime, of: str = "") -> GameSheet:
    """A game as a seat may know it; E-NONE where the battle is fought on the floor."""
    rules = seat.rules
    if not rules.book.on_board:
        raise Unseen("game")
    side = view_of(seat, of)
    move = current_move(seat.battle.id)
    if move is None:
        return GameSheet(seat, None, side)
    clock = clock_face(move, now, seat.side_names)
    position, heard, entries = _under_way(rules, seat, move, side)
    floor = rules.table(position)
    known = floor.seen_by(side)
    board: Mapping[str, Any] = known.board()
    plays = side in rules.sides and any(post.kind == GENERAL and post.side == side for post in seat.posts)
    may = plays and clock.takes_orders and seat.battle.status == "running"
    mine = may and move.side == side
    kept = board.get("score")
    turns = turns_visible_to(seat, side, last=1 if kept and side else None)
    board = with_last_move(board, turns)
    return GameSheet(
        seat=seat,
        clock=clock,
        side=side,
        plays=plays,
        mine=mine,
        board=board,
        moves=_moves(known, board) if mine else (),
        words=known.choices("") if may else (),
        duties=known.duties("") if mine else (),
        heard=heard,
        told=_said(seat, turns[-1][1], side) if turns else (),
        score=tuple(kept or score_of(turns, board)),
        tried=frozenset((one["from"], one["to"]) for one in heard if one["event"] == "try-refused"),
        views={} if side else _views(rules, floor),
        claims=() if side else _claims(seat, turns),
        mark=f"{move.public_id}.{move.status}.{entries}.{seat.battle.status}",
        thinks=not mine and clock.takes_orders and seat.battle.status == "running" and machine_thinks(move),
        taken=taken_of(rules.sides, board, turns),
        minutes=_minutes(seat, floor),
    )


def with_last_move(board: Mapping[str, Any], turns: Sequence[tuple[int, Sequence[Event]]]) -> Mapping[str, Any]:
    """A board with the last visible move marked, where its position does not keep that."""
    marks = board.get("marks", {})
    if "last" in marks or board.get("blind"):
        return board
    told = (one for _, turn in reversed(turns) for one in reversed(turn))
    last = next((one for one in told if one.get("from") and one.get("to") and one.get("sum")), None)
    if last is None:
        return board
    return {**board, "marks": {**marks, "last": [str(last["from"]), str(last["to"])]}}


def taken_of(
    sides: Iterable[str], board: Mapping[str, Any], turns: Iterable[tuple[int, Iterable[Event]]]
) -> dict[str, tuple[Mapping[str, Any], ...]]:
    """The men taken of each side: as the position keeps them, else as the visible events tell of them."""
    codes = board.get("figures", {})
    told = [codes[one["taken"]] for _, turn in turns for one in turn if one.get("taken") in codes]
    men = [*board.get("taken", ()), *told]
    return {side: tuple(man for man in men if man["side"] == side) for side in sides}


def _minutes(seat: Seat, floor: Table) -> dict[str, int | None]:
    """The minutes that each side has for a whole move; none where no number of minutes limits it."""
    columns = ("key", "time_percent", "campaign__clock_mode", "campaign__fixed_minutes")
    found: dict[str, int | None] = {}
    for key, percent, mode, fixed in Side.objects.filter(campaign_id=seat.campaign.id).values_list(*columns):
        limited = mode in (Campaign.ClockMode.FIXED, Campaign.ClockMode.BOOK)
        minutes = fixed if mode == Campaign.ClockMode.FIXED else floor.allowance(key)
        found[key] = handicapped(minutes, percent) if limited else None
    return found


def _under_way(rules: Rules, seat: Seat, move: Move, side: str) -> tuple[Position, tuple[Event, ...], int]:
    """The position with what was said in the turn under way, what the side was told of it, and how many entries it has.

    Only its player and the umpire know a turn under way; what the umpire has ruled in it, or what counts because time
    ran out, is not shown before it is published.
    """
    position = standing(move)
    if move.status == Move.Status.SUBMITTED or side not in ("", move.side):
        return position, (), 0
    said = [order for entry in given_orders(move) for order in entry.orders]
    if not said:
        return position, (), 0
    chance = Chance({"seed": Battle.objects.values_list("seed", flat=True).get(pk=seat.battle.id)})
    found = rules.table(position).adjudicate(move.side, said, Facts({}), chance)
    return found.position, _said(seat, found.events, move.side), len(said)


def _said(seat: Seat, events: Iterable[Event], side: str) -> tuple[Event, ...]:
    """Events as a side sees them, in words; all of them for the umpire."""
    rules, names = seat.rules, seat.side_names
    return tuple(Event({**event, "sentence": rules.narrate(event, names)}) for event in _heard(rules, events, side))


def _moves(known: View, board: Mapping[str, Any]) -> tuple[Choice, ...]:
    own = [cell for cell, man in board["men"].items() if man["side"] == known.side]
    return tuple(choice for cell in own for choice in known.choices(cell))


def turns_visible_to(seat: Seat, side: str, last: int | None = None) -> list[tuple[int, Sequence[Event]]]:
    """The visible events of each published turn, or of the last ones, by its number, the oldest first.

    side: empty for the umpire, who sees everything.  No position is read.
    """
    found = Finding.objects.filter(move__battle_id=seat.battle.id, move__taken_back_at__isnull=True)
    rows = found.order_by("-move__number").values_list("move__number", "events")[:last]
    return [(number, _heard(seat.rules, events, side)) for number, events in reversed(rows)]


def _heard(rules: Rules, events: Iterable[Event], side: str) -> tuple[Event, ...]:
    """Those of some events that a side may see."""
    told = events if not side else (rules.visible_to(event, side) for event in events)
    return tuple(event for event in told if event is not None)


def _views(rules: Rules, floor: Any) -> dict[str, Mapping[str, Any]]:
    """The board as each side sees it, where that is not all of it."""
    boards = {side: floor.board(side) for side in rules.sides}
    return {side: board for side, board in boards.items() if board.get("blind")}


def _claims(seat: Seat, turns: Iterable[tuple[int, Iterable[Mapping[str, Any]]]]) -> tuple[Mapping[str, Any], ...]:
    """The claims: upheld in a published turn, or refused, in that sequence."""
    upheld = [
        {**event, "number": number}
        for number, turn in turns
        for event in turn
        if event["event"] in ("claim-upheld", "asked")
    ]
    rows = RecordEntry.objects.filter(battle_id=seat.battle.id, kind="claim-refused").order_by("sequence")
    refused = [{**data, "event": "claim-refused"} for data in rows.values_list("data", flat=True)]
    return tuple(sorted((*upheld, *refused), key=lambda one: int(one["number"])))


def score_of(
    turns: Iterable[tuple[int, Iterable[Mapping[str, Any]]]], board: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """The moves of a game whose position does not keep them, in pairs, from the visible events."""
    shades = board.get("shades") or {}
    found: list[dict[str, Any]] = []
    for event in (one for _, turn in turns for one in turn if one.get("from") and one.get("to") and one.get("sum")):
        shade = shades.get(event.get("side"), "light")
        if not found or shade in found[-1] or (shade == "light" and "dark" in found[-1]):
            found.append({"number": len(found) + 1})
        found[-1][shade] = event["sum"]
    return found
