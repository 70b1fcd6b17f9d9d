"""The books: reports, supplies, points and the record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns import sight
from campaigns.desk import record as read_record
from campaigns.templatetags.marks import halves
from campaigns.web.page.charts import Chart, Scale, track
from campaigns.web.page.clauses import rulebook
from campaigns.web.page.events import corrected, count_lines, grouped, losses, shown_lines
from campaigns.web.page.events import slips as printed
from campaigns.web.page.frame import papers, wanted_side
from campaigns.web.page.kept import kept_paper
from campaigns.web.page.measures import read_count
from campaigns.web.page.wrapper import page
from campaigns.web.reports.happened import board_after, ruled_losses, seen_to_move
from rules.contract.pieces import Pieces
from rules.errors import Invalid
from rules.values.sentence import capitalised, of_field, say, say_many, word, word_of


@page
@require_safe
def reports(request: HttpRequest, battle: str) -> HttpResponse:
    """Every report of the reader's side."""
    seat = sight.find_battle(request.user, battle)
    of = wanted_side(request, seat)

    def page_data() -> dict[str, Any]:
        made = sight.reports(seat, of)
        return {
            "reports": [
                {
                    "words": say("Move {number}, {side}", number=one.number, side=seat.called(one.side)),
                    "told": len(shown_lines(one.events, seat.rules)),
                    **vars(one),
                }
                for one in made
            ]
        }

    return kept_paper(request, "campaigns/reports.html", seat, "reports", of, page_data)


@page
@require_safe
def report(request: HttpRequest, battle: str, number: int) -> HttpResponse:
    """The report of one move: what happened, with sums and clauses; strengths, points, and what was in force."""
    seat = sight.find_battle(request.user, battle)
    of = wanted_side(request, seat)
    wanted = request.GET.get("attempt", "")
    attempt = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 6 else None
    return kept_paper(
        request, "campaigns/report.html", seat, "reports", of, lambda: report_data(seat, number, of, attempt)
    )


def report_data(seat: sight.Seat, number: int, of: str, attempt: int | None) -> dict[str, Any]:
    """What the page of a report shows."""
    report = sight.report(seat, number, of, attempt)
    numbers = sight.report_numbers(seat, of)
    stands = ruled_losses(report, seat)
    on_a_side = report.told_to in seat.side_names
    groups = grouped(report.events, report.names, seat.rules, dict.fromkeys(report.otherwise) | stands)
    return {
        "report": report,
        "plan": (board := board_after(report, seat, of)),
        "seen_moving": seen_to_move(board, report.traces),
        "groups": groups,
        "told": count_lines(groups),
        "losses": losses(
            report.events,
            report.names,
            seat.rules,
            [one for one in report.rulings if one.get("changes")],
            sides_of(report, seat.rules.pieces),
            stands,
        ),
        "corrected": corrected(report.rulings),
        "strengths": strengths(report, seat.side_names, seat.rules.pieces),
        "orders": sight.receipts_in(seat, report.told_to, report.move, report.names) if on_a_side else (),
        "earlier": number - 1 if number - 1 in numbers else None,
        "later": number + 1 if number + 1 in numbers else None,
    }


@page
@require_safe
def slips(request: HttpRequest, battle: str, number: int) -> HttpResponse:
    """The slips of one move, to print: one for each charge, shell, volley, melee, issue and work that the reader may know."""
    seat = sight.find_battle(request.user, battle)
    of = wanted_side(request, seat)

    def page_data() -> dict[str, Any]:
        report, law = sight.report(seat, number, of), rulebook()
        made = [{**one, "law": law.get(one["clause"])} for one in printed(report.events, report.names, seat.rules)]
        return {"report": report, "slips": made}

    return kept_paper(request, "campaigns/slips.html", seat, "reports", of, page_data)


def sides_of(report: sight.ReportFact, pieces: Pieces) -> dict[str, str]:
    """Whose each thing is that was seen before or after the move."""
    return {
        identity: str(thing["side"])
        for seen in (report.saw, report.sees)
        for _, identity, thing in pieces.every(seen)
        if thing.get("side")
    }


def strengths(report: sight.ReportFact, sides: Mapping[str, str], pieces: Pieces) -> list[dict[str, Any]]:
    """The bodies that are seen, side by side, the reader's side first: men before and after the move, and the sums of them."""
    old = {identity: body for _, identity, body in pieces.every(report.saw)}
    rows = [
        _strength(pieces, group, report.names.get(identity, identity), body, old.get(identity))
        for group, identity, body in pieces.every(report.sees)
        if pieces.kind(group).men
    ]
    found = []
    for side in sorted(sides, key=lambda one: one != report.told_to):
        those = [row for row in rows if row["side"] == side]
        known = [row for row in those if row["was"] is not None]
        if those:
            sums = {"was": sum(row["was"] for row in known), "men": sum(row["men"] for row in those)}
            found.append(
                {"side": side, "name": sides[side], "rows": those, **sums, "lost": sum(row["lost"] for row in known)}
            )
    return found


def _strength(
    pieces: Pieces, group: str, name: str, body: Mapping[str, Any], before: Mapping[str, Any] | None
) -> dict[str, Any]:
    """A body's men before and after a move; before: none where it was not visible then."""
    look = pieces.look(group, body)
    was = None if before is None else pieces.look(group, before).men or 0
    men = look.men or 0
    return {
        "name": name,
        "side": body["side"],
        "arm": look.sign,
        "was": was,
        "men": men,
        "lost": max(was - men, 0) if was is not None else 0,
        "flags": list(look.flags),
    }


@page
@require_safe
def supplies(request: HttpRequest, battle: str) -> HttpResponse:
    """Stock by source, what the next ticks will need, and every entry of the account."""
    seat = sight.find_battle(request.user, battle)
    of = wanted_side(request, seat)
    book, stores = sight.supplies(seat, of), seat.rules.pieces.stores
    accounts = [one for one in book.accounts if any(kind in one.balances for kind in stores)]
    return render(
        request,
        "campaigns/supplies.html",
        {
            **papers(seat, "supplies", of),
            "book": book,
            "accounts": [
                {"name": one.name, "held": [one.balances.get(kind, 0) for kind in stores]} for one in accounts
            ],
            "kinds": stores,
            "in_all": [book.stock[kind] for kind in stores],
            "wants": wants(book),
            "gauges": gauges(book, stores),
            "now_own": book.own_move,
            "next_due": next_due(book),
            "moves": by_move(line for line in book.lines if line.kind in stores),
            "zone": seat.campaign.time_zone,
        },
    )


def next_due(book: sight.SupplySheet) -> list[str]:
    """When the next packets of each kind fall due, counted from the side's own move."""
    first: dict[str, int] = {}
    for want in book.wants:
        first[want["kind"]] = min(want["own_move"], first.get(want["kind"], want["own_move"]))
    return [
        say(
            "{kind} falls due in own move {own_move}, {when}.",
            kind=capitalised(word(kind)),
            own_move=own_move,
            when=say_many("in {n} own move", "in {n} own moves", own_move - book.own_move)
            if own_move > book.own_move
            else say("this move"),
        )
        for kind, own_move in first.items()
    ]


def wants(book: sight.SupplySheet) -> list[dict[str, Any]]:
    """What the next ticks will need, and what is left in store after them."""
    left, rows = dict(book.stock), []
    for want in sorted(book.wants, key=lambda one: one["own_move"]):
        left[want["kind"]] = left.get(want["kind"], 0) - want["packets"]
        rows.append({**want, "left": left[want["kind"]]})
    return rows


GAUGE = 240
"""Width of the picture of a store, in its own units."""


def gauges(book: sight.SupplySheet, stores: Sequence[str]) -> list[dict[str, Any]]:
    """What is in store of each kind against what the next ticks will take of it, one after another, as a picture."""
    found = []
    for kind in stores:
        asked = [one for one in sorted(book.wants, key=lambda one: one["own_move"]) if one["kind"] == kind]
        stock, need = book.stock.get(kind, 0), sum(one["packets"] for one in asked)
        if not stock and not need:
            continue
        whole, ticks, at = max(stock, need), [], 0
        for one in asked:
            x, end = GAUGE * at // whole, GAUGE * (at + one["packets"]) // whole
            at += one["packets"]
            ticks.append({**one, "x": x, "width": max(end - x - 1, 1), "short": at > stock})
        found.append(
            {
                "kind": kind,
                "stock": stock,
                "need": need,
                "left": stock - need,
                "held": GAUGE * stock // whole,
                "ticks": ticks,
            }
        )
    return found


def by_move(lines: Iterable[Any]) -> list[dict[str, Any]]:
    """The entries of a ledger by the move in which they fell."""
    found: list[dict[str, Any]] = []
    for line in lines:
        if not found or found[-1]["number"] != line.move_number:
            found.append({"number": line.move_number, "mover": line.mover, "own_number": line.own_number, "lines": []})
        found[-1]["lines"].append(line)
    return found


@page
@require_safe
def points(request: HttpRequest, battle: str) -> HttpResponse:
    """The points of the reader's side, their parts, and their course as a chart."""
    seat = sight.find_battle(request.user, battle)
    of = wanted_side(request, seat)
    book = sight.points(seat, of)
    return render(
        request,
        "campaigns/points.html",
        {
            **papers(seat, "points", of),
            "book": book,
            "chart": drawn(book),
            "score_sheet": score_sheet(book),
            "moves": course_of_points(book),
            "by_clause": any(line.clause for line in book.lines),
            "zone": seat.campaign.time_zone,
        },
    )


def drawn(book: sight.PointsSheet) -> Chart | None:
    """The running sum of the points, move by move, as a chart; none where there are no entries."""
    if not book.lines:
        return None
    changes = Counter[int]()
    for line in book.lines:
        changes[line.move_number or 0] += line.amount
    numbers = range(min(changes), max(changes) + 1)
    amounts = list(accumulate(changes[number] for number in numbers))
    scale = Scale(min(0, *amounts), max(2, *amounts), len(amounts))
    feet = [str(number) for number in numbers]
    course = track(
        say("Value of the force left"),
        book.side,
        amounts,
        scale,
        [say("move {foot}", foot=foot) for foot in feet],
        halves,
    )
    return Chart("points", say("Value of the force left"), scale.levels(halves), scale.columns(feet), (course,))


def score_sheet(book: sight.PointsSheet) -> dict[str, Any] | None:
    """The score sheet of both sides line by line, where the book publishes one.  [LW-POINTS-08]"""
    if not book.sheet:
        return None
    sides, known = list(book.sheet), book.seat.rules.pieces.lines
    keys = list(book.sheet[sides[0]])
    return {
        "sides": [{"key": side, "name": book.seat.side_names.get(side, side)} for side in sides],
        "lines": [
            {
                "words": known.get(key, (capitalised(word_of(key)), ""))[0],
                "clause": known.get(key, ("", ""))[1],
                "points": [book.sheet[side][key] for side in sides],
            }
            for key in keys
        ],
        "totals": [sum(book.sheet[side].values()) for side in sides],
    }


def course_of_points(book: sight.PointsSheet) -> list[dict[str, Any]]:
    """The moves that changed the points, the last first, each with the change and the sum after it, in halves."""
    rows, after = [], book.halves
    for move in by_move(book.lines):
        change = sum(line.amount for line in move["lines"])
        clauses = list(dict.fromkeys(line.clause for line in move["lines"] if line.clause))
        words = say("Move {move}, {side}", move=move["number"], side=book.seat.called(str(move["mover"])))
        rows.append({**move, "words": words, "change": change, "after": after, "clauses": clauses})
        after -= change
    if rows and not book.sheet:
        rows[-1]["opens"] = True  # it counts all troops, and is no gain
    return rows


@page
@require_safe
def record(request: HttpRequest, battle: str) -> HttpResponse:
    """The record of the battle with its chain of digests; for the umpire."""
    seat = sight.find_battle(request.user, battle)
    try:
        before = read_count(request.GET.get("before", "0"), 999_999)
    except ValueError as fault:
        raise Invalid(of_field("before", fault.args[0])) from fault
    entries = read_record(seat, before, 100)
    return render(
        request,
        "campaigns/record.html",
        {
            **papers(seat, "record"),
            "entries": entries,
            "head": entries[0].digest if entries and not before else "",
            "older": entries[-1].sequence if entries and entries[-1].sequence > 1 else None,
            "zone": seat.campaign.time_zone,
        },
    )
