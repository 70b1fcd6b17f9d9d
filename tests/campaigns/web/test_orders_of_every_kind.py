"""Every kind of thing on the board: each order that it is offered becomes a draft, and every page opens afterwards."""

from __future__ import annotations

import re

import pytest

from campaigns import sight
from campaigns.clock import server_time
from campaigns.models import OrderDraft, OrderEntry
from campaigns.web.order_form import fields
from campaigns.web.order_form.open_form import Opened
from campaigns.web.order_form.panel import keyed
from rules.contract.view import View
from tests.campaigns import builders, desk_scene
from tests.campaigns.web.conftest import Page, client_of, url
from tests.campaigns.web.test_order_fields import TYPED, a_floor, filled
from tests.campaigns.web.test_orders_on_board import BOARD, PLACED, chosen_in, drawn, panel_of
from tests.rules.little_wars.test_any_order import floor

WITH_A_GENERAL = {**PLACED, "generals": {"red-general": {"side": "red", "name": "General Ashdown", "at": [60, 30]}}}
ONE_STAGE = {"two_stage_move": False, "general_may_order_any_piece": True}


def opens_everywhere(client, battle, thing):
    """The pages that show a draft: each opens."""
    for answer in (
        panel_of(client, battle, thing),
        client.get(url("drafts", battle), **BOARD),
        client.get(url("sheet", battle)),
    ):
        assert answer.status_code == 200


@pytest.mark.parametrize("options", [{}, {"two_stage_move": False}, ONE_STAGE])
def test_a_general_is_ordered_along_a_way(cast, options):
    battle = builders.a_battle(cast, start=WITH_A_GENERAL, options=options)
    client = client_of(cast.red_general)
    answer = drawn(client, battle, "60, 36", "red-general")
    assert answer.status_code == 200 and "Check all and send (1)" in answer.content.decode()
    opens_everywhere(client, battle, "red-general")


def without_places(start):
    """The same start with nothing on the map: people measure."""
    groups = {key: value for key, value in start.items() if isinstance(value, dict)}
    bare = {
        key: {one: {name: said for name, said in state.items() if name != "at"} if isinstance(state, dict) else state
              for one, state in group.items()}
        for key, group in groups.items() if key not in ("bridges",)
    }  # fmt: skip
    return {**start, **bare}


def offered(client, battle, seat, thing):
    """The forms of every order that a thing is offered now, filled in."""
    opened = Opened(seat, thing, server_time())
    for offer in opened.offers():
        if not offer.blocked and all(one.values or one.ask.kind in TYPED for one in offer.fields):
            yield offer.title, dict(filled(offer).lists())


KRIEGSPIEL, LITTLE_WARS = ("kriegspiel", ONE_STAGE), ("little-wars", {})


@pytest.mark.long
@pytest.mark.parametrize("placed", [True, False])
@pytest.mark.parametrize(("book", "options"), [KRIEGSPIEL, LITTLE_WARS])
def test_whatever_is_offered_becomes_a_draft_that_breaks_no_page(cast, book, options, placed):
    start = a_floor() if book == "kriegspiel" else floor(placed, 3)
    start = start if placed else without_places(start)
    battle = builders.a_battle(cast, start=start, options=options, book=book)
    client, tried = client_of(cast.red_general), 0
    seat = sight.find_battle(cast.red_general, battle.public_id)
    for one in [one for one in sight.sheet(seat, server_time()).own if one.may_order]:
        base = {"move": builders.the_move(battle).public_id, "base": "0", "draft": "[]", "place": "0", "things": ""}
        for title, form in offered(client, battle, seat, one.id):
            answer = client.post(url("draft", battle, one.id), {**base, **form}, **BOARD)
            assert answer.status_code == 200, (one.id, title)
            tried += 1
        opens_everywhere(client, battle, one.id)
    assert tried > (30 if book == "kriegspiel" else 8), tried


def test_a_draft_over_which_the_program_fails_is_said_and_removed_and_the_others_are_sent(cast, monkeypatch):
    battle = builders.a_battle(cast, start=WITH_A_GENERAL, options=ONE_STAGE)
    client = client_of(cast.red_general)
    drawn(client, battle, "60, 53")
    check, traced = View.check, View.traces

    def breaks(deed):
        def told(self, order, *more):
            if "red-general" in str(order):
                raise RuntimeError("broken")
            return deed(self, order, *more)

        return told

    monkeypatch.setattr(View, "check", breaks(check))
    monkeypatch.setattr(View, "traces", breaks(traced))
    said = drawn(client, battle, "60, 36", "red-general").content.decode()
    assert "cannot be judged" in said and "Check all and send (1)" in said
    opens_everywhere(client, battle, "red-general")
    page = client.post(url("drafts", battle), {"move": builders.the_move(battle).public_id, "act": "check"}, **BOARD)
    assert "cannot be judged" in page.content.decode() and "Send 1 order" in page.content.decode()
    client.post(url("drafts", battle), {key: Page(page).fields[key] for key in ("move", "key")}, **BOARD)
    assert [one.thing for one in OrderEntry.objects.all()] == ["red-foot"]
    form = chosen_in(panel_of(client, battle, "red-general"))
    gone = client.post(url("draft", battle, "red-general"), {**form, "act": "drop"}, **BOARD)
    assert "The draft is removed." in gone.content.decode() and not OrderDraft.objects.exists()


def test_who_is_ready_with_drafts_is_asked_to_send_them_first(cast):
    battle = builders.a_battle(cast, start=PLACED)
    client, move = client_of(cast.red_foot), builders.the_move(battle).public_id
    drawn(client, battle, "60, 53")
    for answer in (client.post(url("ready", battle), {"move": move, "ready": "yes"}, **more) for more in (BOARD, {})):
        page = answer.content.decode()
        assert "1 draft is not sent" in page and "Check all and send (1)" in page and "I am ready without them" in page

    said = client.post(url("ready", battle), {"move": move, "ready": "yes", "unsent": "yes"}, **BOARD)
    assert "You are ready" in said.content.decode()
    assert "0/0" not in said.content.decode()


def test_the_counts_of_the_list_and_of_the_foot_agree(cast):
    start = {**WITH_A_GENERAL, "waggons": {"red-waggon": {"side": "red", "at": [80, 20], "packets": {"food": 2}}}}
    battle = builders.a_battle(cast, start=start, options=ONE_STAGE)
    client = client_of(cast.red_general)
    page = client.get(url("sheet", battle)).content.decode()
    assert "0 of 4 ordered" in page and "4 without an order" in page and "3 more that need no order" in page


def test_the_foot_says_whose_move_it_is_to_who_waits(cast):
    battle = builders.a_battle(cast, start=PLACED)
    assert "Red is on the move." in client_of(cast.blue_foot).get(url("sheet", battle)).content.decode()
    assert "is on the move." not in client_of(cast.red_foot).get(url("sheet", battle)).content.decode()


def test_a_group_keeps_the_draft_of_a_body_where_the_new_order_is_refused(cast):
    battle = builders.a_battle(cast, start=PLACED, options=ONE_STAGE)
    client = client_of(cast.red_general)
    drawn(client, battle, "60, 53")
    page = drawn(client, battle, "60, 90", things="red-foot,red-horse").content.decode()
    assert "Drafts for 0 bodies" not in page and "Red Rifles: Red Rifles" not in page and 'class="dear"' in page
    assert OrderDraft.objects.get(thing="red-foot").orders[0]["path"] == [[60, 53]]


def test_a_thing_without_strength_has_no_leading_dot(cast):
    battle = builders.a_battle(cast, start=WITH_A_GENERAL, options=ONE_STAGE)
    page = panel_of(client_of(cast.red_general), battle, "red-general").content.decode()
    assert '<p class="soft small"><span class="wide">' in page and "Remove the draft" in page
    assert page.index("data-board-undo") < page.index('class="choices verbs"')


def test_the_key_of_a_charge_is_of_no_work(cast):
    offer = fields.Offer("o1", "Raise an epaulement", "", "work", "", {"order": "epaulement"}, [], gesture="target")
    charge = fields.Offer("o2", "Charge", "", "fight", "", {"order": "charge"}, [], gesture="target")
    assert keyed([offer], "fight") == {} and keyed([offer, charge], "fight") == {"o2": "c"}


def test_an_order_never_costs_a_share_that_nobody_can_picture(cast):
    """A charge, however near its target, costs the whole move, on offer as in its draft."""
    battle = desk_scene.a_battle(cast, desk_scene.NEAR)
    page = client_of(cast.red_horse).get(url("order", battle, "red-horse")).content.decode()
    costs = re.findall(r'<span>(Charge[^<]*)</span><span class="cost">([^<]*)</span>', page)
    assert costs and all(cost == "the whole move" for _, cost in costs)
    assert not re.search(r"\d+/\d{2,} of a move", page)
