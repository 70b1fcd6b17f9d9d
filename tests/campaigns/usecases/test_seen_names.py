"""Names are judged by what can be seen: of nothing they are refused, alike they are one too many, joiners of letters are taken."""

from __future__ import annotations

import pytest

from campaigns.usecases.campaigns.clock_settings import refuse_alike
from campaigns.usecases.text_checks import read_line, read_text
from rules.errors import Invalid
from rules.values.codec import read_text as read_rules_text

PERSIAN, SINHALA = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0dc1\u0dca\u200d\u0dbb\u0dd3"
HINDI = "\u0936\u0915\u094d\u200d\u0924\u093f"
PICTURES = (
    "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f3f3\ufe0f\u200d\U0001f308", "\U0001f469\U0001f3fd\u200d\U0001f680 Corps",
)  # fmt: skip


@pytest.mark.parametrize(
    "name",
    [
        "\u3164", "\u2800", "\u00ad", "\u180e", "\U000e0041", "\u115f", "\uffa0", "\u034f", "\ufe0f", "\u200b", "\u2800 \u2800",
        "\u200c", "\u061c",
    ],
)  # fmt: skip
def test_a_name_of_which_nothing_can_be_seen_is_refused(name):
    with pytest.raises(Invalid):
        read_line(name, "name", 80)


@pytest.mark.parametrize(
    "name",
    [
        "R\u00aded",
        "Red\u3164",
        "R\U000e0041ed",
        "Red\u200d",
        "\u200cRed",
        "R\u200c d",
        "Re\u2066d",
        "\U0001f468\u200d",
        "\u200d\U0001f468",
        "\U0001f468\u200c\U0001f467",
        "1\u200d2",
    ],
)
def test_a_name_with_something_unseen_in_it_is_refused(name):
    with pytest.raises(Invalid, match="invisible characters"):
        read_line(name, "name", 80)


@pytest.mark.parametrize(
    "name", [PERSIAN, SINHALA, HINDI, *PICTURES, f"{PERSIAN} {SINHALA}", "Red", "☀\ufe0f Sun", "한국", "⠓⠊"]
)
def test_a_name_that_can_be_seen_is_taken_with_its_joiners(name):
    assert read_line(name, "name", 80) == name and read_text(name, "text", 80) == name
    assert read_rules_text(name, "name") == name


def test_a_long_text_may_have_soft_hyphens_and_none_may_turn_its_line_round():
    assert read_text("Schif\u00adfahrt", "text", 80) == "Schif\u00adfahrt"
    with pytest.raises(Invalid):
        read_text("a\u202eb", "text", 80)
    with pytest.raises(Invalid):
        read_rules_text("a\u200bb", "name")


@pytest.mark.parametrize("other", ["RED", "red", "R\u00aded", "Re\u200cd", "Rеd", "Ｒｅｄ", " Red "])
def test_two_sides_whose_names_look_alike_are_refused(other):
    with pytest.raises(Invalid, match="names that look alike"):
        refuse_alike(["Red", other])


def test_sides_with_names_of_their_own_are_taken():
    refuse_alike(["Red", "Blue"])
    refuse_alike([PERSIAN, SINHALA])


def test_sides_of_pictures_that_differ_by_a_joiner_that_joins_nothing_look_alike():
    with pytest.raises(Invalid, match="names that look alike"):
        refuse_alike(["\U0001f600\U0001f601", "\U0001f600\u200d\U0001f601"])
