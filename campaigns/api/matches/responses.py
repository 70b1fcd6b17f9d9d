"""What the API answers about matches and machines."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.serializers import BooleanField, CharField, DateTimeField, DictField, IntegerField, ListField

from campaigns.api.fields import Plain
from campaigns.api.shared.responses import Out
from campaigns.sight.matches import GameFact, Listed, MatchFact, PlayerFact, TournamentFact


class Points(serializers.CharField):
    """Points as text: a whole number, or a fraction in lowest terms."""


class LevelOut(Out):
    """A strength of a machine, and what to expect of it."""

    level = IntegerField()
    title = CharField()
    says = CharField()


class OpponentsOut(Out):
    """The machines that play a book, by engine; empty where there are none."""

    book = CharField()
    title = CharField()
    sides = ListField(child=CharField())
    engines = DictField(child=LevelOut(many=True))


class MatchGameOut(Out):
    """A game of a match.  begins: the side with the first move."""

    about, shows = GameFact, "battle number status begins result"

    battle = CharField(source="public_id")


class MatchOut(Out):
    """A match: its games, its score by side, and its result, empty while it goes on; `off` where it was called off."""

    about, shows = MatchFact, "id name book_title best_of campaign names points games result waits"

    book_title = CharField(source="title")
    names = DictField(child=CharField())
    points = DictField(child=Points())
    games = MatchGameOut(many=True)
    waits = ListField(
        child=CharField(), help_text="Who has yet to accept, as typed; when it is empty the first game has begun."
    )


class ListedOut(Out):
    """A tournament by its name."""

    about, shows = Listed, "id name book_title status round"

    book_title = CharField(source="title")


class PlayerOut(Out):
    """Who plays in a tournament."""

    about, shows = PlayerFact, "id number name machine withdrawn"


class AskedToPlayOut(Out):
    """A person who has been asked to play in a tournament and has not answered, by the name as typed."""

    id = CharField(source="public_id")
    name = CharField()
    until = DateTimeField()


class RowOut(Out):
    """A line of the table.  berger: the sum of Sonneborn and Berger; struck: none of the player's matches counts."""

    player = IntegerField(source="row.player")
    name = CharField(source="player.name")
    place = IntegerField(source="row.place")
    played = IntegerField(source="row.played")
    won = IntegerField(source="row.won")
    drawn = IntegerField(source="row.drawn")
    lost = IntegerField(source="row.lost")
    points = Points(source="row.points")
    berger = Points(source="row.berger")
    games = Points(source="row.games")
    struck = BooleanField(source="row.struck")


class PairOut(Out):
    """Two players of a round by their numbers, the one who begins first; match: empty until it is opened."""

    first = IntegerField()
    second = IntegerField()
    match = CharField()
    result = Plain()


class RoundOut(Out):
    """A round.  rests: the number of the player who has no opponent in it, 0 where everybody plays."""

    round = IntegerField()
    rests = IntegerField()
    pairs = PairOut(many=True)


class TournamentOut(Out):
    """A tournament: its players, its table in the sequence of the places, its rounds.

    rounds: pairs of numbers, the player who begins first, with the match and its result once it is opened.
    """

    about, shows = TournamentFact, "id name book best_of fixed_minutes status round players asked table rounds"

    players = PlayerOut(many=True)
    asked = AskedToPlayOut(many=True, help_text="For whoever looks after it alone.")
    table = RowOut(source="lines", many=True)
    rounds = serializers.SerializerMethodField()

    @extend_schema_field(RoundOut(many=True))
    def get_rounds(self, fact: TournamentFact) -> list[dict[str, object]]:
        """The rounds as plain data."""
        return [
            {
                "round": one.number,
                "rests": one.rests.number if one.rests else 0,
                "pairs": [
                    {
                        "first": home.number,
                        "second": away.number,
                        "match": match.public_id if match and match.campaign else "",
                        "result": match.result if match else {},
                    }
                    for home, away, match in one.pairs
                ],
            }
            for one in fact.rounds
        ]
