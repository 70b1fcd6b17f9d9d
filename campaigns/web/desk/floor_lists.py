"""The things on the floor as lists to choose from in the form of measured facts, long ones once on the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

LISTED = {"bodies": 24, "stores": 24, "guns": 8, "waggons": 8}
"""How many things of a kind are listed at every field that asks for one; of more, a name is typed, and one list stands on the page."""

Listed = dict[str, str]
"""Id to what it is called."""


class Things:
    """What may be chosen.  bodies, cavalry, guns, waggons, stores, pieces: id to name and side.

    long: the lists that are too long to stand at each field, by their kind: id to a name that no other thing bears.
    """

    def __init__(self, desk: Any) -> None:
        position = desk.position
        self.names: Mapping[str, str] = desk.names
        bodies = {key: one for key, one in (position.get("bodies") or {}).items() if one.get("men")}
        self.bodies = self._listed(bodies)
        self.cavalry = self._listed({key: one for key, one in bodies.items() if one["arm"] == "cavalry"})
        guns, waggons, depots = (
            {key: one for key, one in (position.get(group) or {}).items() if not one.get("destroyed")}
            for group in ("guns", "waggons", "depots")
        )
        self.guns, self.waggons = self._listed(guns), self._listed(waggons)
        self.stores = self._listed({**depots, **waggons})
        self.pieces = {**self.bodies, **self.guns, **self.waggons, **self._listed(position.get("generals") or {})}
        kinds = {"bodies": self.bodies, "guns": self.guns, "waggons": self.waggons, "stores": self.stores}
        self.long = {kind: self._told_apart(those) for kind, those in kinds.items() if len(those) > LISTED[kind]}

    def _listed(self, things: Mapping[str, Mapping[str, Any]]) -> Listed:
        return {
            key: f"{self.names.get(key, key)} ({str(one.get('side', '')).capitalize()})" for key, one in things.items()
        }

    def _told_apart(self, ids: Iterable[str]) -> Listed:
        names = {key: " ".join(self.names.get(key, key).split()) for key in ids}
        borne = Counter(name.casefold() for name in names.values())
        return {key: name if borne[name.casefold()] == 1 else f"{name} [{key}]" for key, name in names.items()}


def chosen(text: str, known: Mapping[str, str]) -> str:
    """The id of what was chosen or typed: an id, or a name of the list in any case; empty where nothing is called so.

    >>> chosen(" blue FOOT", {"blue-foot": "Blue foot"}), chosen("blue-foot", {"blue-foot": "Blue foot"}), chosen("x", {})
    ('blue-foot', 'blue-foot', '')
    """
    said = " ".join(text.split()).casefold()
    return text if text in known else next((key for key, name in known.items() if name.casefold() == said), "")
