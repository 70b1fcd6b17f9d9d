"""What the API answers about a game on a board."""

from __future__ import annotations

from rest_framework.serializers import BooleanField, CharField, ListField

from campaigns.api.fields import Plain
from campaigns.api.shared.responses import ChoiceOut, ClockOut, Out


class GameOut(Out):
    """A game as one's seat may know it.  clock: null before it has begun.

    side: whose knowledge it is, empty of the umpire's.  board: cells, men, river, marks and score as they are drawn.
    moves: what may be moved or tried; words: what else may be said, ``blocked`` with the reason where it may not.
    heard: what the umpire said to this player in the turn under way; told: what was told of the turn before.
    """

    clock = ClockOut(allow_null=True)
    side = CharField()
    plays = BooleanField()
    mine = BooleanField()
    board = Plain()
    moves = ChoiceOut(many=True)
    words = ChoiceOut(many=True)
    duties = ListField(child=Plain())
    heard = ListField(child=Plain())
    told = ListField(child=Plain())
    score = ListField(child=Plain())


class PlayedOut(Out):
    """What came of a turn: the receipt's number, and what the player is told.

    settled: whether it was published; false of a try to which the umpire said no.
    """

    number = CharField()
    move = CharField()
    settled = BooleanField()
    events = ListField(child=Plain())
