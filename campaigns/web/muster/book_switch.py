"""A form is turned over to another rule book: what was typed and chosen stays wherever that book has it too, and for the way back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.http import QueryDict

from campaigns.web.muster.options_form import Option, options_form, read_options
from rules.books import BOOKS, book
from rules.contract.book import Book

SWITCH = "switch"
"""The name of the buttons that turn a form over to the book of their value and create nothing."""

OWN = ("csrfmiddlewaretoken", SWITCH, "book", "of", "fill")
"""Fields that are of the form itself."""


def wanted_book(given: Mapping[str, str], usual: str) -> Book:
    """The book of a form: that to which it is turned over, else its own; an unknown one is the usual."""
    key = given.get(SWITCH) or given.get("book")
    return book(key if key in BOOKS else usual)


def switched(
    post: QueryDict, before: Book, after: Book, begins: Mapping[str, Any], offered: Mapping[str, Collection[str]] = {}
) -> QueryDict:
    """What was sent by the form of one book, for the form of another.

    What nobody touched begins as the other book has it; what that book does not take is laid aside for the way back.
    begins: the first values of the fields that are no options.  offered: of some of them, what the other book takes.
    """
    new = post.copy()
    for key, value in begins.items():
        if post.get(key) == str(value):
            del new[key]
    for one in options_form(before.register(), None, post):
        if not one.changed:
            _drop(new, _fields(new, one.key))
    form = options_form(after.register(), None, new)
    read_options(form)
    wrong = [name for one in form if one.error for name in _fields(new, one.key)]
    wrong += [key for key, values in offered.items() if key in new and new[key] not in values]
    for name in wrong:
        new.setlist(f"{before.key}:{name}", new.getlist(name))
    _drop(new, wrong)
    _take_up(new, f"{after.key}:")
    for one in form:
        if one.kind == "many" and not _fields(new, one.key):  # no tick is a choice of its own
            new.setlist(f"option-{one.key}", one.default.split(","))
    return new


def _take_up(new: QueryDict, aside: str) -> None:
    """What was typed under a book before and laid aside stands in its form again, where nothing else was typed since."""
    for name in [name for name in new if name.startswith(aside)]:
        if name.removeprefix(aside) not in new:
            new.setlist(name.removeprefix(aside), new.getlist(name))
        del new[name]


def left_over(post: QueryDict, form: Iterable[Option], known: Collection[str]) -> list[tuple[str, str]]:
    """What was typed for another book and has no field in this one, to be sent along until its form is shown again."""
    options = {one.key for one in form}

    def is_known(name: str) -> bool:
        return name in known or name in OWN or name.removeprefix("option-").split(".")[0] in options

    return [(name, value) for name, values in post.lists() if not is_known(name) for value in values]


def _fields(post: QueryDict, key: str) -> list[str]:
    return [name for name in post if name == f"option-{key}" or name.startswith(f"option-{key}.")]


def _drop(post: QueryDict, names: Iterable[str]) -> None:
    for name in names:
        del post[name]
