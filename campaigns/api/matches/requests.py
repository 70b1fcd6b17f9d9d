"""What the API takes about matches and machines."""

from __future__ import annotations

from campaigns.api.fields import Shaped, Strict, Text, Whole
from rules.contract import data


class Practising(Strict):
    """Against which machine, at which game, and which side of the book the caller plays: the first where it is left out."""

    book = Text(40, required=False, default="war-chess")
    engine = Text(
        8, required=False, default="house", help_text="`house`, or `uci` where the host has installed an engine."
    )
    level = Whole(required=False, default=1, min_value=1, max_value=100)
    side = Text(20, required=False, allow_blank=True, default="")
    options = Shaped(data.Options, required=False)


class Seating(Strict):
    """The machine that is to play a side."""

    side = Text(20)
    engine = Text(8)
    level = Whole(min_value=1, max_value=100)


class AskingAgain(Strict):
    """The move that a machine gave up."""

    move = Text(12)


class Terms(Strict):
    """What the games of a match are played under."""

    name = Text(100)
    book = Text(40)
    options = Shaped(data.Options, required=False)
    best_of = Whole(required=False, default=1, min_value=1, max_value=99, help_text="Games at most.")
    fixed_minutes = Whole(
        required=False, default=0, min_value=0, max_value=10_000, help_text="For a move; 0 for no limit."
    )


class Player(Strict):
    """A person by log-in name, or a machine by engine and level."""

    user = Text(150, required=False, allow_blank=True)
    engine = Text(8, required=False, allow_blank=True)
    level = Whole(required=False, min_value=1, max_value=100)


class NewMatch(Terms):
    """A match between two players, the first of whom begins the first game."""

    first = Player()
    second = Player()


class MatchIn(Terms):
    """A match in a campaign, between its Generals.  weight: what a point of it counts there."""

    weight = Text(21, required=False, default="1")


class NewTournament(Terms):
    """The settings of every match of a tournament."""
