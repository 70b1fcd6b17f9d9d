"""Who plays in a battle reads no exercise of which it is made, nor what is planned, nor what is behind a curtain.

First each way by which an exercise is read, and each way by which it is related to a battle; then twin worlds over every
address of the site, before the battle begins and when it has begun.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from campaigns.models import Battle, Exercise
from campaigns.side_views import own_force
from campaigns.usecases.campaigns.endings import end_battle, end_campaign
from campaigns.usecases.campaigns.preparation import appoint, create_campaign, dismiss, start_battle
from campaigns.usecases.campaigns.sample import load_sample
from campaigns.usecases.exercises import shelf
from campaigns.usecases.exercises.file import pack, unpack
from campaigns.usecases.exercises.house import house_exercise
from campaigns.usecases.exercises.play import play_exercise
from campaigns.usecases.messages.injects import Planned, prepare_inject
from campaigns.usecases.muster.countries import create_country
from campaigns.usecases.muster.curtain import open_curtain, place_own
from campaigns.usecases.people.replacement import hand_over
from tests.campaigns.builders import NOON, SIDES, a_cast, token_of
from tests.campaigns.pictures.scans import a_scan, encoded
from tests.campaigns.pictures.test_exercise_pictures import SAID
from tests.campaigns.secrets.crawl import crawled, parts_of
from tests.campaigns.secrets.hidden import Battlefield
from tests.campaigns.secrets.looks import Seen, leaks
from tests.campaigns.test_twin_worlds import in_both_worlds
from tests.campaigns.web.conftest import client_of, url
from tests.depth import SOONEST_ON_SQLITE, WHOLE

pytestmark = [pytest.mark.django_db, *SOONEST_ON_SQLITE]
SEATS = (("general", "red", "red_general"), ("general", "blue", "blue_general"), ("observer", "", "observer"))
ENEMY, OWN = b"Town Rifles", "Your column is to seize Alder Bridge"


@pytest.fixture
def cast(db: None) -> Any:
    return a_cast()


def api_client(user: Any) -> APIClient:
    """A client of the API with somebody's token."""
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token_of(user)}")
    return client


def seated(cast: Any, battle: Battle) -> Battle:
    """A battle of ``cast.umpire`` in which both Generals and an observer have their seats."""
    for kind, side, who in SEATS:
        user, campaign = getattr(cast, who), battle.campaign.public_id
        appoint(by=cast.umpire, campaign=campaign, kind=kind, side=side, user=user, now=NOON)
    return battle


def played(cast: Any, data: Any, picture: Any = None) -> Battle:
    return seated(cast, play_exercise(by=cast.umpire, exercise=data, picture=picture, now=NOON).battle)


def shared(cast: Any, row: Exercise) -> Exercise:
    return shelf.share_exercise(by=cast.umpire, exercise=row.public_id, shared=True)


def begun(cast: Any, battle: Battle) -> None:
    start_battle(by=cast.umpire, battle=battle.public_id, now=NOON)


def read_by(user: Any, key: str) -> list[tuple[str, int, bytes]]:
    """What somebody is answered at every address of an exercise; whatever it makes is counted in its status."""
    page, api = client_of(user), api_client(user)
    act = reverse("exercise-change", args=[key])
    one, asks = reverse("api-exercise", args=[key]), {"format": "json"}
    found = {
        "page": page.get(reverse("exercise", args=[key])),
        "troops": page.get(reverse("exercise", args=[key]), {"troops": "yes"}),
        "shelf": page.get(reverse("exercises")),
        "file": page.get(reverse("exercise-file", args=[key])),
        "copy": page.post(act, {"act": "copy"}, follow=True),
        "describe": page.post(act, {"act": "describe", "name": "Mine"}, follow=True),
        "play": page.post(reverse("exercise-play", args=[key]), follow=True),
        "api": api.get(one),
        "api-shelf": api.get(reverse("api-exercises")),
        "api-copy": api.post(reverse("api-copy-exercise", args=[key]), {}, **asks),
        "api-play": api.post(reverse("api-play-exercise", args=[key]), {}, **asks),
        "api-describe": api.patch(one, {"minutes": 50}, **asks),
    }
    return [(name, answer.status_code, answer.content) for name, answer in found.items()]


def is_sealed(user: Any, key: str) -> bool:
    """Whether somebody reads the cover alone, whatever they ask for; False where they read all of it."""
    answers = {name: (status, content) for name, status, content in read_by(user, key)}
    made = {"copy", "play", "api-copy", "api-play", "file"}
    if answers["api"][1].count(b"blue-1st"):
        assert answers["file"][0] == 200 and answers["copy"][0] == 200 and answers["api-play"][0] == 201
        return False
    assert all(answers[name][0] == 409 for name in made), answers
    for name in answers.keys() - {"shelf", "api-shelf"}:
        assert ENEMY not in answers[name][1] and b"blue-1st" not in answers[name][1], name
    said = api_client(user).get(reverse("api-exercise", args=[key])).json()
    cover = {"id", "name", "summary", "level", "players", "mine", "built_in", "shared", "sealed"}
    assert said.keys() == {*cover, "briefings", "made_at"} and said["made_at"] is None
    page = answers["page"][1].decode()
    for hidden in ("Alder Bridge</", "45 minutes", "data-thing", "GPL-3.0", "Played"):
        assert hidden not in page, hidden
    return True


@pytest.mark.parametrize("under_way", [False, True], ids=["before", "during"])
@pytest.mark.parametrize("who", [who for *_, who in SEATS])
def test_who_plays_reads_the_cover_and_their_own_briefing(cast, who, under_way):
    battle = played(cast, house_exercise("first_bridge"))
    if under_way:
        begun(cast, battle)
    user = getattr(cast, who)
    assert is_sealed(user, "first_bridge")
    page = client_of(user).get(reverse("exercise", args=["first_bridge"])).content.decode()
    assert "Two small columns meet" in page and "for beginners" in page and "2 to 6" in page
    assert (OWN in page) == (who == "red_general"), "his own briefing, and nobody else's"
    assert not is_sealed(cast.umpire, "first_bridge") and not is_sealed(cast.bystander, "first_bridge")


def test_it_is_open_again_when_the_battle_is_over_and_another_exercise_always_was(cast):
    battle = played(cast, house_exercise("first_bridge"))
    assert not client_of(cast.red_general).get(reverse("exercise-file", args=["redoubt"])).status_code == 409
    begun(cast, battle)
    assert is_sealed(cast.red_general, "first_bridge")
    end_battle(by=cast.umpire, battle=battle.public_id, reason="late", now=NOON)
    assert not is_sealed(cast.red_general, "first_bridge")


@pytest.mark.parametrize("under_way", [False, True], ids=["before", "during"])
@pytest.mark.parametrize("who", [who for *_, who in SEATS])
def test_whoever_loses_his_seat_is_kept_from_it_until_the_battle_is_over(cast, who, under_way):
    """As the same person in the same seat; the bystander, who never had one, is his twin on the other side."""
    battle, user = played(cast, house_exercise("first_bridge")), getattr(cast, who)
    if under_way:
        begun(cast, battle)
    post = battle.campaign.posts.get(user=user)
    held = read_by(user, "first_bridge")
    dismiss(by=cast.umpire, post=post.public_id, now=NOON + timedelta(minutes=3))
    assert [status for _, status, _ in read_by(user, "first_bridge")] == [status for _, status, _ in held]
    assert is_sealed(user, "first_bridge") and not is_sealed(cast.bystander, "first_bridge")
    if under_way:
        end_battle(by=cast.umpire, battle=battle.public_id, reason="late", now=NOON)
    else:
        end_campaign(by=cast.umpire, campaign=battle.campaign.public_id, now=NOON)
    assert not is_sealed(user, "first_bridge")


def test_whoever_hands_his_seat_over_is_kept_from_it_like_who_takes_it(cast):
    battle = played(cast, house_exercise("first_bridge"))
    begun(cast, battle)
    post = battle.campaign.posts.get(user=cast.red_general)
    hand_over(by=cast.umpire, post=post.public_id, user=cast.bystander, now=NOON + timedelta(minutes=3))
    assert is_sealed(cast.red_general, "first_bridge") and is_sealed(cast.bystander, "first_bridge")


def test_a_seat_that_ended_before_the_battle_was_there_keeps_nobody_from_it(cast):
    battle = played(cast, house_exercise("first_bridge"))
    battle.campaign.posts.filter(user=cast.red_general).update(held_until=NOON - timedelta(days=1))
    assert not is_sealed(cast.red_general, "first_bridge") and is_sealed(cast.blue_general, "first_bridge")


def test_a_player_who_becomes_the_umpire_reads_it_and_an_umpire_who_only_was_it_before_does_too(cast):
    battle = played(cast, house_exercise("first_bridge"))
    battle.campaign.posts.filter(user=cast.red_general).update(held_until=NOON)
    assert is_sealed(cast.red_general, "first_bridge")
    appoint(by=cast.umpire, campaign=battle.campaign.public_id, kind="umpire", user=cast.red_general, now=NOON)
    assert not is_sealed(cast.red_general, "first_bridge")
    battle.campaign.posts.filter(user=cast.umpire).update(held_until=NOON)
    assert not is_sealed(cast.umpire, "first_bridge")


def test_a_campaign_that_ends_before_its_battle_began_opens_it(cast):
    battle = played(cast, house_exercise("first_bridge"))
    assert is_sealed(cast.blue_general, "first_bridge")
    end_campaign(by=cast.umpire, campaign=battle.campaign.public_id, now=NOON)
    assert not is_sealed(cast.blue_general, "first_bridge")


def test_an_umpire_who_plays_too_reads_what_he_knows_anyway(cast):
    battle = play_exercise(by=cast.umpire, exercise=house_exercise("first_bridge"), now=NOON).battle
    battle.campaign.posts.create(
        campaign=battle.campaign, kind="observer", user=cast.umpire, title="Observer", held_from=NOON
    )
    assert not is_sealed(cast.umpire, "first_bridge")


# -- whatever it is related to --------------------------------------------------------------------------


def a_copy(cast: Any, of: str) -> Exercise:
    return shelf.copy_exercise(by=cast.umpire, exercise=of, now=NOON)


def of_a_copy(cast: Any) -> str:
    """The battle is of the exercise, and this is a copy of a copy."""
    played(cast, house_exercise("first_bridge"))
    return str(shared(cast, a_copy(cast, a_copy(cast, "first_bridge").public_id)).public_id)


def of_the_first(cast: Any) -> str:
    """The battle is of a copy of a copy, and this is the first."""
    played(cast, a_copy(cast, a_copy(cast, "first_bridge").public_id).data)
    return "first_bridge"


def of_a_sister(cast: Any) -> str:
    """Both are copies of one that is deleted."""
    first = a_copy(cast, "first_bridge")
    mine, other = a_copy(cast, first.public_id), shared(cast, a_copy(cast, first.public_id))
    shelf.delete_exercise(by=cast.umpire, exercise=first.public_id)
    played(cast, mine.data)
    shelf.delete_exercise(by=cast.umpire, exercise=mine.public_id)
    return str(other.public_id)


def renamed(cast: Any) -> str:
    """It was given another name and another length after the battle was made of it."""
    mine = shared(cast, a_copy(cast, "first_bridge"))
    played(cast, mine.data)
    shelf.describe_exercise(by=cast.umpire, exercise=mine.public_id, name="Innocent", minutes=99)
    return str(mine.public_id)


def taken_out(cast: Any) -> str:
    """The umpire has taken the battle out, at its first move, as a file, and brought that in."""
    battle = played(cast, house_exercise("first_bridge"))
    begun(cast, battle)
    file = pack(shelf.taken_out(by=cast.umpire, battle=battle.public_id, move=1, now=NOON).data)
    return str(shared(cast, shelf.bring_in(by=cast.umpire, source=file, now=NOON).exercise).public_id)


def taken_out_of_no_exercise(cast: Any) -> str:
    """The same of a battle that was made of none."""
    data = house_exercise("first_bridge")
    campaign = create_campaign(by=cast.umpire, name="Bare", book="kriegspiel", options={}, sides=SIDES, now=NOON)
    start = json.dumps({**data["forces"], "country": data["country"]})
    given = {"name": "Bare", "start": start, "scenario": "", "country": "", "briefing": ""}
    umpire = client_of(cast.umpire)
    assert umpire.post(reverse("battle-new", args=[campaign.public_id]), given).status_code == 302
    battle = seated(cast, Battle.objects.get())
    kept = shelf.keep_battle(by=cast.umpire, battle=battle.public_id, now=NOON).exercise
    return str(shared(cast, shelf.copy_exercise(by=cast.umpire, exercise=kept.public_id, now=NOON)).public_id)


def on_another_country(cast: Any) -> str:
    """The battle has the forces of the exercise on a country that was chosen."""
    ground = create_country(by=cast.umpire, name="Other", data=house_exercise("first_bridge")["country"], now=NOON)
    campaign = create_campaign(by=cast.umpire, name="Other", book="kriegspiel", options={}, sides=SIDES, now=NOON)
    given = {"name": "Other", "scenario": "first_bridge", "country": ground.public_id, "briefing": ""}
    umpire = client_of(cast.umpire)
    assert umpire.post(reverse("battle-new", args=[campaign.public_id]), given).status_code == 302
    seated(cast, Battle.objects.get())
    return "first_bridge"


RELATED = (of_a_copy, of_the_first, of_a_sister, renamed, taken_out, taken_out_of_no_exercise, on_another_country)


@pytest.mark.parametrize("related", RELATED, ids=lambda one: one.__name__)
def test_whatever_it_came_of_and_whatever_came_of_it_is_sealed_too(cast, related):
    key = related(cast)
    assert is_sealed(cast.red_general, key)
    assert not is_sealed(cast.bystander, key)


def test_the_samples_are_sealed_from_those_who_play_in_them(cast):
    load_sample(now=NOON)
    (red,) = {one.user for one in Battle.objects.first().campaign.posts.filter(kind="general", side__key="red")}
    for key in ("hartley", "vale"):
        assert client_of(red).get(reverse("exercise-file", args=[key])).status_code == 409, key
        assert client_of(cast.bystander).get(reverse("exercise-file", args=[key])).status_code == 200


# -- by the side door -----------------------------------------------------------------------------------


def test_a_sealed_one_is_not_found_by_what_is_sealed_of_it_and_makes_no_battle(cast):
    played(cast, house_exercise("first_bridge"))
    red = client_of(cast.red_general)
    here = reverse("exercise", args=["first_bridge"])
    for sealed in ({"book": "kriegspiel"}, {"minutes": "60"}):
        assert here not in red.get(reverse("exercises"), sealed).content.decode()
        assert here in client_of(cast.bystander).get(reverse("exercises"), sealed).content.decode()
    for told in ({"level": "beginners"}, {"players": "2"}, {}):
        assert here in red.get(reverse("exercises"), told).content.decode()
    own = create_campaign(by=cast.red_general, name="Own", book="kriegspiel", options={}, sides=SIDES, now=NOON)
    page = red.get(reverse("campaign", args=[own.public_id])).content.decode()
    assert 'value="first_bridge"' not in page and 'value="redoubt"' in page
    for address in ("battle-new", "battle-terms"):
        given = {"name": "X", "scenario": "first_bridge", "book": "kriegspiel", "create": "yes"}
        assert red.post(reverse(address, args=[own.public_id]), given).status_code in (400, 409), address
    assert Battle.objects.count() == 1


def test_the_picture_under_a_sealed_exercise_is_nobodys_who_plays(cast):
    data = {**house_exercise("first_bridge"), "picture": SAID}
    row = shared(cast, shelf.bring_in(by=cast.umpire, source=pack(data, encoded(a_scan(640, 480))), now=NOON).exercise)
    address = reverse("picture", args=[row.picture.public_id])
    assert client_of(cast.red_general).get(address).status_code == 200
    played(cast, row.data)
    assert client_of(cast.red_general).get(address).status_code == 404
    assert client_of(cast.bystander).get(address).status_code == 200


def test_its_maker_may_share_and_delete_it_while_it_is_sealed_from_him(cast):
    mine = shelf.copy_exercise(by=cast.red_general, exercise="first_bridge", now=NOON)
    played(cast, mine.data)
    red, act = client_of(cast.red_general), reverse("exercise-change", args=[mine.public_id])
    assert is_sealed(cast.red_general, mine.public_id)
    assert red.post(act, {"act": "share"}).status_code == 302 and Exercise.objects.get().shared
    assert red.post(act, {"act": "delete"}).status_code == 302 and not Exercise.objects.exists()


def test_a_file_that_he_brings_in_himself_is_sealed_at_once(cast):
    played(cast, house_exercise("first_bridge"))
    red = api_client(cast.red_general)
    given = unpack(pack(house_exercise("first_bridge")))[0]
    made = red.post(reverse("api-exercises"), {"exercise": given}, format="json")
    assert made.status_code == 201 and made.json()["sealed"] and "exercise" not in made.json()


# -- twin worlds ----------------------------------------------------------------------------------------

ALWAYS = "^(api-)?(exercises?|battle|campaign|sheet|injects|muster-own|exercise-(file|change|play)|countries)$"
LOOKERS = {"red_general": 3, "observer": 12}


def an_exercise(*, secret: bool) -> dict[str, Any]:
    """Two that have the same cover; the second has more of Blue's, and more that is planned."""
    data = unpack(pack(house_exercise("first_bridge")))[0]
    data["forces"]["depots"] = {"blue-depot": {"side": "blue", "at": [90, 130], "packets": {"food": 4}}}
    if secret:
        data |= {"licence": "canary", "minutes": 77, "moves": 9, "author": "Canary", "options": {}}
        data["sides"]["blue"]["briefing"] = "canary-briefing"
        data["forces"]["depots"]["blue-depot"]["packets"] = {"food": 86413}
        data["forces"]["bodies"]["blue-1st"]["commander"] = "canary-brigade"
        data["events"] = [{"text": "canary-event", "move": 9}]
        data["objectives"] = [
            *data["objectives"],
            {"side": "blue", "kind": "hold", "at": [60, 60], "inches": 7, "name": "canary-aim", "move": 3},
        ]  # fmt: skip
    return {**data, "options": house_exercise("first_bridge")["options"]}


def arrivals_planned(world: Battlefield) -> None:
    """The umpire has planned reinforcements for Blue: for a later move, for a press, and by somebody who comes near."""
    change = [{"template": "battalion", "side": "blue", "name": "canary-arrival"}]
    near = {"at": [1, 1], "inches": 1, "side": "red"}
    for key, when in {"move": {"move_number": 9}, "press": {"press": True}, "near": {"near": near}}.items():
        planned = Planned(text="canary-reinforcements", clause="house rule", change=change, sure=True, **when)
        prepare_inject(by=world.cast.umpire, battle=world.battle.public_id, planned=planned, key=key, now=NOON)


def put_down(world: Battlefield) -> None:
    """Blue's General has put his own force down elsewhere, behind the curtain."""
    force = own_force(world.battle.terms, Battle.objects.get(pk=world.battle.pk), "blue")
    assert force is not None
    moved = [{"move": ["blue-2nd"], "by": [6, -4]}, {"thing": "blue-horse", "key": "facing", "value": 90}]
    place_own(
        by=world.cast.blue_general, battle=world.battle.public_id, base=force.base, changes=moved, now=NOON
    )  # fmt: skip


def lived(under_way: bool, *, secret: bool, set_clock: Callable[[datetime], None]) -> tuple[Seen, str]:
    """What those who play are answered in one world, and what the umpire and Blue read there."""
    set_clock(NOON)
    cast = a_cast()
    row = shared(cast, shelf.bring_in(by=cast.umpire, source=an_exercise(secret=secret), now=NOON).exercise)
    battle = played(cast, row.data)
    world = Battlefield(secret, cast, battle, {"exercise": row.public_id})
    for side in ("red", "blue"):
        open_curtain(by=cast.umpire, battle=battle.public_id, side=side, now=NOON)
    if secret:
        arrivals_planned(world)
        if not under_way:
            put_down(world)
    if under_way:
        begun(cast, battle)
    set_clock(NOON + timedelta(minutes=1))
    seen: Seen = {}
    for place, (who, every) in enumerate(LOOKERS.items()):
        user = getattr(cast, who)
        parts = parts_of(world, user, ("red-1st", "blue-1st", "blue-depot"), ("bodies",))
        seen[who] = crawled(world, user, parts, (place, 1 if WHOLE else every))
        seen[f"{who} again"] = crawled(world, user, parts, of=ALWAYS)
    umpire = client_of(cast.umpire)
    known = [umpire.get(url("injects", battle)), umpire.get(reverse("exercise", args=[row.public_id]))]
    known += [client_of(cast.blue_general).get(url("muster-own", battle))] if not under_way else []
    return seen, "".join(one.content.decode() for one in known)


@pytest.fixture(scope="module", params=[False, True], ids=["before", "during"])
def envelopes(request, django_db_setup, django_db_blocker):
    return in_both_worlds(django_db_blocker, partial(lived, request.param))


@pytest.mark.slow
def test_no_address_tells_who_plays_what_is_in_the_envelope_what_is_planned_or_where_the_enemy_is_put_down(envelopes):
    (plain, _), (secret, _) = envelopes
    assert not leaks(plain, secret)
    assert not [asked for look in secret.values() for asked, answer in look.items() if "canary" in answer[3].lower()]
    opened = [asked.split()[1] for asked, answer in plain["red_general again"].items() if answer[0] == 200]
    assert {"exercise", "exercises", "api-exercise", "api-exercises"} <= set(opened)


@pytest.mark.slow
def test_the_umpire_and_the_side_read_all_of_it_and_only_where_it_is_so(envelopes):
    (_, plain), (_, secret) = envelopes
    for sign in ("canary-reinforcements", "canary-event", "canary-briefing"):
        assert sign in secret and sign not in plain
