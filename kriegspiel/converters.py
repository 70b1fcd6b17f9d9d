"""The parts of addresses: nothing else reaches a view, let alone the database."""

from __future__ import annotations


class PublicId:
    """The public id of a row: twelve url-safe characters."""

    regex = "[A-Za-z0-9_-]{12}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return str(value)


class Thing(PublicId):
    """The rules' id of a thing on the floor: one word of at most 64 printable characters."""

    regex = r"[^/\s\x00-\x1f\x7f<>\"'`&\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]{1,64}"


class Clause(PublicId):
    """The number of a clause, or of a reading of one."""

    regex = "(?:KTI-)?[A-Z][A-Z0-9]{1,4}(?:-[A-Z]{1,12})?-[0-9]{1,3}[a-z]?"


class BookKey(PublicId):
    """The key of a rulebook."""

    regex = "[a-z0-9-]{1,40}"


class Number:
    """A small whole number: of a move, of an order."""

    regex = "[0-9]{1,6}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int | str) -> str:
        return str(value)


class Secret(PublicId):
    """The token of a secret address: letters, digits, and the signs of a signature."""

    regex = "[A-Za-z0-9_:-]{1,100}"
