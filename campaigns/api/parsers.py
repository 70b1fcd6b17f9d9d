"""The body of a request, read by the one strict reader of JSON; files may come in parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.utils.http import parse_header_parameters
from rest_framework.parsers import BaseParser, DataAndFiles, MultiPartParser

from campaigns.api.errors import TooLarge
from campaigns.strictjson import loads, refuse_charset
from rules.errors import Invalid
from rules.values.sentence import of_field, say


class StrictJSONParser(BaseParser):
    """JSON objects in UTF-8, of at most DATA_UPLOAD_MAX_MEMORY_SIZE bytes, or of ``most`` where an endpoint takes more."""

    media_type = "application/json"
    most = 0

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The data in the body; Refused where it cannot be parsed."""
        most = self.most or settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(most + 1)
        if len(body) > most:
            raise TooLarge(most)
        refuse_charset(parse_header_parameters(media_type or "")[1].get("charset"))
        return loads(body)


class FilesParser(MultiPartParser):
    """A form in parts: files under ``files``, names as they are, and every other field as JSON."""

    as_they_are = ("name", "crs")

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The data in the body, as those of a JSON object."""
        read: DataAndFiles[Any, Any] = super().parse(stream, media_type, parser_context)
        found: dict[str, Any] = {"files": read.files.getlist("files")}
        for key, values in (*read.data.lists(), *((key, [""]) for key in read.files if key != "files")):
            if len(values) > 1 or key in found:
                raise Invalid(of_field(key[:60], say("it stands more than once")))
            found[key] = values[0] if key in self.as_they_are else _one(key, values[0])
        return found


def _one(key: str, text: str) -> Any:
    """The value of a field that stands as JSON in a form."""
    found = loads(f'{{"value": {text}}}')
    if found.keys() != {"value"}:
        raise Invalid(of_field(key[:60], say("one value in JSON is wanted")))
    return found["value"]
