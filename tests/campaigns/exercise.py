"""A whole exercise of twelve own moves a side, with everything measured, and its end worked out by hand.

Nothing has a place, so that every length and every number is what the officials measured, and the result follows from
the rulebook alone.  The comments show the working, done from the rulebook and not by the engine.
"""

from typing import Any

OPTIONS = {"two_stage_move": False, "score_points": True, "use_contours": False}

START: dict[str, Any] = {
    "bodies": {
        "red-1": {"side": "red", "arm": "cavalry", "men": 24, "name": "First Dragoons"},
        "red-2": {"side": "red", "arm": "cavalry", "men": 24, "name": "Second Dragoons"},
        "red-3": {"side": "red", "arm": "cavalry", "men": 12, "name": "Third Dragoons"},
        "red-foot": {"side": "red", "arm": "infantry", "men": 60, "formation": "two-ranks", "name": "Red Foot"},
        "red-skirm": {"side": "red", "arm": "infantry", "men": 30, "formation": "extended", "name": "Red Skirmishers"},
        "red-crew-1": {"side": "red", "arm": "artillery", "men": 6, "name": "First Red Crew"},
        "red-crew-2": {"side": "red", "arm": "artillery", "men": 5, "name": "Second Red Crew"},
        "red-sappers": {"side": "red", "arm": "engineers", "men": 10, "name": "Red Sappers"},
        "blue-x1": {"side": "blue", "arm": "infantry", "men": 30, "formation": "extended", "name": "First Blue Line"},
        "blue-x2": {"side": "blue", "arm": "infantry", "men": 30, "formation": "extended", "name": "Second Blue Line"},
        "blue-x3": {"side": "blue", "arm": "infantry", "men": 30, "formation": "extended", "name": "Third Blue Line"},
        "blue-c1": {
            "side": "blue",
            "arm": "infantry",
            "men": 30,
            "formation": "two-ranks",
            "name": "First Blue Square",
        },
        "blue-c2": {
            "side": "blue",
            "arm": "infantry",
            "men": 30,
            "formation": "two-ranks",
            "name": "Second Blue Square",
        },
        "blue-c3": {
            "side": "blue",
            "arm": "infantry",
            "men": 30,
            "formation": "two-ranks",
            "name": "Third Blue Square",
        },
        "blue-fort": {"side": "blue", "arm": "infantry", "men": 45, "formation": "two-ranks", "name": "Garrison"},
        "blue-patrol": {"side": "blue", "arm": "cavalry", "men": 1, "name": "Patrol"},
        "blue-horse": {"side": "blue", "arm": "cavalry", "men": 24, "name": "Blue Hussars"},
        "blue-crew-1": {"side": "blue", "arm": "artillery", "men": 5, "name": "First Blue Crew"},
        "blue-crew-2": {"side": "blue", "arm": "artillery", "men": 5, "name": "Second Blue Crew"},
    },
    "guns": {
        "red-gun-1": {"side": "red", "crew": "red-crew-1", "name": "First Red Gun"},
        "red-gun-2": {"side": "red", "crew": "red-crew-2", "name": "Second Red Gun"},
        "blue-gun-1": {"side": "blue", "crew": "blue-crew-1", "name": "First Blue Gun"},
        "blue-gun-2": {"side": "blue", "crew": "blue-crew-2", "team_horses": 0, "name": "Second Blue Gun"},
    },
    "waggons": {"blue-waggon": {"side": "blue", "packets": {"food": 1}, "name": "Waggon in the Fort"}},
    "depots": {
        "red-depot": {"side": "red", "packets": {"food": 20, "forage": 60, "ammunition": 8}, "name": "Red Depot"},
        "blue-depot": {"side": "blue", "packets": {"food": 20, "forage": 20, "ammunition": 6}, "name": "Blue Depot"},
    },
}

RED = ["red-1", "red-2", "red-3", "red-foot", "red-skirm", "red-crew-1", "red-crew-2", "red-sappers"]
BLUE = ["blue-x1", "blue-x2", "blue-x3", "blue-c1", "blue-c2", "blue-c3", "blue-horse", "blue-crew-1"]
FORT = ["blue-fort", "blue-patrol"]
QUIET = {"threatened_by": {}}
"""No hostile cavalry stood within charging distance of anybody when the move closed."""
SIEGE = {**QUIET, "pockets": [FORT]}


def from_depot(side: str, *things: str, cut: str = "") -> dict[str, Any]:
    """Everybody is supplied from the side's depot, 20 inches off; an enemy stands between it and ``cut``."""
    return {one: {"source": f"{side}-depot", "distance": 20, "enemy_between": one == cut} for one in things}


IN_THE_FORT = {one: {"source": "blue-waggon", "distance": 2} for one in FORT}


def a_charge(body: str, target: str, **measured: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """An order to charge, and what was measured for it."""
    return {body: [{"order": "charge", "body": body, "target": target}]}, {f"{body}/0": measured}


def a_retreat(body: str, enemy: str, inches: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """An order to retire, and how far it went."""
    return {body: [{"order": "retire", "body": body, "from": enemy}]}, {f"{body}/0": {"distance": inches}}


def a_volley(body: str, shots: int, *fallen: dict[str, int]) -> tuple[dict[str, Any], dict[str, Any]]:
    """An order to fire rifles, and whom the first of the shots hit; the others hit nobody."""
    fell = [{"knocked_down": one} for one in fallen] + [{}] * (shots - len(fallen))
    return {body: [{"order": "fire-rifles", "body": body}]}, {f"{body}/0": {"shots": fell}}


def shells(gun: str, *fell: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """An order to fire a gun, and what lay in the circle of each shell."""
    order = {"order": "fire-gun", "gun": gun, "aim": {"bearing": 0, "elevation": 5}, "shots": len(fell)}
    return {gun: [order]}, {f"{gun}/0": {"shells": list(fell)}}


def a_move(
    side: str, *made: tuple[dict[str, Any], dict[str, Any]], coin: str = "", **move_facts: Any
) -> dict[str, Any]:
    """One move: its orders by thing, the facts by order, the facts of the move."""
    return {
        "side": side,
        "orders": {thing: orders for given, _ in made for thing, orders in given.items()},
        "facts": {key: measured for _, facts in made for key, measured in facts.items()},
        "move_facts": {**QUIET, **move_facts},
        "coin": coin,
    }


MOVES = [
    # -- 1 --
    a_move(
        "red",
        # Far, extended [KS-CHARGE-05]: cavalry floor(20/5) = 4, 24 - 4 = 20 left; infantry 1 × 24, of 20: 20, 10 left.
        a_charge("red-1", "blue-x1", distance=30, chargers=24, charged=20),
        # Far, close [KS-CHARGE-09]: cavalry 3 × 4 = 12, 12 left; infantry floor(24/15) = 1, 29 left.
        a_charge("red-2", "blue-c1", distance=30, chargers=24, charged=4),
    ),
    a_move("blue", a_retreat("blue-x1", "red-1", 12)),
    # -- 2 --
    a_move(
        "red",
        # Gun wholly in the circle, lost [KS-SHELL-04]; 5 gunners in it, 3 dead, 2 left [KS-SHELL-03].
        shells("red-gun-1", {"guns_wholly": ["blue-gun-1"], "men": {"blue-crew-1": 5}}),
        # 60 rifles, 12 shots, nobody hit; first firing move.
        a_volley("red-foot", 12),
        # Middle, extended [KS-CHARGE-06]: cavalry floor(25/10) = 2, 18 left; infantry 2 × 20, of 25: 25, 5 left.
        a_charge("red-1", "blue-x2", distance=20, chargers=20, charged=25),
        # Middle, close [KS-CHARGE-10]: cavalry 2 × 3 = 6, 6 left; infantry floor(12/10) = 1, 29 left.
        a_charge("red-2", "blue-c2", distance=18, chargers=12, charged=3),
    ),
    a_move(
        "blue",
        # Gun partly in the circle: disabled in Red's moves 3 and 4 [KS-SHELL-05]; 3 gunners, 2 dead, 4 left.
        shells("blue-gun-2", {}, {"guns_partly": ["red-gun-1"], "men": {"red-crew-1": 3}}),
        a_retreat("blue-x2", "red-1", 12),
    ),
    # -- 3 --
    a_move(
        "red",
        a_volley("red-foot", 12),
        # Near, extended [KS-CHARGE-07]: cavalry floor(16/15) = 1, 17 left; infantry 3 × 18, of 16: 16, 14 left.
        a_charge("red-1", "blue-x3", distance=12, chargers=18, charged=16),
        # Near, close [KS-CHARGE-11]: cavalry 4, 8 left; infantry floor(12/5) = 2, 28 left.
        a_charge("red-3", "blue-c3", distance=10, chargers=12, charged=4),
    ),
    a_move("blue", a_retreat("blue-x3", "red-1", 12)),
    # -- 4 --
    a_move(
        "red",
        a_volley("red-foot", 12),
        # Far, on a gun [KS-CHARGE-28]: min(1, floor(17/8)) = 1 taken, 4 lost, 13 left; its 5 servers are prisoners.
        a_charge("red-1", "blue-gun-2", distance=30, chargers=17, guns=["blue-gun-2"]),
        dealt_with={"blue-gun-2": 0},
    ),
    a_move(
        "blue",
        # Equal on the level [KS-CHARGE-18], 8 against 8; heads, Blue wins: Red loses ceil(24/4) = 6, 2 left;
        # Blue floor(8/4) = 2, 22 left.
        a_charge("blue-horse", "red-3", distance=30, chargers=8, charged=8),
        coin="heads",
    ),
    # -- 5 --
    a_move(
        "red",
        # Two men fall to two shots [KS-LW-19]: 12 left.
        a_volley("red-foot", 12, {"blue-x3": 1}, {"blue-x3": 1}),
        a_retreat("red-3", "blue-horse", 36),
    ),
    a_move("blue", pockets=[FORT]),
    # -- 6, the first tick --
    a_move(
        "red",
        # 7 inside: 4 dead, 25 left; 5 inside: 3 dead, 22 left.
        shells("red-gun-2", {"men": {"blue-c1": 7}}, {"men": {"blue-c1": 5}}),
        a_volley("red-foot", 12),
        # Food: 13 + 6 + 2 + 60 + 30 + 4 + 5 + 10 = 130 = 4 × 30 + 10 → 4; 16 left.
        # Forage: 13 + 6 + 2 horses and two teams of six = 33 = 5 × 6 + 3 → 6; 54 left.
        supply=from_depot("red", *RED),
        supply_groups=[RED],
        pockets=[],
    ),
    a_move(
        "blue",
        # Outside the fort, without the Third Square, from which an enemy cuts the depot [KS-SUP-11, KS-SUP-12]:
        # 10 + 5 + 12 + 22 + 29 + 22 + 2 = 102 = 3 × 30 + 12 → 3 food, 17 left; 22 horses = 3 × 6 + 4 → 4 forage, 16 left.
        # The Square's 28 men go without 1 packet.  In the fort 46 men → 2 food [KS-SIEGE-02]: 1 packet and 1 horse,
        # the last [KS-SIEGE-04]; so it surrenders at the end of own move 10 [KS-SIEGE-06].
        supply={**from_depot("blue", *BLUE, cut="blue-c3"), **IN_THE_FORT},
        supply_groups=[BLUE],
        pockets=[FORT],
    ),
    # -- 7 --
    a_move(
        "red",
        # Sixth firing move running, 2 to 7: 60 rifles → 2 packets of ammunition, 6 left [KS-SUP-04].  3 men fall.
        a_volley("red-foot", 12, {"blue-c2": 2}, {"blue-c2": 1}),
        supply=from_depot("red", *RED),
        supply_groups=[RED],
        pockets=[],
    ),
    # The depot is still cut off: the Square goes on without.
    a_move(
        "blue", supply={**from_depot("blue", *BLUE, cut="blue-c3"), **IN_THE_FORT}, supply_groups=[BLUE], pockets=[FORT]
    ),
    # -- 8 --
    a_move(
        "red",
        # 9 against 5, isolated [KS-LW-05]: P = min(5, 4) = 4 prisoners, 1 dead on each side: 29 left, none left.
        (
            {"red-skirm": [{"order": "assault", "body": "red-skirm", "target": "blue-x2"}]},
            {
                "red-skirm/0": {
                    "distance": 6,
                    "attackers": 9,
                    "defenders": 5,
                    "attackers_support": 20,
                    "defenders_support": 0,
                }
            },
        ),
    ),
    # The way is free: 1 food for the Square, 16 left [KS-FAIL-03].
    a_move("blue", supply={**from_depot("blue", *BLUE), **IN_THE_FORT}, supply_groups=[BLUE], pockets=[FORT]),
    # -- 9 --
    a_move("red", ({"red-sappers": [{"order": "march", "body": "red-sappers"}]}, {"red-sappers/0": {"distance": 24}})),
    a_move(
        "blue",
        # Far, close: cavalry 3 × 2 = 6, 16 left; infantry floor(10/15) = 0.
        a_charge("blue-horse", "red-foot", distance=30, chargers=10, charged=2),
        pockets=[FORT],
    ),
    # -- 10: the fort surrenders --
    a_move("red"),
    a_move("blue", pockets=[FORT]),
    # -- 11 --
    # 4 men on 4 shots, 12 left: the first firing move of a new count.
    a_move("red", a_volley("red-foot", 12, *[{"blue-horse": 1}] * 4)),
    # Near, extended: cavalry floor(12/15) = 0; infantry 3 × 12, of 12: 12, 17 left.
    a_move("blue", a_charge("blue-horse", "red-skirm", distance=12, chargers=12, charged=12)),
    # -- 12, the second tick --
    a_move(
        "red",
        a_retreat("red-skirm", "blue-horse", 12),
        # Food: 13 + 6 + 2 + 60 + 17 + 4 + 5 + 10 = 117 = 3 × 30 + 27 → 4; 12 left.  Forage: 33 horses → 6; 48 left.
        supply=from_depot("red", *RED),
        supply_groups=[RED],
        pockets=[],
    ),
    a_move(
        "blue",
        # Food: 10 + 12 + 22 + 26 + 28 + 12 + 2 = 112 = 3 × 30 + 22 → 4; 12 left.  Forage: 12 horses → 2; 14 left.
        supply=from_depot("blue", *(one for one in BLUE if one != "blue-x2")),
        supply_groups=[[one for one in BLUE if one != "blue-x2"]],
        pockets=[],
    ),
]

MEN_AT_THE_END = {
    "red-1": 13, "red-2": 6, "red-3": 2, "red-foot": 60, "red-skirm": 17, "red-crew-1": 4, "red-crew-2": 5, "red-sappers": 10,
    "blue-x1": 10, "blue-x2": 0, "blue-x3": 12, "blue-c1": 22, "blue-c2": 26, "blue-c3": 28, "blue-horse": 12, "blue-crew-1": 2,
}  # fmt: skip

STOCKS_AT_THE_END = {
    # 20 - 4 - 4 food, 60 - 6 - 6 forage, 8 - 2 ammunition.
    "red": {"food": 12, "forage": 48, "ammunition": 6},
    # The depot: 20 - 3 - 1 - 4 food, 20 - 4 - 2 forage, 6 ammunition; the waggon's one packet was eaten.
    "blue": {"food": 12, "forage": 14, "ammunition": 6},
}

HALVES_AT_THE_END = {
    # Cavalry 13 + 6 + 2 = 21 at 3; infantry 60 + 17 = 77 at 2; gunners 9 and sappers 10 at 2; three guns at 20;
    # prisoners held 5 gunners, 4 of the Second Line, 46 of the fort = 55 at 1: 63 + 154 + 38 + 60 + 55.
    "red": 370,
    # Infantry 10 + 12 + 22 + 26 + 28 = 98 at 2; cavalry 12 at 3; gunners 2 at 2; no gun; own prisoners 55 at 1:
    # 196 + 36 + 4 + 55.
    "blue": 291,
}
