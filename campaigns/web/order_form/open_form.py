"""A thing opened for orders: its sheet with what its side sees around it, and what came with its form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from campaigns import sight
from campaigns.strictjson import loads
from campaigns.web.board import plan
from campaigns.web.order_form import fields
from campaigns.web.order_form.refill import refilled
from campaigns.web.page import clockface, thing_view
from campaigns.web.page.frame import frame
from rules.errors import Invalid
from rules.values.sentence import of_field, say


@dataclass(frozen=True)
class Typed:
    """What came with a form: its move and base revision, the orders so far, and its key.

    place: where the order chosen in the form goes among those orders.
    """

    move: str
    base: int
    draft: list[dict[str, Any]]
    key: str
    reading: str
    place: int = 0

    def with_chosen(self, order: dict[str, Any]) -> list[dict[str, Any]]:
        """The orders so far and the one that was chosen, each in its place."""
        return [*self.draft[: self.place], order, *self.draft[self.place :]]


def read_typed(request: HttpRequest) -> Typed:
    """The hidden fields of an order form; Invalid where they have been tampered with."""
    base = request.POST.get("base", "0")
    if not base.isascii() or not base.isdigit() or len(base) > 6:
        raise Invalid(of_field("base", say("the revision on which the form was built is wanted")))
    orders = loads('{"orders":' + (request.POST.get("draft") or "null") + "}").get("orders")
    if not isinstance(orders, list) or not all(isinstance(order, dict) for order in orders):
        raise Invalid(of_field("draft", say("a list of orders is wanted")))
    return Typed(
        move=request.POST.get("move", "")[:13],
        base=int(base),
        draft=orders,
        key=request.POST.get("key", "")[:65],
        reading=request.POST.get("reading", "")[:4000],
        place=min(read_place(request.POST.get("place", ""), len(orders)), len(orders)),
    )


def read_place(text: str, otherwise: int) -> int:
    """A place among orders, counted from 0; ``otherwise`` where none is given."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else otherwise


class Opened:
    """The sheet of a thing opened for orders, with what its side sees around it.

    draft: the orders so far, none for those in force; upto: of those in force only those before that place.
    rest: the orders after the one that is being written.
    """

    def __init__(
        self,
        seat: sight.Seat,
        thing: str,
        now: Any,
        draft: Sequence[Mapping[str, Any]] | None = None,
        upto: int | None = None,
        rest: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        self.seat = seat
        self.thing = thing
        self.now = now
        self.sheet = sight.thing_sheet(seat, thing, now, draft, upto)
        self.rest = tuple(rest)

    @property
    def in_force(self) -> tuple[Mapping[str, Any], ...]:
        """The orders in force for the thing."""
        receipt = self.sheet.thing.receipt
        return receipt.orders if receipt is not None else ()

    def offers(self, post: Any = None) -> list[fields.Offer]:
        """What may be ordered, with what was typed."""
        return fields.offers(self.sheet, *self._round_it(), post)

    def offers_with(self, order: Mapping[str, Any], *, on_the_map: bool = False) -> list[fields.Offer] | None:
        """What may be ordered, with an order filled in; none where no form gives the same order.

        on_the_map: its way as points, however straight.
        """
        return refilled(self.sheet, *self._round_it(), order, self.seat.rules.order, on_the_map=on_the_map)

    def _round_it(self) -> tuple[dict[str, str], dict[str, Any]]:
        """Names, and the places of the enemy in sight of whom somebody or something is left."""
        names = {one.id: one.name for one in (*self.sheet.around.own, *self.sheet.around.enemy)}
        left = [one for one in self.sheet.around.enemy if one.state.get("at") and not one.look.gone]
        return names, {one.id: one.state["at"] for one in left}

    def plan(self) -> plan.Plan | None:
        """The plan with this thing on it; none where it has no place."""
        if not self.sheet.thing.state.get("at"):
            return None
        things = thing_view.on_the_plan([*self.sheet.around.own, *self.sheet.around.enemy])
        return plan.draw_plan(
            things,
            self.seat.terms.options.get("map_size_ft"),
            self.thing,
            self.sheet.around.country,
            self.sheet.reaches,
            self.seat.rules.pieces.reaches,
            picture=sight.under_battle(self.seat),
        )

    def frame(self) -> dict[str, Any]:
        """The frame round every page about one thing."""
        clock = self.sheet.clock
        return {
            **frame(self.seat, "sheet", clock),
            "sheet": self.sheet,
            "row": thing_view.row(self.sheet.thing),
            "clock": clockface.face(clock, self.seat.campaign),
            "now": clock.now,
            "zone": self.seat.campaign.time_zone,
        }
