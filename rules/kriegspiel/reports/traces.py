"""What a map shows of the events of the Kriegspiel, from what a reader knew before them and after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from rules.contract import data
from rules.contract.events import costs_of
from rules.floor import glance
from rules.floor.glance import Draw, Glance, Stroke, comes, comes_up, fights, goes, works
from rules.kriegspiel.force import GROUPS
from rules.kriegspiel.reports.sight import EVENTS
from rules.kriegspiel.tables.fire import ZONE
from rules.kriegspiel.tables.works import BLAST
from rules.values.codec import LENGTH

CIRCLE, CRATER = LENGTH.write(ZONE), LENGTH.write(BLAST)


def _shell(seen: Glance, event: data.Event) -> Iterator[Stroke]:
    """A shell: from its gun, where the reader knows it, to its circle; or to its target, if nobody measured where it fell."""
    gun, at, target = str(event.get("body", "")), event.get("at"), str(event.get("target", ""))
    start = seen.was(gun)
    if at is not None:
        line = [at] if start is None else [start, at]
        yield Stroke("shell", gun, line, {"radius": CIRCLE, "target": target})
        return
    hit = [target] if target else list(event.get("inside") or {})
    ends = [(name, there) for name in hit if (there := seen.was(name)) is not None]
    for name, there in ends:
        yield Stroke("fire", gun, [start, there], {"target": name})
    if not ends:
        yield Stroke("fire", gun, [start])


def _mine(seen: Glance, event: data.Event) -> Iterator[Stroke]:
    """A mine: the circle of what it destroys, where it exploded."""
    mine = str(event.get("body", ""))
    yield Stroke("shell", mine, [event.get("at") or seen.was(mine)], {"radius": CRATER, "target": event.get("by")})


DRAWS: Mapping[str, Draw] = {
    **dict.fromkeys("body-marched river-forded prisoners-escorted bodies-merged".split(), goes("march")),
    **dict.fromkeys("body-retired men-thrown-back".split(), goes("retire")),
    "shell-fired": _shell,
    "volley-fired": glance.fires(),
    **dict.fromkeys("charge-delivered contact-made".split(), comes_up),
    "melee-fought": fights,
    "gun-disputed": fights,
    "mine-exploded": _mine,
    "body-split": comes("into", "men"),
    "box-opened": comes("body", "men"),
    "lot-landed": comes("body", "men"),
    **dict.fromkeys(
        "work-begun work-advanced work-completed work-raised work-interrupted work-lost".split(), works("work")
    ),
    **dict.fromkeys("bridge-destroyed bridge-repaired mine-lifted".split(), works("body")),
}
"""What is drawn of each event, besides who was lost in it."""


def traces_of(events: Sequence[data.Event], before: data.Known, after: data.Known) -> tuple[data.Trace, ...]:
    """The traces of events, in their sequence."""
    return glance.traces_of(
        events, before, after, groups=tuple(GROUPS), draws=DRAWS, costs=partial(costs_of, kinds=EVENTS)
    )
