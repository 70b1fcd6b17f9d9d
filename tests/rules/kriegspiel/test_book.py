"""Kriegspiel behind the interface of the books: plain data in, plain data out."""

from __future__ import annotations

import json
from functools import partial

import pytest

from rules.books import book
from rules.contract.answers import Checked
from rules.errors import Invalid, Refused
from rules.kriegspiel.events import PacketsGivenUp
from rules.kriegspiel.force import Packets, read_position
from rules.kriegspiel.options import read_options
from rules.kriegspiel.orders import ORDERS
from rules.kriegspiel.orders.facts import Measured, MoveFacts
from rules.kriegspiel.reports.ledgers import reckon
from rules.kriegspiel.reports.read_back import SENTENCES
from rules.values.codec import fields_of

KRIEGSPIEL = book("kriegspiel")
OPTIONS = KRIEGSPIEL.options({"charge_participants": "whole_body"})

START = {
    "own_moves": {"red": 3, "blue": 3},
    "bodies": {
        "red-horse": {
            "side": "red",
            "arm": "cavalry",
            "men": 12,
            "formation": "line",
            "at": [0, 0],
            "name": "Red Horse",
        },
        "red-foot": {"side": "red", "arm": "infantry", "men": 46, "at": [60, 0], "name": "Red Foot"},
        "red-gunners": {"side": "red", "arm": "artillery", "men": 5, "at": [80, 0]},
        "blue-foot": {
            "side": "blue",
            "arm": "infantry",
            "men": 20,
            "formation": "extended",
            "at": [0, 20],
            "name": "Blue Foot",
        },
        "blue-horse": {
            "side": "blue",
            "arm": "cavalry",
            "men": 9,
            "formation": "line",
            "at": [60, 60],
            "name": "Blue Horse",
        },
    },
    "guns": {"red-gun": {"side": "red", "crew": "red-gunners", "at": [80, 1]}},
    "waggons": {"red-waggon": {"side": "red", "at": [60, -3], "packets": {"food": 2}}},
    "depots": {"red-depot": {"side": "red", "at": [60, -5], "packets": {"food": 9, "forage": 9}}},
}
CHARGE = {"order": "charge", "body": "red-horse", "target": "blue-foot"}
FIRE = {"order": "fire-rifles", "body": "red-foot"}
MARCH = {"order": "march", "body": "red-foot", "path": [[60, 6]]}
SHELL = {"order": "fire-gun", "gun": "red-gun", "measured": {"shells": [{"men": {"blue-foot": 4}}]}}


def opened(**changes):
    """The opening position, with some bodies changed."""
    bodies = {name: {**body, **changes.get(name.replace("-", "_"), {})} for name, body in START["bodies"].items()}
    return KRIEGSPIEL.opening({**START, "bodies": bodies}, OPTIONS)


def check(order, before=(), **changes):
    return KRIEGSPIEL.table(opened(**changes), OPTIONS).seen_by("red").check(order, before)


def refusal(order, before=(), **changes):
    """Code and clause of the refusal of an order."""
    with pytest.raises(Refused) as refused:
        check(order, before, **changes)
    return refused.value.code, refused.value.clause


def adjudicated(orders, side="red", position=None, facts=None, **more):
    return KRIEGSPIEL.table(position or opened(), OPTIONS).adjudicate(side, orders, facts or {}, {"seed": "s"}, **more)


# -- options, positions, orders -----------------------------------------------------------------


def test_an_unknown_book_is_not_understood():
    with pytest.raises(Invalid):
        book("whist")


def test_the_options_are_whole_and_read_back_as_they_were_written():
    options = KRIEGSPIEL.options({"slope_cap": "none", "supply_range_ft": {"inf": 7}})
    assert set(options) == {row.key for row in KRIEGSPIEL.register()}
    assert options["slope_cap"] == "none" and options["supply_range_ft"]["infantry"] == 7
    assert KRIEGSPIEL.options(json.loads(json.dumps(options))) == options


def test_every_option_of_the_register_has_its_clause_and_a_sentence():
    assert all(row.clause.startswith("KS-") and row.says.endswith(".") for row in KRIEGSPIEL.register())


@pytest.mark.parametrize("chosen", [{"tea": True}, {"slope_cap": -1}, {"fire_mode": "guessed"}])
def test_an_unknown_option_or_value_is_not_understood(chosen):
    with pytest.raises(Invalid):
        KRIEGSPIEL.options(chosen)


def test_a_position_survives_a_store_that_sorts_its_keys():
    """PostgreSQL's jsonb keeps no order of keys: who moves first is said, not implied."""
    position = KRIEGSPIEL.opening({**START, "own_moves": {"blue": 3, "red": 3}, "first": "blue"}, OPTIONS)
    stored = json.loads(json.dumps(position, sort_keys=True))
    assert KRIEGSPIEL.next_side(stored) == "blue"
    finding = adjudicated([], side="blue", position=stored)
    assert KRIEGSPIEL.next_side(finding.position) == "red"


def test_the_side_that_has_made_fewer_own_moves_is_next():
    assert KRIEGSPIEL.next_side({"own_moves": {"red": 4, "blue": 3}}) == "blue"
    assert KRIEGSPIEL.next_side({"own_moves": {"red": 4, "blue": 4}}) == "red"


def test_an_order_in_its_normal_form_is_read_as_the_same_order():
    order = {"order": "march", "body": 7, "path": [[1.5, 2]], "by_road": False}
    normal = KRIEGSPIEL.order(order)
    assert normal == {"order": "march", "body": "7", "path": [[1.5, 2]]}
    assert KRIEGSPIEL.order(normal) == normal


@pytest.mark.parametrize(
    ("order", "arm"),
    [
        (CHARGE, "cavalry"),
        (SHELL, "artillery"),
        ({"order": "move-waggon", "waggon": "red-waggon"}, "transport"),
        ({"order": "issue", "source": "red-depot", "body": "red-foot"}, "transport"),
        ({"order": "go-short", "bodies": ["red-foot"]}, "transport"),
        ({"order": "merge", "bodies": ["red-gunners", "red-foot"]}, "artillery"),
        ({"order": "choose", "dead": {"red-horse": 1}}, "cavalry"),
        ({"order": "retire", "body": "red-gun"}, "artillery"),
    ],
)
def test_an_order_belongs_to_the_commander_of_an_arm(order, arm):
    assert KRIEGSPIEL.table(opened(), OPTIONS).seen_by("red").arm_of(order) == arm


def test_an_order_about_nothing_belongs_to_nobody():
    with pytest.raises(Refused) as refused:
        KRIEGSPIEL.table(opened(), OPTIONS).seen_by("red").arm_of({"order": "stand", "body": "ghost"})
    assert refused.value.code == "E-NONE"


# -- before the move ----------------------------------------------------------------------------


def test_an_order_is_read_back_with_its_cost_and_what_is_left():
    assert check(CHARGE) == Checked("5/9", "0", "Red Horse charges Blue Foot, 20 in. away.", whole=36)
    assert check(MARCH) == Checked("1/2", "1/2", "Red Foot marches 6 in., to 5 ft east, 6 in. north.", whole=12)
    assert check({"order": "march", "body": "red-foot"}).cost == "as measured"


def test_every_order_can_be_read_back():
    assert set(SENTENCES) == set(ORDERS)


def test_an_order_is_checked_after_those_already_given():
    form = {"order": "form", "body": "red-foot", "formation": "fours"}
    assert check(MARCH, [form]).left == "0"
    assert refusal({**MARCH, "path": [[60, 7]]}, [form]) == ("E-BUDGET", "KS-DEF-03")


@pytest.mark.parametrize(
    ("first", "second"), [(FIRE, MARCH), (MARCH, FIRE), ({"order": "march", "body": "red-foot"}, FIRE)]
)
def test_fire_and_march_exclude_each_other_in_either_sequence(first, second):
    assert refusal(second, [first])[0] == "E-USED"


def test_a_body_ordered_to_charge_gets_no_further_order():
    assert refusal({"order": "stand", "body": "red-horse"}, [CHARGE])[0] == "E-FROZEN"


def test_the_new_body_of_a_split_may_be_ordered_at_once():
    split = {"order": "split", "body": "red-foot", "men": 6, "into": "red-new"}
    assert check({"order": "march", "body": "red-new", "path": [[60, 12]]}, [FIRE, split]).left == "0"


def test_an_order_not_understood_among_those_given_has_no_effect():
    assert check(MARCH, [{"order": "fly"}, {"order": "stand", "body": "ghost"}]).left == "1/2"


def test_nothing_that_a_side_may_not_know_changes_the_answer_to_an_order():
    """The enemy's duties, arrears, horses, streaks and crews leave the answer what it was."""
    hidden = {"immobile": True, "arrears": {"food": 3}, "fire_streak": 5, "must_retire": 12, "flight": ["red-horse"]}
    for order in (CHARGE, MARCH, FIRE, {"order": "retire", "body": "red-foot", "path": [[60, -12]]}):
        assert check(order, blue_foot=hidden, blue_horse={"horses": 3}) == check(order)


def test_what_is_not_on_the_map_and_what_is_the_enemys_are_answered_alike():
    ghost = refusal({"order": "stand", "body": "ghost"})
    assert ghost == refusal({"order": "stand", "body": "blue-foot"}) == ("E-NONE", "")


def warned(order, **changes):
    return [(one["code"], one["clause"]) for one in check(order, **changes).warnings]


def test_cavalry_that_owes_the_three_choices_is_warned():
    owing = {"owes_choice": ["blue-horse"]}
    assert warned({"order": "stand", "body": "red-horse"}, red_horse=owing) == [("W-CHOICES", "KS-CHARGE-16")]
    assert warned({"order": "dismount", "body": "red-horse"}, red_horse=owing) == []


def test_infantry_that_runs_and_is_still_within_reach_is_warned():
    retreat = {"order": "retire", "body": "red-foot", "path": [[60, 12]]}
    near = {"blue_horse": {"at": [60, 47]}}
    assert warned({**retreat, "path": [[60, -12]]}, blue_horse={"at": [60, 24]}) == [("W-RUN", "KS-CHARGE-25")]
    assert warned({**retreat, "path": [[60, -12]]}, **near) == []


@pytest.mark.parametrize(
    ("formation", "away", "kills"),
    [("two-ranks", 36, 2), ("two-ranks", 24, 3), ("two-ranks", 12, 4), ("extended", 36, 2), ("extended", 24, 4), ("extended", 12, 6)],
)  # fmt: skip
def test_who_runs_is_told_how_many_a_sabre_would_kill_where_it_ends(formation, away, kills):
    """KS-CHARGE-24, KS-CHARGE-25."""
    order = {"order": "retire", "body": "red-foot", "path": [[60, -12]]}
    found = check(order, red_foot={"formation": formation}, blue_horse={"at": [60, away - 12]}).warnings
    assert [f"each sabre kills {kills} of its men" in one["sentence"] for one in found if one["code"] == "W-RUN"] == [
        True
    ]


def test_a_body_that_leaves_its_supplies_is_warned():
    far = {"order": "march", "body": "red-foot", "path": [[60, 12]]}
    assert warned(far, red_foot={"at": [60, 0]}) == []
    assert warned({**far, "path": [[60, 70]]}, red_foot={"at": [60, 60.5]}, blue_horse={"at": [200, 60]}) == [
        ("W-SUPPLY", "KS-SUP-06")
    ]
    assert warned(far, blue_horse={"at": [66, 6]}) == [("W-SUPPLY", "KS-SUP-11")]


def test_a_crew_that_marches_off_its_work_is_warned():
    position = {
        **opened(),
        "works": {"trench": {"kind": "entrenchment", "side": "red", "crew": "red-foot", "moves_done": 2}},
    }
    (one,) = KRIEGSPIEL.table(position, OPTIONS).seen_by("red").check(MARCH).warnings
    assert (one["code"], one["sentence"]) == ("W-BREAKWORK", "trench has 2 of 4 moves; they will be kept.")


def offered(thing, before=(), **changes):
    return {
        one.title: one for one in KRIEGSPIEL.table(opened(**changes), OPTIONS).seen_by("red").choices(thing, before)
    }


def test_the_choices_of_a_thing_name_what_is_lawful_what_it_costs_and_what_forbids_the_rest():
    horse = offered("red-horse")
    assert horse["Charge"].asks[0].values == ["blue-foot"]
    assert (horse["Charge"].cost, horse["Dismount"].cost, horse["March"].cost) == ("1", "1", "")
    assert horse["Mount"].blocked["code"] == "E-ALREADY"
    assert horse["Assault"].blocked["code"] == "E-MUSTCHARGE"


@pytest.mark.parametrize("men", [5, 6, 7])
def test_who_digs_is_told_beforehand_how_long_a_trench_may_be(men):
    """KS-WORK-03: and a trench of that length is dug, one a sixteenth longer is not."""
    (ask,) = offered("red-foot", red_foot={"men": men})["Dig a trench"].asks
    assert f"at most {men // 2} in., within 6 in. of the men" in ask.label

    def dug(inches):
        order = {"order": "entrench", "body": "red-foot", "work": "t", "line": [[60, 1], [60 + inches, 1]]}
        return check(order, red_foot={"men": men})

    assert dug(men // 2)
    with pytest.raises(Refused, match="make"):
        dug(men // 2 + 1 / 16)


@pytest.mark.parametrize("thing", ["red-horse", "red-foot", "red-gunners", "red-gun", "red-waggon", "red-depot"])
def test_every_choice_is_an_order_and_every_lawful_one_without_questions_may_be_given(thing):
    for choice in offered(thing).values():
        assert choice.order["order"] in ORDERS
        if choice.blocked is None and not choice.asks:
            assert check(read_and_written(choice.order)).cost == choice.cost


def read_and_written(order):
    return KRIEGSPIEL.order(order)


def test_choices_are_made_after_the_orders_already_given():
    assert offered("red-foot", [FIRE])["March"].blocked["code"] == "E-USED"


def test_no_orders_are_offered_for_things_of_another_side():
    assert offered("blue-foot") == offered("ghost") == {}


def test_the_duties_of_a_thing_are_put_in_words():
    owing = {"must_retire": 12, "retire_from": ["blue-horse"], "retire_clause": "KS-CHARGE-13"}
    position = opened(red_foot=owing)
    assert KRIEGSPIEL.table(position, OPTIONS).seen_by("red").duties("red-foot") == (
        {"clause": "KS-CHARGE-13", "sentence": "Red Foot must retire 12 in. from Blue Horse."},
    )
    assert KRIEGSPIEL.table(position, OPTIONS).seen_by("blue").duties("red-foot") == ()


def test_orders_are_listed_as_they_will_be_adjudicated():
    """KS-SEQ: shells, rifles, duties, movement, contact."""
    orders = [CHARGE, FIRE, {"order": "march", "body": "red-gunners"}, SHELL]
    assert KRIEGSPIEL.table(opened(), OPTIONS).sequence("red", orders) == (
        (3, "Shells"),
        (1, "Rifles"),
        (2, "Movement"),
        (0, "Contact"),
    )


# -- what people must measure -------------------------------------------------------------------


def needed(orders, facts=None, position=None):
    return {
        (need.order, need.key, need.subject): need
        for need in KRIEGSPIEL.table(position or opened(), OPTIONS).needs("red", orders, facts or {})
    }


def test_only_what_the_rules_need_is_asked():
    asked = needed(
        [CHARGE, FIRE, {"order": "fire-gun", "gun": "red-gun", "shots": 3}, {"order": "stand", "body": "red-gunners"}]
    )
    assert {key[:2] for key in asked} == {(0, "contours_up"), (0, "contours_down"), (1, "shots"), (2, "shells")}
    assert asked[1, "shots", "red-foot"].times == 9
    assert asked[2, "shells", "red-gun"].times == 3


def test_what_is_measured_is_not_asked_again():
    assert needed([{**CHARGE, "measured": {"contours_up": 0, "contours_down": 1}}]) == {}


def test_without_places_lengths_numbers_threats_and_supplies_are_asked():
    bodies = {
        name: {key: value for key, value in body.items() if key != "at"} for name, body in START["bodies"].items()
    }
    position = KRIEGSPIEL.opening({**START, "own_moves": {"red": 5, "blue": 5}, "bodies": bodies}, OPTIONS)
    asked = needed([CHARGE, {"order": "march", "body": "red-foot"}], position=position)
    assert {(0, "distance"), (1, "distance")} <= {key[:2] for key in asked}
    assert {key[2] for key in asked if key[1] == "supply"} == {"red-foot", "red-gunners", "red-horse"}
    assert (None, "supply_groups", "red") in asked and (None, "pockets", "red") in asked
    assert {key[2] for key in asked if key[1] == "threatened_by"} == set(bodies)
    facts = {
        "threatened_by": {},
        "supply": {"red-foot": {"source": "red-depot", "distance": 6}},
        "supply_groups": [],
        "pockets": [],
    }
    assert {key[1:] for key in needed([], facts, position)} == {("supply", "red-gunners"), ("supply", "red-horse")}


def test_six_inch_participants_and_unequal_cavalry_are_asked_with_the_figures_at_hand():
    options = KRIEGSPIEL.options({"use_contours": False})
    at_horse = {"order": "charge", "body": "red-horse", "target": "blue-horse"}
    asked = {need.key: need.known for need in KRIEGSPIEL.table(opened(), options).needs("red", [at_horse], {})}
    assert asked == {"chargers": 12, "charged": 9, "supporters": 0}


def asked_of_red(position):
    return list(KRIEGSPIEL.table(position, OPTIONS).seen_by("red").asks([CHARGE, FIRE], {}))


def test_an_official_is_asked_the_same_whatever_his_side_may_not_know():
    """KS-OFF-01: officials measure; a question does not tell them either what only the enemy knows."""
    hidden = {"immobile": True, "arrears": {"food": 3}, "fire_streak": 5, "must_retire": 12, "flight": ["red-horse"]}
    plain = asked_of_red(opened())
    assert {need.key for need in plain} >= {"contours_up", "shots"}
    assert asked_of_red(opened(blue_foot=hidden, blue_horse={"horses": 3})) == plain
    assert asked_of_red(opened(red_horse={"men": 6})) == plain
    assert asked_of_red(opened(red_foot={"men": 20})) != plain


def test_the_things_that_facts_name_are_found_wherever_they_stand_in_them():
    """KS-OFF-03"""
    of_order = {
        "guns": ["g1"],
        "shells": [{"men": {"a": 1}, "covered": {"b": 1}, "guns_wholly": ["g2"], "guns_partly": ["g3"], "waggons": ["w"]}],
        "shots": [{"knocked_down": {"c": 1}, "general": "chief"}],
        "distance": 6,
    }  # fmt: skip
    assert KRIEGSPIEL.names(of_order) == {"a", "b", "c", "g1", "g2", "g3", "w", "chief"}
    of_move = {
        "supply": {"d": {"source": "depot"}, "e": {"source": None}},
        "supply_groups": [["f"]],
        "pockets": [["g", "h"]],
        "threatened_by": {"i": ["j"]},
        "pursued_by": {"k": ["l"]},
        "dealt_with": {"m": 1},
        "past_axle": {"n": 0},
    }
    assert KRIEGSPIEL.names(of_move) == {"depot", *"defghijklmn"}
    assert KRIEGSPIEL.names({"distance": 6, "enemy_between": False}) == frozenset()


def filled(schema, where):
    """Plain data of a schema in which every word and every key of a map is an id that says where it stands."""
    kinds = schema.get("type", "object")
    if "string" in kinds:
        return where
    if isinstance(kinds, list):
        kinds = kinds[0]
    if kinds == "array":
        return [filled(schema["items"], where)] * schema.get("minItems", 1)
    if kinds != "object":
        return {"boolean": True}.get(kinds, 1)
    if "properties" in schema:
        return {key: filled(one, f"{where}.{key}") for key, one in schema["properties"].items()}
    return {f"{where}.key": filled(schema["additionalProperties"], where)}


def words_in(data):
    """Every word in plain data, and every key that is none of a field."""
    if isinstance(data, dict):
        return {key for key in data if key.endswith(".key")} | {
            one for value in data.values() for one in words_in(value)
        }
    if isinstance(data, list):
        return {one for value in data for one in words_in(value)}
    return {data} if isinstance(data, str) else set()


@pytest.mark.parametrize("facts", [Measured, MoveFacts])
def test_no_kind_of_fact_is_overlooked_by_what_looks_for_the_things_that_it_names(facts):
    """A new field of the facts must be looked into too, or an official could name what they do not see."""
    for name, (_, kind, _) in fields_of(facts).items():
        value = filled(kind.schema, name)
        assert KRIEGSPIEL.names({name: value}) == words_in(value), name


@pytest.mark.parametrize("facts", [{"weather": "fine"}, {"guns": "g1"}, {"threatened_by": ["a"]}, {"shells": {}}])
def test_the_things_that_facts_name_are_not_guessed(facts):
    with pytest.raises(Invalid):
        KRIEGSPIEL.names(facts)


# -- the move -----------------------------------------------------------------------------------


def test_a_move_is_adjudicated_and_its_events_say_who_may_know_of_them():
    finding = adjudicated([CHARGE, SHELL, {"order": "fly"}])
    assert finding.position["bodies"]["red-horse"]["men"] == 11
    told = {event["event"]: (event["side"], event["told"]) for event in finding.events}
    assert told["charge-delivered"] == ("red", "all") and told["move-opened"] == ("red", "own")
    assert [(one["order"], one["code"]) for one in finding.refused] == [(2, "E-INVALID")]


def test_the_same_input_gives_the_same_bytes():
    first, second = (adjudicated([CHARGE, SHELL, FIRE]) for _ in range(2))
    assert json.dumps(first.position) == json.dumps(second.position)
    assert json.dumps(first.events) == json.dumps(second.events)


def test_after_the_fire_alone_the_own_move_is_not_counted_as_made():
    finding = adjudicated([CHARGE, SHELL], fire_only=True)
    assert finding.position["own_moves"] == {"red": 3, "blue": 3}
    assert finding.position["bodies"]["blue-foot"]["men"] == 18
    assert finding.position["bodies"]["red-horse"]["men"] == 12


def account(finding, name, kind="men"):
    return [
        (row["amount"], row["cause"], row["clause"])
        for row in finding.reckoning
        if (row["account"], row["kind"]) == (name, kind)
    ]


def test_ledger_rows_name_the_cause_of_every_loss():
    finding = adjudicated([CHARGE, SHELL])
    assert account(finding, "blue-foot") == [
        (-2, "shell-fired", "KS-SHELL-03"),
        (-18, "charge-delivered", "KS-CHARGE-06"),
    ]
    assert (
        account(finding, "red-horse")
        == account(finding, "red-horse", "horses")
        == [(-1, "charge-delivered", "KS-CHARGE-06")]
    )


def test_ledger_rows_of_a_split_and_a_merge_sum_to_zero():
    split = {"order": "split", "body": "red-foot", "men": 6, "into": "red-new"}
    finding = adjudicated([split])
    assert account(finding, "red-foot") == [(-6, "body-split", "KS-DEF-07")]
    assert account(finding, "red-new") == [(6, "body-split", "KS-DEF-07")]
    merge = {"order": "merge", "bodies": ["red-foot", "red-new"]}
    finding = adjudicated([merge], position={**finding.position, "own_moves": {"red": 4, "blue": 4}})
    assert account(finding, "red-foot") == [(6, "bodies-merged", "KS-DEF-07")]
    assert account(finding, "red-new") == [(-6, "bodies-merged", "KS-DEF-07")]


def test_packets_given_up_at_a_tick_are_reckoned_at_their_source():
    position = {**opened(), "own_moves": {"red": 5, "blue": 5}}
    finding = adjudicated([], position=position)
    assert sum(row[0] for name in ("red-depot", "red-waggon") for row in account(finding, name, "food")) == -2
    assert {row["cause"] for row in finding.reckoning} == {"packets-given-up"}


def test_two_issues_from_one_source_are_reckoned_each_at_what_it_took():
    """The packets of both together are what is gone; each is named with its own."""
    read = partial(read_position, options=read_options({}), sides=("red", "blue"))
    before, after = (read({"depots": {"depot": {"side": "red", "packets": {"food": food}}}}) for food in (9, 4))
    events = [
        PacketsGivenUp(clause=clause, side="red", body="foot", source="depot", packets=Packets(food=food))
        for clause, food in (("KS-SUP-02", 3), ("KS-SUP-12", 2))
    ]
    assert [(row["amount"], row["clause"]) for row in reckon(before, after, events)] == [
        (-3, "KS-SUP-02"),
        (-2, "KS-SUP-12"),
    ]


@pytest.mark.parametrize(
    "orders",
    [
        [CHARGE, SHELL, FIRE],
        [{"order": "surrender", "body": "red-horse"}],
        [{"order": "assault", "body": "red-foot", "target": "blue-foot", "measured": {"distance": 6}}],
    ],
)
def test_the_amounts_of_an_account_add_up_to_the_difference_of_the_positions(orders):
    before = opened()
    finding = adjudicated(orders, position=before)
    for name, body in finding.position["bodies"].items():
        difference = body["men"] - before["bodies"][name]["men"]
        assert sum(row[0] for row in account(finding, name)) == difference


# -- how it stands ------------------------------------------------------------------------------


def test_points_are_empty_unless_a_campaign_counts_them():
    assert KRIEGSPIEL.table(opened(), OPTIONS).score() == {}
    assert KRIEGSPIEL.table(opened(), KRIEGSPIEL.options({"score_points": True})).score() == {"red": 79, "blue": 33.5}


def test_the_allowance_is_a_minute_for_thirty_men_and_one_for_each_gun():
    assert KRIEGSPIEL.table(opened(), OPTIONS).allowance("red") >= 1


def test_a_battle_goes_on_until_its_position_says_that_it_has_ended():
    assert KRIEGSPIEL.result(opened()) == {}
    assert KRIEGSPIEL.result({**opened(), "result": {"winner": "red"}}) == {"winner": "red"}


@pytest.mark.parametrize(
    ("mode", "drawn", "left"),
    [
        ("simulated", True, []),
        ("reported", True, ["KS-GUN-13"]),
        ("simulated", False, ["KS-DEF-05"]),
        ("reported", False, ["KS-DEF-05", "KS-GUN-13"]),
    ],
)
def test_what_a_battle_leaves_to_people_is_said_before_anybody_has_ordered_anything(mode, drawn, left):
    """KS-OFF-01: on a country and with shots that are thrown, nothing."""
    told = KRIEGSPIEL.people(KRIEGSPIEL.options({"fire_mode": mode}), has_map=drawn)
    assert [one["clause"] for one in told] == left
    assert all(one["sentence"].endswith(".") for one in told)
