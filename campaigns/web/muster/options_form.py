"""The options of a book as a form: each with its sentence, its clause and a control that fits its kind."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from campaigns.strictjson import loads
from campaigns.templatetags.marks import sentence
from campaigns.web.page.clauses import chapter_of
from campaigns.web.page.measures import read_count
from campaigns.words.registers import option_in_words
from campaigns.words.translation import translated
from rules.contract.answers import OptionRow
from rules.errors import Invalid
from rules.values.sentence import apart, in_words, joined, say, word, word_of


@dataclass
class Option:
    """One option.

    kind: ``flag``, ``choice``, ``many``, ``number`` (a word may stand for no limit), ``parts`` (a number for each of
    several keys) or ``plain`` (a list, names with their numbers, or a word; else JSON).

    default, typed: as they are kept, of ``parts`` and ``plain`` the JSON.  implies: what each of its values implies, as
    far as the book says it value by value.
    """

    key: str
    says: str
    clause: str
    kind: str
    values: tuple[str, ...]
    default: str
    typed: str
    ticked: tuple[str, ...] = ()
    error: str = ""
    implies: Mapping[str, str] = field(default_factory=dict)

    @property
    def offered(self) -> list[dict[str, Any]]:
        """The values to choose among, each with what it implies."""
        return [
            {
                "value": one,
                "implies": self.implies.get(one, ""),
                "default": one == self.default,
                "chosen": one == self.typed,
            }
            for one in self.values
        ]

    @property
    def implied(self) -> str:
        """What the value that stands implies."""
        return self.implies.get(self.typed, self.says)

    @property
    def changed(self) -> bool:
        """Whether it stands otherwise than by default."""
        return self.typed != self.default

    @property
    def shown(self) -> str:
        """What stands, as people read it.

        >>> Option("map_size_ft", "", "", "plain", (), "", "[24, 16]").shown
        '24, 16'
        """
        return in_plain_words(self.typed)

    @property
    def standard(self) -> str:
        """The default, as people read it."""
        return in_plain_words(self.default)

    @property
    def written(self) -> str:
        """What stands in a field of text: what people read, in their language."""
        return translated(in_plain_words(self.typed))

    @property
    def parts(self) -> list[tuple[str, str, Any]]:
        """Of numbers by key each key, its word and its number."""
        held = _held(self.typed)
        known = {**_held(self.default), **held} if isinstance(held, dict) else _held(self.default)
        return [(key, word_of(key), held.get(key, "") if isinstance(held, dict) else "") for key in known]

    @property
    def words(self) -> str:
        """The key in words, its unit in brackets.

        >>> Option("siege_bar_in", "", "", "number", (), "", "").words
        'siege bar (inches)'
        """
        return word(option_in_words(self.key))


def _held(text: str) -> Any:
    """What JSON text holds; the text where it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def in_plain_words(text: str) -> str:
    """A value as it is kept, as people read it.

    >>> in_plain_words('{"shell": 18}'), in_plain_words("[6, 12]"), in_plain_words("real_time"), in_plain_words("1/2")
    ('shell 18', '6, 12', 'real time', '1/2')
    """
    held = _held(text)
    if isinstance(held, dict):
        return joined(", ", (say("{name} {number}", name=word_of(key), number=one) for key, one in held.items()))
    if isinstance(held, list):
        return ", ".join(map(str, held))
    return word_of(text) if text[:1].isalpha() else text


def _kept(text: str, default: str, words: Iterable[str]) -> str:
    """A typed text as it is kept: the key of a word in the reader's language, the JSON of a list and of names with numbers.

    >>> _kept("No limit", "", ["no_limit"]), _kept("6 × 12", "[1, 2]", []), _kept("shell 18, case 6", '{"shell": 18}', [])
    ('no_limit', '[6, 12]', '{"shell": 18, "case": 6}')
    """
    for key in words:
        if text.casefold() in (key.casefold(), in_words(key).casefold(), translated(word_of(key)).casefold()):
            return key
    if re.fullmatch(r"\d+(\s*[,;×x]\s*\d+)+", text):
        return json.dumps([int(one) for one in re.findall(r"\d+", text)])
    standard = _held(default)
    if isinstance(standard, dict) and not text.startswith("{"):
        called = {translated(word_of(key)).casefold(): key for key in standard}
        found = [re.fullmatch(r"(.+?)[\s:]+([\d/.]+)", one.strip()) for one in re.split(r"[,;]", text)]
        if all(found):
            pairs = ((one[1], one[2]) for one in found if one)
            return json.dumps({called.get(name.casefold(), name): _number(number) for name, number in pairs})
    return text


def _number(text: str) -> int | str:
    """A number of a map: whole, or a fraction as it is typed."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else text


def _kind(row: OptionRow) -> tuple[str, tuple[str, ...]]:
    """The kind of control for an option, and the values it offers."""
    schema = row.schema
    if schema.get("type") == "boolean":
        return "flag", ("yes", "no")
    if "enum" in schema:
        return "choice", tuple(str(one) for one in schema["enum"] if not isinstance(one, bool))
    if schema.get("type") == "array" and "enum" in schema.get("items", {}):
        return "many", tuple(schema["items"]["enum"])
    if schema.get("type") == "integer":
        return "number", ()
    words = [word for one in schema.get("anyOf", ()) for word in one.get("enum", ()) if isinstance(word, str)]
    if isinstance(row.default, dict) and len(row.default) > 1:
        return "parts", ()  # these keys are known; where there is one, it is the first of any number
    return ("number", tuple(words)) if words else ("plain", ())


def _written(value: Any, kind: str) -> str:
    """A value as it stands in its control."""
    if kind == "flag":
        return "yes" if value else "no"
    if kind == "many":
        return ",".join(sorted(value))
    if kind in ("plain", "parts"):
        return "" if value is None else value if isinstance(value, str) else json.dumps(value)
    return str(value)


def options_form(
    register: tuple[OptionRow, ...], chosen: Mapping[str, Any] | None = None, post: Any = None
) -> list[Option]:
    """The whole register as a form, as chosen, or as typed."""
    form = []
    for row in register:
        kind, values = _kind(row)
        default = _written(row.default, kind)
        typed = default if chosen is None or row.key not in chosen else _written(chosen[row.key], kind)
        if post is not None:
            typed = _typed(row, kind, values, default, post)
        form.append(
            Option(
                row.key,
                row.says,
                row.clause,
                kind,
                values,
                default,
                typed,
                tuple(typed.split(",")) if kind == "many" else (),
                implies=row.implies,
            )
        )
    return form


def _typed(row: OptionRow, kind: str, values: tuple[str, ...], default: str, post: Any) -> str:
    """What was typed for an option, as it is kept where it can be understood."""
    field = f"option-{row.key}"
    if kind == "many":
        return ",".join(sorted(one[:80] for one in post.getlist(field)[:80]))
    if kind == "parts" and field not in post:
        given = {key: str(post.get(f"{field}.{key}", number)).strip() for key, number in row.default.items()}
        return json.dumps({key: _number(number) for key, number in given.items()})
    text = str(post.get(field, default)).strip()
    if kind not in ("number", "plain"):
        return text
    return _kept(text, default, (*values, *row.implies, *([row.default] if isinstance(row.default, str) else [])))


def read_options(form: list[Option]) -> dict[str, Any]:
    """What was chosen otherwise than by default; a fault is said at its field."""
    chosen: dict[str, Any] = {}
    for one in form:
        if not one.changed:
            continue
        try:
            chosen[one.key] = _read(one)
        except (ValueError, Invalid) as fault:
            one.error = sentence(apart(fault.sentence)[1]) if isinstance(fault, Invalid) else fault.args[0]
    return chosen


def _read(one: Option) -> Any:
    if one.kind == "flag":
        return _listed(one, one.typed) == "yes"
    if one.kind == "many":
        return [_listed(one, word) for word in one.typed.split(",") if word]
    if one.kind == "number":
        return one.typed if one.typed in one.values else _count(one)
    if one.kind == "choice":
        return _listed(one, one.typed)
    return loads(
        '{"value":'
        + (one.typed if one.typed.startswith(("[", "{")) or one.typed.isdigit() else json.dumps(one.typed))
        + "}"
    )["value"]


def _listed(one: Option, typed: str) -> str:
    """One of the words that a form offers; no other is taken for its absence."""
    if typed not in one.values:
        raise ValueError(say("Choose one from the list."))
    return typed


def _count(one: Option) -> int:
    """A number, or ValueError that says which word may stand in its place."""
    try:
        return read_count(one.typed)
    except ValueError as fault:
        if not one.values:
            raise
        raise ValueError(say("Enter a whole number, or {word}.", word=word_of(one.values[0]))) from fault


def in_families(form: list[Option]) -> list[tuple[str, list[Option]]]:
    """The options chapter by chapter of the rulebook, as the register has them."""
    families: dict[str, list[Option]] = {}
    for one in form:
        families.setdefault(chapter_of(one.clause), []).append(one)
    return [(word(chapter), options) for chapter, options in families.items()]
