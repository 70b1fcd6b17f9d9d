"""How a palette's templates are put down, on a floor or on a country."""

from __future__ import annotations

from typing import Any

from rules.contract.data import Start
from rules.contract.palette import Count, Part, Template
from rules.errors import Invalid
from rules.ground.compass import ahead
from rules.values.codec import POINT
from rules.values.measure import INCH, Point
from rules.values.sentence import of_field, say


def put_down(
    template: Template, side: str, identity: str, name: str, at: Point | None, facing: int, chosen: dict[str, int]
) -> Start:
    """A part of a start: the things by group and id.

    Invalid if a number is unknown, or below the least or over the most allowed.
    """
    unknown = chosen.keys() - {count.key for count in template.counts}
    if unknown:
        raise Invalid(of_field(min(unknown), say("this cannot be chosen for {title}", title=template.title)))
    made = Start({})
    for part in template.parts:
        numbers = {count.key: _within(count, chosen.get(count.key, count.usual)) for count in part.counts}
        state = {**({"side": side} if part.owned else {}), **part.state}
        state |= {part.within: numbers} if part.within else numbers
        state |= {key: _called(identity, other) for key, other in part.of.items()}
        if name and part.named:
            state["name"] = say("{name}, {name2}", name=name, name2=part.title) if part.title else name
        if at is not None and part.placed:
            state |= _placed(part, at, facing, next(iter(numbers.values()), 0))
        made.setdefault(part.group, {})[_called(identity, part.name)] = state
    return made


def _placed(part: Part, at: Point, facing: int, length: int) -> dict[str, Any]:
    """The place and the front of a part; or the line that it takes up across its front.  length: of the line, in inches."""
    spot = ahead(at, (facing + 180) % 360, part.behind)
    front = {"facing": facing} if part.faces else {}
    if not part.across:
        return {"at": POINT.write(spot), **front}
    half = length * INCH // 2
    ends = (ahead(spot, (facing + 270) % 360, half), ahead(spot, (facing + 90) % 360, length * INCH - half))
    return {part.across: [POINT.write(end) for end in ends], **front}


def _called(identity: str, part: str) -> str:
    return f"{identity}-{part}" if part else identity


def _within(count: Count, number: int) -> int:
    """A chosen number within its limits; Invalid outside them."""
    if not count.least <= number <= count.most:
        raise Invalid(
            of_field(
                count.key,
                say(
                    "{number} were chosen, {least} to {most} may be", number=number, least=count.least, most=count.most
                ),
            )
        )
    return number
