"""The umpire adds things, takes them away and moves them, by rulings that are told, booked, asked about and taken back."""

import json
from datetime import timedelta

import pytest

from campaigns.clockwork.timers import sweep
from campaigns.desk.clause_search import find_clauses
from campaigns.errors import NotUmpire, Odd, WrongState
from campaigns.models import Battle, Finding, Report, Ruling, SupplyEntry, Thing
from campaigns.sight import find_battle, sheet
from campaigns.usecases.campaigns.audit import count, replay
from campaigns.usecases.clock.clock import close_early
from campaigns.usecases.desk.rulings import correct_order, overrule_finding, restore
from campaigns.usecases.moves.findings import measure, preview_finding, publish_fire, submit_move
from campaigns.usecases.moves.ledgers import balances, recount
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.orders.orders import submit_orders
from campaigns.web.sheet.views_books import report_data
from campaigns.words.languages import in_language
from rules.books import book
from rules.errors import Invalid
from tests.campaigns.builders import NOON, START, a_battle, the_move

END = NOON + timedelta(minutes=11)
MARCH = {"order": "march", "body": "red-foot", "measured": {"distance": 6}}
NEW = {"group": "bodies", "add": {"side": "blue", "arm": "infantry", "men": 40, "name": "Fourth Foot"}}
GONE = {"group": "bodies", "thing": "blue-crew", "remove": True}
MINE = {"group": "mines", "add": {"side": "blue"}}
PLAIN = {
    "size": [120, 120],
    "water": {"pond": {"outline": [[50, 50], [70, 50], [70, 70], [50, 70]]}},
    "houses": {"inn": {"outline": [[90, 90], [100, 90], [100, 100], [90, 100]]}},
    "bridges": {"stone": {"kind": "road-bridge", "at": [60, 60], "span": [[58, 49], [62, 49], [62, 71], [58, 71]]}},
}
ON_A_MAP = {
    "country": PLAIN,
    "bodies": {
        "red-foot": {"side": "red", "arm": "infantry", "men": 30, "at": [20, 20], "name": "Red Rifles"},
        "blue-foot": {"side": "blue", "arm": "infantry", "men": 30, "at": [20, 100], "facing": 180},
    },
}


@pytest.fixture
def closed(cast, move):
    """A closed move with one march in it."""
    submit_orders(
        user=cast.red_foot, move=move.public_id, thing="red-foot", orders=[MARCH], base_revision=0, key="k", now=NOON
    )
    close_move(move_id=move.pk, now=END, cause="time")
    move.refresh_from_db()
    return move


@pytest.fixture
def on_a_map(cast):
    """A closed move on a country with a pond, an inn and a bridge."""
    move = the_move(a_battle(cast, start=ON_A_MAP))
    close_move(move_id=move.pk, now=END, cause="time")
    move.refresh_from_db()
    return move


def overrule(cast, move, *change, now=END, **more):
    given = {"reason": "they come by the road", "clause": "house rule", **more}
    return overrule_finding(by=cast.umpire, move=move.public_id, change=list(change), now=now, **given)


def found(cast, move):
    return preview_finding(by=cast.umpire, move=move.public_id).finding.position


def now(battle):
    return Battle.objects.get(pk=battle.pk)


def submit(cast, move):
    submit_move(by=cast.umpire, move=move.public_id, now=END)
    return {one.side: one.data for one in Report.objects.filter(move=move)}


def test_a_body_is_added_booked_and_told_to_both_who_see_it(cast, battle, closed):
    ruled = overrule(cast, closed, NEW)
    assert ruled.touches == ("red", "blue")
    (thing,) = found(cast, closed)["bodies"].keys() - START["bodies"].keys()
    assert thing.startswith("blue-infantry-")
    told = submit(cast, closed)
    assert Thing.objects.get(battle=battle, thing=thing).men == 40
    entry = SupplyEntry.objects.get(move=closed, account=thing, kind="men")
    assert (entry.amount, entry.clause) == (40, "house rule") and "they come by the road" in entry.cause
    assert recount(battle=battle) == () and count(battle=now(battle)).agrees
    assert balances(battle.pk) == book("kriegspiel").pieces.stock(Finding.objects.get().position)
    assert all(one.same for one in replay(battle=battle))
    for side in ("red", "blue"):
        (one,) = told[side]["rulings"]
        assert one["changes"][0]["add"]["name"] == "Fourth Foot" and one["clause"] == "house rule"
    assert told["observer"]["rulings"] == []


def test_what_a_side_cannot_see_is_added_without_its_knowing(cast, battle, closed):
    ruled = overrule(cast, closed, MINE)
    assert ruled.touches == ("blue",)
    told = submit(cast, closed)
    assert told["red"]["rulings"] == [] and len(told["blue"]["rulings"]) == 1
    assert "mines" not in told["red"]["sees"]


def test_who_only_sees_a_new_store_is_not_told_what_is_in_it(cast, battle, closed):
    overrule(cast, closed, {"group": "waggons", "add": {"side": "blue", "packets": {"food": 3}}})
    told = submit(cast, closed)
    (red,), (blue,) = (told[side]["rulings"][0]["changes"] for side in ("red", "blue"))
    assert "packets" not in red["add"] and blue["add"]["packets"]["food"] == 3


def test_a_body_is_taken_away_and_nothing_refers_to_it_any_more(cast, battle, closed):
    overrule(cast, closed, GONE)
    position = found(cast, closed)
    assert "blue-crew" not in position["bodies"] and "crew" not in position["guns"]["blue-gun"]
    told = submit(cast, closed)
    assert told["blue"]["rulings"][0]["changes"][0]["was"]["men"] == 12
    assert told["blue"]["called"]["blue-crew"] == "Blue Battery"
    assert Thing.objects.get(battle=battle, thing="blue-crew").gone
    assert SupplyEntry.objects.get(move=closed, account="blue-crew", kind="men").amount == -12
    assert (
        recount(battle=battle) == ()
        and count(battle=now(battle)).agrees
        and all(one.same for one in replay(battle=battle))
    )


def test_it_is_reversible_unless_a_later_ruling_rests_on_it(cast, battle, closed):
    first = overrule(cast, closed, {**NEW, "thing": "fourth"})
    second = overrule(cast, closed, {"group": "bodies", "thing": "blue-fourth", "key": "men", "value": 30})
    with pytest.raises(WrongState, match="rests on"):
        restore(by=cast.umpire, ruling=first.ruling, reason="no", now=END)
    restore(by=cast.umpire, ruling=second.ruling, reason="no", now=END)
    restore(by=cast.umpire, ruling=first.ruling, reason="no", now=END)
    gone = overrule(cast, closed, GONE)
    restore(by=cast.umpire, ruling=gone.ruling, reason="they came back", now=END)
    assert found(cast, closed)["bodies"].keys() == START["bodies"].keys()
    submit(cast, closed)
    assert recount(battle=battle) == ()


def test_a_gun_from_the_palette_brings_its_men_and_both_are_booked(cast, battle, closed):
    overrule(cast, closed, {"template": "gun", "side": "blue", "name": "Third Gun", "chosen": {"men": 7}})
    submit(cast, closed)
    position = Finding.objects.get().position
    (gun,) = position["guns"].keys() - START["guns"].keys()
    assert position["bodies"][position["guns"][gun]["crew"]]["men"] == 7
    assert {one.kind for one in SupplyEntry.objects.filter(move=closed, cause__contains="by the road")} >= {
        "men",
        "guns",
    }
    assert not SupplyEntry.objects.filter(move=closed, cause__contains="shape").exists()
    assert recount(battle=battle) == ()


def test_what_is_put_down_without_a_name_has_one_in_words(cast, closed):
    """The second has a number; twin: a mine has none."""
    for _ in range(2):
        overrule(cast, closed, {"template": "squadron", "side": "blue"})
    overrule(cast, closed, {"template": "gun", "side": "blue"}, {"template": "mine", "side": "blue"})
    position = found(cast, closed)
    new = [body["name"] for key, body in position["bodies"].items() if key not in START["bodies"]]
    assert sorted(new) == ["Blue gun, crew", "Blue squadron", "Blue squadron 2"]
    assert "name" not in next(iter(position["mines"].values()))


def test_the_men_of_a_gun_are_named_in_the_language_of_whoever_puts_it_down(cast, closed):
    with in_language("de"):
        overrule(cast, closed, {"template": "gun", "side": "blue", "name": "Geschütz Nr. 3"})
    assert "Geschütz Nr. 3, Bedienung" in {one.get("name") for one in found(cast, closed)["bodies"].values()}


@pytest.mark.parametrize(
    "change",
    [
        {**NEW, "add": {"side": "green", "arm": "infantry", "men": 3}},
        {**NEW, "add": {"side": "blue", "arm": "infantry", "men": -3}},
        {**NEW, "add": "forty men"},
        {**NEW, "group": "own_moves"},
        {**NEW, "thing": "blue-foot"},
        {**NEW, "key": "men"},
        {"group": "bodies", "thing": "blue-crew", "remove": False},
        {"group": "bodies", "thing": "nobody", "remove": True},
        {"template": "elephant", "side": "blue"},
        {"template": "gun", "side": "green"},
        {"template": "gun", "side": "blue", "chosen": {"men": 0}},
        {"template": "gun", "side": "blue", "at": "here"},
    ],
)
def test_what_makes_no_position_is_refused(cast, closed, change):
    with pytest.raises(Invalid):
        overrule(cast, closed, change)
    assert not Ruling.objects.exists()


def test_all_faults_are_told_at_once(cast, closed):
    bad = {"group": "bodies", "thing": "blue-foot", "key": "men", "value": -1}
    with pytest.raises(Invalid, match=r"(?s)blue-foot.*blue-horse"):
        overrule(cast, closed, bad, {**bad, "thing": "blue-horse"}, {**GONE})


def test_a_bridge_of_the_country_stays_but_may_fall_and_both_are_told(cast, on_a_map):
    with pytest.raises(Invalid, match="belongs to the country"):
        overrule(cast, on_a_map, {"group": "bridges", "thing": "stone", "remove": True})
    ruled = overrule(cast, on_a_map, {"group": "bridges", "thing": "stone", "key": "standing", "value": False})
    assert ruled.touches == ("red", "blue")
    told = submit(cast, on_a_map)
    assert told["red"]["rulings"][0]["changes"] == told["blue"]["rulings"][0]["changes"] != []
    assert Finding.objects.get().position["bridges"]["stone"]["standing"] is False


@pytest.mark.parametrize(
    ("at", "kind"),
    [
        ([55, 60], "water"),
        ([95, 95], "house"),
        ([200, 20], "outside"),
        ([20, 20], "other"),
        ([60, 60], ""),
        ([80, 20], ""),
    ],
)
def test_an_odd_place_is_asked_about_once(cast, on_a_map, at, kind):
    change = {"group": "bodies", "thing": "blue-foot", "key": "at", "value": at}
    three = {"group": "bodies", "thing": "blue-foot", "key": "men", "value": 3}
    if not kind:
        assert overrule(cast, on_a_map, three, change).touches == ("red", "blue")
        return
    with pytest.raises(Odd) as asked:
        overrule(cast, on_a_map, three, change)
    assert kind in {one["key"] for one in asked.value.odd} and all("sentence" in one for one in asked.value.odd)
    sure = overrule(cast, on_a_map, three, change, sure=True)
    restore(by=cast.umpire, ruling=sure.ruling, reason="no", now=END)
    overrule(cast, on_a_map, three, change)


def test_ten_times_its_men_are_asked_about_once(cast, closed):
    change = {"group": "bodies", "thing": "blue-foot", "key": "men", "value": 600}
    with pytest.raises(Odd):
        overrule(cast, closed, change)
    sure = overrule(cast, closed, change, sure=True)
    restore(by=cast.umpire, ruling=sure.ruling, reason="no", now=END)
    overrule(cast, closed, change)
    with pytest.raises(Odd):
        overrule(cast, closed, {**NEW, "add": {**NEW["add"], "men": 5000}})


def test_men_whom_the_enemy_holds_do_not_also_stand_in_their_body_without_a_question(cast):
    """Asked once.  Twin: as many fewer in enemy hands are nobody twice."""
    lost = {"side": "blue", "arm": "infantry", "men": 2, "prisoners": 23, "name": "Lost Foot"}
    move = the_move(a_battle(cast, start={**START, "bodies": {**START["bodies"], "blue-lost": lost}}))
    close_move(move_id=move.pk, now=END, cause="time")
    move.refresh_from_db()
    men = {"group": "bodies", "thing": "blue-lost", "key": "men", "value": 10}
    with pytest.raises(Odd) as asked:
        overrule(cast, move, men)
    (one,) = asked.value.odd
    assert one["sentence"] == "Lost Foot would have 10 men and 23 in enemy hands; the result left 25 in all"
    back = overrule(cast, move, men, {**men, "key": "prisoners", "value": 15})
    restore(by=cast.umpire, ruling=back.ruling, reason="no", now=END)
    sure = overrule(cast, move, {**men, "value": 11}, sure=True)
    restore(by=cast.umpire, ruling=sure.ruling, reason="no", now=END)
    overrule(cast, move, {**men, "value": 11})


def test_a_body_that_is_moved_is_seen_by_both_and_its_strength_told_to_its_own(cast, on_a_map):
    moved = {"group": "bodies", "thing": "blue-foot", "key": "at", "value": [30, 80]}
    turned = {"group": "bodies", "thing": "blue-foot", "key": "facing", "value": 90}
    overrule(cast, on_a_map, moved, turned, {**moved, "key": "men", "value": 20})
    told = submit(cast, on_a_map)
    assert [one["key"] for one in told["red"]["rulings"][0]["changes"]] == ["at", "facing"]
    assert [one["key"] for one in told["blue"]["rulings"][0]["changes"]] == ["at", "facing", "men"]
    assert Finding.objects.get().position["bodies"]["blue-foot"]["at"] == [30, 80]


def reports_of_a_march(cast, distance):
    """The reports of a move in which Red ordered a march of so many inches and the umpire put its body elsewhere."""
    battle = a_battle(cast, start=ON_A_MAP)
    move = the_move(battle)
    march = {"order": "march", "body": "red-foot", "measured": {}, "path": [[20, 20 + distance]]}
    submit_orders(
        user=cast.red_foot, move=move.public_id, thing="red-foot", orders=[march], base_revision=0, key="k", now=NOON
    )
    close_move(move_id=move.pk, now=END, cause="time")
    move.refresh_from_db()
    assert found(cast, move)["bodies"]["red-foot"]["at"] == [20, 20 + distance]  # so it was ordered
    overrule(cast, move, {"group": "bodies", "thing": "red-foot", "key": "at", "value": [40, 30]})
    return submit(cast, move)


def test_a_ruling_on_a_body_tells_the_other_side_nothing_of_its_order(cast):
    """Two worlds that differ in Red's order alone, and the same ruling: Blue is told the same to the byte."""
    one, other = (reports_of_a_march(cast, distance) for distance in (3, 9))
    for world in (one, other):
        world["blue"]["seal"] = world["blue"]["rulings"][0]["ruling"] = ""  # of each battle its own
    assert json.dumps(one["blue"]) == json.dumps(other["blue"])
    (change,) = one["blue"]["rulings"][0]["changes"]
    assert change["value"] == [40, 30] and "was" not in change
    assert [world["red"]["rulings"][0]["changes"][0]["was"] for world in (one, other)] == [[20, 23], [20, 29]]


@pytest.fixture
def duel(cast):
    """A battle of two stages, the fire orders of its first move closed at four minutes."""
    battle = a_battle(cast, options={"two_stage_move": True, "first_fire_move": 1})
    move = the_move(battle)
    fire = {"order": "fire-gun", "gun": "red-gun", "shots": 1, "aim": {"bearing": 0, "elevation": 10}}
    submit_orders(
        user=cast.red_guns, move=move.public_id, thing="red-gun", orders=[fire], base_revision=0, key="f", now=NOON
    )
    close_early(by=cast.umpire, move=move.public_id, now=NOON + timedelta(minutes=4))
    sweep(NOON + timedelta(minutes=4, seconds=5))
    shells = {"red-gun/0": {"shells": [{"men": {"blue-foot": 3, "blue-crew": 2}}]}}
    measure(by=cast.umpire, move=move.public_id, base_revision=0, orders=shells, now=END)
    move.refresh_from_db()
    return move


@pytest.mark.parametrize("ruled", [True, False])
def test_who_reads_of_a_loss_reads_that_it_was_ruled_otherwise(cast, duel, ruled):
    """Red's shell has felled three; the umpire rules that they stand.  Twin: nothing was ruled."""
    after = NOON + timedelta(minutes=12)
    if ruled:
        overrule(cast, duel, {"group": "bodies", "thing": "blue-foot", "key": "men", "value": 60}, now=after)
    publish_fire(by=cast.umpire, move=duel.public_id, now=after)
    close_move(move_id=duel.pk, now=after + timedelta(minutes=10), cause="time")
    submit_move(by=cast.umpire, move=duel.public_id, now=after + timedelta(minutes=10))
    told = report_data(find_battle(cast.red_foot, duel.battle.public_id), duel.number, "red", None)
    assert told["report"].rulings == ()
    rows = {row["name"]: (row["men"], row.get("otherwise", False)) for row in told["losses"]}
    assert rows == {"Blue Guards": (0, True) if ruled else (3, False)}
    said = [event["ruled"] for group in told["groups"] for event in group["events"] if event["ruled"]]
    assert said == (["Blue Guards"] if ruled else [])


def test_at_the_fire_stage_bodies_come_and_go_and_the_sheet_says_why(cast, duel):
    """What the fire has left is ruled on before it is told; the new body marches in the same move, the gone one does not."""
    after = NOON + timedelta(minutes=12)
    new = {
        "group": "bodies",
        "thing": "fresh",
        "add": {"side": "red", "arm": "infantry", "men": 20, "formation": "fours"},
    }
    away = {"group": "bodies", "thing": "red-horse", "remove": True}
    overrule(cast, duel, new, GONE, away, MINE, now=after)
    publish_fire(by=cast.umpire, move=duel.public_id, now=after)
    duel.refresh_from_db()
    assert "red-fresh" in duel.after_fire["bodies"] and "red-horse" not in duel.after_fire["bodies"]
    said = [
        one for one in sheet(find_battle(cast.red_foot, duel.battle.public_id), after).fire if one["event"] == "ruling"
    ]
    assert [change["group"] for change in said[0]["changes"]] == ["bodies"] * 3
    assert "they come by the road" in said[0]["sentence"] and said[0]["clause"] == "house rule"
    march = {"order": "march", "body": "red-fresh", "measured": {"distance": 6}}
    submit_orders(
        user=cast.red_foot, move=duel.public_id, thing="red-fresh", orders=[march], base_revision=0, key="m", now=after
    )
    ends = after + timedelta(minutes=10)
    close_move(move_id=duel.pk, now=ends, cause="time")
    again = [{"order": "march", "body": "red-fresh", "measured": {"distance": 5}}]
    correct_order(
        by=cast.umpire, move=duel.public_id, thing="red-fresh", orders=again, reason="measured again", now=ends
    )
    submit_move(by=cast.umpire, move=duel.public_id, now=ends)
    finding = Finding.objects.get()
    assert not finding.refused and any(one.get("body") == "red-fresh" for one in finding.events)
    assert {"red-horse", "blue-crew"}.isdisjoint(finding.position["bodies"])
    assert recount(battle=duel.battle) == () and count(battle=now(duel.battle)).agrees
    assert all(one.same for one in replay(battle=duel.battle))
    entry = SupplyEntry.objects.get(move=duel, account="red-fresh", kind="men")
    assert entry.amount == 20 and "by the road" in entry.cause
    assert sum(SupplyEntry.objects.filter(account="blue-crew", kind="men").values_list("amount", flat=True)) == 0


def test_at_the_fire_stage_works_and_bridges_are_ruled_on_too(cast):
    start = {
        **START,
        "works": {"red-work": {"kind": "entrenchment", "side": "red", "crew": "red-foot", "moves_done": 1}},
    }
    start["bridges"] = {"stone": {"kind": "road-bridge"}}
    battle = a_battle(cast, start=start, options={"two_stage_move": True, "first_fire_move": 1})
    move = the_move(battle)
    close_early(by=cast.umpire, move=move.public_id, now=NOON + timedelta(minutes=4))
    sweep(NOON + timedelta(minutes=4, seconds=5))
    move.refresh_from_db()
    if move.fire_closed_at is None or move.after_fire is not None:
        pytest.skip("nobody fired")
    after = NOON + timedelta(minutes=12)
    done = {"group": "works", "thing": "red-work", "key": "state", "value": "done"}
    down = {"group": "bridges", "thing": "stone", "key": "standing", "value": False}
    overrule(cast, move, done, down, now=after)
    publish_fire(by=cast.umpire, move=move.public_id, now=after)
    move.refresh_from_db()
    assert (
        move.after_fire["works"]["red-work"]["state"] == "done" and not move.after_fire["bridges"]["stone"]["standing"]
    )


def test_clauses_are_found_by_number_title_and_words_and_only_by_the_umpire(cast, battle):
    desk = find_battle(cast.umpire, battle.public_id)
    assert find_clauses(desk, "")[0].number == "house rule" and len(find_clauses(desk, "")) == 20
    assert find_clauses(desk, "ks-dest-01")[0].number == "KS-DEST-01"
    assert any(one.number.startswith("KS-DEST") for one in find_clauses(desk, "bridge"))
    assert [one.number for one in find_clauses(desk, "house-sight")] == [f"HOUSE-SIGHT-{n:02}" for n in range(1, 11)]
    assert find_clauses(desk, "no such words at all") == ()
    assert all(one.title for one in find_clauses(desk, "march"))
    with pytest.raises(NotUmpire):
        find_clauses(find_battle(cast.red_general, battle.public_id), "bridge")


def test_in_little_wars_men_come_and_go_and_stand_where_they_are_put(cast):
    start = {
        "country": {"size": [120, 120]},
        "bodies": {
            "red-foot": {"side": "red", "arm": "infantry", "men": 20, "at": [20, 20]},
            "blue-foot": {"side": "blue", "arm": "infantry", "men": 20, "at": [20, 100], "facing": 180},
        },
    }
    battle = a_battle(cast, start=start, book="little-wars", options={})
    move = the_move(battle)
    close_move(move_id=move.pk, now=END, cause="time")
    horse = {"template": "cavalry", "side": "blue", "at": [60, 60], "facing": 90, "chosen": {"men": 5}}
    moved = {"group": "bodies", "thing": "blue-foot", "key": "at", "value": [40, 90]}
    overrule(cast, move, horse, moved, {**moved, "key": "men", "value": 12})
    gone = overrule(cast, move, {"group": "bodies", "thing": "red-foot", "remove": True})
    restore(by=cast.umpire, ruling=gone.ruling, reason="they came back", now=END)
    submit(cast, move)
    position = Finding.objects.get().position
    (new,) = position["bodies"].keys() - start["bodies"].keys()
    assert (position["bodies"][new]["men"], position["bodies"][new]["at"]) == (5, [60, 60])
    assert (position["bodies"]["blue-foot"]["men"], position["bodies"]["blue-foot"]["at"]) == (12, [40, 90])
    assert (
        recount(battle=battle) == ()
        and count(battle=now(battle)).agrees
        and all(one.same for one in replay(battle=battle))
    )


def sets(thing, key, value):
    return {"group": "bodies", "thing": thing, "key": key, "value": value}


def strength(cast, move, thing):
    body = found(cast, move)["bodies"][thing]
    return body["men"], body.get("horses", 0)


def test_horses_go_with_their_men_in_one_ruling_that_is_taken_back_whole(cast, closed):
    """Men of horse who are ruled dead take their horses with them, and those who are added bring theirs."""
    before = strength(cast, closed, "blue-horse")
    fewer = overrule(cast, closed, sets("blue-horse", "men", 24))
    assert (before, strength(cast, closed, "blue-horse")) == ((30, 30), (24, 24))
    kept = Ruling.objects.get(public_id=fewer.ruling)
    assert [(one["key"], one["was"], one["value"]) for one in kept.change["changes"]] == [
        ("men", 30, 24),
        ("horses", 30, 24),
    ]
    overrule(cast, closed, sets("blue-horse", "men", 26))
    assert strength(cast, closed, "blue-horse") == (26, 26), "reckoned from what was ruled before"
    for one in Ruling.objects.order_by("-pk"):
        restore(by=cast.umpire, ruling=one.public_id, reason="all live", now=END)
    assert strength(cast, closed, "blue-horse") == (30, 30)


def test_the_umpire_sets_the_horses_otherwise_and_foot_has_none(cast, closed):
    """Twin: horses that the ruling names are as it names them; those alone change no men; foot gets none."""
    overrule(cast, closed, sets("blue-horse", "men", 24), sets("blue-horse", "horses", 20))
    assert strength(cast, closed, "blue-horse") == (24, 20)
    overrule(cast, closed, sets("red-horse", "horses", 10))
    assert strength(cast, closed, "red-horse") == (30, 10)
    overrule(cast, closed, sets("red-horse", "men", 15))
    assert strength(cast, closed, "red-horse") == (15, 0), "never fewer than none"
    one = overrule(cast, closed, sets("blue-foot", "men", 40))
    assert [change["key"] for change in Ruling.objects.get(public_id=one.ruling).change["changes"]] == ["men"]
    for wrong in ("many", True, 1.5, [3]):
        with pytest.raises(Invalid):
            overrule(cast, closed, sets("blue-horse", "men", wrong))


def test_a_book_without_horses_takes_none_along():
    """Twin: in Little Wars a man and his horse count one."""
    body = {"side": "red", "arm": "cavalry", "men": 12, "horses": 12}
    assert book("kriegspiel").pieces.goes_along("bodies", body, "men") == "horses"
    assert not book("little-wars").pieces.goes_along("bodies", body, "men")
    assert not book("kriegspiel").pieces.goes_along("bodies", {**body, "arm": "infantry"}, "men")
    assert not book("kriegspiel").pieces.goes_along("bodies", body, "facing")
