"""What a sentence of a refusal calls a thing: by its name, and by its id where it has none."""

from __future__ import annotations

import pytest

from rules.kriegspiel.case_adapter import move, start


def sentences(given, *orders, country=None):
    """The sentences of what is refused of a move of Red."""
    _, _, refused = move(start({"start": given, "country": country or {}}), {"side": "red", "orders": list(orders)})
    return [one["sentence"] for one in refused]


@pytest.mark.parametrize(("name", "called"), [({"name": "Long Viaduct"}, "Long Viaduct"), ({}, "viaduct")])
def test_a_train_is_told_which_bridge_is_down_ahead(name, called):
    """KS-RAIL-04."""
    given = {
        "bridges": {"viaduct": {"kind": "railway-bridge", "at": [60, 0], "standing": False, **name}},
        "trains": {"train": {"side": "red", "along": 20, "trucks": 3}},
    }
    order = {"order": "train", "train": "train", "inches": 41, "direction": "forward"}
    said = sentences(given, order, country={"rails": {"main": {"line": [[0, 0], [200, 0]]}}})
    assert said == [f"{called} is down 40 in. ahead."]


@pytest.mark.parametrize(("name", "called"), [({"name": "Baker's cart"}, "Baker's cart"), ({}, "cart")])
def test_the_commander_is_told_which_waggon_has_no_whole_move_left_to_unload(name, called):
    """KS-TS-03."""
    given = {
        "waggons": {"cart": {"side": "red", "packets": {"food": 2}, **name}},
        "depots": {"depot": {"side": "red", "packets": {"food": 2}}},
    }
    order = {"order": "unload", "waggon": "cart", "to": "depot", "packets": {"food": 1}, "measured": {"distance": 0}}
    said = sentences(given, order, order)
    assert len(said) == 1
    assert said[0].startswith(f"Unloading takes a whole move; {called} has spent")
