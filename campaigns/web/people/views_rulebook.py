"""The rulebooks, clause by clause; the doubtful places; and what the cases prove."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.web.page.clauses import BOOKS, Clause, conformance, proof_of, readings, readings_on, rulebook, titles

STATES = ("deviates", "not-covered", "fails", "not-applicable", "pass")
"""The states of clauses, those that need a remark first."""


def _chosen(request: HttpRequest) -> str:
    """The book that is shown: by ``?book=``, else the first."""
    return next((one for one in BOOKS if one == request.GET.get("book")), BOOKS[0])


def _books(here: str, among: Any) -> list[dict[str, Any]]:
    """The books to choose among."""
    return [{"key": key, "title": title, "here": key == here} for key, title in titles().items() if key in among]


@require_safe
def clauses(request: HttpRequest, clause: str = "") -> HttpResponse:
    """A clause in our own words, or the list of them; a clause that the book does not print is shown only by its number."""
    if clause.startswith("KTI-"):
        return reading(request, clause)
    book = rulebook()
    if clause:
        known = book.get(clause) or Clause(clause, "", "")
        names = [one.name for one in book.values() if one.book == known.book]
        place = names.index(clause) if clause in book else -1
        told = {
            "clause": known,
            "conformance": proof_of(clause),
            "readings": readings_on(clause),
            "before": names[place - 1] if place > 0 else "",
            "after": names[place + 1] if 0 <= place < len(names) - 1 else "",
        }
        return render(request, "campaigns/clause.html", told)
    chosen = _chosen(request)
    those = [one for one in book.values() if one.book in (chosen, "")]
    chapters = [(chapter, list(those)) for chapter, those in groupby(those, key=lambda one: one.chapter)]
    states = {name: one["state"] for name, one in conformance().get(chosen, {}).get("clauses", {}).items()}
    listed = {
        "chapters": chapters,
        "states": states,
        "books": _books(chosen, {one.book for one in book.values()}),
        "title": titles().get(chosen, ""),
        "chosen": chosen,
    }
    return render(request, "campaigns/clauses.html", listed)


@require_safe
def doubtful(request: HttpRequest) -> HttpResponse:
    """The doubtful places of all books, each with our reading on a page of its own."""
    chapters = [(chapter, list(those)) for chapter, those in groupby(readings().values(), key=lambda one: one.chapter)]
    return render(request, "campaigns/readings.html", {"chapters": chapters})


def reading(request: HttpRequest, name: str) -> HttpResponse:
    """One doubtful place: the possible readings, ours with the reason, and the option that switches it."""
    known = readings().get(name)
    if known is None:
        raise Http404
    names = list(readings())
    place = names.index(name)
    told = {
        "reading": known,
        "clauses": [(one, rulebook().get(one)) for one in known.clauses],
        "before": names[place - 1] if place else "",
        "after": names[place + 1] if place < len(names) - 1 else "",
    }
    return render(request, "campaigns/reading.html", told)


@require_safe
def proved(request: HttpRequest) -> HttpResponse:
    """What the cases prove of a book: pass, deviates by choice, not applicable, not covered; written from a run, never by hand."""
    found, chosen = conformance(), _chosen(request)
    chosen = chosen if chosen in found else next(iter(found), "")
    run = found.get(chosen, {"clauses": {}})
    rows = [{"name": name, **one} for name, one in run["clauses"].items()]
    rows.sort(key=lambda one: STATES.index(one["state"]) if one["state"] in STATES else -1)
    counts = Counter(one["state"] for one in rows)
    told = {
        "groups": [(state, list(those)) for state, those in groupby(rows, key=lambda one: one["state"])],
        "counts": sorted(counts.items(), key=lambda one: -one[1]),
        "cases": len({case["case"] for one in rows for case in one["cases"]}),
        "options": run.get("options", {}),
        "edition": run.get("edition", ""),
        "books": _books(chosen, found),
        "title": titles().get(chosen, chosen),
    }
    return render(request, "campaigns/proved.html", told)
