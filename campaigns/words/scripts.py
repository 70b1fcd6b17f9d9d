"""What scripts are given to speak another language: Django's own catalog for scripts, under an address that names language and contents."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import NamedTuple

from django.http import HttpRequest
from django.views.i18n import JavaScriptCatalog

from campaigns.words.languages import ENGLISH, in_language


class ScriptWords(NamedTuple):
    """The words of the scripts in one language.  digest: of them, for their address; empty where there are none."""

    script: bytes
    digest: str


@cache
def words_of_scripts(language: str) -> ScriptWords:
    """The script that has ``gettext`` speak a language.  English needs none, nor does a language of which the catalog is empty."""
    if language == ENGLISH:
        return ScriptWords(b"", "")
    made = JavaScriptCatalog(packages=["campaigns"])  # ours alone; all that Django has for its admin would come too
    with in_language(language):
        script = made.get(HttpRequest()).content
    return ScriptWords(script, hashlib.sha256(script).hexdigest()[:20]) if made.get_catalog() else ScriptWords(b"", "")
