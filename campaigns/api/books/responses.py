"""What the API answers about the rulebooks."""

from __future__ import annotations

from rest_framework.serializers import BooleanField, CharField, IntegerField, ListField

from campaigns.api.fields import Anything, Pairs, Plain
from campaigns.api.shared.responses import Out


class OptionOut(Out):
    """A row of a book's register of options."""

    key = CharField()
    default = Anything()
    clause = CharField()
    says = CharField()
    schema = Plain(help_text="JSON Schema of the value.")
    implies = Pairs(help_text="What each value implies, a flag's under `yes` and `no`; empty where `says` says all.")


class BookOut(Out):
    """A rulebook."""

    key = CharField()
    title = CharField()
    edition = CharField()
    sides = ListField(child=CharField())


class KindOut(Out):
    """A kind of thing.  arm: whose commander orders a thing of this kind that has no arm of its own."""

    group = CharField()
    title = CharField()
    arm = CharField()
    plotted = BooleanField(help_text="Whether they stand on the map.")
    settable = Pairs(source="fields", help_text="What an umpire may set of them, each with its kind.")


class CountOut(Out):
    """A number that may be chosen of a template."""

    key = CharField()
    title = CharField()
    least = IntegerField()
    usual = IntegerField()
    most = IntegerField()


class TemplateOut(Out):
    """Something that may be put down before a battle."""

    key = CharField()
    title = CharField()
    says = CharField()
    counts = CountOut(many=True)


class PiecesOut(Out):
    """What a book says of its things: their kinds, the arms by key with their titles, kinds of stores, and a palette."""

    kinds = KindOut(many=True)
    arms = Pairs()
    stores = ListField(child=CharField())
    templates = TemplateOut(many=True)
