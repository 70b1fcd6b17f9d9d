"""What an umpire rules of things: every field of every kind may be set, things come and go, and the ledgers say why."""

import pytest

from rules.books import book
from rules.contract.data import Start
from rules.contract.pieces import ANGLE, COUNT, FACTOR, FLAG, LENGTH, LINE, PACKETS, PLACE, SIDE, TITLE, WORD
from rules.contract.ruled import booked, ruled
from rules.errors import Invalid

BOOKS = ("kriegspiel", "little-wars")
VALUES = {
    COUNT: 2,
    FLAG: True,
    LENGTH: 3.5,
    SIDE: "blue",
    PLACE: [30, 40],
    LINE: [[10, 10], [20, 10]],
    ANGLE: 90,
    FACTOR: "1/2",
    TITLE: "1st Brigade",
}
LINES = {"span": [[10, 10], [20, 10], [20, 14]]}
KINDS = [(key, kind) for key in BOOKS for kind in book(key).pieces.kinds]
PLAIN = {"size": [120, 120], "rails": {"line": {"line": [[0, 60], [120, 60]]}}}


def a_start(key):
    """A start with one thing of every group of a book."""
    little = key == "little-wars"
    return {
        "country": PLAIN,
        "own_moves": {"red": 0, "blue": 0},
        "bodies": {
            "foot": {"side": "red", "arm": "infantry", "men": 20, "at": [20, 20]},
            "horse": {"side": "red", "arm": "cavalry", "men": 5, "at": [50, 20]},
            "enemy": {"side": "blue", "arm": "infantry", "men": 20, "at": [20, 100]},
        },
        "guns": {"gun": {"side": "red", "at": [80, 20]} | ({} if little else {"crew": "foot"})},
        "waggons": {"waggon": {"side": "red", "at": [90, 20]}},
        "works": {"work": {"side": "red", "kind": "tear-rail" if little else "entrenchment"}},
        "bridges": {"bridge": {"kind": "road-bridge", "at": [60, 60]}},
        "generals": {"general": {"side": "red", "at": [20, 10]}},
        "trains": {"train": {"side": "red"}},
    } | (
        {"boxes": {"box": {"side": "red", "at": [10, 10]}}}
        if little
        else {
            "depots": {"depot": {"side": "red", "at": [100, 20], "packets": {"food": 3}}},
            "mines": {"mine": {"side": "red", "at": [60, 40]}},
            "boats": {"boat": {"side": "red", "at": [10, 60]}},
            "weather": {"rain": {"march": "2/3"}},
        }
    )


def a_position(key):
    one = book(key)
    return one.opening(Start(a_start(key)), one.options({}))


@pytest.mark.parametrize(("key", "kind"), KINDS, ids=[f"{key}-{kind.group}" for key, kind in KINDS])
def test_every_field_that_an_umpire_may_set_is_set_and_stands_in_the_position(key, kind):
    one, position = book(key), a_position(key)
    assert position[kind.group] and one.pieces.editable(kind.group, {})
    for thing, data in position[kind.group].items():
        for field in one.pieces.editable(kind.group, data):
            if field.kind == WORD and not field.choices:
                continue
            value = (
                field.choices[-1]
                if field.kind == WORD
                else {field.part: 2}
                if field.kind == PACKETS
                else VALUES[field.kind]
            )
            value = LINES.get(field.key, value)
            change = {"group": kind.group, "thing": thing, "key": field.key, "value": value}
            after = one.opening(Start(ruled(one.pieces, position, [change])), one.options({}))
            assert after[kind.group][thing].get(field.key, VALUES.get(field.kind)) == value or field.key in (
                "held_by", "surrendered", "disarmed", "prisoners", "opened", "formation", "moves_done"
            ), field  # fmt: skip


@pytest.mark.parametrize("key", BOOKS)
def test_what_stands_on_the_map_may_be_moved(key):
    kinds = {kind.group: {kind for _, kind in kind.fields} for kind in book(key).pieces.kinds if kind.plotted}
    assert not [group for group, fields in kinds.items() if PLACE not in fields and group not in ("trains", "boxes")]


@pytest.mark.parametrize("key", BOOKS)
@pytest.mark.parametrize("thing", ["foot", "gun", "waggon", "work", "bridge", "general", "train"])
def test_what_is_taken_away_is_booked_and_leaves_a_position(key, thing):
    one, position = book(key), a_position(key)
    group, _ = one.pieces.find(position, thing)
    change = {"group": group, "thing": thing, "remove": True, "cause": "gone", "clause": "house rule"}
    after = one.opening(Start(ruled(one.pieces, position, [change])), one.options({}))
    assert one.pieces.find(after, thing) is None
    lines = booked(one.pieces, position, [change])
    held = one.pieces.stock(position)
    for line in lines:
        account = line["side"], line["account"], line["kind"]
        held[account] = held.get(account, 0) + line["amount"]
    assert {account: amount for account, amount in held.items() if amount} == one.pieces.stock(after)
    assert all(line["cause"] == "gone" for line in lines)


def test_a_changed_strength_is_booked_without_a_count_of_the_whole_floor(monkeypatch):
    one, position = book("kriegspiel"), a_position("kriegspiel")
    counted, stock = [], one.pieces.stock

    def watched(_, those):
        counted.extend(identity for _, identity, _ in one.pieces.every(those))
        return stock(those)

    monkeypatch.setattr(type(one.pieces), "stock", watched)
    changes = [
        {"group": "bodies", "thing": "foot", "key": key, "value": value}
        for key, value in (("men", 7), ("prisoners", 2))
    ]
    lines = booked(one.pieces, position, changes)
    assert [(line["account"], line["kind"]) for line in lines] == [("foot", "men"), ("foot", "prisoners")]
    assert set(counted) == {"foot"}


def test_nothing_remembers_what_is_taken_away():
    one, start = book("kriegspiel"), a_start("kriegspiel")
    start["bodies"]["enemy"] |= {"prisoners": 3, "captors": {"foot": 3}, "retire_from": ["foot"]}
    start["works"]["work"] |= {"crew": "foot"}
    start["pockets"] = {"foot": {"bodies": ["foot"]}}
    position = one.opening(Start(start), one.options({}))
    left = one.pieces.without(position, "bodies", "foot")
    assert "foot" not in str({group: things for group, things in left.items() if group != "country"})
    assert one.pieces.without(left, "guns", "gun")["bodies"] == left["bodies"]


def test_a_boat_with_men_in_it_does_not_go():
    one, start = book("kriegspiel"), a_start("kriegspiel")
    start["bodies"]["foot"]["aboard"] = "boat"
    position = one.opening(Start(start), one.options({}))
    with pytest.raises(Invalid, match="aboard"):
        one.pieces.without(position, "boats", "boat")
    left = one.pieces.without(position, "bodies", "foot")
    assert not one.opening(Start(left), one.options({}))["boats"]["boat"].get("aboard")


def test_the_men_of_little_wars_go_where_their_body_is_put():
    one, position = book("little-wars"), a_position("little-wars")
    stands = {**position["bodies"]["foot"], "figures": [[20 + place, 20] for place in range(20)]}
    position = {**position, "bodies": {**position["bodies"], "foot": stands}}
    moved = {"group": "bodies", "thing": "foot", "key": "at", "value": [60, 90]}
    fewer = {"group": "bodies", "thing": "foot", "key": "men", "value": 7}
    after = one.opening(Start(ruled(one.pieces, position, [moved, fewer])), one.options({}))["bodies"]["foot"]
    assert after["at"] == [60, 90] and after["men"] == 7 and len(after.get("figures", [0] * 7)) == 7


@pytest.mark.parametrize(
    "change",
    [
        {"group": "own_moves", "thing": "red", "key": "x", "value": 3},
        {"group": "bodies", "thing": "foot", "add": {"side": "red", "arm": "infantry", "men": 3}},
        {"group": "bodies", "thing": "nobody", "remove": True},
        {"group": "bodies", "thing": "nobody", "key": "men", "value": 3},
    ],
)
def test_what_cannot_be_changed_is_refused(change):
    one = book("kriegspiel")
    with pytest.raises(Invalid):
        ruled(one.pieces, a_position("kriegspiel"), [change])


def test_nothing_comes_or_goes_on_a_board():
    pieces = book("war-chess").pieces
    with pytest.raises(Invalid):
        pieces.without({}, "men", "one")
    with pytest.raises(Invalid):
        pieces.new_id({}, "attacker", "one", 0)


def test_a_new_id_counts_nothing_and_is_free():
    pieces = book("kriegspiel").pieces
    assert pieces.new_id({"mines": {"blue-foot-417": {}}}, "blue", "foot", 417) == "blue-foot-418"
    assert pieces.new_id({}, "blue", "blue-guards", 0) == "blue-guards"
    assert pieces.new_id({}, "", "bridge", 200) == "bridge-200"
