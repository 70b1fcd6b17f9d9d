"""A new name that no page could show is not understood."""

from __future__ import annotations

import pytest

from rules.errors import Invalid
from rules.floor.names import in_own_space


@pytest.mark.parametrize("name", ["a/b", "../x", "/"])
def test_a_new_name_has_no_slash(name):
    with pytest.raises(Invalid, match="into: a name without / is wanted"):
        in_own_space({"order": "split", "into": name}, "red", [set()])


def test_an_existing_name_is_kept_whatever_characters_it_has():
    assert in_own_space({"order": "split", "into": "a/b"}, "red", [{"a/b"}])["into"] == "a/b"
