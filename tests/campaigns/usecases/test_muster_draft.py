"""The force of a battle that is prepared: put down, changed, doubled, mirrored, moved, taken away; taken back and made again."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.errors import NotUmpire, Unseen, WrongState
from campaigns.models import Battle, MusterDraft
from campaigns.usecases.campaigns.preparation import change_battle, open_battle, start_battle
from campaigns.usecases.muster.countries import create_country
from campaigns.usecases.muster.draft import ForceChanged, change_draft, draft_of, redo_draft, replace_force, undo_draft
from campaigns.usecases.muster.faults import Faulty
from campaigns.usecases.muster.set_out import begin_setting_out
from campaigns.words.languages import in_language
from rules.errors import Invalid
from tests.campaigns.builders import NOON, START, a_campaign
from tests.campaigns.games import a_game

FIELD = {
    "size": [288, 192],
    "water": {"brook": {"outline": [[0, 100], [288, 100], [288, 106], [0, 106]], "name": "the Brook"}},
    "depots": {"crossways": {"side": "red", "at": [144, 4], "name": "Crossways"}},
    "back_lines": {"red": "south", "blue": "north"},
}
FORCE: dict[str, Any] = {
    "bodies": {
        "red-1st": {
            "side": "red", "arm": "infantry", "men": 30, "name": "1st Downland Fusiliers", "at": [60, 40], "commander": "1st Brigade",
        },
        "red-crew": {"side": "red", "arm": "artillery", "men": 5, "name": "Downland No. 1 detachment", "at": [90, 40]},
        "red-horse": {"side": "red", "arm": "cavalry", "men": 20, "name": "Red squadron", "at": [120, 40], "facing": 10},
        "blue-1st": {"side": "blue", "arm": "infantry", "men": 30, "name": "Nether Regiment", "at": [60, 150], "facing": 180},
    },
    "guns": {"red-gun": {"side": "red", "crew": "red-crew", "name": "No. 1 gun", "at": [90, 43], "limbered": True}},
    "country": FIELD,
}  # fmt: skip


def prepared(cast, start=FORCE, **more):
    campaign = a_campaign(cast, **more)
    return open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", start=start, now=NOON)


@pytest.fixture
def battle(cast):
    return prepared(cast)


def change(cast, battle, *changes, base=None):
    base = draft_of(fresh(battle)).revision if base is None else base
    return change_draft(by=cast.umpire, battle=battle.public_id, base=base, changes=list(changes), now=NOON)


def fresh(battle):
    return Battle.objects.get(pk=battle.pk)


def only_new(before, after, group="bodies"):
    (new,) = after.start[group].keys() - before.start[group].keys()
    return new, after.start[group][new]


def test_an_umpire_puts_a_template_down_and_it_stands_in_the_opening_position_at_once(cast, battle):
    before = draft_of(battle)
    assert not before.undo and not MusterDraft.objects.exists()
    after = change(
        cast,
        battle,
        {"template": "squadron", "side": "red", "at": [30, 30], "facing": 90, "chosen": {"men": 12}},
    )
    thing, state = only_new(before, after)
    assert (state["name"], state["men"], state["at"], state["facing"]) == ("Red squadron 2", 12, [30, 30], 90)
    assert after.things == (thing,) and after.undo == "Put down: Red squadron 2"
    assert fresh(battle).start["bodies"][thing]["men"] == 12


def test_a_step_is_taken_back_and_made_again_to_the_letter(cast, battle):
    first = draft_of(battle).start
    after = change(
        cast, battle, {"remove": True, "thing": "red-crew", "group": "bodies"},
        {"group": "bodies", "thing": "red-1st", "key": "men", "value": 31},
    )  # fmt: skip
    assert after.undo == "Take away: Downland No. 1 detachment and 1 more"
    assert "crew" not in after.start["guns"]["red-gun"]
    back = undo_draft(by=cast.umpire, battle=battle.public_id, now=NOON)
    assert back.start == first and list(back.start["bodies"]) == list(first["bodies"]) and back.redo
    again = redo_draft(by=cast.umpire, battle=battle.public_id, now=NOON)
    assert again.start == after.start and not again.redo and again.revision == 3
    with pytest.raises(WrongState):
        redo_draft(by=cast.umpire, battle=battle.public_id, now=NOON)


def test_a_change_that_leaves_the_force_faulty_is_kept_and_the_last_sound_opening_position_too(cast, battle):
    after = change(cast, battle, {"group": "bodies", "thing": "red-1st", "key": "formation", "value": "line"})
    assert after.start["bodies"]["red-1st"]["formation"] == "line"
    assert "formation" not in fresh(battle).start["bodies"]["red-1st"]
    change(cast, battle, {"group": "bodies", "thing": "red-1st", "key": "formation", "value": "fours"})
    assert fresh(battle).start["bodies"]["red-1st"]["formation"] == "fours"


MEN = {"group": "bodies", "thing": "red-1st", "key": "men"}


@pytest.mark.parametrize(
    "wrong",
    [
        None, [], {}, [None], [{}], [{"template": "elephant", "side": "red"}], [{"template": "squadron", "side": "green"}],
        [{**MEN, "thing": "nobody", "value": 3}], [{**MEN, "group": "elephants", "value": 3}], [{**MEN, "value": "many"}],
        [{**MEN, "key": "at", "value": [1]}], [{**MEN, "key": "side", "value": "green"}], [{**MEN, "key": "name", "value": "a\u202eb"}],
        [{**MEN, "key": "crew", "value": "x" * 10_000_000}], [{"move": ["red-1st"], "by": ["a", 2]}], [{"move": [], "by": [1, 2]}],
        [{"mirror": "green"}], [{"duplicate": ["nobody"]}], [{"duplicate": ["red-1st"], "times": 10_000}], [{"clear": "green"}],
        [{"duplicate": [{"a": 1}]}], [{"group": "depots", "thing": "crossways", "remove": True}],
        [{"group": "bodies", "add": {"side": "red", "name": "x" * 10_000}}],
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_and_changes_nothing(cast, battle, wrong):
    good = [{"group": "bodies", "thing": "red-1st", "key": "men", "value": 31}]
    with pytest.raises(Invalid):
        change_draft(
            by=cast.umpire, battle=battle.public_id, base=0, now=NOON, changes=good + wrong if isinstance(wrong, list) and wrong else wrong
        )  # fmt: skip
    assert not MusterDraft.objects.exists()


def test_a_gun_is_doubled_with_its_men_beside_it_with_the_next_name_in_the_series(cast, battle):
    before = draft_of(battle)
    after = change(cast, battle, {"duplicate": ["red-gun", "red-crew", "red-1st"], "times": 2})
    guns = [one for thing, one in after.start["guns"].items() if thing != "red-gun"]
    assert [one["name"] for one in guns] == ["No. 2 gun", "No. 3 gun"]
    for gun in guns:
        crew = after.start["bodies"][gun["crew"]]
        assert crew["name"] in ("Downland No. 2 detachment", "Downland No. 3 detachment")
        assert crew["at"][0] - gun["at"][0] == 0 and crew["at"][1] - gun["at"][1] == -3
    new = after.start["bodies"].keys() - before.start["bodies"].keys()
    assert sorted(after.start["bodies"][one]["name"] for one in new) == [
        "2nd Downland Fusiliers", "3rd Downland Fusiliers", "Downland No. 2 detachment", "Downland No. 3 detachment",
    ]  # fmt: skip
    places = [tuple(one["at"]) for one in after.start["bodies"].values()]
    assert len(set(places)) == len(places)


def test_a_force_is_mirrored_about_the_middle_of_the_country_in_the_other_sides_names(cast, battle):
    after = change(cast, battle, {"clear": "blue"}, {"mirror": "red"})
    blue = {one["name"]: one for one in after.start["bodies"].values() if one["side"] == "blue"}
    assert blue["Blue squadron"]["at"] == [168, 152] and blue["Blue squadron"]["facing"] == 190
    assert blue["1st Downland Fusiliers (Blue)"]["commander"] == "1st Brigade"
    (gun,) = (one for one in after.start["guns"].values() if one["side"] == "blue")
    assert after.start["bodies"][gun["crew"]]["side"] == "blue"
    assert after.start["bodies"]["blue-1st"]["men"] == 30
    assert fresh(battle).start["guns"]["blue-gun"]["crew"] == gun["crew"]


def test_what_is_mirrored_keeps_its_name_with_the_other_side_in_it_and_a_crew_is_called_after_its_gun(cast):
    body = {"side": "red", "arm": "infantry", "men": 20}
    called = {"1": "Red battalion", "2": "No. 3 gun, crew", "3": "The Old Redcoats", "4": "1st Foot (Blue)"}
    bodies = {f"red-{key}": {**body, "name": name, "at": [20 * int(key), 40]} for key, name in called.items()}
    bodies |= {"blue-1": {**body, "side": "blue", "name": "Blue battalion", "at": [60, 150]}}
    guns = {"red-gun": {"side": "red", "crew": "red-2", "name": "No. 3 gun", "at": [40, 43]}}
    waggons = {"red-waggon": {"side": "red", "name": "Red supply waggon", "at": [90, 40], "facing": 20}}
    battle = prepared(cast, {"bodies": bodies, "guns": guns, "waggons": waggons, "country": FIELD})
    after = change(cast, battle, {"mirror": "red"})
    blue = {one["name"] for one in after.start["bodies"].values() if one["side"] == "blue"}
    assert blue == {
        "Blue battalion", "Blue battalion 2", "No. 3 gun (Blue), crew", "The Old Redcoats (Blue)", "1st Foot (Blue) (Blue)",
    }  # fmt: skip
    assert [one["name"] for one in after.start["guns"].values()] == ["No. 3 gun", "No. 3 gun (Blue)"]
    (waggon,) = (one for one in after.start["waggons"].values() if one["side"] == "blue")
    assert (waggon["name"], waggon["facing"]) == ("Blue supply waggon", 200)
    twice = change(cast, battle, {"thing": "red-3", "remove": True}, {"mirror": "blue"})
    assert "The Old Redcoats" in {one["name"] for one in twice.start["bodies"].values() if one["side"] == "red"}


def test_a_waggon_is_put_down_with_the_front_of_its_side(cast, battle):
    after = change(cast, battle, {"template": "waggon", "side": "blue", "at": [90, 150], "facing": 180})
    assert [one["facing"] for one in after.start["waggons"].values()] == [180]


def test_several_are_moved_and_keep_their_places_and_a_guns_men_come_along(cast, battle):
    after = change(cast, battle, {"move": ["red-1st", "red-gun"], "by": [10, -2.5]})
    assert after.start["bodies"]["red-1st"]["at"] == [70, 37.5]
    assert after.start["guns"]["red-gun"]["at"] == [100, 40.5]
    assert after.start["bodies"]["red-crew"]["at"] == [100, 37.5]


def test_two_umpires_change_different_things_on_one_revision_and_the_same_thing_is_refused_with_what_is_there(
    cast, battle
):
    men = {"group": "bodies", "key": "men"}
    change(cast, battle, {**men, "thing": "red-1st", "value": 31}, base=0)
    change(cast, battle, {**men, "thing": "blue-1st", "value": 32}, base=0)
    with pytest.raises(ForceChanged) as refused:
        change(cast, battle, {**men, "thing": "red-1st", "value": 33}, base=1 - 1)
    assert refused.value.there["red-1st"]["men"] == 31 and "1st Downland Fusiliers" in refused.value.sentence
    there = draft_of(fresh(battle)).start["bodies"]
    assert (there["red-1st"]["men"], there["blue-1st"]["men"]) == (31, 32)


def test_the_umpire_alone_changes_a_force_and_only_before_the_battle(cast, battle):
    for user, refusal in ((cast.red_general, NotUmpire), (cast.observer, NotUmpire), (cast.bystander, Unseen)):
        with pytest.raises(refusal):
            change_draft(by=user, battle=battle.public_id, base=0, changes=[{"clear": "red"}], now=NOON)
    start_battle(by=cast.umpire, battle=battle.public_id, now=NOON)
    with pytest.raises(WrongState):
        change(cast, battle, {"clear": "red"})


def test_a_cleared_force_stays_cleared_and_a_new_opening_position_is_one_step(cast, battle):
    change(cast, battle, {"clear": "red"}, {"clear": "blue"})
    assert fresh(battle).start["bodies"] == {}
    change_battle(by=cast.umpire, battle=battle.public_id, start=START, now=NOON)
    draft = draft_of(fresh(battle))
    assert draft.undo == "Another opening position" and "red-foot" in draft.start["bodies"]
    assert undo_draft(by=cast.umpire, battle=battle.public_id, now=NOON).start["bodies"] == {}


def test_an_order_of_battle_replaces_a_sides_force_in_one_step(cast, battle):
    groups = {"bodies": {"red-new": {"side": "red", "arm": "infantry", "men": 12, "at": [20, 20]}}}
    after = replace_force(
        by=cast.umpire, battle=battle.public_id, base=0, groups=groups, side="red", replace=True, now=NOON
    )
    assert [thing for thing, one in after.start["bodies"].items() if one["side"] == "red"] == ["red-new"]
    assert "crossways" in after.start["depots"] and after.start["guns"] == {}
    assert undo_draft(by=cast.umpire, battle=battle.public_id, now=NOON).start == draft_of(battle).start


def test_a_force_moves_to_another_country_and_keeps_what_it_had(cast, battle):
    other = create_country(by=cast.umpire, name="The Vale", data={"size": [240, 144]}, now=NOON)
    change(cast, battle, {"group": "bodies", "thing": "red-1st", "key": "men", "value": 33})
    moved = change_battle(by=cast.umpire, battle=battle.public_id, country=other.public_id, now=NOON)
    assert (moved.country, moved.country_name, moved.start["country"]["size"]) == (other, "The Vale", [240, 144])
    draft = draft_of(fresh(battle))
    assert "country" not in draft.start and draft.start["bodies"]["red-1st"]["men"] == 33
    assert "crossways" not in draft.start.get("depots", {})
    undo_draft(by=cast.umpire, battle=battle.public_id, now=NOON)
    assert (fresh(battle).country, draft_of(fresh(battle)).start["bodies"]["red-1st"]["men"]) == (other, 30)
    redo_draft(by=cast.umpire, battle=battle.public_id, now=NOON)
    begun = start_battle(by=cast.umpire, battle=battle.public_id, now=NOON)
    assert begun.moves.get().position["bodies"]["red-1st"]["men"] == 33


def test_a_faulty_force_is_kept_on_another_country_and_stops_the_battle_there_too(cast, battle):
    other = create_country(by=cast.umpire, name="The Vale", data={"size": [240, 144]}, now=NOON)
    change(cast, battle, {"group": "bodies", "thing": "red-1st", "key": "formation", "value": "line"})
    change_battle(by=cast.umpire, battle=battle.public_id, country=other.public_id, now=NOON)
    assert draft_of(fresh(battle)).start["bodies"]["red-1st"]["formation"] == "line"
    assert fresh(battle).start["country"]["size"] == [240, 144]
    with pytest.raises(Faulty):
        start_battle(by=cast.umpire, battle=battle.public_id, now=NOON)


def test_names_come_in_the_language_in_which_the_umpire_reads(cast, battle):
    with in_language("de"):
        after = change(cast, battle, {"template": "squadron", "side": "blue"}, {"template": "squadron", "side": "blue"})
    names = [one["name"] for one in after.start["bodies"].values() if one["side"] == "blue"]
    assert {*names[1].split()} == {"Blau", "Schwadron"} and names[2:] == [f"{names[1]} 2"]


def test_a_force_of_little_wars_is_mustered_too_and_its_players_may_still_set_out(cast):
    battle = prepared(cast, start={}, book="little-wars")
    after = change(cast, battle, {"template": "gun", "side": "red", "at": [60, 6]})
    (gun,) = after.start["guns"]
    twice = change(cast, battle, {"duplicate": gun})
    assert len(twice.start["guns"]) == 2 and len(twice.start["bodies"]) == 2
    change(cast, battle, {"clear": "red"})
    begin_setting_out(by=cast.umpire, battle=battle.public_id, now=NOON)
    assert fresh(battle).status == Battle.Status.SETTING_OUT


def test_a_game_on_a_board_has_no_muster(cast):
    battle = a_game(cast)
    Battle.objects.filter(pk=battle.pk).update(status=Battle.Status.PREPARING)
    with pytest.raises(WrongState, match="board"):
        change_draft(by=cast.umpire, battle=battle.public_id, base=0, changes=[{"clear": "white"}], now=NOON)


def test_two_hundred_things_are_put_down_doubled_and_mirrored(cast, battle):
    change(cast, battle, {"clear": "red"}, {"clear": "blue"}, {"template": "gun", "side": "red", "at": [20, 20]})
    change(cast, battle, {"duplicate": list(draft_of(fresh(battle)).start["guns"]), "times": 49})
    after = change(cast, battle, {"mirror": "red"})
    assert len(after.start["guns"]) == 100 and len(after.start["bodies"]) == 100
    assert all(gun["crew"] in after.start["bodies"] for gun in after.start["guns"].values())
    assert len({one["name"] for one in after.start["guns"].values()}) == 100
    assert undo_draft(by=cast.umpire, battle=battle.public_id, now=NOON).undo


def test_a_refused_change_is_no_step(cast, battle):
    change(cast, battle, {"group": "bodies", "thing": "red-1st", "key": "men", "value": 33})
    with pytest.raises(Invalid):
        change(cast, battle, {"clear": "blue"}, {"clear": "green"})
    assert undo_draft(by=cast.umpire, battle=battle.public_id, now=NOON).start == draft_of(battle).start


def test_a_battle_opened_without_a_force_has_none_until_one_is_put_down(cast):
    battle = prepared(cast, start={"bodies": {}, "country": FIELD})
    assert battle.start["bodies"] == {} and draft_of(battle).start["bodies"] == {}
    start_battle(by=cast.umpire, battle=battle.public_id, now=NOON)
    assert not fresh(battle).moves.get().position.get("bodies")
