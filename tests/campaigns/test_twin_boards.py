"""Two games of Kriegspiel chess that differ only in White's hidden men: nothing that Black can read differs.  [CHK-22]

In one White moved a knight, in the other a pawn, and tried something else first in one of them only.  Black may know
that White has moved, and nothing more: neither Black's page nor the API nor a second request shows which.
"""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Notice
from tests.campaigns import builders
from tests.campaigns.builders import the_move
from tests.campaigns.games import a_game, goes, say
from tests.campaigns.web.conftest import _everything_begins_now, client_of  # noqa: F401

pytestmark = pytest.mark.django_db
START = {"fen": "4k3/pppppppp/8/8/8/8/4r2P/R3K1N1 b Q - 0 1"}
PAGES = (
    "board",
    "sheet",
    "reports",
    "receipts",
    "points",
    "dispatches",
    "replay",
    "after",
    "situation",
    "print-sheet",
    "status",
    "strip",
)
PAPERS = (
    "board/",
    "sheet/",
    "reports/",
    "orders/",
    "clock/",
    "points/",
    "replay/?move=3",
    "situation/",
    "after/",
    "dispatches/",
    "",
)


MASKS = (
    r"csrfmiddlewaretoken\" value=\"\w+", r"\b[0-9a-f]{64}\b", r"\d{4}-\d\d-\d\dT[0-9:.]+(Z|\+00:00)?", r"\d+:\d\d(:\d\d)?",
    r"\"(?:seconds_left|seconds|at)\":\s*-?\d+", r"(?:data-run|width|data-seconds)=\"[0-9.]+\"", r"name=\"key\" value=\"[^\"]+\"",
    r"(?<![\w-])(?:r-)?[A-Za-z0-9_-]{12}(?![\w-])",
)  # fmt: skip
"""What differs between any two answers: tokens, digests, times, ids."""


def world(name, first, then, tries=()):
    """A game in which Black has moved, White has answered, and Black is to move."""
    cast = builders.Cast(**{key: builders.a_user(f"{name}-{key}") for key in builders.Cast.__dataclass_fields__})
    battle = a_game(cast, options={"kriegspiel": True}, start=START)
    say(cast.blue_general, battle, goes(first))
    for uci in tries:
        assert not say(cast.red_general, battle, goes(uci)).settled
    say(cast.red_general, battle, goes(then))
    return cast, battle


def what_black_reads(cast, battle, name):
    """All pages and papers of Black, with what must differ (ids, digests, times, names) masked."""
    client: Client = client_of(cast.blue_general)
    addresses = [reverse(page, args=[battle.public_id]) for page in PAGES]
    addresses += [
        f"{reverse('board', args=[battle.public_id])}?{query}"
        for query in ("from=a7", "from=a7&to=a6", "from=a7&to=b6", "written=a7a5")
    ]
    addresses += [f"/api/v1/battles/{battle.public_id}/{paper}" for paper in PAPERS]
    read = {}
    for address in addresses:
        answer = client.get(address, follow=True)
        read[address.replace(battle.public_id, "B")] = (
            answer.status_code,
            hidden(answer.content.decode().replace(battle.public_id, "B"), name),
        )
    return read


def hidden(text, name):
    """A text without what is random or depends on the clock."""
    for pattern in MASKS:
        text = re.sub(pattern, "·", text)
    return text.replace(name, "·")


def parted(one, other):
    """Where two answers differ, for the developer."""
    if one[0] != other[0]:
        return one[0], other[0]
    at = next((at for at, (a, b) in enumerate(zip(one[1], other[1], strict=False)) if a != b), -80)
    return one[1][max(at - 80, 0) : at + 80], other[1][max(at - 80, 0) : at + 80]


@pytest.fixture
def twins():
    return {
        "twinone": world("twinone", "e2a2", "g1f3", tries=("a1a3",)),
        "twintwo": world("twintwo", "e2a2", "h2h4"),
    }


@pytest.mark.slow
def test_nothing_that_black_reads_differs_by_what_white_did_unseen(twins):
    left, right = (what_black_reads(*twins[name], name) for name in twins)
    assert left.keys() == right.keys() and len(left) > 20
    differing = [address for address in left if left[address] != right[address]]
    assert not [parted(left[address], right[address]) for address in differing]
    assert any(status == 200 and "data-cell" in text for status, text in left.values())


@pytest.mark.parametrize("drawn", ["i_Lj0ySswvw-", "aLj0ySswvw-_", "_Lj0-Ss-vwab"])
def test_an_id_is_out_of_sight_whatever_it_ends_with(drawn):
    assert hidden(f'<article id="r-{drawn}"><a href="/{drawn}/">', "twinone") == '<article id="·"><a href="/·/">'


@pytest.mark.slow
def test_what_white_reads_does_differ(twins):
    """To show that the twins are twins."""
    pages = [
        client_of(cast.red_general).get(reverse("board", args=[battle.public_id])).content.decode()
        for cast, battle in twins.values()
    ]
    assert hidden(pages[0], "twinone") != hidden(pages[1], "twintwo")


@pytest.mark.slow
def test_black_is_told_as_often_and_no_sooner(twins):
    """Neither the number of the move nor Black's notices show how often White tried."""
    numbers = {the_move(battle).number for _, battle in twins.values()}
    counts = {
        tuple(Notice.objects.filter(post__user=cast.blue_general).order_by("pk").values_list("kind", flat=True))
        for cast, _ in twins.values()
    }
    assert numbers == {3} and len(counts) == 1


@pytest.mark.slow
def test_while_white_tries_nothing_tells_black_of_it():
    cast = builders.a_cast()
    battle = a_game(cast, options={"kriegspiel": True}, start=START)
    say(cast.blue_general, battle, goes("e2a2"))
    before = what_black_reads(cast, battle, "x")
    ask = re.search(
        r'data-live-from="([^"]+board/[^"]+)"',
        client_of(cast.blue_general).get(reverse("board", args=[battle.public_id])).content.decode(),
    )
    say(cast.red_general, battle, goes("a1a3"))
    after = what_black_reads(cast, battle, "x")
    assert not [parted(before[address], after[address]) for address in before if before[address] != after[address]]
    assert client_of(cast.blue_general).get(ask[1].replace("&amp;", "&")).status_code == 304


@pytest.mark.slow
def test_what_black_may_say_is_answered_the_same_whatever_white_hides(twins):
    tries = (
        {"order": "agree"},
        {"order": "offer-draw"},
        goes("a7a8", promote="q"),
        goes("a7b6"),
        {"order": "claim", "claim": "repetition"},
    )
    answers = []
    for name, (cast, battle) in twins.items():
        client = client_of(cast.blue_general)
        body = {"move": the_move(battle).public_id, "key": "k"}
        found = []
        for order in tries[2:]:
            answer = client.post(
                f"/api/v1/battles/{battle.public_id}/play/", {**body, "orders": [order], "key": str(order)[:60]},
                content_type="application/json",
            )  # fmt: skip
            found.append((answer.status_code, hidden(answer.content.decode(), name)))
        answers.append(found)
    assert answers[0] == answers[1]
