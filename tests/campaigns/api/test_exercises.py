"""The shelf by the API: an exercise comes, is played, and goes out of its battle at any move."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns.models import Battle, Exercise
from campaigns.usecases.exercises.house import ORDER, house_exercise
from tests.campaigns.api.conftest import client_of


@pytest.fixture
def umpire(cast, db):
    return client_of("umpire", cast, None)


@pytest.fixture
def bystander(cast, db):
    return client_of("bystander", cast, None)


def test_the_shelf_is_listed_and_an_exercise_read_whole(bystander):
    listed = bystander.get(reverse("api-exercises")).json()
    assert [one["id"] for one in listed] == list(ORDER) and "exercise" not in listed[0]
    little = bystander.get(reverse("api-exercises"), {"book": "little-wars", "players": "2"}).json()
    assert [one["id"] for one in little] == ["toy_village"]
    one = bystander.get(reverse("api-exercise", args=["redoubt"])).json()
    assert one["exercise"] == house_exercise("redoubt") and one["players"] == [2, 6]
    assert (one["played"], one["won"], one["drawn"]) == (0, {"red": 0, "blue": 0}, 0)


def test_an_exercise_comes_and_is_played_and_its_battle_goes_out_again(umpire, bystander):
    given = house_exercise("first_bridge")
    made = umpire.post(reverse("api-exercises"), {"exercise": given}, format="json")
    assert (made.status_code, made.json()["exercise"], made.json()["notes"]) == (201, given, [])
    key = made.json()["id"]
    assert bystander.get(reverse("api-exercise", args=[key])).status_code == 404
    played = umpire.post(reverse("api-play-exercise", args=[key]), {"language": "de"}, format="json").json()
    assert played["campaign"]["name"] == "Die Brücke von Alder" and len(played["seats"]) == 6
    taken = bystander.post(
        reverse("api-take-invitation"), {"token": played["seats"][0]["token"]}, format="json"
    )  # fmt: skip
    assert taken.status_code == 201
    battle = Battle.objects.get()
    assert umpire.post(reverse("api-start", args=[battle.public_id])).status_code == 200
    out = umpire.get(reverse("api-take-out", args=[battle.public_id]), {"move": "1"}).json()["exercise"]
    assert out["forces"]["bodies"] == given["forces"]["bodies"] and out["forked"] == given["digest"]
    again = umpire.post(reverse("api-exercises"), {"exercise": out}, format="json")
    assert again.status_code == 201 and again.json()["digest"] == out["digest"]
    assert bystander.get(reverse("api-take-out", args=[battle.public_id])).status_code == 403


@pytest.mark.parametrize("language", ["xx", "../../", "", None, []])
def test_an_exercise_is_described_and_played_in_a_language_of_the_site_alone(umpire, language):
    made = umpire.post(reverse("api-exercises"), {"exercise": house_exercise("first_bridge")}, format="json").json()
    asked = {"language": language}
    changed = umpire.patch(reverse("api-exercise", args=[made["id"]]), {"name": "Another", **asked}, format="json")
    played = umpire.post(reverse("api-play-exercise", args=[made["id"]]), asked, format="json")
    assert changed.status_code == played.status_code == 400
    assert not Battle.objects.exists() and Exercise.objects.get().name == made["name"]


def test_every_fault_is_told_in_one_sentence_and_nothing_kept(umpire):
    spoilt = {**house_exercise("first_bridge"), "level": "easy", "minutes": 0, "nonsense": {}}
    refused = umpire.post(reverse("api-exercises"), {"exercise": spoilt}, format="json")
    said = refused.json()["sentence"]
    assert refused.status_code == 400 and not Exercise.objects.exists()
    assert "level:" in said and "minutes:" in said and "nonsense:" in said
