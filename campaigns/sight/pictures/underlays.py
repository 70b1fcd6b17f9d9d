"""The picture that lies under a country or a battle, for those who may see it; and the file of a picture.

An umpire's own picture is unknown to the sides: neither that there is one nor its address leads to anything.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q

from campaigns.errors import Unseen
from campaigns.models import Battle, Exercise, Picture, Post, Underlay
from campaigns.pictures.storage import asked_storage
from campaigns.sight.countries import find_country
from campaigns.sight.seat import Seat
from campaigns.sight.shelf.sealed import sealed_from
from rules.ground.picture import Crop, Matrix, matrix_of, read_crop

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class PictureFact:
    """A picture of the asker's own.  size: bytes of its file; lies: whether it lies under anything."""

    public_id: str
    wide: int
    high: int
    size: int
    made_at: datetime
    lies: bool


@dataclass(frozen=True)
class UnderlayFact:
    """A picture as it lies.  wide, high: in pixels; placing, strength, audience: as of ``Underlay``; crop: what is shown."""

    picture: str
    wide: int
    high: int
    placing: Mapping[str, Any]
    crop: Crop
    strength: int
    audience: str
    changed_at: datetime

    @property
    def matrix(self) -> Matrix:
        """Where its pixels lie, in inches."""
        return matrix_of(self.placing, self.crop)


@dataclass(frozen=True)
class PictureFile:
    """The file of a picture that the asker may see.  digest: SHA-256 of it."""

    name: str
    digest: str

    def read(self) -> bytes:
        """Its bytes; Unseen where the storage has lost it, Broken where it does not answer."""
        try:
            with asked_storage() as storage, storage.open(self.name) as file:
                found: bytes = file.read()
        except FileNotFoundError as lost:
            log.error("the file %s of a picture is not in the storage", self.name)
            raise Unseen("picture") from lost
        return found


def pictures(user: Any) -> tuple[PictureFact, ...]:
    """The asker's own pictures, the latest first."""
    lies = Exists(Underlay.objects.filter(picture=OuterRef("pk")))
    rows = Picture.objects.filter(owner_id=user.pk).annotate(lies=lies).order_by("-made_at", "-pk")
    return tuple(PictureFact(one.public_id, one.wide, one.high, one.size, one.made_at, one.lies) for one in rows)


def find_picture(user: Any, public_id: str) -> PictureFact:
    """One of the asker's own pictures; E-NONE of any other."""
    for one in pictures(user):
        if one.public_id == public_id:
            return one
    raise Unseen("picture")


def picture_file(user: Any, public_id: str) -> PictureFile:
    """A picture's file, for its owner and for those who see it under a battle; E-NONE of any other, whether or not there is one."""
    found = Picture.objects.filter(public_id=str(public_id)[:40].replace("\x00", "?")).first()
    if found is None or (found.owner_id != user.pk and not _is_shown(found, user)):
        raise Unseen("picture")
    return PictureFile(str(found.file.name), found.digest)


def _is_shown(picture: Picture, user: Any) -> bool:
    """Whether a picture lies under a battle where somebody has a seat, and is for them, or under an exercise that all see."""
    shown = Q(
        ~Q(campaign__battles__status=Battle.Status.PREPARING),
        campaign__battles__underlay__audience=Underlay.Audience.ALL,
    )
    seats = Post.objects.filter(user_id=user.pk, held_until__isnull=True)
    under = seats.filter(Q(kind=Post.Kind.UMPIRE) | shown, campaign__battles__underlay__picture_id=picture.pk)
    if under.exists():
        return True
    on_the_shelf = Exercise.objects.filter(picture=picture, shared=True)  # its file has the picture in it
    return on_the_shelf.exclude(digest__in=sealed_from(user)).exists()


def under_country(user: Any, country: str) -> UnderlayFact | None:
    """What lies under a country that the asker may look at; it is its maker's."""
    found = find_country(user, country)
    return _fact(Underlay.objects.filter(country__public_id=found.public_id, country__made_by_id=user.pk))


def under_battle(seat: Seat, of: str = "") -> UnderlayFact | None:
    """What lies under the battle of a seat, if it is for them.

    of: whose knowledge the umpire reads; empty where they look at their own map, on which everything lies.
    """
    if seat.underlaid is False:
        return None
    rows = Underlay.objects.filter(battle_id=seat.battle.id)
    if not (seat.is_umpire and not of):
        if seat.battle.status == Battle.Status.PREPARING:
            return None
        rows = rows.filter(audience=Underlay.Audience.ALL)
    return _fact(rows)


def _fact(rows: Any) -> UnderlayFact | None:
    """An underlay as facts; none where there is none."""
    row = rows.select_related("picture").first()
    if row is None:
        return None
    return as_it_lies(row.picture, row.placing, row.crop, row.strength, row.audience, row.changed_at)


def as_it_lies(
    picture: Picture, placing: Mapping[str, Any], crop: Any, strength: int, audience: str, changed_at: datetime
) -> UnderlayFact:
    """A picture as it lies under a battle, or under an exercise, by what is kept of it there."""
    size = (picture.wide, picture.high)
    return UnderlayFact(picture.public_id, *size, placing, read_crop(crop, size), strength, audience, changed_at)
