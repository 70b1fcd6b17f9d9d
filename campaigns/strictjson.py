"""JSON from outside, read strictly: the reader of the rules, under the name by which pages, API and commands use it."""

from rules.values.strict_json import DEEPEST, loads, refuse_charset

__all__ = ["DEEPEST", "loads", "refuse_charset"]
