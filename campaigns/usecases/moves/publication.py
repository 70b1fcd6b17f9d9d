"""A finding is published: rows, ledgers, reports, notices, record and the next move, in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from campaigns.bridge import Brief, digest
from campaigns.clock import break_minutes
from campaigns.models import Battle, Finding, Move, Ruling
from campaigns.models.notice import REPORT_READY
from campaigns.usecases.campaigns.endings import ended
from campaigns.usecases.campaigns.objectives import note_objectives_due
from campaigns.usecases.clock.deadlines import void
from campaigns.usecases.desk.remarks import OBSERVER
from campaigns.usecases.messages.scheduled_messages import tell_what_is_near
from campaigns.usecases.moves.by_itself import is_by_itself, note_by_itself
from campaigns.usecases.moves.ledgers import lines_of, post_points, post_supplies
from campaigns.usecases.moves.moves import open_move
from campaigns.usecases.moves.reports import write_reports
from campaigns.usecases.moves.things import enter_things
from campaigns.usecases.notices import note_notice
from campaigns.usecases.record import CLOCK, Line, add_records
from kriegspiel import __version__
from rules.contract.answers import Finding as Found
from rules.values.sentence import say


def publish(
    battle: Battle, move: Move, asked: Brief, found: Found, rulings: Sequence[Ruling], *, actor: str, now: datetime
) -> Move | None:
    """Write all that follows from a finding; the battle is locked and the fence has been compared.

    Returns the next move, or none where the battle has ended.
    """
    output = {
        "position": found.position,
        "events": found.events,
        "refused": found.refused,
        "reckoning": found.reckoning,
    }
    finding = Finding.objects.create(
        move=move,
        fence=move.fence,
        position=found.position,
        events=list(found.events),
        refused=list(found.refused),
        reckoning=list(found.reckoning),
        orders=[one.data() for one in asked.placed],
        input_digest=asked.digest,
        output_digest=digest(output),
        edition=asked.rules.book.edition,
        seed_digest=battle.seed_digest,
        at=now,
    )
    move.status, move.submitted_at, move.claimed_at, move.claimed_by = Move.Status.SUBMITTED, now, None, ""
    move.save(update_fields=["status", "submitted_at", "claimed_at", "claimed_by"])
    void(move)
    enter_things(battle, move, move.position, found.position)
    post_supplies(move, move.position, found.position, lines_of(found), now=now)
    post_points(move, asked.rules.table(found.position).score(), now=now)
    seal = {"input": finding.input_digest, "output": finding.output_digest, "version": __version__}
    lines: list[Line] = [(actor, "move-submitted", {"move": move.number, **seal})]
    lines += [note_by_itself(battle, move, now)] if is_by_itself(move, actor, now) else []
    lines += [(actor, "remark", {"move": move.number, **one}) for one in move.remarks or ()]
    following = _go_on(battle, move, asked, found, lines, now)
    tell_what_is_near(battle, following, found.position, now)
    note_notice(
        battle,
        move=move,
        kind=REPORT_READY,
        text=say("The result of move {number} is published. Your report is ready.", number=move.number),
        now=now,
    )
    note_objectives_due(battle, move, now=now)
    add_records(battle, at=now, lines=lines)
    write_reports(battle, move, asked, found, rulings, now=now)
    return following


def compute_ahead(asked: Brief, found: Found) -> None:
    """Have the rules compute what publishing needs of a finding, for a caller that holds no lock yet: then it is computed only once."""
    rules, after = asked.rules, asked.rules.table(found.position)
    for side in (*rules.sides, OBSERVER):
        after.sees(side)
    after.score()
    if not rules.result(found.position):
        after.allowance(rules.next_side(found.position))


def _go_on(battle: Battle, move: Move, asked: Brief, found: Found, lines: list[Line], now: datetime) -> Move | None:
    """Open the next move after the interval, or end the battle and publish its seed."""
    result = asked.rules.result(found.position)
    if result:
        lines.append(ended(battle, result, actor=CLOCK, reason=say("by the rules"), now=now))
        note_notice(battle, move=move, kind="ended", text=say("{name} is over.", name=battle.name), now=now)
        return None
    of = move if asked.rules.book.goes_on(move.position, found.position) else None
    at = now + timedelta(minutes=break_minutes(battle.campaign))
    following, opened = open_move(battle, position=found.position, opened_at=at, now=now, of=of)
    lines.append(opened)
    return following
