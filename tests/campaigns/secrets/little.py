"""What is hidden in Little Wars: a floor that both sides see, but for what is in boxes and who commands."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from tests.campaigns.secrets.hidden import (
    BLUE,
    CLOSED,
    OPEN,
    WRITTEN,
    Secret,
    drafts,
    leaves_out,
    sends,
    state,
    together,
)

MARCH = {"order": "march", "body": "blue-foot", "path": [[22, 24]]}
LITTLE: tuple[Secret, ...] = (
    Secret(
        "what is in a box",
        "canary-boxed",
        BLUE,
        "sheet",
        together(
            state("bodies", "blue-boxed", arm="cavalry", men=30, name="canary-boxed"),
            state("boxes", "blue-box", aboard={"blue-boxed": 30}),
        ),
    ),
    Secret(
        "who commands a body", "canary-colonel", BLUE, WRITTEN, state("bodies", "blue-foot", commander="canary-colonel")
    ),
    Secret("who commands a box", "canary-driver", BLUE, WRITTEN, state("boxes", "blue-box", commander="canary-driver")),
    Secret("an order in force", '"march"', BLUE, "api-orders", done=sends("blue-foot", MARCH), when=OPEN),
    Secret(
        "a draft",
        '"march"',
        "blue_horse",
        "api-drafts",
        when=OPEN,
        done=drafts("blue-horse", "blue_horse", {"order": "march", "body": "blue-horse", "path": [[40, 34]]}),
    ),
    Secret("a correction of an order", "canary-reason", "umpire", "api-record", done=leaves_out, when=CLOSED),
)


def floor(secrets: Collection[Secret]) -> dict[str, Any]:
    """A little of everything on a floor, Blue first to move."""
    start: dict[str, Any] = {
        "first": "blue",
        "own_moves": {"red": 3, "blue": 3},
        "country": {"size": [240, 240], "back_lines": {"red": "south", "blue": "north"}},
        "bodies": {
            "red-foot": {"side": "red", "arm": "infantry", "men": 9, "at": [20, 10]},
            "red-horse": {"side": "red", "arm": "cavalry", "men": 6, "at": [35, 12]},
            "blue-foot": {"side": "blue", "arm": "infantry", "men": 8, "at": [22, 30], "commander": "Major Lake"},
            "blue-horse": {"side": "blue", "arm": "cavalry", "men": 5, "at": [40, 40]},
            "blue-boxed": {"side": "blue", "arm": "infantry", "men": 4, "aboard": "blue-box"},
        },
        "guns": {
            "red-gun": {"side": "red", "crew": "red-foot", "at": [20, 14]},
            "blue-gun": {"side": "blue", "crew": "blue-foot", "at": [22, 34]},
        },
        "boxes": {"blue-box": {"side": "blue", "aboard": {"blue-boxed": 4}, "at": [230, 230]}},
    }
    for one in secrets:
        if one.begins is not None:
            one.begins(start)
    return start
