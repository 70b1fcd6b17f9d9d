"""A battle has the book, the options and the seats of its campaign, or its own."""

from __future__ import annotations

import pytest

from campaigns.bridge import rules_of
from campaigns.models import Campaign
from campaigns.usecases.campaigns.preparation import open_battle, start_battle
from campaigns.usecases.campaigns.settings import change_campaign
from campaigns.usecases.terms import read_terms
from rules.books import book
from rules.contract.answers import Ask, Choice
from rules.contract.names import swapped
from rules.contract.rules import Rules
from rules.errors import Invalid
from tests.campaigns.builders import NOON, START, a_campaign


def prepared(cast, campaign, **own):
    return open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", start=START, now=NOON, **own)


def test_a_battle_follows_its_campaign_until_it_has_terms_of_its_own(cast):
    campaign = a_campaign(cast)
    follows = prepared(cast, campaign)
    own = prepared(cast, campaign, options={"score_points": True})
    change_campaign(by=cast.umpire, campaign=campaign.public_id, options={"two_stage_move": False}, now=NOON)
    campaign = Campaign.objects.get()
    follows.refresh_from_db()
    own.refresh_from_db()
    assert follows.terms.options == campaign.options and not follows.terms.options["two_stage_move"]
    assert own.terms.options["score_points"] and own.terms.options["two_stage_move"]


def test_a_move_is_opened_under_the_battles_own_options(cast):
    campaign = a_campaign(cast, options={"two_stage_move": False})
    own = prepared(cast, campaign, options={"two_stage_move": True, "first_fire_move": 1})
    start_battle(by=cast.umpire, battle=own.public_id, now=NOON)
    assert own.moves.get().stage == "fire"


@pytest.mark.parametrize(
    "own",
    [
        {"book": "whist"},
        {"book": 3},
        {"options": {"no_such": 1}},
        {"options": []},
        {"seats": {"red": "green", "blue": "red"}},
        {"seats": {"red": "red", "blue": "red"}},
        {"seats": {"red": "blue"}},
    ],
)
def test_terms_that_are_none_are_refused(cast, own):
    campaign = a_campaign(cast)
    with pytest.raises(Invalid):
        prepared(cast, campaign, **own)


def test_the_sides_of_a_campaign_may_take_each_others_seats(cast):
    """Red of the campaign plays what the book calls Blue."""
    campaign = a_campaign(cast)
    terms, _ = read_terms(campaign, seats={"red": "blue", "blue": "red"})
    rules = rules_of(terms)
    assert rules.sides == ("blue", "red")
    position = rules.opening(START)
    assert rules.next_side(position) == "blue"
    own, names = Rules(book("kriegspiel"), campaign.options), {"red": "blue", "blue": "red"}
    assert rules.table(position).sees("red") == swapped(own.table(swapped(position, names)).sees("blue"), names)


def test_to_swap_twice_is_to_leave_everything_as_it_was():
    names = {"attacker": "red", "red": "attacker"}
    data = {"attacker": [1, {"side": "red", "held": ("attacker", "both")}], "red": None}
    assert swapped(data, names) == {"red": [1, {"side": "attacker", "held": ("red", "both")}], "attacker": None}
    assert swapped(swapped(data, names), names) == data
    ask = Ask("dead", "counts", "Who is killed", ("foot",), most={"foot": 2}, due={"attacker": 2})
    choice = Choice({"order": "choose"}, "Choose", "", (ask,))
    assert swapped(choice, names).asks[0].due == {"red": 2} and swapped(choice, {}) is choice
