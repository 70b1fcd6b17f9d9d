"""What the API answers about orders."""

from __future__ import annotations

from rest_framework.serializers import ListField

from campaigns.api.fields import Shaped
from campaigns.api.shared.responses import Out
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
    """How many of the commanding seats are ready; called: whether that ended the move."""

    about, shows = Ready, "ready of called"
