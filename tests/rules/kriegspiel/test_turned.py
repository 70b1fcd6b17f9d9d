"""Mirror and rotate the country, and the outcome mirrors and rotates.

Left out are draws (a shot that is thrown scatters by the seed, not by the compass) and what decides between things alike:
two places or bodies at the same distance are taken by their coordinates or their ids.  So that such a tie is rare, bodies
stand on odd sixteenths.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rules.kriegspiel.book import KRIEGSPIEL
from tests.rules.kriegspiel.symmetry import Symmetry

pytestmark = pytest.mark.slow

SIZE = 200
OPTIONS = KRIEGSPIEL.options({"first_fire_move": 1})
COUNTRY = {
    "size": [SIZE, SIZE],
    "contours": {
        "knoll": {"line": [[60, 60], [100, 56], [112, 92], [76, 118], [48, 90], [60, 60]], "height": 6},
        "top": {"line": [[70, 70], [92, 68], [98, 88], [76, 104], [64, 86], [70, 70]], "height": 12},
    },
    "water": {"brook": {"outline": [[0, 128], [60, 124], [60, 130], [0, 134]], "fordable": False}},
    "roads": {"lane": {"line": [[130, 0], [134, 90], [128, 200]], "width": 3}},
    "houses": {"mill": {"outline": [[150, 86], [156, 86], [156, 92], [150, 92]], "height": 6}},
    "walls": {"wall": {"line": [[140, 110], [160, 113]], "height": 2}},
    "woods": {"copse": {"outline": [[20, 50], [36, 50], [36, 64], [20, 64]]}},
    "back_lines": {"red": "south", "blue": "north"},
}
STRAIGHT = Symmetry(SIZE, 0, False)
SYMMETRIES = [Symmetry(SIZE, quarters, mirrored) for mirrored in (False, True) for quarters in range(4)][1:]

ARMS = (
    ("infantry", "two-ranks"), ("infantry", "extended"), ("infantry", "fours"),
    ("cavalry", "line"), ("cavalry", "column"), ("engineers", "two-ranks"),
)  # fmt: skip
KINDS = ("march", "by road", "retire", "charge", "charge", "assault", "form", "entrench", "nothing")
NAMES = ("red-one", "red-two", "red-three", "blue-one", "blue-two", "blue-three")


def order_of(name, kind, target, spot, at):
    """An order of a kind to a body, at an enemy or towards a spot."""
    near = [at[0] + (spot[0] - at[0]) / 16, at[1] + (spot[1] - at[1]) / 16]
    near = [int(value * 16) / 16 for value in near]
    given = {
        "march": {"order": "march", "path": [near]},
        "by road": {"order": "march", "path": [near], "by_road": True},
        "retire": {"order": "retire", "from": target, "path": [near]},
        "charge": {"order": "charge", "target": target},
        "assault": {"order": "assault", "target": target},
        "form": {"order": "form", "formation": "extended"},
        "entrench": {"order": "entrench", "line": [at, near]},
    }.get(kind)
    return {**given, "body": name} if given else None


def scene(seed):
    """A start with its country, and red's orders: bodies scattered around a place, each with an order."""
    draw = Random(seed)
    spread, moves = draw.choice([20, 40, 90]), draw.randint(0, 6)

    def spot():
        return [odd(100 + draw.uniform(-spread, spread) * 0.8) for _ in range(2)]

    bodies = {}
    for name in NAMES:
        arm, formation = draw.choice(ARMS)
        men, facing = draw.randint(4, 30), draw.randrange(360)
        body = {"arm": arm, "formation": formation, "men": men, "at": spot(), "facing": facing}
        bodies[name] = {"side": name.split("-")[0], **body}
    start = {
        "first": "red",
        "own_moves": {"red": moves, "blue": moves},
        "bodies": bodies,
        "depots": {"red-store": {"side": "red", "at": [101, 31.0625], "packets": {"food": 2, "forage": 3}}},
        "country": COUNTRY,
    }
    given = [
        order_of(name, draw.choice(KINDS), draw.choice(NAMES[3:]), spot(), bodies[name]["at"]) for name in NAMES[:3]
    ]
    return start, [order for order in given if order]


def odd(inches):
    """The odd sixteenth at or below so many inches."""
    return (int(inches * 16) | 1) / 16


def played(start, orders):
    """Red's move and Blue's after it, without orders: duties are carried out, pockets looked for."""
    position = KRIEGSPIEL.opening(start, OPTIONS)
    first = KRIEGSPIEL.table(position, OPTIONS).adjudicate("red", orders, {}, {"coin": "heads"})
    second = KRIEGSPIEL.table(first.position, OPTIONS).adjudicate("blue", [], {}, {"coin": "tails"})
    return first, second


def told(finding):
    """What is compared: the position, the events and the refusals without their sentences."""
    refused = [(one["order"], one["code"], one["clause"]) for one in finding.refused]
    position = {key: value for key, value in finding.position.items() if key not in ("country", "sealed")}
    position["bodies"] = {name: {"facing": 0, **body} for name, body in position["bodies"].items()}
    return {"position": position, "events": list(finding.events), "refused": refused}


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=str)
@settings(max_examples=10, deadline=None, phases=[Phase.generate])
@given(seed=st.integers(0, 2**32))
def test_a_turned_country_turns_the_outcome(symmetry, seed):
    start, orders = scene(seed)
    straight, turned = played(start, orders), played(symmetry.plain(start), symmetry.plain(orders))
    for one, other in zip(straight, turned, strict=True):
        assert symmetry.plain(told(one)) == STRAIGHT.plain(told(other))
