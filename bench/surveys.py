"""A survey of 2.6 MB of an invented town and its country, and what it costs to make a country of it in the background."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from math import cos, pi, sin
from pathlib import Path
from random import Random
from typing import Any

from bench.table import Aim, table

SIZE = 2_600_000
"""Bytes aimed at."""

SOUTH, WEST = 51.4, -1.3
EAST_OF, NORTH_OF = 1 / 69_600.0, 1 / 111_260.0
"""Degrees in a metre there, near enough."""

WIDE, DEEP = 4_800, 3_200
HOUSES, LANES = 2_400, 60
AIM = 10.0
"""Seconds of processor aimed at, for both runs together."""

FIGURES = {"scale": 10, "size": [24, 16], "origin": [WEST + 960 * EAST_OF, SOUTH + 640 * NORTH_OF], "interval": 5}


def town(seed: int, size: int = SIZE) -> bytes:
    """The town as GeoJSON of about so many bytes: houses, lanes, a river, woods, names; hedges fill it up to its size."""
    draw = Random(seed)
    features = [
        *(_house(draw) for _ in range(HOUSES)),
        *(_lane(draw, n) for n in range(LANES)),
        *(_wood(draw) for _ in range(60)),
        _feature(
            "LineString",
            [_at(x, 1_500 + 120 * sin(x / 400)) for x in range(0, WIDE, 12)],
            waterway="river",
            name="Loddon",
        ),
        *(
            _feature("Point", _at(draw.uniform(0, WIDE), draw.uniform(0, DEEP)), place="hamlet", name=f"Hamlet {n}")
            for n in range(30)
        ),
    ]
    long = sum(len(json.dumps(one)) + 2 for one in features)
    while long < size:
        features.append(_hedge(draw))
        long += len(json.dumps(features[-1])) + 2
    return json.dumps({"type": "FeatureCollection", "features": features}).encode()


def hills(seed: int, side: int = 601) -> bytes:
    """Heights as an ESRI ASCII grid in degrees, of hills round places that the seed chooses."""
    draw = Random(seed + 1)
    tops = [
        (draw.uniform(0, side), draw.uniform(0, side), draw.uniform(30, 90), draw.uniform(40, 120)) for _ in range(14)
    ]
    rows = []
    for y in range(side):
        row = [
            sum(high / (1 + ((x - tx) ** 2 + (y - ty) ** 2) / wide**2) for tx, ty, high, wide in tops)
            for x in range(side)
        ]
        rows.append(" ".join(f"{one:.1f}" for one in row))
    cell = 9 * NORTH_OF
    head = f"ncols {side}\nnrows {side}\nxllcorner {WEST}\nyllcorner {SOUTH}\ncellsize {cell}\nNODATA_value -9999\n"
    return (head + "\n".join(rows) + "\n").encode()


def _at(x: float, y: float) -> list[float]:
    return [round(WEST + x * EAST_OF, 7), round(SOUTH + y * NORTH_OF, 7)]


def _feature(kind: str, coordinates: Any, **tags: str) -> dict[str, Any]:
    return {"type": "Feature", "properties": tags, "geometry": {"type": kind, "coordinates": coordinates}}


def _house(draw: Random) -> dict[str, Any]:
    """A house of about ten metres by eight in one of a dozen quarters."""
    quarter = draw.randrange(12)
    x = 1_000 + 700 * (quarter % 4) + draw.gauss(0, 130)
    y = 800 + 600 * (quarter // 4) + draw.gauss(0, 110)
    turn, wide, deep = draw.uniform(0, pi / 2), draw.uniform(6, 14), draw.uniform(5, 10)
    corners = [(-wide, -deep), (wide, -deep), (wide, deep), (-wide, deep), (-wide, -deep)]
    ring = [_at(x + (a * cos(turn) - b * sin(turn)) / 2, y + (a * sin(turn) + b * cos(turn)) / 2) for a, b in corners]
    return _feature("Polygon", [ring], building="yes")


def _lane(draw: Random, number: int) -> dict[str, Any]:
    x, y, way = draw.uniform(0, WIDE), draw.uniform(0, DEEP), draw.uniform(0, 2 * pi)
    line = []
    for _ in range(120):
        line.append(_at(x, y))
        way += draw.gauss(0, 0.08)
        x, y = x + 14 * cos(way), y + 14 * sin(way)
    return _feature("LineString", line, highway="tertiary", name=f"Lane {number}")


def _wood(draw: Random) -> dict[str, Any]:
    x, y, wide = draw.uniform(0, WIDE), draw.uniform(0, DEEP), draw.uniform(40, 160)
    ring = [
        _at(x + far * cos(turn * pi / 30), y + far * sin(turn * pi / 30))
        for turn in range(60)
        for far in (wide * draw.uniform(0.8, 1.1),)
    ]
    return _feature("Polygon", [[*ring, ring[0]]], natural="wood")


def _hedge(draw: Random) -> dict[str, Any]:
    x, y = draw.uniform(0, WIDE), draw.uniform(0, DEEP)
    line = [_at(x + 3 * step, y + draw.uniform(-1, 1)) for step in range(40)]
    return _feature("LineString", line, barrier="hedge")


def question(files: list[tuple[str, bytes]], **asked: Any) -> bytes:
    """What the rules are asked in a process of their own, as the worker asks it."""
    head = {
        "book": "kriegspiel",
        "figures": {**FIGURES, "name": "Town"},
        "files": [(name, len(data)) for name, data in files],
        **asked,
    }
    return json.dumps(head).encode() + b"\n" + b"".join(data for _, data in files)


PEAK = """
import sys
sys.stdout.flush()
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")), file=sys.stderr)
"""
ASKED = (
    """
from rules.__main__ import main
main(["survey"])
"""
    + PEAK
)
"""The command, and then the peak of its memory in KB (``ru_maxrss`` would count that of the process that began it)."""


def run(asked: bytes, program: str = ASKED) -> tuple[float, float, Any]:
    """Seconds of processor, peak of memory in MB, and the answer, of one run of the rules, or of another such program."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", program],
        cwd=Path(__file__).parents[1],
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        input=asked,
        capture_output=True,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = done.stdout.decode()
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, int(done.stderr.split()[-1]) / 1024, json.loads(said[said.index("{") :])


def part(seed: int, reached: list[Aim]) -> Iterator[str]:
    """The figures of a survey: the sketch, then the country."""
    files = [("town.geojson", town(seed)), ("hills.asc", hills(seed))]
    sketched, drawn = run(question(files, sketch=True)), run(question(files))
    rows = [
        (what, f"{seconds:.1f} s", f"{memory:.0f} MB")
        for what, (seconds, memory, _) in (("its sketch", sketched), ("its country", drawn))
    ]
    yield f"\n## A survey of {len(files[0][1]):,} bytes, with heights on a grid (seed {seed})\n"
    yield table(("", "processor", "memory at most"), rows)
    yield "\n" + "\n".join(f"- {note}" for note in drawn[2]["report"]["notes"])
    together = sketched[0] + drawn[0]
    reached.append(
        Aim(f"a survey of 2.6 MB takes less than {AIM:.0f} s of processor", f"{together:.1f} s", together < AIM)
    )
