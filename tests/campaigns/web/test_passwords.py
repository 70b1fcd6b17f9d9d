"""Passwords: changed with the old one, or chosen by a link that comes by mail or is handed over."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.clock import server_time
from campaigns.models import Mail, Token
from campaigns.usecases.people.letters import password_address
from campaigns.usecases.people.mails import post_mails
from tests.campaigns.builders import token_of
from tests.campaigns.web.conftest import client_of

OLD, NEW = "seven sealed packets", "eight sealed packets"


@pytest.fixture
def smith(cast, settings):
    settings.EMAIL_URL = "memorymail://"
    settings.SITE_URL = "http://testserver"
    user = cast.red_foot
    user.set_password(OLD)
    user.email = "smith@war.example"
    user.save()
    return user


def opens(user, password):
    """Whether log-in succeeds."""
    return Client().post("/login/", {"username": user.username, "password": password}).status_code == 302


def change(client, old=OLD, new=NEW, again=NEW):
    return client.post(reverse("password-change"), {"old_password": old, "new_password1": new, "new_password2": again})


def test_who_knows_his_password_changes_it_and_everybody_else_is_shut_out(smith):
    here, there = client_of(smith), client_of(smith)
    token_of(smith)
    assert change(here)["Location"] == reverse("profile")
    assert here.get("/").status_code == 200 and there.get("/").status_code == 302
    assert not Token.objects.exists()
    assert opens(smith, NEW) and not opens(smith, OLD)


@pytest.mark.parametrize(
    "wrong",
    [
        {"old": "wrong"},
        {"again": "another"},
        {"new": "short", "again": "short"},
        {"new": "red-foot1", "again": "red-foot1"},
    ],
)
def test_a_change_that_is_refused_changes_nothing(smith, wrong):
    answer = change(client_of(smith), **wrong)
    assert answer.status_code == 200 and b"was not changed" in answer.content and b"-error" in answer.content
    assert opens(smith, OLD)


def test_who_has_forgotten_his_password_chooses_another_by_a_letter_once(smith, mailoutbox):
    Client().post(reverse("password-forgotten"), {"email": "smith@war.example"})
    assert mailoutbox == [], "the postman sends it, so that the answer takes no longer"
    assert post_mails(server_time()) == 1
    link = re.search(r"http://testserver(\S+)", mailoutbox[0].body)[1]
    client = Client()
    form = client.get(link)["Location"]
    assert client.get(form).status_code == 200
    answer = client.post(form, {"new_password1": NEW, "new_password2": NEW})
    assert answer["Location"] == "/login/" and opens(smith, NEW)
    assert b"Your password is changed" in client.get("/login/").content
    again = Client().get(link)
    assert again.status_code == 200 and b"is no longer valid" in again.content


def test_known_and_unknown_addresses_are_answered_alike(smith):
    known, unknown = (
        Client().post(reverse("password-forgotten"), {"email": email})
        for email in ("smith@war.example", "x@war.example")
    )
    bare = [re.sub(rb'value="[^"]{64}"', b"", one.content) for one in (known, unknown)]
    assert known.status_code == unknown.status_code == 200 and bare[0] == bare[1]
    assert Mail.objects.count() == 1


def test_nobody_is_flooded_with_letters(smith):
    for _ in range(10):
        assert Client().post(reverse("password-forgotten"), {"email": smith.email}).status_code == 200
    assert Client().post(reverse("password-forgotten"), {"email": smith.email}).status_code == 429
    assert Mail.objects.count() == 10


def test_a_site_without_mail_names_the_operator(db):
    page = Client().get(reverse("password-forgotten")).content.decode()
    assert "sends no mail" in page and "<form" not in page.partition("<footer")[0].partition("<main")[2]


@pytest.mark.parametrize("link", ["/password/x/y/", "/password/MQ/set-password/", "/password/MQ/cabc-0123456789/"])
def test_a_link_that_is_none_chooses_nothing(smith, link):
    answer = Client().get(link)
    assert answer.status_code == 200 and b"is no longer valid" in answer.content


def test_a_link_of_another_chooses_for_nobody_else(smith, cast):
    mine, other = password_address(smith), password_address(cast.blue_foot)
    mixed = "/".join([*mine.split("/")[:3], *other.split("/")[3:]])
    assert b"is no longer valid" in Client().get(mixed).content


def test_an_operator_makes_a_password_link(smith, cast):
    host = cast.bystander
    assert client_of(host).get(reverse("people")).status_code == 403
    host.is_staff = True
    host.save()
    answer = client_of(host).post(reverse("people"), {"username": "red-foot"})
    link = re.search(r"http://testserver(/password/[^\"]+)", answer.content.decode())[1]
    client = Client()
    client.post(client.get(link)["Location"], {"new_password1": NEW, "new_password2": NEW})
    assert opens(smith, NEW)
    assert client_of(host).post(reverse("people"), {"username": "nobody"}).status_code == 404


def test_an_address_for_mail_wants_the_password(smith):
    client = client_of(smith)
    wrong = client.post(reverse("mail-address"), {"email": "thief@war.example", "password": "wrong"})
    assert wrong.status_code == 403 and b"thief@war.example" in wrong.content
    smith.refresh_from_db()
    assert smith.email == "smith@war.example"
    assert client.post(reverse("mail-address"), {"email": "nobody", "password": OLD}).status_code == 400
    assert client.post(reverse("mail-address"), {"email": "s@war.example", "password": OLD}).status_code == 302
    smith.refresh_from_db()
    assert smith.email == "s@war.example"


def test_tries_at_the_password_are_counted_there_too(smith):
    client = client_of(smith)
    for _ in range(10):
        client.post(reverse("mail-address"), {"email": "thief@war.example", "password": "wrong"})
    assert client.post(reverse("mail-address"), {"email": "thief@war.example", "password": OLD}).status_code == 429
