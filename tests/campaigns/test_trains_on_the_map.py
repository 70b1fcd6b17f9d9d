"""A train stands on the map where it stands on its rails, for whoever sees it, in both books."""

import pytest

from campaigns.sight.thing import things_seen
from campaigns.web.page.thing_view import on_the_plan
from rules.books import book

RAILS = {"branch": {"line": [[0, 40], [100, 40], [100, 140]]}}
FOOT = {"side": "red", "arm": "infantry", "men": 9, "at": [20, 60]}


def placed(key, country, options, viewer):
    rules = book(key)
    chosen = rules.options(options)
    train = {"side": "red", "along": 130, "trucks": 2, "line": "branch"}
    start = {"bodies": {"a": FOOT, "z": {**FOOT, "side": "blue"}}, "trains": {"t": train}, "country": country}
    position = rules.opening({"own_moves": {"red": 3, "blue": 3}, **start}, chosen)
    seen = position if viewer == "umpire" else rules.table(position, chosen).sees(viewer)
    return [one["at"] for one in on_the_plan(things_seen(rules.pieces, seen)) if one["thing"] == "t"]


@pytest.mark.parametrize("viewer", ["red", "blue", "observer", "umpire"])
@pytest.mark.parametrize(("key", "options"), [("kriegspiel", {}), ("little-wars", {"railway": True})])
def test_a_train_is_drawn_round_the_bend_of_its_rails(key, options, viewer):
    assert placed(key, {"size": [200, 200], "rails": RAILS}, options, viewer) == [[100, 70]]


@pytest.mark.parametrize(("key", "options"), [("kriegspiel", {}), ("little-wars", {"railway": True})])
def test_without_rails_nobody_knows_where_it_is_and_it_is_not_drawn(key, options):
    assert placed(key, {"size": [200, 200]}, options, "umpire") == []
