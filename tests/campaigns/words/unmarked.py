"""Words of a template that nobody marked: what a page shows, or has read out, though no catalog can translate it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.template.base import Lexer, Token, TokenType

SILENT = frozenset("script style textarea pre".split())
"""Tags of which the content is nobody's sentence."""

SPOKEN = frozenset(
    "alt aria-label aria-description aria-roledescription data-label placeholder title data-words data-word data-long data-empty".split()
)
"""Attributes that are read out or shown; the last are words for a script."""

IN_TEXT = re.compile(r"<!--.*?-->|</?[a-zA-Z!][\w-]*|[^<]+|<", re.DOTALL)
IN_TAG = re.compile(r"\s+|[^\s\"'=<>/]+|=|\"|'|/?>|/", re.DOTALL)
GIVEN = re.compile(r"(?:^|\|(?:default|default_if_none|yesno|join):)([\"'])(.*?)\1|(\|pluralize)\b")
"""Words that are given to a filter, outside of ``_()``; an ending for one and for many is half a word."""

HANDED = re.compile(r"\b\w+=([\"'])(.*?)\1")
"""Words that a template hands on; single small words are keys."""


def unmarked(source: str) -> list[str]:
    """The words of a template that are not marked.

    >>> unmarked('<p title="A gun">{% translate "One" %} and {{ other|default:"none" }}</p>')
    ['A gun', 'and', 'none']
    """
    return list(Reader().read(source))


def has_words(text: str) -> bool:
    """Whether there is anything to be said in another language."""
    return any(letter.isalpha() for letter in re.sub(r"&[#\w]+;|<!--.*?-->", "", text))


class Reader:
    """Where in a page one is while its tokens are read from left to right.

    tag: within which one is, or empty; attribute: whose value is being read; quote: that ends it.
    silent: the tag whose content is nobody's sentence; english: the tag that is being read holds English for everybody.
    """

    def __init__(self) -> None:
        self.tag = self.attribute = self.quote = self.silent = ""
        self.english = self.marked = False

    def read(self, source: str) -> Iterator[str]:
        """The words that are not marked."""
        for token in Lexer(source).tokenize():
            if token.token_type == TokenType.BLOCK:
                yield from self._block(token)
            elif token.token_type == TokenType.VAR and not self.marked and self._is_read():
                yield from (
                    words or plural for _, words, plural in GIVEN.findall(token.contents) if has_words(words or plural)
                )
            elif token.token_type == TokenType.TEXT and not self.marked:
                yield from (words.strip() for words in self._text(token.contents) if has_words(words))

    def _is_read(self) -> bool:
        return not self.silent and (not self.tag or bool(self.quote and self.attribute in SPOKEN))

    def _block(self, token: Token) -> Iterator[str]:
        name = token.contents.split()[0]
        self.marked = name == "blocktranslate" or (self.marked and name != "endblocktranslate")
        if name in ("include", "with"):
            handed = (words for _, words in HANDED.findall(token.contents))
            yield from (words for words in handed if has_words(words) and (" " in words or words[:1].isupper()))

    def _text(self, text: str) -> Iterator[str]:
        """What is read of a piece of the page."""
        at = 0
        while at < len(text):
            if self.quote:
                end = text.find(self.quote, at)
                value = text[at:] if end < 0 else text[at:end]
                self.english = self.english or (self.attribute == "lang" and value.startswith("en"))
                if self._is_read():
                    yield value
                self.quote, at = ("", end + 1) if end >= 0 else (self.quote, len(text))
            elif self.silent and not self.tag:
                end = text.lower().find(f"</{self.silent}", at)
                self.silent, at = ("", end) if end >= 0 else (self.silent, len(text))
            else:
                piece = (IN_TAG if self.tag else IN_TEXT).match(text, at)[0]  # type: ignore[index]  # one of them always fits
                at += len(piece)
                if self.tag:
                    self._in_tag(piece)
                elif re.match(r"</?[a-zA-Z!]", piece) and not piece.startswith("<!--"):
                    self.tag = piece[1:].lower()
                else:
                    yield piece

    def _in_tag(self, piece: str) -> None:
        if piece in ('"', "'"):
            self.quote = piece
        elif piece.endswith(">"):
            self.silent = self.tag if (self.tag in SILENT or self.english) and piece == ">" else ""
            self.tag, self.attribute, self.english = "", "", False
        elif piece not in ("=", "/") and not piece.isspace():
            self.attribute = piece.lower()
