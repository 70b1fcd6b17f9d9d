"""The name under which a download is saved, made of a name that somebody typed."""

from __future__ import annotations

import re
import unicodedata

LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o"})
"""How letters are written where there are only those of ASCII; accents are left off."""

LONGEST = 60


def saved_as(name: str, ending: str, otherwise: str) -> str:
    """The header Content-Disposition of a download.  otherwise: its name where nothing of the given one is left.

    >>> saved_as("Über die Brücke, Straße 3", "zip", "exercise")
    'attachment; filename="ueber-die-bruecke-strasse-3.zip"'
    >>> saved_as("Forêt d’Œuilly", "csv", "force"), saved_as("حقل", "csv", "force")
    ('attachment; filename="foret-d-oeuilly.csv"', 'attachment; filename="force.csv"')
    """
    plain = unicodedata.normalize("NFC", name.lower()).translate(LETTERS)
    bare = "".join(one for one in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(one))
    words = "-".join(re.findall(r"[a-z0-9]+", bare))[:LONGEST].strip("-")
    return f'attachment; filename="{words or otherwise}.{ending}"'
