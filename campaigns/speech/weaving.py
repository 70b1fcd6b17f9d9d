"""Templates in the reader's language: each is written in English, and woven through once when it is read.

A run of words with what is filled in between them and the small tags about them (``<em>``, ``<a>``) is one entry of the phrasebook:
``Made by {name} for <strong>{campaign}</strong>.``  Nobody has to mark it, so that nobody forgets to; in English a page is
rendered by the very parts that were there, byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import RLock
from typing import Any

from django.conf import settings
from django.template.base import Node, NodeList, TextNode, VariableNode
from django.template.defaultfilters import default, default_if_none, pluralize, yesno
from django.template.defaulttags import FirstOfNode, URLNode
from django.template.library import SimpleNode
from django.template.loaders.cached import Loader as CachedLoader

from campaigns.speech.own_words import is_own
from campaigns.speech.woven import Held, Plural, SaidFirst, SaidVariable, Sentence

INLINE = frozenset("a abbr b code em i kbd q strong time".split())
"""Tags that belong to the sentence about them."""

SILENT = frozenset("script style textarea pre".split())
"""Tags of which the content is nobody's sentence."""

SPOKEN = frozenset(
    "alt aria-label aria-description data-label placeholder title aria-roledescription data-words data-word data-long data-empty".split()
)
"""Attributes that are read out or shown; the last are words for a script."""

WORDED = (default, default_if_none, yesno)
"""Filters that are given words."""

IN_TEXT = re.compile(r"<!--.*?-->|</?[a-zA-Z!][\w-]*|[^<]+|<", re.DOTALL)
IN_TAG = re.compile(r"\s+|[^\s\"'=<>/]+|=|\"|'|/?>|/", re.DOTALL)


class Loader(CachedLoader):
    """Django's own loader that keeps what it has read, and weaves what is ours of it."""

    def __init__(self, engine: Any, loaders: Any) -> None:
        super().__init__(engine, loaders)
        self._reading = RLock()

    def get_template(self, template_name: str, skip: Any = None) -> Any:
        with self._reading:  # two threads that want it at once would both weave it, or one would show it half woven
            template: Any = super().get_template(template_name, skip)  # Django's own, which bears our entries
            if not hasattr(template, "entries"):
                ours = str(template.origin.name).startswith(str(settings.BASE_DIR / "templates"))
                template.entries = weave(template) if ours else []
        return template


def weave(template: Any) -> list[str]:
    """Weave a template through; the entries of the phrasebook that it wants."""
    weaver = Weaver()
    weaver.weave(template.nodelist)
    return weaver.entries


@dataclass
class Weaver:
    """Where in a page one is while its nodes are read from left to right.

    tag: the name of the tag within which one is, or empty; attribute: whose value is being read; quote: that ends it.
    silent: the tag whose content is nobody's sentence; english: the tag that is being read says that it holds English for everybody.
    pending: the run of words that is being read; opened: the small tag within it; value: the words of an attribute.
    """

    tag: str = ""
    attribute: str = ""
    quote: str = ""
    silent: str = ""
    english: bool = False
    entries: list[str] = field(default_factory=list)
    pending: list[str | Held] = field(default_factory=list)
    opened: list[Node] = field(default_factory=list)
    value: list[str | Held] = field(default_factory=list)

    def weave(self, nodes: NodeList) -> None:
        """Put into a list of nodes what knows the reader's language."""
        woven: list[Node] = []
        for node in list(nodes):
            if isinstance(node, TextNode):
                self._text(node.s, woven)
            elif isinstance(node, VariableNode):
                self._variable(node, woven)
            elif isinstance(node, FirstOfNode) and not node.asvar:
                self._put(SaidFirst(node), "first", woven)
            elif isinstance(node, URLNode | SimpleNode) and not (
                getattr(node, "asvar", None) or getattr(node, "target_var", None)
            ):
                self._put(node, "url" if isinstance(node, URLNode) else "clause", woven)
            else:
                self._close(woven)
                for children in _children(node):
                    self.weave(children)
                self.entries += _constants_of(node)
                woven.append(node)
        self._close(woven)
        nodes[:] = woven

    # -- what stands there ---------------------------------------------------------------------------

    def _text(self, text: str, woven: list[Node]) -> None:
        """A piece of the page, token by token."""
        at = 0
        while at < len(text):
            if self.quote:
                at = self._value(text, at, woven)
            elif self.silent and not self.tag:
                at = self._silence(text, at, woven)
            else:
                match = (IN_TAG if self.tag else IN_TEXT).match(text, at)
                token = match[0] if match else text[at]
                self._token(token, woven)
                at += len(token)

    def _value(self, text: str, at: int, woven: list[Node]) -> int:
        """The value of an attribute, as far as it goes; where it ends."""
        end = text.find(self.quote, at)
        words = text[at:] if end < 0 else text[at:end]
        self.english = self.english or (self.attribute == "lang" and words.startswith("en"))
        if words and self._is_spoken():
            self.value.append(words)
        elif words:
            self._raw(words, woven)
        if end < 0:
            return len(text)
        self._close_value(woven)
        self._raw(self.quote, woven)
        self.quote = ""
        return end + 1

    def _silence(self, text: str, at: int, woven: list[Node]) -> int:
        """What is nobody's sentence; where it ends."""
        end = text.lower().find(f"</{self.silent}", at)
        self._raw(text[at:] if end < 0 else text[at:end], woven)
        if end >= 0:
            self.silent = ""
        return len(text) if end < 0 else end

    def _token(self, token: str, woven: list[Node]) -> None:
        """One token, outside the values of attributes."""
        if self.tag:
            self._in_tag(token, woven)
        elif token.startswith("<") and len(token) > 1 and not token.startswith("<!--"):
            self.tag = token[1:].lower()
            if not self._is_small():
                self._close(woven)
            self._raw(token, woven)
        else:
            self.pending.append(token)

    def _in_tag(self, token: str, woven: list[Node]) -> None:
        self._raw(token, woven)
        if token in ('"', "'"):
            self.quote = token
        elif token.endswith(">"):
            if self._is_small():
                self.pending.append(Held(f"<{self.tag}>", self.opened))
                self.opened = []
            if (self.tag in SILENT or self.english) and token == ">":
                self.silent = self.tag
            self.tag = self.attribute = ""
            self.english = False
        elif token != "=" and not token.isspace() and token != "/":
            self.attribute = token.lower()

    def _variable(self, node: VariableNode, woven: list[Node]) -> None:
        """A variable: a gap in a sentence, or a word by itself."""
        expression = node.filter_expression
        token = str(expression.token)
        if expression.filters and expression.filters[-1][0] is pluralize:
            self._put(Plural(expression), "s", woven)
            return
        read = not self.silent and (not self.tag or self._is_spoken())
        if read and not is_own(token):
            self.entries += _constants(expression)
            self._put(SaidVariable(expression), _name_of(token), woven)
        else:
            self._put(node, _name_of(token), woven)

    # -- where it goes -------------------------------------------------------------------------------

    def _is_small(self) -> bool:
        return self.tag.lstrip("/") in INLINE

    def _is_spoken(self) -> bool:
        return bool(self.quote) and self.attribute in SPOKEN

    def _sink(self, woven: list[Node]) -> list[Node]:
        """Where the parts of a tag go: a small one is held for the sentence that it belongs to."""
        return self.opened if self.tag and self._is_small() else woven

    def _raw(self, text: str, woven: list[Node]) -> None:
        """What is no word."""
        if not self.tag:
            self._close(woven)
        self._sink(woven).append(TextNode(text))

    def _put(self, node: Node, name: str, woven: list[Node]) -> None:
        """A node among words fills a gap; elsewhere it stands where it stood."""
        if self._is_spoken():
            self.value.append(Held(f"{{{name}}}", [node]))
        elif self.tag:
            self._sink(woven).append(node)
        else:
            self.pending.append(Held(f"{{{name}}}", [node]))

    def _close(self, woven: list[Node]) -> None:
        """The run of words ends here, and with it what was open."""
        self._close_value(woven)
        pending, self.pending = self.pending, []
        self._say(pending, woven)
        woven += self.opened
        self.opened = []

    def _close_value(self, woven: list[Node]) -> None:
        value, self.value = self.value, []
        self._say(value, self._sink(woven))

    def _say(self, parts: list[str | Held], into: list[Node]) -> None:
        """A run as a sentence, and what stands about it as it stood."""
        first, last = _core(parts)
        into += _nodes(parts[:first])
        if first < last:
            sentence = Sentence(_numbered(parts[first:last]))
            self.entries.append(sentence.english)
            into.append(sentence)
        into += _nodes(parts[last:])


def _name_of(token: str) -> str:
    """What a gap is called: the last word of the variable's name."""
    names = [name for name in re.split(r"[|:]", token)[0].split(".") if name.isidentifier()]
    return names[-1] if names else "it"


def _children(node: Node) -> Iterator[NodeList]:
    """The lists of nodes within a node."""
    for cases in getattr(node, "conditions_nodelists", ()):
        yield cases[1]
    for value in vars(node).values():
        if isinstance(value, NodeList):
            yield value


def _constants(expression: Any) -> list[str]:
    """Words that a template gives to a filter: ``default:"none"``."""
    given = [expression.var] if not expression.is_var else []
    given += [
        one for filtered, its in expression.filters if filtered in WORDED for is_variable, one in its if not is_variable
    ]
    return [str(one).strip() for one in given if isinstance(one, str) and any(letter.isalpha() for letter in one)]


def _constants_of(node: Node) -> list[str]:
    """Words that a template hands on: ``with label="Quiet from"``; single small words are keys."""
    handed = getattr(node, "extra_context", None) or {}
    words = [word for expression in handed.values() for word in _constants(expression)]
    return [word for word in words if " " in word or word[:1].isupper()]


def _is_words(part: str | Held) -> bool:
    return isinstance(part, str) and any(letter.isalpha() for letter in re.sub(r"&[#\w]+;|<!--.*?-->", "", part))


def _core(parts: list[str | Held]) -> tuple[int, int]:
    """From where to where the sentence goes: without tags that only stand about the whole of it, and without spaces."""
    if not any(_is_words(part) for part in parts):
        return len(parts), len(parts)
    first, last = 0, len(parts)
    while first < last:
        head, tail = parts[first], parts[last - 1]
        if isinstance(head, str) and not head.strip():
            first += 1
        elif isinstance(tail, str) and not tail.strip():
            last -= 1
        elif _opens(head) and _match(parts, first) in (last - 1, None):
            last -= _match(parts, first) is not None
            first += 1
        elif isinstance(head, Held) and head.mark.startswith("</"):
            first += 1
        elif _opens(tail) or (
            isinstance(tail, Held) and tail.mark.startswith("</") and not _is_opened(parts[first:last])
        ):
            last -= 1
        else:
            break
    return first, last


def _opens(part: str | Held) -> bool:
    return isinstance(part, Held) and part.mark.startswith("<") and not part.mark.startswith("</")


def _is_opened(parts: list[str | Held]) -> bool:
    """Whether the closing tag at the end closes one of these parts."""
    return any(_opens(part) and _match(parts, at) == len(parts) - 1 for at, part in enumerate(parts))


def _match(parts: list[str | Held], first: int) -> int | None:
    """Where the tag that is opened there is closed."""
    depth = 0
    for at in range(first, len(parts)):
        part = parts[at]
        if isinstance(part, Held) and part.mark.startswith("<"):
            depth += 1 if _opens(part) else -1
            if not depth:
                return at
    return None


def _numbered(parts: list[str | Held]) -> list[str | Held]:
    """The same with a mark of its own for each gap and tag; a closing tag has the number of the one that it closes."""
    seen: dict[str, int] = {}
    stack: list[str] = []
    for part in parts:
        if isinstance(part, str):
            continue
        if part.mark.startswith("</"):
            part.mark = f"</{stack.pop()[1:]}" if stack else part.mark
            continue
        seen[part.mark] = count = seen.get(part.mark, 0) + 1
        if count > 1:
            part.mark = f"{part.mark[:-1]}{count}{part.mark[-1]}"
        if part.mark.startswith("<"):
            stack.append(part.mark)
    return parts


def _nodes(parts: list[str | Held]) -> list[Node]:
    """Parts as the nodes that they were."""
    return [node for part in parts for node in ([TextNode(part)] if isinstance(part, str) else part.nodes)]
