"""In which language a page is."""

from __future__ import annotations

from django import template

from campaigns.speech import ENGLISH, spoken

register = template.Library()


@register.simple_tag
def language() -> str:
    """The language of the page, as browsers and screen readers are told it."""
    return "en-GB" if spoken() == ENGLISH else spoken()
