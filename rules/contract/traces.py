"""The kinds of traces that a map shows of orders and events: the name of each for people, and the shape it is drawn in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.values.sentence import say

Shape = Literal["way", "back", "rush", "aim", "burst", "clash", "work", "figure", "coming", "sight", "stopped"]
"""An arrow, one with an open head, a heavy one, a dotted line with its aim, a circle, a crossed sign, hatching, a number, an
arrow that begins at a bar, a fine line with an open head, or one that ends at a bar."""


@dataclass(frozen=True)
class Manner:
    """How a kind of trace is drawn, and what it is called."""

    kind: str
    title: str
    shape: Shape


MANNERS = {
    manner.kind: manner
    for manner in (
        Manner("march", say("March"), "way"),
        Manner("retire", say("Retreat"), "back"),
        Manner("charge", say("Charge"), "rush"),
        Manner("fire", say("Fire"), "aim"),
        Manner("shell", say("Shell"), "burst"),
        Manner("fight", say("Melee"), "clash"),
        Manner("work", say("Work"), "work"),
        Manner("loss", say("Loss"), "figure"),
        Manner("arrival", say("Arrival"), "coming"),
        Manner("sight", say("Line of sight"), "sight"),
        Manner("stopped", say("Line of sight that is stopped"), "stopped"),
    )
}
"""All kinds of traces, by kind."""

PLAIN = Manner("", say("Order"), "way")
"""The manner of a kind that nobody has named."""


def manner_of(kind: str) -> Manner:
    """The manner of a kind of trace."""
    return MANNERS.get(kind, PLAIN)
