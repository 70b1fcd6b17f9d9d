"""The page of a game: a man is touched, its ends are shown, the move is read back and played, or refused with the reason marked."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk.queue import queue
from campaigns.models import OrderEntry
from campaigns.sight.overview import overview
from campaigns.usecases.desk.undo import undo_move
from campaigns.usecases.moves.moves import close_move
from tests.campaigns import builders
from tests.campaigns.builders import the_move
from tests.campaigns.games import FOOLS_MATE, a_game, at, goes, play_out, say
from tests.campaigns.web.conftest import Page, client_of, url

pytestmark = pytest.mark.django_db
BLIND = {"kriegspiel": True}


def marked(page, mark):
    """The cells with that mark on a page."""
    return set(re.findall(rf'data-cell="(\w+)"[^>]*class="cell [^"]*\b{mark}\b', page))


def board(user, battle, query=""):
    return client_of(user).get(url("board", battle) + query).content.decode()


def sent(user, battle, **fields):
    """What a page sends with its form."""
    move = {"move": the_move(battle).public_id, "key": f"page-{OrderEntry.objects.count()}"}
    return client_of(user).post(url("board-play", battle), {**move, **fields})


def test_the_legal_ends_of_a_figure_are_shown_when_it_is_touched(cast):
    page = board(cast.red_general, a_game(cast, "war-chess"), "?from=127")
    assert marked(page, "is-end") == {"111", "102", "118", "110", "119", "112", "134", "135"}
    assert "8 squares can be reached" in page


@pytest.mark.slow
def test_a_move_is_read_back_before_it_is_played(cast):
    battle = a_game(cast, "war-chess")
    page = board(cast.red_general, battle, "?from=101&to=97")
    assert "The attacker&#x27;s light infantry on 101 (N2) goes to 97 (M1)." in page
    assert the_move(battle).number == 1
    answer = sent(cast.red_general, battle, **{"from": "101", "to": "97"})
    assert answer.status_code == 302 and the_move(battle).side == "blue"


def test_a_refused_move_shows_sentence_clause_and_the_battery_with_its_line_of_fire(cast):
    start = {"board": {"110": "dA", "104": "aI", "7": "dI"}, "to_move": "red"}
    page = board(cast.red_general, a_game(cast, "war-chess", start=start), "?from=104&to=102")
    assert 'role="alert"' in page and "WC-CMD-05" in page
    assert marked(page, "is-batteries") == {"110"} and page.count('class="fire"') == 1
    assert 'id="play"' not in page


def test_what_is_owed_is_shown(cast):
    start = {"board": {"60": "aA", "40": "aA", "16": "dI", "26": "dI", "1": "dA"}, "to_move": "blue"}
    page = board(cast.blue_general, a_game(cast, "war-chess", start=start))
    assert "To be done first" in page and "one of them must be helped" in page
    assert marked(page, "is-exposed") == {"16", "26"}


@pytest.mark.slow
def test_a_move_may_be_written_in_the_descriptive_notation_and_is_kept_so_in_the_score(cast):
    battle = a_game(cast)
    assert "e2 to e4." in board(cast.red_general, battle, "?written=P-K4")
    sent(cast.red_general, battle, written="P-K4")
    sent(cast.blue_general, battle, written="P. to K. 4th")
    assert re.search(r"<th scope=\"row\">1</th><td>P-K4</td><td>P-K4</td>", board(cast.observer, battle))
    assert "is no move" in board(cast.red_general, battle, "?written=zzz")


@pytest.mark.parametrize("text", ["e2-e4", "e2e4", "P-K4", "e4"])
def test_a_written_move_is_read_in_any_of_the_notations(cast, text):
    assert "e2 to e4." in board(cast.red_general, a_game(cast), f"?written={text}")


@pytest.mark.slow
def test_a_pawn_on_the_last_rank_becomes_what_is_chosen(cast):
    battle = a_game(cast, start={"fen": "4k3/P7/8/8/8/8/7P/4K3 w - - 0 1"})
    assert board(cast.red_general, battle, "?from=a7&to=a8").count('type="radio" name="promote"') == 4
    sent(cast.red_general, battle, **{"from": "a7", "to": "a8", "promote": "n"})
    assert the_move(battle).position["fen"].startswith("N3k3/")


@pytest.mark.slow
def test_check_is_said_with_the_move(cast):
    battle = a_game(cast, "chess-laws", start={"fen": "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"})
    sent(cast.red_general, battle, **{"from": "a1", "to": "a8", "check": "yes"})
    assert the_move(battle).position["played"][-1]["said"] is True


@pytest.mark.slow
def test_a_man_that_is_touched_binds_and_the_other_is_told(cast):
    """CH79-18: a touched man must be moved; after j'adoube it need not be."""
    battle = a_game(cast)
    sent(cast.red_general, battle, **{"from": "d2", "say": "adoube"})
    sent(cast.red_general, battle, **{"from": "e2", "say": "touch"})
    assert "touched the piece on e2 and must move it" in board(cast.blue_general, battle)
    assert "The piece on e2 must be moved." in board(cast.red_general, battle)
    assert "CH79-18" in board(cast.red_general, battle, "?from=d2&to=d4")


def in_queue(user):
    """What waits for somebody as an umpire."""
    return [(one.kind, one.words) for one in queue(overview(user, server_time), sight.notices(user), server_time())]


@pytest.mark.slow
def test_a_false_move_may_be_insisted_on_under_the_older_laws_and_is_claimed(cast):
    """LAWS-07a."""
    battle = a_game(cast, "chess-laws")
    assert 'name="insist"' in board(cast.red_general, battle, "?from=e2&to=e5")
    assert 'name="insist"' not in board(cast.red_general, a_game(cast), "?from=e2&to=e5")
    sent(cast.red_general, battle, **{"from": "e2", "to": "e5", "insist": "yes"})
    assert 'value="claim:false-move"' in board(cast.blue_general, battle)
    sent(cast.blue_general, battle, say="claim:false-move")
    assert the_move(battle).side == "red"
    umpire = board(cast.umpire, battle)
    assert "false-move" in umpire and "Upheld" in umpire
    assert in_queue(cast.umpire) == [("claim", "A claim of Blue is upheld: false move")]


@pytest.mark.slow
def test_a_claim_that_is_refused_lies_before_the_umpire_with_its_position(cast):
    battle = a_game(cast, "chess-laws")
    play_out(cast, battle, FOOLS_MATE[:1])
    answer = sent(cast.blue_general, battle, say="claim:false-move")
    assert answer.status_code == 422
    assert b"was not illegal" in answer.content
    umpire = board(cast.umpire, battle)
    assert "Refused: Your opponent" in umpire and f"{url('replay', battle)}?move=2" in umpire
    assert "Refused: Your opponent" not in board(cast.red_general, battle)
    assert in_queue(cast.umpire) == [("claim", "A claim is refused: false move")]
    desk, evidence = (
        client_of(cast.umpire).get(url("desk", battle)).content.decode(),
        f"{url('board', battle)}#h-claims",
    )
    assert "A claim is refused: false move" in desk and evidence in desk
    assert evidence in client_of(cast.umpire).get("/").content.decode()
    say(cast.blue_general, battle, goes(FOOLS_MATE[1]), now=server_time())
    assert in_queue(cast.umpire) == [], "its turn is past"


@pytest.mark.slow
def test_the_desk_of_a_board_costs_no_more_than_any_page(cast, django_assert_max_num_queries):
    battle = a_game(cast, "chess-laws")
    play_out(cast, battle, FOOLS_MATE[:1])
    sent(cast.blue_general, battle, say="claim:false-move")
    umpire = client_of(cast.umpire)
    for address in (url("desk", battle), url("board", battle), "/"):
        with django_assert_max_num_queries(12, info=address):
            assert umpire.get(address).status_code == 200


@pytest.mark.slow
def test_a_draw_is_offered_and_agreed_to(cast):
    battle = a_game(cast)
    sent(cast.red_general, battle, say="offer-draw")
    assert in_queue(cast.umpire) == [("claim", "Red asks the other player to agree: draw")]
    assert in_queue(cast.red_general) == []
    assert sent(cast.blue_general, battle, say="agree").status_code == 302
    battle.refresh_from_db()
    assert battle.result["draw"] is True
    assert "It is drawn." in board(cast.red_general, battle)


@pytest.mark.slow
def test_the_umpire_sees_the_board_and_what_each_player_sees(cast):
    """CHK-01: three boards."""
    page = board(cast.umpire, a_game(cast, options=BLIND))
    assert page.count('<figure class="board') == 3 and page.count('href="#man-king"') == 4
    assert board(cast.umpire, a_game(cast)).count('<figure class="board') == 1


@pytest.mark.slow
def test_the_umpires_no_is_told_to_the_player_and_marked_on_his_board(cast):
    battle = a_game(cast, options=BLIND, start={"fen": "4k3/8/8/8/8/4r3/8/R3K3 w Q - 0 1"})
    sent(cast.red_general, battle, **{"from": "e1", "to": "e2"})
    page = board(cast.red_general, battle, "?from=e1")
    assert "No: e1 to e2." in page and marked(page, "is-tried") == {"e2"}
    assert "No: e1 to e2." in board(cast.umpire, battle)
    assert "No to" not in board(cast.blue_general, battle)


@pytest.mark.slow
def test_a_page_that_is_fresh_is_not_sent_again(cast):
    battle = a_game(cast)
    client = client_of(cast.blue_general)
    page = client.get(url("board", battle)).content.decode()
    ask = re.search(r'id="game-board"[^>]*data-live-from="([^"]+at=[^"]+)"', page)[1].replace("&amp;", "&")
    assert client.get(ask).status_code == 304
    say(cast.red_general, battle, goes("e2e4"))
    assert client.get(ask).status_code == 200


def test_what_was_written_is_not_lost_when_it_is_refused(cast):
    page = board(cast.red_general, a_game(cast), "?written=Kt-KB6")
    assert 'value="Kt-KB6"' in page and 'role="alert"' in page


def test_every_cell_has_a_name_and_no_two_fields_share_an_id(cast):
    answer = client_of(cast.red_general).get(url("board", a_game(cast, "war-chess")) + "?from=127")
    page = Page(answer)
    assert not page.strange and len(page.ids) == len(set(page.ids))
    assert answer.content.count(b'aria-label="') >= 139


@pytest.mark.slow
def test_the_board_is_there_for_those_who_have_a_post_and_for_nobody_else(cast):
    battle = a_game(cast)
    for user in (cast.umpire, cast.red_general, cast.blue_general, cast.red_foot, cast.observer):
        assert client_of(user).get(url("board", battle)).status_code == 200
        assert client_of(user).get(url("sheet", battle)).status_code == 302
    assert client_of(cast.bystander).get(url("board", battle)).status_code == 404
    assert client_of(cast.red_general).get(url("board", battle) + "?of=blue").status_code == 404
    assert sent(cast.bystander, battle, **{"from": "e2", "to": "e4"}).status_code == 404
    assert sent(cast.umpire, battle, **{"from": "e2", "to": "e4"}).status_code == 403
    assert client_of(cast.red_general).get(url("board-play", battle)).status_code == 405


def test_a_battle_on_the_floor_has_no_board(cast):
    battle = builders.a_battle(cast)
    assert client_of(cast.red_general).get(url("board", battle)).status_code == 404


@pytest.mark.slow
def test_a_game_has_a_board_among_its_papers_and_no_supplies(cast):
    def tabs(battle, paper):
        nav = re.search(
            r'<ul class="tabs".*?</ul>', client_of(cast.red_general).get(url(paper, battle)).content.decode()
        )
        return re.findall(r">([^<]+)</a>", nav[0])

    assert tabs(a_game(cast), "board")[0] == "Board" and "Supplies" not in tabs(a_game(cast), "board")
    floor = tabs(builders.a_battle(cast), "sheet")
    assert floor[0] == "Sheet" and "Supplies" in floor


@pytest.mark.parametrize("book", ["war-chess", "chess-1879", "chess-laws"])
def test_the_page_of_a_game_is_small_and_asks_little(cast, book, django_assert_max_num_queries):
    battle = a_game(cast, book, BLIND if book == "chess-1879" else {})
    for user in (cast.red_general, cast.blue_general, cast.umpire):
        client = client_of(user)
        with django_assert_max_num_queries(12):
            answer = client.get(url("board", battle))
        assert len(answer.content) < 300_000


@pytest.mark.slow
def test_the_score_of_war_chess_is_without_what_was_taken_back_and_is_read_without_a_position(cast):
    battle = a_game(cast, "war-chess")
    say(cast.red_general, battle, {"order": "move", "from": 101, "to": 97})
    second = the_move(battle)
    say(cast.blue_general, battle, {"order": "move", "from": 45, "to": 38})
    undo_move(by=cast.umpire, move=second.public_id, reason="a slip", keep_orders=False, now=at(1))
    client = client_of(cast.blue_general)
    with CaptureQueriesContext(connection) as queries:
        page = client.get(url("board", battle)).content.decode()
    row = re.search(r'<table class="score.*?</table>', page, re.S)[0]
    assert row.count("<tr>") == 2 and "101" in row and "45" not in row
    read = [one["sql"] for one in queries if 'FROM "campaigns_finding"' in one["sql"]]
    assert len([one for one in read if '"events"' in one]) == 1
    assert not any('"campaigns_report"."data"' in one["sql"] for one in queries)


def test_what_stands_for_a_turn_whose_time_ran_out_is_not_told_before_the_umpire_has_decided(cast):
    battle = a_game(cast)
    move = the_move(battle)
    close_move(move_id=move.pk, now=move.closes_at, cause="time")
    for user in (cast.red_general, cast.blue_general, cast.observer):
        page = board(user, battle)
        assert "time ran out" not in page and not re.search(r"\bwon\b", page)
    desk = client_of(cast.umpire).get(url("desk", battle)).content.decode()
    assert "time ran out" in desk


@pytest.mark.parametrize("book", ["war-chess", "chess-1879"])
def test_a_board_is_printed_with_its_score_and_room_for_moves(cast, book):
    battle = a_game(cast, book)
    say(cast.red_general, battle, goes("e2e4") if book != "war-chess" else {"order": "move", "from": 101, "to": 97})
    page = client_of(cast.red_general).get(url("print-sheet", battle)).content.decode()
    assert page.count('<figure class="board') == 1 and ("P-K4" in page or "L101-97" in page)
    assert page.count("<td></td><td></td>") == 12 and '<th scope="row">13</th>' in page


def test_on_paper_a_blind_player_has_his_own_men_alone(cast):
    """CHK-22."""
    battle = a_game(cast, options=BLIND)
    said = client_of(cast.blue_general).get(url("print-sheet", battle)).content.decode()
    assert "Black:</strong>" in said and "White:</strong>" not in said
    whole = client_of(cast.umpire).get(url("print-sheet", battle) + "?of=red").content.decode()
    assert "White:</strong>" in whole and "Black:</strong>" not in whole


def test_the_numbers_of_a_board_of_war_chess_lie_over_the_figures(cast):
    """Twin: a board of squares has its letters and numbers at the rim."""
    page = client_of(cast.red_general).get(url("board", a_game(cast, "war-chess"))).content.decode()
    assert 0 < page.rindex('<g class="man') < page.index('class="number"') < page.index('class="guesses"')
    assert 'class="number"' not in client_of(cast.red_general).get(url("board", a_game(cast))).content.decode()
