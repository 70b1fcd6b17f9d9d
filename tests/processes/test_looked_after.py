"""Operation: backups while orders come in, and a deploy in the middle of a move.  [RELIABILITY D1, D4]"""

from __future__ import annotations

import re
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from tests.processes.running_site import Postgres, Site, Sqlite, a_database, steady_requests, wait_for

pytestmark = [pytest.mark.slow, pytest.mark.both]

SERVED = connection.vendor == "postgresql"
WEB = "web" if SERVED else "serve"
LATER = {
    "later_settings.py": """
from kriegspiel.settings import *
MIGRATION_MODULES = {"campaigns": "later"}
""",
    "later/__init__.py": """
import campaigns.migrations
__path__ = [*__path__, *campaigns.migrations.__path__]
""",
    "later/9999_weather.py": """
from django.db import migrations, models
def weather(model):
    return migrations.AddField(model, "weather", models.CharField(max_length=8, default="", db_default=""))
class Migration(migrations.Migration):
    dependencies = [("campaigns", "BEFORE")]
    operations = [weather("move"), weather("orderentry"), weather("recordentry")]
""",
}
"""A later release: guarded tables have another column, for which SQLite builds them again."""

BEFORE = MigrationLoader(None).graph.leaf_nodes("campaigns")[0][1]


@pytest.fixture
def site(tmp_path: Path, migrated: str) -> Iterator[Site]:
    site = Site(tmp_path, a_database(tmp_path, migrated))
    yield site
    site.end()
    site.database.drop()


class Storm:
    """A stream of orders, each sent again with its key until it is acknowledged."""

    def __init__(self, site: Site) -> None:
        self.site, self.ended = site, threading.Event()
        self.acknowledged: list[str] = []
        self.again = 0
        self.threads = [threading.Thread(target=self._send, args=move, daemon=True) for move in site.moves]

    def _send(self, battle: str, move: str) -> None:
        base = 0
        while not self.ended.is_set():
            receipt = self.site.order(battle, move, f"press-{base}", base=base)
            if receipt is None:
                self.again += 1
                self.ended.wait(0.1)
                continue
            self.acknowledged.append(receipt["number"])
            base = receipt["revision"]


@contextmanager
def storm(site: Site) -> Iterator[Storm]:
    """While orders come in."""
    raging = Storm(site)
    for thread in raging.threads:
        thread.start()
    try:
        yield raging
    finally:
        raging.ended.set()
        for thread in raging.threads:
            thread.join()


def kept(database: Sqlite | Postgres) -> set[str]:
    """The receipts in a database."""
    return {number for (number,) in database.ask("SELECT public_id FROM campaigns_orderentry")}


def backed_up(site: Site, name: str) -> Path:
    """A backup, by the command in the documents."""
    path = site.folder / name
    if isinstance(site.database, Postgres):
        subprocess.run(["pg_dump", "--format=custom", f"--file={path}", site.database.url], check=True)
    else:
        site.database.ask(f"VACUUM INTO '{path}'")
    return path


def restored(backup: Path, folder: Path) -> Site:
    """A site with a database made from a backup."""
    folder.mkdir()
    if SERVED:
        database = a_database(folder, "")
        subprocess.run(["pg_restore", "--no-owner", f"--dbname={database.url}", str(backup)], check=True)
    else:
        database = Sqlite(backup.rename(folder / "kriegspiel.sqlite3"))
        assert database.ask("PRAGMA integrity_check") == [("ok",)]
    return Site(folder, database)


def test_a_backup_that_was_made_while_orders_came_in_is_whole(site: Site) -> None:
    """D1: restored, it is consistent, and contains every order that was acknowledged before it was begun."""
    site.prepare(4)
    site.manage("load_sample")
    site.start(WEB)
    backups = []
    with storm(site) as raging:
        for number in range(2):
            many = len(raging.acknowledged) + 8
            wait_for(lambda many=many: len(raging.acknowledged) >= many)  # type: ignore[misc]
            before = set(raging.acknowledged)
            backups.append((before, backed_up(site, f"backup-{number}")))
    assert len(raging.acknowledged) > 16 and not raging.again
    for number, (before, backup) in enumerate(backups):
        scratch = restored(backup, site.folder / f"scratch-{number}")
        try:
            assert before <= kept(scratch.database) <= kept(site.database)
            scratch.manage("recount")
            if number == 0:
                found = re.search(r"(\d+) findings found anew, 0 came out otherwise", scratch.manage("replay"))
                assert found and int(found[1]) > 20
        finally:
            scratch.database.drop()


TRIGGERS = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal",
}


def test_a_deploy_in_the_middle_of_a_move_loses_nothing(site: Site) -> None:
    """D4: stopped, the schema migrated forward and back again, and started, while orders come in."""
    for name, text in LATER.items():
        (site.folder / name).parent.mkdir(exist_ok=True)
        (site.folder / name).write_text(text.replace("BEFORE", BEFORE))
    site.prepare(4)
    site.start(WEB)
    guards = sorted(site.database.ask(TRIGGERS[connection.vendor]))
    with storm(site) as raging:
        wait_for(lambda: len(raging.acknowledged) >= 12)
        for schema in ("9999", BEFORE):
            process = site.running[WEB]
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=30)
            del site.running[WEB]
            later = {"DJANGO_SETTINGS_MODULE": "later_settings", "PYTHONPATH": str(site.folder)}
            site.manage("migrate", "campaigns", schema, "-v0", **later)
            assert sorted(site.database.ask(TRIGGERS[connection.vendor])) == guards and len(guards) >= 10
            site.start(WEB)
            many = len(raging.acknowledged) + 12
            wait_for(lambda many=many: len(raging.acknowledged) >= many)  # type: ignore[misc]
    assert raging.again, "nobody was without an answer"
    assert len(raging.acknowledged) == len(set(raging.acknowledged)) and kept(site.database) == set(raging.acknowledged)
    site.due_in(-1)
    with steady_requests(site):
        wait_for(site.all_closed)
    site.closed_once()
