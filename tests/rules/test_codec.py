"""Plain data to values and back, strictly; a slip is named by its place."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import Invalid
from rules.values import codec
from rules.values.codec import (
    ANGLE,
    COUNT,
    FLAG,
    IDENTITY,
    LENGTH,
    PATH,
    POINT,
    TEXT,
    TITLE,
    choice,
    key,
    list_of,
    map_of,
    value_of,
)
from rules.values.value import Value


@dataclass(frozen=True)
class Thing(Value):
    """A value of every kind."""

    men: int = key(COUNT)
    far: int = key(LENGTH, 0)
    at: tuple[int, int] | None = key(POINT, None)
    path: tuple[tuple[int, int], ...] = key(PATH, ())
    raised: bool = key(FLAG, False)
    arm: str = key(choice("infantry", "cavalry"), "infantry")
    said: str = key(TEXT, "")
    whence: str = key(IDENTITY, "", name="from")


SIXTEENTHS = st.integers(-16_000, 16_000).map(lambda n: n / 16)
THINGS = st.fixed_dictionaries(
    {"men": st.integers(0, 1_000_000)},
    optional={
        "far": st.integers(0, 16_000).map(lambda n: n / 16),
        "at": st.tuples(SIXTEENTHS, SIXTEENTHS).map(list),
        "path": st.lists(st.tuples(SIXTEENTHS, SIXTEENTHS).map(list)),
        "raised": st.booleans(),
        "arm": st.sampled_from(["infantry", "cavalry"]),
        "from": st.text("abc-123", min_size=1, max_size=9),
    },
)


@given(THINGS)
def test_what_is_written_is_read_as_the_same_value(data):
    thing = codec.read(Thing, data, "thing")
    assert codec.read(Thing, codec.write(thing), "thing") == thing


@pytest.mark.slow
@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text() | st.integers(),
        lambda one: st.lists(one) | st.dictionaries(st.text(), one),
        max_leaves=20,
    )
)
def test_whatever_is_given_is_read_or_not_understood(data):
    for kind in (COUNT, LENGTH, POINT, PATH, FLAG, TEXT, IDENTITY, list_of(COUNT), map_of(COUNT), value_of(Thing)):
        try:
            kind.read(data, "data")
        except Invalid as invalid:
            assert invalid.sentence.startswith("data")


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ({}, "thing: men is missing"),
        ({"men": -1}, "thing.men"),
        ({"men": True}, "thing.men"),
        ({"men": 1.0}, "thing.men"),
        ({"men": 1, "hens": 2}, "'hens'"),
        ({"men": 1, "far": 0.03}, "thing.far"),
        ({"men": 1, "far": float("nan")}, "thing.far"),
        ({"men": 1, "far": float("inf")}, "thing.far"),
        ({"men": 1, "at": [1]}, "thing.at"),
        ({"men": 1, "path": [[0, 0], [0, "x"]]}, "thing.path.1"),
        ({"men": 1, "arm": "hussars"}, "infantry, cavalry"),
        ({"men": 1, "said": "\x00"}, "thing.said"),
        ({"men": 1, "said": "gnp.\u202eexe"}, "thing.said"),
        ({"men": 1, "said": "red\u200bfoot"}, "thing.said"),
        ({"men": 1, "said": "red\x9ffoot"}, "thing.said"),
        ({"men": 1, "from": "a b"}, "thing.from"),
        ({"men": 1, "from": "<b>"}, "thing.from"),
        (3, "thing: a map"),
    ],
)
def test_a_slip_is_named_by_its_place(data, place):
    with pytest.raises(Invalid) as invalid:
        codec.read(Thing, data, "thing")
    assert place in invalid.value.sentence
    assert invalid.value.code == "E-INVALID"


def test_what_stands_at_its_default_is_not_written():
    assert codec.write(Thing(men=3)) == {"men": 3}


def test_a_schema_names_every_key_and_what_must_be_there():
    schema = codec.schema_of(Thing)
    assert set(schema["properties"]) == {"men", "far", "at", "path", "raised", "arm", "said", "from"}
    assert schema["required"] == ["men"]


def test_a_title_may_be_as_long_as_the_schema_says_and_no_longer():
    longest = TITLE.schema["maxLength"]
    assert TITLE.read("a" * longest, "commander") == "a" * longest
    with pytest.raises(Invalid):
        TITLE.read("a" * (longest + 1), "commander")


@pytest.mark.parametrize("value", [True, False, 1.5, None, ["Guards"]])
def test_what_is_no_title_is_not_understood(value):
    with pytest.raises(Invalid):
        TITLE.read(value, "title")


@pytest.mark.parametrize(("value", "read"), [(-360, 0), (-90, 270), (0, 0), (359, 359), (720, 0)])
def test_an_angle_is_read_within_a_full_turn(value, read):
    assert ANGLE.read(value, "facing") == read
    assert ANGLE.schema["minimum"] <= value <= ANGLE.schema["maximum"]


@pytest.mark.parametrize("value", [-361, 721])
def test_an_angle_beyond_what_the_schema_says_is_not_understood(value):
    with pytest.raises(Invalid):
        ANGLE.read(value, "facing")
    assert not ANGLE.schema["minimum"] <= value <= ANGLE.schema["maximum"]
