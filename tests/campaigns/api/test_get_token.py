"""token/: a token for a name and a password, and giving it up; and the session as the other way to log in."""

from datetime import timedelta

import pytest
from rest_framework.test import APIClient

from campaigns.models import Token
from campaigns.usecases.people.tokens import MOST, find_token, make_token
from tests.campaigns.api.conftest import form_fours
from tests.campaigns.builders import NOON, token_of

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


# -- age, list, revoking -----------------------------------------------------------


def test_a_token_ends_by_itself_after_ninety_days(token, red_foot, monkeypatch):
    row = Token.objects.get()
    assert row.expires_at - row.made_at == timedelta(days=90)
    monkeypatch.setattr("campaigns.api.authentication.server_time", lambda: row.expires_at - timedelta(seconds=1))
    assert with_token(token).get("/api/v1/me/").status_code == 200
    monkeypatch.setattr("campaigns.api.authentication.server_time", lambda: row.expires_at)
    refused = with_token(token).get("/api/v1/me/")
    assert (refused.status_code, refused.data["code"]) == (401, "E-LOGIN")


def test_what_is_kept_of_a_token_opens_nothing(token):
    row = Token.objects.get()
    assert token not in str(Token.objects.values())
    assert with_token(row.digest[:40]).get("/api/v1/me/").status_code == 401
    assert with_token(token).get("/api/v1/me/").status_code == 200


def test_each_program_has_its_own_and_one_is_revoked_without_the_others(token, red_foot):
    answer = APIClient().post("/api/v1/token/", {"username": "red-foot", "password": PASSWORD})
    other, client = answer.data["token"], with_token(token)
    listed = client.get("/api/v1/me/tokens/").data
    assert [row["start"] for row in listed] == [other[:6], token[:6]]
    assert set(listed[0]) == {"id", "start", "made_at", "expires_at"}
    assert client.delete(f"/api/v1/me/tokens/{answer.data['id']}/").status_code == 204
    assert with_token(other).get("/api/v1/me/").status_code == 401
    assert client.get("/api/v1/me/").status_code == 200


def test_nobody_revokes_or_reads_of_another(token, cast):
    row = Token.objects.get()
    stranger = with_token(token_of(cast.blue_foot))
    assert [one["start"] for one in stranger.get("/api/v1/me/tokens/").data] == [token_of(cast.blue_foot)[:6]]
    assert stranger.delete(f"/api/v1/me/tokens/{row.public_id}/").status_code == 404
    assert with_token(token).get("/api/v1/me/").status_code == 200


def test_nobody_piles_up_tokens_without_end(red_foot):
    keys = [make_token(user=red_foot, now=NOON + timedelta(seconds=one))[0] for one in range(MOST + 3)]
    late = NOON + timedelta(minutes=5)
    assert [find_token(key, lambda: late) is None for key in keys] == [True] * 3 + [False] * MOST
    make_token(user=red_foot, now=NOON + timedelta(days=100))
    assert Token.objects.count() == 1, "what has ended is cleared away"


def test_the_profile_lists_them_and_revokes_one(token, red_foot, client):
    row = Token.objects.get()
    client.force_login(red_foot)
    page = client.get("/profile/").content.decode()
    assert row.start in page and token not in page
    assert client.post(f"/profile/tokens/{row.public_id}/revoke/").status_code == 302
    assert with_token(token).get("/api/v1/me/").status_code == 401
    assert client.post(f"/profile/tokens/{row.public_id}/revoke/").status_code == 404


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
