"""Twin worlds: two battles that differ only in what Red may not know give Red the same bytes.

In one world Blue does nothing; in the other Blue has other stores, works, a mine, debts, commanders, a briefing,
orders, revises, withdraws and is ready, the umpire measures, rules and remarks.  Every page and every answer of the API
that Red's General, commander and official and an observer can ask for is compared at five moments, byte for byte after
masking what is listed in ``MASKS``.  Every hidden field holds a canary, which nobody but Blue and the umpire may meet.
A short run has the same of the whole site in ``secrets/``; this one counts the queries of each answer too.
"""

from __future__ import annotations

import copy
import json
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from itertools import zip_longest
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver, reverse

from campaigns import clock as clockwork
from campaigns import models
from campaigns.models.shown import Shown
from campaigns.sight.live import news_of_person
from campaigns.unlocked import cached_tables
from campaigns.usecases.campaigns.preparation import appoint
from campaigns.usecases.clock.clock import close_early
from campaigns.usecases.desk.facts import measure
from campaigns.usecases.desk.rulings import correct_order, overrule_finding
from campaigns.usecases.messages.dispatches import send_message
from campaigns.usecases.messages.injects import Planned, prepare_inject
from campaigns.usecases.messages.questions import answer_question, ask_umpire
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.moves.submission import submit_move
from campaigns.usecases.orders.drafts import save_draft
from campaigns.usecases.orders.orders import declare_ready, submit_orders, withdraw_orders
from rules.kriegspiel.reports import sight as rules_sight
from tests.campaigns.builders import NOON, START, Cast, a_battle, a_cast, a_user, the_move
from tests.campaigns.streams_client import first_sent
from tests.depth import WHOLE, share

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

OPTIONS = {"two_stage_move": False, "score_points": True, "use_contours": False, "boxed_troops": True}

MASKS = {
    "a public id is random": "the ids of all rows",
    "a digest covers ids and the secret seed": r"\b[0-9a-f]{8}(?:[0-9a-f]{56}\b|(?=…))",
    "a CSRF token is random": r'(?<=name="csrfmiddlewaretoken" value=")[A-Za-z0-9]{64}|(?<="X-CSRFToken": ")[A-Za-z0-9]{64}',
    "an ETag is a digest over what is shown, ids among it": r"(?<=u0022)[0-9a-f]{20}(?=.u0022)",
    "the key of a form is random": r'(?<=name="key" value=")[A-Za-z0-9_-]+',
}
"""What is masked before bytes are compared, and why."""

HEADERS_THAT_VARY = {"Set-Cookie", "ETag"}
"""Headers that are random, or a digest over public ids."""

CANARIES = {
    "briefing": "canary-briefing-7c1",
    "title": "Canary-Title-7c2",
    "user": "canary-user-7c3",
    "commander": "canary-commander-7c4",
    "packets": "86413",
    "work": "canary-work-7c5",
    "mine": "canary-mine-7c6",
    "aboard": "canary-aboard-7cd",
    "order": "17.4375",
    "facts": "canary-facts-7c7",
    "ruling": "canary-ruling-7c8",
    "word": "canary-word-7c9",
    "question": "canary-question-7ca",
    "answer": "canary-answer-7cb",
    "remark": "canary-remark-7cc",
}
"""Hidden field -> its value in the second world, and nowhere in the first."""

MARCH = {"order": "march", "body": "red-foot", "measured": {"distance": 6}}


def a_start(secret: bool) -> dict[str, Any]:
    """The opening position; with what only Blue knows, or without."""
    start = copy.deepcopy(START) | {"boats": {"blue-boat": {"side": "blue"}}}
    start["bodies"]["blue-box"] = {"side": "blue", "arm": "infantry", "men": 2, "boxed": True}
    start["bodies"]["blue-foot"] |= {"commander": "Somebody"}
    if secret:
        start["bodies"]["blue-box"] |= {"arm": "cavalry", "men": 148, "formation": "line"}
        start["bodies"][CANARIES["aboard"]] = {"side": "blue", "arm": "cavalry", "men": 19, "aboard": "blue-boat"}
        start["bodies"]["blue-foot"] |= {"fire_streak": 3, "commander": CANARIES["commander"]}
        start["bodies"]["blue-crew"] |= {"arrears": {"food": 2}, "unsupplied_since": 0}
        start["depots"]["blue-depot"]["packets"] = {"food": int(CANARIES["packets"])}
        start["guns"]["blue-gun"] |= {"disabled_for": 2, "elevation": 7}
        start["works"] = {
            CANARIES["work"]: {"kind": "entrenchment", "side": "blue", "crew": "blue-foot", "moves_done": 1}
        }
        start["mines"] = {CANARIES["mine"] + "x" * number: {"side": "blue"} for number in range(50)}
    return start


@dataclass
class World:
    """A battle and its cast; secret: whether Blue has anything to hide."""

    secret: bool
    cast: Cast
    battle: models.Battle

    def close_and_submit(self, at: Any, secret: Any = None) -> None:
        """The move ends, something may be done in secret, and the move is submitted."""
        move = the_move(self.battle)
        close_early(by=self.cast.umpire, move=move.public_id, now=at)
        close_move(move_id=move.pk, now=at + timedelta(seconds=5), cause="umpire")
        if secret is not None:
            secret(move, at + timedelta(seconds=6))
        remarks = self.remarks() if self.secret and move.side == "blue" else []
        submit_move(by=self.cast.umpire, move=move.public_id, remarks=remarks, now=at + timedelta(seconds=20))

    def remarks(self) -> list[dict[str, Any]]:
        """The umpire's remarks to Blue alone, and to Blue's General alone."""
        general = self.battle.campaign.posts.get(kind="general", side__key="blue").public_id
        text = CANARIES["remark"]
        return [{"text": text, "heard": "side", "side": "blue"}, {"text": text, "heard": "addressees", "to": [general]}]


def a_world(secret: bool) -> World:
    cast = a_cast()
    battle = a_battle(cast, start=a_start(secret), options=OPTIONS, clock_mode="book")
    if secret:
        battle.campaign.sides.filter(key="blue").update(briefing=CANARIES["briefing"])
        spy = a_user(CANARIES["user"])
        campaign = battle.campaign.public_id
        appoint(
            by=cast.umpire, campaign=campaign, kind="commander", side="blue", arm="infantry", user=spy, title=CANARIES["title"], now=NOON
        )  # fmt: skip
    return World(secret, cast, battle)


def blue_acts(world: World, at: Any) -> None:
    """In the second world Blue orders, revises, withdraws and says ready; in the first Blue does nothing."""
    if not world.secret:
        return
    move, cast = the_move(world.battle).public_id, world.cast
    umpire_prepares(world, at)

    def send(user: Any, thing: str, base: int, *orders: dict[str, Any]) -> None:
        submit_orders(
            user=user, move=move, thing=thing, orders=list(orders), base_revision=base, key=f"{thing}-{base}", now=at
        )

    for thing in ("blue-crew", "blue-gun"):
        save_draft(
            user=cast.blue_guns,
            move=move,
            thing=thing,
            orders=[{"order": "march", "body": thing, "measured": {"distance": 99}}][: thing == "blue-crew"],
            base_revision=0,
            now=at,
        )
    for base in range(3):
        send(cast.blue_foot, "blue-foot", base, {"order": "stand", "body": "blue-foot"})
    send(
        cast.blue_horse,
        "blue-horse",
        0,
        {"order": "march", "body": "blue-horse", "measured": {"distance": float(CANARIES["order"])}},
    )
    withdraw_orders(user=cast.blue_horse, move=move, thing="blue-horse", base_revision=1, key="w", now=at)
    declare_ready(user=cast.blue_horse, move=move, now=at)
    general = world.battle.campaign.posts.get(kind="general", side__key="blue").public_id
    word = {"channel": "whisper", "to": [general], "text": CANARIES["word"], "key": "word"}
    send_message(by=cast.blue_foot, battle=world.battle.public_id, now=at, **word)
    put = ask_umpire(by=cast.blue_foot, battle=world.battle.public_id, text=CANARIES["question"], key="ask", now=at)
    answer_question(by=cast.umpire, question=put.number, text=CANARIES["answer"], heard="side", now=at)


def umpire_prepares(world: World, at: Any) -> None:
    """Events that wait: for somebody who comes near, for a later move, for a press.  None of them happens."""
    near = {"at": [1, 1], "inches": 1, "side": "red"}
    arrival = [{"template": "battalion", "side": "blue", "name": CANARIES["ruling"]}]
    for key, when in {"near": {"near": near}, "move": {"move_number": 9}, "press": {"press": True}}.items():
        planned = Planned(text=CANARIES["ruling"], clause="house rule", change=arrival, **when)
        prepare_inject(by=world.cast.umpire, battle=world.battle.public_id, planned=planned, key=key, now=at)


def umpire_acts(world: World) -> Any:
    """In the second world the umpire measures, remarks and rules on Blue's closed move, to no visible effect."""

    def act(move: models.Move, at: Any) -> None:
        if not world.secret:
            return
        umpire = world.cast.umpire
        supply = {"supply": {"blue-crew": {"source": "blue-depot", "distance": 20}}}
        measure(
            by=umpire,
            move=move.public_id,
            base_revision=0,
            orders={},
            move_facts=supply,
            reason=CANARIES["facts"],
            now=at,
        )
        correct_order(by=umpire, move=move.public_id, thing="blue-foot", orders=[], reason=CANARIES["ruling"], now=at)
        hidden = [
            {"group": "mines", "add": {"side": "blue"}},
            {"group": "bodies", "add": {"side": "blue", "arm": "infantry", "men": 7, "aboard": "blue-boat"}},
            {"group": "works", "thing": CANARIES["work"], "remove": True},
        ]
        clause = "KS-MINE-01"
        overrule_finding(
            by=umpire, move=move.public_id, change=hidden, reason=CANARIES["ruling"], clause=clause, now=at
        )

    return act


# -- the crawl --------------------------------------------------------------------------------------

THINGS = [
    "red-foot",
    "red-horse",
    "red-gun",
    "red-depot",
    "blue-foot",
    "blue-depot",
    "blue-box",
    "no-such-thing",
    CANARIES["work"],
    CANARIES["mine"],
    CANARIES["aboard"],
]
PAGES = [
    "battle",
    "sheet",
    "status",
    "mark",
    "receipts",
    "reports",
    "supplies",
    "points",
    "dispatches",
    "measuring",
    "record",
    "desk",
    "desk-status",
    "preview",
    "overrule",
    "injects",
    "prepare-ruling",
    "undo",
    "after",
    "after-csv",
    "forces",
    "replay",
    "draws",
    "situation",
    "print-sheet",
]
PAPERS = [
    "",
    "sheet/",
    "orders/",
    "drafts/",
    "clock/",
    "reports/",
    "supplies/",
    "points/",
    "dispatches/",
    "couriers/",
    "questions/",
    "record/",
    "desk/",
    "injects/",
    "undo/",
    "preview/",
    "clauses/",
    "facts/",
    "situation/",
    "replay/",
    "replay/?move=2",
    "after/",
    "forces/",
    "forces/?of=blue",
    "forces/?of=both",
    "draws/",
]


def groups_of(thing: str) -> tuple[str, ...]:
    """The groups of the forces in which a thing may be."""
    return ("guns",) if thing == "red-gun" else ("depots",) if "depot" in thing else ("bodies", "works", "mines")


def urls_of(world: World) -> list[str]:
    """Every address that a player can GET."""
    battle, campaign = world.battle.public_id, world.battle.campaign.public_id
    urls = [
        reverse("home"),
        reverse("notices"),
        reverse("profile"),
        reverse("help", args=["commander"]),
        "/api/v1/me/profile/",
        "/api/v1/me/deadlines/",
        "/api/v1/me/queue/",
        reverse("invitations", args=[campaign]),
        reverse("campaign", args=[campaign]),
        reverse("campaign-forces", args=[campaign]),
        reverse("roster", args=[campaign]),
    ]
    urls += [reverse(name, args=[battle]) for name in PAGES]
    urls += [reverse("order", args=[battle, thing]) for thing in THINGS]
    urls += [reverse("force", args=[battle, group, thing]) for thing in THINGS for group in groups_of(thing)]
    urls += [reverse("report", args=[battle, number]) for number in (1, 2, 3)]
    urls += [f"{reverse('sheet', args=[battle])}?of={of}" for of in ("blue", "observer")]
    base = f"/api/v1/battles/{battle}/"
    urls += [
        "/api/v1/me/",
        "/api/v1/campaigns/",
        f"/api/v1/campaigns/{campaign}/",
        f"/api/v1/campaigns/{campaign}/posts/",
        "/api/v1/notices/",
    ]
    urls += [base + paper for paper in PAPERS]
    urls += [f"{base}reports/{number}/" for number in (1, 2, 3)]
    urls += [f"{base}things/{thing}/" for thing in THINGS]
    urls += [f"{base}forces/{group}/{thing}/" for thing in THINGS for group in groups_of(thing)]
    return [*urls, f"{base}supplies/?of=blue", f"{base}orders/?of=blue", f"{base}sheet/?of=blue"]


def posts_of(world: World) -> list[tuple[str, dict[str, Any]]]:
    """Orders tried against what is seen, what is hidden and what does not exist; nothing is stored."""
    move = the_move(world.battle).public_id
    base = f"/api/v1/battles/{world.battle.public_id}/"
    tries = [{"order": "charge", "body": "red-horse", "target": target} for target in ("blue-foot", *THINGS[-4:])]
    tries += [{"order": "march", "body": thing, "measured": {"distance": 6}} for thing in THINGS]
    tries += [
        {"order": "retire", "body": "red-foot", "from": thing, "measured": {"distance": 6}} for thing in THINGS[-4:]
    ]
    tries += [{"order": "split", "body": "red-foot", "men": 5, "into": thing} for thing in THINGS[-4:]]
    tries += [{"order": "choose", "body": "red-foot", "dead": {thing: 1}} for thing in THINGS[-5:]]
    checks = [{"move": move, "thing": order["body"], "orders": [_as_given(order)]} for order in tries]
    return [(base + "orders/check/", body) for body in checks]


def _as_given(order: dict[str, Any]) -> dict[str, Any]:
    """An order as it is sent: a choice of the fallen is given to no body, though under one."""
    return {key: one for key, one in order.items() if key != "body"} if order["order"] == "choose" else order


def crawl(world: World, user: Any, at: Any, of: str = "") -> dict[str, tuple[Any, ...]]:
    """Each address, masked, with what came of it: status, headers, length, bytes, and how many queries it took.

    of: a pattern, of which addresses alone.
    """
    client = Client()
    client.force_login(user)
    ids = sorted({one for model in Shown.__subclasses__() for one in _ids(model)})
    found: dict[str, tuple[Any, ...]] = {}
    asked = [one for one in [*((url, None) for url in urls_of(world)), *posts_of(world)] if re.search(of, one[0])]
    for number, (url, body) in enumerate(asked):
        connection.queries_log.clear()  # it holds 9000 and would count no more
        cached_tables().clear()  # else the queries would depend on what others have opened before
        with CaptureQueriesContext(connection) as queries:
            if body is None:
                answer = client.get(url)
            else:
                answer = client.post(url, json.dumps(body), content_type="application/json")
        headers = sorted(
            (name, mask(value, ids)) for name, value in answer.headers.items() if name not in HEADERS_THAT_VARY
        )
        raw = answer.content.decode()
        key = f"{number} {mask(url, ids)} {mask(json.dumps(body), ids)}"
        found[key] = (answer.status_code, headers, len(raw), mask(raw, ids), len(queries))
    return {**found, "the stream": first_of_the_stream(client, world)}


def first_of_the_stream(client: Client, world: World) -> tuple[Any, ...]:
    """The first message to a page of the battle that begins to listen: the time, and how often there was news for it."""
    answer, sent = first_sent(client, reverse("live", args=[world.battle.public_id]))
    sent = re.sub(r"(?<=event: ping\ndata: )\S+", "*", sent)  # the time, which goes on while the pages are asked for
    return (answer.status_code, sorted(answer.headers), len(sent), sent, 0)


def _ids(model: type[Any]) -> list[str]:
    if model._meta.abstract:
        return [one for child in model.__subclasses__() for one in _ids(child)]
    return list(model.objects.values_list("public_id", flat=True))


def mask(text: str, ids: list[str]) -> str:
    """A text with everything that MASKS names replaced."""
    for public_id in ids:
        text = text.replace(public_id, "I" * 12)
    for pattern in list(MASKS.values())[1:]:
        text = re.sub(pattern, "*", text)
    return text


ROLES = ["red_general", "red_foot", "official", "observer"]
UMPIRE_LOOKS = ("Blue's move is closed", "Red's next move is open")
"""When the umpire looks too: once all that Blue hides is there, before and after it is submitted."""
OTHERS_LOOK = share(UMPIRE_LOOKS, 2)
"""When the others look, in a short run: at one of these."""
LOOKS = 5 if WHOLE else len(OTHERS_LOOK)
"""At how many moments the others look."""


def live(secret: bool, set_clock: Any, roles: list[str]) -> dict[str, dict[str, tuple[Any, ...]]]:
    """A world played through, crawled by each role at the compared moments."""
    world = a_world(secret)
    seen: dict[str, dict[str, tuple[Any, ...]]] = {}

    def look(moment: str, at: Any) -> None:
        set_clock(at)
        for role in roles:
            if moment not in (UMPIRE_LOOKS if role == "umpire" else OTHERS_LOOK) and (role == "umpire" or not WHOLE):
                continue
            seen[f"{moment}: {role}"] = crawl(world, getattr(world.cast, role), at)

    first = the_move(world.battle).public_id
    submit_orders(
        user=world.cast.red_foot, move=first, thing="red-foot", orders=[MARCH], base_revision=0, key="r", now=NOON
    )
    look("Red's move is open", NOON + timedelta(seconds=30))
    world.close_and_submit(
        NOON + timedelta(minutes=1), lambda move, moment: look("Red's move is closed", moment + timedelta(seconds=2))
    )
    at = NOON + timedelta(minutes=2)
    blue_acts(world, at)
    look("Blue's move is open", at + timedelta(seconds=30))

    def between(move: models.Move, moment: Any) -> None:
        umpire_acts(world)(move, moment)
        look("Blue's move is closed", moment + timedelta(seconds=2))

    world.close_and_submit(at + timedelta(minutes=1), between)
    look("Red's next move is open", at + timedelta(minutes=2))
    return seen


def stop_clock(patch: pytest.MonkeyPatch, time: dict[str, Any]) -> None:
    """Make the server's clock say what ``time`` says, wherever it is read."""
    get_resolver().check()  # every page is imported first: a page imported meanwhile would keep the stopped clock
    real = clockwork.server_time
    for module in list(sys.modules.values()):
        if getattr(module, "server_time", None) is real:
            patch.setattr(module, "server_time", lambda: time["now"])
    patch.setattr(clockwork, "database_tells_time", lambda: False)  # nor is it read beside a query


def in_both_worlds(blocker: Any, lived: Callable[..., Any]) -> tuple[Any, Any]:
    """What was seen in both worlds; each is rolled back before the next.  lived: called with ``secret`` and ``set_clock``."""
    time = {"now": NOON}
    with pytest.MonkeyPatch.context() as patch, blocker.unblock():
        stop_clock(patch, time)
        seen = []
        for secret in (False, True):
            with transaction.atomic():
                seen.append(lived(secret=secret, set_clock=lambda at: time.update(now=at)))
                transaction.set_rollback(True)
    return seen[0], seen[1]


@pytest.fixture(scope="module")
def worlds(django_db_setup, django_db_blocker):
    return in_both_worlds(django_db_blocker, partial(live, roles=[*ROLES, "umpire"]))


def difference(one: tuple[Any, ...], other: tuple[Any, ...]) -> str:
    """Where two answers begin to differ."""
    for name, first, second in zip(("status", "headers", "length", "body", "queries"), one, other, strict=True):
        if first != second:
            if name != "body":
                return f"{name}: {first} and {second}"
            at = next(place for place, pair in enumerate(zip_longest(first, second)) if pair[0] != pair[1])
            return f"body: {first[max(at - 200, 0) : at + 100]!r} and {second[max(at - 200, 0) : at + 100]!r}"
    return ""


@pytest.mark.long
def test_what_red_is_answered_depends_on_nothing_that_blue_hides(worlds):
    plain, secret = worlds
    compared = 0
    for moment in plain:
        if moment.split(": ")[1] not in ROLES:
            continue
        assert plain[moment].keys() == secret[moment].keys()
        for asked, answer in plain[moment].items():
            assert answer == secret[moment][asked], f"{moment}, {asked}: {difference(answer, secret[moment][asked])}"
            compared += 1
    assert compared >= LOOKS * 4 * 50, "too few answers were compared to say anything"


@pytest.mark.long
def test_no_canary_of_blue_is_met_by_anybody_but_blue_and_the_umpire(worlds):
    _, secret = worlds
    for moment, answers in secret.items():
        if moment.split(": ")[1] not in ROLES:
            continue
        for asked, (_, headers, _, body, _) in answers.items():
            # The requested id may be in the answer; it gives nothing new.
            met = [one for one in CANARIES.values() if one not in asked and (one in body or one in str(headers))]
            assert not met, f"{moment}, {asked}: {met}"


@pytest.mark.long
def test_the_umpire_sees_the_difference_and_meets_every_canary(worlds):
    """Without this the other two would be green for a crawl that sees nothing at all."""
    plain, secret = worlds
    read = "".join(
        body for moment, answers in secret.items() if moment.endswith("umpire") for _, _, _, body, _ in answers.values()
    )
    unread = {"briefing", "commander", "order"}
    assert {name for name, one in CANARIES.items() if one not in read} <= unread
    for moment in plain:
        if moment.endswith("umpire"):
            assert plain[moment] != secret[moment]


@pytest.mark.long
def test_most_of_the_answers_that_are_compared_say_something(worlds):
    plain, _ = worlds
    for role in ROLES:
        good = [
            answer
            for moment, answers in plain.items()
            if moment.endswith(role)
            for answer in answers.values()
            if answer[0] == 200
        ]
        assert len(good) >= LOOKS * 15
    assert not [asked for answers in plain.values() for asked, answer in answers.items() if answer[0] >= 500]


def a_look(secret: bool) -> dict[str, tuple[Any, ...]]:
    """One crawl of a world that has just begun, by a commander of Red."""
    with transaction.atomic():
        world = a_world(secret)
        found = crawl(world, world.cast.red_foot, NOON, of="/sheet/|/things/|/order/|/print/")
        transaction.set_rollback(True)
    return found


def plant_a_leak(monkeypatch: pytest.MonkeyPatch, group: str) -> None:
    """Let the rules show the enemy's things of a group whole, and hide none of them."""
    monkeypatch.setattr(rules_sight, "SHOWN", {**rules_sight.SHOWN, group: lambda thing, side: thing})
    monkeypatch.setattr(rules_sight, "HIDDEN", {key: one for key, one in rules_sight.HIDDEN.items() if key != group})


@pytest.mark.parametrize("group", ["", "depots", "works", "mines"])
def test_a_leak_that_is_planted_is_found(group, monkeypatch):
    """A sight that shows the enemy's things whole: the comparison must fail, and only then."""
    stop_clock(monkeypatch, {"now": NOON})
    if group:
        plant_a_leak(monkeypatch, group)
    plain, secret = a_look(secret=False), a_look(secret=True)
    leaks = [asked for asked in plain if plain[asked] != secret[asked]]
    assert bool(leaks) == bool(group)


def test_nothing_that_blue_does_in_secret_changes_the_mark_of_red_s_pages() -> None:
    """Pages that show no battle ask for it every few seconds: one that changed would tell that something has happened."""
    world, at = a_world(True), NOON + timedelta(minutes=2)
    world.close_and_submit(NOON + timedelta(minutes=1))
    before = {who: news_of_person(getattr(world.cast, who), at) for who in ("red_general", "red_foot", "blue_general")}
    blue_acts(world, at)
    after = {who: news_of_person(getattr(world.cast, who), at) for who in before}
    assert {who: before[who] == after[who] for who in before} == {
        "red_general": True,
        "red_foot": True,
        "blue_general": False,
    }
