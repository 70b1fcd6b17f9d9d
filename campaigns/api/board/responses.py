"""What the API answers about a game on a board."""

from __future__ import annotations

from rest_framework.serializers import ListField

from campaigns.api.fields import Shaped
from campaigns.api.shared.responses import ChoiceOut, ClockOut, Out
from campaigns.sight.game import GameSheet
from campaigns.usecases.matches.board_turns import Played
from rules.contract import data


class GameOut(Out):
    """A game as the caller's seat may know it.  clock: null before it has begun.

    side: whose knowledge it is, empty of the umpire's.  board: cells, men, river, marks and score as they are drawn.
    moves: what may be moved or tried; words: claims and offers, ``blocked`` with the reason where one is not possible.
    heard: what the umpire said to this player in this turn; told: what was said of the turn before.
    """

    about, shows = GameSheet, "clock side plays mine board moves words duties heard told score"

    clock = ClockOut(allow_null=True)
    board = Shaped(data.Board)
    moves = ChoiceOut(many=True)
    words = ChoiceOut(many=True)
    duties = ListField(child=Shaped(data.Duty))
    heard = ListField(child=Shaped(data.Event))
    told = ListField(child=Shaped(data.Event))


class PlayedOut(Out):
    """The result of a turn: the receipt's number, and what the player learns.

    settled: whether it was published; false of a try that the umpire refused.
    """

    about, shows = Played, "number move settled events"

    events = ListField(child=Shaped(data.Event))
