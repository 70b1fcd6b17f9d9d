"""The table of ways and obstacles: each order that moves something is in it, and what it says can be said of the books."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rules.kriegspiel.moves.rule import RULES as KRIEGSPIEL
from rules.little_wars.rule import RULES as LITTLE_WARS

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "docs/conformance"))

import ways  # noqa: E402

MOVE_NOBODY = {
    "kriegspiel": {
        "stand", "limber", "unlimber", "fire-gun", "fire-rifles", "destroy", "repair", "burn-depot", "wreck-waggons",
        "lay-mine", "entrench", "epaulement", "stop-work", "load", "unload", "issue", "go-short", "eat-horses",
        "surrender", "choose", "report", "confirm", "message",
        "split",  # whose men stand where they stood
        "embark", "entrain",  # who are at their boat or train, and leave the ground
    },
    "little-wars": {
        "fire-gun", "lie-down", "confirm-shot", "dispute-shot", "end-move", "split", "merge", "capture", "surrender",
        "choose", "object", "restore", "resign", "adjourn", "draw", "claim-end", "tear-rail", "replace-rail", "assign",
        "box", "entrain",  # who are at their box or train, and leave the ground
        "toss", "lay-country", "choose-side", "set-forces", "buy-force", "roll-handicap", "put-down", "ready",
        "agree-allowance",  # before the battle
    },
}  # fmt: skip
"""Orders that bring nobody from place to place; any other is to stand in the table."""


@pytest.mark.parametrize(("key", "rules", "rows"), [
    ("kriegspiel", KRIEGSPIEL, ways.kriegspiel), ("little-wars", LITTLE_WARS, ways.little_wars),
])  # fmt: skip
def test_every_order_that_moves_something_stands_in_the_table(key, rules, rows):
    given = {order["order"] for way in rows() for order in way.orders} - MOVE_NOBODY[key]
    assert given == {kind.name for kind in rules} - MOVE_NOBODY[key]


BARS = {"kriegspiel": ("house", "wall", "edge"), "little-wars": ("house", "wall", "deep water")}
"""What stops everybody who goes over the ground."""

ELSEWHERE = ("TRAIN", "UNBOX", "DETRAIN, where", "MOUNT", "BOX")
"""Ways of which one of these bars none: on rails; where room is found beside it; of men who come back over the edge."""


def test_what_stops_everybody_stops_him_whichever_way_he_goes():
    for rows in ways.WAYS:
        for way in rows():
            if not way.title.startswith(ELSEWHERE):
                found = {kind: ways.run(way, kind) for kind in BARS[way.book]}
                assert set(found.values()).isdisjoint({"goes", "paid", "mine"}), (way.title, found)


def test_with_nothing_on_its_way_each_of_them_goes():
    for rows in ways.WAYS:
        for way in rows():
            clear = way._replace(x=40, man=40)
            assert ways.run(clear, "wadable water") in ("goes", "stays"), way.title
