"""What the API takes about pictures."""

from __future__ import annotations

from campaigns.api.fields import Choice, List, Plain, Strict, Text, Whole
from campaigns.usecases.pictures.pictures import GREATEST_PICTURE
from campaigns.usecases.pictures.underlays import STRENGTH

AS_BASE64 = -(-GREATEST_PICTURE // 3) * 4
"""Characters of the largest file in base64."""


class NewPicture(Strict):
    """A picture: PNG, JPEG, WebP or TIFF, drawn anew before it is kept."""

    file = Text(AS_BASE64, help_text="The file in base64.")


class Placing(Strict):
    """How a picture is laid under a country."""

    picture = Text(40, help_text="Its id.")
    placing = Plain(
        help_text=(
            "`{pairs: [[[x, y], [east, north]], …]}` of two or three points, pixels of the picture and inches of the "
            "country; or `{pixels, origin, turn}`: pixels to the inch as a decimal or a fraction in text, where the lower "
            "left corner lies in inches, and 0, 90, 180 or 270 degrees clockwise."
        )
    )
    crop = List(
        Whole(),
        4,
        required=False,
        allow_null=True,
        default=None,
        help_text="What is shown of it in pixels: left, top, right, bottom; else all.",
    )
    strength = Whole(required=False, default=STRENGTH, help_text="0 to 100 percent.")
    audience = Choice("umpire", "all", required=False, default="all", help_text="Who sees it in a battle.")


class Look(Strict):
    """How strong the picture of a battle is shown, and for whom."""

    strength = Whole(help_text="0 to 100 percent.")
    audience = Choice("umpire", "all")
