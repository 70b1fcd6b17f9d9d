"""The names of sides, swapped between book and campaign: Red and Blue may play a book's attacker and defender.

A name is swapped wherever it is a whole string, as a value or as a key.  Swapping twice restores everything, so
nothing is lost, whatever else in a book has such a name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

from rules.contract.answers import Ask, Checked, Choice, Finding, Need

T = TypeVar("T")

TOLD = (Ask, Checked, Choice, Finding, Need)
"""The answers of books other than plain data."""


def both_ways(seats: Mapping[str, str]) -> dict[str, str]:
    """Which name to swap for which.  seats: side of the book to side of the campaign.

    >>> both_ways({"attacker": "red", "blue": "blue"})
    {'attacker': 'red', 'red': 'attacker'}
    """
    other = {mine: theirs for mine, theirs in seats.items() if mine != theirs}
    return other | {theirs: mine for mine, theirs in other.items()}


def swapped(data: T, names: Mapping[str, str]) -> T:
    """Plain data with the names swapped; other values are left as they are.

    >>> swapped({"attacker": 3, "side": "red"}, {"attacker": "red", "red": "attacker"})
    {'red': 3, 'side': 'attacker'}
    """
    return cast(T, _swapped(data, names)) if names else data


def _swapped(data: Any, names: Mapping[str, str]) -> Any:
    if isinstance(data, str):
        return names.get(data, data)
    if isinstance(data, Mapping):
        return {_swapped(key, names): _swapped(value, names) for key, value in data.items()}
    if isinstance(data, (tuple, list)):
        return type(data)(_swapped(one, names) for one in data)
    if isinstance(data, TOLD) and is_dataclass(data):
        return replace(data, **{one.name: _swapped(getattr(data, one.name), names) for one in fields(data)})
    return data
