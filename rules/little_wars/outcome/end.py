"""How a battle ends: the victories and draws of its three varieties.

[LW-FIN-01 to LW-FIN-07, LW-REAR-01 to LW-REAR-07, LW-DEF-02, LW-DEF-09]
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.errors import Illegal
from rules.little_wars.events import (
    AttackersArrived,
    BattleAdjourned,
    BattleDecided,
    BattleEnded,
    ForceCapitulated,
    WithdrawalCounted,
)
from rules.little_wars.floor.field import Field, counts
from rules.little_wars.floor.ground import back_line, touches
from rules.little_wars.floor.men import ABOARD, ARRIVED, FREE, Man
from rules.little_wars.orders import Adjourn, ClaimEnd, Draw
from rules.little_wars.tables.outcome import (
    A_QUARTER,
    FEW,
    FEW_OF_A_SMALL_BATTLE,
    MEN_ON_THE_LINE,
    MOVES_TO_WITHDRAW,
    SMALL_BATTLE,
)
from rules.values.measure import Point
from rules.values.sentence import say, say_many, to_say_many


def on_the_field(field: Field, side: str) -> int:
    """Free men of a side on the field, in boxes and trains too, count."""
    return sum(man.status in (FREE, ABOARD) for man in field.all_men(side))


# -- the lines ------------------------------------------------------------------------------------------


def settle_lines(field: Field) -> None:
    """Settle who has reached which line, and what follows.  [rulebook part 22, step 14]"""
    if field.options.variety == "defensive":
        _arrivals(field)
    elif field.options.variety == "rear":
        if field.lost:
            _count_withdrawal(field)
        else:
            for side in (field.side, field.enemy):
                _blow(field, side)


def _on_enemy_line(field: Field, side: str) -> tuple[list[Man], int]:
    """Armed men of a side who touch the part of the enemy's back line that counts, and their number, which may be measured."""
    line = back_line(field.country, field.other(side))
    seen = [
        man
        for man in field.fit_men(side)
        if (field.bodies[man.body].line == "enemy" and man.at is None)
        or (
            line is not None
            and man.at is not None
            and touches(line, man.at, field.radius(man))
            and _counts(field, line, man.at)
        )
    ]
    measured = (field.facts.on_line or {}).get(side)
    return seen, len(seen) if measured is None else measured


def _counts(field: Field, line: Sequence[Point], at: Point) -> bool:
    """Whether a place is on the part of the line that counts: all of it, its middle half, or either half.  [LW-REAR-07]"""
    zone = field.options.rear_zone
    if zone == "whole" or field.options.variety != "rear":
        return True
    (ax, ay), (bx, by) = sorted((line[0], line[-1]))
    length = (bx - ax) ** 2 + (by - ay) ** 2
    along = (at[0] - ax) * (bx - ax) + (at[1] - ay) * (by - ay)
    low, high = {"middle_half": (1, 3), "left_half": (0, 2), "right_half": (2, 4)}[zone]
    return low * length <= 4 * along <= high * length


def _blow(field: Field, side: str) -> None:
    """Three armed men on the enemy's line at the end of a move decide; by option, one after another.  [LW-REAR-01, LW-REAR-02]"""
    men, number = _on_enemy_line(field, side)
    if field.options.rear_count == "cumulative":
        new = [man for man in men if man.moved]
        field.reached[side] = field.reached.get(side, 0) + (len(new) if field.facts.on_line is None else number)
        number = field.reached[side]
    if number < MEN_ON_THE_LINE:
        return
    loser = field.other(side)
    field.lost = {loser: MOVES_TO_WITHDRAW}
    words = to_say_many("{n} man on the line; three decide", "{n} men on the line; three decide", number)
    field.emit(BattleDecided(clause="LW-REAR-02", side=loser, moves_left=MOVES_TO_WITHDRAW, sum=words))
    if not on_the_field(field, loser):
        end(field, "LW-REAR-05", winner=side)


def _count_withdrawal(field: Field) -> None:
    """Count one of the defeated side's own moves; after the sixth the rest capitulates.  [LW-REAR-03, LW-REAR-04, LW-REAR-05]"""
    ((loser, left),) = field.lost.items()
    victor = field.other(loser)
    if field.side == loser and left:
        left -= 1
        field.lost = {loser: left}
        field.emit(WithdrawalCounted(clause="LW-REAR-03", side=loser, moves_left=left))
        if not left:
            _capitulate(field, loser, victor)
    if not left or not on_the_field(field, loser):
        end(field, "LW-REAR-05", winner=victor)


def _capitulate(field: Field, loser: str, victor: str) -> None:
    """Make men left on the field prisoners; guns and waggons go to the victor.  [LW-REAR-04]"""
    men = field.free_men(loser)
    for man in men:
        field.take(man, "", untended=True)
    guns = [gun for gun in field.guns.values() if gun.owner == loser and not gun.retired]
    for gun in guns:
        field.change_gun(gun.id, held_by="" if gun.side == victor else victor, crew={})
    waggons = {name: one for name, one in field.waggons.items() if one.owner == loser}
    for name, waggon in waggons.items():
        field.waggons[name] = waggon.but(held_by="" if waggon.side == victor else victor)
    captured = tuple(sorted([*(gun.id for gun in guns), *waggons]))
    field.emit(
        ForceCapitulated(
            clause="LW-REAR-04", side=loser, men=len(men), guns=len(guns), prisoners=counts(men), captured=captured
        )
    )


def quarter(men: int) -> int:
    """A quarter of the attacker's original men, rounded up.  [LW-DEF-02]

    >>> quarter(135), quarter(100)
    (34, 25)
    """
    return -(-men // A_QUARTER)


def _arrivals(field: Field) -> None:
    """Attackers on the defender's line are safe and leave the board; this wins or loses the Defensive Game.  [LW-DEF-02, LW-DEF-09]"""
    attacker = field.position.first
    defender = field.other(attacker)
    men, number = _on_enemy_line(field, attacker)
    if field.facts.on_line is not None:
        men = [*men, *(man for man in field.fit_men(attacker) if man not in men)][:number]
    for man in men:
        man.status = ARRIVED
    if men:
        field.notes.setdefault("lost", set()).add(attacker)
    for identity, count in counts(men).items():
        field.emit(AttackersArrived(clause="LW-DEF-02", side=attacker, body=identity, men=count))
    arrived = sum(body.arrived for body in field.position.bodies.values() if body.side == attacker)
    arrived += sum(man.status == ARRIVED for man in field.all_men(attacker))
    wanted = quarter(_began(field, attacker))
    enough = wanted if field.options.def_arrival == "quarter" else MEN_ON_THE_LINE
    alive = on_the_field(field, attacker) + arrived
    if not wanted:
        return
    if arrived >= enough and alive >= wanted:
        end(
            field,
            "LW-DEF-02",
            winner=attacker,
            words=say("{arrived} arrived, {enough} needed", arrived=arrived, enough=enough),
        )
    elif alive < wanted:
        end(
            field,
            "LW-DEF-02",
            winner=defender,
            words=say("{alive} left, a quarter is {wanted}", alive=alive, wanted=wanted),
        )


def _began(field: Field, side: str) -> int:
    """The men with which a side began, if known; else those at the start of this move."""
    began = field.original.get(side)
    if began:
        return began
    return sum(body.men + body.arrived for body in field.position.bodies.values() if body.side == side)


# -- victory and draw ----------------------------------------------------------------------------------------


def settle_battle(field: Field) -> None:
    """Victory, then draw.  [LW-FIN-02, LW-FIN-04, rulebook part 22, step 15]"""
    _count_quiet(field)
    if field.result or _resigned(field):
        return
    if field.options.variety == "defensive" or field.lost:
        return
    left = {side: on_the_field(field, side) for side in (field.side, field.enemy)}
    for side, other in ((field.side, field.enemy), (field.enemy, field.side)):
        if left[side] and not left[other] and _began(field, other):
            clause = "LW-REAR-05" if field.options.variety == "rear" else "LW-FIN-02"
            end(
                field,
                clause,
                winner=side,
                words=say_many("{n} free man against none", "{n} free men against none", left[side]),
            )
            return
    threshold = few(field)
    began = [_began(field, side) for side in left]
    if all(men < threshold for men in left.values()) and any(men >= threshold for men in began) and all(began):
        words = say(
            "{left} and {left2} men, both below {threshold}",
            left=left[field.side],
            left2=left[field.enemy],
            threshold=threshold,
        )
        end(field, "LW-FIN-04", words=words)


def few(field: Field) -> int:
    """The strength below which, for both sides, the battle is drawn.  [LW-FIN-04, LW-FIN-05]"""
    small = field.original and min(field.original.values()) < SMALL_BATTLE
    ten = small and field.options.small_battle_minimum == "draw_threshold_10"
    return FEW_OF_A_SMALL_BATTLE if ten else FEW


def end(field: Field, clause: str, *, winner: str = "", words: str = "") -> None:
    """End the battle."""
    if field.result:
        return
    field.result = {"winner": winner} if winner else {"draw": True}
    field.emit(BattleEnded(clause=clause, side=winner or field.side, winner=winner, draw=not winner, sum=words))


def _count_quiet(field: Field) -> None:
    """Consecutive moves of each side in which nobody died, was taken or arrived.  [LW-DEF-09]"""
    if field.notes.get("lost"):
        field.quiet = {}
    else:
        field.quiet[field.side] = field.quiet.get(field.side, 0) + 1


def _resigned(field: Field) -> bool:
    loser = field.notes.get("resigned")
    if loser:
        end(field, "LW-FIN-07", winner=field.other(loser))
    return bool(loser)


# -- by consent, and by claim -----------------------------------------------------------------------------------


def check_consent(field: Field, order: Adjourn) -> int:
    """Check that the opponent agrees.  E-END-01.  [LW-DEF-09, LW-GEN-09]"""
    if not order.consent:
        clause = "LW-DEF-09" if isinstance(order, Draw) else "LW-GEN-09"
        raise Illegal("E-END-01", say("Your opponent has not agreed."), clause)
    return 0


def adjourn(field: Field, order: Adjourn) -> None:
    """Interrupt the battle, to go on another time; nothing of its state is lost.  [LW-GEN-09]"""
    check_consent(field, order)
    field.emit(BattleAdjourned(clause="LW-GEN-09", side=field.side))


def draw(field: Field, order: Draw) -> None:
    """A draw agreed by both sides.  [LW-DEF-09]"""
    check_consent(field, order)
    end(field, "LW-DEF-09")


def check_claim(field: Field, order: ClaimEnd) -> int:
    """Check that each side has made enough moves without a loss.  E-END-01.  [LW-DEF-09]"""
    wanted = field.options.stall_claim
    made = {side: field.position.quiet.get(side, 0) for side in (field.side, field.enemy)}
    if wanted is None or min(made.values()) < wanted:
        words = say(
            "{made} and {made2} moves without a loss; {wanted} each are needed.",
            made=made[field.side],
            made2=made[field.enemy],
            wanted=wanted or say("no number"),
        )
        raise Illegal("E-END-01", words, "LW-DEF-09")
    return 0


def claim_end(field: Field, order: ClaimEnd) -> None:
    """Nothing has happened for six moves of each side: the defender of a Defensive Game wins, else it is a draw.  [LW-DEF-09]"""
    check_claim(field, order)
    defensive = field.options.variety == "defensive"
    end(field, "LW-DEF-09", winner=field.other(field.position.first) if defensive else "")
