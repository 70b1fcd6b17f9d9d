"""POST battles/<id>/orders/: orders given, revised, refused."""

from datetime import timedelta

from campaigns.api.endpoint import Stamped
from campaigns.models import OrderEntry
from campaigns.usecases.moves.moves import close_move
from tests.campaigns.api.conftest import form_fours
from tests.campaigns.builders import the_move


def test_an_accepted_order_answers_with_its_receipt(caller, at, move):
    answer = caller("red_foot").post(at("orders"), form_fours(move))
    assert answer.status_code == 201, answer.data
    entry = OrderEntry.objects.get()
    assert answer.data["number"] == entry.public_id
    assert answer.data["revision"] == 1
    assert answer.data["digest"] == entry.digest
    assert answer.data["reading"]
    assert answer.data["cost"] != "0"


def test_the_same_key_brings_the_same_receipt_and_no_new_entry(caller, at, move):
    first = caller("red_foot").post(at("orders"), form_fours(move))
    again = caller("red_foot").post(at("orders"), form_fours(move))
    assert (again.status_code, again.data) == (201, first.data) and again.data["cost"] != ""
    assert OrderEntry.objects.count() == 1


def test_the_same_key_with_other_orders_is_refused(caller, at, move):
    caller("red_foot").post(at("orders"), form_fours(move))
    other = [{"order": "stand", "body": "red-foot"}]
    answer = caller("red_foot").post(at("orders"), form_fours(move, orders=other))
    assert (answer.status_code, answer.data["code"]) == (422, "E-KEY")
    assert OrderEntry.objects.count() == 1


def test_a_stale_revision_is_refused_with_both_texts(caller, at, move):
    caller("red_foot").post(at("orders"), form_fours(move))
    typed = [{"order": "stand", "body": "red-foot"}]
    answer = caller("red_foot").post(at("orders"), form_fours(move, key="second", orders=typed))
    assert (answer.status_code, answer.data["code"]) == (412, "E-STALE")
    detail = answer.data["detail"]
    assert detail["revision"] == 1
    assert [order["order"] for order in detail["in_force"]] == ["form"]
    assert [order["order"] for order in detail["typed"]] == ["stand"]
    assert detail["in_force_reading"]
    assert OrderEntry.objects.count() == 1


def test_a_revision_built_on_the_one_in_force_takes_its_place(caller, at, move):
    caller("red_foot").post(at("orders"), form_fours(move))
    stand = [{"order": "stand", "body": "red-foot"}]
    answer = caller("red_foot").post(at("orders"), form_fours(move, key="second", base_revision=1, orders=stand))
    assert (answer.status_code, answer.data["revision"]) == (201, 2)
    receipts = caller("red_foot").get(at("orders")).data
    assert [(one["revision"], one["counts"]) for one in receipts] == [(2, True), (1, False)]


def test_an_illegal_order_is_refused_with_code_and_clause(caller, at, move):
    beyond = [
        {"order": "march", "body": "red-foot", "measured": {"distance": 500, "contours_up": 0, "contours_down": 0}}
    ]
    answer = caller("red_foot").post(at("orders"), form_fours(move, orders=beyond))
    assert answer.status_code == 422
    assert answer.data["code"].startswith("E-")
    assert answer.data["clause"].startswith("KS-")
    assert not OrderEntry.objects.exists()


def test_an_order_to_an_enemy_is_answered_as_one_to_nobody(caller, at, move):
    def sent(thing):
        orders = [{"order": "stand", "body": thing}]
        answer = caller("red_foot").post(at("orders"), form_fours(move, thing=thing, orders=orders))
        return answer.status_code, answer.content.replace(thing.encode(), b"")

    theirs, nobodys = sent("blue-foot"), sent("nothing-such")
    assert theirs == nobodys
    assert theirs[0] == 404


def test_an_order_to_a_body_of_another_arm_is_refused(caller, at, move):
    answer = caller("red_horse").post(at("orders"), form_fours(move))
    assert (answer.status_code, answer.data["code"]) == (403, "E-ROLE")


def test_the_side_that_does_not_move_gives_no_orders(caller, at, move):
    orders = [{"order": "stand", "body": "blue-foot"}]
    answer = caller("blue_foot").post(at("orders"), form_fours(move, thing="blue-foot", orders=orders))
    assert (answer.status_code, answer.data["code"]) == (409, "E-TURN")


def test_an_order_to_a_closed_move_is_refused_and_the_move_named(caller, at, move, hall):
    hall.wait(minutes=20)
    close_move(move_id=move.pk, now=hall.now, cause="time")
    answer = caller("red_foot").post(at("orders"), form_fours(move))
    assert (answer.status_code, answer.data["code"]) == (409, "E-TURN")
    assert answer.data["detail"]["late"] > 0


def test_a_move_of_another_battle_is_unseen(caller, at, cast, move):
    from tests.campaigns.builders import a_battle

    other = the_move(a_battle(cast))
    answer = caller("red_foot").post(at("orders"), form_fours(other))
    assert (answer.status_code, answer.data["code"]) == (404, "E-NONE")
    assert not OrderEntry.objects.exists()


def test_an_unknown_field_is_refused_by_name(caller, at, move):
    answer = caller("red_foot").post(at("orders"), form_fours(move, is_umpire=True))
    assert (answer.status_code, answer.data["code"]) == (400, "E-INVALID")
    assert "is_umpire" in answer.data["sentence"]
    assert not OrderEntry.objects.exists()


def test_an_unknown_key_in_an_order_is_refused_by_name(caller, at, move):
    orders = [{"order": "stand", "body": "red-foot", "men": 5}]
    answer = caller("red_foot").post(at("orders"), form_fours(move, orders=orders))
    assert answer.status_code == 400
    assert "men" in answer.data["sentence"]


def test_orders_withdrawn_are_an_entry_too(caller, at, move):
    caller("red_foot").post(at("orders"), form_fours(move))
    body = {"move": move.public_id, "thing": "red-foot", "base_revision": 1, "key": "second"}
    answer = caller("red_foot").post(at("orders/withdraw"), body)
    assert (answer.status_code, answer.data["revision"], answer.data["orders"]) == (201, 2, [])
    assert OrderEntry.objects.count() == 2


def test_orders_checked_tell_their_cost_and_store_nothing(caller, at, move):
    body = {name: value for name, value in form_fours(move).items() if name in ("move", "thing", "orders")}
    answer = caller("red_foot").post(at("orders/check"), body)
    assert answer.status_code == 200, answer.data
    assert answer.data["cost"] != "0"
    assert not OrderEntry.objects.exists()


def test_an_order_stamped_before_time_was_called_counts_through_the_drain(caller, at, move, hall, monkeypatch):
    """It came in time and waited for the lock, or for a worker.  [RELIABILITY A3]"""
    hall.now = move.closes_at - timedelta(seconds=1)
    stamped = Stamped.initial

    def kept_waiting(self, request, *args, **kwargs):
        stamped(self, request, *args, **kwargs)
        hall.wait(seconds=3)

    monkeypatch.setattr(Stamped, "initial", kept_waiting)
    answer = caller("red_foot").post(at("orders"), form_fours(move))
    assert answer.status_code == 201, answer.data
    assert OrderEntry.objects.get().arrived_at < move.closes_at
    late = caller("red_foot").post(at("orders"), form_fours(move, key="second", base_revision=1))
    assert (late.status_code, late.data["code"]) == (409, "E-TURN")
