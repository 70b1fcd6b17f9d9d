"""The language of a page."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from campaigns.speech import ENGLISH, spoken
from campaigns.speech.scripts import said_for

register = template.Library()


@register.simple_tag
def language() -> str:
    """The language of the page, for browsers and screen readers."""
    return "en-GB" if spoken() == ENGLISH else spoken()


@register.simple_tag
def said_by(*scripts: str) -> SafeString | str:
    """The texts of those scripts, as an attribute of the tag in which this stands (``words.js``); nothing on a page in English."""
    words = said_for(*scripts)
    return format_html(' data-said="{}"', words) if words else ""
