"""The table of losses counts whatever an event says of losses, not only shots, charges and melees."""

from campaigns.web.page.events import grouped, losses
from rules.books import book
from rules.contract.rules import Rules

KRIEGSPIEL = book("kriegspiel")
RULES = Rules(KRIEGSPIEL, KRIEGSPIEL.options({}))
NAMES = {"red-foot": "The Guards", "mill": "Mill Bridge", "punt": "The Punt"}


def told(event, **fields):
    return {"event": event, "clause": "KS-MINE-03", "side": "red", "told": "all", **fields}


def test_the_dead_of_a_mine_and_of_a_bridge_with_the_bridge_and_a_boat_are_in_the_table():
    events = [
        told("pieces-destroyed", dead={"red-foot": 42}),
        told("bridge-destroyed", body="mill"),
        told("boat-destroyed", body="punt"),
    ]
    rows = [(row["name"], row["men"], row["how"]) for row in losses(events, NAMES, RULES)]
    assert rows == [
        ("The Guards", 42, ["42 destroyed"]),
        ("Mill Bridge", 0, ["destroyed"]),
        ("The Punt", 0, ["destroyed"]),
    ]


def test_a_ruling_on_men_who_fell_to_a_mine_is_said_with_the_event():
    (stage,) = grouped([told("pieces-destroyed", dead={"red-foot": 42})], NAMES, RULES, {"red-foot": 40})
    assert stage["events"][0]["ruled"] == "The Guards (−40 in all)"


def test_works_duties_and_shortages_are_no_losses():
    events = [
        told("work-completed", work="trench", kind="entrenchment"),
        told("retreat-owed", body="red-foot", distance=16),
        told("supply-failed", body="red-foot", kind="food"),
    ]
    assert losses(events, NAMES, RULES) == []


def test_equal_ways_are_one_part_and_what_the_umpire_ruled_is_another_so_that_the_parts_add_up():
    events = [told("pieces-destroyed", dead={"red-foot": men}) for men in (1, 2)]
    for stands, how in ((3, ["3 destroyed"]), (9, ["3 destroyed", "6 as the umpire ruled"])):
        (row,) = losses(events, NAMES, RULES, standing={"red-foot": stands})
        assert (row["men"], row["how"]) == (stands, how)
    (row,) = losses(events, NAMES, RULES, standing={"red-foot": 1})
    assert (row["men"], row["how"]) == (1, ["3 destroyed", "2 given back as the umpire ruled"])
