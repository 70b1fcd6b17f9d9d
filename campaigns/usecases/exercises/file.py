"""The file of an exercise: a zip of ``exercise.json`` and perhaps a picture.  The same exercise gives the same bytes.

Nothing is written to disk and no name in it is used as a path.  Before anything is unpacked the end of the archive says
how many entries it has; an entry is read by stream and counted while it is read.  [RELIABILITY G4, G5]
"""

from __future__ import annotations

import json
import struct
import zipfile
import zlib
from collections.abc import Mapping
from io import BytesIO
from typing import Any

from campaigns.bridge import canonical
from campaigns.models.plain import Plain
from campaigns.strictjson import loads
from rules.errors import Invalid
from rules.values.sentence import joined, of_field, say
from rules.values.unzip import of_the_system, read_entry

GREATEST_FILE = 16_000_000
"""Bytes of a file at most."""

GREATEST_JSON = 1_500_000
"""Bytes of ``exercise.json`` at most, unpacked."""

RATIO = 100
"""How many times as large as in the file an entry may be."""

CONTENT, PICTURE = "exercise.json", "picture.webp"
"""The entries of the archive; the second may be missing."""

DATED = (1980, 1, 1, 0, 0, 0)
"""The date of every entry, so that the bytes do not depend on the day."""

END = struct.Struct("<4s4H2LH")
"""The end of an archive: signature, disks, entries here and in all, size and place of the directory, length of a comment."""

MOST_ENTRIES = 12
"""Entries of an archive at most: those of an exercise, its folder, and what a system adds to them."""

MOST_DIRECTORY = 4_000
"""Bytes of the directory of such an archive at most."""

LINK = 0xA000
"""The kind of an entry that is a symbolic link, in the upper half of its outer attributes."""


def pack(exercise: Mapping[str, Any], picture: bytes | None = None) -> bytes:
    """The file of an exercise in its normal form, its things in their sequence.  picture: of its picture, where it has one."""
    ordered = {**json.loads(canonical(exercise)), **{key: exercise[key] for key in ("country", "forces")}}
    text = json.dumps(ordered, ensure_ascii=False, indent=1) + "\n"
    held = BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_STORED) as archive:
        for name, data in ((CONTENT, text.encode()), (PICTURE, picture)):
            if data is not None:
                entry = zipfile.ZipInfo(name, DATED)
                entry.create_system, entry.external_attr = 3, 0o644 << 16
                archive.writestr(entry, data)
    return held.getvalue()


def unpack(source: bytes) -> tuple[Plain, bytes | None]:
    """What ``exercise.json`` holds, and the picture beside it, where there is one.

    source: the zip, or the JSON alone.  Invalid says what is wrong with it.
    """
    if len(source) > GREATEST_FILE:
        raise _wrong(say("it has {n} bytes; at most {most} are taken", n=f"{len(source):,}", most=f"{GREATEST_FILE:,}"))
    if source.lstrip()[:1] == b"{":
        if len(source) > GREATEST_JSON:
            raise _too_large(CONTENT, GREATEST_JSON)
        return loads(source), None
    _refuse_many(source)
    try:
        with zipfile.ZipFile(BytesIO(source)) as archive:
            entries = _entries(archive)
            picture = _read(archive, entries[PICTURE], GREATEST_FILE) if PICTURE in entries else None
            return loads(_read(archive, entries[CONTENT], GREATEST_JSON)), picture
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, struct.error) as error:
        raise _wrong(say("the zip is damaged, encrypted, or packed in a way that is not read here")) from error


def _refuse_many(source: bytes) -> None:
    """Refuse an archive with more entries than an exercise has, by its end alone."""
    if len(source) < END.size or source[-END.size :][:4] != b"PK\x05\x06":
        raise _wrong(say("this is no zip of an exercise, or something stands behind its end"))
    _, _, _, here, in_all, size, _, comment = END.unpack(source[-END.size :])
    if here != in_all or not 1 <= in_all <= MOST_ENTRIES:
        raise _wrong(say("it has {n} entries; an exercise has one, or two with a picture", n=in_all))
    if comment or size > MOST_DIRECTORY or b"PK\x06\x07" in source[-END.size - 24 :]:
        raise _wrong(say("its directory is larger than that of an exercise"))


def _entries(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """The entries by name; Invalid for any that an exercise does not have.

    The folder that they lie in together, if they lie in one, and what a system adds by itself are passed over.
    """
    found: dict[str, zipfile.ZipInfo] = {}
    rows = [one for one in archive.infolist() if not of_the_system(one.filename)]
    files = [one for one in rows if not one.is_dir()]
    folders = {one.filename.rpartition("/")[0] for one in files}
    folder = folders.pop() if len(folders) == 1 else ""
    own = f"{folder}/" if folder and "/" not in folder and folder.strip(".") else ""
    for entry in [*files, *(one for one in rows if one.is_dir() and one.filename != own)]:
        name = entry.filename.removeprefix(own)
        if name not in (CONTENT, PICTURE) or entry.external_attr >> 28 == LINK >> 12:
            shown = "".join(one if one.isprintable() else "?" for one in entry.filename)[:60]
            raise _wrong(
                say(
                    "the entry {name} is not read; known are {known}",
                    name=shown,
                    known=joined(", ", (CONTENT, PICTURE)),
                )
            )
        if name in found:
            raise _wrong(say("the entry {name} stands twice", name=name))
        found[name] = entry
    if CONTENT not in found:
        raise _wrong(say("there is no {name} in it", name=CONTENT))
    return found


def _read(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, greatest: int) -> bytes:
    """The bytes of an entry, counted while they are read, whatever it says of its size."""
    most = min(greatest, max(entry.compress_size, 1) * RATIO)
    read = read_entry(archive, entry, most + 1, "file")
    if len(read) > most:
        raise _too_large(entry.filename, greatest)
    return read


def _too_large(name: str, greatest: int) -> Invalid:
    return _wrong(
        say(
            "{name} has more than {most} bytes, or more than {ratio} times its size in the file",
            name=name,
            most=f"{greatest:,}",
            ratio=RATIO,
        )
    )


def _wrong(said: str) -> Invalid:
    return Invalid(of_field("file", said))
