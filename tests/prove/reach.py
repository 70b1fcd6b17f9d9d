"""Which cases and tests execute which lines of the rules, so that a mutant is judged only by those.  [coverage, dynamic contexts]"""

from __future__ import annotations

import importlib
import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from pathlib import Path
from typing import Any

import coverage
import pytest
from hypothesis import Phase, settings

ROOT = Path(__file__).resolve().parents[2]

JUDGES = ("tests/cases", "tests/rules", "rules")
"""Where the cases of the books and the tests of the rules are."""

QUIETLY = ("-q", "-x", "-m", "not prove", "-p", "no:cacheprovider", "--hypothesis-seed=0", "--hypothesis-profile=quick")


def said(module: str, *arguments: str, given: Any) -> str:
    """What fails, as reported by a process of its own: a crash or an endless loop counts too."""
    asked = [sys.executable, "-m", module, *arguments]
    shallow = {name: value for name, value in os.environ.items() if name != "KRIEGSPIEL_PROVE"}
    done = subprocess.run(asked, cwd=ROOT, env=shallow, input=json.dumps(given), capture_output=True, text=True)
    if done.returncode:
        return "no end" if done.returncode == -signal.SIGPROF else "it breaks off"
    return done.stdout.strip().rpartition("\n")[2].removeprefix("found:").strip()


class Meeting:
    """Cases and tests run one after the other, all of some files or the chosen ones, until one fails.

    begin: called with what comes next: the file that is read, or the case or test that is run.
    """

    fault = ""

    def __init__(self, begin: Callable[[str], None], wanted: Mapping[str, float] | None = None) -> None:
        self.begin, self.wanted = begin, wanted

    def meet(self, files: Sequence[str]) -> str:
        """The first failure; none where nothing fails."""
        settings.register_profile("quick", deadline=None, database=None, phases=(Phase.explicit, Phase.generate))
        tests = [one for one in files if one.endswith(".py")]
        if not self._failing_case([one for one in files if one.endswith(".yaml")]) and tests:
            broken = pytest.main([*tests, *QUIETLY], plugins=[self]) not in (
                pytest.ExitCode.OK,
                pytest.ExitCode.NO_TESTS_COLLECTED,
            )
            self.fault = self.fault or ("it breaks off" if broken else "")
        return self.fault

    def _failing_case(self, files: Sequence[str]) -> str:
        from rules.kit.casefiles import read_file
        from rules.kit.cases import run

        for file in files:
            self.begin(file)
            for case in read_file(file):
                name = f"{file}::{case.name}"
                if self.wanted is None or name in self.wanted:
                    self.begin(name)
                    self.fault = case.name if run(case) else ""
                if self.fault:
                    return self.fault
        return ""

    def pytest_collectstart(self, collector: pytest.Collector) -> None:
        self.begin(file_of(collector.nodeid))

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.wanted is not None:
            turn = {name: place for place, name in enumerate(self.wanted)}
            items[:] = sorted((one for one in items if one.nodeid in turn), key=lambda one: turn[one.nodeid])

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.begin(nodeid)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: Any) -> Any:
        """A fixture for a whole file belongs no more to its first test than to any other."""
        if fixturedef.scope != "function":
            self.begin(file_of(request._pyfuncitem.nodeid))
        try:
            return (yield)
        finally:
            if fixturedef.scope != "function":
                self.begin(request._pyfuncitem.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.fault = self.fault or report.nodeid.rpartition("/")[2]


def file_of(name: str) -> str:
    """The file of a case or a test.

    >>> file_of("tests/rules/test_names.py::test_it[a::b]")
    'tests/rules/test_names.py'
    """
    return name.partition("::")[0]


@dataclass(frozen=True)
class Reach:
    """What executes a line of the rules: a case or test, or its file as that is read; and how many seconds of CPU each takes."""

    data: coverage.CoverageData
    seconds: dict[str, float]

    def judges(self, path: str, lines: Sequence[int]) -> tuple[dict[str, float], dict[str, float]]:
        """The cases and tests that execute any of some lines, with their seconds: the likeliest to find a fault, and the others.

        What is executed when the module is loaded, as a table, all may find.  Likeliest are cases that execute the
        module, and tests in files that name it; the cheapest come first.
        """
        by_line = self.data.contexts_by_lineno(str(ROOT / path))
        there = {name for line in lines for name in by_line.get(line, ())}
        near = {name for names in by_line.values() for name in names}
        files = [path, *_naming(path, set(map(file_of, self.seconds)))]
        likely: dict[str, float] = {}
        others: dict[str, float] = {}
        for one, seconds in sorted(self.seconds.items(), key=lambda row: row[1]):
            if "::" in one and ("" in there or {one, file_of(one)} & there):
                first = file_of(one) in files or (".yaml::" in one and {one, file_of(one)} & near)
                (likely if first else others)[one] = seconds
        return likely, others


def _naming(path: str, files: Iterable[str]) -> list[str]:
    """The files of tests among some that name the module of a file."""
    module = re.compile(rf"\b{re.escape(module_of(path))}\b")
    tests = [one for one in files if one.endswith(".py") and (ROOT / one).exists()]
    return [one for one in tests if module.search((ROOT / one).read_text(encoding="utf-8"))]


def reach_of(folder: Path, files: Sequence[str] = ()) -> Reach:
    """The reach of some files, or of all, cached in a folder: where no rule has changed since, only changed files are run again.

    SystemExit where a case or a test fails without any mutant.
    """
    kept = folder / "seconds.json"
    since = kept.stat().st_mtime if kept.exists() else 0
    every = [one for place in JUDGES for kind in ("yaml", "py") for one in sorted((ROOT / place).rglob(f"*.{kind}"))]
    changed = [one for one in every if one.stat().st_mtime > since]
    if any(one.is_relative_to(ROOT / "rules") for one in changed):
        kept.unlink(missing_ok=True)
        changed = every
    given = files or [str(one.relative_to(ROOT)) for one in changed]
    if given and (fault := said("tests.prove.reach", str(folder), given=given)):
        raise SystemExit(f"The rules fail without a mutant: {fault}")
    data = coverage.CoverageData(str(folder / "lines"))
    data.read()
    return Reach(data, json.loads(kept.read_text()))


def measure(folder: Path, files: Sequence[str]) -> str:
    """Run cases and tests in this process and record what each executes; gives what fails."""
    kept = folder / "seconds.json"
    seconds = Counter(json.loads(kept.read_text()) if kept.exists() else {})
    notes = coverage.Coverage(data_file=str(folder / "lines"), config_file=False, include=[str(ROOT / "rules/*")])
    notes.set_option("run:core", "ctrace")
    if kept.exists():
        notes.load()
    notes.start()
    paths = [str(one.relative_to(ROOT)) for one in sorted((ROOT / "rules").rglob("*.py")) if one.stem != "__main__"]
    every = [one for path in paths for one in vars(importlib.import_module(module_of(path))).values()]
    remembering = [one for one in every if isinstance(one, _lru_cache_wrapper)]
    now, began = "", spent()

    def begin(name: str) -> None:
        """Clear the caches of the one before: they would hide what this one needs."""
        nonlocal now, began
        for one in remembering:
            one.cache_clear()
        notes.switch_context(name)
        seconds[now] += spent() - began
        now, began = name, spent()

    fault = Meeting(begin).meet(files)
    begin("")
    notes.stop()
    notes.save()
    kept.write_text(json.dumps(seconds))
    return fault


def spent() -> float:
    """Seconds of CPU that this process and those it started have taken."""
    return sum(os.times()[:4])


def module_of(path: str) -> str:
    """The name of the module in a file."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


if __name__ == "__main__":
    print(f"\nfound: {measure(Path(sys.argv[1]), json.load(sys.stdin))}")
