"""One reader opens every address of the registry and uses every tool: what is answered, masked, to be compared."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import Any

from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.models.shown import Shown
from campaigns.unlocked import cached_tables
from campaigns.usecases.people.profile import feed_token, kept_person
from tests.campaigns.secrets.addresses import Parts, forms, pages, registry
from tests.campaigns.secrets.hidden import SPOT, Battlefield
from tests.campaigns.test_twin_worlds import HEADERS_THAT_VARY, _ids, mask
from tests.depth import WHOLE

NOBODYS = "A" * 12
"""A public id that no row has."""

Answer = tuple[int, Any, int, str, int]
"""Status, headers, length, text, and how many queries it took."""

FROM_THE_BOARD = frozenset({"panel", "draft", "drafts", "ready"})
"""Names of addresses that answer the board's script with parts of a page."""

BOARD = {"HTTP_X_BOARD": "1"}
RANDOM = {*HEADERS_THAT_VARY, "Expires"}
"""Headers that are random, or tell the time of the machine."""

DRAWN = r'(?<="any": ")[0-9a-f]{20}(?=")|(?<="number":")[A-Za-z0-9_-]{12}(?=")'
"""The mark of all battles of a person, a digest over random ids, of which the tests of news compare two of one world;
the number of a receipt, which is random."""

UNPRESSED = {
    "practice": "it begins a game of its own, with ids of its own",
    "api-practice": "so does this",
    "api-calendar": "it draws a new secret address",
    "calendar-renew": "so does this",
    "api-tokens": "it draws a token",
    "exercise-play": "it begins a campaign of its own, with links that are drawn",
    "api-play-exercise": "so does this",
    "api-copy-exercise": "it makes a row with an id of its own",
}
"""Names of addresses to which no form is sent, and why."""


def parts_of(
    world: Battlefield, reader: Any, things: Iterable[str], groups: Iterable[str], posts: Iterable[str] = ()
) -> Parts:
    """What stands in the parts of addresses: of hidden rows their ids, or where there are none an id of no row.

    posts: the seats that are named, if others than those of a General and of somebody whom Red does not know.
    """
    campaign = world.battle.campaign
    own = campaign.posts.filter(kind="general").order_by("pk").first().public_id
    parts: dict[str, Any] = {
        "battle": [world.battle.public_id],
        "campaign": [campaign.public_id],
        "thing": list(things),
        "group": list(groups),
        "post": list(posts) or [own, world.names.get("post", NOBODYS)],
        "courier": [NOBODYS],
        "action": ["pause"],
        "form": ["csv"],
        "paper": ["sheet", "receipts"],
        "whose": ["commander"],
        "tour": ["commander"],
        "language": ["de"],
        "digest": ["0" * 12],
        "clause": ["KS-MINE-01"],
        "key": ["kriegspiel"],
        "exercise": ["first_bridge", world.names.get("exercise", NOBODYS)],
        "uidb64": ["MQ"],
    }
    # Ids of rows that the reader never meets cannot be guessed, and are asked for as those of no row.
    rows = "offer survey country picture match tournament player notice invitation inject question ruling token"
    parts |= {name: [NOBODYS] for name in rows.split()}
    found: dict[str, Any] = {}
    for one in registry():
        for part in one.parts:
            name = part.split(":")[1]
            found[part] = parts.get(name)
    found |= {"id:number": [NOBODYS], "number:number": [1, 2], "ordinal:number": [1, 2]}
    found["secret:token"] = [feed_token(kept_person(reader))]
    unsaid = sorted(part for part, values in found.items() if values is None)
    assert not unsaid, f"what stands in these parts of addresses? {unsaid}"
    return found


class Reader:
    """A person who asks in one of the two worlds."""

    def __init__(self, world: Battlefield, user: Any) -> None:
        self.world, self.user, self.client = world, user, Client()
        self.client.force_login(user)
        ids = sorted({one for model in Shown.__subclasses__() for one in _ids(model)})
        self.ids = [feed_token(kept_person(user)), *ids, NOBODYS]
        self.found: dict[str, Answer] = {}
        cached_tables().clear()  # else the queries would depend on what others have opened before

    def ask(self, name: str, url: str, body: Any = None, **headers: str) -> Any:
        """Open an address, or send a form or JSON to it, and keep what is answered."""
        connection.queries_log.clear()  # it holds 9000 and would count no more
        with CaptureQueriesContext(connection) if WHOLE else nullcontext(()) as queries:
            if body is None:
                answer = self.client.get(url, **headers)
            elif url.startswith("/api/"):
                answer = self.client.post(url, json.dumps(body), content_type="application/json")
            else:
                answer = self.client.post(url, body, **headers)
        told = sorted((key, mask(value, self.ids)) for key, value in answer.headers.items() if key not in RANDOM)
        raw = answer.content.decode("latin-1") if not answer.streaming else ""
        text = raw.split("/ID")[0] if raw.startswith("%PDF") else re.sub(DRAWN, "*", mask(raw, self.ids))
        key = f"{len(self.found)} {name} {mask(url, self.ids)} {mask(json.dumps(body), self.ids)[:300]} {''.join(headers)}"
        self.found[key] = (answer.status_code, told, len(raw), text, len(queries))
        return answer

    def try_out(self, name: str, url: str, body: Any, **headers: str) -> None:
        """Send something that would be kept, and take it back."""
        with transaction.atomic():
            self.ask(name, url, body, **headers)
            transaction.set_rollback(True)


def crawled(
    world: Battlefield,
    user: Any,
    parts: Parts,
    share: tuple[int, int] = (0, 1),
    of: str = "",
    but: Container[str] = (),
) -> dict[str, Answer]:
    """All that somebody is answered who opens every address.

    share: of the addresses only the one at this place of each so many.  of: a pattern of the names of those that are
    opened; but: names of those that are not.
    """
    reader, (place, every) = Reader(world, user), share
    asked = [(name, url) for name, url in pages(parts) if re.search(of, name) and name not in but]
    for name, url in asked[place::every]:
        reader.ask(name, url, **(BOARD if name in FROM_THE_BOARD else {}))
    return reader.found


def pressed(world: Battlefield, user: Any, parts: Parts, but: Container[str] = ()) -> dict[str, Answer]:
    """All that somebody is answered who sends an empty form to every address; each is taken back.  but: as above."""
    reader = Reader(world, user)
    for name, url in forms(parts):
        if name not in UNPRESSED and name not in but:
            reader.try_out(name, url, {})
    return reader.found


# -- the tools of one's own move ----------------------------------------------------------------------

FEW_WAYS = ("62, 62\n62, 66", "62, 62", "20, 70")
WAYS = (*FEW_WAYS, "62, 61", "60, 91", "130, 118", "150, 100", "2000, 2000")
"""Points that are pressed: on what is hidden, past it, into the water with the boat, short of it, up to the enemy, on the train.

Before an order is kept, the board asks of each what it would cost and whether it is lawful.
"""


def used(world: Battlefield, user: Any, things: Iterable[str], ways: Sequence[str]) -> dict[str, Answer]:
    """All that the board's tools and the API's answer to somebody whose move is open.

    The board's question about a place, before anything is kept, is asked of every order and place too (``tried``).
    """
    reader = Reader(world, user)
    battle, move = world.battle.public_id, world.move
    base = {"move": move, "base": "0", "draft": "[]", "place": "0", "things": ""}
    for thing in things:
        page = reader.ask("panel", reverse("panel", args=[battle, thing]), **BOARD).content.decode()
        for form in filled(page, ways):
            reader.ask("order-price", reverse("order-price", args=[battle, thing]), {**base, **form})
            spot = next((one.split("\n")[-1] for one in form.values() if one in ways), ways[0].split("\n")[0])
            draft = reverse("draft", args=[battle, thing])
            reader.try_out("draft", draft, {**base, **form}, **BOARD)
            reader.ask("tried", draft, {**base, **form, "act": "try", "spot": spot}, **BOARD)
    for name, url, body in said(world):
        reader.try_out(name, url, body, **({} if url.startswith("/api/") else BOARD))
    return reader.found


def filled(page: str, ways: Sequence[str]) -> Iterator[dict[str, str]]:
    """Every order that a panel offers, with each way typed where a place is wanted, each enemy where a target is, and 1 for a number."""
    for choice in dict.fromkeys(re.findall(r'name="choice" value="(o[0-9a-f]{8})"', page)):
        places = re.findall(rf'name="({choice}-(?:path|aim|at|line|fives)(?:-points?)?)"', page)
        blocks = re.findall(rf'name="{choice}-(?:target|from)".*?</select>', page, re.DOTALL)
        enemies = sorted({one for block in blocks for one in re.findall(r'value="([^"]+)"', block)})
        counts = dict.fromkeys(re.findall(rf'inputmode="numeric"[^>]* name="({choice}-[^"]+)"', page), "1")
        yield from (
            {"choice": choice, **counts, **dict.fromkeys(places, way)} for way in (ways if places else ways[:1])
        )
        yield from ({"choice": choice, f"{choice}-target": one, f"{choice}-from": one} for one in enemies)


def said(world: Battlefield) -> Iterator[tuple[str, str, Any]]:
    """Orders that name what is seen, what is hidden and what is not there, to every tool that takes some."""
    move, api = world.move, f"/api/v1/battles/{world.battle.public_id}/"
    names = ("blue-foot", "canary-marines", "canary-mine", "canary-work", "no-such-thing")
    tries: list[Mapping[str, Any]] = [{"order": "charge", "body": "red-foot", "target": one} for one in names]
    tries += [{"order": "split", "body": "red-foot", "men": 5, "into": one} for one in names]
    tries += [{"order": "march", "body": one, "path": [SPOT]} for one in (*names, "red-foot")]
    tries += [
        {"order": "lay-mine", "body": "red-foot", "at": SPOT},
        {"order": "embark", "body": "red-foot", "boat": "blue-boat", "at": [20, 70]},
    ]
    for order in tries:
        given = {"move": move, "thing": order["body"], "orders": [order], "base_revision": 0}
        yield "api-check", f"{api}orders/check/", {key: one for key, one in given.items() if key != "base_revision"}
        yield "api-drafts", f"{api}drafts/", given
        yield "api-orders", f"{api}orders/", {**given, "key": "k"}
        yield "api-choices", f"{api}things/{order['body']}/choices/", {"orders": [order]}
    march = {"order": "march", "body": "red-foot", "path": [SPOT]}
    several = {"red-foot": [march], "canary-marines": [march], "no-such-thing": [march], "red-horse": []}
    given_together = {"move": move, "order": march, "things": list(several), "add": False}
    yield (
        "api-several-drafts",
        f"{api}drafts/several/",
        {"move": move, "drafts": [{"thing": one, "orders": given} for one, given in several.items()]},
    )
    yield "api-together", f"{api}drafts/together/", given_together
    yield "api-last-move", f"{api}drafts/last-move/", {"move": move, "things": list(several)}
    yield "api-check-drafts", f"{api}drafts/check/", {"move": move}
    yield "api-send-drafts", f"{api}drafts/send/", {"move": move, "key": "send"}
    drafts = reverse("drafts", args=[world.battle.public_id])
    yield (
        "drafts",
        drafts,
        {"move": move, "act": "undo", "orders": json.dumps({"red-foot": [march], "canary-mine": [march]})},
    )
    yield "drafts", drafts, {"move": move, "act": "check"}
    yield "drafts", drafts, {"move": move, "key": "send"}
    word, question = {"channel": "shout", "text": "Forward!", "key": "k"}, {"text": "Where?", "key": "q"}
    yield "api-dispatches", f"{api}dispatches/", word
    yield "dispatches", reverse("dispatches", args=[world.battle.public_id]), word
    yield "api-questions", f"{api}questions/", question
    yield "ask-umpire", reverse("ask-umpire", args=[world.battle.public_id]), {"question": "Where?", "key": "q"}
    yield "api-withdraw", f"{api}orders/withdraw/", {"move": move, "thing": "red-foot", "base_revision": 0, "key": "w"}
    yield "ready", reverse("ready", args=[world.battle.public_id]), {"move": move, "ready": "yes", "unsent": "yes"}
