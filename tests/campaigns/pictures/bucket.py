"""A storage that is no folder, as a bucket is: files by their names, and no paths."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, ClassVar

from django.core.files.base import ContentFile
from django.core.files.storage import Storage


class Bucket(Storage):
    """Files by their names."""

    files: ClassVar[dict[str, bytes]] = {}

    def _open(self, name: str, mode: str = "rb") -> Any:
        if name not in self.files:
            raise FileNotFoundError(name)
        return ContentFile(self.files[name], name)

    def _save(self, name: str, content: Any) -> str:
        self.files[name] = content.read()
        return name

    def delete(self, name: str) -> None:
        self.files.pop(name, None)

    def exists(self, name: str) -> bool:
        return name in self.files

    def listdir(self, path: str) -> tuple[list[str], list[str]]:
        return [], list(self.files)

    def size(self, name: str) -> int:
        return len(self.files[name])

    def get_modified_time(self, name: str) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC)


class Away(Bucket):
    """A bucket that does not answer; its errors are its own."""

    def _open(self, name: str, mode: str = "rb") -> Any:
        raise NoAnswer

    def _save(self, name: str, content: Any) -> str:
        raise NoAnswer

    def delete(self, name: str) -> None:
        raise NoAnswer

    def listdir(self, path: str) -> tuple[list[str], list[str]]:
        raise NoAnswer


class NoAnswer(Exception):
    """As the libraries of buckets have it: no error of the system's."""
