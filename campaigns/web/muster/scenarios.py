"""What a battle begins with, as its form offers it: a scenario of the product, the opening of its book, or pasted JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.strictjson import loads
from campaigns.usecases.campaigns.sample import HARTLEY, SEQUENCE, VALE, built_in_country, read_sample
from rules.errors import Invalid
from rules.values.sentence import of_field, say

SCENARIOS = {
    "kriegspiel": {
        HARTLEY: say("The Affair at Hartley Mill: two forces of all arms on an open country"),
        VALE: say("The Bridges of Hartley Vale: a village, a river, two bridges and a ford; on its own country"),
        SEQUENCE: say("The worked sequence of the rulebook: one move, every stage of it"),
    }
}
"""Scenarios of the product by the book that they are fought under."""

OPENING = {"": say("The opening of the book")}


def scenarios(book: str) -> Mapping[str, str]:
    """What a battle of a book may begin with."""
    return SCENARIOS.get(book, OPENING)


def start_typed(typed: Mapping[str, str], book: str) -> dict[str, Any]:
    """The opening position: as pasted, of a scenario, or as the book begins; Invalid where none is chosen."""
    if pasted := typed.get("start", "").strip():
        data = loads(pasted)
        return data["start"] if isinstance(data.get("start"), dict) else data
    scenario = typed.get("scenario", "")
    if scenario not in scenarios(book):
        raise Invalid(of_field("scenario", say("choose one from the list, or paste an opening position")))
    return dict(read_sample(scenario)["start"]) if scenario else {}


def country_typed(typed: Mapping[str, str], book: str) -> str:
    """The country that was chosen, else that of the chosen scenario, by its public id."""
    if chosen := typed.get("country", "")[:13]:
        return chosen
    scenario = typed.get("scenario", "")
    if typed.get("start", "").strip() or not scenario or scenario not in scenarios(book):
        return ""
    return built_in_country(read_sample(scenario).get("country", ""))
