"""The page's openings and its problem, played through on the board.  [CH79-30, CH79-31]"""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from rules.books import book

pytestmark = pytest.mark.django_db
CHESS = book("chess-1879")


def read(name, query=""):
    answer = Client().get(reverse(name) + query)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.slow
@pytest.mark.parametrize("line", range(15))
def test_every_opening_can_be_stepped_through_to_its_end(line):
    moves = CHESS.lessons()[line]["moves"]
    for step in range(len(moves) + 1):
        page = read("openings", f"?line={line}&step={step}")
        assert ('rel="next"' in page) == (step < len(moves)) and ('rel="prev"' in page) == (step > 0)
    assert moves[-1]["written"] in page


def test_the_muzio_gambit_gives_up_its_knight():
    page = read("openings", "?line=9&step=10")
    assert "Black: PxKt" in page and page.count('href="#man-knight"') == 3


def test_a_line_or_step_that_is_none_is_the_first_or_the_last():
    assert "The pieces are set up." in read("openings", "?line=x&step=-1")
    assert "step=99" not in read("openings", "?line=999&step=999")


@pytest.mark.slow
def test_the_key_of_the_problem_is_known_and_every_reply_is_mated():
    assert [move for move in first_moves() if CHESS.lesson([move], problem=True)["said"] == "right"] == ["b7a8"]
    replies = CHESS.lesson(["b7a8"], problem=True)["replies"]
    assert len(replies) == 13
    for reply in replies:
        mates = [
            move for move in first_moves(["b7a8", reply["move"]])
            if CHESS.lesson(["b7a8", reply["move"], move], problem=True)["said"] == "solved"
        ]  # fmt: skip
        assert len(mates) == 1


def first_moves(made=()):
    ends = CHESS.lesson(made, problem=True)["ends"]
    return [here + there for here, those in ends.items() for there in those]


def test_the_problem_is_solved_on_its_page():
    assert "Find White" in read("problem")
    assert "is-end" in read("problem", "?from=b7")
    assert "That is not the move" in read("problem", "?moves=b7c8")
    assert "That is the move" in read("problem", "?moves=b7a8")
    assert "Now find the mate" in read("problem", "?moves=b7a8,d6c7")
    assert "it is solved" in read("problem", "?moves=b7a8,d6c7,d4b5")
    assert "That is not the move" in read("problem", "?moves=b7a8,d6c7,d4c6")


@pytest.mark.parametrize("query", ["?moves=zz", "?moves=b7b6", "?moves=b7a8,d6c7,d4b5,c7c8"])
def test_moves_that_are_none_are_refused(query):
    assert Client().get(reverse("problem") + query).status_code in (400, 422)


@pytest.mark.parametrize("key", ["kriegspiel", "little-wars", "war-chess"])
def test_books_without_lines_have_none(key):
    assert book(key).lessons() == ()
