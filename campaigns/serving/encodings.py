"""Everything is read as UTF-8: what says that it is in another encoding is refused before anything of it is read.

Django decodes the address and the form of a request as that says, whatever it names, and where that fails so does the
page that would tell of the fault: a stranger had a bare 500 of any address.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

SAID = re.compile(rb"charset\s*=\s*[\"']?([^\s;\"']+)", re.IGNORECASE)
UTF_8 = b"utf-8"

API = "/api/"
CODE = "E-FORMAT"
SENTENCE = "Send this in UTF-8; no other encoding is read."


def in_another(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a request says that it is in another encoding than UTF-8, by another spelling too: Django knows only this.

    >>> in_another([(b"content-type", b"text/plain; charset=latin-1")]), in_another([(b"Content-Type", b"a/b; Charset=UTF-8")])
    (True, False)
    """
    said = (SAID.search(value) for name, value in headers if name.lower() == b"content-type")
    return any(one[1].lower() != UTF_8 for one in said if one)


async def refuse(scope: Any, send: Any) -> None:
    """415, with the reason in words; for programs as the API answers every error."""
    kind, text = "text/plain", SENTENCE
    if scope["path"].startswith(API):
        kind, text = "application/json", json.dumps({"code": CODE, "clause": "", "sentence": text, "detail": {}})
    headers = {"content-type": f"{kind}; charset=utf-8", "x-content-type-options": "nosniff", "connection": "close"}
    sent = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": 415, "headers": sent})
    await send({"type": "http.response.body", "body": text.encode()})
