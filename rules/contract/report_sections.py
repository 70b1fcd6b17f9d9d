"""The section of a report to which an event belongs, and whether it has a printed slip."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

SLIP, STEP, EITHER = "slip", "step", "either"
"""An event of which a slip is made, one that goes on the slip of another, and one that has its own where there is no other."""


@dataclass(frozen=True)
class ReportSection:
    """Where an event belongs.

    heading: of the stage in which it falls; empty where it stays under that of the event before it.
    slip: ``slip`` where one is made of it, ``step`` where it goes on another's, ``either``, else empty.
    """

    heading: str = ""
    slip: str = ""


NO_SECTION = ReportSection()


def sections(
    headings: Iterable[tuple[str, str]], slips: str = "", steps: str = "", either: str = ""
) -> dict[str, ReportSection]:
    """The files of a book, by the names of its events.

    headings: each with the names of the events under it; slips, steps and either: names too; all with spaces between.

    >>> sections([("Fire", "shell-fired gun-hit")], "shell-fired", "gun-hit")["gun-hit"]
    ReportSection(heading='Fire', slip='step')
    """
    made = (
        dict.fromkeys(slips.split(), SLIP) | dict.fromkeys(steps.split(), STEP) | dict.fromkeys(either.split(), EITHER)
    )
    return {name: ReportSection(heading, made.get(name, "")) for heading, names in headings for name in names.split()}
