"""What a page costs in each language: the same pages, in turn in English and in another, none of them kept from before."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from time import perf_counter

from bench.pages import Hall, new_database
from bench.table import Aim, table

READS = 40
MOST = 1.1
"""How many times the English page a page in another language may cost, by the medians."""


def part(seed: int, reached: list[Aim]) -> Iterator[str]:
    """Sheet, order form, situation and desk in every language."""
    with new_database() as database:
        from campaigns.memory_cache import MemoryCache
        from campaigns.web.page import kept
        from campaigns.words.languages import ENGLISH, languages

        hall = Hall(seed)
        thing = next(order["body"] for order in hall.orders if order["order"] == "march")
        pages = (
            ("sheet", "foot", {}),
            ("order", "foot", {"thing": thing}),
            ("situation", "foot", {}),
            ("desk", "umpire", {}),
        )
        rows = []
        for name, who, address in pages:
            taken: dict[str, list[float]] = {language: [] for language in languages()}
            for read in range(READS + 3):
                for language, seconds in taken.items():
                    kept.page_cache = MemoryCache(kept.MOST_BYTES)
                    hall.clients[who].defaults["HTTP_ACCEPT_LANGUAGE"] = language
                    asked = hall.get(who, name, **address)
                    began = perf_counter()
                    answer = asked()
                    if read >= 3:  # the first ones read templates and catalogs
                        seconds.append(perf_counter() - began)
                    assert answer.status_code == 200
            costs = {language: median(seconds) for language, seconds in taken.items()}
            english = costs.pop(ENGLISH)
            for language, cost in costs.items():
                rows.append((name, language, f"{english * 1e3:.1f}", f"{cost * 1e3:.1f}", f"{cost / english:.2f}"))
                aim = f"the page {name} in {language} at most {MOST} times the English"
                reached.append(Aim(aim, f"{cost / english:.2f}", cost <= MOST * english))
        yield f"\n## Pages in other languages (seed {seed}, {database}; each read {READS} times, in turn)\n"
        yield table(("page", "language", "English, median ms", "median ms", "ratio"), rows)
