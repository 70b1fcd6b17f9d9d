"""The section of a report to which an event belongs, whether it has a printed slip, and which events are one line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules.contract.costs import added_up

SLIP, STEP, EITHER = "slip", "step", "either"
"""Events with a slip of their own, events on another event's slip, and events with their own only if there is no other."""


@dataclass(frozen=True)
class ReportSection:
    """The place of an event in a report.

    heading: of its stage; if empty, it stays under that of the event before it.
    slip: ``slip`` if it has its own, ``step`` if it goes on another's, ``either``, or empty.
    apart: its slips and steps go only with others under the same heading.
    alike: the fields that are equal in events of this name that are said in one line, each with its body; none: each alone.
    added: the counts by body that are added up in such a line.
    within: the name of a later event whose line says this one too.
    """

    heading: str = ""
    slip: str = ""
    apart: bool = False
    alike: tuple[str, ...] = ()
    within: str = ""
    added: tuple[str, ...] = ()

    def goes_with(self, slip: ReportSection) -> bool:
        """Whether an event may be a step on another's slip."""
        return self.heading == slip.heading or not (self.apart or slip.apart)


NO_SECTION = ReportSection()


def sections(
    headings: Iterable[tuple[str, str]],
    slips: str = "",
    steps: str = "",
    either: str = "",
    *,
    apart: Collection[str] = (),
    alike: Mapping[str, tuple[str, ...]] | None = None,
    within: Mapping[str, str] | None = None,
    added: Mapping[str, tuple[str, ...]] | None = None,
) -> dict[str, ReportSection]:
    """The report sections of a book, by the names of its events.

    headings: each with the names of its events; slips, steps and either: names of events; all separated by spaces.
    apart: headings; alike, within and added: by the names of events; all as of ``ReportSection``.

    >>> sections([("Fire", "shell-fired gun-hit")], "shell-fired", "gun-hit")["gun-hit"].slip
    'step'
    """
    made = (
        dict.fromkeys(slips.split(), SLIP) | dict.fromkeys(steps.split(), STEP) | dict.fromkeys(either.split(), EITHER)
    )
    found = {
        name: ReportSection(heading, made.get(name, ""), heading in apart)
        for heading, names in headings
        for name in names.split()
    }
    found |= {name: replace(found[name], alike=fields) for name, fields in (alike or {}).items()}
    found |= {name: replace(found[name], added=fields) for name, fields in (added or {}).items()}
    return found | {name: replace(found[name], within=other) for name, other in (within or {}).items()}


# -- lines ------------------------------------------------------------------------------------------------


@dataclass
class Line:
    """Events that are said in one line.  at: their places among all; event: the first; added: the counts that it adds up."""

    at: list[int]
    event: Mapping[str, Any]
    events: list[Mapping[str, Any]] = field(default_factory=list)
    added: tuple[str, ...] = ()

    @property
    def of_several(self) -> bool:
        """Whether it tells several events of one name."""
        return [one.get("event") for one in self.events].count(self.event.get("event")) > 1

    @property
    def said(self) -> dict[str, Any]:
        """The event that the line tells: of several that are alike with ``bodies``, or with their number and their sums."""
        alike = [one for one in self.events if one.get("event") == self.event.get("event")]
        told = dict(self.event)
        if self.of_several and self.added:
            told |= {key: added_up(one.get(key) or {} for one in alike) for key in self.added}
            told |= {"times": len(alike), "empty": sum(not one.get(self.added[0]) for one in alike)}
        elif self.of_several:
            told.pop("body", None)
            told["bodies"] = list(dict.fromkeys(str(one.get("body")) for one in alike))
        return told


def lines(events: Sequence[Mapping[str, Any]], section_of: Callable[[str], ReportSection]) -> list[Line]:
    """Events in lines: what is alike in one, and what another says too within its line.

    Each amount is then said once.  section_of: by the name of an event.
    """
    found: list[Line] = []
    for at, event in enumerate(events):
        section = section_of(str(event.get("event")))
        line = next((one for one in reversed(found) if section.alike and _alike(one.event, event, section.alike)), None)
        if line is None:
            line = Line([], event, added=section.added)
            found.append(line)
        line.at.append(at)
        line.events.append(event)
    return _folded(found, section_of)


def _alike(one: Mapping[str, Any], other: Mapping[str, Any], fields: Iterable[str]) -> bool:
    return all(one.get(key) == other.get(key) for key in ("event", "side", *fields))


def _folded(found: Sequence[Line], section_of: Callable[[str], ReportSection]) -> list[Line]:
    """Lines without those that later ones say too, which take their events over."""
    left: list[Line] = []
    for place, line in enumerate(found):
        within = section_of(str(line.event.get("event"))).within
        later = next((one for one in found[place + 1 :] if within and _says(one.event, within, line.event)), None)
        if later is None:
            left.append(line)
        else:
            earlier = sum(at < line.at[0] for at in later.at)
            later.at[earlier:earlier], later.events[earlier:earlier] = line.at, line.events
    return left


def _says(later: Mapping[str, Any], name: str, event: Mapping[str, Any]) -> bool:
    """Whether a later event of a name says an event too: of the same side, kind and source, as far as both have them."""
    packets = event.get("packets")
    return (
        (later.get("event"), later.get("side")) == (name, event.get("side"))
        and all(later[key] == event[key] for key in ("kind", "source") if key in later and key in event)
        and (not isinstance(packets, Mapping) or set(packets) == {later.get("kind")})
    )
