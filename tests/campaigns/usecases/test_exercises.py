"""Exercises: every one of the house goes out, comes back the same, and plays; a hostile file is refused whole."""

from __future__ import annotations

import copy
import math
import time
import tracemalloc
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.surveys import PEAK, run
from campaigns.bridge import command_over
from campaigns.errors import NotUmpire, Unseen, WrongState
from campaigns.models import Battle, Campaign, Country, Exercise, Inject, Invitation, Move, MusterDraft, Post
from campaigns.usecases.campaigns.deletion import delete
from campaigns.usecases.campaigns.endings import end_battle
from campaigns.usecases.campaigns.preparation import start_battle
from campaigns.usecases.exercises import catalogue, descent, shelf
from campaigns.usecases.exercises.faults import Faulty
from campaigns.usecases.exercises.file import CONTENT, GREATEST_JSON, PICTURE, pack, unpack
from campaigns.usecases.exercises.form import digest_of, read_exercise
from campaigns.usecases.exercises.house import ORDER, house, house_exercise
from campaigns.usecases.exercises.parts import in_language
from campaigns.usecases.exercises.play import open_exercise, play_exercise
from campaigns.usecases.exercises.take_out import moves_of
from campaigns.usecases.messages.injects import Planned, prepare_inject
from rules.books import book
from rules.errors import Invalid, Refused
from tests.campaigns.api import hostile
from tests.campaigns.builders import NOON, a_battle, a_campaign
from tests.campaigns.exercise_files import a_zip, march_everybody, played_by_all
from tests.depth import share
from tests.rules.surveys.files import that_lies, zip_bomb

OWN = ORDER[:6]
"""Those that are on countries of their own and nothing of which is measured."""

SMALL = {"format": "kriegspiel-exercise", "version": 1, "name": "Small", "book": "kriegspiel"}


def of_the_house(key: str) -> dict:
    """A copy of an exercise of the house, to be spoilt."""
    return copy.deepcopy(house_exercise(key))


# -- out and in again --------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ORDER)
def test_each_exercise_of_the_house_goes_out_and_comes_back_the_same(key):
    one = house_exercise(key)
    packed = pack(one)
    back = read_exercise(unpack(packed)[0])
    assert back.data == one
    assert pack(back.data) == packed == pack(one)
    assert back.notes == ()  # nobody stands in water, in a house or on another, and nothing was changed
    assert one["digest"] == digest_of(one)


@pytest.mark.parametrize("key", ORDER)
def test_each_exercise_of_the_house_says_what_it_is_in_german_too(key):
    one = house_exercise(key)
    english, german = in_language(one, "en"), in_language(one, "de")
    assert all(german[part] and german[part] != english[part] for part in ("name", "summary", "briefing"))
    assert all(german["sides"][side] != english["sides"][side] != "" for side in one["sides"])
    assert one["licence"] and one["author"] and one["players"][0] >= 2


@pytest.mark.parametrize("key", OWN)
def test_nothing_of_an_exercise_on_a_map_need_be_measured_and_everybody_is_commanded(key):
    one = house_exercise(key)
    rules = book(one["book"])
    options = rules.options(one["options"])
    assert rules.people(options, has_map=True) == ()
    general = options.get("general_may_order_any_piece", not options.get("team_roles", False))
    for side in rules.sides:
        seats = [seat for seat in one["seats"] if seat["side"] == side]
        held = {seat["brigade"] for seat in seats} - {""}
        arms = {seat["arm"] for seat in seats} | {"general"}
        for group, _, thing in rules.pieces.every(one["forces"]):
            if thing.get("side") == side and rules.pieces.wants_orders(group):
                over = command_over(rules.pieces, one["forces"], group, thing, held)
                assert general or over.named or over.arms <= arms


@pytest.mark.parametrize("key", OWN)
def test_everybody_begins_within_reach_of_a_store_where_supplies_are_used(key):
    one = house_exercise(key)
    options = book(one["book"]).options(one["options"])
    if not options.get("use_supply"):
        return
    forces, reach = one["forces"], options["supply_range_ft"]
    stores = [*forces["depots"].values(), *forces["waggons"].values()]
    for body in forces["bodies"].values():
        near = min(math.dist(body["at"], store["at"]) for store in stores if store["side"] == body["side"])
        assert near < 12 * reach[body["arm"]] - 1, body["name"]


@pytest.mark.slow
@pytest.mark.parametrize("key", share(OWN, 2))
def test_each_exercise_of_the_house_plays_and_goes_out_of_its_battle_as_it_came(cast, key):
    one = house_exercise(key)
    played = play_exercise(by=cast.umpire, exercise=one, now=NOON)
    assert shelf.taken_out(by=cast.umpire, battle=played.battle.public_id, now=NOON).data == one
    played = played_by_all(one, cast.umpire)
    moves = 2 if key == "toy_village" else 4
    taken = march_everybody(played.battle, cast.umpire, moves)
    assert taken >= len(one["forces"]["bodies"]) // 2
    again = shelf.taken_out(by=cast.umpire, battle=played.battle.public_id, move=moves + 1, now=NOON).data
    assert again["forked"] == one["digest"] and again["name"] == f"{one['name']}, move {moves + 1}"
    position = Move.objects.get(battle=played.battle, number=moves + 1).position
    assert again["forces"]["bodies"] == position["bodies"]
    assert play_exercise(by=cast.umpire, exercise=again, now=NOON).battle.start["bodies"] == position["bodies"]


@st.composite
def small_exercises(draw):
    """Small exercises: some bodies on an open country, some texts, some settings."""
    sides = ("red", "blue")
    names = st.text("abcdefghij äß’", min_size=1, max_size=12).map(str.strip).filter(bool)
    bodies = {
        f"{draw(st.sampled_from(sides))}-{number}": {
            "side": sides[number % 2], "arm": draw(st.sampled_from(("infantry", "cavalry"))),
            "men": draw(st.integers(1, 60)), "at": [12 + 24 * number, draw(st.integers(4, 90))],
            "facing": draw(st.integers(0, 359)), "name": draw(names),
        }
        for number in range(draw(st.integers(2, 5)))
    }  # fmt: skip
    return {
        **SMALL,
        "name": draw(names),
        "summary": draw(names),
        "players": draw(st.sampled_from(([2, 2], [2, 6], [1, 40]))),
        "options": draw(st.sampled_from(({}, {"use_supply": False}, {"two_stage_move": False, "use_contours": False}))),
        "campaign": draw(st.sampled_from(({}, {"clock_mode": "deadline", "deadline_time": "20:00"}, {"publish_minutes": 3}))),
        "sides": {"red": {"briefing": draw(names)}, "blue": {"name": draw(names)}},
        "country": {"size": [160, 96], **draw(st.sampled_from(({}, {"name": "Heath"})))},
        "forces": {"first": draw(st.sampled_from(sides)), "bodies": bodies},
        "seats": draw(st.lists(st.sampled_from((
            {"kind": "general", "side": "red"}, {"kind": "commander", "side": "blue", "arm": "cavalry"},
            {"kind": "observer"},
        )), max_size=4)),
        "events": draw(st.lists(st.fixed_dictionaries({"text": names, "move": st.one_of(st.none(), st.integers(1, 9))}), max_size=3)),
        "texts": draw(st.sampled_from(({}, {"de": {"name": "Klein"}}))),
    }  # fmt: skip


@settings(max_examples=60)
@given(small_exercises())
def test_any_exercise_goes_out_and_comes_back_the_same(given):
    one = read_exercise(given).data
    packed = pack(one)
    again = read_exercise(unpack(packed)[0])
    assert (again.data, pack(again.data)) == (one, packed)
    assert digest_of(again.data) == one["digest"]


# -- what is wrong is told at once ---------------------------------------------------------------------


def test_every_fault_is_told_with_its_place():
    spoilt = {
        **of_the_house("first_bridge"),
        "level": "easy",
        "players": [4, 2],
        "surprise": 1,
        "campaign": {"clock_mode": "sundial"},
        "seats": [{"kind": "umpire"}, {"kind": "commander", "side": "green", "arm": "navy", "rank": 1}],
        "events": [{"text": "", "move": 0}],
        "texts": {"Deutsch": {}},
        "country": {"size": [10, -1]},
    }
    with pytest.raises(Faulty) as refused:
        read_exercise(spoilt)
    places = {fault.split(":")[0] for fault in refused.value.faults}
    assert {
        "level",
        "players",
        "surprise",
        "clock_mode",
        "seats.0.kind",
        "seats.1.side",
        "seats.1.arm",
        "texts",
    } <= places
    assert {"seats.1.rank", "events.0.move", "events.0.text", "country.size"} <= places


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        ({"format": "chess"}, "format"),
        ({"version": 2}, "version"),
        ({"version": True}, "version"),
        ({"book": "draughts"}, "book"),
        ({"forces": {"bodies": {"red-1": {"side": "red", "arm": "infantry"}}}}, "start.bodies.red-1"),
        ({"forces": {"country": {}}}, "forces.country"),
        ({"forces": []}, "forces"),
        ({"country": {"size": [168, 132], "water": {"x": {"outline": [[0, 0], [1, 1]]}}}}, "country.water.x.outline"),
        ({"name": "\u202eevil"}, "name"),
        ({"forked": "../../etc/passwd"}, "forked"),
    ],
)
def test_what_cannot_be_played_is_refused_at_its_place(changed, place):
    with pytest.raises(Faulty) as refused:
        read_exercise({**of_the_house("first_bridge"), **changed})
    assert refused.value.faults[0].startswith(place)


@pytest.mark.parametrize("key", ["first_bridge", "toy_village"])
def test_any_value_at_any_place_of_an_exercise_is_read_or_refused(key):
    one = house_exercise(key)
    every = list(hostile.places(one))
    inner = [at for at in every if len(at) > 2]
    for number, at in enumerate([at for at in every if len(at) <= 2] + inner[:: max(1, len(inner) // 50)]):
        values = hostile.ANYWHERE if at == ("level",) else share(hostile.ANYWHERE[number % 4 :], 4)
        for value in values:
            try:
                read_exercise(hostile.put(one, at, value))
            except Refused:
                continue
            except Exception as fault:
                raise AssertionError(f"{at}: {str(value)[:40]}") from fault


def test_a_file_that_was_changed_by_hand_is_taken_and_says_so():
    changed = {**of_the_house("first_bridge"), "summary": "Another"}
    read = read_exercise(changed)
    assert len(read.notes) == 1 and "changed since it was taken out" in read.notes[0]
    assert read.data["digest"] == digest_of(read.data) != changed["digest"]


def test_what_stands_in_the_water_is_told_and_taken():
    wet = of_the_house("first_bridge")
    wet["forces"]["bodies"]["red-1st"]["at"] = [28, 62]
    notes = read_exercise({**wet, "digest": ""}).notes
    assert any("stands in water" in note for note in notes)


BOMBS = {
    "a bomb": lambda: a_zip([(CONTENT, b"[" * 9_000_000)]),
    "ten megabytes": lambda: a_zip([(CONTENT, b'{"a":"' + bytes(range(32, 34)) * 5_000_000 + b'"}')]),
    "deep": lambda: a_zip([(CONTENT, b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}")]),
    "a way out": lambda: a_zip([("../../etc/passwd", b"{}")]),
    "an absolute name": lambda: a_zip([("/exercise.json", b"{}")]),
    "a NUL in the name": lambda: a_zip([("exercise.json\x00.txt", b"{}"), ("x", b"")]),
    "many entries": lambda: a_zip([(f"{n}", b"") for n in range(20_000)]),
    "a comment": lambda: a_zip([(CONTENT, b"{}")], comment=b"x" * 200),
    "no exercise": lambda: a_zip([("picture.webp", b"RIFF")]),
    "a zip in a zip": lambda: a_zip([(CONTENT, a_zip([(CONTENT, b"{}")]))]),
    "no zip": lambda: b"\x89PNG" + bytes(2_000),
    "nothing": lambda: b"",
    "cut off": lambda: pack(house_exercise("first_bridge"))[:-40],
    "too long": lambda: bytes(16_000_001),
    "a key twice": lambda: b'{"format":"kriegspiel-exercise","format":"x"}',
    "not UTF-8": lambda: a_zip([(CONTENT, b'{"a":"\xff"}')]),
    "an army without end": lambda: pack(
        {
            **house_exercise("first_bridge"),
            "forces": {
                "bodies": {f"b{n}": {"side": "red", "arm": "infantry", "men": 1, "at": [9, 9]} for n in range(7_000)}
            },
        }
    ),
    "a number without end": lambda: b'{"version": ' + b"9" * 100_000 + b"}",
    "a bomb of JSON": lambda: b'{"a":[' + b"0," * 900_000 + b"0]}",
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_hostile_file_is_refused_quickly_and_with_little_memory(bomb):
    source = BOMBS[bomb]()
    began = time.process_time()
    with pytest.raises(Invalid):
        read_exercise(unpack(source)[0])
    assert time.process_time() - began < 5
    tracemalloc.start()
    with pytest.raises(Invalid):
        read_exercise(unpack(source)[0])
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 200 * 2**20


def test_an_entry_that_stands_twice_is_refused():
    with pytest.warns(UserWarning, match="Duplicate"):
        twice = a_zip([(CONTENT, b"{}"), (CONTENT, b"{}")])
    with pytest.raises(Invalid, match="twice"):
        unpack(twice)


def test_an_entry_that_lies_about_its_size_is_counted_while_it_is_read():
    with pytest.raises(Invalid):
        unpack(that_lies(a_zip([(CONTENT, b" " * (GREATEST_JSON + 10))]), 10))


UNPACKED = """
import os, sys, json
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kriegspiel.settings")
import django
django.setup()
from campaigns.usecases.exercises.file import unpack
from rules.errors import Refused
try:
    unpack(sys.stdin.buffer.read())
except Refused as fault:
    print(json.dumps(fault.data()))
"""


@pytest.mark.slow
@pytest.mark.parametrize("entry", [CONTENT, PICTURE])
@pytest.mark.parametrize("how", [ZIP_BZIP2, ZIP_LZMA, ZIP_DEFLATED])
def test_a_bomb_is_refused_and_unpacked_by_nobody_however_it_is_packed(how, entry):
    seconds, memory, found = run(zip_bomb(entry, how), UNPACKED + PEAK)
    assert found["code"] == "E-INVALID" and seconds < 5 and memory < 256


@pytest.mark.parametrize("how", [ZIP_BZIP2, ZIP_LZMA])
def test_only_stored_and_deflated_entries_are_read(how):
    with pytest.raises(Invalid, match="packed in a way that is not read here"):
        unpack(a_zip([(CONTENT, b"{}")], how))
    for other in (ZIP_STORED, ZIP_DEFLATED):
        assert unpack(a_zip([(CONTENT, b"{}")], other)) == ({}, None)


@pytest.mark.slow
@settings(max_examples=60)
@given(st.data())
def test_a_file_with_a_byte_changed_is_refused_or_read_never_half(data):
    source = bytearray(pack(house_exercise("first_bridge")))
    for _ in range(data.draw(st.integers(1, 3))):
        source[data.draw(st.integers(0, len(source) - 1))] = data.draw(st.integers(0, 255))
    try:
        read = read_exercise(unpack(bytes(source))[0])
    except Refused:
        return
    assert read_exercise(read.data).data == read.data


# -- played ------------------------------------------------------------------------------------------


def test_an_exercise_is_played_with_its_country_its_seats_and_what_is_prepared(cast):
    one = house_exercise("long_post")
    played = play_exercise(by=cast.umpire, exercise=one, now=NOON)
    campaign, battle = played.campaign, played.battle
    assert campaign.clock_mode == "deadline" and campaign.couriers["inches"] == "1/2"
    assert battle.status == Battle.Status.PREPARING and battle.exercise == one["digest"]
    assert battle.country.made_by == cast.umpire and battle.start["country"] == one["country"]
    assert [made.invitation.kind for made in played.links] == [seat["kind"] for seat in one["seats"]]
    assert list(Inject.objects.filter(battle=battle).order_by("number").values_list("move_number", flat=True)) == [4, 9]
    assert list(Post.objects.filter(campaign=campaign).values_list("kind", flat=True)) == ["umpire"]
    play_exercise(by=cast.umpire, exercise=one, now=NOON)
    assert Country.objects.filter(made_by=cast.umpire).count() == 1


def test_it_is_played_in_the_language_of_whoever_plays_it(cast):
    one = house_exercise("first_bridge")
    played = play_exercise(by=cast.umpire, exercise=one, language="de", built_in=True, now=NOON)
    assert played.campaign.name == "Die Brücke von Alder" and played.battle.briefing.startswith("Die Alder fließt")
    assert played.battle.country.made_by is None


def test_nothing_is_kept_of_an_exercise_that_cannot_be_played(cast):
    spoilt = {**of_the_house("first_bridge"), "digest": ""}
    spoilt["events"] = [
        {"text": "Somebody arrives", "move": 2, "change": [{"template": "dragon"}], "clause": "house rule"}
    ]
    with pytest.raises(Refused):
        shelf.bring_in(by=cast.umpire, source=spoilt, now=NOON)
    for table in (Exercise, Campaign, Battle, Country, Invitation, Inject):
        assert not table.objects.exists()


def test_an_exercise_is_a_battle_of_a_campaign_under_its_book_alone(cast):
    campaign = a_campaign(cast)
    one = house_exercise("first_bridge")
    made = open_exercise(by=cast.umpire, campaign=campaign.public_id, exercise=one, name="The bridge", now=NOON)
    assert made.exercise == one["digest"] and made.country_name == "Alder Bridge"
    with pytest.raises(WrongState):
        open_exercise(
            by=cast.umpire, campaign=campaign.public_id, exercise=house_exercise("toy_village"), name="x", now=NOON
        )
    with pytest.raises(Unseen):
        open_exercise(by=cast.bystander, campaign=campaign.public_id, exercise=one, name="x", now=NOON)


# -- taken out ---------------------------------------------------------------------------------------


def test_the_opening_of_a_position_is_the_position():
    for one in house().values():
        rules = book(one["book"])
        options = rules.options(one["options"])
        first = rules.opening({**one["forces"], **({"country": one["country"]} if one["country"] else {})}, options)
        assert rules.opening(first, options) == first


def test_a_battle_under_way_is_its_umpires_alone_and_tells_no_seed(cast):
    battle = a_battle(cast)
    for user in (cast.red_general, cast.observer, cast.bystander):
        with pytest.raises((NotUmpire, Unseen)):
            shelf.taken_out(by=user, battle=battle.public_id, now=NOON)
        with pytest.raises((NotUmpire, Unseen)):
            moves_of(by=user, battle=battle.public_id)
    taken = shelf.taken_out(by=cast.umpire, battle=battle.public_id, move=1, now=NOON).data
    packed = pack(taken)
    battle.refresh_from_db()
    assert battle.seed.encode() not in packed and battle.seed_digest.encode() not in packed
    assert cast.red_general.username.encode() not in packed
    assert len(taken["seats"]) == Post.objects.filter(campaign=battle.campaign).count() - 1
    with pytest.raises(Unseen):
        shelf.taken_out(by=cast.umpire, battle=battle.public_id, move=99, now=NOON)


def test_what_waits_for_single_seats_goes_out_as_something_that_waits_for_a_press(cast):
    battle = a_battle(cast)
    general = Post.objects.get(campaign=battle.campaign, kind="general", side__key="red")
    for planned in (
        Planned(text="To you", move_number=3, heard="addressees", to=[general.public_id]),
        Planned(text="To all", move_number=3),
    ):
        prepare_inject(by=cast.umpire, battle=battle.public_id, planned=planned, key=planned.text[3:], now=NOON)
    alone, everybody = shelf.taken_out(by=cast.umpire, battle=battle.public_id, move=1, now=NOON).data["events"]
    assert (alone["heard"], alone["side"], alone["move"]) == ("side", "red", None)
    assert (everybody["heard"], everybody["move"]) == ("all", 3)


def test_a_battle_in_preparation_goes_out_as_it_stands_at_the_muster_with_its_faults_told(cast):
    one = house_exercise("first_bridge")
    battle = play_exercise(by=cast.umpire, exercise=one, now=NOON).battle
    start = copy.deepcopy(one["forces"])
    start["bodies"]["red-1st"]["men"] = 9
    draft = MusterDraft.objects.create(battle=battle, start=start, changed_at=NOON)
    taken = shelf.taken_out(by=cast.umpire, battle=battle.public_id, now=NOON).data
    assert taken["forces"]["bodies"]["red-1st"]["men"] == 9 and taken["forked"] == one["digest"]
    draft.start["bodies"]["red-1st"]["arm"] = "navy"
    draft.save()
    with pytest.raises(Faulty) as refused:
        shelf.taken_out(by=cast.umpire, battle=battle.public_id, now=NOON)
    assert "bodies.red-1st.arm" in refused.value.faults[0]


# -- the shelf ---------------------------------------------------------------------------------------


def test_the_shelf_has_those_of_the_house_ones_own_and_what_is_shared(cast):
    mine = shelf.copy_exercise(by=cast.umpire, exercise="first_bridge", now=NOON)
    assert (
        mine.data["forked"] == house_exercise("first_bridge")["digest"] and mine.name == "The Bridge at Alder, a copy"
    )
    assert (mine.data["author"], mine.data["licence"]) == ("Kriegspiel", "GPL-3.0-or-later")
    assert mine.public_id not in [one.key for one in catalogue.shelf(cast.observer)]
    with pytest.raises(Unseen):
        catalogue.find_exercise(cast.observer, mine.public_id)
    shelf.share_exercise(by=cast.umpire, exercise=mine.public_id, shared=True)
    assert mine.public_id in [one.key for one in catalogue.shelf(cast.observer)]
    for deed in (shelf.delete_exercise, lambda **given: shelf.share_exercise(**given, shared=False)):
        with pytest.raises(Unseen):
            deed(by=cast.observer, exercise=mine.public_id)
    shelf.delete_exercise(by=cast.umpire, exercise=mine.public_id)
    assert [one.key for one in catalogue.shelf(cast.umpire)] == list(ORDER)


def test_the_shelf_is_filtered_by_book_players_and_length(cast):
    def keys(**asked):
        return [one.key for one in catalogue.shelf(cast.umpire, **asked)]

    assert keys(book="little-wars") == ["toy_village"]
    assert "ten_players" in keys(players=10) and "first_bridge" not in keys(players=10)
    assert "long_post" not in keys(minutes=300) and "first_bridge" in keys(minutes=60)


def test_the_shelf_says_how_the_battles_of_an_exercise_ended(cast):
    one = house_exercise("first_bridge")
    for winner in ("red", "blue", "red", ""):
        played = played_anew(one, cast.umpire)
        end_battle(by=cast.umpire, battle=played.public_id, winner=winner, reason="It was late.", now=NOON)
    found = catalogue.find_exercise(cast.observer, "first_bridge")
    assert (found.played, found.won, found.drawn) == (4, {"red": 2, "blue": 1}, 1)
    assert [one.played for one in catalogue.shelf(cast.observer) if one.key != "first_bridge"] == [0] * (len(ORDER) - 1)


def test_the_shelf_counts_no_battle_that_goes_on_and_none_in_preparation(cast):
    played_anew(house_exercise("first_bridge"), cast.umpire)
    play_exercise(by=cast.umpire, exercise=house_exercise("first_bridge"), now=NOON)
    found = catalogue.find_exercise(cast.observer, "first_bridge")
    assert (found.played, found.won, found.drawn) == (0, {"red": 0, "blue": 0}, 0)


def test_a_copy_has_a_balance_of_its_own(cast):
    played = played_anew(house_exercise("first_bridge"), cast.umpire)
    end_battle(by=cast.umpire, battle=played.public_id, winner="red", reason="It was late.", now=NOON)
    copy = shelf.copy_exercise(by=cast.observer, exercise="first_bridge", now=NOON)
    assert catalogue.find_exercise(cast.observer, copy.public_id).played == 0


def test_the_first_copy_of_a_process_reads_the_house_before_anything_is_locked(cast):
    """Every test fails that asks the rules under a lock; here nothing of the house is known yet."""
    house_exercise.cache_clear()
    descent._of_house.cache_clear()
    assert shelf.copy_exercise(by=cast.observer, exercise="first_bridge", now=NOON).pk


def test_the_balance_of_the_whole_shelf_is_one_query(cast, django_assert_num_queries):
    played = played_anew(house_exercise("first_bridge"), cast.umpire)
    end_battle(by=cast.umpire, battle=played.public_id, winner="red", reason="It was late.", now=NOON)
    with django_assert_num_queries(3):  # the asker's seats, the exercises, and how they ended
        catalogue.shelf(cast.observer)


def played_anew(exercise, umpire):
    """A battle of an exercise that has begun, in a campaign of its own, with nobody in its seats."""
    battle = play_exercise(by=umpire, exercise=exercise, now=NOON).battle
    start_battle(by=umpire, battle=battle.public_id, now=NOON)
    return battle


def test_an_exercise_that_is_brought_in_twice_stands_on_the_shelf_once(cast):
    packed = pack(house_exercise("toy_village"))
    first = shelf.bring_in(by=cast.umpire, source=packed, now=NOON)
    again = shelf.bring_in(by=cast.umpire, source=packed, now=NOON)
    assert first.exercise.pk == again.exercise.pk and first.notes == ()
    assert first.exercise.data == house_exercise("toy_village")
    assert not Campaign.objects.exists()


def test_what_was_played_by_mistake_is_deleted_whole(cast):
    played = play_exercise(by=cast.umpire, exercise=house_exercise("long_post"), now=NOON)
    delete(by=cast.umpire, kind="campaign", public_id=played.campaign.public_id)
    assert not Battle.objects.exists() and not Invitation.objects.exists() and not Inject.objects.exists()


MAC = [
    ("Hartley/", b""),
    ("__MACOSX/Hartley/._exercise.json", b"\0\5"),
    ("Hartley/.DS_Store", b"\0"),
    ("Thumbs.db", b"\0"),
]


@pytest.mark.parametrize("folder", ["Hartley/", ""])
def test_an_exercise_that_a_system_packed_anew_is_read(folder):
    plain = unpack(a_zip([(CONTENT, b'{"a": 1}')]))
    assert unpack(a_zip([*MAC[: 4 if folder else 0], (f"{folder}{CONTENT}", b'{"a": 1}')])) == plain
    with_picture = unpack(a_zip([(f"{folder}{CONTENT}", b'{"a": 1}'), (f"{folder}picture.webp", b"RIFF"), *MAC[1:]]))
    assert with_picture == (plain[0], b"RIFF")


@pytest.mark.parametrize(
    "entry", ["Hartley/readme.txt", "a/b/exercise.json", "../exercise.json", "./exercise.json", "Other/"]
)
def test_what_is_neither_an_exercise_nor_of_the_system_is_still_refused(entry):
    rows = [(entry, b"{}")] if entry.endswith(CONTENT) else [(f"Hartley/{CONTENT}", b"{}"), (entry, b"")]
    with pytest.raises(Invalid):
        unpack(a_zip(rows))
