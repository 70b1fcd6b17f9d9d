"""The umpire rules: an order corrected, a finding overruled, a ruling taken back."""

from datetime import timedelta

import pytest

from campaigns.bridge import brief
from campaigns.errors import NotUmpire, Odd, Unseen, WrongState
from campaigns.models import Finding, OrderEntry, Report, Ruling, SupplyEntry, Thing
from campaigns.usecases.desk import rulings
from campaigns.usecases.desk.rulings import correct_order, overrule_finding, restore
from campaigns.usecases.moves.findings import measure, preview_finding, submit_move
from campaigns.usecases.moves.ledgers import balances, recount
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.orders.orders import submit_orders
from rules.books import book
from rules.errors import Invalid, Refused
from tests.campaigns.builders import NOON

END = NOON + timedelta(minutes=11)
MARCH = {"order": "march", "body": "red-foot", "measured": {"distance": 6}}
SHORTER = {"order": "march", "body": "red-foot", "measured": {"distance": 3}}
LOSS = {"group": "bodies", "thing": "blue-foot", "key": "men", "value": 50}


@pytest.fixture
def closed(cast, move):
    """A closed move with one march in it."""
    submit_orders(
        user=cast.red_foot, move=move.public_id, thing="red-foot", orders=[MARCH], base_revision=0, key="k", now=NOON
    )
    close_move(move_id=move.pk, now=END, cause="time")
    move.refresh_from_db()
    return move


def correct(cast, move, **changes):
    given = {"thing": "red-foot", "orders": [SHORTER], "reason": "measured again", "clause": "KS-DEF-04", **changes}
    return correct_order(by=cast.umpire, move=move.public_id, now=END, **given)


def overrule(cast, move, **changes):
    given = {"change": [LOSS], "reason": "a gust of wind", "clause": "KS-AIM-02", **changes}
    return overrule_finding(by=cast.umpire, move=move.public_id, now=END, **given)


def test_a_corrected_order_is_adjudicated_in_the_place_of_the_commander_s(cast, battle, closed):
    ruled = correct(cast, closed)
    assert ruled.touches == ("red",)
    assert brief(battle, closed).orders == [SHORTER]
    assert OrderEntry.objects.get().orders[0]["measured"] == {"distance": 6}
    submit_move(by=cast.umpire, move=closed.public_id, now=END)
    data = {report.side: report.data for report in Report.objects.all()}
    assert data["red"]["rulings"][0]["reason"] == "measured again"
    assert data["blue"]["rulings"] == data["observer"]["rulings"] == []


def test_an_order_may_be_struck_out_and_one_that_was_not_given_put_in(cast, battle, closed):
    correct(cast, closed, orders=[])
    correct(cast, closed, thing="red-horse", orders=[{"order": "stand", "body": "red-horse"}])
    assert [one["order"] for one in brief(battle, closed).orders] == ["stand"]


def test_what_was_measured_of_an_order_says_nothing_of_the_one_that_comes_in_its_place(cast, battle, closed):
    measured = {"red-foot/0": {"distance": 9}}
    measure(by=cast.umpire, move=closed.public_id, base_revision=0, orders=measured, now=END)
    assert brief(battle, closed).orders[0]["measured"] == {"distance": 9}
    ruled = correct(cast, closed)
    assert brief(battle, closed).orders == [SHORTER]
    restore(by=cast.umpire, ruling=ruled.ruling, reason="I was wrong", now=END)
    assert brief(battle, closed).orders[0]["measured"] == {"distance": 9}


def test_a_ruling_may_be_taken_back_and_both_stay(cast, battle, closed):
    ruled = correct(cast, closed)
    restore(by=cast.umpire, ruling=ruled.ruling, reason="I was wrong", now=END)
    assert brief(battle, closed).orders[0]["measured"] == {"distance": 6}
    assert Ruling.objects.count() == 2
    assert battle.record.filter(kind="ruling").count() == 2
    with pytest.raises(WrongState):
        restore(by=cast.umpire, ruling=ruled.ruling, reason="again", now=END)


def test_a_finding_may_be_overruled_and_the_ledger_and_the_rows_follow(cast, battle, closed):
    ruled = overrule(cast, closed)
    assert ruled.touches == ("blue",)
    assert Ruling.objects.get().change["changes"][0]["was"] == 60
    assert preview_finding(by=cast.umpire, move=closed.public_id).finding.position["bodies"]["blue-foot"]["men"] == 50
    submit_move(by=cast.umpire, move=closed.public_id, now=END)
    assert Thing.objects.get(battle=battle, thing="blue-foot").men == 50
    assert balances(battle.pk) == book("kriegspiel").pieces.stock(Finding.objects.get().position)
    assert recount(battle=battle) == ()
    assert SupplyEntry.objects.get(move=closed, account="blue-foot", kind="men").amount == -10
    told = Report.objects.get(side="blue").data["rulings"][0]
    assert (told["clause"], told["changes"]) == ("KS-AIM-02", [{**LOSS, "was": 60}])
    assert Report.objects.get(side="red").data["rulings"] == []


@pytest.mark.parametrize(
    "change",
    [
        [],
        [{**LOSS, "value": -1}],
        [{**LOSS, "value": "many"}],
        [{**LOSS, "thing": "nobody"}],
        [{**LOSS, "group": "own_moves"}],
        [{**LOSS, "group": "result"}],
        [{**LOSS, "key": "side", "value": "red"}],
        [{**LOSS, "key": "colour"}],
        [{"group": "bodies", "thing": "blue-foot"}],
        "men",
    ],
)
def test_a_change_that_makes_no_position_is_refused(cast, closed, change):
    with pytest.raises(Invalid):
        overrule(cast, closed, change=change)
    assert not Ruling.objects.exists()


@pytest.mark.parametrize("wrong", [{"reason": ""}, {"reason": "x" * 1001}, {"clause": "x" * 41}, {"orders": "none"}])
def test_a_correction_has_a_reason(cast, closed, wrong):
    with pytest.raises(Invalid):
        correct(cast, closed, **wrong)
    assert not Ruling.objects.exists()


def test_a_thing_of_the_other_side_cannot_be_ordered_by_correction(cast, closed):
    with pytest.raises(Unseen):
        correct(cast, closed, thing="blue-foot", orders=[])


def test_only_the_umpire_rules(cast, closed):
    ruled = correct(cast, closed)
    for user, refusal in ((cast.red_general, NotUmpire), (cast.bystander, Unseen)):
        for deed in (
            lambda user=user: correct_order(
                by=user, move=closed.public_id, thing="red-foot", orders=[], reason="x", now=END
            ),
            lambda user=user: overrule_finding(
                by=user, move=closed.public_id, change=[LOSS], reason="x", clause="KS-AIM-02", now=END
            ),
            lambda user=user: restore(by=user, ruling=ruled.ruling, reason="x", now=END),
        ):
            with pytest.raises(refusal):
                deed()


def test_an_open_move_is_the_commanders_own_and_a_submitted_one_is_history(cast, move):
    with pytest.raises(WrongState):
        correct(cast, move)
    with pytest.raises(WrongState):
        overrule(cast, move)
    close_move(move_id=move.pk, now=END, cause="time")
    submit_move(by=cast.umpire, move=move.public_id, now=END)
    with pytest.raises(WrongState):
        correct(cast, move)


@pytest.mark.parametrize(
    ("told", "kept"),
    [("KS-AIM-02", "KS-AIM-02"), ("ks-aim-02", "KS-AIM-02"), ("House rule", "house rule"), ("Hausregel", "house rule")],
)
def test_a_ruling_keeps_the_clause_on_which_it_rests(cast, closed, told, kept):
    overrule(cast, closed, clause=told)
    assert Ruling.objects.get().clause == kept


@pytest.mark.parametrize("clause", ["KS-NO-99", "LW-GUN-01", "x"])
def test_nobody_overrules_by_a_clause_that_is_none(cast, closed, clause):
    with pytest.raises(Invalid, match="clause: "):
        overrule(cast, closed, clause=clause)
    with pytest.raises(Invalid, match="clause: "):
        correct(cast, closed, clause=clause)
    assert not Ruling.objects.filter(kind="overrule").exists()


@pytest.mark.parametrize(("value", "odd"), [(130, False), (131, True), (0, False), (600, True)])
def test_a_number_more_than_twice_what_is_there_is_asked_about(cast, closed, value, odd):
    change = [{**LOSS, "value": value}]
    if odd:
        with pytest.raises(Odd) as asked:
            overrule(cast, closed, change=change)
        assert asked.value.data()["odd"] == [{"thing": "blue-foot", "key": "men", "was": 60, "value": value}]
        assert not Ruling.objects.exists()
    assert overrule(cast, closed, change=change, sure=odd).kind == "overrule"


def test_packets_are_asked_about_one_by_one(cast, closed):
    change = {
        "group": "depots",
        "thing": "blue-depot",
        "key": "packets",
        "value": {"food": 500, "forage": 20, "ammunition": 20},
    }
    with pytest.raises(Odd) as asked:
        overrule(cast, closed, change=[change])
    assert [one["key"] for one in asked.value.odd] == ["packets.food"]


def test_a_correction_that_the_rules_forbid_is_kept_only_by_an_umpire_who_is_sure(cast, battle, closed):
    """Twin: what they allow is kept, and how it reads."""
    far = {"order": "march", "body": "red-foot", "measured": {"distance": 60}}
    with pytest.raises(Refused) as refused:
        correct(cast, closed, orders=[far], sure=False)
    assert refused.value.code != "E-INVALID" and not Ruling.objects.exists()
    correct(cast, closed, sure=False)
    ruling = Ruling.objects.get()
    assert "3" in ruling.change["readings"][0] and "Red Rifles" in ruling.change["readings"][0]
    assert "readings" not in battle.record.get(kind="ruling").data["change"]
    correct(cast, closed, orders=[far], sure=True)
    assert brief(battle, closed).orders == [far]


def test_the_report_has_the_last_correction_of_a_thing_and_the_other_side_none(cast, closed):
    correct(cast, closed, orders=[], reason="first thought")
    correct(cast, closed, reason="second thought")
    submit_move(by=cast.umpire, move=closed.public_id, now=END)
    data = {report.side: report.data["rulings"] for report in Report.objects.all()}
    assert [(one["reason"], one["thing"]) for one in data["red"]] == [("second thought", "red-foot")]
    assert "Red Rifles" in data["red"][0]["readings"][0]
    assert data["blue"] == data["observer"] == []


def test_a_ruling_asks_the_rules_in_one_turn_however_much_it_changes(cast, closed, monkeypatch):
    """Each turn locks the battle, and reads the orders and the facts of the move again."""
    turns, real = [], rulings.overrule
    monkeypatch.setattr(rulings, "overrule", lambda *given, **named: turns.append(1) or real(*given, **named))
    for men, cited in ((25, "first"), (24, "second")):
        turns.clear()
        overrule(cast, closed, change=[{**LOSS, "value": men}], reason=cited)
    assert len(turns) <= 2
