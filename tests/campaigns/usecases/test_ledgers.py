"""Points and supplies change only by entries that name their cause."""

import pytest

from campaigns.errors import NotUmpire
from campaigns.models import PointsEntry, SupplyEntry
from campaigns.usecases.moves.ledgers import Difference, award_points, points_of, post_supplies, recount
from rules.errors import Invalid
from tests.campaigns.builders import NOON


def test_the_umpire_awards_points_with_a_reason(cast, battle):
    award_points(by=cast.umpire, battle=battle.public_id, side="red", amount=5, reason="the bridge held", now=NOON)
    after = award_points(by=cast.umpire, battle=battle.public_id, side="red", amount=-2, reason="late", now=NOON)
    assert after == points_of(battle.pk) == {"red": 3}
    assert battle.record.filter(kind="points-awarded").count() == 2


@pytest.mark.parametrize("wrong", [{"side": "green"}, {"amount": 0}, {"amount": 1.5}, {"reason": ""}])
def test_an_award_that_is_not_understood_is_refused(cast, battle, wrong):
    given = {"side": "red", "amount": 1, "reason": "x", **wrong}
    with pytest.raises(Invalid):
        award_points(by=cast.umpire, battle=battle.public_id, now=NOON, **given)
    assert not PointsEntry.objects.exists()


def test_only_the_umpire_awards_points(cast, battle):
    with pytest.raises(NotUmpire):
        award_points(by=cast.red_general, battle=battle.public_id, side="red", amount=1, reason="x", now=NOON)


def test_a_recount_finds_nothing_where_all_is_well_and_names_the_account_where_it_is_not(battle):
    assert recount(battle=battle) == ()
    SupplyEntry.objects.create(
        battle=battle, side="red", account="red-depot", kind="food", amount=-3, cause="mice", at=NOON
    )
    assert recount(battle=battle) == (Difference("red", "red-depot", "food", ledger=17, floor=20),)


def test_what_the_reckoning_does_not_name_is_entered_all_the_same(battle, move):
    after = {**move.position, "guns": {**move.position["guns"]}}
    after["guns"]["red-gun"] = {**after["guns"]["red-gun"], "held_by": "blue"}
    post_supplies(move, move.position, after, [], now=NOON)
    entered = set(SupplyEntry.objects.filter(move=move).values_list("side", "account", "kind", "amount"))
    assert entered == {
        ("red", "red-gun", "guns", -1),
        ("blue", "red-gun", "guns", 1),
        ("red", "red-gun", "horses", -6),
        ("blue", "red-gun", "horses", 6),
    }
