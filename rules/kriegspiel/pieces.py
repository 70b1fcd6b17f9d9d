"""The things of the Kriegspiel, for code that shows, lists, counts or commands them."""

from __future__ import annotations

from rules.contract.pieces import Pieces
from rules.floor import kinds
from rules.floor.pieces import FloorPieces
from rules.kriegspiel.palette import TEMPLATES

ARMS: tuple[tuple[str, str], ...] = (
    ("infantry", "Infantry"),
    ("cavalry", "Cavalry"),
    ("artillery", "Artillery"),
    ("engineers", "Royal Engineers"),
    ("transport", "Transport and Supply"),
)
"""The arms that a commander may be given.  [KS-GAME-03]"""

PIECES: Pieces = FloorPieces(
    kinds=(
        kinds.BODIES, kinds.GUNS, kinds.WAGGONS, kinds.DEPOTS, kinds.WORKS, kinds.BRIDGES, kinds.MINES,
        kinds.GENERALS, kinds.BOATS, kinds.TRAINS,
    ),
    arms=ARMS,
    templates=TEMPLATES,
)  # fmt: skip
