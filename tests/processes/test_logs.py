"""With ``LOG_FORMAT=json`` every line that a process writes to its log is an object, from its start to its end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes.running_site import COMMANDS, READY, ROOT, Site, a_database, wait_for

pytestmark = pytest.mark.slow


@pytest.fixture
def site(tmp_path: Path, migrated: str) -> Iterator[Site]:
    site = Site(tmp_path, a_database(tmp_path, migrated))
    yield site
    site.database.drop()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_line_of_a_log_is_an_object(site: Site, name: str) -> None:
    """What is written for people (that it runs, where it is reached) is on standard output."""
    out, log = site.folder / "out", site.folder / "log"
    environment = site.environment | {"LOG_FORMAT": "json", "LOG_LEVEL": "INFO", "PYTHONWARNINGS": "ignore"}
    with out.open("wb") as stdout, log.open("wb") as stderr:
        process = subprocess.Popen(
            COMMANDS[name], cwd=ROOT, env=environment, stdout=stdout, stderr=stderr, start_new_session=True
        )
    try:
        wait_for(lambda: READY[name] in out.read_text() + log.read_text(), seconds=90)
        if name in ("web", "serve"):
            wait_for(lambda: site.look("/nowhere/%0d%0a/") == 404)  # the first answer may take longer than it waits
        os.kill(process.pid, signal.SIGTERM)
        process.wait(30)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert all({"time", "level", "logger", "message"} <= line.keys() for line in lines)
    if name in ("web", "serve"):
        assert "uvicorn.access" not in {line["logger"] for line in lines}, "it is switched off"
        assert ("GET", 404) in [(line.get("method"), line.get("status")) for line in lines]
    elif name != "clock":
        assert lines
