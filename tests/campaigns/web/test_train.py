"""What is typed into the fields of an order on offer, parsed as the order needs it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.http import QueryDict

from campaigns.web.order_form.fields import offers
from rules.contract.answers import Ask, Choice

GO = Choice(
    {"order": "train", "train": "express"},
    "Go",
    "",
    (Ask("inches", "length", "How far"), Ask("direction", "choice", "Which way", ("forward", "back"))),
    group="march",
)
SHEET = SimpleNamespace(thing=SimpleNamespace(id="express", state={}), choices=[GO])


def typed(inches, direction="back"):
    (blank,) = offers(SHEET, {}, {})
    post = QueryDict(mutable=True)
    post.update({"choice": blank.id, f"{blank.id}-inches": inches, f"{blank.id}-direction": direction})
    (offer,) = offers(SHEET, {}, {}, post)
    return offer


def test_a_train_goes_so_many_inches_forward_or_back():
    assert typed("40 1/16").order == {"order": "train", "train": "express", "inches": 40.0625, "direction": "back"}


@pytest.mark.parametrize("inches", ["", "far", "1/7"])
def test_what_is_no_length_is_said_at_its_field_and_stays_in_it(inches):
    offer = typed(inches)
    (asked,) = [one for one in offer.fields if one.error]
    assert offer.faulty and asked.ask.name == "inches" and asked.typed == {"value": inches}
    assert "inches" not in offer.order


def test_a_direction_that_was_not_offered_is_not_taken():
    assert "direction" not in typed("12", "sideways").order
