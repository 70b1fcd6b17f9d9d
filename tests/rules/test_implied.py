"""A person who chooses the options of a book sees what each value of each of them implies."""

import pytest

from rules.books import BOOKS, book
from rules.contract.options import explained, flag, one_of, option, or_none, word
from rules.values.codec import COUNT, FLAG

ROWS = [(key, row) for key in BOOKS for row in book(key).register()]


@pytest.mark.parametrize(("key", "row"), ROWS, ids=[f"{key}-{row.key}" for key, row in ROWS])
def test_what_an_option_is_about_and_what_each_of_its_values_implies_are_sentences(key, row):
    assert all(says[:1].isupper() and says.endswith(".") for says in (row.says, *row.implies.values()))


WITHOUT = {
    "a flag": FLAG,
    "words": word("wet", "dry"),
    "a number or a word": explained(or_none(COUNT, none="As many as there are.")),
    "one of two words": explained(word("wet", "dry"), wet="It rains."),
    "a flag that is no": explained(FLAG, yes="It rains."),
}


@pytest.mark.parametrize("kind", WITHOUT.values(), ids=WITHOUT)
def test_an_option_with_a_value_of_which_nothing_is_said_cannot_be_written(kind):
    with pytest.raises(TypeError, match="X-01: sentences are wanted for"):
        option(kind, None, "X-01", "Whether it rains.")


WITHOUT_A_VALUE = {
    "a word that is none of them": explained(word("wet"), wet="It rains.", dry="It does not rain."),
    "a number": explained(COUNT, none="It does not rain."),
}


@pytest.mark.parametrize("kind", WITHOUT_A_VALUE.values(), ids=WITHOUT_A_VALUE)
def test_a_sentence_about_a_value_that_there_is_not_cannot_be_written(kind):
    with pytest.raises(TypeError, match="X-01: sentences are wanted for"):
        option(kind, None, "X-01", "Whether it rains.")


def test_the_values_of_an_option_are_those_of_which_something_is_said():
    rain = one_of({"wet": "It rains.", "dry": "It does not rain."}, damp="wet")
    assert rain.schema["enum"] == list(rain.implies) == ["wet", "dry"]
    assert [rain.read(said, "rain") for said in ("wet", "dry", "damp")] == ["wet", "dry", "wet"]
    assert list(flag(yes="It rains.", no="It does not rain.").implies) == ["yes", "no"]
