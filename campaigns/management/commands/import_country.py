"""Make a country of the files of a survey, as a file or kept for somebody."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.clock import server_time
from campaigns.errors import Lossy
from campaigns.models.plain import Plain
from campaigns.usecases.muster.countries import import_country, refuse_losses
from campaigns.usecases.text_checks import read_line
from rules.books import BOOKS, book
from rules.errors import Refused
from rules.ground.surveys.files import GREATEST_UNPACKED, Files


class Command(BaseCommand):
    help = (
        "Make a country of a survey (GeoJSON, .osm, GeoTIFF, .asc, .hgt, or a .zip of them): a country file is written, "
        "and a report of what was taken and what was left out and why."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", type=Path, nargs="+", metavar="file", help="the survey: one file or several")
        parser.add_argument("--scale", type=float, help="metres of the ground to an inch of the floor")
        parser.add_argument("--name", required=True, help="what the country is called")
        parser.add_argument(
            "--size", type=int, nargs=2, default=[24, 16], metavar=("WIDE", "DEEP"), help="in feet; 24 16 if not said"
        )
        parser.add_argument(
            "--origin",
            type=float,
            nargs=2,
            metavar=("EAST", "NORTH"),
            help="the south-western corner; else the middle is taken",
        )
        parser.add_argument(
            "--metres", action="store_true", help="the coordinates are plain metres, not degrees of WGS84"
        )
        parser.add_argument("--crs", help="the system of files that name none, as EPSG:27700; else WGS84")
        parser.add_argument(
            "--interval", type=float, help="real height from one contour to the next, each of which becomes 6 in."
        )
        parser.add_argument(
            "--height-property",
            metavar="NAME",
            help="the property that is the height of contours, where several may be",
        )
        parser.add_argument("--book", default=BOOKS[0], choices=BOOKS)
        parser.add_argument("--out", type=Path, help="where the country file is written; else NAME.json")
        parser.add_argument(
            "--keep-for", metavar="USER", help="keep it on the site too, for him who logs in by this name"
        )
        parser.add_argument(
            "--sure", action="store_true", help="even where the country is empty, or all of a kind of thing is lost"
        )
        parser.add_argument("--report", action="store_true", help="print the whole report; without it the sums alone")

    def handle(self, *args: Any, files: list[Path], name: str, report: bool, **given: Any) -> None:
        figures = {
            "scale": given["scale"],
            "size": given["size"],
            "origin": given["origin"],
            "plain": given["metres"],
            "interval": given["interval"],
            "crs": given["crs"],
            "height_property": given["height_property"],
        }
        try:
            called = read_line(name, "name", 120)
            survey = Files([(file.name, read_survey(file)) for file in files])
            country, told = book(given["book"]).survey(survey, name=called, **figures)
            if told["losses"] and not given["sure"]:
                for line in lines_of(dict(told)):
                    self.stdout.write(line)
                refuse_losses(told, sure=False)
            if given["keep_for"]:
                import_country(
                    by=user_of(given["keep_for"]),
                    name=called,
                    survey=survey,
                    book=given["book"],
                    sure=given["sure"],
                    now=server_time(),
                    **figures,
                )
        except Lossy as lossy:
            raise CommandError(f"Nothing was written. {lossy.sentence} If so, say --sure.") from lossy
        except Refused as refused:
            raise CommandError(f"Refused; nothing was written. {refused.sentence}") from refused
        words = re.findall(r"[^\W_]+", called.lower()) or ["country"]
        out = given["out"] or Path("-".join(words)[:80] + ".json")
        write(out, country)
        self.stdout.write(f"{called}: {told['taken']} things taken, {told['left_out']} left out. Written to {out}.")
        for line in lines_of(dict(told)) if report else ():
            self.stdout.write(line)


def read_survey(file: Path) -> bytes:
    """The bytes of a file, of limited size."""
    try:
        if file.stat().st_size > GREATEST_UNPACKED:
            raise CommandError(f"{file} has more than {GREATEST_UNPACKED:,} bytes.")
        return file.read_bytes()
    except OSError as fault:
        raise CommandError(f"{file} cannot be read: {fault.strerror}.") from fault


def write(out: Path, country: Plain) -> None:
    """Write a country file: one thing to a line, so that two files can be compared."""
    try:
        out.write_text(json.dumps(country, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as fault:
        raise CommandError(f"{out} cannot be written: {fault.strerror}.") from fault


def user_of(name: str) -> Any:
    """The user with that name."""
    found = get_user_model().objects.filter(username=name).first()
    if found is None:
        raise CommandError("There is nobody of that name.")
    return found


def lines_of(report: Plain) -> list[str]:
    """The report as lines to print."""
    lines = [f"  {row['kind']}: {row['taken']} of {row['found']} taken" for row in report["rows"]]
    for place, row in reversed(list(enumerate(report["rows"], 1))):
        for left in reversed(row["left_out"]):
            named = ", ".join(left["names"]) + (" ..." if left["count"] > len(left["names"]) else "")
            lines.insert(place, f"    {left['count']} left out: {left['why']} ({named})")
    lines += [f"  {note}" for note in report["notes"]]
    for row in report.get("files", ()):
        rest = [f"{one['count']} left out: {one['why']}" for one in row["left_out"]]
        rest += [f"{one['count']} not read: {one['why']}" for one in row["unread"]]
        lines.append(
            f"  {row['name']}: {row['found']} in it, {row['taken']} taken" + "".join(f"; {one}" for one in rest)
        )
        lines += [f"    {note}" for note in row["notes"]]
    return lines + [f"  {loss}" for loss in report.get("losses", ())]
