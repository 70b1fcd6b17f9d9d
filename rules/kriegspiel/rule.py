"""The rule of each order: how it is checked and how it is carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.kriegspiel import (
    boarding,
    boxes,
    captures,
    charging,
    choosing,
    entries,
    formations,
    generals,
    guns,
    marching,
    melee,
    messages,
    parting,
    retreats,
    rifles,
    sailing,
    shells,
    supply,
    trains,
    undertaking,
    works,
)
from rules.kriegspiel import orders as given
from rules.kriegspiel.field import Field
from rules.kriegspiel.measuring import on_the_map
from rules.kriegspiel.orders import Order
from rules.values import Value


@dataclass(frozen=True)
class Rule(Value):
    """How an order is checked and carried out; on a country its facts are measured there first.

    check: raises Refused and changes nothing; gives the parts of a move that the order costs.
    carry_out: checks again, then changes the field.
    """

    check: Callable[[Field, Any], int]
    carry_out: Callable[[Field, Any], None]

    @classmethod
    def measured(cls, check: Callable[[Field, Any], int], carry_out: Callable[[Field, Any], None]) -> Rule:
        """The rule of an order whose facts the map may know.  [KS-OFF-03]"""
        return cls(on_the_map(check), on_the_map(carry_out))


RULES: Mapping[type[Order], Rule] = {
    given.March: Rule.measured(marching.check_march, marching.march),
    given.Retire: Rule.measured(retreats.check_retire, retreats.retire),
    given.Form: Rule(formations.check_form, formations.form),
    given.Ford: Rule.measured(formations.check_ford, formations.ford),
    given.Mount: Rule(formations.check_mount, formations.mount),
    given.Dismount: Rule(formations.check_dismount, formations.dismount),
    given.Stand: Rule(formations.check_stand, formations.stand),
    given.Limber: Rule(guns.check_limber, guns.limber),
    given.Unlimber: Rule(guns.check_unlimber, guns.unlimber),
    given.MoveGun: Rule.measured(guns.check_move_gun, guns.move_gun),
    given.MoveWaggon: Rule.measured(marching.check_move_waggon, marching.move_waggon),
    given.MoveGeneral: Rule.measured(generals.check_move_general, generals.move_general),
    given.Sail: Rule(sailing.check_sail, sailing.sail),
    given.Embark: Rule(boarding.check_boarding, boarding.board),
    given.Disembark: Rule(boarding.check_boarding, boarding.board),
    given.RunTrain: Rule(trains.check_train, trains.run_train),
    given.Entrain: Rule(boarding.check_boarding, boarding.board),
    given.Detrain: Rule(boarding.check_boarding, boarding.board),
    given.FireGun: Rule(shells.check_fire_gun, shells.fire_gun),
    given.FireRifles: Rule(rifles.check_fire_rifles, rifles.fire_rifles),
    given.Charge: Rule.measured(charging.check_charge, charging.charge),
    given.Assault: Rule.measured(melee.check_assault, melee.assault),
    given.Destroy: Rule(undertaking.check_undertaking, undertaking.undertake),
    given.Repair: Rule(undertaking.check_undertaking, undertaking.undertake),
    given.BurnDepot: Rule(undertaking.check_undertaking, undertaking.undertake),
    given.WreckWaggons: Rule(undertaking.check_undertaking, undertaking.undertake),
    given.LayMine: Rule(undertaking.check_undertaking, undertaking.undertake),
    given.Entrench: Rule(undertaking.check_undertaking, undertaking.undertake),
    given.Epaulement: Rule(undertaking.check_undertaking, undertaking.undertake),
    given.StopWork: Rule(works.check_stop_work, works.stop_work),
    given.Load: Rule(supply.check_load, supply.load),
    given.Unload: Rule(supply.check_unload, supply.unload),
    given.Issue: Rule(supply.check_issue, supply.issue),
    given.GoShort: Rule(supply.check_go_short, supply.go_short),
    given.EatHorses: Rule(supply.check_eat_horses, supply.eat_horses),
    given.Surrender: Rule(captures.check_surrender, captures.surrender),
    given.Escort: Rule.measured(captures.check_escort, captures.escort),
    given.Split: Rule(parting.check_split, parting.split),
    given.Merge: Rule(parting.check_merge, parting.merge),
    given.Choose: Rule(choosing.check_choose, melee.choose),
    given.Box: Rule(boxes.check_box, boxes.box),
    given.SetOut: Rule(boxes.check_set_out, boxes.set_out),
    given.Report: Rule(entries.check_report, entries.report),
    given.Confirm: Rule(entries.check_confirm, entries.confirm),
    given.Message: Rule(messages.check_message, messages.send),
}
