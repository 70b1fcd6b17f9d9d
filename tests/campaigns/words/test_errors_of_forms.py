"""What is wrong with a field is shown as a label and a sentence, both in the reader's language."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import override

from campaigns import strictjson
from campaigns.templatetags.marks import at, sentence
from campaigns.usecases.text_checks import read_line, read_text, read_whole, read_zone
from campaigns.words.translation import translated
from rules.errors import Invalid
from rules.values.sentence import apart, of_field, packed, say, unpacked
from rules.war_chess.field.notation import read_move
from tests.campaigns.words.pseudo import ENGLISH, pseudo_language

CAMPAIGNS = Path(__file__).parents[3] / "campaigns"
OF_THE_API = ("endpoint.py", "endpoint.py")
"""The API is English."""

REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: read_line("", "name", 120), "Name: Enter 1 to 120 characters."),
    (lambda: read_text("x" * 9, "sides.0.briefing", 5), "Briefing: Enter at most 5 characters."),
    (lambda: read_line("a\nb", "reason", 120), "Reason: Enter a single line."),
    (lambda: read_whole("3", "fixed_minutes", 0, 90), "Fixed minutes: Enter a whole number from 0 to 90."),
    (lambda: read_zone("Nowhere"), "Time zone: Enter the name of a time zone, for example Europe/London."),
    (lambda: read_move("Quark", "order"), "Order: Enter a move like C15-37 or A14x15, not 'Quark'."),
    (lambda: strictjson.loads("{"), "This is not JSON; the fault is in line 1, column 2."),
    (lambda: strictjson.loads('{"a": [1e999]}'), "The JSON cannot be taken: a number is too great, at a[0]."),
]


@pytest.mark.parametrize(("refused", "read"), REFUSED)
def test_an_error_is_a_label_and_a_sentence_in_the_readers_language(tmp_path, refused, read):
    with pytest.raises(Invalid) as caught:
        refused()
    assert sentence(caught.value.sentence) == read
    kept = unpacked(packed(caught.value.sentence))
    with pseudo_language(tmp_path) as code, override(code):
        said = translated(sentence(kept))
        assert ENGLISH.findall(said.replace("Quark", "")) == [], said


def test_the_field_and_what_is_said_of_it_stay_apart():
    refused = Invalid(of_field("move_number", say("enter a whole number")))
    assert apart(refused.sentence) == ("move_number", "enter a whole number")
    assert at(refused, "move_number") == "Enter a whole number." and at(refused, "to") == ""
    assert (
        sentence(say("{thing} stands in the way: go round it", thing="The mill"))
        == "The mill stands in the way: go round it."
    )


def test_no_form_is_refused_by_text_that_is_no_message():
    """A text that begins with the key of its field is never a message of its own either."""
    found = [path.name for path in sorted(CAMPAIGNS.rglob("*.py")) for _ in _plain_errors(path)]
    assert found == list(OF_THE_API)


def _plain_errors(path: Path) -> Iterator[int]:
    """The lines of a source in which something is refused by plain text, or by a message that begins with a key."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Invalid":
            said = node.args[0]
            if isinstance(said, ast.Constant | ast.JoinedStr):
                yield node.lineno
            elif isinstance(said, ast.Call) and said.args and isinstance(said.args[0], ast.Constant):
                named, colon, _ = str(said.args[0].value).partition(": ")
                if colon and named.islower():
                    yield node.lineno
