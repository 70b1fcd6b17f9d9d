"""What the umpire's map shows of a move: the orders of both sides as traces, and what the result would do.

It is read from the true position, so nobody but the umpire's desk may have it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from campaigns.bridge import Brief
from rules.contract.answers import Finding
from rules.contract.data import Duty, Known, Trace


@dataclass(frozen=True)
class DeskBoard:
    """The move as it would be drawn.  Each part is computed only where it is wanted.

    finding: the result as it stands; none where there is none.
    """

    brief: Brief = field(repr=False)
    finding: Finding | None = field(repr=False)

    @property
    def keys(self) -> tuple[str, ...]:
        """The key of each order, as a fact sheet has it, in the sequence of ``of`` of ``orders``."""
        return tuple(one.measured for one in self.brief.placed)

    @cached_property
    def orders(self) -> tuple[Trace, ...]:
        """The orders in force of the side that moves."""
        return self.brief.table.seen_by(self.brief.side).traces(self.brief.orders)

    @cached_property
    def happened(self) -> tuple[Trace, ...]:
        """What the result would do, each trace with the index of its event."""
        if self.finding is None:
            return ()
        before, after = Known(dict(self.brief.position)), Known(dict(self.finding.position))
        return self.brief.rules.traces_of(self.finding.events, before, after)

    @cached_property
    def duties(self) -> Mapping[str, tuple[Duty, ...]]:
        """What the things of the side that moves must do in this move, by thing; the engine carries it out."""
        rules, side = self.brief.rules, self.brief.side
        known = self.brief.table.seen_by(side)
        owed = {
            thing: known.duties(thing)
            for group, thing, state in rules.pieces.every(self.brief.position)
            if rules.pieces.owner(group, state) == side
        }
        return {thing: duties for thing, duties in owed.items() if duties}
