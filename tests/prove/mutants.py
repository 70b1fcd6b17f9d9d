"""`make mutants`: a sample of small faults put into the rules, and which of them the cases and the tests of the rules find.

python -m tests.prove.mutants [--seed N] [--count N] [--of TEXT] [--keep FOLDER] [--write] --of: only modules whose path
holds this text.  --keep: a folder with the results so far, which are not judged again.  --write: keep the score in
docs/conformance/mutants.md.
"""

from __future__ import annotations

import argparse
import ast
import copy
import hashlib
import importlib.abc
import importlib.util
import json
import os
import platform
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import yaml

from tests.prove.reach import ROOT, Meeting, Reach, file_of, module_of, reach_of, said

PAGE = ROOT / "docs/conformance/mutants.md"
EQUIVALENT = Path(__file__).with_name("equivalent.yaml")
"""Mutants that cannot be distinguished from the rules, each with the reason."""

PATIENCE = 30
"""Seconds of CPU, beyond ten times the usual, after which a case or a test counts as endless."""

OPPOSITES: dict[type[Any], type[Any]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One fault: the module, its number in the module, the line, and the changed line."""

    path: str
    number: int
    line: int
    was: str
    becomes: str

    @property
    def name(self) -> str:
        """Its name, independent of the line number."""
        return f"{self.path}: {self.was} -> {self.becomes}"


Change = tuple[Any, Callable[[Any], None]]


def changes(tree: ast.Module) -> Iterator[Change]:
    """Every single change of a module: a comparison, a sign, a number, a truth value or a word changed."""
    for node in _deciding(tree):
        if isinstance(node, ast.Compare):
            yield from ((node, _compared(place)) for place in range(len(node.ops)))
        elif isinstance(node, ast.BoolOp | ast.BinOp) and type(node.op) in OPPOSITES and not _of_words(node):
            yield node, _joined
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node, _affirmed
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield node, lambda one: setattr(one, "value", not one.value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            yield node, lambda one: setattr(one, "value", one.value + 1)


def _compared(place: int) -> Callable[[Any], None]:
    return lambda one: one.ops.__setitem__(place, OPPOSITES[type(one.ops[place])]())


def _joined(one: Any) -> None:
    one.op = OPPOSITES[type(one.op)]()


def _affirmed(one: Any) -> None:
    one.operand = ast.UnaryOp(ast.Not(), one.operand)


def _deciding(tree: ast.Module) -> Iterator[ast.AST]:
    """The parts of a module that decide anything: no annotations, no decorators, no unions of types."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop(0)
        yield node
        for name, value in ast.iter_fields(node):
            if name not in ("annotation", "returns", "decorator_list", "type_params"):
                waiting += [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, ast.AST)]


def _of_words(node: ast.AST) -> bool:
    """Whether an operator joins sentences, not numbers."""
    return any(
        isinstance(one, ast.JoinedStr) or isinstance(getattr(one, "value", 0), str)
        for one in ast.iter_child_nodes(node)
    )


def mutants(path: str) -> list[Mutant]:
    """The mutants of a module."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    found = []
    for number, (node, change) in enumerate(changes(tree)):
        other = copy.deepcopy(node)
        change(other)
        was, becomes = (" ".join(ast.unparse(one).split()) for one in (node, other))
        found.append(Mutant(path, number, getattr(node, "lineno", 0), was, becomes))
    return found


def sample(seed: int, count: int, of: str = "") -> list[Mutant]:
    """So many mutants of the rules, in the sequence in which a seed draws them; each by itself, so that a new one displaces at most one."""
    paths = sorted(str(one.relative_to(ROOT)) for one in (ROOT / "rules").rglob("*.py"))
    every = [one for path in paths if of in path and path != "rules/__main__.py" for one in mutants(path)]
    seen: Counter[str] = Counter()
    drawn = []
    for one in every:  # of several with the same words the number tells which one it is
        seen[one.name] += 1
        drawn.append((hashlib.sha256(f"{seed} {seen[one.name]} {one.name}".encode()).digest(), one))
    return [one for _, one in sorted(drawn, key=lambda row: row[0])[:count]]


class Mutated(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Loads one module with its fault in place of the file."""

    def __init__(self, path: str, number: int) -> None:
        self.module, self.path, self.number = module_of(path), path, number

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> Any:
        if name != self.module:
            return None
        return importlib.util.spec_from_file_location(name, ROOT / self.path, loader=self)

    def get_source(self, fullname: str) -> str:
        return (ROOT / self.path).read_text(encoding="utf-8")

    def is_package(self, fullname: str) -> bool:
        return self.path.endswith("__init__.py")

    def get_code(self, fullname: str) -> CodeType:
        tree = ast.parse(self.get_source(fullname))
        node, change = list(changes(tree))[self.number]
        change(node)
        return compile(ast.fix_missing_locations(tree), self.path, "exec")


def statement(mutant: Mutant) -> range:
    """The lines of the statement that holds a mutant, without those of the statements within it."""
    tree = ast.parse((ROOT / mutant.path).read_text(encoding="utf-8"))
    every = [(one.lineno, one.end_lineno or 0) for one in ast.walk(tree) if isinstance(one, ast.stmt)]
    first, last = max((start, end) for start, end in every if start <= mutant.line <= end)
    return range(first, min([start for start, _ in every if first < start <= last], default=last + 1))


def judge(path: str, number: int, judges: Sequence[Mapping[str, float]]) -> str:
    """What finds a mutant, in this process: a case, or a test; none where it lives."""
    sys.meta_path.insert(0, Mutated(path, number))
    seconds = {name: one for these in judges for name, one in these.items()}

    def begin(name: str) -> None:
        """Ends the process where one of them takes far longer than usual."""
        signal.setitimer(signal.ITIMER_PROF, PATIENCE + 10 * seconds.get(name, 0))

    meetings = (Meeting(begin, these).meet(list(dict.fromkeys(map(file_of, these)))) for these in judges)
    return next(filter(None, meetings), "")


def found_by(mutant: Mutant, reach: Reach) -> str:
    """What finds a mutant, judged in a process of its own; one that nothing executes lives."""
    judges = reach.judges(mutant.path, statement(mutant))
    return said("tests.prove.mutants", "--judge", mutant.path, str(mutant.number), given=judges) if any(judges) else ""


def in_words(seed: int, judged: Sequence[tuple[Mutant, str]], seconds: float) -> Iterator[str]:
    """The score by chapter, and every mutant that lives, with the reason where it cannot be found."""
    reasons: dict[str, str] = yaml.safe_load(EQUIVALENT.read_text(encoding="utf-8")) or {}
    by_chapter: dict[str, list[tuple[Mutant, str]]] = defaultdict(list)
    for one, by in judged:
        by_chapter[one.path].append((one, by))
    found = sum(bool(by) for _, by in judged)
    alike = sum(not by and one.name in reasons for one, by in judged)
    score = 100 * found / max(1, len(judged) - alike)
    yield "# Conformance: mutants\n"
    yield f'Written by `make mutants ARGS="--seed {seed} --count {len(judged)} --write"`; reasons are in `tests/prove/equivalent.yaml`.'
    yield "A mutant is one small fault in `rules/`: a comparison, a sign, a number or a truth turned round. It is found where a case or"
    yield "a test of the rules fails, breaks off or never ends.\n"
    yield f"Seed {seed}, {len(judged)} mutants, {found} found, {alike} that cannot be told from the rules: **{score:.1f} %** of the others."
    yield f"{seconds / 60:.0f} minutes, one process, Python {platform.python_version()}, {os.cpu_count()} cores.\n"
    yield "| chapter | mutants | found |\n| --- | --- | --- |"
    for path, rows in sorted(by_chapter.items()):
        yield f"| {path.removeprefix('rules/')} | {len(rows)} | {sum(bool(by) for _, by in rows)} |"
    yield "\n## Those that lived\n"
    for one, by in sorted(judged, key=lambda row: (row[0].path, row[0].number)):
        if not by:
            yield f"- `{one.path}:{one.line}` `{one.was}` as `{one.becomes}`: {reasons.get(one.name, 'a gap: no case or test pins it')}."


def main() -> int:
    """Judge a sample and print each result as it comes; the status is 1 where less than nine in ten are found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1913)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--of", default="")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--judge", nargs=2)
    chosen = parser.parse_args()
    if chosen.judge:
        print(f"\nfound: {judge(chosen.judge[0], int(chosen.judge[1]), json.load(sys.stdin))}")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        return told(chosen, chosen.keep or Path(folder))


def told(chosen: argparse.Namespace, folder: Path) -> int:
    """Judge the chosen mutants, and print each result as it comes."""
    found = folder / "found.json"
    kept = json.loads(found.read_text()) if found.exists() else {}
    began, judged = time.monotonic() - kept.pop("seconds", 0), []
    folder.mkdir(exist_ok=True)
    reach = reach_of(folder)
    for one in sample(chosen.seed, chosen.count, chosen.of):
        judged.append((one, kept.get(f"{one.name} {one.number}") or found_by(one, reach)))
        kept[f"{one.name} {one.number}"] = judged[-1][1]
        found.write_text(json.dumps({**kept, "seconds": time.monotonic() - began}))
        print(f"{judged[-1][1] or 'LIVES':24} {one.path}:{one.line}  {one.was}  ->  {one.becomes}", flush=True)
    text = "\n".join(in_words(chosen.seed, judged, time.monotonic() - began)) + "\n"
    if chosen.write:
        PAGE.write_text(text, encoding="utf-8")
    known = yaml.safe_load(EQUIVALENT.read_text(encoding="utf-8")) or {}
    counted = [by for one, by in judged if by or one.name not in known]
    print(f"{sum(map(bool, counted))} of {len(counted)} found")
    return 0 if 10 * sum(map(bool, counted)) >= 9 * len(counted) else 1


if __name__ == "__main__":
    sys.exit(main())
