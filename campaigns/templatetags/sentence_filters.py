"""Django's filters that would make plain text of a sentence, so that they leave it what it is; every template has them."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.text import Truncator

from campaigns.words.translation import translated
from rules.values.sentence import Sentence, capitalised, word

register = template.Library()


@register.filter
def capfirst(value: Any) -> str:
    """A text that begins with a capital letter; plain text is a word of the program, as ``red`` is."""
    if isinstance(value, Sentence):
        return capitalised(value)
    text = str(value)
    return word(text[:1].upper() + text[1:])


@register.filter
def truncatechars(value: Any, most: int) -> str:
    """The beginning of a text as it is read: a sentence in the language of the page."""
    return Truncator(translated(value)).chars(int(most))
