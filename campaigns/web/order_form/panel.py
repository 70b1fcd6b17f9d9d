"""The panel beside the board: the body that is chosen there, its orders so far, and what it may be ordered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from campaigns import sight
from campaigns.web.order_form import fields
from campaigns.web.order_form.open_form import Opened

KEYS = (("m", "way"), ("f", "aim"), ("c", "target"))
"""The keys that choose an order, by what that order waits for on the map."""

Orders = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Verb:
    """An order on offer as a row of the panel.  key: the key that chooses it, if it has one."""

    offer: fields.Offer
    key: str = ""


def keyed(offers: Sequence[fields.Offer], fighting: str) -> dict[str, str]:
    """The key of each order that has one, by the order's id in the form.  fighting: the group of those that go at the enemy.

    An order that names a thing has a key only if it goes at the enemy.
    Of several orders that wait for the same, the key goes to the usual one, else to one whose name in the book begins with it.
    """
    found = {}
    for key, gesture in KEYS:
        those = [one for one in offers if one.gesture == gesture and not one.blocked]
        if gesture == "target":
            those = [one for one in those if one.group == fighting]
        ranked = sorted(those, key=lambda one: (not one.first, not str(one.order.get("order", "")).startswith(key)))
        if ranked:
            found[ranked[0].id] = key
    return found


def usual(offers: Sequence[fields.Offer]) -> fields.Offer | None:
    """The order with which the panel opens: the book's usual one, else the first that waits for a way."""
    there = [one for one in offers if not one.blocked]
    return next((one for one in there if one.first), None) or next((one for one in there if one.gesture == "way"), None)


@dataclass
class Panel:
    """What the panel of one thing shows.

    so_far: the orders of its draft, else those in force.  place: of the order that the form gives among them; where it is
    as many as there are, that order is added.  offers: with what was typed; saved: the draft on the server.
    """

    opened: Opened
    so_far: Orders
    place: int
    offers: Sequence[fields.Offer]
    base: int
    saved: sight.DraftFact | None = None

    @property
    def before(self) -> Orders:
        """The orders so far without the one that the form gives."""
        return [*self.so_far[: self.place], *self.so_far[self.place + 1 :]]

    @property
    def chosen(self) -> fields.Offer | None:
        """The order that is chosen in the form."""
        return next((one for one in self.offers if one.chosen), None)

    def told(self) -> dict[str, Any]:
        """What the template of the panel needs."""
        sheet, pieces = self.opened.sheet, self.opened.seat.rules.pieces
        keys, grouped = keyed(self.offers, pieces.fighting), fields.in_groups(self.offers, pieces.headings)
        return {
            **self.opened.frame(),
            "panel": self,
            "saved": self.saved,
            "chosen": self.chosen,
            "verbs": [Verb(one, keys.get(one.id, "")) for group in grouped for one in group["offers"]],
            "blocked": [one for one in self.offers if one.blocked],
            "offered": sheet.thing.may_order and sheet.takes_orders,
            "several": len(self.so_far) > 1,
            "moved_before": sight.moved_before(self.opened.seat.battle.id, sheet.clock),
        }


def open_panel(seat: sight.Seat, thing: str, now: datetime, *, place: int = -1, add: bool = False) -> Panel:
    """The panel of a thing as it stands: with its draft opened in the form, else its orders in force, else its usual order.

    place: of the order that is opened, the last where it is below 0; add: none is opened, so that another is added.
    """
    saved = next((one for one in sight.drafts(seat, now) if one.thing == thing), None)
    if saved is not None:
        so_far: Orders = saved.orders
        at = _place(place, len(so_far), add)
        opened = Opened(seat, thing, now, so_far[:at], rest=so_far[at + 1 :])
    else:
        opened = Opened(seat, thing, now, upto=None if add else place)
        so_far = opened.in_force
        at = _place(place, len(so_far), add)
        opened.rest = tuple(so_far[at + 1 :])
    takes = opened.sheet.takes_orders
    filled = opened.offers_with(so_far[at], on_the_map=True) if at < len(so_far) and takes else None
    offers = filled if filled is not None else opened.offers()
    if filled is None and (preset := usual(offers)) is not None:
        preset.chosen = True
    base = saved.base_revision if saved is not None else opened.sheet.base_revision
    return Panel(opened, so_far, at, offers, base, saved)


def _place(wanted: int, orders: int, add: bool) -> int:
    """The place of the order that the form gives among so many: the one wanted, else the last; behind all where one is added."""
    return orders if add or not orders else wanted if 0 <= wanted < orders else orders - 1
