"""Chance comes in as an argument: a reported coin, or keyed draws from a committed seed.  [KS-DEF-14]"""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import Invalid
from rules.values.chance import Chance, commitment, draw, read_chance


def test_the_commitment_is_the_sha256_of_the_seed():
    assert commitment("secret") == hashlib.sha256(b"secret").hexdigest()


@given(st.text(), st.text(), st.integers(1, 1 << 40))
def test_a_draw_is_below_its_bound_and_the_same_whenever_it_is_made(seed, purpose, below):
    assert 0 <= draw(seed, purpose, below) < below
    assert draw(seed, purpose, below) == draw(seed, purpose, below)


def test_draws_for_other_purposes_are_other_draws():
    drawn = Counter(draw("seed", f"shot/{number}", 6) for number in range(6000))
    assert set(drawn) == set(range(6))
    assert all(850 < times < 1150 for times in drawn.values())


def test_a_draw_can_be_redone_by_hand_from_the_published_seed():
    """The first block is HMAC-SHA256 of the seed over the purpose and the counter 0."""
    import hmac

    block = hmac.new(b"seed", b"red/6/charge/0", hashlib.sha256).digest()
    assert draw("seed", "red/6/charge", 2) == int.from_bytes(block[:8], "big") % 2


@pytest.mark.parametrize(("coin", "heads"), [("heads", True), ("tails", False)])
def test_a_real_coin_goes_before_the_seed(coin, heads):
    assert Chance(seed="seed", coin=coin).for_move("red", 3).heads("any") is heads


def test_single_combats_may_have_coins_of_their_own():
    chance = read_chance({"coin": "tails", "coins": {"charge/a/b": "heads"}})
    assert chance.heads("charge/a/b") and not chance.heads("charge/c/d")


def test_a_toss_is_keyed_to_the_move_of_a_side():
    chance = Chance(seed="seed")
    tosses = {
        (side, number): chance.for_move(side, number).heads("x") for side in ("red", "blue") for number in range(20)
    }
    assert len(set(tosses.values())) == 2
    assert tosses == {
        (side, number): draw("seed", f"{side}/{number}/x", 2) == 0 for side in ("red", "blue") for number in range(20)
    }


@pytest.mark.parametrize(
    "data", [3, [], {"dice": 6}, {"coin": "edge"}, {"coins": [1]}, {"coins": {"x": "edge"}}, {"coin": []}]
)
def test_what_is_no_chance_is_not_understood(data):
    with pytest.raises(Invalid):
        read_chance(data)
