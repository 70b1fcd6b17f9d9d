"""Who is told how far the making of a country is."""

from __future__ import annotations

from collections.abc import Callable

Told = Callable[[str, int], None]
"""Is told what is being done, by its key, and how much of all is done, per cent."""


def untold(stage: str, percent: int) -> None:
    """Nobody is told."""
