"""Entries of a zip from outside, read with a firm limit: the one reader for surveys and for exercises.

Only what is stored or deflated is read.  The unpackers of BZIP2 and LZMA know no limit: a read of a few bytes unpacks all
that the packed bytes become, and that may be gigabytes.  [RELIABILITY G4, G5]
"""

from __future__ import annotations

import re
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from rules.errors import Invalid
from rules.values.sentence import of_field, say

_OF_THE_SYSTEM = re.compile(
    r"(?i)(^|/)(__MACOSX/|\._[^/]*$|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\.(Spotlight|Trashes|fseventsd)[^/]*)"
)


def of_the_system(name: str) -> bool:
    """Whether an entry is what a system adds by itself when it packs, and nobody's file.

    >>> [of_the_system(one) for one in ("__MACOSX/._dem.asc", "a/._dem.asc", ".DS_Store", "Thumbs.db", "a/dem.asc")]
    [True, True, True, True, False]
    """
    return bool(_OF_THE_SYSTEM.search(name.replace("\\", "/")))


def read_entry(archive: ZipFile, entry: ZipInfo, most: int, field: str) -> bytes:
    """At most so many bytes of an entry, whatever it says of its size.  field: what is named where it is refused."""
    if entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise Invalid(of_field(field, say("a file in the zip is packed in a way that is not read here; use Deflate")))
    with archive.open(entry) as held:
        return held.read(most)
