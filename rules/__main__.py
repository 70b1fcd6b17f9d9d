"""The rules at the command line: ``cases``, ``adjudicate``, ``draws``, ``reply``, ``survey`` and ``schema``.  [CASES.md]"""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import Any

from rules.books import book
from rules.contract.rules import Rules
from rules.errors import Invalid, Refused
from rules.ground.surveys.files import TOLD, Files
from rules.ground.surveys.sketch import sketch
from rules.kit.casefiles import case_files, read_file
from rules.kit.cases import NotUnderstood, report, run
from rules.kit.draws import checked, read_draws
from rules.kit.schemas import schema

PASSED, FAILED, NOT_A_CASE = 0, 1, 2


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit status is 1 if a case fails and 2 if a file is not a case."""
    parser = argparse.ArgumentParser(prog="python -m rules", description="The rulebooks, judged by cases.")
    commands = parser.add_subparsers(dest="command", required=True)
    cases = commands.add_parser("cases", help="run case files or folders; - reads standard input")
    cases.add_argument("paths", nargs="+", metavar="PATH")
    cases.add_argument("--clauses-only", action="store_true", help="of events compare nothing but the clause")
    one = commands.add_parser("adjudicate", help="adjudicate one case and print what happened as JSON")
    one.add_argument("file", metavar="FILE")
    draws = commands.add_parser("draws", help="check a seed and every draw that was made from it")
    draws.add_argument("file", metavar="FILE")
    commands.add_parser("reply", help="read who is to play as JSON and print the orders of a book's own opponent")
    commands.add_parser(
        "survey",
        help="read book and figures in one line, a survey below it, and print the country that it makes",
    )
    commands.add_parser("schema", help="print the JSON Schema of a case, of an order and of an event")
    chosen = parser.parse_args(arguments)
    if chosen.command == "cases":
        return run_cases(chosen.paths, chosen.clauses_only)
    if chosen.command == "adjudicate":
        return adjudicate_file(chosen.file)
    if chosen.command == "draws":
        return check_draws(chosen.file)
    if chosen.command == "reply":
        return reply_to(sys.stdin.read())
    if chosen.command == "survey":
        return survey_of(sys.stdin.buffer.read())
    print_json(schema())
    return PASSED


def run_cases(paths: list[str], clauses_only: bool) -> int:
    """Run every case of the paths, print a line for each, and print the count last."""
    passed = failed = 0
    status = PASSED
    files: list[str] = []
    for path in paths:
        try:
            files += case_files([path])
        except Invalid as invalid:
            status = not_a_case(invalid)
    for path in files:
        try:
            cases = read_file(path)
        except Invalid as invalid:
            status = not_a_case(invalid)
            continue
        for case in cases:
            try:
                found = run(case, clauses_only=clauses_only)
            except NotUnderstood as invalid:
                found = [invalid.sentence]
                status = not_a_case(invalid)
            except Exception as fault:  # a fault of the engine fails its own case; the other cases still run
                found = [f"the engine broke off: {type(fault).__name__}: {fault}"]
            print(f"FAIL {case.name}" if found else f"pass {case.name}")
            for difference in found:
                print(f"    {difference}")
            passed, failed = passed + (not found), failed + bool(found)
    print(f"{passed} passed, {failed} failed")
    return status or (FAILED if failed else PASSED)


def adjudicate_file(path: str) -> int:
    """Adjudicate the case (or the list of cases) in a file and print what happened."""
    try:
        reports = [report(case) for case in read_file(path)]
    except Invalid as invalid:
        return not_a_case(invalid)
    print_json(reports[0] if len(reports) == 1 else reports)
    return PASSED


def check_draws(path: str) -> int:
    """Check the seed and the draws of a file, print a line for each, and print the count last."""
    try:
        found = list(checked(*read_draws(path)))
    except Invalid as invalid:
        return not_a_case(invalid)
    for holds, said in found:
        print(f"{'pass' if holds else 'FAIL'} {said}")
    failed = sum(not holds for holds, _ in found)
    print(f"{len(found) - failed} hold, {failed} do not")
    return FAILED if failed else PASSED


def reply_to(text: str) -> int:
    """Print the orders of a book's own opponent: ``{book, position, options, seats, side, level}`` is the input."""
    try:
        asked = json.loads(text)
        rules = Rules(book(asked.pop("book")), asked.pop("options"), asked.pop("seats"))
        orders = rules.reply(**asked)
    except Invalid as invalid:
        return not_a_case(invalid)
    print_json(orders)
    return PASSED


def survey_of(question: bytes) -> int:
    """Print the country that a survey makes, with the report, or why it makes no country.

    question: ``{book, figures}`` in its first line, and the survey in GeoJSON below it.  With ``files``, names and sizes,
    their bytes stand there, one after the other, and how far the work is is printed in lines before the answer; with
    ``sketch`` the answer is what the files hold, drawn small, in place of a country, unless they are one.
    """
    first, _, rest = question.partition(b"\n")
    asked = json.loads(first)
    figures = asked["figures"]
    try:
        data: Any = json.loads(rest) if "files" not in asked else _files(asked["files"], rest)
        if asked.get("sketch"):
            print_json({"sketch": sketch(data, **figures)})
            return PASSED
        if isinstance(data, Files):
            figures = {**figures, "told": data.told}
        country, told = book(asked["book"]).survey(data, **figures)
    except Refused as refused:
        print_json({"refused": refused.data()})
        return PASSED
    print_json({"country": country, "report": told})
    return PASSED


def _files(rows: list[tuple[str, int]], rest: bytes) -> Files:
    """Files whose bytes follow one another."""
    found, at = [], 0
    for name, size in rows:
        found.append((name, rest[at : at + size]))
        at += size
    return Files(found, _tell)


def _tell(stage: str, percent: int) -> None:
    """A line that says how far the work is."""
    print(f"{TOLD} {percent} {stage}", flush=True)


def not_a_case(invalid: Invalid) -> int:
    """Say on standard error why something is not a case."""
    print(invalid.sentence, file=sys.stderr)
    return NOT_A_CASE


def print_json(data: object) -> None:
    """Print plain data as JSON, in the order in which it was made."""
    print(json.dumps(data, indent=2, ensure_ascii=False, default=str))


if __name__ == "__main__":
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has closed the pipe (`| head`): there is nobody left to print for.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = FAILED
    sys.exit(status)
