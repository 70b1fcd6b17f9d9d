"""Each side's report of a move, written when it is submitted, by naming what it may know."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from campaigns.bridge import Brief, that_count
from campaigns.models import Battle, Move, Report, Ruling
from campaigns.models.plain import Plain
from campaigns.usecases.desk.changes import as_told, shows
from campaigns.usecases.desk.remarks import OBSERVER, remarks_by_report
from rules.contract.answers import Finding
from rules.contract.data import Event, Known
from rules.contract.table import Table
from rules.values.compare import words_in


def write_reports(
    battle: Battle, move: Move, brief: Brief, finding: Finding, rulings: Sequence[Ruling], *, now: datetime
) -> None:
    """A report for each side and one for observers, in the publishing transaction, when everything else is in the record."""
    receipts, remarks, after = receipts_for_report(brief), remarks_by_report(move), brief.rules.table(finding.position)
    Report.objects.bulk_create(
        Report(
            move=move,
            side=side,
            data={
                **(told := report(move, brief, finding, after, rulings, side)),
                "called": called(brief, finding, told),
                "receipts": receipts if side == move.side else [],
                "remarks": remarks.get(side, []),
                "seal": battle.record_head,
            },
            at=now,
        )
        for side in (*brief.rules.sides, OBSERVER)
    )


def called(brief: Brief, finding: Finding, told: Plain) -> Plain:
    """The names of what a side's events name and it sees no more: what was merged, destroyed or taken in the move."""
    pieces = brief.rules.pieces
    gone = pieces.things(brief.position).keys() | pieces.things(finding.position).keys()
    gone -= pieces.things(told["sees"]).keys()
    if not gone:
        return {}
    names = {**pieces.names(brief.position), **pieces.names(finding.position)}
    ruled = {change["thing"] for one in told.get("rulings", ()) for change in one.get("changes", ())}
    named = sorted({*words_in(told["events"]), *ruled})
    return {one: names[one] for one in named if one in gone}


def receipts_for_report(brief: Brief) -> list[Plain]:
    """The receipts of the orders that counted when the move was submitted: with them each commander can prove their own."""
    return [
        {
            "number": one.public_id,
            "thing": one.thing,
            "stage": one.stage,
            "revision": one.revision,
            "digest": one.digest,
        }
        for one in brief.entries
    ]


def report(move: Move, brief: Brief, finding: Finding, after: Table, rulings: Sequence[Ruling], side: str) -> Plain:
    """What one side may know of a move: visible events, its own orders and refusals, what it sees now, rulings that touch it.

    after: the table of the position that was found.
    """
    visible = (brief.rules.visible_to(event, side) for event in finding.events)
    told = [event for event in visible if event is not None]
    own = side == move.side
    score, sees = after.score(), after.sees(side)
    return {
        "move": move.number,
        "side": move.side,
        "own_number": move.own_number,
        "events": told,
        "orders": [one.data() for one in brief.placed] if own else [],
        "refused": [dict(one) for one in finding.refused] if own else [],
        "rulings": [ruling_for_report(ruling, side) for ruling in that_count(rulings) if side in ruling.touches],
        "otherwise": ruled_otherwise(brief, told, rulings, sees),
        "sees": sees,
        "points": {one: points for one, points in score.items() if one == side},
    }


def ruled_otherwise(brief: Brief, told: Sequence[Event], rulings: Sequence[Ruling], sees: Known) -> list[str]:
    """The bodies in sight of whose losses a side reads and on which the umpire ruled: that it was, not what.

    Whoever reads of a loss that does not stand would else believe it; how many stand, they see.
    """
    ruled = {
        change["thing"]
        for ruling in that_count(rulings)
        for change in ruling.change.get("changes", ())
        if "key" in change and not shows(brief.rules.pieces, change)
    }
    if not ruled:
        return []
    lost = {one.thing for event in told for one in brief.rules.fallen(event)}
    return sorted(one for one in lost & ruled if brief.rules.pieces.find(sees, one) is not None)


def ruling_for_report(ruling: Ruling, side: str) -> Plain:
    """A ruling as shown to one whom it touches: the reason, and what it changed of their own."""
    said = {"ruling": ruling.public_id, "kind": ruling.kind, "reason": ruling.reason, "clause": ruling.clause}
    if ruling.kind in (Ruling.Kind.HOLD, Ruling.Kind.RETURN):
        return {**said, "thing": ruling.change["thing"]}
    if ruling.kind == Ruling.Kind.CORRECT_ORDER:
        orders = [order for _, order in ruling.change["orders"]]
        readings = list(ruling.change.get("readings", ()))
        return {**said, "thing": ruling.change["thing"], "orders": orders, "readings": readings}
    told = (as_told(change, side) for change in ruling.change["changes"])
    return {**said, "changes": [one for one in told if one is not None]}
