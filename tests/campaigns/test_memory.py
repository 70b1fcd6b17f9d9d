"""What a large request took is given back to the system, and does not stay with the process for good."""

from __future__ import annotations

import gc
import subprocess
import sys

import pytest
from rest_framework.request import Request

from tests.campaigns.api.conftest import client_of
from tests.processes.running_site import ROOT

PATTERN = """
import sys
def held():
    return int(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmRSS"))) // 1024
if sys.argv[1] == "yes":
    from campaigns.serving.memory import give_back
    assert give_back()
learned = b"x" * 30_000_000
del learned
before, scans, pins = held(), [], []
for number in range(20):
    scans.append(b"x" * (10_000_000 + number))
    pins.append(b"x" * 100_000)
del scans
print(held() - before)
"""
"""Scans that come while small things are kept between them: MB that the process holds when the scans are gone."""


def held_after(given_back: str) -> int:
    """In a process of its own, for what the allocator is told is for good."""
    done = subprocess.run(
        [sys.executable, "-c", PATTERN, given_back], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return int(done.stdout)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the allocator of glibc is told")
def test_what_scans_took_goes_back_although_small_things_lie_between_them():
    assert held_after("no") > 100, "the allocator keeps it where it is not told: else this shows nothing"
    assert held_after("yes") < 20


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the allocator of glibc is told")
def test_every_process_of_the_site_gives_back():
    asked = "import django, campaigns.serving.memory as m; m.give_back = lambda: print('told'); django.setup()"
    done = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True,
        env={"DJANGO_SETTINGS_MODULE": "kriegspiel.settings", "PATH": "", "DEBUG": "1", "SECRET_KEY": "x"},
    )  # fmt: skip
    assert done.stdout.strip() == "told"


@pytest.mark.django_db
def test_what_was_sent_to_the_api_is_let_go_without_waiting_for_a_collection(cast):
    """A request and its parts refer to each other; the great collection that finds them hardly ever comes."""
    client = client_of("umpire", cast, None)
    gc.collect()
    gc.disable()
    before = {id(one): one for one in gc.get_objects() if type(one) is Request}  # what earlier tests hold
    try:
        sent = client.post("/api/v1/pictures/", {"file": "A" * 2_000_000}, content_type="application/json")
        assert sent.status_code == 400
        left = [one for one in gc.get_objects() if type(one) is Request and id(one) not in before]
        assert left, "where none is left over this shows nothing, and what lets go of it is to be taken away"
        assert not any(one.data for one in left)
    finally:
        gc.enable()
