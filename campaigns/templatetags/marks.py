"""The signs and figures of the pages: period blocks, clause links, lengths, times, and sides by shape as well as colour."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.template.base import FilterExpression, Parser, Token
from django.template.loader import render_to_string
from django.urls import NoReverseMatch, get_script_prefix, reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from campaigns.clauses import HOUSE_RULE
from campaigns.web.board import signs
from campaigns.web.board.ground import place
from campaigns.web.page.reader import own_zone
from campaigns.words.languages import dated
from campaigns.words.translation import translated
from rules.contract.answers import Checked
from rules.values import measure
from rules.values.sentence import Sentence, apart, capitalised, changed, joined, label, of_field, say, word, word_of

register = template.Library()

GAP = "\ue000"
"""Stands for the name of a field until the sentence is in the reader's language."""
QUIET = frozenset({"move-opened", "move-closed"})


class Block(template.Node):
    """A period block; a page has hundreds of them, so it has no template of its own."""

    child_nodelists = ()

    def __init__(self, asked: list[FilterExpression]) -> None:
        self.asked = asked

    def render(self, context: template.Context) -> SafeString:
        """The block for the argument."""
        return block(*(one.resolve(context) for one in self.asked))


@lru_cache(maxsize=256)
def block(arm: str, side: str, gone: bool = False) -> SafeString:
    """The period block of an arm: Red's filled and square, Blue's hatched and cut."""
    kind = f"blk{' gone' if gone else ''}{'' if side in ('red', 'blue') else ' of-none'}"
    return format_html('<svg class="{}" aria-hidden="true"><use href="#{}"/></svg>', kind, signs.symbol(arm, side))


@register.tag
def sign(parser: Parser, token: Token) -> Block:
    """The period block of an arm and a side, and whether it is gone."""
    return Block([parser.compile_filter(one) for one in token.split_contents()[1:]])


@register.simple_tag
def sheet_of_signs() -> SafeString:
    """Every block as a symbol, once on a page, for ``sign`` and for the map to use."""
    return signs.sheet()


@register.simple_tag
def sheet_of_marks(used: frozenset[str] | None = None) -> SafeString:
    """The blocks as they appear on a map, once on a page that has one.  used: those of the only map of the page."""
    return signs.marks(used)


@register.simple_tag(takes_context=True)
def side(context: template.Context, key: str, name: str = "") -> SafeString:
    """The name of a side with its sign; ``{% side key name as side_name %}`` puts it into a sentence.

    Without a name: what the campaign of the page calls it.
    """
    seat = context.get("seat")
    named = name or (seat.called(str(key)) if seat else word(str(key).capitalize()))
    return _named_sign(str(key), conditional_escape(named))


@register.simple_tag(takes_context=True)
def of_side(context: template.Context, key: str) -> SafeString | str:
    """The sign of a side before a line of its own, with its name for those who hear the page; nothing of no side."""
    if not key:
        return ""
    sign_of = _named_sign(str(key), SafeString(" "))
    return format_html('{} <span class="unseen">{} </span>\n', sign_of, context["seat"].called(str(key)))


@lru_cache(maxsize=256)
def _named_sign(key: str, name: SafeString) -> SafeString:
    """The sign of a side with a name, as the page has it: a desk has hundreds."""
    return SafeString(
        render_to_string("campaigns/parts/side.html", {"key": key, "name": name}).strip()
    )  # a comma may follow


@register.filter
def sides_named(keys: Iterable[str], seat: Any) -> list[str]:
    """Sides by their names, as the campaign of a seat has them."""
    return [seat.called(key) for key in keys]


@register.filter
def called(seat: Any, key: str) -> str:
    """What the campaign of a seat calls a side."""
    found: str = seat.called(key)
    return found


@register.simple_tag
def clause(name: str) -> SafeString | str:
    """A clause as a link to its page; one of a rulebook that has no pages only by its name; a house rule as words."""
    if name == HOUSE_RULE:
        return format_html('<span class="clause">{}</span>', translated(HOUSE_RULE))
    return linked(name, get_script_prefix()) if name else ""


@lru_cache(maxsize=1024)
def linked(name: str, prefix: str) -> SafeString:
    """A clause as a link: a desk has hundreds.  prefix: of all addresses, under which its page is found."""
    try:
        page = reverse("clauses", args=[name])
    except NoReverseMatch:
        return format_html('<span class="clause">{}</span>', name)
    return format_html('<a class="clause" href="{}">{}</a>', page, name)


@register.filter
def at(refused: Any, field: str) -> str:
    """What a refusal says of one field of a form, as a sentence; empty where it is about something else."""
    named, said = apart(getattr(refused, "sentence", ""))
    return sentence(said) if f"{named.replace(' ', '_')}.".startswith(f"{field}.") else ""


@register.simple_tag
def refused_words(refused: Any) -> SafeString:
    """A refusal as people read it; the name of its field is marked, for the page to call it by its label (``refused_fields.py``)."""
    named, said = apart(refused.sentence)
    if not named or isinstance(named, Sentence):
        return conditional_escape(sentence(refused.sentence))
    marked = format_html('<b data-of-field="{}">{}</b>', named, label(named))
    return mark_safe(conditional_escape(of_field(GAP, sentence(said))).replace(GAP, marked))


@register.filter
def sentence(text: str) -> str:
    """A refusal as people read it: *Minutes: Enter a whole number.*, whatever field it is about.

    >>> sentence(of_field("fixed_minutes", say("enter a whole number")))
    'Fixed minutes: Enter a whole number.'
    """
    named, said = apart(text)
    if named:
        return of_field(label(named), sentence(said))
    text = capitalised(text)
    return text if text.endswith((".", "?", "!", "…")) or not text else text + "."


@register.filter
def inches(length: Any) -> str:
    """Inches as plain data (steps of a sixteenth) as people read them."""
    if isinstance(length, bool) or not isinstance(length, int | float):
        return str(length)
    return measure.inches(round(length * measure.INCH))


@register.filter
def priced(checked: Any) -> str:
    """What an order costs, in inches of the thing's whole move where the book counts inches.

    >>> priced(Checked("7/12", "5/12", "", whole=12)), priced(Checked("335/576", "", "", whole=36)), priced(Checked("1/2", "", ""))
    ('7 of 12 in.', '20 15/16 of 36 in.', 'half a move')
    >>> priced(Checked("as measured", "1", "", whole=12)), priced(Checked("1", "0", "", whole=36))
    ('as measured', 'the whole move')
    """
    if _share(checked.cost) is None:
        return str(checked.cost)
    if not checked.whole:
        return part_of_move(checked.cost)
    if _share(checked.cost) == 1:
        return say("the whole move")
    return say("{whole} of {whole2} in.", whole=_inches_of(checked.cost, checked.whole), whole2=checked.whole)


@register.filter
def remaining(checked: Checked) -> str:
    """What is left of the move after an order, in inches where the book counts inches.

    >>> remaining(Checked("7/12", "5/12", "", whole=12)), remaining(Checked("1/2", "1/2", ""))
    ('5 in.', 'half a move')
    """
    if _share(checked.left) is None:
        return str(checked.left)
    return (
        say("{whole} in.", whole=_inches_of(checked.left, checked.whole))
        if checked.whole
        else part_of_move(checked.left)
    )


MOVES = {
    Fraction(1): say("a whole move"),
    Fraction(1, 2): say("half a move"),
    Fraction(1, 4): say("a quarter of a move"),
    Fraction(3, 4): say("three quarters of a move"),
    Fraction(0): say("nothing of a move"),
}
"""Shares of a move that have words of their own."""


@register.filter
def part_of_move(share: str) -> str:
    """A share of a move in words, without a number where it is an odd one; what is no share as it is.

    >>> part_of_move("1"), part_of_move("1/2"), part_of_move("5/12"), part_of_move("335/576"), part_of_move("as measured")
    ('a whole move', 'half a move', '5/12 of a move', 'part of the move', 'as measured')
    """
    part = _share(share)
    if part is None:
        return share
    simple = part.denominator <= 12
    return MOVES.get(part) or (say("{cost} of a move", cost=share) if simple else say("part of the move"))


def _share(text: str) -> Fraction | None:
    """A share of a move; None where a book says in words what it costs, as what is yet to be measured."""
    try:
        return Fraction(text)
    except ValueError:
        return None


def _is_counted(draft: Any) -> bool:
    """Whether it is counted what orders spend of a move."""
    return _share(draft.left) is not None and (not draft.cost or _share(draft.cost) is not None)


@register.filter
def spent_of(draft: Any) -> str:
    """What orders spend of a move, and what is left of it, in the fewest words, for a label on the map.

    >>> spent_of(Checked("7/24", "17/24", "", whole=24)), spent_of(Checked("1/2", "1/2", "")), spent_of(Checked("", "", "Stands."))
    ('7 of 24 in., left: 17', 'half a move', 'Stands.')
    """
    left = _share(draft.left)
    if left is None or not _is_counted(draft):
        return str(draft.reading)
    if not draft.whole:
        return part_of_move(str(1 - left))
    return say(
        "{spent} of {whole} in., left: {left}",
        spent=_inches_of(str(1 - left), draft.whole),
        whole=draft.whole,
        left=_inches_of(draft.left, draft.whole),
    )


@register.filter
def spent_of_all(drafts: Sequence[Any]) -> str:
    """What each of several spends of a move, or the dearest of them; empty where that is not counted.

    >>> spent_of_all([Checked("7/24", "17/24", "", whole=24)] * 2), spent_of_all([Checked("", "", "Stands.")])
    ('each: 7 of 24 in., left: 17', '')
    >>> spent_of_all([Checked("1/2", "1/2", "", whole=24), Checked("1/4", "3/4", "", whole=24)])
    'the dearest: 12 of 24 in., left: 12'
    """
    if not drafts or not all(map(_is_counted, drafts)):
        return ""
    dearest = spent_of(min(drafts, key=lambda one: Fraction(one.left)))
    alike = len({spent_of(one) for one in drafts}) == 1
    return say("each: {price}", price=dearest) if alike else say("the dearest: {price}", price=dearest)


def _inches_of(share: str, whole: int) -> str:
    """A share of a move as inches, to the nearest sixteenth, without their unit."""
    return measure.inches(round(Fraction(share) * whole * measure.INCH)).removesuffix(" in.")


@register.filter
def in_brief(text: str) -> str:
    """A text with no more of its digests than tells them apart.

    >>> in_brief("Sealed under " + "8f483d95" * 8 + ".")
    'Sealed under 8f483d95…'
    """
    return changed(text, lambda one: re.sub(r"\b([0-9a-f]{8})[0-9a-f]{56}\b\.?", r"\1…", one))


@register.filter
def words(key: Any) -> str:
    """A key of plain data as words: ``contours_down`` is *contours down*."""
    return key if isinstance(key, Sentence) else word_of(key)


def _is_place(value: Any) -> bool:
    """Whether a value is a point of the map: two lengths."""
    numbers = isinstance(value, list | tuple) and len(value) == 2
    return numbers and all(isinstance(one, int | float) and not isinstance(one, bool) for one in value)


@register.filter
def plainly(value: Any) -> str:
    """A value that the umpire sets by a ruling, as people read it.

    >>> plainly(True), plainly({"food": 3, "forage": 0}), plainly(None), plainly(59), plainly([[12, 3.5], [14, 3]])
    ('yes', 'food 3, forage 0', 'default', '59', '1 ft east, 4 in. north; 1 ft 2 in. east, 3 in. north')
    """
    if isinstance(value, dict):
        return joined(", ", (say("{key} {part}", key=word(key), part=part) for key, part in value.items()))
    if _is_place(value):
        return place(value)
    if isinstance(value, list | tuple):
        between = "; " if value and isinstance(value[0], list | tuple) else ", "
        return joined(between, (plainly(one) for one in value))
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return say("default") if value is None else word(str(value))


@register.filter
def halves(count: Any) -> str:
    """Points counted in halves as people read them: 7 is 3 1/2.

    >>> halves(7), halves(6), halves(-1)
    ('3½', '3', '-½')
    """
    sign = "-" if int(count) < 0 else ""
    whole, half = divmod(abs(int(count)), 2)
    return sign + (f"{whole or ''}½" if half else str(whole))


@register.filter
def signed(amount: int) -> str:
    """An amount with its sign, as a ledger prints it.

    >>> signed(4), signed(-4), signed(0)
    ('+4', '−4', '0')
    """
    return f"{amount:+}".replace("-", "−") if amount else "0"


@register.filter
def signed_halves(count: int) -> str:
    """Points counted in halves with their sign: ``+3½``, ``−2``."""
    return {True: "−", False: "+"}[count < 0] + halves(abs(count)) if count else "0"


VULGAR = {(1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (3, 4): "¾"}


@register.filter
def points(count: Any) -> str:
    """An exact amount of halves as points, with whatever fraction is left.

    >>> points(Fraction(633)), points(Fraction(200, 3)), points(Fraction(2, 7)), points(-3)
    ('316½', '33⅓', '1/7', '−1½')
    """
    amount = Fraction(count) / 2
    whole, rest = divmod(abs(amount), 1)
    if not rest:
        said = str(whole)
    else:
        part = VULGAR.get((rest.numerator, rest.denominator), f"{rest.numerator}/{rest.denominator}")
        said = f"{whole}{'' if part in VULGAR.values() else ' '}{part}" if whole else part
    return f"−{said}" if amount < 0 else said


@register.filter
def decimal_halves(points: Any) -> str:
    """Points as decimals as people read them: 220.5 is 220½."""
    return halves(round(float(points) * 2))


DUE_WORDS = {
    "warning-120": say("Two minutes left"),
    "warning-60": say("One minute left"),
    "warning-30": say("Thirty seconds left"),
    "close": say("The move closes"),
    "interval": say("The break ends"),
    "resume": say("The clock starts by itself, if nobody starts it before"),
    "count": say("The battle counts for the campaign"),
    "find": say("The software works out the result, and the clock publishes it"),
    "publish": say("The result is published by itself, if nothing is to be decided"),
    "courier": say("A courier arrives, if all goes well"),
    "inject": say("A prepared message or ruling is sent"),
    "reminder": say("Players without orders get a reminder by mail"),
}

COURIER_WORDS = {
    "riding": say("on the way"),
    "held": say("held by the umpire"),
    "arrived": "arrived",
    "lost": say("lost on the way"),
    "taken": say("taken by the enemy"),
}


@register.filter
def courier_words(status: str) -> str:
    """What has become of a courier, in words."""
    return COURIER_WORDS.get(status, words(status))


@register.filter
def due_words(kind: str) -> str:
    """What falls due, in words."""
    return DUE_WORDS.get(kind, words(kind))


@register.filter
def plain_json(value: Any) -> str:
    """A value as JSON in a hidden field; the template escapes it."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


@register.filter
def item(mapping: Any, key: Any) -> Any:
    """The entry of a map, or nothing."""
    return mapping.get(key) if hasattr(mapping, "get") else None


@register.filter
def wall(moment: datetime | None, zone: str = "UTC") -> str:
    """A moment in the reader's own time zone, or in that of the campaign where they have set none."""
    if moment is None:
        return ""
    there = moment.astimezone(ZoneInfo(own_zone(zone)))
    return say("{there} {zone}", there=dated(there, "%-d %b %Y, %H:%M:%S", say("j. M Y, H:i:s")), zone=there.tzname())
