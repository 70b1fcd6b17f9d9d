"""The picture that lies under the battle of an exercise: out of a battle, into a file, and under the next battle."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from campaigns.models import Battle, Country, Picture, Underlay
from campaigns.models.plain import Plain
from campaigns.usecases.pictures.pictures import copy_picture, keep_part
from campaigns.usecases.pictures.underlays import read_underlay

LIES = ("placing", "crop", "strength", "audience")
"""What an exercise says of its picture, beside its digest."""


def under(battle: Battle) -> Underlay | None:
    """What lies under a battle."""
    return Underlay.objects.select_related("picture").filter(battle=battle).first()


def said_of(lies: Underlay) -> Plain:
    """The picture as an exercise has it."""
    return {"digest": lies.picture.digest, **{key: getattr(lies, key) for key in LIES}}


def brought(by: Any, sent: bytes, said: Mapping[str, Any], country: Any, now: datetime) -> tuple[Picture, Plain]:
    """The picture of a file, kept for whoever brings it, and what the exercise says of it; Invalid where it does not fit.

    One that this site has drawn anew already is taken as it is, so that the exercise stays the same; any other is drawn
    anew.
    """
    known = Picture.objects.filter(digest=hashlib.sha256(sent).hexdigest()).first()
    kept = copy_picture(by=by, picture=known, now=now) if known else keep_part(by=by, sent=sent, now=now)
    lies = {key: said.get(key) for key in LIES}
    columns = read_underlay(kept, Country(data=country), *lies.values())
    return kept, {"digest": kept.digest, **columns}


def lay_under(battle: Battle, picture: Picture, said: Mapping[str, Any], now: datetime) -> None:
    """Lay a picture of the umpire's under a battle in preparation, as its exercise says."""
    Underlay.objects.filter(battle=battle).delete()
    Underlay.objects.create(battle=battle, picture=picture, changed_at=now, **{key: said[key] for key in LIES})
