"""Orders returned and held by form, and what their commanders see on their sheets and in their forms."""

from __future__ import annotations

import pytest

from campaigns.models import OrderEntry, Ruling
from tests.campaigns.web.conftest import close, give, url


@pytest.fixture
def sent(cast, move):
    """The number of the receipt of Red's order to march."""
    return give(cast, move).number


def returned(umpire, battle, move, number, **more):
    press = {"move": move.public_id, "reason": "Which road?", "clause": "", "act": "return", **more}
    return umpire.post(url("return-order", battle, number), press)


def test_the_desk_offers_to_return_every_order_that_was_sent(battle, move, sent, umpire):
    assert url("return-order", battle, sent) in umpire.get(url("desk", battle)).content.decode()
    page = umpire.get(url("return-order", battle, sent)).content.decode()
    assert "Red Rifles" in page and "Minutes for another order" not in page


def test_a_returned_order_stands_on_the_sheet_with_its_comment_and_in_the_form(battle, move, sent, umpire, red):
    assert returned(umpire, battle, move, sent).status_code == 302
    sheet = red.get(url("sheet", battle)).content.decode()
    assert "Returned by the umpire" in sheet and "Which road?" in sheet
    form = red.get(url("order", battle, "red-foot")).content.decode()
    assert "The umpire has returned this order" in form and "Not in force: sent with receipt" in form
    assert "Returned" in red.get(url("receipts", battle)).content.decode()


def test_a_comment_is_escaped_wherever_it_stands(battle, move, sent, umpire, red):
    returned(umpire, battle, move, sent, reason="<script>alert(1)</script>")
    for client, name, *rest in ((red, "sheet"), (red, "order", "red-foot"), (umpire, "desk")):
        assert "<script>alert" not in client.get(url(name, battle, *rest)).content.decode()


def test_a_closed_desk_says_what_is_undecided_and_does_not_offer_to_submit(cast, battle, move, sent, umpire):
    close(cast, move)
    returned(umpire, battle, move, sent, minutes="5")
    desk = umpire.get(url("desk", battle)).content.decode()
    assert "1 undecided" in desk and "disabled>Publish the result" in desk
    answer = umpire.post(url("submit-move", battle), {"move": move.public_id})
    assert answer.status_code == 409 and "E-HELD" in answer.content.decode()


@pytest.mark.slow
def test_a_commander_with_leave_sends_another_order_by_his_form_after_time_was_called(
    cast, battle, move, sent, umpire, red
):
    close(cast, move)
    assert red.get(url("order", battle, "red-foot")).status_code == 409
    returned(umpire, battle, move, sent, minutes="5")
    assert "Send a new order by" in red.get(url("order", battle, "red-foot")).content.decode()
    check = {"move": move.public_id, "base": "1", "draft": "[]", "key": "k", "act": "withdraw"}
    read = red.post(url("order-check", battle, "red-foot"), check, follow=True)
    assert read.status_code == 200 and "No orders" in read.content.decode()
    send = {"move": move.public_id, "base": "1", "draft": "[]", "key": "k-again"}
    assert red.post(url("order", battle, "red-foot"), send).status_code == 302
    assert OrderEntry.objects.filter(late=False).count() == 2
    assert "Answered" in umpire.get(url("desk", battle)).content.decode()
    assert umpire.post(url("submit-move", battle), {"move": move.public_id}).status_code == 302


@pytest.mark.slow
def test_what_is_held_is_released_or_left_out_from_the_desk(cast, battle, move, sent, umpire):
    close(cast, move)
    for act, kind in (("release", "restore"), ("leave-out", "correct-order")):
        returned(umpire, battle, move, sent, act="hold")
        ruling = Ruling.objects.filter(kind="hold").last()
        answer = umpire.post(url("decide", battle, ruling.public_id), {"reason": "As I saw it", "act": act})
        assert answer.status_code == 302 and Ruling.objects.filter(kind=kind).count() == 1
    assert "disabled>Publish the result" not in umpire.get(url("desk", battle)).content.decode()


@pytest.mark.slow
def test_what_is_refused_stands_beside_its_field_with_all_that_was_typed(cast, battle, move, sent, umpire):
    close(cast, move)
    for wrong in ({"reason": ""}, {"minutes": "soon"}, {"minutes": "999999"}):
        answer = returned(umpire, battle, move, sent, clause="KS-OFF-03", **wrong)
        assert answer.status_code == 400 and "KS-OFF-03" in answer.content.decode(), wrong
    assert not Ruling.objects.exists()
    returned(umpire, battle, move, sent, act="hold")
    ruling = Ruling.objects.get()
    answer = umpire.post(url("decide", battle, ruling.public_id), {"reason": "", "act": "release"})
    assert answer.status_code == 400 and f'id="decide-{ruling.public_id}-error"' in answer.content.decode()


def test_nobody_but_the_umpire_returns_by_form(battle, move, sent, red, stranger):
    for client, status in ((red, 403), (stranger, 404)):
        assert client.get(url("return-order", battle, sent)).status_code == status
        assert returned(client, battle, move, sent).status_code == status
    assert not Ruling.objects.exists()


def test_what_is_not_there_is_not_returned(battle, move, sent, umpire):
    assert umpire.get(url("return-order", battle, "AAAAAAAAAAAA")).status_code == 404
    assert umpire.post(url("decide", battle, "AAAAAAAAAAAA"), {"reason": "x"}).status_code == 404


def test_returning_takes_no_more_queries_than_any_page(battle, move, sent, umpire, red, django_assert_max_num_queries):
    returned(umpire, battle, move, sent)
    for client, address in (
        (umpire, url("desk", battle)),
        (umpire, url("return-order", battle, sent)),
        (red, url("sheet", battle)),
        (red, url("order", battle, "red-foot")),
        (red, url("receipts", battle)),
    ):
        with django_assert_max_num_queries(12):
            assert client.get(address).status_code == 200, address


@pytest.mark.parametrize(
    ("act", "says"), [("return", "has returned it; it is not in force"), ("hold", "holds it; it is")]
)
def test_the_receipt_and_the_sheet_do_not_call_an_order_in_force_that_the_umpire_has_back(
    battle, move, sent, umpire, red, act, says
):
    """Twin: until then it is in force, and is again when it is released."""
    receipt, status = url("order", battle, "red-foot") + f"?sent={sent}", url("status", battle)
    assert "Your order is in force." in red.get(receipt).content.decode()
    assert ">Sent 1<" in red.get(status).content.decode()
    returned(umpire, battle, move, sent, act=act)
    page = red.get(receipt).content.decode()
    assert says in page and "Your order is in force." not in page and ">In force<" not in page and "Which road?" in page
    assert 'id="receipt-state" data-live-part="clock orders"' in page
    assert ">Sent 1<" not in red.get(status).content.decode()
    assert "Not in force:" in red.get(url("sheet", battle)).content.decode()
    ruling = Ruling.objects.get().public_id
    umpire.post(url("decide", battle, ruling), {"act": "release", "reason": "Clear now."})
    assert "Your order is in force." in red.get(receipt).content.decode()
    assert "Not in force:" not in red.get(url("sheet", battle)).content.decode()
