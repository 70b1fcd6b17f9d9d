"""The rulebooks and their options."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from campaigns.api.books.responses import BookOut, OptionOut, PiecesOut
from campaigns.api.endpoint import Endpoint, deed
from campaigns.errors import Unseen
from rules.books import BOOKS, book
from rules.contract.book import Book


class Books(Endpoint):
    """The rulebooks of this server."""

    @deed("books", answers=BookOut(many=True))
    def get(self, request: Request) -> Any:
        """Every rulebook, with its edition and its sides."""
        return [book(key) for key in BOOKS]


class Options(Endpoint):
    """The options of a book."""

    @deed("book_options", answers=OptionOut(many=True))
    def get(self, request: Request, key: str) -> Any:
        """The register of options: default, clause, what each implies, and the JSON Schema of its value."""
        return _known_book(key).register()


class Pieces(Endpoint):
    """The things of a book."""

    @deed("book_pieces", answers=PiecesOut)
    def get(self, request: Request, key: str) -> Any:
        """The kinds of things, the arms, and what may be put down before a battle."""
        return _known_book(key).pieces


def _known_book(key: str) -> Book:
    """The book with that key; Unseen where there is none."""
    if key not in BOOKS:
        raise Unseen("book")
    return book(key)
