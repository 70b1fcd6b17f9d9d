"""A picture that somebody sends is drawn anew in a process of little memory and time; what is hostile is refused in words."""

from __future__ import annotations

import resource
import time
from io import BytesIO

import pytest
from PIL import Image

from campaigns import children
from campaigns.errors import TooCostly
from campaigns.usecases.pictures import pictures
from rules.errors import Invalid
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
    sent, limits = make(), []
    limit = children._limit_memory

    def measured(pid, most):
        limit(pid, most)
        limits.append(resource.prlimit(pid, resource.RLIMIT_AS))

    monkeypatch.setattr(children, "_limit_memory", measured)
    began = time.monotonic()
    with pytest.raises((Invalid, TooCostly), match=why):
        pictures._drawn_anew(sent)
    assert time.monotonic() - began < pictures.LONGEST + 1
    assert limits == [(256 * 1024 * 1024,) * 2]


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
