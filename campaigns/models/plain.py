"""Plain data in a column, as text."""

from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.db import models

from rules.values.sentence import dumps, loads, packed, unpacked

Plain = dict[str, Any]
"""What JSON holds under its keys."""


if TYPE_CHECKING:
    Text = models.TextField[str, str]
else:
    Text = models.TextField


class SentenceField(Text):
    """A text of the program with its message and its arguments, or a text that somebody has written."""

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        return unpacked(value)

    def to_python(self, value: Any) -> Any:
        return unpacked(super().to_python(value))

    def get_prep_value(self, value: Any) -> Any:
        return packed(super().get_prep_value(value))

    def value_to_string(self, obj: models.Model) -> str:
        return str(self.get_prep_value(self.value_from_object(obj)))


class PlainField(models.TextField):  # type: ignore[type-arg]  # when it runs Django's takes none
    """What JSON holds, kept as text on both databases.

    PostgreSQL's own JSON type sorts keys, and the order of some has a meaning (the sides move in it); as text both
    databases hold the same bytes.
    """

    _pyi_private_set_type: Any
    _pyi_private_get_type: Any

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        return None if value is None else loads(value)

    def to_python(self, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        try:
            return loads(value)
        except ValueError as error:
            raise ValidationError("JSON is wanted") from error

    def get_prep_value(self, value: Any) -> Any:
        if value is None:
            return None
        return dumps(value)

    def value_to_string(self, obj: models.Model) -> str:
        return str(self.get_prep_value(self.value_from_object(obj)))
