"""Links that are passed on lead others to the site, or the page says that they do not and what helps."""

from __future__ import annotations

import re
import socket
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.serving import reach

LAN = "192.168.7.5"
OWN = {"host": "127.0.0.1:8000"}


@pytest.fixture
def listening(monkeypatch, settings):
    """The server, told where it listens, on a machine with one address on its network."""
    monkeypatch.delenv("ALLOWED_HOSTS", raising=False)
    monkeypatch.setattr(reach, "listening", reach.Listening())
    monkeypatch.setattr(reach, "_towards", lambda family: [LAN] if family == socket.AF_INET else ["fd00::5"])
    monkeypatch.setattr(reach, "_of_the_name", lambda family: ["127.0.1.1", LAN, "169.254.1.1"])
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
    return reach.listens_at


def links_of(client: Any, battle: Any, **headers: str) -> tuple[str, list[str]]:
    """The page of invitations with a link that was made, and the links on it."""
    where = reverse("invitations", args=[battle.campaign.public_id])
    press = {"kind": "observer", "side": "", "arm": "", "brigade": "", "hours": "24", "once": "yes"}
    page = client.post(where, press, headers=headers).content.decode()
    return page, re.findall(r"(https?://\S+?)/i[a-z]*/", page)


def test_a_server_that_listens_for_others_gives_links_with_the_machines_address(listening, umpire, battle):
    listening("0.0.0.0")
    page, links = links_of(umpire, battle, **OWN)
    assert links and set(links) == {f"http://{LAN}:8000"}
    assert "You have opened this site as 127.0.0.1, which nobody else can open." in page and "make run" not in page


def test_a_server_that_listens_for_this_machine_alone_says_how_it_is_started_for_others(listening, umpire, battle):
    listening("127.0.0.1")
    page, links = links_of(umpire, battle, **OWN)
    assert set(links) == {"http://127.0.0.1:8000"}
    assert "others cannot open the links here" in page and "HOST=0.0.0.0 make run" in page
    assert Client(raise_request_exception=False).get("/login/", headers={"host": LAN}).status_code == 400


def test_whoever_opened_the_site_by_its_address_is_warned_of_nothing(listening, umpire, battle):
    """Twin: and the address that is offered is let in."""
    listening("0.0.0.0")
    page, links = links_of(umpire, battle, host=f"{LAN}:8000")
    assert set(links) == {f"http://{LAN}:8000"} and "You have opened this site as" not in page
    assert Client().get("/login/", headers={"host": LAN}).status_code == 200


def test_hosts_that_the_operator_has_named_are_kept_and_only_they_are_offered(
    listening, monkeypatch, settings, umpire, battle
):
    monkeypatch.setenv("ALLOWED_HOSTS", "127.0.0.1,hall.example")
    settings.ALLOWED_HOSTS = ["127.0.0.1", "hall.example"]
    listening("0.0.0.0")
    assert settings.ALLOWED_HOSTS == ["127.0.0.1", "hall.example"]
    assert set(links_of(umpire, battle, **OWN)[1]) == {"http://hall.example:8000"}
    settings.SITE_URL = "https://war.example"
    assert set(links_of(umpire, battle, **OWN)[1]) == {"https://war.example"}


@pytest.mark.parametrize(
    ("host", "found"),
    [("0.0.0.0", (LAN,)), ("::", ("[fd00::5]", f"{LAN}")), (LAN, (LAN,)), ("127.0.0.1", ()), ("localhost", ())],
)
def test_the_addresses_are_those_at_which_it_listens(listening, host, found):
    listening(host)
    assert reach.listening.addresses[: len(found)] == found and bool(reach.listening.addresses) == bool(found)


def test_the_machine_finds_its_addresses_and_sends_nothing(monkeypatch):
    """Whatever network there is, none of them is the machine's own loopback; twin: without one there is no fault."""
    monkeypatch.setattr(socket.socket, "sendto", None)
    monkeypatch.setattr(socket.socket, "send", None)
    assert not any(reach.is_loopback(one) for one in reach.own_addresses("0.0.0.0"))

    def nowhere(*given: Any) -> None:
        raise OSError

    monkeypatch.setattr(reach.socket, "getaddrinfo", nowhere)
    monkeypatch.setattr(socket.socket, "connect", nowhere)
    assert reach.own_addresses("0.0.0.0") == () and reach.own_addresses("::") == ()


def test_a_link_for_a_password_and_a_calendar_are_for_others_too(listening, client, django_user_model, battle):
    listening("0.0.0.0")
    staff = django_user_model.objects.create_user("adjutant", is_staff=True)
    client.force_login(staff)
    page = client.post(reverse("people"), {"username": battle.campaign.posts.first().user.username}, headers=OWN)
    assert f'value="http://{LAN}:8000/' in page.content.decode() and "nobody else can open" in page.content.decode()
    client.post(reverse("calendar-renew"), headers=OWN)
    page = client.get(reverse("profile"), headers=OWN).content.decode()
    assert f'value="http://{LAN}:8000/' in page and "nobody else can open" in page
