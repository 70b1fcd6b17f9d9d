"""Draws of chance checked offline: a seed against its published digest, and each draw made again from the seed.

The file is the API's response at ``/api/v1/battles/<battle>/draws/``, or JSON of the same form: ``seed_digest``,
``seed`` and ``draws``, each with ``purpose``, ``counter``, ``below`` and ``number``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from rules.errors import Invalid
from rules.values.chance import Draw, commitment, redrawn

KINDS = {"purpose": str, "counter": int, "below": int, "number": int}
"""The keys that identify a draw."""


def read_draws(path: str) -> tuple[str, str, list[Draw]]:
    """Digest, seed and draws of a file; Invalid if it is not such a file."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        raise Invalid(f"{path}: a file of JSON is wanted") from fault
    if not isinstance(data, dict) or not isinstance(data.get("draws"), list):
        raise Invalid(f"{path}: a map with seed_digest, seed and draws is wanted")
    return str(data.get("seed_digest", "")), str(data.get("seed", "")), [read_draw(one) for one in data["draws"]]


def read_draw(data: Any) -> Draw:
    """A draw from plain data; Invalid names what is missing."""
    for key, kind in KINDS.items():
        if not isinstance(data, dict) or type(data.get(key)) is not kind:
            raise Invalid(f"draws: {key} is wanted of each, and of its kind")
    if not 0 < data["below"] <= 1 << 64:
        raise Invalid("draws: below is wanted from 1 to 2 to the power of 64")
    return Draw(**{field.name: data[field.name] for field in fields(Draw)})


def checked(digest: str, seed: str, draws: list[Draw]) -> Iterator[tuple[bool, str]]:
    """Each check with its result, in words: the seed first, then draw after draw."""
    yield commitment(seed) == digest, f"the SHA-256 of the seed is {commitment(seed)}, published was {digest}"
    for one in draws:
        yield redrawn(seed, one), f"{one.purpose}/{one.counter}: {one.number} of {one.below}"
