"""The Battle of Hook's Farm, move by move, as the author narrates it in chapter IV.  [rulebook part 20, LW-GEN-10]

Every move says what the text gives (``given``), what we infer from it (``inferred``), and what is only assumed so
that the battle can be played through (``supposed``).  Everything is measured, as the text gives no places; the country, and
where things are drawn after each move, are the layout that the rulebook invents (HF-G).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Plain = dict[str, Any]

BLUE_FOOT = {"printed": 32, "equal": 34}
"""Blue's infantry other than the sixteen on its right: 48 in all as printed, or 50.  [option ``hf_variant``]"""

CHOSEN_LATER = frozenset({"choose"})
"""Orders that are given after a melee has been counted.  [LW-MELEE-12]"""


@dataclass(frozen=True)
class Step:
    """One side's move: its name in the rulebook, its orders, the facts of its close, and the basis of each part."""

    name: str
    side: str
    orders: Sequence[Plain]
    facts: Mapping[str, Any]
    given: str = ""
    inferred: str = ""
    supposed: str = ""


def opening(variant: str = "printed") -> Plain:
    """Both forces put down on their back lines, Red to move first.  variant: ``printed`` or ``equal``.  [rulebook HF-A]"""
    return {
        "first": "red",
        "country": COUNTRY,
        "drawn": drawn(),
        "bodies": {
            "red-left-horse": _horse("red", 5, "Red's left cavalry"),
            "red-left-foot": _foot("red", 13, "Red's left infantry"),
            "red-right-horse": _horse("red", 10, "Red's right cavalry"),
            "red-centre-horse": _horse("red", 10, "Red's centre cavalry"),
            "red-right-foot": _foot("red", 37, "Red's right infantry"),
            "blue-d-horse": _horse("blue", 5, "The horsemen of gun D"),
            "blue-c-horse": _horse("blue", 5, "The horsemen of gun C"),
            "blue-farm-horse": _horse("blue", 10, "Blue's cavalry at the farm"),
            "blue-right-horse": _horse("blue", 5, "Blue's right cavalry"),
            "blue-foot": _foot("blue", BLUE_FOOT[variant], "Blue's infantry"),
            "blue-right-foot": _foot("blue", 16, "Blue's right infantry"),
        },
        "guns": {
            "red-left": _gun("red", "red-left-horse", "Red's left gun"),
            "red-centre": _gun("red", "red-centre-horse", "Red's centre gun"),
            "red-right": _gun("red", "red-right-horse", "Red's right gun"),
            "blue-d": _gun("blue", "blue-d-horse", "Gun D"),
            "blue-c": _gun("blue", "blue-c-horse", "Gun C"),
            "blue-e": _gun("blue", "blue-right-horse", "Gun E"),
        },
    }


def _foot(side: str, men: int, name: str) -> Plain:
    return {"side": side, "arm": "infantry", "men": men, "name": name, **FACING[side]}


def _horse(side: str, men: int, name: str) -> Plain:
    return {"side": side, "arm": "cavalry", "men": men, "name": name, **FACING[side]}


def _gun(side: str, crew: str, name: str) -> Plain:
    return {"side": side, "crew": crew, "name": name, **FACING[side]}


# -- orders in short form --------------------------------------------------------------------------------


def march(body: str, inches: float, *guns: str) -> Plain:
    """Men go a number of inches, to within six inches of guns if some are named."""
    return {"order": "march", "body": body, "to": list(guns), "measured": {"distance": inches}}


def move(gun: str, inches: float, men: Mapping[str, int] | None = None, **more: Any) -> Plain:
    """A gun is moved a number of inches, with the men at it or with those named."""
    named = {"men": dict(men)} if men else {}
    return {"order": "move-gun", "gun": gun, **named, "measured": {"distance": inches, **more}}


def fire(gun: str, *shots: Sequence[tuple[str, int]]) -> Plain:
    """A gun fires four shots; each oversets some men of some bodies."""
    told = [{"effects": [["over", body, men] for body, men in shot]} for shot in shots]
    return {"order": "fire-gun", "gun": gun, "measured": {"shots": told + [{}] * (4 - len(told))}}


def trail(gun: str, **men: int) -> Plain:
    """Men are put at the trail of a gun."""
    return {"order": "place-trail", "gun": gun, "men": {name.replace("_", "-"): number for name, number in men.items()}}


def lead(escort: str, prisoners: str, men: int) -> Plain:
    """One man leads prisoners away."""
    measured = {"distance": 12}
    return {"order": "move-prisoners", "escorts": {escort: 1}, "prisoners": {prisoners: men}, "measured": measured}


# -- the battle ------------------------------------------------------------------------------------------


def _first_moves() -> list[Step]:
    """Until the guns are within range of each other."""
    return [
        Step("R1", "red", [
            move("red-left", 22), move("red-right", 23), move("red-centre", 23),
            march("red-left-foot", 12), march("red-right-foot", 12),
        ], {}, given="The left gun goes left of the church; the other two parts make for the farm.",
            supposed="How far each goes."),
        Step("B1", "blue", [
            move("blue-e", 24), move("blue-d", 23), move("blue-c", 23),
            march("blue-farm-horse", 23), march("blue-foot", 12), march("blue-right-foot", 12),
        ], {}, given="The right gun and its five horsemen go into the woods, sixteen infantry follow, the rest for the farm.",
            inferred="Gun E is that of the right.", supposed="How far each goes."),
        Step("R2", "red", [
            move("red-left", 23.25), move("red-right", 23), move("red-centre", 23),
            march("red-left-foot", 12), march("red-right-foot", 12),
        ], {}, given="The guns of right and centre well forward, the left one well placed; infantry presses on.",
            inferred="The left gun moved, for it did not fire.", supposed="How far each goes."),
        Step("B2", "blue", [
            fire("blue-e", [("red-right-foot", 1)], [("red-right-foot", 1)], [("red-right-foot", 1)]),
            move("blue-d", 23), move("blue-c", 23), trail("blue-e", blue_right_foot=2),
            march("blue-right-horse", 22.75), march("blue-right-foot", 12, "blue-e"),
            march("blue-farm-horse", 12), march("blue-foot", 12),
        ], {}, given="The right gun kills three; its horsemen leave for the farm, infantry serves it; D and C close up to the farm.",
            inferred="The three are infantry.", supposed="How far each goes."),
    ]  # fmt: skip


def _charge() -> list[Step]:
    """Red's charge over the two farm guns, and Blue's answer."""
    return [
        Step("R3", "red", [
            fire("red-left", [("blue-foot", 2)], [("blue-foot", 1)], [("blue-foot", 1)]),
            fire("red-centre", [("blue-foot", 2)], [("blue-farm-horse", 1)], [("blue-farm-horse", 1)]),
            trail("red-left", red_left_horse=2), trail("red-centre", red_centre_horse=2),
            march("red-right-foot", 12, "red-centre"), march("red-left-foot", 12),
            {"order": "assault", "body": ["red-right-horse", "red-centre-horse"], "target": "blue-farm-horse",
             "measured": {"distance": 20, "attackers": 18, "defenders": 21, "attackers_support": 2}},
            {"order": "choose", "dead": {"red-right-horse": 7, "red-centre-horse": 8, "blue-farm-horse": 5, "blue-d-horse": 5,
                                         "blue-c-horse": 5}, "prisoners": {"red-right-horse": 3}},
        ], {}, given="Left and centre guns kill six infantry and two cavalry; of twenty cavalry two are set at the centre gun's trail, "
                     "eighteen charge twenty-one, isolated with two in support; Red has fifteen of the dead chosen so that "
                     "neither farm gun has four men.",
            inferred="Which of the horse fell, by squads.", supposed="Which shot killed whom."),
        Step("B3", "blue", [
            fire("blue-e", [("red-right-foot", 1)], [("red-centre-horse", 1)]), trail("blue-e", blue_right_foot=2),
            lead("blue-foot", "red-right-horse", 3),
            march("blue-farm-horse", 6, "blue-d", "blue-c"), march("blue-right-horse", 6, "blue-d", "blue-c"),
            march("blue-foot", 12),
        ], {}, given="The right gun kills one man on foot and one horseman at the centre gun's trail; eight cavalry go to the two silenced "
                     "guns; infantry comes up; one infantryman leads off three prisoners; Red's right gun stands abandoned.",
            supposed="How far each goes."),
    ]  # fmt: skip


def _counter_attack() -> list[Step]:
    """Red's rush for the lost gun, and the second melee."""
    return [
        Step("R4", "red", [
            {"order": "split", "body": "red-right-foot", "men": 6, "into": "red-six"},
            fire("red-left", [("blue-foot", 2)], [("blue-foot", 1)], [("blue-foot", 1)]),
            fire("red-centre", [("blue-foot", 2)], [("blue-foot", 1)], [("blue-foot", 1)]),
            trail("red-left", red_left_horse=2), trail("red-centre", red_right_foot=2),
            march("red-six", 12, "red-right"), march("red-left-foot", 11.75),
        ], {}, given="Eight of Blue's centre are killed; six or seven men go to retake the gun; others are massed behind the centre gun; "
                     "the left infantry rushes across the open.",
            inferred="Left and centre guns fired; the eight are infantry.", supposed="Which shot killed whom."),
        Step("B4", "blue", [
            {"order": "split", "body": "blue-foot", "men": 5, "into": "blue-five"},
            fire("blue-d", [("red-right-foot", 2)], [("red-right-foot", 1)], [("red-left-foot", 1)]),
            fire("blue-c", [("red-right-foot", 2)], [("red-right-foot", 1)]),
            fire("blue-e", [("red-left-foot", 2)], [("red-left-foot", 1)]),
            trail("blue-d", blue_farm_horse=2), trail("blue-c", blue_farm_horse=1, blue_right_horse=1),
            trail("blue-e", blue_right_foot=2), march("blue-foot", 6, "blue-d", "blue-c"),
            {"order": "assault", "body": ["blue-right-horse", "blue-five"], "target": "red-six",
             "measured": {"distance": 9, "attackers": 9, "defenders": 6, "defenders_support": 2}},
            {"order": "choose", "dead": {"blue-five": 3, "red-six": 3}, "prisoners": {"red-six": 3}},
        ], {}, given="The guns kill ten foot; nine Blues, cavalry and infantry, meet the six, who are isolated.",
            inferred="All three guns fired; the charger has his cheaper men fall.", supposed="Which shot killed whom; who the nine were."),
        Step("R5", "red", [
            move("red-left", 20.25), march("red-left-foot", 11.75), march("red-right-foot", 10),
        ], {}, given="The left infantry goes back to the church, the right to the cottage; the left gun forward against Blue's right."),
        Step("B5", "blue", [
            fire("blue-c", [("red-right-foot", 2)], [("red-right-foot", 1)]), fire("blue-e", [("red-left-horse", 1)]),
            move("blue-d", 11.25, {"blue-foot": 4}), trail("blue-c", blue_farm_horse=2), trail("blue-e", blue_right_foot=2),
            lead("blue-five", "red-six", 3),
            {"order": "assault", "body": "blue-right-horse", "target": "red-right", "measured": {"distance": 6}},
        ], {"past_axle": {"red-right": 4}, "dealt_with": {"red-right": 0}},
            given="The gun right of the farm kills three of Red's right, the right gun one at Red's left gun; gun D moves out among the "
                  "trees; Red's lost gun is taken; three infantry prisoners are led off.",
            inferred="The three are infantry, the one a horseman."),
    ]  # fmt: skip


def _retreat() -> list[Step]:
    """The end of the narrative: who got away.  It is silent on twenty-one Reds; the rulebook rules them dead."""
    lost = [[("red-right-foot", 2)], [("red-right-foot", 2)], [("red-right-foot", 2)], [("red-right-foot", 2)]]
    church = [("red-left-foot", 4)]
    return [
        Step("R6", "red", [
            {"order": "split", "body": "red-left-foot", "men": 5, "into": "red-church"},
            {"order": "split", "body": "red-right-foot", "men": 2, "into": "red-two"},
            march("red-church", 12), march("red-two", 12), march("red-left-foot", 6), march("red-right-foot", 6),
        ], {}, given="Red retreats.", supposed="How many moves it took."),
        Step("B6", "blue", [
            fire("blue-c", *lost), fire("blue-d", [("red-right-foot", 8)]), fire("blue-e", church, [("red-centre-horse", 1)]),
        ], {}, inferred="Twenty foot and one horseman of whom nothing is told are dead.", supposed="That the guns killed them, and now."),
        Step("R7", "red", [move("red-left", 24), march("red-church", 12), march("red-two", 12)], {}, supposed="The way back."),
        Step("B7", "blue", [], {}, supposed="Blue stands."),
        Step("R8", "red", [
            move("red-left", 20, line="own"),
            {"order": "retire", "body": "red-church", "measured": {"distance": 10}},
            {"order": "retire", "body": "red-two", "measured": {"distance": 12}},
        ], {}, given="Two of the second gun's men, five infantry behind the church, the third gun and four cavalry are over the line.",
            inferred="The two are infantry."),
    ]  # fmt: skip


def battle() -> list[Step]:
    """All moves of the battle, in order."""
    return [*_first_moves(), *_charge(), *_counter_attack(), *_retreat()]


def _square(west: float, south: float, east: float, north: float) -> list[list[float]]:
    return [[west, south], [east, south], [east, north], [west, north]]


FACING: Mapping[str, Plain] = {"red": {"facing": 180}, "blue": {}}
"""Red comes from the north, Blue from the south."""

COUNTRY: Plain = {
    "name": "Hook's Farm",
    "size": [108, 108],
    "back_lines": {"red": "north", "blue": "south"},
    "houses": {
        "farm": {"outline": _square(32, 50, 40, 54), "name": "Hook's Farm"},
        "outbuilding": {"outline": _square(34, 72, 38, 75), "name": "Outbuilding"},
        "cottage": {"outline": _square(54, 76, 59, 80), "name": "Cottage"},
        "church": {"outline": _square(82, 68, 88, 74), "name": "Firely Church"},
    },
    "woods": {
        "woods": {"outline": _square(56, 20, 68, 30), "name": "Woods"},
        "thin-wood": {"outline": _square(44, 34, 56, 48), "name": "Thin wood"},
    },
}
"""The ground, in inches: what stands on it, from Blue's line in the south to Red's in the north.  [rulebook HF-G]"""

PLACES: Mapping[str, Mapping[str, list[float]]] = {
    "": {
        "red-right": [30, 107], "red-centre": [42, 107], "red-left": [88, 107], "red-right-horse": [25, 107],
        "red-centre-horse": [47, 107], "red-left-horse": [93, 107], "red-right-foot": [36, 103], "red-left-foot": [86, 103],
        "blue-d": [28, 1], "blue-c": [44, 1], "blue-e": [62, 1], "blue-d-horse": [23, 1], "blue-c-horse": [49, 1],
        "blue-farm-horse": [36, 1], "blue-right-horse": [67, 1], "blue-foot": [52, 5], "blue-right-foot": [60, 5],
    },
    "R1": {
        "red-right": [30, 85], "red-centre": [42, 85], "red-left": [88, 86], "red-right-horse": [26, 87],
        "red-centre-horse": [46, 87], "red-left-horse": [92, 88], "red-right-foot": [36, 96], "red-left-foot": [86, 96],
    },
    "B1": {
        "blue-d": [28, 23], "blue-c": [44, 23], "blue-e": [62, 24], "blue-d-horse": [24, 21], "blue-c-horse": [48, 21],
        "blue-farm-horse": [36, 23], "blue-right-horse": [66, 22], "blue-foot": [52, 12], "blue-right-foot": [60, 12],
    },
    "R2": {
        "red-right": [30, 62], "red-centre": [42, 62], "red-left": [76, 66], "red-right-horse": [33, 64],
        "red-centre-horse": [46, 64], "red-left-horse": [79, 68], "red-right-foot": [37, 84], "red-left-foot": [86, 86],
    },
    "B2": {
        "blue-d": [30, 46], "blue-c": [42, 46], "blue-d-horse": [27, 44], "blue-c-horse": [45, 44],
        "blue-farm-horse": [36, 41], "blue-right-horse": [48, 42], "blue-foot": [51, 24], "blue-right-foot": [61, 22],
    },
    "R3": {
        "red-right-horse": [34, 44], "red-centre-horse": [42, 66], "red-right-foot": [42, 72], "red-left-foot": [85, 79],
    },
    "B3": {
        "red-right-horse": [40, 33], "blue-farm-horse": [31, 43], "blue-right-horse": [43, 43], "blue-foot": [50, 36],
    },
    "R4": {"red-six": [33, 64], "red-right-foot": [43, 70], "red-left-foot": [73.5, 77]},
    "B4": {"blue-five": [36, 60], "blue-right-horse": [31, 59], "blue-foot": [45, 40]},
    "R5": {"red-left": [72, 46], "red-left-horse": [75, 48], "red-left-foot": [85, 79], "red-right-foot": [52, 74]},
    "B5": {"blue-d": [22, 54], "blue-right-horse": [30, 64], "blue-five": [37, 57], "red-six": [38, 46]},
    "R6": {
        "red-church": [86, 90], "red-two": [48, 84], "red-left-foot": [85, 85], "red-right-foot": [50, 80],
    },
    "R7": {"red-left": [80, 69], "red-left-horse": [83, 71], "red-church": [87, 101], "red-two": [46, 95]},
    "R8": {"red-left": [92, 107], "red-left-horse": [95, 107], "red-church": [87, 107], "red-two": [46, 107]},
}  # fmt: skip
"""Where things are drawn after each move, as far as they went somewhere in it.  [rulebook HF-B, HF-G]"""


def drawn() -> Plain:
    """The places by the number of own moves that had been made."""
    names = ["", *(step.name for step in battle())]
    return {str(number): dict(PLACES[name]) for number, name in enumerate(names) if name in PLACES}


STRENGTHS: Mapping[str, tuple[int, int, int, int]] = {
    "R1": (50, 25, 48, 25), "B1": (50, 25, 48, 25), "R2": (50, 25, 48, 25), "B2": (47, 25, 48, 25), "R3": (47, 7, 42, 8),
    "B3": (46, 6, 42, 8), "R4": (46, 6, 34, 8), "B4": (30, 6, 31, 8), "R5": (30, 6, 31, 8), "B5": (27, 5, 31, 8),
}  # fmt: skip
"""Infantry and cavalry alive and free after each move, Red's and Blue's, from the rulebook's table.  [rulebook HF-C]"""
