"""The things of Little Wars, for code that shows, lists, counts or commands them."""

from __future__ import annotations

from rules.contract.pieces import Pieces
from rules.floor import kinds
from rules.floor.pieces import FloorPieces
from rules.little_wars.palette import TEMPLATES
from rules.little_wars.setting_out.offered import SETTING_OUT
from rules.values.sentence import say

ARMS: tuple[tuple[str, str], ...] = (
    ("infantry", say("Infantry")),
    ("cavalry", say("Cavalry")),
    ("artillery", say("Artillery")),
    ("engineers", say("Engineers")),
    ("transport", say("Waggons and trains")),
)
"""The arms that a commander may be given."""

LINES = {
    "victory": (say("Victory"), "LW-POINTS-01"),
    "guns": (say("Guns"), "LW-POINTS-02"),
    "cavalry": (say("Cavalry"), "LW-POINTS-03"),
    "infantry": (say("Infantry"), "LW-POINTS-04"),
    "taken": (say("Own men in enemy hands"), "LW-POINTS-05"),
    "held": (say("Prisoners held"), "LW-POINTS-06"),
}
"""The lines of a score sheet with their words and clauses.  [LW-POINTS-08]"""

PIECES: Pieces = FloorPieces(
    kinds=(
        kinds.BODIES, kinds.GUNS, kinds.WAGGONS, kinds.BOXES, kinds.WORKS, kinds.BRIDGES, kinds.GENERALS,
        kinds.TRAINS,
    ),
    arms=ARMS,
    templates=TEMPLATES,
    lines=LINES,
    setting_out=SETTING_OUT,
)  # fmt: skip
