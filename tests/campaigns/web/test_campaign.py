"""Campaigns by form: opened, seats given, a battle opened and begun."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import override

from campaigns.clock import server_time
from campaigns.clockwork.timers import sweep
from campaigns.models import Battle, Campaign, Country, Invitation, Post
from campaigns.usecases.campaigns.preparation import open_battle, start_battle
from campaigns.usecases.moves.findings import submit_move
from campaigns.usecases.muster.countries import create_country
from campaigns.usecases.notices import note_notice
from campaigns.usecases.people.invitations import invite
from campaigns.web.muster.campaign_form import begin, side_word
from rules.books import BOOKS, book
from rules.kriegspiel.book import KRIEGSPIEL
from rules.little_wars.book import LITTLE_WARS
from rules.values.sentence import Sentence
from tests.campaigns import builders
from tests.campaigns.builders import START
from tests.campaigns.web.conftest import Page, accept, client_of, url
from tests.campaigns.words.pseudo import pseudo, pseudo_language


def opened(client, **changes):
    """A campaign opened by the form."""
    form = begin(book(changes.get("book", KRIEGSPIEL.key)))
    return client.post(reverse("campaign-new"), {**form, "name": "Aldershot", **changes})


def test_who_opens_a_campaign_is_its_umpire_and_the_options_are_as_chosen(stranger, cast):
    answer = opened(stranger, **{"option-two_stage_move": "no", "option-shots_per_move": "3", "target_points": "500"})
    campaign = Campaign.objects.get()
    assert answer["Location"] == reverse("campaign", args=[campaign.public_id])
    assert (campaign.options["two_stage_move"], campaign.options["shots_per_move"]) == (False, 3)
    assert campaign.target_points == 1000, "points are kept in halves"
    assert Post.objects.get().user == cast.bystander
    page = stranger.get(answer["Location"]).content.decode()
    assert "Two stage move" in page and "One sheet a move" in page and "KS-TURN-02" in page


def test_a_battle_is_created_from_the_page_of_its_country(stranger, cast):
    """In a campaign of one's own under the country's book, or in a new one; the country is chosen there."""
    vale = Country.objects.filter(made_by=None, book="kriegspiel").first() or create_country(
        by=cast.bystander, name="The vale", data={"size": [96, 72]}, now=builders.NOON
    )
    there = stranger.get(reverse("country", args=[vale.public_id])).content.decode()
    new = f"{reverse('campaign-new')}?book={vale.book}&country={vale.public_id}"
    assert escape(new) in there and "#create-battle" not in there
    answer = stranger.post(new, {**begin(KRIEGSPIEL), "name": "Aldershot"})
    campaign = reverse("campaign", args=[Campaign.objects.get().public_id])
    assert answer["Location"] == f"{campaign}?country={vale.public_id}#create-battle"
    for address in (answer["Location"], f"{campaign}?country=nowhere"):
        page = stranger.get(address).content.decode()
        chosen = f'value="{vale.public_id}" selected' in page
        assert chosen == ("nowhere" not in address)
        assert 'value="empty" selected' in page, "on a country of one's own nothing is put down yet"
    assert 'value="empty" selected' not in stranger.get(campaign).content.decode()
    assert "In “Aldershot”" in stranger.get(reverse("country", args=[vale.public_id])).content.decode()


def test_seats_to_which_somebody_is_invited_are_listed_on_the_campaigns_page_for_the_umpire(cast):
    campaign = builders.a_campaign(cast)
    invite(by=cast.umpire, campaign=campaign.public_id, kind="commander", side="red", brigade="Van", now=server_time())
    address = reverse("campaign", args=[campaign.public_id])
    seats = client_of(cast.umpire).get(address).content.decode().split('id="campaign-posts"')[1].split("</ul>")[0]
    assert "Red Van" in seats and seats.count(">invited<") == 1
    assert "Red Van" not in client_of(cast.red_general).get(address).content.decode()


def test_every_option_of_the_book_stands_in_the_form_with_its_sentence(stranger):
    page = stranger.get(reverse("campaign-new")).content.decode()
    for row in book("kriegspiel").register():
        assert f'id="option-{row.key}"' in page and row.clause in page


@pytest.mark.parametrize(
    "changes",
    [
        {"name": ""}, {"name": "x" * 121}, {"name": "\x00"}, {"name": "\u202eevil"}, {"fixed_minutes": "-1"}, {"fixed_minutes": "NaN"},
        {"time_zone": "Mars/Olympus"}, {"clock_mode": "never"}, {"clock_mode": "deadline", "deadline_time": "25:99"},
        {"option-shots_per_move": "-1"}, {"option-shots_per_move": "four"}, {"option-loss_fraction_rule": "up"},
        {"option-use_supply": "perhaps"}, {"option-boats_carry": ["infantry", "x" * 900]},
        {"option-shell_types": "{"}, {"option-shell_types": "[" * 500}, {"option-supply_range_ft": '{"infantry": -6}'},
        {"red_briefing": "x" * 20_001}, {"target_points": "9" * 300},
    ],
)  # fmt: skip
def test_what_is_no_setting_is_said_and_what_was_typed_stays(stranger, changes):
    answer = opened(stranger, **{"red_name": "The Column", **changes})
    assert answer.status_code == 400
    assert "refusal" in answer.content.decode()
    assert Page(answer).fields["red_name"] == "The Column"
    assert not Campaign.objects.exists()


def test_posts_are_given_and_ended_on_the_roster(cast, stranger):
    opened(stranger)
    campaign = Campaign.objects.get()
    address = reverse("roster", args=[campaign.public_id])
    given = {"user": cast.red_foot.username, "kind": "commander", "side": "red", "arm": "infantry"}
    assert stranger.post(address, given).status_code == 302
    assert not Post.objects.filter(user=cast.red_foot).exists(), "nobody is appointed who has not agreed"
    waiting = f"to {cast.red_foot.username}</li>"
    assert waiting in stranger.get(address).content.decode()
    accept(cast.red_foot)
    post = Post.objects.get(user=cast.red_foot)
    page = stranger.get(address).content.decode()
    assert "Red Infantry" in page and waiting not in page
    stranger.post(address, {"dismiss": post.public_id})
    post.refresh_from_db()
    assert post.held_until is not None


def test_a_brigade_in_which_nothing_is_is_given_with_a_word_of_warning(cast, battle, umpire):
    address = reverse("roster", args=[battle.campaign.public_id])
    given = {"user": cast.bystander.username, "kind": "commander", "side": "red", "brigade": "Red Reserve"}
    for more in ({}, {"act": "link"}):
        answer = umpire.post(address, {**given, **more}, follow=True).content.decode()
        assert "Nothing is in Red Reserve yet" in answer
    assert {one.title for one in Invitation.objects.all()} == {"Red Reserve"}, "its side's name is in it already"
    answer = umpire.post(address, {**given, "brigade": "", "arm": "artillery"}, follow=True).content.decode()
    assert "Nothing is in" not in answer


def test_nobody_sits_on_two_sides_of_the_table(cast, battle, umpire):
    address = reverse("roster", args=[battle.campaign.public_id])
    umpire.post(address, {"user": cast.red_foot.username, "kind": "commander", "side": "blue", "arm": "infantry"})
    assert "both sides" in accept(cast.red_foot, follow=True).content.decode()
    assert not Post.objects.filter(user=cast.red_foot, side__key="blue").exists()


@pytest.mark.parametrize("user", ["\x00", "x" * 5000, ""])
def test_what_is_no_name_gets_a_clear_answer(battle, umpire, user):
    address = reverse("roster", args=[battle.campaign.public_id])
    answer = umpire.post(address, {"user": user, "kind": "observer"})
    assert answer.status_code == 400 and "user" in answer.content.decode()


def test_a_side_does_not_see_who_commands_the_other(battle, red, umpire):
    address = reverse("campaign", args=[battle.campaign.public_id])
    assert "blue-horse" in umpire.get(address).content.decode()
    assert "blue-horse" not in red.get(address).content.decode()
    assert "blue-horse" not in red.get(reverse("roster", args=[battle.campaign.public_id])).content.decode()


def test_only_the_umpire_mans_opens_and_begins(cast, battle, red, stranger):
    campaign = battle.campaign.public_id
    for address in (
        reverse("roster", args=[campaign]),
        reverse("battle-new", args=[campaign]),
        url("battle-start", battle),
    ):
        assert red.post(address, {"name": "x", "scenario": "hartley"}).status_code == 403, address
        assert stranger.post(address, {"name": "x"}).status_code == 404, address


@pytest.mark.slow
def test_a_battle_is_opened_from_a_scenario_and_begun(stranger):
    opened(stranger)
    campaign = Campaign.objects.get().public_id
    assert (
        stranger.post(reverse("battle-new", args=[campaign]), {"name": "The mill", "scenario": "hartley"}).status_code
        == 302
    )
    battle = Battle.objects.get()
    assert "Look over and begin" in stranger.get(reverse("campaign", args=[campaign])).content.decode()
    assert stranger.post(url("battle-start", battle)).status_code == 302
    battle.refresh_from_db()
    assert battle.status == "running"
    assert stranger.post(url("battle-start", battle)).status_code == 409


def test_a_battle_is_opened_from_pasted_json(stranger):
    opened(stranger)
    address = reverse("battle-new", args=[Campaign.objects.get().public_id])
    assert (
        stranger.post(address, {"name": "The ford", "start": json.dumps({"start": builders.START})}).status_code == 302
    )
    assert Battle.objects.get().start["bodies"]["red-foot"]["men"] == 60


@pytest.mark.parametrize(
    "start",
    ["{", "[]", '{"bodies": 3}', '{"bodies": {"a": {"side": "red", "arm": "infantry", "men": -5}}}', '{"x": NaN}', "[" * 5000,
     '{"a":1,"a":2}', '{"bodies": {"a": {"side": "red", "arm": "infantry", "men": 1, "name": "\\u0000"}}}', "é" * 1000],
)  # fmt: skip
def test_an_opening_position_that_is_none_is_refused_and_stays_in_the_form(stranger, start):
    opened(stranger)
    answer = stranger.post(
        reverse("battle-new", args=[Campaign.objects.get().public_id]), {"name": "The ford", "start": start}
    )
    assert answer.status_code == 400
    assert not Battle.objects.exists()


def test_more_text_than_a_form_holds_is_refused(stranger):
    opened(stranger)
    address = reverse("battle-new", args=[Campaign.objects.get().public_id])
    refused = stranger.post(address, {"name": "The ford", "start": "x" * 1_100_000})
    assert refused.status_code == 413 and "still there" in refused.content.decode()


def test_a_stranger_gets_the_same_answer_whether_or_not_there_is_such_a_campaign(battle, stranger):
    for name in ("campaign", "roster"):
        there, nowhere = (
            stranger.get(reverse(name, args=[one])) for one in (battle.campaign.public_id, "AAAAAAAAAAAA")
        )
        assert (there.status_code, nowhere.status_code) == (404, 404)


def test_the_first_page_says_whose_turn_it_is(cast, battle, red, blue, umpire, stranger):
    assert "Your side moves" in red.get("/").content.decode()
    assert "Your side moves" not in blue.get("/").content.decode()
    assert "You have no seat in a battle yet" in stranger.get("/").content.decode()
    assert "Open the desk" in umpire.get("/").content.decode()


def test_notices_are_read_and_marked(battle, red):
    assert "The ford has begun" in red.get("/notices/").content.decode()
    assert "Mark 1 as read" in red.get("/notices/").content.decode()
    assert red.post("/notices/").status_code == 302
    assert "Mark 1 as read" not in red.get("/notices/").content.decode()


def test_notices_stand_under_their_battles_the_battle_with_the_latest_first(cast, battle, red):
    later = builders.NOON + timedelta(hours=1)
    mill = open_battle(by=cast.umpire, campaign=battle.campaign.public_id, name="The mill", start=START, now=later)
    start_battle(by=cast.umpire, battle=mill.public_id, now=later)
    note_notice(mill, move=None, kind="said", text="The mill again", now=later + timedelta(minutes=1))
    page = red.get("/notices/").content.decode()
    page = page[page.index("<h2") :]
    told = re.findall(r'<h2[^>]*>(.*?)</h2>|<span>(?:<span class="stamp">New</span> )?([^<]+)</span><span', page)
    link = '<a href="{}">{}</a>'.format
    assert [one or two for one, two in told if one or two] == [
        link(reverse("battle", args=[mill.public_id]), "The mill"),
        "The mill again",
        "The mill has begun.",
        link(reverse("battle", args=[battle.public_id]), "The ford"),
        "The ford has begun.",
    ]


def test_the_notice_that_a_report_is_ready_leads_everybody_to_the_report(cast, battle, red, blue, umpire):
    move = battle.moves.get()
    sweep(builders.NOON + timedelta(seconds=605))
    submit_move(by=cast.umpire, move=move.public_id, now=builders.NOON + timedelta(minutes=11))
    address = reverse("report", args=[battle.public_id, 1])
    for reader in (red, blue, umpire):
        for page in (reverse("home"), reverse("notices")):
            told = reader.get(page).content.decode()
            assert told.count(f'<a class="row" href="{address}">') == 1
        assert reader.get(address).status_code == 200
        assert f'<a class="row" href="{reverse("battle", args=[battle.public_id])}"' in told


def test_log_in_takes_the_right_password_and_says_the_same_of_every_wrong_one(cast):
    from django.test import Client

    cast.red_foot.set_password("aldershot-1913")
    cast.red_foot.save()
    door = Client()
    wrong = door.post("/login/", {"username": cast.red_foot.username, "password": "no"}).content.decode()
    unknown = door.post("/login/", {"username": "nobody", "password": "no"}).content.decode()
    assert "is wrong. Capital and small" in wrong and "is wrong. Capital and small" in unknown
    assert door.post("/login/", {"username": cast.red_foot.username, "password": "aldershot-1913"})["Location"] == "/"
    left = door.post("/logout/")
    assert left["Location"] == "/login/" and left["Clear-Site-Data"] == '"cache"', "nobody after him reads what he read"
    refused = client_of(cast.red_foot).get("/logout/")
    assert refused.status_code == 405 and "Clear-Site-Data" not in refused
    for bad in ("\x00", "x" * 5000):
        assert door.post("/login/", {"username": bad, "password": bad}).status_code == 200


# -- who is umpire ---------------------------------------------------------------------------------------


def test_a_campaign_of_which_nobody_need_be_umpire_says_so_to_all_who_play(stranger, cast):
    """DESIGN, one exercise: the book's aim is to run without an umpire."""
    answer = opened(stranger, umpire="none")
    campaign = Campaign.objects.get()
    assert campaign.umpire == "none"
    page = stranger.get(answer["Location"]).content.decode()
    assert "Without an umpire" in page and "is in charge" in page


def test_a_campaign_with_an_umpire_names_him(stranger):
    page = stranger.get(opened(stranger)["Location"]).content.decode()
    assert "is the umpire" in page and "Nobody need be present" not in page


def test_what_a_battle_without_an_umpire_leaves_to_people_stands_beside_it_with_its_clause(stranger, cast):
    """KS-GUN-13: real shots are reported; shots that are thrown leave nothing to measure."""
    left = {}
    for mode in ("reported", "simulated"):
        answer = opened(stranger, name=mode, umpire="none", **{"option-fire_mode": mode})
        campaign = Campaign.objects.get(name=mode)
        start = json.dumps({**START, "country": {"size": [240, 180]}})
        stranger.post(reverse("battle-new", args=[campaign.public_id]), {"name": "The ford", "start": start})
        left[mode] = stranger.get(answer["Location"]).content.decode()
    assert "Shots are really fired" in left["reported"] and "/rulebook/KS-GUN-13/" in left["reported"]
    assert "leaves something for people" not in left["simulated"]


@pytest.mark.parametrize("rules", [KRIEGSPIEL, LITTLE_WARS], ids=lambda rules: rules.key)
def test_each_value_of_each_option_stands_with_what_it_implies(stranger, rules):
    page = stranger.get(reverse("campaign-new"), {"book": rules.key}).content.decode()
    for row in rules.register():
        assert row.clause in page
        for sentence in row.implies.values():
            assert escape(sentence) in page, (row.key, sentence)


# -- under another book ------------------------------------------------------------------------------


def test_a_campaign_is_opened_under_the_book_that_was_chosen_with_its_own_options(stranger):
    page = stranger.get(reverse("campaign-new"), {"book": "little-wars"}).content.decode()
    rows = LITTLE_WARS.register()
    assert all(f'id="option-{row.key}"' in page for row in rows) and 'id="option-use_supply"' not in page
    answer = opened(stranger, book="little-wars")
    campaign = Campaign.objects.get()
    assert (campaign.book, campaign.edition) == ("little-wars", LITTLE_WARS.edition)
    assert campaign.options == LITTLE_WARS.options({})
    page = stranger.get(answer["Location"]).content.decode()
    assert LITTLE_WARS.title in page and "Hartley Mill" not in page


@pytest.mark.parametrize("key", [key for key in BOOKS if book(key).on_board])
def test_a_board_game_has_a_campaign_of_its_own_with_its_sides_and_no_clock(stranger, cast, key):
    page = stranger.get(reverse("campaign-new"), {"book": key}).content.decode()
    assert "what was measured" not in page
    assert 'id="couriers"' not in page and "thirty men" not in page and 'value="untimed" checked' in page
    first, second = book(key).sides
    answer = opened(stranger, book=key, **{f"{first}_name": "The Club", f"{second}_briefing": "Play for the wagon."})
    campaign = Campaign.objects.get()
    sides = {side.key: (side.name, side.briefing) for side in campaign.sides.all()}
    assert (campaign.book, campaign.clock_mode) == (key, "untimed")
    assert sides == {first: ("The Club", ""), second: (second.capitalize(), "Play for the wagon.")}
    stranger.post(reverse("battle-new", args=[campaign.public_id]), {"name": "The first game", "scenario": ""})
    for side, player in zip(book(key).sides, (cast.red_foot, cast.blue_foot), strict=True):
        press = {"kind": "general", "side": side, "user": player.get_username()}
        stranger.post(reverse("roster", args=[campaign.public_id]), press)
        accept(player)
    assert campaign.posts.filter(kind="general").count() == 2
    stranger.post(reverse("battle-start", args=[Battle.objects.get().public_id]))
    move = Battle.objects.get().moves.get()
    assert (move.status, move.closes_at) == ("open", None)
    assert "The first game" in stranger.get(answer["Location"]).content.decode()


def test_a_book_that_the_site_does_not_know_is_taken_for_its_own(stranger):
    stranger.post(reverse("campaign-new"), {**begin(KRIEGSPIEL), "name": "Aldershot", "book": "ludo"})
    assert Campaign.objects.get().book == "kriegspiel"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ({"option-rifle_range_in": "none"}, {"rifle_range_in": "none"}),
        ({"option-mines_per_side": "Unlimited"}, {"mines_per_side": "unlimited"}),
        ({"option-map_size_ft": "24 × 16"}, {"map_size_ft": [24, 16]}),
        ({"option-map_size_ft": "24, 16"}, {"map_size_ft": [24, 16]}),
        ({"option-map_size_ft": "[24, 16]"}, {"map_size_ft": [24, 16]}),
        ({"option-shell_types": "shell 18, case 6"}, {"shell_types": {"shell": 18, "case": 6}}),
        ({"option-shell_types": '{"shell": 12}'}, {"shell_types": {"shell": 12}}),
        ({"option-move_clock": "real time"}, {"move_clock": "real_time"}),
        (
            {"option-supply_range_ft.cavalry": "24"},
            {"supply_range_ft": {"infantry": 6, "cavalry": 24, "artillery": 12, "engineers": 12}},
        ),
        ({"option-truck_capacity.gun": "1/3"}, {"truck_capacity": {"infantry": 12, "cavalry": 5, "gun": "1/3"}}),
    ],
)
def test_options_are_typed_as_people_write_them_and_kept_as_before(stranger, typed, kept):
    assert opened(stranger, **typed).status_code == 302
    options = Campaign.objects.get().options
    assert {key: options[key] for key in kept} == kept


def test_the_form_shows_and_takes_the_words_of_the_readers_language(stranger, tmp_path):
    with pseudo_language(tmp_path) as code, override(code):
        none = pseudo("none")
        page = stranger.get(reverse("campaign-new"), headers={"Accept-Language": code}).content.decode()
        assert f'name="option-rifle_range_in" aria-label="{pseudo("rifle range (inches)")}" value="{none}"' in page
        assert 'name="option-supply_range_ft.cavalry" value="18"' in page and "{&quot;" not in page
        form = {**begin(KRIEGSPIEL), "name": "Aldershot", "option-slope_cap": none}
        assert stranger.post(reverse("campaign-new"), form, headers={"Accept-Language": code}).status_code == 302
    assert Campaign.objects.get().options["slope_cap"] == "none"


def test_what_is_no_number_is_said_with_the_word_that_may_stand_there(stranger):
    page = opened(stranger, **{"option-slope_cap": "lots"}).content.decode()
    assert "Enter a whole number, or none." in page and 'value="lots"' in page


def test_the_sides_are_prefilled_in_the_readers_language_and_stay_the_programs_words(stranger, tmp_path):
    """What nobody typed is read by everybody in their language; another name is as it was typed."""
    with pseudo_language(tmp_path) as code, override(code):
        page = stranger.get(reverse("campaign-new"), headers={"Accept-Language": code}).content.decode()
        assert f'value="{side_word("red")}"' in page and 'value="Red"' not in page
        form = {**begin(KRIEGSPIEL), "name": "Aldershot", "blue_name": "The North"}
        assert form["red_name"] == side_word("red") != "Red"
        assert stranger.post(reverse("campaign-new"), form, headers={"Accept-Language": code}).status_code == 302
    sides = {one.key: one.name for one in Campaign.objects.get().sides.all()}
    assert sides == {"red": "Red", "blue": "The North"} and isinstance(sides["red"], Sentence)
    assert not isinstance(sides["blue"], Sentence)


def test_the_page_of_a_campaign_says_whether_results_are_published_by_themselves(cast, umpire):
    campaign = builders.a_campaign(cast, publish_minutes=5)
    page = umpire.get(reverse("campaign", args=[campaign.public_id])).content.decode()
    assert "published by itself after 5 minutes" in page and "and the umpire publishes it" not in page


def test_a_new_campaign_can_be_created_before_any_option_is_read(umpire):
    page = umpire.get(reverse("campaign-new")).content.decode()
    told = page.split("<main")[1]
    button = told.index('<button class="chief">Create the campaign')
    assert told.index("The sides") < button < told.index("Umpire and clock") < told.index("All options of the book")
