"""What the API answers about the rulebooks."""

from __future__ import annotations

from rest_framework.serializers import (
    CharField,
    ListField,
)

from campaigns.api.fields import Anything, Plain
from campaigns.api.shared.responses import Out


class OptionOut(Out):
    """A row of a book's register of options."""

    key = CharField()
    default = Anything()
    clause = CharField()
    says = CharField()
    schema = Plain(help_text="JSON Schema of the value.")
    implies = Plain(help_text="What each value implies, a flag's under `yes` and `no`; empty where `says` says all.")


class BookOut(Out):
    """A rulebook."""

    key = CharField()
    title = CharField()
    edition = CharField()
    sides = ListField(child=CharField())
