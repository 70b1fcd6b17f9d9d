"""`make bench`: the figures of the rules, of a peer, and of the pages, each with its aim.

bench/run.py [--seed N] [--only PART …] [--write FILE]

docs/bench.md is one run of one commit on one machine: `make bench ARGS="--write docs/bench.md"`.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from textwrap import fill

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import (
    adjudication,
    country,
    home,
    languages,
    many,
    night,
    pages,
    paint,
    peers,
    sight,
    soak,
    streams,
    surveys,
    traces,
    war_chess,
    worst,
)
from bench import map as moved_map
from bench.table import Aim, aims
from bench.times import machine, versions

MOST_GROWTH = 1.10
"""Time for each order at 2,400 bodies over that at 24, taken as no growth: more of many things lie outside the CPU's cache."""


def rules_part(seed: int, reached: list[Aim]) -> Iterator[str]:
    """Adjudication, and the peer."""
    before = peers.diplomacy(seed)
    yield f"\n## Adjudicating one move (seed {seed} and those that follow, {adjudication.FLOORS} floors of each size)\n"
    found = adjudication.all_sizes(seed)
    yield adjudication.shown(found)
    for kind, _ in adjudication.KINDS:
        grown = adjudication.growth(found, kind)
        aim = f"adjudication of a move ({kind}) grows no faster than the bodies"
        reached.append(Aim(aim, f"an order of 2,400 takes {grown:.2f} times one of 24", grown <= MOST_GROWTH))
    yield from country.part(seed, reached)
    yield from sight.part(seed, reached)
    yield from war_chess.part(seed, reached)
    if not before:
        yield "\nNo peer: .venv-peers is not there (`make bench` makes it).\n"
        return
    opening, later = (peers.together(*halves) for halves in zip(before, peers.diplomacy(seed + 1), strict=True))
    yield f"\n## Peers (random legal orders, seeds {seed} and {seed + 1})\n"
    yield peers.shown([opening, later])
    yield f"\n{peers.EXPLAINED}"
    reached.extend(held_against(opening, found))


def held_against(peer: peers.Peer, found: list[adjudication.Adjudged]) -> Iterator[Aim]:
    """An ordinary move of each size compared with a peer; the average cost of the moves of a supply period beside it."""
    for ours in found:
        if ours.kind == adjudication.ORDINARY:
            period = adjudication.over_a_period(found, ours.orders)
            yield Aim(
                f"no slower an order than diplomacy's process(), {ours.orders:,} bodies",
                f"{ours.an_order:.1f} µs against {peer.an_order:.1f} µs, {peers.compared(peer.an_order, ours.an_order)}"
                f" (best {ours.an_order_at_best:.1f} against {peer.an_order_at_best:.1f};"
                f" with the sixth move, in which supplies fall due, {period:.1f})",
                ours.an_order <= peer.an_order,
            )


def pages_part(seed: int, reached: list[Aim]) -> Iterator[str]:
    """Queries and times of pages, orders and submission."""
    found = pages.measured(seed)
    yield f"\n## A battle of 24 bodies (seed {seed}, {found.database})\n"
    yield pages.shown(found)
    reached.extend(pages.aims_of(found))


PARTS: dict[str, Callable[[int, list[Aim]], Iterable[str]]] = {
    "rules": rules_part,
    "pages": pages_part,
    "languages": languages.part,
    "home": home.part,
    "worst": worst.part,
    "many": many.part,
    "paint": lambda _, reached: paint.part(reached),
    "map": lambda _, reached: chain(traces.part(reached), moved_map.part(reached)),
    "surveys": surveys.part,
    "live": lambda _, reached: streams.part(reached),
    "night": lambda _, reached: night.part(reached),
    "soak": lambda _, reached: soak.part(reached),
}


def git(*what: str) -> str:
    """What git says of this checkout."""
    here = Path(__file__).parent
    return subprocess.run(["git", *what], cwd=here, check=True, capture_output=True, text=True).stdout.strip()


def changed() -> bool:
    """Whether anything that git keeps differs from the commit."""
    return bool(git("status", "--porcelain", "--untracked-files=no"))


def wrapped(text: str, width: int = 120) -> str:
    """A text whose prose ends at so many characters; tables stay as they are.

    >>> print(wrapped("- one two three\\n| one two three |", 8))
    - one
      two
      three
    | one two three |
    """
    lines = text.split("\n")
    return "\n".join(
        one if len(one) <= width or one.startswith("|")
        else fill(one, width, subsequent_indent="  " if one.startswith("- ") else "", break_on_hyphens=False)
        for one in lines
    )  # fmt: skip


def main() -> int:
    """Run the chosen parts and print them; a missed aim is printed and is no fault of the bench."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seed", type=int, default=1913)
    asked.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART", help=", ".join(PARTS))
    asked.add_argument("--write", type=Path, help="keep what is printed, of a commit in which nothing is changed")
    given = asked.parse_args()
    if given.write and changed():
        asked.error("there are changes that are not committed, and what is kept is measured of a commit")
    command = f"bench/run.py {shlex.join(sys.argv[1:])}".strip()
    lines = [
        f"# Bench, {datetime.now(UTC):%d %B %Y %H:%M} UTC\n",
        f"Machine: {machine()}.",
        f"Versions: {versions()}.",
        f"Commit: {git('log', '-1', '--format=%h of %cs')}.",
        f"Command: `{command}`.",
    ]
    print("\n".join(lines), flush=True)
    reached: list[Aim] = []
    for name, part in PARTS.items():
        if name in given.only:
            for line in part(given.seed, reached):
                print(line, flush=True)
                lines.append(line)
    last = f"\n## Aims\n\n{aims(reached)}"
    print(last)
    if given.write:
        given.write.write_text(wrapped("\n".join([*lines, last])) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
