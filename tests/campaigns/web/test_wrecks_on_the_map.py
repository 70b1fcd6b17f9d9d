"""A wrecked gun lies on the map as a wreck, and no longer stands for the men who served it; a disabled one says so."""

from campaigns.sight.thing import things_seen
from campaigns.web.page.thing_view import on_the_plan
from rules.books import book

KRIEGSPIEL = book("kriegspiel")


def drawn(**gun):
    bodies = {"crew": {"side": "red", "arm": "artillery", "men": 4, "at": [9, 9]}}
    seen = {"bodies": bodies, "guns": {"gun": {"side": "red", "at": [9, 9], "crew": "crew", **gun}}}
    return {one["thing"]: (one["faint"], one["said"]) for one in on_the_plan(things_seen(KRIEGSPIEL.pieces, seen))}


def test_a_wrecked_gun_is_faint_and_its_men_are_shown_beside_it():
    found = drawn(destroyed=True)
    assert found["gun"][0] and "destroyed" in found["gun"][1]
    assert found["crew"][0] is False


def test_a_whole_gun_is_not_faint_and_stands_for_its_men():
    found = drawn()
    assert found.keys() == {"gun"} and found["gun"] == (False, "unlimbered")


def test_a_disabled_gun_says_so():
    assert drawn(disabled_for=2)["gun"] == (False, "unlimbered, disabled for 2 own moves")
