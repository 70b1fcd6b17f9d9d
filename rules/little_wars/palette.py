"""What an umpire may put down in a battle of Little Wars.  The strengths are defaults of the house.  [LW-FORCE-05, LW-FORCE-07]"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.contract.palette import Count, Part, Template
from rules.little_wars.tables.forces import FOR_A_GUN
from rules.little_wars.tables.nearness import CREW
from rules.values.measure import INCH
from rules.values.sentence import say

ALSO: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "infantry": (
            "foot",
            "inf",
            "battalion",
            "company",
            "bataillon",
            "kompanie",
            "fußvolk",
            "fantassins",
            "compagnie",
        ),
        "cavalry": ("horse", "cav", "squadron", "eskadron", "kav", "reiter", "cavaliers", "escadron"),
        "gun": (
            "guns",
            "battery",
            "art",
            "geschütze",
            "kanone",
            "kanonen",
            "batterie",
            "canon",
            "canons",
            "pièce",
            "pièces",
        ),
        "general": ("commander-in-chief", "feldherr", "général en chef"),
    }
)
"""Other words by which orders of battle call them, in English, German and French."""


def _men(key: str, title: str, says: str, arm: str, men: int) -> Template:
    """Men of one arm under one order."""
    parts = (Part("bodies", {"arm": arm}, counts=(Count("men", say("Men"), 1, men, 200),)),)
    return Template(key, title, says, parts, ALSO[key])


TEMPLATES = (
    _men("infantry", say("Infantry"), say("As many as usually go with a gun."), "infantry", FOR_A_GUN["inf"][0]),
    _men("cavalry", say("Cavalry"), say("As many as usually go with a gun."), "cavalry", FOR_A_GUN["cav"][0]),
    Template(
        "gun",
        say("Gun"),
        say("A gun and the four men that it needs within six inches."),
        (
            Part("guns"),
            Part(
                "bodies",
                {"arm": "infantry"},
                name="gunners",
                title=say("gunners"),
                counts=(Count("men", say("Men by it"), CREW, CREW, 200),),
                behind=2 * INCH,
            ),
        ),
        ALSO["gun"],
    ),
    Template("general", say("General"), say("The chief of a side."), (Part("generals", faces=False),), ALSO["general"]),
)
"""In the sequence offered."""
