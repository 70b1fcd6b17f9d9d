"""`make held`: what the walks of ``bench.walks`` cost, against what bench/held.toml allows; red where one costs a tenth more.

bench/held.py [--write WHY]   with a reason it writes what it finds

Costs are told in thousandths of the yardstick, a fixed loop that is counted in the same run, so that another build of Python or another
machine changes them little.  Instructions are counted where there is valgrind (``counted``); elsewhere processor time is
taken, which other work on the machine disturbs (``timed``): it is taken again where it is too much.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.table import table

HELD = Path(__file__).with_name("held.toml")
YARDSTICK = "yardstick"
MOST = {"counted": 1.10, "timed": 1.25}
"""What a walk may cost, of what is held; times are not repeatable to a tenth."""

TRIES = {"counted": 1, "timed": 3}
"""How often all is measured at most; the least of each counts."""

HEAD = """\
# What each walk of bench/walks.py may cost, in thousandths of its yardstick: `counted` in instructions, `timed` in processor time.
# `make held` is red where one costs a tenth more. Whoever raises a number says in `why` what it buys
# (`make held ARGS='--write "…"'` writes all that have changed by more than a fiftieth); see docs/engineer/tests.md.
"""

Costs = Mapping[str, float]


def way() -> str:
    """How costs are measured on this machine."""
    return "counted" if shutil.which("valgrind") and shutil.which("callgrind_control") else "timed"


def measured(how: str) -> dict[str, float]:
    """The cost of each walk in thousandths of the yardstick, on a stage of its own."""
    with tempfile.TemporaryDirectory() as folder:
        around = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "kriegspiel.settings",
            "KRIEGSPIEL_VAR": folder,
            "DATABASE_URL": f"sqlite:///{folder}/held.sqlite3",
            "SWEEP_BY_WEB": "false",  # else what a page reads would depend on the time of day
            "PYTHONHASHSEED": "0",
        }
        around.pop("REDIS_URL", None)
        walks = [sys.executable, "-m", "bench.walks"]
        stage = _last_line(subprocess.run([*walks, "--set-up"], env=around, check=True, stdout=subprocess.PIPE).stdout)
        counting = ["valgrind", "-q", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={folder}/out"]
        if how == "counted":
            around["CALLGRIND_OUT"] = f"{folder}/out"
            walks = [*counting, *walks]
        said = subprocess.run([*walks, stage], env=around, check=True, stdout=subprocess.PIPE).stdout.decode()
    found = dict(json.loads(line) for line in said.splitlines() if line.startswith("["))
    yard = found.pop(YARDSTICK)
    return {name: 1000 * cost / yard for name, cost in found.items()}


def _last_line(said: bytes) -> str:
    return said.decode().strip().splitlines()[-1]


def too_dear(found: Costs, held: Mapping[str, Mapping[str, float]], how: str) -> list[str]:
    """The walks that cost more than they may, and those of which nothing is held.

    >>> too_dear({"desk": 11.1, "send": 1.0, "new": 1.0}, {"desk": {"counted": 10}, "send": {"counted": 1}}, "counted")
    ['desk', 'new']
    """
    return [name for name, cost in found.items() if cost > held.get(name, {}).get(how, 0) * MOST[how]]


def least(how: str, held: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """The cost of each walk, measured again where one is too dear and times are taken."""
    found = measured(how)
    for _ in range(1, TRIES[how]):
        if not too_dear(found, held, how):
            break
        again = measured(how)
        found = {name: min(cost, again[name]) for name, cost in found.items()}
    return found


def written(found: Costs, held: Mapping[str, Mapping[str, float | str]], how: str, why: str) -> str:
    """The file with what was found: numbers that have changed by more than a fiftieth, with the reason.

    >>> print(written({"desk": 12.0, "send": 1.01}, {"desk": {"counted": 10.0}, "send": {"counted": 1.0}}, "counted", "A map."))
    ... # doctest: +ELLIPSIS
    # What...
    [desk]
    counted = 12.0
    why = "A map."
    <BLANKLINE>
    [send]
    counted = 1.0
    <BLANKLINE>
    """
    parts = []
    for name, cost in found.items():
        row = dict(held.get(name, {}))
        before = row.get(how)
        if not isinstance(before, float | int) or abs(cost / before - 1) > 1 / 50:
            row |= {how: round(cost, 1), "why": why}
        lines = [
            f"{key} = {json.dumps(row[key], ensure_ascii=False)}" for key in ("counted", "timed", "why") if key in row
        ]
        parts.append("\n".join([f"[{name}]" if name.isalnum() else f'["{name}"]', *lines]))
    return HEAD + "\n" + "\n\n".join(parts) + "\n"


def main() -> int:
    """Measure, print, and compare or write."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--write", metavar="WHY", help="keep what is found, for this reason")
    asked.add_argument("--timed", action="store_true", help="take processor time although there is valgrind")
    given = asked.parse_args()
    how = "timed" if given.timed else way()
    held = tomllib.loads(HELD.read_text()) if HELD.exists() else {}
    found = measured(how) if given.write else least(how, held)
    before = {name: row[how] for name, row in held.items() if how in row}
    rows = [
        (name, f"{cost:,.1f}", f"{before[name]:,.1f}", f"{cost / before[name] - 1:+.1%}")
        if name in before
        else (name, f"{cost:,.1f}", "-", "new")
        for name, cost in found.items()
    ]
    print(table(("walk", f"{how}", "held", "change"), rows))
    if given.write:
        HELD.write_text(written(found, held, how, given.write))
        return 0
    dear = too_dear(found, held, how)
    for name in dear:
        print(
            f"{name} costs more than is held: make it cheaper, or raise it in {HELD.name} and say why.", file=sys.stderr
        )
    return 1 if dear else 0


if __name__ == "__main__":
    raise SystemExit(main())
