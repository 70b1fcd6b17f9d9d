"""Events in words."""

import inspect

import pytest

from rules.kriegspiel import events
from rules.kriegspiel.reports.narrate import SENTENCES, narrate
from rules.values.codec import fields_of

NAMES = {"red-horse": "the Hussars", "blue-foot": "the Rifles", "red-gun": "No. 1 gun", "red": "Red"}
EVENTS = [
    one
    for _, one in inspect.getmembers(events, inspect.isclass)
    if issubclass(one, events.Event) and "name" in one.__dict__
]


@pytest.mark.parametrize("cls", EVENTS, ids=lambda cls: cls.name)
def test_every_event_has_a_sentence_of_its_own(cls):
    assert cls.name in SENTENCES


@pytest.mark.parametrize("cls", EVENTS, ids=lambda cls: cls.name)
def test_a_sentence_asks_only_for_fields_that_its_event_has(cls):
    """A name misspelt in a sentence would silently read 'the enemy'."""
    said = SENTENCES[cls.name]
    known = {*fields_of(cls), "event"}
    if isinstance(said, str):
        asked = {part.split(":")[0] for part in said.replace("}", "{").split("{")[1::2]}
        assert asked <= known


@pytest.mark.parametrize("cls", EVENTS, ids=lambda cls: cls.name)
def test_an_event_cut_down_to_its_name_still_makes_a_sentence(cls):
    assert narrate({"event": cls.name}, {}).endswith(".")


def test_a_charge_says_from_how_far_how_many_and_what_it_cost():
    event = {
        "event": "charge-delivered", "body": "red-horse", "target": "blue-foot", "distance": 20,
        "band": "middle", "chargers": 12, "charged": 16, "chargers_lost": 1, "charged_lost": 16,
    }  # fmt: skip
    assert (
        narrate(event, NAMES) == "The Hussars charged the Rifles from 20 in.: 12 sabres against 16 men; "
        "the Hussars lost 1 man, the Rifles 16 men."
    )


def test_a_shell_names_the_dead_of_every_body():
    event = {"event": "shell-fired", "body": "red-gun", "inside": {"blue-foot": 4}, "dead": {"blue-foot": 2}}
    assert narrate(event, NAMES) == "A shell of No. 1 gun hit 4 men of the Rifles: 2 killed."
    two = {**event, "inside": {"blue-foot": 4, "red-horse": 1}}
    assert narrate(two, NAMES) == (
        "A shell of No. 1 gun hit 4 men of the Rifles and 1 man of the Hussars. Killed: 2 men of the Rifles."
    )


def test_the_shots_of_a_volley_are_not_told_as_further_losses():
    event = {"event": "men-shot", "body": "red-foot", "dead": {"blue-foot": 1}}
    assert narrate(event, NAMES).endswith("killed 1 man of the Rifles, counted above.")


def test_nobody_near_is_no_friends_and_the_side_of_an_event_is_the_side_it_begins_with():
    event = {"event": "support-counted", "body": "blue-foot", "men": 9, "friends": 0, "isolated": True}
    assert narrate(event, NAMES) == "The Rifles, 9 men, had no friends within a move: isolated."
    taken = {"event": "prisoners-taken", "side": "blue", "body": "blue-foot", "captor": "red-horse", "men": 5}
    assert narrate(taken, NAMES) == "5 men of the Rifles were taken prisoner by the Hussars."


def test_what_is_due_is_said_with_what_it_is_for():
    event = {"event": "fraction-rounded", "body": "blue-foot", "kind": "food", "reckoned": 168, "packets": 6}
    assert narrate(event, NAMES) == "6 packets of food are due for 168 men (group of the Rifles)."


def test_a_shell_that_met_nobody_says_so():
    assert (
        narrate({"event": "shell-fired", "body": "red-gun"}, NAMES) == "A shell of No. 1 gun fell where nobody stood."
    )


def test_packets_are_told_by_kind():
    event = {"event": "packets-given-up", "body": "blue-foot", "source": "depot", "packets": {"food": 2, "forage": 3}}
    assert narrate(event, NAMES) == "Depot issued 2 packets of food and 3 packets of forage to the Rifles."


def test_an_unknown_event_is_told_plainly():
    assert narrate({"event": "comet-seen", "body": "blue-foot"}, NAMES) == "Comet seen: the Rifles."


def test_names_with_braces_are_only_text():
    assert (
        narrate({"event": "gun-limbered", "body": "red-gun"}, {"red-gun": "{0.__class__}"})
        == "{0.__class__} limbered up."
    )


def test_nobody_lost_is_nought_and_not_the_enemy():
    event = {
        "event": "charge-delivered",
        "body": "red-horse",
        "target": "blue-foot",
        "distance": 30,
        "chargers": 10,
        "charged": 2,
    }
    assert narrate(event, NAMES).endswith("the Hussars lost 0 men, the Rifles 0 men.")
