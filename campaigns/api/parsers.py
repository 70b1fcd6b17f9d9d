"""The body of a request, read by the one strict reader of JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.utils.http import parse_header_parameters
from rest_framework.parsers import BaseParser

from campaigns.api.errors import TooLarge
from campaigns.strictjson import loads, refuse_charset


class StrictJSONParser(BaseParser):
    """JSON objects in UTF-8, of at most DATA_UPLOAD_MAX_MEMORY_SIZE bytes."""

    media_type = "application/json"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The data in the body; Refused where it cannot be parsed."""
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(most + 1)
        if len(body) > most:
            raise TooLarge(most)
        refuse_charset(parse_header_parameters(media_type or "")[1].get("charset"))
        return loads(body)
