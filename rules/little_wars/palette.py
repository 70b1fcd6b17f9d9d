"""What an umpire may put down in a battle of Little Wars.  The strengths are defaults of the house.  [LW-FORCE-05, LW-FORCE-07]"""

from __future__ import annotations

from rules.contract.palette import Count, Part, Template
from rules.little_wars.tables.forces import FOR_A_GUN
from rules.little_wars.tables.nearness import CREW
from rules.values.measure import INCH


def _men(key: str, title: str, says: str, arm: str, men: int) -> Template:
    """Men of one arm under one order."""
    return Template(key, title, says, (Part("bodies", {"arm": arm}, counts=(Count("men", "Men", 1, men, 200),)),))


TEMPLATES = (
    _men("infantry", "Infantry", "As many as usually go with a gun.", "infantry", FOR_A_GUN["inf"][0]),
    _men("cavalry", "Cavalry", "As many as usually go with a gun.", "cavalry", FOR_A_GUN["cav"][0]),
    Template(
        "gun",
        "Gun",
        "A gun, and the four men whom it needs within six inches.",
        (
            Part("guns"),
            Part(
                "bodies",
                {"arm": "infantry"},
                name="gunners",
                counts=(Count("men", "Men by it", CREW, CREW, 200),),
                behind=2 * INCH,
            ),
        ),
    ),
    Template("general", "General", "The chief of a side.", (Part("generals", faces=False),)),
)
"""In the sequence offered."""
