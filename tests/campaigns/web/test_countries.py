"""The pages of countries: listed, shown, imported, made, exported, and chosen for a battle."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from campaigns.models import Battle, Country
from campaigns.usecases.campaigns.sample import load_countries
from campaigns.usecases.muster.countries import change_country, create_country, import_country, keep_built_in_country
from campaigns.web.board import plan
from tests.campaigns import builders
from tests.campaigns.at_hand import followed, rules_at_hand  # noqa: F401  # a fixture
from tests.campaigns.usecases.test_countries import DRAWN
from tests.campaigns.web.conftest import Page, client_of
from tests.campaigns.web.test_pages import unmasked
from tests.rules.kriegspiel.surveys import collection, feature, village

FIGURES = {
    "name": "Hartley",
    "scale": "5",
    "wide": "24",
    "deep": "16",
    "coordinates": "metres",
    "east": "0",
    "north": "0",
    "interval": "",
}
pytestmark = pytest.mark.usefixtures("rules_at_hand")

NO_SUCH = "AAAAAAAAAAAA"


@pytest.fixture
def drawn(cast):
    """A country that the umpire made."""
    return create_country(by=cast.umpire, name="Hartley Vale", data=DRAWN, now=builders.NOON)


@pytest.fixture
def surveyed(cast):
    """A country that the umpire imported."""
    return import_country(
        by=cast.umpire, name="Loddon", survey=village(), scale=5, plain=True, origin=[0, 0], now=builders.NOON
    )


@pytest.fixture
def built_in(cast):
    """A country that came with the product."""
    return keep_built_in_country(data={**DRAWN, "name": "The Downs"}, now=builders.NOON)


def of_one(country):
    """The pages of one country."""
    return [reverse(name, args=[country.public_id]) for name in ("country", "country-draw", "country-file")]


EVERYBODYS = ("countries", "country-import", "country-new", "country-scan")


def sent(client, content=None, **changes):
    """The form of import, with a file, followed to its end."""
    body = json.dumps(village()).encode() if content is None else content
    answer = client.post(
        reverse("country-import"), {**FIGURES, **changes, "survey": SimpleUploadedFile("x.geojson", body)}
    )
    return followed(client, answer)


def board(client, country=None, **changes):
    """The map editor's form, sent."""
    address = reverse("country-draw", args=[country.public_id]) if country else reverse("country-new")
    given = {"name": "New", "data": json.dumps(DRAWN), "base": country.digest if country else "", **changes}
    return client.post(address, given)


# -- who may ---------------------------------------------------------------------------------------------


def test_nobody_sees_a_country_without_logging_in(drawn):
    for address in [*map(reverse, EVERYBODYS), *of_one(drawn)]:
        assert Client().get(address).status_code == 302, address
        assert Client().post(address).status_code == 302, address
    assert Country.objects.count() == 1


def test_a_country_of_another_is_answered_like_one_that_is_not_there(drawn, red):
    for address in of_one(drawn):
        there, nowhere = red.get(address), red.get(address.replace(drawn.public_id, NO_SUCH))
        assert (there.status_code, nowhere.status_code) == (404, 404), address
        assert unmasked(there) == unmasked(nowhere), address
    assert board(red, drawn).status_code == 404
    assert b"Hartley Vale" not in red.get(reverse("countries")).content


def test_a_built_in_country_is_shown_to_all_and_drawn_on_as_a_copy(built_in, red, cast):
    assert b"The Downs" in red.get(reverse("countries")).content
    for address in of_one(built_in):
        assert red.get(address).status_code == 200, address
    assert board(red, built_in, name="My downs").status_code == 302
    assert Country.objects.get(name="My downs").made_by == cast.red_foot
    built_in.refresh_from_db()
    assert built_in.made_by is None


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_another_method_is_refused(drawn, umpire, method):
    for address in [*map(reverse, EVERYBODYS), *of_one(drawn)]:
        assert getattr(umpire, method)(address).status_code == 405, address
    assert umpire.post(reverse("countries")).status_code == 405


# -- how they are made --------------------------------------------------------------------------------------


def test_every_page_has_one_heading_landmarks_labels_and_nothing_inline(drawn, surveyed, built_in, umpire):
    pages = [*map(reverse, EVERYBODYS), *of_one(drawn)[:2], *of_one(surveyed)[:2], *of_one(built_in)[:2]]
    for address in pages:
        answer = umpire.get(address)
        page = Page(answer)
        assert (answer.status_code, page.tags.get("h1"), page.tags.get("main")) == (200, 1, 1), address
        assert (page.unlabelled, page.strange) == ([], []), address
        assert len(page.ids) == len(set(page.ids)), address
        assert "private" in answer["Cache-Control"]


def test_no_page_takes_more_than_twelve_queries(drawn, surveyed, built_in, umpire, django_assert_max_num_queries):
    for address in [*map(reverse, EVERYBODYS), *of_one(drawn), *of_one(surveyed), *of_one(built_in)]:
        with django_assert_max_num_queries(12):
            assert umpire.get(address).status_code == 200, address


def test_a_country_is_shown_as_a_plan_and_in_words(drawn, umpire):
    page = umpire.get(of_one(drawn)[0]).content.decode()
    assert 'class="water"' in page and 'class="contour"' in page and 'class="bridge"' in page
    assert (
        "the Brook: between 0 ft east, 8 ft 4 in. north and 24 ft east, 8 ft 10 in. north; crossed only by bridge or ford"
        in page
    )
    assert "6 in.: round a hill at 5 ft east, 5 ft north" in page
    assert "mill bridge: road bridge, 12 ft east, 8 ft 7 in. north" in page
    assert "Back line of Red" in page and "the south edge" in page


def test_names_of_a_country_are_told_as_text_and_never_as_markup(cast, umpire):
    data = {**DRAWN, "woods": {"w": {"outline": [[9, 9], [90, 9], [90, 90]], "name": "<script>alert(1)</script>"}}}
    made = create_country(by=cast.umpire, name="<b>Bold</b>", data=data, now=builders.NOON)
    for address in of_one(made)[:2]:
        page = umpire.get(address).content.decode()
        assert "<script>alert" not in page and "<b>Bold" not in page and "&lt;b&gt;Bold" in page


# -- importing ------------------------------------------------------------------------------------------------


def test_a_survey_becomes_a_country_with_its_report(umpire):
    answer = sent(umpire)
    made = Country.objects.get()
    assert answer["Location"] == reverse("country", args=[made.public_id])
    page = umpire.get(answer["Location"]).content.decode()
    assert "19 imported · 5 left out" in page
    assert "it stops nobody (fence)" in page and "1440 m by 960 m" in page


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"), (b"{", "not JSON"), (b"[]", "must be an object"), (b"\x00", "not JSON"), (b"\xff", "UTF-8"),
        (b'{"type": "FeatureCollection", "features": [NaN]}', "NaN is no number"), (b"[" * 5000, "nested"),
        (b'{"type": "FeatureCollection", "features": [1e999]}', "too great"), (json.dumps(collection()).encode(), "nothing in the file"),
        (json.dumps(collection(feature("Point", [0, 0], name="x" * 6_000))).encode(), "text of at most"),
        (json.dumps(collection(feature("LineString", [[0, 0], ["a", 1]]))).encode(), "etres are wanted"),
    ],
)  # fmt: skip
def test_a_bad_file_is_refused_with_the_reason_and_changes_nothing(umpire, content, said):
    answer = sent(umpire, content)
    assert said in answer.content.decode()
    assert Page(answer).fields["name"] == "Hartley", "what was typed stays"
    assert not Country.objects.exists()


@pytest.mark.parametrize(
    "changes",
    [
        {"scale": "0"},
        {"scale": "x"},
        {"scale": "1e5"},
        {"scale": ""},
        {"scale": "nan"},
        {"scale": "٣"},
        {"wide": "0"},
        {"wide": "9" * 30},
        {"deep": "-1"},
        {"east": "5", "north": ""},
        {"east": "x"},
        {"interval": "0"},
        {"interval": "-5"},
        {"name": ""},
        {"name": "\x00"},
        {"name": "x" * 121},
        {"coordinates": "degrees"},
        {"coordinates": "x" * 5000},
    ],
)
def test_a_figure_that_is_none_is_refused_and_what_was_typed_stays(umpire, changes):
    answer = sent(umpire, **changes)
    assert "refusal" in answer.content.decode()
    assert Page(answer).fields["deep"] == changes.get("deep", "16")
    assert not Country.objects.exists()


def test_a_file_too_great_or_none_at_all_is_refused(umpire, monkeypatch):
    monkeypatch.setattr("campaigns.usecases.muster.survey_files.GREATEST_FILES", 100)
    assert "at most 100 bytes" in sent(umpire).content.decode()
    assert umpire.post(reverse("country-import"), FIGURES).status_code == 400
    assert umpire.post(reverse("country-import"), {**FIGURES, "survey": "no file"}).status_code == 400
    assert not Country.objects.exists()


# -- drawing ---------------------------------------------------------------------------------------------------


def test_what_is_drawn_is_kept(umpire, cast):
    answer = board(umpire)
    made = Country.objects.get()
    assert answer["Location"] == reverse("country", args=[made.public_id])
    assert (made.name, made.made_by, made.data["size"]) == ("New", cast.umpire, [288, 192])


def test_what_is_drawn_otherwise_takes_its_place_or_stands_beside_it(umpire, drawn):
    other = json.dumps({**DRAWN, "size": [300, 200]})
    assert board(umpire, drawn, data=other).status_code == 302
    assert Country.objects.get().data["size"] == [300, 200]
    drawn.refresh_from_db()
    assert board(umpire, drawn, copy="1").status_code == 302
    assert Country.objects.count() == 2


def test_a_refusal_stands_at_its_place_and_nothing_drawn_is_lost(umpire, drawn):
    wrong = json.dumps({**DRAWN, "fords": {"ford-1": {"line": [[5, 5], [9, 9]]}}})
    for answer in (board(umpire, data=wrong, name="Kept name"), board(umpire, drawn, data=wrong, name="Kept name")):
        page = answer.content.decode()
        assert answer.status_code == 400
        assert "Fords, ford-1: The ford leads over no water." in page
        assert 'data-group="fords" data-thing="ford-1"' in page and 'data-dirty="1"' in page
        assert Page(answer).fields["name"] == "Kept name" and "ford-1" in page and "mill-bridge" in page
    assert Country.objects.get().digest == drawn.digest


def test_a_board_that_has_grown_old_overwrites_nothing(umpire, drawn, cast):
    changed = {**DRAWN, "size": [300, 200]}
    change_country(
        by=cast.umpire, country=drawn.public_id, name="A", data=changed, base=drawn.digest, now=builders.NOON
    )
    answer = board(umpire, drawn)
    assert answer.status_code == 412 and "has been changed since you opened it" in answer.content.decode()
    assert Country.objects.get().name == "A"


HOSTILE = [
    "",
    "{",
    "[]",
    "null",
    "7",
    '"x"',
    "\x00",
    '{"a": NaN}',
    "[" * 500,
    '{"size": [288, 192], "size": [1, 1]}',
    '{"size": [288]}',
    '{"size": {"a": 1}}',
    '{"size": [288, 192], "walls": []}',
    '{"size": [288, 192], "walls": {"w": null}}',
    '{"size": [288, 192], "walls": {"<b>": {"line": [[0,0],[1,1]]}}}',
    '{"size": [288, 192], "walls": {"w": {"line": [[0, 0], [1e300, 1]]}}}',
    '{"size": [1e15, 192]}',
    '{"size": [288, 192], "name": 7, "x": 1}',
    '{"size": [288, 192], "back_lines": {"red": "up"}}',
    json.dumps({"size": [288, 192], "woods": {"w": {"outline": [[0, 0]] * 4000}}}),
    "x" * 900_000,
]


@pytest.mark.parametrize("data", HOSTILE, ids=range(len(HOSTILE)))
def test_whatever_is_sent_to_the_board_is_refused_and_nothing_breaks(umpire, drawn, data):
    for country in (None, drawn):
        answer = board(umpire, country, data=data)
        assert answer.status_code == 400
        assert "refusal" in answer.content.decode()
    assert Country.objects.get().digest == drawn.digest


def test_strange_bases_and_parameters_never_break_a_page(umpire, drawn):
    for value in ("", "\x00", "x" * 5000, "<b>"):
        assert board(umpire, drawn, base=value).status_code == 412
        assert umpire.get(of_one(drawn)[2] + f"?scale={value}").status_code in (200, 400)
    assert umpire.get(of_one(drawn)[2] + "?scale=0").status_code == 400


# -- out, and on the plan -----------------------------------------------------------------------------------------


def test_a_country_goes_out_as_a_file_and_comes_back_the_same(umpire, drawn):
    answer = umpire.get(of_one(drawn)[2])
    assert (answer["Content-Type"], answer["Content-Disposition"]) == (
        "application/geo+json",
        'attachment; filename="hartley-vale.geojson"',
    )
    assert sent(umpire, answer.content, name="Back again").status_code == 302
    back = Country.objects.get(name="Back again").data
    assert {key: one for key, one in back.items() if key != "name"} == DRAWN


@pytest.mark.slow
def test_the_country_lies_under_the_positions_of_a_battle(cast, umpire, drawn):
    bodies = {"red-foot": {"side": "red", "arm": "infantry", "men": 9, "at": [60, 20], "name": "Red Foot"}}
    start = {**builders.START, "bodies": {**builders.START["bodies"], **bodies}}
    campaign = builders.a_campaign(cast, options={"two_stage_move": False})
    page = umpire.post(
        reverse("battle-new", args=[campaign.public_id]),
        {"name": "The vale", "start": json.dumps(start), "briefing": "", "country": drawn.public_id},
    )
    assert page.status_code == 302
    battle = Battle.objects.get()
    shown = umpire.get(reverse("campaign", args=[campaign.public_id])).content.decode()
    assert drawn.digest in shown and "The country: Hartley Vale" in shown
    assert umpire.post(reverse("battle-start", args=[battle.public_id])).status_code == 302
    for name, rest in (("sheet", ()), ("order", ("red-foot",))):
        sheet = client_of(cast.red_foot).get(reverse(name, args=[battle.public_id, *rest])).content.decode()
        assert 'class="water"' in sheet and "The country in words" in sheet and "the Brook" in sheet


@pytest.mark.slow
def test_a_battle_on_a_country_changed_since_is_refused_on_its_page(cast, umpire, drawn):
    campaign = builders.a_campaign(cast)
    umpire.post(
        reverse("battle-new", args=[campaign.public_id]),
        {"name": "The vale", "scenario": "hartley", "country": drawn.public_id},
    )
    change_country(
        by=cast.umpire,
        country=drawn.public_id,
        name="X",
        data={"size": [288, 192]},
        base=drawn.digest,
        now=builders.NOON,
    )
    answer = umpire.post(reverse("battle-start", args=[Battle.objects.get().public_id]))
    assert answer.status_code == 409
    assert "has been changed since it was chosen" in answer.content.decode() and "KS-GAME-10" in answer.content.decode()


def test_a_scenario_on_a_built_in_country_brings_it_along(cast, umpire):
    load_countries(now=builders.NOON)
    campaign = builders.a_campaign(cast)
    made = umpire.post(
        reverse("battle-new", args=[campaign.public_id]), {"name": "V", "scenario": "vale", "country": ""}
    )
    assert made.status_code == 302
    battle = Battle.objects.get()
    assert (battle.country_name, battle.start["country"]["name"]) == ("Hartley Vale", "Hartley Vale")


@pytest.mark.slow
def test_a_country_of_another_cannot_be_chosen_by_form(cast, umpire):
    his = create_country(by=cast.bystander, name="His", data=DRAWN, now=builders.NOON)
    campaign = builders.a_campaign(cast)
    for chosen in (his.public_id, NO_SUCH, "<b>", "x" * 5000):
        answer = umpire.post(
            reverse("battle-new", args=[campaign.public_id]), {"name": "V", "scenario": "hartley", "country": chosen}
        )
        assert answer.status_code == 404, chosen
    assert not Battle.objects.exists()


def test_without_a_country_the_plan_is_as_it_was():
    things = [{"name": "A", "side": "red", "arm": "infantry", "at": [60, 20]}]
    drawn = plan.draw_plan(things, [24, 16])
    assert drawn is not None and drawn.ground is None
    assert plan.draw_plan([], None, country={"walls": {}}) is None


def test_a_tick_points_downhill():
    """A hill drawn against the clock has its lower side to the right of the line, outward."""
    ring = [[60, 60], [120, 60], [120, 120], [60, 120], [60, 60]]
    for line in (ring, ring[::-1]):
        drawn = plan.draw_plan([], country={"size": [288, 192], "contours": {"c": {"line": line, "height": 6}}})
        tick = next(one for one in drawn.ground.shapes if one.kind == "tick").path
        south = [
            stroke
            for stroke in tick.split("M")
            if stroke and float(stroke.split("l")[0].split()[1]) == (192 - 60) * drawn.unit
        ]
        south = south or [
            stroke for stroke in tick.split("M") if stroke.split("l")[0].endswith(f"{(192 - 60) * drawn.unit:.1f}")
        ]
        assert south and all(float(stroke.split("l")[1].split()[1]) > 0 for stroke in south), (
            "down the page, to the south"
        )


def test_a_house_on_a_road_is_saved_and_told_after_saving(umpire):
    box = [[50, 96], [58, 96], [58, 104], [50, 104]]
    road = {"lane": {"line": [[0, 100], [288, 100]], "name": "Mill Lane"}}
    drawn = {"size": [288, 192], "roads": road, "houses": {"mill": {"outline": box, "name": "The Mill"}}}
    told = umpire.get(board(umpire, data=json.dumps(drawn))["Location"]).content.decode()
    assert "the house The Mill stands on the road Mill Lane" in told
    assert Country.objects.get(name="New").data["houses"]
    told = umpire.get(board(umpire, name="Bare", data=json.dumps({"size": [288, 192]}))["Location"]).content.decode()
    assert "Look at this" not in told
