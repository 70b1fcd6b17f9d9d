"""The rows of the ledgers for the books of the floor: what a move changed, and why.

The difference between before and after says how much; the events say why.  For each account, the amounts of
the rows add up to the difference, whatever the events say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from rules.contract.costs import LOSS
from rules.contract.data import Reckoned
from rules.contract.events import Event

Account = tuple[str, str, str]
"""Side, id of the thing, and kind of what is counted of it."""

Held = Mapping[Account, int]

Part = tuple[str, str, int]
"""Id, kind and amount of a change by an event."""

Cause = tuple[Event | None, int]
"""An event, or the close of the move, and its share of a difference."""

Named = Sequence[tuple[Event, Part]]
"""The events that name a thing, in order, each with what it changed."""


def losses(event: Event) -> Iterator[tuple[str, int, bool]]:
    """What an event of losses cost, as its class declares: the thing, the men (0: the thing is lost), whether they were taken."""
    for costs in type(event).costs:
        if costs.sort == LOSS:
            yield from ((thing, men, costs.taken) for thing, men in costs.by_thing(vars(event)).items())


def rows(
    had: Held,
    has: Held,
    parts: Iterable[tuple[Event, Part]],
    spread: Callable[[int, list[Cause], Named], list[Cause]],
    closing: str,
) -> tuple[Reckoned, ...]:
    """The rows: side, account, kind, amount, cause (the name of the event) and clause.

    spread: gives the causes of an amount that the events do not add up to; closing: the clause of changes that no event caused.
    """
    changed = {
        one: has.get(one, 0) - had.get(one, 0)
        for one in sorted(had.keys() | has.keys())
        if has.get(one, 0) != had.get(one, 0)
    }
    named: dict[str, list[tuple[Event, Part]]] = {}
    for event, part in parts:
        named.setdefault(part[0], []).append((event, part))
    return tuple(
        row
        for account, amount in changed.items()
        for row in _of_account(account, _causes(account, amount, named.get(account[1], []), spread), closing)
    )


def _causes(
    account: Account, amount: int, named: Named, spread: Callable[[int, list[Cause], Named], list[Cause]]
) -> list[Cause]:
    """The causes of a difference: the events, if they add up to it."""
    causes: list[Cause] = [(event, part[2]) for event, part in named if part[1] == account[2] and part[2]]
    return causes if sum(one for _, one in causes) == amount else spread(amount, causes, named)


def _of_account(account: Account, causes: Iterable[Cause], closing: str) -> Iterator[Reckoned]:
    """A row for each cause of a difference."""
    for event, amount in causes:
        cause, clause = (event.name, event.clause) if event else ("move-closed", closing)
        side, thing, kind = account
        yield {"side": side, "account": thing, "kind": kind, "amount": amount, "cause": cause, "clause": clause}
