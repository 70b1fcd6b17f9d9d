"""Formations, mounting and fords: what cases cannot say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import Refused
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import FORMATIONS, FORMATIONS_OF, read_position
from rules.kriegspiel.marches.formations import check_form, form
from rules.kriegspiel.moves.rule import RULES
from rules.kriegspiel.options import read_options
from rules.kriegspiel.options.kinds import ARMS
from rules.kriegspiel.orders import read_order
from rules.kriegspiel.orders.facts import NO_FACTS
from rules.values.chance import Chance
from rules.values.measure import MOVE


def a_field(**body):
    start = {"own_moves": {"red": 4, "blue": 4}, "bodies": {"body": {"side": "red", "men": 20, **body}}}
    return Field(read_position(start, read_options({})), "red", NO_FACTS, Chance("seed"))


def an_order(name, **data):
    return read_order({"order": name, "body": "body", **data})


@given(st.data())
def test_forming_costs_half_a_move_a_step_or_is_refused(data):
    """KS-DEF-08: whatever is ordered of whatever arm, the formation is the one ordered or nothing has changed."""
    arm = data.draw(st.sampled_from(ARMS))
    before = data.draw(st.sampled_from(FORMATIONS_OF[arm]))
    wanted = data.draw(st.sampled_from(FORMATIONS))
    field = a_field(arm=arm, formation=before)
    try:
        parts = check_form(field, an_order("form", formation=wanted))
    except Refused as refused:
        assert refused.code in ("E-FORM", "E-ALREADY")
        with pytest.raises(Refused):
            form(field, an_order("form", formation=wanted))
        assert field.bodies["body"].formation == before
        assert field.left("body") == MOVE
    else:
        form(field, an_order("form", formation=wanted))
        assert parts in (MOVE // 2, MOVE)
        assert field.bodies["body"].formation == wanted
        assert field.left("body") == MOVE - parts


@pytest.mark.parametrize("name", ["form", "mount", "dismount"])
def test_a_pinned_body_does_nothing_but_fire(name):
    """KS-CHARGE-12."""
    formation = {"form": "line", "mount": "dismounted", "dismount": "line"}[name]
    field = a_field(arm="cavalry", formation=formation, immobile=True)
    order = an_order(name, **({"formation": "column"} if name == "form" else {}))
    with pytest.raises(Refused) as refused:
        RULES[type(order)].check(field, order)
    assert refused.value.code == "E-PINNED"


@pytest.mark.parametrize("name", ["form", "dismount"])
def test_a_body_stopped_for_want_may_form_and_dismount(name):
    """KS-FAIL-03."""
    field = a_field(arm="cavalry", arrears={"food": 1})
    order = an_order(name, **({"formation": "column"} if name == "form" else {}))
    assert RULES[type(order)].check(field, order) > 0


def test_a_body_stopped_for_want_does_not_ford():
    """KS-FAIL-03."""
    with pytest.raises(Refused) as refused:
        RULES[type(an_order("ford"))].check(a_field(arm="infantry", arrears={"food": 1}), an_order("ford"))
    assert refused.value.code == "E-STARVED"


@pytest.mark.parametrize("arm", ["infantry", "artillery", "engineers", "transport"])
def test_only_cavalry_mounts_and_dismounts(arm):
    for name, code in (("mount", "E-HORSES"), ("dismount", "E-ALREADY")):
        order = an_order(name)
        with pytest.raises(Refused) as refused:
            RULES[type(order)].check(a_field(arm=arm), order)
        assert refused.value.code == code
