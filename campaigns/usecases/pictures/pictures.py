"""Pictures that people send: drawn anew in a process of their own, kept once for each owner, and swept when nothing shows them.

[KS-GAME-08, RELIABILITY G4]
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.core.files.storage import Storage
from django.db import IntegrityError, transaction
from django.db.models import Sum

from campaigns import children
from campaigns.errors import Broken, InAMoment, TooCostly, Unseen, WrongState
from campaigns.locks import lock_user
from campaigns.models import Picture
from campaigns.models.pictures.picture import store
from campaigns.pictures.reencode import LEAST_SIDE, MOST_PIXELS
from campaigns.pictures.storage import asked_storage
from campaigns.serving.turns import NoTurn, Turns
from campaigns.usecases.access import read_public_id
from campaigns.usecases.people.tries import refused_counts
from rules.errors import Invalid
from rules.values.sentence import of_field, say

log = logging.getLogger(__name__)

GREATEST_PICTURE = 20_000_000
"""Bytes of a file at most; ``UPLOADS_OF_FORMS`` lets as many through."""

LONGEST, MEMORY = 5.0, 256 * 1024 * 1024
"""Seconds of processor time and bytes of memory of the process in which a picture is read."""

PATIENCE = 20.0
"""Seconds for which a picture waits for its turn to be read."""

MOST_PICTURES, MOST_BYTES = 60, 120_000_000
"""Pictures of one person that are kept at most, and their bytes together."""

KEPT = timedelta(days=7)
"""How long a picture is kept that lies under nothing."""

UNFINISHED = timedelta(days=1)
"""How old a file is at least that no row names, so that one which is being saved is not taken for it."""

EVERY, AT_A_TIME = timedelta(hours=1), 50
"""How often is swept, and how much at a time."""

READING = Turns()
"""One picture is read at a time in each process, so that many that come at once do not take its memory many times."""

OURS = re.compile(r"[0-9a-f]{32}\.webp")
"""The names of files that are swept."""

_swept: list[datetime] = []
"""When this process swept last."""


def keep_picture(*, by: Any, sent: bytes, now: datetime) -> Picture:
    """A picture that somebody sent, drawn anew and kept; the same one again is the same row."""
    with refused_counts(by, now):
        return keep_part(by=by, sent=sent, now=now)


def keep_part(*, by: Any, sent: bytes, now: datetime) -> Picture:
    """The same of a picture that is part of an upload, which is counted as a whole."""
    refuse_size(len(sent))
    _refuse_more(by, 0)
    try:
        with READING.turn(by.pk, PATIENCE):
            file, wide, high = _drawn_anew(sent)
    except NoTurn as why:
        raise InAMoment from why
    return _kept(by, file, wide, high, now)


def copy_picture(*, by: Any, picture: Picture, now: datetime) -> Picture:
    """A picture of this site, kept for somebody else too as it is; their own is given back."""
    if picture.owner_id == by.pk:
        return picture
    return _kept(by, bytes_of(picture), picture.wide, picture.high, now)


def bytes_of(picture: Picture) -> bytes:
    """The file of a picture.  Broken where the storage has lost it."""
    try:
        with asked_storage() as storage, storage.open(str(picture.file.name)) as file:
            return bytes(file.read())
    except FileNotFoundError as lost:
        raise Broken(say("The picture's file is lost. Send the picture again, or take it away.")) from lost


def _kept(by: Any, file: bytes, wide: int, high: int, now: datetime) -> Picture:
    """A picture that was drawn anew, as a row of its owner's; the one that is there already where it is the same."""
    digest = hashlib.sha256(file).hexdigest()
    there = Picture.objects.filter(owner=by, digest=digest).first()
    if there is not None:
        return there
    with asked_storage():
        name = store(file)
    try:
        with transaction.atomic():
            lock_user(by.pk)
            _refuse_more(by, len(file))
            return Picture.objects.create(
                owner=by, digest=digest, file=name, wide=wide, high=high, size=len(file), made_at=now
            )
    except IntegrityError:  # the same file, sent twice at once
        _delete_file(name)
        return Picture.objects.get(owner=by, digest=digest)
    except BaseException:
        _delete_file(name)
        raise


def find_own(by: Any, public_id: str) -> Picture:
    """A picture of somebody's own; Unseen for any other."""
    found = Picture.objects.filter(public_id=read_public_id(public_id, "picture"), owner=by).first()
    if found is None:
        raise Unseen("picture")
    return found


def delete_picture(*, by: Any, picture: str) -> None:
    """Delete one's own picture, where it lies under nothing."""
    found = find_own(by, picture)
    if found.underlays.exists() or found.exercises.exists():
        raise WrongState(
            say("The picture lies under a country or a battle, or belongs to an exercise. Take it away there first.")
        )
    _delete(found)


def refuse_size(size: int | None) -> None:
    if not size:
        raise Invalid(of_field("picture", say("choose a file")))
    if size > GREATEST_PICTURE:
        raise Invalid(
            of_field(
                "picture",
                say(
                    "the file has {size} bytes; at most {most} are accepted",
                    size=f"{size:,}",
                    most=f"{GREATEST_PICTURE:,}",
                ),
            )
        )


def _refuse_more(by: Any, coming: int) -> None:
    """Refuse another picture to a person who has as many as are kept.  coming: its bytes."""
    have = Picture.objects.filter(owner=by)
    if have.count() >= MOST_PICTURES:
        raise WrongState(say("You already have {most} pictures. Take some away first.", most=MOST_PICTURES))
    kept = have.aggregate(kept=Sum("size"))["kept"] or 0
    if kept + coming > MOST_BYTES:
        raise WrongState(
            say(
                "Your pictures have {kept} bytes; with this one they would have more than {most}. Take some away first.",
                kept=f"{kept:,}",
                most=f"{MOST_BYTES:,}",
            )
        )


def _drawn_anew(sent: bytes) -> tuple[bytes, int, int]:
    """The file drawn anew in another process, with its width and height; Refused where it is no picture, or too costly."""
    try:
        said = children.ask(("campaigns.pictures.reencode",), sent, longest=LONGEST, most_memory=MEMORY)
    except children.TookTooLong as why:
        raise TooCostly(
            say(
                "The picture takes more than {longest} seconds to read. Save it smaller, as PNG or JPEG.",
                longest=f"{LONGEST:g}",
            )
        ) from why
    except children.TookTooMuch as why:
        raise TooCostly(
            say(
                "The picture takes more than {memory} MB of memory to read. Save it smaller, as PNG or JPEG.",
                memory=MEMORY // (1024 * 1024),
            )
        ) from why
    except children.Starved as why:
        raise InAMoment from why
    except children.Died as why:
        log.warning("a picture could not be read: %s", why)
        raise Invalid(of_field("picture", say("the file is damaged, or not complete"))) from why
    head, _, file = said.partition(b"\n")
    told = json.loads(head)
    if "refused" in told:
        raise Invalid(of_field("picture", _why(told)))
    return file, told["wide"], told["high"]


def _why(told: dict[str, Any]) -> str:
    """Why a picture was refused, in words."""
    if told["refused"] == "size":
        return say(
            "it has {wide} by {high} pixels; at most {most} in all are accepted, and at least {least} on each side",
            wide=f"{told['wide']:,}",
            high=f"{told['high']:,}",
            most=f"{MOST_PIXELS:,}",
            least=LEAST_SIDE,
        )
    if told["refused"] == "pages":
        return say("the file holds several pages or pictures; save the one that you want by itself")
    if told["refused"] == "broken":
        return say("the file is damaged, or not complete")
    return say("this is no picture that can be read; PNG, JPEG, WebP and TIFF are accepted")


# -- what nothing shows ------------------------------------------------------------------------------


def sweep_pictures(now: datetime) -> int:
    """Delete pictures that have long lain under nothing, and files that no row names; their number.  Once in a while only."""
    if _swept and _swept[0] <= now < _swept[0] + EVERY:
        return 0
    _swept[:] = [now]
    unused = Picture.objects.filter(underlays__isnull=True, exercises__isnull=True, made_at__lte=now - KEPT).order_by(
        "made_at"
    )
    gone = sum(_delete(one) for one in unused[:AT_A_TIME])
    try:
        with asked_storage() as storage:
            return gone + _sweep_files(storage, now)
    except Broken:
        return gone


def _delete(picture: Picture) -> bool:
    """Delete a picture that nothing needs, and its file when that is committed; whether nothing needed it still."""
    with transaction.atomic():
        lock_user(picture.owner_id)
        if not Picture.objects.filter(pk=picture.pk, underlays__isnull=True, exercises__isnull=True).exists():
            return False
        Picture.objects.filter(pk=picture.pk).delete()
        transaction.on_commit(lambda: _delete_file(str(picture.file.name)))
    return True


def _delete_file(name: str) -> None:
    """Delete a file that no row names; where the storage does not answer, it is swept another time."""
    with suppress(Broken), asked_storage() as storage:
        storage.delete(name)


def _sweep_files(storage: Storage, now: datetime) -> int:
    """Delete files of which nothing came: their process ended before the row was saved, or after it was deleted."""
    try:
        names = [name for name in storage.listdir("")[1] if OURS.fullmatch(name)]
    except FileNotFoundError:
        return 0
    known = set(Picture.objects.values_list("file", flat=True))
    gone = 0
    for name in names:
        if name not in known and gone < AT_A_TIME and storage.get_modified_time(name) <= now - UNFINISHED:
            storage.delete(name)
            gone += 1
    return gone
