"""The exercises that come with the product, read from their sources: readable YAML, each with its country beside it.

The samples, which ``load_sample`` plays, are exercises too; what stands in them of users and moves is not of the exercise.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from campaigns.models.plain import Plain
from campaigns.usecases.exercises.form import FORMAT, VERSION, read_exercise

SAMPLES = Path(__file__).resolve().parents[2] / "sample"
FOLDER, COUNTRIES = SAMPLES / "exercises", SAMPLES / "countries"

ORDER = (
    "first_bridge",
    "long_post",
    "redoubt",
    "branch_line",
    "ten_players",
    "toy_village",
    "hartley",
    "vale",
    "sequence",
)
"""The keys of the exercises of the house, in the sequence of the shelf."""

AUTHOR, LICENCE = "Kriegspiel", "GPL-3.0-or-later"
"""Of all that say nothing else."""

KEPT = ("name", "book", "options", "sides", "briefing")
"""What a sample has under the keys of an exercise; ``exercise`` has the rest."""


def read_yaml(path: Path) -> Plain:
    """What a file of the product's own holds, by the quick reader where there is one."""
    data: Plain = yaml.load(path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return data


@cache
def house_exercise(key: str) -> Plain:
    """An exercise of the house in its normal form; LookupError where there is none of that key."""
    if key not in ORDER:
        raise LookupError(key)
    own = FOLDER / f"{key}.yaml"
    if own.is_file():
        source = read_yaml(own)
        country = json.loads((FOLDER / f"{key}.json").read_text(encoding="utf-8"))
        given = {"format": FORMAT, "version": VERSION, **source, "country": country}
    else:
        given = _of_sample(read_yaml(SAMPLES / f"{key}.yaml"))
    return read_exercise({"author": AUTHOR, "licence": LICENCE, **given}).data


def _of_sample(sample: Mapping[str, Any]) -> Plain:
    """A sample as an exercise."""
    seats = [
        {key: one.get(key, "") for key in ("kind", "side", "arm", "title")}
        for one in sample["posts"]
        if one["kind"] != "umpire"
    ]
    unlike = [one for place, one in enumerate(seats) if one not in seats[:place]]
    country = next((one for one in _countries() if one["name"] == sample.get("country")), None)
    return {
        "format": FORMAT,
        "version": VERSION,
        **{key: sample[key] for key in KEPT},
        **sample["exercise"],
        "campaign": {**sample["clock"], "target_points": sample["target_points"]},
        "country": country,
        "forces": sample["start"],
        "seats": unlike,
    }


@cache
def _countries() -> tuple[Plain, ...]:
    """The countries of the house."""
    return tuple(json.loads(one.read_text(encoding="utf-8")) for one in sorted(COUNTRIES.glob("*.json")))


def house() -> dict[str, Plain]:
    """All of them by key."""
    return {key: house_exercise(key) for key in ORDER}
