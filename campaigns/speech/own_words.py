"""What people themselves have written: it is shown as they wrote it, in whatever language somebody reads."""

from __future__ import annotations

import re

OWN = frozenset(
    """
    battle.name battle.briefing battle.country_name campaign.name country.name entry.campaign.name invitation.campaign.name
    notice.battle_name one.battle_name battle.campaign_name post.name post.user seat.briefing side.briefing briefing
    ruling.reason ruling.by one.reason word.text by kept request.user.get_full_name request.user.get_username
    request.user.email form.user.get_username entry.author one.sent draft.sent form.username.value
    clause.html clause.title slip.law.title following.name calendar row.note
    """.split()
)
"""Variables of templates, by their names."""

KINDS = re.compile(r"(^|\.)(typed|seed|seed_digest|digest|public_id|id|key|href|path|code|email|zone|time_zone)(\.|$)")
"""Parts of names of variables that hold what was typed, or what is no word at all."""


def is_own(variable: str) -> bool:
    """Whether a variable of a template, with or without its filters, holds what somebody wrote himself."""
    name = variable.partition("|")[0].strip()
    if "|words" in variable:  # a key as words is the program's
        return False
    return name in OWN or bool(KINDS.search(name))
