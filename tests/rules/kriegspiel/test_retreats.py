"""The direction in which the engine makes a body retire."""

import pytest

from rules.books import book

OPTIONS = {"two_stage_move": False}


@pytest.mark.parametrize(
    ("horse", "away"),
    [([0, -30], [0, 12]), ([0, 30], [0, -12]), ([-30, 0], [12, 0]), ([20, 20], [-8.5, -8.5])],
)
def test_infantry_charged_in_extended_order_retires_along_the_line_of_the_charge(horse, away):
    """KS-CHARGE-13, KS-CHARGE-30: straight away from the chargers, who stand in contact with it."""
    rules = book("kriegspiel")
    options = rules.options(OPTIONS)
    start = {
        "bodies": {
            "horse": {"side": "red", "arm": "cavalry", "men": 8, "at": horse},
            "foot": {"side": "blue", "arm": "infantry", "men": 30, "formation": "extended", "at": [0, 0], "facing": 77},
        }
    }
    charge = {"order": "charge", "body": "horse", "target": "foot", "measured": {"chargers": 8, "charged": 10}}
    charged = rules.table(rules.opening(start, options), options).adjudicate("red", [charge], {}, {"seed": "x"})
    retired = rules.table(charged.position, options).adjudicate("blue", [], {}, {"seed": "x"})
    assert charged.refused == ()
    assert retired.position["bodies"]["foot"]["at"] == away
