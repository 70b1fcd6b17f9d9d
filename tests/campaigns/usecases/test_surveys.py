"""A large survey is made into a country by a worker: once, whatever is killed meanwhile, and visible only to its sender."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from campaigns import children, sight
from campaigns.errors import Unseen, WrongState
from campaigns.models import Country, Survey
from campaigns.usecases.muster import countries, surveys
from campaigns.usecases.muster.countries import import_country
from campaigns.usecases.muster.surveys import (
    KEPT,
    LEASE,
    MOST_ATTEMPTS,
    MOST_WAITING,
    claim_next,
    delete_old_surveys,
    make,
    make_next_survey,
    send_survey,
)
from rules.errors import Invalid
from tests.campaigns.at_hand import ask
from tests.campaigns.builders import NOON
from tests.rules.kriegspiel.surveys import collection, feature, great, village

FIGURES = {"scale": 5, "size": [24, 16], "plain": True, "origin": [0, 0], "interval": None}
LATER = NOON + timedelta(minutes=1)


IN_A_CHILD = children.ask_rules


@pytest.fixture(autouse=True)
def _at_hand(monkeypatch):
    """The rules answer in this process, which is faster than another; where it matters, ``IN_A_CHILD`` is set again."""

    monkeypatch.setattr(children, "ask_rules", ask)


def clock():
    return LATER


def sent(by, survey=None, **more):
    """A large survey, sent."""
    return send_survey(by=by, survey=survey or great(), now=NOON, **{"name": "Hartley", **FIGURES, **more})


def seen(by, survey):
    return sight.find_survey(by, survey.public_id)


def test_a_small_survey_is_a_country_at_once(cast):
    made = sent(cast.umpire, village())
    assert isinstance(made, Country) and made.name == "Hartley"
    assert not Survey.objects.exists()


@pytest.mark.slow
def test_a_great_survey_waits_and_becomes_the_country_that_it_would_have_been_at_once(cast, monkeypatch):
    monkeypatch.setattr(children, "ask_rules", IN_A_CHILD)
    waiting = sent(cast.umpire)
    assert seen(cast.umpire, waiting).state == "waiting" and not Country.objects.exists()
    assert make_next_survey(clock)
    made = Country.objects.get()
    done = seen(cast.umpire, waiting)
    assert (done.state, done.country, done.ended_at, done.refusal) == ("done", made.public_id, LATER, None)
    assert (made.made_by, made.name, made.made_at) == (cast.umpire, "Hartley", LATER)
    same = import_country(by=cast.umpire, name="Hartley", survey=great(), now=NOON, **FIGURES)
    assert (made.digest, made.data, made.report) == (same.digest, same.data, same.report)
    assert Survey.objects.get().file == ""
    assert not make_next_survey(clock)


@pytest.mark.parametrize("most", ["AT_ONCE_CHARACTERS", "AT_ONCE_LISTS"])
def test_what_is_small_is_bounded_in_characters_and_in_points(cast, monkeypatch, most):
    monkeypatch.setattr(surveys, most, 10)
    assert isinstance(sent(cast.umpire, village()), Survey)


@pytest.mark.parametrize(
    "wrong",
    [
        {"survey": {}}, {"survey": {"type": "FeatureCollection", "features": [{}] * 20_001}}, {"survey": {**great(), "features": {}}},
        {"scale": 0}, {"size": [1, 1]}, {"interval": "x"}, {"origin": [0]}, {"name": ""}, {"book": "whist"}, {"book": "chess-1879"},
    ],
)  # fmt: skip
def test_what_can_be_told_at_a_glance_is_refused_at_once_and_nothing_is_kept(cast, wrong):
    with pytest.raises(Invalid):
        send_survey(by=cast.umpire, now=NOON, **{"name": "Hartley", "survey": great(), **FIGURES, **wrong})
    assert not Survey.objects.exists() and not Country.objects.exists()


def test_what_the_rules_refuse_is_told_with_the_reason_and_nothing_is_kept(cast):
    waiting = sent(cast.umpire, collection(*great()["features"], feature("LineString", [[0, 0], ["a", 1]])))
    assert make_next_survey(clock)
    refused = seen(cast.umpire, waiting)
    assert (refused.state, refused.refusal["code"], refused.country) == ("refused", "E-INVALID", "")
    assert "metres are wanted" in refused.refusal["sentence"]
    assert not Country.objects.exists() and Survey.objects.get().file == ""
    assert not make_next_survey(clock), "it is not tried again"


def test_a_survey_that_takes_too_long_is_killed_and_refused_at_once(cast, monkeypatch):
    waiting = sent(cast.umpire)
    monkeypatch.setattr(children, "ask_rules", IN_A_CHILD)
    monkeypatch.setattr(surveys, "LONGEST", 0.001)
    assert make_next_survey(clock)
    refused = seen(cast.umpire, waiting)
    assert (refused.state, refused.refusal["code"]) == ("refused", "E-COST")
    assert "takes more than" in refused.refusal["sentence"]
    assert Survey.objects.get().attempts == 1 and not Country.objects.exists()
    assert not make_next_survey(clock)


@pytest.mark.slow
def test_a_survey_that_wants_too_much_memory_is_refused_at_once_and_says_so(cast, monkeypatch, settings):
    settings.SURVEY_MEMORY_MB = 300
    waiting = sent(cast.umpire)
    Survey.objects.filter(pk=waiting.pk).update(file="[" + "0," * 20_000_000 + "0]")
    monkeypatch.setattr(children, "ask_rules", IN_A_CHILD)
    assert make_next_survey(clock)
    refused = seen(cast.umpire, waiting)
    assert (refused.state, refused.refusal["code"]) == ("refused", "E-COST")
    assert "more than 300 MB of memory" in refused.refusal["sentence"]
    assert Survey.objects.get().attempts == 1 and not Country.objects.exists()


def test_a_survey_is_forgotten_thirty_days_after_its_end_and_its_country_stays(cast):
    sent(cast.umpire)
    assert make_next_survey(clock)
    assert not make_next_survey(lambda: LATER + KEPT - timedelta(seconds=1)) and Survey.objects.exists()
    assert not make_next_survey(lambda: LATER + KEPT)
    assert not Survey.objects.exists() and Country.objects.exists()


def test_surveys_are_forgotten_a_few_at_a_time_and_never_one_that_waits(cast):
    over = [Survey(sent_by=cast.umpire, figures={}, state="refused", sent_at=NOON, ended_at=NOON) for _ in range(21)]
    Survey.objects.bulk_create([*over, Survey(sent_by=cast.umpire, figures={}, sent_at=NOON)])
    assert [delete_old_surveys(NOON + KEPT) for _ in range(3)] == [20, 1, 0]
    assert Survey.objects.get().state == "waiting"


# -- once --------------------------------------------------------------------------------------------


def test_two_who_make_the_same_survey_keep_one_country(cast):
    """The first is presumed dead when its lease is over; both come back in the end."""
    sent(cast.umpire)
    slow = claim_next(NOON)
    assert claim_next(NOON + LEASE / 2) is None
    quick = claim_next(NOON + LEASE)
    assert quick.fence == slow.fence + 1
    assert make(quick, clock)
    assert not make(slow, clock)
    assert Country.objects.count() == 1 and Survey.objects.get().state == "done"


def test_a_zombie_whose_successor_still_works_keeps_nothing_and_refuses_nothing(cast, monkeypatch):
    sent(cast.umpire)
    slow, quick = claim_next(NOON), claim_next(NOON + LEASE)
    assert not make(slow, clock)
    with monkeypatch.context() as patched:
        patched.setattr(children, "ask_rules", IN_A_CHILD)
        patched.setattr(surveys, "LONGEST", 0.001)
        assert not make(slow, clock)
    assert Survey.objects.get().state == "working" and not Country.objects.exists()
    assert make(quick, clock)


def test_what_was_made_once_is_kept_once_though_it_is_kept_twice(cast):
    sent(cast.umpire)
    held = claim_next(NOON)
    assert make(held, clock)
    assert not make(held, clock)
    assert Country.objects.count() == 1


def test_a_survey_whose_worker_is_killed_is_made_by_the_next(cast):
    sent(cast.umpire)
    claim_next(NOON)
    assert make_next_survey(lambda: NOON + LEASE)
    assert Country.objects.count() == 1 and Survey.objects.get().attempts == 2


def test_a_survey_whose_workers_are_killed_thrice_is_refused(cast):
    waiting = sent(cast.umpire)
    for attempt in range(MOST_ATTEMPTS):
        assert claim_next(NOON + attempt * LEASE) is not None
    assert claim_next(NOON + MOST_ATTEMPTS * LEASE - timedelta(seconds=1)) is None
    assert seen(cast.umpire, waiting).state == "working"
    assert claim_next(NOON + MOST_ATTEMPTS * LEASE) is None
    assert seen(cast.umpire, waiting).refusal == {
        "code": "E-FAULT",
        "clause": "",
        "sentence": "The survey could not be imported in three attempts.",
    }
    assert Survey.objects.get().file == ""


def test_a_fault_of_the_program_is_tried_again_and_told_by_a_reference_after_the_third(cast, monkeypatch):
    waiting = sent(cast.umpire)

    def dies(*given, **more):
        raise children.Died("its process ended with -9: ")

    with monkeypatch.context() as patched:
        patched.setattr(children, "ask_rules", dies)
        for attempt in range(1, MOST_ATTEMPTS):
            assert make_next_survey(clock)
            assert (Survey.objects.get().state, Survey.objects.get().attempts) == ("working", attempt)
        assert make_next_survey(clock)
    refused = seen(cast.umpire, waiting).refusal
    assert refused["code"] == "E-FAULT" and "reference K-" in refused["sentence"]
    assert not make_next_survey(clock) and not Country.objects.exists()


def test_a_fault_that_does_not_come_again_is_no_refusal(cast, monkeypatch):
    sent(cast.umpire)
    with monkeypatch.context() as patched:
        patched.setattr(children, "ask_rules", lambda *given, **more: "no JSON")
        assert make_next_survey(clock)
    assert make_next_survey(clock)
    assert Country.objects.count() == 1


def test_a_country_is_never_that_of_a_survey_which_is_not_done(cast):
    made = sent(cast.umpire, village())
    waiting = sent(cast.umpire)
    with pytest.raises(IntegrityError), transaction.atomic():
        Survey.objects.filter(pk=waiting.pk).update(country=made)


# -- owner, number, sequence --------------------------------------------------------------------


def test_a_survey_of_another_is_unseen(cast):
    waiting = sent(cast.umpire)
    for public_id in (waiting.public_id, "AAAAAAAAAAAA"):
        with pytest.raises(Unseen) as refused:
            sight.find_survey(cast.red_general, public_id)
        assert refused.value.sentence == "There is no such survey."
    assert [one.name for one in sight.surveys_under_way(cast.umpire)] == ["Hartley"]
    assert sight.surveys_under_way(cast.red_general) == ()


def test_nobody_has_more_than_a_few_surveys_under_way(cast):
    for _ in range(MOST_WAITING):
        sent(cast.umpire)
    with pytest.raises(WrongState, match="3 of your surveys"):
        sent(cast.umpire)
    assert isinstance(sent(cast.umpire, village()), Country), "a small one waits for nobody"
    sent(cast.red_general)
    assert make_next_survey(clock)
    assert isinstance(sent(cast.umpire), Survey)


def test_nobody_keeps_countries_without_end_by_surveys(cast, monkeypatch):
    monkeypatch.setattr(countries, "MOST_COUNTRIES", 2)
    sent(cast.umpire)
    waiting = sent(cast.umpire)
    with pytest.raises(WrongState, match="2 countries"):
        sent(cast.umpire)
    sent(cast.umpire, village())
    assert make_next_survey(clock) and make_next_survey(clock)
    assert "2 countries" in seen(cast.umpire, waiting).refusal["sentence"]
    assert Country.objects.count() == 2


def test_the_survey_that_has_waited_longest_is_made_first_and_is_left_to_the_workers_for_so_long(cast):
    second, first = sent(cast.umpire), sent(cast.red_general)
    Survey.objects.filter(pk=first.pk).update(sent_at=NOON - timedelta(seconds=9))
    assert claim_next(NOON, timedelta(seconds=5)).survey == first
    assert claim_next(NOON, timedelta(seconds=5)) is None
    assert claim_next(NOON).survey == second


def test_one_survey_is_made_at_a_time_in_each_process(cast):
    sent(cast.umpire)
    with surveys.WORKING:
        assert not make_next_survey(clock)
    assert make_next_survey(clock)
