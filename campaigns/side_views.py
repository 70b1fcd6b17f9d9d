"""The only way from the rows to what a side may know of the floor: all that serves a commander is given a view."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from campaigns.bridge import digest, pieces_of, rules_of, table_known, table_of
from campaigns.models import Battle, Move, MusterDraft
from campaigns.models.battle import Terms
from rules.contract.data import Position, Start
from rules.contract.view import View
from rules.errors import Refused
from rules.values.sentence import apart


def standing(move: Move) -> Position:
    """The true position as it was last published: what the move left, or what it opened with, after its fire.

    For the umpire's desk, and for code that has a filter of its own; a commander is served from ``view_of``.
    """
    if move.status == Move.Status.SUBMITTED:
        position: Position = move.finding.position
        return position
    left: Position = move.after_fire or move.position
    return left


def view_of(terms: Terms, move: Move, side: str, *, at_the_opening: bool = False) -> View:
    """The floor of a move as a side, or ``observer``, may know it.  at_the_opening: before the move had any effect."""
    return table_known(terms, *floor_of(move, at_the_opening=at_the_opening)).seen_by(side)


def floor_of(move: Move, *, at_the_opening: bool = False) -> tuple[tuple[str, str, int], Callable[[], Position]]:
    """The name of the floor of a move, under which it never changes, and how it is fetched.

    A fire that is settled again was claimed again, under another fence.
    """
    if at_the_opening or move.floor == "opening":
        return (move.public_id, "opening", 0), lambda: move.position
    return (move.public_id, move.floor, move.fence), lambda: standing(move)


def view_before(terms: Terms, battle: Battle, side: str) -> View:
    """The floor of a battle that is being set out as a side, or ``observer``, may know it."""
    return table_of(terms, battle.setup["position"]).seen_by(side)


@dataclass(frozen=True)
class OwnForce:
    """What a side whose commanders put their force down may know of it: nothing of the other side, and nothing that is nobody's.

    start: its own things, and the country.  zone: where they may stand, [west, south, east, north] in inches.
    """

    start: Start
    zone: Sequence[int | float]
    ready: bool

    @property
    def base(self) -> str:
        """A mark of the force as it is; it changes with nothing but the side's own things."""
        return digest(self.start)[:16]


def own_force(terms: Terms, battle: Battle, side: str) -> OwnForce | None:
    """The force that a side puts down itself in a battle that is prepared; None where the umpire has not handed it over."""
    row = MusterDraft.objects.filter(battle_id=battle.pk).first()
    handed = row.handed.get(side) if row is not None and battle.status == Battle.Status.PREPARING else None
    if row is None or handed is None:
        return None
    listed = pieces_of(terms).lists
    own = {
        group: {
            thing: state for thing, state in things.items() if isinstance(state, Mapping) and state.get("side") == side
        }
        for group, things in row.start.items()
        if listed(group) and isinstance(things, Mapping)
    }
    country = battle.start.get("country") if battle.country_id is not None else row.start.get("country")
    own = {group: things for group, things in own.items() if things}  # an empty group tells of what the other side has
    start = Start({**own, **({"country": country} if country else {})})
    return OwnForce(start, tuple(handed["zone"]), bool(handed["ready"]))


@dataclass(frozen=True)
class Doubt:
    """What is odd about a side's own force.  thing: empty where the book refuses it.  sentence: without a full stop."""

    thing: str
    kind: str
    sentence: str


def doubts_of(terms: Terms, force: OwnForce) -> tuple[Doubt, ...]:
    """What the book refuses of a side's own force, or finds misplaced in it, as if it stood alone on the country."""
    rules = rules_of(terms)
    groups: dict[str, Any] = {kind.group: {} for kind in rules.pieces.kinds}
    try:
        table = rules.table(rules.opening(Start({**groups, **force.start})))
    except Refused as refused:
        return (Doubt("", "start", apart(refused.sentence)[1]),)
    things = sorted(thing for _, thing, _ in rules.pieces.every(force.start))
    return tuple(Doubt(one["thing"], one["kind"], one["sentence"]) for one in table.misplaced(things))
