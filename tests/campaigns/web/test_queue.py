"""What waits for the umpire, ranked, on the first page and on the desk; and what they prepare by form."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from campaigns import sight
from campaigns.clock import server_time
from campaigns.clockwork.timers import sweep
from campaigns.desk.queue import RANKS, queue
from campaigns.models import Dispatch, Inject, Move, Ruling
from campaigns.sight.overview import overview
from campaigns.usecases.desk.facts import measure
from campaigns.usecases.desk.returned_orders import hold_order
from campaigns.usecases.messages.injects import Planned, prepare_inject
from campaigns.usecases.notices import note_notice
from campaigns.usecases.people.invitations import invite
from tests.campaigns import builders
from tests.campaigns.web.conftest import client_of, close, give, submitted, url


def kinds(user, now=None):
    return [
        one.kind
        for one in queue(overview(user, lambda: now or server_time()), sight.notices(user), now or server_time())
    ]


def test_an_open_move_with_nothing_sent_waits_when_a_quarter_of_its_time_is_left(cast, battle, move):
    near = move.closes_at - (move.closes_at - move.opened_at) / 4
    assert kinds(cast.umpire, near - timedelta(seconds=1)) == []
    assert kinds(cast.umpire, near) == ["nothing-sent"]
    give(cast, move)
    assert kinds(cast.umpire, near) == []


@pytest.mark.slow
def test_a_closed_move_waits_until_it_is_submitted(cast, battle, move, umpire):
    give(cast, move)
    close(cast, move)
    assert kinds(cast.umpire) == ["closed"]
    submitted_again = builders.the_move(battle)
    assert submitted_again.pk == move.pk
    umpire.post(url("measure", battle), {"move": move.public_id, "base": "0"})
    umpire.post(url("submit-move", battle), {"move": move.public_id})
    assert "closed" not in kinds(cast.umpire)


@pytest.mark.slow
def test_what_is_parked_comes_before_what_is_held_before_what_is_closed(cast, battle, move):
    other = builders.a_battle(cast, name="Elsewhere", options={"two_stage_move": False})
    third = builders.a_battle(cast, name="Further off", options={"two_stage_move": False})
    number = give(cast, move).number
    close(cast, move)
    hold_order(by=cast.umpire, move=move.public_id, entry=number, reason="Is it he?", now=server_time())
    close(cast, builders.the_move(third))
    Move.objects.filter(pk=builders.the_move(other).pk).update(status="closed", parked=True, parked_why="A fault.")
    found = queue(overview(cast.umpire, server_time), sight.notices(cast.umpire), server_time())
    assert [(one.kind, one.battle) for one in found] == [
        ("parked", other.public_id), ("held", battle.public_id), ("closed", third.public_id)
    ]  # fmt: skip
    assert [one.rank for one in found] == sorted(RANKS.index(one.kind) for one in found)


def test_an_officials_facts_an_invitation_and_an_inject_are_in_it(cast, battle, move):
    give(cast, move)
    measure(
        by=cast.official,
        move=move.public_id,
        base_revision=0,
        orders={"red-foot/0": {"distance": 5}},
        now=server_time(),
    )
    invite(by=cast.umpire, campaign=battle.campaign.public_id, kind="observer", now=server_time())
    soon = server_time() + timedelta(minutes=20)
    planned = Planned(text="Rain", at=soon)
    prepare_inject(by=cast.umpire, battle=battle.public_id, planned=planned, key="i", now=server_time())
    assert kinds(cast.umpire) == ["reported", "inject-next", "invited"]


def test_what_officials_differ_about_is_asked_of_the_umpire_until_he_has_read_it(cast, battle, move, umpire):
    give(cast, move)
    chief = battle.campaign.posts.get(kind="umpire")
    note_notice(
        battle, move=move, kind="differ", text="Two measurements differ.", now=server_time(), to=[chief], again="1"
    )
    assert kinds(cast.umpire) == ["asked"]
    umpire.post("/notices/")
    assert kinds(cast.umpire) == []


def test_a_player_has_no_such_queue(cast, battle, move):
    close(cast, move)
    for user in (cast.red_general, cast.official, cast.observer, cast.bystander):
        assert kinds(user) == []


def test_the_first_page_and_the_desk_show_it_with_a_link_to_where_it_is_settled(cast, battle, move, umpire, red):
    give(cast, move)
    close(cast, move)
    page = umpire.get("/").content.decode()
    assert "Waits for you" in page and f'href="{url("desk", battle)}#facts"' in page
    desk = umpire.get(url("desk", battle)).content.decode()
    anchors = re.findall(r'<li><a href="#([a-z-]+)">', desk.split('aria-labelledby="h-waits"')[1].split("</nav>")[0])
    assert anchors and all(f'id="{one}"' in desk for one in anchors)
    assert "Waits for you" not in red.get("/").content.decode()


@pytest.mark.slow
def test_the_desk_says_when_another_battle_waits(cast, battle, move, umpire):
    other = builders.a_battle(cast, name="Elsewhere", options={"two_stage_move": False})
    assert "Other battles wait" not in umpire.get(url("desk", battle)).content.decode()
    close(cast, builders.the_move(other))
    assert "Other battles wait for you too" in umpire.get(url("desk", battle)).content.decode()


def test_the_queue_costs_no_more_than_any_page(cast, battle, move, umpire, django_assert_max_num_queries):
    number = give(cast, move).number
    hold_order(by=cast.umpire, move=move.public_id, entry=number, reason="Is it he?", now=server_time())
    invite(by=cast.umpire, campaign=battle.campaign.public_id, kind="observer", now=server_time())
    for address in ("/", url("desk", battle), url("injects", battle)):
        with django_assert_max_num_queries(12):
            assert umpire.get(address).status_code == 200, address


def press(umpire, battle, **more):
    given = {"text": "Rain comes up", "whom": "side-red", "when": "move", "move_number": "2", "key": "k", **more}
    return umpire.post(url("injects", battle), given)


def test_a_message_is_prepared_changed_and_withdrawn_by_form(cast, battle, move, umpire):
    assert press(umpire, battle).status_code == 302
    one = Inject.objects.get()
    assert (one.heard, one.side, one.move_number) == ("side", "red", 2)
    form = umpire.get(f"{url('injects', battle)}?change={one.public_id}").content.decode()
    assert "Change no. 1" in form and "Rain comes up</textarea>" in form
    changed = {"inject": one.public_id, "base": "1", "text": "Thunder", "when": "time", "at": "2030-01-01T12:00"}
    assert press(umpire, battle, **changed).status_code == 302
    one.refresh_from_db()
    assert one.text == "Thunder" and one.at is not None and one.at.year == 2030
    assert umpire.post(url("injects", battle), {"inject": one.public_id, "act": "withdraw"}).status_code == 302
    one.refresh_from_db()
    assert one.state == "withdrawn"


RULING = {
    "thing": "red-foot",
    "t0-v-men": "55",
    "reason": "Five fall sick",
    "clause": "house rule",
    "move_number": "1",
    "key": "r",
}


@pytest.mark.slow
def test_a_ruling_is_prepared_changed_and_given_by_form(cast, battle, move, umpire):
    address = url("prepare-ruling", battle)
    assert 'placeholder="by the rules"' in umpire.get(f"{address}?thing=red-foot").content.decode()
    assert umpire.post(address, RULING).status_code == 302
    one = Inject.objects.get()
    assert one.change["changes"] == [{"group": "bodies", "thing": "red-foot", "key": "men", "value": 55}]
    form = umpire.get(f"{address}?change={one.public_id}&thing=red-depot").content.decode()
    assert 'name="t0-v-men" value="55"' in form and 'name="t1-v-packets-food"' in form
    changed = {**RULING, "inject": one.public_id, "base": "1", "t0-v-men": "54"}
    assert umpire.post(address, changed).status_code == 302
    one.refresh_from_db()
    assert (one.change["changes"][0]["value"], one.revision) == (54, 2)
    assert "men 54" in umpire.get(url("injects", battle)).content.decode()
    close(cast, move)
    assert umpire.post(url("injects", battle), {"inject": one.public_id, "act": "give"}).status_code == 302
    assert Ruling.objects.get().change["changes"][0]["value"] == 54


def test_a_ruling_that_is_not_understood_keeps_what_was_typed(cast, battle, move, umpire):
    for wrong in ({"t0-v-men": "many"}, {"t0-v-men": ""}, {"reason": ""}, {"move_number": "x"}):
        answer = umpire.post(url("prepare-ruling", battle), {**RULING, **wrong})
        assert answer.status_code == 400, wrong
        typed = {**RULING, **wrong}
        assert f'name="t0-v-men" value="{typed["t0-v-men"]}"' in answer.content.decode(), wrong
    packets = {**RULING, "thing": "red-depot", "t0-v-packets-food": "3"}
    assert "Give all three kinds" in umpire.post(url("prepare-ruling", battle), packets).content.decode()
    assert umpire.get(f"{url('prepare-ruling', battle)}?thing=nobody").status_code == 404
    assert not Inject.objects.exists()


def test_nobody_but_the_umpire_prepares_a_ruling(cast, battle, move, red, stranger):
    for client, status in ((red, 403), (stranger, 404)):
        assert client.get(url("prepare-ruling", battle)).status_code == status
        assert client.post(url("prepare-ruling", battle), RULING).status_code == status


def test_a_prepared_message_is_on_the_sheet_of_its_recipients(cast, battle, move, umpire, red, blue):
    press(umpire, battle)
    submitted(cast, move)
    sweep(server_time())
    assert Dispatch.objects.get().text == "Rain comes up"
    assert "Rain comes up" in red.get(url("sheet", battle)).content.decode()
    assert "Rain comes up" not in blue.get(url("sheet", battle)).content.decode()


def test_what_cannot_be_prepared_keeps_what_was_typed(cast, battle, move, umpire):
    for wrong in ({"move_number": "soon"}, {"when": "time", "at": "noon"}, {"whom": "posts"}, {"move_number": "1"}):
        answer = press(umpire, battle, **wrong)
        assert answer.status_code in (400, 409) and "Rain comes up</textarea>" in answer.content.decode(), wrong
    assert not Inject.objects.exists()


def test_nobody_but_the_umpire_prepares_by_form(cast, battle, move, red, stranger):
    for client, status in ((red, 403), (stranger, 404)):
        assert client.get(url("injects", battle)).status_code == status
        assert press(client, battle).status_code == status
    assert client_of(cast.umpire).get(f"{url('injects', battle)}?change=AAAAAAAAAAAA").status_code == 404
    assert client_of(cast.umpire).get(reverse("injects", args=["AAAAAAAAAAAA"])).status_code == 404
