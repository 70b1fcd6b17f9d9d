"""The result of a charge as far as its side can see: who touches, who counts, who is isolated.  [LW-MELEE-03 to LW-MELEE-12]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.contract.sentences import list_of_words
from rules.little_wars.floor.field import Field, counts
from rules.little_wars.floor.men import Man
from rules.little_wars.floor.nearness import near_any
from rules.little_wars.melee.fight import Melee, reckoned
from rules.little_wars.orders import Order
from rules.little_wars.tables.nearness import CONTACT
from rules.values.sentence import say


def foretold(floor: Field, order: Order) -> Iterator[str]:
    """Sentences about the melees that an order starts; empty if places are unknown and people measure.

    floor: as its side knows it, after the order.
    """
    bodies = set(getattr(order, "bodies", ()))
    for melee, due, alone in reckoned(floor) if bodies else ():
        mine = any(man.body in bodies for man in melee.ours)
        if not mine or any(man.at is None for man in melee.members):
            continue
        ours, theirs = (_touching(floor, *pair) for pair in _both_ways(melee))
        yield say("{ours} touch {theirs}.", ours=_some(floor, ours), theirs=_some(floor, theirs))
        yield say("{ours} count against {theirs}.", ours=_some(floor, melee.ours), theirs=_some(floor, melee.theirs))
        if len(melee.ours) != len(melee.theirs):
            smaller = _some(floor, due.smaller)
            yield (
                say("{smaller} would be isolated.", smaller=smaller)
                if alone
                else say("{smaller} would be supported.", smaller=smaller)
            )
        yield say("Probably {dead} of each side would die, and {taken} would be taken.", dead=due.dead, taken=due.taken)


def _both_ways(melee: Melee) -> tuple[tuple[Sequence[Man], Sequence[Man]], tuple[Sequence[Man], Sequence[Man]]]:
    return (melee.ours, melee.theirs), (melee.theirs, melee.ours)


def _touching(floor: Field, men: Sequence[Man], others: Sequence[Man]) -> list[Man]:
    return [man for man in men if near_any(floor, man, others, CONTACT)]


def _some(floor: Field, men: Iterable[Man]) -> str:
    """The number of men of each body, in words."""
    return list_of_words(
        [say("{number} of {body}", number=number, body=floor.called(body)) for body, number in counts(men).items()]
    )
