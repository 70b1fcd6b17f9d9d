"""What the description of the API (OpenAPI) draws from the books: their orders, as a union told apart by the name of the order.

The books' own schemas are those that the test kit publishes.  Every object says which keys it has, and that it has no others.
"""

from __future__ import annotations

from typing import Any

from rules.books import BOOKS, book, kit_of

Schema = dict[str, Any]
PARTS = "#/components/schemas/"


def draw_orders(result: Schema, generator: Any, request: Any, public: bool) -> Schema:
    """Put the orders of all books among the parts of the description."""
    parts: Schema = result["components"]["schemas"]
    unions: list[str] = []
    for key in BOOKS:
        union = f"{_title(key)}Order"
        orders = {name: _title(f"{key}-{name}") for name in kit_of(key).schemas()["order"]}
        for name, schema in kit_of(key).schemas()["order"].items():
            parts[orders[name]] = {"title": orders[name], **schema}
        parts[union] = {
            "description": f"An order of {book(key).title}; which one it is stands under order.",
            "oneOf": [{"$ref": PARTS + one} for one in orders.values()],
            "discriminator": {
                "propertyName": "order",
                "mapping": {name: PARTS + one for name, one in orders.items()},
            },
        }
        unions.append(union)
    parts["Order"] = {
        "description": "An order in the form of the public test kit, by the book of its battle.",
        "anyOf": [{"$ref": PARTS + union} for union in unions],
    }
    return result


def name_every_key(result: Schema, generator: Any, request: Any, public: bool) -> Schema:
    """Say of every object of which the keys are named that it has no others."""
    for part in result["components"]["schemas"].values():
        if part.get("type") == "object" and "properties" in part:
            part.setdefault("additionalProperties", False)
    return result


def _title(words: str) -> str:
    """Words as the name of a part: ``war-chess-move`` is ``WarChessMove``."""
    return "".join(word.capitalize() for word in words.split("-"))
