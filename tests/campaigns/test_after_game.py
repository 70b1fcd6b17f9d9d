"""The after-action report of a game on a board: its turning points, its end and its score, for those who may know them."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns.errors import Unseen
from campaigns.sight.after import after_action
from tests.campaigns.builders import a_cast
from tests.campaigns.games import a_game, play_out, say
from tests.campaigns.looked_back import a_seat
from tests.campaigns.web.conftest import _everything_begins_now, client_of  # noqa: F401

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.long]  # a whole game, in its replay
OPERA = (
    "e2e4", "e7e5", "g1f3", "d7d6", "d2d4", "c8g4", "d4e5", "g4f3", "d1f3", "d6e5", "f1c4", "g8f6", "f3b3", "d8e7",
    "b1c3", "c7c6", "c1g5", "b7b5", "c3b5", "c6b5", "c4b5", "b8d7", "e1c1", "a8d8", "d1d7", "d8d7", "h1d1", "e7e6",
    "b5d7", "f6d7", "b3b8", "d7b8", "d1d8",
)  # fmt: skip
"""Morphy's game at the opera in Paris, 1858: thirty-three turns, and mate."""

KRIEGSPIEL = ("e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5")


@pytest.fixture
def cast():
    return a_cast()


def men_of(board, side):
    """The squares on which a board shows men of a side."""
    return {square for square, man in board["men"].items() if man["side"] == side}


def test_the_turns_on_which_most_hung_are_shown_and_how_it_ended(cast):
    battle = a_game(cast)
    play_out(cast, battle, OPERA)
    game = after_action(a_seat(cast.umpire, battle)).game
    assert [one.number for one in game.turnings] == [26, 29, 32]
    assert game.turnings[-1].told[0] == "Black: KtxQ (knight d7 to b8, taking a queen)."
    assert game.turnings[-1].board["men"]["b8"]["kind"] == "knight"
    assert game.board["men"]["d8"] == {**game.board["men"]["d8"], "kind": "rook", "side": "red"}
    assert game.score[-1]["light"].startswith("R-Q8") and len(game.score) == 17


def test_in_the_kriegspiel_a_player_sees_his_own_men_alone_until_the_papers_are_open(cast):
    """CHK-22."""
    battle = a_game(cast, options={"kriegspiel": True})
    play_out(cast, battle, KRIEGSPIEL)
    for user, side, hidden in ((cast.red_general, "red", "blue"), (cast.blue_general, "blue", "red")):
        game = after_action(a_seat(user, battle)).game
        boards = [game.board, *(one.board for one in game.turnings)]
        assert len(boards) == 3 and all(men_of(board, side) and not men_of(board, hidden) for board in boards)
        with pytest.raises(Unseen):
            after_action(a_seat(user, battle), "both")
    whole = after_action(a_seat(cast.umpire, battle)).game
    assert men_of(whole.board, "red") and men_of(whole.board, "blue")


@pytest.mark.parametrize("book", ["war-chess", "chess-1879", "chess-laws"])
def test_a_game_not_yet_moved_in_has_its_board_and_no_score(cast, book):
    game = after_action(a_seat(cast.red_general, a_game(cast, book))).game
    assert game.board["men"] and not game.turnings and not game.score and not game.told


def test_a_figure_taken_in_war_chess_is_a_turning(cast):
    start = {"board": {"7": "dI", "9": "aI", "13": "dI", "19": "dX", "129": "aW"}, "to_move": "red"}
    battle = a_game(cast, "war-chess", start=start)
    say(cast.red_general, battle, {"order": "move", "from": 9, "to": 7})
    say(cast.blue_general, battle, {"order": "move", "from": 13, "to": 12})
    game = after_action(a_seat(cast.umpire, battle)).game
    assert [(one.number, men_of(one.board, "blue")) for one in game.turnings] == [(1, {"13", "19"})]


def test_page_pdf_spreadsheet_and_program_have_the_same_game(cast, django_assert_max_num_queries):
    battle = a_game(cast)
    play_out(cast, battle, OPERA)
    client = client_of(cast.umpire)
    with django_assert_max_num_queries(14):
        page = client.get(reverse("after", args=[battle.public_id])).content.decode()
    assert page.count('<figure class="board') == 4 and "KtxQ" in page and "How it ended" in page
    pdf = client.get(reverse("after-pdf", args=[battle.public_id])).content
    assert pdf.startswith(b"%PDF-") and len(pdf) > 30_000
    sheet = client.get(reverse("after-csv", args=[battle.public_id])).content.decode("utf-8-sig").splitlines()
    assert "score,White,move,1,P-K4,,," in sheet and len([one for one in sheet if one.startswith("score,")]) == 33
    told = client.get(reverse("api-after", args=[battle.public_id])).json()
    assert told["game"]["score"][0] == {"number": 1, "light": "P-K4", "dark": "P-K4"}
    assert [one["number"] for one in told["game"]["turnings"]] == [26, 29, 32]
