"""The names of things in the books of the floor, and what is said of them: men, guns, stores, works, and carriers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.contract.pieces import ANGLE, COUNT, FACTOR, FLAG, LENGTH, LINE, PACKETS, PLACE, SIDE, TITLE, WORD, Kind
from rules.ground.country import STORES
from rules.values.measure import INCH
from rules.values.sentence import joined, message, say, say_as, word, word_of

OF_MEN = (
    ("at", PLACE), ("facing", ANGLE), ("men", COUNT), ("horses", COUNT), ("prisoners", COUNT), ("formation", WORD),
    ("must_retire", LENGTH), ("immobile", FLAG), ("out_of_action", FLAG), ("surrendered", FLAG), ("disarmed", FLAG),
    ("commander", TITLE),
)  # fmt: skip
OF_GUNS = (
    ("at", PLACE), ("facing", ANGLE), ("destroyed", FLAG), ("disabled_for", COUNT), ("limbered", FLAG),
    ("in_dispute", FLAG), ("team_horses", COUNT), ("held_by", SIDE),
)  # fmt: skip
OF_DEPOTS = (("at", PLACE), ("packets", PACKETS), ("destroyed", FLAG), ("held_by", SIDE))
OF_WAGGONS = (("at", PLACE), ("facing", ANGLE), *OF_DEPOTS[1:])
OF_WORKS = (("at", PLACE), ("line", LINE), ("facing", ANGLE), ("moves_done", COUNT), ("inches", COUNT), ("state", WORD))
OF_BRIDGES = (("standing", FLAG), ("at", PLACE), ("span", LINE))
OF_MINES = (("at", PLACE), ("armed", FLAG), ("exploded", FLAG))
OF_GENERALS = (("at", PLACE), ("absent_for", COUNT), ("gone", FLAG))
OF_BOATS = (("at", PLACE), ("destroyed", FLAG), ("held_by", SIDE))
OF_TRAINS = (("along", LENGTH), ("trucks", COUNT), ("packets", PACKETS), ("destroyed", FLAG), ("held_by", SIDE))
"""The fields of things that an umpire may set, with the kind of each."""

BODIES = Kind("bodies", arm="men", plotted=True, fields=OF_MEN, named="body", men=True)
GUNS = Kind("guns", say("Guns"), "gun", "artillery", plotted=True, fields=OF_GUNS, named="gun")
WAGGONS = Kind("waggons", say("Waggons"), "waggon", "transport", plotted=True, fields=OF_WAGGONS, named="waggon")
BOXES = Kind("boxes", say("Boxes"), "transport", "transport", named="box")
DEPOTS = Kind("depots", say("Depots"), "depot", "transport", plotted=True, fields=OF_DEPOTS)
WORKS = Kind("works", say("Works"), fields=OF_WORKS, usual={"state": "begun"})
BRIDGES = Kind("bridges", say("Bridges"), fields=OF_BRIDGES, usual={"standing": True})
MINES = Kind("mines", say("Mines"), fields=OF_MINES, usual={"armed": True})
GENERALS = Kind("generals", say("The General"), "general", "general", plotted=True, fields=OF_GENERALS, named="general")
BOATS = Kind("boats", say("Boats"), "boat", "transport", plotted=True, fields=OF_BOATS, named="boat")
TRAINS = Kind("trains", say("Trains"), "train", "transport", plotted=True, fields=OF_TRAINS, named="train")

WEATHER = Kind("weather", say("Weather"), fields=(("march", FACTOR), ("shots", FACTOR), ("moves", COUNT)))

STATES = ("begun", "done", "lost")
"""The states of a work."""

HEADINGS = (
    ("march", say("March")),
    ("form", say("Form")),
    ("fight", say("Fight")),
    ("fire", say_as("verb", "Fire")),
    ("work", say("Works")),
    ("supply", say("Supply")),
    ("carry", say("Boats and trains")),
    ("body", say("The body itself")),
)
"""The headings of orders on offer."""

RANKS = {"infantry": 5 * INCH // 4, "cavalry": 2 * INCH}
"""The distance from rank to rank."""

DECLARED = frozenset({"distance", "road", "contours_up", "contours_down", "ford"})
"""The facts that a commander may state of the way of a thing."""

REACHES = (
    ("march", say("How far it comes"), True), ("charge", say("Charging distance"), True), ("fire", say("Range"), False),
    ("six-inch", say("Six inches"), False), ("supply", say("Reach of supplies"), False), ("retire", say("Way back"), True),
    ("threat", say("Reach of the enemy"), False),
)  # fmt: skip
"""The layers of the map, in the order offered, and whether each is shown at first."""

DRAWS = {
    "charge": message("The toss for the charge of {0} on {1}"),
    "shell": message("Shell {1} of {0}: how far it fell off {2} the line"),
    "rifle": message("Shot {1} of {0}: how far it went off in {2}"),
    "note": message("The salt of the sealed note of {0}"),
    "shot": message("Shot {1} of {0}, at {2}"),
    "contact": message("The toss between {0} and {1}, pair {2}"),
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
    "destroyed": say("destroyed"),
    "out_of_action": say("out of action for want of supplies"),
    "surrendered": say("has surrendered"),
    "disarmed": say("disarmed"),
    "immobile": say("may not march in its next own move"),
    "arrested": say("a pursuer stopped"),
    "in_dispute": say("in dispute"),
    "gone": say("out of the game"),
}
"""Flags of a thing, and their labels."""

FORMATIONS = {
    "fours": say("in fours"),
    "two-ranks": say("in two ranks"),
    "extended": say("extended"),
    "column": say("in column"),
    "line": say("in line"),
    "dismounted": say("dismounted"),
}
"""The labels of formations of men."""


FORMED = {"infantry": ("fours", "two-ranks", "extended"), "cavalry": ("column", "line", "dismounted")}
"""The formations of each arm that has some."""


def usual_formation(arm: str) -> str:
    """The formation of a body that names none."""
    return "line" if arm == "cavalry" else "two-ranks"


def formation_of(body: Mapping[str, Any]) -> str:
    """The formation in which a body stands."""
    return str(body.get("formation") or usual_formation(str(body.get("arm"))))


def formed(formation: str) -> str:
    """The label of a formation of men."""
    return FORMATIONS.get(formation) or word_of(formation)


def packets(held: Mapping[str, Any]) -> str:
    """Packets by kind: ``4 food, 2 ammunition``."""
    return joined(
        ", ", (say("{held} {kind}", held=held[kind], kind=word(kind)) for kind in STORES if held.get(kind))
    ) or say("empty")
