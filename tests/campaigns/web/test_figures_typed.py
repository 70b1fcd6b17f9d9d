"""Figures typed into forms follow the one rule for thousands and decimal signs, and are refused in words where it is in doubt."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from campaigns.models import Campaign
from campaigns.web.page.measures import read_bearing, read_count, read_decimal, read_halves, read_inches
from tests.campaigns.web.conftest import Page, url

DOUBTFUL = "can be read in two ways: write 1200 or 1.2000"


@pytest.mark.parametrize(
    "text", ["1200", "1,200", "1.200", "1 200", "1'200", "1\u202f200", " 1200 ", "1,200.0", "1.200,0"]
)
def test_a_count_is_read_with_thousands_as_they_are_written_anywhere(text):
    assert read_count(text) == 1200


@pytest.mark.parametrize("text", ["1.5", "1,5", "12,34", "1 20", "-1", "", "many", "1e3", "٣", "1,200,0", "9" * 50])
def test_what_is_no_count_is_refused_in_words(text):
    with pytest.raises(ValueError, match="Enter a whole number from 0 to 100000"):
        read_count(text)


@pytest.mark.parametrize("read", [read_inches, read_count, read_decimal, read_halves, read_bearing])
def test_a_hundred_thousand_spaces_are_read_in_one_pass(read):
    with pytest.raises(ValueError, match="Enter"):
        read(f"1{' ' * 100_000}x")


@pytest.mark.parametrize("read", [read_inches, read_decimal, read_halves])
@pytest.mark.parametrize("text", ["1,200", "1.200"])
def test_a_measure_that_can_be_read_in_two_ways_is_asked_about(read, text):
    with pytest.raises(ValueError, match=DOUBTFUL):
        read(text)


@pytest.mark.parametrize(
    ("text", "inches"),
    [("1 200", 1200), ("1.200,5", 1200.5), ("1,200.5", 1200.5), ("1 200 1/2", 1200.5), ("31/16", 1.9375), ("1.125", 1.125), (".5", 0.5)],
)  # fmt: skip
def test_inches_are_read_with_thousands_and_with_fractions(text, inches):
    assert read_inches(text) == inches


@pytest.mark.parametrize("text", ["", "1/0", "-3", "-1/2", "1 20", "3 1/3", "a", "1/", "0.001"])
def test_what_is_no_length_is_refused_in_words(text):
    with pytest.raises(ValueError, match="Enter inches"):
        read_inches(text)


def test_the_forms_read_back_the_decimals_that_they_write():
    assert [read_inches(str(part / 16)) for part in range(16, 48)] == [part / 16 for part in range(16, 48)]


def test_a_bearing_beyond_the_circle_is_none_though_it_has_thousands():
    with pytest.raises(ValueError, match="Enter a direction"):
        read_bearing("1,200")


def test_a_move_is_extended_by_minutes_with_their_thousands(battle, move, umpire):
    before = move.closes_at
    Campaign.objects.update(extension_cap_minutes=2_000)
    press = {"move": move.public_id, "minutes": "1.200", "reason": "Tea", "key": "k"}
    assert umpire.post(url("clock", battle, "extend"), press).status_code == 302
    move.refresh_from_db()
    assert move.closes_at == before + timedelta(minutes=1200)


@pytest.mark.parametrize(("typed", "halves"), [("1 200", 2400), ("12,5", 25), ("12½", 25), ("½", 1)])
def test_points_of_a_campaign_are_typed_by_the_same_rule_in_each_of_its_fields(cast, umpire, typed, halves):
    fields = Page(umpire.get(reverse("campaign-new"))).fields | {"umpire": "present", "clock_mode": "book"}
    umpire.post(reverse("campaign-new"), {**fields, "name": "War", "target_points": typed, "red_handicap": typed})
    made = Campaign.objects.get()
    assert made.target_points == halves and made.sides.get(key="red").handicap == halves


def test_points_in_doubt_are_refused_beside_their_field(cast, umpire):
    fields = Page(umpire.get(reverse("campaign-new"))).fields | {"umpire": "present", "clock_mode": "book"}
    answer = umpire.post(reverse("campaign-new"), {**fields, "name": "War", "target_points": "1,200"})
    assert answer.status_code == 400 and DOUBTFUL in answer.content.decode() and not Campaign.objects.exists()
