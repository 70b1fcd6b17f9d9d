"""For a time: what variables of templates hold is looked up in the phrasebook, until Python hands over sentences that know their language.

The words of the templates themselves are marked (``{% translate %}``); nothing of this is about them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from threading import RLock
from typing import Any

from django.conf import settings
from django.template.base import (
    FilterExpression,
    Node,
    NodeList,
    TextNode,
    TokenType,
    VariableNode,
    render_value_in_context,
)
from django.template.defaulttags import FirstOfNode
from django.template.loaders.cached import Loader as CachedLoader
from django.templatetags.i18n import BlockTranslateNode
from django.utils.functional import Promise
from django.utils.safestring import SafeData, SafeString, mark_safe
from django.utils.translation import gettext

from campaigns.speech.own_words import is_own
from campaigns.speech.tongue import said
from campaigns.words.languages import ENGLISH, spoken

SILENT = frozenset("script style textarea pre".split())
SPOKEN = frozenset(
    "alt aria-label aria-description data-label placeholder title aria-roledescription data-words data-word data-long data-empty".split()
)
IN_TEXT = re.compile(r"<!--.*?-->|</?[a-zA-Z!][\w-]*|[^<]+|<", re.DOTALL)
IN_TAG = re.compile(r"\s+|[^\s\"'=<>/]+|=|\"|'|/?>|/", re.DOTALL)
IN_HTML = re.compile(r"(<(?:script|style|textarea)\b.*?</(?:script|style|textarea)>|<[^>]*>)", re.DOTALL)
NAMED = re.compile(r'(\b(?:title|aria-label|alt|data-label)=")([^"]*)(")')
MADE_HERE = re.compile(r".*_(?:url|link\d*|name)")
"""Gaps that are addresses, links and names of sides."""


class Loader(CachedLoader):
    """Django's own loader that keeps what it has read, and goes through the variables of what is ours of it."""

    def __init__(self, engine: Any, loaders: Any) -> None:
        super().__init__(engine, loaders)
        self._reading = RLock()

    def get_template(self, template_name: str, skip: Any = None) -> Any:
        with self._reading:  # no thread may have a template of which half is done
            template: Any = super().get_template(template_name, skip)
            if not hasattr(template, "woven"):
                template.woven = str(template.origin.name).startswith(str(settings.BASE_DIR / "templates"))
                if template.woven:
                    Weaver().weave(template.nodelist)
        return template


class SaidVariable(VariableNode):
    """A variable whose words are said in the reader's language."""

    def render(self, context: Any) -> str:
        if spoken() == ENGLISH:
            return str(super().render(context))
        value = self.filter_expression.resolve(context)
        return str(render_value_in_context(_said(value), context))


class SaidFirst(Node):
    """The first of some variables that holds anything (``firstof``), said in the reader's language."""

    child_nodelists = ()

    def __init__(self, first: FirstOfNode) -> None:
        self.first = first

    def render(self, context: Any) -> str:
        if spoken() == ENGLISH:
            return str(self.first.render(context))
        found = next(filter(None, (one.resolve(context, ignore_failures=True) for one in self.first.vars)), "")
        return str(render_value_in_context(_said(found), context))


class SaidGap:
    """What fills a gap of a sentence, said in the reader's language."""

    def __init__(self, expression: FilterExpression) -> None:
        self.expression = expression

    def resolve(self, context: Any) -> Any:
        """It, as ``blocktranslate`` asks for it."""
        value = self.expression.resolve(context)
        return value if spoken() == ENGLISH else _said(value)


def _said(value: Any) -> Any:
    if not isinstance(value, str | Promise):
        return value
    text, joint = str(value), gettext(" and ")
    if "<" in text and isinstance(value, SafeData):
        return said_html(text)
    other = joint.join(map(said, text.split(joint)))  # of a list that a template has joined each by itself
    return mark_safe(other) if isinstance(value, SafeData) else other


def said_html(html: str) -> SafeString:
    """A piece of a page that Python made, in the reader's language."""
    parts = IN_HTML.split(html)
    for at, part in enumerate(parts):
        parts[at] = NAMED.sub(lambda one: one[1] + said(one[2]) + one[3], part) if at % 2 else said(part)
    return mark_safe("".join(parts))


class Weaver:
    """Where in a page one is while its nodes are read from left to right: tag, attribute, the quote that ends its value."""

    def __init__(self) -> None:
        self.tag = self.attribute = self.quote = self.silent = ""
        self.english = False

    def weave(self, nodes: NodeList) -> None:
        """Put into a list of nodes what knows the reader's language."""
        for at, node in enumerate(nodes):
            if isinstance(node, TextNode):
                self._text(node.s)
            elif isinstance(node, VariableNode):
                read = not self.silent and (not self.tag or (self.quote and self.attribute in SPOKEN))
                if read and not is_own(str(node.filter_expression.token)):
                    nodes[at] = SaidVariable(node.filter_expression)
            elif isinstance(node, FirstOfNode) and not node.asvar:
                nodes[at] = SaidFirst(node)
            elif isinstance(node, BlockTranslateNode):
                _fill(node)
            else:
                for children in _children(node):
                    self.weave(children)

    def _text(self, text: str) -> None:
        at = 0
        while at < len(text):
            if self.quote:
                end = text.find(self.quote, at)
                self.english = self.english or (self.attribute == "lang" and text.startswith("en", at))
                if end < 0:
                    return
                self.quote, at = "", end + 1
            elif self.silent and not self.tag:
                at = text.lower().find(f"</{self.silent}", at)
                if at < 0:
                    return
                self.silent = ""
            else:
                match = (IN_TAG if self.tag else IN_TEXT).match(text, at)
                token = match[0] if match else text[at]
                self._token(token)
                at += len(token)

    def _token(self, token: str) -> None:
        if not self.tag:
            if token.startswith("<") and len(token) > 1 and not token.startswith("<!--"):
                self.tag = token[1:].lower()
        elif token in ('"', "'"):
            self.quote = token
        elif token.endswith(">"):
            if (self.tag in SILENT or self.english) and token == ">":
                self.silent = self.tag
            self.tag = self.attribute = ""
            self.english = False
        elif token != "=" and not token.isspace() and token != "/":
            self.attribute = token.lower()


def _fill(node: BlockTranslateNode) -> None:
    """What fills the gaps of a sentence, but for those within its tags."""
    parts = [*node.singular, *(node.plural or ())]
    text = ""
    gaps: dict[str, Any] = node.extra_context
    for token in parts:
        if token.token_type == TokenType.TEXT:
            text += token.contents
        elif text.rfind("<") <= text.rfind(">") and not MADE_HERE.fullmatch(token.contents):
            name = token.contents
            expression = gaps.get(name) or FilterExpression(name, None)  # type: ignore[arg-type]
            if name != node.countervar and not isinstance(expression, SaidGap) and not is_own(str(expression.token)):
                gaps[name] = SaidGap(expression)


def _children(node: Node) -> Iterator[NodeList]:
    """The lists of nodes within a node."""
    for cases in getattr(node, "conditions_nodelists", ()):
        yield cases[1]
    for value in vars(node).values():
        if isinstance(value, NodeList):
            yield value
