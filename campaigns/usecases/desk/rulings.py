"""The umpire rules: an order corrected, a finding overruled, a ruling taken back.  Nothing is ever deleted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns import bridge
from campaigns.bridge import WITHHOLDING, brief, standing_rulings, unmeasured, withheld
from campaigns.clauses import HOUSE_RULE
from campaigns.errors import Unseen, WrongState
from campaigns.models import Battle, Move, Post, Ruling
from campaigns.models.plain import Plain
from campaigns.side_views import view_of
from campaigns.unlocked import unlocked, worked_out
from campaigns.usecases.access import read_public_id, umpires_move
from campaigns.usecases.clock.deadlines import restart_publication
from campaigns.usecases.desk.changes import Made, make, read_changes, together
from campaigns.usecases.desk.facts import MOST_FACTS, may_be_worked_on
from campaigns.usecases.desk.oddities import known_as, read_clause, refuse_odd
from campaigns.usecases.messages.inject_states import ruled_by, wait_again
from campaigns.usecases.moves.finding import find
from campaigns.usecases.news import add_news_for_side
from campaigns.usecases.orders.order_checks import read_thing
from campaigns.usecases.record import add_record
from campaigns.usecases.text_checks import read_line
from campaigns.words.languages import in_language, spoken
from rules.contract.data import Order, Position
from rules.contract.ruled import with_along
from rules.errors import Invalid, Refused
from rules.values.sentence import of_field, say, word_of


@dataclass(frozen=True)
class Ruled:
    """A ruling that was made: its id, and the sides to whom it will be shown."""

    ruling: str
    kind: str
    touches: tuple[str, ...]


@unlocked
def correct_order(
    *,
    by: Any,
    move: str,
    thing: str,
    orders: Sequence[Plain],
    reason: str,
    clause: str = "",
    sure: bool = True,
    now: datetime,
) -> Ruled:
    """The umpire replaces all orders that a thing has in a closed move; with none: it has none.

    They are adjudicated as a commander's would be.  sure: one that the rules forbid, by what its side sees, is taken
    too: the umpire may know better.  Otherwise it is refused, unless it was among the thing's orders before.
    """
    with transaction.atomic():
        battle, found, umpire = umpires_move(by, move)
        _may_be_ruled_on(found)
        thing = read_thing(thing)
        rules = bridge.rules_of(battle.terms)
        on_board = rules.book.on_board and thing == bridge.BOARD
        if (
            not on_board
            and not any(bridge.has(rules.pieces, one, found.side, thing) for one in _floors(found))
            and thing not in _made(battle, found)
        ):
            raise Unseen("thing")
        given = [rules.order(order) for order in _list(orders)]
        if any((subjects := rules.pieces.subjects(order)) and thing not in subjects for order in given):
            raise Invalid(of_field("orders", say("each must be an order to {thing}", thing=thing)))
        staged = [[_stage(battle, order), order] for order in given]
        _leaves_the_fire(battle, found, thing, staged)
        readings = _read_back(battle, found, thing, given, sure=sure)
        change = {"thing": thing, "orders": staged, "readings": readings}
        settles = next(
            (one for one in withheld(standing_rulings(found)).values() if one.change["thing"] == thing), None
        )
        kind = Ruling.Kind.CORRECT_ORDER
        cited = read_clause(battle.terms.book, clause)
        return rule(battle, found, umpire, kind, change, [found.side], reason, cited, now, revokes=settles)


def _floors(move: Move) -> tuple[Plain, ...]:
    """The floor at the opening of a move, and after its fire, when the umpire may have put something there."""
    return (move.position, move.after_fire) if move.after_fire is not None else (move.position,)


def _read_back(battle: Battle, move: Move, thing: str, given: Sequence[Order], *, sure: bool) -> list[str]:
    """Each order in words, as it would be read back to its commander; Refused as ``correct_order`` says."""
    known, placed = view_of(battle.terms, move, move.side), brief(battle, move).placed
    others = [one.order for one in placed if one.thing != thing]
    had = [one.order for one in placed if one.thing == thing]
    had += [Order(unmeasured(one)) for one in had]
    readings = []
    for place, order in enumerate(given):
        try:
            readings.append(known.check(order, (*others, *given[:place])).reading)
        except Refused:
            if not sure and order not in had:
                raise
            readings.append(word_of(order["order"]))
    return readings


def _list(orders: Any) -> list[Plain]:
    if not isinstance(orders, list | tuple) or len(orders) > 20 or not all(isinstance(one, dict) for one in orders):
        raise Invalid(of_field("orders", say("a list of at most 20 orders is wanted")))
    if len(bridge.canonical(list(orders))) > MOST_FACTS:
        raise Invalid(of_field("orders", say("at most {most_facts} characters are wanted", most_facts=MOST_FACTS)))
    return list(orders)


def _made(battle: Battle, move: Move) -> dict[str, str]:
    asked = brief(battle, move)
    return asked.rules.pieces.creates(asked.orders)


def _stage(battle: Battle, order: Plain) -> str:
    two = battle.terms.options.get("two_stage_move")
    return (
        Move.Stage.FIRE if two and order["order"] in bridge.rules_of(battle.terms).book.fires else Move.Stage.MOVEMENT
    )


def _leaves_the_fire(battle: Battle, move: Move, thing: str, staged: list[list[Any]]) -> None:
    """Refuse a correction that would change a fire which has been settled and published."""
    if move.after_fire is None:
        return
    was = [one.order for one in brief(battle, move).fire().placed if one.thing == thing]
    fire = [
        {**order, "measured": was[at].get("measured", {})}
        for at, (stage, order) in enumerate(staged)
        if stage == Move.Stage.FIRE and at < len(was)
    ]
    if len([1 for stage, _ in staged if stage == Move.Stage.FIRE]) != len(was) or any(
        {**one, "measured": {}} != {**other, "measured": {}} for one, other in zip(fire, was, strict=True)
    ):
        raise WrongState(say("The fire is published; its orders cannot be changed. You can overrule the result."))


@unlocked
def overrule_finding(
    *,
    by: Any,
    move: str,
    change: Sequence[Mapping[str, Any]],
    reason: str,
    clause: str,
    sure: bool = False,
    to_all: bool = False,
    now: datetime,
) -> Ruled:
    """The umpire rules against the finding of a closed move, or of its fire before it is published: things get other values.

    change: of each group, thing, key and value (a value of none sets the key back to its default); or group and add, the
    data of a new thing, which gets a name unless thing gives one; or group, thing and remove; or template and side, with
    at, facing, name and chosen, of what is put down from the book's palette.  What goes along by the book (as many
    horses with the men) is changed too, unless a change of the same ruling sets it.
    clause: of the battle's book, or ``house rule``.  sure: confirms a number or a place that may be a slip (Odd else).
    to_all: whether both sides are told of it, with the reason, and not only those whom it touches; of the changes each
    reads what it may.
    """
    told = "all" if to_all else ""
    with transaction.atomic():
        battle, found, umpire = umpires_move(by, move)
        return overrule(
            battle, found, umpire, change=change, reason=reason, clause=clause, sure=sure, told=told, now=now
        )


def overrule(
    battle: Battle,
    found: Move,
    umpire: Post,
    *,
    change: Sequence[Mapping[str, Any]],
    reason: str,
    clause: str,
    sure: bool,
    told: str = "",
    departs: bool = False,
    now: datetime,
) -> Ruled:
    """The same for a move of a locked battle.  told: who is told of it: empty for those whom it touches, ``all``, ``nobody``, or a side.

    departs: whether what goes with a thing that is taken away departs with it.
    """
    _may_be_ruled_on(found)
    at_fire = found.status == Move.Status.OPEN and found.stage == Move.Stage.FIRE
    if found.status != Move.Status.CLOSED and not at_fire:
        raise WrongState(say("The fire is published. You can overrule the result of the move when the move is closed."))
    cited = read_clause(battle.terms.book, clause, without=HOUSE_RULE)
    standing = standing_rulings(found)
    asked = brief(battle, found)
    salt = [battle.seed, found.number, Ruling.objects.filter(move=found).count()]
    saw = Position(found.position if found.after_fire is None else found.after_fire)

    language, stands = spoken(), [[one.pk for one in standing], found.after_fire is None, at_fire]

    def work_out() -> tuple[Position, Made]:
        with in_language(language):  # what is added without a name gets a usual one
            return _ruled(asked, standing, change, salt, saw, at_fire=at_fire, departs=departs)

    about = [asked.digest, stands, change, departs, salt, language]
    position, made = worked_out("overruling", about, work_out)
    refuse_odd(asked.rules, position, made, sure=sure, asked=_asked_before(found))
    ruled: Plain = {"changes": list(made.changes), **({"stage": Move.Stage.FIRE} if at_fire else {})}
    chosen = {"": made.touches or asked.rules.sides, "all": asked.rules.sides, "nobody": ()}
    touches = chosen.get(told, (told,))
    return rule(battle, found, umpire, Ruling.Kind.OVERRULE, ruled, touches, reason, cited, now)


def _ruled(
    asked: bridge.Brief,
    standing: Sequence[Ruling],
    change: Sequence[Mapping[str, Any]],
    salt: Sequence[Any],
    saw: Position,
    *,
    at_fire: bool,
    departs: bool,
) -> tuple[Position, Made]:
    """The position that the rules find, and the changes made on it.  saw: what the sides saw last."""
    rules, pieces = asked.rules, asked.rules.pieces
    position = find(asked.fire() if at_fire else asked, standing, fire_only=at_fire).position
    read = with_along(pieces, position, read_changes(rules, position, change, salt))
    return position, make(rules, position, together(pieces, position, read) if departs else read, saw)


def _asked_before(move: Move) -> frozenset[str]:
    """What was ruled on a move before, and so has been asked about: nobody is asked twice about the same."""
    rows = Ruling.objects.filter(move=move, kind=Ruling.Kind.OVERRULE).values_list("change", flat=True)
    return frozenset(known_as(one) for change in rows for one in change["changes"])


@unlocked
def restore(*, by: Any, ruling: str, reason: str, now: datetime) -> Ruled:
    """The umpire takes a ruling back before the move is submitted; both stay in the record.

    If it was prepared it waits for a press now, so that it does not happen again by itself.
    """
    row = Ruling.objects.select_related("move").filter(public_id=read_public_id(ruling, "ruling")).first()
    if row is None:
        raise Unseen("ruling")
    with transaction.atomic():
        battle, found, umpire = umpires_move(by, row.move.public_id, "ruling")
        _may_be_ruled_on(found)
        if row.kind in (Ruling.Kind.HOLD, Ruling.Kind.RETURN):
            raise WrongState(say("Release the held or returned order, or leave it out."))
        if row.change.get("stage") == Move.Stage.FIRE and found.after_fire is not None:
            raise WrongState(say("The fire is published; rulings on it cannot be undone. You can overrule the result."))
        if row.kind == Ruling.Kind.RESTORE or Ruling.objects.filter(revokes=row).exists():
            raise WrongState(say("This ruling has been undone."))
        _nothing_rests_on(battle, found, row)
        restored = rule(
            battle, found, umpire, Ruling.Kind.RESTORE, {}, row.touches, reason, row.clause, now, revokes=row
        )
        wait_again(battle, ruled_by(row), umpire.title, now, for_a_press=True)
        return restored


def _nothing_rests_on(battle: Battle, move: Move, row: Ruling) -> None:
    """WrongState where a later ruling changes what this one has put there."""
    if row.kind != Ruling.Kind.OVERRULE or not any("add" in one for one in row.change["changes"]):
        return
    asked = brief(battle, move)
    at_fire = move.status == Move.Status.OPEN
    left = [one for one in standing_rulings(move) if one.pk != row.pk]
    try:
        find(asked.fire() if at_fire else asked, left, fire_only=at_fire)
    except Invalid as fault:
        raise WrongState(say("A later ruling rests on this one. Undo that first.")) from fault


def _may_be_ruled_on(move: Move) -> None:
    may_be_worked_on(move)
    if move.status != Move.Status.CLOSED and move.fire_closed_at is None:
        raise WrongState(say("The move is still open; only its commanders can change orders."))


def rule(
    battle: Battle,
    move: Move,
    umpire: Post,
    kind: str,
    change: Plain,
    touches: Sequence[str],
    reason: str,
    clause: str,
    now: datetime,
    revokes: Ruling | None = None,
) -> Ruled:
    """Write a ruling on a move of a locked battle, and enter it in the record.  revokes: the one that it revokes or settles."""
    ruling = Ruling.objects.create(
        move=move, kind=kind, by=umpire, at=now, reason=read_line(reason, "reason", 1000), clause=read_line(clause, "clause", 40, least=0),
        touches=list(touches), change=change, revokes=revokes,
    )  # fmt: skip
    restart_publication(move, now=now)
    if kind in WITHHOLDING or (revokes is not None and revokes.kind in WITHHOLDING):  # its side's sheets show it
        add_news_for_side(battle, move.side, "orders")
    data = {
        "move": move.number,
        "ruling": ruling.public_id,
        "kind": kind,
        "reason": ruling.reason,
        "clause": ruling.clause,
        "change": {key: value for key, value in change.items() if key != "readings"},
    }
    add_record(
        battle,
        at=now,
        actor=umpire.title,
        kind="ruling",
        data={**data, "revokes": revokes.public_id if revokes else ""},
    )
    return Ruled(ruling.public_id, kind, tuple(touches))
