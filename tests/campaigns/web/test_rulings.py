"""Rulings by form: an order corrected, the finding overruled, a ruling taken back."""

from __future__ import annotations

import re

import pytest

from campaigns.clock import server_time
from campaigns.models import OrderEntry, Ruling
from campaigns.usecases.moves.moves import close_move
from tests.campaigns import builders, desk_scene
from tests.campaigns.web.conftest import close, give, url


@pytest.fixture
def closed(cast, move):
    """A closed move in which Red's foot marched six inches."""
    give(cast, move)
    return close(cast, move)


def test_an_order_is_corrected_by_keeping_none_and_choosing_another(battle, closed, umpire):
    address = url("correct-order", battle, "red-foot")
    page = umpire.get(address).content.decode()
    chosen = re.search(r'value="(o[0-9a-f]{8})"[^>]*><span>Form two ranks', page)[1]
    press = {"move": closed.public_id, "choice": chosen, "reason": "He said two ranks", "clause": "KS-INF-02"}
    assert umpire.post(address, press).status_code == 302
    ruling = Ruling.objects.get()
    assert [order["order"] for _, order in ruling.change["orders"]] == ["form"]
    desk = umpire.get(url("desk", battle)).content.decode()
    assert "Corrected" in desk and "He said two ranks" in desk


def test_a_ruling_without_a_reason_is_refused_and_the_form_kept(battle, closed, umpire):
    address = url("correct-order", battle, "red-foot")
    answer = umpire.post(address, {"move": closed.public_id, "reason": "", "clause": "KS-INF-02"})
    assert answer.status_code == 400 and "KS-INF-02" in answer.content.decode()
    assert not Ruling.objects.exists()


def test_the_finding_is_overruled_by_changing_a_value_of_a_thing(battle, closed, umpire, red, blue):
    address = url("overrule", battle)
    page = umpire.get(address, {"thing": "blue-foot"}).content.decode()
    values = dict(re.findall(r'name="(v-[a-z_]+)" value="([^"]*)"', page))
    flags = {f"v-{key}": "no" for key in ("immobile", "out_of_action", "surrendered", "disarmed")}
    press = {
        "move": closed.public_id,
        "thing": "blue-foot",
        **values,
        **flags,
        "v-formation": "extended",
        "v-men": "55",
        "reason": "A figure fell",
        "clause": "house rule",
    }
    assert umpire.post(address, press).status_code == 302
    change = Ruling.objects.get().change["changes"][0]
    assert (change["thing"], change["key"], change["was"], change["value"]) == ("blue-foot", "men", 60, 55)
    umpire.post(url("submit-move", battle), {"move": closed.public_id})
    assert battle.things.get(thing="blue-foot").men == 55
    changed = "<li>Blue Guards: men 60 → 55</li>"
    of_blue, of_red = (one.get(url("report", battle, 1)).content.decode() for one in (blue, red))
    assert changed in of_blue and "Nothing else is reported." in of_blue, "whom it touches reads what was changed"
    assert changed not in of_red and "Nothing else is reported." not in of_red
    listed, of_others = (one.get(url("reports", battle)).content.decode() for one in (blue, red))
    assert "0 events, 1 ruling" in listed and "ruling</span>" not in of_others


def press_of(umpire, battle, closed, **more):
    """The form of Blue's foot as it stands, with something changed."""
    page = umpire.get(url("overrule", battle), {"thing": "blue-foot"}).content.decode()
    values = dict(re.findall(r'name="(v-[a-z_]+)" value="([^"]*)"', page))
    flags = {f"v-{key}": "no" for key in ("immobile", "out_of_action", "surrendered", "disarmed")}
    here = {"move": closed.public_id, "thing": "blue-foot", **values, **flags, "v-formation": "extended"}
    return here | {"v-men": "55", "reason": "A figure fell", "clause": "KS-DEF-04", **more}


@pytest.mark.parametrize("tick", [{}, {"to_all": "on"}])
def test_both_sides_are_told_of_a_ruling_where_the_umpire_ticks_it_and_read_what_each_may(
    battle, closed, umpire, red, blue, tick
):
    """Whoever fired reads why nobody fell, and not how many men the enemy has left."""
    assert umpire.post(url("overrule", battle), press_of(umpire, battle, closed, **tick)).status_code == 302
    umpire.post(url("submit-move", battle), {"move": closed.public_id})
    of_blue, of_red = (one.get(url("report", battle, 1)).content.decode() for one in (blue, red))
    assert "A figure fell" in of_blue and "men 60 → 55" in of_blue
    assert ("A figure fell" in of_red) == bool(tick) and "60 → 55" not in of_red


def test_what_may_be_ruled_on_is_listed_side_by_side_and_the_page_leads_back(battle, closed, umpire):
    page = umpire.get(url("overrule", battle)).content.decode()
    listed = dict(re.findall(r'<optgroup label="([^"]+)">(.*?)</optgroup>', page))
    bodies = {side: group for title, group in listed.items() for side in ("Red", "Blue") if title == f"Bodies · {side}"}
    assert "Blue Guards" in bodies["Blue"] and "Blue Guards" not in bodies["Red"]
    assert f'href="{url("desk", battle)}">Back to the desk' in page


@pytest.mark.parametrize("clause", ["the wall", "KS-NO-99", "LW-MOVE-04", "because"])
def test_a_ruling_rests_on_a_clause_of_that_book(battle, closed, umpire, clause):
    answer = umpire.post(url("overrule", battle), press_of(umpire, battle, closed, clause=clause))
    page = answer.content.decode()
    assert answer.status_code == 400 and "clause" in page and 'value="55"' in page, "and nothing typed is lost"
    assert not Ruling.objects.exists()


@pytest.mark.slow
def test_what_may_be_a_slip_is_asked_about_once(battle, closed, umpire):
    """Sixty men become six hundred by one zero too many."""
    press = press_of(umpire, battle, closed, **{"v-men": "600"})
    assert 'name="sure"' not in umpire.get(url("overrule", battle), {"thing": "blue-foot"}).content.decode()
    asked = umpire.post(url("overrule", battle), press)
    page = asked.content.decode()
    assert asked.status_code == 409 and "600 where 60 are" in page and 'name="sure"' in page
    assert not Ruling.objects.exists()
    assert umpire.post(url("overrule", battle), {**press, "sure": "on"}).status_code == 302
    assert Ruling.objects.get().change["changes"][0]["value"] == 600


def test_a_number_that_grows_within_reason_is_not_asked_about(battle, closed, umpire):
    assert umpire.post(url("overrule", battle), press_of(umpire, battle, closed, **{"v-men": "130"})).status_code == 302


def test_overruling_nothing_is_refused(battle, closed, umpire):
    address = url("overrule", battle)
    page = umpire.get(address, {"thing": "red-gun"}).content.decode()
    values = dict(re.findall(r'name="(v-[a-z_]+)" value="([^"]*)"', page))
    flags = {f"v-{key}": "no" for key in ("destroyed", "limbered", "in_dispute")}
    answer = umpire.post(
        address, {"move": closed.public_id, "thing": "red-gun", **values, **flags, "reason": "No matter"}
    )
    assert answer.status_code == 400 and "Change at least one value" in answer.content.decode()


@pytest.mark.parametrize("men", ["", "-5", "many", "\x00", "1e9", "9" * 3000])
def test_a_value_that_is_none_is_said_beside_its_field(battle, closed, umpire, men):
    answer = umpire.post(
        url("overrule", battle), {"move": closed.public_id, "thing": "blue-foot", "v-men": men, "reason": "x"}
    )
    assert answer.status_code == 400
    assert not Ruling.objects.exists()


def test_a_ruling_is_taken_back_and_both_stay(battle, closed, umpire):
    umpire.post(url("correct-order", battle, "red-foot"), {"move": closed.public_id, "reason": "He said no orders"})
    ruling = Ruling.objects.get()
    assert umpire.post(url("restore", battle, ruling.public_id), {"reason": "He did not"}).status_code == 302
    assert Ruling.objects.count() == 2
    assert "Undone" in umpire.get(url("desk", battle)).content.decode()
    assert umpire.post(url("restore", battle, ruling.public_id), {"reason": "Again"}).status_code == 409


def test_an_open_move_is_not_ruled_on(battle, move, umpire):
    assert umpire.get(url("correct-order", battle, "red-foot")).status_code == 409
    assert umpire.get(url("overrule", battle)).status_code == 409


def test_what_is_not_there_is_not_ruled_on(battle, closed, umpire):
    assert umpire.get(url("correct-order", battle, "nothing")).status_code == 404
    assert umpire.post(url("overrule", battle), {"thing": "nothing", "move": closed.public_id}).status_code == 404
    assert umpire.post(url("restore", battle, "AAAAAAAAAAAA"), {"reason": "x"}).status_code == 404


def test_nobody_but_the_umpire_rules(battle, closed, red, stranger):
    for address in (url("correct-order", battle, "red-foot"), url("overrule", battle)):
        assert red.get(address).status_code == 403
        assert red.post(address, {"move": closed.public_id, "reason": "mine"}).status_code == 403
        assert stranger.get(address).status_code == 404
    assert not Ruling.objects.exists()


def test_a_correction_that_is_refused_keeps_what_was_chosen_and_typed(battle, closed, umpire):
    address = url("correct-order", battle, "red-foot")
    chosen = re.search(r'value="(o[0-9a-f]{8})"[^>]*><span>Form two ranks', umpire.get(address).content.decode())[1]
    press = {"move": closed.public_id, "keep-0": "yes", "choice": chosen, "reason": "", "clause": "KS-INF-02"}
    answer = umpire.post(address, press)
    page = answer.content.decode()
    assert answer.status_code == 400
    assert re.search(rf'value="{chosen}" checked', page) and 'name="keep-0" value="yes" checked' in page
    assert 'value="KS-INF-02"' in page
    assert "Enter 1 to 1000 characters." in page.split('id="reason"')[1].split("</div>")[0]


@pytest.mark.slow
def test_a_ruling_on_a_move_that_was_submitted_meanwhile_loses_nothing_typed(battle, closed, umpire):
    umpire.post(url("submit-move", battle), {"move": closed.public_id})
    press = {"move": closed.public_id, "thing": "blue-foot", "v-men": "55", "reason": "A figure fell unseen"}
    for address in (url("overrule", battle), url("correct-order", battle, "red-foot")):
        answer = umpire.post(address, press)
        assert answer.status_code == 409 and "A figure fell unseen" in answer.content.decode()
    assert not Ruling.objects.exists()


def test_taking_back_without_a_reason_is_refused_beside_its_field(battle, closed, umpire):
    umpire.post(url("correct-order", battle, "red-foot"), {"move": closed.public_id, "reason": "He said no orders"})
    ruling = Ruling.objects.get()
    answer = umpire.post(url("restore", battle, ruling.public_id), {"reason": "a" * 1001})
    page = answer.content.decode()
    assert answer.status_code == 400 and "The umpire’s desk" in page
    assert "at most 1000 characters" in page.split(f'id="why-{ruling.public_id}"')[1].split("</form>")[0]
    assert "a" * 1001 in page and Ruling.objects.count() == 1


@pytest.mark.slow
def test_what_is_offered_while_the_fire_is_settled_is_taken(cast, umpire):
    """KS-TURN-02: overruled at the desk before it is published; afterwards the ruling can no longer be taken back."""
    battle = builders.a_battle(cast, options={"two_stage_move": True, "first_fire_move": 1})
    move = close(cast, builders.the_move(battle))
    assert "Overrule the result" in umpire.get(url("desk", battle)).content.decode()
    page = umpire.get(url("overrule", battle), {"thing": "blue-foot"}).content.decode()
    assert "undo the ruling until the fire is published" in page
    values = dict(re.findall(r'name="(v-[a-z_]+)" value="([^"]*)"', page))
    flags = {f"v-{key}": "no" for key in ("immobile", "out_of_action", "surrendered", "disarmed")}
    press = {"move": move.public_id, "thing": "blue-foot", **values, **flags, "v-formation": "extended"}
    answer = umpire.post(
        url("overrule", battle), press | {"v-men": "55", "reason": "It burst among them", "clause": "KS-AIM-02"}
    )
    assert answer.status_code == 302 and "Undo" in umpire.get(url("desk", battle)).content.decode()
    umpire.post(url("publish-fire", battle), {"move": move.public_id})
    close_move(move_id=move.pk, now=server_time(), cause="umpire")
    desk = umpire.get(url("desk", battle)).content.decode()
    assert "It burst among them" in desk and "Undo" not in desk
    umpire.post(url("submit-move", battle), {"move": move.public_id})
    assert battle.things.get(thing="blue-foot").men == 55


def test_a_corrected_order_is_what_the_desk_and_the_report_show(battle, closed, umpire, red, blue):
    """The sentence of the order that was carried out; the one that was sent is struck.  Twin: the enemy reads neither."""
    address = url("correct-order", battle, "red-foot")
    page = umpire.get(address).content.decode()
    sent = OrderEntry.objects.get().reading
    assert f"Keep: {sent}" in page
    chosen = re.search(r'value="(o[0-9a-f]{8})"[^>]*><span>Form two ranks', page)[1]
    press = {"move": closed.public_id, "choice": chosen, "reason": "He said two ranks"}
    desk = umpire.post(address, press, follow=True).content.decode()
    said = str(Ruling.objects.get().change["readings"][0])
    assert "The corrected orders of Red Rifles are saved." in desk
    orders = desk.split('id="h-orders"')[1].split("</section>")[0]
    assert (
        said in orders
        and sent not in orders
        and url("return-order", battle, OrderEntry.objects.get().public_id) not in desk
    )
    assert "<strong>Correct order, Red Rifles</strong>" in desk
    umpire.post(url("submit-move", battle), {"move": closed.public_id})
    report = red.get(url("report", battle, 1)).content.decode()
    assert f"<s>{sent}</s>" in report and report.count(sent) == 1 and report.count(said) == 2
    assert "<strong>Correct order, Red Rifles</strong>: He said two ranks" in report
    other = blue.get(url("report", battle, 1)).content.decode()
    assert said not in other and sent not in other and "two ranks" not in other


def test_of_two_corrections_the_desk_marks_the_first_as_replaced(battle, closed, umpire):
    address = url("correct-order", battle, "red-foot")
    for reason, keep in (("Nothing at all", {}), ("As it was", {"keep-0": "yes"})):
        umpire.post(address, {"move": closed.public_id, "reason": reason, **keep})
    first, second = Ruling.objects.order_by("pk")
    desk = umpire.get(url("desk", battle)).content.decode()
    assert desk.count(">Replaced<") == 1
    assert url("restore", battle, first.public_id) not in desk and url("restore", battle, second.public_id) in desk


def test_while_the_move_is_open_the_desk_says_when_orders_can_be_corrected(cast, battle, move, umpire):
    give(cast, move)
    says = "You can correct orders when the move has ended."
    assert says in umpire.get(url("desk", battle)).content.decode()
    close(cast, move)
    assert says not in umpire.get(url("desk", battle)).content.decode()


def test_an_overruled_value_stands_in_the_preview_and_before_the_losses_of_the_report(
    battle, closed, umpire, red, blue
):
    """What was ruled, old and new, and why; twin: the side that it does not touch reads nothing of it."""
    saved = umpire.post(url("overrule", battle), press_of(umpire, battle, closed), follow=True).content.decode()
    assert "The ruling on Blue Guards is saved." in saved
    for name in ("desk", "preview"):
        page = umpire.get(url(name, battle)).content.decode()
        assert "Overruled by you" in page and "A figure fell" in page and "Blue Guards: men 60 → 55" in page
    umpire.post(url("submit-move", battle), {"move": closed.public_id})
    report = blue.get(url("report", battle, 1)).content.decode()
    assert report.index("Blue Guards: men 60 → 55") < report.index('id="h-happened"')
    assert "A figure fell" in report and "A figure fell" not in red.get(url("report", battle, 1)).content.decode()


def test_without_a_clause_it_is_a_house_rule_and_the_form_says_so(battle, closed, umpire):
    page = umpire.get(url("overrule", battle), {"thing": "blue-foot"}).content.decode()
    assert 'placeholder="house rule"' in page and "Left empty, it is a house rule." in page
    wrong = umpire.post(url("overrule", battle), press_of(umpire, battle, closed, clause="the wall")).content.decode()
    assert "“the wall” is not the number of a rule" in wrong
    assert umpire.post(url("overrule", battle), press_of(umpire, battle, closed, clause="")).status_code == 302
    assert Ruling.objects.get().clause == "house rule"
    told = umpire.get(url("campaign", battle.campaign)).content.decode()
    assert "An overruling needs a reason, and may name a clause." in told and "reason and a clause" not in told
    again = umpire.get(url("overrule", battle), {"thing": "blue-foot"}).content.decode()
    assert "60 before the move" in again and "60 before the move" not in page


def test_an_order_is_corrected_on_the_map_with_its_price_while_it_is_drawn(cast, umpire, red):
    """Twin: where nothing has a place there is no map."""
    on_map = desk_scene.a_battle(cast)
    move = builders.the_move(on_map)
    desk_scene.orders(cast, move, who="red_foot")
    close(cast, move)
    address = url("correct-order", on_map, "red-foot")
    page = umpire.get(address).content.decode()
    form = page.split("data-price=")[1].split("</form>")[0]
    assert 'data-mode="look"' in page and "way.js" in page and 'data-way="path"' in form
    assert 'data-thing="blue-foot"' in page and re.search(r'data-from="60[.0]*,40[.0]*"', page)
    marches = re.search(r'id="([^"]+)" name="choice" value="([^"]+)"[^>]*><span>March', form)[2]
    points = re.search(r'<textarea id="([^"]+)-points"', form)[1]
    price = url("correct-price", on_map, "red-foot")
    assert "Costs" in umpire.post(price, {"choice": marches, f"{points}-points": "60, 43"}).content.decode()
    assert "dear" in umpire.post(price, {"choice": marches, f"{points}-points": "60, 400"}).content.decode()
    assert red.post(price, {"choice": marches}).status_code in (403, 404)


def test_a_thing_without_a_place_is_corrected_without_a_map(battle, closed, umpire):
    page = umpire.get(url("correct-order", battle, "red-foot")).content.decode()
    assert "way.js" not in page and "data-map" not in page
