"""Fire: what cases cannot say."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import Invalid, Refused
from rules.kriegspiel.adjudicate import adjudicate
from rules.kriegspiel.fire.rifles import check_fire_rifles, fire_rifles
from rules.kriegspiel.fire.shells import check_fire_gun, fire_gun, number_killed
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import read_position, write_position
from rules.kriegspiel.options import read_options
from rules.kriegspiel.orders import read_order
from rules.kriegspiel.orders.facts import NO_FACTS
from rules.values.chance import Chance

BODIES = {
    "crew": {"side": "red", "arm": "artillery", "men": 6},
    "foot": {"side": "red", "arm": "infantry", "men": 23},
    "horse": {"side": "red", "arm": "cavalry", "men": 12, "formation": "dismounted"},
    "enemy": {"side": "blue", "arm": "infantry", "men": 17, "prisoners": 4, "captors": {"foot": 4}},
    "riders": {"side": "blue", "arm": "cavalry", "men": 9},
}
GUNS = {
    "gun": {"side": "red", "crew": "crew"},
    "other": {"side": "red", "crew": "crew", "limbered": True},
    "theirs": {"side": "blue"},
}


def a_position(options=None, **groups):
    start = {"own_moves": {"red": 4, "blue": 4}, "bodies": BODIES, "guns": GUNS, **groups}
    return read_position(start, read_options(options or {}))


def a_field(options=None, **groups):
    return Field(a_position(options, **groups), "red", NO_FACTS, Chance("seed"))


def a_gun_order(*shells, **more):
    return read_order({"order": "fire-gun", "gun": "gun", "measured": {"shells": list(shells)}, **more})


def a_volley(*shots, body="foot", **more):
    return read_order({"order": "fire-rifles", "body": body, "measured": {"shots": list(shots)}, **more})


MEN = st.dictionaries(st.sampled_from(sorted(BODIES)), st.integers(0, 25), max_size=4)


@given(st.lists(MEN, min_size=1, max_size=4))
def test_each_shell_kills_half_of_those_who_are_there_and_no_more(circles):
    """KS-SHELL-03, KS-DEF-10: losses are capped at the number present."""
    field = a_field({"shots_per_move": 4})
    fire_gun(field, a_gun_order(*({"men": men} for men in circles)))
    for event in field.events:
        assert sum(event.dead.values()) == number_killed(sum(event.inside.values()) - sum(event.covered.values()))
    for name, body in field.bodies.items():
        opening = BODIES[name]["men"] + BODIES[name].get("prisoners", 0)
        assert body.men >= 0 and body.prisoners >= 0 and sum(body.captors.values()) == body.prisoners
        assert opening - body.men - body.prisoners == field.shot_at.get(name, 0)
        assert body.horses <= body.men


def test_men_of_a_body_who_are_prisoners_fall_after_the_free():
    """KS-SHELL-08."""
    field = a_field()
    fire_gun(field, a_gun_order({"men": {"enemy": 21}}, {"men": {"enemy": 10}}, {"men": {"enemy": 5}}))
    assert (field.bodies["enemy"].men, field.bodies["enemy"].prisoners) == (0, 2)
    assert dict(field.bodies["enemy"].captors) == {"foot": 2}


@pytest.mark.parametrize(
    "shell",
    [
        {"men": {"nobody": 2}},
        {"men": {"enemy": 2}, "covered": {"enemy": 3}},
        {"guns_wholly": ["nothing"]},
        {"guns_partly": ["nothing"]},
        {"waggons": ["nothing"]},
    ],
)
def test_a_report_that_cannot_be_is_not_understood_and_changes_nothing(shell):
    field = a_field()
    with pytest.raises(Invalid):
        fire_gun(field, a_gun_order({"men": {"enemy": 4}}, shell))
    assert field.bodies["enemy"].men == 17
    assert field.events == [] and field.done == {}


def test_an_order_to_fire_may_be_given_before_its_effect_is_known():
    """KS-GUN-13: it is refused only where nobody has reported when the move is adjudicated."""
    gun = read_order({"order": "fire-gun", "gun": "gun", "shots": 4, "aim": {"bearing": 10}})
    rifles = read_order({"order": "fire-rifles", "body": "foot"})
    field = a_field()
    assert check_fire_gun(field, gun) and check_fire_rifles(field, rifles)
    for fire, order in ((fire_gun, gun), (fire_rifles, rifles)):
        with pytest.raises(Invalid):
            fire(field, order)


def test_both_sides_of_the_aim_may_be_left_out_where_the_effect_is_measured():
    """CASES.md: aim, shell, number of shots and the fives of rifles."""
    field = a_field()
    fire_gun(field, a_gun_order({"men": {"enemy": 4}}))
    fire_rifles(field, a_volley({"knocked_down": {"enemy": 1}}))
    assert field.bodies["enemy"].men == 14


def test_a_body_that_has_fired_is_told_to_fire_no_second_time():
    """KS-FIRE-01, E-USED: one order holds all its shots."""
    field = a_field()
    fire_rifles(field, a_volley({}, {}, {}))
    with pytest.raises(Refused) as refused:
        check_fire_rifles(field, a_volley({}))
    assert refused.value.code == "E-USED"


def test_unarmed_men_do_not_fire():
    """KS-LW-11: freed prisoners are unarmed until they have been to their own back line."""
    field = a_field()
    field.change("foot", disarmed=True)
    with pytest.raises(Refused) as refused:
        check_fire_rifles(field, a_volley({}))
    assert refused.value.code == "E-UNFIT"


def test_a_pinned_body_may_fire():
    """KS-CHARGE-12."""
    field = a_field()
    field.change("foot", immobile=True)
    assert check_fire_rifles(field, a_volley({}))


def test_what_marched_does_not_fire():
    """KS-FIRE-01, of an order checked after a march."""
    field = a_field()
    field.spend("foot", 1, "marched")
    field.spend("gun", 1, "limbered")
    for check, order, clause in (
        (check_fire_rifles, a_volley({}), "KS-FIRE-01"),
        (check_fire_gun, a_gun_order({}), "KS-FIRE-02"),
    ):
        with pytest.raises(Refused) as refused:
            check(field, order)
        assert (refused.value.code, refused.value.clause) == ("E-USED", clause)


ORDERS = st.one_of(
    st.builds(
        lambda gun, circles, more: {"order": "fire-gun", "gun": gun, "measured": {"shells": circles}, **more},
        st.sampled_from([*GUNS, "crew", "nothing"]),
        st.lists(
            st.fixed_dictionaries(
                {"men": MEN}, optional={"guns_partly": st.lists(st.sampled_from([*GUNS, "x"]), max_size=2)}
            ),
            max_size=5,
        ),
        st.sampled_from([{}, {"shell": "shell"}, {"shell": "x"}, {"aim": {"at": [3, 4]}}, {"shots": 9}]),
    ),
    st.builds(
        lambda body, shots: {"order": "fire-rifles", "body": body, "measured": {"shots": shots}},
        st.sampled_from([*BODIES, "gun", "nothing"]),
        st.lists(st.fixed_dictionaries({"knocked_down": MEN}), max_size=5),
    ),
    st.builds(
        lambda name, thing, facts: {
            "order": name,
            ("gun" if "gun" in name or "limber" in name else "body"): thing,
            **facts,
        },
        st.sampled_from(["march", "ford", "mount", "dismount", "stand", "limber", "unlimber", "move-gun"]),
        st.sampled_from([*BODIES, *GUNS, "nothing"]),
        st.sampled_from(
            [
                {},
                {"measured": {"distance": 6}},
                {"measured": {"distance": 0, "contours_up": 1}},
                {"measured": {"ford": True}},
            ]
        ),
    ),
    st.builds(
        lambda body, formation: {"order": "form", "body": body, "formation": formation},
        st.sampled_from([*BODIES, "nothing"]),
        st.sampled_from(["fours", "extended", "line", "column", "dismounted"]),
    ),
)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.lists(ORDERS, max_size=8), st.booleans(), st.booleans())
def test_any_orders_leave_a_position_that_can_be_read_again_and_the_same_one_every_time(orders, unlimber, two_stage):
    options = {"unlimber_then_fire": unlimber, "two_stage_move": two_stage}
    given_orders = [read_order(order) for order in orders]
    outcome = adjudicate(a_position(options), "red", given_orders, NO_FACTS, Chance("seed"))
    again = adjudicate(a_position(options), "red", given_orders, NO_FACTS, Chance("seed"))
    written = write_position(outcome.position)
    assert written == write_position(again.position) and outcome.events == again.events
    assert write_position(read_position(written, read_options(options))) == written
    assert all(refusal.refused.code.startswith("E-") for refusal in outcome.refused)
