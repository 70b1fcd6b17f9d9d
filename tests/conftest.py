"""What all tests of the campaigns share: the cast, a battle that has begun, and a database that may be emptied."""

from __future__ import annotations

import gc
import logging
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import override_settings
from hypothesis import is_hypothesis_test
from hypothesis import settings as searching
from hypothesis.internal.conjecture.providers import Constants, HypothesisProvider

from campaigns import guards
from campaigns.clock import server_time
from campaigns.models import Battle, Move
from campaigns.unlocked import cached_tables
from campaigns.web.page import kept
from campaigns.words.catalogs import compile_catalog, stale
from kriegspiel.languages import LOCALE
from rules.floor import unbroken
from tests.checked_parts import Checked
from tests.databases import alone, django_db_setup, shared_by_workers
from tests.depth import PROVING, WHOLE
from tests.no_locks import nothing_locked
from tests.sharing import InShares, turn

__all__ = ["django_db_setup"]
LONG = ("browser", "processes")
"""Folders in which every test is long."""

ONLY_ON = {"sqlite": "it runs on SQLite alone", "postgres": "it is about PostgreSQL"}
"""Marks of tests for one database, and why they are left out on the other."""

SAMPLED = tuple(f"tests/campaigns/{one}/" for one in ("api", "usecases", "web", "words"))
"""Folders of tests about what the product says and does, whatever the database: one in three runs on PostgreSQL too.

What is about the database itself (races, kills, locks, migrations) lies elsewhere, and all of it does; so do the
secrets, of which each leg looks at other moments.
"""

DATABASES = {"db", "transactional_db", "django_db_setup"}
"""Fixtures of which a test that asks for a database has one."""

DEPTH = 20
"""How many times the examples of a Hypothesis test are tried by `make prove`."""

GARBAGE = 100_000
"""Objects that are made before a garbage collection: with Django's own 700 that took a tenth of the time of all tests."""

searching.register_profile(
    "any machine", deadline=None, derandomize=not PROVING
)  # a search for new examples may take a long time
searching.load_profile("any machine")
if not PROVING:
    # Hypothesis tries constants of whatever modules a worker has loaded by then: the same commit was green and red.
    HypothesisProvider._local_constants = Constants()  # type: ignore[assignment]
gc.set_threshold(GARBAGE, 20, 100)

collect_ignore = [] if PROVING else ["prove"]


def pytest_configure(config: pytest.Config) -> None:
    """Whoever starts pytest without make has the catalogs compiled all the same, by the first process, before the others are there."""
    if not hasattr(config, "workerinput"):
        for path in stale(LOCALE):
            compile_catalog(path)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests for another database than the one in use, and those that only `make prove` has time for.

    On PostgreSQL, but in a whole run, what is not about the database: it has run on SQLite, unless it is long.
    """
    other = "postgres" if connection.vendor == "sqlite" else "sqlite"
    for item in items:
        if item.path.parent.name in LONG:
            item.add_marker("long")
        if item.get_closest_marker(other):
            item.add_marker(pytest.mark.skip(reason=ONLY_ON[other]))
    for test in {getattr(item, "function", None) for item in items if PROVING}:
        if is_hypothesis_test(test):
            _search_deeper(test)
    left = set() if PROVING else {item for item in items if item.get_closest_marker("prove")}
    if connection.vendor == "postgresql" and not WHOLE:
        left |= {item for item in items if not (_is_about_a_database(item) or item.get_closest_marker("long"))}
    if left:
        config.hook.pytest_deselected(items=list(left))
        items[:] = [item for item in items if item not in left]
    items.sort(key=turn)


def _is_about_a_database(item: pytest.Item) -> bool:
    """Whether a test asks for a database; of SAMPLED every third is chosen, always the same ones, and all that commit."""
    mark, asked = item.get_closest_marker("django_db"), set(getattr(item, "fixturenames", ()))
    if not mark and not DATABASES & asked:
        return False
    commits = "transactional_db" in asked or bool(mark and mark.kwargs.get("transaction"))
    return commits or not item.nodeid.startswith(SAMPLED) or not zlib.crc32(item.nodeid.encode()) % 3


kept.page_cache = Checked(kept.MOST_BYTES)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Any:
    """Wherever the rules are asked, in any test: no lock is held meanwhile.  [RELIABILITY A8]

    No test finds a floor parsed that another has parsed, so that what it counts and breaks is its own.
    """
    cached_tables().clear()
    kept.page_cache.clear()
    with nothing_locked(), nullcontext() if pyfuncitem.get_closest_marker("breaks") else _nothing_broken():
        return (yield)


@contextmanager
def _nothing_broken() -> Iterator[None]:
    """That an order on which the rules break off is refused by itself hides no fault: whoever meets one fails."""
    met: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: met.append(handler.format(record))  # type: ignore[method-assign]
    unbroken.LOG.addHandler(handler)
    try:
        yield
    finally:
        unbroken.LOG.removeHandler(handler)
    assert not met, met[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Share the tests among the workers by name: with pytest 9 the group marks of pytest-xdist 3.8 are ignored."""
    return InShares(config, log)


def _search_deeper(test: Any) -> None:
    """Try a property on many more examples than a run of all tests has time for."""
    chosen = test._hypothesis_internal_use_settings
    test._hypothesis_internal_use_settings = searching(chosen, max_examples=chosen.max_examples * DEPTH, deadline=None)


@pytest.fixture(autouse=True, scope="session")
def _pictures_are_kept_in_memory() -> Iterator[None]:
    """No test writes into the folder of pictures."""
    memory = {"BACKEND": "django.core.files.storage.InMemoryStorage"}
    with override_settings(STORAGES={**settings.STORAGES, "pictures": memory}):
        yield


@pytest.fixture(autouse=True, scope="session")
def _append_only_tables_may_be_emptied_between_tests() -> Iterator[None]:
    """Tables are emptied with DELETE, which the triggers refuse: they are removed for it, in the same transaction."""
    # On the class: beside a browser's event loop a thread has a connection of its own.
    operations = type(connection.ops)
    emptied = operations.sql_flush

    def on_sqlite(self: Any, *args: Any, **kwargs: Any) -> list[str]:
        guarded = self.connection.introspection.table_names()
        return [
            *guards.drop_statements("sqlite"),
            *emptied(self, *args, **kwargs),
            *guards.create_statements("sqlite", guarded),
        ]

    def on_postgresql(self: Any, style: Any, tables: list[str], **kwargs: Any) -> list[str]:
        """TRUNCATE, Django's way, takes seconds where tables are many, and helps those who may not do this."""
        with connection.cursor() as cursor:
            cursor.execute("SHOW is_superuser")
            if cursor.fetchone() != ("on",):
                return emptied(self, style, tables, **kwargs)
        deleted = [f"DELETE FROM {self.quote_name(table)}" for table in tables]
        return ["SET LOCAL session_replication_role = replica", *deleted, "SET LOCAL session_replication_role = origin"]

    operations.sql_flush = on_sqlite if connection.vendor == "sqlite" else on_postgresql  # type: ignore[method-assign]
    yield
    operations.sql_flush = emptied  # type: ignore[method-assign]


@pytest.fixture(autouse=True, scope="session")
def _no_request_sweeps() -> None:
    """The battles of the tests were fought long ago: any request for a page would close their moves."""
    settings.SWEEP_BY_WEB = False


@pytest.fixture(autouse=True, scope="session")
def _passwords_are_quick() -> None:
    """The slowness of a password's hash is not under test."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]


@pytest.fixture(autouse=True, scope="session")
def _files_are_looked_for_when_they_are_asked_for() -> None:
    """Each client of a test has a server of its own, which would else scan all of them first."""
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture
def cast(db: None) -> Any:
    """Umpire, both sides, official, observer and bystander."""
    from tests.campaigns.builders import a_cast

    return a_cast()


@pytest.fixture
def battle(cast: Any) -> Battle:
    """A battle that began at noon, one sheet a move, ten minutes for each, no interval."""
    from tests.campaigns.builders import a_battle

    return a_battle(cast)


@pytest.fixture
def move(battle: Battle) -> Move:
    """Its first move, Red's."""
    from tests.campaigns.builders import the_move

    return the_move(battle)


@pytest.fixture(scope="session")
def migrated(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, django_db_setup: None) -> str:
    """An empty database with its tables, to be copied for a site of its own: a file, or PostgreSQL's name."""
    return (shared_by_workers(tmp_path_factory, request.config) / "migrated").read_text()


@pytest.fixture
def stage(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The stage of the pictures in an empty database.  Gives the public ids of its rows, by short names."""
    from docs.pictures.stage import set_stage
    from tests.campaigns import kept

    shared = shared_by_workers(tmp_path_factory, request.config)
    with alone(shared):
        words: dict[str, str] = kept.shared_by_workers(shared / "stage", lambda: set_stage(server_time()))
    return words
