"""What somebody draws in the map editor is kept as they draw it, until it is saved as a country or laid aside.

It may have faults: what the rules say of it is told when it is saved.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.bridge import canonical
from campaigns.errors import DrawnElsewhere, WrongState
from campaigns.locks import lock_user
from campaigns.models import Country, CountryDraft
from campaigns.models.plain import Plain
from campaigns.usecases.muster.countries import GREATEST_COUNTRY, find_country
from campaigns.usecases.muster.steps import AFTER, BEFORE, at_one_end, bounded, difference
from campaigns.usecases.text_checks import read_whole
from rules.errors import Invalid
from rules.ground.features import TITLES
from rules.values.sentence import of_field, say

BEGUN: Plain = {"size": [288, 192]}
"""The first content of a new country: empty, of 24 feet by 16."""


class _Features:
    """The groups of a country."""

    def lists(self, group: str) -> bool:
        """Whether features stand there by their ids."""
        return group in TITLES


def keep_country_draft(
    *, by: Any, country: str = "", name: str, data: Any, base: str = "", revision: Any, now: datetime
) -> CountryDraft:
    """The drawing as it is now, as a step that can be taken back.  DrawnElsewhere where it is not that of this revision any more.

    country: which is changed; empty for a new one.  base: its digest when the page was opened.
    """
    if not isinstance(data, Mapping):
        raise Invalid(of_field("country", say("a map is wanted")))
    if len(canonical(data).encode()) > GREATEST_COUNTRY:
        most = f"{GREATEST_COUNTRY:,}"
        raise Invalid(of_field("country", say("at most {greatest_country} bytes are allowed", greatest_country=most)))
    with transaction.atomic():
        row = _locked(by, country, now)
        _refuse_stale(row, revision)
        drawn = {key: one for key, one in data.items() if key != "name"}
        found = difference(_Features(), row.data, drawn)
        if found:
            row.steps, row.undone = bounded([*row.steps, {"things": found}]), []
        elif row.name == name[:120]:
            return row
        row.name, row.data = name[:120], drawn
        row.base = row.base if row.revision else base[:64] or row.base
        return _written(row, now)


def turn_country_draft_back(
    *, by: Any, country: str = "", again: bool = False, revision: Any, now: datetime
) -> CountryDraft:
    """Take the last step of a drawing back, or make the one again that was taken back last.  WrongState where there is none."""
    with transaction.atomic():
        row = _locked(by, country, now)
        _refuse_stale(row, revision)
        taken, given, end = (row.undone, row.steps, AFTER) if again else (row.steps, row.undone, BEFORE)
        if not taken:
            raise WrongState(say("There is nothing to make again.") if again else say("There is nothing to take back."))
        step = taken.pop()
        given.append(step)
        row.data = at_one_end(row.data, step["things"], end)
        return _written(row, now)


def find_country_draft(*, by: Any, country: str = "", now: datetime) -> CountryDraft:
    """The drawing of somebody as it stands; one of revision 0, as the country was saved last, where nothing was drawn yet."""
    return _drawing(by, find_country(by, country) if country else None, now)


def drop_country_draft(*, by: Any, country: str = "") -> None:
    """Lay a drawing aside: the country stays as it was saved last."""
    found = find_country(by, country) if country else None
    CountryDraft.objects.filter(user=by, country=found).delete()


def _locked(by: Any, country: str, now: datetime) -> CountryDraft:
    """The drawing of somebody, who is locked; one that is not saved where nothing was drawn yet."""
    found: Country | None = find_country(by, country) if country else None
    lock_user(by.pk)
    return _drawing(by, found, now)


def _drawing(by: Any, found: Country | None, now: datetime) -> CountryDraft:
    there = CountryDraft.objects.filter(user=by, country=found).first()
    before = {key: one for key, one in (found.data if found else BEGUN).items() if key != "name"}
    base = found.digest if found else ""
    return there or CountryDraft(user=by, country=found, data=before, base=base, changed_at=now)


def _refuse_stale(row: CountryDraft, revision: Any) -> None:
    if read_whole(revision, "revision", 0, 1_000_000_000) != row.revision:
        raise DrawnElsewhere


def _written(row: CountryDraft, now: datetime) -> CountryDraft:
    row.revision += 1
    row.changed_at = now
    if row._state.adding:
        row.save(force_insert=True)
    else:
        row.save(update_fields=["name", "base", "data", "revision", "steps", "undone", "changed_at"])
    return row
