"""SQL queries and times of desk, sheet, order submission and move submission, in a battle of 24 bodies.

Every request takes the whole way, through middleware, log-in, view and templates; the database is a new one (a file
under SQLite, or a test database where DATABASE_URL names PostgreSQL).
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter
from typing import Any

from bench.floor import Plain, floor
from bench.table import Aim, table

BODIES = 24
BATTLES = 7
"""Battles that are played; each gives one submission of a move and an order for each body."""

OPTIONS = {"kriegspiel": {"two_stage_move": False}}
"""Options of a book that are not its defaults."""

READS = 25
"""How often each page is read."""

MOST_FOR_A_PAGE, MOST_FOR_A_MOVE = 12, 60
"""Queries aimed at."""

CONTROL = re.compile(r"(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b", re.IGNORECASE)


@dataclass
class Deed:
    """Something repeated: the seconds and the queries that each time took."""

    name: str
    seconds: list[float] = field(default_factory=list)
    queries: list[int] = field(default_factory=list)

    def do(self, deed: Callable[[], Any], expected: int) -> Any:
        """Do it once: the answer must have that status."""
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        with CaptureQueriesContext(connection) as caught:
            began = perf_counter()
            answer = deed()
            self.seconds.append(perf_counter() - began)
        if answer.status_code != expected:
            raise RuntimeError(f"{self.name}: {answer.status_code} {answer.content[:300]!r}")
        self.queries.append(sum(not CONTROL.match(one["sql"]) for one in caught.captured_queries))
        return answer


@dataclass(frozen=True)
class Pages:
    """The measurements, and the kind of database."""

    database: str
    deeds: tuple[Deed, ...]

    def named(self, name: str) -> Deed:
        """The deed with that name."""
        return next(one for one in self.deeds if one.name == name)


@contextmanager
def new_database() -> Iterator[str]:
    """Django on a database of its own, which is removed afterwards, so that another may follow.  Yields its kind."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kriegspiel.settings")
        os.environ["KRIEGSPIEL_VAR"] = folder
        os.environ["SWEEP_BY_WEB"] = "false"  # else what a page reads would depend on the time of day
        import django

        django.setup()
        from django.db import connection
        from django.test.utils import setup_test_environment, teardown_test_environment

        before = connection.settings_dict["NAME"]
        if connection.vendor == "sqlite":
            connection.settings_dict["TEST"]["NAME"] = f"{folder}/bench.sqlite3"
        setup_test_environment(debug=False)
        connection.creation.create_test_db(verbosity=0, autoclobber=True)
        try:
            yield {"sqlite": "SQLite, a file", "postgresql": "PostgreSQL"}[connection.vendor]
        finally:
            connection.creation.destroy_test_db(before, verbosity=0)
            teardown_test_environment()


def measured(seed: int) -> Pages:
    """Play some battles and read their pages."""
    with new_database() as database:
        deeds = {name: Deed(name) for name in ("desk", "sheet", "order form", "order submission", "move submission")}
        deeds |= {name: Deed(name) for name in ("desk (API)", "sheet (API)")}
        for number in range(BATTLES):
            play(Hall(seed + number), deeds, READS if number == 0 else 0)
        return Pages(database, tuple(deeds.values()))


class Hall:
    """A battle that has begun, with its players logged in.  bodies: how many are ordered in it; made: its start and orders."""

    def __init__(
        self, seed: int, bodies: int = BODIES, made: tuple[Plain, list[Plain]] | None = None, book: str = "kriegspiel"
    ) -> None:
        from django.contrib.auth import get_user_model
        from django.test import Client

        from campaigns.clock import server_time
        from campaigns.usecases.campaigns import preparation as prepare

        self.start, self.orders = made or floor(bodies, seed)
        names = ("umpire", "foot", "horse", "blue")
        users = {name: get_user_model().objects.create(username=f"{name}-{seed}") for name in names}
        self.umpire, self.now = users["umpire"], server_time
        now = server_time()
        sides = [{"key": "red", "name": "Red"}, {"key": "blue", "name": "Blue"}]
        clock = {"clock_mode": "fixed", "fixed_minutes": 60, "interval_minutes": 0}
        campaign = prepare.create_campaign(
            by=self.umpire, name="Bench", book=book, options=OPTIONS.get(book, {}), sides=sides, now=now, **clock
        )
        for side, arm, name in (("red", "infantry", "foot"), ("red", "cavalry", "horse"), ("blue", "infantry", "blue")):
            prepare.appoint(
                by=self.umpire,
                campaign=campaign.public_id,
                kind="commander",
                side=side,
                arm=arm,
                user=users[name],
                now=now,
            )
        opened = prepare.open_battle(
            by=self.umpire, campaign=campaign.public_id, name="Bench", start=self.start, now=now
        )
        self.battle = prepare.start_battle(by=self.umpire, battle=opened.public_id, now=now)
        self.move = self.battle.moves.get()
        self.clients = {}
        for name, user in users.items():
            self.clients[name] = Client()
            self.clients[name].force_login(user)

    def commander(self, order: Plain) -> Any:
        """The client of the commander of an order's body."""
        return self.clients["horse" if order["order"] == "charge" else "foot"]

    def get(self, who: str, name: str, **address: str) -> Callable[[], Any]:
        """Read a page by its name."""
        from django.urls import reverse

        where = reverse(name, kwargs={"battle": self.battle.public_id, **address})
        return lambda: self.clients[who].get(where)

    def post(self, client: Any, name: str, body: Plain) -> Callable[[], Any]:
        """Send something to the API."""
        from django.urls import reverse

        where = reverse(name, kwargs={"battle": self.battle.public_id})
        return lambda: client.post(where, body, content_type="application/json")

    def close(self) -> None:
        """The move ends, and the facts are entered."""
        from campaigns.usecases.desk.facts import measure
        from campaigns.usecases.moves.moves import close_move

        close_move(move_id=self.move.pk, now=self.now(), cause="time")
        facts = {f"{order['body']}/0": order["measured"] for order in self.orders if order["order"] != "march"}
        measure(by=self.umpire, move=self.move.public_id, base_revision=0, orders=facts, now=self.now())


def play(hall: Hall, deeds: dict[str, Deed], reads: int) -> None:
    """One move: an order for each body, the pages read so many times, and the move submitted."""
    for number, order in enumerate(hall.orders):
        given = (
            order if order["order"] == "march" else {name: value for name, value in order.items() if name != "measured"}
        )
        body = {
            "move": hall.move.public_id,
            "thing": order["body"],
            "orders": [given],
            "base_revision": 0,
            "key": f"k{number}",
        }
        deeds["order submission"].do(hall.post(hall.commander(order), "api-orders", body), 201)
    thing = next(order["body"] for order in hall.orders if order["order"] == "march")
    for _ in range(reads):
        deeds["sheet"].do(hall.get("foot", "sheet"), 200)
        deeds["order form"].do(hall.get("foot", "order", thing=thing), 200)
        deeds["sheet (API)"].do(hall.get("foot", "api-sheet"), 200)
    hall.close()
    for _ in range(reads):
        deeds["desk"].do(hall.get("umpire", "desk"), 200)
        deeds["desk (API)"].do(hall.get("umpire", "api-desk"), 200)
    deeds["move submission"].do(hall.post(hall.clients["umpire"], "api-submit", {"move": hall.move.public_id}), 200)
    refused = hall.battle.moves.get(number=1).finding.refused
    if refused:
        raise RuntimeError(f"{len(refused)} of {BODIES} orders were refused: {refused[0]}")


def shown(pages: Pages) -> str:
    """The figures as a table."""
    heads = ("what", "times", "queries, most", "median ms", "best ms")
    rows = [
        (
            one.name,
            str(len(one.seconds)),
            str(max(one.queries)),
            f"{median(one.seconds) * 1e3:.1f}",
            f"{min(one.seconds) * 1e3:.1f}",
        )
        for one in pages.deeds
    ]
    return table(heads, rows) + "\n\nQueries are SQL statements other than BEGIN, COMMIT and savepoints."


def aims_of(pages: Pages) -> list[Aim]:
    """The aims."""
    move = max(pages.named("move submission").queries)
    names = [one.name for one in pages.deeds if one.name not in ("move submission", "order submission")]
    worst = max(names, key=lambda name: max(pages.named(name).queries))
    most = max(pages.named(worst).queries)
    return [
        Aim(
            f"submitting a move of {BODIES} bodies in at most {MOST_FOR_A_MOVE} queries",
            str(move),
            move <= MOST_FOR_A_MOVE,
        ),
        Aim(f"no page over {MOST_FOR_A_PAGE} queries", f"{most} ({worst})", most <= MOST_FOR_A_PAGE),
    ]
