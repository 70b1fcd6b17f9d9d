"""What a woven template is made of: variables and sentences that know in which language they are read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from django.template.base import Node, VariableNode, render_value_in_context
from django.template.defaulttags import FirstOfNode
from django.utils.functional import Promise
from django.utils.safestring import SafeData, SafeString, mark_safe

from campaigns.speech.tongue import said, said_entry
from campaigns.words.languages import ENGLISH, spoken

MARK = re.compile(r"</?[a-z]+\d*>|\{[a-z_][a-z_0-9]*(?::[^{}|]*\|[^{}]*)?\}", re.IGNORECASE)
IN_HTML = re.compile(r"(<(?:script|style|textarea)\b.*?</(?:script|style|textarea)>|<[^>]*>)", re.DOTALL)
NAMED = re.compile(r'(\b(?:title|aria-label|alt|data-label)=")([^"]*)(")')
SPACES = re.compile(r"\s+")


class SaidVariable(VariableNode):
    """A variable whose words are said in the reader's language."""

    def render(self, context: Any) -> str:
        if spoken() == ENGLISH:
            return str(super().render(context))
        value = self.filter_expression.resolve(context)
        if isinstance(value, str | Promise):
            value = said_as_safe(value)
        return str(render_value_in_context(value, context))


class SaidFirst(Node):
    """The first of some variables that holds anything (``firstof``), said in the reader's language."""

    child_nodelists = ()

    def __init__(self, first: FirstOfNode) -> None:
        self.first = first

    def render(self, context: Any) -> str:
        if spoken() == ENGLISH:
            return str(self.first.render(context))
        found = next(filter(None, (one.resolve(context, ignore_failures=True) for one in self.first.vars)), "")
        return str(render_value_in_context(said_as_safe(found), context))


class Plural(VariableNode):
    """The ending of a word for one or for many; in another language that language's own words stand for it."""

    def is_one(self, context: Any) -> bool:
        """Whether it is one."""
        bare = copy(self.filter_expression)
        bare.filters = bare.filters[:-1]
        counted = bare.resolve(context)
        return (
            counted if isinstance(counted, int | float) else len(counted) if hasattr(counted, "__len__") else 0
        ) == 1


def said_as_safe(value: Any) -> str:
    """What is said, as safe as it was; of a piece of a page its words and its labels."""
    if not isinstance(value, SafeData):
        return said(str(value))
    text = str(value)
    return said_html(text) if "<" in text else mark_safe(said(text))


def said_html(html: str) -> SafeString:
    """A piece of a page that Python made, in the reader's language."""
    parts = IN_HTML.split(html)
    for at, part in enumerate(parts):
        parts[at] = NAMED.sub(lambda one: one[1] + said(one[2]) + one[3], part) if at % 2 else said(part)
    return mark_safe("".join(parts))


@dataclass
class Held:
    """What fills a gap of an entry, or a tag about its words: ``{name}`` or ``<a>``, and the nodes that render it."""

    mark: str
    nodes: list[Node]

    def render(self, context: Any) -> str:
        """It, as it stands on the page."""
        return "".join(str(node.render_annotated(context)) for node in self.nodes)


class Sentence(Node):
    """A run of words, gaps and small tags: one entry of the phrasebook."""

    child_nodelists = ()

    def __init__(self, parts: Sequence[str | Held]) -> None:
        self.parts = list(parts)
        self.english = SPACES.sub(" ", "".join(part if isinstance(part, str) else part.mark for part in parts)).strip()
        whole = "".join(part if isinstance(part, str) else "\0" for part in parts)
        self.before = whole[: len(whole) - len(whole.lstrip())]
        self.after = whole[len(whole.rstrip()) :]

    def render(self, context: Any) -> str:
        other = self.english if spoken() == ENGLISH else said_entry(self.english)
        if other == self.english:
            return "".join(part if isinstance(part, str) else part.render(context) for part in self.parts)
        held = {part.mark: part for part in self.parts if not isinstance(part, str)}
        return self.before + MARK.sub(lambda mark: _filled(mark[0], held, context), other) + self.after


def _filled(mark: str, held: Mapping[str, Held], context: Any) -> str:
    """What stands for a mark: what was there, or the word for one or for many."""
    name, colon, words = mark.strip("{}").partition(":")
    found = held.get(f"{{{name}}}" if mark.startswith("{") else mark)
    if found is None:
        return mark
    if not colon:
        return found.render(context)
    one, _, many = words.partition("|")
    counted = found.nodes[0]
    return one if isinstance(counted, Plural) and counted.is_one(context) else many
