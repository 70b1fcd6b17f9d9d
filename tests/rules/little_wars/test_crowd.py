"""Only the men about a way are measured, and that changes nothing."""

from __future__ import annotations

from random import Random

import pytest

from rules.little_wars.book import LITTLE_WARS
from rules.little_wars.floor import crowd, go
from rules.little_wars.floor.men import Man
from rules.little_wars.gunnery import guns, simulated
from rules.little_wars.marches import contact_places

OPTIONS = LITTLE_WARS.options({"shot_source": "simulated"})


def a_throng(seed):
    """Two sides close together on an open floor, and orders of Red of which many are refused."""
    draw = Random(seed)
    bodies = {
        f"{side}-{number}": {
            "side": side,
            "arm": draw.choice(["infantry", "cavalry"]),
            "men": draw.randint(1, 12),
            "at": [draw.randint(10, 70), draw.randint(low, low + 26)],
            "facing": draw.randint(0, 359),
        }
        for side, low in (("red", 8), ("blue", 26))
        for number in range(7)
    }
    gun = {"red-gun": {"side": "red", "at": [40, 20]}, "blue-gun": {"side": "blue", "at": [40, 40], "facing": 180}}
    country = {"size": [80, 64], "back_lines": {"red": "south", "blue": "north"}}
    start = {"own_moves": {"red": 2, "blue": 2}, "bodies": bodies, "guns": gun, "country": country}
    orders = [
        {"order": "move-gun", "gun": "red-gun", "path": [[draw.randint(34, 46), draw.randint(18, 30)]]}
        if seed % 2
        else {"order": "fire-gun", "gun": "red-gun", "target": "blue-1#1"}
    ]
    for number in range(7):
        x, y = bodies[f"red-{number}"]["at"]
        path = [[x + draw.randint(-8, 8), y + draw.randint(-4, 10)]]
        foe = f"blue-{draw.randint(0, 6)}"
        name = f"red-{number}"
        orders.append(
            {"order": "march", "body": name, "path": path}
            if draw.random() < 0.5
            else {"order": "assault", "body": name, "target": foe}
        )
    return start, orders


def answers(seed):
    """All that the book says of a throng."""
    start, orders = a_throng(seed)
    table = LITTLE_WARS.table(LITTLE_WARS.opening(start, OPTIONS), OPTIONS)
    finding = table.adjudicate("red", orders, {}, {"seed": "s"})
    return table.seen_by("red").traces(orders), finding.position, finding.events, finding.refused


@pytest.mark.parametrize("seed", range(8))
def test_whoever_is_left_out_would_have_changed_nothing(seed, monkeypatch):
    found = answers(seed)
    for module in (go, contact_places, guns, simulated):
        monkeypatch.setattr(module, "standing_in", lambda men, _: [man for man in men if man.at is not None])
    assert found == answers(seed)
    assert found[0] and found[3], "some go and some are refused"


def test_a_man_at_the_edge_of_a_box_stands_in_it_and_one_beyond_or_nowhere_does_not():
    men = [Man("a", number, "red", "infantry", at, at) for number, at in enumerate([(10, 0), (11, 0), None, (0, -4)])]
    assert [man.number for man in crowd.standing_in(men, crowd.box_about([(0, 0), (6, 0)], 4))] == [0, 3]


def test_a_copy_of_a_man_is_like_him_in_everything_and_another():
    man = Man("a", 3, "red", "cavalry", (1, 2), (0, 0), frozen=True, guard="b", secure=True, served="gun")
    copy = man.copy()
    assert copy is not man and all(getattr(copy, name) == getattr(man, name) for name in Man.__slots__)
