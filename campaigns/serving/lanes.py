"""Whose turn it is to have a thread of a process: first come, first served, and one at a time for each battle.

Of two requests with orders for the same battle at once, each would have the rules judge again what the other changed;
one after the other they are done sooner.  A request that takes more than a quarter of a second no longer keeps the
others waiting.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field

PATIENCE = 0.25
"""Seconds for which one request waits for another about the same battle."""


@dataclass(eq=False)
class Turn:
    """A request's place in a lane.  about: requests with the same value go one at a time; empty where it may go beside any other."""

    about: str
    called: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False


class Lane:
    """So many requests at once, the others in the sequence of arrival.  For one event loop, not for threads."""

    def __init__(self, width: int) -> None:
        self._free = width
        self._waiting: list[Turn] = []
        self._busy: Counter[str] = Counter()

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return len(self._waiting)

    async def enter(self, about: str) -> Turn:
        """Wait for a turn; afterwards the caller must call ``leave``."""
        turn = Turn(about)
        self._waiting.append(turn)
        self._call()
        try:
            await turn.called.wait()
        except asyncio.CancelledError:
            if turn in self._waiting:
                self._waiting.remove(turn)
            else:
                self.leave(turn)
            raise
        return turn

    def leave(self, turn: Turn) -> None:
        """Give the thread back; a second call does nothing."""
        if not turn.over:
            turn.over = True
            self._free += 1
            self._be_done(turn)
            self._call()

    def _call(self) -> None:
        """Let the first one go that may."""
        for turn in list(self._waiting):
            if not self._free:
                return
            if turn.about and self._busy[turn.about]:
                continue
            self._free -= 1
            self._waiting.remove(turn)
            if turn.about:
                self._busy[turn.about] += 1
                asyncio.get_running_loop().call_later(PATIENCE, self._lose_patience, turn)
            turn.called.set()

    def _lose_patience(self, turn: Turn) -> None:
        """The others no longer wait for it."""
        if not turn.over:
            self._be_done(turn)
            self._call()

    def _be_done(self, turn: Turn) -> None:
        """Nobody waits for it any more."""
        if turn.about:
            self._busy[turn.about] -= 1
            self._busy += Counter()  # a lane that is not busy is not kept
            turn.about = ""
