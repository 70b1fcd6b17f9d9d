"""The pages of the picture under a country: sent, laid, seen under the map by those for whom it is, and its bytes."""

from __future__ import annotations

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from campaigns.clock import server_time
from campaigns.models import Battle, Country, Picture, Underlay
from campaigns.usecases.moves.findings import submit_move
from campaigns.usecases.muster.countries import create_country
from campaigns.usecases.pictures.underlays import change_battle_picture
from tests.campaigns import builders
from tests.campaigns.pictures.scans import a_scan, encoded
from tests.campaigns.pictures.test_underlays import DRAWN, fought, laid
from tests.campaigns.web.conftest import Page, client_of, close

TWO = {
    "act": "lay", "how": "two", "px1": "0", "py1": "480", "x1": "0", "y1": "0",
    "px2": "640", "py2": "480", "x2": "288", "y2": "0", "strength": "60", "audience": "all",
}  # fmt: skip


@pytest.fixture
def country(cast):
    """A country of the umpire's with nothing under it."""
    return create_country(by=cast.umpire, name="Hartley Vale", data=DRAWN, now=builders.NOON)


def page_of(country):
    return reverse("country-picture", args=[country.public_id])


def sent(client, country, content=None, name="Red's plan.png"):
    """The form by which a picture is sent."""
    body = encoded(a_scan()) if content is None else content
    file = SimpleUploadedFile(name, body, content_type="image/png")
    return client.post(page_of(country), {"act": "upload", "picture": file}, follow=True)


def test_a_picture_is_sent_and_laid_without_a_script(cast, country):
    umpire = client_of(cast.umpire)
    answer = sent(umpire, country)
    assert answer.status_code == 200 and "lies under the country" in answer.content.decode()
    assert "Red's plan" not in answer.content.decode() and Page(answer).unlabelled == [] == Page(answer).strange
    answer = umpire.post(page_of(country), TWO, follow=True)
    lies = Underlay.objects.get()
    assert lies.placing == {"pairs": [[[0, 480], [0, 0]], [[640, 480], [288, 0]]]}
    shown = Page(answer)
    assert (shown.fields["px2"], shown.fields["x2"]) == ("640", "288") and len(set(shown.ids)) == len(shown.ids)


def test_the_matrix_has_points_for_decimals_in_every_language(cast, country):
    umpire = client_of(cast.umpire)
    sent(umpire, country)
    umpire.post(page_of(country), TWO)
    for language in ("en", "de"):
        umpire.cookies["language"] = language
        told = umpire.get(reverse("country", args=[country.public_id]), HTTP_ACCEPT_LANGUAGE=language).content.decode()
        (matrix,) = re.findall(r'transform="matrix\(([^)]*)\)"', told)
        assert matrix == "1.5625 0 0 1.5625 0 -83.333333"
        assert 'opacity="0.6"' in told and '<html lang="de"' in told if language == "de" else True


def test_a_preview_saves_nothing_and_shows_what_was_typed(cast, country):
    umpire = client_of(cast.umpire)
    sent(umpire, country)
    answer = umpire.post(page_of(country), {**TWO, "act": "preview", "strength": "33"})
    assert 'opacity="0.33"' in answer.content.decode() and Page(answer).fields["strength"] == "33"
    assert Underlay.objects.get().strength == 70


def test_what_is_refused_loses_nothing_that_was_typed(cast, country):
    umpire = client_of(cast.umpire)
    sent(umpire, country)
    answer = umpire.post(page_of(country), {**TWO, "px2": "0", "strength": "44"})
    assert answer.status_code == 400 and "wo points of the picture are the same" in answer.content.decode()
    assert (Page(answer).fields["px2"], Page(answer).fields["strength"]) == ("0", "44")
    for wrong in (
        {"x1": "much"},
        {"how": "scale", "pixels": "x"},
        {"how": "scale", "pixels": "9", "turn": "45"},
        {"left": "9"},
    ):
        assert umpire.post(page_of(country), {**TWO, **wrong}).status_code == 400
    assert "pixels" in Underlay.objects.get().placing


def test_a_picture_is_laid_by_a_scale_and_beyond_the_edge(cast, country):
    umpire = client_of(cast.umpire)
    sent(umpire, country)
    more = {"how": "scale", "pixels": "2,5", "east": "-12", "north": "6 1/2", "turn": "90", "top": "0", "left": "0"}
    answer = umpire.post(page_of(country), {**TWO, **more, "right": "320", "bottom": "480"}, follow=True)
    assert answer.status_code == 200
    lies = Underlay.objects.get()
    assert lies.placing == {"pixels": "5/2", "origin": [-12, 6.5], "turn": 90} and lies.crop == [0, 0, 320, 480]
    assert Page(answer).fields["east"] == "-12"


def test_it_is_chosen_again_taken_away_and_deleted(cast, country):
    umpire = client_of(cast.umpire)
    sent(umpire, country)
    picture = Picture.objects.get().public_id
    umpire.post(page_of(country), {"act": "remove"})
    assert not Underlay.objects.exists()
    umpire.post(page_of(country), {"act": "under", "picture": picture})
    assert umpire.post(page_of(country), {"act": "delete", "picture": picture}).status_code == 409
    umpire.post(page_of(country), {"act": "remove"})
    umpire.post(page_of(country), {"act": "delete", "picture": picture})
    assert not Picture.objects.exists()
    assert umpire.post(page_of(country), {"act": "bite"}).status_code == 400


@pytest.mark.parametrize("content", [b"<svg onload=alert(1)>", b"", b"x" * 20_000_001])
def test_what_is_no_picture_or_too_large_is_refused_beside_its_field(cast, country, content):
    answer = sent(client_of(cast.umpire), country, content)
    assert answer.status_code == 400 and "f-picture-error" in answer.content.decode()
    assert not Picture.objects.exists()


def test_a_file_of_twelve_megabytes_reaches_this_form_whole(cast, country):
    large = encoded(a_scan()) + b"\0" * 12_000_000
    assert sent(client_of(cast.umpire), country, large).status_code == 200
    assert Picture.objects.exists()


def test_the_page_is_its_makers_alone(cast, country):
    assert client_of(cast.red_general).get(page_of(country)).status_code == 404
    assert Client().get(page_of(country)).status_code == 302


def bytes_of(client, picture, **headers):
    return client.get(reverse("picture", args=[picture]), headers=headers)


def test_the_bytes_are_sent_to_those_who_may_see_them_and_can_do_nothing(cast):
    battle = fought(cast, laid(cast))
    picture = Picture.objects.get()
    answer = bytes_of(client_of(cast.red_general), picture.public_id, Range="bytes=0-3")
    assert answer.status_code == 200 and answer.content[8:12] == b"WEBP" and len(answer.content) == picture.size
    assert answer["Content-Type"] == "image/webp" and answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer["Cache-Control"] == "private, no-cache" and picture.file.name not in str(answer.headers)
    known = bytes_of(client_of(cast.red_general), picture.public_id, **{"If-None-Match": answer["ETag"]})
    assert known.status_code == 304 and known.content == b""
    change_battle_picture(by=cast.umpire, battle=battle, strength=50, audience="umpire", now=builders.NOON)
    gone = bytes_of(client_of(cast.red_general), picture.public_id, **{"If-None-Match": answer["ETag"]})
    none = bytes_of(client_of(cast.red_general), "AAAAAAAAAAAA")
    assert (gone.status_code, none.status_code) == (404, 404)
    assert Client().get(reverse("picture", args=[picture.public_id])).status_code == 302
    assert bytes_of(client_of(cast.umpire), picture.public_id).status_code == 200


PAGES = ("sheet", "print-sheet")


def test_it_lies_under_every_map_of_those_for_whom_it_is(cast):
    battle = fought(cast, laid(cast))
    address = reverse("picture", args=[Picture.objects.get().public_id])
    for user, names in ((cast.red_general, PAGES), (cast.observer, ("sheet",)), (cast.umpire, ("desk",))):
        for name in names:
            told = client_of(user).get(reverse(name, args=[battle])).content.decode()
            assert f'<image href="{address}"' in told, (user, name)
            assert told.index('class="underlay"') < told.index('class="ground"')
    change_battle_picture(by=cast.umpire, battle=battle, strength=50, audience="umpire", now=builders.NOON)
    for user, names in ((cast.red_general, PAGES), (cast.observer, ("sheet",))):
        for name in names:
            told = client_of(user).get(reverse(name, args=[battle])).content.decode()
            assert "underlay" not in told and 'data-lay="picture"' not in told
    assert address in client_of(cast.umpire).get(reverse("desk", args=[battle])).content.decode()
    assert address not in client_of(cast.umpire).get(reverse("sheet", args=[battle]) + "?of=red").content.decode()


def test_the_umpire_changes_it_on_a_page_of_the_battle(cast):
    battle = fought(cast, laid(cast))
    umpire, page = client_of(cast.umpire), reverse("battle-picture", args=[battle])
    assert umpire.get(page).status_code == 200
    assert umpire.post(page, {"act": "look", "strength": "12", "audience": "umpire"}).status_code == 302
    assert Underlay.objects.get(battle__isnull=False).strength == 12
    refused = umpire.post(page, {"act": "look", "strength": "1200", "audience": "umpire"})
    assert refused.status_code == 400 and Page(refused).fields["strength"] == "1200"
    umpire.post(page, {"act": "take"})
    assert Underlay.objects.get(battle__isnull=False).strength == 70
    umpire.post(page, {"act": "remove"})
    assert not Underlay.objects.filter(battle__isnull=False).exists()
    assert umpire.get(page).status_code == 200
    assert client_of(cast.red_general).get(page).status_code == 403


def test_a_copy_of_a_country_has_the_picture_too(cast):
    country = laid(cast)
    umpire = client_of(cast.umpire)
    told = umpire.get(reverse("country-draw", args=[country.public_id])).content.decode()
    assert reverse("picture", args=[Picture.objects.get().public_id]) in told
    data = '{"size": [288, 192]}'
    umpire.post(
        reverse("country-draw", args=[country.public_id]), {"name": "Another", "data": data, "copy": "1", "base": ""}
    )
    assert Underlay.objects.count() == 2


def sketched(client, asked):
    return client.post(reverse("country-sketch"), {"sketch": asked if isinstance(asked, str) else json.dumps(asked)})


def test_the_map_editor_is_told_what_its_points_make_and_why_they_make_nothing(cast):
    umpire = client_of(cast.umpire)
    asked = {"sort": "river", "size": [288, 192], "points": [[0, 50], [288, 60]], "width": 6}
    (water,) = sketched(umpire, asked).json()["features"]
    assert water["group"] == "water" and len(water["thing"]["outline"]) >= 4
    refused = sketched(umpire, {**asked, "width": 0})
    assert refused.status_code == 400 and "width of the river" in refused.json()["sentence"]
    for text in ("", "[]", "{", '{"sort": {}}', "x" * 300_000, '{"sort": "curve", "size": [1e9, 1e9], "points": []}'):
        assert sketched(umpire, text).status_code == 400
    assert sketched(Client(), asked).status_code == 302


def test_it_lies_under_reports_and_replays_of_those_for_whom_it_is(cast):
    battle = Battle.objects.get(public_id=fought(cast, laid(cast), now=builders.NOON))
    move = battle.moves.get()
    close(cast, move)
    submit_move(by=cast.umpire, move=move.public_id, now=server_time())
    pages = [reverse("report", args=[battle.public_id, 1]), reverse("replay", args=[battle.public_id])]

    def told(user, page):
        answer = client_of(user).get(page)
        assert answer.status_code == 200
        return answer.content.decode().count('class="underlay"')

    assert [told(cast.red_general, page) for page in pages] == [1, 1]
    assert told(cast.umpire, f"{pages[1]}?of=red&beside=on") == 2
    change_battle_picture(by=cast.umpire, battle=battle.public_id, strength=50, audience="umpire", now=builders.NOON)
    assert [told(cast.red_general, page) for page in pages] == [0, 0]
    assert (told(cast.umpire, f"{pages[1]}?of=umpire"), told(cast.umpire, f"{pages[1]}?of=red")) == (1, 0)


def scanned(client, **given):
    """The form by which a country is made of a scan."""
    file = SimpleUploadedFile("plan.png", encoded(a_scan()), content_type="image/png")
    return client.post(
        reverse("country-scan"), {"name": "The vale", "wide": "24", "deep": "", "picture": file, **given}
    )


def test_a_country_is_made_of_a_scan_in_one_form_and_opens_in_the_map_editor(cast):
    umpire = client_of(cast.umpire)
    for page in ("countries", "country-new"):
        assert reverse("country-scan") in umpire.get(reverse(page)).content.decode()
    answer = scanned(umpire)
    made = Country.objects.get(name="The vale")
    assert answer.status_code == 302 and answer["Location"] == reverse("country-draw", args=[made.public_id])
    assert made.data["size"] == [288, 216], "as deep as a picture of 640 by 480 pixels"
    assert Underlay.objects.get().country == made
    assert "data-picture=" in umpire.get(answer["Location"]).content.decode()


def test_what_is_refused_of_a_scan_makes_no_country_and_keeps_the_picture(cast):
    umpire = client_of(cast.umpire)
    answer = scanned(umpire, name="", wide="1000")
    shown = Page(answer)
    kept = Picture.objects.get().public_id
    assert answer.status_code == 400 and not Country.objects.exists()
    assert (shown.fields["wide"], shown.fields["kept"]) == ("1000", kept) and not shown.unlabelled
    again = umpire.post(reverse("country-scan"), {"name": "Again", "wide": "24", "deep": "16", "kept": kept})
    assert again.status_code == 302 and Country.objects.get().data["size"] == [288, 192]
    assert umpire.post(reverse("country-scan"), {"name": "None", "wide": "24", "deep": "16"}).status_code == 400
    other = client_of(cast.red_general).post(reverse("country-scan"), {"name": "X", "wide": "24", "kept": kept})
    assert other.status_code == 404, "of somebody else"
