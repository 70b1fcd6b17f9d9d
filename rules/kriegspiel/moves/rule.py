"""The rule of each order: how it is checked and how it is carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.kriegspiel import orders as given
from rules.kriegspiel.captures import boxes, escort, seizure
from rules.kriegspiel.charges import charge
from rules.kriegspiel.command import generals, messages
from rules.kriegspiel.duties import retreats
from rules.kriegspiel.fire import rifles, shells
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.marches import formations, guns, march, splits_and_merges
from rules.kriegspiel.melee import fallen, fight
from rules.kriegspiel.moves import entries
from rules.kriegspiel.moves.measurements import on_the_map
from rules.kriegspiel.orders import Order
from rules.kriegspiel.supply import phase
from rules.kriegspiel.transport import boats, embarkation, trains
from rules.kriegspiel.works import labour, start
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
    given.Sail: Rule(boats.check_sail, boats.sail),
    given.Embark: Rule(embarkation.check_boarding, embarkation.board),
    given.Disembark: Rule(embarkation.check_boarding, embarkation.board),
    given.RunTrain: Rule(trains.check_train, trains.run_train),
    given.Entrain: Rule(embarkation.check_boarding, embarkation.board),
    given.Detrain: Rule(embarkation.check_boarding, embarkation.board),
    given.FireGun: Rule(shells.check_fire_gun, shells.fire_gun),
    given.FireRifles: Rule(rifles.check_fire_rifles, rifles.fire_rifles),
    given.Charge: Rule.measured(charge.check_charge, charge.charge),
    given.Assault: Rule.measured(fight.check_assault, fight.assault),
    given.Destroy: Rule(start.check_undertaking, start.undertake),
    given.Repair: Rule(start.check_undertaking, start.undertake),
    given.BurnDepot: Rule(start.check_undertaking, start.undertake),
    given.WreckWaggons: Rule(start.check_undertaking, start.undertake),
    given.LayMine: Rule(start.check_undertaking, start.undertake),
    given.Entrench: Rule(start.check_undertaking, start.undertake),
    given.Epaulement: Rule(start.check_undertaking, start.undertake),
    given.StopWork: Rule(labour.check_stop_work, labour.stop_work),
    given.Load: Rule(phase.check_load, phase.load),
    given.Unload: Rule(phase.check_unload, phase.unload),
    given.Issue: Rule(phase.check_issue, phase.issue),
    given.GoShort: Rule(phase.check_go_short, phase.go_short),
    given.EatHorses: Rule(phase.check_eat_horses, phase.eat_horses),
    given.Surrender: Rule(seizure.check_surrender, seizure.surrender),
    given.Escort: Rule.measured(escort.check_escort, escort.escort),
    given.Split: Rule(splits_and_merges.check_split, splits_and_merges.split),
    given.Merge: Rule(splits_and_merges.check_merge, splits_and_merges.merge),
    given.Choose: Rule(fallen.check_choose, fight.choose),
    given.Box: Rule(boxes.check_box, boxes.box),
    given.SetOut: Rule(boxes.check_set_out, boxes.set_out),
    given.Report: Rule(entries.check_report, entries.report),
    given.Confirm: Rule(entries.check_confirm, entries.confirm),
    given.Message: Rule(messages.check_message, messages.send),
}
