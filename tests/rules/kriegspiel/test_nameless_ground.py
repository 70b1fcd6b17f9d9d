"""What bars a way is called by its name, else by what it is: no sentence tells the id of a thing of the country."""

from __future__ import annotations

import pytest

from rules.errors import Refused
from rules.ground.country import Country
from rules.ground.country_file import read_country
from rules.ground.features import NAMELESS, called
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.obstacles import ground_is_clear, may_go_straight
from rules.kriegspiel.force import read_position
from rules.kriegspiel.options import Options
from rules.kriegspiel.orders.facts import NO_FACTS
from rules.little_wars.floor import ground as little
from rules.little_wars.options import Options as LittleOptions
from rules.values.chance import Chance
from rules.values.measure import INCH

BOX = [[10, 0], [20, 0], [20, 40], [10, 40]]
OVER, BACK = [12, 12], [28, 12]
KINDS = {
    "houses": ({"outline": BOX}, "a house"),
    "walls": ({"line": [[10, 0], [10, 40]]}, "a wall or hedge"),
    "water": ({"outline": BOX}, "water"),
    "woods": ({"outline": BOX, "trunks": [[15, 12]]}, "a tree"),
    "contours": ({"line": [[10, 0], [10, 40]], "height": 2, "higher": "left"}, "the edge of a hill"),
}
"""A thing of each sort that may bar a way, and what it is called without a name."""


def field_with(**groups):
    country = {"size": [100, 40], **groups.pop("country", {})}
    standing = read_position({"country": country, **groups}, Options(), sides=("red", "blue"))
    return Field(standing, "red", NO_FACTS, Chance())


def refused(field, *, on_foot=False, end=(28, 12)):
    """The sentence by which a way to the east is refused, whole and man by man; both say the same."""
    start, to = (2 * INCH, 12 * INCH), (end[0] * INCH, end[1] * INCH)
    said = set()
    for ask in (
        lambda: ground_is_clear(field, "Hussars", start, (to,), on_foot=on_foot),
        lambda: may_go_straight(field, "Hussars", "cavalry", [(start, to)], on_foot=on_foot),
    ):
        with pytest.raises(Refused) as found:
            ask()
        said.add(str(found.value.sentence))
    assert len(said) == 1
    return said.pop()


@pytest.mark.parametrize("sort", ["houses", "walls"])
def test_what_bars_a_march_is_called_by_what_it_is_where_it_has_no_name(sort):
    feature, what = KINDS[sort]
    said = refused(field_with(country={sort: {"thing-3": feature}}))
    assert f"meets {what} after 8 in" in said and "thing-3" not in said
    named = refused(field_with(country={sort: {"thing-3": {**feature, "name": "The Mill"}}}))
    assert "meets The Mill after 8 in" in named


def test_a_bridge_that_is_down_a_trench_and_the_edge_are_called_so():
    down = {"kind": "road-bridge", "span": BOX, "standing": False}
    said = refused(field_with(country={"water": {"river-1": {"outline": BOX}}}, bridges={"bridge-2": down}))
    assert "meets a bridge after 8 in" in said and "is down" in said and "bridge-2" not in said
    named = {"bridge-2": {**down, "name": "Hartley Bridge"}}
    assert "meets Hartley Bridge" in refused(field_with(country={"water": {"r": {"outline": BOX}}}, bridges=named))
    work = {"kind": "entrenchment", "side": "blue", "line": [[10, 0], [10, 40]], "state": "done"}
    said = refused(field_with(works={"work-9": work}))
    assert "meets a trench after 8 in" in said and "work-9" not in said
    assert "meets the edge of the country" in refused(field_with(), end=(120, 12))


@pytest.mark.parametrize("sort", KINDS)
def test_little_wars_calls_it_so_too(sort):
    feature, what = KINDS[sort]
    at = (15 * INCH, 12 * INCH) if sort in ("houses", "water", "woods") else (10 * INCH, 12 * INCH)
    for name in ("", "The Mill"):
        if name and sort == "contours":
            continue
        country = read_country({"size": [100, 40], sort: {"thing-3": {**feature, **({"name": name} if name else {})}}})
        said = little.footprint(country, at, 4, LittleOptions())
        assert (name in said) if name else said == what
        assert "thing-3" not in said


def test_every_sort_of_the_list_has_words_without_an_id():
    for sort, what in NAMELESS.items():
        assert called(Country(), sort, "thing-3") == what
