"""A new name that no page could show is not understood."""

from __future__ import annotations

import pytest

from rules.errors import Invalid
from rules.floor.names import in_own_space


@pytest.mark.parametrize("name", ["a/b", "../x", "/"])
def test_a_new_name_has_no_stroke_in_it(name):
    with pytest.raises(Invalid, match="into: a name without / is wanted"):
        in_own_space({"order": "split", "into": name}, "red", [set()])


def test_one_that_is_there_already_keeps_its_name_whatever_stands_in_it():
    assert in_own_space({"order": "split", "into": "a/b"}, "red", [{"a/b"}])["into"] == "a/b"
