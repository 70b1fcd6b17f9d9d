"""The umpire's remarks are published with a report, and stand only in the reports of their recipients."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaigns import sight
from campaigns.errors import Unseen
from campaigns.models import Dispatch, Move, RecordEntry, Report
from campaigns.usecases.clock.clock import close_early
from campaigns.usecases.moves import submission
from campaigns.usecases.moves.submission import finish_submission, submit_move
from campaigns.usecases.record import check_record
from rules.errors import Invalid
from tests.campaigns.builders import NOON, a_battle, the_move

pytestmark = pytest.mark.django_db

AT = NOON + timedelta(minutes=1)
PEOPLE = ("red_general", "red_foot", "red_horse", "blue_general", "blue_foot", "official", "observer")


@pytest.fixture
def closed(cast):
    battle = a_battle(cast, drain_seconds=0)
    close_early(by=cast.umpire, move=the_move(battle).public_id, now=AT)
    return battle


def post_of(battle, kind, arm="", side="red"):
    return battle.campaign.posts.get(kind=kind, arm=arm, **({"side__key": side} if side else {})).public_id


def submit(cast, battle, *remarks, now=AT):
    return submit_move(by=cast.umpire, move=the_move(battle).public_id, remarks=remarks, now=now)


def readers(cast, battle):
    """Who finds a remark in the report of the first move, and which recipients it names."""
    found = {}
    for name in PEOPLE:
        told = sight.report(sight.find_battle(getattr(cast, name), battle.public_id), 1).remarks
        found |= {name: told[0]["to"]} if told else {}
    return found


@pytest.mark.parametrize(
    ("whom", "told"),
    [
        ({}, set(PEOPLE)),
        ({"heard": "side", "side": "red"}, {"red_general", "red_foot", "red_horse", "official"}),
        ({"heard": "side", "side": "blue"}, {"blue_general", "blue_foot"}),
    ],
)
def test_a_remark_stands_in_the_reports_of_those_for_whom_it_is(cast, closed, whom, told):
    submit(cast, closed, {"text": "Well played.", **whom})
    assert set(readers(cast, closed)) == told
    assert not Dispatch.objects.exists()


def test_a_remark_to_one_post_is_read_by_its_holder_and_the_umpire_alone(cast, closed):
    submit(
        cast, closed, {"text": "Mind the ford.", "heard": "addressees", "to": [post_of(closed, "commander", "cavalry")]}
    )
    assert readers(cast, closed) == {"red_horse": ["Red Cavalry"]}
    umpire = sight.report(sight.find_battle(cast.umpire, closed.public_id), 1, "red")
    assert umpire.remarks == ({"text": "Mind the ford.", "heard": "addressees", "to": ["Red Cavalry"]},)
    assert "Mind" not in str(Report.objects.get(side="blue").data) and "Mind" not in str(
        Report.objects.get(side="observer").data
    )


def test_a_remark_to_posts_of_both_sides_names_to_neither_the_other(cast, closed):
    to = [post_of(closed, "general"), post_of(closed, "general", side="blue"), post_of(closed, "observer", side="")]
    submit(cast, closed, {"text": "Half time.", "heard": "addressees", "to": to})
    assert readers(cast, closed) == {
        "red_general": ["Red General"], "blue_general": ["Blue General"], "observer": ["Observer"]
    }  # fmt: skip
    assert to[0] not in str(Report.objects.get(side="blue").data)


def test_it_is_entered_in_the_record_and_another_move_has_none(cast, closed):
    submit(cast, closed, {"text": "Well played."}, {"text": "Mind the ford.", "heard": "side", "side": "red"})
    said = RecordEntry.objects.filter(kind="remark").order_by("sequence")
    assert [(one.actor, one.data["text"], one.data["side"]) for one in said] == [
        ("Umpire", "Well played.", ""), ("Umpire", "Mind the ford.", "red")
    ]  # fmt: skip
    assert check_record(closed) and the_move(closed).remarks is None


def test_whoever_finishes_an_abandoned_submission_publishes_the_remark(cast, closed, monkeypatch):
    def killed(*args, **kwargs):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(submission, "find_to_publish", killed)
        submit(cast, closed, {"text": "Well played."})
    assert not Report.objects.exists()
    finish_submission(move_id=the_move(closed).pk, now=AT + timedelta(minutes=1))
    assert set(readers(cast, closed)) == set(PEOPLE)


def test_submitting_again_with_another_remark_puts_it_in_the_place_of_the_first(cast, closed, monkeypatch):
    with monkeypatch.context() as patch, pytest.raises(Invalid):
        patch.setattr(
            submission, "find_to_publish", lambda *args: (_ for _ in ()).throw(Invalid("facts: not understood"))
        )
        submit(cast, closed, {"text": "Well played."})
    assert the_move(closed).remarks[0]["text"] == "Well played."
    submit(cast, closed)
    assert readers(cast, closed) == {}


@pytest.mark.parametrize(
    "wrong",
    ["x", [{"text": ""}], [{"text": "x" * 1001}], [{"heard": "all"}], [{"text": "x", "by": "y"}], [{"text": "x", "heard": "side"}],
     [{"text": "x", "heard": "addressees"}], [{"text": "x"}] * 11, ["x"]],
)  # fmt: skip
def test_what_is_not_understood_is_refused_and_nothing_is_submitted(cast, closed, wrong):
    with pytest.raises(Invalid):
        submit_move(by=cast.umpire, move=the_move(closed).public_id, remarks=wrong, now=AT)
    assert Move.objects.get().status == "closed" and Move.objects.get().remarks is None


def test_a_post_of_another_campaign_is_not_there(cast, closed):
    strange = a_battle(cast, name="Elsewhere").campaign.posts.get(kind="observer").public_id
    with pytest.raises(Unseen):
        submit(cast, closed, {"text": "x", "heard": "addressees", "to": [strange]})
