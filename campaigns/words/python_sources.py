"""The messages of Python sources, read from their syntax trees."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from rules.values.sentence import label, message_of

FIELD = re.compile(r"\{(\w*)(?:[.\[][^{}:!]*)?(?:![rsa])?(?::([^{}]*))?\}")
NOUNS = re.compile(r"[^/{}]+/[^/{}]+")

SAYING = ("sentence", "sentences", "translation")
"""Modules, ours and Django's, of which something is imported by which a source says something."""


PASSING_ON = ("counted", "by_number")
"""Functions of ours that say what they are given; it is read where they are called."""


class Found(NamedTuple):
    """A message as a catalog keys it.  many: the form for other numbers than one; empty where none is counted."""

    message: str
    many: str = ""
    context: str = ""


def messages_of(source: str) -> Iterator[Found]:
    """What a source says, in the sequence in which it stands there.

    >>> [one.message for one in messages_of('say("{body} halted." if halted else "It " "went on.", body=body)')]
    ['{body} halted.', 'It went on.']
    >>> list(messages_of('counted(men, "man", "men") + counted(guns, "gun")'))
    [Found(message='{n} man', many='{n} men', context=''), Found(message='{n} gun', many='{n} guns', context='')]
    >>> list(messages_of('told.say("{body:list} lost {men:man/men}.")'))[0]
    Found(message='{body} lost {men}.', many='', context='')
    """
    tree = ast.parse(source)
    spoken = [call for call in _calls(tree) if _name(call) in CALLS]
    others = _of_others(tree) if spoken else set()
    for call in sorted(spoken, key=lambda call: (call.lineno, call.col_offset)):
        if (name := _name(call)) not in others:
            yield from CALLS[name](call)


def unreadable(source: str) -> list[int]:
    """The lines in which something is said that is no constant, so that it cannot be found here.

    >>> unreadable('say("Halt")' + chr(10) + 'say(f"{body} halted.")')
    [2]
    """
    tree = ast.parse(source)
    ours = {"say", "say_as", "say_many", "to_say", "to_say_many"} - _of_others(tree)
    passed_on = {call for one in tree.body if getattr(one, "name", "") in PASSING_ON for call in _calls(one)}
    calls = (call for call in _calls(tree) if _name(call) in ours and call not in passed_on)
    return sorted(call.lineno for call in calls if not all(_texts(call, at) for at in MUST.get(_name(call), (0,))))


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    """The calls in a tree."""
    return (one for one in ast.walk(node) if isinstance(one, ast.Call))


def _of_others(tree: ast.Module) -> set[str]:
    """Names that are called otherwise in this source: functions and parameters of its own, and what comes from elsewhere."""
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").rpartition(".")[2] not in SAYING:
            names |= {one.asname or one.name for one in node.names}
    return names


def _name(call: ast.Call) -> str:
    """What is called; a method with a point before it."""
    if isinstance(call.func, ast.Attribute):
        return f".{call.func.attr}"
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _texts(call: ast.Call, at: int) -> list[str]:
    """The texts that an argument may be: one, or one for each branch of a condition; none where it is no constant."""
    return _constants(call.args[at]) if len(call.args) > at else []


def _constants(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) and node.value else []
    if isinstance(node, ast.IfExp):
        return [*_constants(node.body), *_constants(node.orelse)]
    return []


def _say(call: ast.Call) -> Iterator[Found]:
    """``say("…")``, and what Django calls so."""
    yield from map(Found, _texts(call, 0))


def _say_by(call: ast.Call) -> Iterator[Found]:
    """``told.say("{body} lost {men:man/men}")``: the sentence with bare gaps, and the counts in it."""
    for text in _texts(call, 0):
        yield from _template(text)


def _of_several(call: ast.Call) -> Iterator[Found]:
    """``of_several("{body} halted.", "{bodies:list} halted.")``: two sentences."""
    for at in (0, 1):
        for text in _texts(call, at):
            yield from _template(text)


def _template(text: str) -> Iterator[Found]:
    """A template of an event, and the counts in it."""
    yield Found(message_of(text))
    for _, form in FIELD.findall(text):
        if NOUNS.fullmatch(form):
            yield Found(*(f"{{n}} {noun}" for noun in form.split("/")))


def _by_number(call: ast.Call) -> Iterator[Found]:
    """``by_number("men", "{n} man of {body} fell.", "{n} men of {body} fell.")``: its two forms, and the counts in them."""
    for one, many in zip(_texts(call, 1), _texts(call, 2), strict=False):
        yield Found(message_of(one), message_of(many))
        yield from list(_template(many))[1:]


def _say_many(call: ast.Call) -> Iterator[Found]:
    """``say_many("{n} man of {body}", "{n} men of {body}", …)``."""
    yield from map(Found, _texts(call, 0), _texts(call, 1))


def _counted(call: ast.Call) -> Iterator[Found]:
    """``counted(n, "man", "men")``; an s more where the second is not given."""
    ones = _texts(call, 1)
    manys = _texts(call, 2) if len(call.args) > 2 else [f"{one}s" for one in ones]
    for one, many in zip(ones, manys, strict=False):
        yield Found(f"{{n}} {one}", f"{{n}} {many}")


def _words(call: ast.Call) -> Iterator[Found]:
    """``words("column", "line")``: what only variables hold."""
    for at in range(len(call.args)):
        yield from map(Found, _texts(call, at))


def _of_field(call: ast.Call) -> Iterator[Found]:
    """``of_field("move_number", …)``: what the field is called."""
    yield from (Found(label(text)) for text in _texts(call, 0))


def _in_context(call: ast.Call) -> Iterator[Found]:
    """``pgettext("…", "…")``, and our ``say_as("…", "…")``."""
    for context in _texts(call, 0):
        yield from (Found(text, context=context) for text in _texts(call, 1))


MUST = {"say_as": (0, 1)}
"""Which arguments must be constants, where it is not the first alone."""

CALLS: dict[str, Callable[[ast.Call], Iterator[Found]]] = {
    **dict.fromkeys(("say", "to_say", "word", "gettext", "gettext_lazy", "gettext_noop"), _say),
    **dict.fromkeys(("say_many", "to_say_many", "ngettext", "ngettext_lazy"), _say_many),
    **dict.fromkeys(("pgettext", "pgettext_lazy", "say_as"), _in_context),
    "words": _words,
    "of_field": _of_field,
    "counted": _counted,
    "by_number": _by_number,
    "message": _say_by,
    "of_several": _of_several,
    ".say": _say_by,
    ".say_by": _by_number,
}
"""What says something, and how its messages are read."""
