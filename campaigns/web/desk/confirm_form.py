"""The form by which an official confirms what the other side's has reported, or enters their own measurement.  [KS-OFF-03]"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from campaigns.sight import FactToConfirm
from campaigns.strictjson import loads
from campaigns.web.page.events import shown
from campaigns.web.page.measures import read_count, read_inches
from rules.values.sentence import joined, say

FIGURES = {"length": read_inches, "count": read_count, "counts": read_count}
"""Kinds of facts for which an official types their own figure; any other is only marked as different."""


@dataclass
class Field:
    """A fact to be confirmed.  said: ``yes``, ``no``, or empty where it is left for later; figure: the official's own."""

    name: str
    fact: FactToConfirm
    reported: str
    as_data: str
    differs: str
    figure: str = ""
    said: str = ""
    error: str = ""

    @property
    def takes_figure(self) -> bool:
        """Whether the form asks for the official's own figure where they do not confirm."""
        return self.fact.kind in FIGURES

    def measured(self, reported: Any) -> Any:
        """The measured value, as plain data.  ValueError where it is none."""
        if self.said == "yes":
            return reported
        if not self.takes_figure:
            return None
        if not self.figure:
            raise ValueError(say("Enter what you measured."))
        return FIGURES[self.fact.kind](self.figure)


def confirm_form(facts: Iterable[FactToConfirm], names: Mapping[str, str], post: Any = None) -> list[Field]:
    """A field for each fact, with what was typed where the form was sent."""
    form = []
    for number, one in enumerate(facts):
        length = one.kind == "length"
        field = Field(
            f"c.{number}",
            one,
            _in_words(one.reported, names, length),
            json.dumps({"value": one.reported}),
            "" if one.differs is None else _in_words(one.differs, names, length),
        )
        if post is not None:
            field.said = str(post.get(f"{field.name}.said", ""))
            field.figure = str(post.get(f"{field.name}.figure", "")).strip()[:20]
        form.append(field)
    return form


def _in_words(value: Any, names: Mapping[str, str], length: bool) -> str:
    """What was reported, as people read it; of several shots each by its number."""
    if isinstance(value, list) and any(isinstance(one, Mapping) for one in value):
        shots = (
            joined(" ", (say("{key} {names}", key=key, names=shown(part, names)) for key, part in one.items()))
            or "nothing"
            for one in value
        )
        return joined(
            "; ", (say("No. {number}: {said}", number=number, said=said) for number, said in enumerate(shots, 1))
        )
    return shown(value, names, length) or "none"


def read_confirmed(form: Iterable[Field], post: Any) -> list[dict[str, Any]]:
    """What was confirmed or measured again, in the form of the use case; an error stands at its field."""
    found = []
    for field in form:
        if field.said not in ("yes", "no"):
            continue
        try:
            reported = loads(str(post.get(f"{field.name}.reported", "")) or "{}").get("value")
            measured = field.measured(reported)
        except ValueError as fault:
            field.error = str(fault)
            continue
        place = {"order": field.fact.order, "key": field.fact.key, "subject": field.fact.subject}
        found.append({**place, "reported": reported, "measured": measured})
    return found
