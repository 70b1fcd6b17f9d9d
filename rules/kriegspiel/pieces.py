"""The things of the Kriegspiel, for whoever shows, lists, counts or commands them."""

from __future__ import annotations

from rules.contract.pieces import Pieces
from rules.floor import pieces
from rules.floor.pieces import FloorPieces
from rules.floor.signs import SIGNS

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
        pieces.BODIES, pieces.GUNS, pieces.WAGGONS, pieces.DEPOTS, pieces.WORKS, pieces.BRIDGES, pieces.MINES,
        pieces.GENERALS, pieces.BOATS, pieces.TRAINS,
    ),
    arms=ARMS,
    stores=pieces.STORES,
    signs=SIGNS,
)  # fmt: skip
