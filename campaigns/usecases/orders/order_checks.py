"""Checks of orders: understood, for a body that the commander may order, of this stage, and lawful after those before them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max

from campaigns.bridge import (
    GENERAL,
    Command,
    canonical,
    command_over,
    commands,
    has,
    names_held,
    of_another_stage,
    standing_in,
)
from campaigns.compiled_queries import Prepared
from campaigns.errors import NotYours, Unseen
from campaigns.models import Move, OrderEntry, Post
from campaigns.usecases.orders.order_window import OrderWindow
from rules.contract.answers import Checked
from rules.contract.data import Order
from rules.contract.pieces import Pieces
from rules.errors import Invalid, Refused
from rules.values.sentence import joined, of_field, say

MOST_ORDERS = 20
"""Orders that one thing may be given in one stage of a move."""

MOST_BYTES = 20_000
"""Length of the orders of one thing at most, as JSON."""


def read_thing(thing: Any) -> str:
    if not isinstance(thing, str) or not 1 <= len(thing) <= 64 or not thing.isprintable():
        raise Unseen("thing")
    return thing


def normal_form(window: OrderWindow, thing: str, orders: Sequence[Mapping[str, Any]]) -> list[Order]:
    """Orders in their normal form, each for this thing and without facts that the umpire measures."""
    if not isinstance(orders, list | tuple) or len(orders) > MOST_ORDERS:
        raise Invalid(
            of_field("orders", say("a list of at most {most_orders} orders is wanted", most_orders=MOST_ORDERS))
        )
    if len(canonical(list(orders))) > MOST_BYTES:
        raise Invalid(of_field("orders", say("at most {most_bytes} characters are wanted", most_bytes=MOST_BYTES)))
    given = []
    for order in orders:
        if not isinstance(order, dict):
            raise Invalid(of_field("orders", say("each order is a map")))
        normal = window.view.order(order)
        if (subjects := window.pieces.subjects(normal)) and thing not in subjects:
            raise Invalid(of_field(normal["order"], say("this is not an order to {thing}", thing=thing)))
        _only_declared(window.pieces, normal)
        given.append(normal)
    return given


def _only_declared(pieces: Pieces, order: Order) -> None:
    theirs = sorted((order.get("measured") or {}).keys() - pieces.declares(order))
    if theirs:
        raise Invalid(of_field(order["order"], say("the umpire measures {theirs}", theirs=joined(", ", theirs))))


@dataclass(frozen=True)
class Others:
    """The orders in force of a side's other things: the keys of the entries, and the orders."""

    entries: tuple[int, ...]
    orders: tuple[Order, ...]


class InForce:
    """What is in force in a move, as orders come in one after another.

    revisions: the latest of each thing; None where nobody needs them.
    """

    def __init__(
        self, rows: Iterable[tuple[int, str, str, Sequence[Order]]], revisions: Mapping[str, int] | None = None
    ) -> None:
        """rows: the key of each entry, its thing and stage, and its orders, as they came."""
        self.revisions = revisions
        self._held = {(stage, thing): (key, tuple(orders)) for key, thing, stage, orders in rows}

    def copy(self) -> InForce:
        """The same, to be changed."""
        twin = InForce((), self.revisions)
        twin._held = dict(self._held)
        return twin

    def enter(self, key: int, thing: str, stage: str, orders: Sequence[Order]) -> None:
        """Orders come in; they replace those of the same thing and stage."""
        self._held.pop((stage, thing), None)
        self._held[stage, thing] = (key, tuple(orders))

    def without(self, thing: str, stage: str) -> Others:
        """All of it but a thing's own orders in a stage."""
        rest = [held for of, held in self._held.items() if of != (stage, thing)]
        return Others(tuple(key for key, _ in rest), tuple(order for _, orders in rest for order in orders))

    def orders_of(self, thing: str, stage: str) -> tuple[Order, ...] | None:
        """A thing's own orders in a stage; None where there are none."""
        held = self._held.get((stage, thing))
        return held[1] if held is not None else None

    def revision(self, thing: str) -> int:
        """The latest revision of a thing; 0 where it has no orders."""
        return (self.revisions or {}).get(thing, 0)

    def stale(self, thing: str, base_revision: int) -> bool:
        """Whether orders with that base would be refused because of others that were given since."""
        return self.revisions is not None and self.revision(thing) != base_revision


def orders_to_others(move: Move, thing: str) -> Others:
    """What is in force in a move, without a thing's own orders in this stage."""
    found = _to_others(move.pk, thing, move.stage)
    return Others(tuple(pk for pk, _ in found), tuple(order for _, orders in found for order in orders))


_to_others = Prepared(
    lambda move, thing, stage: (
        standing_in(move).exclude(thing=thing, stage=stage).order_by("pk").values_list("pk", "orders")
    ),
    int,
    str,
    str,
)


def in_force_in(move: Move) -> InForce:
    """All that is in force in a move, with the latest revision of each thing."""
    rows = standing_in(move.pk).order_by("pk").values_list("pk", "thing", "stage", "orders")
    latest = OrderEntry.objects.filter(move_id=move.pk).values_list("thing").annotate(Max("revision"))
    return InForce(rows, dict(latest.order_by("thing")))


def commander_of(window: OrderWindow, thing: str, orders: list[Order], others: Others) -> Post:
    """The seat that may give these orders.  Refused where the asker has no such seat, or the stage is another."""
    post = _commander(window, _parent(window, thing, others.orders), thing, orders)
    for order in orders:
        for other in window.pieces.subjects(order):
            if other != thing and window.view.arm_of(order) != GENERAL:
                _refuse_anothers(window, other)
        refused = of_another_stage(window.battle.terms, window.move, order["order"])
        if refused is not None:
            raise refused
    return post


def check_all(window: OrderWindow, orders: list[Order], others: Others) -> list[Checked]:
    """Each order checked after those before it, from what the side may know.  Refused where one may not be."""
    return [window.view.check(order, (*others.orders, *orders[:place])) for place, order in enumerate(orders)]


def _parent(window: OrderWindow, thing: str, before: Sequence[Order]) -> str:
    """The thing itself, or that of which it is being made in this move; Unseen where the side has neither."""
    made, pieces = window.pieces.creates(before), window.pieces
    seen = {thing}
    parent = thing
    while parent in made and not has(pieces, window.seen, window.move.side, parent):
        parent = made[parent]
        if parent in seen:
            break
        seen.add(parent)
    if not has(pieces, window.seen, window.move.side, parent):
        raise Refused("E-NONE", say("{thing} is not on your map.", thing=thing), "")
    return parent


def _commander(window: OrderWindow, parent: str, thing: str, orders: Sequence[Order]) -> Post:
    """The seat that gives these orders.  NotYours where they are another's to give."""
    found = window.pieces.find(window.seen, parent)
    group, data = found if found is not None else ("", {})
    command = command_over(window.pieces, window.seen, group, data, _held(window, data))
    if orders and parent == thing:
        arms = frozenset(arm for order in orders if (arm := window.view.arm_of(order)))
        if arms and (command.arms or arms == {GENERAL}):  # what is a General's to order is so in a brigade too
            command = Command(arms)
    for post in window.own:
        if commands(post, command, window.battle.terms.general_orders_all):
            return post
    raise NotYours(say("{thing} is not under your command.", thing=thing))


def _refuse_anothers(window: OrderWindow, thing: str) -> None:
    """NotYours where an order is given to one more thing, as to those that merge, that another seat commands."""
    found = window.pieces.find(window.seen, thing)
    if found is None or window.pieces.owner(*found) != window.move.side:
        return  # made in this move of what is the asker's, or refused by the rules
    command = command_over(window.pieces, window.seen, *found, _held(window, found[1]))
    if not any(commands(post, command, window.battle.terms.general_orders_all) for post in window.own):
        raise NotYours(say("{thing} is not under your command.", thing=thing))


def _held(window: OrderWindow, thing: Mapping[str, Any]) -> frozenset[str]:
    """The commands that are held on the side that moves; none are looked up for a thing that is in none."""
    if not window.pieces.commander(window.seen, thing):
        return frozenset()
    side = window.move.side
    return names_held(
        Post.objects.filter(campaign_id=window.battle.campaign_id, side__key=side, held_until__isnull=True)
    )
