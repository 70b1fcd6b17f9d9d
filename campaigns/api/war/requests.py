"""What the API takes about the war between battles."""

from __future__ import annotations

from campaigns.api.fields import Choice, List, Plain, Shaped, Strict, Text
from campaigns.api.shared.requests import MOST_ORDERS, ChangeIn
from rules.contract import data


class HandOver(Strict):
    """Who takes a seat over."""

    user = Text(150, help_text="The log-in name.")


class Carrying(Strict):
    """How losses and the like of a battle carry over to the next."""

    prisoners = Choice("exchanged", "kept", required=False, default="exchanged")
    places = Choice("anew", "kept", required=False, default="anew")
    country = Text(
        12,
        required=False,
        allow_blank=True,
        default="",
        help_text="Id of the country of the next battle, or `open` for none; empty: that of the last, as it was left.",
    )


class NextBattle(Carrying):
    """The next battle, made from what the last one left; a correction needs a reason."""

    name = Text(120)
    briefing = Text(20_000, required=False, allow_blank=True, default="")
    weight = Text(11, required=False, default="1")
    change = List(ChangeIn(), MOST_ORDERS, required=False, default=list)
    reason = Text(300, required=False, allow_blank=True, default="")


class SectorIn(Strict):
    """What an umpire is responsible for: `{rectangle: [west, south, east, north]}` in inches, `{things: [ids]}`, or nothing."""

    sector = Plain()


class SetOut(Strict):
    """Orders of one side before the first move: all are carried out, or none.

    side: from the umpire, the side that gives them.  country: the id of a country, with an order to lay it out.
    """

    orders = List(Shaped(data.Order), MOST_ORDERS)
    side = Text(20, required=False, allow_blank=True, default="")
    country = Text(12, required=False, allow_blank=True, default="")
