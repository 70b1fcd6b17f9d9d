"""The names of things in the books of the floor, and what is said of them: men, guns, stores, works, and carriers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.contract.pieces import COUNT, FLAG, LENGTH, PACKETS, SIDE, WORD, Kind
from rules.values.measure import INCH

OF_MEN = (
    ("men", COUNT), ("horses", COUNT), ("prisoners", COUNT), ("formation", WORD), ("facing", COUNT), ("must_retire", LENGTH),
    ("immobile", FLAG), ("out_of_action", FLAG), ("surrendered", FLAG), ("disarmed", FLAG),
)  # fmt: skip
OF_GUNS = (
    ("destroyed", FLAG), ("disabled_for", COUNT), ("limbered", FLAG), ("in_dispute", FLAG), ("team_horses", COUNT),
    ("held_by", SIDE),
)  # fmt: skip
OF_STORES = (("packets", PACKETS), ("destroyed", FLAG), ("held_by", SIDE))
OF_GENERALS = (("absent_for", COUNT), ("gone", FLAG))
"""The fields of things that an umpire may set, with the kind of each."""

BODIES = Kind("bodies", arm="men", plotted=True, fields=OF_MEN, named="body", men=True)
GUNS = Kind("guns", "Guns", "gun", "artillery", plotted=True, fields=OF_GUNS, named="gun")
WAGGONS = Kind("waggons", "Waggons", "waggon", "transport", plotted=True, fields=OF_STORES, named="waggon")
BOXES = Kind("boxes", "Boxes", "transport", "transport", named="box")
DEPOTS = Kind("depots", "Depots", "depot", "transport", plotted=True, fields=OF_STORES)
WORKS = Kind("works", "Works")
BRIDGES = Kind("bridges", "Bridges")
MINES = Kind("mines", "Mines")
GENERALS = Kind("generals", "The General", "general", "general", plotted=True, fields=OF_GENERALS, named="general")
BOATS = Kind("boats", "Boats", "boat", "transport", plotted=True, named="boat")
TRAINS = Kind("trains", "Trains", "train", "transport", plotted=True, named="train")

STORES = ("food", "forage", "ammunition")
"""The kinds of packets.  [KS-SUP-01]"""

HEADINGS = (
    ("march", "March"), ("form", "Form"), ("fight", "Fight"), ("fire", "Fire"), ("work", "Works"), ("supply", "Supply"),
    ("carry", "Boats and trains"), ("body", "The body itself"),
)  # fmt: skip
"""The headings of orders on offer."""

RANKS = {"infantry": 5 * INCH // 4, "cavalry": 2 * INCH}
"""The distance from rank to rank."""

DECLARED = frozenset({"distance", "road", "contours_up", "contours_down", "ford"})
"""The facts that a commander may state of the way of a thing."""

REACHES = (
    ("march", "How far it comes", True), ("charge", "Charging distance", True), ("fire", "Range", False),
    ("six-inch", "Six inches", False), ("supply", "Reach of supplies", False), ("retire", "Way back", True),
    ("threat", "Reach of the enemy", False),
)  # fmt: skip
"""The layers of the map, in the order offered, and whether each is shown at first."""

DRAWS = {
    "charge": "The toss for the charge of {0} on {1}",
    "shell": "Shell {1} of {0}: how far it fell off {2} the line",
    "rifle": "Shot {1} of {0}: how far it went off in {2}",
    "note": "The salt of the sealed note of {0}",
    "shot": "Shot {1} of {0}, at {2}",
    "contact": "The toss between {0} and {1}, pair {2}",
}
"""The purposes of draws of chance."""

TEAM = 6
"""Horses of a gun's team by default.  [KS-DEF-09]"""

IN_BRIEF = ("target", "from", "formation", "men", "shots", "prisoners", "to", "bodies")
"""Keys of an order that help to tell it from others, besides its subject."""

ABOUT = ("body", "target", "work", "gun", "captor")
"""Keys of an event that name a thing it is about."""

UNITED = {"stores": ("depots", "waggons"), "pieces": ("bodies", "guns", "waggons", "generals")}
"""Lists of things that span several groups."""

ENDS = ("destroyed", "gone", "exploded", "opened")
"""The states in which a thing other than a body no longer exists."""

SAID = {
    "destroyed": "destroyed",
    "out_of_action": "out of action for want of supplies",
    "surrendered": "has surrendered",
    "disarmed": "disarmed",
    "immobile": "may not march in its next own move",
    "arrested": "a pursuer stopped",
    "in_dispute": "in dispute",
    "gone": "out of the game",
}
"""Flags of a thing, and their labels."""

FORMATIONS = {
    "fours": "in fours",
    "two-ranks": "in two ranks",
    "extended": "extended",
    "column": "in column",
    "line": "in line",
    "dismounted": "dismounted",
}
"""The labels of formations of men."""


FORMED = {"infantry": ("fours", "two-ranks", "extended"), "cavalry": ("column", "line", "dismounted")}
"""The formations of each arm that has some."""


def formed(formation: str) -> str:
    """The label of a formation of men."""
    return FORMATIONS.get(formation, str(formation).replace("-", " "))


def packets(held: Mapping[str, Any]) -> str:
    """Packets by kind: ``4 food, 2 ammunition``."""
    return ", ".join(f"{held[kind]} {kind}" for kind in STORES if held.get(kind)) or "empty"
