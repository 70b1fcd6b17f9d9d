"""Objectives of a battle: to hold a place, points, losses.  What is read, and whether it is met, in whole numbers.

Everything is computed from arguments: from a position as the umpire has it, or from what one side may know of it, and
from counts of the ledgers.  What is not known is None and never guessed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from campaigns.models.plain import Plain
from rules.contract.pieces import Pieces, Scene
from rules.contract.rules import Rules
from rules.errors import Invalid
from rules.values.codec import POINT, read_point
from rules.values.measure import INCH
from rules.values.sentence import Sentence, joined, of_field, say, say_many

HOLD, POINTS, LOSSES = "hold", "points", "losses"
KINDS = {
    HOLD: say("Hold a place"),
    POINTS: say("Points"),
    LOSSES: say("Losses"),
}
"""What an objective may be about."""

REACH, LEAD, OF_THE_ENEMY, OWN_UNDER = "reach", "lead", "enemy", "own"
WAYS = {
    REACH: say("The side has so many points"),
    LEAD: say("The side leads by so many points"),
    OF_THE_ENEMY: say("The enemy has lost so many men"),
    OWN_UNDER: say("The side has lost fewer men than that"),
}
WAYS_OF = {HOLD: ("",), POINTS: (REACH, LEAD), LOSSES: (OF_THE_ENEMY, OWN_UNDER)}
"""Kind -> in what way its amount counts, the usual one first."""

SHOWN = {
    "own": say("the side itself"),
    "all": say("everybody"),
    "umpire": say("the umpire alone"),
}
"""To whom an objective is shown."""

MOST = 30
MOST_INCHES, MOST_MOVE, MOST_AMOUNT = 1_000, 100_000, 1_000_000
KEYS = frozenset({"id", "side", "kind", "way", "at", "inches", "name", "move", "amount", "shown"})

MET, NOT_MET, OPEN, UNKNOWN = "met", "not met", "open", "unknown"
STATES = {
    MET: say("met"),
    NOT_MET: say("not met"),
    OPEN: say("open"),
    UNKNOWN: say("not known to you"),
}
"""How an objective stands: once its move has been published, and before that."""


@dataclass(frozen=True)
class Counts:
    """What the ledgers say by side: points in halves, and men lost; a side that is missing is not known."""

    points: Mapping[str, int]
    lost: Mapping[str, int]


@dataclass(frozen=True)
class Judged:
    """Whether an objective is met as something stands; none where that cannot be known.  said: with the numbers."""

    met: bool | None
    said: str


def read_objectives(rules: Rules, data: Any) -> list[Plain]:
    """The objectives of a battle in their normal form; Invalid names the first that is none, by its place in the list.

    Each has ``id``, ``side`` (empty for both), ``kind``, ``way``, ``at`` and ``inches`` (of a place), ``name``, ``move``
    (0: the end of the battle), ``amount`` (points in halves, or men) and ``shown``.
    """
    if not isinstance(data, list) or len(data) > MOST:
        raise Invalid(of_field("objectives", say("a list of at most {most} is wanted", most=MOST)))
    if data and rules.book.on_board:
        raise Invalid(of_field("objectives", say("a game on a board has none: its rules say who has won")))
    read = [_read(rules, one, f"objectives.{place}") for place, one in enumerate(data)]
    taken = {one["id"] for one in read if one["id"]}
    if len(taken) != sum(bool(one["id"]) for one in read):
        raise Invalid(of_field("objectives", say("two of them have the same id")))
    free = (f"o{number}" for number in range(1, 2 * MOST + 2) if f"o{number}" not in taken)
    return [{**one, "id": one["id"] or next(free)} for one in read]


def _read(rules: Rules, data: Any, where: str) -> Plain:
    if not isinstance(data, Mapping) or not data.keys() <= KEYS:
        raise Invalid(of_field(where, say("a map with some of {keys} is wanted", keys=joined(", ", sorted(KEYS)))))
    kind = _one_of(data.get("kind"), KINDS, f"{where}.kind")
    found: Plain = {
        "id": _line(data.get("id", ""), f"{where}.id", 20),
        "side": _one_of(data.get("side", ""), ("", *rules.sides), f"{where}.side"),
        "kind": kind,
        "way": _one_of(data.get("way") or WAYS_OF[kind][0], WAYS_OF[kind], f"{where}.way"),
        "at": None,
        "inches": 0,
        "name": _line(data.get("name", ""), f"{where}.name", 80),
        "move": _whole(data.get("move", 0), f"{where}.move", 0, MOST_MOVE),
        "amount": 0,
        "shown": _one_of(data.get("shown", "own"), SHOWN, f"{where}.shown"),
    }
    if kind == HOLD:
        found["at"] = POINT.write(read_point(data.get("at"), f"{where}.at"))
        found["inches"] = _whole(data.get("inches"), f"{where}.inches", 1, MOST_INCHES)
    else:
        found["amount"] = _whole(data.get("amount"), f"{where}.amount", 1, MOST_AMOUNT)
    return found


def _one_of(value: Any, among: Any, where: str) -> str:
    if not isinstance(value, str) or value not in among:
        raise Invalid(
            of_field(where, say("choose one of {one_of}", one_of=joined(", ", (one for one in among if one))))
        )
    return value


def _whole(value: Any, where: str, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise Invalid(of_field(where, say("enter a whole number from {least} to {most}", least=least, most=most)))
    return value


def _line(value: Any, where: str, most: int) -> str:
    if not isinstance(value, str) or len(value) > most or not value.isprintable():
        raise Invalid(of_field(where, say("one line of at most {most} characters is wanted", most=most)))
    return value.strip()


def sides_of(objective: Plain, sides: Sequence[str]) -> tuple[str, ...]:
    """The sides whose objective it is."""
    return (objective["side"],) if objective["side"] else tuple(sides)


def seen_by(objective: Plain, view: str) -> bool:
    """Whether a side, or an observer, may know of an objective."""
    return objective["shown"] == "all" or (
        objective["shown"] == "own" and objective["side"] in ("", view) and view != "observer"
    )


def judged(pieces: Pieces, scene: Scene, counts: Counts, objective: Plain, side: str, other: str) -> Judged:
    """Whether a side's objective is met.  scene: a position, or what one side may know of it; other: its adversary."""
    amount = objective["amount"]
    if objective["kind"] == HOLD:
        own, enemy = (near(pieces, scene, objective, one) for one in (side, other))
        said = say("{own} near it, {enemy} of the enemy’s", own=_bodies(own), enemy=_bodies(enemy))
        return Judged(own > 0 and not enemy, said)
    if objective["kind"] == POINTS:
        mine, theirs = counts.points.get(side), counts.points.get(other)
        if mine is None or (objective["way"] == LEAD and theirs is None):
            return Judged(None, say("{points} points", points=halves(mine)) if mine is not None else "")
        if objective["way"] == LEAD:
            lead = mine - (theirs or 0)
            return Judged(
                lead >= amount, say("{mine} points to {theirs}", mine=halves(mine), theirs=halves(theirs or 0))
            )
        return Judged(mine >= amount, say("{points} points", points=halves(mine)))
    under = objective["way"] == OWN_UNDER
    lost = counts.lost.get(side if under else other)
    if lost is None:
        return Judged(None, "")
    return Judged(lost < amount if under else lost >= amount, say_many("{n} man lost", "{n} men lost", lost))


def near(pieces: Pieces, scene: Scene, objective: Plain, side: str) -> int:
    """How many bodies of a side stand so near a place: exactly so far is near.  A leader's figure is no body."""
    (x, y), reach = read_point(objective["at"], "at"), objective["inches"] * INCH
    found = 0
    for one in pieces.people(scene):
        if one.side == side and one.men:
            east, north = read_point(one.at, "at")
            found += (east - x) ** 2 + (north - y) ** 2 <= reach * reach
    return found


def _bodies(number: int) -> Sentence:
    return say_many("{n} body", "{n} bodies", number)


def halves(number: int) -> str:
    """Points in halves, as people read them.

    >>> halves(25), halves(-1), halves(4)
    ('12½', '-½', '2')
    """
    whole, half = divmod(abs(number), 2)
    return f"{'-' if number < 0 else ''}{whole or ('' if half else 0)}{'½' if half else ''}"


def in_words(objective: Plain, called: str) -> Sentence:
    """An objective in one sentence.  called: the side whose it is, or both."""
    when = (
        say("at the end of move {move}", move=objective["move"])
        if objective["move"]
        else say("at the end of the battle")
    )
    amount, way = objective["amount"], objective["way"]
    if objective["kind"] == HOLD:
        return say(
            "{side}: hold {place} {when}: a body within {inches} in. of it, and none of the enemy’s.",
            side=called, place=place_of(objective), when=when, inches=objective["inches"],
        )  # fmt: skip
    if way == REACH:
        return say("{side}: have {points} points {when}.", side=called, points=halves(amount), when=when)
    if way == LEAD:
        return say("{side}: lead by {points} points {when}.", side=called, points=halves(amount), when=when)
    if way == OF_THE_ENEMY:
        return say("{side}: the enemy has lost {men} men {when}.", side=called, men=amount, when=when)
    return say("{side}: have lost fewer than {men} men {when}.", side=called, men=amount, when=when)


def place_of(objective: Plain) -> str:
    """The place that is to be held: its name, or where it is."""
    if objective["name"]:
        name: str = objective["name"]
        return name
    east, north = objective["at"]
    return say("the place {east} in. east, {north} in. north", east=east, north=north)
