"""A picture that somebody sent, as it was drawn anew: a scanned map to be laid under a country."""

import secrets

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import Storage, storages
from django.db import models

from campaigns.models.shown import Shown


def pictures_storage() -> Storage:
    """Where the files are: the data folder, or a bucket (``STORAGES`` in the settings)."""
    return storages["pictures"]


def new_file_name(picture: "Picture | None" = None, sent: str = "") -> str:
    """A random name: never the one under which a file was sent, which may tell something."""
    return f"{secrets.token_hex(16)}.webp"


def store(file: bytes) -> str:
    """The name under which a new file is kept."""
    return pictures_storage().save(new_file_name(), ContentFile(file))


class Picture(Shown):
    """A picture of its owner's.

    digest: SHA-256 of the file, by which the same picture is kept once for each owner.  wide, high: in pixels.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="pictures")
    digest = models.CharField(max_length=64)
    file = models.FileField(storage=pictures_storage, upload_to=new_file_name, max_length=100)
    wide = models.PositiveIntegerField()
    high = models.PositiveIntegerField()
    size = models.PositiveIntegerField()
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "digest"], name="picture_once")]

    def __str__(self) -> str:
        return f"{self.wide} × {self.high}"
