"""The rule of each order: how it is checked and how it is carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.kriegspiel import orders as given
from rules.kriegspiel.captures import boxes, taking
from rules.kriegspiel.charging import charge
from rules.kriegspiel.command import generals, messages
from rules.kriegspiel.duties import retreats
from rules.kriegspiel.fire import rifles, shells
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.marching import formations, guns, march, parting
from rules.kriegspiel.melee import choosing, fight
from rules.kriegspiel.moves import entries
from rules.kriegspiel.moves.measuring import on_the_map
from rules.kriegspiel.orders import Order
from rules.kriegspiel.supply import settling
from rules.kriegspiel.transport import boarding, sailing, trains
from rules.kriegspiel.works import labour, undertaking
from rules.values.value import Value


@dataclass(frozen=True)
class Rule(Value):
    """How an order is checked and carried out; on a country, its facts are first measured there.

    check: raises Refused and changes nothing; gives the cost of the order in parts of a move.
    carry_out: checks again, then changes the field.
    """

    check: Callable[[Field, Any], int]
    carry_out: Callable[[Field, Any], None]

    @classmethod
    def measured(cls, check: Callable[[Field, Any], int], carry_out: Callable[[Field, Any], None]) -> Rule:
        """The rule of an order whose facts the map may know.  [KS-OFF-03]"""
        return cls(on_the_map(check), on_the_map(carry_out))


RULES: Mapping[type[Order], Rule] = {
    given.March: Rule.measured(march.check_march, march.march),
    given.Retire: Rule.measured(retreats.check_retire, retreats.retire),
    given.Form: Rule(formations.check_form, formations.form),
    given.Ford: Rule.measured(formations.check_ford, formations.ford),
    given.Mount: Rule(formations.check_mount, formations.mount),
    given.Dismount: Rule(formations.check_dismount, formations.dismount),
    given.Stand: Rule(formations.check_stand, formations.stand),
    given.Limber: Rule(guns.check_limber, guns.limber),
    given.Unlimber: Rule(guns.check_unlimber, guns.unlimber),
    given.MoveGun: Rule.measured(guns.check_move_gun, guns.move_gun),
    given.MoveWaggon: Rule.measured(march.check_move_waggon, march.move_waggon),
    given.MoveGeneral: Rule.measured(generals.check_move_general, generals.move_general),
    given.Sail: Rule(sailing.check_sail, sailing.sail),
    given.Embark: Rule(boarding.check_boarding, boarding.board),
    given.Disembark: Rule(boarding.check_boarding, boarding.board),
    given.RunTrain: Rule(trains.check_train, trains.run_train),
    given.Entrain: Rule(boarding.check_boarding, boarding.board),
    given.Detrain: Rule(boarding.check_boarding, boarding.board),
    given.FireGun: Rule(shells.check_fire_gun, shells.fire_gun),
    given.FireRifles: Rule(rifles.check_fire_rifles, rifles.fire_rifles),
    given.Charge: Rule.measured(charge.check_charge, charge.charge),
    given.Assault: Rule.measured(fight.check_assault, fight.assault),
    given.Destroy: Rule(undertaking.check_undertaking, undertaking.undertake),
    given.Repair: Rule(undertaking.check_undertaking, undertaking.undertake),
    given.BurnDepot: Rule(undertaking.check_undertaking, undertaking.undertake),
    given.WreckWaggons: Rule(undertaking.check_undertaking, undertaking.undertake),
    given.LayMine: Rule(undertaking.check_undertaking, undertaking.undertake),
    given.Entrench: Rule(undertaking.check_undertaking, undertaking.undertake),
    given.Epaulement: Rule(undertaking.check_undertaking, undertaking.undertake),
    given.StopWork: Rule(labour.check_stop_work, labour.stop_work),
    given.Load: Rule(settling.check_load, settling.load),
    given.Unload: Rule(settling.check_unload, settling.unload),
    given.Issue: Rule(settling.check_issue, settling.issue),
    given.GoShort: Rule(settling.check_go_short, settling.go_short),
    given.EatHorses: Rule(settling.check_eat_horses, settling.eat_horses),
    given.Surrender: Rule(taking.check_surrender, taking.surrender),
    given.Escort: Rule.measured(taking.check_escort, taking.escort),
    given.Split: Rule(parting.check_split, parting.split),
    given.Merge: Rule(parting.check_merge, parting.merge),
    given.Choose: Rule(choosing.check_choose, fight.choose),
    given.Box: Rule(boxes.check_box, boxes.box),
    given.SetOut: Rule(boxes.check_set_out, boxes.set_out),
    given.Report: Rule(entries.check_report, entries.report),
    given.Confirm: Rule(entries.check_confirm, entries.confirm),
    given.Message: Rule(messages.check_message, messages.send),
}
