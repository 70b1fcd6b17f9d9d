"""The seed is published when the battle is over, and gives every draw again.  [KS-DEF-14]"""

from __future__ import annotations

from dataclasses import asdict

import pytest

from campaigns.models import Battle
from campaigns.sight.draws import draws
from rules.books import book
from rules.values.chance import Draw, redrawn
from tests.campaigns.builders import a_cast
from tests.campaigns.looked_back import a_seat, fought, over

pytestmark = pytest.mark.django_db
COIN = "red/1/charge/red-horse/blue-horse"


@pytest.fixture
def cast():
    return a_cast()


@pytest.mark.parametrize("who", ["umpire", "red_foot", "observer"])
def test_while_the_battle_goes_on_there_is_the_digest_and_nothing_else(cast, who):
    battle = fought(cast)
    sheet = draws(a_seat(getattr(cast, who), battle))
    assert (sheet.seed_digest, sheet.seed, sheet.moves) == (battle.seed_digest, "", ())
    assert not sheet.holds


def test_when_it_is_over_each_draw_is_told_with_its_use_and_holds(cast):
    sheet = draws(a_seat(cast.umpire, over(cast)))
    assert sheet.holds and sheet.whole
    assert [one.move.number for one in sheet.moves] == [1, 2, 3]
    (coin,) = sheet.draws
    assert (coin.purpose, coin.below, coin.holds) == (COIN, 2, True)
    assert coin.parts == ("charge", "Red Lancers", "Blue Hussars")


def test_the_coin_that_was_drawn_is_the_one_that_decided(cast):
    battle = over(cast)
    (coin,) = draws(a_seat(cast.umpire, battle)).draws
    events = battle.moves.get(number=1).finding.events
    (tossed,) = [one for one in events if one["event"] == "coin-tossed"]
    assert tossed["winner"] == ("red-horse" if coin.number == 0 else "blue-horse")


def test_another_seed_than_the_one_published_does_not_hold(cast):
    battle = over(cast)
    told = asdict(draws(a_seat(cast.umpire, battle)).draws[0])
    made = Draw(**{key: told[key] for key in ("purpose", "counter", "below", "number")})
    assert redrawn(battle.seed, made)
    Battle.objects.filter(pk=battle.pk).update(seed="another")
    assert not draws(a_seat(cast.umpire, battle)).holds


def test_a_side_is_told_the_draws_of_what_it_was_told_of(cast):
    battle = over(cast)
    for who in (cast.red_foot, cast.blue_foot, cast.observer):
        sheet = draws(a_seat(who, battle))
        assert [one.purpose for one in sheet.draws] == [COIN] and not sheet.whole


def test_a_draw_that_names_what_a_side_was_not_told_of_is_left_out(cast, monkeypatch):
    """A sealed note's salt is drawn for a work that the other side does not know."""
    from rules.kriegspiel.book import Kriegspiel
    from rules.values import chance

    real = Kriegspiel.adjudicate

    def with_a_note(self, floor, side, *rest, **more):
        chance.draw("seed", f"{side}/1/note/a-secret-trench", 1 << 63)
        return real(self, floor, side, *rest, **more)

    battle = over(cast)
    monkeypatch.setattr(Kriegspiel, "adjudicate", with_a_note)
    of_blue = "blue/1/note/a-secret-trench"
    assert of_blue in [one.purpose for one in draws(a_seat(cast.umpire, battle)).draws]
    assert of_blue in [one.purpose for one in draws(a_seat(cast.blue_foot, battle)).draws]
    assert of_blue not in [one.purpose for one in draws(a_seat(cast.red_foot, battle)).draws]
    assert [one.purpose for one in draws(a_seat(cast.observer, battle)).draws] == [COIN]


def test_a_side_reads_the_names_that_it_sees_and_no_others(cast, monkeypatch):
    """What a box holds is called by its own name to the umpire, and *Box* to the enemy, who sees no more."""
    battle = over(cast)
    monkeypatch.setattr(
        type(book("kriegspiel").pieces),
        "names",
        lambda self, seen: {"red-horse": "Red Lancers", "blue-horse": "Box" if "mines" not in seen else "Blue Hussars"},
    )
    told = {who: draws(a_seat(getattr(cast, who), battle)).draws[0].parts[-1] for who in ("umpire", "red_foot")}
    assert told == {"umpire": "Blue Hussars", "red_foot": "Box"}
