"""token/: got by name and password, given up; and the session as the other way in."""

import pytest
from rest_framework.test import APIClient

from tests.campaigns.api.conftest import form_fours

PASSWORD = "seven sealed packets"


@pytest.fixture
def red_foot(cast):
    cast.red_foot.set_password(PASSWORD)
    cast.red_foot.save()
    return cast.red_foot


@pytest.fixture
def token(red_foot):
    return APIClient().post("/api/v1/token/", {"username": "red-foot", "password": PASSWORD}).data["token"]


def with_token(token):
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    return client


def test_a_token_tells_who_calls(token, battle):
    answer = with_token(token).get("/api/v1/me/")
    assert answer.data["username"] == "red-foot"
    assert {post["arm"] for post in answer.data["posts"]} == {"infantry", "engineers"}
    assert answer.data["posts"][0]["battles"][0]["id"] == battle.public_id


def test_wrong_name_and_wrong_password_are_answered_alike(red_foot):
    answers = [
        APIClient().post("/api/v1/token/", {"username": name, "password": password})
        for name, password in (("red-foot", "wrong"), ("nobody", PASSWORD))
    ]
    assert answers[0].content == answers[1].content
    assert [one.status_code for one in answers] == [401, 401]


def test_a_user_who_is_locked_out_gets_no_token_and_his_token_opens_nothing(token, red_foot):
    red_foot.is_active = False
    red_foot.save()
    assert APIClient().post("/api/v1/token/", {"username": "red-foot", "password": PASSWORD}).status_code == 401
    assert with_token(token).get("/api/v1/me/").status_code == 401


def test_a_token_given_up_opens_nothing(token):
    assert with_token(token).delete("/api/v1/token/").status_code == 204
    refused = with_token(token).get("/api/v1/me/")
    assert (refused.status_code, refused.data["code"]) == (401, "E-LOGIN")
    assert refused.headers["WWW-Authenticate"] == "Token"


def test_a_session_reads_and_writes_only_with_its_csrf_token(cast, at, move, hall):
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(cast.red_foot)
    assert client.get(at("sheet")).status_code == 200
    refused = client.post(at("orders"), form_fours(move))
    assert (refused.status_code, refused.data["code"]) == (403, "E-ROLE")
    assert not move.entries.exists()
    client.cookies["csrftoken"] = "a" * 32
    answer = client.post(at("orders"), form_fours(move), HTTP_X_CSRFTOKEN="a" * 32)
    assert answer.status_code == 201


def test_a_token_needs_no_csrf_token(token, at, move, hall):
    client = APIClient(enforce_csrf_checks=True)
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    assert client.post(at("orders"), form_fours(move)).status_code == 201
