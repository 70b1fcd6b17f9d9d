"""What there is to be said: the entries that Python sources want in a phrasebook, read from the sources themselves."""

from __future__ import annotations

import ast
import itertools
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeGuard

from django.conf import settings

from campaigns.words.python_sources import FIELD, normal

SPEAKING = ("rules", "campaigns")
"""Packages in which sentences are made."""

DUMB = re.compile(
    r"^(campaigns/(api|migrations|management|models/plain|admin|apps|guards|speech|static|health|metrics|serving|usecases/orders/tally|strictjson|tasks|words|locks|sample|streams|bridge|uci|web/page/clause_marks)"
    r"|rules/(__main__|kit/|values/(compare|chance)|ground/(batch_geometry|enclosure))"
    r"|rules/[a-z_]+/(case_adapter|hooks_farm|force|start)\b)"
)
"""Files of which people on pages read nothing, or which are read in English alone, as the rulebooks are."""

FAULTS = frozenset(
    "TypeError KeyError AssertionError RuntimeError NotImplementedError AttributeError IndexError LookupError".split()
)
"""What is raised for programmers."""

UNSAID = frozenset(["__all__", "app_label", "Meta"])
WRITTEN = frozenset("split strftime compile sub match".split())
BUILDING = frozenset(["TypeVar", "cast", "NewType", "ForeignKey"])
"""What is assigned, and what is called, with words that nobody reads on a page."""

MOST = 16
"""Forms of one sentence, where words in it depend on something."""

Places = dict[str, list[str]]


def gathered() -> Places:
    """Every entry that is wanted, with where it is said."""
    places: Places = defaultdict(list)
    said = ((normal(entry), place) for entry, place in of_sources())
    for entry, place in said:
        if place not in places[entry]:
            places[entry].append(place)
    return dict(places)


def of_sources() -> Iterator[tuple[str, str]]:
    """The sentences of the Python sources."""
    for package in SPEAKING:
        for path in sorted((Path(settings.BASE_DIR) / package).rglob("*.py")):
            place = str(path.relative_to(settings.BASE_DIR))
            if not DUMB.match(place):
                for entry in sentences_of(path.read_text(encoding="utf-8")):
                    yield entry, place


def sentences_of(source: str) -> Iterator[str]:
    """The sentences of one source.

    >>> list(sentences_of('raise Illegal(f"{name} cannot march {far} in.")'))
    ['{name} cannot march {far} in.']
    >>> list(sentences_of('counted(men, "body", "bodies")'))
    ['{n} body', '{n} bodies']
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "counted":
            yield from _nouns(node.args[1:])
    for node in _outermost(tree):
        for form in _forms(node):
            text = re.sub(r"\s+", " ", form).strip()
            if _is_said(text):
                yield text
                yield from _counts(text)


def _outermost(node: ast.AST) -> Iterator[ast.expr]:
    """Expressions that make a text, none of them within another; without docstrings and what programmers read."""
    if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and getattr(node.exc.func, "id", "") in FAULTS:
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.Assign) and any(getattr(target, "id", "") in UNSAID for target in node.targets):
        return
    if isinstance(node, ast.Call) and (_is_written(node.func) or getattr(node.func, "id", "") in BUILDING):
        return
    if isinstance(node, ast.Assert | ast.Import | ast.ImportFrom | ast.arg):
        return
    if isinstance(node, ast.AnnAssign):
        if node.value is not None:
            yield from _outermost(node.value)
        return
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        for part in node.body:
            yield from _outermost(part)
        return
    if _makes_text(node):
        yield node
        for gap in ast.walk(node):
            if isinstance(gap, ast.FormattedValue):
                yield from _outermost(gap.value)
        return
    for child in ast.iter_child_nodes(node):
        yield from _outermost(child)


def _is_written(called: ast.expr) -> bool:
    """Whether a call writes to a log, or cuts a text into words."""
    if not isinstance(called, ast.Attribute):
        return False
    return called.attr in WRITTEN or getattr(called.value, "id", "") in ("log", "logger")


def _makes_text(node: ast.AST) -> TypeGuard[ast.expr]:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str)
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Add) and (_makes_text(node.left) or _makes_text(node.right))
    return isinstance(node, ast.JoinedStr) or _template(node) is not None


def _template(node: ast.AST) -> str | None:
    """What is filled in by ``told.say("…")``."""
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("say", "format", "format_map")
    ):
        made = node.args[0] if node.args and node.func.attr == "say" else node.func.value
        if isinstance(made, ast.Constant) and isinstance(made.value, str):
            return made.value
    return None


def _forms(node: ast.expr) -> list[str]:
    """The forms of a text, its gaps named."""
    if isinstance(node, ast.Constant):
        return [str(node.value)]
    if isinstance(node, ast.JoinedStr):
        return _joined(
            [_forms(value.value if isinstance(value, ast.FormattedValue) else value) for value in node.values]
        )
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _joined([_forms(node.left), _forms(node.right)])
    if isinstance(node, ast.IfExp) and all(_is_small(one) for one in (node.body, node.orelse)):
        return [*_forms(node.body), *_forms(node.orelse)]
    template = _template(node)
    return [template] if template is not None else [f"{{{_name(node)}}}"]


def _is_small(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant | ast.JoinedStr) and len(ast.unparse(node)) < 90


def _joined(parts: Iterable[list[str]]) -> list[str]:
    return ["".join(one) for one in itertools.islice(itertools.product(*parts), MOST)]


def _name(node: ast.expr) -> str:
    """What a gap is called: the last name in what fills it."""
    names = [
        one.id if isinstance(one, ast.Name) else one.attr
        for one in ast.walk(node)
        if isinstance(one, ast.Name | ast.Attribute)
    ]
    if isinstance(node, ast.Call):
        args = [_name(one) for one in node.args if isinstance(one, ast.Name | ast.Attribute | ast.Subscript)]
        return args[-1] if args else (names[0] if names else "it")
    if isinstance(node, ast.Attribute):
        return node.attr
    return names[0] if names else "it"


def _is_said(text: str) -> bool:
    """Whether people might read it: words with a space between, or one that begins as a sentence does."""
    bare = FIELD.sub("", text)
    if not re.search(r"[A-Za-z]{2}", bare) or re.search(
        r"[<>=]|__|^[./#-]|\.(py|html|js|css|json|csv|md)\b|^KS-|^E-[A-Z]|https?:", bare
    ):
        return False
    if " " not in text.strip():
        return bool(re.fullmatch(r"[A-Z][a-z]{2,}[.?!…]?", text))
    return not re.fullmatch(r"[A-Z_0-9 ]+|([a-z]+(-[a-z]+)+ ?)+|(\w+_+\w* ?)+", bare.strip()) and not bare.startswith(
        ("SELECT", "PRAGMA", "CREATE")
    )


def _counts(text: str) -> Iterator[str]:
    """Counts with their nouns in a sentence of the rules: ``{men:man/men}`` may be *1 man* or *3 men*."""
    for _, form in FIELD.findall(text):
        if "/" in form:
            one, many = form.split("/")[:2]
            yield from (f"{{n}} {one}", f"{{n}} {many}")


def _nouns(given: Iterable[ast.expr]) -> Iterator[str]:
    """The nouns of ``counted``, each with its number: of one, and of many, which has an s more where it is not given."""
    nouns = [str(one.value) for one in given if isinstance(one, ast.Constant) and one.value]
    yield from (f"{{n}} {one}" for one in (nouns + [f"{one}s" for one in nouns])[:2])
