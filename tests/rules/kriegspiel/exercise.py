"""An exercise that plays itself: two sides on a country, each thing given some order that it may be given, nobody measuring.

`python -m tests.rules.kriegspiel.exercise [MOVES]` prints the digest of everything that happened in it.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from rules.contract.answers import Ask
from rules.errors import Refused
from rules.kriegspiel.book import KRIEGSPIEL
from rules.values.chance import draw

Plain = dict[str, Any]

SEED = "the forty moves of 1913"

OPTIONS: Plain = {
    "fire_mode": "simulated",
    "two_stage_move": False,
    "first_fire_move": 1,
    "general_vulnerability": "sykes",
    "free_surrender": True,
    "supply_period_moves": 6,
    "map_size_ft": [16, 12],
}

COUNTRY: Plain = {
    "size": [192, 144],
    "contours": {"knoll": {"line": [[60, 60], [80, 56], [92, 72], [76, 88], [58, 80], [60, 60]], "height": 6}},
    "water": {"brook": {"outline": [[0, 68], [40, 66], [40, 72], [0, 74]], "fordable": False}},
    "fords": {"ford": {"line": [[20, 65], [20, 76]]}},
    "roads": {"lane": {"line": [[110, 0], [112, 72], [108, 144]], "width": 3}},
    "houses": {"mill": {"outline": [[128, 66], [134, 66], [134, 72], [128, 72]], "height": 6}},
    "walls": {"wall": {"line": [[140, 60], [160, 62]], "height": 2}},
    "woods": {"copse": {"outline": [[160, 90], [176, 90], [176, 104], [160, 104]]}},
    "back_lines": {"red": "south", "blue": "north"},
}

ARMS = (
    ("foot", "infantry", 30, "two-ranks"),
    ("rifles", "infantry", 20, "extended"),
    ("guard", "infantry", 24, "fours"),
    ("horse", "cavalry", 16, "line"),
    ("lancers", "cavalry", 12, "column"),
    ("gunners", "artillery", 8, "two-ranks"),
    ("sappers", "engineers", 8, "two-ranks"),
)


def opening() -> Plain:
    """Two equal forces on their own sides of the country."""
    start: Plain = {
        "first": "red",
        "own_moves": {"red": 0, "blue": 0},
        "bodies": {},
        "guns": {},
        "waggons": {},
        "depots": {},
    }
    start["generals"], start["bridges"], start["boats"] = {}, {}, {}
    start["bridges"]["culvert"] = {"kind": "culvert", "at": [30, 70]}
    for side, y, facing, towards in (("red", 34, 0, -1), ("blue", 112, 180, 1)):
        for place, (name, arm, men, formation) in enumerate(ARMS):
            body = {
                "side": side,
                "arm": arm,
                "men": men,
                "formation": formation,
                "at": [24 + 22 * place, y],
                "facing": facing,
            }
            start["bodies"][f"{side}-{name}"] = body
        for number in (1, 2):
            gun = {"side": side, "crew": f"{side}-gunners", "at": [132 + 5 * number, y], "facing": facing}
            start["guns"][f"{side}-gun-{number}"] = gun
        start["waggons"][f"{side}-waggon"] = {
            "side": side,
            "at": [96, y + 10 * towards],
            "packets": {"food": 3, "forage": 2},
        }
        start["depots"][f"{side}-depot"] = {
            "side": side,
            "at": [80, y + 14 * towards],
            "packets": {"food": 20, "forage": 20, "ammunition": 6},
        }
        start["generals"][f"{side}-general"] = {"side": side, "at": [100, y + 12 * towards]}
    return start


RARE = frozenset({"surrender", "split", "lay-mine", "stand", "dismount", "stop-work"})
"""Orders that would soon end the exercise, or a player's part in it: given once in twelve times."""


class Commander:
    """A commander who gives each thing a possible order: of the kinds least given so far, by keyed draws."""

    def __init__(self, position: Plain, side: str, move: int, given: Counter[str]) -> None:
        self.position, self.side, self.move, self.given = position, side, move, given

    def draw(self, purpose: str, below: int) -> int:
        """A number below another, for a purpose."""
        return draw(SEED, f"{self.side}/{self.move}/{purpose}", below) if below > 1 else 0

    def orders(self) -> list[Plain]:
        """The commander's orders in this move."""
        given: list[Plain] = []
        for thing in self.things():
            offered = [
                one
                for one in KRIEGSPIEL.table(self.position, OPTIONS).seen_by(self.side).choices(thing, given)
                if not one.blocked and not (one.order["order"] in RARE and self.draw(f"{thing}/rare", 12))
            ]
            kinds = sorted({one.order["order"] for one in offered}, key=lambda kind: (self.given[kind], kind))
            for attempt, kind in enumerate(kinds[:4]):
                those = [one for one in offered if one.order["order"] == kind]
                choice = those[self.draw(f"{thing}/{attempt}", len(those))]
                order = dict(choice.order)
                for ask in choice.asks:
                    self.answer(order, thing, ask, f"{thing}/{attempt}/{ask.name}")
                try:
                    KRIEGSPIEL.table(self.position, OPTIONS).seen_by(self.side).check(order, given)
                except Refused:
                    continue
                given.append(order)
                self.given[kind] += 1
                break
        return given

    def things(self) -> Iterator[str]:
        """The commander's own things by id."""
        for group in ("bodies", "guns", "waggons", "depots", "generals", "boats", "trains"):
            for name, one in sorted(self.position.get(group, {}).items()):
                if (one.get("held_by") or one["side"]) == self.side and not one.get("destroyed"):
                    yield name

    def answer(self, order: Plain, thing: str, ask: Ask, purpose: str) -> None:
        """Fill in what an order needs with a value of the right kind."""
        kind, values = ask.kind, ask.values
        at = self.at(thing)
        if kind in ("path", "line", "spot", "aim"):
            ahead = 1 if self.side == "red" else -1
            step = [at[0] + self.draw(f"{purpose}/x", 13) - 6, at[1] + ahead * (2 + self.draw(f"{purpose}/y", 30))]
            near = [at[0] + self.draw(f"{purpose}/x", 7) - 3, at[1] + ahead * 2]
            if kind == "aim":
                aim = {"at": self.enemy(purpose)}
                order[ask.name] = [{ask.each: aim}] * ask.times if ask.each else aim
            else:
                order[ask.name] = (
                    near if kind == "spot" else [step] if kind == "path" else [near, [near[0] + 4, near[1]]]
                )
        elif kind == "flag":
            order[ask.name] = False
        elif kind == "count":
            order[ask.name] = values[0] + self.draw(purpose, max(1, min(values[1], 12) - values[0] + 1))
        elif kind in ("target", "choice") and values:
            order[ask.name] = values[self.draw(purpose, len(values))]
        elif kind == "targets" and values:
            chosen = values[self.draw(purpose, len(values))]
            order[ask.name] = [thing, chosen] if ask.with_itself else [chosen]
        elif kind == "packets":
            order[ask.name] = {"food": 1}
        elif kind == "angle":
            order[ask.name] = 0

    def at(self, thing: str) -> list[float]:
        """Where a thing stands; the middle of the country where that is not known."""
        for group in ("bodies", "guns", "waggons", "depots", "generals"):
            if thing in self.position.get(group, {}):
                return list(self.position[group][thing].get("at") or [96, 72])
        return [96, 72]

    def enemy(self, purpose: str) -> list[float]:
        """Where some enemy body stands."""
        enemies = [one for _, one in sorted(self.position["bodies"].items()) if one["side"] != self.side and one["men"]]
        return list(enemies[self.draw(purpose, len(enemies))].get("at") or [96, 72]) if enemies else [96, 72]


def played(moves: int) -> Iterator[tuple[Plain, list[Plain], Any]]:
    """Each move with the position that it opened with, its orders and its finding."""
    options = KRIEGSPIEL.options(OPTIONS)
    position = KRIEGSPIEL.opening({**opening(), "country": COUNTRY}, options)
    kinds: Counter[str] = Counter()
    for number in range(moves):
        side = ("red", "blue")[number % 2]
        orders = Commander(position, side, number, kinds).orders()
        finding = KRIEGSPIEL.table(position, options).adjudicate(side, orders, {}, {"seed": SEED})
        yield position, orders, finding
        position = finding.position


def digest(moves: int) -> str:
    """SHA-256 of everything that happened in so many moves."""
    kept = hashlib.sha256()
    for _, orders, finding in played(moves):
        kept.update(json.dumps([orders, finding.position, finding.events, finding.refused]).encode())
    return kept.hexdigest()


if __name__ == "__main__":
    print(digest(int(sys.argv[1]) if len(sys.argv) > 1 else 40))
