"""Orders that were read back and are not sent yet: kept in the session, so that back and reload find them unchanged."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from django.http import HttpRequest, QueryDict

from rules.errors import Invalid
from rules.values.sentence import of_field, say

PLACE = "drafts"
MOST, MOST_CHARACTERS = 8, 20_000
"""Drafts kept in one session, of which the oldest is dropped, and the length of one."""


@dataclass(frozen=True)
class Draft:
    """Orders for a thing as they were read back.  key: lets them be sent only once; sent: number of the receipt, if they were.

    fields: what was typed into the form of the last of them, by the names of its fields.
    """

    battle: str
    thing: str
    move: str
    base: int
    orders: list[dict[str, Any]]
    key: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    sent: str = ""
    fields: Mapping[str, list[str]] = field(default_factory=dict)

    @property
    def typed(self) -> QueryDict:
        """The form as it was filled in."""
        form = QueryDict(mutable=True)
        for name, values in self.fields.items():
            form.setlist(name, values)
        return form


def keep(request: HttpRequest, draft: Draft) -> str:
    """Keep a draft; its token.  Invalid where it is longer than any order may be."""
    if len(json.dumps(draft.orders)) > MOST_CHARACTERS:
        raise Invalid(
            of_field("draft", say("at most {most_characters} characters are wanted", most_characters=MOST_CHARACTERS))
        )
    token = secrets.token_urlsafe(9)
    kept = [*request.session.get(PLACE, {}).items(), (token, asdict(draft))]
    request.session[PLACE] = dict(kept[-MOST:])
    return token


def find(request: HttpRequest, token: str, battle: str, thing: str) -> Draft | None:
    """The draft with that token, if it is for this thing."""
    found = request.session.get(PLACE, {}).get(token)
    return Draft(**found) if found and (found["battle"], found["thing"]) == (battle, thing) else None


def last_typed(request: HttpRequest, battle: str, thing: str, move: str) -> Draft | None:
    """The last draft for a thing in a move, if it came from the form and was not sent."""
    for found in reversed(request.session.get(PLACE, {}).values()):
        if (found["battle"], found["thing"], found["move"]) == (battle, thing, move):
            return Draft(**found) if found["fields"] and not found["sent"] else None
    return None


def mark_sent(request: HttpRequest, key: str, number: str) -> None:
    """Record the receipt number of a draft that was sent."""
    drafts = request.session.get(PLACE, {})
    request.session[PLACE] = {
        token: {**one, "sent": number} if one["key"] == key else one for token, one in drafts.items()
    }
