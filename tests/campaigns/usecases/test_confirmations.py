"""What one side's official reports the other's confirms; what is not confirmed waits, or is taken over by the umpire.  [KS-OFF-03]"""

from __future__ import annotations

import pytest

from campaigns import sight
from campaigns.bridge import brief
from campaigns.clockwork.timers import sweep
from campaigns.desk import desk
from campaigns.errors import Differ, NotOfficial, NotPending, OwnEntry, Unconfirmed, Unseen, WrongState
from campaigns.measurements import Place
from campaigns.models import Confirmation, FactSheet, Notice
from campaigns.usecases.desk.confirmations import confirm
from campaigns.usecases.desk.facts import measure, measure_part
from campaigns.usecases.moves.findings import submit_move
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.orders.orders import submit_orders
from campaigns.usecases.record import check_record
from rules.errors import Invalid
from tests.campaigns.builders import NOON, a_battle, a_post, a_user, the_move
from tests.campaigns.usecases.test_measure import CHARGE, END, OPTIONS, a_start

FACTS = {"distance": 20, "chargers": 20, "charged": 12}
DISTANCE = {"order": "red-horse/0", "key": "distance", "subject": "", "reported": 20, "measured": 20}
BOTH_COUNTS = [
    {"order": "red-horse/0", "key": key, "reported": FACTS[key], "measured": FACTS[key]}
    for key in ("chargers", "charged")
]


def a_reported(cast, **campaign):
    """A battle with an official on either side; Red's lancers charge, the move ends, Red's official has reported."""
    battle = a_battle(cast, start=a_start(), **{"options": OPTIONS, **campaign})
    a_post(battle.campaign, cast, "official", "blue", "", a_user("blue-official"))
    found = the_move(battle)
    submit_orders(
        user=cast.red_horse, move=found.public_id, thing="red-horse", orders=[CHARGE], base_revision=0, key="k", now=NOON
    )  # fmt: skip
    enter(cast.official, found)
    close_move(move_id=found.pk, now=END, cause="time")
    found.refresh_from_db()
    return found


@pytest.fixture
def move(cast):
    return a_reported(cast)


@pytest.fixture
def blue_official(move):
    return a_user("blue-official")


def enter(user, move, orders=None, base=0):
    given = {"red-horse/0": FACTS} if orders is None else orders
    return measure(by=user, move=move.public_id, base_revision=base, orders=given, now=END)


def says(user, move, *facts):
    return confirm(by=user, move=move.public_id, facts=list(facts), now=END)


def asked(user, move):
    return sight.measuring(sight.find_battle(user, move.battle.public_id), END).to_confirm


def measured(move):
    return brief(move.battle, move).orders[0].get("measured", {})


# -- it waits --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_is_reported_does_not_count_before_it_is_confirmed(cast, move, blue_official):
    assert measured(move) == {}
    with pytest.raises(Unconfirmed) as refused:
        submit_move(by=cast.umpire, move=move.public_id, now=END)
    assert (refused.value.code, refused.value.clause) == ("E-FACTS", "KS-OFF-03")
    done = says(blue_official, move, DISTANCE, *BOTH_COUNTS)
    assert (done.confirmed, done.waiting) == (3, 0)
    assert measured(move) == FACTS
    assert submit_move(by=cast.umpire, move=move.public_id, now=END).done


@pytest.mark.slow
def test_where_the_other_side_has_no_official_or_the_campaign_wants_none_it_counts_at_once(cast):
    for options in (OPTIONS, {**OPTIONS, "official_confirmation": "engine_only"}):
        battle = a_battle(cast, name=str(len(options)), start=a_start(), options=options)
        if len(options) > len(OPTIONS):
            a_post(battle.campaign, cast, "official", "blue", "", a_user("blue-official"))
        found = the_move(battle)
        submit_orders(
            user=cast.red_horse, move=found.public_id, thing="red-horse", orders=[CHARGE], base_revision=0, key="k", now=NOON
        )  # fmt: skip
        enter(cast.official, found)
        assert measured(found) == FACTS


def test_what_the_umpire_takes_down_stands_without_anybody_else(cast, move):
    enter(cast.umpire, move, base=1)
    assert measured(move) == FACTS
    assert submit_move(by=cast.umpire, move=move.public_id, now=END).done


def test_the_umpire_sees_what_was_reported_and_that_it_waits(cast, move, blue_official):
    seat = sight.find_battle(cast.umpire, move.battle.public_id)
    needs = {one.key: one for one in desk(seat, END).orders[0].needs}
    assert (needs["distance"].given, needs["distance"].by, needs["distance"].waits) == (20, "Red Official", True)
    says(blue_official, move, DISTANCE, *BOTH_COUNTS)
    needs = {one.key: one for one in desk(seat, END).orders[0].needs}
    assert (needs["distance"].given, needs["distance"].waits) == (20, False)


def test_the_reporter_sees_that_it_waits_and_then_who_confirmed_it(cast, move, blue_official):
    own = lambda: {  # noqa: E731
        one.key: one
        for one in sight.measuring(sight.find_battle(cast.official, move.battle.public_id), END).orders[0].needs
    }
    assert own()["distance"].waits
    says(blue_official, move, DISTANCE)
    assert (own()["distance"].waits, own()["distance"].confirmed_by) == (False, "Blue Official")
    assert own()["charged"].waits


# -- who confirms ----------------------------------------------------------------------------------


def test_ones_own_report_is_not_ones_own_to_confirm(cast, move):
    with pytest.raises(OwnEntry) as refused:
        says(cast.official, move, DISTANCE)
    assert (refused.value.code, refused.value.clause) == ("E-OWN", "KS-OFF-03")
    assert not Confirmation.objects.exists()


@pytest.mark.parametrize("name", ["umpire", "red_general", "blue_general", "blue_foot", "observer"])
def test_nobody_but_an_official_confirms_anything(cast, move, name):
    with pytest.raises(NotOfficial):
        says(getattr(cast, name), move, DISTANCE)


def test_to_a_stranger_there_is_no_such_move(cast, move):
    with pytest.raises(Unseen):
        says(cast.bystander, move, DISTANCE)


def test_he_is_shown_the_question_the_figure_and_whose_it_is(move, blue_official):
    told = {one.key: one for one in asked(blue_official, move)}
    assert told.keys() == {"distance", "chargers", "charged"}
    one = told["distance"]
    assert (one.kind, one.reported, one.by, one.clause) == ("length", 20, "Red Official", "KS-CHARGE-03")
    assert "How many inches from edge to edge" in one.question


def test_before_time_is_called_he_is_shown_nothing_and_confirms_nothing(cast):
    """Orders are not known to the other side before they can no longer be changed."""
    battle = a_battle(cast, start=a_start(), options=OPTIONS)
    user = a_user("blue-official")
    a_post(battle.campaign, cast, "official", "blue", "", user)
    found = the_move(battle)
    submit_orders(
        user=cast.red_horse, move=found.public_id, thing="red-horse", orders=[CHARGE], base_revision=0, key="k", now=NOON
    )  # fmt: skip
    enter(cast.official, found)
    assert asked(user, found) == ()
    with pytest.raises(WrongState):
        says(user, found, DISTANCE)


def test_what_his_side_does_not_see_he_is_not_asked_and_it_counts_at_once(cast, move, blue_official):
    """KS-OFF-02: how a side is supplied is its own official's business."""
    facts = {"red-horse/0": FACTS}
    supply = {"supply": {"red-foot": {"source": "red-depot", "distance": 5}}}
    measure(by=cast.umpire, move=move.public_id, base_revision=1, orders=facts, move_facts=supply, now=END)
    changed = {"red-horse/0": {**FACTS, "distance": 21}}
    measure(by=cast.umpire, move=move.public_id, base_revision=2, orders=changed, move_facts=supply, now=END)
    assert asked(blue_official, move) == ()
    assert brief(move.battle, move).facts == supply


# -- when they differ ------------------------------------------------------------------------------


def test_lengths_within_an_eighth_are_agreed_and_the_shorter_stands_under_both_names(cast, move, blue_official):
    """KS-OFF-03: entries 20 and 19⅞ in."""
    says(blue_official, move, {**DISTANCE, "measured": 19.875}, *BOTH_COUNTS)
    assert measured(move)["distance"] == 19.875
    move.battle.refresh_from_db()
    entry = move.battle.record.get(kind="confirmed")
    (length,) = [one for one in entry.data["facts"] if one["key"] == "distance"]
    assert (length["reported_by"], length["confirmed_by"]) == ("Red Official", "Blue Official")
    assert (length["reported"], length["measured"], length["stands"]) == (20, 19.875, 19.875)
    assert check_record(move.battle) is None
    assert submit_move(by=cast.umpire, move=move.public_id, now=END).done


def test_lengths_that_differ_are_taken_down_measured_again_and_then_the_shorter_stands(cast, move, blue_official):
    """KS-OFF-03: 20 and 19 in.; measured again 20 and 19½: the shorter, for a shorter charge is the less that was done."""
    with pytest.raises(Differ) as refused:
        says(blue_official, move, {**DISTANCE, "measured": 19}, *BOTH_COUNTS)
    assert (refused.value.code, refused.value.status) == ("E-DIFFER", 409)
    assert refused.value.places == [
        {"order": "red-horse/0", "key": "distance", "subject": "", "sentence": "You differ by 1 in.; measure again."}
    ]
    assert "distance" not in measured(move) and measured(move)["charged"] == 12
    (still,) = asked(blue_official, move)
    assert still.differs == 19
    assert Notice.objects.filter(kind="differ").count() == 3
    says(blue_official, move, {**DISTANCE, "measured": 19.5})
    assert measured(move)["distance"] == 19.5


@pytest.mark.slow
def test_counts_that_differ_wait_until_they_are_the_same_or_the_umpire_rules(cast, move, blue_official):
    for _ in range(2):
        with pytest.raises(Differ):
            says(blue_official, move, {**BOTH_COUNTS[1], "measured": 11})
    with pytest.raises(Unconfirmed):
        submit_move(by=cast.umpire, move=move.public_id, now=END)
    enter(cast.official, move, {"red-horse/0": {**FACTS, "charged": 11}}, base=1)
    says(blue_official, move, {**BOTH_COUNTS[1], "reported": 11, "measured": 11})
    assert measured(move)["charged"] == 11


def test_what_has_been_reported_otherwise_since_is_not_confirmed_unawares(cast, move, blue_official):
    enter(cast.official, move, {"red-horse/0": {**FACTS, "distance": 21}}, base=1)
    with pytest.raises(NotPending):
        says(blue_official, move, DISTANCE)
    with pytest.raises(NotPending):
        says(blue_official, move, {**DISTANCE, "key": "road"})
    assert not Confirmation.objects.exists()


@pytest.mark.parametrize(
    "facts",
    [
        None, "all", [], [3], [{}], [{"key": "distance", "reported": 20}], [{**DISTANCE, "order": 3}],
        [{**DISTANCE, "measured": "20"}], [{**DISTANCE, "measured": -1}], [{**DISTANCE, "measured": {"a": 1}}],
    ],
)  # fmt: skip
def test_what_is_no_confirmation_is_refused_and_changes_nothing(move, blue_official, facts):
    with pytest.raises((Invalid, Differ)):
        confirm(by=blue_official, move=move.public_id, facts=facts, now=END)
    assert measured(move) == {}


def test_nothing_is_confirmed_when_the_move_has_been_submitted(cast, move, blue_official):
    enter(cast.umpire, move, base=1)
    submit_move(by=cast.umpire, move=move.public_id, now=END)
    with pytest.raises(WrongState):
        says(blue_official, move, DISTANCE)
    assert FactSheet.objects.filter(move=move).count() == 2


# -- without an umpire ------------------------------------------------------------------------------


@pytest.mark.slow
def test_where_no_umpire_is_present_the_clock_submits_when_both_have_agreed(cast):
    move = a_reported(cast, umpire="none")
    assert sweep(END).submitted == 0
    assert Notice.objects.filter(move=move, kind="waits").exists()
    says(a_user("blue-official"), move, DISTANCE, *BOTH_COUNTS)
    assert sweep(END).submitted == 1


def test_what_is_to_be_confirmed_takes_no_more_than_nine_queries(move, blue_official, django_assert_max_num_queries):
    with django_assert_max_num_queries(9):
        asked(blue_official, move)


def test_what_the_umpire_measures_in_part_leaves_the_rest_waiting(cast, move):
    """Twin: a whole sheet of the umpire's takes everything over."""
    part = {Place("red-horse/0", "distance"): 20}
    measure_part(by=cast.umpire, move=move.public_id, base_revision=1, facts=part, now=END)
    waiting = brief(move.battle, move).measured.waiting
    assert {place.key for place in waiting} == {"chargers", "charged"}
    assert brief(move.battle, move).orders[0]["measured"] == {"distance": 20}
    enter(cast.umpire, move, base=2)
    assert not brief(move.battle, move).measured.waiting
