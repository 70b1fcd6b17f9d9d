"""What the API answers about a commander's sheet."""

from __future__ import annotations

from rest_framework.serializers import CharField, IntegerField, ListField

from campaigns.api.fields import Plain, Shaped
from campaigns.api.shared.responses import ChoiceOut, ClockOut, Out, ReceiptOut, ThingOut
from campaigns.sight.ledgers import Line
from rules.contract import data


class ThingSheetOut(Out):
    """One own thing with the orders that it may be given now."""

    clock = ClockOut()
    thing = ThingOut()
    base_revision = IntegerField()
    draft = ListField(child=Shaped(data.Order))
    choices = ChoiceOut(many=True)
    history = ReceiptOut(many=True)


class LineOut(Out):
    """An entry of a ledger.  amount: signed; of points, in halves."""

    about, shows = Line, "move_number mover own_number account name kind amount cause clause at"


class AccountOut(Out):
    """The present amounts of an account, by kind."""

    account = CharField()
    name = CharField()
    balances = Plain()


class SuppliesOut(Out):
    """A side's stores."""

    side = CharField()
    accounts = AccountOut(many=True)
    stock = Plain()
    wants = ListField(child=Shaped(data.Want))
    lines = LineOut(many=True)


class PointsOut(Out):
    """The value of the force left to a side, in halves: what it would score if the battle ended now.

    account and target are not of the battle: its campaign points so far, and those that win the campaign."""

    side = CharField()
    halves = IntegerField()
    target = IntegerField(help_text="Of the campaign, which counts a battle when it has ended.")
    account = CharField(
        help_text="What the battles that have ended count for it towards the target, exact: `633`, `200/3`."
    )
    by_kind = Plain()
    lines = LineOut(many=True)
    sheet = Plain(help_text="The lines of both sides' score as it stands, where the book publishes them.")


class AwardedOut(Out):
    """The value of the force left to each side, in halves."""

    halves = Plain()
