"""A picture laid under a country by its maker; a battle takes it over when the country is chosen.  [KS-GAME-08, KS-GAME-10]"""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from typing import Any

from django.db import transaction

from campaigns.audiences import EVERYBODY, UMPIRE
from campaigns.errors import NotYours, WrongState
from campaigns.locks import lock_user
from campaigns.models import Battle, Country, Picture, Underlay
from campaigns.models.plain import Plain
from campaigns.usecases.access import umpires_battle
from campaigns.usecases.muster.countries import create_country, find_country
from campaigns.usecases.news import add_news
from campaigns.usecases.pictures.pictures import find_own
from campaigns.usecases.text_checks import read_whole
from rules.errors import Invalid
from rules.ground.geojson.frame import GREATEST_FEET, LEAST_FEET, read_size
from rules.ground.picture import fitting, read_crop, read_placing
from rules.values.codec import POINT
from rules.values.sentence import of_field, say, words

STRENGTH = 70
"""Percent, where nothing else is said."""


FIELDS = words("Act", "Audience", "Crop", "Origin", "Picture", "Placing", "Points", "Rotation", "Scale", "Strength")
"""What the fields are called that are checked here."""


def lay_picture(
    *,
    by: Any,
    country: str,
    picture: str,
    placing: Any = None,
    crop: Any = None,
    strength: Any = STRENGTH,
    audience: Any = Underlay.Audience.ALL,
    now: datetime,
) -> Underlay:
    """Lay a picture under one's own country, in place of another that lies there.

    placing: as of ``rules.ground.picture``; none: as wide as the country.  crop: left, top, right and bottom in pixels.
    """
    found, laid = find_own_country(by, country), find_own(by, picture)
    columns = read_underlay(laid, found, placing, crop, strength, audience)
    with transaction.atomic():
        lock_user(by.pk)
        return Underlay.objects.update_or_create(
            country=found, defaults={**columns, "picture": find_own(by, picture), "changed_at": now}
        )[0]


def country_of_scan(*, by: Any, name: str, picture: str, wide: int, deep: int | None, now: datetime) -> Country:
    """A new country, empty, with one's own picture under the whole of its width.  wide, deep: in whole feet.

    deep: none: as the picture is, in whole feet.
    """
    laid = find_own(by, picture)
    if deep is None:
        deep = min(GREATEST_FEET, max(LEAST_FEET, round(Fraction(wide * laid.high, laid.wide))))
    size = POINT.write(read_size([wide, deep], "wide"))
    with transaction.atomic():
        made = create_country(by=by, name=name, data={"size": size}, now=now)
        lay_picture(by=by, country=made.public_id, picture=picture, now=now)
    return made


def read_underlay(
    picture: Picture, country: Country, placing: Any, crop: Any, strength: Any, audience: Any
) -> dict[str, Any]:
    """The columns of an underlay, checked; Invalid where they do not fit."""
    size, ground = (picture.wide, picture.high), country.data["size"]
    shown = read_crop(crop, size)
    wanted = fitting(size, ground) if placing is None else placing
    return {
        "placing": read_placing(wanted, size, shown, ground),
        "crop": None if shown == (0, 0, *size) else list(shown),
        **read_look(strength, audience),
    }


def read_look(strength: Any, audience: Any) -> dict[str, Any]:
    """How strong a picture is shown, and for whom."""
    if audience not in Underlay.Audience.values:
        raise Invalid(of_field("audience", say("the umpire alone, or everybody: umpire or all is wanted")))
    return {"strength": read_whole(strength, "strength", 0, 100), "audience": audience}


def remove_picture(*, by: Any, country: str) -> None:
    """Take the picture away from under one's own country; the picture stays its owner's until it is swept."""
    Underlay.objects.filter(country=find_own_country(by, country)).delete()


def find_own_country(by: Any, country: str) -> Country:
    """A country of somebody's own; NotYours for one that is built in."""
    found = find_country(by, country)
    if found.made_by_id is None:
        raise NotYours(say("This country is built in. Save a copy under another name."))
    return found


def copy_to_country(*, of: str, to: Country, by: Any, now: datetime) -> None:
    """What lies under a country lies under a copy of it too.  of: its public id; nothing where nothing lies there."""
    lies = Underlay.objects.filter(country__public_id=of, picture__owner=by).first()
    if lies is not None:
        Underlay.objects.create(country=to, **_columns(lies), changed_at=now)


# -- in a battle -------------------------------------------------------------------------------------


def copy_to_battle(battle: Battle, country: Country, now: datetime) -> None:
    """A battle takes over what lies under the country that was just chosen for it, in the transaction of its choice."""
    Underlay.objects.filter(battle=battle).delete()
    lies = Underlay.objects.filter(country=country).first()
    if lies is not None:
        Underlay.objects.create(battle=battle, **_columns(lies), changed_at=now)


def copy_from_battle(*, of: Battle, to: Battle, now: datetime) -> None:
    """A battle takes over what lies under another, of the same country."""
    lies = Underlay.objects.filter(battle=of).first()
    if lies is not None:
        Underlay.objects.update_or_create(battle=to, defaults={**_columns(lies), "changed_at": now})


def _columns(lies: Underlay) -> Plain:
    """The columns of an underlay that a copy of it has too."""
    return {
        "picture_id": lies.picture_id,
        "placing": lies.placing,
        "crop": lies.crop,
        "strength": lies.strength,
        "audience": lies.audience,
    }


def change_battle_picture(*, by: Any, battle: str, strength: Any, audience: Any, now: datetime) -> Underlay:
    """The umpire says how strong the picture of a battle is shown, and for whom."""
    look = read_look(strength, audience)
    with transaction.atomic():
        locked, _ = umpires_battle(by, battle)
        lies = Underlay.objects.filter(battle=locked).first()
        if lies is None:
            raise WrongState(say("No picture lies under this battle."))
        before = lies.audience
        lies.strength, lies.audience, lies.changed_at = look["strength"], look["audience"], now
        lies.save(update_fields=["strength", "audience", "changed_at"])
        _tell(locked, before, lies.audience)
    return lies


def take_country_picture(*, by: Any, battle: str, now: datetime) -> Underlay:
    """The umpire has a battle take what lies under its country now, where the country is their own."""
    with transaction.atomic():
        locked, _ = umpires_battle(by, battle)
        lies = Underlay.objects.filter(country__battles=locked, picture__owner=by).first()
        if lies is None:
            raise WrongState(say("No picture lies under the country of this battle."))
        before = Underlay.objects.filter(battle=locked).values_list("audience", flat=True).first()
        defaults = {**_columns(lies), "changed_at": now}
        made, _ = Underlay.objects.update_or_create(battle=locked, defaults=defaults)
        _tell(locked, before or made.audience, made.audience)
    return made


def remove_battle_picture(*, by: Any, battle: str) -> None:
    """The umpire takes the picture away from under a battle."""
    with transaction.atomic():
        locked, _ = umpires_battle(by, battle)
        lies = Underlay.objects.filter(battle=locked).first()
        if lies is not None:
            lies.delete()
            _tell(locked, lies.audience, lies.audience)


def _tell(battle: Battle, *audiences: str) -> None:
    """The pages of those who see the picture, or saw it, are made anew: only theirs."""
    add_news(battle, EVERYBODY if Underlay.Audience.ALL in audiences else UMPIRE, "reports")
    battle.save(update_fields=["told"])
