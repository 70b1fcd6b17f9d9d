"""Groups split and merged, and given to commanders: brigading is free.  [LW-SETUP-09, LW-EXT-15]"""

from __future__ import annotations

from rules.errors import Illegal
from rules.floor import names
from rules.floor.field import nothing
from rules.little_wars.events import BodiesMerged, BodySplit, CommandAssigned
from rules.little_wars.floor.field import Field
from rules.little_wars.floor.men import Man
from rules.little_wars.floor.remake import split_off, unite
from rules.little_wars.floor.sight import hidden_by_curtain
from rules.little_wars.force.position import GROUPS
from rules.little_wars.orders import Assign, Merge, Split
from rules.values.sentence import say, say_many


def check_split(field: Field, order: Split) -> list[Man]:
    """The men who become a separate group.  E-MOVE-01, E-INTO.  [LW-SETUP-09]"""
    field.own_body(order.body)
    men = field.free(order.body)
    if any(man.frozen and man.at is None for man in men):
        raise Illegal(
            "E-MELEE-02", say("{body} is in contact and must stay.", body=field.called(order.body)), "LW-MELEE-02"
        )
    if not 0 < order.men < len(men):
        words = say_many(
            "{body} has {n} man; {men2} cannot be parted from it.",
            "{body} has {n} men; {men2} cannot be parted from it.",
            len(men),
            body=field.called(order.body),
            men2=order.men,
        )
        raise Illegal("E-MOVE-01", words, "LW-SETUP-09")
    if names.is_taken(order.into, names.standing(field, GROUPS), others=(field.enemy,)):
        raise Illegal("E-INTO", say("{into} is the name of another thing.", into=order.into), "LW-SETUP-09")
    return men[-order.men :]


def split(field: Field, order: Split) -> None:
    """Some men of a body become a separate body; it is not a move.  [LW-SETUP-09]"""
    men = check_split(field, order)
    split_off(field, order.body, men, order.into)
    unseen = hidden_by_curtain(field)
    field.emit(
        BodySplit(clause="LW-SETUP-09", side=field.side, body=order.body, men=len(men), into=order.into, unseen=unseen)
    )


def check_merge(field: Field, order: Merge) -> list[str]:
    """The bodies to merge: of one arm, none of them moved, none in a box or train.  E-MOVE-01, E-MOVE-03.  [LW-SETUP-09]"""
    names = list(dict.fromkeys(order.bodies))
    if order.into and order.into not in names:
        names.insert(0, order.into)
    if len(names) < 2:
        raise Illegal("E-INTO", say("Choose two or more bodies to merge."), "LW-SETUP-09")
    arms = {field.own_body(name).arm for name in names}
    if len(arms) > 1:
        raise Illegal("E-INTO", say("Only men of the same arm can be merged."), "LW-SETUP-09")
    for name in names:
        if not field.free(name):
            raise Illegal("E-MOVE-01", say("You cannot move {name}.", name=field.called(name)), "LW-SETUP-09")
        if any(man.moved or man.frozen or man.with_gun for man in field.free(name)):
            raise Illegal("E-MOVE-03", say("{name} has already moved.", name=field.called(name)), "LW-MOVE-03")
    return names


def merge(field: Field, order: Merge) -> None:
    """Bodies become one; it is not a move.  [LW-SETUP-09]"""
    names = check_merge(field, order)
    into = order.into or names[0]
    unite(field, names, into)
    unseen = hidden_by_curtain(field)
    field.emit(BodiesMerged(clause="LW-SETUP-09", side=field.side, body=into, bodies=tuple(names), unseen=unseen))


def check_assign(field: Field, order: Assign) -> int:
    """Check that the General gives a thing to a commander.  E-EXT-15, E-NONE.  [LW-EXT-15]"""
    general = order.by in field.generals and field.generals[order.by].side == field.side
    if not field.options.team_roles or not (general or order.by in ("", field.side, "general")):
        raise Illegal("E-EXT-15", say("Only the general assigns commands."), "LW-EXT-15")
    for name in order.bodies:
        if field.side_of(name) != field.side:
            raise nothing("thing", name)
    return 0


def assign(field: Field, order: Assign) -> None:
    """Units are given to a commander.  [LW-EXT-15]"""
    check_assign(field, order)
    for name in order.bodies:
        if name in field.bodies:
            field.change(name, commander=order.commander)
        elif name in field.guns:
            field.change_gun(name, commander=order.commander)
        elif name in field.waggons:
            field.waggons[name] = field.waggons[name].but(commander=order.commander)
        elif name in field.boxes:
            field.boxes[name] = field.boxes[name].but(commander=order.commander)
        elif name in field.trains:
            field.trains[name] = field.trains[name].but(commander=order.commander)
        field.emit(CommandAssigned(clause="LW-EXT-15", side=field.side, body=name, commander=order.commander))
