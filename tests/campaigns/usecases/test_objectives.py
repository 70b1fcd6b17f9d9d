"""Objectives: read, set, told to whom they concern, and judged in whole numbers from the position and the ledgers."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns import objectives as aims
from campaigns import sight
from campaigns.desk.objectives import objectives_known
from campaigns.errors import NotUmpire, SettingsChanged, Unseen, WrongState
from campaigns.models import Battle, Notice, PointsEntry, RecordEntry
from campaigns.sight.aims.told import counts
from campaigns.usecases.campaigns.endings import end_battle
from campaigns.usecases.campaigns.objectives import digest_of_objectives, set_objectives
from campaigns.usecases.campaigns.preparation import open_battle
from campaigns.usecases.desk.rulings import overrule_finding
from campaigns.usecases.moves.findings import submit_move
from campaigns.usecases.moves.ledgers import award_points
from campaigns.usecases.moves.moves import close_move
from rules.errors import Invalid
from rules.kriegspiel.book import KRIEGSPIEL
from tests.campaigns.builders import NOON, START, a_battle, a_campaign, the_move
from tests.campaigns.secrets.hidden import PLACES

BRIDGE = {"side": "red", "kind": "hold", "at": [60, 60], "inches": 6, "name": "the bridge", "move": 2, "shown": "own"}


def placed():
    """The small forces, each body at its place."""
    start = {group: {name: dict(thing) for name, thing in things.items()} for group, things in START.items()}
    for group in ("bodies", "guns", "waggons", "depots"):
        for name, thing in start[group].items():
            thing["at"] = PLACES[name]
    return start


def on_the_map(cast, **more):
    return a_battle(cast, start={**placed(), "country": {"size": [192, 144]}, **more})


def put(cast, battle, *objectives, **more):
    given = {"reason": "So it is decided", **more}
    return set_objectives(by=cast.umpire, battle=battle.public_id, objectives=list(objectives), now=NOON, **given)


def seen(user, battle, of=""):
    seat = sight.find_battle(user, battle.public_id)
    return sight.objectives(seat, of) if of else objectives_known(seat)


def played(cast, battle, change=()):
    """The move under way is published, perhaps with a ruling."""
    move = the_move(battle)
    close_move(move_id=move.pk, now=NOON, cause="umpire")
    if change:
        overrule_finding(
            by=cast.umpire, move=move.public_id, change=list(change), reason="Seen so", clause="house rule", now=NOON
        )
    submit_move(by=cast.umpire, move=move.public_id, now=NOON)


def test_an_objective_is_read_in_its_normal_form_and_gets_an_id(cast):
    battle = on_the_map(cast)
    first, second = put(cast, battle, BRIDGE, {"kind": "losses", "amount": 20})
    assert first == {**BRIDGE, "id": "o1", "way": "", "amount": 0}
    assert (second["id"], second["way"], second["side"], second["shown"], second["move"]) == (
        "o2",
        "enemy",
        "",
        "own",
        0,
    )
    again = put(cast, battle, second, first)
    assert [one["id"] for one in again] == ["o2", "o1"], "an id stays"


@pytest.mark.parametrize(
    "wrong",
    [
        "x", {}, [{}], [{"kind": "hold"}], [{**BRIDGE, "inches": 1.5}], [{**BRIDGE, "inches": 0}], [{**BRIDGE, "at": [1]}],
        [{**BRIDGE, "at": [0.01, 1]}], [{**BRIDGE, "side": "green"}], [{**BRIDGE, "shown": "spies"}], [{**BRIDGE, "move": -1}],
        [{**BRIDGE, "move": True}], [{"kind": "points", "amount": 0}], [{"kind": "points", "amount": 3, "way": "own"}],
        [{**BRIDGE, "name": "a\nb"}], [{**BRIDGE, "seed": 1}], [{**BRIDGE, "id": "a"}, {**BRIDGE, "id": "a"}], [BRIDGE] * 31,
    ],
)  # fmt: skip
def test_what_is_no_objective_is_refused_by_its_place(cast, wrong):
    battle = on_the_map(cast)
    with pytest.raises(Invalid, match="objectives"):
        set_objectives(by=cast.umpire, battle=battle.public_id, objectives=wrong, reason="x", now=NOON)


def test_a_place_is_held_by_a_body_within_the_inches_and_no_enemy_there_exactly_so_far_counts(cast):
    battle = on_the_map(cast)
    put(
        cast,
        battle,
        {**BRIDGE, "at": [60, 66]},
        {**BRIDGE, "at": [60, 66.0625]},
        {**BRIDGE, "at": [60, 76], "inches": 16},
    )
    stands = [(one.stands, one.told) for one in seen(cast.umpire, battle)]
    assert stands == [
        (True, "1 body near it, 0 bodies of the enemy’s"),
        (False, "0 bodies near it, 0 bodies of the enemy’s"),
        (False, "1 body near it, 1 body of the enemy’s"),
    ]


def test_a_side_is_told_what_it_sees_and_the_umpire_the_truth(cast):
    start = placed()
    start["bodies"]["blue-box"] = {"side": "blue", "arm": "infantry", "men": 9, "aboard": "blue-boat", "at": [61, 60]}
    start["boats"] = {"blue-boat": {"side": "blue", "at": [61, 60], "aboard": {"blue-box": 9}}}
    battle = a_battle(cast, start={**start, "country": {"size": [192, 144]}})
    put(cast, battle, BRIDGE)
    (truth,), (told,) = seen(cast.umpire, battle), seen(cast.red_foot, battle)
    assert truth.stands is False and truth.truth
    assert told.stands is True and told.told.startswith("met, as far as you see")
    assert seen(cast.umpire, battle, "red") == seen(cast.red_general, battle), "the umpire reads a side's view too"


def test_objectives_are_told_to_whom_they_are_shown_alone(cast):
    battle = on_the_map(cast)
    put(
        cast, battle, BRIDGE, {**BRIDGE, "shown": "all", "name": "the mill"}, {**BRIDGE, "shown": "umpire", "name": "canary"},
        {**BRIDGE, "side": "blue", "name": "the ford"}, {**BRIDGE, "side": "", "name": "the hill"},
    )  # fmt: skip
    names = {
        who: [one.name for one in seen(getattr(cast, who), battle)] for who in ("red_foot", "blue_foot", "observer")
    }
    assert names["red_foot"] == ["the bridge", "the mill", "the hill"]
    assert names["blue_foot"] == ["the mill", "the ford", "the hill"]
    assert names["observer"] == ["the mill"]
    assert [one.name for one in seen(cast.umpire, battle)] == [
        "the bridge", "the mill", "canary", "the ford", "the hill", "the hill",
    ]  # fmt: skip
    (mill,) = [one for one in seen(cast.blue_foot, battle) if one.name == "the mill"]
    assert mill.stands is None and not mill.told, "of the other side's nothing is told but that it is there"


def test_an_objective_counts_at_the_end_of_its_move_and_stays_as_it_was_then(cast):
    battle = on_the_map(cast)
    put(cast, battle, {**BRIDGE, "move": 1})
    assert [one.state for one in seen(cast.red_foot, battle)] == ["open"]
    played(cast, battle)
    assert [one.state for one in seen(cast.red_foot, battle)] == ["met"]
    played(cast, battle, [{"group": "bodies", "thing": "red-foot", "key": "at", "value": [10, 10]}])
    assert [(one.state, one.stands) for one in seen(cast.umpire, battle)] == [("met", True)]


def test_losses_and_points_are_counted_from_the_ledgers(cast):
    battle = on_the_map(cast)
    put(
        cast, battle, {"kind": "losses", "side": "blue", "amount": 9, "move": 1},
        {"kind": "losses", "way": "own", "side": "red", "amount": 10, "move": 1}, {"kind": "points", "side": "red", "amount": 5},
        {"kind": "points", "way": "lead", "side": "red", "amount": 4},
    )  # fmt: skip
    played(cast, battle, [{"group": "bodies", "thing": "red-foot", "key": "men", "value": 51}])
    award_points(by=cast.umpire, battle=battle.public_id, side="red", amount=5, reason="Well done", now=NOON)
    award_points(by=cast.umpire, battle=battle.public_id, side="blue", amount=2, reason="So too", now=NOON)
    truth = [(one.state, one.stands, one.told) for one in seen(cast.umpire, battle)]
    assert truth == [
        ("met", True, "9 men lost"), ("met", True, "9 men lost"), ("open", True, "2½ points"), ("open", False, "2½ points to 1"),
    ]  # fmt: skip
    blue = [(one.state, one.told) for one in seen(cast.blue_general, battle)]
    assert blue == [("unknown", "")], "what the enemy has lost is not in one's own books"
    red = [(one.state, one.stands) for one in seen(cast.red_general, battle)]
    assert red == [("met", True), ("open", True), ("open", None)]


def test_men_who_come_in_later_do_not_make_up_for_men_who_were_lost(cast):
    battle = on_the_map(cast)
    played(cast, battle, [{"group": "bodies", "thing": "red-foot", "key": "men", "value": 50}])
    fresh = {"side": "red", "arm": "infantry", "men": 40, "at": [20, 20]}
    played(cast, battle, [{"group": "bodies", "thing": "fresh", "add": fresh}])
    assert counts(battle.pk, None, ("red", "blue")).lost == {"red": 10, "blue": 0}
    assert counts(battle.pk, 1, ("red",)).lost == {"red": 10}


def test_before_it_begins_they_are_set_without_a_reason_and_nobody_is_told(cast):
    campaign = a_campaign(cast)
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", start=START, now=NOON)
    put(cast, battle, BRIDGE, reason="")
    assert not Notice.objects.exists() and not RecordEntry.objects.exists()
    assert [one.name for one in seen(cast.red_foot, battle)] == ["the bridge"]


def test_later_a_reason_is_wanted_and_read_by_those_whom_it_concerns_and_it_is_on_record(cast):
    battle = on_the_map(cast)
    with pytest.raises(Invalid, match="reason"):
        put(cast, battle, BRIDGE, reason="")
    put(cast, battle, BRIDGE)
    told = Notice.objects.filter(kind="objectives-changed")
    assert {row.post.side.key if row.post.side else row.post.kind for row in told} == {"red", "umpire"}
    assert "So it is decided" in told.first().text and "bridge" not in told.first().text
    put(cast, battle, BRIDGE | {"id": "o1"}, {**BRIDGE, "shown": "umpire"}, reason="Secret")
    assert {row.post.kind for row in told.filter(text__contains="Secret")} == {"umpire"}
    assert RecordEntry.objects.filter(battle=battle, kind="objectives-changed").count() == 2


def test_two_umpires_do_not_overwrite_each_other_and_nobody_else_sets_them(cast):
    battle = on_the_map(cast)
    base = digest_of_objectives([])
    put(cast, battle, BRIDGE, base=base)
    with pytest.raises(SettingsChanged):
        put(cast, battle, base=base)
    for who, error in ((cast.red_general, NotUmpire), (cast.bystander, Unseen)):
        with pytest.raises(error):
            set_objectives(by=who, battle=battle.public_id, objectives=[], reason="x", now=NOON)
    end_battle(by=cast.umpire, battle=battle.public_id, reason="Night", now=NOON)
    with pytest.raises(WrongState):
        put(cast, battle)


def test_when_the_last_of_them_is_due_the_umpire_is_told_in_one_line(cast):
    battle = on_the_map(cast)
    put(cast, battle, {**BRIDGE, "move": 1}, {**BRIDGE, "move": 2})
    played(cast, battle)
    assert not Notice.objects.filter(kind="objectives-due").exists()
    played(cast, battle)
    (told,) = Notice.objects.filter(kind="objectives-due")
    assert told.post.kind == "umpire" and "last objective has come due" in told.text


def test_when_the_battle_is_over_all_of_them_are_decided(cast):
    battle = on_the_map(cast)
    put(cast, battle, {**BRIDGE, "move": 0}, {**BRIDGE, "at": [1, 1], "move": 99})
    end_battle(by=cast.umpire, battle=battle.public_id, reason="Night", now=NOON + timedelta(minutes=1))
    assert [one.state for one in seen(cast.umpire, battle)] == ["met", "not met"]
    assert PointsEntry.objects.count() == 0 and Battle.objects.get(pk=battle.pk).objectives[1]["move"] == 99


@given(
    at=st.tuples(*[st.integers(0, 3072)] * 2),
    bodies=st.lists(
        st.tuples(st.sampled_from(["red", "blue"]), st.integers(0, 3072), st.integers(0, 3072)), max_size=6
    ),
    inches=st.integers(1, 60),
)
def test_both_never_hold_one_place_and_a_wider_circle_never_has_fewer(at, bodies, inches):
    scene = {
        "bodies": {
            f"b{number}": {"side": side, "arm": "infantry", "men": 10, "at": [x / 16, y / 16]}
            for number, (side, x, y) in enumerate(bodies)
        }
    }
    place = {"kind": "hold", "at": [at[0] / 16, at[1] / 16], "inches": inches, "amount": 0, "way": ""}
    nothing = aims.Counts({}, {})
    held = [
        aims.judged(KRIEGSPIEL.pieces, scene, nothing, place, *pair).met for pair in (("red", "blue"), ("blue", "red"))
    ]
    assert held != [True, True]
    near = aims.near(KRIEGSPIEL.pieces, scene, place, "red")
    assert near <= aims.near(KRIEGSPIEL.pieces, scene, {**place, "inches": inches + 1}, "red")
