"""Twin games of Kriegspiel chess, as a match: they differ only in what White did unseen, and Black's bytes do not.  [CHK-04, CHK-22]

In one game White moves a knight; in the other White first tries a capture that the umpire refuses, and then moves a
pawn.  Every page, every answer of the API, the mark and the stream that Black can ask for is compared at three moments,
byte for byte after masking what ``MASKS`` of the twin worlds names, with its headers, its length and its queries.
"""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.models import Battle, Post
from campaigns.models.shown import Shown
from campaigns.unlocked import cached_tables
from campaigns.usecases.matches.matches import new_match
from campaigns.usecases.matches.practice import start_practice
from tests.campaigns.builders import NOON, a_user, everybody_accepts, the_move
from tests.campaigns.games import goes, say
from tests.campaigns.test_twin_worlds import (
    HEADERS_THAT_VARY,
    PAGES,
    PAPERS,
    _ids,
    difference,
    first_of_the_stream,
    in_both_worlds,
    mask,
)
from tests.depth import share

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.long]
CROWD = ("black", "white", "umpire", "stranger")
TOUCHED = ("", "?from=a7", "?from=a7&to=a6", "?from=a7&to=b6", "?from=g8&to=f6", "?written=a7a5", "?of=red", "?of=blue")
SAID = (
    goes("a7b6"),
    goes("b8d7"),
    {"order": "agree"},
    {"order": "claim", "claim": "repetition"},
    {"order": "call-check"},
)
"""What Black tries that is refused, so that the games go on unchanged."""
MOMENTS = share(("Black is to move", "White thinks", "White thinks again"), 3)
"""The moments of comparison."""


class Game:
    """A game of a match; secret: whether White tries what is not allowed, and moves another man.  battle, cast: as of a world."""

    def __init__(self, *, secret: bool) -> None:
        self.secret = secret
        self.people = {name: a_user(name) for name in CROWD}
        self.match = new_match(
            by=self.people["umpire"], name="The Cup", first={"user": "white"}, second={"user": "black"},
            book="chess-1879", options={"kriegspiel": True}, best_of=1, now=NOON,
        )  # fmt: skip
        everybody_accepts()
        self.battle = Battle.objects.get(match=self.match)
        self.practice = start_practice(user=self.people["black"], book="war-chess", level=1, side="attacker", now=NOON)

    def white(self, uci: str, at: Any) -> bool:
        """White tries a move; whether it was lawful."""
        return say(self.people["white"], self.battle, goes(uci), now=at).settled

    def black(self, uci: str, at: Any) -> bool:
        """Black tries a move; whether it was lawful."""
        return say(self.people["black"], self.battle, goes(uci), now=at).settled

    def addresses(self) -> list[str]:
        """Every address about the game, its match, and the viewer's practice and matches."""
        battle, campaign = self.battle.public_id, self.match.campaign.public_id
        pages = [page for page in PAGES if page != "board"]
        found = [reverse(name) for name in ("home", "notices", "profile", "matches", "match-new", "practice")]
        found += [reverse("campaign", args=[campaign]), reverse("roster", args=[campaign])]
        found += [reverse("match", args=[self.match.public_id]), reverse("campaign-match", args=[campaign])]
        found += [reverse("board", args=[battle]) + query for query in TOUCHED]
        found += [reverse("board", args=[self.practice.public_id])]
        found += [reverse(page, args=[battle]) for page in (*pages, "strip", "after-pdf")]
        found += [reverse("report", args=[battle, number]) for number in range(1, 5)]
        found += [reverse("order", args=[battle, thing]) for thing in ("board", "a7", "e4")]
        found += [f"{reverse('replay', args=[battle])}?{query}" for query in ("move=3", "of=red", "of=umpire&move=3")]
        base = f"/api/v1/battles/{battle}/"
        found += [base + paper for paper in (*PAPERS, "board/", "board/?of=red", "replay/?move=3", "after/?of=both")]
        found += [f"{base}reports/{number}/" for number in range(1, 5)]
        found += [f"{base}things/{thing}/" for thing in ("board", "a7", "e4")]
        found += ["/api/v1/me/", "/api/v1/me/queue/", "/api/v1/me/deadlines/", "/api/v1/notices/", "/api/v1/matches/"]
        found += [f"/api/v1/matches/{self.match.public_id}/", "/api/v1/practice/", "/api/v1/tournaments/"]
        return [*found, f"/api/v1/campaigns/{campaign}/", f"/api/v1/campaigns/{campaign}/matches/"]


def crawl(game: Game, who: str) -> dict[str, tuple[Any, ...]]:
    """Each address, masked, with what came of it: status, headers, length, bytes, and how many queries it took."""
    client = Client()
    client.force_login(game.people[who])
    ids = sorted({one for model in Shown.__subclasses__() for one in _ids(model)})
    found: dict[str, tuple[Any, ...]] = {}

    def ask(url: str, body: Any = None) -> None:
        connection.queries_log.clear()  # it holds 9000 and would count no more
        cached_tables().clear()  # else the first to ask would fetch the floor for all others
        with CaptureQueriesContext(connection) as queries:
            if body is None:
                answer = client.get(url)
            else:
                answer = client.post(url, json.dumps(body), content_type="application/json")
        headers = [(name, mask(held, ids)) for name, held in answer.headers.items() if name not in HEADERS_THAT_VARY]
        raw = answer.content.decode("latin-1")
        told = raw.split("/ID")[0] if raw.startswith("%PDF") else mask(raw, ids)
        key = f"{len(found)} {mask(url, ids)} {mask(json.dumps(body), ids)}"
        found[key] = (answer.status_code, sorted(headers), len(raw), told, len(queries))

    for url in game.addresses():
        ask(url)
    play = f"/api/v1/battles/{game.battle.public_id}/play/"
    for number, order in enumerate(SAID if who == "black" else ()):
        ask(play, {"move": the_move(game.battle).public_id, "orders": [order], "key": f"no-{number}"})
    return {**found, "the stream": first_of_the_stream(client, game)}


def lived(*, secret: bool, set_clock: Any) -> dict[str, dict[str, tuple[Any, ...]]]:
    """A game played, crawled by each person at the compared moments."""
    set_clock(NOON)
    game = Game(secret=secret)
    seen: dict[str, dict[str, tuple[Any, ...]]] = {}

    def look(moment: str, minutes: int) -> None:
        set_clock(NOON + timedelta(minutes=minutes))
        if moment not in MOMENTS:
            return
        for who in ("black", "white", "stranger"):
            seen[f"{moment}: {who}"] = crawl(game, who)

    assert game.white("e2e4", NOON) and game.black("a7a6", NOON)
    if secret:
        assert not game.white("e4d5", NOON + timedelta(seconds=20))
        assert not game.white("e4f5", NOON + timedelta(seconds=20))
    look("White thinks", 1)
    assert game.white("d2d4" if secret else "g1f3", NOON + timedelta(minutes=2))
    look("Black is to move", 3)
    assert game.black("a6a5", NOON + timedelta(minutes=4))
    look("White thinks again", 5)
    return seen


@pytest.fixture(scope="module")
def games(django_db_setup, django_db_blocker):
    return in_both_worlds(django_db_blocker, lived)


@pytest.mark.parametrize("who", ["black", "stranger"])
def test_nothing_that_is_answered_depends_on_what_white_did_unseen(games, who):
    plain, secret = games
    compared = 0
    for moment in (one for one in plain if one.endswith(who)):
        assert plain[moment].keys() == secret[moment].keys()
        for asked, answer in plain[moment].items():
            assert answer == secret[moment][asked], f"{moment}, {asked}: {difference(answer, secret[moment][asked])}"
            compared += 1
    assert compared >= len(MOMENTS) * 80


def test_what_white_is_answered_does_differ(games):
    """To show that the twins are twins."""
    plain, secret = games
    for moment in (one for one in plain if one.endswith("white")):
        differing = [asked for asked in plain[moment] if plain[moment][asked] != secret[moment][asked]]
        assert any("/board/" in asked for asked in differing)


def test_most_of_what_black_asks_for_says_something_and_nothing_breaks(games):
    plain, _ = games
    for answers in (plain[moment] for moment in plain if moment.endswith("black")):
        assert len([answer for answer in answers.values() if answer[0] == 200]) >= 55
    assert not [asked for answers in plain.values() for asked, answer in answers.items() if answer[0] >= 500]


def test_the_stranger_reads_nothing_of_the_game(games):
    plain, _ = games
    for moment in (one for one in plain if one.endswith("stranger")):
        read = [asked for asked, answer in plain[moment].items() if answer[0] == 200 and "/b/" in asked]
        assert not read


def test_both_players_hold_posts_and_the_umpire_none_of_theirs(db):
    game = Game(secret=False)
    held = set(Post.objects.filter(campaign=game.match.campaign).values_list("kind", "user__username"))
    assert held == {("general", "white"), ("general", "black"), ("umpire", "umpire")}
