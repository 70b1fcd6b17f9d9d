"""The section of a report to which an event belongs, and whether it has a printed slip."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

SLIP, STEP, EITHER = "slip", "step", "either"
"""Events with a slip of their own, events on another event's slip, and events with their own only if there is no other."""


@dataclass(frozen=True)
class ReportSection:
    """The place of an event in a report.

    heading: of its stage; if empty, it stays under that of the event before it.
    slip: ``slip`` if it has its own, ``step`` if it goes on another's, ``either``, or empty.
    """

    heading: str = ""
    slip: str = ""


NO_SECTION = ReportSection()


def sections(
    headings: Iterable[tuple[str, str]], slips: str = "", steps: str = "", either: str = ""
) -> dict[str, ReportSection]:
    """The report sections of a book, by the names of its events.

    headings: each with the names of its events; slips, steps and either: names of events; all separated by spaces.

    >>> sections([("Fire", "shell-fired gun-hit")], "shell-fired", "gun-hit")["gun-hit"]
    ReportSection(heading='Fire', slip='step')
    """
    made = (
        dict.fromkeys(slips.split(), SLIP) | dict.fromkeys(steps.split(), STEP) | dict.fromkeys(either.split(), EITHER)
    )
    return {name: ReportSection(heading, made.get(name, "")) for heading, names in headings for name in names.split()}
