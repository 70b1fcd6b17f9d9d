"""Sentences as data: an English text that knows the message and the arguments of which it was made.

A ``Sentence`` is a ``str``: the English text.  It also carries how it was made, so that a reader of another language
reads the same message in that language; nothing is ever recovered from a finished text.  Plain text stays as it is:
that is what people have written, and the names that they gave.

What is told in plenty and read later, as the sums of events are, is a ``Message`` or a ``Run`` alone (``to_say``): it
becomes a sentence, and its text is made, when somebody reads it (``worded``).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from string import Formatter
from typing import Any, Protocol, SupportsIndex

from rules.errors import single_full_stop

MOST_KNOWN = 8192
"""Messages of data of which it is remembered that their gaps are names: more than the program has."""

PATH = re.compile(r"[.\[]")
"""Where the name of a gap ends and a way into what fills it begins."""


class Reader(Protocol):
    """Gives messages in a reader's language, or in English where it has no other."""

    def message(self, message: str, context: str = "") -> str:
        """A message, its gaps still open.  context: what is meant, where the same English has several meanings."""

    def plural(self, one: str, many: str, number: int) -> str:
        """The form of a message for a number."""


@dataclass(
    slots=True
)  # and never altered: a frozen one takes three times as long to make, which every order does often
class Message:
    """A message with gaps and what fills them.

    many: the form for every number but 1; empty where none is counted; context: which of its meanings is meant.
    """

    message: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    many: str = ""
    number: int = 1
    context: str = ""

    def __format__(self, spec: str) -> str:
        raise TypeError("what is to be said fills no gap of what is said already")

    def said(self) -> Sentence:
        """The sentence, with its English text."""
        filled = self.arguments
        for name, value in filled.items():
            if isinstance(value, (Message, Run)):
                filled = {**filled, name: value.said()}
        text = self.message if self.number == 1 or not self.many else self.many
        made = self if filled is self.arguments else replace(self, arguments=filled)
        return _sentence(single_full_stop(text.format_map(filled)) if filled else text, made)

    def read_by(self, reader: Reader) -> str:
        """The message in the reader's language, filled in."""
        if self.many:
            found = reader.plural(self.message, self.many, self.number)
        else:
            found = reader.message(self.message, self.context)
        if not self.arguments:
            return found
        filled = {
            name: value.made.read_by(reader) if isinstance(value, Sentence) else value
            for name, value in self.arguments.items()
        }
        try:
            return single_full_stop(found.format_map(filled))
        except (LookupError, ValueError):  # a translator's slip in a gap costs the translation, not the page
            english = self.message if self.number == 1 or not self.many else self.many
            return english.format_map(filled)

    def coded(self) -> dict[str, Any]:
        """As plain data."""
        made: dict[str, Any] = {"message": self.message}
        if self.context:
            made["context"] = self.context
        if self.many:
            made |= {"many": self.many, "number": self.number}
        if self.arguments:
            made["arguments"] = {
                name: value if type(value) in BARE else coded(value) for name, value in self.arguments.items()
            }
        return made


@dataclass(slots=True)
class Run:
    """Texts one after another.  capital: the first letter becomes a capital."""

    parts: tuple[Any, ...]
    capital: bool = False

    def said(self) -> Sentence:
        """The sentence, with its English text."""
        parts = tuple([worded(part) for part in self.parts])
        text = single_full_stop("".join(parts))
        return _sentence(text[:1].upper() + text[1:] if self.capital else text, Run(parts, self.capital))

    def read_by(self, reader: Reader) -> str:
        """The parts in the reader's language."""
        read = [part.made.read_by(reader) if isinstance(part, Sentence) else part for part in self.parts]
        text = single_full_stop("".join(read))
        return text[:1].upper() + text[1:] if self.capital else text

    def coded(self) -> dict[str, Any]:
        """As plain data."""
        parts = [part if type(part) in BARE else coded(part) for part in self.parts]
        return {"parts": parts, "capital": True} if self.capital else {"parts": parts}


class Sentence(str):
    """An English text and how it was made."""

    __slots__ = ("_packed", "made")
    made: Message | Run
    _packed: str

    def __new__(cls, text: str, made: Message | Run) -> Sentence:
        self = _new(cls, text)
        self.made = made
        return self

    def __reduce__(self) -> tuple[Any, ...]:  # for pickle and copy
        return _sentence, (str.__str__(self), self.made)

    def __str__(self) -> Sentence:
        """Itself, so that nothing is lost where code makes sure that it has text."""
        return self

    def __getitem__(self, key: SupportsIndex | slice) -> str:
        """A part of the text, which is plain; a part that is the whole is the sentence."""
        part = super().__getitem__(key)
        return self if len(part) == len(self) else part

    def strip(self, chars: str | None = None, /) -> str:
        """The text without spaces about it; where there are none the sentence."""
        bare = super().strip(chars)
        return self if len(bare) == len(self) else bare

    def removesuffix(self, suffix: str, /) -> str:
        """The sentence without what its message ends with; plain text where it ends otherwise."""
        if not self.endswith(suffix):
            return self
        made = self.made
        if isinstance(made, Message) and made.many.endswith(suffix) and made.message.endswith(suffix):
            one, many = made.message.removesuffix(suffix), made.many.removesuffix(suffix)
            return say_many(one, many, made.number, **made.arguments)
        if isinstance(made, Message) and not made.many and made.message.endswith(suffix):
            return say_as(made.context, made.message.removesuffix(suffix), **made.arguments)
        if isinstance(made, Run) and made.parts[-1] == suffix and not made.capital:
            return _run(*made.parts[:-1])
        return super().removesuffix(suffix)

    def __add__(self, other: str) -> Sentence:
        return _run(self, other)

    def __radd__(self, other: str) -> Sentence:
        return _run(other, self)

    def packed(self) -> str:
        """The text that stands for it where only text can be kept; written once, for an event is kept in several rows."""
        try:
            return self._packed
        except AttributeError:
            self._packed = MARK + _json_of(self.made.coded())
            return self._packed

    def __html__(self) -> str:
        """The text as a page of the reader's language shows it, escaped."""
        return _html(self)


Unread = str | Message | Run
"""A text, or what is to be said."""

BARE = frozenset({str, int})
"""Types of what fills gaps that are plain data as they are: most are, and are told without a call for each."""

_new = str.__new__


def _sentence(text: str, made: Message | Run) -> Sentence:
    """A sentence of a text, without the cost of calling a class."""
    self = _new(Sentence, text)
    self.made = made
    return self


_html: Callable[[Sentence], str] = str.__str__


def shown_by(html: Callable[[Sentence], str]) -> None:
    """Settle what pages make of a sentence; whoever makes pages calls it once, at the start."""
    global _html
    _html = html


def say(message: str, /, **arguments: Any) -> Sentence:
    """A message with its gaps filled.

    >>> sentence = say("{body} marched {far}.", body="The Guards", far=say("{length} in.", length=6))
    >>> sentence
    'The Guards marched 6 in.'
    >>> sentence.made.coded()["arguments"]["far"]
    {'message': '{length} in.', 'arguments': {'length': 6}}
    """
    text = single_full_stop(message.format_map(arguments)) if arguments else message
    return _sentence(text, Message(message, arguments))


def to_say(message: str, /, **arguments: Any) -> Message:
    """As ``say``, but its text is made when somebody reads it.  arguments: values that do not change; they may be such, too.

    >>> worded(to_say("{source} keeps {left}", source="The depot", left=to_say("{n} of food", n=3)))
    'The depot keeps 3 of food'
    """
    return Message(message, arguments)


def to_say_many(one: str, many: str, number: int, /, **arguments: Any) -> Message:
    """As ``say_many``, but its text is made when somebody reads it.

    >>> worded(to_say_many("{n} shot; {hits} hit", "{n} shots; {hits} hit", 2, hits=1))
    '2 shots; 1 hit'
    """
    return Message(one, {"n": number} | arguments, many, number)


def to_join(separator: Unread, parts: Iterable[Unread]) -> Run:
    """As ``joined``, but its text is made when somebody reads it.

    >>> worded(to_join("; ", [to_say("Halt"), "Hartley"]))
    'Halt; Hartley'
    """
    return Run(_between(separator, parts))


def worded(text: Unread) -> str:
    """A text, or the sentence of what is to be said."""
    return text if isinstance(text, str) else text.said()


def say_as(context: str, message: str, /, **arguments: Any) -> Sentence:
    """A message of which the English has several meanings.  context: which is meant, for translators; nobody reads it.

    >>> say_as("of a bridge", "down").made.coded()
    {'message': 'down', 'context': 'of a bridge'}
    """
    return Message(message, arguments, context=context).said()


def context_of(text: Any) -> str:
    """The context of a message; empty where it has none, and for plain text."""
    made = text.made if isinstance(text, Sentence) else None
    return made.context if isinstance(made, Message) else ""


def say_many(one: str, many: str, number: int, /, **arguments: Any) -> Sentence:
    """A message in the form for a number, which fills the gap ``{n}``.

    >>> say_many("{n} man of {body}", "{n} men of {body}", 3, body="the Guards")
    '3 men of the Guards'
    """
    return Message(one, {"n": number} | arguments, many, number).said()


OF_FIELD = "{field}: {said}"
"""The message of what is said of one field."""


def of_field(field: str, said: str) -> Sentence:
    """What is wrong with one field of a form or of a request.  field: its key, or what it is called.

    >>> of_field("to", say("choose who gets the message"))
    'to: choose who gets the message'
    """
    return say("{field}: {said}", field=field, said=said)


def apart(text: str) -> tuple[str, str]:
    """The field of which something is said, and what is said; without a field it is the text.

    >>> apart(of_field("to", say("choose who gets the message")))
    ('to', 'choose who gets the message')
    """
    made = text.made if isinstance(text, Sentence) else None
    if not isinstance(made, Message) or made.message != OF_FIELD:
        return "", text
    return made.arguments["field"], made.arguments["said"]


def label(field: str) -> str:
    """What a field is called before what is said of it: of a place in data its last name, with a capital letter.

    >>> label("fixed_minutes"), label("sides.0.name"), label(say("the left"))
    ('Fixed minutes', 'Name', 'The left')
    """
    if isinstance(field, Sentence):
        return capitalised(field)
    named = [part for part in field.split(".") if not part.isdigit()]
    return capitalised(word_of(named[-1] if named else field))


def message(text: str) -> str:
    """A message of which the gaps are filled later; it says to whoever gathers messages that this is one."""
    return text


def fill(template: str, value_of: Callable[[str, str], Any]) -> Sentence:
    """A message with its gaps filled by a function of their names and formats: ``{men:man/men}`` asks for *men*, *man/men*.

    >>> fill("{0} has {men:n} men", lambda name, form: {"0": "The Guards", "men": 30}[name])
    'The Guards has 30 men'
    """
    plain, gaps = _gaps(template)
    return say(plain, **{name: value_of(field, form) for name, field, form in gaps})


def fill_many(one: str, many: str, number: int, value_of: Callable[[str, str], Any]) -> Sentence:
    """As ``fill``, in the form for a number; both forms have the same gaps beside ``{n}``.

    >>> fill_many("{n} man of {0}", "{n} men of {0}", 3, lambda name, form: "the Guards")
    '3 men of the Guards'
    """
    plain, gaps = _gaps(many)
    filled = {name: value_of(field, form) for name, field, form in gaps if name != "n"}
    return say_many(_gaps(one)[0], plain, number, **filled)


@cache
def _gaps(template: str) -> tuple[str, tuple[tuple[str, str, str], ...]]:
    """A template as a message whose gaps are bare and named once each, and what each of them asks for."""
    parts: list[str] = []
    gaps: list[tuple[str, str, str]] = []
    for text, name, form, _ in Formatter().parse(template):
        parts.append(text)
        if name is not None:
            same = sum(field == name for _, field, _ in gaps)
            bare = f"n{name}" if name.isdigit() else PATH.split(name)[0]
            called = f"{bare}{same + 1}" if same else bare
            gaps.append((called, name, form or ""))
            parts.append(f"{{{called}}}")
    return "".join(parts), tuple(gaps)


def message_of(template: str) -> str:
    """The message of a template of ``fill``.

    >>> message_of("{body:list} and {body} lost {men:man/men}")
    '{body} and {body2} lost {men}'
    """
    return _gaps(template)[0]


def word(key: str) -> str:
    """A word of the program that a variable holds: a kind, a formation, an arm.  Empty stays empty."""
    return Sentence(key, Message(key)) if key and type(key) is str else key


def in_words(key: Any) -> str:
    """A key of plain data in words: ``contours_down`` is *contours down*."""
    return str(key).replace("_", " ").replace("-", " ")


def word_of(key: Any) -> str:
    """A key of plain data as a word of the program."""
    return word(in_words(key))


def words(*keys: str) -> tuple[str, ...]:
    """Words that only variables hold, as they are: said where they are kept, so that they are found for the catalogs.

    >>> words("column", "line")
    ('column', 'line')
    """
    return keys


def joined(separator: str, texts: Iterable[str]) -> Sentence:
    """Texts with a separator between them, as ``separator.join`` gives them.

    >>> joined("; ", [say("Halt"), "Hartley"])
    'Halt; Hartley'
    """
    return Run(_between(separator, texts)).said()


def _between(separator: Unread, texts: Iterable[Unread]) -> tuple[Unread, ...]:
    """Texts with a separator between them."""
    parts: list[Unread] = []
    for text in texts:
        parts += [separator, text] if parts and separator else [text]
    return tuple(parts)


def capitalised(text: str) -> Sentence:
    """A text that begins with a capital letter; a word of the program is that word with a capital letter.

    >>> capitalised(say("it stands."))
    'It stands.'
    """
    if isinstance(text, Sentence) and isinstance(text.made, Message) and not (text.made.arguments or text.made.many):
        return say_as(text.made.context, text[:1].upper() + text[1:])
    parts = text.made.parts if isinstance(text, Sentence) and isinstance(text.made, Run) else (text,)
    return Run(parts, capital=True).said()


def changed(text: str, change: Callable[[str], str]) -> str:
    """A text in which what people wrote, and ids, are changed; the messages of the program stay.

    >>> changed(say("{body} marched {far}.", body="red-foot", far=say("{length} in.", length=6)), lambda _: "The Guards")
    'The Guards marched 6 in.'
    """
    if not isinstance(text, Sentence):
        return change(text)
    made = text.made
    if isinstance(made, Run):
        run = _run(*(changed(part, change) for part in made.parts))
        return capitalised(run) if made.capital else run
    arguments = {
        name: changed(value, change) if isinstance(value, str) else value for name, value in made.arguments.items()
    }
    if made.many:
        return say_many(made.message, made.many, made.number, **arguments)
    return say_as(made.context, made.message, **arguments)


def _run(*texts: str) -> Sentence:
    """Texts one after another; runs without a capital are taken apart, so that a long one stays flat."""
    parts: list[str] = []
    for text in texts:
        flat = isinstance(text, Sentence) and isinstance(text.made, Run) and not text.made.capital
        parts += text.made.parts if flat else [text]  # type: ignore[attr-defined]  # flat says that it is a run
    return Run(tuple(parts)).said()


def read_by(reader: Reader, value: Any) -> str:
    """Anything in the reader's language: sentences as their messages say, whatever else as it is."""
    return value.made.read_by(reader) if isinstance(value, Sentence) else str(value)


def coded(value: Any) -> Any:
    """A sentence, or what fills a gap, as plain data: text as it is, a sentence by its message and its arguments."""
    if isinstance(value, Sentence):
        return value.made.coded()
    return value if isinstance(value, (str, int)) else str(value)


def decoded(data: Any) -> Any:
    """What ``coded`` made, again.

    >>> decoded(coded(say("{n0} of {kind}", n0=2, kind=word("food")) + "; " + say("none")))
    '2 of food; none'
    """
    if not isinstance(data, Mapping):
        return data
    if "parts" in data:
        return Run(tuple(decoded(part) for part in data["parts"]), bool(data.get("capital"))).said()
    arguments = {name: decoded(value) for name, value in data.get("arguments", {}).items()}
    if "many" in data:
        return say_many(_bare(data["message"]), _bare(data["many"]), data["number"], **arguments)
    message = _bare(data["message"]) if arguments else _text(data["message"])
    return say_as(_text(data.get("context", "")), message, **arguments)


@lru_cache(maxsize=MOST_KNOWN)
def _bare(message: Any) -> str:
    """A message from data, whose gaps may be names alone: no format, and no way into what fills them."""
    for _, name, form, conversion in Formatter().parse(_text(message)):
        if name is not None and (form or conversion or not name.isidentifier()):
            raise ValueError("a gap of a message is a name")
    return str(message)


def _text(message: Any) -> str:
    if not isinstance(message, str):
        raise TypeError("a message is text")
    return message


MARK = "\x01"
"""With this begins a text that stands for a sentence where only text can be kept."""

ESCAPED = json.dumps(MARK).strip('"')
"""The mark as JSON has it."""

LEAVES = frozenset({int, float, bool, type(None)})
"""Types that hold no text."""

# Made once, and no circle is looked for: ``packed`` would not come to an end in one.
_json_of = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode
_plain_json_of = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), allow_nan=False, check_circular=False
).encode


def packed(data: Any) -> Any:
    """Plain data in which a text with its message and arguments stands for each sentence, to be kept or handed on.

    >>> packed({"sum": say("{n} men", n=3)})
    {'sum': '\\x01{"message":"{n} men","arguments":{"n":3}}'}
    """
    if isinstance(data, str):
        if isinstance(data, Sentence):
            return data.packed()
        return MARK + data if data.startswith(MARK) else data  # what somebody wrote is never taken for a sentence
    if isinstance(data, dict):
        # Most of what is kept is numbers and ids: they are told without a call for each.
        return {
            key: value
            if (kind := type(value)) in LEAVES or (kind is str and not value.startswith(MARK))
            else packed(value)
            for key, value in data.items()
        }
    if isinstance(data, (list, tuple)):
        if LEAVES.issuperset(map(type, data)):  # a place
            return data
        return [
            value if type(value) is list and LEAVES.issuperset(map(type, value)) else packed(value) for value in data
        ]
    return data


def unpacked(data: Any) -> Any:
    """What ``packed`` was given.  A text that only begins as a sentence does stays as it is.

    >>> unpacked(packed([say("{n} men", n=3)]))[0].made.arguments
    {'n': 3}
    """
    if isinstance(data, str):
        return _restored(data[len(MARK) :]) if data.startswith(MARK) else data
    if isinstance(data, dict):
        return {
            key: value
            if (kind := type(value)) in LEAVES or (kind is str and not value.startswith(MARK))
            else unpacked(value)
            for key, value in data.items()
        }
    if isinstance(data, list):
        if LEAVES.issuperset(map(type, data)):  # a place
            return data
        return [
            value if type(value) is list and LEAVES.issuperset(map(type, value)) else unpacked(value) for value in data
        ]
    return data


def _restored(text: str) -> str:
    """A sentence, or the text that was marked because it begins with the mark itself."""
    if text.startswith(MARK):
        return text
    try:
        found = decoded(json.loads(text))
    except (ValueError, LookupError, TypeError, AttributeError):
        return MARK + text
    return found if isinstance(found, Sentence) else MARK + text


def dumps(data: Any) -> str:
    """Plain data with its sentences as JSON, to be kept.  ValueError for a number that JSON does not know."""
    return _plain_json_of(packed(data))


def loads(text: str) -> Any:
    """What ``dumps`` was given.

    >>> loads(dumps({"sum": say("{n} men", n=3)}))["sum"].made.arguments
    {'n': 3}
    """
    found = json.loads(text)
    return unpacked(found) if ESCAPED in text else found
