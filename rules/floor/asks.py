"""What orders on a floor still ask for, in words shared by the books of the floor."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.contract.answers import Ask, Rails
from rules.errors import Reason
from rules.ground.geometry import Line
from rules.values.codec import POINT, write_length
from rules.values.sentence import say, say_as

PATH = Ask("path", "path", say("The way"), fact="distance")
BY_ROAD = Ask("by_road", "flag", say("By road all the way or in part"))
BY_MOTOR = Ask("by_motor", "flag", say("By motor, which keeps to the road"))
SPOT = Ask("at", "spot", say("The spot"))
FACING = Ask("facing", "angle", say("Facing, degrees from north"), optional=True)
AIM = Ask("aim", "aim", say("Aimed at"), optional=True)
INTO = Ask("into", "id", say("Name of the new body"))
AT = {
    "target": say_as("to fire at", "Target"),
    "gun": say("For which gun"),
    "source": say("From"),
    "to": say("Into"),
    "body": say("To"),
    "boat": say("Which boat"),
    "train": say("Which train"),
    "prisoners": say("Whose prisoners"),
    "from": say("Away from"),
}
"""The question for a key that names one of several things."""

FALLEN = {"dead": say("Who is killed"), "prisoners": say("Who is taken")}


def along_the_rails(line: Line, along: int) -> tuple[Ask, Ask]:
    """How far, and which way.  line: that of the train, empty if none is drawn; along: how far along it stands, in sixteenths.

    >>> [(ask.name, ask.rails) for ask in along_the_rails(((0, 0), (160, 0)), 24)]
    [('inches', Rails(line=([0, 0], [10, 0]), at=1.5, turn='direction')), ('direction', None)]
    """
    rails = Rails(tuple(POINT.write(one) for one in line), write_length(along), "direction") if line else None
    return (
        Ask("inches", "length", say("Inches along the rails"), rails=rails),
        Ask("direction", "choice", say("Which way"), ("forward", "back")),
    )


def one_of(name: str, values: Sequence[str], *, optional: bool = False) -> Ask:
    """One of several things."""
    return Ask(name, "target", AT.get(name, name), values, optional=optional)


def some_of(name: str, label: str, values: Sequence[str], *, with_itself: bool = False) -> Ask:
    """Some of several things."""
    return Ask(name, "targets", label, values, with_itself=with_itself)


def about(refused: Reason, called: str, others: Iterable[str]) -> Reason:
    """A refusal of an order at one of several things, the nearest: its sentence says which, unless it does so already, or is the
    same for all of them.

    others: the sentences for the others.

    >>> far = Reason(code="E-FAR", clause="", sentence="It is too far.")
    >>> about(far, "The Hares", ["It has no gun."])["sentence"], about(far, "The Hares", ["It is too far."])["sentence"]
    ('The Hares: It is too far.', 'It is too far.')
    """
    sentence, rest = refused["sentence"], list(others)
    if called in str(sentence) or (rest and all(one == sentence for one in rest)):
        return refused
    return {**refused, "sentence": say("{name}: {sentence}", name=called, sentence=sentence)}


def men(least: int, most: int) -> Ask:
    """How many men."""
    return Ask("men", "count", say("Men"), (least, most))


def men_with_a_gun(least: int, most: int) -> Ask:
    """How many men go with a gun; by default all who serve it."""
    return Ask("men", "count", say("Men who go with the gun; all, if you leave it empty"), (least, most), optional=True)


def shots(most: int) -> Ask:
    """How many shots; by default all of them."""
    return Ask("shots", "count", say("Shots"), (1, most), begins=most)


def fallen(name: str, most: Mapping[str, int], due: Mapping[str, int]) -> Ask:
    """A number for each of several bodies.  most: the limit of each body; due: the total of each side."""
    return Ask(name, "counts", FALLEN[name], tuple(most), most=most, due=due)
