"""Messages of a General, by voice and by note, and entries of officials."""

from __future__ import annotations

from dataclasses import dataclass

from rules.contract.events import Event, OfOneBody
from rules.values.codec import IDENTITY, IDS, TEXT, key


@dataclass(frozen=True, kw_only=True)
class MessageSent(Event):
    """A message reached its recipients of its own side.  text: only of a shout.  [KS-GENL-03]"""

    name = "message-sent"
    told = "own"
    to: tuple[str, ...] = key(IDS, ())
    channel: str = key(IDENTITY)
    text: str = key(TEXT, "")


@dataclass(frozen=True, kw_only=True)
class ShoutHeard(Event):
    """A shout was heard by everybody in the room.  [KS-GENL-04]"""

    name = "shout-heard"
    text: str = key(TEXT)


@dataclass(frozen=True, kw_only=True)
class MeasurementReported(OfOneBody):
    """An official entered a fact.  by: the side of the official.  [KS-OFF-03]"""

    name = "measurement-reported"
    told = "own"
    by: str = key(IDENTITY)


@dataclass(frozen=True, kw_only=True)
class MeasurementAgreed(OfOneBody):
    """Both officials agree on a fact; sum: the value that counts.  by: who entered it, and who confirmed it.  [KS-OFF-03]"""

    name = "measurement-agreed"
    told = "own"
    by: tuple[str, ...] = key(IDS)
