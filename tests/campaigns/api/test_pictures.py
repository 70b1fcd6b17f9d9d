"""A picture is sent, laid under a country and read by API; exactly, and by those who may."""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode

import pytest

from tests.campaigns.api.conftest import client_of
from tests.campaigns.api.table import pictured
from tests.campaigns.pictures.scans import a_scan, encoded

PAIRS = [[[0, 0], [0, 192]], [[300, 0], [288, 192]]]


@pytest.fixture
def world(cast):
    return pictured(cast)


@pytest.fixture
def umpire(world):
    return client_of("umpire", world.cast, world.battle)


def country_of(umpire):
    (mine,) = (one for one in umpire.get("/api/v1/countries/").json() if one["mine"])
    return f"/api/v1/countries/{mine['id']}/picture/"


def send(client, content):
    return client.post("/api/v1/pictures/", {"file": b64encode(content).decode()}, content_type="application/json")


def test_a_picture_is_sent_laid_and_read_exactly(umpire):
    made = send(umpire, encoded(a_scan(300, 200))).json()
    assert (made["wide"], made["high"], made["lies"]) == (300, 200, False)
    assert send(umpire, encoded(a_scan(300, 200))).json()["id"] == made["id"]
    address = country_of(umpire)
    body = {"picture": made["id"], "placing": {"pairs": PAIRS}, "strength": 35, "audience": "umpire"}
    laid = umpire.put(address, body, content_type="application/json").json()
    assert laid["matrix"] == ["24/25", "0", "0", "-24/25", "0", "192"] and laid["crop"] == [0, 0, 300, 200]
    assert umpire.get(address).json() == laid
    file = umpire.get(f"/api/v1/pictures/{made['id']}/file/").json()
    content = b64decode(file["file"])
    assert content[8:12] == b"WEBP" and hashlib.sha256(content).hexdigest() == file["sha256"]
    assert umpire.delete(address).status_code == 204 and umpire.get(address).status_code == 404


def test_a_large_picture_goes_through_and_one_too_large_is_refused(umpire):
    assert send(umpire, encoded(a_scan(300, 200)) + b"\0" * 3_000_000).status_code == 201
    assert send(umpire, b"\0" * 20_000_001).status_code in (400, 413)
    assert send(umpire, b"\0" * 21_000_000).status_code == 413


@pytest.mark.parametrize("file", ["", "no base64!", b64encode(b"<svg/>").decode()])
def test_what_is_no_picture_is_refused(umpire, file):
    answer = umpire.post("/api/v1/pictures/", {"file": file}, content_type="application/json")
    assert answer.status_code == 400 and answer.json()["sentence"]


def test_a_side_reads_what_lies_under_its_battle_until_it_is_the_umpires_alone(umpire, world):
    red = client_of("red_foot", world.cast, world.battle)
    address = f"/api/v1/battles/{world.battle.public_id}/picture/"
    picture = red.get(address).json()["picture"]
    assert red.get(f"/api/v1/pictures/{picture}/file/").status_code == 200
    look = {"strength": 10, "audience": "umpire"}
    assert umpire.put(address, look, content_type="application/json").json()["strength"] == 10
    assert red.get(address).status_code == 404 == red.get(f"/api/v1/pictures/{picture}/file/").status_code
    assert umpire.get(address).status_code == 200
