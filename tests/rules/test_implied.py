"""Whoever chooses the options of a book is told what each value of each of them implies."""

import pytest

from rules.books import BOOKS, book
from rules.chess import implied as of_chess
from rules.contract.answers import OptionRow
from rules.kriegspiel import implied as of_kriegspiel
from rules.little_wars import implied as of_little_wars
from rules.war_chess import implied as of_war_chess

IMPLIED = {
    "kriegspiel": of_kriegspiel.IMPLIED,
    "little-wars": of_little_wars.IMPLIED,
    "war-chess": of_war_chess.IMPLIED,
    "chess-1879": of_chess.IMPLIED,
    "chess-laws": of_chess.IMPLIED,
}

ROWS = [(key, row) for key in BOOKS for row in book(key).register()]


def words_of(row: OptionRow) -> set[str]:
    """The values among which one is chosen; none where it is a number, or of another kind."""
    schema = row.schema
    if schema.get("type") == "boolean":
        return {"yes", "no"}
    enums = [*schema.get("enum", ()), *(word for one in schema.get("anyOf", ()) for word in one.get("enum", ()))]
    return {str(word) for word in enums if word is not None and not isinstance(word, bool)}


@pytest.mark.parametrize(("key", "row"), ROWS, ids=[f"{key}-{row.key}" for key, row in ROWS])
def test_what_each_value_of_an_option_implies_is_said_in_a_sentence(key, row):
    assert set(row.implies) == words_of(row)
    assert all(says[0].isupper() and says.endswith(".") for says in (row.says, *row.implies.values()))


@pytest.mark.parametrize("key", BOOKS)
def test_nothing_is_said_of_an_option_that_there_is_not(key):
    assert IMPLIED[key].keys() <= {row.key for row in book(key).register()}
