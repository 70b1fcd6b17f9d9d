"""What a page that shows no battle needs to stay up to date by itself."""

from __future__ import annotations

import json
from typing import Any

from django import template
from django.urls import reverse

from campaigns.clock import server_time
from campaigns.sight.live import news_of_person

register = template.Library()


@register.inclusion_tag("campaigns/parts/live.html", takes_context=True)
def live_for_me(context: Any) -> dict[str, Any]:
    """The sign of a page that polls whether there is news for its reader; nothing on an answer to a form or a stranger's page."""
    user = getattr(context.get("request"), "user", None)
    if user is None or not user.is_authenticated:
        return {}
    told = {"any": news_of_person(user, server_time())}
    return {"live": {"mark": json.dumps(told)}, "ask": reverse("mark-of-person"), "every": EVERY}


EVERY = 3000
"""Milliseconds between two questions."""
