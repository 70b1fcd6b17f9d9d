"""The API's tests: who calls, and at what time."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from rest_framework.test import APIClient

from campaigns.models import Battle, Move
from campaigns.usecases.campaigns.preparation import create_campaign, dismiss
from tests.campaigns.builders import NOON, SIDES, Cast, a_post, a_user, token_of
from tests.databases import alone, shared_by_workers

Caller = Callable[[str], APIClient]


class Hall:
    """The wall clock of the tests, which tests set."""

    def __init__(self) -> None:
        self.now: datetime = NOON + timedelta(minutes=1)

    def __call__(self) -> datetime:
        return self.now

    def wait(self, **by: float) -> None:
        """Let time pass."""
        self.now += timedelta(**by)


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Hall:
    """One minute past noon, when the first move has been open for a minute; mail is set up."""
    settings.EMAIL_URL = "memorymail://"
    clock = Hall()
    monkeypatch.setattr("campaigns.api.endpoint.server_time", clock)
    return clock


@pytest.fixture
def caller(cast: Cast, battle: Battle, hall: Hall) -> Caller:
    """A client of the API for a role: a name of the cast, or one of those of ``the_user``."""
    return lambda role: client_of(role, cast, battle)


def client_of(role: str, cast: Cast, battle: Battle) -> APIClient:
    """A client of the API for the person who plays a role."""
    client = APIClient(raise_request_exception=False)
    if role != "anonymous":
        token = token_of(the_user(role, cast, battle))
        client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    return client


def the_user(role: str, cast: Cast, battle: Battle) -> Any:
    """The person who plays a role.

    A former Red held a seat until noon, a turncoat has held one on the other side since; another umpire has another
    campaign; staff hold no seat; a suspended user does, and may not log in.
    """
    if role == "other_umpire":
        user = a_user("other-umpire")
        if not user.posts.exists():
            create_campaign(by=user, name="Another", sides=SIDES, now=NOON)
        return user
    if role in ("former_red", "turncoat"):
        user = a_user(role)
        if not user.posts.exists():
            post = a_post(battle.campaign, cast, "commander", "red", "engineers", user)
            dismiss(by=cast.umpire, post=post.public_id, now=NOON)
            if role == "turncoat":
                a_post(battle.campaign, cast, "commander", "blue", "infantry", user)
        return user
    if role in ("staff", "suspended"):
        user = a_user(role)
        if role == "suspended" and not user.posts.exists():
            a_post(battle.campaign, cast, "commander", "red", "infantry", user)
        user.is_staff = user.is_superuser = role == "staff"
        user.is_active = role == "staff"
        user.save()
        return user
    return getattr(cast, role)


@pytest.fixture
def at(battle: Battle) -> Callable[[str], str]:
    """The address of something in the battle: ``at("sheet")``."""

    def address(what: str = "") -> str:
        return f"/api/v1/battles/{battle.public_id}/" + (f"{what}/" if what else "")

    return address


def form_fours(move: Move, **changes: Any) -> dict[str, Any]:
    """A body that may be sent to ``orders/``: Red's infantry extends."""
    body: dict[str, Any] = {
        "move": move.public_id,
        "thing": "red-foot",
        "orders": [{"order": "form", "body": "red-foot", "formation": "extended"}],
        "base_revision": 0,
        "key": "first",
    }
    return body | changes


@pytest.fixture(scope="session")
def description(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The description of the API, made without a warning, once for all workers: it takes seconds."""
    shared = shared_by_workers(tmp_path_factory, request.config)
    kept = shared / "description.json"
    with alone(shared):
        if not kept.exists():
            out = StringIO()
            call_command("spectacular", "--validate", "--fail-on-warn", "--format", "openapi-json", stdout=out)
            kept.write_text(out.getvalue(), encoding="utf-8")
    found: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8"))
    return found
