"""The things of Little Wars, for code that shows, lists, counts or commands them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.contract.pieces import ANGLE, COUNT, FLAG, LENGTH, PLACE, SIDE, TITLE, WORD, Pieces, Scene, State
from rules.floor import kinds
from rules.floor.kinds import RANKS
from rules.floor.pieces import FloorPieces
from rules.little_wars.floor.men import ABREAST
from rules.little_wars.force.position import GROUPS
from rules.little_wars.palette import TEMPLATES
from rules.little_wars.setting_out.offered import SETTING_OUT
from rules.values.measure import INCH
from rules.values.sentence import say

WIDTH_OF_A_GUN = 3 * INCH
"""The room that is left on a front for what is no body of men."""

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


OF_MEN = (
    ("at", PLACE), ("facing", ANGLE), ("men", COUNT), ("prisoners", COUNT), ("disarmed", COUNT), ("surrendered", FLAG),
    ("commander", TITLE),
)  # fmt: skip
OF_GUNS = (
    ("at", PLACE), ("facing", ANGLE), ("destroyed", FLAG), ("disabled_for", COUNT), ("in_dispute", FLAG),
    ("held_by", SIDE), ("commander", TITLE),
)  # fmt: skip
"""The fields of men and guns that an umpire may set: men here have no formation and no duties from one move to the next."""


@dataclass(frozen=True)
class LittlePieces(FloorPieces):
    """The things of Little Wars, whose men stand one by one."""

    def commander(self, position: Scene, thing: State) -> str:
        """Its own; guns are assigned by themselves, whoever is near them.  [LW-EXT-15]"""
        return str(thing.get("commander") or "")

    def bound_to(self, group: str, key: str) -> tuple[str, ...]:
        """The places of a body's men go with its own place, its front and its number."""
        return ("figures",) if group == "bodies" and key in ("at", "facing", "men") else ()

    def breadth(self, group: str, thing: State) -> int:
        """Ten men stand in a rank, each with his place about him."""
        men = thing.get("men")
        if group != "bodies" or not isinstance(men, int):
            return WIDTH_OF_A_GUN
        return min(max(men, 1), ABREAST) * RANKS["cavalry" if thing.get("arm") == "cavalry" else "infantry"]


PIECES: Pieces = LittlePieces(
    kinds=(
        replace(kinds.BODIES, fields=OF_MEN),
        replace(kinds.GUNS, fields=OF_GUNS),
        replace(kinds.WAGGONS, fields=(("at", PLACE), ("destroyed", FLAG), ("held_by", SIDE), ("commander", TITLE))),
        replace(kinds.BOXES, fields=(("at", PLACE), ("opened", FLAG), ("commander", TITLE))),
        replace(kinds.WORKS, fields=(("moves_done", COUNT), ("state", WORD))),
        kinds.BRIDGES,
        replace(kinds.GENERALS, fields=(("at", PLACE),)),
        replace(
            kinds.TRAINS,
            fields=(
                ("along", LENGTH),
                ("trucks", COUNT),
                ("destroyed", FLAG),
                ("held_by", SIDE),
                ("commander", TITLE),
            ),
        ),
    ),
    arms=ARMS,
    templates=TEMPLATES,
    forms=GROUPS,
    lines=LINES,
    team=0,
    setting_out=SETTING_OUT,
    starts_new="LW-CAMP-01",
)
