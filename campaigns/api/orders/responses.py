"""What the API answers about orders."""

from __future__ import annotations

from rest_framework.serializers import CharField, ListField

from campaigns.api.fields import Plain, Shaped
from campaigns.api.shared.responses import Out
from campaigns.usecases.orders.drafts import Draft
from campaigns.usecases.orders.hand_in import Receipt
from campaigns.usecases.orders.orders import Estimate, Ready
from rules.contract import data
from rules.errors import Reason


class AcceptedOut(Out):
    """The receipt of orders just accepted.  digest: SHA-256 of the canonical JSON of move, thing and orders."""

    about = Receipt
    shows = "number move thing revision orders digest arrived_at committed_at reading warnings cost left"

    orders = ListField(child=Shaped(data.Order))
    warnings = ListField(child=Shaped(Reason))


class EstimateOut(Out):
    """What orders would cost, in parts of a move, and how they read."""

    about, shows = Estimate, "reading cost left warnings"

    warnings = ListField(child=Shaped(Reason))


class ReadyOut(Out):
    """How many of the commanding seats are ready; called: whether that ended the move.

    invited: titles of seats of the side that nobody has taken yet: while there are any, readiness does not end the move.
    """

    about, shows = Ready, "ready of called invited"


class DraftOut(Out):
    """The caller's own orders for a thing, not sent yet, as they were last judged."""

    about, shows = Draft, "thing stage orders base_revision reading cost left warnings refusal saved_at"

    orders = ListField(child=Shaped(data.Order))
    warnings = ListField(child=Shaped(Reason))
    refusal = Plain(
        allow_null=True,
        help_text="Why they were refused, by `code`, `clause` and `sentence`; none where they may be sent.",
    )


class SavedDraftOut(Out):
    """What became of a draft among several: the draft, or why it was not kept."""

    thing = CharField()
    draft = DraftOut(allow_null=True)
    refused = Shaped(Reason, allow_null=True)


class SentDraftOut(Out):
    """What became of a draft that was sent: its receipt, or why it stays a draft."""

    thing = CharField()
    receipt = AcceptedOut(allow_null=True)
    refused = Plain(allow_null=True, help_text="By `code`, `clause` and `sentence`.")
