"""The picture under a battle goes out with its exercise, comes in with it, and lies under the next battle."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaigns.errors import WrongState
from campaigns.models import Exercise, Picture, Underlay
from campaigns.models.pictures.picture import pictures_storage
from campaigns.usecases.campaigns.preparation import open_battle
from campaigns.usecases.exercises import shelf
from campaigns.usecases.exercises.file import pack, unpack
from campaigns.usecases.exercises.house import house_exercise
from campaigns.usecases.exercises.play import play_exercise
from campaigns.usecases.muster.countries import create_country
from campaigns.usecases.pictures import pictures
from campaigns.usecases.pictures.pictures import KEPT, bytes_of, delete_picture, keep_picture, sweep_pictures
from campaigns.usecases.pictures.underlays import lay_picture
from rules.errors import Refused
from tests.campaigns.builders import NOON, START, a_campaign
from tests.campaigns.pictures.scans import a_scan, encoded, png_bomb
from tests.campaigns.usecases.test_countries import DRAWN

PAIRS = {"pairs": [[[0, 480], [0, 0]], [[640, 480], [288, 0]]]}
SAID = {
    "placing": {"pairs": [[[0, 480], [0, 0]], [[640, 480], [168, 0]]]},
    "crop": None,
    "strength": 60,
    "audience": "all",
}


@pytest.fixture(autouse=True)
def _nothing_is_kept_from_another_test():
    pictures._swept.clear()
    for name in pictures_storage().listdir("")[1]:
        pictures_storage().delete(name)


def fought(cast):
    """A battle of the umpire's with a picture under it."""
    country = create_country(by=cast.umpire, name="Hartley Vale", data=DRAWN, now=NOON)
    picture = keep_picture(by=cast.umpire, sent=encoded(a_scan()), now=NOON)
    lay_picture(by=cast.umpire, country=country.public_id, picture=picture.public_id, placing=PAIRS, now=NOON)
    campaign = a_campaign(cast)
    return open_battle(
        by=cast.umpire, campaign=campaign.public_id, name="The vale", start=START, country=country.public_id, now=NOON
    )


def test_it_goes_out_comes_in_and_lies_under_the_next_battle(cast):
    taken = shelf.taken_out(by=cast.umpire, battle=fought(cast).public_id, now=NOON)
    packed = pack(taken.data, bytes_of(taken.picture))
    assert unpack(packed)[1] == bytes_of(taken.picture)
    made = shelf.bring_in(by=cast.bystander, source=packed, now=NOON).exercise
    assert made.data == taken.data and made.picture.owner == cast.bystander
    assert pack(made.data, bytes_of(made.picture)) == packed
    played = play_exercise(by=cast.observer, exercise=made.data, picture=made.picture, now=NOON)
    lies = Underlay.objects.get(battle=played.battle)
    assert lies.picture.owner == cast.observer and lies.placing == taken.data["picture"]["placing"]
    again = shelf.taken_out(by=cast.observer, battle=played.battle.public_id, now=NOON)
    assert again.data["picture"] == taken.data["picture"]


def test_a_picture_of_another_site_is_drawn_anew(cast):
    file = pack({**house_exercise("first_bridge"), "picture": SAID}, encoded(a_scan()))
    made = shelf.bring_in(by=cast.umpire, source=file, now=NOON).exercise
    assert made.data["picture"]["digest"] == made.picture.digest and made.data["picture"]["strength"] == 60
    copied = shelf.copy_exercise(by=cast.umpire, exercise=made.public_id, now=NOON)
    assert copied.picture == made.picture and copied.data["picture"] == made.data["picture"]


def test_without_its_bytes_a_picture_is_left_out_with_a_note(cast):
    given = {**house_exercise("first_bridge"), "picture": SAID, "digest": ""}
    made = shelf.bring_in(by=cast.umpire, source=given, now=NOON)
    assert made.exercise.picture is None and made.exercise.data == house_exercise("first_bridge")
    assert [note for note in made.notes if "picture" in note]


@pytest.mark.parametrize(
    ("said", "sent"),
    [
        (SAID, png_bomb(50_000, 50_000)),
        (SAID, b"<svg onload='alert(1)'/>"),
        ({**SAID, "audience": "spies"}, encoded(a_scan())),
        ({**SAID, "placing": {"pairs": []}}, encoded(a_scan())),
    ],
)
def test_a_picture_that_cannot_be_taken_refuses_the_whole_exercise(cast, said, sent):
    with pytest.raises(Refused):
        shelf.bring_in(by=cast.umpire, source=pack({**house_exercise("first_bridge"), "picture": said}, sent), now=NOON)
    assert not Exercise.objects.exists()


def test_a_picture_is_kept_while_an_exercise_has_it(cast):
    file = pack({**house_exercise("first_bridge"), "picture": SAID}, encoded(a_scan()))
    made = shelf.bring_in(by=cast.umpire, source=file, now=NOON).exercise
    later = NOON + KEPT + timedelta(days=1)
    assert sweep_pictures(later) == 0
    with pytest.raises(WrongState):
        delete_picture(by=cast.umpire, picture=made.picture.public_id)
    shelf.delete_exercise(by=cast.umpire, exercise=made.public_id)
    pictures._swept.clear()
    assert sweep_pictures(later) == 1 and not Picture.objects.exists()
