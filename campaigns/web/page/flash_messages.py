"""What a press has done, told on the next page: sentences are kept as messages, so that the page says them in its language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.fallback import FallbackStorage

from rules.values.sentence import packed, unpacked


class Storage(FallbackStorage):
    """Django's own, which keeps plain text."""

    def add(self, level: int, message: Any, extra_tags: str | None = "") -> None:
        """Keep what is told."""
        super().add(level, packed(message), extra_tags)

    def __iter__(self) -> Iterator[Message]:
        for one in super().__iter__():
            one.message = unpacked(one.message)
            yield one
