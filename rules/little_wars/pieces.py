"""The things of Little Wars, for whoever shows, lists, counts or commands them."""

from __future__ import annotations

from rules.contract.pieces import Pieces
from rules.floor import pieces
from rules.floor.pieces import FloorPieces
from rules.floor.signs import SIGNS

ARMS: tuple[tuple[str, str], ...] = (
    ("infantry", "Infantry"),
    ("cavalry", "Cavalry"),
    ("artillery", "Artillery"),
    ("engineers", "Engineers"),
    ("transport", "Waggons and trains"),
)
"""The arms that a commander may be given."""

PIECES: Pieces = FloorPieces(
    kinds=(
        pieces.BODIES, pieces.GUNS, pieces.WAGGONS, pieces.BOXES, pieces.WORKS, pieces.BRIDGES, pieces.GENERALS,
        pieces.TRAINS,
    ),
    arms=ARMS,
    stores=pieces.STORES,
    signs=SIGNS,
)  # fmt: skip
