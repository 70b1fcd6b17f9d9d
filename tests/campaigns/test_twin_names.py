"""A name that exists and one that does not get the same answers, byte for byte, wherever players are named.

The organizer of a match or a tournament names a person who exists and may log in, one who may not, one who has
declined, and nobody at all.  Every answer by page, in German and English, and by the API is compared, with its headers,
its length and its queries, after masking ids and tokens as the twin worlds do.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns import sight
from campaigns.clock import server_time
from campaigns.models.shown import Shown
from campaigns.usecases.people.offers import accept_offer, decline_offer
from tests.campaigns.builders import a_user
from tests.campaigns.test_twin_worlds import HEADERS_THAT_VARY, _ids, difference, mask
from tests.depth import SOONEST_ON_SQLITE

pytestmark = [pytest.mark.django_db, *SOONEST_ON_SQLITE]
NOBODY, SOMEBODY, SUSPENDED, DECLINED, WILLING = "name-no1", "name-yes", "name-sus", "name-dec", "name-acc"
WHEN = re.compile(r"\d{4}-\d\d-\d\dT[0-9:.]+Z|\d+\.? \w+ \d\d\d\d, \d\d:\d\d(:\d\d)?|\b\d\d:\d\d(:\d\d)?\b")
GERMAN = {"HTTP_ACCEPT_LANGUAGE": "de"}
TERMS = {"name": "The Cup", "book": "chess-1879", "best_of": 3, "fixed_minutes": 0}
FORM = {**TERMS, "best_of": "3", "fixed_minutes": "0"}


class Organizer:
    """The person who names others, and all that they are answered."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.client = Client()
        self.client.force_login(a_user("organizer"))
        self.told: list[tuple[Any, ...]] = []

    def ask(self, url: str, body: Any = None, *, form: bool = False, **more: Any) -> Any:
        """Open an address, or send something to it."""
        with CaptureQueriesContext(connection) as queries:
            if body is None:
                answer = self.client.get(url, **more)
            elif form:
                answer = self.client.post(url, body, **more)
            else:
                answer = self.client.post(url, json.dumps(body), content_type="application/json", **more)
        ids = sorted({one for model in Shown.__subclasses__() for one in _ids(model)})
        headers = [(key, mask(held, ids)) for key, held in answer.headers.items() if key not in HEADERS_THAT_VARY]
        raw = answer.content.decode()
        shown = re.sub(self.name, "N" * len(self.name), WHEN.sub("T", mask(raw, ids)), flags=re.IGNORECASE)
        asked = [re.sub(r"'[^']*'|\bs\d+_x\d+|\b\d+\b", "?", one["sql"]) for one in queries]
        told = (answer.status_code, sorted(headers), len(WHEN.sub("T", raw)), shown, asked)
        self.told.append((mask(url, ids), told))
        return answer

    def look(self, *urls: str) -> None:
        """Open addresses, in both languages where they are pages."""
        for url in urls:
            self.ask(url)
            if not url.startswith("/api/"):
                self.ask(url, **GERMAN)


def of_matches(organizer: Organizer, name: str, answered: Any) -> None:
    """Matches opened with a name, by the API and by the page, as a player and as an umpire; and everything that shows them."""
    for first in ({"user": "organizer"}, {"engine": "house", "level": 1}):
        book = {"book": "chess-1879" if "user" in first else "war-chess"}
        made = organizer.ask("/api/v1/matches/", {**TERMS, **book, "first": first, "second": {"user": name}}).json()
        answered()
        match, campaign = made["id"], made["campaign"]
        organizer.look(f"/api/v1/matches/{match}/", "/api/v1/matches/", f"/api/v1/campaigns/{campaign}/", "/api/v1/me/")
        organizer.look(f"/api/v1/campaigns/{campaign}/invitations/", f"/api/v1/campaigns/{campaign}/posts/")
        organizer.look("/", "/matches/", f"/matches/{match}/", f"/c/{campaign}/", f"/c/{campaign}/roster/")
    page = organizer.ask("/matches/new/", {**FORM, "first": name, "second": "organizer"}, form=True)
    answered()
    organizer.look(page["Location"], "/matches/")
    organizer.ask("/matches/new/", {**FORM, "first": name, "second": name.upper()}, form=True)
    organizer.ask("/matches/new/", {**FORM, "name": "", "first": name, "second": "organizer"}, form=True, **GERMAN)
    organizer.ask(page["Location"], {"call-off": "yes"}, form=True)
    organizer.look("/matches/", page["Location"])


def of_tournaments(organizer: Organizer, name: str, answered: Any) -> None:
    """A tournament with an offer to a name, by the API and by the page; repeated, begun too early, and taken back."""
    for by_page in (False, True):
        made = organizer.ask("/api/v1/tournaments/", TERMS).json()["id"]
        api, page = f"/api/v1/tournaments/{made}/", f"/tournaments/{made}/"
        for _ in range(2):
            if by_page:
                organizer.ask(page, {"enter": "person", "user": name}, form=True, **GERMAN)
            else:
                organizer.ask(f"{api}players/", {"user": name})
            answered()
        organizer.ask(f"{api}begin/", {})
        organizer.ask(page, {"begin": "yes"}, form=True, **GERMAN)
        asked = organizer.client.get(api).json()["asked"]
        organizer.look(api, page, "/", "/matches/", "/api/v1/tournaments/")
        for one in asked:
            organizer.ask(page, {"withdraw": one["id"]}, form=True)
        organizer.look(api, page)


def told_of(name: str, what: Any) -> list[tuple[Any, ...]]:
    """All that an organizer is shown about a name."""
    user = None if name == NOBODY else a_user(name)
    if name == SUSPENDED:
        user.is_active = False
        user.save()

    def answered() -> None:
        if name in (DECLINED, WILLING):
            for offer in sight.offers(user, server_time()):
                deed = decline_offer if name == DECLINED else accept_offer
                deed(user=user, offer=offer.public_id, now=server_time())

    organizer = Organizer(name)
    what(organizer, name, answered)
    return organizer.told


def in_a_world_of_its_own(name: str, what: Any) -> list[tuple[Any, ...]]:
    """The same, rolled back afterwards."""
    with transaction.atomic():
        told = told_of(name, what)
        transaction.set_rollback(True)
    return told


@pytest.mark.slow
@pytest.mark.parametrize("what", [of_matches, of_tournaments])
def test_whether_anybody_bears_a_name_is_told_by_no_answer(what: Any) -> None:
    a_user("organizer")
    in_a_world_of_its_own(NOBODY, what)  # what is kept between requests exists from now on
    nobody = in_a_world_of_its_own(NOBODY, what)
    assert len(nobody) > 20 and sum("N" * 8 in one[1][3] for one in nobody) > 5
    for name in (SOMEBODY, SUSPENDED, DECLINED):
        told = in_a_world_of_its_own(name, what)
        assert len(told) == len(nobody)
        for one, other in zip(nobody, told, strict=True):
            if one != other:
                pytest.fail(f"{name}, {one[0]}: {difference(one[1], other[1])}")


@pytest.mark.slow
@pytest.mark.parametrize("what", [of_matches, of_tournaments])
def test_whoever_has_accepted_is_known_by_it(what: Any) -> None:
    """To show that the twins are twins."""
    a_user("organizer")
    assert in_a_world_of_its_own(NOBODY, what) != in_a_world_of_its_own(WILLING, what)
