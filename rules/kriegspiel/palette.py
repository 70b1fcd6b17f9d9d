"""What an umpire may put down in the muster of the Kriegspiel.  The strengths are defaults of the house.  [KS-GAME-13]"""

from __future__ import annotations

from rules.contract.palette import Count, Part, Template
from rules.floor.kinds import STORES, TEAM
from rules.kriegspiel.tables.fire import CREW
from rules.kriegspiel.tables.forces import MUSTER
from rules.values.measure import INCH

BEHIND = 3 * INCH
"""The distance of the men behind their gun when put down."""

FEWEST, MOST = 1, 500
"""The limits of the men of a body."""


def _body(key: str, title: str, says: str, arm: str, men: int, formation: str = "") -> Template:
    """One body of an arm."""
    state = {"arm": arm} | ({"formation": formation} if formation else {})
    return Template(key, title, says, (Part("bodies", state, counts=(Count("men", "Men", FEWEST, men, MOST),)),))


def _store(key: str, title: str, says: str, group: str, packets: tuple[int, ...]) -> Template:
    """A store with its packets."""
    held = tuple(Count(kind, kind.capitalize(), 0, usual, 10_000) for kind, usual in zip(STORES, packets, strict=True))
    return Template(key, title, says, (Part(group, counts=held, within="packets", faces=False),))


TEMPLATES = (
    _body("battalion", "Battalion", "Infantry in two ranks.", "infantry", 3 * MUSTER["infantry"].men, "two-ranks"),
    _body("company", "Company", "Infantry in fours, on the march.", "infantry", MUSTER["infantry"].men, "fours"),
    _body("skirmishers", "Skirmishers", "Infantry extended.", "infantry", MUSTER["infantry"].men, "extended"),
    _body(
        "squadron", "Squadron", "Cavalry in line, each man with his horse.", "cavalry", MUSTER["cavalry"].men, "line"
    ),
    Template(
        "gun",
        "Gun",
        "A gun with the men who serve it and its team.",
        (
            Part("guns", {"team_horses": TEAM}, of={"crew": "crew"}),
            Part(
                "bodies",
                {"arm": "artillery"},
                name="crew",
                counts=(Count("men", "Men who serve it", FEWEST, CREW + 2, MOST),),
                behind=BEHIND,
            ),
        ),
    ),
    _body("engineers", "Royal Engineers", "Men who bridge, mine, entrench and repair.", "engineers", 10),
    _store("waggon", "Supply waggon", "A waggon with what it carries.", "waggons", (4, 2, 2)),
    _store("depot", "Depot", "A store that stays where it is, without limit.", "depots", (40, 40, 20)),
    Template("general", "General", "The chief of a side.", (Part("generals", faces=False),)),
)
"""In the sequence offered."""
