"""People at their pages: logged-in clients, a battle whose clock runs now, and a page taken apart."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.clock import server_time
from campaigns.models import Move
from campaigns.usecases.clock.clock import close_early
from campaigns.usecases.moves.findings import measure, submit_move
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.orders.orders import submit_orders
from tests.campaigns import builders

_begun: list[datetime] = []
"""When the battles of the current tests begin."""


@pytest.fixture(autouse=True)
def _everything_begins_now(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages read the server's clock, so the battle begins now, or some seconds ago like that of the test before."""
    now = server_time()
    if not _begun or not now - timedelta(seconds=20) < _begun[0] <= now:
        _begun[:] = [now]
    monkeypatch.setattr(builders, "NOON", _begun[0])


def client_of(user: Any) -> Client:
    """A client with a logged-in user."""
    client = Client()
    client.force_login(user)
    return client


class Page(HTMLParser):
    """The parts of a page: how many of each tag, its form fields, its ids, and its links."""

    def __init__(self, answer: Any) -> None:
        super().__init__()
        self.tags: dict[str, int] = {}
        self.fields: dict[str, str] = {}
        self.ids: list[str] = []
        self.labelled: set[str] = set()
        self.bare: list[str] = []
        self.strange: list[str] = []
        self.links: list[str] = []
        self.depth = 0
        self.feed(answer.content.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags[tag] = self.tags.get(tag, 0) + 1
        self.strange += [name for name in given if name.startswith("on") or name == "style"]
        if tag == "script" and not given.get("src"):
            self.strange.append("inline script")
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if tag == "a":
            self.links.append(str(given.get("href", "")))
        if tag == "label":
            self.depth += 1
            self.labelled.add(str(given.get("for", "")))
        if tag in ("input", "select", "textarea") and given.get("type") != "hidden":
            if not self.depth and "aria-label" not in given:
                self.bare.append(str(given.get("id", given.get("name", "?"))))
        if tag == "input" and given.get("name"):
            self.fields.setdefault(str(given["name"]), str(given.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "label":
            self.depth -= 1

    @property
    def unlabelled(self) -> list[str]:
        """Fields without a label."""
        return [one for one in self.bare if one not in self.labelled]


def url(name: str, battle: Any, *rest: Any) -> str:
    """The address of a page of a battle."""
    return reverse(name, args=[battle.public_id, *rest])


def give(cast: Any, move: Move, thing: str = "red-foot", order: dict[str, Any] | None = None, base: int = 0) -> Any:
    """An order that was sent: Red's foot marches six inches."""
    order = order or {"order": "march", "body": thing, "measured": {"distance": 6}}
    user = {"red-foot": cast.red_foot, "red-horse": cast.red_horse, "red-gun": cast.red_guns}[thing]
    return submit_orders(
        user=user,
        move=move.public_id,
        thing=thing,
        orders=[order],
        base_revision=base,
        key=f"k{base}{thing}",
        now=server_time(),
    )


def close(cast: Any, move: Move) -> Move:
    """The move, closed."""
    now = server_time()
    close_early(by=cast.umpire, move=move.public_id, now=now)
    close_move(move_id=move.pk, now=now, cause="umpire")
    move.refresh_from_db()
    return move


def submitted(cast: Any, move: Move) -> Move:
    """The move, closed and submitted, with the facts that a march needs."""
    close(cast, move)
    measure(by=cast.umpire, move=move.public_id, base_revision=0, orders={}, now=server_time())
    submit_move(by=cast.umpire, move=move.public_id, now=server_time())
    move.refresh_from_db()
    return move


@pytest.fixture
def red(cast: Any) -> Client:
    """The commander of Red's infantry."""
    return client_of(cast.red_foot)


@pytest.fixture
def blue(cast: Any) -> Client:
    """Blue's General."""
    return client_of(cast.blue_general)


@pytest.fixture
def umpire(cast: Any) -> Client:
    """The umpire."""
    return client_of(cast.umpire)


@pytest.fixture
def stranger(cast: Any) -> Client:
    """A user who can log in and holds no seat here."""
    return client_of(cast.bystander)


def accept(user: Any, follow: bool = False) -> Any:
    """Accept the last offer with the button on the first page."""
    client = client_of(user)
    page = client.get("/").content.decode()
    offered = re.search(r'action="(/offers/[^"]+)"', page)
    assert offered is not None, "nothing is offered"
    return client.post(offered[1], follow=follow)
