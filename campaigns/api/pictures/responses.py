"""What the API answers about pictures."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from rest_framework.serializers import CharField, SerializerMethodField

from campaigns.api.fields import Plain
from campaigns.api.shared.responses import Out
from campaigns.sight.pictures.underlays import PictureFact, PictureFile, UnderlayFact


class PictureOut(Out):
    """A picture of the caller's own.  wide, high: in pixels; size: bytes; lies: whether it lies under anything."""

    about, shows = PictureFact, "id wide high size made_at lies"


class PictureFileOut(Out):
    """The file of a picture, as WebP."""

    about, shows = PictureFile, "sha256 file"

    sha256 = CharField(source="digest", help_text="SHA-256 of the file.")
    file = SerializerMethodField(help_text="The file in base64.")

    def get_file(self, one: Any) -> str:
        """The file in base64."""
        return b64encode(one.read()).decode()


class UnderlayOut(Out):
    """A picture as it lies under a country or a battle.  wide, high: of the picture in pixels."""

    about, shows = UnderlayFact, "picture wide high placing crop strength audience matrix changed_at"

    placing = Plain()
    matrix = SerializerMethodField(help_text="a to f of SVG, from pixels to inches, each as an exact fraction.")

    def get_matrix(self, one: Any) -> list[str]:
        """The six numbers as fractions."""
        matrix = one.matrix
        return [str(number) for number in (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)]
