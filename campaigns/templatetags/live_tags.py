"""What a page that shows no battle needs to stay up to date by itself."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import reverse

register = template.Library()


@register.inclusion_tag("campaigns/parts/live.html", takes_context=True)
def live_for_me(context: Any) -> dict[str, Any]:
    """The sign of a page that polls whether there is news for its reader; nothing on an answer to a form or a stranger's page."""
    user = getattr(context.get("request"), "user", None)
    if user is None or not user.is_authenticated:
        return {}
    # Its mark is asked for by the page, which so costs no query more; the first answer renews what came meanwhile.
    return {"live": {"mark": "{}", "ask": reverse("mark-of-person"), "every": EVERY}}


EVERY = 3000
"""Milliseconds between two questions."""
