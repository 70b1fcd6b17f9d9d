"""Whatever the book offers, the form offers: with a field for every value that it needs, and parsed back as an order."""

from __future__ import annotations

import json

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from campaigns import sight
from campaigns.models import OrderEntry
from campaigns.web.order_form import fields
from campaigns.web.order_form.refill import refilled
from rules.books import book
from rules.errors import Invalid, Refused
from rules.kriegspiel.book import KRIEGSPIEL
from rules.kriegspiel.orders import ORDERS
from tests.campaigns import builders
from tests.campaigns.web.conftest import Page, client_of, url
from tests.campaigns.web.test_order import checked_by, choice_of
from tests.rules.little_wars.test_any_order import floor

UNOFFERED = {"message", "report", "confirm", "choose", "go-short"}
"""Orders that need something on the floor: the last two are tried below; messages and measurements are no orders to a thing."""

TYPED = {
    "flag": {"": "yes"},
    "count": {"": "4"},
    "id": {"": "red-part"},
    "path": {"-bearing": "N", "-inches": "3"},
    "aim": {"-point": "96, 96"},
    "packets": {"-food": "1"},
    "line": {"": "60, 60; 66, 60"},
    "spot": {"": "60, 62"},
    "angle": {"": "north-east"},
    "length": {"": "12"},
}
"""What is typed into a field of each kind; of a choice, the first option."""

PLACES = {
    "red-foot": [60, 60], "red-half": [64, 60], "red-horse": [90, 60], "red-crew": [120, 60], "red-sappers": [180, 60],
    "blue-foot": [90, 84], "blue-horse": [140, 200], "blue-crew": [60, 200], "blue-taken": [62, 58],
}  # fmt: skip


def a_floor(**changes):
    """Everything that can be ordered, each with a place: all arms, prisoners, a half, stores, a work, bridges, a General."""
    bodies = {
        **builders.START["bodies"],
        "red-half": {"side": "red", "arm": "infantry", "men": 10, "formation": "fours"},
        "red-sappers": {"side": "red", "arm": "engineers", "men": 10},
        "blue-taken": {"side": "blue", "arm": "infantry", "men": 5, "held_by": "red", "surrendered": True},
    }
    bodies = {key: {**body, "at": PLACES[key]} for key, body in bodies.items()}
    for key, value in changes.items():
        bodies[key.replace("_", "-")] |= value
    for key in ("red-marines", "red-riders"):
        bodies[key] = {"side": "red", "arm": "infantry", "men": 5}
    guns = {key: {**gun, "at": PLACES[gun["crew"]]} for key, gun in builders.START["guns"].items()}
    return {
        **builders.START,
        "bodies": bodies,
        "guns": guns,
        "waggons": {
            "red-waggon": {**builders.START["waggons"]["red-waggon"], "at": [58, 58]},
            "red-cart": {"side": "red", "packets": {"food": 2}, "at": [60, 57]},
        },
        "depots": {
            "red-depot": {**builders.START["depots"]["red-depot"], "at": [58, 56]},
            "blue-depot": {**builders.START["depots"]["blue-depot"], "at": [180, 66]},
        },
        "bridges": {
            "mill": {"kind": "culvert", "at": [181, 61], "span": [[180, 61], [182, 61]]},
            "weir": {"kind": "culvert", "at": [179, 61], "span": [[178, 61], [180, 61]], "standing": False},
        },
        "works": {"trench": {"kind": "entrenchment", "side": "red", "crew": "red-half", "moves_done": 1}},
        "generals": {"red-general": {"side": "red", "at": [60, 40]}},
        "boats": {"red-boat": {"side": "red", "at": [60, 60], "aboard": {"red-marines": 5}}},
        "trains": {"red-train": {"side": "red", "along": 12, "trucks": 4, "aboard": {"red-riders": 5}}},
        "own_moves": {"red": 6, "blue": 6},
    }


SEEN = {"blue-foot": [90, 84]}
GROUPS = ("bodies", "guns", "waggons", "depots", "generals", "boats", "trains")
FLOORS = [
    {},
    {"red_horse": {"formation": "dismounted"}},
    {"red_foot": {"formation": "extended"}},
    {"red_foot": {"boxed": True}},
]


def offers_of(position, options, rules=KRIEGSPIEL):
    """Every offer for every thing of Red's, with the sheet on which it stands."""
    for things in (position.get(group) or {} for group in (*GROUPS, "boxes")):
        for thing, state in things.items():
            if state.get("side") == "red":
                sheet = sight.ThingSheet(
                    None, None, None, sight.Thing(thing, "", thing, "red", "", state, rules.pieces), 0, (),
                    rules.table(position, options).seen_by("red").choices(thing), (),
                )  # fmt: skip
                yield from ((thing, sheet, offer) for offer in fields.offers(sheet, {}, SEEN))


def filled(offer):
    """The form as a person fills it in who answers every question of an offer."""
    form = QueryDict(mutable=True)
    form["choice"] = offer.id
    for field in offer.fields:
        if field.ask.kind in ("target", "choice", "targets"):
            form.setlist(field.name, [field.values[0][0]])
        elif field.ask.kind == "counts":
            form[f"{field.name}-{field.values[0][0]}"] = "1"
        else:
            form.update({f"{field.name}{part}": text for part, text in TYPED[field.ask.kind].items()})
    return form


def opened_again(sheet, order, rules):
    """Fail where an order from a form, once it is in force, does not come back to the form as it was typed."""
    force = rules.order(order)
    back = refilled(sheet, {}, SEEN, force, rules.order)
    assert back is not None, (sheet.thing.id, force)
    (chosen,) = [one for one in back if one.chosen]
    assert rules.order(chosen.order) == force


@pytest.mark.parametrize("changes", FLOORS)
def test_whatever_is_offered_is_asked_for_in_full_and_read_as_an_order_of_the_book(changes):
    options = KRIEGSPIEL.options({"two_stage_move": False, "first_fire_move": 1})
    position = KRIEGSPIEL.opening(a_floor(**changes), options)
    tried = 0
    for thing, sheet, offer in offers_of(position, options):
        if offer.blocked:
            continue
        (read,) = [one for one in fields.offers(sheet, {}, SEEN, filled(offer)) if one.id == offer.id]
        assert read.chosen and not read.faulty, (thing, offer.title, [field.error for field in read.fields])
        opened_again(sheet, read.order, KRIEGSPIEL)
        try:
            KRIEGSPIEL.table(position, options).seen_by("red").check(KRIEGSPIEL.order(read.order))
        except Invalid as refused:
            raise AssertionError((thing, read.order, refused.sentence)) from refused
        except Refused:
            pass  # understood; whether it is lawful with what was typed the book decides
        tried += 1
    assert tried > 30


@pytest.mark.parametrize("placed", [False, True])
def test_of_little_wars_too_every_order_that_a_form_makes_is_opened_again_filled_in(placed):
    rules, kinds, start = book("little-wars"), set(), floor(placed, 3)
    start["bodies"]["red-half"] = {"side": "red", "arm": "infantry", "men": 4, **({"at": [19, 10]} if placed else {})}
    for chosen in ({}, {"boxes": True, "waggons": True, "railway": True}):
        for _, sheet, offer in offers_of(start, rules.options(chosen), rules):
            if offer.blocked or not all(field.values or field.ask.kind in TYPED for field in offer.fields):
                continue
            read = next(one for one in fields.offers(sheet, {}, SEEN, filled(offer)) if one.id == offer.id)
            opened_again(sheet, read.order, rules)
            kinds.add(read.order["order"])
    assert kinds >= {"march", "assault", "retire", "split", "merge", "fire-gun", "move-gun", "train", "move-waggon"}, (
        kinds
    )


def test_every_order_of_the_book_is_on_offer_somewhere():
    options = KRIEGSPIEL.options({"two_stage_move": False, "first_fire_move": 1, "boxed_troops": True})
    offered = {
        offer.order["order"]
        for changes in FLOORS
        for _, _, offer in offers_of(KRIEGSPIEL.opening(a_floor(**changes), options), options)
    }
    assert ORDERS.keys() - UNOFFERED <= offered


def test_every_question_has_its_fields_with_labels_and_its_error():
    options = KRIEGSPIEL.options({"two_stage_move": False, "first_fire_move": 1})
    position = KRIEGSPIEL.opening(a_floor(), options)
    kinds = set()
    for _, _, offer in offers_of(position, options):
        for field in offer.fields:
            field.error = "It is none."
            drawn = render_to_string("campaigns/parts/ask.html", {"field": field})
            assert f'name="{field.name}' in drawn or not field.values, (offer.title, field.ask.kind)
            assert f'id="{field.name}-error" tabindex="-1" autofocus>It is none.' in drawn
            kinds.add(field.ask.kind)
    assert kinds >= {
        "path",
        "flag",
        "target",
        "targets",
        "count",
        "choice",
        "packets",
        "aim",
        "line",
        "spot",
        "angle",
        "id",
    }


def test_a_merge_names_the_body_that_is_ordered_first_and_waggons_only_those_chosen():
    options = KRIEGSPIEL.options({"two_stage_move": False})
    position = KRIEGSPIEL.opening(a_floor(), options)
    read = {}
    for thing, sheet, offer in offers_of(position, options):
        if offer.title in ("Merge with", "Wreck waggons") and not offer.blocked:
            (one,) = [one for one in fields.offers(sheet, {}, {}, filled(offer)) if one.id == offer.id]
            read[thing, offer.title] = one.order
    assert read["red-foot", "Merge with"]["bodies"] == ["red-foot", "red-half"]
    assert read["red-half", "Merge with"]["bodies"] == ["red-half", "red-foot"]
    assert read["red-foot", "Wreck waggons"]["targets"] == ["red-cart"]


@pytest.mark.slow
@pytest.mark.django_db
def test_bodies_are_merged_by_form(cast):
    battle = builders.a_battle(cast, start=a_floor())
    move = builders.the_move(battle)
    red = client_of(cast.red_foot)
    chosen = choice_of(red.get(f"/b/{battle.public_id}/order/red-foot/"), "Merge with")
    answer = checked_by(red, battle, move, choice=chosen, **{f"{chosen}-bodies": "red-half"})
    assert answer.status_code == 200 and "Not sent yet" in answer.content.decode()
    assert "&quot;bodies&quot;:[&quot;red-foot&quot;,&quot;red-half&quot;]" in answer.content.decode()


@pytest.mark.slow
@pytest.mark.django_db
def test_who_falls_in_a_melee_is_chosen_behind_the_assault_with_the_numbers_that_are_due(cast):
    battle = builders.a_battle(cast, start=a_floor(blue_foot={"at": [60, 66], "men": 20}))
    move = builders.the_move(battle)
    red = client_of(cast.red_foot)
    assault = json.dumps([{"order": "assault", "body": "red-foot", "target": "blue-foot"}])
    form = checked_by(red, battle, move, draft=assault, act="more")
    chosen = choice_of(form, "Choose who falls")
    page = form.content.decode()
    assert "Who is taken: 20 of Blue" in page and "Blue Guards, at most 20" in page
    wrong = checked_by(red, battle, move, draft=assault, choice=chosen, **{f"{chosen}-prisoners-blue-foot": "some"})
    assert wrong.status_code == 400 and "a whole number" in wrong.content.decode()
    read = checked_by(red, battle, move, draft=assault, choice=chosen, **{f"{chosen}-prisoners-blue-foot": "20"})
    assert read.status_code == 200 and "Not sent yet" in read.content.decode()
    fields = Page(read).fields
    assert json.loads(fields["draft"])[1]["prisoners"] == {"blue-foot": 20}
    sent = red.post(url("order", battle, "red-foot"), {key: fields[key] for key in ("move", "base", "draft", "key")})
    assert sent.status_code == 302
    assert [order["order"] for order in OrderEntry.objects.get().orders] == ["assault", "choose"]


@pytest.mark.slow
@pytest.mark.django_db
def test_who_is_fed_when_packets_are_few_is_named_on_the_sheet_of_the_store(cast):
    start = a_floor()
    start["own_moves"] = {"red": 5, "blue": 5}
    start["depots"]["red-depot"] = {**start["depots"]["red-depot"], "packets": {"food": 1}}
    start["waggons"] = {key: {**one, "packets": {}} for key, one in start["waggons"].items()}
    battle = builders.a_battle(cast, start=start)
    move = builders.the_move(battle)
    transport = client_of(cast.red_guns)
    form = transport.get(url("order", battle, "red-depot"))
    chosen = choice_of(form, "If packets are short, feed first")
    assert "Who is fed first" in form.content.decode()
    press = {"choice": chosen, f"{chosen}-bodies": ["red-half"]}
    read = checked_by(transport, battle, move, thing="red-depot", **press)
    assert read.status_code == 200 and "Not sent yet" in read.content.decode()
    fields = Page(read).fields
    assert json.loads(fields["draft"])[0]["bodies"] == ["red-half"]
    sent = transport.post(
        url("order", battle, "red-depot"), {key: fields[key] for key in ("move", "base", "draft", "key")}
    )
    assert sent.status_code == 302 and OrderEntry.objects.get().orders[0]["order"] == "go-short"
    nothing = checked_by(transport, battle, move, thing="red-depot", choice=chosen)
    assert nothing.status_code == 400 and "Choose at least one" in nothing.content.decode()


def test_a_number_that_was_left_empty_is_asked_for_with_its_true_limits():
    options = KRIEGSPIEL.options({"two_stage_move": False})
    position = KRIEGSPIEL.opening(a_floor(), options)
    thing, sheet, offer = next(one for one in offers_of(position, options) if one[2].order.get("order") == "split")
    form = filled(offer)
    (count,) = [one for one in offer.fields if one.ask.kind == "count"]
    form[count.name] = ""
    (chosen,) = [one for one in fields.offers(sheet, {}, SEEN, form) if one.chosen]
    (error,) = [one.error for one in chosen.fields if one.error]
    assert error == f"Enter a whole number from 1 to {position['bodies'][thing]['men'] - 1}."
