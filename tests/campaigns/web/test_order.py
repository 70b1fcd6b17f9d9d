"""Orders by form: offered, read back, sent, revised; stale forms and bad input lose nothing and overwrite nothing."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest

from campaigns.clock import server_time
from campaigns.models import Move, OrderEntry
from campaigns.usecases.campaigns.endings import end_battle
from tests.campaigns import builders
from tests.campaigns.web.conftest import Page, client_of, close, give, submitted, url

FOOT = "red-foot"
MARCH = {"order": "march", "body": FOOT, "path": [], "by_road": False, "measured": {"distance": 6}}
FORM = {"order": "form", "body": FOOT, "formation": "two-ranks"}


def choice_of(answer, title):
    """The id of the order on offer with that title."""
    page = answer.content.decode()
    found = re.search(rf'value="(o[0-9a-f]{{8}})"[^>]*><span>{title}</span>', page)
    assert found, f"{title} is not on offer"
    return found[1]


def sent_by(client, battle, move, orders, base=0, key="key-1", thing=FOOT):
    data = {"move": move.public_id, "base": base, "draft": json.dumps(orders), "key": key, "reading": "as typed"}
    return client.post(url("order", battle, thing), data)


def checked_by(client, battle, move, thing=FOOT, **data):
    press = {"move": move.public_id, "base": "0", "draft": "[]", **data}
    return client.post(url("order-check", battle, thing), press, follow=True)


def test_nobody_aims_at_those_of_whom_nobody_is_left(cast):
    """Twin: at those who stand there one may."""
    battle = builders.a_battle(cast, options={"two_stage_move": False, "first_fire_move": 1, "fire_mode": "simulated"})
    move = builders.the_move(battle)
    for one in (*move.position["bodies"].values(), *move.position["guns"].values()):
        one["at"] = [60, 92 if one["side"] == "blue" else 60]
    move.position["bodies"]["blue-horse"] |= {"men": 0, "horses": 0}
    move.save(update_fields=["position"])
    page = client_of(cast.red_guns).get(url("order", battle, "red-gun")).content.decode()
    aimed_at = re.findall(r'<option value="(blue-[a-z]+)"', page)
    assert "blue-foot" in aimed_at and "blue-horse" not in aimed_at


def test_an_order_is_chosen_read_back_with_its_cost_sent_and_receipted(battle, move, red):
    form = red.get(url("order", battle, FOOT))
    chosen = choice_of(form, "March")
    answer = checked_by(red, battle, move, choice=chosen, **{f"{chosen}-path-inches": "6"})
    assert answer.status_code == 200
    assert "Red Rifles marches 6 in." in answer.content.decode()
    assert "Costs <strong>6 of 12 in.</strong>" in answer.content.decode()
    assert not OrderEntry.objects.exists(), "reading back stores nothing"
    fields = Page(answer).fields
    sent = red.post(url("order", battle, FOOT), {key: fields[key] for key in ("move", "base", "draft", "key")})
    assert sent.status_code == 302
    entry = OrderEntry.objects.get()
    assert entry.public_id in sent["Location"]
    receipt = red.get(sent["Location"]).content.decode()
    assert entry.public_id in receipt and entry.digest in receipt and "In force" in receipt


def test_only_what_is_lawful_is_offered_and_the_rest_says_why(battle, red):
    page = red.get(url("order", battle, FOOT)).content.decode()
    offered, blocked = page.split("Not possible now")
    assert "<span>March</span>" in offered and "<span>Fire rifles</span>" not in offered
    assert "Fire rifles" in blocked and "E-EARLY" in blocked and "/rulebook/KS-" in blocked


def test_a_second_order_is_added_and_one_struck_out_before_sending(battle, move, red):
    answer = checked_by(red, battle, move, draft=json.dumps([MARCH]), act="more")
    chosen = choice_of(answer, "Form two ranks")
    both = checked_by(red, battle, move, draft=json.dumps([MARCH]), choice=chosen)
    assert both.content.decode().count("Remove") == 2
    draft = Page(both).fields["draft"]
    one = checked_by(red, battle, move, draft=draft, act="strike-0")
    assert one.content.decode().count("Remove") == 1
    assert [order["order"] for order in json.loads(Page(one).fields["draft"])] == ["form"]


def test_what_the_rules_refuse_is_said_with_code_clause_and_numbers_and_what_was_typed_stays(battle, move, red):
    chosen = choice_of(red.get(url("order", battle, FOOT)), "March")
    answer = checked_by(red, battle, move, choice=chosen, **{f"{chosen}-path-inches": "20"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "E-BUDGET" in page and "KS-" in page
    assert Page(answer).fields[f"{chosen}-path-inches"] == "20"
    assert re.search(rf'value="{chosen}" checked', page)


@pytest.mark.parametrize("typed", ["six", "-1", "NaN", "1e999", "0.01", "12 1/0", "\x00", "9" * 4000])
def test_inches_that_are_none_are_named_beside_the_field_and_kept(battle, move, red, typed):
    chosen = choice_of(red.get(url("order", battle, FOOT)), "March")
    answer = checked_by(red, battle, move, choice=chosen, **{f"{chosen}-path-inches": typed})
    assert answer.status_code == 400
    assert "Enter inches" in answer.content.decode()
    assert not OrderEntry.objects.exists()


def test_a_name_that_is_taken_is_said_on_the_form_and_what_was_typed_stays(battle, move, red):
    chosen = choice_of(red.get(url("order", battle, FOOT)), "Split")
    answer = checked_by(red, battle, move, choice=chosen, **{f"{chosen}-men": "5", f"{chosen}-into": FOOT})
    assert "is taken. Choose another name" in answer.content.decode()
    assert Page(answer).fields[f"{chosen}-men"] == "5"


@pytest.mark.parametrize("typed", ["6,5", "6.5", "6 1/2"])
def test_inches_are_taken_with_a_point_a_comma_or_a_fraction(battle, move, red, typed):
    chosen = choice_of(red.get(url("order", battle, FOOT)), "March")
    answer = checked_by(red, battle, move, choice=chosen, **{f"{chosen}-path-inches": typed})
    assert answer.status_code == 302 or "6.5" in answer.content.decode()


def test_nothing_chosen_is_said(battle, move, red):
    answer = checked_by(red, battle, move)
    assert answer.status_code == 400
    assert "Choose an order." in answer.content.decode()


def test_the_same_press_of_the_button_brings_the_same_receipt(battle, move, red):
    first, again = (sent_by(red, battle, move, [MARCH]) for _ in range(2))
    assert first["Location"] == again["Location"]
    assert OrderEntry.objects.count() == 1


def test_the_same_key_with_another_order_changes_nothing(battle, move, red):
    sent_by(red, battle, move, [MARCH])
    answer = sent_by(red, battle, move, [FORM])
    assert answer.status_code == 422
    assert "E-KEY" in answer.content.decode()
    assert OrderEntry.objects.count() == 1


def test_a_stale_form_shows_both_texts_overwrites_nothing_and_may_be_sent_after_all(cast, battle, move, red):
    sent_by(red, battle, move, [MARCH], key="first")
    stale = sent_by(red, battle, move, [FORM], key="second", base=0)
    page = stale.content.decode()
    assert stale.status_code == 412
    assert "as typed" in page and "Red Rifles marches 6 in." in page
    assert OrderEntry.objects.count() == 1
    fields = Page(stale).fields
    assert json.loads(fields["draft"])[0]["order"] == "form", "what was typed is still in the page"
    mine = red.post(url("order", battle, FOOT), {key: fields[key] for key in ("move", "base", "draft", "key")})
    assert mine.status_code == 302
    assert OrderEntry.objects.order_by("-revision").first().orders[0]["order"] == "form"


def test_another_order_built_on_the_old_revision_is_met_by_the_new_one(battle, move, red):
    fields = Page(checked_by(red, battle, move, draft=json.dumps([MARCH]), act="take-over")).fields
    press = {key: fields[key] for key in ("move", "base", "draft", "key")}
    assert red.post(url("order", battle, FOOT), press).status_code == 302
    back = checked_by(red, battle, move, draft=json.dumps([FORM]), act="take-over")
    other = {key: Page(back).fields[key] for key in ("move", "base", "draft", "key")}
    assert red.post(url("order", battle, FOOT), other).status_code == 412


def test_an_order_for_a_closed_move_is_kept_in_the_page_and_not_taken(cast, battle, move, red):
    close(cast, move)
    answer = sent_by(red, battle, move, [MARCH])
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "E-TURN" in page and "as typed" in page and "&quot;march&quot;" in page
    assert not OrderEntry.objects.filter(late=False).exists()


def test_a_form_from_the_move_before_is_told_which_move_is_open(cast, battle, move, red):
    submitted(cast, move)
    answer = sent_by(red, battle, move, [MARCH])
    assert answer.status_code == 409
    assert "move 2 is open" in answer.content.decode()


def test_orders_are_withdrawn_by_a_receipt_too(cast, battle, move, red):
    give(cast, move)
    answer = checked_by(red, battle, move, base="1", act="withdraw")
    assert "No orders for Red Rifles: it stays where it is." in answer.content.decode()
    fields = Page(answer).fields
    red.post(url("order", battle, FOOT), {key: fields[key] for key in ("move", "base", "draft", "key")})
    assert OrderEntry.objects.order_by("-revision").first().orders == []


@pytest.mark.slow
def test_to_revise_opens_the_order_in_force_filled_in(cast, battle, move, red):
    give(cast, move)
    form = red.get(url("order", battle, FOOT))
    chosen, fields = choice_of(form, "March"), Page(form).fields
    assert f'value="{chosen}" checked' in form.content.decode() and fields[f"{chosen}-path-inches"] == "6"
    assert fields["draft"] == "[]", "what is chosen takes the place of the order, and is not added to it"
    press = {"base": "1", "draft": "[]", "place": fields["place"], "choice": chosen, f"{chosen}-path-inches": "4"}
    back = checked_by(red, battle, move, **press)
    assert "Red Rifles marches 4 in." in back.content.decode() and "marches 6 in." not in back.content.decode()
    afresh = red.get(url("order", battle, FOOT) + "?afresh=1")
    assert Page(afresh).fields["draft"] == "[]" and f'value="{chosen}" checked' not in afresh.content.decode()
    added = red.get(url("order", battle, FOOT) + "?add=1")
    assert Page(added).fields["draft"] != "[]" and f'value="{chosen}" checked' not in added.content.decode()


@pytest.mark.slow
def test_of_several_orders_each_is_opened_in_its_place_and_the_others_stay(battle, move, red):
    sent_by(red, battle, move, [{**MARCH, "measured": {"distance": 1}}, FORM])
    last = red.get(url("order", battle, FOOT))
    assert json.loads(Page(last).fields["draft"])[0]["order"] == "march" and "?open=0" in last.content.decode()
    first = red.get(url("order", battle, FOOT) + "?open=0")
    march, fields = choice_of(first, "March"), Page(first).fields
    assert f'value="{march}" checked' in first.content.decode() and fields[f"{march}-path-inches"] == "1"
    assert (fields["place"], json.loads(fields["draft"])[0]["order"]) == ("0", "form")
    press = {key: fields[key] for key in ("base", "draft", "place")} | {"choice": march, f"{march}-path-inches": "2"}
    back = checked_by(red, battle, move, **press)
    orders = json.loads(Page(back).fields["draft"])
    assert [one["order"] for one in orders] == ["march", "form"] and orders[0]["measured"]["distance"] == 2
    price = red.post(url("order-price", battle, FOOT), {"move": move.public_id, **press})
    assert price.status_code == 200 and b"E-" not in price.content
    wrong = checked_by(red, battle, move, **press | {f"{march}-path-inches": "20"})
    kept = Page(wrong).fields
    assert (wrong.status_code, kept["place"], json.loads(kept["draft"])[0]["order"]) == (422, "0", "form")


def test_an_order_that_no_form_says_is_added_to_and_not_lost(battle, move, red):
    sent_by(red, battle, move, [{**MARCH, "measured": {"distance": 6, "road": 3}}])
    form = red.get(url("order", battle, FOOT))
    assert json.loads(Page(form).fields["draft"])[0]["measured"]["road"] == 3
    assert "What you choose below is added to it" in form.content.decode()


def test_a_receipt_stands_at_the_head_of_the_page_and_is_read_first(battle, move, red):
    sent = sent_by(red, battle, move, [MARCH])
    page = red.get(sent["Location"]).content.decode()
    receipt = page.index('<section id="receipt" aria-label="Receipt" tabindex="-1" autofocus>')
    assert receipt < page.index('<div class="rail') and page.count('id="receipt"') == 1


@pytest.mark.parametrize("ended", [False, True])
def test_where_no_order_is_taken_none_is_offered(cast, battle, move, red, ended):
    """A closed move and an ended battle: the sheet links to no form that would be refused."""
    assert "/order/" in red.get(url("sheet", battle)).content.decode()
    if ended:
        end_battle(by=cast.umpire, battle=battle.public_id, winner="red", reason="Dusk", now=server_time())
    else:
        close(cast, move)
    page = red.get(url("sheet", battle)).content.decode()
    assert "../order/" not in page and ">I am ready<" not in page
    answer = red.get(url("order", battle, FOOT))
    assert answer.status_code == 409 and ("battle is over" in answer.content.decode()) == ended


def test_another_commanders_thing_is_his_to_order(battle, move, red):
    assert red.get(url("order", battle, "red-horse")).status_code == 403
    charge = {"order": "charge", "body": "red-horse", "target": "blue-foot"}
    assert sent_by(red, battle, move, [charge], thing="red-horse").status_code == 403
    assert not OrderEntry.objects.exists()


def test_the_other_sides_things_and_things_that_are_not_there_are_answered_alike(battle, move, red):
    def plain(answer):
        return re.sub(rb'(csrfmiddlewaretoken" value="[^"]+")', b"", answer.content)

    for thing in ("blue-foot", "blue-none"):
        assert red.get(url("order", battle, thing)).status_code == 404
    theirs, nobodys = (sent_by(red, battle, move, [], thing=thing) for thing in ("blue-foot", "blue-none"))
    assert (theirs.status_code, nobodys.status_code) == (404, 404)
    assert plain(theirs) == plain(nobodys)


def test_no_order_is_given_in_the_other_sides_move(battle, move, blue):
    assert blue.get(url("order", battle, "blue-foot")).status_code == 409


def test_neither_umpire_nor_observer_gives_orders(cast, battle, move, umpire):
    for client in (umpire, client_of(cast.observer)):
        assert client.get(url("order", battle, FOOT)).status_code == 404
        assert sent_by(client, battle, move, [MARCH]).status_code in (403, 404)
    assert not OrderEntry.objects.exists()


@pytest.mark.parametrize(
    "draft",
    ["", "{", "nonsense", '[{"order": "fly"}]', '[{"order":"march","body":"red-foot","measured":{"distance":NaN}}]', "[1]",
     "[" * 2000, '[{"order":"march","body":"blue-foot"}]', '[{"order":"march","body":"red-foot","men":-3}]', '["\\u0000"]'],
)  # fmt: skip
def test_a_tampered_draft_is_refused_and_changes_nothing(battle, move, red, draft):
    data = {"move": move.public_id, "base": "0", "draft": draft, "key": "k"}
    for name in ("order", "order-check"):
        answer = red.post(url(name, battle, FOOT), data)
        assert 200 <= answer.status_code < 500, (name, draft)
    assert not OrderEntry.objects.exclude(orders=[]).exists()


@pytest.mark.parametrize("field", ["move", "base", "draft", "key"])
@pytest.mark.parametrize("value", ["\x00", "-1", "é" * 400, "9" * 400_000, "<script>alert(1)</script>"])
def test_a_tampered_hidden_field_gets_a_clear_answer(battle, move, red, field, value):
    data = {"move": move.public_id, "base": "0", "draft": json.dumps([MARCH]), "key": "k", field: value}
    answer = red.post(url("order", battle, FOOT), data)
    assert answer.status_code < 500
    assert b"<script>alert" not in answer.content
    assert (answer.status_code == 302) == ((field, value) == ("key", "-1"))


def test_markup_in_a_name_stays_text_on_every_page(cast):
    nasty = {**builders.START, "bodies": {**builders.START["bodies"]}}
    nasty["bodies"]["red-foot"] = {**nasty["bodies"]["red-foot"], "name": "<img src=x onerror=alert(1)>\"'&"}
    battle = builders.a_battle(cast, start=nasty)
    client = client_of(cast.red_foot)
    for address in (url("sheet", battle), url("order", battle, FOOT)):
        page = client.get(address)
        assert b"<img" not in page.content and b"&lt;img" in page.content
        assert Page(page).strange == []


def test_the_form_without_a_token_is_refused(cast, battle, move):
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.red_foot)
    answer = sent_by(client, battle, move, [MARCH])
    assert answer.status_code == 403
    assert "The form has expired" in answer.content.decode()


def test_what_was_read_back_can_be_loaded_again_and_is_sent_once(battle, move, red):
    chosen = choice_of(red.get(url("order", battle, FOOT)), "March")
    press = {"move": move.public_id, "base": "0", "draft": "[]", "choice": chosen, f"{chosen}-path-inches": "6"}
    page = red.post(url("order-check", battle, FOOT), press)["Location"]
    first, again = Page(red.get(page)).fields, Page(red.get(page)).fields
    assert first["key"] == again["key"]
    for fields in (first, again):
        sent = red.post(url("order", battle, FOOT), {key: fields[key] for key in ("move", "base", "draft", "key")})
        assert sent.status_code == 302
    entry = OrderEntry.objects.get()
    after = red.get(page).content.decode()
    assert "This has been sent" in after and entry.public_id in after and ">Send</button>" not in after


@pytest.mark.slow
def test_a_form_is_found_again_as_it_was_left_until_its_order_is_sent(battle, move, red):
    address = url("order", battle, FOOT)
    chosen = choice_of(red.get(address), "March")
    back = checked_by(red, battle, move, choice=chosen, **{f"{chosen}-path-inches": "6"})
    form = red.get(address)
    assert Page(form).fields[f"{chosen}-path-inches"] == "6" and f'value="{chosen}" checked' in form.content.decode()
    assert f'value="{chosen}" checked' not in red.get(address + "?afresh=1").content.decode()
    fields = Page(back).fields
    red.post(address, {key: fields[key] for key in ("move", "base", "draft", "key")})
    assert "In force with receipt" in red.get(address).content.decode()


def test_what_somebody_else_had_read_back_is_not_to_be_found(cast, battle, move, red):
    chosen = choice_of(red.get(url("order", battle, FOOT)), "March")
    press = {"move": move.public_id, "base": "0", "draft": "[]", "choice": chosen, f"{chosen}-path-inches": "6"}
    page = red.post(url("order-check", battle, FOOT), press)["Location"]
    other = client_of(cast.red_foot)
    assert other.get(page)["Location"] == url("order", battle, FOOT)
    assert red.get(page.replace("red-foot", "red-horse")).status_code == 302
    for token in ("", "none", "%00", "x" * 3000):
        assert red.get(url("order-check", battle, FOOT) + f"?draft={token}").status_code == 302


def test_a_draft_longer_than_any_order_is_not_kept(battle, move, red):
    draft = json.dumps([{"order": "march", "body": FOOT, "note": "x" * 20_000}])
    for act in ("more", "take-over"):
        assert checked_by(red, battle, move, draft=draft, act=act).status_code == 400
    assert "drafts" not in red.session


def test_what_was_read_back_and_fell_due_meanwhile_is_kept_in_words(cast, battle, move, red):
    chosen = choice_of(red.get(url("order", battle, FOOT)), "March")
    press = {"move": move.public_id, "base": "0", "draft": "[]", "choice": chosen, f"{chosen}-path-inches": "6"}
    page = red.post(url("order-check", battle, FOOT), press)["Location"]
    close(cast, move)
    answer = red.get(page)
    assert answer.status_code == 409 and "What you typed" in answer.content.decode()
    assert "march" in answer.content.decode()


def test_what_is_sent_by_the_form_goes_by_the_stamp_of_its_arrival(battle, move, red, monkeypatch):
    """RELIABILITY A3: the move ended while it waited for a thread."""
    late = timedelta(seconds=2)
    Move.objects.filter(pk=move.pk).update(closes_at=server_time() - late, opened_at=server_time() - 60 * late)
    assert sent_by(red, battle, move, [FORM]).status_code == 409
    assert not OrderEntry.objects.filter(late=False).exists()
    monkeypatch.setattr("campaigns.serving.arrival.waited", lambda request: timedelta(seconds=30))
    assert sent_by(red, battle, move, [FORM], key="key-2", base=1).status_code == 302
    entry = OrderEntry.objects.get(late=False)
    assert entry.committed_at - entry.arrived_at >= timedelta(seconds=30)
