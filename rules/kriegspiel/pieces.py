"""The things of the Kriegspiel, for code that shows, lists, counts or commands them."""

from __future__ import annotations

from rules.contract.pieces import Pieces
from rules.floor import kinds
from rules.floor.pieces import FloorPieces
from rules.kriegspiel.palette import TEMPLATES
from rules.values.sentence import say

ARMS: tuple[tuple[str, str], ...] = (
    ("infantry", say("Infantry")),
    ("cavalry", say("Cavalry")),
    ("artillery", say("Artillery")),
    ("engineers", say("Royal Engineers")),
    ("transport", say("Transport and Supply")),
)
"""The arms that a commander may be given.  [KS-GAME-03]"""

PIECES: Pieces = FloorPieces(
    kinds=(
        kinds.BODIES, kinds.GUNS, kinds.WAGGONS, kinds.DEPOTS, kinds.WORKS, kinds.BRIDGES, kinds.MINES,
        kinds.GENERALS, kinds.BOATS, kinds.TRAINS, kinds.WEATHER,
    ),
    arms=ARMS,
    templates=TEMPLATES,
)  # fmt: skip
