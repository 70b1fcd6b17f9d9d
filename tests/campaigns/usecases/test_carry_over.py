"""Forces and stores carry over to the next battle: previewed, corrected with a reason."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from campaigns.bridge import pieces_of
from campaigns.errors import NotUmpire, Unseen, WrongState
from campaigns.models import Battle
from campaigns.usecases.campaigns.carry_over import carry_over_preview, open_next_battle
from campaigns.usecases.campaigns.endings import end_battle
from campaigns.usecases.campaigns.preparation import open_battle, start_battle
from campaigns.usecases.muster import places
from campaigns.usecases.muster.countries import change_country, create_country
from campaigns.usecases.muster.draft import change_draft, draft_of, undo_draft
from campaigns.usecases.muster.faults import Faulty
from campaigns.usecases.muster.order_of_battle import preview_table, take_table
from campaigns.usecases.muster.papers import muster_papers, muster_table
from campaigns.usecases.record import check_record
from campaigns.web.page.clauses import rulebook
from rules.books import BOOKS, book
from rules.errors import Invalid
from rules.floor.carry_over import carried
from rules.little_wars import hooks_farm
from tests.campaigns.builders import NOON, START, a_battle, a_campaign
from tests.campaigns.games import a_game
from tests.campaigns.web.conftest import Page, client_of, url
from tests.campaigns.web.filled import Filled

LATER = NOON + timedelta(minutes=1)
LEFT = {
    "bodies": {
        "red-foot": {"side": "red", "arm": "infantry", "men": 40, "prisoners": 5, "at": [3, 4], "facing": 90},
        "red-horse": {"side": "red", "arm": "cavalry", "men": 12, "horses": 10, "held_by": "blue"},
        "red-crew": {"side": "red", "arm": "artillery", "men": 0},
        "lw-foot": {"side": "blue", "arm": "infantry", "men": 3, "retired": 4, "arrived": 2},
    },
    "guns": {
        "red-gun": {"side": "red", "held_by": "blue", "crew": "red-crew"},
        "blue-gun": {"side": "blue", "crew": "lw-foot"},
        "burst": {"side": "red", "destroyed": True},
    },
    "waggons": {"cart": {"side": "red", "packets": {"food": 2}}},
    "works": {"trench": {"side": "red"}},
    "own_moves": {"red": 9},
}


def test_the_living_go_over_prisoners_are_exchanged_and_a_gun_stays_with_who_took_it():
    start, lines = carried(LEFT, exchange=True, places=False)
    men = {thing: one["men"] for thing, one in start["bodies"].items()}
    assert men == {"red-foot": 45, "red-horse": 12, "lw-foot": 9}
    assert start["guns"]["red-gun"]["side"] == "blue" and "crew" not in start["guns"]["red-gun"]
    assert start["guns"]["blue-gun"]["crew"] == "lw-foot" and "burst" not in start["guns"]
    assert start["waggons"]["cart"]["packets"] == {"food": 2}
    assert start.keys() == {"bodies", "guns", "waggons"} and "at" not in start["bodies"]["red-foot"]
    why = {line["thing"]: line.get("why") for line in lines if not line["over"]}
    assert why == {"red-crew": "nobody is left", "burst": "it was destroyed"}


def test_prisoners_that_are_kept_are_lost_and_places_may_stand():
    start, lines = carried(LEFT, exchange=False, places=True)
    assert start["bodies"]["red-foot"] == {"side": "red", "arm": "infantry", "men": 40, "at": [3, 4], "facing": 90}
    assert "red-horse" not in start["bodies"]
    assert next(line["why"] for line in lines if line["thing"] == "red-horse") == "taken"


@pytest.fixture
def fought(cast):
    """A battle that was begun and ended, in a campaign in which losses carry over."""
    battle = a_battle(cast, carry_over="losses")
    end_battle(by=cast.umpire, battle=battle.public_id, winner="red", reason="Dusk", now=LATER)
    return battle


def following(cast, battle, **more):
    return open_next_battle(by=cast.umpire, battle=battle.public_id, name="The hill", now=LATER, **more)


def test_the_next_battle_is_opened_from_what_the_last_one_left_and_can_be_begun(cast, fought):
    over = carry_over_preview(by=cast.umpire, battle=fought.public_id)
    assert {line["thing"]: line["over"] for line in over.lines if line["group"] == "bodies"} == {
        thing: one["men"] for thing, one in START["bodies"].items()
    }
    made = following(cast, fought)
    assert made.status == "preparing" and made.carried["from"] == fought.public_id
    assert made.start["bodies"]["red-foot"]["men"] == 60
    start_battle(by=cast.umpire, battle=made.public_id, now=LATER)
    made.refresh_from_db()
    assert made.status == "running" and check_record(made) is None


def test_what_the_umpire_puts_right_needs_a_reason_and_is_kept_with_what_stood_there(cast, fought):
    fewer = [{"group": "bodies", "thing": "red-foot", "key": "men", "value": 50}]
    with pytest.raises(Invalid, match="reason"):
        following(cast, fought, change=fewer)
    none = {"group": "bodies", "thing": "blue-horse", "key": "men", "value": 0}
    made = following(cast, fought, change=[*fewer, none], reason="Ten fell sick; the horse went home")
    assert made.start["bodies"]["red-foot"]["men"] == 50 and "blue-horse" not in made.start["bodies"]
    assert made.carried["changes"] == [{**fewer[0], "was": 60}, {**none, "was": 30}]
    assert made.record.get(kind="carried-over").data["reason"].startswith("Ten fell sick")


@pytest.mark.parametrize(
    "change",
    [
        [{"group": "bodies", "thing": "nobody", "key": "men", "value": 1}],
        [{"group": "works", "thing": "red-foot", "key": "men", "value": 1}],
        [{"group": "bodies", "thing": "red-foot", "key": "at", "value": [0, 0]}],
        [{"group": "bodies", "thing": "red-foot", "key": "men", "value": -1}],
        [{"thing": "red-foot"}],
        "all",
    ],
)
def test_a_change_that_is_none_is_refused_and_opens_nothing(cast, fought, change):
    with pytest.raises(Invalid):
        following(cast, fought, change=change, reason="x")
    assert Battle.objects.count() == 1


def test_where_every_battle_starts_afresh_nothing_goes_over(cast):
    """LW-CAMP-01."""
    battle = a_battle(cast)
    end_battle(by=cast.umpire, battle=battle.public_id, winner="red", reason="Dusk", now=LATER)
    with pytest.raises(WrongState, match="nothing is carried over"):
        following(cast, battle)


def test_a_game_on_a_board_leaves_nothing_and_no_button_offers_it(cast):
    game = a_game(cast, carry_over="losses")
    end_battle(by=cast.umpire, battle=game.public_id, winner="red", reason="Agreed", now=LATER)
    with pytest.raises(WrongState, match="board game"):
        following(cast, game)
    page = client_of(cast.umpire).get(reverse("campaign", args=[game.campaign.public_id])).content.decode()
    assert url("battle", game) in page and url("battle-carry", game) not in page


def test_a_battle_that_goes_on_leaves_nothing_yet_and_only_the_umpire_looks(cast, fought):
    going_on = a_battle(cast, carry_over="losses", name="Another")
    with pytest.raises(WrongState, match="not ended"):
        carry_over_preview(by=cast.umpire, battle=going_on.public_id)
    with pytest.raises(NotUmpire):
        carry_over_preview(by=cast.red_general, battle=fought.public_id)
    with pytest.raises(Unseen):
        carry_over_preview(by=cast.bystander, battle=fought.public_id)


def test_it_is_shown_and_put_right_on_its_page(cast, fought):
    client, address = client_of(cast.umpire), url("battle-carry", fought)
    campaign = client.get(reverse("campaign", args=[fought.campaign.public_id])).content.decode()
    assert address in campaign
    page = Page(client.get(address))
    assert not page.unlabelled and page.fields["red-foot-men"] == "60" and page.fields["red-depot-food"] == "20"
    press = {**page.fields, "name": "The hill", "red-foot-men": "48", "red-depot-food": "7"}
    answer = client.post(address, press)
    assert answer.status_code == 400 and 'value="48"' in answer.content.decode()
    assert client.post(address, {**press, "red-foot-men": "some", "reason": "x"}).status_code == 400
    answer = client.post(address, {**press, "reason": "Sickness, and mice"}, follow=True)
    made = Battle.objects.get(number=2)
    assert answer.redirect_chain == [(url("look-over", made), 302)]
    assert re.search(r"bodies with \d+ men and 5 other things are carried over from ", answer.content.decode())
    assert "12 men are lost." in answer.content.decode() and "Without a place" not in answer.content.decode()
    assert made.start["bodies"]["red-foot"]["men"] == 48 and made.start["depots"]["red-depot"]["packets"]["food"] == 7
    assert client_of(cast.red_general).get(address).status_code == 403


def test_its_page_has_no_clause_of_another_book_and_a_field_for_horses(cast, fought):
    create_country(by=cast.umpire, name="Farm", data={"size": [96, 96]}, book="little-wars", now=NOON)
    page = client_of(cast.umpire).get(url("battle-carry", fought))
    told, fields = page.content.decode(), Page(page).fields
    assert "LW-" not in told and "the book has no rule for it" in told and ">Farm</option>" not in told
    assert fields["red-horse-horses"] == fields["red-horse-men"] and "red-foot-horses" not in fields


def test_little_wars_alone_has_a_clause_by_which_every_battle_starts_new():
    """The page of the next battle names it: the test before is its twin."""
    named = {key: book(key).pieces.starts_new for key in BOOKS}
    assert {key: clause for key, clause in named.items() if clause} == {"little-wars": "LW-CAMP-01"}
    assert named["little-wars"] in rulebook()


def test_what_hooks_farm_left_opens_a_battle_of_little_wars():
    """Fifty foot less what fell and was lost: thirty-one and eight against seven and four, and the prisoners come home."""
    rules = book("little-wars")
    options = rules.options({})
    position = rules.opening(hooks_farm.opening(), options)
    for step in hooks_farm.battle():
        position = (
            rules.table(position, options).adjudicate(step.side, step.orders, dict(step.facts), {"seed": "x"}).position
        )
    start, _ = carried(position, exchange=True, places=False)
    opened = rules.opening(start, options)
    men = {
        (side, arm): sum(one["men"] for one in opened["bodies"].values() if (one["side"], one["arm"]) == (side, arm))
        for side in ("red", "blue")
        for arm in ("infantry", "cavalry")
    }
    assert tuple(men.values()) == (7 + 3, 4 + 3, 31, 8)
    assert sum(one["side"] == "blue" for one in opened["guns"].values()) == 4


# -- on a country -------------------------------------------------------------------------------------

FIELD = {
    "size": [96, 96],
    "back_lines": {"red": "south", "blue": "north"},
    "bridges": {"mill": {"kind": "road-bridge", "at": [48, 48]}},
}
GROUND = {
    **START,
    "bodies": {
        thing: {**one, "at": [12 + 12 * place, 8 if one["side"] == "red" else 88], "commander": "Brigade"}
        for place, (thing, one) in enumerate(START["bodies"].items())
    },
    "guns": {
        "red-gun": {**START["guns"]["red-gun"], "at": [36, 12]},
        "blue-gun": {**START["guns"]["blue-gun"], "at": [72, 84]},
    },
    "waggons": {"red-waggon": {**START["waggons"]["red-waggon"], "at": [20, 4]}},
    "depots": {
        "red-depot": {**START["depots"]["red-depot"], "at": [40, 4]},
        "blue-depot": {**START["depots"]["blue-depot"], "at": [40, 92]},
    },
    "bridges": {"mill": {"kind": "road-bridge", "at": [48, 48], "standing": False}},
}


@pytest.fixture
def fought_on_a_country(cast):
    """A battle on a country of the umpire's shelf that was ended, its bridge down."""
    country = create_country(by=cast.umpire, name="The field", data=FIELD, now=NOON)
    campaign = a_campaign(cast, carry_over="losses", options={"two_stage_move": False})
    battle = open_battle(
        by=cast.umpire, campaign=campaign.public_id, name="First", start=GROUND, country=country.public_id, now=NOON
    )
    start_battle(by=cast.umpire, battle=battle.public_id, now=NOON)
    end_battle(by=cast.umpire, battle=battle.public_id, winner="red", reason="Dusk", now=LATER)
    battle.refresh_from_db()
    return battle


def unplaced(cast, made):
    papers = muster_papers(by=cast.umpire, battle=made.public_id, now=LATER)
    return [one for one in papers.faults if one.kind == "place" and one.stops]


def test_the_next_battle_is_on_the_country_of_the_last_as_it_was_left(cast, fought_on_a_country):
    made = following(cast, fought_on_a_country)
    assert (
        made.country_id == fought_on_a_country.country_id and made.country_digest == fought_on_a_country.country_digest
    )
    assert made.start["bridges"]["mill"]["standing"] is False
    elsewhere = following(cast, fought_on_a_country, country="open")
    assert not elsewhere.country_digest and "bridges" not in elsewhere.start


def test_of_a_country_that_was_changed_meanwhile_the_next_battle_keeps_what_the_last_was_fought_on(
    cast, fought_on_a_country
):
    row = fought_on_a_country.country
    change_country(
        by=cast.umpire, country=row.public_id, name="The field", data={"size": [120, 96]}, base=row.digest, now=LATER
    )
    made = following(cast, fought_on_a_country)
    assert made.country_id is None and made.country_digest == fought_on_a_country.country_digest
    assert made.start["country"]["size"] == [96, 96] and made.start["bridges"]["mill"]["standing"] is False


def test_what_has_no_place_stops_the_beginning_until_it_is_put_down(cast, fought_on_a_country):
    made = following(cast, fought_on_a_country)
    faults = unplaced(cast, made)
    assert "Red Rifles has no place" in [one.sentence for one in faults] and all(one.thing for one in faults)
    with pytest.raises(Faulty, match="has no place"):
        start_battle(by=cast.umpire, battle=made.public_id, now=LATER)
    pieces = pieces_of(made.terms)
    nowhere = [thing for _, thing, _ in places.unplaced(pieces, made.start)]
    change_draft(by=cast.umpire, battle=made.public_id, base=0, changes=[{"put": nowhere}], now=LATER)
    made.refresh_from_db()
    assert not unplaced(cast, made)
    start_battle(by=cast.umpire, battle=made.public_id, now=LATER)


def test_a_depot_that_is_put_before_the_back_line_feeds_all_who_stand_there(cast):
    """KS-SUP-05: six feet.  On a line of 24 ft the depot stood at one end of it, 20 ft from the other.

    Twin: troops that are put down later stand within reach of the depot that is there.
    """
    field = {"size": [288, 192], "back_lines": {"red": "south", "blue": "north"}}
    country = create_country(by=cast.umpire, name="The long field", data=field, now=NOON)
    many = {
        f"{side}-{number}": {"side": side, "arm": "infantry", "men": 40, "name": f"{side} {number}"}
        for side in ("red", "blue")
        for number in range(12)
    }
    full = {side: {"side": side, "packets": {"food": 40, "forage": 40, "ammunition": 20}} for side in ("red", "blue")}
    campaign = a_campaign(cast, options={"two_stage_move": False})
    battle = open_battle(
        by=cast.umpire,
        campaign=campaign.public_id,
        name="Long",
        start={"bodies": many, "depots": {f"{side}-depot": one for side, one in full.items()}},
        country=country.public_id,
        now=NOON,
    )
    for steps in ([[*many, "red-depot", "blue-depot"]], [["red-depot", "blue-depot"], list(many)]):
        draft = draft_of(battle)
        for things in steps:
            draft = change_draft(
                by=cast.umpire, battle=battle.public_id, base=draft.revision, changes=[{"put": things}], now=LATER
            )
        faults = muster_papers(by=cast.umpire, battle=battle.public_id, now=LATER).faults
        assert [one.sentence for one in faults if one.kind == "supply"] == []
        assert draft.start["bodies"]["red-0"]["at"] != draft.start["bodies"]["red-11"]["at"]
        undo_draft(by=cast.umpire, battle=battle.public_id, now=LATER)


def test_where_places_are_kept_it_begins_at_once(cast, fought_on_a_country):
    made = following(cast, fought_on_a_country, places=True)
    assert not unplaced(cast, made) and made.start["bodies"]["red-foot"]["at"] == [12, 8]
    start_battle(by=cast.umpire, battle=made.public_id, now=LATER)


def test_a_brigade_is_put_down_together_about_a_place_with_the_men_behind_their_gun(cast, fought_on_a_country):
    made = following(cast, fought_on_a_country)
    stand = {"put": ["red-foot", "red-horse", "red-gun"], "at": [95, 20]}
    draft = change_draft(by=cast.umpire, battle=made.public_id, base=0, changes=[stand], now=LATER)
    at = {thing: state.get("at") for group in ("bodies", "guns") for thing, state in draft.start[group].items()}
    assert at["red-foot"][1] == at["red-gun"][1] == 20 and at["red-crew"][1] < 20 and at["blue-foot"] is None
    assert at["red-foot"][0] < at["red-horse"][0] < at["red-gun"][0] <= 96
    assert draft.start["bodies"]["red-foot"].get("facing", 0) == 0


def test_the_musters_own_table_of_what_was_carried_over_is_read_again(cast, fought_on_a_country):
    made = following(cast, fought_on_a_country)
    csv = muster_table(by=cast.umpire, battle=made.public_id, now=LATER).csv
    again = preview_table(by=cast.umpire, battle=made.public_id, text=csv)
    assert not again.problems and again.new == 0 and "red-foot" in again.changed
    few = "id;men;east;north\nred-foot;48;30;10\nred-gun;;40;10"
    _, draft = take_table(by=cast.umpire, battle=made.public_id, base=0, text=few, now=LATER)
    foot = draft.start["bodies"]["red-foot"]
    assert (foot["men"], foot["at"], foot["name"], foot["commander"]) == (48, [30, 10], "Red Rifles", "Brigade")
    assert draft.start["bodies"]["red-crew"]["at"] == [40, 10] and "at" not in draft.start["bodies"]["red-horse"]


def test_with_another_country_nothing_of_it_is_overwritten_by_what_has_the_same_id(cast, fought_on_a_country):
    other = create_country(
        by=cast.umpire,
        name="Hill",
        data={"size": [96, 96], "depots": {"red-depot": {"side": "blue", "at": [5, 5]}}},
        now=NOON,
    )
    made = following(cast, fought_on_a_country, country=other.public_id)
    assert made.start["depots"]["red-depot"]["at"] == [5, 5]
    packets = [one.get("packets", {}).get("food") for one in made.start["depots"].values() if one["side"] == "red"]
    assert packets == [20]


def test_the_next_battle_leads_to_its_muster_and_says_what_went_over_and_what_waits_there(cast, fought_on_a_country):
    client, address = client_of(cast.umpire), url("battle-carry", fought_on_a_country)
    answer = client.post(address, {**Page(client.get(address)).fields, "name": "The hill"}, follow=True)
    made, text = Battle.objects.get(number=2), answer.content.decode()
    assert answer.redirect_chain == [(url("muster", made), 302)]
    waits = sum(text_of_side(client, made, side).count('value="tray ') for side in ("red", "blue"))
    assert f"{waits} of them wait under “Without a place”" in text and "are lost" not in text


def test_the_places_that_are_chosen_count_whether_or_not_the_list_was_shown_with_them(cast, fought_on_a_country):
    """Twin: showing the list creates nothing, and keeps what was typed."""
    client, address = client_of(cast.umpire), url("battle-carry", fought_on_a_country)
    page = Filled(client.get(address))
    assert page.fields["places"] == "anew"
    press = {**page.fields, "name": "The hill", "places": "kept"}
    shown = Filled(client.post(address, {**press, "act": "list"}))
    assert (shown.fields["places"], shown.fields["name"]) == ("kept", "The hill") and not Battle.objects.filter(
        number=2
    )
    answer = client.post(address, press, follow=True)
    assert "Without a place" not in answer.content.decode()
    assert Battle.objects.get(number=2).start["bodies"]["red-foot"]["at"]


def text_of_side(client, made, side):
    """The single things in the tray of a side, without those of a whole brigade."""
    text = client.get(url("muster", made), {"side": side}).content.decode()
    return re.sub(r'value="tray [^ "]+ [^"]*"', "", text)


def test_its_page_offers_the_country_of_the_last_battle_first_and_the_muster_a_tray(cast, fought_on_a_country):
    client = client_of(cast.umpire)
    page = client.get(url("battle-carry", fought_on_a_country)).content.decode()
    assert '<option value="">The field, as it was left</option>' in page
    made = following(cast, fought_on_a_country)
    text = client.get(url("muster", made)).content.decode()
    assert 'value="tray red-foot"' in text and "Without a place" in text and 'value="tray red-crew"' not in text
    assert 'value="tray blue-foot"' not in text
    press = {"base": "0", "side": "red", "act": "put", "template": "tray red-foot", "at": "30 10"}
    assert client.post(url("muster-change", made), press).status_code == 302
    assert draft_of(made).start["bodies"]["red-foot"]["at"] == [30, 10]
    look = client.get(url("look-over", made)).content.decode()
    assert "Red Lancers has no place" in look and "thing=red-horse" in look and "Red Rifles has no place" not in look
