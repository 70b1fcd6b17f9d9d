"""The rule of each order: how it is checked and how it is carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.little_wars import orders as given
from rules.little_wars.captures import prisoners, seizure, surrender
from rules.little_wars.chapter_five import boxes, railway
from rules.little_wars.floor.field import Field
from rules.little_wars.gunnery import guns, shots, trail
from rules.little_wars.marches import contact, march
from rules.little_wars.melee import fallen, fight
from rules.little_wars.orders import Order
from rules.little_wars.outcome import end
from rules.little_wars.setting_out import groups, placement, setup
from rules.values.value import Value


@dataclass(frozen=True)
class Rule(Value):
    """How an order is checked and carried out.

    check: raises Refused and changes nothing.  carry_out: checks again, then changes the field.
    """

    check: Callable[[Field, Any], Any]
    carry_out: Callable[[Field, Any], None]


def check_choice(field: Field, order: given.Choose) -> None:
    """Check that a choice fits a melee of the move so far.  [LW-MELEE-12]"""
    fallen.check_choice(field, order, fight.foreseen(field))


def choose(field: Field, order: given.Choose) -> None:
    """Keep the charger's choice until the melees are settled.  [LW-MELEE-12]"""
    check_choice(field, order)
    field.choices.append(order)


RULES: Mapping[type[Order], Rule] = {
    given.Toss: Rule(setup.check_toss, setup.toss),
    given.LayCountry: Rule(setup.check_lay_country, setup.lay_country),
    given.ChooseSide: Rule(setup.check_choose_side, setup.choose_side),
    given.SetForces: Rule(setup.check_forces, setup.set_forces),
    given.BuyForce: Rule(setup.check_forces, setup.set_forces),
    given.RollHandicap: Rule(setup.check_roll, setup.roll),
    given.PutDown: Rule(placement.check_put_down, placement.put_down),
    given.Ready: Rule(setup.check_ready, setup.ready),
    given.AgreeAllowance: Rule(setup.check_allowance, setup.agree_allowance),
    given.MoveGun: Rule(guns.check_move_gun, guns.move_gun),
    given.FireGun: Rule(shots.check_fire, shots.fire),
    given.LieDown: Rule(shots.check_lie_down, shots.lie_down),
    given.ConfirmShot: Rule(shots.check_confirm, shots.confirm),
    given.DisputeShot: Rule(shots.check_confirm, shots.confirm),
    given.March: Rule(march.check_march, march.march),
    given.Assault: Rule(contact.check_assault, contact.assault),
    given.PlaceTrail: Rule(trail.check_place_trail, trail.place_trail),
    given.MovePrisoners: Rule(prisoners.check_move_prisoners, prisoners.move_prisoners),
    given.Retire: Rule(march.check_retire, march.retire),
    given.EndMove: Rule(trail.check_end_move, trail.end_move),
    given.Split: Rule(groups.check_split, groups.split),
    given.Merge: Rule(groups.check_merge, groups.merge),
    given.Capture: Rule(seizure.claim, seizure.claim),
    given.Surrender: Rule(surrender.check_surrender, surrender.surrender),
    given.Choose: Rule(check_choice, choose),
    given.Object: Rule(setup.check_object, setup.object_to),
    given.Restore: Rule(setup.check_restore, setup.restore),
    given.Resign: Rule(surrender.check_resign, surrender.resign),
    given.Adjourn: Rule(end.check_consent, end.adjourn),
    given.Draw: Rule(end.check_consent, end.draw),
    given.ClaimEnd: Rule(end.check_claim, end.claim_end),
    given.PackBox: Rule(boxes.check_pack, boxes.pack),
    given.Unbox: Rule(boxes.check_unbox, boxes.unbox),
    given.MoveBox: Rule(boxes.check_move_box, boxes.move_box),
    given.MoveWaggon: Rule(boxes.check_move_waggon, boxes.move_waggon),
    given.Entrain: Rule(railway.check_entrain, railway.entrain),
    given.Detrain: Rule(railway.check_detrain, railway.detrain),
    given.MoveTrain: Rule(railway.check_train, railway.run_train),
    given.TearRail: Rule(railway.check_rail, railway.begin_rail),
    given.ReplaceRail: Rule(railway.check_rail, railway.begin_rail),
    given.Assign: Rule(groups.check_assign, groups.assign),
}
