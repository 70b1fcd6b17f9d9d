"""Orders on the board: the panel, drafts that are priced and kept while they are drawn, and all of them sent at once."""

from __future__ import annotations

import json
import re

import pytest

from campaigns.clock import server_time
from campaigns.models import OrderDraft, OrderEntry
from campaigns.usecases.campaigns.endings import end_battle
from tests.campaigns import builders
from tests.campaigns.web.conftest import Page, client_of, close, url

FOOT = "red-foot"
PLACED = {
    **builders.START,
    "bodies": {
        key: {**body, "at": [60 + 12 * number, 48 if body["side"] == "red" else 96]}
        for number, (key, body) in enumerate(builders.START["bodies"].items())
    },
}
BOARD = {"HTTP_X_BOARD": "1"}


@pytest.fixture
def placed(cast):
    return builders.a_battle(cast, start=PLACED)


@pytest.fixture
def general(cast):
    """The General of a battle in which they may order everything."""
    return client_of(cast.red_general)


@pytest.fixture
def commanded(cast):
    """A battle in which the General may order everything."""
    return builders.a_battle(cast, start=PLACED, options={"two_stage_move": False, "general_may_order_any_piece": True})


@pytest.fixture
def foot(cast):
    return client_of(cast.red_foot)


def panel_of(client, battle, thing=FOOT, **asked):
    return client.get(url("panel", battle, thing), asked, **BOARD)


def chosen_in(answer):
    """The fields of the form of a panel, its chosen order among them."""
    page = answer.content.decode()
    found = re.search(r'name="choice" value="(o[0-9a-f]{8})" checked', page)
    fields = Page(answer).fields
    return {key: fields[key] for key in ("move", "base", "draft", "place", "things")} | {
        "choice": found[1] if found else ""
    }


def drawn(client, battle, points, thing=FOOT, **more):
    """A draft of the order with which the panel opens, along these points."""
    form = chosen_in(panel_of(client, battle, thing))
    data = {**form, f"{form['choice']}-path-points": points, **more}
    return client.post(url("draft", battle, thing), data, **BOARD)


def test_a_panel_opens_with_the_usual_order_chosen(placed, foot):
    answer = panel_of(foot, placed)
    page = answer.content.decode()
    assert answer.status_code == 200 and 'data-thing="red-foot"' in page
    assert re.search(r"checked[^>]*><span>March", page) and 'data-gesture="way"' in page
    assert "Press the map at the end of the way." in page and "Not possible now" in page


def test_a_way_that_is_drawn_is_priced_and_kept_as_a_draft(placed, foot):
    page = drawn(foot, placed, "60, 53").content.decode()
    assert "marches 5 in." in page and "5 of 12 in., left: 7" in page
    assert "Check all and send (1)" in page and 'data-state="draft"' in page
    assert not OrderEntry.objects.exists()


def test_a_move_that_ends_says_how_many_drafts_were_not_sent(cast, placed, foot):
    """Twin: nobody else is told of them."""
    drawn(foot, placed, "60, 53")
    close(cast, builders.the_move(placed))
    said = "1 draft was not sent and does not count"
    assert said in foot.get(url("sheet", placed)).content.decode()
    for other in (cast.red_horse, cast.blue_foot, cast.umpire):
        assert said not in client_of(other).get(url("sheet", placed)).content.decode()


def test_the_sheet_of_a_battle_that_is_over_waits_for_nobody(cast, placed, foot):
    """Twin: while it goes on, the closed move waits for the umpire and counts who has no order."""
    close(cast, builders.the_move(placed))
    waits = ("The umpire now decides it", "without an order", "Nothing sent")
    page = foot.get(url("sheet", placed)).content.decode()
    assert all(one in page for one in waits)
    end_battle(by=cast.umpire, battle=placed.public_id, winner="red", reason="It is late", now=server_time())
    page = foot.get(url("sheet", placed)).content.decode()
    assert not [one for one in waits if one in page] and "The battle is over" in page and "Red Rifles" in page


def test_what_the_rules_refuse_stays_a_draft_with_the_limit_and_the_clause(placed, foot):
    page = drawn(foot, placed, "60, 90").content.decode()
    assert 'data-code="E-' in page and "KS-" in page and "12 in" in page
    assert 'data-state="refused"' in page and "Check all and send (0)" in page
    again = panel_of(foot, placed).content.decode()
    assert "60, 90" in again and 'data-code="E-' in again, "nothing that was drawn is lost"


def test_a_longer_way_that_the_rules_refuse_leaves_the_lawful_draft(placed, foot):
    drawn(foot, placed, "60, 53")
    page = drawn(foot, placed, "60, 53\n60, 90", drawn="1").content.decode()
    assert "data-held" in page and 'data-code="E-' in page and "12 in" in page, "why it is refused is said"
    assert "What was drawn before is kept." in page and "marches 5 in." in page
    assert 'data-state="draft"' in page and "Check all and send (1)" in page
    assert OrderDraft.objects.get(thing=FOOT).orders[0]["path"] == [[60, 53]]


def test_a_longer_way_that_is_lawful_replaces_the_draft(placed, foot):
    drawn(foot, placed, "60, 53")
    page = drawn(foot, placed, "60, 53\n62, 55", drawn="1").content.decode()
    assert "data-held" not in page
    assert OrderDraft.objects.get(thing=FOOT).orders[0]["path"] == [[60, 53], [62, 55]]


@pytest.mark.parametrize("before", [[], ["60, 90"]])
def test_a_first_way_that_is_drawn_and_refused_is_not_kept_nor_a_refused_one_before_it(placed, foot, before):
    for points in before:
        drawn(foot, placed, points)
    page = drawn(foot, placed, "60, 90\n60, 91", drawn="1").content.decode()
    assert "data-held" in page and 'data-code="E-' in page and 'data-state="without"' in page
    assert "What was drawn before is kept." not in page
    assert not OrderDraft.objects.exists()
    assert "60, 9" not in panel_of(foot, placed).content.decode()


def test_what_is_only_tried_leaves_a_refused_draft(placed, foot):
    fields = chosen_in(panel_of(foot, placed))
    drawn(foot, placed, "60, 90")
    foot.post(url("draft", placed, FOOT), {**fields, "act": "try", "spot": "60, 91", "drawn": "1"}, **BOARD)
    assert OrderDraft.objects.exists()


def test_an_order_that_waits_for_the_map_is_no_fault_and_no_draft(placed, foot):
    page = drawn(foot, placed, "").content.decode()
    assert "Press the map at the end of the way." in page and 'class="dear"' not in page
    assert 'data-state="without"' in page


def test_what_cannot_be_read_is_said_and_the_draft_before_stays(placed, foot):
    drawn(foot, placed, "60, 53")
    page = drawn(foot, placed, "sixty").content.decode()
    assert 'class="dear"' in page and "Check all and send (1)" in page


def test_a_draft_is_opened_again_removed_and_put_back(placed, foot):
    drawn(foot, placed, "60, 53")
    form = chosen_in(panel_of(foot, placed))
    page = panel_of(foot, placed).content.decode()
    assert "60, 53" in page and "Remove the draft" in page
    gone = foot.post(url("draft", placed, FOOT), {**form, "act": "drop"}, **BOARD).content.decode()
    assert 'data-state="without"' in gone and "The draft is removed." in gone
    before = {FOOT: [{"order": "march", "body": FOOT, "path": [[60, 54]]}]}
    back = foot.post(
        url("drafts", placed), {"move": form["move"], "act": "undo", "orders": json.dumps(before)}, **BOARD
    ).content.decode()
    assert "Undone." in back and 'data-state="draft"' in back
    none = foot.post(
        url("drafts", placed), {"move": form["move"], "act": "undo", "orders": json.dumps({FOOT: None})}, **BOARD
    ).content.decode()
    assert 'data-state="without"' in none


def test_all_drafts_are_listed_with_their_prices_and_sent_in_one_press(placed, foot):
    drawn(foot, placed, "60, 53")
    page = foot.get(url("drafts", placed), **BOARD)
    said = page.content.decode()
    assert "Send 1 order" in said and "Costs 5 of 12 in.; 7 in. left." in said
    sent = foot.post(url("drafts", placed), {key: Page(page).fields[key] for key in ("move", "key")}, **BOARD)
    told = sent.content.decode()
    entry = OrderEntry.objects.get()
    assert entry.public_id in told and 'data-state="ordered"' in told and 'data-swap="orders"' in told
    assert 'data-kind="march"' in told, "the arrow of the order in force comes with the answer"
    twice = foot.post(url("drafts", placed), {key: Page(page).fields[key] for key in ("move", "key")}, **BOARD)
    assert entry.public_id in twice.content.decode() and OrderEntry.objects.count() == 1


def test_the_list_and_its_receipts_are_pages_without_script(placed, foot):
    drawn(foot, placed, "60, 53")
    page = foot.get(url("drafts", placed))
    assert "<h1>Check all and send</h1>" in page.content.decode()
    fields = Page(page).fields
    sent = foot.post(url("drafts", placed), {key: fields[key] for key in ("move", "key")})
    assert "<h1>Sent</h1>" in sent.content.decode() and OrderEntry.objects.get().public_id in sent.content.decode()
    assert foot.get(url("panel", placed, FOOT)).status_code == 302, "a panel is the form of the body"


def test_an_order_in_force_is_filled_in_and_its_change_becomes_a_draft(placed, cast, foot):
    drawn(foot, placed, "60, 53")
    page = foot.get(url("drafts", placed), **BOARD)
    foot.post(url("drafts", placed), {key: Page(page).fields[key] for key in ("move", "key")}, **BOARD)
    again = panel_of(foot, placed).content.decode()
    assert "In force" in again and "60, 53" in again
    revised = drawn(foot, placed, "60, 55").content.decode()
    assert "marches 7 in." in revised and 'data-state="draft"' in revised
    assert OrderEntry.objects.count() == 1, "what is in force stays until the draft is sent"


def test_a_draft_that_a_colleague_has_overtaken_is_said_and_not_lost(commanded, foot, general):
    drawn(foot, commanded, "60, 53")
    drawn(general, commanded, "60, 51")
    page = general.get(url("drafts", commanded), **BOARD)
    general.post(url("drafts", commanded), {key: Page(page).fields[key] for key in ("move", "key")}, **BOARD)
    move = Page(page).fields["move"]
    listed = foot.post(url("drafts", commanded), {"move": move, "act": "check"}, **BOARD).content.decode()
    assert (
        "E-STALE" in listed and "In force now:" in listed and "Send" not in listed.split("Duties")[0].split("</h2>")[1]
    )
    assert "60, 53" in panel_of(foot, commanded).content.decode()


def overtaken(battle, foot, general):
    """Both order the same body, the General sends first; what the other is shown, and what a press of theirs sends."""
    drawn(foot, battle, "60, 53")
    drawn(general, battle, "60, 51")
    page = general.get(url("drafts", battle), **BOARD)
    general.post(url("drafts", battle), {key: Page(page).fields[key] for key in ("move", "key")}, **BOARD)
    move = Page(page).fields["move"]
    listed = foot.post(url("drafts", battle), {"move": move, "act": "check"}, **BOARD).content.decode()
    return listed, {"move": move, "draft": "[]"}


def test_of_two_orders_for_one_body_it_is_said_who_gave_the_other_and_either_can_be_taken(
    cast, commanded, foot, general
):
    listed, fields = overtaken(commanded, foot, general)
    assert f"Red General ({cast.red_general.get_username()})" in listed and "Somebody" not in listed
    assert "Take mine" in listed and "Keep theirs" in listed
    mine = foot.post(url("draft", commanded, FOOT), {**fields, "act": "mine"}, **BOARD).content.decode()
    assert "E-STALE" not in mine and "Take mine" not in mine
    draft = OrderDraft.objects.get(thing=FOOT)
    assert (draft.orders[0]["path"], draft.base_revision, draft.refusal) == ([[60, 53]], 1, {})
    page = foot.get(url("drafts", commanded), **BOARD)
    foot.post(url("drafts", commanded), {key: Page(page).fields[key] for key in ("move", "key")}, **BOARD)
    assert OrderEntry.objects.order_by("pk").last().orders[0]["path"] == [[60, 53]]


def test_theirs_is_kept_where_that_is_pressed_and_mine_goes(commanded, foot, general):
    _, fields = overtaken(commanded, foot, general)
    told = foot.post(url("draft", commanded, FOOT), {**fields, "act": "theirs"})
    assert told.status_code == 302, "without the script it leads back to the list"
    assert not OrderDraft.objects.filter(thing=FOOT).exists()
    assert OrderEntry.objects.get().orders[0]["path"] == [[60, 51]]


def test_mine_is_not_taken_over_orders_of_which_its_author_was_not_told(commanded, foot, general):
    _, fields = overtaken(commanded, foot, general)
    drawn(general, commanded, "60, 55")
    page = general.get(url("drafts", commanded), **BOARD)
    general.post(url("drafts", commanded), {key: Page(page).fields[key] for key in ("move", "key")}, **BOARD)
    foot.post(url("draft", commanded, FOOT), {**fields, "act": "mine"}, **BOARD)
    page = foot.post(url("drafts", commanded), {"move": fields["move"], "act": "check"}, **BOARD).content.decode()
    assert "E-STALE" in page and "Take mine" in page


def test_several_are_ordered_alike_and_what_is_refused_of_one_is_said_of_that_one(commanded, general):
    page = panel_of(general, commanded, things="red-foot,red-horse").content.decode()
    assert "2 bodies together" in page
    told = drawn(general, commanded, "60, 53", things="red-foot,red-horse").content.decode()
    assert "Drafts for 2 bodies." in told and told.count('data-state="draft"') == 2
    told = drawn(general, commanded, "60, 62", things="red-foot,red-horse").content.decode()
    assert "A draft for 1 body." in told and "Red Rifles: " in told


def test_of_several_whose_way_is_drawn_nothing_refused_is_kept(commanded, general):
    told = drawn(general, commanded, "60, 62", things="red-foot,red-horse", drawn="1").content.decode()
    assert "A draft for 1 body." in told and 'data-code="E-' in told and "data-held" not in told
    assert [one.thing for one in OrderDraft.objects.all()] == ["red-horse"]


def test_nobody_else_is_told_of_a_draft(placed, cast, foot):
    drawn(foot, placed, "60, 53")
    for user in (cast.red_general, cast.blue_foot, cast.observer, cast.umpire):
        page = client_of(user).get(url("sheet", placed) + ("?of=red" if user == cast.umpire else "")).content.decode()
        assert 'data-state="draft"' not in page and 'class="trace' not in page
    assert panel_of(client_of(cast.blue_foot), placed).status_code == 404
    assert 'class="trace' in foot.get(url("sheet", placed)).content.decode()


def test_orders_in_force_are_on_the_map_of_their_side_and_on_no_other(placed, cast, foot):
    drawn(foot, placed, "60, 53")
    page = foot.get(url("drafts", placed), **BOARD)
    foot.post(url("drafts", placed), {key: Page(page).fields[key] for key in ("move", "key")}, **BOARD)
    for user, query, there in (
        (cast.red_foot, "", True),
        (cast.red_general, "", True),
        (cast.umpire, "?of=red", True),
        (cast.umpire, "?of=blue", False),
        (cast.blue_foot, "", False),
        (cast.observer, "", False),
    ):
        drawn_there = client_of(user).get(url("sheet", placed) + query).content.decode()
        assert ('class="trace' in drawn_there) is there, (user, query)


@pytest.mark.parametrize("who", ["observer", "umpire"])
def test_who_only_looks_has_the_board_without_its_tools(placed, cast, who):
    query = "?of=red" if who == "umpire" else ""
    page = client_of(getattr(cast, who)).get(url("sheet", placed) + query).content.decode()
    assert 'class="boardpage"' in page and "data-orders-board" not in page and "data-board-send" not in page


def test_a_battle_on_the_table_keeps_its_sheet(battle, red):
    page = red.get(url("sheet", battle)).content.decode()
    assert 'class="boardpage"' not in page and "Your troops" in page and "I am ready" in page


def test_readiness_that_ends_the_move_is_asked_on_the_board(placed, cast):
    def says_ready(who, **more):
        client = client_of(getattr(cast, who))
        move = Page(client.get(url("sheet", placed))).fields["move"]
        return client.post(url("ready", placed), {"move": move, "ready": "yes", **more}, **BOARD)

    for who in ("red_foot", "red_horse"):
        assert "You are ready" in says_ready(who).content.decode()
    asked = says_ready("red_guns")
    assert asked.status_code == 200 and "You are the last" in asked.content.decode()
    assert "the move has ended" in says_ready("red_guns", ends="yes").content.decode()


def test_a_press_on_ready_that_comes_too_late_is_answered_by_a_sentence_on_the_board(placed, cast, red):
    """Twin: without the script of the board it is a page of its own."""
    move = builders.the_move(placed)
    close(cast, move)
    late = {"move": move.public_id, "ready": "yes", "ends": "yes"}
    told = red.post(url("ready", placed), late, **BOARD)
    text = told.content.decode()
    assert told.status_code == 200 and 'id="panel-said"' in text and 'class="dear"' in text and "K.S. Form" not in text
    assert red.post(url("ready", placed), late).status_code == 409


def test_nobody_is_said_to_be_on_the_move_when_it_is_closed(placed, cast, blue):
    """Blue reads who is on the move while Red orders, and that the move has ended when it has."""
    assert "Red is on the move." in blue.get(url("sheet", placed)).content.decode()
    close(cast, builders.the_move(placed))
    page = blue.get(url("sheet", placed)).content.decode()
    assert "is on the move" not in page and "The move has ended." in page


@pytest.mark.parametrize("name", ["sheet", "panel", "drafts"])
def test_a_page_of_the_board_takes_few_queries(placed, foot, django_assert_max_num_queries, name):
    drawn(foot, placed, "60, 53")
    address = url(name, placed, FOOT) if name == "panel" else url(name, placed)
    foot.get(address, **BOARD)
    with django_assert_max_num_queries(12):
        foot.get(address, **BOARD)


def board_of(client, battle):
    """What a sheet shows, without its clock and the tokens of its forms."""
    page = client.get(url("sheet", battle)).content.decode()
    shown = page[page.index('class="boardpage"') : page.index("</main>")]
    shown = re.sub(r'<section class="clock.*?</section>', "", shown, flags=re.DOTALL)
    return re.sub(r'(name="csrfmiddlewaretoken" value=")[^"]*', r"\1", shown)


def test_two_worlds_that_differ_in_drafts_and_orders_are_the_same_to_the_other_side(placed, cast, foot):
    others = [client_of(user) for user in (cast.blue_general, cast.blue_foot, cast.observer)]
    general = client_of(cast.red_general)
    before = [board_of(one, placed) for one in others]
    own = board_of(general, placed)
    drawn(foot, placed, "60, 53")
    drawn(foot, placed, "60, 90")
    assert [board_of(one, placed) for one in others] == before
    assert board_of(general, placed) == own, "a draft is its author's alone"
    drawn(foot, placed, "60, 53")
    page = foot.get(url("drafts", placed), **BOARD)
    foot.post(url("drafts", placed), {key: Page(page).fields[key] for key in ("move", "key")}, **BOARD)
    assert OrderEntry.objects.count() == 1
    assert [board_of(one, placed) for one in others] == before
    assert board_of(general, placed) != own


def test_numbers_of_a_layer_have_no_language(placed, foot):
    german = {"HTTP_ACCEPT_LANGUAGE": "de"}
    form = chosen_in(panel_of(foot, placed))
    data = {**form, f"{form['choice']}-path-points": "60.5, 53.5"}
    page = foot.post(url("draft", placed, FOOT), data, **BOARD, **german).content.decode()
    panel = foot.get(url("panel", placed, FOOT), **BOARD, **german).content.decode()
    paths = re.findall(r' (?:d|transform)="([^"]*)"', page + panel)
    assert paths and not any(re.search(r"\d,\d", one) for one in paths)
    assert "60.5, 53.5" in panel


HILLS = {
    "size": [144, 144],
    "woods": {"w": {"outline": [[40, 40], [80, 40], [80, 80], [40, 80]], "name": "Birch Wood"}},
    "houses": {"h": {"outline": [[100, 20], [104, 20], [104, 24], [100, 24]]}},
    "roads": {"r": {"line": [[0, 10], [144, 10]]}},
}


@pytest.mark.parametrize(
    ("spot", "over"),
    [
        ("60, 60", "Birch Wood."),
        ("102, 22", "A house."),
        ("90, 10", "A road."),
        ("60, 48", "Red Rifles, Birch Wood."),
        ("130, 130", "Open ground."),
        ("150, 10", "Off the map."),
    ],
)
def test_a_place_that_is_tried_is_called_by_what_lies_there_and_nothing_is_kept(cast, foot, spot, over):
    battle = builders.a_battle(cast, start={**PLACED, "country": HILLS})
    fields = chosen_in(panel_of(foot, battle))
    told = foot.post(url("draft", battle, FOOT), {**fields, "act": "try", "spot": spot}, **BOARD).content.decode()
    assert f'<p id="board-tried">{over}' in told
    assert not OrderDraft.objects.exists()


def test_what_is_no_place_is_refused(commanded, foot):
    fields = chosen_in(panel_of(foot, commanded))
    told = foot.post(url("draft", commanded, FOOT), {**fields, "act": "try", "spot": "x"}, **BOARD).content.decode()
    assert 'data-code="E-INVALID"' in told and "board-tried" not in told
