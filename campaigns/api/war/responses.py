"""What the API answers about the war between battles."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import BooleanField, CharField, IntegerField

from campaigns.api.fields import Plain, Shaped
from campaigns.api.shared.responses import BattleOut, Out
from campaigns.desk.papers import UmpireFact
from campaigns.sight.before import Before, Offer
from campaigns.sight.standing import Row
from rules.contract import data


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

    about, shows = Row, "side name place fought won drawn lost scored against handicap total"

    scored = Exact()
    against = Exact(source="lost_to")
    handicap = Exact()
    total = Exact()


class StandingOut(Out):
    """The standing of a campaign.  winner: the side that has reached the target, if one has."""

    scoring = CharField()
    target = IntegerField(help_text="In halves; 0 for none.")
    wanting = Exact()
    winner = CharField()
    battles = CountedOut(many=True)
    league = LeagueOut(many=True)


class SetOutOfferOut(Out):
    """An order that may be given now, or why it may not."""

    about, shows = Offer, "words order blocked clause"

    order = Shaped(data.Order)


class SettingOutOut(Out):
    """A battle being set out, as one side (or an observer) may know it.  told: what has happened, in sentences."""

    about, shows = Before, "side sees settled offers may_lay may_buy sealed ready waits_for told"

    sees = Plain(help_text="What the side sees of country and forces; the other's are behind the curtain.")
    settled = Plain(source="setup")
    offers = SetOutOfferOut(many=True)
    sealed = BooleanField(help_text="One's own force is bought.")


class UmpireOut(Out):
    """An umpire and their sector.  seen_at: when they were last at their desk."""

    about, shows = UmpireFact, "id title name sector seen_at mine"


class CarriedOut(Out):
    """What would go over to the next battle.  start: in the form of the test kit; lines: thing by thing."""

    start = Plain()
    lines = serializers.ListField(child=Plain())
