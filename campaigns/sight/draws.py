"""Every draw of a battle, made again from its seed once that has been published.  [KS-DEF-14]

Each move is adjudicated again, and its draws are recorded.  A side is shown the draws of its own moves and
those of the other side's that its reports name; the umpire, and everybody once the papers are open, all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from campaigns.bridge import overrulings, standing_rulings
from campaigns.models import Courier, FactSheet, Move, Report
from campaigns.sight.lenses import papers_open
from campaigns.sight.replay import MoveFact
from campaigns.sight.seat import Seat
from rules.contract.data import Chance, Facts
from rules.errors import Refused
from rules.values.chance import Draw, commitment, redrawn, witnessed
from rules.values.sentence import say


@dataclass(frozen=True)
class DrawFact:
    """One draw.  parts: what it was for, with the names of things; holds: whether the seed gives the reported number."""

    purpose: str
    counter: int
    below: int
    number: int
    move: int
    parts: tuple[str, ...]
    holds: bool


@dataclass(frozen=True)
class DrawsOfMove:
    """What was drawn in a move.  coin: of a real one that was tossed instead of a draw."""

    move: MoveFact
    coin: str
    draws: tuple[DrawFact, ...]


@dataclass(frozen=True)
class DrawsSheet:
    """The seed, its digest, and the draws.  seed: empty until it is published; before, no draw is shown.

    holds: whether the digest that was published is that of the seed.  whole: whether no draw is left out.
    """

    seat: Seat
    seed_digest: str
    seed: str
    holds: bool
    whole: bool
    moves: tuple[DrawsOfMove, ...]

    @property
    def draws(self) -> tuple[DrawFact, ...]:
        """Every draw that is shown, move by move."""
        return tuple(one for move in self.moves for one in move.draws)


def draws(seat: Seat) -> DrawsSheet:
    """The draws of a battle, as far as the asker may know what they were for."""
    digest, seed = seat.battle.seed_digest, seat.battle.seed
    whole = seat.is_umpire or papers_open(seat)
    found = tuple(_moves(seat, whole)) if seed else ()
    return DrawsSheet(seat, digest, seed, bool(seed) and commitment(seed) == digest, whole, found)


def _moves(seat: Seat, whole: bool) -> Iterator[DrawsOfMove]:
    """Each move that was submitted, with its draws."""
    rows = Move.objects.filter(battle_id=seat.battle.id, status=Move.Status.SUBMITTED)
    sheets: dict[int, FactSheet] = {}
    for entered in FactSheet.objects.filter(move__battle_id=seat.battle.id).order_by("revision"):
        sheets[entered.move_id] = entered
    told: dict[int, Mapping[str, Any]] = {} if whole else dict(_reports(seat))
    rode = _of_couriers(seat) if whole else {}
    for move in rows.select_related("finding").order_by("number"):
        assert move.submitted_at is not None
        sheet = sheets.get(move.pk)
        report = told.get(move.number, {})
        heard = set(_words(report.get("events", ())))
        mine = whole or move.side == seat.side
        seen = (move.position, move.finding.position) if whole else (report.get("sees") or {},)
        names = {identity: name for one in seen for identity, name in seat.rules.pieces.names(one).items()}
        made = [_fact(seat, move, one, names) for one in (*_drawn(seat, move, sheet), *rode.pop(move.pk, ()))]
        yield DrawsOfMove(
            move=MoveFact(move.number, move.side, move.own_number, move.opened_at, move.submitted_at),
            coin=sheet.coin if sheet is not None and (mine or "coin-tossed" in heard) else "",
            draws=tuple(one for one in made if mine or _known(one, heard)),
        )
    for move in Move.objects.filter(pk__in=rode).order_by("number"):
        made = [_fact(seat, move, one, {}) for one in rode[move.pk]]
        left = MoveFact(move.number, move.side, move.own_number, move.opened_at, seat.battle.ended_at or move.opened_at)
        yield DrawsOfMove(left, "", tuple(made))


def _of_couriers(seat: Seat) -> dict[int, list[Draw]]:
    """The draws for the couriers who set out in each move, by its key; all of them are shown or none."""
    found: dict[int, list[Draw]] = {}
    rows = Courier.objects.filter(battle_id=seat.battle.id).order_by("number")
    for move, draws in rows.values_list("dispatch__move_id", "draws"):
        if draws:
            found.setdefault(move, []).extend(Draw(**one) for one in draws)
    return found


def _drawn(seat: Seat, move: Move, sheet: FactSheet | None) -> list[Draw]:
    """The draws when a move is adjudicated again from what was stored of it."""
    chance = Chance({"seed": seat.battle.seed} | ({"coin": sheet.coin} if sheet is not None and sheet.coin else {}))
    orders = [one["order"] for one in move.finding.orders]
    facts = Facts(sheet.move_facts if sheet is not None else {})
    fire = overrulings(standing_rulings(move))[0] if move.after_fire is not None else []
    with witnessed() as seen:
        try:
            seat.rules.table(move.position).adjudicate(move.side, orders, facts, chance, fire_ruled=fire)
        except Refused:
            return []
    return list(seen.values())


def _fact(seat: Seat, move: Move, one: Draw, names: Mapping[str, str]) -> DrawFact:
    """A draw with what it was for in words; the side and its own move, with which each purpose begins, are the move's."""
    parts = one.purpose.split("/")[2:]
    return DrawFact(
        purpose=one.purpose,
        counter=one.counter,
        below=one.below,
        number=one.number,
        move=move.number,
        parts=tuple(_called(part, names) for part in parts),
        holds=redrawn(seat.battle.seed, one),
    )


def _called(part: str, names: Mapping[str, str]) -> str:
    """A part of a purpose by its name; of one man of a body (``red-foot#3``) the body's, and which."""
    body, _, man = part.partition("#")
    return say("{body}, man {man}", body=names.get(body, body), man=man) if man else names.get(part, part)


def _reports(seat: Seat) -> Any:
    """The asker's reports of each move, by its number."""
    rows = Report.objects.filter(move__battle_id=seat.battle.id, move__taken_back_at__isnull=True, side=seat.side)
    return rows.values_list("move__number", "data")


def _words(data: Any) -> Iterator[str]:
    """Every string and key in plain data."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield str(key)
            yield from _words(value)
    elif isinstance(data, list | tuple):
        for one in data:
            yield from _words(one)
    elif isinstance(data, str):
        yield data


def _known(one: DrawFact, told: set[str]) -> bool:
    """Whether all things that a draw names are named in the reports."""
    parts = [part.partition("#")[0] for part in one.purpose.split("/")[3:]]
    things = [part for part in parts if not part.isdigit() and part not in AXES]
    return bool(things) and all(part in told for part in things)


AXES = frozenset({"along", "across", "height"})
"""Parts of a purpose that are not things: the axes in which a shot deviates."""
