"""The settings by page: one form to create and to change, presets, what is fixed, and a stale form that loses nothing."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from django.urls import reverse

from campaigns.models import Campaign, Notice
from campaigns.usecases.campaigns.settings import change_campaign, settings_of
from campaigns.web.muster.campaign_form import begin, standing
from campaigns.web.muster.presets import ON_BOARDS, PRESETS, presets
from rules.books import BOOKS, book
from rules.kriegspiel.book import KRIEGSPIEL
from tests.campaigns import builders
from tests.campaigns.builders import a_campaign
from tests.campaigns.web.conftest import Page, client_of

CREATE = reverse("campaign-new")


def at(campaign):
    return reverse("campaign-settings", args=[campaign.public_id])


class Form(HTMLParser):
    """The form of a page as a browser sends it: what stands in its fields that are not disabled."""

    def __init__(self, answer):
        super().__init__()
        self.fields, self.area, self.chooses, self.off = {}, "", "", 0
        self.feed(answer.content.decode())

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "fieldset":
            self.off += bool(self.off) or "disabled" in given
        if tag == "option" and self.chooses and ("selected" in given or self.chooses not in self.fields):
            self.fields[self.chooses] = given.get("value") or ""
        if self.off or "disabled" in given or not given.get("name"):
            return
        if tag == "select":
            self.chooses = given["name"]
        if tag == "textarea":
            self.area = given["name"]
            self.fields[self.area] = ""
        elif tag == "input" and (given.get("type") not in ("radio", "checkbox") or "checked" in given):
            held = self.fields.setdefault(given["name"], [])
            held.append(given.get("value") or "")

    def handle_data(self, data):
        if self.area:
            self.fields[self.area] += data

    def handle_endtag(self, tag):
        if tag == "textarea":
            self.area = ""
        if tag == "select":
            self.chooses = ""
        if tag == "fieldset":
            self.off -= bool(self.off)


def sent(client, campaign, **changes):
    """The form as it stands, with some changes, sent."""
    return client.post(at(campaign), Form(client.get(at(campaign))).fields | changes)


def test_an_umpire_changes_everything_by_page_until_a_battle_begins(cast, umpire):
    campaign = a_campaign(cast)
    answer = sent(
        umpire, campaign, name="Camberley", red_name="The North", red_briefing="Hold it.", clock_mode="deadline",
        deadline_time="19:30", red_handicap="2½", blue_time="80", target_points="150½", couriers="ride",
        **{"option-first_fire_move": "5"},
    )  # fmt: skip
    assert answer.status_code == 302, answer.content.decode()
    campaign.refresh_from_db()
    found = settings_of(campaign)
    assert (found["name"], found["clock_mode"], found["deadline_time"]) == ("Camberley", "deadline", "19:30")
    assert found["sides"]["red"] == {"name": "The North", "briefing": "Hold it.", "handicap": 5, "time_percent": 100}
    assert found["sides"]["blue"]["time_percent"] == 80 and found["target_points"] == 301
    assert found["couriers"]["capture"] == "1/2" and found["options"]["first_fire_move"] == 5
    again = sent(umpire, campaign)
    assert again.status_code == 302 and settings_of(Campaign.objects.get(pk=campaign.pk)) == found, (
        "the form is faithful"
    )


def test_once_a_battle_runs_the_rest_is_shown_disabled_with_its_reason_and_changes_are_announced(battle, umpire):
    page = umpire.get(at(battle.campaign)).content.decode()
    assert re.search(r'name="clock_mode" value="fixed" checked disabled', page)
    assert "Extend a single move at the desk." in page and "the move under way keeps its deadline" in page
    assert re.search(r'name="interval_minutes"[^>]*(?<!disabled)>', page)
    assert "clock_mode" not in Form(umpire.get(at(battle.campaign))).fields
    assert sent(umpire, battle.campaign, time_zone="Europe/Berlin", interval_minutes="4").status_code == 302
    battle.campaign.refresh_from_db()
    assert (battle.campaign.time_zone, battle.campaign.interval_minutes) == ("Europe/Berlin", 4)
    assert Notice.objects.filter(kind="settings-changed").exists()


def test_a_stale_form_loses_nothing_and_shows_both(cast, umpire):
    campaign = a_campaign(cast)
    page = umpire.get(at(campaign)).content.decode()
    base = re.search(r'name="base" value="([0-9a-f]{64})"', page)[1]
    form = standing(settings_of(campaign), KRIEGSPIEL) | {"base": base, "name": "Woolwich", "red_briefing": "Mine."}
    change_campaign(by=cast.umpire, campaign=campaign.public_id, now=builders.NOON, name="Camberley")
    answer = umpire.post(at(campaign), form)
    page = answer.content.decode()
    assert (
        answer.status_code == 412
        and ">Woolwich</td>" in page
        and ">Camberley</td>" in page
        and ">Mine.</textarea>" in page
    )
    form["base"] = re.search(r'name="base" value="([0-9a-f]{64})"', page)[1]
    assert umpire.post(at(campaign), form).status_code == 302
    campaign.refresh_from_db()
    assert campaign.name == "Woolwich"


def test_a_fault_is_said_at_its_field_and_nothing_is_lost(cast, umpire):
    campaign = a_campaign(cast)
    answer = sent(umpire, campaign, name="Kept", interval_minutes="soon")
    page = answer.content.decode()
    assert answer.status_code == 400 and 'id="f-interval_minutes-error"' in page and 'value="Kept"' in page


def test_settings_are_the_umpires_alone(cast, battle, red, stranger):
    assert red.get(at(battle.campaign)).status_code == 403
    assert red.post(at(battle.campaign), {"name": "Mine"}).status_code == 403
    assert stranger.get(at(battle.campaign)).status_code == 404
    assert at(battle.campaign) not in red.get(reverse("campaign", args=[battle.campaign.public_id])).content.decode()


@pytest.mark.parametrize("key", BOOKS)
def test_each_preset_is_valid_for_its_book_and_gives_exactly_what_it_states(cast, key):
    rules, client = book(key), client_of(cast.bystander)
    for one in presets(rules):
        form = Form(client.get(CREATE, {"book": key, "preset": one.key})).fields | {"name": one.key}
        assert client.post(CREATE, form).status_code == 302, one.key
        made = Campaign.objects.get(name=one.key, book=rules.key)
        assert made.options == rules.options(dict(one.options.get(rules.key, {})))
        stands = standing(settings_of(made), rules)
        assert {key: stands[key] for key in one.settings} == dict(one.settings)


def test_a_preset_fills_the_form_what_was_typed_stays_and_nothing_is_created(stranger):
    typed = {**begin(KRIEGSPIEL), "name": "Mine", "red_briefing": "Hold.", "fill": "by-mail", "option-slope_cap": "3"}
    answer = stranger.post(CREATE, typed)
    page = answer.content.decode()
    assert answer.status_code == 200 and not Campaign.objects.exists()
    told = page.split('value="by-mail"')[1].split("</li>")[0]
    assert re.search(r'id="filled" role="status" tabindex="-1"', told) and "closes at 20:00" in told
    assert page.count('id="filled"') == 1 and "Filled in: By mail" in told, (
        "where it was pressed, and what was filled in"
    )
    assert 'value="Mine"' in page and ">Hold.</textarea>" in page
    assert 'name="option-slope_cap" aria-label="slope cap" value="3"' in page
    assert re.search(r'name="clock_mode" value="deadline" checked', page)
    assert re.search(r'name="extension_cap_minutes"[^>]*value="10080"', page)
    assert re.search(r'name="option-fire_mode" value="simulated" checked', page)


def test_a_preset_of_the_address_fills_it_without_a_script(stranger):
    page = stranger.get(CREATE, {"preset": "evening"}).content.decode()
    assert re.search(r'name="clock_mode" value="fixed" checked', page) and "Filled in: Evening for beginners" in page
    assert re.search(r'name="option-use_supply" value="no" checked', page)
    assert "tabindex" not in page.split('id="filled"')[1].split(">")[0], "nobody has pressed anything"
    assert "Filled in" not in stranger.get(CREATE, {"preset": "no-such"}).content.decode()


def test_an_evening_on_a_map_leaves_the_whole_book_on(stranger):
    """Twin: the evening for beginners turns supply off."""
    page = stranger.get(CREATE, {"preset": "evening-whole"}).content.decode()
    assert re.search(r'name="clock_mode" value="fixed" checked', page) and "the whole book" in page
    assert re.search(r'name="option-use_supply" value="yes" checked', page)
    assert re.search(r'name="option-use_engineering" value="yes" checked', page)
    assert re.search(r'name="option-fire_mode" value="simulated" checked', page)


def test_a_preset_takes_back_what_another_had_set(stranger):
    page = stranger.post(CREATE, {**begin(KRIEGSPIEL), "fill": "staff-college", "option-two_stage_move": "no"})
    assert re.search(r'name="option-two_stage_move" value="yes" checked', page.content.decode())


def test_a_preset_says_what_it_changes_of_what_was_chosen_or_stood_by_default_and_nothing_else(stranger):
    typed = {**begin(KRIEGSPIEL), "interval_minutes": "9", "option-slope_cap": "3", "option-use_supply": "no"}

    def told(**more):
        page = stranger.post(CREATE, typed | {"fill": "evening-whole"} | more).content.decode()
        return re.findall(r"<li>([^<]+ → [^<]+)</li>", page.split('id="filled"')[1].split("</div>")[0])

    wanted = ["Fire mode: reported → simulated", "Two stage move: yes → no", "Use supply: no → yes"]
    published = "Minutes until an undisputed result is published by itself: – → 5"
    clock = "The kind of clock: By the book → A fixed time"
    assert sorted(told()) == sorted([*wanted, clock, published, "Minutes between moves: 9 → 2"])
    stands = {"option-fire_mode": "simulated", "option-two_stage_move": "no", "option-use_supply": "yes"}
    assert told(**stands, interval_minutes="2", publish_minutes="5", clock_mode="fixed") == []
    assert all("one sheet of orders" in one.says for one in PRESETS if "two_stage_move" in one.options["kriegspiel"])


def test_presets_are_offered_where_they_fit_each_with_a_sentence(stranger):
    assert {one.key for one in presets(KRIEGSPIEL)} == {one.key for one in PRESETS}
    page = stranger.get(CREATE, {"book": "little-wars"}).content.decode()
    assert 'value="by-mail"' in page and 'value="staff-college"' not in page
    assert all(str(one.says).endswith(".") for one in (*PRESETS, *ON_BOARDS))


@pytest.mark.parametrize("key", [key for key in BOOKS if book(key).on_board])
def test_the_ways_to_play_on_a_board_speak_and_set_only_what_a_board_has(stranger, key):
    """No shots, sheets of orders, supplies or couriers; what each sets is a field of the form."""
    answer = stranger.get(CREATE, {"book": key})
    box = answer.content.decode().split('<fieldset class="presets">')[1].split("</fieldset>")[0]
    assert [one.key for one in presets(book(key))] == re.findall(r'name="fill" value="([^"]+)"', box)
    assert not re.search("shot|sheet|suppl|courier|publish", box)
    for one in ON_BOARDS:
        assert one.settings.keys() <= Form(answer).fields.keys()
        filled = Form(stranger.post(CREATE, Form(answer).fields | {"name": "Mine", "fill": one.key})).fields
        assert {name: filled[name] for name in one.settings} == {name: [value] for name, value in one.settings.items()}


def test_presets_are_gone_once_a_battle_runs(battle, umpire):
    assert 'name="fill"' not in umpire.get(at(battle.campaign)).content.decode()
    page = Page(umpire.get(at(battle.campaign)))
    assert not page.unlabelled and not page.strange


@pytest.mark.parametrize("key", BOOKS)
def test_the_form_of_every_book_is_faithful(cast, key):
    client = client_of(cast.bystander)
    assert client.post(CREATE, Form(client.get(CREATE, {"book": key})).fields | {"name": "War"}).status_code == 302
    made = Campaign.objects.get()
    before = settings_of(made)
    assert sent(client, made).status_code == 302
    assert settings_of(Campaign.objects.get()) == before
    assert sent(client, made, name="Peace").status_code == 302 and Campaign.objects.get().name == "Peace"


def test_the_clock_comes_first_and_stands_on_the_page_of_the_campaign(cast, umpire):
    campaign = a_campaign(cast, clock_mode="fixed", fixed_minutes=7)
    page = umpire.get(reverse("campaign-settings", args=[campaign.public_id])).content.decode()
    assert page.index('name="fixed_minutes"') < page.index('name="name"') < page.index('name="red_name"')
    folded = page[page.index("Options of the book") - 60 :]
    assert '<details class="folded"><summary>' in folded[:60]
    assert "7 minutes a move" in umpire.get(reverse("campaign", args=[campaign.public_id])).content.decode()
    by_mail = {"clock_mode": "deadline", "deadline_time": "20:00", "deadline_every_days": 1}
    campaign = a_campaign(cast, **by_mail)
    assert "each day at 20:00" in umpire.get(reverse("campaign", args=[campaign.public_id])).content.decode()


def test_a_briefing_that_is_fixed_is_said_to_be_settled_and_not_to_have_been_read(cast, battle, umpire):
    page = umpire.get(at(battle.campaign)).content.decode()
    assert "The briefings were settled before the first move." in page and "been read" not in page
    assert re.search(r'id="red_briefing"[^>]* disabled', page)
