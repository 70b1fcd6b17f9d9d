"""The log: lines for people, or one JSON object a line for programs; every process and every library writes in the same form."""

from __future__ import annotations

import json
import logging
import logging.config
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import RequestFactory

from kriegspiel.lines import OneLine, OneObject, formatter

ROOT = Path(__file__).resolve().parent.parent
TRAPS = 'one\r\ntwo\x1b[2J\x00\x7f\x85\u2028{"level": "ERROR"}'


def a_record(message: str, *args: Any, name: str = "campaigns.tried", **more: Any) -> logging.LogRecord:
    record = logging.LogRecord(name, logging.WARNING, __file__, 1, message, args, more.pop("exc_info", None))
    vars(record).update(more)
    return record


def written(*told: Any, **more: Any) -> dict[str, Any]:
    """A record as JSON; it is one line."""
    line = formatter("json").format(a_record(*told, **more))
    assert len(line.splitlines()) == 1 and line.isascii() and line.isprintable()
    found: dict[str, Any] = json.loads(line)
    return found


def test_an_object_tells_when_how_grave_by_whom_and_what() -> None:
    found = written("%s of %d", "one", 2)
    assert list(found) == ["time", "level", "logger", "pid", "message"]
    assert (found["level"], found["logger"], found["message"]) == ("WARNING", "campaigns.tried", "one of 2")
    assert datetime.fromisoformat(found["time"]).utcoffset() == timedelta(0)


def test_whatever_stands_in_it_is_one_line_and_nothing_is_lost() -> None:
    assert written("asked for %s", TRAPS)["message"] == f"asked for {TRAPS}"
    assert written({"what": TRAPS}, name=f"a{TRAPS}")["logger"] == f"a{TRAPS}"  # type: ignore[arg-type]


def test_a_traceback_stands_in_the_object() -> None:
    try:
        raise ValueError(TRAPS)
    except ValueError:
        found = written("a fault", exc_info=sys.exc_info())
    assert found["message"] == "a fault"
    assert found["exception"].startswith("Traceback") and "ValueError: one" in found["exception"]


def test_of_a_request_method_path_and_status_are_told_and_nothing_else_of_it() -> None:
    request = RequestFactory().post(
        "/b/x/?token=secret", {"password": "secret"}, headers={"cookie": "sessionid=secret"}
    )
    found = written("Not Found: %s", request.path, request=request, status_code=404)
    assert (found["method"], found["path"], found["status"]) == ("POST", "/b/x/", 404)
    assert "secret" not in json.dumps(found)


def test_a_line_of_uvicorn_about_a_request_tells_them_too() -> None:
    args = ("127.0.0.1:5", "GET", "/b/x/?token=secret", "1.1", 200)
    found = written('%s - "%s %s HTTP/%s" %d', *args, name="uvicorn.access")
    assert (found["method"], found["path"], found["status"]) == ("GET", "/b/x/", 200)
    assert "path" not in written('%s - "%s %s HTTP/%s" %d', *args)


def test_what_was_logged_beside_the_message_is_written_only_where_it_is_named() -> None:
    assert "secret" not in json.dumps(written("one", seed="secret", color_message="secret"))


def test_the_variable_chooses_and_a_word_that_is_neither_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LOG_FORMAT", raising=False)
    assert isinstance(formatter(), OneLine) and isinstance(formatter("json"), OneObject)
    monkeypatch.setenv("LOG_FORMAT", "json")
    assert isinstance(formatter(), OneObject) and isinstance(formatter("text"), OneLine)
    with pytest.raises(ValueError, match="text or json is wanted"):
        formatter("yaml")


def test_uvicorn_starts_with_the_formatter_that_the_settings_have() -> None:
    told = json.loads((ROOT / "kriegspiel/uvicorn.json").read_text(encoding="utf-8"))
    assert told["formatters"]["line"] == {"()": settings.LOGGING["formatters"]["line"]["()"]}
    for file in ("Dockerfile", "docker-compose.yml", "docs/serving/systemd/kriegspiel-web.service"):
        text = (ROOT / file).read_text(encoding="utf-8").replace('", "', " ")
        commands = [line for line in text.splitlines() if "kriegspiel.asgi:application" in line]
        assert commands and [one for one in commands if "--log-config kriegspiel/uvicorn.json" not in one] == [], file


EVERYBODY = """
import json, logging, sys
from uvicorn import Config
config = Config("kriegspiel.asgi:application", access_log=json.loads(sys.argv[1]))
from kriegspiel.celery import app
if sys.argv[2:] == ["celery"]:
    app.log.setup(loglevel="INFO", redirect_stdouts=False)
import django
django.setup()
if sys.argv[2:] == ["celery"]:
    app.log.setup(loglevel="INFO", redirect_stdouts=False)
from celery.utils.log import get_task_logger
import billiard.util
billiard.util.get_logger()
for name in ("campaigns.x", "django.request", "django.server", "uvicorn.error", "celery.beat", "multiprocessing", "py.warnings", "asyncio"):
    logging.getLogger(name).error("%s one\\ntwo", name)
get_task_logger("campaigns.tasks").error("tasks one\\ntwo")
logging.getLogger("uvicorn.access").info('%s - "%s %s HTTP/%s" %d', "127.0.0.1:5", "GET", "/access\\n", "1.1", 200)
"""


def lines_of_everybody(access: bool, *more: str, **environment: str) -> list[str]:
    """The output of loggers of all libraries in a process that was set up like a web process, or a worker."""
    from tests.test_tooling import environment_for

    done = subprocess.run(
        [sys.executable, "-c", EVERYBODY, json.dumps(access), *more],
        cwd=ROOT,
        env=environment_for(Path(settings.VAR), **environment),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == ""
    return done.stderr.splitlines()


@pytest.mark.slow
@pytest.mark.parametrize("more", [(), ("celery",)], ids=["web", "worker"])
def test_every_library_writes_objects_once_each(more: tuple[str, ...]) -> None:
    found = [json.loads(line) for line in lines_of_everybody(True, *more, LOG_FORMAT="json")]
    messages = [one["message"] for one in found]
    assert len(messages) == len(set(messages)) == 10
    assert [one for one in found if "\n" not in one["message"]] == []
    assert [one["path"] for one in found if one["logger"] == "uvicorn.access"] == ["/access\n"]


@pytest.mark.slow
@pytest.mark.parametrize("more", [(), ("celery",)], ids=["web", "worker"])
def test_for_people_every_library_writes_one_line_each(more: tuple[str, ...]) -> None:
    found = lines_of_everybody(True, *more)
    assert (
        len(found) == 10
        and [line for line in found if "\\n" not in line or (" ERROR " not in line and " INFO " not in line)] == []
    )


@pytest.mark.slow
def test_uvicorns_log_of_requests_stays_off_where_it_is_off() -> None:
    assert [line for line in lines_of_everybody(False) if "access" in line] == []
