"""Supply in a report: a line a kind with each amount once; and none of it on a slip of fire."""

from campaigns.web.page.events import grouped, slips
from rules.books import book
from rules.contract.rules import Rules

KRIEGSPIEL = book("kriegspiel")
RULES = Rules(KRIEGSPIEL, KRIEGSPIEL.options({}))
NAMES = {"a": "The Guards", "b": "The Buffs", "c": "The Rifles", "depot": "Mill Depot", "foe": "Their Foot"}


def told(event, **fields):
    one = {"event": event, "clause": "KS-SUP-06", "side": "red", "told": "own", "sum": f"sum of {event}", **fields}
    return {**one, "sentence": KRIEGSPIEL.narrate(one, NAMES)}


VOLLEY = told("volley-fired", body="a", shots=2, dead={"foe": 1})
DUE = [
    told("bodies-reckoned-together", body="a", bodies=["a", "b", "c"]),
    told("fraction-rounded", body="a", kind="food", reckoned=80, packets=3),
    told("packets-due", body="a", bodies=["a", "b", "c"], kind="food", reckoned=80, packets=3),
]
ISSUED = told("packets-given-up", body="a", source="depot", packets={"food": 3})
FED = [told("body-supplied", body=one, kind="food", source="depot", distance=12) for one in "abc"]


def lines_of(events):
    return [
        (one["sentence"], one["index"], one["also"])
        for stage in grouped(events, NAMES, RULES)
        for one in stage["events"]
    ]


def test_what_is_due_and_what_was_received_is_one_line_each_for_a_kind_and_each_amount_is_said_once():
    assert lines_of([VOLLEY, *DUE, ISSUED, *FED])[1:] == [
        (DUE[2]["sentence"], 3, [1, 2]),
        ("The Guards, The Buffs and The Rifles received their food from Mill Depot.", 7, [4, 5, 6]),
    ]


def test_the_sums_of_all_stand_in_the_line():
    (stage,) = grouped([*DUE, ISSUED, *FED], NAMES, RULES)
    assert [len(one["sums"]) for one in stage["events"]] == [3, 4]


def test_what_nobody_received_keeps_its_own_line_and_another_kind_or_source_is_another():
    assert lines_of([DUE[1], ISSUED])[0][0] == DUE[1]["sentence"] and len(lines_of([DUE[1], ISSUED])) == 2
    other = told("body-supplied", body="b", kind="forage", source="depot", distance=12)
    assert [one[0] for one in lines_of([FED[0], other])] == [FED[0]["sentence"], other["sentence"]]


def test_a_slip_of_fire_carries_no_supply_and_the_slip_of_what_is_due_does():
    fire, due, issued = slips([VOLLEY, *DUE, ISSUED, *FED], NAMES, RULES)
    assert fire["steps"] == []
    assert [one["event"] for one in due["steps"]] == ["bodies-reckoned-together", "fraction-rounded"]
    assert {one["event"] for one in issued["steps"]} == {"body-supplied"}


def test_a_slip_of_fire_still_carries_what_its_body_hit():
    shot = told("men-shot", body="a", dead={"foe": 1})
    (fire,) = slips([VOLLEY, shot], NAMES, RULES)
    assert [one["event"] for one in fire["steps"]] == ["men-shot"]
