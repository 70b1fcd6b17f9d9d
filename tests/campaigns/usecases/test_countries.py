"""Countries are imported, made, saved and chosen; one that has changed since is not fought on.  [KS-GAME-08, KS-GAME-10]"""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaigns import sight
from campaigns.bridge import digest
from campaigns.errors import CountryChanged, DrawnOver, NotYours, Unseen, WrongState
from campaigns.models import Battle, Country
from campaigns.usecases.campaigns.preparation import change_battle, open_battle, start_battle
from campaigns.usecases.muster import countries
from campaigns.usecases.muster.countries import change_country, create_country, import_country, keep_built_in_country
from rules.errors import Invalid
from tests.campaigns.builders import NOON, START, a_campaign
from tests.rules.kriegspiel.surveys import collection, feature, village

LATER = NOON + timedelta(hours=1)
DRAWN = {
    "size": [288, 192],
    "contours": {"hill": {"line": [[40, 40], [80, 40], [80, 80], [40, 80], [40, 40]], "height": 6}},
    "water": {"brook": {"outline": [[0, 100], [288, 100], [288, 106], [0, 106]], "name": "the Brook"}},
    "bridges": {"mill-bridge": {"kind": "road-bridge", "at": [144, 103], "span": [[142, 99], [146, 99], [146, 107], [142, 107]]}},
    "depots": {"crossways": {"side": "red", "at": [144, 4], "name": "Crossways"}},
    "back_lines": {"red": "south", "blue": "north"},
}  # fmt: skip


@pytest.fixture
def drawn(cast):
    """A country that the umpire made."""
    return create_country(by=cast.umpire, name="Hartley Vale", data=DRAWN, now=NOON)


def opened(cast, country, **more):
    """A battle on a country, not yet begun."""
    campaign = a_campaign(cast)
    return open_battle(
        by=cast.umpire,
        campaign=campaign.public_id,
        name="The vale",
        start=START,
        country=country.public_id,
        now=NOON,
        **more,
    )


def test_a_survey_is_imported_with_its_report(cast):
    made = import_country(
        by=cast.umpire, name="Hartley", survey=village(), scale=5, plain=True, origin=[0, 0], now=NOON
    )
    seen = sight.find_country(cast.umpire, made.public_id)
    assert (seen.name, seen.data["name"], seen.mine) == ("Hartley", "Hartley", True)
    assert (seen.report["taken"], seen.report["left_out"]) == (19, 5)
    assert "roads" in seen.data


@pytest.mark.parametrize(
    "wrong",
    [
        {"survey": {}}, {"survey": None}, {"survey": collection()}, {"survey": collection(feature("LineString", [[1]]))},
        {"scale": 0}, {"scale": None},
        {"name": ""}, {"name": "a\u202eb"}, {"name": "x" * 121}, {"name": None}, {"size": [1, 1]}, {"book": "whist"},
    ],
)  # fmt: skip
def test_a_survey_that_is_none_is_refused_and_nothing_is_kept(cast, wrong):
    given = {"name": "Hartley", "survey": village(), "scale": 5, "plain": True, **wrong}
    with pytest.raises(Invalid):
        import_country(by=cast.umpire, now=NOON, **given)
    assert not Country.objects.exists()


def test_a_country_is_drawn_and_drawn_otherwise(cast, drawn):
    assert sight.find_country(cast.umpire, drawn.public_id).data == {**DRAWN, "name": "Hartley Vale"}
    other = {**DRAWN, "size": [300, 200]}
    changed = change_country(
        by=cast.umpire, country=drawn.public_id, name="The Vale", data=other, base=drawn.digest, now=LATER
    )
    assert (changed.name, changed.data["size"], changed.changed_at) == ("The Vale", [300, 200], LATER)
    assert changed.digest != drawn.digest


@pytest.mark.parametrize(
    "data",
    [
        {}, [], None, "x", {"name": "Nowhere"}, {**DRAWN, "size": None}, {**DRAWN, "hills": {}}, {**DRAWN, "size": [288, 50]},
        {**DRAWN, "walls": {"w": {"line": [[0, 0]]}}}, {**DRAWN, "walls": {f"w{i}": {"line": [[0, 0], [9, i % 90]]} for i in range(9000)}},
    ],
)  # fmt: skip
def test_a_drawing_that_is_no_country_is_refused_and_nothing_is_kept_or_changed(cast, drawn, data):
    with pytest.raises(Invalid):
        create_country(by=cast.umpire, name="New", data=data, now=NOON)
    with pytest.raises(Invalid):
        change_country(by=cast.umpire, country=drawn.public_id, name="New", data=data, base=drawn.digest, now=LATER)
    kept = Country.objects.get()
    assert (kept.digest, kept.name) == (drawn.digest, "Hartley Vale")


def test_a_drawing_built_on_an_old_one_overwrites_nothing(cast, drawn):
    change_country(by=cast.umpire, country=drawn.public_id, name="A", data=DRAWN, base=drawn.digest, now=LATER)
    with pytest.raises(DrawnOver):
        change_country(by=cast.umpire, country=drawn.public_id, name="B", data=DRAWN, base=drawn.digest, now=LATER)
    assert Country.objects.get().name == "A"


def test_a_country_of_another_is_unseen(cast, drawn):
    for deed in (
        lambda: sight.find_country(cast.red_general, drawn.public_id),
        lambda: sight.find_country(cast.red_general, "AAAAAAAAAAAA"),
        lambda: change_country(
            by=cast.red_general, country=drawn.public_id, name="B", data=DRAWN, base=drawn.digest, now=LATER
        ),
    ):
        with pytest.raises(Unseen) as refused:
            deed()
        assert refused.value.sentence == "There is no such country."
    assert sight.countries(cast.red_general) == ()
    assert [one.name for one in sight.countries(cast.umpire)] == ["Hartley Vale"]


def test_a_built_in_country_is_everybodys_to_play_on_and_nobodys_to_change(cast):
    made = keep_built_in_country(data={**DRAWN, "name": "The Downs"}, now=NOON)
    assert keep_built_in_country(data={**DRAWN, "name": "The Downs", "size": [300, 200]}, now=LATER).pk == made.pk
    assert [one.built_in for one in sight.countries(cast.bystander)] == [True]
    with pytest.raises(NotYours):
        change_country(by=cast.umpire, country=made.public_id, name="Mine", data=DRAWN, base=made.digest, now=LATER)


def test_nobody_keeps_countries_without_end(cast, drawn, monkeypatch):
    monkeypatch.setattr(countries, "MOST_COUNTRIES", 1)
    with pytest.raises(WrongState):
        create_country(by=cast.umpire, name="More", data=DRAWN, now=NOON)
    create_country(by=cast.red_general, name="His first", data=DRAWN, now=NOON)


# -- a battle on it --------------------------------------------------------------------------------------


def test_a_battle_takes_the_country_with_its_bridges_and_depots_and_keeps_its_digest(cast, drawn):
    battle = opened(cast, drawn)
    assert (battle.country_name, battle.country_digest) == ("Hartley Vale", drawn.digest)
    assert battle.start["country"] == drawn.data
    assert battle.start["bridges"]["mill-bridge"]["kind"] == "road-bridge"
    assert battle.start["depots"].keys() == {"red-depot", "blue-depot", "crossways"}
    start_battle(by=cast.umpire, battle=battle.public_id, now=LATER)
    began = battle.record.get(kind="battle-started")
    assert began.data["country_digest"] == drawn.digest
    assert battle.moves.get().position["country"]["name"] == "Hartley Vale"


def test_what_the_start_says_of_a_depot_goes_before_the_country(cast, drawn):
    start = {**START, "depots": {"crossways": {"side": "red", "packets": {"food": 3}}}}
    campaign = a_campaign(cast)
    battle = open_battle(
        by=cast.umpire, campaign=campaign.public_id, name="The vale", start=start, country=drawn.public_id, now=NOON
    )
    assert battle.start["depots"]["crossways"]["packets"]["food"] == 3


def test_a_battle_on_a_country_changed_since_does_not_start(cast, drawn):
    battle = opened(cast, drawn)
    change_country(
        by=cast.umpire,
        country=drawn.public_id,
        name="Hartley Vale",
        data={**DRAWN, "size": [300, 200]},
        base=drawn.digest,
        now=LATER,
    )
    with pytest.raises(CountryChanged) as refused:
        start_battle(by=cast.umpire, battle=battle.public_id, now=LATER)
    assert refused.value.clause == "KS-GAME-10"
    assert Battle.objects.get().status == Battle.Status.PREPARING
    again = Country.objects.get()
    change_country(
        by=cast.umpire, country=again.public_id, name="Hartley Vale", data=DRAWN, base=again.digest, now=LATER
    )
    start_battle(by=cast.umpire, battle=battle.public_id, now=LATER)


def test_another_start_is_laid_on_the_same_country(cast, drawn):
    battle = opened(cast, drawn)
    bodies = {
        "red-foot": {"side": "red", "arm": "infantry", "men": 9},
        "blue-foot": {"side": "blue", "arm": "infantry", "men": 9},
    }
    changed = change_battle(
        by=cast.umpire, battle=battle.public_id, start={"bodies": bodies, "country": {"size": [10, 10]}}, now=LATER
    )
    assert changed.start["country"] == drawn.data and changed.start["bodies"]["red-foot"]["men"] == 9
    start_battle(by=cast.umpire, battle=battle.public_id, now=LATER)


def test_a_country_of_another_cannot_be_chosen(cast):
    his = create_country(by=cast.bystander, name="His", data=DRAWN, now=NOON)
    with pytest.raises(Unseen):
        opened(cast, his)
    assert not Battle.objects.exists()


def test_a_start_that_brings_a_country_which_is_none_is_refused_by_its_place(cast):
    campaign = a_campaign(cast)
    start = {**START, "country": {"size": [10, 10], "walls": {"w": {"line": [[0, 0], [99, 0]]}}}}
    with pytest.raises(Invalid, match=r"start\.country\.walls\.w"):
        open_battle(by=cast.umpire, campaign=campaign.public_id, name="The vale", start=start, now=NOON)


def test_a_country_that_comes_with_the_opening_position_is_sealed_like_any_other(cast):
    """KS-GAME-10: its digest is recorded when the battle is opened, and again with another start."""
    campaign = a_campaign(cast)
    start = {**START, "country": {"size": [240, 180]}}
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The vale", start=start, now=NOON)
    assert battle.country_id is None
    assert battle.country_digest == digest(battle.start["country"]) != ""
    named = {**START, "country": {"name": "The Downs", "size": [300, 180]}}
    changed = change_battle(by=cast.umpire, battle=battle.public_id, start=named, now=LATER)
    assert (changed.country_name, changed.country_digest) == ("The Downs", digest(changed.start["country"]))
    start_battle(by=cast.umpire, battle=battle.public_id, now=LATER)
    assert battle.record.get(kind="battle-started").data["country_digest"] == changed.country_digest


def test_a_battle_without_a_country_has_no_seal_of_one(cast):
    campaign = a_campaign(cast)
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The floor", start=START, now=NOON)
    assert (battle.country_name, battle.country_digest) == ("", "")
