"""A battle ends by the rules or by the umpire; a campaign when its battles have."""

from datetime import timedelta

import pytest

from campaigns.clockwork.timers import sweep
from campaigns.errors import MoveClosed, NotUmpire, Unseen, WrongState
from campaigns.models import Battle, Due, Move
from campaigns.usecases.campaigns.endings import end_battle, end_campaign
from campaigns.usecases.moves.findings import submit_move
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.orders.orders import submit_orders
from campaigns.usecases.record import check_record
from rules.errors import Invalid
from tests.campaigns.builders import NOON, START, a_battle, the_move

END = NOON + timedelta(minutes=11)


def end(by, battle, **given):
    return end_battle(by=by, battle=battle.public_id, now=END, **{"reason": "it grows dark", **given})


def test_the_umpire_ends_a_battle_and_the_seed_is_revealed(cast, battle, move):
    end(cast.umpire, battle, winner="red")
    battle.refresh_from_db()
    assert battle.result == {"winner": "red", "by": "umpire", "why": "it grows dark"}
    assert (battle.status, battle.seed_revealed_at) == ("ended", END)
    assert battle.record.get(kind="battle-ended").data["seed"] == battle.seed
    assert check_record(battle) is None
    move.refresh_from_db()
    assert move.status == Move.Status.CLOSED
    assert not Due.objects.filter(state="waiting").exclude(kind="count").exists()
    assert sweep(END + timedelta(hours=1)).closed == 0


def test_a_battle_that_was_ended_takes_no_orders_and_no_submission(cast, battle, move):
    end(cast.umpire, battle)
    with pytest.raises(MoveClosed):
        submit_orders(
            user=cast.red_foot, move=move.public_id, thing="red-foot", orders=[], base_revision=0, key="k", now=END
        )
    with pytest.raises(WrongState):
        submit_move(by=cast.umpire, move=move.public_id, now=END)
    with pytest.raises(WrongState):
        end(cast.umpire, battle)


@pytest.mark.parametrize("wrong", [{"winner": "green"}, {"reason": ""}])
def test_an_end_that_is_not_understood_is_refused(cast, battle, wrong):
    with pytest.raises(Invalid):
        end(cast.umpire, battle, **wrong)
    assert Battle.objects.get().status == "running"


def test_only_the_umpire_ends_anything(cast, battle):
    for user, refusal in ((cast.red_general, NotUmpire), (cast.bystander, Unseen)):
        with pytest.raises(refusal):
            end(user, battle)
        with pytest.raises(refusal):
            end_campaign(by=user, campaign=battle.campaign.public_id, now=END)


def test_a_campaign_ends_when_no_battle_goes_on(cast, battle):
    campaign = battle.campaign
    with pytest.raises(WrongState):
        end_campaign(by=cast.umpire, campaign=campaign.public_id, now=END)
    end(cast.umpire, battle)
    assert end_campaign(by=cast.umpire, campaign=campaign.public_id, now=END).status == "ended"
    with pytest.raises(WrongState):
        end_campaign(by=cast.umpire, campaign=campaign.public_id, now=END)


def test_a_battle_ends_by_the_rules_with_its_last_move(cast, monkeypatch):
    battle = a_battle(cast, start=START)
    move = the_move(battle)
    close_move(move_id=move.pk, now=END, cause="time")
    monkeypatch.setattr("rules.kriegspiel.book.Kriegspiel.result", lambda self, position: {"winner": "blue"})
    submitted = submit_move(by=cast.umpire, move=move.public_id, now=END)
    battle.refresh_from_db()
    assert (submitted.done, submitted.next_move) == (True, "")
    assert (battle.status, battle.result) == ("ended", {"winner": "blue"})
    assert Move.objects.count() == 1
