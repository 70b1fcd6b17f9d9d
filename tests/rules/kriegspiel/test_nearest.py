"""The nearest store is the one that a search of all would find, and no farther one is read."""

from random import Random

from rules.kriegspiel.supply.nearest import Nearest


def far(at, there):
    return (at[0] - there[0]) ** 2 + (at[1] - there[1]) ** 2


def test_the_nearest_place_is_that_which_a_look_at_all_of_them_finds():
    draw = Random(1913)
    for number in (1, 2, 3, 17, 200):
        places = [((draw.randint(0, 60), draw.randint(0, 60)), f"depot-{i}") for i in range(number)]
        nearest = Nearest(places)
        for _ in range(60):
            at = (draw.randint(-90, 150), draw.randint(-90, 150))
            emptied = {name for _, name in places if draw.random() < 0.3}
            wanted = [(far(at, there), name) for there, name in places if name not in emptied]
            found = nearest.to(at, lambda name, emptied=emptied: name not in emptied)
            assert found == (min(wanted)[1] if wanted else None)


def test_of_a_thousand_places_few_are_asked_what_they_hold():
    nearest = Nearest(((x * 40, y * 40), f"{x}-{y}") for x in range(32) for y in range(32))
    asked = []
    nearest.to((500, 700), lambda name: not asked.append(name))
    assert len(asked) < 20


def test_where_there_is_no_place_none_is_nearest():
    assert Nearest([]).to((0, 0), lambda name: True) is None
