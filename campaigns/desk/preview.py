"""Preview of a move as it stands: the sequence of its orders, the facts they need, and the result they would have."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from campaigns.bridge import brief_of, counted, overrulings, pieces_of, unmeasured
from campaigns.desk.entries import revoked
from campaigns.desk.papers import DeskOrder, PreviewFact
from campaigns.measurements import Place, measured_by, said_in
from campaigns.models import FactSheet, Move, OrderEntry, Ruling
from campaigns.sight.measurements import NeedFact
from campaigns.unlocked import as_before
from campaigns.usecases.moves.finding import find, is_wanted, open_needs
from rules.contract.answers import Finding, Need
from rules.contract.data import Facts, Order
from rules.errors import Refused

log = logging.getLogger(__name__)


class Preview:
    """What the rules give for the move as it stands: sequence, needs, preview."""

    def __init__(
        self,
        side_names: Mapping[str, str],
        move: Move,
        entries: Sequence[OrderEntry],
        rulings: Sequence[Ruling],
        sheets: Sequence[FactSheet],
    ) -> None:
        self.move = move
        self.entered = measured_by(sheets)
        self.standing = [one for one in rulings if not revoked(one) and one.kind != Ruling.Kind.RESTORE]
        self.names = {**side_names, **pieces_of(move.battle.terms).names(move.position)}
        self.fire_only = move.stage == Move.Stage.FIRE and move.status == Move.Status.OPEN
        brief = brief_of(move.battle, move, counted(move, entries), self.standing, sheets)
        self.brief = brief.fire() if self.fire_only else brief
        self.finding: Finding | None = None
        self.result = self._result() if move.status != Move.Status.SUBMITTED else None

    def _result(self) -> PreviewFact:
        """The finding as it would be now; a fault of the rules is reported and the desk stays usable."""
        try:
            # A desk is opened again and again while nothing changes.
            rules = self.brief.rules
            about = [rules.book.key, rules.sides, self.brief.digest, overrulings(self.standing), self.fire_only]
            self.finding = as_before(about, lambda: find(self.brief, self.standing, fire_only=self.fire_only))
        except Refused as refused:
            return PreviewFact((), (refused.data(),))
        except Exception:
            log.exception("the preview of move %s failed", self.move.public_id)
            return PreviewFact((), (), fault=f"preview/{self.move.public_id}")
        pieces, after = self.brief.rules.pieces, self.finding.position
        self.names = {**self.names, **pieces.names(after)}
        told = ({**event, "sentence": self.brief.rules.narrate(event, self.names)} for event in self.finding.events)
        return PreviewFact(tuple(told), self.finding.refused)

    def orders(self) -> tuple[DeskOrder, ...]:
        """The orders in the sequence of resolution, with the heading of each stage."""
        brief = self.brief
        refused = {one["order"]: one for one in self.finding.refused} if self.finding else {}
        corrected = {
            one.change["thing"]: one.change.get("readings", ())
            for one in self.standing
            if one.kind == Ruling.Kind.CORRECT_ORDER
        }
        needs = self._needs
        sequence = brief.table.sequence(brief.side, brief.orders)
        return tuple(
            DeskOrder(
                heading=heading,
                thing=one.thing,
                name=self.names.get(one.thing, one.thing),
                place=one.place,
                order=one.order,
                stage=one.stage,
                measured_key=one.measured,
                measured=one.order.get("measured", {}),
                needs=tuple(needs.get(index, ())),
                refused=refused.get(index),
                corrected=one.thing in corrected,
                reading=dict(enumerate(corrected.get(one.thing, ()))).get(one.place, ""),
            )
            for index, heading in sequence
            for one in [brief.placed[index]]
        )

    def move_needs(self) -> tuple[NeedFact, ...]:
        """What must be measured of the move itself."""
        return tuple(self._needs.get(None, ()))

    @cached_property
    def _needs(self) -> dict[int | None, list[NeedFact]]:
        """All facts that the rules need for these orders, entered or not, by the place of the order."""
        brief = self.brief
        bare = [Order(unmeasured(order)) for order in brief.orders]
        every = brief.table.needs(brief.side, bare, Facts({}))
        still = open_needs(brief) if brief.facts or bare != brief.orders else every
        wanted = {(need.order, need.key, need.subject) for need in still if is_wanted(need, self.finding)}
        found: dict[int | None, list[NeedFact]] = {}
        for need in (*every, *(one for one in still if one not in every)):
            found.setdefault(need.order, []).append(self._need(need, (need.order, need.key, need.subject) in wanted))
        return found

    def _need(self, need: Need, is_open: bool) -> NeedFact:
        order = self.brief.placed[need.order] if need.order is not None else None
        given = self.brief.facts if order is None else order.order.get("measured", {})
        places = (Place(order.measured if order else "", need.key), Place("", need.key, need.subject))
        waiting = self.brief.measured.waiting
        waits = [place for place in places if place in waiting]
        if waits:
            given = {need.key: self._reported(need, waits[0], waiting[waits[0]][0])}
        sheets = [self.entered[place] for place in places if place in self.entered and need.key in given]
        return NeedFact(
            **vars(need),
            name=self.names.get(need.subject, need.subject),
            given=given.get(need.key),
            open=is_open,
            by=sheets[0].by.title if sheets else "",
            **said_in(self.brief.measured, next(iter(waits or [one for one in places if one in self.entered]), None)),
        )

    def _reported(self, need: Need, place: Place, value: Any) -> Any:
        """What an official reported and nobody has confirmed: it does not count yet, and is shown to the umpire as entered."""
        others = self.brief.facts.get(need.key, {}) if place.subject else {}
        return {**others, place.subject: value} if place.subject else value
