"""What the API answers about the war between battles."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import BooleanField, CharField, DateTimeField, IntegerField

from campaigns.api.fields import Plain
from campaigns.api.shared.responses import BattleOut, Out


class Exact(serializers.CharField):
    """An exact amount as text: a whole number, or a fraction in lowest terms."""

    def __init__(self, **given: Any) -> None:
        super().__init__(help_text="Halves of a point, exact: `633`, `200/3`.", **given)


class Amounts(serializers.DictField):
    """Exact amounts by side."""

    child = Exact()


class CountedOut(Out):
    """A battle and what it counted; the amounts are empty until it has ended."""

    battle = BattleOut(source="fact")
    book_title = CharField(source="title")
    counted = BooleanField(source="is_counted")
    scored = Amounts()
    credited = Amounts()
    after = Amounts()


class LeagueOut(Out):
    """A side in the league."""

    side = CharField()
    name = CharField()
    place = IntegerField()
    fought = IntegerField()
    won = IntegerField()
    drawn = IntegerField()
    lost = IntegerField()
    scored = Exact()
    against = Exact(source="lost_to")
    handicap = Exact()
    total = Exact()


class StandingOut(Out):
    """How a campaign stands.  winner: the side that has reached the target, if one has."""

    scoring = CharField()
    target = IntegerField(help_text="In halves; 0 for none.")
    wanting = Exact()
    winner = CharField()
    battles = CountedOut(many=True)
    league = LeagueOut(many=True)


class SetOutOfferOut(Out):
    """An order that may be given now, or why it may not."""

    words = CharField()
    order = Plain()
    blocked = CharField()
    clause = CharField()


class SettingOutOut(Out):
    """A battle being set out, as one side (or an observer) may know it.  told: what has happened, as sentences."""

    side = CharField()
    sees = Plain(help_text="What the side sees of country and forces; the other's are behind the curtain.")
    settled = Plain(source="setup")
    offers = SetOutOfferOut(many=True)
    may_lay = BooleanField()
    may_buy = BooleanField()
    sealed = BooleanField(help_text="One's own force is bought.")
    ready = BooleanField()
    waits_for = serializers.ListField(child=CharField())
    told = serializers.ListField(child=CharField())


class UmpireOut(Out):
    """An umpire and what he looks after.  seen_at: when he was last at his desk."""

    id = CharField(source="public_id")
    title = CharField()
    name = CharField()
    sector = Plain()
    seen_at = DateTimeField(allow_null=True)
    mine = BooleanField()


class CarriedOut(Out):
    """What would go over to the next battle.  start: in the form of the test kit; lines: thing by thing."""

    start = Plain()
    lines = serializers.ListField(child=Plain())
