"""In which language a page is, and what its scripts are given to speak it."""

from __future__ import annotations

from django import template
from django.urls import reverse
from django.utils.html import format_html

from campaigns.words.languages import ENGLISH, spoken
from campaigns.words.scripts import words_of_scripts

register = template.Library()


@register.simple_tag
def language() -> str:
    """The language of the page, as browsers and screen readers are told it."""
    return "en-GB" if spoken() == ENGLISH else spoken()


@register.inclusion_tag("campaigns/parts/in_english.html")
def text_is_english() -> dict[str, bool]:
    """A line that says to a reader of another language that the text of the rulebooks is in English."""
    return {"translated": spoken() != ENGLISH}


@register.simple_tag(name="words_of_scripts")
def words_of_scripts_tag() -> str:
    """The script that has ``gettext`` speak the language of the page; nothing in English, which needs none."""
    words = words_of_scripts(spoken())
    if not words.digest:
        return ""
    return format_html('<script src="{}" defer></script>\n', reverse("script-words", args=[spoken(), words.digest]))
