"""The files of a survey: what each of them is, and what is in a zip, with limits on everything that grows.

Nothing here is parsed: only first bytes and names are looked at, so the process that answers pages may do it too.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO

from rules.errors import Invalid
from rules.ground.geojson.told import Told, untold
from rules.values.sentence import of_field, say
from rules.values.unzip import read_entry

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


@dataclass(frozen=True)
class File:
    """A file: its name without folders, what it is (a key of ``GREATEST``, ``zip``, or empty for the unknown), its bytes."""

    name: str
    sort: str
    data: bytes

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
        """The files by what they are, not unpacked; Invalid for too many, an unknown or an empty one."""
        if not self.sent:
            raise Invalid(of_field("survey", say("choose a file")))
        if len(self.sent) > MOST_FILES:
            raise _too_many(len(self.sent))
        return [_known(_file(name, data)) for name, data in self.sent]

    def unpacked(self) -> Iterator[File]:
        """The files, those of a zip included; in a zip, what is no survey is passed over."""
        room = GREATEST_UNPACKED
        number = 0
        for file in self.checked():
            for one in _members(file, room) if file.sort == "zip" else (file,):
                number += 1
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
    return File(plain, _sort(plain.lower(), data[:400]), data)


def _sort(name: str, begins: bytes) -> str:
    """What a file is, by its first bytes, else by the end of its name."""
    text = begins.removeprefix(b"\xef\xbb\xbf").lstrip()
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


def _known(file: File) -> File:
    """A file of a sort that is read, not empty and not too large."""
    if not file.sort:
        raise Invalid(of_field("survey", say("{name} is none of {taken}", name=file.name, taken=TAKEN)))
    if not file.data:
        raise Invalid(of_field("survey", say("{name} is empty", name=file.name)))
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


def _members(file: File, room: int) -> Iterator[File]:
    """The files in a zip.  room: the bytes that they may have together."""
    from zipfile import BadZipFile, LargeZipFile, ZipFile

    try:
        with ZipFile(BytesIO(file.data)) as archive:
            rows = [row for row in archive.infolist() if not row.is_dir() and "__MACOSX" not in row.filename]
            if len(rows) > 5 * MOST_FILES:
                raise _too_many(len(rows))
            found = False
            for row in rows:
                one = _file(row.filename, read_entry(archive, row, 400, "survey"))
                if one.sort in ("", "zip") or not row.file_size:
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
                yield File(one.name, one.sort, read_entry(archive, row, row.file_size, "survey"))
    except (BadZipFile, LargeZipFile, RuntimeError, NotImplementedError, EOFError, zlib.error) as fault:
        raise Invalid(
            of_field("survey", say("{name} cannot be unpacked: {why}", name=file.name, why=str(fault)[:80]))
        ) from fault
    if not found:
        raise Invalid(of_field("survey", say("{name} holds none of {taken}", name=file.name, taken=TAKEN)))
