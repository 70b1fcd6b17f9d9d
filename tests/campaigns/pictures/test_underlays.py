"""A picture is kept for its owner, laid under a country, and taken over by a battle; who may see it, and who learns nothing."""

from __future__ import annotations

import sys
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.core.files.storage import FileSystemStorage
from django.test import override_settings

from campaigns import sight
from campaigns.errors import Broken, NotUmpire, NotYours, Unseen, WrongState
from campaigns.models import Picture, Underlay
from campaigns.models.pictures.picture import pictures_storage
from campaigns.usecases.campaigns.preparation import open_battle, start_battle
from campaigns.usecases.muster.countries import create_country, keep_built_in_country
from campaigns.usecases.pictures import pictures, underlays
from campaigns.usecases.pictures.pictures import delete_picture, keep_picture, sweep_pictures
from campaigns.usecases.pictures.underlays import (
    change_battle_picture,
    lay_picture,
    remove_battle_picture,
    remove_picture,
    take_country_picture,
)
from rules.errors import Invalid
from tests.campaigns.builders import NOON, START, a_campaign
from tests.campaigns.pictures.scans import a_scan, encoded
from tests.campaigns.usecases.test_countries import DRAWN

SCAN = encoded(a_scan())
PAIRS = {"pairs": [[[0, 480], [0, 0]], [[640, 480], [288, 0]]]}


@pytest.fixture(autouse=True)
def _nothing_is_kept_from_another_test():
    pictures._swept.clear()
    storage = pictures_storage()
    for name in storage.listdir("")[1]:
        storage.delete(name)


def sent(by, content=SCAN, now=NOON):
    return keep_picture(by=by, sent=content, now=now)


def a_country(by, name="Hartley Vale"):
    return create_country(by=by, name=name, data=DRAWN, now=NOON)


def laid(cast, **more):
    """The umpire's country with a picture under it."""
    country, picture = a_country(cast.umpire), sent(cast.umpire)
    lay_picture(by=cast.umpire, country=country.public_id, picture=picture.public_id, placing=PAIRS, now=NOON, **more)
    return country


def fought(cast, country, *, begun=True, now=NOON):
    """A battle on a country, as its umpire sees it."""
    campaign = a_campaign(cast, options={"two_stage_move": False})
    battle = open_battle(
        by=cast.umpire, campaign=campaign.public_id, name="The vale", start=START, country=country.public_id, now=now
    )
    if begun:
        start_battle(by=cast.umpire, battle=battle.public_id, now=now)
    return battle.public_id


def seen(user, battle, of=""):
    return sight.under_battle(sight.find_battle(user, battle), of)


def test_a_picture_is_kept_once_for_each_owner_under_a_random_name(cast):
    first, again, others = sent(cast.umpire), sent(cast.umpire), sent(cast.red_general)
    assert first == again and first != others and first.digest == others.digest
    assert (first.wide, first.high) == (640, 480)
    assert len(first.file.name) == 37 and first.file.name != others.file.name
    assert pictures_storage().size(first.file.name) == first.size
    assert sorted(pictures_storage().listdir("")[1]) == sorted([first.file.name, others.file.name])


@pytest.mark.parametrize("content", [b"", b"x" * (pictures.GREATEST_PICTURE + 1), b"<svg/>"])
def test_what_is_no_picture_keeps_nothing(cast, content):
    with pytest.raises(Invalid, match="picture"):
        sent(cast.umpire, content)
    assert not Picture.objects.exists() and pictures_storage().listdir("")[1] == []


def test_nobody_has_more_pictures_or_bytes_than_are_allowed(cast, monkeypatch):
    sent(cast.umpire)
    monkeypatch.setattr(pictures, "MOST_BYTES", 3000)
    with pytest.raises(WrongState, match="more than 3,000"):
        sent(cast.umpire, encoded(a_scan(900, 700)))
    monkeypatch.setattr(pictures, "MOST_PICTURES", 1)
    with pytest.raises(WrongState, match="already have 1 pictures"):
        sent(cast.umpire)
    assert len(pictures_storage().listdir("")[1]) == 1


def test_a_picture_is_first_as_wide_as_the_country_then_where_the_points_say(cast):
    country, picture = a_country(cast.umpire), sent(cast.umpire)
    at = {"by": cast.umpire, "country": country.public_id, "picture": picture.public_id}
    lay_picture(**at, now=NOON)
    lies = sight.under_country(cast.umpire, country.public_id)
    assert lies.matrix.at(640, 480) == (288, 0) and lies.strength == underlays.STRENGTH
    lay_picture(**at, placing=PAIRS, crop=[0, 0, 320, 480], strength=25, audience="umpire", now=NOON)
    lies = sight.under_country(cast.umpire, country.public_id)
    assert (lies.crop, lies.strength, lies.audience) == ((0, 0, 320, 480), 25, "umpire")
    remove_picture(by=cast.umpire, country=country.public_id)
    assert sight.under_country(cast.umpire, country.public_id) is None and Picture.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [{"strength": 101}, {"strength": True}, {"audience": "red"}, {"crop": [0, 0, 0, 0]}, {"placing": {"pairs": []}}],
)
def test_what_does_not_fit_is_refused_and_what_lay_there_lies_there_still(cast, wrong):
    country = laid(cast)
    with pytest.raises(Invalid):
        lay_picture(
            by=cast.umpire, country=country.public_id, picture=Picture.objects.get().public_id, now=NOON, **wrong
        )
    assert Underlay.objects.get().placing == PAIRS


def test_only_the_maker_lays_a_picture_of_their_own_under_a_country(cast):
    country, other = a_country(cast.umpire), sent(cast.red_general)
    with pytest.raises(Unseen):
        lay_picture(by=cast.umpire, country=country.public_id, picture=other.public_id, now=NOON)
    with pytest.raises(Unseen):
        lay_picture(by=cast.red_general, country=country.public_id, picture=other.public_id, now=NOON)
    house = keep_built_in_country(data={**DRAWN, "name": "The Downs"}, now=NOON)
    with pytest.raises(NotYours, match="built in"):
        lay_picture(by=cast.umpire, country=house.public_id, picture=sent(cast.umpire).public_id, now=NOON)


def test_a_battle_keeps_the_picture_as_it_was_when_the_country_was_chosen(cast):
    country = laid(cast, strength=40)
    battle = fought(cast, country)
    remove_picture(by=cast.umpire, country=country.public_id)
    assert seen(cast.red_general, battle).strength == 40
    with pytest.raises(WrongState, match="under the country"):
        take_country_picture(by=cast.umpire, battle=battle, now=NOON)
    remove_battle_picture(by=cast.umpire, battle=battle)
    assert seen(cast.umpire, battle) is None


def test_the_umpire_says_for_whom_it_is_and_how_strong(cast):
    battle = fought(cast, laid(cast))
    picture = Picture.objects.get().public_id
    for user in (cast.umpire, cast.red_general, cast.blue_foot, cast.observer):
        assert seen(user, battle) is not None
        assert sight.picture_file(user, picture).digest == Picture.objects.get().digest
    change_battle_picture(by=cast.umpire, battle=battle, strength=15, audience="umpire", now=NOON)
    assert seen(cast.umpire, battle).strength == 15
    assert seen(cast.umpire, battle, "red") is None
    for user in (cast.red_general, cast.blue_foot, cast.observer, cast.bystander):
        assert user == cast.bystander or seen(user, battle) is None
        with pytest.raises(Unseen):
            sight.picture_file(user, picture)
    for user in (cast.red_general, cast.observer):
        with pytest.raises(NotUmpire):
            change_battle_picture(by=user, battle=battle, strength=15, audience="all", now=NOON)


def test_nobody_but_the_umpire_knows_it_before_the_battle_begins(cast):
    battle = fought(cast, laid(cast), begun=False)
    assert seen(cast.umpire, battle) is not None and seen(cast.red_general, battle) is None
    with pytest.raises(Unseen):
        sight.picture_file(cast.red_general, Picture.objects.get().public_id)


def test_a_picture_that_lies_somewhere_is_not_deleted_and_one_that_lies_nowhere_is_swept(cast):
    country, other = laid(cast), sent(cast.umpire, encoded(a_scan(300, 300)))
    lies = Picture.objects.exclude(pk=other.pk).get()
    with pytest.raises(WrongState, match="lies under"):
        delete_picture(by=cast.umpire, picture=lies.public_id)
    assert sweep_pictures(NOON + pictures.KEPT - timedelta(seconds=1)) == 0
    assert sweep_pictures(NOON + pictures.KEPT) == 0, "not so soon after the last time"
    later = NOON + pictures.KEPT + pictures.EVERY
    assert sweep_pictures(later) == 1
    assert list(Picture.objects.all()) == [lies]
    remove_picture(by=cast.umpire, country=country.public_id)
    delete_picture(by=cast.umpire, picture=lies.public_id)
    assert not Picture.objects.exists()


def test_files_that_no_row_names_are_swept_after_a_day_and_others_are_let_be(cast, tmp_path):
    storage = FileSystemStorage(location=tmp_path)
    folder = {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": tmp_path}}
    with override_settings(STORAGES={**settings.STORAGES, "pictures": folder}):
        kept = sent(cast.umpire, now=NOON)
        for name in ("a" * 32 + ".webp", "notes.txt"):
            (tmp_path / name).write_bytes(b"x")
        written = storage.get_modified_time("notes.txt")
        Picture.objects.update(made_at=written)
        assert sweep_pictures(written) == 0
        Picture.objects.update(made_at=written + timedelta(days=1))
        assert sweep_pictures(written + timedelta(days=2)) == 1
        assert sorted(one.name for one in tmp_path.iterdir()) == sorted([kept.file.name, "notes.txt"])


def test_a_storage_without_paths_does_as_well(cast, django_capture_on_commit_callbacks):
    bucket = {"BACKEND": "tests.campaigns.pictures.bucket.Bucket"}
    with override_settings(STORAGES={**settings.STORAGES, "pictures": bucket}):
        made = sent(cast.umpire)
        assert sight.picture_file(cast.umpire, made.public_id).read()[:4] == b"RIFF"
        with django_capture_on_commit_callbacks(execute=True):
            delete_picture(by=cast.umpire, picture=made.public_id)
        assert pictures_storage().listdir("") == ([], [])


def test_a_storage_that_does_not_answer_refuses_in_words_and_loses_nothing(cast, django_capture_on_commit_callbacks):
    made = sent(cast.umpire)
    away = {"BACKEND": "tests.campaigns.pictures.bucket.Away"}
    with override_settings(STORAGES={**settings.STORAGES, "pictures": away}):
        for deed in (
            lambda: sent(cast.umpire, encoded(a_scan(300, 200))),
            lambda: sight.picture_file(cast.umpire, made.public_id).read(),
            lambda: pictures.bytes_of(made),
        ):
            with pytest.raises(Broken, match="cannot be reached"):
                deed()
        assert sweep_pictures(NOON) == 0
        assert Picture.objects.get() == made
        with django_capture_on_commit_callbacks(execute=True):
            delete_picture(by=cast.umpire, picture=made.public_id)
    assert not Picture.objects.exists(), "its file is swept another time"


def test_a_file_that_the_storage_has_lost_is_not_there(cast):
    made = sent(cast.umpire)
    pictures_storage().delete(made.file.name)
    with pytest.raises(Unseen):
        sight.picture_file(cast.umpire, made.public_id).read()
    with pytest.raises(Broken, match="file is lost"):
        pictures.bytes_of(made)


def test_the_environment_says_where_pictures_are_kept(monkeypatch):
    from kriegspiel.settings import pictures as storage

    config = SimpleNamespace(Config=lambda **given: given)  # botocore comes with requirements/bucket.txt alone
    monkeypatch.setitem(sys.modules, "botocore", SimpleNamespace(config=config))
    monkeypatch.setitem(sys.modules, "botocore.config", config)
    for name in ("PICTURES_BUCKET", "PICTURES_STORAGE", "PICTURES_ENDPOINT"):
        monkeypatch.delenv(name, raising=False)
    kept = storage()
    assert kept["BACKEND"].endswith("FileSystemStorage") and kept["OPTIONS"]["location"] == settings.VAR / "pictures"
    monkeypatch.setenv("PICTURES_BUCKET", "maps")
    monkeypatch.setenv("PICTURES_ENDPOINT", "https://store.example")
    kept = storage()
    assert kept["BACKEND"] == "storages.backends.s3.S3Storage"
    assert (kept["OPTIONS"]["bucket_name"], kept["OPTIONS"]["endpoint_url"]) == ("maps", "https://store.example")
    assert kept["OPTIONS"]["default_acl"] is None, "nothing in it is public"
    patience = kept["OPTIONS"]["client_config"]
    longest = (patience["connect_timeout"] + patience["read_timeout"]) * patience["retries"]["total_max_attempts"]
    assert longest <= 60, "a request does not wait for ever for a bucket that does not answer"
    monkeypatch.delenv("PICTURES_BUCKET")
    monkeypatch.setenv("PICTURES_STORAGE", "tests.campaigns.pictures.bucket.Bucket")
    assert storage() == {"BACKEND": "tests.campaigns.pictures.bucket.Bucket"}
