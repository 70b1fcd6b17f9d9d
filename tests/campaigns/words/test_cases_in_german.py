"""What the rules say in every case of the test kit comes out in German: events, their sums, and refusals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaigns.words.languages import in_language
from campaigns.words.translation import translated
from rules.books import book
from rules.floor.called import which
from rules.kit.casefiles import case_files, read_file
from rules.kit.cases import report
from tests.campaigns.words.page_text import english_in
from tests.clauses import ROOT

AS_IT_STANDS = re.compile(r"“.*?”|„.*?“|'[^']*'|(?<![\w-])[A-Z]?[a-z\d]+(?:-[a-z\d]+)+")
"""What somebody wrote or said (of a sealed note the very words that were sealed, for its digest depends on them), and keys of things."""

THINGS = frozenset(
    "name into work id target gun depot bridge ford body thing subject to commander player teams".split()
)
"""Keys whose values are the names of a case's things."""


def said_in(case: Any) -> Iterator[str]:
    """Every sentence and sum of a case."""
    for move in report(case)["moves"]:
        yield from (one["sentence"] for one in move["refused"] if one["code"] != "E-INVALID")
        for event in move["events"]:
            yield book(case.book).narrate(event, {})
            yield event.get("sum") or ""


def called_in(data: Any) -> Iterator[str]:
    """The names of the things of a case, and other given words that stay as they are."""
    if isinstance(data, dict):
        for key, value in data.items():
            if isinstance(value, dict | list):
                yield str(key)
            elif key in THINGS:
                yield str(value)
            yield from called_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from (value,) if isinstance(value, str) and "-" in value else called_in(value)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("path", sorted(case_files([str(ROOT / "tests/cases")])), ids=lambda path: Path(path).stem)
def test_every_sentence_of_the_rules_is_said_in_german(path):
    with in_language("de"):
        left = dict(english_left(path))
    assert not left, "\n".join(f"{english}\n   {german}" for english, german in left.items())


def english_left(path: str) -> Iterator[tuple[str, str]]:
    """Each text of a file of cases that holds English when a German reads it."""
    for case in read_file(path):
        ids = {*called_in(case.data)}
        names = sorted({*ids, *map(which, ids)} - {""}, key=len, reverse=True)  # and what tells one id from another
        things = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?:-\d+)?(?!\w)", re.I)
        for english in said_in(case):
            german = AS_IT_STANDS.sub(" ", translated(english))
            wrong = english_in(german, things)
            if wrong:
                yield str(english), f"{german}: {', '.join(wrong)} ({case.name})"
