"""The caller's profile and invited people, by the API."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from campaigns.models import Post
from campaigns.words.languages import languages

INVITE = {"kind": "commander", "side": "red", "arm": "artillery"}


@pytest.fixture
def address(battle: Any) -> str:
    return f"/api/v1/campaigns/{battle.campaign.public_id}/invitations/"


def test_an_invitation_is_made_taken_and_told_once(caller: Any, cast: Any, address: str) -> None:
    made = caller("umpire").post(address, INVITE).json()
    assert (made["state"], made["once"], made["taken"], made["title"]) == ("holds", True, 0, "Red Artillery")
    assert made["address"].endswith(f"/invited/{made['token']}/")
    taken = caller("bystander").post("/api/v1/invitations/take/", {"token": made["token"]})
    assert (taken.status_code, taken.json()["title"]) == (201, "Red Artillery, bystander")
    assert Post.objects.filter(user=cast.bystander).count() == 1
    (listed,) = caller("umpire").get(address).json()
    assert listed["state"] == "taken" and listed["token"] == "" and made["token"] not in str(listed)


def test_a_link_that_holds_no_more_is_answered_as_one_that_never_was(caller: Any, address: str, hall: Any) -> None:
    made = caller("umpire").post(address, INVITE).json()
    revoked = caller("umpire").delete(f"/api/v1/invitations/{made['id']}/")
    assert (revoked.status_code, revoked.json()["state"]) == (200, "revoked")
    late = caller("umpire").post(address, {**INVITE, "hours": 1}).json()
    hall.wait(hours=2)
    answers = [
        caller("bystander").post("/api/v1/invitations/take/", {"token": token})
        for token in (made["token"], late["token"], "never")
    ]
    assert {one.status_code for one in answers} == {404}
    assert len({one.content for one in answers}) == 1
    assert [one["state"] for one in caller("umpire").get(address).json()] == ["expired", "revoked"]


def test_somebody_of_the_other_side_is_refused(caller: Any, address: str) -> None:
    made = caller("umpire").post(address, INVITE).json()
    refused = caller("blue_foot").post("/api/v1/invitations/take/", {"token": made["token"]})
    assert (refused.status_code, refused.json()["code"]) == (403, "E-ROLE")


def test_a_profile_is_read_and_changed_in_part(caller: Any) -> None:
    red = caller("red_foot")
    assert red.get("/api/v1/me/profile/").json()["mail_wish"] == "all"
    changed = red.patch("/api/v1/me/profile/", {"time_zone": "Asia/Tokyo", "remind_hours": 8}).json()
    assert (changed["time_zone"], changed["remind_hours"], changed["mail_wish"]) == ("Asia/Tokyo", 8, "all")
    assert red.get("/api/v1/me/profile/").json() == changed
    for language in ("", *languages()):
        assert red.patch("/api/v1/me/profile/", {"language": language}).json()["language"] == language
    assert red.patch("/api/v1/me/profile/", {"language": "xx"}).status_code == 400
    red.patch("/api/v1/me/profile/", {"language": ""})
    refused = red.patch("/api/v1/me/profile/", {"quiet_from": "22:00"})
    assert refused.status_code == 400 and refused.json()["sentence"].startswith("quiet_until")


def test_a_deadline_is_his_who_has_something_to_do_and_stands_in_his_calendar(caller: Any, move: Any) -> None:
    (mine,) = caller("red_foot").get("/api/v1/me/deadlines/").json()
    assert (mine["move"], mine["rules"]) == (move.public_id, False)
    assert caller("umpire").get("/api/v1/me/deadlines/").json()[0]["rules"] is True
    for role in ("blue_foot", "observer", "bystander", "former_red"):
        assert caller(role).get("/api/v1/me/deadlines/").json() == []
    first, second = (caller("red_foot").post("/api/v1/me/calendar/").json()["address"] for _ in range(2))
    assert Client().get(first).status_code == 404 and Client().get(second).status_code == 200
