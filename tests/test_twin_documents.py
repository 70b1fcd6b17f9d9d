"""A document in German has the parts of its English twin, in their order and under their anchors, each with as many steps and rows."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from django.utils.text import slugify
from django.utils.translation import override

from campaigns.web.people.guides import guide
from tests.clauses import ROOT

TWINS = sorted(path.name for path in (ROOT / "docs" / "de").glob("*.md"))
BY_ITSELF = "glossary.md"
"""A list of words by the languages, which has no parts."""

HEADING = re.compile(r"^(#{2,}) (.+?)(?: \{#([a-z0-9-]+)\})?$")


@dataclass
class Part:
    """A part of a document.  steps: its numbered ones; rows: of its tables, with the heads; lists: its points."""

    rank: int
    anchor: str
    steps: int = 0
    rows: int = 0
    points: int = 0
    pictures: tuple[str, ...] = ()


def parts(text: str) -> list[Part]:
    """The parts of a document, in their order; the first is what stands before them."""
    found = [Part(1, "")]
    for line in text.splitlines():
        heading = HEADING.match(line)
        if heading:
            found.append(Part(len(heading[1]), heading[3] or slugify(heading[2])))
        here = found[-1]
        here.steps += bool(re.match(r"\d+\. ", line))
        here.points += line.startswith("- ")
        here.rows += line.startswith("| ")
        here.pictures += tuple(re.findall(r"!\[.*\]\((.+)\)", line))
    return found


def text_of(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", TWINS)
def test_a_document_in_german_has_the_parts_of_its_english_twin(name):
    english, german = parts(text_of(name)), parts(text_of(f"de/{name}"))
    assert [(one.rank, one.anchor) for one in german] == [(one.rank, one.anchor) for one in english]


@pytest.mark.parametrize("name", [one for one in TWINS if one != BY_ITSELF])
def test_a_part_in_german_has_as_many_steps_rows_and_points_and_the_same_pictures(name):
    for english, german in zip(parts(text_of(name)), parts(text_of(f"de/{name}")), strict=True):
        assert german == english, f"{name}: {english.anchor}"


@pytest.mark.parametrize(
    ("before", "after"),
    [("### Das Brett {#the-board}\n", ""), ("{#the-board}", "{#the-desk}"), ("| veröffentlichen |", "veröffentlichen |"), ("\n1. ", "\n")],
)  # fmt: skip
def test_what_a_twin_lacks_is_found(before, after):
    text = text_of("de/umpire.md")
    assert before in text and parts(text.replace(before, after, 1)) != parts(text_of("umpire.md"))


@pytest.mark.parametrize("whose", ["umpire", "commander"])
def test_a_reader_of_the_guide_sees_no_anchor(whose):
    with override("de"):
        shown = guide(whose)
    assert all("{#" not in part.html and part.language == "de" for part in shown.parts)
