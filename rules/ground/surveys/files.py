"""The files of a survey: what each of them is, and what is in a zip, with limits on everything that grows.

Nothing here is parsed: only first bytes and names are looked at, so the process that answers pages may do it too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO

from rules.errors import Invalid
from rules.ground.geojson.told import Told, untold
from rules.values.foreign import told_in_words
from rules.values.sentence import of_field, say
from rules.values.unzip import of_the_system, read_entry

MOST_FILES = 20
"""The most files of a survey, those in a zip included."""

GREATEST = {
    "json": 6_000_000,
    "osm": 24_000_000,
    "ascii": 64_000_000,
    "tiff": 64_000_000,
    "hgt": 26_000_000,
    "prj": 20_000,
}
"""The most bytes of a file, unpacked, by what it is."""

GREATEST_UNPACKED = 96_000_000
"""The most bytes of all files of a survey, unpacked."""

TAKEN = "GeoJSON, .osm, GeoTIFF, .asc, .hgt, .prj, .zip"

TOLD = "told"
"""The first word of a line that says how far the work is, before per cent and stage."""


class NoSurvey(Invalid):
    """A file that is in order and no survey, as a licence is: beside one it is passed over."""


@dataclass(frozen=True)
class File:
    """A file: its name without folders, what it is (a key of ``GREATEST``, ``zip``, or empty for the unknown), its bytes.

    why: it is passed over; empty where it is to be read.  packed: it came in a zip.
    """

    name: str
    sort: str
    data: bytes
    why: str = ""
    packed: bool = False

    @property
    def stem(self) -> str:
        """Its name without its ending, in small letters, by which a ``.prj`` finds its grid."""
        return self.name.rsplit(".", 1)[0].lower()


@dataclass(frozen=True)
class Files:
    """Files as they were sent: name and bytes of each; told: is told how far the work is."""

    sent: Sequence[tuple[str, bytes]]
    told: Told = untold

    def checked(self) -> list[File]:
        """The files by what they are, not unpacked; Invalid for too many, or where none of them is a survey."""
        if not self.sent:
            raise Invalid(of_field("survey", say("choose a file")))
        if len(self.sent) > MOST_FILES:
            raise _too_many(len(self.sent))
        files = [_file(name, data) for name, data in self.sent]
        if not any(one.sort and one.data for one in files):
            raise _useless(files[0])
        return [_passed_over(one) for one in files]

    def unpacked(self) -> Iterator[File]:
        """The files, those of a zip included; what is no survey has ``why``."""
        room = GREATEST_UNPACKED
        number = 0
        for file in self.checked():
            for one in _members(file, room) if file.sort == "zip" else (file,):
                number += not one.why
                room -= len(one.data)
                if number > MOST_FILES:
                    raise _too_many(number)
                yield one


def _too_many(number: int) -> Invalid:
    return Invalid(
        of_field("survey", say("at most {most} files are taken, got {number}", most=MOST_FILES, number=number))
    )


def _file(name: str, data: bytes) -> File:
    plain = re.sub(r"[^\w.() -]", "_", re.split(r"[/\\]", name)[-1])[-80:] or "file"
    if of_the_system(name):
        return File(f"._{plain.removeprefix('._')}", "", b"")
    sort = _sort(plain.lower(), data[:400])
    return File(plain, sort, text_of(data) if sort in TEXTS else data)


TEXTS = ("json", "ascii", "prj")
"""Sorts of files that are read as text by ourselves."""

_WIDE = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}


def text_of(data: bytes) -> bytes:
    """The bytes of a text in UTF-8 without a byte order mark, whatever mark it begins with."""
    coding = _WIDE.get(data[:2])
    if coding is None or len(data) < 4:
        return data.removeprefix(b"\xef\xbb\xbf")
    return data[: len(data) // 2 * 2].decode(coding, "replace").encode()


def _sort(name: str, begins: bytes) -> str:
    """What a file is, by its first bytes, else by the end of its name."""
    text = text_of(begins).lstrip()
    if begins.startswith((b"II*\x00", b"MM\x00*", b"II+\x00", b"MM\x00+")):
        return "tiff"
    if begins.startswith(b"PK\x03\x04"):
        return "zip"
    if text.startswith(b"{"):
        return "json"
    if text.startswith(b"<"):
        return "osm"
    if re.match(rb"(?i)(ncols|nrows)\s", text):
        return "ascii"
    ending = name.rsplit(".", 1)[-1]
    return {"hgt": "hgt", "prj": "prj", "json": "json", "geojson": "json", "asc": "ascii"}.get(ending, "")


def _useless(file: File) -> Invalid:
    """Why a file alone is no survey."""
    if file.data:
        return Invalid(of_field("survey", say("{name} is none of {taken}", name=file.name, taken=TAKEN)))
    return Invalid(of_field("survey", say("{name} is empty", name=file.name)))


def _passed_over(file: File) -> File:
    """A file with the reason why it is passed over, if it is; Invalid for one that is too large."""
    if of_the_system(file.name):
        return File(file.name, "", b"", say("the system made it, not you"))
    if not file.data:
        return File(file.name, "", b"", say("it is empty"))
    if not file.sort:
        return File(file.name, "", b"", say("it is no sort of survey that is read here"))
    _refuse_size(file.name, file.sort, len(file.data))
    return file


def _refuse_size(name: str, sort: str, size: int) -> None:
    most = GREATEST.get(sort, GREATEST_UNPACKED)
    if size > most:
        raise Invalid(
            of_field(
                "survey",
                say("{name} has {size} bytes; at most {most} are taken", name=name, size=f"{size:,}", most=f"{most:,}"),
            )
        )


def _members(file: File, room: int, deep: int = 0) -> Iterator[File]:
    """The files in a zip, and in a zip in it.  room: the bytes that they may have together."""
    from zipfile import ZipFile

    def refuse(why: str) -> Invalid:
        return Invalid(of_field("survey", why))

    damaged = say("{name} cannot be unpacked: it is damaged, encrypted, or breaks off", name=file.name)
    with told_in_words(damaged, refuse):
        archive = ZipFile(BytesIO(file.data))
        rows = [row for row in archive.infolist() if not row.is_dir()]
    if sum(not of_the_system(row.filename) for row in rows) > 5 * MOST_FILES or len(rows) > 20 * MOST_FILES:
        raise _too_many(len(rows))
    found = False
    for row in rows:
        with told_in_words(damaged, refuse):
            one = _file(row.filename, b"" if of_the_system(row.filename) else read_entry(archive, row, 400, "survey"))
        one = _passed_over(one) if one.sort != "zip" or deep < 1 else _too_deep(one)
        if one.why:
            yield one
            continue
        _refuse_size(one.name, one.sort, row.file_size)
        room -= row.file_size
        if room < 0:
            raise Invalid(
                of_field(
                    "survey",
                    say(
                        "{name} has more than {most} bytes when it is unpacked",
                        name=file.name,
                        most=f"{GREATEST_UNPACKED:,}",
                    ),
                )
            )
        found = True
        with told_in_words(damaged, refuse):
            whole = File(one.name, one.sort, read_entry(archive, row, row.file_size, "survey"), packed=True)
        if one.sort != "zip":
            yield whole
            continue
        for inner in _members(whole, room, deep + 1):
            room -= len(inner.data)
            yield inner
    if not found:
        raise Invalid(of_field("survey", say("{name} holds none of {taken}", name=file.name, taken=TAKEN)))


def _too_deep(file: File) -> File:
    return File(file.name, "", b"", say("a zip in a zip in a zip is not opened"))
