"""What a force will need from its stores."""

from rules.kriegspiel.force import read_position
from rules.kriegspiel.options import read_options
from rules.kriegspiel.supply.forecast import wants


def a_force(options=None, **foot):
    bodies = {
        "foot": {"side": "red", "arm": "infantry", "men": 46, "at": [0, 0], **foot},
        "horse": {"side": "red", "arm": "cavalry", "men": 20, "at": [12, 0]},
        "blue": {"side": "blue", "arm": "infantry", "men": 300, "at": [12, 90]},
    }
    start = {"own_moves": {"red": 4, "blue": 4}, "bodies": bodies}
    return read_position(start, read_options(options))


def test_food_and_forage_of_the_two_coming_ticks_are_foreseen():
    """KS-SUP-10: 46 infantry and 20 cavalry: 66 = 2 × 30 + 6, 2 food; 20 = 3 × 6 + 2, 3 forage."""
    assert wants(a_force(), "red") == [
        {"own_move": 6, "kind": "food", "packets": 2, "reckoned": 66, "clause": "KS-SUP-02"},
        {"own_move": 6, "kind": "forage", "packets": 3, "reckoned": 20, "clause": "KS-SUP-03"},
        {"own_move": 12, "kind": "food", "packets": 2, "reckoned": 66, "clause": "KS-SUP-02"},
        {"own_move": 12, "kind": "forage", "packets": 3, "reckoned": 20, "clause": "KS-SUP-03"},
    ]


def test_rifles_that_have_fired_ask_for_ammunition_if_they_go_on():
    """KS-SUP-04: four firing moves made, so that the sixth is own move 6; 46 rifles ask for two packets."""
    assert wants(a_force(fire_streak=4), "red")[-1] == {
        "own_move": 6,
        "kind": "ammunition",
        "packets": 2,
        "reckoned": 46,
        "clause": "KS-SUP-04",
    }


def test_a_small_body_by_itself_asks_for_nothing():
    """KS-SUP-08: 29 infantry more than twelve feet from anyone."""
    alone = a_force(men=29, at=[400, 400], fire_streak=5)
    assert [one["reckoned"] for one in wants(alone, "red", ticks=1)] == [20, 20]


def test_a_campaign_without_supply_asks_for_nothing():
    assert wants(a_force({"use_supply": False}), "red") == []
