"""The opening position of a start, as the book makes it, with the limits of its size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.bridge import canonical, rules_of
from campaigns.models import Battle
from campaigns.models.battle import Terms
from rules.contract.data import Position, Start
from rules.errors import Invalid
from rules.values.sentence import of_field, say

GREATEST_START = 500_000
"""Bytes of an opening position at most."""


def opening(terms: Terms, start: Any) -> Position:
    """The opening position of a start, checked and complete."""
    if not isinstance(start, Mapping):
        raise Invalid(of_field("start", say("a map is wanted")))
    if len(canonical(start)) > GREATEST_START:
        raise Invalid(
            of_field("start", say("at most {greatest_start} bytes are wanted", greatest_start=GREATEST_START))
        )
    return rules_of(terms).opening(Start(dict(start)))


def complete(terms: Terms, start: Any) -> Position:
    """The opening position of a start; a group without things stays in it, so that the book puts down no force of its own."""
    position = opening(terms, start)
    lists = rules_of(terms).pieces.lists
    return Position({**{group: {} for group, things in start.items() if things == {} and lists(group)}, **position})


def on_its_country(battle: Battle, start: Mapping[str, Any]) -> dict[str, Any]:
    """A start on the country that was chosen for a battle, unchanged since."""
    return {**start, "country": battle.start["country"]} if battle.country_id is not None else dict(start)


def without_its_country(battle: Battle, start: Mapping[str, Any]) -> dict[str, Any]:
    """A start without the country, where a saved one was chosen for its battle."""
    return {key: value for key, value in start.items() if key != "country" or battle.country_id is None}
