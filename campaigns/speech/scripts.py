"""What the scripts of the pages say: ``said("…")`` in their sources, and the words that a page brings along for them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.conf import settings

from campaigns.speech.tongue import ENGLISH, said_entry, spoken

SAID = re.compile(r'\bsaid\(("(?:[^"\\]|\\.)+")')


def of_scripts() -> Iterator[tuple[str, str]]:
    """The entries of the scripts, each with the file in which it is said."""
    for path in sorted(_folder().glob("*.js")):
        for entry in said_by(path.stem):
            yield entry, str(path.relative_to(settings.BASE_DIR))


def said_for(*scripts: str) -> str:
    """What those scripts say, English to the reader's language, as JSON; nothing where that is English."""
    if spoken() == ENGLISH:
        return ""
    words = {english: said_entry(english) for script in scripts for english in said_by(script)}
    return json.dumps(words, ensure_ascii=False, separators=(",", ":"))


@cache
def said_by(script: str) -> tuple[str, ...]:
    """What one script says."""
    source = (_folder() / f"{script}.js").read_text(encoding="utf-8")
    return tuple(dict.fromkeys(json.loads(quoted) for quoted in SAID.findall(source)))


def _folder() -> Path:
    return Path(settings.BASE_DIR) / "campaigns/static/campaigns"
