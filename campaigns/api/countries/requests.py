"""What the API takes about countries and surveys."""

from __future__ import annotations

from campaigns.api.fields import Files, Flag, List, Number, Plain, Strict, Text, Whole
from campaigns.api.shared.requests import MOST_NUMBER

REVISION = "The revision that was read; of any other the drawing was changed elsewhere since (412)."


class NewCountry(Strict):
    """A country from the map editor.  data: in the form of ``country`` of the public test kit; it must have a size."""

    name = Text(120)
    data = Plain()  # type: ignore[assignment]  # a field, which the metaclass takes out of the class


class CountryChange(NewCountry):
    """A change to a country.  base: the digest that it had when it was read."""

    base = Text(64)


class Drawing(Strict):
    """A drawing as it is now.  data: in the form of a country's; it may have faults, which are told when it is saved."""

    revision = Whole(min_value=0, max_value=MOST_NUMBER, help_text=REVISION)
    name = Text(120, required=False, allow_blank=True, default="")
    data = Plain()  # type: ignore[assignment]  # a field, which the metaclass takes out of the class
    base = Text(
        64,
        required=False,
        allow_blank=True,
        default="",
        help_text="The digest of the country on which a drawing is begun; else the one that it has.",
    )


class DrawingStep(Strict):
    """A step of a drawing taken back, or made again."""

    revision = Whole(min_value=0, max_value=MOST_NUMBER, help_text=REVISION)


def _height_property() -> Text:
    """Which property of a survey that is sent is the height."""
    said = "The property that is the height of contours, where several may be; else the known ones, as `ele`."
    return Text(80, required=False, allow_blank=True, help_text=said)


class Survey(Strict):
    """A survey in GeoJSON, and how it is to be placed on the floor."""

    name = Text(120)
    survey = Plain(help_text="A FeatureCollection; of Kriegspiel's own it is taken whole.")
    scale = Number(help_text="Metres to the inch.")
    size = List(Whole(), 2, required=False, default=[24, 16], help_text="Width and depth in feet.")
    origin = List(
        Number(),
        2,
        required=False,
        help_text="The south-western corner in the file's coordinates; else the middle is taken.",
    )
    plain = Flag(required=False, default=False, help_text="Coordinates are plain metres, not degrees of WGS84.")
    interval = Number(required=False, help_text="Real height of one contour; else the least in the file.")
    height_property = _height_property()
    sure = Flag(required=False, default=False, help_text="Whatever is lost of it (409, E-LOSS).")


class SurveyFiles(Strict):
    """Files of a survey, and how it is to be placed on the floor: JSON, or a form in parts with ``files``."""

    name = Text(120)
    files = Files(help_text="GeoJSON, .osm, GeoTIFF, .asc, .hgt, .prj, or a .zip of them; 16,000,000 bytes together.")
    scale = Number(help_text="Metres to the inch.")
    size = List(Whole(), 2, required=False, default=[24, 16], help_text="Width and depth in feet.")
    origin = List(
        Number(), 2, required=False, help_text="The south-western corner: longitude and latitude, or plain metres."
    )
    plain = Flag(required=False, default=False, help_text="A file that names no system is in plain metres.")
    crs = Text(
        60, required=False, allow_blank=True, help_text="The system of files that name none, as EPSG:27700; else WGS84."
    )
    interval = Number(
        required=False, help_text="Real height of one contour; else a usual step, or the least in the file."
    )
    height_property = _height_property()
    take = Flag(required=False, default=False, help_text="Make the country at once, without a preview.")
    sure = Flag(
        required=False, default=False, help_text="With `take`: even where it is empty or a kind of thing is lost."
    )


class SurveyWindow(Strict):
    """The window on a survey that has been read; what is left out stays as it was sent."""

    scale = Number(required=False, help_text="Metres to the inch.")
    size = List(Whole(), 2, required=False, help_text="Width and depth in feet.")
    origin = List(
        Number(), 2, required=False, allow_null=True, help_text="The south-western corner; null for the middle."
    )
    interval = Number(required=False, allow_null=True, help_text="Real height of one contour; null for a usual one.")
    height_property = Text(
        80,
        required=False,
        allow_blank=True,
        allow_null=True,
        help_text="The property that is the height of contours, one of `sketch.height_choices`; null for the known ones.",
    )
    sure = Flag(
        required=False,
        default=False,
        help_text="Even where it is empty or a kind of thing is lost; else it is a `preview` again, with `sketch.losses`.",
    )
