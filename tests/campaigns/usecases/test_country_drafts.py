"""What is drawn in the map editor is kept at each step, for who draws it alone, until it is saved or laid aside."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from campaigns.errors import DrawnElsewhere, Unseen, WrongState
from campaigns.models import Country, CountryDraft
from campaigns.sight import drawn_by
from campaigns.usecases.campaigns.deletion import delete
from campaigns.usecases.muster.countries import create_country
from campaigns.usecases.muster.country_drafts import drop_country_draft, keep_country_draft, turn_country_draft_back
from campaigns.usecases.muster.steps import MOST_STEPS
from rules.errors import Invalid
from tests.campaigns.builders import NOON, a_user
from tests.campaigns.web.conftest import client_of

EMPTY = {"size": [288, 192]}
HOUSE = {"house-1": {"outline": [[0, 0], [8, 0], [8, 6], [0, 6]]}}


@pytest.fixture
def pell(db):
    return a_user("pell")


def keep(who, data, revision, **more):
    return keep_country_draft(by=who, name="The vale", data=data, revision=revision, now=NOON, **more)


def turn(who, revision, **more):
    return turn_country_draft_back(by=who, revision=revision, now=NOON, **more)


def test_each_step_of_a_new_country_is_kept_taken_back_and_made_again(pell):
    assert drawn_by(pell) is None
    keep(pell, {**EMPTY, "houses": HOUSE}, 0)
    keep(pell, {**EMPTY, "houses": HOUSE, "woods": {}}, 1)
    assert (drawn_by(pell).revision, drawn_by(pell).undoes, drawn_by(pell).name) == (2, 2, "The vale")
    turn(pell, 2)
    assert turn(pell, 3).data == EMPTY and drawn_by(pell).redoes == 2
    with pytest.raises(WrongState):
        turn(pell, 4)
    assert turn(pell, 4, again=True).data == {**EMPTY, "houses": HOUSE}
    keep(pell, {**EMPTY, "size": [144, 96]}, 5)
    with pytest.raises(WrongState):
        turn(pell, 6, again=True)
    drop_country_draft(by=pell)
    assert drawn_by(pell) is None


def test_a_drawing_of_another_window_is_not_overwritten_and_nobody_elses_is_read(pell):
    keep(pell, {**EMPTY, "houses": HOUSE}, 0)
    with pytest.raises(DrawnElsewhere):
        keep(pell, EMPTY, 0)
    assert drawn_by(pell).data["houses"] == HOUSE and drawn_by(a_user("other")) is None
    mine = create_country(by=pell, name="Mine", data=EMPTY, now=NOON)
    with pytest.raises(Unseen):
        keep(a_user("third"), EMPTY, 0, country=mine.public_id)


@pytest.mark.parametrize("data", [[], "x", {"size": [1, 1], "names": {"n": {"name": "x" * 260_000}}}])
def test_what_is_no_drawing_or_too_large_is_refused_and_one_with_faults_is_kept(pell, data):
    with pytest.raises(Invalid):
        keep(pell, data, 0)
    keep(pell, {"size": "wrong", "houses": {"h": {"outline": []}}}, 0)
    assert drawn_by(pell).data["size"] == "wrong"


def test_of_very_many_steps_the_newest_can_be_taken_back(pell):
    for number in range(MOST_STEPS + 3):
        keep(pell, {"size": [288, 100 + number]}, number)
    assert drawn_by(pell).undoes == MOST_STEPS


def test_the_page_opens_with_what_was_drawn_and_saving_ends_it(pell):
    client = client_of(pell)
    made = create_country(by=pell, name="Mine", data=EMPTY, now=NOON)
    page, at = reverse("country-draw", args=[made.public_id]), reverse("country-drawing")
    sent = {"act": "keep", "country": made.public_id, "name": "Mine", "base": made.digest, "revision": "0"}
    told = client.post(at, {**sent, "data": json.dumps({**EMPTY, "houses": HOUSE})})
    assert told.json() == {"revision": 1, "undoes": 1, "redoes": 0}
    assert client.post(at, {**sent, "data": json.dumps(EMPTY)}).status_code == 412
    assert client.post(at, {**sent, "data": "{", "revision": "1"}).status_code == 400
    shown = client.get(page).content.decode()
    assert "house-1" in shown and "have not saved yet" in shown and 'data-revision="1"' in shown
    undone = client.post(at, {"act": "undo", "country": made.public_id, "revision": "1"}).json()
    assert undone["data"] == EMPTY and undone["redoes"] == 1
    press = {"name": "Mine", "base": made.digest, "data": json.dumps({**EMPTY, "houses": HOUSE})}
    assert client.post(page, press).status_code == 302
    assert not CountryDraft.objects.exists() and "house-1" in Country.objects.get().data["houses"]
    assert "have not saved yet" not in client.get(page).content.decode()
    client.post(at, {**sent, "data": json.dumps(EMPTY)})
    assert client.post(at, {"act": "drop", "country": made.public_id}).status_code == 302
    assert drawn_by(pell, made.public_id) is None


def test_a_drawing_goes_with_its_country(pell):
    made = create_country(by=pell, name="Mine", data=EMPTY, now=NOON)
    keep(pell, {**EMPTY, "houses": HOUSE}, 0, country=made.public_id)
    delete(by=pell, kind="country", public_id=made.public_id)
    assert not CountryDraft.objects.exists()
