"""What a machine would order: computed in a process of its own, so that no page and no sweep waits for it.

The built-in opponent is the rules at the command line (``python -m rules reply``); an engine of the host's is its own
program (``campaigns/uci.py``).  Both are killed when they take too long.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.conf import settings

from campaigns import children
from campaigns.models.plain import Plain
from campaigns.uci import Failed, orders_of_engine
from rules.books import book as find_book
from rules.contract.data import Options, Position
from rules.contract.machines import Level
from rules.contract.rules import Rules
from rules.errors import Invalid
from rules.values.sentence import of_field, say

BUILT_IN, UCI = "house", "uci"
LONGEST = 20.0
"""Seconds after which a process is killed; a search is limited by positions and ends long before."""

UCI_LEVELS = (
    Level(1, say("Level 1"), say("The weakest setting of the engine.")),
    Level(2, say("Level 2"), say("A quarter of its strength.")),
    Level(3, say("Level 3"), say("Half of its strength.")),
    Level(4, say("Level 4"), say("Full strength, within a second and a half.")),
)


@dataclass(frozen=True)
class MoveRequest:
    """Who is to play, and what they see.  position: as their side may know it.  seats: side of the book to side of the campaign."""

    engine: str
    level: int
    book: str
    options: Plain
    position: Plain
    side: str
    seats: Mapping[str, str] = field(default_factory=dict)


def offered(book: str, options: Plain | None = None) -> dict[str, tuple[Level, ...]]:
    """The machines available in a game, by engine; an engine that the host has not installed is not among them."""
    options = options or {}
    found = {}
    rules = find_book(book)
    if rules.levels:
        found[BUILT_IN] = rules.levels
    if rules.for_engines(Options(options)) and settings.UCI_ENGINE:
        found[UCI] = UCI_LEVELS
    return found


def require(book: str, options: Plain, engine: str, level: int) -> Level:
    """The level of that name; Invalid where such a game does not have it."""
    for one in offered(book, options).get(engine, ()):
        if one.level == level:
            return one
    if engine == UCI and not settings.UCI_ENGINE:
        raise Invalid(of_field("engine", say("no chess engine is installed on this server")))
    raise Invalid(
        of_field(
            "engine",
            say("no machine plays this game as {engine}, level {level}", engine=f"{engine[:20]!r}", level=level),
        )
    )


def orders_of(request: MoveRequest) -> list[Plain]:
    """The orders of a machine.  Failed where it gives none in time."""
    if request.engine == BUILT_IN:
        return _built_in_orders(request)
    rules = Rules(find_book(request.book), Options(request.options), request.seats)
    return list(orders_of_engine(rules.for_engine(Position(request.position), request.side), request.level))


def _built_in_orders(request: MoveRequest) -> list[Plain]:
    """Ask the rules in another process; a search holds the interpreter that answers pages."""
    question = {
        "book": request.book,
        "position": request.position,
        "options": request.options,
        "seats": dict(request.seats),
        "side": request.side,
        "level": request.level,
    }
    try:
        said = children.ask_rules("reply", json.dumps(question), longest=LONGEST)
    except children.TookTooLong as late:
        raise Failed(say("it thought for more than {longest} seconds", longest=f"{LONGEST:.0f}")) from late
    except children.Died as died:
        raise Failed(str(died)) from died
    orders: list[Plain] = json.loads(said)
    return orders
