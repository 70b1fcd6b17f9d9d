"""What is drawn and not saved yet is kept and stepped back and forth by the API, on the same rows as the map editor."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Country, CountryDraft
from campaigns.usecases.muster.countries import create_country
from tests.campaigns.api.conftest import client_of
from tests.campaigns.builders import NOON

WALLED = {"size": [288, 192], "walls": {"orchard": {"line": [[60, 20], [66, 20]]}}}
FAULTY = {"size": [288, 192], "walls": {"orchard": {"line": [[60, 20]]}}}


@pytest.fixture
def umpire(cast, db):
    return client_of("umpire", cast, None)


@pytest.fixture
def country(cast, db):
    return create_country(by=cast.umpire, name="Hartley", data=WALLED, now=NOON)


def keep(client, address, revision, data, **more):
    return client.put(address, {"revision": revision, "data": data, **more}, format="json")


def test_a_new_country_is_drawn_step_by_step_and_taken_back(umpire):
    address = reverse("api-new-drawing")
    begun = umpire.get(address).json()
    assert (begun["revision"], begun["data"], begun["undoes"]) == (0, {"size": [288, 192]}, 0)
    kept = keep(umpire, address, 0, FAULTY, name="The vale").json()
    assert (kept["revision"], kept["data"], kept["name"]) == (1, FAULTY, "The vale"), "what has faults is kept"
    back = umpire.post(f"{address}undo/", {"revision": 1}, format="json").json()
    assert (back["revision"], back["data"], back["redoes"]) == (2, begun["data"], 1)
    again = umpire.post(f"{address}redo/", {"revision": 2}, format="json").json()
    assert (again["data"], umpire.get(address).json()) == (FAULTY, again)
    assert umpire.delete(address).status_code == 204 and umpire.get(address).json()["revision"] == 0


def test_a_drawing_of_a_country_begins_from_it_and_leaves_it_alone_until_it_is_saved(umpire, country):
    address = reverse("api-drawing", args=[country.public_id])
    begun = umpire.get(address).json()
    assert (begun["revision"], begun["data"], begun["base"]) == (
        0,
        {key: one for key, one in country.data.items() if key != "name"},
        country.digest,
    )
    kept = keep(umpire, address, 0, {"size": [288, 192]}).json()
    country.refresh_from_db()
    assert kept["undoes"] == 1 and kept["base"] == country.digest and "walls" in country.data
    saved = {"name": "Hartley", "data": kept["data"], "base": kept["base"]}
    assert umpire.put(reverse("api-country", args=[country.public_id]), saved, format="json").status_code == 200
    assert not Country.objects.get().data.get("walls")


def test_a_drawing_changed_elsewhere_is_not_overwritten(umpire, country):
    for address in (reverse("api-new-drawing"), reverse("api-drawing", args=[country.public_id])):
        assert keep(umpire, address, 0, {"size": [144, 96]}).status_code == 200
        stale = keep(umpire, address, 0, {"size": [120, 120]})
        assert (stale.status_code, stale.json()["code"]) == (412, "E-STALE")
        assert umpire.post(f"{address}undo/", {"revision": 0}, format="json").status_code == 412
        assert umpire.post(f"{address}redo/", {"revision": 1}, format="json").status_code == 409
        assert umpire.get(address).json()["data"]["size"] == [144, 96]


def test_the_page_goes_on_where_the_api_stopped(umpire, cast):
    keep(umpire, reverse("api-new-drawing"), 0, WALLED, name="The vale")
    page = Client()
    page.force_login(cast.umpire)
    shown = page.get(reverse("country-new")).content.decode()
    assert "orchard" in shown and "The vale" in shown
    sent = {"act": "keep", "country": "", "revision": "1", "data": json.dumps({"size": [144, 96]}), "name": "The vale"}
    assert page.post(reverse("country-drawing"), sent).json()["revision"] == 2
    assert umpire.get(reverse("api-new-drawing")).json()["data"] == {"size": [144, 96]}


def test_nobody_reads_what_another_draws(umpire, cast, country):
    red = client_of("red_general", cast, None)
    keep(umpire, reverse("api-new-drawing"), 0, WALLED)
    assert red.get(reverse("api-new-drawing")).json()["revision"] == 0
    assert red.get(reverse("api-drawing", args=[country.public_id])).status_code == 404
    assert red.delete(reverse("api-new-drawing")).status_code == 204
    assert CountryDraft.objects.count() == 1


@pytest.mark.parametrize(
    "wrong",
    [{"data": []}, {"data": {"size": "x" * 300_000}}, {"revision": -1}, {"revision": "0"}, {"name": "x" * 121}, {"more": 1}],
)  # fmt: skip
def test_a_drawing_that_is_none_is_refused(umpire, wrong):
    given = {"revision": 0, "data": WALLED, **wrong}
    assert umpire.put(reverse("api-new-drawing"), given, format="json").status_code == 400
    assert not CountryDraft.objects.exists()
