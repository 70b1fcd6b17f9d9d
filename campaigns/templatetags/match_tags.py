"""Points of matches as people write them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django import template

register = template.Library()
QUARTERS = {Fraction(0): "", Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}


@register.filter
def score(points: Any) -> str:
    """Points with their halves: ``2½``.

    >>> score(Fraction(5, 2)), score(Fraction(1, 2)), score(Fraction(0))
    ('2½', '½', '0')
    """
    if not isinstance(points, Fraction):
        return ""
    whole, rest = divmod(points, 1)
    return f"{whole if whole or not rest else ''}{QUARTERS.get(rest, f' {rest}')}"


@register.filter
def of(found: Any, key: str) -> Any:
    """What a map holds under a key; nothing where it holds none."""
    return found.get(key, "") if hasattr(found, "get") else ""
