"""Chance as an argument: a committed seed and keyed draws.  [KS-DEF-14]

Each draw is HMAC-SHA256 of the battle's seed over its purpose and a counter, so
that anybody can check it and no draw depends on how many others were made.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from rules.errors import Invalid


def commitment(seed: str) -> str:
    """The SHA-256 of a seed, published before the first move."""
    return hashlib.sha256(seed.encode()).hexdigest()


@dataclass(frozen=True)
class Draw:
    """One draw: its purpose (``red/6/charge/red-horse/blue-horse``), the counter of the block used, and the result.

    number: from 0 to ``below`` - 1.
    """

    purpose: str
    counter: int
    below: int
    number: int


_witnesses: ContextVar[dict[str, Draw] | None] = ContextVar("witnesses", default=None)


@contextmanager
def witnessed() -> Iterator[dict[str, Draw]]:
    """Collects the draws made in the meantime, by purpose, for checking; it does not change them.

    >>> with witnessed() as draws:
    ...     _ = Chance(seed="1913", move="red/6").heads("charge/red-horse/blue-horse")
    >>> [(draw.purpose, draw.below) for draw in draws.values()]
    [('red/6/charge/red-horse/blue-horse', 2)]
    """
    seen: dict[str, Draw] = {}
    token = _witnesses.set(seen)
    try:
        yield seen
    finally:
        _witnesses.reset(token)


def block(seed: str, purpose: str, counter: int) -> int:
    """The 64-bit number in the first eight bytes of HMAC-SHA256 of the seed over purpose and counter."""
    return int.from_bytes(hmac.new(seed.encode(), f"{purpose}/{counter}".encode(), hashlib.sha256).digest()[:8], "big")


def draw(seed: str, purpose: str, below: int) -> int:
    """A number from 0 to ``below`` - 1, without bias: a block beyond the last whole multiple is discarded."""
    limit = (1 << 64) // below * below
    counter = 0
    while (number := block(seed, purpose, counter)) >= limit:
        counter += 1
    seen = _witnesses.get()
    if seen is not None:
        seen[purpose] = Draw(purpose, counter, below, number % below)
    return number % below


def redrawn(seed: str, one: Draw) -> bool:
    """Whether this seed gives a draw as reported: the same counter, the same number."""
    with witnessed() as seen:
        draw(seed, one.purpose, one.below)
    return seen[one.purpose] == one


@dataclass(frozen=True)
class Chance:
    """The source of a move's tosses: a reported coin, or the battle's seed.

    seed: the battle's secret seed; move: the key of every draw of this move (``red/6``).
    coin: ``heads`` (the side that moved wins) or ``tails``, if a real coin was tossed.
    coins: the same for single combats, by purpose (``charge/red-horse/blue-horse``).
    """

    seed: str = ""
    move: str = ""
    coin: str | None = None
    coins: Mapping[str, str] | None = None

    def heads(self, purpose: str) -> bool:
        """Whether the side that moved wins the toss for ``purpose``."""
        coin = (self.coins or {}).get(purpose, self.coin)
        if coin is not None:
            return coin == "heads"
        return draw(self.seed, f"{self.move}/{purpose}", 2) == 0

    def tossed(self, purpose: str, coin: str) -> Chance:
        """The same chance with a real coin, for a single combat or (no purpose) for the whole move."""
        if not purpose:
            return Chance(self.seed, self.move, coin, self.coins)
        return Chance(self.seed, self.move, self.coin, {**(self.coins or {}), purpose: coin})

    def for_move(self, side: str, number: int) -> Chance:
        """The same chance, keyed to one side's own move."""
        return Chance(self.seed, f"{side}/{number}", self.coin, self.coins)


def read_chance(data: Any, where: str = "chance") -> Chance:
    """Chance from plain data: ``{coin: heads}`` or ``{seed: ...}``."""
    if data is None:
        return Chance(seed="no seed was given")
    if not isinstance(data, dict) or not data.keys() <= {"coin", "coins", "seed"}:
        raise Invalid(f"{where}: coin, coins or seed is wanted")
    coins = data.get("coins") or {}
    if not isinstance(coins, dict):
        raise Invalid(f"{where}.coins: a map is wanted")
    for coin in [data.get("coin", "heads"), *coins.values()]:
        if coin not in ("heads", "tails"):
            raise Invalid(f"{where}.coin: heads or tails is wanted, got {coin!r}")
    return Chance(seed=str(data.get("seed", "no seed was given")), coin=data.get("coin"), coins=coins or None)
