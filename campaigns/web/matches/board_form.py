"""The form of a board: what a player touches, types or presses, parsed into orders of the book."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from campaigns.sight import GameSheet
from rules.errors import Invalid
from rules.values.sentence import of_field, say

PIECES = {"q": "queen", "r": "rook", "b": "bishop", "n": "knight"}
"""What a pawn may become on the last rank."""

MEN = ("pawn", "knight", "bishop", "rook", "queen", "king")
"""The men whose suspected places a blind player may note."""

LONGEST = 30
"""Characters of a typed move."""


@dataclass(frozen=True)
class Chosen:
    """The man that was touched and its destination, or the move that was typed.

    ends: where it may go; own: cells whose men may be chosen; order: the order to read back, empty until there is one.
    insist: whether it is a false move that may still be made.
    """

    origin: str = ""
    target: str = ""
    written: str = ""
    ends: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()
    promotes: tuple[tuple[str, str], ...] = ()
    order: Mapping[str, Any] | None = None
    insist: bool = False

    @classmethod
    def of(cls, given: Mapping[str, str], facts: GameSheet) -> Chosen:
        """What was touched or typed; only what is on the board counts."""
        if not facts.mine:
            return cls()
        own = frozenset(cell for cell, man in facts.board["men"].items() if man["side"] == facts.side)
        written = given.get("written", "")[:LONGEST].strip()
        if written:
            return cls(written=written, own=own, order=written_order(written, facts))
        cells = {one["cell"] for one in facts.board["cells"]}
        origin = given.get("from", "") if given.get("from", "") in own else ""
        target = given.get("to", "") if origin and given.get("to", "") in cells else ""
        ends = frozenset(str(one.order["to"]) for one in facts.moves if str(one.order["from"]) == origin)
        found = cls(origin=origin, target=target, ends=ends, own=own)
        return replace(found, **found.ordered(facts)) if target else found

    def ordered(self, facts: GameSheet) -> dict[str, Any]:
        """The order of this move, and what a pawn may become by it."""
        offered = [
            one.order
            for one in facts.moves
            if (str(one.order["from"]), str(one.order["to"])) == (self.origin, self.target)
        ]
        pieces = [str(order["promote"]) for order in offered if order.get("promote")]
        order = {"order": "move", "from": self.origin, "to": self.target, **({"promote": pieces[0]} if pieces else {})}
        return {"order": order, "promotes": tuple((one, PIECES[one]) for one in pieces)}

    def falsely(self, may: Callable[[Mapping[str, Any]], bool]) -> Chosen:
        """The same as a false move, where the book lets one be made and stand until it is claimed."""
        if not self.order:
            return self
        insisted = {**self.order, "insist": True}
        return replace(self, insist=may(insisted))


def moves_by_cell(facts: GameSheet) -> dict[str, dict[str, str]]:
    """The moves that may be made now, for the page: cells by the cell of the man, each with what a pawn may become.

    Only what the player may see decides them: in a blind game they are what may be tried.
    """
    found: dict[str, dict[str, str]] = {}
    for one in facts.moves:
        ends = found.setdefault(str(one.order["from"]), {})
        target = str(one.order["to"])
        ends[target] = ends.get(target, "") + str(one.order.get("promote", ""))
    return found


def written_order(text: str, facts: GameSheet) -> dict[str, Any]:
    """The order of a typed move: by its squares, else in the notation of the book."""
    cells = {one["cell"]: one["cell"] for one in facts.board["cells"]}
    word = text.lower().replace("-", "").replace("–", "").replace(" ", "")
    if len(word) in (4, 5) and word[:2] in cells and word[2:4] in cells and not word.isdigit():
        return {"order": "move", "from": word[:2], "to": word[2:4], **({"promote": word[4]} if word[4:] else {})}
    keys = facts.board["writes"]
    if not keys:
        raise Invalid(of_field("written", say("enter the squares of the move, for example e2e4")))
    algebraic = (
        len(keys) > 1 and text[0] not in "PK" and any(text[at : at + 2].lower() in cells for at in range(len(text) - 1))
    )
    return {"order": "move", keys[1] if algebraic else keys[0]: text}


def words(facts: GameSheet) -> dict[str, Any]:
    """Claims and offers; what is blocked says why.  claims: whether any claim is open; castling: that one."""
    said = [
        {"title": one.title, "value": name_of(one.order), "blocked": one.blocked, "order": one.order}
        for one in facts.words
    ]
    free = [one for one in said if not one["blocked"]]
    names = {str(one["value"]) for one in free}
    return {
        "open": free,
        "blocked": [one for one in said if one["blocked"]],
        "claims": any(name.startswith(("claim:", "call-", "agree")) for name in names - {"claim:no-force"}),
        "castling": "claim:illegal-castling" in names,
    }


def name_of(order: Mapping[str, Any]) -> str:
    """The name of an order without a square, as a button sends it: ``claim:repetition``."""
    return ":".join(str(order[key]) for key in ("order", "claim") if order.get(key))


def spoken(post: Mapping[str, str], facts: GameSheet) -> list[dict[str, Any]]:
    """The orders that a page sends: a claim or offer, a man touched, or a move.  Invalid where it is none of these."""
    said = post.get("say", "")
    if said in facts.board.get("touches", ()):
        return [{"order": said, "square": post.get("from", "")[:4]}]
    if said:
        for choice in facts.words:
            if name_of(choice.order) == said:
                man = {"man": post["man"]} if said == "claim:illegal-castling" and post.get("man") else {}
                return [{**choice.order, **man}]
        raise Invalid(of_field("say", say("choose one of those offered")))
    return [_move(post, facts)]


def _move(post: Mapping[str, str], facts: GameSheet) -> dict[str, Any]:
    """The move that was read back, with a claim or offer that goes with it."""
    written = post.get("written", "")[:LONGEST].strip()
    order: dict[str, Any] = (
        written_order(written, facts)
        if written
        else {"order": "move", "from": post.get("from", "")[:4], "to": post.get("to", "")[:4]}
    )
    if post.get("promote"):
        order["promote"] = post["promote"][:1]
    for flag in ("check", "insist"):
        if post.get(flag):
            order[flag] = True
    return order
