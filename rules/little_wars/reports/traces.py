"""What a map shows of the events of Little Wars, from what a reader knew before them and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from rules.contract import data
from rules.contract.events import costs_of
from rules.floor import glance
from rules.floor.glance import Draw, comes, comes_up, fights, goes, works
from rules.little_wars.events import EVENTS
from rules.little_wars.force.position import GROUPS

DRAWS: Mapping[str, Draw] = {
    **dict.fromkeys(
        "men-marched gun-moved gun-set-down prisoners-moved carriage-moved bodies-merged".split(), goes("march")
    ),
    "men-retired": goes("retire"),
    "shot-fired": glance.fires(),
    "contact-made": comes_up,
    "melee-fought": fights,
    "gun-disputed": fights,
    "body-split": comes("into", "men"),
    "box-opened": comes(),
    "men-detrained": comes("body", "men"),
    "thing-put-down": comes(),
    "trail-manned": works("body", crew=""),
    **dict.fromkeys(
        "rail-work-begun rail-work-advanced rail-work-lost rail-torn-up rail-replaced".split(), works("rail", "body")
    ),
}
"""What is drawn of each event, besides who was lost in it."""


def traces_of(events: Sequence[data.Event], before: data.Known, after: data.Known) -> tuple[data.Trace, ...]:
    """The traces of events, in their sequence."""
    return glance.traces_of(
        events, before, after, groups=tuple(GROUPS), draws=DRAWS, costs=partial(costs_of, kinds=EVENTS)
    )
