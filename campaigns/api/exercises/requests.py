"""What the API takes about exercises."""

from __future__ import annotations

from rest_framework.serializers import IntegerField, ListField

from campaigns.api.fields import Choice, Flag, Plain, Strict, Text, Whole
from campaigns.words.languages import ENGLISH, languages


class ShelfFilter(Strict):
    """Which exercises are wanted; what is left out filters nothing."""

    book = Text(40, required=False, allow_blank=True, default="")
    level = Text(20, required=False, allow_blank=True, default="", help_text="beginners, usual or long.")
    players = IntegerField(required=False, default=0, min_value=0, max_value=1_000)
    minutes = IntegerField(required=False, default=0, min_value=0, max_value=1_000_000, help_text="At most so long.")


class NewExercise(Strict):
    """An exercise.  exercise: what ``exercise.json`` holds (docs/exercise-file.md)."""

    exercise = Plain()


class Sharing(Strict):
    """Whether everybody of the site sees an exercise."""

    shared = Flag()


class Description(Strict):
    """What is said of an exercise; what is left out stays.  players: the fewest and the most; language: in which it was read."""

    name = Text(120, required=False)
    summary = Text(1_000, required=False, allow_blank=True)
    licence = Text(120, required=False, allow_blank=True)
    level = Text(20, required=False, help_text="beginners, usual or long.")
    players = ListField(child=Whole(), required=False, min_length=2, max_length=2)
    minutes = Whole(required=False)
    moves = Whole(required=False, help_text="0 where it has no fixed number.")
    language = Choice(*languages(), required=False, default=ENGLISH)


class Playing(Strict):
    """How an exercise is played.  language: of its texts, where it has them in it."""

    language = Choice(*languages(), required=False, default=ENGLISH)


class FromMove(Strict):
    """Of which move's start the position is taken out; 0 for the opening position."""

    move = IntegerField(required=False, default=0, min_value=0, max_value=1_000_000)
