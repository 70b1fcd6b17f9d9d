"""Works in hand: they go on while the crew stands, take effect, and are interrupted.  [KS-SEQ-09, KS-DEST-09]"""

from __future__ import annotations

import pytest

from rules.errors import Refused
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import read_position, write_position
from rules.kriegspiel.options import Options
from rules.kriegspiel.orders import read_order
from rules.kriegspiel.orders.facts import NO_FACTS
from rules.kriegspiel.works.labour import advance_works, stop_work
from rules.values.chance import Chance


def a_floor(work, side="red", men=31, arm="infantry", **more):
    """A field of a side's move with one red work and its crew."""
    start = {
        "bodies": {"red-crew": {"side": "red", "arm": arm, "men": men}},
        "works": {"work-1": {"side": "red", "crew": "red-crew", **work}},
        **more,
    }
    return Field(read_position(start, Options(), sides=("red", "blue")), side, NO_FACTS, Chance())


def a_trench(**more):
    return {"kind": "entrenchment", "moves_done": 3, **more}


def test_two_men_make_an_inch_at_the_close_of_the_fourth_move():
    """KS-WORK-03: 31 men make 15 in., and nothing before."""
    field = a_floor(a_trench(moves_done=2))
    advance_works(field)
    assert (field.works["work-1"].state, field.works["work-1"].inches) == ("begun", 0)
    field = a_floor(a_trench())
    advance_works(field)
    assert (field.works["work-1"].state, field.works["work-1"].inches) == ("done", 15)
    assert [event.name for event in field.events] == ["work-advanced", "work-completed", "work-raised"]


def test_a_trench_is_no_longer_than_the_line_that_was_drawn():
    field = a_floor(a_trench(line=[[0, 0], [6, 0], [6, 4]]))
    advance_works(field)
    assert field.works["work-1"].inches == 10


def test_a_work_does_not_go_on_in_the_move_of_the_other_side():
    field = a_floor(a_trench(), side="blue")
    advance_works(field)
    assert field.works["work-1"].moves_done == 3
    assert not field.events


@pytest.mark.parametrize("deed", ["marched", "formed", "fired", "fought", "retired"])
@pytest.mark.parametrize(
    ("kind", "state", "done"), [("entrenchment", "begun", 3), ("mine", "lost", 0), ("destroy", "lost", 0)]
)
def test_a_crew_that_does_something_else_interrupts_its_work(deed, kind, state, done):
    """KS-DEST-09: half a trench is half a trench, half a charge is nothing."""
    field = a_floor({"kind": kind, "moves_done": 3, "target": "bridge"}, bridges={"bridge": {"kind": "railway-bridge"}})
    field.spend("red-crew", 1, deed)
    advance_works(field)
    work = field.works["work-1"]
    assert (work.state, work.moves_done, work.crew) == (state, done, "")
    assert [event.clause for event in field.events] == ["KS-DEST-09"]


def test_a_crew_caught_in_the_enemys_move_interrupts_its_work():
    field = a_floor({"kind": "mine", "moves_done": 5}, side="blue")
    field.frozen.add("red-crew")
    advance_works(field)
    assert field.works["work-1"].state == "lost"


def test_a_crew_below_its_number_interrupts_its_work():
    field = a_floor({"kind": "mine", "moves_done": 5}, men=1)
    advance_works(field)
    assert field.works["work-1"].state == "lost"


@pytest.mark.parametrize(
    ("kind", "bridge", "moves"),
    [
        ("destroy", "railway-bridge", 2),
        ("destroy", "culvert", 1),
        ("destroy", "road-bridge", 1),
        ("repair", "railway-bridge", 10),
        ("repair", "culvert", 5),
        ("repair", "road-bridge", 5),
    ],
)
def test_a_bridge_falls_and_rises_in_the_moves_that_the_book_prints(kind, bridge, moves):
    """KS-DEST-01 to KS-DEST-03."""
    work = (
        {"kind": kind, "target": "bridge", "moves_done": moves - 2} if moves > 1 else {"kind": kind, "target": "bridge"}
    )
    bridges = {"bridge": {"kind": bridge, "standing": kind == "destroy"}}
    field = a_floor(work, men=1, arm="engineers", bridges=bridges)
    if moves > 1:
        advance_works(field)
        assert field.works["work-1"].state == "begun"
        field.spent.clear()
        field.done.clear()
    advance_works(field)
    assert field.works["work-1"].state == "done"
    assert field.bridges["bridge"].standing == (kind == "repair")


def test_a_mine_is_armed_at_the_close_of_the_sixth_move_and_the_position_can_be_read_again():
    field = a_floor({"kind": "mine", "moves_done": 5, "at": [3, 4]}, men=2)
    advance_works(field)
    position = field.closed()
    assert position.mines["work-1"].armed
    assert read_position(write_position(position), Options()) == position


def test_a_burnt_depot_takes_its_packets_with_it():
    depots = {"depot": {"side": "blue", "packets": {"food": 400}}}
    field = a_floor({"kind": "burn-depot", "target": "depot", "moves_done": 1}, men=1, depots=depots)
    advance_works(field)
    assert field.depots["depot"].destroyed and not field.depots["depot"].packets.total
    assert [(event.name, event.side) for event in field.events][1] == ("packets-lost", "blue")


def test_a_wrecked_waggon_survives_without_its_load():
    waggons = {"waggon": {"side": "blue", "packets": {"food": 4}}}
    field = a_floor({"kind": "wreck-waggons", "target": "waggon"}, men=4, waggons=waggons)
    advance_works(field)
    assert not field.waggons["waggon"].destroyed and not field.waggons["waggon"].packets.total


def test_stop_work_takes_a_crew_off_its_work():
    field = a_floor(a_trench())
    stop_work(field, read_order({"order": "stop-work", "body": "red-crew"}))
    assert field.works["work-1"].crew == "" and field.works["work-1"].moves_done == 3


def test_a_body_on_no_work_has_nothing_to_stop():
    field = a_floor(a_trench(state="done"))
    with pytest.raises(Refused) as refused:
        stop_work(field, read_order({"order": "stop-work", "body": "red-crew"}))
    assert (refused.value.code, refused.value.clause) == ("E-NOWORK", "KS-DEST-09")
