"""What is drawn of a board: strokes of orders and events, labels, stacks, the tint of heights; in units of the drawing."""

from __future__ import annotations

import json
import re
from itertools import combinations
from pathlib import Path

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from campaigns.web.board import heights, plan, signs, strokes
from campaigns.web.board.ground import Sheet
from campaigns.web.board.labels import box_of, half_of
from campaigns.web.board.stacks import REACH, stacked
from rules.contract.traces import MANNERS

SHEET = Sheet(0, 100, 2)
"""Two units an inch; the north edge at 100 inches."""


def trace(kind="march", **more):
    """A trace of Red's foot, ten inches to the north."""
    return {"kind": kind, "of": 0, "thing": "foot", "side": "red", "line": [[10, 20], [10, 30]], **more}


def drawn(*traces, **given):
    """The strokes of some traces."""
    return strokes.of(traces, SHEET, **given)


# -- strokes


def test_a_march_is_an_arrow_with_the_block_at_its_end():
    (stroke,) = drawn(trace(front=90))
    assert stroke.path == "M20 160L20 140" and stroke.shape == "way"
    assert (stroke.ghost.sign, stroke.ghost.turn) == ("t-ghost-square", 90)
    head = stroke.spots[-1]
    assert (head.sign, head.placed) == ("t-head-square", "translate(20 140)")


def test_a_block_that_looks_the_way_it_went_is_one_sign_with_the_head():
    (stroke,) = drawn(trace(front=0))
    assert [(spot.sort, spot.sign, spot.turn) for spot in stroke.spots] == [("ghost", "t-ghost-head-square", 0)]
    assert 'id="t-ghost-head-square"' in signs.marks(frozenset())


def test_an_arrow_says_its_thing_only_where_its_key_does_not():
    for key, thing in (("foot:0", ""), ("foot/0", ""), ("0", "foot"), ("foot-2:0", "foot")):
        assert drawn(trace(), keys=[key])[0].other == thing


def test_an_arrow_points_along_its_last_leg_and_an_end_without_a_front_has_no_block():
    (stroke,) = drawn(trace(line=[[10, 20], [10, 30], [20, 30], [20, 30]]))
    assert [(spot.sort, spot.turn) for spot in stroke.spots] == [("head", 90)]


def test_a_turn_on_the_spot_is_the_block_alone():
    (stroke,) = drawn(trace(line=[[10, 20]], front=180))
    assert stroke.path == "" and [spot.sort for spot in stroke.spots] == ["ghost"]
    assert drawn(trace(line=[])) == []


def test_fire_ends_in_a_sight_on_a_body_and_in_a_cross_on_a_place_and_a_shell_in_its_circle():
    aimed, spot, shell = drawn(trace("fire", target="b"), trace("fire"), trace("shell", radius=3))
    assert [one.spots[0].sign for one in (aimed, spot)] == ["t-aim", "t-spot"]
    assert shell.circle == (20, 140, 6) and shell.spots == () and aimed.circle is None
    assert shell.round.startswith("M14 140a6 6 ")


def test_losses_at_one_place_stand_over_one_another_and_keep_their_sign():
    first, second, other = drawn(
        trace("loss", men=6), trace("loss", men=-4, of=1), trace("loss", men=1, line=[[50, 50]])
    )
    assert [one.figure for one in (first, second, other)] == ["−6", "−4", "−1"]
    assert first.above == 0 and second.above < -15 and other.above == 0
    assert str(first.said) == "Loss of 6"


def test_every_kind_has_a_shape_of_its_own_and_an_unknown_one_is_an_arrow():
    shapes = [MANNERS[kind].shape for kind in MANNERS]
    assert len(set(shapes)) == len(shapes) == 11
    (stroke,) = drawn(trace("balloon"))
    assert stroke.shape == "way" and stroke.spots[0].sort == "head"


def test_a_side_is_told_by_the_shape_of_heads_and_blocks():
    (red,), (blue,) = drawn(trace(front=0)), drawn(trace(front=0, side="blue"))
    assert {spot.sign for spot in red.spots}.isdisjoint({spot.sign for spot in blue.spots})


def test_keys_links_numbers_and_words_are_those_of_the_order():
    first, second = drawn(
        trace(),
        trace(of=1),
        keys=["a", "b"],
        hrefs=["", "#event-2"],
        said=["Red Rifles march", ""],
        numbers=[3, ""],
        names={"foot": "Red Rifles"},
    )
    assert (first.key, first.href, str(first.said), first.number) == ("a", "", "Red Rifles march", "3")
    assert (second.key, second.href, str(second.said), second.number) == ("b", "#event-2", "Red Rifles: March", "")
    assert first.number_at == (20, 151), "at less than half of its way"
    (bare,) = drawn(trace(of=7))
    assert (bare.key, bare.href, bare.number) == ("7", "", "")


def test_a_layer_alone_is_markup_that_is_put_in_for_the_one_on_the_page():
    ways = drawn(
        trace(front=0), trace("loss", men=6, of=1), keys=["a<b", "c"], hrefs=["", "#event-1"], numbers=["2", ""]
    )
    made = strokes.layer("drafts", ways, "-truth")
    assert made.startswith('<g id="plan-truth-drafts" data-layer="drafts">') and "live" not in made
    assert (
        '<g class="side-red" data-kind="march"><g class="trace" data-of="a&lt;b" data-thing="foot"><title>March' in made
    )
    assert '<a href="#event-1" class="trace" data-of="c" data-thing="foot">' in made and made.count("</a>") == 1
    assert '<a href="#event-1" class="trace side-red" data-of="c" data-thing="foot" data-kind="loss">' in strokes.layer(
        "happened", ways
    ), "what happened is played one by one"
    assert 'data-live-part="orders clock"' in strokes.layer("orders", ways)


def test_blocks_and_their_names_are_markup_in_which_nothing_that_people_wrote_is_code():
    foot = {"thing": "foot", "name": "<b>Rifles</b>", "side": "red", "arm": "infantry", "at": [40, 40], "strength": 12}
    wreck = {"thing": "gun", "name": "Gun", "side": "blue", "arm": "guns", "at": [90, 90], "facing": 90, "faint": True}
    drawn = plan.draw_plan([{**foot, "href": "?a&b", "own": True}, wreck], [12, 12], "foot")
    assert (
        '<a data-thing="foot" ' in drawn.blocks and 'href="?a&amp;b"><title>&lt;b&gt;Rifles&lt;/b&gt;' in drawn.blocks
    )
    assert 'rotate(90)" class="faint" href="#' in drawn.blocks
    assert '<text class="chosen" transform="' in drawn.names
    assert "&lt;b&gt;Rifles&lt;/b&gt; <tspan>12</tspan></text>" in drawn.names
    assert "<b>" not in drawn.blocks + drawn.names


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_number_of_a_drawing_is_in_a_readers_language(language):
    ways = drawn(trace(line=[[10.13, 20.26], [1010.39, 30.52]], radius=1.23, front=7), numbers=[1])
    with translation.override(language):
        made = strokes.layer("orders", ways)
    for numbers in re.findall(r' (?:d|transform)="([^"]*)"', made):
        assert re.fullmatch(r"[MLaZrotanslegc()0-9. -]+", numbers), numbers


def test_a_plan_has_live_orders_only_where_they_were_given():
    things = [{"thing": "foot", "name": "Foot", "side": "red", "arm": "infantry", "at": [10, 20]}]
    assert plan.draw_plan(things, [10, 10]).live is False
    with_orders = plan.draw_plan(things, [10, 10], orders=drawn(trace()))
    assert with_orders.live and with_orders.orders and plan.draw_plan(things, [10, 10], orders=[]).live


def test_the_sheet_of_a_plan_is_the_one_that_it_is_drawn_on():
    things = [{"thing": "foot", "name": "Foot", "side": "red", "arm": "infantry", "at": [110, 220]}]
    for size, country in ((None, None), ([24, 16], None), (None, {"size": [120, 96]})):
        sheet, made = plan.sheet_of(things, size, country), plan.draw_plan(things, size, country=country)
        assert (sheet.west, sheet.north, sheet.unit) == (made.west, made.north, made.unit)
        assert sheet.at([110, 220]) == (made.signs[0].x, made.signs[0].y)
    assert plan.sheet_of([]) is None


# -- labels

THINGS = st.lists(
    st.tuples(st.integers(0, 288), st.integers(0, 192), st.integers(0, 359), st.text("abc ", min_size=1, max_size=20)),
    max_size=40,
)


def bodies(rows):
    """Bodies at some places."""
    return [
        {"thing": str(n), "name": name, "side": "red", "arm": "infantry", "at": [x, y], "facing": turn, "strength": n}
        for n, (x, y, turn, name) in enumerate(rows)
    ]


def overlap(one, other):
    """Whether two boxes have a part in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@given(THINGS)
def test_no_label_lies_over_a_block_or_another_label_or_the_numbers_at_the_edge(rows):
    made = plan.draw_plan(bodies(rows), [24, 16])
    shown = [] if made is None else [one for one in made.signs if one.label]
    labels = [
        box_of(one.x + one.label[0], one.y + one.label[1], half_of(f"{one.name} {one.strength}")) for one in shown
    ]
    blocks = [plan.block_of(one.x + one.fan[0], one.y + one.fan[1], one.turn) for one in (made.signs if made else ())]
    numbers = [(line.at - 12, -20, line.at + 12, -5) for line in (made.columns if made else ())]
    assert not any(overlap(one, other) for one, other in combinations(labels, 2))
    assert not any(overlap(one, other) for one in labels for other in [*blocks, *numbers])


def test_a_label_that_is_not_beside_its_block_is_led_to_it():
    crowd = bodies([(60 + 5 * n, 60, 0, "A long name of it") for n in range(9)])
    made = plan.draw_plan(crowd, [24, 16])
    led = [one for one in made.signs if one.leads]
    assert led and made.leaders.count("M") == len(led)
    for one in led:
        left, top, right, bottom = box_of(*one.label, half_of(f"{one.name} {one.strength}"))
        assert left <= one.leads[0] <= right and top <= one.leads[1] <= bottom, "it ends at the label"
    alone = plan.draw_plan(bodies([(60, 60, 0, "Alone")]), [24, 16])
    assert alone.signs[0].label == (0, 42) and alone.leaders == ""


def test_a_label_beside_its_block_begins_or_ends_at_the_block_however_long_it_is():
    sides = set()
    for name in ("3rd", "3rd Vale Fusiliers (Blue)"):
        crowd = bodies([(x, y, 0, name) for x in range(120, 168, 8) for y in range(90, 102, 4)])
        for one in plan.draw_plan(crowd, [24, 16]).signs:
            (right, _), (begins, held) = one.label or (0, 0), one.label_from
            assert held == ("start" if right > 0 else "end" if right < 0 else "middle")
            assert round(abs(begins)) in ((26, 66) if right else (0,)), "the same gap for short and for long ones"
            sides.add(held)
    assert sides == {"start", "end", "middle"}


def test_labels_of_the_readers_own_troops_come_first():
    crowd = bodies([(60, 60 + n, 0, "A long name of it") for n in range(30)])
    unnamed = next(n for n, one in enumerate(plan.draw_plan(crowd, [24, 16]).signs) if not one.label)
    for own in (False, True):
        of_one = [{**one, "own": own and n == unnamed} for n, one in enumerate(crowd)]
        assert bool(plan.draw_plan(of_one, [24, 16]).signs[unnamed].label) is own


def test_a_label_leaves_the_figure_of_a_loss_free():
    thing = bodies([(60, 60, 0, "Foot")])
    (figure,) = strokes.of([trace("loss", men=6, line=[[60, 60]])], plan.sheet_of(thing, [24, 16]))
    (sign,) = plan.draw_plan(thing, [24, 16], happened=[figure]).signs
    box = box_of(sign.x + sign.label[0], sign.y + sign.label[1], half_of("Foot 0"))
    assert not overlap(box, (sign.x + 6, sign.y - 17, sign.x + 38, sign.y + 4))


WALLS = st.lists(
    st.tuples(st.integers(0, 288), st.integers(0, 192), st.integers(0, 288), st.integers(0, 192)), max_size=4
)


@given(THINGS, WALLS)
def test_walls_and_houses_take_the_label_of_nobody(rows, walls):
    """Labels lie over one another as little as without them, and a body alone has its label whatever is built there."""
    country = {
        "size": [288, 192],
        "walls": {str(n): {"line": [[a, b], [c, d]]} for n, (a, b, c, d) in enumerate(walls)},
        "houses": {str(n): {"outline": [[a, b], [a + 9, b], [a + 9, b + 9]]} for n, (a, b, _, _) in enumerate(walls)},
    }
    made = plan.draw_plan(bodies(rows), country=country)
    labels = [
        box_of(one.x + one.label[0], one.y + one.label[1], half_of(f"{one.name} {one.strength}"))
        for one in made.signs
        if one.label
    ]
    assert not any(overlap(one, other) for one, other in combinations(labels, 2))
    assert not rows or labels or not any(one.label for one in plan.draw_plan(bodies(rows), [24, 16]).signs)


def test_a_label_keeps_off_a_wall_and_a_house_where_there_is_room_and_is_written_over_them_where_there_is_none():
    alone = bodies([(144, 96, 0, "Alone")])

    def label(**built):
        return plan.draw_plan(alone, country={"size": [288, 192], **built}).signs[0].label

    assert label() == (0, 42)
    wall = {"line": [[120, 87], [170, 87]]}
    assert label(walls={"one": wall}) == (0, -16), "under it is a wall: it stands above"
    assert label(houses={"one": {"outline": [[130, 80], [150, 80], [150, 90], [130, 90]]}}) == (0, -16)
    everywhere = {str(n): {"line": [[0, n], [288, n]]} for n in range(0, 192, 2)}
    assert label(walls=everywhere) == (0, 42), "there is no other room"


# -- stacks


@given(st.lists(st.tuples(st.integers(0, 200), st.integers(0, 200)), max_size=30))
def test_each_block_is_in_one_stack_at_most_and_near_to_its_lowest(places):
    found = stacked(places)
    each = [index for those in found for index in those]
    assert len(each) == len(set(each)) and all(len(those) > 1 for those in found)
    for lowest, *others in found:
        assert all(abs(places[one][0] - places[lowest][0]) < REACH for one in others)
    lowest = {those[0] for those in found} | (set(range(len(places))) - set(each))
    for one, other in combinations(sorted(lowest), 2):
        assert (places[one][0] - places[other][0]) ** 2 + (places[one][1] - places[other][1]) ** 2 >= REACH**2


def test_a_line_of_blocks_side_by_side_is_no_stack_and_three_on_one_place_are():
    assert stacked([(34.0 * n, 0.0) for n in range(20)]) == []
    assert stacked([(0.0, 0.0), (500.0, 0.0), (3.0, 1.0), (0.0, 5.0)]) == [[0, 2, 3]]


def test_a_stack_is_fanned_and_has_its_number():
    made = plan.draw_plan(bodies([(60, 60, 0, "A"), (60, 60, 0, "B"), (120, 60, 0, "C")]), [24, 16])
    assert [stack.count for stack in made.stacks] == [2]
    assert [one.fan for one in made.signs] == [(0, 0), (5, -4), (0, 0)]
    assert made.signs[1].turned == "translate(5 -4)" and made.signs[0].turned == ""


# -- heights


def contours(*lines):
    """Contours of some heights, each ``(height, line, higher)``."""
    return {
        str(n): {"line": line, "height": height, "higher": higher} for n, (height, line, higher) in enumerate(lines)
    }


def ring(x, y, far):
    """A closed line round a place."""
    return [[x - far, y - far], [x + far, y - far], [x + far, y + far], [x - far, y + far], [x - far, y - far]]


def is_tinted(loops, x, y):
    """Whether a place lies within the outlines."""
    return heights._within((x + 0.013, y + 0.017), loops)


def test_a_hill_is_tinted_by_its_heights_and_a_hollow_in_it_is_not():
    found = heights.tints(
        contours((6, ring(50, 50, 30), "inside"), (12, ring(40, 50, 10), "inside"), (6, ring(65, 50, 5), "outside")),
        [100, 100],
    )
    assert [height for height, _ in found] == [6, 12]
    low, high = (loops for _, loops in found)
    assert is_tinted(low, 40, 50) and is_tinted(low, 55, 50) and not is_tinted(low, 65, 50)
    assert is_tinted(high, 40, 50) and not is_tinted(high, 55, 50) and not is_tinted(low, 10, 10)


def test_a_hollow_alone_leaves_the_rest_of_the_country_high():
    ((_, loops),) = heights.tints(contours((6, ring(50, 50, 10), "outside")), [100, 100])
    assert is_tinted(loops, 5, 5) and not is_tinted(loops, 50, 50)
    assert heights.tints(contours((6, ring(50, 50, 10), "outside")), None) == [], "a country without limits has no rest"


@pytest.mark.parametrize(("higher", "west", "east"), [("left", True, False), ("right", False, True)])
def test_a_contour_from_edge_to_edge_is_closed_along_them_on_its_higher_side(higher, west, east):
    ((_, loops),) = heights.tints(contours((6, [[30, 0], [40, 50], [30, 100]], higher)), [100, 100])
    assert (is_tinted(loops, 10, 50), is_tinted(loops, 90, 50)) == (west, east)
    backwards = contours((6, [[30, 100], [40, 50], [30, 0]], "right" if higher == "left" else "left"))
    ((_, loops),) = heights.tints(backwards, [100, 100])
    assert (is_tinted(loops, 10, 50), is_tinted(loops, 90, 50)) == (west, east)


def test_a_ridge_between_two_contours_of_a_height_is_tinted_between_them_alone():
    ridge = contours((6, [[30, 0], [30, 100]], "right"), (6, [[60, 0], [60, 100]], "left"))
    ((_, loops),) = heights.tints(ridge, [100, 100])
    assert [is_tinted(loops, x, 50) for x in (10, 45, 80)] == [False, True, False]


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([(6, [[30, 10], [30, 90]], "left")], "it ends within the country"),
        ([(6, [[30, 0], [30, 100]], "inside")], "nobody says which side is the higher"),
        ([(6, [[30, 0], [30, 100]], "left"), (6, [[60, 0], [60, 100]], "left")], "its sides contradict one another"),
    ],
)
def test_where_a_height_is_not_well_defined_it_has_no_tint(lines, why):
    found = heights.tints(contours(*lines, (12, ring(80, 50, 5), "inside")), [100, 100])
    assert [height for height, _ in found] == [12], why


def test_the_countries_that_come_with_the_product_are_tinted_at_every_height():
    files = sorted(Path("campaigns/sample/countries").glob("*.json"))
    assert len(files) == 3
    for file in files:
        data = json.loads(file.read_text(encoding="utf-8"))
        country = data.get("country", data)
        found = heights.tints(country["contours"], country["size"])
        assert [height for height, _ in found] == sorted({one["height"] for one in country["contours"].values()})
        shapes = plan.draw_plan([], country=country).ground.shapes
        assert [shape.kind.split()[0] for shape in shapes[: len(found)]] == ["tint"] * len(found), "beneath everything"
