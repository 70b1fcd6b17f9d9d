"""The layers of a map."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.utils.safestring import SafeString

from campaigns.web.board.strokes import Stroke, layer

register = template.Library()


@register.simple_tag
def strokes(key: str, drawn: Sequence[Stroke], plan_key: str = "", live: bool = False) -> SafeString:
    """A layer of orders or events.  live: whether what comes later comes by itself."""
    return layer(key, drawn, plan_key, live=live)
