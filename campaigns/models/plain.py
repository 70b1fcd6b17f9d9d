"""Plain data in a column, as text."""

import json
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models

Plain = dict[str, Any]
"""What JSON holds under its keys."""


class PlainField(models.TextField):  # type: ignore[type-arg]  # when it runs Django's takes none
    """What JSON holds, kept as text on both databases.

    PostgreSQL's own JSON type sorts keys, and the order of some has a meaning (the sides move in it); as text both
    databases hold the same bytes.
    """

    _pyi_private_set_type: Any
    _pyi_private_get_type: Any

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        return None if value is None else json.loads(value)

    def to_python(self, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value)
        except ValueError as error:
            raise ValidationError("JSON is wanted") from error

    def get_prep_value(self, value: Any) -> Any:
        if value is None:
            return None
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)

    def value_to_string(self, obj: models.Model) -> str:
        return str(self.get_prep_value(self.value_from_object(obj)))
