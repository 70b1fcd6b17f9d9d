"""Fields of requests: each accepts one kind of JSON and converts nothing into another kind."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Mapping
from math import isfinite
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from drf_spectacular.drainage import set_override
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from campaigns.usecases.muster.survey_files import refuse_size
from rules.values.measure import INCH

PARTS = "#/components/schemas/"
"""Where the parts of the description are."""


class Text(serializers.CharField):
    """Text, and nothing but text; its length in characters."""

    def __init__(self, most: int, **given: Any) -> None:
        super().__init__(max_length=most, trim_whitespace=False, **given)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Whole(serializers.IntegerField):
    """A whole number; ``"5"``, ``5.0`` and ``true`` are refused."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return data


class Number(serializers.FloatField):
    """A finite number; ``"5"`` and ``true`` are none."""

    def to_internal_value(self, data: Any) -> float:
        if isinstance(data, bool) or not isinstance(data, int | float) or not isfinite(data):
            self.fail("invalid")
        return data


class Inches(serializers.FloatField):
    """A length in an answer: in inches, of which the rules count sixteenths."""

    def to_representation(self, value: Any) -> Any:
        return value / INCH


class Flag(serializers.BooleanField):
    """True or false; ``"yes"`` and 1 are neither."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=type(data).__name__)
        return data


class Choice(serializers.ChoiceField):
    """One of a set of words."""

    def __init__(self, *choices: str, **given: Any) -> None:
        words = ", ".join(choice or "nothing" for choice in choices)
        super().__init__(choices=choices, error_messages={"invalid_choice": f"One of {words} is wanted."}, **given)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str) or data not in self.choices:
            self.fail("invalid_choice")
        return data


@extend_schema_field({"type": "object", "additionalProperties": True})
class Plain(serializers.Field[dict[str, Any], Any, dict[str, Any], Mapping[str, Any]]):
    """A map of plain data, which the rules parse themselves."""

    default_error_messages = {"invalid": "A map is wanted."}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, Mapping):
            self.fail("invalid")
        return dict(data)

    def to_representation(self, value: Mapping[str, Any]) -> dict[str, Any]:
        return dict(value)


@extend_schema_field({})
class Anything(serializers.Field[Any, Any, Any, Any]):
    """Any plain data."""

    def __init__(self, **given: Any) -> None:
        super().__init__(allow_null=True, **given)

    def to_internal_value(self, data: Any) -> Any:
        return data

    def to_representation(self, value: Any) -> Any:
        return value


class Shaped(Plain):
    """A map of plain data of one shape: a type of ``rules.contract.data``, which the description documents."""

    def __init__(self, shape: Any, **given: Any) -> None:
        super().__init__(**given)
        set_override(self, "field", {"$ref": PARTS + shape.__name__})


class Pairs(serializers.DictField):
    """Values by their keys, as pairs or as a map."""

    child = serializers.CharField()

    def to_representation(self, value: Any) -> dict[str, Any]:
        return super().to_representation(dict(value))


class List(serializers.ListField):
    """A list of one kind; an object or text is none."""

    def __init__(self, child: serializers.Field[Any, Any, Any, Any], most: int, **given: Any) -> None:
        super().__init__(child=child, max_length=most, **given)

    def to_internal_value(self, data: Any) -> list[Any]:
        if not isinstance(data, list):
            self.fail("not_a_list", input_type=type(data).__name__)
        return super().to_internal_value(data)


@extend_schema_field(
    {
        "type": "array",
        "items": {
            "type": "object",
            "required": ["name", "base64"],
            "properties": {"name": {"type": "string"}, "base64": {"type": "string"}},
        },
    }
)
class Files(serializers.Field[Any, Any, Any, Any]):
    """Files with their names: as parts of a form, or in JSON with their bytes in base64."""

    default_error_messages = {"invalid": "A list of files, each with name and base64, is wanted."}

    def to_internal_value(self, data: Any) -> list[tuple[str, bytes]]:
        if not isinstance(data, list):
            self.fail("invalid")
        return [self._file(one) for one in data]

    def _file(self, one: Any) -> tuple[str, bytes]:
        if isinstance(one, UploadedFile):
            refuse_size(one.size or 0)  # of a larger one not all was held
            return one.name or "", one.read()
        try:
            if isinstance(one["name"], str) and one.keys() == {"name", "base64"}:
                return one["name"], b64decode(one["base64"], validate=True)
        except (TypeError, KeyError, ValueError, AttributeError):
            pass
        return self.fail("invalid")


class Strict(serializers.Serializer[Any]):
    """A request: every field is named, and an unknown field is refused."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            strange = [str(name) for name in data if name not in self.fields]
            if strange:
                raise serializers.ValidationError(
                    {name[:60]: ["There is no such field here."] for name in strange[:20]}
                )
        return super().to_internal_value(data)
