"""Every task has a queue, and a worker that is started as the documents say serves all of them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from celery.exceptions import ImproperlyConfigured, QueueNotFound
from celery.worker import WorkController
from kombu import Queue

from kriegspiel import celery as configured
from kriegspiel.celery import DEFAULT_QUEUE, QUEUES, app

ROOT = Path(__file__).resolve().parent.parent
EVERY = {DEFAULT_QUEUE, "clock", "findings", "machines", "surveys", "mail"}


def an_app(**otherwise: Any) -> Celery:
    """An application of its own, configured as ours but for some settings."""
    made = Celery("another", set_as_current=False)
    made.conf.update(configured.configuration() | otherwise)
    return made


def served_by(made: Celery, *only: str) -> set[str]:
    """The queues that a worker of this application serves.  only: those that -Q names; all where it names none."""
    return set(WorkController(app=made, pool="solo", queues=list(only) or None).app.amqp.queues.consume_from)


def without_a_queue(made: Celery, tasks: list[str]) -> list[str]:
    """The tasks that would be sent where no worker without -Q looks, or to the default queue."""
    served = served_by(made) - {DEFAULT_QUEUE}
    return [task for task in tasks if queue_of(made, task) not in served]


def queue_of(made: Celery, task: str) -> str:
    """The queue to which a task is sent."""
    try:
        found = made.amqp.router.route({}, task)
    except QueueNotFound:
        return ""
    return str(found["queue"].name)


@pytest.fixture
def tasks() -> list[str]:
    app.loader.import_default_modules()
    return [name for name in app.tasks if not name.startswith("celery.")]


def lies_in(made: Celery) -> list[str]:
    """Send every task of this application through a broker in memory: the queues that hold something afterwards."""
    made.conf.update(broker_url="memory://queues/")
    with made.connection_for_write() as line:
        for task in QUEUES:
            made.send_task(f"campaigns.tasks.{task}", connection=line)
        channel: Any = line.default_channel
        return sorted(name for name in EVERY if channel._has_queue(name) and channel._size(name))


def test_every_task_has_a_queue_that_is_served(tasks: list[str]) -> None:
    assert {name.rsplit(".", 1)[1] for name in tasks} == set(QUEUES)
    assert without_a_queue(an_app(), tasks) == []


def test_a_task_without_a_queue_would_be_found(tasks: list[str]) -> None:
    routes = {task: route for task, route in an_app().conf.task_routes.items() if task != "campaigns.tasks.mail"}
    assert without_a_queue(an_app(task_routes=routes), tasks) == ["campaigns.tasks.mail"]


def test_a_queue_that_nobody_serves_would_be_found(tasks: list[str]) -> None:
    queues = [Queue(name, routing_key=name) for name in EVERY - {"clock"}]
    assert without_a_queue(an_app(task_queues=queues), tasks) == ["campaigns.tasks.sweep"]


def test_a_worker_without_q_serves_every_queue_and_the_one_of_before() -> None:
    assert served_by(an_app()) == EVERY
    by_celerys_own_configuration = served_by(an_app(task_queues=None, task_create_missing_queues=True))
    assert by_celerys_own_configuration == {DEFAULT_QUEUE}, "without the list it would serve none of ours"


def test_a_worker_with_q_serves_those_alone_and_none_that_is_misspelt() -> None:
    assert served_by(an_app(), "clock", "mail") == {"clock", "mail"}
    with pytest.raises(ImproperlyConfigured, match="findigns"):
        served_by(an_app(), "findigns")


def test_what_is_sent_lies_in_its_own_queue_and_in_no_other() -> None:
    assert lies_in(an_app()) == sorted(EVERY - {DEFAULT_QUEUE})


def chooses(command: str) -> bool:
    """Whether a worker is told which queues to serve."""
    return bool(re.search(r" (-Q|--queues)\b", command))


def test_a_worker_that_serves_its_queues_is_the_one_of_the_documents() -> None:
    """Neither the containers nor the unit files choose queues."""
    told = [ROOT / "docker-compose.yml", ROOT / "docs/serving/systemd/kriegspiel-worker.service"]
    commands = [line for path in told for line in re.findall(r"celery -A kriegspiel worker.*", path.read_text())]
    assert len(commands) >= 2
    assert [command for command in commands if chooses(command)] == []
    assert chooses((ROOT / "docs/serving/systemd/kriegspiel-worker@.service").read_text())


@pytest.mark.slow
def test_the_command_says_that_it_knows_no_such_queue() -> None:
    command = [sys.executable, "-m", "celery", "-A", "kriegspiel", "worker", "--pool", "solo", "-Q", "findigns"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0
    assert "findigns" in done.stderr + done.stdout
