"""What the umpire prepares in advance is given by the clock, once, and only to its recipients."""

from datetime import timedelta

import pytest

from campaigns import sight
from campaigns.clockwork.timers import sweep
from campaigns.desk.injects import injects
from campaigns.errors import KeyReused, NotUmpire, Unseen, WrongState
from campaigns.models import Dispatch, Inject, Notice, Post, RecordEntry, Ruling
from campaigns.usecases.clock.clock import close_early, pause_clock
from campaigns.usecases.desk.undo import undo_move
from campaigns.usecases.messages.injects import Planned, change_inject, give_inject, prepare_inject, withdraw_inject
from campaigns.usecases.moves.submission import submit_move
from rules.errors import Invalid
from tests.campaigns.builders import NOON, a_battle, the_move

pytestmark = pytest.mark.django_db

AT = NOON + timedelta(minutes=1)
FALL = [{"group": "bodies", "thing": "red-foot", "key": "men", "value": 55}]


@pytest.fixture
def battle(cast):
    return a_battle(cast, drain_seconds=0)


def prepare(cast, battle, **more):
    given = {"text": "Rain comes up", **more}
    given |= {} if "at" in given or "move_number" in given else {"move_number": 2}
    given |= {"clause": "house rule"} if "change" in given and "clause" not in given else {}
    planned = Planned(**given)
    return prepare_inject(by=cast.umpire, battle=battle.public_id, planned=planned, key="one", now=NOON)


def change(cast, made, now=AT, **more):
    cited = {"clause": "house rule"} if "change" in more else {}
    planned = Planned(**{"move_number": 2, **cited, **more})
    return change_inject(by=cast.umpire, inject=made.inject, base_revision=1, planned=planned, now=now)


def play(cast, battle, at=AT):
    """One move, closed and submitted."""
    move = the_move(battle)
    close_early(by=cast.umpire, move=move.public_id, now=at)
    submit_move(by=cast.umpire, move=move.public_id, now=at)


def heard(user, battle):
    return [one.text for one in sight.messages(sight.find_battle(user, battle.public_id)).heard]


def test_a_message_arrives_when_its_move_opens_and_not_before(cast, battle):
    prepare(cast, battle)
    sweep(NOON + timedelta(seconds=30))
    assert heard(cast.red_foot, battle) == [] and not Dispatch.objects.exists()
    play(cast, battle)
    assert sweep(AT + timedelta(seconds=1)).injected == 1
    for user in (cast.red_foot, cast.blue_foot, cast.observer):
        assert heard(user, battle) == ["Rain comes up"]
    sweep(AT + timedelta(seconds=3))
    assert Dispatch.objects.count() == 1 and Inject.objects.get().state == "given"


def test_a_message_for_one_side_reaches_that_side_alone(cast, battle):
    prepare(cast, battle, heard="side", side="blue")
    play(cast, battle)
    sweep(AT + timedelta(seconds=1))
    assert heard(cast.blue_general, battle) == ["Rain comes up"]
    assert heard(cast.red_general, battle) == [] and heard(cast.observer, battle) == []
    assert {one.post.side.key for one in Notice.objects.filter(kind="word")} == {"blue"}
    assert not any("Rain" in one.text for one in Notice.objects.all())


def test_a_message_for_a_seat_reaches_its_holder_alone(cast, battle):
    post = Post.objects.get(user=cast.red_horse, arm="cavalry").public_id
    prepare(cast, battle, heard="addressees", to=[post])
    play(cast, battle)
    sweep(AT + timedelta(seconds=1))
    assert heard(cast.red_horse, battle) == ["Rain comes up"]
    assert heard(cast.red_foot, battle) == [] and heard(cast.blue_foot, battle) == []


def test_a_message_with_a_time_is_sent_at_that_time_whatever_the_clock_does(cast, battle):
    due = NOON + timedelta(minutes=5)
    prepare(cast, battle, at=due)
    pause_clock(by=cast.umpire, battle=battle.public_id, reason="Tea", minutes=30, now=AT)
    sweep(due - timedelta(seconds=1))
    assert not Dispatch.objects.exists()
    sweep(due + timedelta(seconds=1))
    assert heard(cast.red_foot, battle) == ["Rain comes up"]


def test_a_message_with_a_time_outlives_the_move_in_which_it_was_prepared(cast, battle):
    prepare(cast, battle, at=NOON + timedelta(minutes=5))
    play(cast, battle)
    sweep(NOON + timedelta(minutes=5, seconds=1))
    assert heard(cast.red_foot, battle) == ["Rain comes up"]


def test_a_ruling_overrules_the_finding_of_its_move_when_that_closes(cast, battle):
    prepare(cast, battle, change=FALL, text="Five fall sick", move_number=1)
    close_early(by=cast.umpire, move=the_move(battle).public_id, now=AT)
    sweep(AT + timedelta(seconds=1))
    assert (Ruling.objects.get().kind, Ruling.objects.get().reason) == ("overrule", "Five fall sick")
    submit_move(by=cast.umpire, move=the_move(battle).public_id, now=AT + timedelta(seconds=2))
    assert battle.things.get(thing="red-foot").men == 55


def test_what_cannot_be_given_is_told_to_the_umpire_and_can_be_put_right(cast, battle):
    wrong = [{**FALL[0], "thing": "nobody"}]
    made = prepare(cast, battle, change=wrong, text="Five fall sick", move_number=1)
    close_early(by=cast.umpire, move=the_move(battle).public_id, now=AT)
    sweep(AT + timedelta(seconds=1))
    row = Inject.objects.get()
    assert row.state == "failed" and "nobody" in row.why and not Ruling.objects.exists()
    assert Notice.objects.get(kind="inject-failed").post.kind == "umpire"
    withdraw_inject(by=cast.umpire, inject=made.inject, now=AT + timedelta(seconds=2))
    assert Inject.objects.get().state == "withdrawn"


def test_it_is_changed_and_withdrawn_until_it_is_given_and_all_of_it_is_on_record(cast, battle):
    made = prepare(cast, battle)
    changed = change(cast, made, text="Thunder", heard="side", side="red")
    assert changed.revision == 2
    with pytest.raises(WrongState):
        change(cast, made, text="Hail")
    play(cast, battle)
    sweep(AT + timedelta(seconds=1))
    assert heard(cast.red_foot, battle) == ["Thunder"] and heard(cast.blue_foot, battle) == []
    with pytest.raises(WrongState):
        withdraw_inject(by=cast.umpire, inject=made.inject, now=AT)
    kinds = RecordEntry.objects.filter(kind__startswith="inject").order_by("sequence").values_list("kind", flat=True)
    assert list(kinds) == ["inject-prepared", "inject-changed", "inject-given"]


def test_a_message_is_sent_by_hand_before_it_is_due_and_not_again(cast, battle):
    made = prepare(cast, battle)
    assert give_inject(by=cast.umpire, inject=made.inject, now=NOON).state == "given"
    assert heard(cast.red_foot, battle) == ["Rain comes up"]
    with pytest.raises(WrongState):
        give_inject(by=cast.umpire, inject=made.inject, now=AT)
    play(cast, battle)
    sweep(AT + timedelta(seconds=1))
    assert heard(cast.red_foot, battle) == ["Rain comes up"]
    assert RecordEntry.objects.get(kind="inject-given").actor == "Umpire"


def test_a_ruling_is_given_by_hand_on_a_closed_move_and_refused_on_an_open_one(cast, battle):
    made = prepare(cast, battle, change=FALL, text="Five fall sick", move_number=3)
    with pytest.raises(WrongState):
        give_inject(by=cast.umpire, inject=made.inject, now=NOON)
    assert Inject.objects.get().state == "waiting" and not Ruling.objects.exists()
    close_early(by=cast.umpire, move=the_move(battle).public_id, now=AT)
    give_inject(by=cast.umpire, inject=made.inject, now=AT)
    assert Ruling.objects.get().reason == "Five fall sick"


def test_what_is_withdrawn_is_not_given(cast, battle):
    made = prepare(cast, battle, at=AT)
    withdraw_inject(by=cast.umpire, inject=made.inject, now=NOON + timedelta(seconds=1))
    sweep(AT + timedelta(seconds=1))
    assert not Dispatch.objects.exists()


def test_when_a_move_is_taken_back_what_was_given_is_not_given_again(cast, battle):
    prepare(cast, battle)
    first = the_move(battle)
    play(cast, battle)
    sweep(AT + timedelta(seconds=1))
    undo_move(by=cast.umpire, move=first.public_id, reason="Again", now=AT + timedelta(seconds=2))
    play(cast, battle, AT + timedelta(seconds=3))
    sweep(AT + timedelta(seconds=4))
    assert heard(cast.red_foot, battle) == ["Rain comes up"]


def test_the_same_key_prepares_it_once(cast, battle):
    assert prepare(cast, battle).inject == prepare(cast, battle).inject
    with pytest.raises(KeyReused):
        prepare(cast, battle, text="Other words")


@pytest.mark.parametrize(
    "wrong",
    [
        {"text": ""}, {"text": "x" * 2001}, {"move_number": 0}, {"move_number": True}, {"at": NOON}, {"at": "soon"},
        {"move_number": 2, "at": AT}, {"heard": "nobody"}, {"heard": "side", "side": "green"}, {"heard": "addressees"},
        {"heard": "addressees", "to": "x"}, {"change": [{"group": "bodies"}]}, {"near": {"at": [1, 1]}}, {"press": True},
        {"clause": "x" * 41},
    ],
)  # fmt: skip
def test_what_is_not_understood_is_refused(cast, battle, wrong):
    with pytest.raises(Invalid):
        prepare(cast, battle, **wrong)
    assert not Inject.objects.exists()


def test_a_move_that_has_opened_gets_no_more_messages_and_one_that_has_closed_no_ruling(cast, battle):
    with pytest.raises(WrongState):
        prepare(cast, battle, move_number=1)
    play(cast, battle)
    with pytest.raises(WrongState):
        prepare(cast, battle, move_number=1, change=FALL)


def test_nobody_but_the_umpire_prepares_reads_changes_or_withdraws(cast, battle):
    made = prepare(cast, battle)
    for user in (cast.red_general, cast.official, cast.observer):
        with pytest.raises(NotUmpire):
            planned = Planned(text="Mine", move_number=2)
            prepare_inject(by=user, battle=battle.public_id, planned=planned, key="x", now=NOON)
        with pytest.raises(NotUmpire):
            give_inject(by=user, inject=made.inject, now=NOON)
        with pytest.raises(NotUmpire):
            withdraw_inject(by=user, inject=made.inject, now=NOON)
        with pytest.raises(NotUmpire):
            injects(sight.find_battle(user, battle.public_id))
    with pytest.raises(Unseen) as there:
        withdraw_inject(by=cast.bystander, inject=made.inject, now=NOON)
    with pytest.raises(Unseen) as nowhere:
        withdraw_inject(by=cast.bystander, inject="AAAAAAAAAAAA", now=NOON)
    assert there.value.data() == nowhere.value.data()


def test_a_post_of_another_campaign_is_not_there(cast, battle):
    other = a_battle(cast, name="Elsewhere")
    strange = Post.objects.filter(campaign=other.campaign, kind="observer").get().public_id
    with pytest.raises(Unseen):
        prepare(cast, battle, heard="addressees", to=[strange])
