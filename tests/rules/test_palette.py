"""What a palette offers may be put down at once, for either side, and begins a battle."""

from __future__ import annotations

from typing import Any

import pytest

from rules.books import BOOKS, book
from rules.contract.palette import Template
from rules.contract.pieces import Pieces
from rules.errors import Invalid

OFFERED = [(key, one) for key in BOOKS for one in book(key).pieces.templates]
PLAIN = {"size": [120, 120], "name": "A plain"}
PLACES = {"red": ((960, 320), 0), "blue": ((960, 1600), 180)}


def start_with(pieces: Pieces, template: Template, *, has_map: bool, **chosen: int) -> dict[str, Any]:
    """A start in which each side has what the template puts down, on a plain or on a floor that people measure."""
    start: dict[str, Any] = {"own_moves": {"red": 0, "blue": 0}} | ({"country": PLAIN} if has_map else {})
    for side, (at, facing) in PLACES.items():
        made = pieces.put_down(
            template, side, f"{side}-one", name="The First", at=at if has_map else None, facing=facing, **chosen
        )
        for group, things in made.items():
            start.setdefault(group, {}).update(things)
    return start


@pytest.mark.parametrize("drawn", [True, False])
@pytest.mark.parametrize(("key", "template"), OFFERED, ids=[f"{key}-{one.key}" for key, one in OFFERED])
def test_what_is_put_down_begins_a_battle_with_the_numbers_chosen(key, template, drawn):
    rules, chosen = book(key), {count.key: count.least + 3 for count in template.counts}
    opening = rules.opening(start_with(rules.pieces, template, has_map=drawn, **chosen), rules.options({}))
    for side in PLACES:
        for part in template.parts:
            name = f"{side}-one-{part.name}" if part.name else f"{side}-one"
            thing = opening[part.group][name]
            assert not part.owned or rules.pieces.owner(part.group, thing) == side
            assert not part.named or thing["name"].startswith("The First")
            assert ((part.across or "at") in thing) == (drawn and part.placed)
            held = thing.get(part.within, {}) if part.within else thing
            assert {count.key: held.get(count.key, 0) for count in part.counts} == {
                count.key: chosen[count.key] for count in part.counts
            }


def test_every_book_of_the_floor_offers_men_guns_and_a_chief_and_a_board_nothing():
    keys = {key: {one.key for one in book(key).pieces.templates} for key in BOOKS}
    assert {"battalion", "squadron", "gun", "waggon", "depot", "engineers", "general"} <= keys["kriegspiel"]
    assert {"infantry", "cavalry", "gun", "general"} <= keys["little-wars"]
    assert not keys["war-chess"] and not keys["chess-laws"]


def test_a_gun_names_the_men_who_serve_it():
    pieces = book("kriegspiel").pieces
    (gun,) = (one for one in pieces.templates if one.key == "gun")
    made = pieces.put_down(gun, "red", "red-gun", at=(960, 320), facing=90, men=5)
    assert made["guns"]["red-gun"]["crew"] == "red-gun-crew" and made["bodies"]["red-gun-crew"]["men"] == 5
    assert made["guns"]["red-gun"]["at"] == [60, 20] and made["bodies"]["red-gun-crew"]["at"] == [57, 20]


@pytest.mark.parametrize("chosen", [{"men": 0}, {"men": 501}, {"guns": 3}])
def test_numbers_that_may_not_be_chosen_are_refused(chosen):
    pieces = book("kriegspiel").pieces
    with pytest.raises(Invalid, match=next(iter(chosen))):
        pieces.put_down(pieces.templates[0], "red", "red-one", **chosen)


def test_nothing_is_put_down_on_a_board():
    with pytest.raises(Invalid, match="nothing is put down"):
        book("war-chess").pieces.put_down(book("kriegspiel").pieces.templates[0], "attacker", "one")
