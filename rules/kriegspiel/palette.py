"""What an umpire may put down in the muster of the Kriegspiel.  The strengths are defaults of the house.  [KS-GAME-13]"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.contract.palette import Count, Part, Template
from rules.floor.kinds import TEAM
from rules.ground.country import STORES
from rules.kriegspiel.tables.fire import CREW
from rules.kriegspiel.tables.forces import MUSTER
from rules.values.measure import INCH
from rules.values.sentence import say, say_as

BEHIND = 3 * INCH
"""The distance of the men behind their gun when put down."""

FEWEST, MOST = 1, 500
"""The limits of the men of a body."""

ALSO: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "battalion": (
            "bn", "batt", "foot", "inf", "line infantry", "regiment", "btl", "bataillon", "fußvolk", "linie", "rgt",
            "bat", "fantassins", "infanterie de ligne", "régiment",
        ),
        "company": ("coy", "co", "komp", "cie", "compagnie"),
        "skirmishers": ("rifles", "light infantry", "jäger", "schützen", "plänkler", "tirailleurs", "chasseurs"),
        "squadron": (
            "sqn", "horse", "cav", "hussars", "dragoons", "lancers", "esk", "eskadron", "kav", "reiter", "husaren",
            "dragoner", "ulanen", "esc", "cavaliers", "hussards", "lanciers",
        ),
        "gun": (
            "guns", "battery", "art", "geschütze", "kanone", "kanonen", "batterie", "canon", "canons", "pièce", "pièces", "bouche à feu",
        ),
        "engineers": ("re", "sappers", "pioneers", "pioniere", "sappeure", "sapeurs", "génie"),
        "waggon": ("wagon", "waggons", "cart", "wagen", "fuhrwerk", "fourgon", "voiture"),
        "depot": ("store", "magazine", "magazin", "lager", "magasin"),
        "general": ("commander-in-chief", "c-in-c", "feldherr", "général en chef"),
    }
)  # fmt: skip
"""Other words by which orders of battle call them, in English, German and French."""


def _body(key: str, title: str, says: str, arm: str, men: int, formation: str = "") -> Template:
    """One body of an arm."""
    state = {"arm": arm} | ({"formation": formation} if formation else {})
    parts = (Part("bodies", state, counts=(Count("men", say("Men"), FEWEST, men, MOST),)),)
    return Template(key, title, says, parts, ALSO[key])


def _store(key: str, title: str, says: str, group: str, packets: tuple[int, ...]) -> Template:
    """A store with its packets."""
    held = tuple(Count(kind, kind.capitalize(), 0, usual, 10_000) for kind, usual in zip(STORES, packets, strict=True))
    return Template(
        key, title, says, (Part(group, counts=held, within="packets", faces=group == "waggons"),), ALSO[key]
    )


def _work(kind: str, across: str = "") -> Part:
    """A work that stands."""
    counts = (Count("inches", say("Inches of trench"), 1, 12, 1_000),) if across else ()
    return Part("works", {"kind": kind, "state": "done"}, counts=counts, named=False, across=across)


def _bridge(key: str, title: str, says: str, kind: str) -> Template:
    """A bridge, which is nobody's."""
    return Template(key, title, says, (Part("bridges", {"kind": kind}, faces=False, owned=False),))


def _weather(key: str, title: str, says: str, **factors: str) -> Template:
    """Weather for some moves, by house rule."""
    lasts = Count("moves", say("Moves of either side that it lasts"), 1, 6, 1_000)
    part = Part("weather", {**factors, "name": title}, counts=(lasts,), faces=False, owned=False, placed=False)
    return Template(key, title, says, (part,))


TEMPLATES = (
    _body(
        "battalion",
        say("Battalion"),
        say("Infantry in two ranks."),
        "infantry",
        3 * MUSTER["infantry"].men,
        "two-ranks",
    ),
    _body(
        "company", say("Company"), say("Infantry in fours, on the march."), "infantry", MUSTER["infantry"].men, "fours"
    ),
    _body("skirmishers", say("Skirmishers"), say("Infantry extended."), "infantry", MUSTER["infantry"].men, "extended"),
    _body(
        "squadron",
        say("Squadron"),
        say("Cavalry in line, each man with a horse."),
        "cavalry",
        MUSTER["cavalry"].men,
        "line",
    ),
    Template(
        "gun",
        say("Gun"),
        say("A gun with the men who serve it and its team."),
        (
            Part("guns", {"team_horses": TEAM}, of={"crew": "crew"}),
            Part(
                "bodies",
                {"arm": "artillery"},
                name="crew",
                title=say_as("of a gun", "crew"),
                counts=(Count("men", say("Men who serve it"), FEWEST, CREW + 2, MOST),),
                behind=BEHIND,
            ),
        ),
        ALSO["gun"],
    ),
    _body("engineers", say("Royal Engineers"), say("Men who bridge, mine, entrench and repair."), "engineers", 10),
    _store("waggon", say("Supply waggon"), say("A waggon with what it carries."), "waggons", (4, 2, 2)),
    _store("depot", say("Depot"), say("A store that stays where it is, without limit."), "depots", (40, 40, 20)),
    Template("general", say("General"), say("The chief of a side."), (Part("generals", faces=False),), ALSO["general"]),
    Template("trench", say("Trench"), say("A trench that stands, across its front."), (_work("entrenchment", "line"),)),
    Template("epaulement", say("Epaulement"), say("An epaulement that stands."), (_work("epaulement"),)),
    Template(
        "mine",
        say("Mine"),
        say("A contact mine, armed; only its side knows of it."),
        (Part("mines", faces=False, named=False),),
    ),
    _bridge("bridge", say("Bridge"), say("A bridge that carries a road."), "road-bridge"),
    _bridge("railway-bridge", say("Railway bridge"), say("A bridge that carries rails."), "railway-bridge"),
    _bridge("culvert", say("Culvert"), say("A culvert under a road or rails."), "culvert"),
    Template("boat", say("Boat"), say("A boat, empty."), (Part("boats", faces=False, named=False),)),
    Template(
        "train",
        say("Train"),
        say("A train on the first rails of the country, empty."),
        (
            Part(
                "trains",
                counts=(
                    Count("along", say("Inches along the rails"), 0, 0, 10_000),
                    Count("trucks", say("Trucks"), 0, 4, 100),
                ),
                faces=False,
                named=False,
                placed=False,
            ),
        ),
    ),
    _weather("rain", say("Rain"), say("Marches at two thirds, by house rule."), march="2/3"),
    _weather("mud", say("Mud"), say("Marches at half, by house rule."), march="1/2"),
    _weather("snow", say("Snow"), say("Marches and shots at half, by house rule."), march="1/2", shots="1/2"),
    _weather("heat", say("Heat"), say("Marches at three quarters, by house rule."), march="3/4"),
    _weather("fog", say("Fog"), say("Shots at half, by house rule."), shots="1/2"),
)
"""In the sequence offered."""
