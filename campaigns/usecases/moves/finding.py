"""The rules' finding for a move, and its preview on the umpire's desk."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from campaigns.bridge import Brief, Placed, brief, overrulings, standing_rulings
from campaigns.errors import FactsWanting, Held, Unconfirmed
from campaigns.models import Battle, Move, Ruling
from campaigns.unlocked import worked_out
from campaigns.usecases.access import find_move, umpire_of
from campaigns.usecases.desk.changes import overruled
from rules.contract.answers import Finding, Need
from rules.contract.ruled import booked
from rules.errors import Refused
from rules.values.sentence import say


class Unreadable(Exception):
    """A fault of the program: the rules gave a position that they cannot parse again.  The move is parked."""


@dataclass(frozen=True)
class Preview:
    """What the move would give as it stands, and what is still to be measured.

    sequence: the orders' places in the sequence of adjudication with the heading of each stage.  needs: all facts that
    are not measured; wanting: those without which the move cannot be submitted.  finding: none while the rules refuse
    to find, and then why.
    """

    placed: tuple[Placed, ...]
    sequence: tuple[tuple[int, str], ...]
    needs: tuple[Need, ...]
    wanting: tuple[Need, ...]
    finding: Finding | None
    refused: Refused | None
    rulings: tuple[Ruling, ...]


def preview_finding(*, by: Any, move: str) -> Preview:
    """What the finding would be now; nothing is written."""
    battle, found = find_move(move, whole=True)
    umpire_of(by, battle.campaign_id, "move")
    return preview_of(battle, found)


def preview_of(battle: Battle, move: Move) -> Preview:
    """The preview of a move, for a caller that has checked who may see it."""
    asked = brief(battle, move)
    fire_only = move.stage == Move.Stage.FIRE and move.status == Move.Status.OPEN
    if fire_only:
        asked = asked.fire()
    rulings = tuple(standing_rulings(move))
    finding: Finding | None = None
    refused: Refused | None = None
    needs = open_needs(asked)
    try:
        finding = find_to_publish(asked, rulings, fire_only=fire_only)
    except Refused as why:
        refused = why
    sequence = asked.table.sequence(asked.side, asked.orders)
    wanted = tuple(need for need in needs if is_wanted(need, finding))
    return Preview(asked.placed, sequence, needs, wanted, finding, refused, rulings)


def open_needs(asked: Brief) -> tuple[Need, ...]:
    """The facts that are not measured yet, including those for which the engine has a figure of its own."""
    return tuple(asked.table.needs(asked.side, asked.orders, asked.facts))


def require_facts(asked: Brief, *, fire_only: bool = False) -> None:
    """Refuse with FactsWanting where facts are missing without which the rules would refuse orders.

    Unconfirmed where facts have been reported that the other side's official has not confirmed.  [KS-OFF-03]
    Held where the umpire holds an order, or has returned it, and has decided nothing since.
    """
    if asked.withheld:
        raise Held(sorted({one.thing for one in asked.withheld}))
    if asked.measured.waiting:
        raise Unconfirmed(len(asked.measured.waiting))
    wanted = worked_out("wanting", [asked.digest, fire_only], lambda: _wanted(asked, fire_only))
    if wanted:
        raise FactsWanting(wanted)


def _wanted(asked: Brief, fire_only: bool) -> list[Need]:
    """The facts without which the rules would refuse orders."""
    needs = open_needs(asked)
    if all(need.known is not None for need in needs):
        return []
    try:
        finding = find_to_publish(asked, (), fire_only=fire_only)
    except Refused:
        raise
    except Exception:
        return []  # a fault of the program occurs again once the move is claimed, and parks it there
    return [need for need in needs if is_wanted(need, finding) and not (fire_only and need.order is None)]


def is_wanted(need: Need, finding: Finding | None) -> bool:
    """Whether a move may not be submitted without this fact: nobody knows it, and the order fails without it."""
    if need.known is not None:
        return False
    if need.order is None or finding is None:
        return True
    return any(one["order"] == need.order and one["code"] == "E-INVALID" for one in finding.refused)


def find(asked: Brief, rulings: Sequence[Ruling], *, fire_only: bool = False) -> Finding:
    """What the rules work out, with the umpire's changes.  The same input gives the same output."""
    fire, whole = overrulings(rulings)
    finding = asked.table.adjudicate(
        asked.side, asked.orders, asked.facts, asked.chance, fire_only=fire_only, fire_ruled=fire
    )
    if whole and not fire_only:
        lines = tuple(booked(asked.rules.pieces, finding.position, whole))
        finding = replace(finding, position=overruled(asked.rules, finding.position, whole), overruled=lines)
    return finding


def find_to_publish(asked: Brief, rulings: Sequence[Ruling], *, fire_only: bool = False) -> Finding:
    """The same; Unreadable where its position is invalid: nothing is published that the next move cannot begin with."""
    finding = find(asked, rulings, fire_only=fire_only)
    try:
        asked.rules.table(json.loads(json.dumps(finding.position)))
    except Refused as refused:
        raise Unreadable(
            say("the position after this move would be invalid: {sentence}", sentence=refused.sentence)
        ) from refused
    return finding
