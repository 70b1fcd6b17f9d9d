"""The things of the Kriegspiel, for code that shows, lists, counts or commands them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.contract.data import Options
from rules.contract.pieces import Pieces, State
from rules.floor import kinds
from rules.floor.pieces import FloorPieces
from rules.kriegspiel.floor import footprints
from rules.kriegspiel.force.position import GROUPS
from rules.kriegspiel.options import read_options
from rules.kriegspiel.options.kinds import SUPPLY_RANGE_FT
from rules.kriegspiel.palette import TEMPLATES
from rules.kriegspiel.tables.figures import ARRAYS, GUN
from rules.values.sentence import say

ARMS: tuple[tuple[str, str], ...] = (
    ("infantry", say("Infantry")),
    ("cavalry", say("Cavalry")),
    ("artillery", say("Artillery")),
    ("engineers", say("Royal Engineers")),
    ("transport", say("Transport and Supply")),
)
"""The arms that a commander may be given.  [KS-GAME-03]"""

MOST_SHOWN = 1_000
"""Men of a body beyond whom its front is reckoned no longer."""


@dataclass(frozen=True)
class KriegspielPieces(FloorPieces):
    """The things of the Kriegspiel, whose bodies stand in formations."""

    def begun(self, group: str, thing: State) -> State:
        """Cavalry whose horses are not counted has one for each man; a store whose packets are not counted is empty."""
        if group in kinds.UNITED["stores"]:
            return {"packets": {}, **thing}
        if group != "bodies" or thing.get("arm") != "cavalry" or "horses" in thing or "men" not in thing:
            return thing
        return {**thing, "horses": thing["men"]}

    def serves_within(self, options: Options) -> int:
        """The range of the arm that must stand nearest.  [KS-SUP-05, KS-SUP-06]"""
        chosen = read_options(dict(options))
        return min(map(chosen.supply_range, SUPPLY_RANGE_FT)) if chosen.use_supply else 0

    def breadth(self, group: str, thing: State) -> int:
        """The front of a body in its formation; the width of a gun with a place for its men.  [KS-DEF-15]"""
        men = thing.get("men")
        if group != "bodies" or not isinstance(men, int) or isinstance(men, bool):
            return 2 * GUN[1]
        formation = kinds.formation_of(thing)
        if formation not in ARRAYS:
            formation = kinds.usual_formation(str(thing.get("arm")))
        return footprints.breadth(formation, min(max(men, 1), MOST_SHOWN))


PIECES: Pieces = KriegspielPieces(
    kinds=(
        replace(kinds.BODIES, led={"men": "horses"}), kinds.GUNS, kinds.WAGGONS, kinds.DEPOTS, kinds.WORKS, kinds.BRIDGES, kinds.MINES,
        kinds.GENERALS, kinds.BOATS, kinds.TRAINS, kinds.WEATHER,
    ),
    arms=ARMS,
    templates=TEMPLATES,
    forms=GROUPS,
)  # fmt: skip
