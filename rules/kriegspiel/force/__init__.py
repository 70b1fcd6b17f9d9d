"""The things on the floor: bodies, guns, waggons, depots and the rest, and their position.  [KS-DEF-06 to KS-DEF-08]

Lengths are sixteenths of an inch, angles whole degrees, strengths counts.
The plain names of the fields are those of the public test kit (CASES.md).
"""

from rules.kriegspiel.force.body import FORMATIONS, FORMATIONS_OF, LOT, NOBODY, ON_LAND, Body, Lot
from rules.kriegspiel.force.ground import WORKS, Bridge, Mine, Note, Pocket, Work
from rules.kriegspiel.force.packets import KINDS_OF_PACKET, NONE, PACKETS, Packets
from rules.kriegspiel.force.parse import read_position, write_position
from rules.kriegspiel.force.pieces import CREW, Boat, Depot, General, Gun, Train, Waggon
from rules.kriegspiel.force.position import GROUPS, Position
from rules.kriegspiel.force.weather import Weather

__all__ = [
    "CREW",
    "FORMATIONS",
    "FORMATIONS_OF",
    "GROUPS",
    "KINDS_OF_PACKET",
    "LOT",
    "NOBODY",
    "NONE",
    "ON_LAND",
    "PACKETS",
    "WORKS",
    "Boat",
    "Body",
    "Bridge",
    "Depot",
    "General",
    "Gun",
    "Lot",
    "Mine",
    "Note",
    "Packets",
    "Pocket",
    "Position",
    "Train",
    "Waggon",
    "Weather",
    "Work",
    "read_position",
    "write_position",
]
