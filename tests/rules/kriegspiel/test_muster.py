"""KS-GAME-10, KS-GAME-13: the country frozen before sides are picked, and the forces where no scenario names any."""

from __future__ import annotations

import pytest

from rules.errors import Invalid
from rules.kriegspiel.book import KRIEGSPIEL

OPTIONS = KRIEGSPIEL.options({})
COUNTRY = {"size": [120, 96], "walls": {"wall": {"line": [[20, 40], [60, 40]], "height": 2}}}
FOOT = {"foot": {"side": "red", "arm": "infantry", "men": 10, "at": [40, 36]}}


def frozen(country):
    from rules.ground.country_file import map_hash, read_country

    return map_hash(read_country(country))


def test_a_wall_moved_after_the_hash_keeps_the_battle_from_starting():
    start = {"bodies": FOOT, "map_hash": frozen(COUNTRY)}
    KRIEGSPIEL.opening({**start, "country": COUNTRY}, OPTIONS)
    moved = {**COUNTRY, "walls": {"wall": {"line": [[20, 40], [60, 41]], "height": 2}}}
    with pytest.raises(Invalid, match="changed since it was hashed"):
        KRIEGSPIEL.opening({**start, "country": moved}, OPTIONS)


def test_the_hash_does_not_depend_on_the_order_in_which_features_are_listed():
    walls = {"a": {"line": [[20, 40], [60, 40]]}, "b": {"line": [[20, 50], [60, 50]]}}
    one = {"size": [120, 96], "walls": walls}
    other = {"walls": dict(reversed(walls.items())), "size": [120, 96]}
    assert frozen(one) == frozen(other)


def test_the_country_is_disturbed_by_no_move():
    position = KRIEGSPIEL.opening({"country": COUNTRY}, OPTIONS)
    order = {"order": "march", "body": "red-horse-1", "path": [[10, 30]]}
    after = KRIEGSPIEL.table(position, OPTIONS).adjudicate("red", [order], {}, {"seed": "s"}).position
    assert after["country"] == position["country"]


@pytest.mark.parametrize("size", [[144, 120], [96, 96]])
def test_mustered_forces_stand_clear_of_each_other_inside_the_country(size):
    from rules.kriegspiel.floor.distances import apart, extent, shape
    from rules.kriegspiel.force import read_position
    from rules.kriegspiel.options import read_options

    position = KRIEGSPIEL.opening({"country": {"size": size, "back_lines": {"red": "west", "blue": "east"}}}, OPTIONS)
    floor = read_position(position, read_options({}))
    stands = [shape(floor, name) for name in (*floor.bodies, *floor.guns)]
    assert all(apart(one, other) > 0 for i, one in enumerate(stands) for other in stands[:i])
    for west, south, east, north in map(extent, stands):
        assert west >= 0 and south >= 0 and east <= size[0] * 16 and north <= size[1] * 16


def test_forces_that_were_mustered_are_not_mustered_again():
    position = KRIEGSPIEL.opening({"country": {"size": [144, 120]}}, OPTIONS)
    assert KRIEGSPIEL.opening(position, OPTIONS) == position
    assert KRIEGSPIEL.table(position, OPTIONS).score() == {"red": 195, "blue": 195}
