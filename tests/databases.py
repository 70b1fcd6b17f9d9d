"""The databases of a run of the tests: migrated once, and copied for each worker.

The first worker that needs a database migrates its own and keeps a copy as it was then; the others begin with that. The
copy is a file on SQLite, and a template on PostgreSQL, which goes with the last worker.
"""

from __future__ import annotations

import fcntl
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

FILE = "migrated.sqlite3"
"""The name of the copy on SQLite."""


@contextmanager
def alone(shared: Path) -> Iterator[None]:
    """One worker of a run at a time.  shared: the folder that all of them see."""
    with (shared / "databases.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def shared_by_workers(paths: pytest.TempPathFactory, config: pytest.Config) -> Path:
    """A folder that all workers of a run see, and no other run."""
    own = paths.getbasetemp()
    return own.parent if hasattr(config, "workerinput") else own


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    django_test_environment: None,
    django_db_blocker: Any,
    django_db_modify_db_settings: None,
) -> Iterator[None]:
    """The worker's own database, in place of pytest-django's fixture, with which every worker would migrate one."""
    shared = shared_by_workers(tmp_path_factory, request.config)
    copies = COPIES[connection.vendor]
    creation = connection.creation
    before = connection.settings_dict["NAME"]
    mine = shared / f"uses-{Path(creation._get_test_db_name()).name}"
    with django_db_blocker.unblock(), alone(shared):
        if (shared / "migrated").exists():
            called = creation._get_test_db_name()
            copies.take((shared / "migrated").read_text(), called)
            connection.close()
            settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = called
        else:
            creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
            (shared / "migrated").write_text(copies.keep(shared))
        mine.touch()
    yield
    with django_db_blocker.unblock(), alone(shared):
        copies.end_sessions(connection.settings_dict["NAME"])
        creation.destroy_test_db(before, verbosity=0)
        mine.unlink()
        if not list(shared.glob("uses-*")):
            copies.drop((shared / "migrated").read_text())
            (shared / "migrated").unlink()


class Files:
    """Copies on SQLite: files."""

    @staticmethod
    def keep(shared: Path) -> str:
        """Keep a copy of the worker's database as it stands.  Returns its path."""
        kept = shared / FILE
        connection.ensure_connection()
        with closing(sqlite3.connect(kept)) as copy:
            connection.connection.backup(copy)
        return str(kept)

    @staticmethod
    def take(kept: str, name: str) -> None:
        """Begin with the copy."""
        shutil.copy(kept, name)

    @staticmethod
    def end_sessions(name: str) -> None:
        """Nothing: a file may be deleted while it is open."""

    @staticmethod
    def drop(kept: str) -> None:
        """The copy is no longer needed."""
        Path(kept).unlink()


class Templates:
    """Copies on PostgreSQL: databases that are another's template."""

    @staticmethod
    def keep(shared: Path) -> str:
        """Keep a copy of the worker's database as it stands.  Returns its name."""
        name = connection.settings_dict["NAME"]
        kept = f"{name}_migrated"
        connection.close()
        connection.close_pool()
        Templates.take(name, kept)
        return kept

    @staticmethod
    def take(kept: str, name: str) -> None:
        """Begin with the copy."""
        Templates.drop(name)
        with connection.creation._nodb_cursor() as cursor:
            cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE "{kept}"')

    @staticmethod
    def end_sessions(name: str) -> None:
        """End the sessions of a database: a page that the last test served may still use one."""
        connection.close()
        connection.close_pool()
        with connection.creation._nodb_cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])

    @staticmethod
    def drop(kept: str) -> None:
        """The copy is no longer needed."""
        with connection.creation._nodb_cursor() as cursor:
            cursor.execute(f'DROP DATABASE IF EXISTS "{kept}"')


COPIES: dict[str, type[Files] | type[Templates]] = {"sqlite": Files, "postgresql": Templates}
