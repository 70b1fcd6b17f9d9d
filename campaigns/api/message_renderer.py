"""The messages behind the sentences of an answer, for programs that show them in their reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rest_framework.renderers import JSONRenderer

from rules.values.sentence import Sentence, coded


class MessagesRenderer(JSONRenderer):
    """An answer with the message and the arguments of every sentence in it, by the place of the sentence.

    ``{"answer": …, "messages": {"/events/0/sum": {"message": "{n} men", "arguments": {"n": 3}}}}``; places are JSON
    pointers (RFC 6901).  Asked for by the header ``Accept``.
    """

    media_type = "application/vnd.kriegspiel.messages+json"
    format = "messages"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        """The answer and its messages as JSON."""
        found = {"answer": data, "messages": dict(messages_in(data))}
        written: bytes = super().render(found, accepted_media_type, renderer_context)
        return written


def messages_in(data: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """The messages in plain data, each with the place of its sentence.

    >>> from rules.values.sentence import say
    >>> list(messages_in({"sums": ["6", say("{n} men", n=3)]}))
    [('/sums/1', {'message': '{n} men', 'arguments': {'n': 3}})]
    """
    if isinstance(data, Sentence):
        yield place, coded(data)
    elif isinstance(data, Mapping):
        for key, value in data.items():
            yield from messages_in(value, f"{place}/{str(key).replace('~', '~0').replace('/', '~1')}")
    elif isinstance(data, list | tuple):
        for at, value in enumerate(data):
            yield from messages_in(value, f"{place}/{at}")
