"""Surveys whose worker is at hand: the rules answer in this process, and an import is followed to its end."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO
from typing import Any

import pytest

from campaigns import children
from campaigns.clock import server_time
from campaigns.usecases.muster.surveys import make_next_survey
from rules import __main__ as rules_at_the_command_line


def ask(command: str, question: bytes, *, longest: float, most_memory: int, told: children.Told) -> str:
    """The answer of the rules, in this process, which is faster than another."""
    with redirect_stdout(StringIO()) as said:
        assert rules_at_the_command_line.survey_of(question) == 0
    answer = ""
    for line in said.getvalue().splitlines(keepends=True):
        if line.encode().startswith(children.PROGRESS):
            told(*children._progress(line.encode()))
        else:
            answer += line
    return answer


@pytest.fixture
def rules_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules answer in this process."""
    monkeypatch.setattr(children, "ask_rules", ask)


def followed(client: Any, answer: Any, *, take: bool = True) -> Any:
    """The last answer of an import by the page.  take: where its window is to be chosen, it is taken as it lies."""
    while answer.status_code == 302 and "/countries/surveys/" in answer["Location"]:
        address = answer["Location"]
        while make_next_survey(server_time):
            pass
        answer = client.get(address)
        if take and b"data-sketch" in answer.content:
            answer = client.post(f"{address}take/")
    return answer
