"""Log-in: tries are counted by address and name; pages, API and admin all count.  [RELIABILITY A12, F6]"""

from __future__ import annotations

import threading
from datetime import timedelta
from ipaddress import ip_network
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from asgiref.testing import ApplicationCommunicator
from django.db import connections
from django.test import Client, RequestFactory
from rest_framework.test import APIClient

from campaigns.errors import TooManyTries
from campaigns.management.commands.serve import configured
from campaigns.models import LoginAttempt
from campaigns.serving.proxies import address_of
from campaigns.usecases.people.login_attempts import (
    MOST_FOR_A_NAME,
    MOST_OF_AN_ADDRESS,
    clear_attempts,
    count_attempt,
)
from campaigns.usecases.people.tries import SPAN
from tests.campaigns.builders import NOON, a_battle, the_move

PASSWORD = "seven sealed packets"
HERE, THERE = "192.0.2.1", "192.0.2.2"


@pytest.fixture(autouse=True)
def _passwords_are_quick(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def red_foot(cast: Any) -> Any:
    cast.red_foot.set_password(PASSWORD)
    cast.red_foot.save()
    return cast.red_foot


def by_api(password: str = "wrong", name: str = "red-foot", address: str = HERE) -> Any:
    return APIClient(REMOTE_ADDR=address).post("/api/v1/token/", {"username": name, "password": password})


def by_page(password: str = "wrong", name: str = "red-foot", address: str = HERE, path: str = "/login/") -> Any:
    return Client(REMOTE_ADDR=address).post(path, {"username": name, "password": password})


def shut(name: str = "red-foot", address: str = HERE) -> None:
    """Try wrong passwords until the limit."""
    for _ in range(MOST_FOR_A_NAME):
        assert by_api(name=name, address=address).status_code == 401


def test_whoever_tries_too_often_waits_even_with_the_right_password(red_foot: Any) -> None:
    shut()
    refused = by_api(PASSWORD)
    assert (refused.status_code, refused.data["code"]) == (429, "E-WAIT")
    assert 0 < refused.data["detail"]["seconds"] <= SPAN.total_seconds()
    assert "15 minutes" in refused.data["sentence"]


def test_the_page_the_admin_and_the_api_count_together(red_foot: Any) -> None:
    for _ in range(MOST_FOR_A_NAME // 2):
        by_page()
        by_page(path="/admin/login/")
    assert by_api(PASSWORD).status_code == 429
    for path in ("/login/", "/admin/login/"):
        answer = by_page(PASSWORD, path=path)
        assert answer.status_code == 200
        assert "Too many attempts" in answer.content.decode()


def test_the_right_password_from_another_address_logs_in(red_foot: Any) -> None:
    """A12: nobody can lock another person out."""
    shut()
    assert by_api(PASSWORD, address=THERE).status_code == 200
    assert by_page(PASSWORD, address=THERE).status_code == 302


@pytest.mark.slow
def test_who_is_in_stays_in_and_his_orders_are_taken(red_foot: Any, cast: Any) -> None:
    """A12: failed log-ins never cost a live session its submission."""
    token = by_api(PASSWORD).data["token"]
    browser = Client(REMOTE_ADDR=HERE)
    assert browser.login(username="red-foot", password=PASSWORD)
    shut()
    move = the_move(a_battle(cast, clock_mode="fixed", fixed_minutes=10_000))
    move.battle.moves.update(opened_at=NOON, closes_at=NOON + timedelta(days=9_999))
    caller = APIClient(REMOTE_ADDR=HERE)
    caller.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    for base in range(30):
        stand = {"orders": [], "thing": "red-foot", "base_revision": base, "key": f"k{base}", "move": move.public_id}
        assert caller.post(f"/api/v1/battles/{move.battle.public_id}/orders/", stand).status_code == 201
    assert browser.get("/").status_code == 200


def test_known_and_unknown_names_are_answered_alike(red_foot: Any) -> None:
    shut()
    shut("nobody")
    known, unknown = by_api(), by_api(name="nobody")
    assert (known.status_code, known.data["sentence"]) == (unknown.status_code, unknown.data["sentence"])


@pytest.mark.slow
def test_a_right_password_wipes_out_the_wrong_ones_before_it(red_foot: Any) -> None:
    for _ in range(3):
        for _ in range(MOST_FOR_A_NAME - 1):
            by_api()
        assert by_api(PASSWORD).status_code == 200


@pytest.mark.parametrize("written", ["RED-FOOT", "red\uff0dfoot", "Red-Foot"])
def test_a_name_written_otherwise_is_the_same_name(red_foot: Any, written: str) -> None:
    shut()
    assert by_api(PASSWORD, name=written).status_code == 429


def test_neither_name_nor_address_nor_password_is_kept(red_foot: Any) -> None:
    by_api()
    kept = str(list(LoginAttempt.objects.values()))
    assert not [one for one in ("red-foot", HERE, "wrong") if one in kept]


# -- counting --------------------------------------------------------------------------------------


def tried(times: int, address: str = HERE, name: str = "a", now: Any = NOON) -> int:
    """Try wrong passwords; how many tries were allowed."""
    let = 0
    for _ in range(times):
        try:
            count_attempt(address=address, name=name, now=now)
            let += 1
        except TooManyTries:
            pass
    return let


def test_after_a_quarter_of_an_hour_one_may_try_again(db: None) -> None:
    assert tried(20) == MOST_FOR_A_NAME
    assert tried(20, now=NOON + SPAN - timedelta(seconds=1)) == 0
    assert tried(20, now=NOON + SPAN) == MOST_FOR_A_NAME


def test_one_address_that_tries_all_names_waits_too(db: None) -> None:
    let = sum(tried(1, name=f"name-{number}") for number in range(MOST_OF_AN_ADDRESS + 20))
    assert let == MOST_OF_AN_ADDRESS
    assert tried(1, address=THERE) == 1


@pytest.mark.slow
def test_many_who_come_in_from_one_hall_do_not_shut_it(db: None) -> None:
    for number in range(3 * MOST_OF_AN_ADDRESS):
        count_attempt(address=HERE, name=f"name-{number}", now=NOON)
        clear_attempts(address=HERE, name=f"name-{number}")


def test_a_clock_that_was_put_back_keeps_nobody_out(db: None) -> None:
    assert tried(20, now=NOON + timedelta(hours=5)) == MOST_FOR_A_NAME
    assert tried(20) == MOST_FOR_A_NAME


def test_what_is_too_old_to_count_is_cleared_away(db: None) -> None:
    for number in range(20):
        tried(1, name=f"name-{number}")
    tried(1, address=THERE, name="b", now=NOON + SPAN)
    assert LoginAttempt.objects.count() == 2


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_fifty_tries_at_once_are_fifty() -> None:
    """F6: Django REST framework's own throttles count fewer."""
    let: list[int] = []

    def one() -> None:
        try:
            let.append(tried(1))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=one) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert (len(let), sum(let)) == (50, MOST_FOR_A_NAME)


# -- where somebody comes from ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "address"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("", ""),
        ("x" * 500, "x" * 60),
    ],
)
def test_an_address_of_the_sixth_version_counts_by_its_network(told: str, address: str) -> None:
    assert address_of(RequestFactory().get("/", REMOTE_ADDR=told)) == address


def came(told: str, at: str = HERE) -> str:
    return address_of(RequestFactory().get("/", REMOTE_ADDR=at, HTTP_X_FORWARDED_FOR=told))


def test_behind_a_proxy_it_is_the_last_that_is_no_proxy_of_ours(settings: Any) -> None:
    settings.TRUSTED_PROXIES = [ip_network(HERE), ip_network("198.51.100.0/24")]
    assert came(f"203.0.113.9, {THERE}") == THERE
    assert came(f"203.0.113.9, {THERE}, 198.51.100.7") == THERE, "a second proxy of ours before the first"
    assert came("") == HERE
    assert came("198.51.100.7") == "198.51.100.7", "nobody else is named"
    assert came("unknown") == "unknown"


def test_of_whoever_is_no_proxy_of_ours_the_header_is_not_read(settings: Any) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert came(THERE) == HERE, "none is named in the settings"
    settings.TRUSTED_PROXIES = [ip_network("198.51.100.0/24")]
    assert came(THERE) == HERE
    assert came(THERE, at="127.0.0.1") == "127.0.0.1", "from the machine itself as little as from anywhere"


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_as_it_is_served_a_header_from_loopback_tells_no_other_address(settings: Any) -> None:
    """uvicorn by itself trusts a header from 127.0.0.1, and every try would seem to come from another address."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    config = configured()
    config.load()
    answers = [async_to_sync(served)(config.loaded_app, f"203.0.113.{number}") for number in range(MOST_FOR_A_NAME + 1)]
    assert answers == [401] * MOST_FOR_A_NAME + [429]


async def served(application: Any, told: str) -> int:
    """The status for a wrong password from loopback, with an address in a header."""
    body = b'{"username": "red-foot", "password": "wrong"}'
    headers = {"host": "localhost", "content-type": "application/json", "content-length": str(len(body))}
    written = [(key.encode(), value.encode()) for key, value in {**headers, "x-forwarded-for": told}.items()]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": "/api/v1/token/",
        "raw_path": b"/api/v1/token/",
        "query_string": b"",
        "root_path": "",
        "headers": written,
        "client": ("127.0.0.1", 40_000),
        "server": ("localhost", 8000),
    }
    caller = ApplicationCommunicator(application, scope)
    await caller.send_input({"type": "http.request", "body": body, "more_body": False})
    status = int((await caller.receive_output(10))["status"])
    await caller.wait(10)
    return status
