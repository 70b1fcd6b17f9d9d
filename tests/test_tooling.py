"""What the checkout promises: the locks, the containers, the settings, and the one command that serves."""

import ast
import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import pytest
import yaml

import kriegspiel

ROOT = Path(__file__).resolve().parent.parent
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
FROM_OUTSIDE = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DEBUG", "ALLOWED_HOSTS", "BEHIND_TLS", "PORT", "HOST")


def settings_under(var: Path, **environment: str) -> dict[str, Any]:
    """The settings in a process with this environment."""
    names = "DATABASES SECRET_KEY DEBUG ALLOWED_HOSTS REDIS_URL USE_TZ TIME_ZONE SESSION_COOKIE_SECURE BROKER SCHEDULE"
    asked = (
        "import json; from django.conf import settings; from kriegspiel.celery import app;"
        "known = {'BROKER': app.conf.broker_url, 'SCHEDULE': app.conf.beat_schedule};"
        f"print(json.dumps({{n: known[n] if n in known else getattr(settings, n) for n in '{names}'.split()}}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", asked],
        cwd=ROOT,
        env=environment_for(var, **environment),
        capture_output=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def environment_for(var: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in FROM_OUTSIDE}
    return kept | {"KRIEGSPIEL_VAR": str(var), "DJANGO_SETTINGS_MODULE": "kriegspiel.settings"} | more


# --- Locks -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_a_lock_names_no_registry_and_no_machine(lock: Path) -> None:
    text = lock.read_text()
    assert not re.search(r"https?:|index-url|find-links|file:|@ |(^|\s)/\w", text)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_every_package_of_a_lock_is_pinned_and_hashed(lock: Path) -> None:
    entries = re.findall(r"^([A-Za-z0-9][^\n]*(?:\n[ ]+--hash[^\n]*)*)", lock.read_text(), re.MULTILINE)
    assert len(entries) >= 10
    assert [entry.splitlines()[0] for entry in entries if "==" not in entry or "--hash=sha256:" not in entry] == []


def test_the_tests_run_on_the_releases_that_the_product_runs_on() -> None:
    runtime, development = (
        set(re.findall(r"^([\w.\-\[\]]+==[^\s;\\]+)", (ROOT / "requirements" / name).read_text(), re.MULTILINE))
        for name in ("runtime.txt", "development.txt")
    )
    assert len(runtime) > 30
    assert runtime <= development


def test_the_project_file_and_the_program_tell_the_same_version() -> None:
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == kriegspiel.__version__


# --- Containers --------------------------------------------------------------------------------------------


def test_the_compose_file_holds_no_secret() -> None:
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    given = [
        (name, key, str(value)) for name, of in services.items() for key, value in of.get("environment", {}).items()
    ]
    secret = [(name, key, value) for name, key, value in given if re.search("KEY|PASSWORD|DATABASE_URL", key)]
    assert len(secret) >= 5
    assert [row for row in secret if "${" not in row[2] or ":?" not in row[2]] == []


def test_the_example_of_the_environment_holds_no_secret() -> None:
    assert re.findall(r"^(?:\w*(?:KEY|PASSWORD)\w*)=\S+", (ROOT / ".env.example").read_text(), re.MULTILINE) == []


# --- Pages that change in parts ----------------------------------------------------------------------------


READS = re.compile(
    r"\.(?:count|(?:all_)?(?:inner_text|text_content)s?|get_attribute|input_value|is_(?:visible|hidden|checked|enabled))\("
)


def read_at_once(source: str) -> list[str]:
    """What is asserted of a page at the moment of reading; rows of the database (`objects`, `every`) are read so."""
    asserted = (ast.unparse(one.test) for one in ast.walk(ast.parse(source)) if isinstance(one, ast.Assert))
    return [one for one in asserted if READS.search(one) and not re.search(r"\.(?:objects|every)\b|\]\.count", one)]


def test_a_test_of_the_browser_waits_for_what_it_asserts() -> None:
    """The parts of a page come up to date a moment after one another: ``expect`` waits for them, ``count()`` does not."""
    found = {f.name: read_at_once(f.read_text("utf-8")) for f in sorted((ROOT / "tests/browser").glob("*.py"))}
    assert len(found) > 30 and {name: said for name, said in found.items() if said} == {}


def test_what_is_read_at_once_is_found() -> None:
    assert read_at_once("assert (\n  page.locator('.man').count() == 32\n)") and read_at_once(
        "assert not a.is_hidden()"
    )
    assert not read_at_once("assert Move.objects.filter(battle=battle).count() == 32")


# --- Long searches -----------------------------------------------------------------------------------------


@pytest.mark.prove
def test_this_is_run_where_there_is_time() -> None:
    """A long search, as far as the next test can tell."""
    assert os.environ["KRIEGSPIEL_PROVE"]


@pytest.mark.slow
@pytest.mark.parametrize("proving", ["", "1"])
def test_a_long_search_is_left_out_but_by_make_prove(proving: str) -> None:
    """Whatever else is chosen; and it is deselected, not skipped, which the checks before a landing forbid."""
    name = "test_this_is_run_where_there_is_time"
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-rs",
            "-p",
            "no:cacheprovider",
            f"{__file__}::{name}",
            "-m",
            "not slow",
        ],
        cwd=ROOT,
        env=os.environ | {"KRIEGSPIEL_PROVE": proving, "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
    )
    told = done.stdout.splitlines()[-1]
    assert told.startswith("1 passed" if proving else "1 deselected"), done.stdout
    assert "SKIPPED" not in done.stdout


# --- Time --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_no_task_is_told_when_to_run() -> None:
    """Deadlines are rows: an ETA is lost or run twice when a worker dies."""
    sources = [path for top in ("campaigns", "kriegspiel", "rules") for path in (ROOT / top).rglob("*.py")]
    assert len(sources) > 10
    told = re.compile(r"\b(?:eta|countdown)\s*=|\bapply_async\([^)]*\b(?:eta|countdown)\b|\.retry\(|autoretry_for")
    assert [str(path.relative_to(ROOT)) for path in sources if told.search(path.read_text())] == []


# --- Settings ----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_with_nothing_set_it_is_the_embedded_shape(tmp_path: Path) -> None:
    found = settings_under(tmp_path)
    database = found["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.sqlite3"
    assert database["NAME"] == str(tmp_path / "kriegspiel.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in database["OPTIONS"]["init_command"]
    assert database["ATOMIC_REQUESTS"] is False
    assert found["BROKER"].startswith("memory://")
    assert (found["DEBUG"], found["USE_TZ"], found["TIME_ZONE"]) == (False, True, "UTC")
    assert found["SCHEDULE"] == {
        "sweep": {"task": "campaigns.tasks.sweep", "schedule": 1.0},
        "answer": {"task": "campaigns.tasks.answer", "schedule": 0.5},
        "survey": {"task": "campaigns.tasks.survey", "schedule": 1.0},
        "mail": {"task": "campaigns.tasks.mail", "schedule": 5.0},
    }


@pytest.mark.slow
def test_the_environment_alone_selects_the_served_shape(tmp_path: Path) -> None:
    found = settings_under(
        tmp_path,
        DATABASE_URL="postgres://anna@127.0.0.1:5432/war",
        REDIS_URL="redis://127.0.0.1:6379/3",
        SECRET_KEY="given",
        ALLOWED_HOSTS="one.example,two.example",
        BEHIND_TLS="true",
    )
    database = found["DATABASES"]["default"]
    assert (database["ENGINE"], database["NAME"]) == ("kriegspiel.postgresql", "war")
    assert database["CONN_MAX_AGE"] == 0
    assert database["OPTIONS"]["pool"]["max_size"] == 20
    assert found["BROKER"] == found["REDIS_URL"] == "redis://127.0.0.1:6379/3"
    assert found["SECRET_KEY"] == "given"
    assert found["ALLOWED_HOSTS"] == ["one.example", "two.example"]
    assert found["SESSION_COOKIE_SECURE"] is True
    assert not (tmp_path / "secret_key").exists()


@pytest.mark.slow
def test_the_secret_key_is_drawn_once_and_kept_for_its_owner_alone(tmp_path: Path) -> None:
    first, second = (settings_under(tmp_path)["SECRET_KEY"] for _ in range(2))
    assert first == second and len(first) >= 50
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["secret_key", "static"]


# --- The one command ---------------------------------------------------------------------------------------


@pytest.fixture
def port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        found: int = free.getsockname()[1]
    return found


@contextmanager
def serving(environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """An empty site that is served by one process, which is killed at the end."""
    subprocess.run([sys.executable, "manage.py", "migrate", "-v", "0"], cwd=ROOT, env=environment, check=True)
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def served(tmp_path: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    with serving(environment_for(tmp_path, PORT=str(port))) as process:
        yield process


def health(port: int) -> int:
    for _ in range(150):
        try:
            with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as answer:
                status: int = answer.status
                return status
        except HTTPError as refused:
            if refused.code != 503:
                return refused.code
        except URLError:
            pass
        time.sleep(0.2)
    return 503


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT], ids=lambda stop: stop.name)
def test_serve_answers_with_a_clock_that_goes_and_stops_cleanly(
    served: subprocess.Popen[str], port: int, stop: signal.Signals
) -> None:
    assert health(port) == 200
    begun = time.monotonic()
    served.send_signal(stop)
    printed, _ = served.communicate(timeout=20)
    assert served.returncode == 0
    assert time.monotonic() - begun < 10
    assert f"http://127.0.0.1:{port}/" in printed
    assert "Stopped." in printed
    assert "Traceback" not in printed
    assert list(ROOT.glob("celerybeat-schedule*")) == []


@pytest.mark.slow
@pytest.mark.long
def test_serve_says_plainly_that_its_port_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = subprocess.run(
            [sys.executable, "manage.py", "serve", "--port", str(taken.getsockname()[1])],
            cwd=ROOT,
            env=environment_for(tmp_path),
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert done.returncode == 1
    assert "Cannot listen" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.long
def test_serve_says_plainly_that_its_database_is_not_up_to_date(tmp_path: Path, port: int) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "serve", "--port", str(port)],
        cwd=ROOT,
        env=environment_for(tmp_path),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert "not up to date" in done.stderr
    assert "Traceback" not in done.stderr
