"""The shelf on pages: looked at, brought in, played, taken out, by those who may."""

from __future__ import annotations

from django.contrib.auth import get_user
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from campaigns.models import Battle, Campaign, Exercise, Invitation
from campaigns.usecases.campaigns.endings import end_battle
from campaigns.usecases.campaigns.preparation import open_battle
from campaigns.usecases.exercises import shelf
from campaigns.usecases.exercises.file import pack
from campaigns.usecases.exercises.house import ORDER, house_exercise
from tests.campaigns.builders import NOON, START, a_campaign
from tests.campaigns.pictures.scans import a_scan, encoded
from tests.campaigns.pictures.test_exercise_pictures import SAID
from tests.campaigns.web.conftest import Page, client_of


def as_upload(data, name="x.zip"):
    return SimpleUploadedFile(name, data)


def test_somebody_without_a_battle_finds_the_shelf_and_each_exercise_on_it(stranger):
    home = stranger.get("/")
    assert reverse("exercises") in Page(home).links
    page = Page(stranger.get(reverse("exercises")))
    assert not page.strange and not page.unlabelled and len(set(page.ids)) == len(page.ids)
    for key in ORDER:
        assert reverse("exercise", args=[key]) in page.links
        one = stranger.get(reverse("exercise", args=[key]))
        told = Page(one)
        assert one.status_code == 200 and not told.strange and not told.unlabelled
        assert len(set(told.ids)) == len(told.ids)


def test_the_shelf_shows_originals_before_copies_and_a_copy_after_what_it_came_of(cast):
    page = client_of(cast.umpire)
    assert page.get(reverse("exercises")).status_code == 200
    copied = shelf.copy_exercise(by=cast.umpire, exercise="first_bridge", now=NOON).public_id
    own = {**house_exercise("first_bridge"), "name": "The Weir", "texts": {}, "digest": "", "forked": ""}
    original = shelf.bring_in(by=cast.umpire, source=own, now=NOON).exercise.public_id
    again = shelf.copy_exercise(by=cast.umpire, exercise=copied, now=NOON).public_id
    told = page.get(reverse("exercises")).content.decode()
    places = [told.index(reverse("exercise", args=[key])) for key in (*ORDER, original, copied, again)]
    assert places == sorted(places)


def test_the_troops_of_both_sides_are_shown_only_where_they_are_asked_for(stranger):
    address = reverse("exercise", args=["first_bridge"])
    assert b'data-thing="red-1st"' not in stranger.get(address).content
    assert b'data-thing="red-1st"' in stranger.get(address, {"troops": "yes"}).content


def test_what_an_exercise_has_none_of_is_left_out_and_its_seats_are_in_order(cast, stranger):
    seats = [
        ("commander", "blue", "artillery", ""),
        ("commander", "blue", "", "1st Brigade"),
        ("general", "blue", "", ""),
    ]
    data = {
        **house_exercise("first_bridge"), "briefing": "", "texts": {}, "sides": {"blue": {"briefing": "Hold it"}},
        "seats": [
            {"kind": "observer"},
            *({"kind": kind, "side": side, "arm": arm, "brigade": brigade} for kind, side, arm, brigade in seats),
            {"kind": "general", "side": "red"},
        ],
        "events": [{"text": "Steam!", "near": {"edge": "south", "inches": 6, "side": "red"}}],
    }  # fmt: skip
    answer = stranger.post(reverse("exercise-bring"), {"file": as_upload(pack(data))}, follow=True)
    told = answer.content.decode()
    for_the_umpire = told.split("For the umpire: what each side reads")[1].split("</details>")[0]
    assert 'id="h-situation"' not in told and "Hold it" in told and for_the_umpire.count("<h3>") == 3
    listed = told.split('id="h-seats"')[1].split("</ul>")[0]
    places = [listed.index(one) for one in ("Red", "General", "1st Brigade", "Artillery", "Observer")]
    assert places == sorted(places)
    assert "When somebody comes within 6 in. of the south edge" in told


def test_the_shelf_is_filtered(stranger):
    page = Page(stranger.get(reverse("exercises"), {"book": "little-wars", "players": "two", "minutes": ""}))
    assert reverse("exercise", args=["toy_village"]) in page.links
    assert reverse("exercise", args=["first_bridge"]) not in page.links


def test_the_shelf_tells_how_an_exercise_ended_and_nothing_of_one_that_goes_on(cast, stranger):
    stranger.post(reverse("exercise-play", args=["first_bridge"]))
    battle = Battle.objects.get()
    stranger.post(reverse("battle-start", args=[battle.public_id]))
    pages = [reverse("exercises"), reverse("exercise", args=["first_bridge"])]
    other = client_of(cast.observer)
    assert all(b"Red 0" not in other.get(page).content for page in pages)
    end_battle(by=get_user(stranger), battle=battle.public_id, winner="blue", reason="It was late.", now=NOON)
    shelf, one = (other.get(page).content for page in pages)
    assert b"played once: Red 0, Blue 1, drawn 0" in shelf and b"<dd>1: Red 0, Blue 1, drawn 0</dd>" in one
    assert battle.public_id.encode() not in shelf + one


def test_an_exercise_is_played_by_one_press_and_its_seats_are_taken_by_the_links(cast, stranger):
    answer = stranger.post(reverse("exercise-play", args=["first_bridge"]), follow=True)
    campaign, battle = Campaign.objects.get(), Battle.objects.get()
    assert answer.redirect_chain[0][0] == reverse("invitations", args=[campaign.public_id])
    assert b"Send each player the link to a seat" in answer.content
    assert reverse("look-over", args=[battle.public_id]) in Page(answer).links
    links = {one.title: reverse("invitation", args=[one.token]) for one in Invitation.objects.all()}
    assert len(links) == 6 and all(link.encode() in answer.content for link in links.values())
    for title, user in (("Red General", cast.red_general), ("Blue General", cast.blue_general)):
        assert client_of(user).post(links[title]).status_code == 302
    begin = reverse("battle-start", args=[battle.public_id])
    assert stranger.post(begin).status_code == 302
    battle.refresh_from_db()
    assert battle.status == "running"
    sheet = client_of(cast.red_general).get(reverse("sheet", args=[battle.public_id]))
    assert sheet.status_code == 200 and b"Alder Volunteers" in sheet.content
    assert stranger.get(reverse("campaign", args=[campaign.public_id])).status_code == 200
    assert stranger.get(reverse("exercise-play", args=["first_bridge"])).status_code == 302


def test_a_file_goes_out_and_is_brought_in_by_another(cast, stranger):
    file = stranger.get(reverse("exercise-file", args=["redoubt"]))
    assert file["Content-Disposition"] == 'attachment; filename="the-leaguer-of-castle-point.zip"'
    assert file.content == pack(house_exercise("redoubt"))
    other = client_of(cast.observer)
    brought = other.post(reverse("exercise-bring"), {"file": as_upload(file.content)}, follow=True)
    row = Exercise.objects.get()
    assert brought.redirect_chain[0][0] == reverse("exercise", args=[row.public_id])
    assert b"on your shelf" in brought.content
    assert other.get(reverse("exercise-file", args=[row.public_id])).content == file.content
    assert stranger.get(reverse("exercise", args=[row.public_id])).status_code == 404
    assert stranger.get(reverse("exercise-file", args=[row.public_id])).status_code == 404
    assert stranger.post(reverse("exercise-play", args=[row.public_id])).status_code == 404


def test_every_fault_of_a_file_is_told_and_nothing_kept(stranger):
    spoilt = {**house_exercise("first_bridge"), "level": "easy", "minutes": 0}
    answer = stranger.post(reverse("exercise-bring"), {"file": as_upload(pack(spoilt))})
    assert answer.status_code == 400 and not Exercise.objects.exists()
    assert b"evel: " in answer.content and b"inutes: " in answer.content
    for wrong in ({}, {"file": as_upload(b"PK")}, {"file": as_upload(b"\x00" * 16_000_001)}):
        assert stranger.post(reverse("exercise-bring"), wrong).status_code == 400
    assert not Exercise.objects.exists()


def test_ones_own_copy_is_described_shared_and_deleted(cast, stranger):
    change = reverse("exercise-change", args=["vale"])
    copied = stranger.post(change, {"act": "copy"}, follow=True)
    row = Exercise.objects.get()
    assert copied.status_code == 200 and b"The copy is on your shelf" in copied.content
    mine = reverse("exercise-change", args=[row.public_id])
    stranger.post(mine, {"act": "describe", "name": "My vale", "summary": "Mine", "licence": "CC0-1.0"})
    refused = stranger.post(mine, {"act": "describe", "name": "", "summary": "Typed", "licence": ""})
    assert refused.status_code == 400 and b"Typed" in refused.content
    row.refresh_from_db()
    assert (row.name, row.data["licence"], row.digest) == ("My vale", "CC0-1.0", row.data["digest"])
    asks = {"level": "long", "fewest": "3", "most": "6", "minutes": "240", "moves": "12"}
    stranger.post(mine, {"act": "describe", "name": "My vale", "summary": "Mine", **asks})
    row.refresh_from_db()
    assert (row.fewest, row.most, row.minutes, row.data["level"], row.data["moves"]) == (3, 6, 240, "long", 12)
    for wrong, told in (
        ({"minutes": "soon"}, 'id="f-minutes-error"'),
        ({"fewest": "7"}, 'id="f-most-error"'),
        ({"level": "hard"}, "beginners, usual, long is wanted"),
    ):
        refused = stranger.post(mine, {"act": "describe", "name": "My vale", **asks, **wrong})
        assert refused.status_code == 400 and told in refused.content.decode()
        row.refresh_from_db()
        assert (row.fewest, row.most, row.minutes) == (3, 6, 240)
    other = client_of(cast.observer)
    page = reverse("exercise", args=[row.public_id])
    assert other.get(page).status_code == 404
    stranger.post(mine, {"act": "share"})
    assert other.get(page).status_code == 200
    for act in ("delete", "keep", "describe"):
        assert other.post(mine, {"act": act, "name": "x"}).status_code == 404
    stranger.post(mine, {"act": "keep"})
    assert other.get(page).status_code == 404
    assert stranger.post(mine, {"act": "burn"}).status_code == 400
    assert stranger.post(mine, {"act": "delete"}).status_code == 302 and not Exercise.objects.exists()


def test_a_battle_is_taken_out_by_its_umpire_alone(battle, cast, umpire):
    address = reverse("battle-take-out", args=[battle.public_id])
    for user in (cast.red_general, cast.observer):
        assert client_of(user).get(address).status_code == 403
        assert client_of(user).post(address, {"to": "file"}).status_code == 403
    assert client_of(cast.bystander).get(address).status_code == 404
    page = Page(umpire.get(address))
    assert not page.unlabelled and not page.strange
    file = umpire.post(address, {"to": "file", "move": "1"})
    assert file["Content-Type"] == "application/zip" and file.content[:4] == b"PK\x03\x04"
    umpire.post(address, {"to": "shelf", "move": ""})
    assert Exercise.objects.get().made_by == cast.umpire
    assert umpire.post(address, {"to": "file", "move": "77"}).status_code == 404
    assert umpire.post(address, {"to": "file", "move": "one"}).status_code == 400


def test_the_form_of_a_battle_offers_the_shelf_of_its_book(cast, umpire, battle):
    page = umpire.get(reverse("campaign", args=[battle.campaign.public_id]))
    assert b'<option value="first_bridge"' in page.content and b'<option value="toy_village"' not in page.content
    given = {"name": "On the shelf", "scenario": "branch_line", "country": "", "briefing": ""}
    assert umpire.post(reverse("battle-new", args=[battle.campaign.public_id]), given).status_code == 302
    made = Battle.objects.order_by("-pk").first()
    assert made.exercise == house_exercise("branch_line")["digest"] and made.country_name == "The Branch Line"
    assert made.briefing.startswith("The Branch Line climbs")


def test_the_shelf_asks_the_database_little(stranger, django_assert_max_num_queries):
    stranger.get(reverse("exercises"))
    with django_assert_max_num_queries(12):
        stranger.get(reverse("exercises"))
    with django_assert_max_num_queries(12):
        stranger.get(reverse("exercise", args=["ten_players"]))


def test_a_copy_is_described_in_the_language_in_which_it_is_read_and_told_from_the_others(stranger):
    german = {"headers": {"Accept-Language": "de"}}
    change = reverse("exercise-change", args=["first_bridge"])
    for _ in range(2):
        stranger.post(change, {"act": "copy"}, **german)
    first, second = Exercise.objects.order_by("pk")
    shelf = stranger.get(reverse("exercises"), **german).content.decode()
    assert first.data["texts"]["de"]["name"] != second.data["texts"]["de"]["name"]
    assert all(f"{row.data['texts']['de']['name']}</a>" in shelf for row in (first, second))
    mine, summary = reverse("exercise-change", args=[first.public_id]), first.data["texts"]["de"]["summary"]
    page = stranger.get(reverse("exercise", args=[first.public_id]), **german).content.decode()
    assert f">{summary}</textarea>" in page
    given = {"act": "describe", "name": "Klasse 7b", "summary": summary, "licence": ""}
    saved = stranger.post(mine, given, follow=True, **german).content.decode()
    assert "Gespeichert." in saved and "Klasse 7b</h1>" in saved and summary[:30] in saved
    file = stranger.get(reverse("exercise-file", args=[first.public_id]))
    assert file["Content-Disposition"] == 'attachment; filename="klasse-7b.zip"'
    stranger.post(mine, {**given, "name": "Über die Brücke, Straße 3"}, **german)
    file = stranger.get(reverse("exercise-file", args=[first.public_id]))
    assert file["Content-Disposition"] == 'attachment; filename="ueber-die-bruecke-strasse-3.zip"'
    stranger.post(mine, given, **german)
    first.refresh_from_db()
    assert first.name == "Klasse 7b" and first.data["summary"] == second.data["summary"], "only the name was changed"


def test_who_plays_an_exercise_twice_has_two_campaigns_of_unlike_names(stranger):
    for _ in range(2):
        stranger.post(reverse("exercise-play", args=["first_bridge"]))
    assert list(Campaign.objects.order_by("pk").values_list("name", flat=True)) == [
        "The Bridge at Alder",
        "The Bridge at Alder (2)",
    ]


def test_the_shelf_is_filtered_by_level_and_players_agree_with_the_seats(stranger):
    beginners = Page(stranger.get(reverse("exercises"), {"level": "beginners"})).links
    assert reverse("exercise", args=["first_bridge"]) in beginners
    assert reverse("exercise", args=["ten_players"]) not in beginners
    stranger.post(reverse("exercise-change", args=["first_bridge"]), {"act": "copy"})
    mine = reverse("exercise", args=[Exercise.objects.get().public_id])
    assert mine in Page(stranger.get(reverse("exercises"), {"level": "beginners"})).links
    assert mine not in Page(stranger.get(reverse("exercises"), {"level": "long"})).links
    for key in ORDER[:6]:
        one = house_exercise(key)
        assert one["players"][1] == sum(seat["kind"] != "observer" for seat in one["seats"]), key


def a_copy_of_mine(cast, **changed):
    """An exercise on the umpire's shelf."""
    return shelf.bring_in(by=cast.umpire, source={**house_exercise("first_bridge"), **changed}, now=NOON).exercise


def test_a_seat_that_holds_a_brigade_is_listed_by_it(cast):
    brigades = [{"kind": "commander", "side": "red", "brigade": f"{number} Brigade"} for number in ("1st", "2nd")]
    made = a_copy_of_mine(cast, seats=[*brigades, {"kind": "general", "side": "blue"}])
    page = client_of(cast.umpire).get(reverse("exercise", args=[made.public_id])).content.decode()
    assert all(f"· {one['brigade']}</li>" in page for one in brigades) and "Commander</li>" not in page
    assert "· General</li>" in page


def test_what_is_taken_out_is_for_as_many_players_as_it_has_seats(cast):
    campaign = a_campaign(cast)  # a General, four commanders of two sides and an official; an observer plays nothing
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="X", start=START, now=NOON)
    made = shelf.keep_battle(by=cast.umpire, battle=battle.public_id, now=NOON).exercise
    seats = [seat for seat in made.data["seats"] if seat["kind"] != "observer"]
    assert (made.fewest, made.most) == (2, len(seats)) and len(seats) > 8
    play = client_of(cast.umpire).post(reverse("exercise-play", args=["first_bridge"]))
    battle = Battle.objects.exclude(pk=battle.pk).get()
    again = shelf.keep_battle(by=cast.umpire, battle=battle.public_id, now=NOON).exercise
    assert play.status_code == 302 and [again.fewest, again.most] == house_exercise("first_bridge")["players"]


def test_objectives_that_everybody_may_know_are_listed_with_their_flags_and_the_others_for_the_umpire(cast):
    hidden = {"kind": "hold", "side": "blue", "at": [40, 40], "inches": 6, "name": "the mill", "shown": "own"}
    made = a_copy_of_mine(cast, objectives=[*house_exercise("first_bridge")["objectives"], hidden])
    address = reverse("exercise", args=[made.public_id])
    page = client_of(cast.umpire).get(address).content.decode()
    listed, rest = page.split("For the umpire", 1)
    assert "Each side: hold Alder Bridge at the end of move 10" in listed and ">Alder Bridge</text>" in listed
    assert "the mill" not in listed and "Blue: hold the mill" in rest and "Shown to: the side itself" in rest
    assert ">the mill</text>" in client_of(cast.umpire).get(address, {"troops": "yes"}).content.decode()


def test_the_picture_underneath_is_shown_and_that_of_the_umpire_with_the_troops_alone(cast, stranger):
    for audience, country_alone in (("all", True), ("umpire", False)):
        data = {**house_exercise("first_bridge"), "picture": {**SAID, "audience": audience}}
        made = shelf.bring_in(by=cast.umpire, source=pack(data, encoded(a_scan())), now=NOON).exercise
        address, image = (
            reverse("exercise", args=[made.public_id]),
            reverse("picture", args=[made.picture.public_id]),
        )
        mine = client_of(cast.umpire)
        assert (image in mine.get(address).content.decode()) is country_alone
        assert image in mine.get(address, {"troops": "yes"}).content.decode()
        assert stranger.get(address).status_code == stranger.get(image).status_code == 404
        shelf.share_exercise(by=cast.umpire, exercise=made.public_id, shared=True)
        assert stranger.get(address).status_code == stranger.get(image).status_code == 200
        shelf.share_exercise(by=cast.umpire, exercise=made.public_id, shared=False)


def test_a_number_of_players_that_is_none_is_told(stranger):
    page = stranger.get(reverse("exercises"), {"players": "abc"})
    told = page.content.decode()
    assert page.status_code == 400 and '<a href="#f-players">Players</a>: Enter a whole number' in told
    assert 'aria-describedby="f-players-error"' in told and 'value="abc"' in told
    assert "f-players-error" not in stranger.get(reverse("exercises"), {"players": "2"}).content.decode()
