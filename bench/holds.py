"""What a machine can serve: the sums of docs/serving.md, from the figures and habits in its tables.

.venv/bin/python -m bench.holds [--write]

Without --write the sums are printed; with it they are put in their place in the document.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.table import table

DOCUMENT = Path(__file__).parents[1] / "docs/serving.md"
PLACE = re.compile(r"(?<=<!-- sums: bench/holds\.py writes them -->\n).*?(?=<!-- end of the sums -->)", re.DOTALL)
FIGURE = re.compile(r"^\| `([a-z_]+)` +\| ([\d.,]+) ", re.MULTILINE)
CORES = (2, 4, 16)
BATTLES = (10_000, 100_000)
HOUR = 3_600


def figures(text: str) -> dict[str, float]:
    """The named figures of the document."""
    return {name: float(told.replace(",", "")) for name, told in FIGURE.findall(text)}


def by_mail(told: Mapping[str, float]) -> dict[str, float]:
    """Core-seconds of one battle by mail: in the hour before its deadline, and at the deadline."""
    asked = told["mail_orders"] * (told["order"] + told["order_db"] + told["proxy"])
    asked += told["mail_pages"] * (told["page"] + told["page_db"] + told["proxy"])
    listening = told["mail_streams"] * told["stream"] * HOUR
    closing = told["close"] + told["close_db"] + told["mail_alone"] * told["finding"]
    return {"hour": (told["mail_share"] * asked + listening) / 1000, "deadline": closing / 1000}


def by_hall(told: Mapping[str, float]) -> float:
    """Core-seconds a second of one battle that is played in a drill hall."""
    pages = told["hall_people"] * (told["page"] + told["page_db"] + told["proxy"]) / told["hall_page_every"]
    orders = told["hall_orders"] * (told["order"] + told["order_db"] + told["proxy"]) / told["hall_move"]
    closes = (told["close"] + told["close_db"] + told["finding"]) / told["hall_move"]
    return (pages + orders + closes + told["hall_people"] * told["stream"]) / 1000


def in_database(told: Mapping[str, float]) -> dict[str, float]:
    """PostgreSQL's share of that: for a battle by mail in its hour, and for one in a hall each second."""
    mail = told["mail_share"] * (told["mail_orders"] * told["order_db"] + told["mail_pages"] * told["page_db"])
    hall = told["hall_people"] * told["page_db"] / told["hall_page_every"]
    hall += (told["hall_orders"] * told["order_db"] + told["close_db"]) / told["hall_move"]
    return {"mail": mail / 1000, "hall": hall / 1000}


def rounded(number: float) -> str:
    """Two figures, because the sums are no more exact than that."""
    if number >= 10:
        digits = len(str(int(number))) - 2
        return f"{round(number, -digits):,.0f}"
    return f"{number:.2g}"


def sums(text: str) -> str:
    """The sums as tables."""
    told = figures(text)
    mail, hall, base = by_mail(told), by_hall(told), in_database(told)
    planned = told["planned"] / 100
    machines = []
    for cores in CORES:
        held, halls = cores * planned * HOUR / mail["hour"], cores * planned / hall
        machines.append((
            f"{cores}",
            rounded(cores * planned * 1000 / (told["order"] + told["order_db"] + told["proxy"])),
            rounded(cores * planned * 1000 / (told["page"] + told["page_db"] + told["proxy"])),
            rounded(held),
            rounded(told["late"] * cores / mail["deadline"]),
            f"{rounded(halls)}, {rounded(halls * told['hall_people'])} people",
            f"{rounded(halls * told['hall_people'] * told['stream_kb'] / 1_000_000)} GB",
        ))  # fmt: skip
    heads = ("cores", "orders a second", "pages a second", "battles by mail with one deadline",
             "of them closed in time if it is one second", "battles in halls at once", "memory of their streams")  # fmt: skip
    more = []
    for battles in BATTLES:
        more += [
            ("cores in the hour before the deadline", f"{battles:,} by mail", rounded(battles * mail["hour"] / HOUR / planned)),
            ("of them for PostgreSQL", f"{battles:,} by mail", rounded(battles * base["mail"] / HOUR / planned)),
            ("core-seconds for one deadline", f"{battles:,} by mail", rounded(battles * mail["deadline"])),
            ("until the last is closed, on 16 cores", f"{battles:,} by mail", f"{rounded(battles * mail['deadline'] / 16)} s"),
            ("open live pages, and their memory", f"{battles:,} by mail",
             f"{battles * told['mail_streams']:,.0f}, {rounded(battles * told['mail_streams'] * told['stream_kb'] / 1_000_000)} GB"),
            ("disk in a year", f"{battles:,} by mail", f"{rounded(battles * 365 * told['disk_kb'] / 1_000_000)} GB"),
            ("cores", f"{battles:,} in halls at once", rounded(battles * hall / planned)),
            ("of them for PostgreSQL", f"{battles:,} in halls at once", rounded(battles * base["hall"] / planned)),
        ]  # fmt: skip
    return f"\n{table(heads, machines)}\n\n{table(('what', 'of', 'sum'), more)}\n\n"


def main() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    if "--write" in sys.argv[1:]:
        DOCUMENT.write_text(PLACE.sub(lambda _: sums(text), text), encoding="utf-8")
    else:
        print(sums(text))


if __name__ == "__main__":
    main()
