"""Movement of men."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.contract.events import OfOneBody
from rules.values.codec import COUNT, FLAG, IDENTITY, IDS, LENGTH, POINT, TEXT, key
from rules.values.measure import Point


@dataclass(frozen=True, kw_only=True)
class MenRearmed(OfOneBody):
    """Men who reached their own line are armed again."""

    name = "men-rearmed"
    men: int = key(COUNT, 0)


@dataclass(frozen=True, kw_only=True)
class MenMarched(OfOneBody):
    """Men of a body moved."""

    name = "men-marched"
    men: int = key(COUNT, 0)
    distance: int = key(LENGTH, 0)
    at: Point | None = key(POINT, None)


@dataclass(frozen=True, kw_only=True)
class ContactMade(OfOneBody):
    """Men came into contact and stay there until the end of the move."""

    name = "contact-made"
    target: str = key(IDENTITY, "")


@dataclass(frozen=True, kw_only=True)
class MenRetired(OfOneBody):
    """Men crossed their own back line and are off the field."""

    name = "men-retired"
    men: int = key(COUNT, 0)


@dataclass(frozen=True, kw_only=True)
class MenTouchedLine(OfOneBody):
    """Men touch a back line."""

    name = "men-touched-line"
    men: int = key(COUNT, 0)
    line: str = key(TEXT, "")


@dataclass(frozen=True, kw_only=True)
class OutOfSight(OfOneBody):
    """An event that may happen behind the curtain; unseen: it did.  [LW-SETUP-04]"""

    unseen: bool = key(FLAG, False)

    @classmethod
    def open_fields(cls, event: Mapping[str, Any]) -> frozenset[str]:
        """No fields, if it happened behind the curtain."""
        return frozenset() if event.get("unseen") else super().open_fields(event) - {"unseen"}


@dataclass(frozen=True, kw_only=True)
class BodySplit(OutOfSight):
    """Men of a body became a separate body."""

    name = "body-split"
    men: int = key(COUNT, 0)
    into: str = key(IDENTITY, "")


@dataclass(frozen=True, kw_only=True)
class BodiesMerged(OutOfSight):
    """Bodies became one."""

    name = "bodies-merged"
    bodies: tuple[str, ...] = key(IDS, ())
