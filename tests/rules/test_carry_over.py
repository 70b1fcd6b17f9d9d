"""What a battle leaves to the next: a rule of our own."""

from __future__ import annotations

from rules.floor.carry_over import carried


def test_a_gun_keeps_the_crew_that_is_still_there_and_of_its_captors_side():
    bodies = {
        "old": {"side": "red", "arm": "artillery", "men": 4},
        "new": {"side": "blue", "arm": "artillery", "men": 4},
        "dead": {"side": "blue", "arm": "artillery", "men": 0},
    }
    guns = {
        "lost": {"side": "red", "held_by": "blue", "crew": ["old", "new"]},
        "left": {"side": "blue", "crew": "dead"},
        "kept": {"side": "red", "crew": "old"},
    }
    waggons = {"cart": {"side": "red", "crew": "old", "packets": {"food": 2}}}
    start, lines = carried({"bodies": bodies, "guns": guns, "waggons": waggons}, exchange=True, places=False)
    assert start["guns"] == {
        "lost": {"side": "blue", "crew": "new"},
        "left": {"side": "blue"},
        "kept": {"side": "red", "crew": "old"},
    }
    assert start["waggons"] == {"cart": {"side": "red", "packets": {"food": 2}}}
    assert [line["thing"] for line in lines if not line["over"]] == ["dead"]


def test_what_is_destroyed_stays_behind_and_it_is_said_why():
    start, lines = carried({"depots": {"store": {"side": "red", "destroyed": True}}}, exchange=True, places=True)
    assert start == {} and [line["why"] for line in lines] == ["it was destroyed"]
