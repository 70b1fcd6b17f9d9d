"""A picture that somebody sends is drawn anew in a process of little memory and time; what is hostile is refused in words."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, TiffImagePlugin

from campaigns import children
from campaigns.errors import InAMoment, TooCostly
from campaigns.usecases.pictures import pictures
from rules.errors import Invalid
from tests.campaigns.builders import NOON
from tests.campaigns.pictures.scans import (
    a_scan,
    encoded,
    png_bomb,
    text_bomb,
    tiff_in_a_circle,
    tiff_with_a_huge_directory,
)

SCRIPT = b"<html><script>alert(1)</script></html>"


def drawn(sent):
    """The picture that comes out of a file that was sent."""
    file, wide, high = pictures._drawn_anew(sent)
    made = Image.open(BytesIO(file))
    assert made.format == "WEBP" and made.mode == "RGB" and made.size == (wide, high)
    return made, file


def middle(made):
    """The mean colour of a picture."""
    return made.resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "TIFF"])
def test_each_sort_comes_out_as_the_same_picture(kind):
    made, _ = drawn(encoded(a_scan(), kind))
    assert made.size == (640, 480)
    assert all(abs(a - b) < 6 for a, b in zip(middle(made), middle(a_scan()), strict=True))


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGBA", "LA", "CMYK", "I;16"])
def test_every_sort_of_colour_is_understood(mode):
    grey = Image.new("RGB", (64, 64), (128, 128, 128))
    sent = Image.new("I;16", (64, 64), 0x8080) if mode == "I;16" else grey.convert(mode)
    made, _ = drawn(encoded(sent, "TIFF"))
    assert all(abs(part - 128) < 10 for part in middle(made))


def test_what_is_transparent_shows_white_paper():
    made, _ = drawn(encoded(Image.new("RGBA", (40, 40), (0, 0, 0, 0))))
    assert middle(made) == (255, 255, 255)


def test_a_photograph_stands_upright_and_tells_nothing_of_its_camera():
    exif = Image.Exif()
    exif[0x0112], exif[0x010E], exif[0x010F] = 6, "<script>alert(1)</script>", "Camera of Red"
    made, file = drawn(encoded(a_scan(), "JPEG", exif=exif, icc_profile=b"profile" * 50, comment=b"secret"))
    assert made.size == (480, 640)
    assert not made.getexif() and "icc_profile" not in made.info
    assert not any(hidden in file for hidden in (b"script", b"Camera", b"profile", b"secret"))


def test_what_is_hidden_behind_a_picture_is_gone():
    _, file = drawn(encoded(a_scan()) + SCRIPT + b"PK\x03\x04")
    assert b"script" not in file and b"PK" not in file


@pytest.mark.slow
def test_a_large_scan_is_made_smaller():
    made, _ = drawn(encoded(a_scan(6000, 4000), compress_level=1))
    assert made.size == (4096, 2731)


def test_a_file_whose_next_page_is_its_first_is_that_one_page():
    assert drawn(tiff_in_a_circle())[0].size == (640, 480)


HOSTILE = {
    "a bomb": (lambda: png_bomb(50_000, 50_000), "50,000 by 50,000 pixels"),
    "a long bomb": (lambda: png_bomb(29_000_000, 1), "29,000,000 by 1 pixels"),
    "a speck": (lambda: encoded(Image.new("RGB", (4, 4))), "at least 16"),
    "a text that is a bomb": (text_bomb, "damaged|no picture"),
    "a huge directory": (tiff_with_a_huge_directory, "no picture|damaged"),
    "pages": (lambda: encoded(a_scan(), "TIFF", save_all=True, append_images=[a_scan()] * 50), "several pages"),
    "frames": (lambda: encoded(a_scan(), "WEBP", save_all=True, append_images=[a_scan(colour=(9, 9, 9))]), "several"),
    "cut short": (lambda: encoded(a_scan())[:900], "damaged"),
    "jpeg cut short": (lambda: encoded(a_scan(), "JPEG")[:3000], "damaged"),
    "gif": (lambda: encoded(a_scan(), "GIF"), "no picture"),
    "svg": (lambda: b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "no picture"),
    "pdf": (lambda: b"%PDF-1.7\n" + SCRIPT, "no picture"),
    "html": (lambda: SCRIPT, "no picture"),
    "gif and html": (lambda: b"GIF89a/*" + SCRIPT + b"*/=1;", "no picture"),
    "nothing like it": (lambda: bytes(range(256)) * 40, "no picture"),
    "postscript": (lambda: b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n", "no picture"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_in_words_within_five_seconds_and_256_mib(name, monkeypatch):
    make, why = HOSTILE[name]
    sent, bounds, ask = make(), [], children.ask

    def asked(*given, **more):
        bounds.append((more["longest"], more["most_memory"]))
        return ask(*given, **more)

    monkeypatch.setattr(children, "ask", asked)
    with pytest.raises((Invalid, TooCostly), match=why):
        pictures._drawn_anew(sent)
    assert bounds == [(5, 256 * 1024 * 1024)]


@pytest.mark.parametrize(
    ("died", "why"),
    [
        (children.TookTooLong("late"), "more than 5 seconds"),
        (children.TookTooMuch("much"), "more than 256 MB of memory"),
    ],
)
def test_a_child_that_is_stopped_is_told_in_words(monkeypatch, died, why):
    def stopped(*given, **more):
        raise died

    monkeypatch.setattr(children, "ask", stopped)
    with pytest.raises(TooCostly, match=why):
        pictures._drawn_anew(b"x")


def test_a_machine_that_is_busy_is_not_blamed_on_the_file(monkeypatch, cast):
    def starved(*given, **more):
        raise children.Starved("busy")

    monkeypatch.setattr(children, "ask", starved)
    with pytest.raises(InAMoment, match="machine is busy"):
        pictures.keep_picture(by=cast.umpire, sent=b"x", now=NOON)


def test_a_child_that_falls_over_is_a_damaged_file(monkeypatch):
    def fallen(*given, **more):
        raise children.Died("signal 11")

    monkeypatch.setattr(children, "ask", fallen)
    with pytest.raises(Invalid, match="damaged"):
        pictures._drawn_anew(b"x")


def test_a_child_does_not_get_more_memory_than_it_may_have():
    with pytest.raises(children.TookTooMuch):
        children.ask(
            ("campaigns.pictures.reencode",),
            encoded(a_scan(5000, 5000), compress_level=1),
            longest=20,
            most_memory=90 << 20,
        )


# -- a container with an extra is no several pages; deep pictures are stretched to what is there ----------------


def several(kind, *more, **given):
    """A file of several pictures."""
    held = BytesIO()
    a_scan().save(held, kind, save_all=True, append_images=list(more), **given)
    return held.getvalue()


def test_what_a_phone_hangs_on_to_a_jpeg_is_no_page():
    sent = several("MPO", a_scan().resize((160, 120)), a_scan().convert("L"))
    assert b"MPF\0" in sent
    made, _ = drawn(sent)
    assert made.size == (640, 480)


def tiff_pages(sort):
    """A TIFF with a second page of this sort: 1 is a smaller copy, 4 a mask, 0 a page of its own."""
    plain = several("TIFF", a_scan().resize((160, 120)))
    tags = TiffImagePlugin.ImageFileDirectory_v2()
    tags[254] = sort
    small = a_scan().resize((160, 120))
    small.encoderinfo = {"tiffinfo": tags}
    return several("TIFF", small) if sort else plain


@pytest.mark.parametrize("sort", [1, 4])
def test_a_smaller_copy_in_a_tiff_is_no_page_and_a_second_picture_is(sort):
    assert drawn(tiff_pages(sort))[0].size == (640, 480)
    with pytest.raises(Invalid, match="several pages"):
        pictures._drawn_anew(tiff_pages(0))


def ramp(mode, bright, dark=0.0):
    """A picture that goes from dark to bright."""
    wide = 256
    sent = Image.new(mode, (wide, 32))
    row = [dark + (bright - dark) * i / (wide - 1) for i in range(wide)]
    sent.putdata([one if mode == "F" else int(one) for one in row * 32])
    return encoded(sent, "TIFF")


@pytest.mark.parametrize(
    ("mode", "bright", "dark"),
    [("I;16", 4095, 0), ("I;16", 1023, 0), ("I;16", 65535, 0), ("F", 1.0, 0), ("F", 255.0, 0), ("F", 60_000.0, 0), ("F", 1.0, -1.0)],
)  # fmt: skip
def test_a_picture_of_more_than_eight_bits_is_stretched_to_what_is_there(mode, bright, dark):
    made, _ = drawn(ramp(mode, bright, dark))
    low, high = made.convert("L").getextrema()
    assert low < 12 and high > 243


def test_a_picture_of_values_that_are_no_numbers_is_refused():
    with pytest.raises(Invalid):
        pictures._drawn_anew(ramp("F", float("inf")))
