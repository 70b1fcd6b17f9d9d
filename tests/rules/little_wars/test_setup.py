"""From the first toss to the first move, behind the interface of all books; and the advice on the way."""

from __future__ import annotations

import pytest

from rules.books import book
from rules.values.sentence import packed, unpacked

LITTLE_WARS = book("little-wars")
COUNTRY = {"size": [120, 108], "houses": {"farm": {"outline": [[50, 50], [60, 50], [60, 56], [50, 56]]}}}


class Table:
    """Two players at a table, each giving orders when they may."""

    def __init__(self, **options):
        self.options = LITTLE_WARS.options(options)
        self.position = LITTLE_WARS.opening({"phase": "country"}, self.options)
        self.events, self.refused = [], []

    def does(self, side, *orders, coin="heads"):
        finding = LITTLE_WARS.table(self.position, self.options).adjudicate(
            side, orders, {}, {"coin": coin, "seed": "s"}
        )
        self.position = finding.position
        self.events += finding.events
        self.refused += finding.refused
        return self

    def codes(self, key="code"):
        return [one[key] for one in self.events if key in one]


def laid_out(**options):
    table = Table(**options).does("red", {"order": "toss", "purpose": "country"})
    table.does("red", {"order": "lay-country", "features": COUNTRY})
    return table.does("blue", {"order": "choose-side", "side": "north"})


@pytest.mark.slow
def test_a_battle_is_set_up_from_the_first_toss_to_the_curtain():
    table = laid_out()
    for side in ("red", "blue"):
        table.does(side, {"order": "buy-force", "inf": 60, "cav": 40, "guns": 3})
    table.does("red", {"order": "toss", "purpose": "move"}, coin="tails")
    assert LITTLE_WARS.next_side(table.position) == "blue"
    assert "red-foot" not in LITTLE_WARS.table(table.position, table.options).sees("blue")["bodies"]
    for side, y, facing in (("red", 8, 0), ("blue", 100, 180)):
        table.does(side, {"order": "put-down", "id": f"{side}-foot", "at": [30, y], "facing": facing})
        table.does(side, {"order": "put-down", "id": f"{side}-horse", "at": [80, y], "facing": facing})
        for gun in (1, 2, 3):
            table.does(side, {"order": "put-down", "id": f"{side}-gun-{gun}", "at": [40 * gun - 22, y]})
        table.does(side, {"order": "ready"})
    assert table.refused == []
    assert table.position["own_moves"] == {"blue": 0, "red": 0}
    assert "red-foot" in LITTLE_WARS.table(table.position, table.options).sees("blue")["bodies"]
    table.does("blue", {"order": "march", "body": "blue-horse", "path": [[80, 90]]})
    assert table.refused == [] and table.position["own_moves"] == {"blue": 1, "red": 0}


def test_an_unusual_force_is_remarked_on_and_accepted():
    """LW-FORCE-07."""
    table = laid_out().does("red", {"order": "buy-force", "inf": 100, "cav": 0, "guns": 5})
    assert table.refused == [] and "W-FORCE-2" in table.codes()


def test_a_usual_force_is_not_remarked_on():
    table = laid_out().does("red", {"order": "set-forces", "inf": 44, "cav": 28, "guns": 2})
    assert table.refused == [] and "W-FORCE-2" not in table.codes()


def test_a_long_line_is_remarked_on_in_a_blow_at_the_rear():
    """LW-REAR-06."""
    for variety, told in (("rear", True), ("finish", False)):
        table = laid_out(variety=variety)
        for side in ("red", "blue"):
            table.does(side, {"order": "ready"})
        assert ("W-REAR-1" in table.codes()) == told


def test_what_is_put_down_off_the_field_or_packed_is_refused_and_stays_in_hand():
    table = laid_out().does("red", {"order": "set-forces", "inf": 20, "cav": 0, "guns": 1})
    table.does("red", {"order": "put-down", "id": "red-foot", "at": [1, 5]})
    assert [one["code"] for one in table.refused] == ["E-MOVE-07"]
    assert "at" not in table.position["bodies"]["red-foot"]


def put_down_at_one_place(*after, **options):
    """Red's foot and Blue's set at one and the same place, one after the other.  after: what Red orders between."""
    table = Table(**options)
    for side in ("red", "blue"):
        table.does(side, {"order": "set-forces", "inf": 20, "cav": 0, "guns": 0})
    for side, more in (("red", after), ("blue", ())):
        table.does(side, {"order": "put-down", "id": f"{side}-foot", "at": [30, 40], "facing": 0}, *more)
    return table


def test_nothing_tells_where_the_enemy_stands_behind_the_curtain():
    """LW-SETUP-04: a refusal does not tell a player who puts men down whom they would touch."""
    assert put_down_at_one_place(curtain=True).refused == []


def test_without_a_curtain_nobody_is_put_down_upon_the_enemy():
    table = put_down_at_one_place({"order": "ready"}, curtain=False)
    assert [one["code"] for one in table.refused] == ["E-MOVE-08"]


def test_the_names_of_a_force_are_the_programs_and_read_in_any_language():
    """Nobody typed them; a position that was kept and read again still has them."""
    table = laid_out().does("red", {"order": "buy-force", "inf": 60, "cav": 40, "guns": 3})
    kept = unpacked(packed(dict(table.position)))
    table.position = kept
    table.does("blue", {"order": "buy-force", "inf": 60, "cav": 40, "guns": 3})
    found = [table.position["bodies"]["red-foot"]["name"], table.position["guns"]["red-gun-2"]["name"]]
    assert found == ["Red foot", "Red gun 2"]
    assert [one.made.message for one in found] == ["{side} foot", "{side} gun {number}"]
