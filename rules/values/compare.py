"""Comparison of expected and actual data, in part and at any depth.  [CASES.md]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

NOTHING = object()
"""Marks a key that is missing."""

SETS = frozenset({"legal"})
"""Keys whose lists of numbers are cells, which compare as sets."""


def differences(wanted: Any, got: Any, path: str, *, whole: bool = False, cells: bool = False) -> Iterator[str]:
    """Each place where ``got`` differs from what is wanted: ``path: wanted X, got Y``.

    An empty map or list must be empty.  whole: lists of words or cells may hold only what is wanted.
    cells: numbers in lists are cells.
    """
    if isinstance(wanted, dict) and isinstance(got, dict) and wanted:
        held = {str(name): value for name, value in got.items()}
        for name, value in wanted.items():
            inner = cells or name in SETS
            yield from differences(
                value, held.get(str(name), NOTHING), f"{path}.{name}" if path else str(name), whole=whole, cells=inner
            )
    elif isinstance(wanted, list) and isinstance(got, list):
        yield from _of_lists(wanted, got, path, whole, cells)
    elif not _same(wanted, got):
        yield f"{path}: wanted {shown(wanted)}, got {shown(got)}"


def _of_lists(wanted: list[Any], got: list[Any], path: str, whole: bool, cells: bool) -> Iterator[str]:
    """Lists of words (and of cells) compare as sets, in part; other lists place by place."""
    if wanted and all(isinstance(one, str) or (cells and not isinstance(one, dict | list)) for one in wanted):
        needed, held = {str(one) for one in wanted}, {str(one) for one in got}
        if not needed <= held or (whole and needed != held):
            yield f"{path}: wanted {shown(wanted)}, got {shown(got)}"
    elif len(wanted) != len(got):
        yield f"{path}: wanted {shown(wanted)}, got {shown(got)}"
    else:
        for i, (one, other) in enumerate(zip(wanted, got, strict=True)):
            yield from differences(one, other, f"{path}.{i}", whole=whole, cells=cells)


def _same(wanted: Any, got: Any) -> bool:
    """Whether two plain values agree; a missing value equals false, 0 and None."""
    if got is NOTHING:
        return not wanted
    if wanted is None or wanted is False or wanted == {}:
        return _is_nothing(got)
    if isinstance(wanted, bool) or isinstance(got, bool):
        return wanted is got or (wanted == 0 and not got)
    if isinstance(wanted, int | float) and isinstance(got, int | float):
        return wanted == got
    if not wanted and not got:
        return True
    return (type(wanted) is type(got) or (isinstance(wanted, str) and isinstance(got, str))) and wanted == got


def _is_nothing(got: Any) -> bool:
    """Whether a value is a default: None or the like, or a map of such values."""
    return not got or (isinstance(got, dict) and all(_is_nothing(one) for one in got.values()))


def surplus(wanted: Any, got: Any, path: str) -> Iterator[str]:
    """Each key of ``got`` that is not wanted, at any depth."""
    if not isinstance(wanted, dict) or not isinstance(got, dict):
        return
    named = {str(name): value for name, value in wanted.items()}
    for name, value in got.items():
        if str(name) not in named:
            yield f"{path}.{name}: wanted nothing, got {shown(value)}"
        else:
            yield from surplus(named[str(name)], value, f"{path}.{name}")


def words_in(data: Any) -> Iterator[str]:
    """Every word in plain data: keys and values, with sentences split into words."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield from words_in(str(name))
            yield from words_in(value)
    elif isinstance(data, list | tuple):
        for one in data:
            yield from words_in(one)
    elif isinstance(data, str):
        yield data
        yield from (word.strip(".,;:()[]'\"!?") for word in data.replace("/", " ").replace("=", " ").split())


def shown(value: Any) -> str:
    """A value as shown in a message, shortened if it is long."""
    text = "nothing there" if value is NOTHING else repr(value)
    return text if len(text) <= 200 else text[:197] + "..."
