"""What was taken of a survey and what was left out, and why, feature by feature and in totals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.ground.geojson.parse import Feature
from rules.values.sentence import say

MOST_NAMES = 6
"""The most features that a reason names; the others are counted."""


class Tally:
    """Every feature by its kind.  A feature counts as taken if anything of it was taken."""

    def __init__(self) -> None:
        self._taken: dict[tuple[str, int], Feature] = {}
        self._left: dict[tuple[str, int], tuple[Feature, str]] = {}
        self._no_loss: set[tuple[str, int]] = set()

    def again(self) -> Tally:
        """A new tally that starts with what this one left out."""
        new = Tally()
        new._left, new._no_loss = dict(self._left), set(self._no_loss)
        return new

    def take(self, kind: str, features: Iterable[Feature]) -> None:
        """Record that something was made of these features."""
        for feature in features:
            self._taken[kind, feature.number] = feature

    def leave(self, kind: str, features: Iterable[Feature], why: str, *, loss: bool = True) -> None:
        """Record that nothing, or not all, was made of these; the first reason counts.  loss: the game could have used them."""
        for feature in features:
            if (kind, feature.number) not in self._left and not loss:
                self._no_loss.add((kind, feature.number))
            self._left.setdefault((kind, feature.number), (feature, why))

    def by_feature(self) -> tuple[dict[int, Feature], dict[int, str]]:
        """The numbers of the features of which something was taken, and the reasons of the others."""
        taken = {number: feature for (_, number), feature in self._taken.items()}
        return taken, {number: why for (_, number), (_, why) in self._left.items() if number not in taken}

    def lost_kinds(self) -> list[str]:
        """The kinds that the game knows and of which all was lost for another reason than where it lies."""
        taken = {kind for kind, _ in self._taken}
        return sorted({kind for kind, number in self._left.keys() - self._no_loss if kind not in (*taken, *NO_LOSS)})

    def rows(self) -> list[dict[str, Any]]:
        """For each kind: how many there were, how many were taken, and the reasons for the others with their names."""
        kinds: dict[str, dict[str, Any]] = {}
        for kind, _ in (*self._taken, *self._left):
            kinds.setdefault(kind, {"kind": kind, "found": 0, "taken": 0, "left_out": {}})
        for kind, _ in self._taken:
            kinds[kind]["taken"] += 1
        for (kind, number), (feature, why) in sorted(self._left.items()):
            if (kind, number) not in self._taken:
                row = kinds[kind]["left_out"].setdefault(why, {"why": why, "count": 0, "names": []})
                row["count"] += 1
                if len(row["names"]) < MOST_NAMES:
                    row["names"].append(feature.called)
        for row in kinds.values():
            row["left_out"] = list(row["left_out"].values())
            row["found"] = row["taken"] + sum(one["count"] for one in row["left_out"])
        return [kinds[kind] for kind in sorted(kinds, key=lambda kind: (kind == OTHER, kind))]


OTHER = say("other things")
"""What the game does not use."""

NO_LOSS = (OTHER, "names", "trees", "heights")
"""Kinds without which the ground is the same."""
