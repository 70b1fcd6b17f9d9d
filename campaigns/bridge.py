"""Between the rows and the rules' plain data."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol, TypeVar, cast

from django.db.models import Exists, OuterRef, QuerySet

from campaigns.compiled_queries import Prepared
from campaigns.measurements import Standing, sheets_of, standing
from campaigns.models import Battle, FactSheet, FrozenOrders, Move, OrderEntry, Post, Ruling
from campaigns.models.battle import Terms
from campaigns.models.plain import Plain
from campaigns.unlocked import asked_unlocked, table_named
from rules.books import book
from rules.contract.data import Chance, Change, Facts, Options, Order, Position
from rules.contract.pieces import Pieces
from rules.contract.rules import Rules
from rules.contract.table import Table
from rules.errors import Illegal, Invalid
from rules.values.sentence import say

BOARD = "board"
"""The thing to which orders are given where a game is played on a board."""

OUT_OF_TIME = "time"
"""Why a move was closed where its clock ran out."""

GENERAL = "general"
"""The arm of a General's own figure, which only the General orders."""


_canonical = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, check_circular=False
).encode
"""Made once; a circle in what is asked about is a recursion too deep."""


def canonical(data: Any) -> str:
    """JSON that is the same for the same data: keys sorted, no spaces.  Invalid where it is no JSON."""
    try:
        text = _canonical(data)
        text.encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise Invalid(say("this is not plain data as JSON holds it")) from error
    return text


def digest(data: Any) -> str:
    """SHA-256 of the canonical JSON."""
    return hashlib.sha256(canonical(data).encode()).hexdigest()


def rules_of(terms: Terms) -> Rules:
    """The rules by which a battle is fought; to be called while nothing is locked."""
    return asked_unlocked(_rules(terms))


def _rules(terms: Terms) -> Rules:
    return Rules(book(terms.book), Options(terms.options), terms.seats)


def table_known(terms: Terms, name: Sequence[Any], position: Callable[[], Position]) -> Table:
    """The same as ``table_of`` for a position that never changes under its name; fetched only where nobody has read it yet."""
    return table_named(_rules(terms), name, position)


def table_of(terms: Terms, position: Position) -> Table:
    """A position of a battle, parsed: the truth, for the rules and for the umpire's desk."""
    return rules_of(terms).table(position)


# -- positions and rows -----------------------------------------------------------------------------


def pieces_of(terms: Terms) -> Pieces:
    """What the rulebook of a battle says of its things."""
    return rules_of(terms).pieces


def has(pieces: Pieces, position: Plain, side: str, thing: str) -> bool:
    """Whether a side has a thing with that id; a body of prisoners stays its own side's."""
    found = pieces.find(position, thing)
    return found is not None and pieces.owner(*found) == side


class HoldsPost(Protocol):
    """A seat as ``commands`` reads it: a row, or a fact about one."""

    @property
    def kind(self) -> str: ...

    @property
    def arm(self) -> str: ...

    @property
    def brigade(self) -> str: ...

    @property
    def title(self) -> str: ...


P = TypeVar("P", bound=HoldsPost)


@dataclass(frozen=True)
class Command:
    """Who commands a thing.  arms: whose commanders order it; named: the command that it is in, where seats hold that."""

    arms: frozenset[str]
    named: str = ""


def names_held(posts: Iterable[HoldsPost]) -> frozenset[str]:
    """The commands that some seats of one side hold: the brigade of each, and its own title."""
    commanding = (Post.Kind.GENERAL, Post.Kind.COMMANDER)
    held = ((post.title, post.brigade) for post in posts if post.kind in commanding)
    return frozenset(name for names in held for name in names if name)


def command_over(
    pieces: Pieces, position: Plain, group: str, thing: Mapping[str, Any], held: Collection[str]
) -> Command:
    """Who commands a thing: the seats that hold its brigade, where there are such on its side, else its arm's.  [KS-GAME-03]

    position: what its side knows, for those who serve it.  held: the ``names_held`` there.
    """
    named = pieces.commander(position, thing)
    if named and named in held:
        return Command(frozenset(), named)
    return Command(frozenset({pieces.arm(group, thing)}))


def commands(post: HoldsPost, command: Command, general_may: bool) -> bool:
    """Whether a seat orders what is under a command.  general_may: whether a General orders any piece of their side."""
    if post.kind == Post.Kind.GENERAL:
        return general_may or command.arms == {GENERAL} or (not command.arms and _holds(post, command))
    if post.kind != Post.Kind.COMMANDER:
        return False
    return (bool(post.arm) and command.arms == {post.arm}) if command.arms else _holds(post, command)


def _holds(post: HoldsPost, command: Command) -> bool:
    return command.named in (post.brigade, post.title)


def commanding(terms: Terms, posts: Iterable[P], position: Plain, side: str) -> list[P]:
    """The seats of a side that have anything left to order.  posts: all of them that are held."""
    posts, pieces, general_may = list(posts), pieces_of(terms), terms.general_orders_all
    held = names_held(posts)
    left = {command_over(pieces, position, group, one, held) for group, _, one in pieces.left_to_order(position, side)}
    return [post for post in posts if any(commands(post, command, general_may) for command in left)]


def invited(terms: Terms, posts: Sequence[HoldsPost], invitations: Iterable[P], position: Plain, side: str) -> list[P]:
    """The invitations of a side to seats that nobody holds and that would have something left to order.

    posts: the seats of that side that are held.
    """
    held = {(post.kind, post.arm, post.brigade) for post in posts}
    empty = [one for one in invitations if (one.kind, one.arm, one.brigade) not in held]
    everybody: list[HoldsPost] = [*posts, *empty]
    wanted = commanding(terms, everybody, position, side) if empty else []
    return [one for one in empty if one in wanted]


def unordered(pieces: Pieces, move: Move, position: Plain) -> list[tuple[str, str]]:
    """The things of the side that moves that have no order in this stage and may have one, each as its group and id."""
    entries = in_force(move, move.stage)
    given = {thing for entry in entries for order in entry.orders for thing in pieces.subjects(order)}
    left = pieces.left_to_order(position, move.side)
    return [(group, key) for group, key, _ in left if pieces.wants_orders(group) and key not in given]


# -- orders -----------------------------------------------------------------------------------------


def of_another_stage(terms: Terms, move: Move, order: str) -> Illegal | None:
    """Why an order of this name is not given in the stage of a move, where a move has two: E-STAGE.  [KS-TURN-02]"""
    fire, book = move.stage == Move.Stage.FIRE, rules_of(terms).book
    if not terms.options.get("two_stage_move") or order in book.in_both or (order in book.fires) == fire:
        return None
    if fire:
        sentence = "Fire orders come first; this may be ordered once the fire has been settled."
        return Illegal("E-STAGE", sentence, "KS-TURN-02")
    return Illegal("E-STAGE", "The fire of this move has been settled, or it had no fire.", "KS-TURN-02")


def in_force(move: Move, stage: str | None = None) -> list[OrderEntry]:
    """The entries in force: the highest revision of each thing and stage, as they came."""
    return _in_force(move.pk) if stage is None else _in_force_in(move.pk, stage)


def standing_in(move_id: int) -> QuerySet[OrderEntry]:
    """The entries in force in a move, of all stages; superseded ones are not read."""
    entries = OrderEntry.objects.filter(move_id=move_id, late=False)
    later = entries.filter(thing=OuterRef("thing"), stage=OuterRef("stage"), revision__gt=OuterRef("revision"))
    return entries.exclude(Exists(later))


_in_force = Prepared(lambda move: standing_in(move).order_by("pk"), int)
_in_force_in = Prepared(lambda move, stage: standing_in(move).filter(stage=stage).order_by("pk"), int, str)


@dataclass(frozen=True)
class Placed:
    """An order on its way to be adjudicated: the thing, its place among that thing's orders, and the order itself.

    measured: the key of its facts in a fact sheet.
    """

    thing: str
    place: int
    stage: str
    order: Order

    @property
    def measured(self) -> str:
        return f"{self.thing}/{self.place}"

    def data(self) -> Plain:
        return {"thing": self.thing, "place": self.place, "order": self.order}


@dataclass(frozen=True)
class Brief:
    """All that the rules need to know of a move, and nothing else.

    measured: the facts, and those that wait to be confirmed; only those that count go in.  withheld: the entries that
    the umpire holds or has returned, which do not go in.  entries, rulings: the rows of which all this was made.
    """

    rules: Rules
    position: Position
    side: str
    placed: tuple[Placed, ...]
    facts: Facts
    chance: Chance
    measured: Standing = Standing(None)
    withheld: tuple[OrderEntry, ...] = ()
    entries: tuple[OrderEntry, ...] = ()
    rulings: tuple[Ruling, ...] = ()

    @cached_property
    def table(self) -> Table:
        """The position, parsed once for every use."""
        return self.rules.table(self.position)

    @property
    def orders(self) -> list[Order]:
        return [one.order for one in self.placed]

    def fire(self) -> Brief:
        """This brief with the orders of the fire stage alone."""
        fire = tuple(one for one in self.placed if one.stage == Move.Stage.FIRE)
        keys = {one.measured for one in fire}
        waiting = {place: one for place, one in self.measured.waiting.items() if place.order in keys}
        held = tuple(one for one in self.withheld if one.stage == Move.Stage.FIRE)
        return replace(self, placed=fire, measured=replace(self.measured, waiting=waiting), withheld=held)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of everything that goes in, which never changes; the seed stands in it by its own digest."""
        chance = {**self.chance, "seed": hashlib.sha256(str(self.chance.get("seed", "")).encode()).hexdigest()}
        return digest(
            {
                "edition": self.rules.book.edition,
                "options": self.rules.options,
                "position": self.position,
                "side": self.side,
                "orders": self.orders,
                "facts": self.facts,
                "chance": chance,
            }
        )


def facts_of(move: Move) -> FactSheet | None:
    """The fact sheet that counts."""
    return FactSheet.objects.filter(move=move).order_by("-revision").first()


def standing_rulings(move: Move) -> list[Ruling]:
    """The rulings on a move that have not been revoked, in the order in which they were made."""
    return list(move.rulings.filter(revoked_by__isnull=True).exclude(kind=Ruling.Kind.RESTORE).order_by("pk"))


def given_orders(move: Move) -> list[OrderEntry]:
    """The entries that count of a move."""
    return counted(move, list(OrderEntry.objects.filter(move=move).select_related("frozen").order_by("pk")))


def frozen_as(entry: OrderEntry) -> FrozenOrders | None:
    """The place of an entry among those that were in force when its stage closed; none where it was not."""
    found: FrozenOrders | None = getattr(entry, "frozen", None)
    return found


class Entered(Protocol):
    """What decides which entry is in force: a row, or what was read of one."""

    @property
    def stage(self) -> str: ...

    @property
    def thing(self) -> str: ...

    @property
    def late(self) -> bool: ...


E = TypeVar("E", bound=Entered)


def latest_of(entries: Iterable[E]) -> dict[tuple[str, str], E]:
    """The entry in force of each stage and thing, of entries as they came."""
    return {(entry.stage, entry.thing): entry for entry in entries if not entry.late}


def counted(move: Move, entries: Sequence[OrderEntry]) -> list[OrderEntry]:
    """The entries that count, of all that came: those frozen where their stage has closed, those in force where it has not.

    One that the umpire returned afterwards is replaced by what its commander then sent, as the umpire allowed.
    """
    latest = latest_of(entries)
    frozen = sorted(
        (place.sequence, entry.stage, entry.thing) for entry in entries if (place := frozen_as(entry)) is not None
    )
    settled = [latest[stage, thing] for _, stage, thing in frozen]
    if move.status != Move.Status.OPEN:
        return settled
    closed = {Move.Stage.FIRE} if move.fire_closed_at is not None else set()
    force = sorted(latest.values(), key=lambda entry: entry.pk)
    done = {(stage, thing) for _, stage, thing in frozen}
    return settled + [entry for entry in force if entry.stage not in closed and (entry.stage, entry.thing) not in done]


def overrulings(rulings: Iterable[Ruling]) -> tuple[list[Change], list[Change]]:
    """What the umpire has overruled in the finding: of the fire before it was published, and of the whole move."""
    fire: list[Change] = []
    whole: list[Change] = []
    for ruling in rulings:
        if ruling.kind == Ruling.Kind.OVERRULE:
            known = [_for_the_rules(one, ruling) for one in ruling.change["changes"]]
            (fire if ruling.change.get("stage") == Move.Stage.FIRE else whole).extend(known)
    return fire, whole


TO_THE_RULES = ("group", "thing", "key", "value", "add", "remove")
"""What the rules are told of a change that the umpire has ruled."""


def _for_the_rules(change: Plain, ruling: Ruling) -> Change:
    """A change as the rules take it, with its cause for the ledgers."""
    known = {key: value for key, value in change.items() if key in TO_THE_RULES}
    return cast(Change, {**known, "cause": say("ruling: {reason}", reason=ruling.reason), "clause": ruling.clause})


WITHHOLDING = (Ruling.Kind.HOLD, Ruling.Kind.RETURN)
"""The rulings with which an order is no longer in force."""


def withheld(rulings: Iterable[Ruling]) -> dict[str, Ruling]:
    """The entries that the umpire holds or has returned, by their public ids, each with the ruling.  rulings: those that stand."""
    return {one.change["entry"]: one for one in rulings if one.kind in WITHHOLDING}


def that_count(rulings: Sequence[Ruling]) -> list[Ruling]:
    """Rulings without the corrections of a thing's orders that a later one has replaced.  rulings: those that stand."""
    last = {one.change["thing"]: one for one in rulings if one.kind == Ruling.Kind.CORRECT_ORDER}
    return [one for one in rulings if one.kind != Ruling.Kind.CORRECT_ORDER or last[one.change["thing"]] is one]


def unmeasured(order: Mapping[str, Any]) -> dict[str, Any]:
    """An order as its commander gave it, without what was measured for it."""
    return {key: value for key, value in order.items() if key != "measured"}


def placed_orders(
    entries: Sequence[OrderEntry], rulings: Sequence[Ruling], sheet: FactSheet | None
) -> tuple[Placed, ...]:
    """Orders as they are adjudicated: thing by thing in the order of arrival, corrected by rulings, with what was measured."""
    orders: dict[str, list[tuple[str, Order]]] = {}
    held = withheld(rulings)
    for entry in entries:
        if entry.public_id in held:
            continue
        orders.setdefault(entry.thing, []).extend((entry.stage, order) for order in entry.orders)
    for ruling in rulings:
        if ruling.kind == Ruling.Kind.CORRECT_ORDER:
            orders[ruling.change["thing"]] = [tuple(one) for one in ruling.change["orders"]]
    placed = (
        Placed(thing, place, stage, order)
        for thing, given in orders.items()
        for place, (stage, order) in enumerate(given)
    )
    return tuple(one if sheet is None else with_facts(one, sheet) for one in placed)


def _overtime(rules: Rules, move: Move, rulings: Sequence[Ruling], given: int) -> tuple[Placed, ...]:
    """The order that counts for a turn on a board whose time ran out, unless the umpire has given orders for its player."""
    put_right = any(ruling.kind == Ruling.Kind.CORRECT_ORDER for ruling in rulings)
    if not rules.book.on_board or move.close_cause != OUT_OF_TIME or put_right:
        return ()
    orders = rules.table(move.position).overtime()
    return tuple(Placed(BOARD, place, move.stage, order) for place, order in enumerate(orders, start=given))


def with_facts(one: Placed, sheet: FactSheet) -> Placed:
    """An order with what was measured for it, unless another order has replaced it since.

    Measured facts take precedence over what the commander declared.
    """
    measured = sheet.orders.get(one.measured)
    if not measured or sheet.bound.get(one.measured) != digest(one.order):
        return one
    order = Order({**one.order, "measured": {**one.order.get("measured", {}), **measured}})
    return Placed(one.thing, one.place, one.stage, order)


def stands(rules: Rules, move: Move, sheets: Sequence[FactSheet], placed: Sequence[Placed]) -> Standing:
    """What of the fact sheets of a move counts for these orders, and what waits to be confirmed.  [KS-OFF-03]"""
    bound = sheets[-1].bound if sheets else {}
    orders = {one.measured: one.order for one in placed if bound.get(one.measured) == digest(one.order)}
    return standing(rules, move, sheets, orders)


def brief(battle: Battle, move: Move) -> Brief:
    """The input of the rules for a move as it stands now."""
    entries, rulings, sheets = given_orders(move), standing_rulings(move), sheets_of(move)
    return brief_of(battle, move, entries, rulings, sheets)


def brief_of(
    battle: Battle, move: Move, entries: Sequence[OrderEntry], rulings: Sequence[Ruling], sheets: Sequence[FactSheet]
) -> Brief:
    """The same from the rows, for a caller that has read them already."""
    rules = rules_of(battle.terms)
    bare = placed_orders(entries, rulings, None)
    bare += _overtime(rules, move, rulings, len(bare))
    count = stands(rules, move, sheets, bare)
    sheet = count.sheet
    placed = bare if sheet is None else tuple(with_facts(one, sheet) for one in bare)
    chance = Chance({"seed": battle.seed})
    if sheet is not None and sheet.coin:
        chance["coin"] = sheet.coin
    facts = Facts(dict(sheet.move_facts) if sheet is not None else {})
    held = withheld(rulings)
    waiting = tuple(entry for entry in entries if entry.public_id in held)
    return Brief(
        rules,
        move.position,
        move.side,
        placed,
        facts,
        chance,
        count,
        waiting,
        tuple(entries),
        tuple(rulings),
    )
