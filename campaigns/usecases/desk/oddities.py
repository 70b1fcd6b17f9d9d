"""What needs a second confirmation: a number that looks like a slip, and the clause on which a ruling rests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from campaigns.clauses import HOUSE_RULE, has_clause
from campaigns.errors import Odd
from campaigns.models import Battle
from campaigns.models.plain import Plain
from campaigns.usecases.text_checks import read_line
from rules.contract.pieces import Pieces
from rules.errors import Invalid
from rules.values.sentence import of_field, say

ALLOWED = 10
"""By how much more than the double a number may grow without a question: 45 men may become 100, not 450."""

ANGLES = ("facing",)
"""Keys whose number is not an amount."""


def refuse_odd(pieces: Pieces, position: Plain, changes: Sequence[Mapping[str, Any]], *, sure: Any) -> None:
    """Odd where a number would become more than the double of what it is, and ten; unless ``sure`` is given."""
    if not isinstance(sure, bool):
        raise Invalid(of_field("sure", say("true or false is wanted")))
    odd = [] if sure else [one for change in changes for one in _odd(pieces, position, change)]
    if odd:
        raise Odd(odd)


def _odd(pieces: Pieces, position: Plain, change: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    found = pieces.find(position, str(change["thing"]))
    key = str(change["key"])
    if found is None or key in ANGLES:
        return
    was, value = found[1].get(key), change["value"]
    several = isinstance(value, Mapping)
    pairs = (
        [(f"{key}.{part}", one, (was or {}).get(part)) for part, one in value.items()]
        if several
        else [(key, value, was)]
    )
    for named, one, before in pairs:
        if _is_number(one) and (before is None or _is_number(before)) and one > 2 * (before or 0) + ALLOWED:
            yield {"thing": str(change["thing"]), "key": named, "was": before or 0, "value": one}


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def read_clause(battle: Battle, clause: Any, *, wanted: bool = False) -> str:
    """A clause of the battle's book, or ``house rule``; empty, where none is needed.  Invalid else."""
    line = read_line(clause, "clause", 40, least=0)
    if line.casefold() in (HOUSE_RULE, "hausregel"):
        return HOUSE_RULE
    if not line and not wanted:
        return ""
    if not line:
        raise Invalid(of_field("clause", say("give the clause of the ruling, or {house_rule}", house_rule=HOUSE_RULE)))
    if not has_clause(battle.terms.book, line.upper()) and not has_clause(battle.terms.book, line):
        raise Invalid(
            of_field(
                "clause",
                say(
                    "“{line}” is not the number of a rule in the rulebook of this battle; give one, or {house_rule}",
                    line=line,
                    house_rule=HOUSE_RULE,
                ),
            )
        )
    return line if has_clause(battle.terms.book, line) else line.upper()
